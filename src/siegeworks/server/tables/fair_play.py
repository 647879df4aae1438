"""No advice from bots on a game that people play here now with each other, or for ratings.

We cannot prevent anybody from asking a bot elsewhere (SECURITY.md). Games with secrets are left
out: nobody has their record before the end, and comparing them would reveal what is hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.play.openings import is_same_game, opening_of, went_the_same_way
from siegeworks.play.table import Step
from siegeworks.server.storage.restore import kept_steps
from siegeworks.server.storage.store import Store
from siegeworks.server.tables.room import Room

IN_PLAY = (
    "People are playing this exact game here now, so bots give no advice on it. Ask again when it "
    "is over or has taken another course."
)


def check_not_in_play(
    rooms: Iterable[Room], game: Game, steps: Sequence[Step], but: Room | None = None
) -> None:
    """Are no people playing this game now?

    Args:
        rooms: all rooms in memory.
        game: in which advice is wanted.
        steps: how it went so far.
        but: the room in which advice is wanted.

    Raises:
        SiegeworksError: a game between people went the same way.
    """
    if game.has_secrets:
        return
    for room in rooms:
        is_played_now = room.bars_advice and any(
            connection.seats for connection in room.connections
        )
        if room is but or not is_played_now:
            continue
        if went_the_same_way(steps, room.table.steps) and is_same_game(room.game, game):
            raise SiegeworksError(IN_PLAY)


async def check_not_in_play_elsewhere(
    store: Store, worker: str, game: Game, steps: Sequence[Step], but: Room | None = None
) -> None:
    """As `check_not_in_play`, for those who are connected to other workers than this one.

    Raises:
        NotStored: the database is away.
        SiegeworksError: a game between people went the same way.
    """
    opening = "" if game.has_secrets or not store.is_shared else opening_of(game, steps)
    if opening:
        for table, events in await store.in_play(opening, worker):
            if (but is None or table != but.id) and went_the_same_way(steps, kept_steps(events)):
                raise SiegeworksError(IN_PLAY)
