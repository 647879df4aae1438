"""Personal tokens: programs act with them for an account, within their scopes, until they expire"""

import secrets
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.people.accounts.account import COLUMNS, DAY, Account, id_of
from siegeworks.server.people.receivers import digest_of
from siegeworks.server.storage.database import Database, marks
from siegeworks.server.storage.rows import end_further_keys

USED_SECONDS = 3600.0  # the precision with which the last use is stored
MOST_TOKENS = 20  # of one account
PREFIX = "siegeworks_"  # by which people and scanners know a token that was left lying about
TOKEN_COLUMNS = "token_hash, label, scopes, personal_token.created, expires, used"


class Token(NamedTuple):
    """A personal token, without itself. Times are in seconds since 1970."""

    id: str
    label: str
    scopes: tuple[str, ...]
    created: float
    expires: float
    used: float | None  # the last time, to the hour; None: never

    def allows(self, scope: str) -> bool:
        """Does it allow what needs this scope? With `bot` one plays too."""
        return scope in self.scopes or (scope == "play" and "bot" in self.scopes)

    @property
    def is_bot(self) -> bool:
        """Is everybody shown that a program plays with it?"""
        return "play" not in self.scopes


def make(
    db: Database, account: str, label: str, *, scopes: Sequence[str], days: int
) -> tuple[str, Token]:
    """A new token of an account, which expires after so many days; itself, and what is kept of it.
    `label` says what it is for, `scopes` what it allows.

    Raises:
        SiegeworksError: the account has `MOST_TOKENS` that have not expired, or the label has signs
            that cannot be shown.
    """
    if not label.isprintable():
        raise SiegeworksError("Name the token in one line, without control characters.")
    now = db.now()
    db.execute("DELETE FROM personal_token WHERE expires <= ?", (now,))
    if len(tokens_of(db, account)) >= MOST_TOKENS:
        raise SiegeworksError(
            f"You have {MOST_TOKENS} tokens already. Delete one that you do not use."
        )
    token = PREFIX + secrets.token_urlsafe(32)
    kept = " ".join(sorted(set(scopes)))
    row = (digest_of(token), label, kept, now, now + days * DAY, None)
    db.execute(
        "INSERT INTO personal_token (token_hash, label, scopes, created, expires, used, account) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (*row, account),
    )
    return token, _token(row)


def find(db: Database, token: str) -> tuple[Account, Token] | None:
    """Whose token this is, and what is kept of it. None: there is none, or it has expired."""
    row = db.execute(
        f"SELECT {COLUMNS}, {TOKEN_COLUMNS} FROM personal_token "
        "JOIN account ON account.id = personal_token.account "
        "WHERE token_hash = ? AND expires > ?",
        (digest_of(token), db.now()),
    ).fetchone()
    return (Account(*row[:3]), _token(row[3:])) if row is not None else None


def ids_of(db: Database, accounts: Collection[str]) -> set[str]:
    """The ids of all tokens of these accounts that have not expired."""
    rows = db.execute(
        "SELECT token_hash FROM personal_token "
        f"WHERE account IN ({marks(accounts)}) AND expires > ?",
        (*accounts, db.now()),
    )
    return {id_of(digest) for (digest,) in rows}


def note_use(db: Database, token: str) -> None:
    """Note that a token was used now."""
    db.execute(
        "UPDATE personal_token SET used = ? WHERE token_hash = ?", (db.now(), digest_of(token))
    )


def tokens_of(db: Database, account: str) -> list[Token]:
    """The tokens of an account, the newest first; expired ones too."""
    rows = db.execute(
        f"SELECT {TOKEN_COLUMNS} FROM personal_token WHERE account = ? ORDER BY created DESC",
        (account,),
    )
    return [_token(row) for row in rows]


def end(db: Database, account: str, token: str) -> list[str]:
    """A token of an account works no more, nor do the seat keys that were made for it; returns the
    tables where it had such keys.

    Raises:
        SiegeworksError: it has none with this id.
    """
    rows = db.execute("SELECT token_hash FROM personal_token WHERE account = ?", (account,))
    digests = [(digest,) for (digest,) in rows.fetchall() if id_of(digest) == token]
    if not digests:
        raise SiegeworksError("You have no such token.")
    db.executemany("DELETE FROM personal_token WHERE token_hash = ?", digests)
    return end_further_keys(db, token)


def _token(row: Sequence[Any]) -> Token:
    """A row of `TOKEN_COLUMNS`."""
    digest, label, scopes, created, expires, used = row
    return Token(id_of(digest), label, tuple(scopes.split()), created, expires, used)
