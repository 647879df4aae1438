"""How tables stand: whose turn it is, since when, how it ended. Kept beside each table, so that a
player's list of tables needs no game to be played again.

A status says only what spectators may know. It is written with every change of its table; if it
is missing, damaged or older than the table, nothing is lost but a line in that list.
"""

import sqlite3
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from siegeworks.core.contract import Seat
from siegeworks.play.clock import ClockSettings
from siegeworks.play.table import TABLE
from siegeworks.server.storage.checksums import is_damage, row_checksum
from siegeworks.server.storage.database import Database, marks


class StoredStatus(NamedTuple):
    """How a table stands, as it is stored."""

    version: int  # of the table that this says something about
    moved: float  # when somebody or chance last acted, in seconds since 1970
    turns: int  # of the history
    seats: str  # all their names, in turn order, separated by spaces
    to_act: str = ""  # a seat; empty: none, or not known
    asked: str = ""  # the seats that an offer waits for, separated by spaces
    result: str = "*"
    ending: str = ""


class Finished(NamedTuple):
    """How a game has ended."""

    game: str
    clock: ClockSettings | None
    returns: tuple[float, ...]  # of each seat


# Called with the database, the table, and how its game has ended. What it writes is stored together
# with the last step: once, whatever happens, unless the last step is taken back and played again.
OnFinished = Callable[[Database, str, Finished], object]


LEAVES = "resign=", "time="  # how a step begins by which a seat leaves the game
COLUMNS = ", ".join(StoredStatus._fields)
UPDATES = ", ".join(f"{name} = excluded.{name}" for name in (*StoredStatus._fields, "row_check"))


def write_status(db: Database, table: str, status: StoredStatus) -> None:
    row = status_row(table, status)
    db.execute(
        f"INSERT INTO status (game_table, {COLUMNS}, row_check) VALUES ({marks(row)}) "
        f"ON CONFLICT (game_table) DO UPDATE SET {UPDATES}",
        row,
    )


def status_row(table: str, status: StoredStatus) -> tuple[Any, ...]:
    """How a table stands, with its name before and a checksum after it."""
    return (table, *status, row_checksum(table, *status))


def read_status(db: Database, table: str, version: int) -> StoredStatus | None:
    """How a table of this version stands; None if that is not known."""
    try:
        row = db.execute(
            f"SELECT {COLUMNS}, row_check FROM status WHERE game_table = ?", (table,)
        ).fetchone()
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return None  # the table itself may be whole
    if row is None or row_checksum(table, *row[:-1]) != row[-1]:
        return None
    status = StoredStatus(*row[:-1])
    return status if status.version == version else None


def winning_seats(db: Database, table: str, seats: list[str], result: str) -> tuple[Seat, ...]:
    """Who shares the win of a game that is over. A seat that has left has no part in a draw."""
    if result != "draw":
        return tuple(seats.index(name) for name in result.split("+"))
    steps = db.execute(
        "SELECT actor, token FROM event WHERE game_table = ? AND actor = ?", (table, TABLE)
    )
    left = left_seats(steps.fetchall())
    return tuple(seat for seat, name in enumerate(seats) if name not in left)


def left_seats(steps: Iterable[tuple[str, str]]) -> set[str]:
    """The seats that have resigned or run out of time, by the actor and the token of each step."""
    return {
        token.partition("=")[2]
        for actor, token in steps
        if actor == TABLE and token.startswith(LEAVES)
    }
