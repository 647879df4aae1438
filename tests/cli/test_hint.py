"""`siegeworks hint` shows the best moves of a position, using only what the seat knew."""

import json
import os
import re
import signal

import pytest

from siegeworks.bots import SearchBot, spec
from siegeworks.bots.hints import Hint
from siegeworks.bots.reasons import Kind, Reason
from siegeworks.cli import run
from siegeworks.games import load
from siegeworks.play.record import parse_record, replay
from tests.samples import sample, samples
from tests.variants import every_searched_game

GAME = sample("siege-master-0")


def asked(capsys, *arguments: object) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of `siegeworks hint …`."""
    status = run(["hint", *map(str, arguments)])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    return status, captured.out, captured.err


def test_the_best_moves_are_shown_with_win_probabilities(capsys):
    status, out, err = asked(capsys, GAME, "--step", 20, "--seconds", 0.1, "--seed", 1)
    assert (status, err) == (0, "")
    first, header, *rows = out.splitlines()
    assert first == "Siege Master after 20 steps, red to move:"
    assert header.split()[:3] == ["move", "wins", "searched"]
    table = replay(parse_record(GAME.read_text(), "game"))
    legal = table.game.legal_texts(table.states[20])
    rows = rows[: [*rows, ""].index("")]  # the sentence about the obvious move comes last
    moves = [row.split()[0] for row in rows if not row.startswith((" ", "!", "?"))]
    assert moves and set(moves) <= set(legal)


def test_json_is_one_object_with_the_requested_moves(capsys):
    arguments = (GAME, "--step", 10, "--seconds", 0.1, "--moves", 5, "--json")
    status, out, _ = asked(capsys, *arguments)
    answer = json.loads(out)
    assert status == 0
    assert (answer["step"], answer["seat"]) == (10, "red")
    assert 1 <= len(answer["moves"]) <= 5
    keys = {"token", "win_probability", "proven", "is_less_sure", "share", "line", "comment"}
    assert set(answer["moves"][0]) == keys | {"reason", "obvious"}


def test_a_win_in_one_is_certain(capsys, tmp_path):
    """One step before the end there is a winning move, and the search proves it."""
    steps = len(replay(parse_record(GAME.read_text(), "game")).steps)
    _, out, _ = asked(capsys, GAME, "--step", steps - 1, "--seconds", 0.1)
    assert "100%!" in out
    assert "! means certain, not estimated." in out


def test_a_chance_that_is_above_that_of_the_best_move_but_less_sure_has_a_mark(capsys, monkeypatch):
    reason = Reason(Kind.GAIN, "Red gets less in return.")
    best = Hint("a1-a4", 0.49, False, 0.9, ("a1-a4",), "", reason)
    other = Hint("b1-b4", 0.52, False, 0.1, ("b1-b4",), "", reason, is_less_sure=True)
    monkeypatch.setattr("siegeworks.cli.playing.hint.hints_of", lambda *_: [best, other])
    _, out, _ = asked(capsys, GAME, "--step", 20, "--seconds", 0.1)
    marks = re.findall(r"\d\d%[!?]?", out)
    assert (marks[0], marks[2]) == ("49%", "52%?")
    assert "? means less sure: the search has looked at this move less often." in out


def test_an_analysis_uses_threads_and_says_the_same_things(capsys, monkeypatch):
    threads = []

    def made(*arguments):
        bot = spec.analysis_bot(*arguments)
        threads.append(len(bot._memories))
        return bot

    monkeypatch.setattr("siegeworks.cli.playing.hint.analysis_bot", made)
    monkeypatch.setattr(spec, "cores", lambda: 2)
    status, out, _ = asked(capsys, GAME, "--step", 20, "--analysis", "--seconds", 0.1)
    assert (status, threads) == (0, [2])
    assert out.startswith("Siege Master after 20 steps, red to move:")


@pytest.mark.parametrize("options", [(), ("--analysis",)])
def test_ctrl_c_ends_the_search_and_shows_what_it_has_found(options, capsys, monkeypatch):
    monkeypatch.setattr(spec, "cores", lambda: 2)
    begin = SearchBot._begin

    def interrupted(bot):
        if bot.budget.seconds is not None:
            os.kill(os.getpid(), signal.SIGINT)
        return begin(bot)

    monkeypatch.setattr(SearchBot, "_begin", interrupted)
    status, out, _ = asked(capsys, GAME, "--step", 20, "--seconds", 600, *options)
    assert status == 130
    assert out.startswith("Siege Master after 20 steps, red to move:")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([GAME], "the game is over"),
        ([GAME, "--step", "0.5"], "--step"),
        ([GAME, "--step", "900"], "--step 900: the record has"),
        ([GAME, "--step", "-1"], "--step -1: the record has"),
        ([sample("kings-ransom-0"), "--step", "3"], "chance is to act"),
        ([GAME, "--seconds", "0"], "--seconds 0: give more than 0"),
        ([GAME, "--seconds", "nan"], "--seconds nan: give more than 0"),
        ([GAME, "--moves", "0"], "--moves 0: give a number between 1 and"),
        (["no-such.siege"], "no-such.siege"),
    ],
)
def test_bad_arguments_are_refused_in_one_sentence(arguments, sentence, capsys):
    status, out, err = asked(capsys, *arguments)
    assert status == 2
    assert out == ""
    assert sentence in err


@every_searched_game
def test_every_game_has_hints(capsys, name):
    (path,) = samples(f"{name}-1")
    table = replay(parse_record(path.read_text(encoding="utf-8"), path.name))
    step = next(
        index for index in reversed(range(len(table.states))) if table.states[index].to_act >= 0
    )
    status, out, _ = asked(capsys, path, "--step", step, "--seconds", 0.05)
    assert status == 0
    assert out.startswith(load(name).title)
