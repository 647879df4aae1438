"""A network learns from games, the search works out what was learned, and its file keeps it."""

from pathlib import Path

import numpy as np
import pytest

from siegeworks import SiegeworksError
from siegeworks.bots import SearchBot, make_bot
from siegeworks.bots.mcts.evaluation import discount, of_two, softmax
from siegeworks.cli import run
from siegeworks.core.advice import Layers, Network, network_from, read_network
from siegeworks.core.contract import TERMINAL
from siegeworks.core.random import new_rng, random_below
from siegeworks.games import NAMES, load
from siegeworks.lab.match import Contest, Match
from siegeworks.lab.training.fitting import Positions, fit, log_loss, probabilities
from siegeworks.lab.training.generations import BETTER, Training, is_better
from siegeworks.lab.training.positions import positions_of
from siegeworks.lab.training.searched import ITSELF, SCALE, SearchedGame
from tests.variants import every_game

KNOWING_NOTHING = np.log(2)


def layers(features: int, hidden: int, seed: int = 1) -> Layers:
    rng = np.random.default_rng(seed)
    shapes = (features, (features, hidden), hidden, hidden)
    return Layers(*(rng.standard_normal(shape).astype(np.float32) for shape in shapes))


def positions(count: int = 20_000) -> Positions:
    """Of games that the seat wins whose first feature is positive, if its third is."""
    rng = np.random.default_rng(3)
    x = rng.standard_normal((count, 1, 4)).astype(np.float32)
    won = (x[:, 0, 0] * x[:, 0, 2] > 0).astype(np.float32)
    return Positions(x, np.stack([won, 1 - won], axis=1), np.arange(count) // 10)


def test_a_fit_learns_who_wins_and_hidden_units_what_no_linear_model_can():
    given = positions()
    linear, hidden = (
        log_loss(probabilities(fit(given, units, seed=1), given.features), given.shares)
        for units in (0, 8)
    )
    assert linear > KNOWING_NOTHING - 0.05
    assert hidden < KNOWING_NOTHING - 0.2


def test_the_same_seed_gives_the_same_weights_to_the_last_bit():
    weights, other = (fit(positions(500), 4, seed=7) for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(weights, other, strict=True))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_search_works_out_what_was_fitted(seats):
    weights = layers(6, 5)
    features = np.random.default_rng(2).standard_normal((seats, 6), np.float32)
    state = load("expansion").new_state()
    state.to_act = 1 if seats == 2 else 0
    chances = np.zeros(seats)
    if seats == 2:
        of_two(state, weights, features, np.zeros(5, np.float32), chances)
        expected = probabilities(weights, features[None, 1:])[0, ::-1]
    else:
        softmax(state, weights, features, np.zeros(5, np.float32), chances)
        expected = probabilities(weights, features[None])[0]
    assert chances == pytest.approx(expected, abs=1e-5)
    assert chances.sum() == pytest.approx(1)
    discount(state, 0.0, chances)
    assert chances == pytest.approx(np.full(seats, 1 / seats))


def test_the_file_of_a_network_keeps_every_bit(tmp_path):
    network = Network(("a", "b"), layers(2, 3), {"seed": 1})
    file = tmp_path / "network.json"
    file.write_text(network.text())
    again = read_network(file)
    assert (again.features, again.made) == (network.features, network.made)
    assert all(np.array_equal(a, b) for a, b in zip(again.layers, network.layers, strict=True))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 2}', '{"features": 1}'])
def test_what_is_no_network_is_refused_with_a_sentence(text):
    with pytest.raises(SiegeworksError, match=r"^it: this is not the file of a network\.$"):
        network_from(text, "it")


def test_a_bot_plays_with_the_network_of_a_file_and_says_if_it_is_another_games(tmp_path):
    game = load("expansion")
    names = game.advice.judgement.features
    file = tmp_path / "network.json"
    file.write_text(Network(names, layers(len(names), 2), {}).text())
    spec = f"search:simulations=20,network={file}"
    bot = make_bot(spec, game, new_rng(1))
    assert isinstance(bot, SearchBot)
    assert bot.settings.learned == 1
    with pytest.raises(SiegeworksError, match="not one for Siege Master"):
        make_bot(spec, load("siege-master"), new_rng(1))
    with pytest.raises(SiegeworksError, match="No such file"):
        make_bot(f"search:network={tmp_path / 'none'}", game, new_rng(1))


def test_a_network_judges_only_the_options_that_it_was_trained_on():
    for options, learned in (({}, 1), ({"setup": "random"}, 0)):
        bot = make_bot("level:8", load("expansion", options), new_rng(1))
        assert isinstance(bot, SearchBot)
        assert bot.settings.learned == learned


@every_game
def test_every_game_tells_its_network_finite_numbers_of_every_position(name):
    game, rng = load(name), new_rng(5)
    judgement, state = game.advice.judgement, game.new_state()
    game.settle(state, rng)
    seats, judged = len(game.seats), 0
    while state.to_act != TERMINAL:
        features = np.zeros((seats, len(judgement.features)), np.float32)
        kept = judgement.write(game.params, state, features)
        assert kept <= 1
        assert np.isfinite(features).all()
        judged += kept >= 0
        legal = game.legal_actions(state)
        game.apply(state, legal[random_below(rng, len(legal))])
        game.settle(state, rng)
    assert judged > 0
    network = judgement.network
    assert network is None or network.features == judgement.features


@pytest.mark.parametrize("name", [name for name in NAMES if load(name).advice.judgement.by_hand])
def test_a_fit_begins_with_what_the_evaluation_written_by_hand_says(name):
    game, rng = load(name, {"seats": "2"}), new_rng(5)
    judgement, state = game.advice.judgement, game.new_state()
    weights, judged = np.array(judgement.by_hand), 0
    game.settle(state, rng)
    while state.to_act != TERMINAL:
        features, by_hand = np.zeros((2, len(weights)), np.float32), np.zeros(2)
        kept = judgement.write(game.params, state, features)
        if kept >= 0:
            game.advice.evaluate(game.params, state, by_hand)
            chance = kept / (1 + np.exp(-features[0] @ weights)) + (1 - kept) / 2
            assert chance == pytest.approx(by_hand[0], abs=2e-3)
            judged += 1
        legal = game.legal_actions(state)
        game.apply(state, legal[random_below(rng, len(legal))])
        game.settle(state, rng)
    assert judged > 10


def test_a_fit_that_finds_nothing_better_keeps_what_it_began_with():
    given = positions(500)
    nothing = given._replace(features=np.zeros_like(given.features))
    assert fit(nothing, 0, seed=1, by_hand=(1.0, 2.0, 3.0, 4.0)).linear.tolist() == [1, 2, 3, 4]


def test_a_searched_position_is_worth_what_the_search_said_to_the_seat_to_act():
    game = load("siege-master")
    state = game.new_state()
    moves = game.legal_actions(state)[:2]
    values = [ITSELF, int(0.8 * SCALE), moves[0], int(0.6 * SCALE)]
    searched = positions_of(game, [], [SearchedGame([moves[1]], [values])])
    assert searched.shares[:, 0] == pytest.approx([0.8, 0.4], abs=1e-3)  # then the other is to act


def match_of(units: int, score: float) -> Match:
    """A match in which every unit ended like this."""
    match = Match(Contest(load("siege-master"), ("greedy", "random"), 1, BETTER), 1_000)
    assert match.test is not None
    for _ in range(units):
        match.test.add(score)
    return match


@pytest.mark.parametrize(
    ("units", "score", "verdict"), [(10, 0.75, False), (200, 0.75, True), (200, 0.25, False)]
)
def test_a_network_is_kept_only_if_the_test_of_its_match_says_that_it_is_better(
    units, score, verdict
):
    """After a few good units it is likely, and not decided yet."""
    match = match_of(units, score)
    assert match.test is not None
    assert (match.test.llr > 0) == (score > 0.5)
    assert is_better(match) == verdict


@pytest.mark.long
def test_a_training_writes_its_network_and_repeats_nothing_when_it_is_repeated(tmp_path, capsys):
    out = tmp_path / "network"
    small = ("--games", "20", "--quick", "2", "--searched", "20", "--simulations", "16")
    command = ["train", "siege-master", "--out", str(out), "--generations", "1", "--gate", "2"]
    command += ["--hidden", "2", "--seed", "4", *small]
    assert run(command) == 0
    captured = capsys.readouterr()
    assert "Generation 1:" in captured.err
    files = {path: path.read_bytes() for path in Path(out).rglob("*.json*")}
    assert run(command) == 0
    assert capsys.readouterr() == captured
    assert {path: path.read_bytes() for path in files} == files
    candidate = read_network(out / "generation-1" / "candidate.json")
    assert candidate.made["seed"] == 4
    assert candidate.made["positions"] > 500
    assert "date" not in candidate.made  # else another day would give another file


def test_a_training_that_is_interrupted_says_how_to_continue(tmp_path, capsys, monkeypatch):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Training, "generation", interrupted)
    assert run(["train", "siege-master", "--out", str(tmp_path)]) == 130
    sentence = f"The games are saved in {tmp_path}. Repeat the command to continue."
    assert sentence in capsys.readouterr().err
