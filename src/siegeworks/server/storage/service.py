"""When the server was there to take moves, and which clocks run: what stops them, and what makes
flags fall.

A period lasts as long as some worker stores a heartbeat. Between two periods nobody could move, so
that time is taken from nobody. All times are milliseconds since 1970.
"""

from siegeworks.play.clock import LONGEST, Period
from siegeworks.server.storage.database import Database

HEARTBEAT = 1000  # between two heartbeats, as long as a clock runs
SILENCE = 2500  # without one, after which nobody could move


def serve(db: Database, now: int | None, is_new: bool) -> tuple[int, list[Period]]:
    """Store a heartbeat; returns the time, which the database's clock says if it is not given, and
    all periods, in order. `is_new`: the only worker has just started."""
    now = round(1000 * db.now()) if now is None else now
    periods: list[Period] = []
    for started, ended in db.execute("SELECT started, ended FROM served ORDER BY started"):
        # Two workers may have begun one at the same time.
        start = max(started, periods[-1].end) if periods else started
        periods.append(Period(start, max(start, ended)))
    if periods and not is_new and now - periods[-1].end <= SILENCE:
        last = periods[-1]
        if now > last.end:
            db.execute(
                "UPDATE served SET ended = ? WHERE started = (SELECT max(started) FROM served)",
                (now,),
            )
            periods[-1] = Period(last.start, now)
        return now, periods
    start = max(now, periods[-1].end + 1) if periods else now  # a clock may have been put back
    db.execute("DELETE FROM served WHERE ended < ?", (now - 2 * LONGEST,))
    db.execute("INSERT INTO served (started, ended) VALUES (?, ?)", (start, start))
    return now, [*periods, Period(start, start)]


def set_flag(db: Database, table: str, falls: int | None) -> None:
    """Note when the flag of a table falls; None: no clock runs there."""
    db.execute("DELETE FROM flag WHERE game_table = ?", (table,))
    if falls is not None:
        db.execute("INSERT INTO flag (game_table, falls) VALUES (?, ?)", (table, falls))


def falling_flags(db: Database, now: int, most: int) -> list[str]:
    """Some tables whose flag is to fall now, the longest due first."""
    rows = db.execute(
        "SELECT game_table FROM flag WHERE falls <= ? ORDER BY falls LIMIT ?", (now, most)
    )
    return [table for (table,) in rows]


def any_clock_runs(db: Database) -> bool:
    """Is there a table whose clock runs?"""
    return db.execute("SELECT 1 FROM flag LIMIT 1").fetchone() is not None
