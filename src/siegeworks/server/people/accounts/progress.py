"""What browsers keep for their user, such as solved puzzles and settings: one document an account

The page merges what several browsers have. It writes what follows from the version that it has
read: of two browsers that write at once, one reads again.
"""

import json
from typing import Any

from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.group_writer import Conflict

MOST_BYTES = 256 * 1024


def read(db: Database, account: str) -> m.Progress:
    """What an account keeps, in a JSON object, which the page understands; version 0: nothing was
    written yet."""
    row = db.execute(
        "SELECT document, version FROM progress WHERE account = ?", (account,)
    ).fetchone()
    return m.Progress(*row) if row is not None else m.Progress("{}")


def check(document: str) -> None:
    """Check a document that is to be stored.

    Raises:
        SiegeworksError: it is too long, or not a JSON object.
    """
    size = len(document.encode())
    if size > MOST_BYTES:
        raise SiegeworksError(
            f"What this browser keeps takes {size // 1024} kB; an account keeps "
            f"{MOST_BYTES // 1024} kB. Nothing is lost here, but it is not on your other devices. "
            "Delete some of your maps."
        )
    try:
        is_object = isinstance(json.loads(document, parse_constant=_refused), dict)
    except (ValueError, RecursionError):
        is_object = False
    if not is_object or "\x00" in document:
        raise SiegeworksError("An account keeps a JSON object.")


def _refused(constant: str) -> None:
    """JSON has no NaN and no Infinity, which Python reads all the same."""
    raise ValueError(constant)


def write(db: Database, account: str, after: m.SaveProgress) -> m.Progress:
    """Store what follows from a version; returns it with its own version.

    Raises:
        Conflict: another browser has written meanwhile.
    """
    if read(db, account).version != after.version:
        raise Conflict("Another of your browsers has just saved something. Try again.")
    saved = m.Progress(after.document, after.version + 1)
    db.execute(
        "INSERT INTO progress (account, document, version) VALUES (?, ?, ?) "
        "ON CONFLICT (account) DO UPDATE SET document = excluded.document, "
        "version = excluded.version",
        (account, saved.document, saved.version),
    )
    return saved


def solved_puzzles(document: str) -> int:
    """How many puzzles were solved, as the page keeps them."""
    kept: Any = json.loads(document).get("puzzles")
    solved = kept.get("solved") if isinstance(kept, dict) else None
    games = solved.values() if isinstance(solved, dict) else ()
    return sum(len(names) for names in games if isinstance(names, list))
