"""What everybody sees of an account: since when it plays, and how its games ended"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from siegeworks.server.people.accounts import progress, results
from siegeworks.server.people.accounts.account import Account
from siegeworks.server.people.accounts.results import Pace, SeatResult
from siegeworks.server.storage.database import Database


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
    ended = results.results_of(db, account.id)
    shared = _shared_first_places(db, account.id)
    kinds = Counter((one.game, one.pace) for one in ended)
    records = [
        _record(game, pace, [one for one in ended if (one.game, one.pace) == (game, pace)], shared)
        for (game, pace), _ in kinds.most_common()
    ]
    kept = progress.read(db, account.id).document
    return Profile(account.name, account.created, records, progress.solved_puzzles(kept))


def _record(game: str, pace: Pace, ended: list[SeatResult], shared: set[str]) -> Record:
    first = [one for one in ended if one.place == 1]
    drawn = sum(one.table in shared for one in first)
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
