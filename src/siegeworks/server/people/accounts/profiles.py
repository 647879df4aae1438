"""What everybody sees of an account: since when it plays, how its games ended, which these
were, how its ratings went"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from siegeworks.core.contract import Seat
from siegeworks.server.people.accounts import progress
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.accounts.results import COLUMNS, Pace, SeatResult, results_of
from siegeworks.server.storage.database import Database, marks

PAGE = 20  # games
MOST_POINTS = 300  # of a rating, the newest


class Record(NamedTuple):
    """How the games of one kind ended."""

    game: str
    pace: Pace
    played: int
    won: int  # alone in the first place
    drawn: int  # the first place shared


class Profile(NamedTuple):
    """What everybody sees of an account."""

    name: str
    since: float  # seconds since 1970
    records: list[Record]  # those played most first
    puzzles: int  # solved, as its browsers say


def profile_of(db: Database, account: Account) -> Profile:
    """What everybody sees of an account."""
    ended = results_of(db, account.id)
    shared = _shared_first_places(db, account.id)
    kinds = Counter((row.game, row.pace) for row in ended)
    records = [
        _record(game, pace, [row for row in ended if (row.game, row.pace) == (game, pace)], shared)
        for (game, pace), _ in kinds.most_common()
    ]
    kept = progress.read(db, account.id).document
    return Profile(account.name, account.created, records, progress.solved_puzzles(kept))


def _record(game: str, pace: Pace, ended: list[SeatResult], shared: set[str]) -> Record:
    first = [row for row in ended if row.place == 1]
    drawn = sum(row.table in shared for row in first)
    return Record(game, pace, len(ended), len(first) - drawn, drawn)


def _shared_first_places(db: Database, account: str) -> set[str]:
    """The tables where several seats had the first place."""
    rows = db.execute(
        "SELECT game_table FROM result WHERE place = 1 AND game_table IN "
        "(SELECT game_table FROM result WHERE account = ?) "
        "GROUP BY game_table HAVING count(*) > 1",
        (account,),
    )
    return {str(table) for (table,) in rows}


# The games ---------------------------------------------------------------------------------------


class Opponent(NamedTuple):
    """Who else played."""

    name: str  # of an account; "": a bot, a guest, or an account that was deleted
    level: int  # of a bot; 0: a person
    place: int


class PlayedGame(NamedTuple):
    """A finished game of an account."""

    own: SeatResult
    opponents: list[Opponent]  # in turn order
    is_shared: bool  # others have the same place
    points: int | None  # of the rating, once the game has counted
    change: int | None  # of them, by this game
    is_open: bool  # may who asks see its replay?


class RatingPoint(NamedTuple):
    """A rating after a game that has counted."""

    finished: float  # seconds since 1970
    points: int
    uncertainty: int


def played_games(
    db: Database, account: str, reader: str, page: int
) -> tuple[list[PlayedGame], bool]:
    """A page (from 0) of the finished games of an account, the newest first, and whether there are
    older ones.

    The replay of a table is for those who know its name. So a game that was not public is linked
    only if the account that asks ("": none) has played it.
    """
    rows = db.execute(
        f"SELECT {COLUMNS} FROM result WHERE account = ? "
        "ORDER BY finished DESC, game_table, seat LIMIT ? OFFSET ?",
        (account, PAGE + 1, page * PAGE),
    ).fetchall()
    own = [SeatResult(*row) for row in rows[:PAGE]]
    tables = [row.table for row in own]
    players, changes = _players(db, tables), _changes(db, tables)
    is_open = _open_tables(db, tables, reader)

    def game(result: SeatResult) -> PlayedGame:
        others = [player for seat, player in players[result.table] if seat != result.seat]
        points, change = changes.get((result.table, result.seat), (None, None))
        is_shared = any(other.place == result.place for other in others)
        return PlayedGame(result, others, is_shared, points, change, result.table in is_open)

    return [game(row) for row in own], len(rows) > PAGE


def rating_history(db: Database, account: str, game: str, pace: str) -> list[RatingPoint]:
    """How a rating went, the oldest game first; of games whose tables are kept."""
    rows = db.execute(
        "SELECT result.finished, points_after, uncertainty FROM rating_change "
        "JOIN result ON result.game_table = rating_change.game_table "
        "AND result.seat = rating_change.seat "
        "WHERE result.account = ? AND rating_change.account = result.account "
        "AND game = ? AND pace = ? ORDER BY result.finished DESC LIMIT ?",
        (account, game, pace, MOST_POINTS),
    ).fetchall()
    return [RatingPoint(*row) for row in reversed(rows)]


def _players(db: Database, tables: Sequence[str]) -> dict[str, list[tuple[Seat, Opponent]]]:
    """Everybody who played at these tables, in turn order."""
    players: dict[str, list[tuple[Seat, Opponent]]] = {table: [] for table in tables}
    for table, seat, *player in db.execute(
        "SELECT game_table, seat, coalesce(name, ''), level, place FROM result "
        f"LEFT JOIN account ON account.id = account WHERE game_table IN ({marks(tables)}) "
        "ORDER BY seat",
        tuple(tables),
    ):
        players[table].append((seat, Opponent(*player)))
    return players


def _changes(db: Database, tables: Sequence[str]) -> dict[tuple[str, Seat], tuple[int, int]]:
    """The points of seats after games that have counted, and by how much they changed."""
    rows = db.execute(
        "SELECT game_table, seat, points_after, points_after - points_before FROM rating_change "
        f"WHERE game_table IN ({marks(tables)})",
        tuple(tables),
    )
    return {(table, seat): (points, change) for table, seat, points, change in rows}


def _open_tables(db: Database, tables: Sequence[str], reader: str) -> set[str]:
    """Which of these tables may be named to an account: rated games and those of tournaments,
    which are listed for everybody, and the account's own."""
    rows = db.execute(
        f"SELECT id FROM game_table WHERE is_gone = 0 AND id IN ({marks(tables)}) AND ("
        "EXISTS (SELECT 1 FROM rated_game WHERE game_table = id) OR "
        f"id IN (SELECT game_table FROM pairing WHERE game_table IN ({marks(tables)})) OR "
        "EXISTS (SELECT 1 FROM seat_owner WHERE game_table = id AND account = ?))",
        (*tables, *tables, reader),
    )
    return {table for (table,) in rows}
