"""Players that exist only in the arena, to measure bots against"""

from collections.abc import Callable

from siegeworks import agents
from siegeworks.bots import Bot, make_bot
from siegeworks.bots.search import Budget, SearchBot
from siegeworks.bots.spec import search_bot
from siegeworks.core.contract import Action, Observation
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng, next_word
from siegeworks.lab.openspiel_players import openspiel_ismcts, openspiel_mcts

DETERMINIZATIONS = 20  # of a PIMC player; they share its budget


def agent(game: Game, rng: Rng, arguments: str) -> Bot:
    """`agent`, the one of this game in the package; `agent:FILE`, that of a file.

    Raises:
        SiegeworksError: there is none, or it was trained for something else.
    """
    return agents.load(arguments or game.name, game, rng)


# Two players that show what hidden facts are worth: one sees them, the other samples worlds and
# searches each as if it saw everything.
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


BASELINES: dict[str, Callable[[Game, Rng, str], Bot]] = {
    "agent": agent,
    "cheat": cheat,
    "openspiel-ismcts": openspiel_ismcts,
    "openspiel-mcts": openspiel_mcts,
    "pimc": pimc,
}
"""By name: a player from the game, a generator and the arguments after the colon of its spec.

A player with the attribute `sees_state = True` gets the true state instead of its observation, and
is marked in results. It is an upper bound to measure against, not an opponent.
"""


def make_player(spec: str, game: Game, rng: Rng) -> Bot:
    """The baseline or the bot of a spec: "greedy", "level:5", "cheat:simulations=500".

    Raises:
        UnknownBot: no such player, or it does not take these arguments.
    """
    name, _, arguments = spec.partition(":")
    if name in BASELINES:
        return BASELINES[name](game, rng, arguments)
    return make_bot(spec, game, rng)


def sees_state(spec: str, player: Bot) -> bool:
    """Does this player get the true state? Bots never do, whatever they claim."""
    return spec.partition(":")[0] in BASELINES and bool(getattr(player, "sees_state", False))
