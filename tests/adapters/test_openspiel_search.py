"""OpenSpiel's algorithms work on our games: equilibria of the small ones, search in all of them."""

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

from siegeworks.adapters.openspiel import short_name
from siegeworks.games import NAMES
from tests.adapters.openspiel_games import SHRUNK

SIMULATIONS = 2
PLAYED_ON = 5  # plies of each simulation


@pytest.mark.parametrize(
    ("name", "checkpoints"),
    [
        ("siegeworks_kings_ransom(columns=2,tiles=KA)", (5, 10)),
        *(  # larger trees
            pytest.param(*larger, marks=pytest.mark.long)
            for larger in (
                ("siegeworks_kings_ransom(setup=secret,columns=3,tiles=KII)", (15, 30)),
                ("siegeworks_expansion(board=3x1,values='50',quiet=4)", (4,)),
            )
        ),
    ],
)
def test_regret_minimization_comes_near_an_equilibrium(
    name: str, checkpoints: tuple[int, ...]
) -> None:
    game = pyspiel.load_game(name)
    solver = cfr.CFRSolver(game)
    distances = [exploitability.nash_conv(game, solver.average_policy())]
    for iteration in range(1, checkpoints[-1] + 1):
        solver.evaluate_and_update_policy()
        if iteration in checkpoints:
            distances.append(exploitability.nash_conv(game, solver.average_policy()))
    assert distances == sorted(set(distances), reverse=True)
    assert distances[-1] < distances[0] / 3


def searcher(game: Any, rng: np.random.RandomState) -> Any:
    """The bot for this kind of game."""
    evaluator = mcts.RandomRolloutEvaluator(1, rng, PLAYED_ON)
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        return mcts.MCTSBot(game, 1.4, SIMULATIONS, evaluator, random_state=rng)
    return ismcts.ISMCTSBot(game, evaluator, 1.4, SIMULATIONS, random_state=rng)


@pytest.mark.parametrize("name", [*map(short_name, NAMES), *SHRUNK])
def test_a_searching_bot_plays_a_whole_game(name: str) -> None:
    """OpenSpiel's bots written in Python: its C++ bots end the process on any game written in
    Python, for they let go of Python's lock and then call it (2.0.2, bots.cc)."""
    rng = np.random.RandomState(1)
    game = pyspiel.load_game(name)
    bot, state = searcher(game, rng), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=shares))
        elif state.current_player() == 0:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == pytest.approx(0)
