"""OpenSpiel's deep learners run on our games: that is what the extra `research` is for."""

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment

import siegeworks.adapters.openspiel  # noqa: F401  (registers the games)

# PyTorch, and what stands on it, takes seconds to import: only the worker that runs these does.

SMALL = "siegeworks_kings_ransom(columns=2,tiles=KA)"
EPISODES = 3


@pytest.fixture(autouse=True)
def _same_numbers_every_time() -> None:
    import torch  # noqa: PLC0415

    torch.manual_seed(1)
    np.random.seed(1)


def learners(kind: str, env: Any) -> list[Any]:
    """A learner a seat."""
    from open_spiel.python.pytorch import dqn, nfsp  # noqa: PLC0415

    size, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    made: list[Any] = []
    for seat in range(2):
        if kind == "dqn":
            made.append(dqn.DQN(seat, size, actions, hidden_layers_sizes=[8], batch_size=4))
        else:
            made.append(nfsp.NFSP(seat, size, actions, [8], 100, 0.5, batch_size=4))
    return made


@pytest.mark.long
@pytest.mark.parametrize("kind", ["dqn", "nfsp"])
def test_learners_play_and_learn(kind: str) -> None:
    env = rl_environment.Environment(pyspiel.load_game(SMALL), seed=1)
    agents = learners(kind, env)
    for _ in range(EPISODES):
        time_step = env.reset()
        while not time_step.last():
            seat = time_step.observations["current_player"]
            action = agents[seat].step(time_step).action
            assert action in time_step.observations["legal_actions"][seat]
            time_step = env.step([action])
        for agent in agents:
            agent.step(time_step)


@pytest.mark.long
def test_deep_cfr_solves() -> None:
    from open_spiel.python.pytorch import deep_cfr  # noqa: PLC0415

    solver = deep_cfr.DeepCFRSolver(
        pyspiel.load_game(SMALL),
        policy_network_layers=(8,),
        advantage_network_layers=(8,),
        num_iterations=1,
        num_traversals=2,
        batch_size_advantage=4,
        batch_size_strategy=4,
    )
    solver.solve()
    state = pyspiel.load_game(SMALL).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    chances = solver.action_probabilities(state)
    assert chances.keys() == set(state.legal_actions())
