"""Passkeys, and the challenges that they sign

A challenge lies in the database, so that any worker can check the answer, and is used once.
`ceremonies.py` asks for it and checks it.
"""

import ipaddress
import secrets
from typing import NamedTuple

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.people.accounts.account import COLUMNS, Account
from siegeworks.server.storage.database import Database

CHALLENGE_SECONDS = 300.0  # for which an answer is accepted
SIGN_UP, ADD, SIGN_IN = "sign up", "add", "sign in"  # purposes of a challenge
MOST_PASSKEYS = 20  # of an account

TOO_LATE = "That took too long, or was sent twice. Try again."
UNKNOWN = "No account here has this passkey. It may have been deleted."


class Site(NamedTuple):
    """The page for which a passkey is made, and only for which it works."""

    rp_id: str  # its host name
    origin: str  # "https://play.example.org"


class Challenge(NamedTuple):
    """What a browser was asked to sign."""

    challenge: str  # in base64url
    account: str  # an id; "" if it is not known
    name: str  # of a new account


class Passkey(NamedTuple):
    """A key pair on somebody's device, of which we know the public part."""

    id: bytes
    public_key: bytes
    sign_count: int


def can_have_passkeys(host: str) -> bool:
    """Are there passkeys for a page at this host name? There are none for addresses in digits."""
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return bool(host)
    return False


# Challenges ---------------------------------------------------------------------------------------


def new_challenge(db: Database, purpose: str, account: str = "", name: str = "") -> Challenge:
    """Something to sign."""
    now, challenge = db.now(), secrets.token_urlsafe(32)
    db.execute("DELETE FROM challenge WHERE expires < ?", (now,))
    db.execute(
        "INSERT INTO challenge (challenge, purpose, account, name, expires) VALUES (?, ?, ?, ?, ?)",
        (challenge, purpose, account, name, now + CHALLENGE_SECONDS),
    )
    return Challenge(challenge, account, name)


def use_challenge(db: Database, purpose: str, challenge: str) -> Challenge | None:
    """A challenge of this purpose, which works no more. None: it was used, or it is too late."""
    row = db.execute(
        "SELECT challenge, account, name FROM challenge "
        "WHERE challenge = ? AND purpose = ? AND expires >= ?",
        (challenge, purpose, db.now()),
    ).fetchone()
    is_first = db.execute("DELETE FROM challenge WHERE challenge = ?", (challenge,)).rowcount > 0
    return Challenge(*row) if row is not None and is_first else None


# Stored passkeys ----------------------------------------------------------------------------------


def add(db: Database, account: str, site: Site, passkey: Passkey, label: str) -> None:
    """A new passkey of an account.

    Raises:
        SiegeworksError: it has too many, or somebody has this one.
    """
    (own,) = db.execute("SELECT count(*) FROM passkey WHERE account = ?", (account,)).fetchone()
    if own >= MOST_PASSKEYS:
        raise SiegeworksError(f"You have {MOST_PASSKEYS} passkeys. Remove one first.")
    if find(db, passkey.id) is not None:
        raise SiegeworksError("This passkey is in use already.")
    now = db.now()
    db.execute(
        "INSERT INTO passkey (id, account, rp_id, public_key, sign_count, label, created, used) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (passkey.id, account, site.rp_id, passkey.public_key, passkey.sign_count, label, now, now),
    )


def find(db: Database, passkey: bytes) -> tuple[Account, Passkey] | None:
    """A passkey and whose it is; None: it is not known."""
    row = db.execute(
        f"SELECT {COLUMNS}, passkey.id, public_key, sign_count FROM passkey "
        "JOIN account ON account.id = passkey.account WHERE passkey.id = ?",
        (passkey,),
    ).fetchone()
    if row is None:
        return None
    account, (key, public, count) = Account(*row[:3]), row[3:]
    return account, Passkey(bytes(key), bytes(public), count)


def note_use(db: Database, passkey: Passkey) -> None:
    """Note that a passkey was used now."""
    db.execute(
        "UPDATE passkey SET sign_count = ?, used = ? WHERE id = ?",
        (passkey.sign_count, db.now(), passkey.id),
    )


def passkeys_of(db: Database, account: str) -> list[m.PasskeyInfo]:
    """All passkeys of an account, the oldest first."""
    rows = db.execute(
        "SELECT id, label, created, used FROM passkey WHERE account = ? ORDER BY created",
        (account,),
    )
    return [
        m.PasskeyInfo(bytes(key).hex(), label, int(created), int(used))
        for key, label, created, used in rows
    ]


def ids_of(db: Database, account: str) -> list[bytes]:
    """The ids of all passkeys of an account."""
    return [bytes.fromhex(line.id) for line in passkeys_of(db, account)]


def remove(db: Database, account: str, passkey: str) -> None:
    """Remove a passkey of an account. Nothing happens if it has none with this id."""
    command = "DELETE FROM passkey WHERE account = ? AND id = ?"
    db.execute(command, (account, bytes.fromhex(passkey)))
