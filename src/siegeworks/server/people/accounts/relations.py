"""What accounts think of each other: friends, requests, and who is blocked"""

from typing import Literal

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.storage.database import Database

Kind = Literal["friend", "block"]
MOST_RELATIONS = 500  # of one account


def relate(db: Database, account: str, other: str, kind: Kind | None) -> None:
    """From now on, this is what an account thinks of another; None: nothing.

    Raises:
        SiegeworksError: it thinks something of too many, or of itself.
    """
    if account == other:
        raise SiegeworksError("That is you.")
    db.execute("DELETE FROM relation WHERE account = ? AND other = ?", (account, other))
    if kind is None:
        return
    (own,) = db.execute("SELECT count(*) FROM relation WHERE account = ?", (account,)).fetchone()
    if own >= MOST_RELATIONS:
        raise SiegeworksError(
            f"You have {MOST_RELATIONS} friends and blocked people. Remove one first."
        )
    db.execute(
        "INSERT INTO relation (account, other, kind, since) VALUES (?, ?, ?, ?)",
        (account, other, kind, db.now()),
    )


def standing(db: Database, account: str, other: str) -> m.Standing:
    """How an account stands to another."""
    return _standing(_kind(db, account, other), _kind(db, other, account))


def has_blocked(db: Database, account: str, other: str) -> bool:
    """Has an account blocked another? What that one says or asks is then not shown to it."""
    return _kind(db, account, other) == "block"


def apart_from(db: Database, account: str) -> frozenset[str]:
    """The names of those whom an account has blocked, or who have blocked it: they do not meet in
    the lobby."""
    rows = db.execute(
        "SELECT name FROM account JOIN relation ON (relation.account = ? AND other = account.id) "
        "OR (other = ? AND relation.account = account.id) WHERE kind = 'block'",
        (account, account),
    )
    return frozenset(str(name) for (name,) in rows)


def related(db: Database, account: str) -> list[m.Person]:
    """Everybody to whom an account stands in some way, by name."""
    rows = db.execute(
        "SELECT name, own.kind, theirs.kind FROM account "
        "LEFT JOIN relation AS own ON own.other = account.id AND own.account = ? "
        "LEFT JOIN relation AS theirs ON theirs.account = account.id AND theirs.other = ? "
        "WHERE account.id IN (SELECT other FROM relation WHERE account = ?) "
        "OR account.id IN (SELECT account FROM relation WHERE other = ?) ORDER BY skeleton",
        (account, account, account, account),
    )
    all_related = [m.Person(name, _standing(own, theirs)) for name, own, theirs in rows]
    return [person for person in all_related if person.standing != "none"]


def _kind(db: Database, account: str, other: str) -> str | None:
    row = db.execute(
        "SELECT kind FROM relation WHERE account = ? AND other = ?", (account, other)
    ).fetchone()
    return str(row[0]) if row is not None else None


def _standing(own: str | None, theirs: str | None) -> m.Standing:
    if own == "block":
        return "blocked"
    if own == "friend":
        return "friends" if theirs == "friend" else "asked"
    return "asks" if theirs == "friend" else "none"
