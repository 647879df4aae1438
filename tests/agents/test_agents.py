"""Agents say what they were trained by, and play from what their seat sees alone."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from siegeworks import SiegeworksError, agents
from siegeworks.agents.policy import Layer, Policy, read_policy, write_policy
from siegeworks.bots.mcts.evaluation import score_of
from siegeworks.core.advice import FILE, Network
from siegeworks.core.contract import TERMINAL
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng, random_below
from siegeworks.games import load
from tests.bots.lookalikes import choices_in_lookalikes
from tests.variants import long_where

GAME = "expansion"


def made(game: Game) -> dict[str, object]:
    return {
        "game": game.name,
        "options": dict(game.options),
        "ruleset": game.ruleset,
        "command": "python train.py",
    }


def policy_of(game: Game, has_value: bool = True, networks: int = 1) -> Policy:
    """One that was never trained."""
    assert game.tensor is not None
    rng = np.random.default_rng(1)
    sizes = int(np.prod(game.tensor.shape)), 5, game.num_actions + has_value

    def network() -> tuple[Layer, ...]:
        return tuple(
            Layer(
                rng.standard_normal((a, b), np.float32),
                rng.standard_normal(b, np.float32),
            )
            for a, b in pairwise(sizes)
        )

    return Policy(tuple(network() for _ in range(networks)), made(game))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "agent.npz"
    write_policy(path, policy_of(load(GAME)))
    return path


def played(agent: agents.Agent, steps: int = 12) -> None:
    """A few steps of a game, with what holds of every agent."""
    game, rng, state = agent.game, new_rng(3), agent.game.new_state()
    game.settle(state, rng)
    for _ in range(steps):
        if state.to_act == TERMINAL:
            break
        seen, legal = game.observe(state, int(state.to_act)), game.legal_actions(state)
        chances = agent.policy(seen)
        assert chances.shape == (game.num_actions,)
        assert chances.sum() == pytest.approx(1)
        assert set(np.flatnonzero(chances)) <= set(legal)
        assert np.array_equal(chances, agent.policy(seen))
        assert 0 <= agent.value(seen) <= 1
        assert np.isfinite(agent.observe(seen)).all()
        assert agent.choose(seen) in legal
        game.apply(state, legal[random_below(rng, len(legal))])
        game.settle(state, rng)


@pytest.mark.parametrize(
    "name",  # the kernels of each take long to compile; Expansion has secrets
    long_where(agents.names(), lambda name: name != "expansion"),
)
def test_an_agent_of_the_package_plays_its_game_and_says_how_it_was_made(name: str) -> None:
    agent = agents.load(name)
    assert agent.made["game"] == agent.game.name == name
    assert dict(agent.game.options) == agent.made["options"]
    assert agent.made["command"].startswith(f"siegeworks train {name}")
    played(agent)


def test_a_policy_of_a_file_plays_as_its_layers_say(file: Path) -> None:
    agent = agents.load(file)
    assert agent.made["command"] == "python train.py"
    played(agent)
    game, state = agent.game, agent.game.new_state()
    seen = game.observe(state, int(state.to_act))
    ((first, last),) = policy_of(game).networks
    x = np.maximum(game.observation_tensor(seen).ravel() @ first.weight + first.bias, 0)
    scores = x @ last.weight + last.bias
    legal = game.legal_actions(seen)
    weights = np.exp(scores[legal])
    assert agent.policy(seen)[legal] == pytest.approx(weights / weights.sum(), abs=1e-6)
    assert agent.value(seen) == pytest.approx(np.clip((1 + scores[-1]) / 2, 0, 1), abs=1e-6)


def test_each_seat_has_its_own_network_where_there_are_two() -> None:
    policy = policy_of(load(GAME), networks=2)
    x = np.ones(len(policy.networks[0][0].weight), np.float32)
    assert not np.array_equal(policy.outputs(x, 0), policy.outputs(x, 1))


def test_the_agent_judges_as_the_network_of_the_search() -> None:
    """Siege Master has no secrets and no chance, and its network judges every position."""
    agent = agents.load("siege-master")
    assert isinstance(agent, agents.JudgingAgent)
    game, state = agent.game, agent.game.new_state()
    network = game.advice.judgement.network
    assert network is not None
    seen = game.observe(state, int(state.to_act))
    score = score_of(network.layers, agent.observe(seen), np.zeros(len(network.layers.bias)))
    features = np.zeros((2, len(network.features)), np.float32)
    kept = game.advice.judgement.write(game.params, state, features)
    expected = kept / (1 + np.exp(-score)) + (1 - kept) / 2
    assert agent.value(seen) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("source", [GAME, "file"])
def test_what_is_hidden_changes_no_choice(source: str, file: Path) -> None:
    game = load(GAME)
    for choice, other in choices_in_lookalikes(
        game,
        lambda: agents.load(file if source == "file" else source, game, new_rng(3)),
        lambda state, _: game.observe(state, int(state.to_act)),
        turns=6,
    ):
        assert choice == other


def test_a_policy_without_a_value_says_so(tmp_path: Path) -> None:
    write_policy(tmp_path / "a.npz", policy_of(load(GAME), has_value=False))
    agent = agents.load(tmp_path / "a.npz")
    state = agent.game.new_state()
    with pytest.raises(SiegeworksError, match="gives no value"):
        agent.value(agent.game.observe(state, int(state.to_act)))


def test_a_network_of_siegeworks_train_is_an_agent_too(tmp_path: Path) -> None:
    game = load("siege-master", {"count": 11, "fortresses": "scattered"})
    network = load("siege-master").advice.judgement.network
    assert network is not None
    (tmp_path / FILE).write_text(Network(network.features, network.layers, made(game)).text())
    agent = agents.load(tmp_path / FILE)
    assert agent.game.options["count"] == "11"


def test_what_is_no_agent_is_refused_with_a_sentence(tmp_path: Path, file: Path) -> None:
    (tmp_path / "text.npz").write_text("nothing")
    game = load(GAME)
    write_policy(
        tmp_path / "old.npz", Policy(policy_of(game).networks, {**made(game), "ruleset": 0})
    )
    write_policy(tmp_path / "bare.npz", Policy(policy_of(game).networks, {}))
    other = policy_of(load("kings-ransom")).networks
    write_policy(tmp_path / "other.npz", Policy(other, made(game)))
    for source, why in (
        ("nobody", "neither a file nor one of expansion"),
        ("kings-ransom", "There is no agent for kings-ransom in the package"),
        ("siege-by-number", "There is no agent for siege-by-number in the package"),  # by hand
        (tmp_path / "text.npz", "this is not the file of a policy"),
        (tmp_path / "old.npz", "trained with version 0 of the rules"),
        (tmp_path / "bare.npz", "does not say for which game"),
        (tmp_path / "other.npz", "This policy takes"),
    ):
        with pytest.raises(SiegeworksError, match=why):
            agents.load(source)
    with pytest.raises(SiegeworksError, match="with other options, or for another game"):
        agents.load(file, load(GAME, {"setup": "random"}))


def test_a_policy_is_read_as_it_was_written(file: Path) -> None:
    policy, again = policy_of(load(GAME)), read_policy(file)
    assert again.made == policy.made
    for written, read in zip(policy.networks[0], again.networks[0], strict=True):
        assert np.array_equal(written.weight, read.weight)
        assert np.array_equal(written.bias, read.bias)
