"""Who plays at a table, as far as accounts and ratings say: what its seats show of them"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from siegeworks.play.clock import ClockSettings
from siegeworks.server import messages as m
from siegeworks.server.people.ratings.levels import level_rating
from siegeworks.server.people.ratings.model import SETTLED
from siegeworks.server.people.ratings.rated_games import PointRange, pace_at
from siegeworks.server.people.ratings.ratings import ratings_among
from siegeworks.server.storage.database import Database, marks


class TableCompany(NamedTuple):
    """Who plays at a table, and whether its game counts."""

    game: str
    wanted: PointRange | None  # who may take an open seat; None: anybody
    shown: m.TablePeople  # in turn order; guests are left out

    def has_one_of(self, names: Collection[str]) -> bool:
        """Does an account of one of these names play there?"""
        return any(player.name in names for player in self.shown.people)


def companies(db: Database, tables: Sequence[str], reader: str) -> dict[str, TableCompany]:
    """Who plays at these tables, not too many, as an account sees it that asks ("": none); those
    that are gone are left out."""
    if not tables:
        return {}
    heads = db.execute(
        "SELECT id, game, clock, seats, pace, counted, refusal, lowest, highest, "
        "coalesce((SELECT tournament FROM pairing WHERE pairing.game_table = game_table.id), '') "
        "FROM game_table LEFT JOIN rated_game ON rated_game.game_table = id "
        f"WHERE is_gone = 0 AND id IN ({marks(tables)})",
        tuple(tables),
    ).fetchall()
    rows = db.execute(
        "SELECT seat.game_table, seat.seat, seat.who, seat.level, account.id, account.name, kind "
        "FROM seat LEFT JOIN seat_owner ON seat_owner.game_table = seat.game_table "
        "AND seat_owner.seat = seat.seat LEFT JOIN account ON account.id = seat_owner.account "
        "LEFT JOIN relation ON relation.other = account.id AND relation.account = ? "
        f"WHERE seat.game_table IN ({marks(tables)}) ORDER BY seat.game_table, seat.seat",
        (reader, *tables),
    ).fetchall()
    # What `m.SeatPerson` tells of a rating: points, uncertainty, is it provisional, change.
    changes = {
        (table, seat): (after, uncertainty, uncertainty > SETTLED, after - before)
        for table, seat, before, after, uncertainty in db.execute(
            "SELECT game_table, seat, points_before, points_after, uncertainty "
            f"FROM rating_change WHERE game_table IN ({marks(tables)})",
            tuple(tables),
        )
    }
    known = ratings_among(db, {row[4] for row in rows if row[4] is not None})
    by_table = dict[str, TableCompany]()
    for table, game, clock_text, seats, rated_pace, counted, refusal, *bounds, tournament in heads:
        clock = ClockSettings.parse(clock_text)
        pace = rated_pace or (pace_at(game, clock, seats) if clock else None)
        players = []
        for _, seat, who, level, account, name, kind in (row for row in rows if row[0] == table):
            rating: tuple[int, int, bool, int | None] | tuple[()] = ()
            if account is not None and pace is not None:
                stored = known(account, game, pace)
                now = stored.points, stored.uncertainty, not stored.is_settled, None
                rating = changes.get((table, seat), now)
            elif who == "bot" and rated_pace and (anchor := level_rating(game, level)):
                rating = anchor.points, anchor.uncertainty, False, None
            if account is not None or rating:
                players.append(m.SeatPerson(seat, name or "", kind == "block", *rating))
        wanted = None if bounds[0] is None else PointRange(*bounds)
        shown = m.TablePeople(
            players, rated_pace is not None, bool(counted), refusal or "", pace or "", tournament
        )
        by_table[table] = TableCompany(game, wanted, shown)
    return by_table
