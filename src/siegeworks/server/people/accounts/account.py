"""An account: who it is, and finding, making and deleting it"""

import secrets
from typing import NamedTuple

from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.server.people.accounts.names import LONGEST, skeleton
from siegeworks.server.storage.database import Database

COLUMNS = "account.id, account.name, account.created"
DAY = 86_400.0  # seconds
ID_LENGTH = 16  # hexadecimal digits of a digest, by which a list names a session or a token


class Account(NamedTuple):
    """Somebody who is known again on every device."""

    id: str
    name: str
    created: float  # seconds since 1970


class AccountSummary(NamedTuple):
    """An account in the list of a host."""

    name: str
    created: float  # seconds since 1970
    seen: float  # the same, to the hour; `created` if it is signed in nowhere
    passkeys: int
    browsers: int  # that are signed in
    tables: int  # where it has seats


def list_accounts(db: Database, most: int) -> list[AccountSummary]:
    """Accounts, those used last first."""
    rows = db.execute(
        "SELECT name, created, coalesce((SELECT max(seen) FROM session "
        "WHERE session.account = account.id), created) AS last, "
        "(SELECT count(*) FROM passkey WHERE passkey.account = account.id), "
        "(SELECT count(*) FROM session WHERE session.account = account.id), "
        "(SELECT count(DISTINCT game_table) FROM seat_owner WHERE seat_owner.account = account.id) "
        "FROM account ORDER BY last DESC, name LIMIT ?",
        (most,),
    )
    return [AccountSummary(*row) for row in rows]


def new_id() -> str:
    """The id of a new account: it says nothing about its owner."""
    return secrets.token_urlsafe(12)


def id_of(digest: bytes) -> str:
    """How a list names what has this digest."""
    return bytes(digest).hex()[:ID_LENGTH]


def named(db: Database, name: str) -> Account | None:
    """The account with this name, or with one that looks like it; None: there is none."""
    if not name.isprintable() or len(name) > 2 * LONGEST:  # PostgreSQL takes no zero bytes
        return None
    row = db.execute(
        f"SELECT {COLUMNS} FROM account WHERE skeleton = ?", (skeleton(name),)
    ).fetchone()
    return Account(*row) if row is not None else None


def check_free(db: Database, name: str) -> None:
    """Check that no account has this name, or one that looks like it.

    Raises:
        SiegeworksError: one has.
    """
    other = named(db, name)
    if other is None:
        return
    if other.name.casefold() == name.casefold():
        raise SiegeworksError(f"The name {quote(name)} is already taken. Choose another.")
    raise SiegeworksError(
        f"{quote(name)} looks too much like {quote(other.name)}, which somebody has. Choose "
        "another."
    )


def create(db: Database, account: str, name: str) -> Account:
    """A new account, with an id from `new_id` and a name as `checked_name` returns it.

    Raises:
        SiegeworksError: somebody has this name, or one that looks like it.
    """
    check_free(db, name)
    made = Account(account, name, db.now())
    db.execute(
        "INSERT INTO account (id, name, skeleton, created) VALUES (?, ?, ?, ?)",
        (account, name, skeleton(name), made.created),
    )
    return made
