"""Games that are to count for ratings: which do, and what they change

Whether a table is rated is chosen when it is opened. When its game is over, one transaction reads
who played, changes the ratings and notes that the game has counted: so it counts once, whichever
worker does it, and again after a restart.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.games import module
from siegeworks.play.clock import ClockSettings, Pace, pace_of
from siegeworks.server import messages as m
from siegeworks.server.people.ratings.levels import level_rating
from siegeworks.server.people.ratings.model import Rating, after_game
from siegeworks.server.people.ratings.ratings import StoredRating, rating_for, write_ratings
from siegeworks.server.runtime.settings import DEFAULTS, ServerSettings
from siegeworks.server.runtime.tasks import Looker
from siegeworks.server.storage.checksums import Damaged
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.event_log import STEP, UNDO
from siegeworks.server.storage.group_writer import Conflict
from siegeworks.server.storage.rows import Head, read_head, read_seats
from siegeworks.server.storage.store import Store
from siegeworks.server.storage.table_status import left_seats, read_status, winning_seats

MOST_COUNTED = 100  # games in one look
NEEDS_CLOCK = "A rated game needs a clock. Choose one, or play a casual game."
NEEDS_ACCOUNT = "Only people with an account play rated games. Sign in, or play a casual game."
NEEDS_START = "A game that continues a record or is played on your own map is not rated."
FOR_PEOPLE = (
    "This game is rated: only people and this server's bots play it. Programs play casual games."
)
NOT_MEASURED = "The bots are not rated with these options. Play a casual game."


# Why a game does not count, as it is stored.
TAKEN_BACK, GUEST, PROGRAM = "taken-back", "guest", "program"
TWO_SEATS, UNRATED_BOT, NEVER_MOVED = "two-seats", "unrated-bot", "never-moved"
DAMAGED = "damaged"  # it is not as it was written


class Player(NamedTuple):
    """Who had a seat."""

    account: str | None  # None: nobody who is known
    level: int  # of a bot; 0: a person
    is_program: bool = False  # which plays for somebody


def pace_at(game: str, clock: ClockSettings | None, seats: int) -> Pace:
    """The pace of a rated game.

    Raises:
        SiegeworksError: it has no clock.
    """
    if clock is None:
        raise SiegeworksError(NEEDS_CLOCK)
    return pace_of(clock, module(game).CARD.minutes, seats)


def are_measured(game: str, options: dict[str, str], levels: Sequence[int]) -> bool:
    """Is it known how strong these levels of bots are in a game with these changed options?"""
    return not levels or not (options or any(level_rating(game, level) is None for level in levels))


class PointRange(NamedTuple):
    """The points of those who may take an open seat."""

    lowest: int
    highest: int


def register(db: Database, table: str, pace: Pace, wanted: PointRange | None = None) -> None:
    """The game of this table is to count. Only those with points in `wanted` may take its open
    seats; None: anybody."""
    db.execute(
        "INSERT INTO rated_game (game_table, pace, counted, refusal, lowest, highest) "
        "VALUES (?, ?, 0, '', ?, ?)",
        (table, pace, *(wanted or (None, None))),
    )


def rated_game(db: Database, table: str) -> m.TableRating:
    """Whether the game of a table is to count, or has."""
    row = db.execute(
        "SELECT counted, refusal FROM rated_game WHERE game_table = ?", (table,)
    ).fetchone()
    return m.TableRating(True, bool(row[0]), row[1]) if row else m.TableRating()


def finished(db: Database, most: int) -> list[str]:
    """Some tables whose games are over and have not counted yet."""
    rows = db.execute(
        "SELECT rated_game.game_table FROM rated_game "
        "JOIN status ON status.game_table = rated_game.game_table "
        "WHERE rated_game.counted = 0 AND status.result <> '*' LIMIT ?",
        (most,),
    )
    return [table for (table,) in rows]


def count(db: Database, table: str) -> str | None:
    """Let the game of a table count, unless it has counted before; why it does not."""
    row = db.execute(
        f"SELECT pace, counted, refusal FROM rated_game WHERE game_table = ?{db.lock}", (table,)
    ).fetchone()
    if row is None or row[1]:
        return None
    head = read_head(db, table)
    status = head and read_status(db, table, head.length)
    if not head or not status or status.result == "*":
        return None  # it is known again once somebody enters the table
    players = _players(db, table)
    refusal = _refusal(db, head, players)
    if refusal is None:
        winners = winning_seats(db, table, status.seats.split(), status.result)
        _change(db, head, row[0], players, set(winners))
    settle(db, table, refusal or "")
    return refusal


def settle(db: Database, table: str, refusal: str) -> None:
    """The game of a table has counted, or never will, for this reason."""
    db.execute(
        "UPDATE rated_game SET counted = ?, refusal = ? WHERE game_table = ?",
        (db.now(), refusal, table),
    )


def first_owners(db: Database, table: str) -> dict[Seat, str]:
    """The accounts whose seats at a table were theirs from the beginning: it counts for them."""
    command = "SELECT seat, account FROM seat_owner WHERE game_table = ? AND counts = 1"
    return dict(db.execute(command, (table,)).fetchall())


def _players(db: Database, table: str) -> list[Player]:
    """Who had which seat, in turn order."""
    owners = first_owners(db, table)
    return [
        Player(None, row.level)
        if row.who == "bot"
        else Player(owners.get(row.seat), 0, bool(row.is_bot))
        for row in read_seats(db, table)
    ]


def _refusal(db: Database, head: Head, players: list[Player]) -> str | None:
    people = [player.account for player in players if not player.level]
    levels = [player.level for player in players if player.level]
    if not people or None in people:
        return GUEST
    if len(set(people)) < len(people):
        return TWO_SEATS
    if any(player.is_program for player in players):  # an invitation is for anybody
        return PROGRAM
    if not are_measured(head.game, json.loads(head.options), levels):
        return UNRATED_BOT
    if _left_unmoved(db, head.id):
        return NEVER_MOVED
    undo = "SELECT 1 FROM event WHERE game_table = ? AND kind = ? LIMIT 1"
    return TAKEN_BACK if db.execute(undo, (head.id, UNDO)).fetchone() else None


def _left_unmoved(db: Database, table: str) -> bool:
    """Has a seat resigned, or run out of time, before its first move? Then it has not played."""
    steps = db.execute(
        "SELECT actor, token FROM event WHERE game_table = ? AND kind = ?", (table, STEP)
    ).fetchall()
    return not left_seats(steps) <= {actor for actor, _ in steps}


def _change(db: Database, head: Head, pace: Pace, players: list[Player], winners: set[int]) -> None:
    game = head.game
    accounts = sorted(player.account for player in players if player.account)
    before = {account: rating_for(db, account, game, pace) for account in accounts}

    def rating(player: Player) -> Rating:
        if player.account:
            return before[player.account].rating
        anchor = level_rating(game, player.level)
        assert anchor is not None
        return anchor

    after = after_game([rating(player) for player in players], winners)
    ratings, changes = [], []
    for seat, (player, new) in enumerate(zip(players, after, strict=True)):
        if player.account:
            old = before[player.account]
            ratings.append(StoredRating(player.account, game, pace, new, old.games + 1))
            changes.append(
                (head.id, seat, player.account, old.rating.points, new.points, new.uncertainty)
            )
    write_ratings(db, ratings)
    db.executemany(
        "INSERT INTO rating_change (game_table, seat, account, points_before, points_after, "
        "uncertainty) VALUES (?, ?, ?, ?, ?, ?)",
        changes,
    )


class Rater(Looker):
    """Lets all games count that are over: one at each worker. A game counts once, since the first
    to write it wins."""

    def __init__(self, store: Store, settings: ServerSettings = DEFAULTS) -> None:
        super().__init__("counting games", settings.rating_seconds)
        self._store = store

    async def look(self) -> int:
        """Let games count; how many there were."""
        tables = await self._store.read(lambda db: finished(db, MOST_COUNTED))
        for table in tables:
            with suppress(Conflict):  # another is faster
                await self._count(table)
        return len(tables)

    async def _count(self, table: str) -> None:
        try:
            await self._store.write(partial(count, table=table))
        except Damaged:  # left open, it would be asked for again and again
            await self._store.write(partial(settle, table=table, refusal=DAMAGED))
