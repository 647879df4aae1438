"""Games that bots play against each other, step by step: the units of a data set"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from siegeworks.bots import Bot, make_bot
from siegeworks.core.contract import Action, Observation
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng, random_below
from siegeworks.lab.campaign import PickledByFields, Unit, named
from siegeworks.lab.one_game import Player, play

CHUNK = 10  # games in a unit; another number would change what a seed means
CHANCE_ACTOR = "chance"  # as in a record
CHANCE_STEP = -1  # its number


class PlayedGame(msgspec.Struct, array_like=True, frozen=True):
    """One game, in numbers."""

    actors: list[int]  # of each step: a seat, or CHANCE_STEP
    choices: list[int]  # of each step: an action, or an outcome of chance
    winners: int  # bit a seat
    ending: int  # index into Game.endings
    first: int  # the seat that began
    opening: int  # so many of its actions were drawn at random


@dataclass(frozen=True)
class SelfPlay(PickledByFields):
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

    def configuration(self) -> dict[str, object]:
        return {
            "work": "dataset",
            **named(self.game),
            "bots": list(self.bots),
            "random_actions": self.random_actions,
        }

    def prepare(self) -> Callable[[Unit], list[PlayedGame]]:
        """As `Work.prepare`: compiles the rules and the search."""
        self._play(Unit(0, 0), 0)
        return lambda unit: [self._play(unit, number) for number in range(CHUNK)]

    def _play(self, unit: Unit, number: int) -> PlayedGame:
        game, seats = self.game, len(self.game.seats)
        chance, *own = (new_rng(unit.seed, number * (1 + seats) + k) for k in range(1 + seats))
        opening = Opening(game, chance, random_below(chance, self.random_actions + 1))
        bots = [
            make_bot(self.bots[(seat + number) % len(self.bots)], game, own[seat])
            for seat in range(seats)
        ]
        played = play(game, [Player(AfterOpening(bot, opening)) for bot in bots], chance)
        outcomes = {CHANCE_ACTOR: game.tokens.outcomes}
        return PlayedGame(
            [
                CHANCE_STEP if step.actor == CHANCE_ACTOR else game.seats.index(step.actor)
                for step in played.steps
            ],
            [outcomes.get(step.actor, game.tokens.actions)[step.token] for step in played.steps],
            played.winners,
            played.ending,
            played.first,
            opening.taken,
        )


class Opening:
    """The random actions at the beginning of a game, of all seats."""

    def __init__(self, game: Game, rng: Rng, length: int) -> None:
        """An opening of at most `length` actions."""
        self._game, self._rng, self._length = game, rng, length
        self.taken = 0

    def action(self, seen: Observation) -> Action | None:
        """The next action; None: the opening is over."""
        if self.taken == self._length:
            return None
        self.taken += 1
        legal = self._game.legal_actions(seen)
        return legal[random_below(self._rng, len(legal))]


class AfterOpening(NamedTuple):
    """A bot that begins to think when the opening is over."""

    bot: Bot
    opening: Opening

    def choose(self, seen: Observation) -> Action:
        """As `Bot.choose`."""
        action = self.opening.action(seen)
        return self.bot.choose(seen) if action is None else action
