"""How games of accounts ended, for profiles and ratings

`note` writes one row of `result` for each seat of a finished table, in the transaction that
stores its last step: nothing is lost, and nothing comes twice. Ratings read these rows: `account`
is NULL for a bot, whose `level` is not 0, and for a person without an account, or who deleted it,
or who got the seat later. A table without any account leaves no rows.
"""

from typing import Literal, NamedTuple

from siegeworks.core.contract import Seat
from siegeworks.play.clock import ClockSettings
from siegeworks.server.people.ratings.rated_games import first_owners, pace_at
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.table_status import Finished

Pace = Literal["", "quick", "calm", "days"]  # "": without a clock


class SeatResult(NamedTuple):
    """How a game ended for one seat."""

    table: str
    seat: Seat
    account: str | None
    level: int  # of a bot; 0: a person
    game: str
    pace: Pace
    place: int  # 1: the best; seats with the same result share one
    seats: int  # of the table
    finished: float  # seconds since 1970


COLUMNS = "game_table, seat, account, level, game, pace, place, seats, finished"


def pace_of(game: str, clock: ClockSettings | None, seats: int) -> Pace:
    """How fast a game was played, as `play.clock.pace_of`; "": without a clock."""
    return "" if clock is None else pace_at(game, clock, seats)


def places(returns: tuple[float, ...]) -> list[int]:
    """The place of each seat: one more than the number of seats that did better."""
    return [1 + sum(other > own for other in returns) for own in returns]


def note(db: Database, table: str, finished: Finished) -> None:
    """Note how a game ended, if an account took part from its beginning."""
    owners = first_owners(db, table)
    if not owners:
        return
    rows = db.execute("SELECT seat, level FROM seat WHERE game_table = ?", (table,))
    levels = dict(rows.fetchall())
    now, seats = db.now(), len(finished.returns)
    pace = pace_of(finished.game, finished.clock, seats)
    db.executemany(
        f"INSERT INTO result ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (game_table, seat) DO NOTHING",
        [
            SeatResult(
                *(table, seat, owners.get(seat), levels.get(seat, 0), finished.game, pace),
                *(place, seats, now),
            )
            for seat, place in enumerate(places(finished.returns))
        ],
    )


def results_of(db: Database, account: str) -> list[SeatResult]:
    """All results of an account, the newest first."""
    rows = db.execute(
        f"SELECT {COLUMNS} FROM result WHERE account = ? ORDER BY finished DESC", (account,)
    )
    return [SeatResult(*row) for row in rows]
