"""Leases: of several workers, one may do a thing that must happen once.

A lease has an end and a fencing number, which grows with every new holder. What the holder writes
carries the number, and is refused if it is not the newest: a worker that was frozen, and whose
lease somebody else has taken meanwhile, changes nothing when it wakes up.
"""

from typing import NamedTuple

from siegeworks.server.storage.database import Database


class Fence(NamedTuple):
    """The right to write under a lease."""

    name: str
    number: int


def bots_of(table: str) -> str:
    """The name of the lease of who plays the bots of a table."""
    return f"bots {table}"


def table_of(lease: str) -> str:
    """The table that a lease of this name is about; "": none."""
    return lease.removeprefix("bots ") if lease.startswith("bots ") else ""


def claim(db: Database, name: str, holder: str, seconds: float) -> Fence | None:
    """Take a lease, or keep it, until it ends by itself after so many seconds of the database's
    clock; None: somebody else has it."""
    now = db.now()
    row = db.execute(
        f"SELECT holder, expires, fence FROM lease WHERE name = ?{db.lock}", (name,)
    ).fetchone()
    if row is None:
        db.execute(
            "INSERT INTO lease (name, holder, expires, fence) VALUES (?, ?, ?, 1)",
            (name, holder, now + seconds),
        )
        return Fence(name, 1)
    had, expires, number = row
    if had != holder and expires > now:
        return None
    number += had != holder
    db.execute(
        "UPDATE lease SET holder = ?, expires = ?, fence = ? WHERE name = ?",
        (holder, now + seconds, number, name),
    )
    return Fence(name, number)


def holds(db: Database, fence: Fence) -> bool:
    """Is this the newest number of its lease? Until the transaction ends nobody else takes it."""
    row = db.execute(f"SELECT fence FROM lease WHERE name = ?{db.lock}", (fence.name,)).fetchone()
    return row is not None and row[0] == fence.number


def release(db: Database, fence: Fence) -> None:
    """Give a lease back, if it is still held. Its next holder gets a new number."""
    db.execute(
        "UPDATE lease SET holder = '', expires = 0 WHERE name = ? AND fence = ?",
        (fence.name, fence.number),
    )


def forget(db: Database, name: str) -> None:
    """What the lease was for no longer exists."""
    db.execute("DELETE FROM lease WHERE name = ?", (name,))
