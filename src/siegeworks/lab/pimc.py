"""Two players for the arena that show what hidden facts are worth: one sees them, one guesses
worlds and plays each as if it saw them."""

from __future__ import annotations

from siegeworks.bots.search import Budget, SearchBot
from siegeworks.bots.spec import search_bot
from siegeworks.core.game import Action, Game, Observation
from siegeworks.core.random import Rng, new_rng, next_word

WORLDS = 20  # of a PIMC player; its budget is shared among them


class CheatBot:
    """The search, given the true state: an upper bound for what can be known."""

    sees_state = True

    def __init__(self, search: SearchBot) -> None:
        self._search = search

    def choose(self, seen: Observation) -> Action:
        """The best action for whoever is to act, all secrets known."""
        return self._search.choose(seen)


class PimcBot:
    """Perfect information Monte Carlo: several states that could be the real one are drawn, each
    is searched as if nothing were hidden, and the visits are added up (Ginsberg, "GIB", 2001). It
    believes that it will know later what it does not know now (Frank, Basin, "Search in games
    with incomplete information", 1998: strategy fusion)."""

    def __init__(self, game: Game, rng: Rng, budget: Budget) -> None:
        self.game, self.rng = game, rng
        self._budget = Budget(
            budget.simulations and max(1, budget.simulations // WORLDS),
            budget.seconds and budget.seconds / WORLDS,
        )

    def choose(self, seen: Observation) -> Action:
        """The action visited most over all worlds."""
        legal = self.game.legal_actions(seen)
        if len(legal) == 1:
            return legal[0]
        visits = dict.fromkeys(legal, 0)
        search = SearchBot(self.game, new_rng(int(next_word(self.rng))), self._budget)
        for _ in range(WORLDS):
            world = self.game.open_view(self.game.determinize(seen, self.rng))
            for stats in search.search(world):
                visits[stats.action] += stats.visits
        return max(legal, key=lambda action: visits[action])


def cheat(game: Game, rng: Rng, arguments: str) -> CheatBot:
    """`cheat:simulations=500`: takes what `search` takes."""
    return CheatBot(search_bot(game, rng, arguments))


def pimc(game: Game, rng: Rng, arguments: str) -> PimcBot:
    """`pimc:simulations=500`: the budget of `search`, shared among its worlds."""
    return PimcBot(game, rng, search_bot(game, rng, arguments).budget)
