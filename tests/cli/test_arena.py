"""`siegeworks arena` reports which bot is stronger, how certainly, and can be continued."""

import csv
import errno
import json
import os
from math import inf
from types import SimpleNamespace
from typing import Any

import pytest

from siegeworks.cli import run
from siegeworks.cli.measuring import arena
from siegeworks.lab import baselines
from siegeworks.lab.arena import play_on
from siegeworks.lab.ratings import Rating

DUEL = ["arena", "expansion", "greedy", "random", "-n", "4", "--seed", "1"]


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "kept"


def as_json(capsys, *arguments):
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_report_shows_scores_seats_seconds_and_elo(capsys, folder):
    assert run([*DUEL, "--out", str(folder)]) == 0
    output = capsys.readouterr()
    for words in ("Expansion: 4 games, 2 units of 2, seed 1", "95% interval", "by seat", "suns"):
        assert words in output.out
    assert "seconds per ply" in output.out and "longest" in output.out
    assert "greedy won every game against random: too few games to say by how much." in output.out
    assert "\x1b" not in output.out
    advice = f"The games are saved in {folder}. To continue: the same command with --out {folder}"
    assert output.err.split() == advice.split()


@pytest.mark.parametrize(
    ("elo", "low", "high", "sentence"),
    [
        (inf, -113.0, inf, "a won every game against b: too few games to say by how much."),
        (-inf, -inf, 113.0, "a lost every game against b: too few games to say by how much."),
        (inf, 86.0, inf, "a won every game against b: at least +86 Elo (95% interval)."),
        (-inf, -inf, -86.0, "a lost every game against b: at most -86 Elo (95% interval)."),
    ],
)
def test_who_won_every_game_is_said_to_be_stronger_only_as_far_as_that_is_sure(
    elo, low, high, sentence
):
    match: Any = SimpleNamespace(
        contest=SimpleNamespace(names=("a", "b")), elo=lambda: Rating(elo, low, high)
    )
    assert arena.elo_sentence(match) == sentence


def test_the_json_object_is_complete(capsys, folder):
    data = as_json(capsys, *DUEL, "--out", str(folder))
    assert (data["game"], data["games"], data["units"], data["seed"]) == ("expansion", 4, 2, 1)
    assert (data["interrupted"], data["games_not_counted"]) == (False, 0)
    first, second = data["standings"]
    assert (first["bot"], second["bot"]) == ("greedy", "random")
    for standing in (first, second):
        assert standing["games"] == standing["wins"] + standing["shared"] + standing["losses"] == 4
        assert set(standing["by_seat"]) == {"suns", "moons"}
        assert 0 < standing["median_seconds"] <= standing["longest"]
    assert first["score"]["share"] + second["score"]["share"] == pytest.approx(1)
    assert data["elo"]["elo"] is None and data["elo"]["low"] < 0  # won all, but all is little
    assert "Infinity" not in json.dumps(data)


def test_several_bots_are_rated_and_compared_in_pairs(capsys, folder):
    bots = ["arena", "expansion", "random", "greedy", "random", "-n", "6", "--seed", "1"]
    assert run([*bots, "--out", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    ratings = lines[next(i for i, line in enumerate(lines) if line.startswith(" rating")) :]
    assert ratings[2].split()[:2] == ["1", "greedy"]
    assert any("random #2" in line for line in ratings)
    result = as_json(capsys, *bots, "--out", str(folder))
    assert result["elo"] is None and len(result["ratings"]) == 3
    assert result["against"]["greedy"]["random #2"]["share"] == 1


def test_the_user_is_told_that_games_are_rounded_up_to_whole_units(capsys, folder):
    assert run([*DUEL, "-n", "3", "--out", str(folder)]) == 0
    output = capsys.readouterr()
    assert "Playing 4 games instead of 3: a unit has 2." in output.err
    assert "4 games, 2 units" in output.out


def test_an_arena_continues_in_its_folder_with_the_same_seed(capsys, folder):
    command = [*DUEL[:4], "--out", str(folder)]
    first = as_json(capsys, *command, "-n", "2")
    assert run([*command, "-n", "4", "--json"]) == 0
    output = capsys.readouterr()
    result = json.loads(output.out)
    assert (result["seed"], result["games"]) == (first["seed"], 4)
    assert f"Continuing {folder / 'arena.jsonl'} with 2 games played." in output.err


def test_without_out_the_games_are_saved_among_the_users_and_can_be_continued(
    capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folders = {as_json(capsys, *DUEL, "-n", "2")["folder"] for _ in range(3)}
    assert [path.name for path in tmp_path.iterdir()] == ["data"] and len(folders) == 3
    assert set(folders) == {str(p) for p in (tmp_path / "data/siegeworks/arenas").iterdir()}
    result = as_json(capsys, *DUEL, "-n", "4", "--out", folders.pop())
    assert result["games"] == 4


# What the games were like -----------------------------------------------------------------------


def test_the_report_shows_order_of_play_lengths_and_endings(capsys, folder):
    assert run([*DUEL, "--out", str(folder)]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    for words in ("by order of play", "first to play", "second to play", "5% to 95%", "median"):
        assert words in printed
    assert "how it ended" in printed and "(R8)" in printed


def test_the_score_by_order_depends_on_who_began_and_not_on_seats(capsys, folder):
    """In this journal the first player won every game, alternately the suns and the moons."""
    assert run([*DUEL, "--out", str(folder)]) == 0
    capsys.readouterr()
    lines = [json.loads(line) for line in (folder / "arena.jsonl").read_text().splitlines()]
    for number, line in enumerate(lines[1:]):
        line["result"]["first"] = number % 2
        line["result"]["winners"] = 1 << number % 2
    (folder / "arena.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    result = as_json(capsys, *DUEL, "--out", str(folder))
    assert [share["share"] for share in result["order"]] == [1.0, 0.0]
    assert sum(share["share"] for share in result["endings"].values()) == pytest.approx(1)
    assert result["length_in_plies"]["percent_5"] <= result["length_in_plies"]["median"]


def test_a_journal_of_an_older_version_is_refused_and_left_alone(capsys, folder):
    folder.mkdir()
    (folder / "arena.jsonl").write_text('{"arena": 1, "game": "expansion"}\n')
    assert run([*DUEL, "--out", str(folder)]) == 2
    message = " ".join(capsys.readouterr().err.split())
    assert "an older version of Siegeworks wrote this journal" in message and len(message) < 300
    assert len((folder / "arena.jsonl").read_text()) == 34


def test_csv_has_one_line_per_game(capsys, folder, tmp_path):
    path = tmp_path / "games.csv"
    assert run([*DUEL, "--out", str(folder), "--csv", str(path)]) == 0
    assert "95% interval" in capsys.readouterr().out
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["unit"], row["game"]) for row in rows] == [
        ("0", "0"),
        ("0", "1"),
        ("1", "0"),
        ("1", "1"),
    ]
    for row in rows:
        assert {row["bot_suns"], row["bot_moons"]} == {"greedy", "random"}
        assert row["first"] in {"suns", "moons"} and row["winners"] and "(R" in row["ending"]
        assert int(row["plies"]) == int(row["plies_suns"]) + int(row["plies_moons"])
        assert int(row["steps"]) >= int(row["plies"]) and row["counted"] == "yes"


def test_csv_on_standard_output_replaces_the_tables(capsys, folder):
    assert run([*DUEL, "--out", str(folder), "--csv", "-"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("unit,game,counted,first,winners,ending,plies,steps,bot_suns,")
    assert len(out.splitlines()) == 5


def test_a_pipe_without_a_reader_does_not_block(capsys, folder, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert run([*DUEL, "-n", "2", "--out", str(folder), "--csv", str(tmp_path / "pipe")]) == 1
    assert "pipe: No such device or address" in capsys.readouterr().err


def test_the_sequential_test_stops_and_reports_the_accepted_hypothesis(capsys, folder):
    command = [*DUEL, "-n", "400", "--stop", "-100,300", "--out", str(folder)]
    assert run(command) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "Test: greedy is +300 Elo against random rather than -100 (H1), after" in printed
    assert "bounds ±2.94" in printed
    result = as_json(capsys, *command)
    assert result["test"]["accepted"] == "H1" and result["test"]["llr"] >= result["test"]["bound"]
    assert result["games"] < 400


def test_an_undecided_test_is_reported_as_undecided(capsys, folder):
    result = as_json(capsys, *DUEL, "--stop", "0,10", "--out", str(folder))
    assert result["test"]["accepted"] == "undecided"


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["expansion", "greedy"], "2 to 64"),
        (["expansion", "greedy", "deep-red"], "deep-red"),
        (["chess", "greedy", "random"], "chess"),
        (["expansion", "greedy", "random", "-n", "0"], "from 1 to"),
        (["expansion", "greedy", "random", "--jobs", "0"], "processes"),
        (["expansion", "greedy", "random", "--stop", "5"], "two numbers"),
        (["expansion", "greedy", "random", "--stop", "5,x"], "two numbers"),
        (["expansion", "greedy", "random", "--stop", "50,0"], "smaller"),
        (["expansion", "greedy", "random", "--stop", "nan,0"], "smaller"),
        (["expansion", "greedy", "random", "--stop", "0,9999"], "2000"),
        (["expansion", "greedy", "random", "random", "--stop", "0,50"], "two bots"),
        (["siege-by-number", "greedy", "random", "random", "-o", "seats=4"], "name 4"),
        (["expansion", "greedy", "random", "-o", "quiet=many"], "quiet"),
        (["expansion", "greedy", "random", "--csv", "-", "--json"], "give --csv a file"),
        (["expansion", "greedy", "random", "--csv", "no/games.csv"], "there is no folder no"),
        (["expansion", "greedy", "random", "--csv", "."], "this is a folder"),
    ],
)
def test_bad_arguments_are_refused_in_one_sentence(capsys, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    assert run(["arena", *arguments]) == 2
    output = capsys.readouterr()
    assert output.out == "" and list(tmp_path.iterdir()) == []
    assert words in output.err and len(output.err.splitlines()) == 1


def test_a_folder_with_another_contest_is_refused(capsys, folder):
    assert run([*DUEL, "-n", "2", "--out", str(folder)]) == 0
    capsys.readouterr()
    assert run([*DUEL, "--seed", "2", "--out", str(folder)]) == 2
    assert "seed is 1 there and 2 here" in capsys.readouterr().err


def interrupted_after(games):
    def playing(match, where, folder, on_game, records):
        def stopped(match):
            on_game(match)
            if len(match.games) == games:
                raise KeyboardInterrupt

        play_on(match, where, folder, stopped, records)

    return playing


def test_ctrl_c_shows_partial_results_and_the_same_command_continues(capsys, folder, monkeypatch):
    command = [*DUEL, "--out", str(folder)]
    monkeypatch.setattr(arena, "play_on", interrupted_after(3))
    assert run(command) == 130
    printed = capsys.readouterr().out
    assert printed.startswith("interrupted after 3 games")
    assert (
        "Expansion: 2 games, 1 unit of 2" in printed
        and "1 more game not counted: of incomplete units" in printed
    )
    monkeypatch.undo()
    assert as_json(capsys, *command)["games"] == 4


def test_after_ctrl_c_games_of_an_incomplete_unit_are_not_counted(capsys, folder, monkeypatch):
    monkeypatch.setattr(arena, "play_on", interrupted_after(1))
    assert run([*DUEL, "--out", str(folder), "--json"]) == 130
    result = json.loads(capsys.readouterr().out)
    assert (result["interrupted"], result["games"], result["games_not_counted"]) == (True, 0, 1)


def test_a_full_disk_is_reported_in_a_sentence(capsys, folder, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    assert run([*DUEL, "-n", "2", "--out", str(folder)]) == 0
    capsys.readouterr()
    monkeypatch.setattr("siegeworks.lab.campaign_journal.os.fsync", full)
    assert run([*DUEL, "--out", str(folder)]) == 1
    output = capsys.readouterr()
    assert "Traceback" not in output.err
    assert f"{folder / 'arena.jsonl'}: No space left on device." in output.err.replace("\n", "")


def test_a_failing_bot_is_named_and_its_game_saved(capsys, folder, monkeypatch):
    class Mute:
        def choose(self, seen):
            return None

    monkeypatch.setitem(baselines.BASELINES, "mute", lambda game, rng, words: Mute())
    assert run(["arena", "expansion", "mute", "random", "--out", str(folder)]) == 2
    output = capsys.readouterr()
    assert "mute, playing suns in Expansion, chose None" in output.err
    assert run(["replay", str(folder / "records" / "0-0-broken.siege")]) == 0


def test_records_of_all_games_are_saved_on_request(capsys, folder):
    assert run([*DUEL, "--records", "--out", str(folder)]) == 0
    names = sorted(path.name for path in (folder / "records").iterdir())
    assert names == ["0-0.siege", "0-1.siege", "1-0.siege", "1-1.siege"]
    capsys.readouterr()
    assert run(["replay", str(folder / "records" / "1-1.siege")]) == 0
    assert "moons=greedy" in (folder / "records" / "1-1.siege").read_text()


def test_a_pipe_in_place_of_the_journal_is_refused_without_blocking(capsys, folder):
    folder.mkdir()
    os.mkfifo(folder / "arena.jsonl")
    assert run([*DUEL, "--out", str(folder)]) == 2
    assert "arena.jsonl: this is a pipe, not a file." in capsys.readouterr().err
