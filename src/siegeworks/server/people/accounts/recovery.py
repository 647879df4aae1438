"""Recovery codes, of which each signs its owner in once, and links that sign another device in"""

import secrets

from siegeworks.server.people.accounts.account import COLUMNS, Account, named
from siegeworks.server.people.receivers import digest_of
from siegeworks.server.runtime.codes import new_code, normalized_code
from siegeworks.server.storage.database import Database

CODES = 10  # of an account
LINK_SECONDS = 300.0  # for which a link works


def new_codes(db: Database, account: str) -> list[str]:
    """New codes of an account; the ones it had work no more."""
    codes = [new_code() for _ in range(CODES)]
    db.execute("DELETE FROM recovery_code WHERE account = ?", (account,))
    db.executemany(
        "INSERT INTO recovery_code (account, code_hash) VALUES (?, ?)",
        [(account, digest_of(normalized_code(code))) for code in codes],
    )
    return codes


def codes_left(db: Database, account: str) -> int:
    """How many codes of an account were not used yet."""
    (left,) = db.execute(
        "SELECT count(*) FROM recovery_code WHERE account = ? AND used IS NULL", (account,)
    ).fetchone()
    return int(left)


def use_code(db: Database, name: str, code: str) -> Account | None:
    """The account with this name, if this is a code of it that was not used; now it is. None: no
    account has this name, or this code."""
    account = named(db, name)
    # The digest is compared, whose beginning nobody can choose: how long that takes says nothing.
    used = db.execute(
        "UPDATE recovery_code SET used = ? WHERE account = ? AND code_hash = ? AND used IS NULL",
        (db.now(), account.id if account else "", digest_of(normalized_code(code))),
    )
    return account if used.rowcount > 0 else None


# Links --------------------------------------------------------------------------------------------


def new_link(db: Database, account: str, browser: str) -> str:
    """The code of a link that signs another device in, once and for a while; `browser`, which asks
    for it, is named in words. The link that the account had before works no more."""
    code, now = secrets.token_urlsafe(16), db.now()
    db.execute("DELETE FROM sign_in_link WHERE account = ? OR expires < ?", (account, now))
    db.execute(
        "INSERT INTO sign_in_link (code_hash, account, browser, expires) VALUES (?, ?, ?, ?)",
        (digest_of(code), account, browser, now + LINK_SECONDS),
    )
    return code


def link_of(db: Database, code: str) -> tuple[Account, str] | None:
    """Whom a link signs in, and the browser that made it; None: it was used, or it is too late."""
    row = db.execute(
        f"SELECT {COLUMNS}, browser FROM sign_in_link JOIN account "
        "ON account.id = sign_in_link.account WHERE code_hash = ? AND expires >= ?",
        (digest_of(code), db.now()),
    ).fetchone()
    return (Account(*row[:-1]), row[-1]) if row is not None else None


def use_link(db: Database, code: str) -> Account | None:
    """Whom a link signs in; it works no more. None: it was used, or it is too late."""
    link = link_of(db, code)
    digest = digest_of(code)
    is_first = db.execute("DELETE FROM sign_in_link WHERE code_hash = ?", (digest,)).rowcount > 0
    return link[0] if link and is_first else None
