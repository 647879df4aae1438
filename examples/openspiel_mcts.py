"""OpenSpiel's tree search plays Siege Master against random moves, half of the games as red.

    python examples/openspiel_mcts.py

Needs OpenSpiel: pip install 'siegeworks[research]'.
"""

import os

import numpy as np
import pyspiel
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator
from open_spiel.python.bots.uniform_random import UniformRandomBot

import siegeworks.adapters.openspiel  # noqa: F401  (registers our games)
from siegeworks import wilson

GAMES = int(os.environ.get("GAMES", "20"))
SIMULATIONS = 100  # per move: games finished at random


def main() -> None:
    """Play and count."""
    game, rng = pyspiel.load_game("siegeworks_siege_master"), np.random.RandomState(1)
    evaluator = RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    won = 0.0
    for number in range(GAMES):
        seat = number % 2
        searching = MCTSBot(game, 1.4, SIMULATIONS, evaluator, random_state=rng)
        bots = [UniformRandomBot(player, rng) for player in range(2)]
        bots[seat] = searching
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))
        won += (1 + state.returns()[seat]) / 2
    result = wilson(won, GAMES)
    print(
        f"search won {won:g} of {GAMES} games against random: {result.share:.0%} "
        f"(95% interval {result.low:.0%} to {result.high:.0%})"
    )


if __name__ == "__main__":
    main()
