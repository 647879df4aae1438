"""`siegeworks simulate` reports who wins, how long games are and how they end."""

import io
import json
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from siegeworks.cli import run
from siegeworks.cli.measuring import simulate
from siegeworks.cli.measuring.simulate import first_seat_sentence
from siegeworks.games import NAMES, load
from siegeworks.lab.intervals import Share
from siegeworks.lab.simulate import running_counts, statistics

SHORT = ["simulate", "expansion", "-n", "40", "--seed", "1"]
NEVER_THE_SAME = {"seconds", "games_per_second", "steps_per_second", "jobs"}


def as_json(capsys, *more):
    assert run([*SHORT, *more, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", NAMES)
def test_the_json_object_is_complete(capsys, name):
    assert run(["simulate", name, "-n", "40", "--seed", "1", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["game"], result["games"], result["seed"]) == (name, 40, 1)
    assert result["interrupted"] is False
    assert {"wins_by_seat", "wins_by_order", "draws", "branching", "endings"} <= set(result)
    assert sum(won["share"] for won in result["wins_by_seat"].values()) == pytest.approx(1)
    assert sum(won["share"] for won in result["wins_by_order"]) == pytest.approx(1)
    assert sum(ended["share"] for ended in result["endings"].values()) == pytest.approx(1)
    for length in (result["length_in_steps"], result["length_in_plies"]):
        assert length["shortest"] <= length["median"] <= length["longest"]
    assert result["steps_per_second"] > result["games_per_second"] > 0


def test_results_do_not_depend_on_the_number_of_processes(capsys):
    alone, together = as_json(capsys), as_json(capsys, "--jobs", "2")
    for key in NEVER_THE_SAME:
        assert alone.pop(key) and together.pop(key)
    assert alone == together


def test_without_a_seed_one_is_chosen_and_reported(capsys):
    assert run(["simulate", "expansion", "-n", "5", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert run(["simulate", "expansion", "-n", "5", "--json", "--seed", str(first["seed"])]) == 0
    assert json.loads(capsys.readouterr().out)["endings"] == first["endings"]


def test_the_report_shows_first_player_lengths_endings_and_speed(capsys):
    assert run(SHORT) == 0
    output = capsys.readouterr()
    for words in ("first to play", "95% interval", "The first player wins", "Plies per game"):
        assert words in output.out
    for words in ("how it ended", "legal actions per ply", "steps and", "games per second"):
        assert words in output.out
    assert "\x1b" not in output.out and output.err == ""


def test_a_terminal_without_block_characters_gets_ascii():
    game = load("expansion")
    (tally,) = running_counts(game, 40, seed=1)
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="strict")
    results = statistics(game, tally)
    simulate.show_length(Console(file=out), results, tally)
    out.seek(0)
    assert "####" in out.read()


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["-n", "0"], "from 1 to"),
        (["-n", "-3"], "from 1 to"),
        (["-n", "1000000001"], "from 1 to"),
        (["-n", "many"], "-n"),
        (["--jobs", "0"], "processes"),
        (["--seed", "x"], "--seed"),
        (["-o", "seats=99"], "seats"),
    ],
)
def test_bad_arguments_are_refused_in_one_sentence(capsys, arguments, words):
    assert run(["simulate", "expansion", *arguments]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert words in output.err and "Traceback" not in output.err


def test_ctrl_c_shows_the_games_that_were_finished(capsys, monkeypatch):
    def stopped(*arguments):
        yield next(running_counts(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "running_counts", stopped)
    assert run(SHORT) == 130
    output = capsys.readouterr()
    assert output.out.startswith("interrupted after 40 games")
    assert "The first player wins" in output.out


def test_ctrl_c_before_the_first_games_are_finished_shows_nothing(capsys, monkeypatch):
    def stopped(*arguments):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(simulate, "running_counts", stopped)
    assert run(SHORT) == 130
    assert capsys.readouterr().out == ""


def test_no_first_move_advantage_is_claimed_for_random_players_only():
    share = Share(0.5, 0.45, 0.55)
    results: Any = SimpleNamespace(wins_by_order=(share, share))
    assert first_seat_sentence(results).endswith(
        "which is compatible with an equal share: no measurable first-move advantage among random "
        "players. For strong players, use arena.\n"
    )
