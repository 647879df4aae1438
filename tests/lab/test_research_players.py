"""Players of others: OpenSpiel's searches see observations only, and learners learn."""

import sys
from pathlib import Path

import numpy as np
import pytest

from siegeworks import SiegeworksError, UnknownBot, agents
from siegeworks.agents.policy import write_policy
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.games import load
from siegeworks.lab.arena import play_match
from siegeworks.lab.baselines import make_player
from siegeworks.lab.learners import DISCOUNT, TRACE, Round, advantages, train_ppo
from siegeworks.lab.one_game import shown
from tests.bots.lookalikes import choices_in_lookalikes
from tests.variants import random_walk

OPEN, SECRET = load("siege-master"), load("kings-ransom", {"columns": 3, "tiles": "KAI"})


def openspiel(game: Game, arguments: str) -> str:
    pytest.importorskip("pyspiel")
    return f"openspiel-{'ismcts' if game.has_secrets else 'mcts'}:{arguments}"


@pytest.mark.parametrize("game", [OPEN, SECRET], ids=["open", "secret"])
def test_openspiels_searches_play_whole_games_and_repeat_them_by_seed(game: Game) -> None:
    bots = openspiel(game, "simulations=3"), "random"
    first, again = (play_match(game, bots, 2, seed=5) for _ in range(2))
    assert [played.winners for played in first.counted_games()] == [
        played.winners for played in again.counted_games()
    ]
    assert first.length_in_plies() == again.length_in_plies()


@pytest.mark.parametrize("game", [OPEN, SECRET], ids=["open", "secret"])
def test_a_limit_in_seconds_ends_openspiels_search(game: Game) -> None:
    state = game.new_state()
    game.settle(state, new_rng(1))
    player = make_player(openspiel(game, "seconds=0.001"), game, new_rng(1))
    seen = game.observe(state, int(state.to_act))
    assert player.choose(seen) in game.legal_actions(seen)


def test_what_is_hidden_changes_no_choice_of_openspiels_search() -> None:
    game = load("kings-ransom")
    spec = openspiel(game, "simulations=6")
    pairs = choices_in_lookalikes(
        game,
        lambda: make_player(spec, game, new_rng(3)),
        lambda state, _: shown(game, state, False),
        turns=6,
    )
    assert pairs and all(choice == other for choice, other in pairs)


def test_openspiels_search_takes_a_win_in_one() -> None:
    *_, (state, last) = [
        (state, choice) for state, choice in random_walk(OPEN, seed=4) if state.to_act >= 0
    ]
    won = 1 << int(state.to_act)
    assert OPEN.child(state, last).winners == won, "the last move of this game wins it"
    seen = OPEN.observe(state, int(state.to_act))
    player = make_player(openspiel(OPEN, "simulations=200"), OPEN, new_rng(1))
    assert OPEN.child(state, player.choose(seen)).winners == won


def test_a_search_that_would_see_secrets_or_is_told_nothing_is_refused() -> None:
    for spec, game, why in (
        ("openspiel-mcts:seconds=1", SECRET, "would look at them"),
        ("openspiel-ismcts:seconds=1", OPEN, "no secrets"),
        ("openspiel-mcts", OPEN, "Say how long"),
        ("openspiel-mcts:rave=1", OPEN, "not rave"),
    ):
        with pytest.raises(UnknownBot, match=why):
            make_player(spec, game, new_rng(1))


def test_without_openspiel_a_sentence_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "siegeworks.adapters.openspiel", None)
    with pytest.raises(SiegeworksError, match=r"needs OpenSpiel: .+"):
        make_player("openspiel-mcts:seconds=1", OPEN, new_rng(1))


def test_without_pytorch_a_sentence_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(SiegeworksError, match=r"Learners need PyTorch: .+"):
        train_ppo(SECRET, 1, 1, "")


def test_what_one_seat_gains_the_other_loses() -> None:
    """Seat 0 acts, then seat 1 ends the game and wins."""
    played = Round(
        planes=np.zeros((2, 1, 1), np.float32),
        legal=np.ones((2, 1, 1), np.bool_),
        actions=np.zeros((2, 1), np.int64),
        log_chances=np.zeros((2, 1), np.float32),
        values=np.array([[0.5], [0.25]], np.float32),
        seats=np.array([[0], [1]], np.int8),
        rewards=np.array([[0], [1]], np.float32),
        ended=np.array([[False], [True]]),
    )
    estimates = advantages(played, np.array([0.9], np.float32), np.array([0], np.int8))
    assert estimates[1, 0] == pytest.approx(0.75)
    assert estimates[0, 0] == pytest.approx(-0.25 * DISCOUNT - 0.5 - DISCOUNT * TRACE * 0.75)


@pytest.mark.long
def test_ppo_learns_to_beat_random(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    game = load("kings-ransom")
    write_policy(tmp_path / "ppo.npz", train_ppo(game, 20, 1, "make long"))
    match = play_match(game, (f"agent:{tmp_path / 'ppo.npz'}", "random"), 100, seed=2)
    assert match.score(0).low > 0.5


@pytest.mark.long
def test_nfsp_learns_and_its_average_policy_plays(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel")
    pytest.importorskip("torch")
    from siegeworks.lab.learners import train_nfsp  # noqa: PLC0415  (imports PyTorch)

    game = load("kings-ransom", {"columns": 2, "tiles": "KA"})
    policy = train_nfsp(game, 0.5, 1, "make test")
    assert len(policy.networks) == 2 and policy.made["games"] > 0
    write_policy(tmp_path / "nfsp.npz", policy)
    agent = agents.load(tmp_path / "nfsp.npz", game)
    state = game.new_state()
    game.settle(state, new_rng(1))
    seen = game.observe(state, int(state.to_act))
    assert agent.choose(seen) in game.legal_actions(seen)
