"""Whose seats are whose: the tables of an account"""

from collections.abc import Collection
from typing import NamedTuple

from siegeworks.core.contract import Seat
from siegeworks.server.storage.database import Database, marks

MOST_TABLES = 40  # of one account in a list, the last moved first
OVER_DAYS = 2  # for which programs are told of a finished game


class OwnTable(NamedTuple):
    """A table where an account has seats."""

    table: str
    game: str
    opened: float  # seconds since 1970
    is_over: bool


def claim(db: Database, account: str, table: str, seats: Collection[Seat], *, counts: bool) -> None:
    """Make seats those of an account, whose browser has proven them, unless they are somebody
    else's. The result counts only for who had a seat from the beginning."""
    now = db.now()
    db.executemany(
        "INSERT INTO seat_owner (game_table, seat, account, since, counts) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (game_table, seat) DO NOTHING",
        [(table, seat, account, now, int(counts)) for seat in seats],
    )


def release(db: Database, table: str, seats: Collection[Seat], owner: str) -> None:
    """The one who has new keys for seats has them alone: accounts other than the owner ("": none)
    lose them."""
    db.executemany(
        "DELETE FROM seat_owner WHERE game_table = ? AND seat = ? AND account <> ?",
        [(table, seat, owner) for seat in seats],
    )


def seats_of(db: Database, account: str, table: str) -> list[Seat]:
    """The seats of an account at a table, in turn order."""
    rows = db.execute(
        "SELECT seat FROM seat_owner WHERE account = ? AND game_table = ? ORDER BY seat",
        (account, table),
    )
    return [int(seat) for (seat,) in rows]


def running_seats(db: Database, accounts: Collection[str]) -> dict[str, dict[str, list[Seat]]]:
    """The seats that accounts have, by account and table: at running games, and at those that were
    over in the last days."""
    rows = db.execute(
        f"SELECT account, game_table, seat FROM seat_owner WHERE account IN ({marks(accounts)}) "
        "AND game_table NOT IN (SELECT game_table FROM status WHERE result <> '*' AND moved < ?) "
        "ORDER BY seat",
        (*accounts, db.now() - OVER_DAYS * 86_400),
    )
    owned: dict[str, dict[str, list[Seat]]] = {}
    for account, table, seat in rows:
        owned.setdefault(account, {}).setdefault(table, []).append(int(seat))
    return owned


def tables_of(db: Database, account: str, most: int = MOST_TABLES) -> list[OwnTable]:
    """The tables where an account has seats, the last moved first."""
    rows = db.execute(
        "SELECT id, game, opened, result FROM game_table "
        "LEFT JOIN status ON status.game_table = game_table.id WHERE is_gone = 0 AND id IN "
        "(SELECT game_table FROM seat_owner WHERE account = ?) "
        "ORDER BY coalesce(moved, opened) DESC LIMIT ?",
        (account, most),
    )
    return [
        OwnTable(table, game, opened, result not in (None, "*"))
        for table, game, opened, result in rows
    ]
