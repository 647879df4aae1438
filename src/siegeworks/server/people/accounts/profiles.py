"""What everybody sees of an account: since when it plays, how its games ended, which these
were, how its ratings went"""

from collections import Counter
from collections.abc import Sequence

from siegeworks.core.contract import Seat
from siegeworks.games import game_title
from siegeworks.server import messages as m
from siegeworks.server.people.accounts import progress, relations
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.accounts.results import COLUMNS, Pace, SeatResult, results_of
from siegeworks.server.storage.database import Database, marks

PAGE = 20  # games
MOST_POINTS = 300  # of a rating, the newest


def profile_of(db: Database, account: Account, reader: Account | None) -> m.Profile:
    """What everybody sees of an account, and how the one that asks stands to it."""
    ended = results_of(db, account.id)
    shared = _shared_first_places(db, account.id)
    kinds = Counter((row.game, row.pace) for row in ended)
    records = [
        _record(game, pace, [row for row in ended if (row.game, row.pace) == (game, pace)], shared)
        for (game, pace), _ in kinds.most_common()
    ]
    kept = progress.read(db, account.id).document
    return m.Profile(
        *(account.name, int(account.created), records, progress.solved_puzzles(kept)),
        standing=relations.standing(db, reader.id, account.id) if reader else "none",
        is_me=reader is not None and reader.id == account.id,
        is_signed_in=reader is not None,
    )


def _record(game: str, pace: Pace, ended: list[SeatResult], shared: set[str]) -> m.GameRecord:
    first = [row for row in ended if row.place == 1]
    drawn = sum(row.table in shared for row in first)
    return m.GameRecord(game, game_title(game), pace, len(ended), len(first) - drawn, drawn)


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


def played_games(db: Database, account: str, reader: str, page: int) -> m.PlayedGames:
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

    def game(own: SeatResult) -> m.PlayedGame:
        others = [player for seat, player in players[own.table] if seat != own.seat]
        is_shared = any(other.place == own.place for other in others)
        return m.PlayedGame(
            *(own.game, game_title(own.game), own.pace, int(own.finished), own.place, own.seats),
            others,
            "lost" if own.place > 1 else "drawn" if is_shared else "won",
            own.table if own.table in is_open else "",
            *changes.get((own.table, own.seat), (None, None)),
        )

    return m.PlayedGames([game(row) for row in own], len(rows) > PAGE)


def rating_history(db: Database, account: str, game: str, pace: str) -> m.RatingHistory:
    """How a rating went, the oldest game first; of games whose tables are kept."""
    rows = db.execute(
        "SELECT result.finished, points_after, uncertainty FROM rating_change "
        "JOIN result ON result.game_table = rating_change.game_table "
        "AND result.seat = rating_change.seat "
        "WHERE result.account = ? AND rating_change.account = result.account "
        "AND game = ? AND pace = ? ORDER BY result.finished DESC LIMIT ?",
        (account, game, pace, MOST_POINTS),
    ).fetchall()
    return m.RatingHistory(
        [m.RatingPoint(int(finished), *rating) for finished, *rating in reversed(rows)]
    )


def _players(db: Database, tables: Sequence[str]) -> dict[str, list[tuple[Seat, m.Opponent]]]:
    """Everybody who played at these tables, in turn order."""
    players: dict[str, list[tuple[Seat, m.Opponent]]] = {table: [] for table in tables}
    for table, seat, *player in db.execute(
        "SELECT game_table, seat, coalesce(name, ''), place, level FROM result "
        f"LEFT JOIN account ON account.id = account WHERE game_table IN ({marks(tables)}) "
        "ORDER BY seat",
        tuple(tables),
    ):
        players[table].append((seat, m.Opponent(*player)))
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
