"""Browsers that are signed in, each known by the token in its cookie"""

import secrets
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from siegeworks.server import messages as m
from siegeworks.server.people.accounts.account import COLUMNS, DAY, Account, id_of
from siegeworks.server.people.receivers import digest_of, end_calls
from siegeworks.server.storage.database import Database, marks
from siegeworks.server.storage.rows import end_further_keys

UNUSED_DAYS = 180  # after which a session ends
SEEN_SECONDS = 3600.0  # the precision with which its last use is stored

# Words of the User-Agent header, in the order in which they are looked for.
BROWSERS = ("Edg", "OPR", "Firefox", "Chrome", "Safari")
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "CrOS", "Linux")
NAMES = {"Edg": "Edge", "OPR": "Opera", "Mac OS": "Mac", "CrOS": "Chromebook"}  # else the word


class Session(NamedTuple):
    """A browser that is signed in."""

    id: str
    account: Account
    seen: float  # when it was last used, to the hour; seconds since 1970


def browser_in_words(user_agent: str) -> str:
    """Which browser a User-Agent header names: "Firefox on Linux". Nothing else of it is kept."""
    browser = _first(BROWSERS, user_agent) or "A browser"
    system = _first(SYSTEMS, user_agent)
    return f"{browser} on {system}" if system else browser


def _first(words: Iterable[str], text: str) -> str:
    return next((NAMES.get(word, word) for word in words if word in text), "")


def begin(db: Database, account: str, browser: str, before: str = "") -> str:
    """Sign a browser, named in words, in to an account; returns the token of its cookie. The token
    that it had before is worth nothing any more."""
    now, token = db.now(), secrets.token_urlsafe(32)
    db.execute("DELETE FROM session WHERE token_hash = ?", (digest_of(before),))
    if before:  # the browser keeps its seats
        ids = id_of(digest_of(token)), id_of(digest_of(before))
        db.execute("UPDATE further_key SET made_for = ? WHERE made_for = ?", ids)
        end_calls(db, ids[1:])
    db.execute("DELETE FROM session WHERE seen < ?", (now - UNUSED_DAYS * DAY,))
    db.execute(
        "INSERT INTO session (token_hash, account, browser, created, seen) VALUES (?, ?, ?, ?, ?)",
        (digest_of(token), account, browser, now, now),
    )
    return token


def session_of(db: Database, token: str) -> Session | None:
    """The session with this token; None: there is none, or it was unused for too long."""
    digest = digest_of(token)
    row = db.execute(
        f"SELECT {COLUMNS}, seen FROM session JOIN account ON account.id = session.account "
        "WHERE token_hash = ? AND seen >= ?",
        (digest, db.now() - UNUSED_DAYS * DAY),
    ).fetchone()
    return Session(id_of(digest), Account(*row[:-1]), row[-1]) if row is not None else None


def ids_of(db: Database, accounts: Collection[str]) -> set[str]:
    """The ids of all sessions of these accounts that have not ended."""
    rows = db.execute(
        f"SELECT token_hash FROM session WHERE account IN ({marks(accounts)}) AND seen >= ?",
        (*accounts, db.now() - UNUSED_DAYS * DAY),
    )
    return {id_of(digest) for (digest,) in rows}


def note_use(db: Database, token: str) -> None:
    """Note that a session was used now."""
    db.execute("UPDATE session SET seen = ? WHERE token_hash = ?", (db.now(), digest_of(token)))


def sessions_beside(db: Database, own: Session) -> list[m.SessionInfo]:
    """All sessions of the account that has this one, the last used first."""
    rows = db.execute(
        "SELECT token_hash, browser, created, seen FROM session WHERE account = ? "
        "ORDER BY seen DESC, created DESC",
        (own.account.id,),
    )
    return [
        m.SessionInfo(name := id_of(digest), browser, int(created), int(seen), name == own.id)
        for digest, browser, created, seen in rows
    ]


def end(db: Database, account: str, session: str) -> list[str]:
    """End a session of an account, with the seat keys that were made for it; returns the tables
    where it had such keys."""
    return _end_where(db, account, lambda name: name == session)


def end_others(db: Database, account: str, session: str) -> list[str]:
    """End all sessions of an account except this one, as `end`."""
    return _end_where(db, account, lambda name: name != session)


def _end_where(db: Database, account: str, is_meant: Callable[[str], bool]) -> list[str]:
    rows = db.execute("SELECT token_hash FROM session WHERE account = ?", (account,)).fetchall()
    digests = [(digest,) for (digest,) in rows if is_meant(id_of(digest))]
    db.executemany("DELETE FROM session WHERE token_hash = ?", digests)
    ids = [id_of(digest) for (digest,) in digests]
    end_calls(db, ids)
    return [table for session in ids for table in end_further_keys(db, session)]
