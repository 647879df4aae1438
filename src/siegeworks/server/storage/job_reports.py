"""What workers tell each other of jobs: how far they are, and what clients wish."""

from __future__ import annotations

from typing import NamedTuple

from siegeworks.server.storage.database import Database


class Wish(NamedTuple):
    """What clients of other workers have asked since the last report."""

    is_asked: bool = False  # somebody still wants it
    is_stopped: bool = False  # nobody does


def report_job(db: Database, name: str, report: bytes, kept: float) -> Wish:
    """Store how far a job is, and forget jobs without a report for `kept` seconds; what other
    workers' clients wish."""
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
