"""Games in which a search says what every position, and every move that it tried, is worth

A network that learns from the ends of games alone learns what good players avoid and never sees;
one that learns what a search found about good and poor moves alike orders them as the search does.
"""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import numpy as np

from siegeworks.bots.search import ActionStatistics, SearchBot
from siegeworks.bots.spec import search_bot
from siegeworks.core.contract import TERMINAL, State
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng, random_below
from siegeworks.lab.campaign import PickledByFields, Unit, named

CHUNK = 5  # games in a unit; another number would change what a seed means
RANDOM = 4  # every so many actions, one is drawn at random
LEAST_VISITS = 15  # of a move whose value is kept
SCALE = 10_000  # a probability is kept as a whole number of so many parts
ITSELF = -1  # instead of an action: the position before any


class SearchedGame(msgspec.Struct, array_like=True, frozen=True):
    """One game, in numbers."""

    choices: list[int]  # of each step: an action, or an outcome of chance
    values: list[list[int]]  # of each action: pairs of another one that was tried, and its value


@dataclass(frozen=True)
class SearchedGames(PickledByFields):
    """The work of a generation (`lab.campaign.Work`); each unit is CHUNK games."""

    game: Game
    search: str  # what `search:` takes: "simulations=300,network=FILE"

    result_type = list[SearchedGame]

    def __post_init__(self) -> None:
        if len(self.game.seats) != 2:
            raise SiegeworksError("Networks learn from games of two seats.")

    def configuration(self) -> dict[str, object]:
        return {
            "work": "searched games",
            **named(self.game),
            "search": self.search,
        }

    def prepare(self) -> Callable[[Unit], list[SearchedGame]]:
        """As `Work.prepare`: compiles the rules and the search."""
        self._play(new_rng(0), most=2)
        return lambda unit: [self._play(new_rng(unit.seed, k)) for k in range(CHUNK)]

    def _play(self, rng: Rng, most: int | None = None) -> SearchedGame:
        game, state = self.game, self.game.new_state()
        choices = game.settle(state, rng)
        values: list[list[int]] = []
        seeds = [random_below(rng, 1 << 30) for _ in range(2)]
        bots = [search_bot(game, new_rng(seed), self.search) for seed in seeds]
        while state.to_act != TERMINAL and (most is None or len(values) < most):
            seat = int(state.to_act)
            bot = bots[seat]
            statistics = bot.search(game.observe(state, seat))
            values.append(kept(statistics))
            action = self._drawn(state, bot, statistics, rng)
            game.unchecked.apply(state, action)
            choices += [action, *game.settle(state, rng)]
        return SearchedGame(choices, values)

    def _drawn(
        self, state: State, bot: SearchBot, statistics: list[ActionStatistics], rng: Rng
    ) -> int:
        legal = self.game.legal_actions(state)
        if random_below(rng, RANDOM) == 0:
            return legal[random_below(rng, len(legal))]
        visits = np.array([stats.visits for stats in statistics], np.float64) + 1e-9
        drawn = random_below(rng, 1 << 30) / (1 << 30) * visits.sum()
        return statistics[int(np.searchsorted(np.cumsum(visits), drawn, side="right"))].action


def kept(statistics: list[ActionStatistics]) -> list[int]:
    """What is kept of a search: its own value, and those of the actions that it often tried."""
    best = statistics[0]
    values = [ITSELF, round(best.win_probability * SCALE)]
    for stats in statistics:
        if stats.visits >= LEAST_VISITS or stats.proven:
            values += [stats.action, round(stats.win_probability * SCALE)]
    return values
