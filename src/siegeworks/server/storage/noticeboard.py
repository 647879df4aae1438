"""What workers and the host leave for each other in the database: who waits for an opponent, which
addresses ask for much, whom the host has blocked, which tables it has closed or changed, how far
jobs are."""

from collections.abc import Sequence
from typing import NamedTuple

from siegeworks.server.storage.database import Database
from siegeworks.server.storage.presence import SILENT_SECONDS
from siegeworks.server.storage.rows import CLOSED

RECENT = 60.0  # seconds for which it is known which seats were changed


class AddressUse(NamedTuple):
    """What an address asks for at one worker."""

    address: str
    websockets: int = 0  # open now
    posted: float = 0.0  # tables opened, seats taken and records sent in, since the worker started
    stored: float = 0.0  # events, since the worker started


class Noticeboard(NamedTuple):
    """All that a worker reads there."""

    blocked: list[str]  # networks
    closed: set[str]  # tables
    lobbies: list[str]  # of the other workers, as JSON
    uses: list[tuple[str, AddressUse]]  # at the other workers
    reseated: dict[str, float]  # tables whose seats were changed, when
    now: float  # by the database's clock, in seconds since 1970


def read_noticeboard(db: Database, worker: str) -> Noticeboard:
    """What others have left for this worker, except those that count as gone."""
    now = db.now()
    others = worker, now - SILENT_SECONDS
    lobbies = db.execute("SELECT lobby FROM worker WHERE id <> ? AND seen >= ?", others)
    uses = db.execute(
        "SELECT worker, address, websockets, posted, stored FROM address_use "
        "WHERE worker IN (SELECT id FROM worker WHERE id <> ? AND seen >= ?)",
        others,
    )
    reseated = db.execute("SELECT id, since FROM reseated WHERE since >= ?", (now - RECENT,))
    return Noticeboard(
        [network for (network,) in db.execute("SELECT network FROM block")],
        {table for (table,) in db.execute(f"SELECT id FROM game_table WHERE is_gone = {CLOSED}")},
        [lobby for (lobby,) in lobbies],
        [(other, AddressUse(*use)) for other, *use in uses],
        {str(table): float(since) for table, since in reseated},
        now,
    )


def note_reseated(db: Database, tables: Sequence[str]) -> None:
    """Workers that have these tables in memory are to read again who has which seat."""
    now = db.now()
    db.execute("DELETE FROM reseated WHERE since < ?", (now - RECENT,))
    for table in tables:
        db.execute("DELETE FROM reseated WHERE id = ?", (table,))
        db.execute("INSERT INTO reseated (id, since) VALUES (?, ?)", (table, now))


def leave_notices(db: Database, worker: str, uses: Sequence[AddressUse], lobby: str | None) -> bool:
    """Store what addresses ask for at a worker, instead of what was stored of them before, and who
    waits for an opponent at it, as JSON, if that has changed; addresses that ask for nothing are
    forgotten. False: this worker is not known yet, and the lobby is not stored."""
    for use in uses:
        db.execute(
            "DELETE FROM address_use WHERE worker = ? AND address = ?", (worker, use.address)
        )
        if any(use[1:]):
            db.execute(
                "INSERT INTO address_use (worker, address, websockets, posted, stored) "
                "VALUES (?, ?, ?, ?, ?)",
                (worker, *use),
            )
    if lobby is None:
        return True
    return db.execute("UPDATE worker SET lobby = ? WHERE id = ?", (lobby, worker)).rowcount > 0


class Wish(NamedTuple):
    """What clients of other workers have asked since the last report."""

    is_asked: bool = False  # somebody still wants it
    is_stopped: bool = False  # nobody does


def report_job(db: Database, name: str, report: bytes, kept: float) -> Wish:
    """Store how far a job is, and forget jobs without a report for `kept` seconds. Returns what
    clients of other workers wish."""
    now = db.now()
    db.execute("DELETE FROM job WHERE reported < ?", (now - kept,))
    row = db.execute(
        f"SELECT is_asked, is_stopped FROM job WHERE name = ?{db.lock}", (name,)
    ).fetchone()
    db.execute(
        "INSERT INTO job (name, report, reported, is_asked, is_stopped) VALUES (?, ?, ?, 0, 0) "
        "ON CONFLICT (name) DO UPDATE SET report = excluded.report, reported = excluded.reported, "
        "is_asked = 0",
        (name, report, now),
    )
    return Wish() if row is None else Wish(bool(row[0]), bool(row[1]))


def job_report(db: Database, name: str) -> bytes | None:
    """The last report of a job, and a note that somebody asked for it; None: there is none, or the
    job is no longer wanted."""
    row = db.execute(
        f"SELECT report FROM job WHERE name = ? AND is_stopped = 0{db.lock}", (name,)
    ).fetchone()
    if row is None:
        return None
    db.execute("UPDATE job SET is_asked = 1 WHERE name = ?", (name,))
    return bytes(row[0])


def stop_job(db: Database, name: str) -> None:
    """Note that a job is no longer wanted."""
    db.execute("UPDATE job SET is_stopped = 1 WHERE name = ?", (name,))


def forget_job(db: Database, name: str) -> None:
    """A job was stopped: nobody else has to know it."""
    db.execute("DELETE FROM job WHERE name = ?", (name,))
