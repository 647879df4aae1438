"""Which workers there are, and who is connected to them."""

from typing import NamedTuple

import msgspec

from siegeworks.core.contract import Seat
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.event_log import Event
from siegeworks.server.storage.rows import read_events

SILENT_SECONDS = 20.0  # after which a worker that stores no heartbeat counts as gone


class PresenceRow(NamedTuple):
    """The connections that a worker has at one table."""

    worker: str
    seats: frozenset[Seat]  # whose players are connected
    spectators: int
    opening: str = ""  # how a game between people began that is played there now, as a digest
    watching: tuple[str, ...] = ()  # the names of some spectators


def write_presence(db: Database, table: str, row: PresenceRow) -> None:
    """Store who is at a table through a worker; nobody: forget it."""
    db.execute("DELETE FROM presence WHERE worker = ? AND game_table = ?", (row.worker, table))
    if row.seats or row.spectators:
        seats = " ".join(map(str, sorted(row.seats)))
        db.execute(
            "INSERT INTO presence (worker, game_table, seats, spectators, opening, watching) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (
                *(row.worker, table, seats, row.spectators, row.opening),
                msgspec.json.encode(row.watching).decode(),
            ),
        )
    db.notify(table, 0)


def read_presence(db: Database, table: str, silent: float = SILENT_SECONDS) -> list[PresenceRow]:
    """Who is at a table, through workers that stored a heartbeat in the last `silent` seconds."""
    rows = db.execute(
        "SELECT worker, seats, spectators, watching FROM presence WHERE game_table = ? "
        "AND worker IN (SELECT id FROM worker WHERE seen >= ?)",
        (table, db.now() - silent),
    )
    return [
        PresenceRow(
            *(worker, frozenset(map(int, seats.split())), spectators),
            watching=msgspec.json.decode(watching, type=tuple[str, ...]),
        )
        for worker, seats, spectators, watching in rows
    ]


def read_in_play(db: Database, opening: str, worker: str) -> list[tuple[str, list[Event]]]:
    """The tables, with their events, where people play a game that began so, through other workers
    than this one."""
    rows = db.execute(
        "SELECT DISTINCT game_table FROM presence WHERE opening = ? AND seats <> '' "
        "AND worker <> ? AND worker IN (SELECT id FROM worker WHERE seen >= ?)",
        (opening, worker, db.now() - SILENT_SECONDS),
    )
    return [(table, read_events(db, table)) for (table,) in rows.fetchall()]


def beat(db: Database, worker: str, silent: float = SILENT_SECONDS) -> bool:
    """Store that a worker lives, and forget those that were silent for so many seconds; was it
    known?"""
    now = db.now()
    silent_ones = "SELECT id FROM worker WHERE seen < ? ORDER BY id"  # all lock them in this order
    for (gone,) in db.execute(silent_ones, (now - silent,)).fetchall():
        forget_worker(db, gone)
    is_known = db.execute("UPDATE worker SET seen = ? WHERE id = ?", (now, worker)).rowcount > 0
    if not is_known:
        db.execute("INSERT INTO worker (id, seen) VALUES (?, ?)", (worker, now))
    return is_known


def forget_worker(db: Database, worker: str) -> None:
    """A worker is gone, and so are its connections."""
    tables = db.execute("SELECT game_table FROM presence WHERE worker = ?", (worker,)).fetchall()
    db.execute("DELETE FROM presence WHERE worker = ?", (worker,))
    db.execute("DELETE FROM address_use WHERE worker = ?", (worker,))
    db.execute("DELETE FROM worker WHERE id = ?", (worker,))
    for (table,) in tables:
        db.notify(table, 0)
