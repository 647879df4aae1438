"""No advice from bots on a game that people are playing here now.

We cannot prevent anybody from asking a bot elsewhere (SECURITY.md). Games with secrets are left
out: nobody has their record before the end, and comparing them would reveal what is hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.maps import MAP_OPTION
from siegeworks.play.table import Step
from siegeworks.server.tables.room import Room

SHARED_STEPS = 4  # from which on two games that went the same way are taken for the same game


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
        is_played_now = room.is_between_people and any(
            connection.seats for connection in room.connections
        )
        if room is but or not is_played_now:
            continue
        common = min(len(steps), len(room.table.steps))
        if (
            common >= SHARED_STEPS
            and steps[:common] == room.table.steps[:common]
            and is_same_game(room.game, game)
        ):
            raise SiegeworksError(
                "People are playing this very game here now, and bots give no advice on it. Ask "
                "again when it is over or has gone another way."
            )


def is_same_game(one: Game, other: Game) -> bool:
    """Have they the same board and the same rules? What a map is called does not matter."""
    return one is other or (
        one.name == other.name
        and {**one.options, MAP_OPTION: ""} == {**other.options, MAP_OPTION: ""}
        and one.params.tobytes() == other.params.tobytes()
    )
