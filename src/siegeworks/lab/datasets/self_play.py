"""Games that bots play against each other, step by step: the units of a data set"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from siegeworks.bots import make_bot
from siegeworks.core.contract import TERMINAL
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng, random_below
from siegeworks.lab.by_name import GameNames
from siegeworks.lab.campaign import Unit

CHUNK = 10  # games in a unit; another number would change what a seed means
CHANCE_STEP = -1  # the actor of an outcome of chance


class PlayedGame(msgspec.Struct, array_like=True, frozen=True):
    """One game, in numbers."""

    actors: list[int]  # of each step: a seat, or CHANCE_STEP
    choices: list[int]  # of each step: an action, or an outcome of chance
    winners: int  # bit a seat
    ending: int  # index into Game.endings
    first: int  # the seat that began
    opening: int  # so many of its actions were drawn at random


@dataclass(frozen=True)
class SelfPlay:
    """The work of a data set (`lab.campaign.Work`); each unit is CHUNK games.

    Each game has bots and random numbers of its own. In game k the bots sit k seats further on.
    """

    game: Game
    bots: tuple[str, ...]  # one for all seats, or one for each
    random_actions: int  # a game begins with 0 to this many random actions, equally likely

    result_type = list[PlayedGame]

    def __post_init__(self) -> None:
        if len(self.bots) not in (1, len(self.game.seats)):
            raise SiegeworksError(
                f"{len(self.bots)} bots cannot share {len(self.game.seats)} seats: name one that "
                "plays all of them, or one for each."
            )

    def __reduce__(self) -> tuple[Callable[..., SelfPlay], tuple[object, ...]]:
        return _again, (GameNames.of(self.game), self.bots, self.random_actions)

    def configuration(self) -> dict[str, object]:
        """As `Work.configuration`."""
        names = GameNames.of(self.game)
        return {
            "work": "dataset",
            "game": names.name,
            "options": names.options,
            "map_rows": list(names.map_rows),
            "ruleset": self.game.ruleset,
            "bots": list(self.bots),
            "random_actions": self.random_actions,
        }

    def prepare(self) -> Callable[[Unit], list[PlayedGame]]:
        """As `Work.prepare`: compiles the rules and the search."""
        self._play(Unit(0, 0), 0)
        return lambda unit: [self._play(unit, number) for number in range(CHUNK)]

    def _play(self, unit: Unit, number: int) -> PlayedGame:
        game, seats = self.game, len(self.game.seats)
        rng, *own = (new_rng(unit.seed, number * (1 + seats) + k) for k in range(1 + seats))
        bots = [
            make_bot(self.bots[(seat + number) % len(self.bots)], game, own[seat])
            for seat in range(seats)
        ]
        opening = random_below(rng, self.random_actions + 1)
        state, actors, choices, acted = game.new_state(), [], [], 0
        while True:
            for outcome in game.settle(state, rng):
                actors.append(CHANCE_STEP)
                choices.append(int(outcome))
            if state.to_act == TERMINAL:
                break
            seat = int(state.to_act)
            if acted < opening:
                legal = game.legal_actions(state)
                action = legal[random_below(rng, len(legal))]
            else:
                action = bots[seat].choose(game.observe(state, seat))
            acted += 1
            actors.append(seat)
            choices.append(int(action))
            game.apply(state, action)
        first, ending = int(state.first), int(state.ending)
        return PlayedGame(actors, choices, int(state.winners), ending, first, min(opening, acted))


def _again(names: GameNames, bots: Sequence[str], random_actions: int) -> SelfPlay:
    return SelfPlay(names.load(), tuple(bots), random_actions)
