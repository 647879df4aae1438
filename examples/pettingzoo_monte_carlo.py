"""A searching player against a random one, through PettingZoo: King's Ransom, secrets and all.

It knows only what its seat may know: it imagines the hidden tiles, plays each legal action out at
random a few times, and takes the one that did best.

    pip install 'siegeworks[research]'
    python examples/pettingzoo_monte_carlo.py
"""

import sys
from collections.abc import Callable

import numpy as np

from siegeworks import (
    CHANCE,
    TERMINAL,
    Action,
    Game,
    Observation,
    Rng,
    new_rng,
    random_below,
    wilson,
)
from siegeworks.adapters.pettingzoo import SiegeEnv
from siegeworks.core.contract import Rules
from siegeworks.core.jit import kernel

GAMES = 100
PLAYOUTS = 400  # per decision, shared out over the legal actions


def main(games: int = GAMES, playouts: int = PLAYOUTS) -> None:
    """Play, changing seats every game, and count."""
    env, rng = SiegeEnv("kings-ransom"), new_rng(1)
    search = Searcher(env.game, rng, playouts)
    won = 0
    for number in range(games):
        env.reset(seed=number)
        searcher = env.possible_agents[number % 2]
        for agent in env.agent_iter():
            observation, reward, over, _, _ = env.last()
            if over:
                won += agent == searcher and reward > 0
                env.step(None)
            elif agent == searcher:
                env.step(search.choose(env.seen()))
            else:
                legal = np.flatnonzero(observation["action_mask"])
                env.step(legal[random_below(rng, len(legal))])
    share = wilson(won, games)
    print(
        f"Monte Carlo won {won} of {games} games against random: {share.share:.0%} "
        f"(95% interval {share.low:.0%} to {share.high:.0%})"
    )


class Searcher:
    """Chooses the action with the best mean over random playouts of imagined states."""

    def __init__(self, game: Game, rng: Rng, playouts: int) -> None:
        self.game, self.rng, self.playouts = game, rng, playouts
        self.play_out = compiled_playout(game.rules)

    def choose(self, seen: Observation) -> Action:
        """The action for the seat to act, which sees this."""
        game, seat, legal = self.game, int(seen.to_act), self.game.legal_actions(seen)
        totals = np.zeros(len(legal))
        for _ in range(max(1, self.playouts // len(legal))):
            imagined = game.determinize(seen, self.rng)
            for i, action in enumerate(legal):
                state = game.unchecked.child(imagined, action)
                totals[i] += self.play_out(game.params, state, self.rng, seat)
        return legal[int(totals.argmax())]


def compiled_playout(rules: Rules) -> Callable[..., float]:
    """A function that plays a state to its end at random and says whether a seat won."""
    num_legal, nth_legal, apply_action = rules.num_legal, rules.nth_legal, rules.apply_action
    num_cases, nth_case, apply_outcome = rules.num_cases, rules.nth_case, rules.apply_outcome

    @kernel
    def play_out(params, s, rng, seat):
        while s.to_act != TERMINAL:
            if s.to_act == CHANCE:
                apply_outcome(
                    params, s, nth_case(params, s, random_below(rng, num_cases(params, s)))
                )
            else:
                k = random_below(rng, num_legal(params, s))
                apply_action(params, s, nth_legal(params, s, k))
        return s.winners >> seat & 1

    return play_out


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
