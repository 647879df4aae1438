"""Two players for the arena that show what hidden facts are worth: one sees them, the other samples
determinizations and searches each as if it saw everything."""

from __future__ import annotations

from siegeworks.bots.search import Budget, SearchBot
from siegeworks.bots.spec import search_bot
from siegeworks.core.contract import Action, Observation
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng, next_word

DETERMINIZATIONS = 20  # of a PIMC player; they share its budget


class CheatBot:
    """The search with the true state: an upper bound for any bot."""

    sees_state = True

    def __init__(self, search: SearchBot) -> None:
        self._search = search

    def choose(self, seen: Observation) -> Action:
        """The best action for the seat to act, with all secrets known."""
        return self._search.choose(seen)


class PimcBot:
    """Perfect information Monte Carlo: searches several determinizations as if nothing were hidden
    and adds up the visits (Ginsberg, "GIB", 2001). It acts as if it will know later what it does
    not know now (strategy fusion: Frank, Basin, "Search in games with incomplete information",
    1998)."""

    def __init__(self, game: Game, rng: Rng, budget: Budget) -> None:
        self.game, self.rng = game, rng
        self._budget = Budget(
            budget.simulations and max(1, budget.simulations // DETERMINIZATIONS),
            budget.seconds and budget.seconds / DETERMINIZATIONS,
        )

    def choose(self, seen: Observation) -> Action:
        """The action with most visits over all determinizations."""
        legal = self.game.legal_actions(seen)
        if len(legal) == 1:
            return legal[0]
        visits = dict.fromkeys(legal, 0)
        search = SearchBot(self.game, new_rng(int(next_word(self.rng))), self._budget)
        for _ in range(DETERMINIZATIONS):
            world = self.game.open_view(self.game.determinize(seen, self.rng))
            for stats in search.search(world):
                visits[stats.action] += stats.visits
        return max(legal, key=lambda action: visits[action])


def cheat(game: Game, rng: Rng, arguments: str) -> CheatBot:
    """`cheat:simulations=500`: the arguments of `search`."""
    return CheatBot(search_bot(game, rng, arguments))


def pimc(game: Game, rng: Rng, arguments: str) -> PimcBot:
    """`pimc:simulations=500`: the budget of `search`, shared among its determinizations."""
    return PimcBot(game, rng, search_bot(game, rng, arguments).budget)
