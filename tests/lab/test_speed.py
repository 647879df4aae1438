"""Speed is measured in turns, of complete games, beside a peer."""

import pyspiel
import pytest

from siegeworks.games import NAMES, load
from siegeworks.lab import speed
from siegeworks.lab.speed import BatchRate, Measurement, Rate, Round, Targets, alternate, targets
from tests.present import present


def test_players_take_turns_round_by_round():
    players = {"a": lambda s: Round(1, 1, s), "b": lambda s: Round(2, 2, s)}
    assert [name for name, _ in alternate(players, 3, 0.1)] == ["a", "b"] * 3


def test_a_rate_is_the_median_round_with_the_least_and_the_greatest():
    rounds = [Round(100, 1_000, 1.0), Round(300, 3_000, 1.0), Round(100, 1_000, 0.5)]
    rate = Rate.of("x", rounds)
    assert rate.games_per_second == Measurement(200, 100, 300)
    assert rate.steps_per_second == Measurement(2_000, 1_000, 3_000)
    assert rate.multiple is None


def test_a_multiple_compares_rounds_that_were_played_side_by_side():
    slow_machine, fast_machine = Round(10, 10, 1.0), Round(100, 100, 1.0)
    ours = [Round(50, 50, 1.0), Round(500, 500, 1.0)]
    assert Rate.of("x", ours, [slow_machine, fast_machine]).multiple == Measurement(5, 5, 5)


def test_every_game_has_a_target_of_its_own_and_a_peer_has_none():
    for name in NAMES:
        assert present(targets(name).playouts) > 0
    assert targets("siege-master").state_bytes == 200
    assert targets("amazons") == Targets()


def test_a_rate_knows_the_target_of_its_game():
    round_ = Round(1, 1, 1.0)
    assert Rate.of("expansion", [round_]).wanted == targets("expansion").playouts
    assert BatchRate.of("expansion", [round_], None).wanted == targets("expansion").batch_steps
    assert Rate.of("amazons", [round_]).wanted is None


def test_our_player_plays_whole_games():
    played = speed.our_player(load("expansion"))(0.01)
    assert played.games >= 1
    assert played.steps >= played.games * 30  # placing all minions takes 12, a decision more
    assert played.seconds >= 0.01


def test_the_peer_plays_whole_games_in_its_own_loop():
    name, play = speed.peer_player("tic_tac_toe")
    played = play(0.01)
    assert name == "OpenSpiel tic_tac_toe"
    assert 5 * played.games <= played.steps <= 9 * played.games


def test_where_the_peers_loop_fails_its_python_loop_plays_and_is_named(monkeypatch):
    def fail(state, bots, seed):
        raise RuntimeError("no C++ loop for this game")

    monkeypatch.setattr(pyspiel, "evaluate_bots", fail)
    name, play = speed.peer_player("pig")  # with dice
    played = play(0.01)
    assert name == "OpenSpiel pig, Python loop"
    assert played.games >= 1 and played.steps > played.games


def test_the_memory_of_a_state_is_its_records_size():
    game = load("expansion")
    assert speed.memory(game).state == game.state_type.itemsize
    assert speed.memory(game).tables == game.params.nbytes


@pytest.mark.long
def test_a_first_call_compiles_into_the_cache_it_is_given(tmp_path):
    seconds = speed.first_call("expansion", tmp_path)
    assert 0 < seconds.playout < seconds.process
    assert list(tmp_path.rglob("*.nbc"))


@pytest.mark.long
def test_a_new_process_that_fails_says_why(tmp_path):
    with pytest.raises(OSError, match=r"could not play chess: .*There is no game"):
        speed.first_call("chess", tmp_path)


def test_a_measurement_says_where_and_with_what_it_was_made():
    machine = speed.machine_info()
    assert {"date", "processor", "Python", "numba", "open_spiel"} <= set(machine)
    assert all(machine.values())
