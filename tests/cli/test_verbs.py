"""All commands: help with examples, errors as sentences, exit statuses."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from siegeworks.cli import run
from siegeworks.games import NAMES, module
from tests.samples import sample

VERBS = (
    *(
        "games",
        "rules",
        "learn",
        "serve",
        "admin",
        "tables",
        "play",
        "replay",
        "hint",
        "arena",
        "simulate",
    ),
    *("perft", "bench", "map", "puzzle", "puzzles"),
)
RECORD = sample("siege-by-number-0")


@pytest.mark.parametrize("verb", VERBS)
def test_every_help_has_examples(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([verb, "--help"]) == 0
    assert f"siegeworks {verb}" in capsys.readouterr().out.split("Examples")[1]


def test_without_a_command_the_games_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in NAMES)
    assert all(f"siegeworks {what}" in out for what in ("play GAME", "learn GAME", "puzzle"))


def test_games_lists_seats_options_and_rights(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    for name in NAMES:
        game = module(name)
        for words in (game.TITLE, game.CARD.seats_text, game.CREDITS):
            assert " ".join(words.split()) in out
        for option in game.OPTIONS:
            assert f"-o {option.name}=" in out


@pytest.mark.parametrize("name", NAMES)
def test_rules_are_shown_paragraph_by_paragraph(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rules", name]) == 0
    out = capsys.readouterr().out
    assert "## R1" in out and "## R7" in out


def test_a_search_shows_only_the_paragraphs_that_have_all_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["rules", "kings-ransom", "--search", "RANSOM king"]) == 0
    out = capsys.readouterr().out
    assert "## R9 Ransom" in out and "## R1 Tiles" not in out
    assert run(["rules", "kings-ransom", "--search", "zeppelin"]) == 2
    assert "say nothing about zeppelin" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (["rules", "chess"], "There is no game 'chess'; the games are expansion"),
        (["play", "chess"], "There is no game 'chess'"),
        (["dance"], "There is no command 'dance'. The commands are games, rules, learn, play, "),
        (["admin", "dance"], "There is no command 'dance'. The commands are tables, addresses, "),
        (["tables", "chek"], "There is no command 'chek'. Did you mean check?"),
        (["admin", "tables", "--limit", "0"], "--limit 0: give a number of at least 1."),
        (["plya"], "There is no command 'plya'. Did you mean play?"),
        (["simulate", "expansion", "--seed", "abc"], "--seed abc: give a whole number."),
        (["simulate", "expansion", "--seed=abc"], "--seed abc: give a whole number."),
        (["simulate", "expansion", "-n", "many"], "-n many: give a whole number."),
        (["hint", "x.siege", "--seconds", "soon"], "--seconds soon: give a number."),
        (["serve", "--port", "1.5"], "--port 1.5: give a whole number."),
        (["train", "expansion", "--out", "x", "--gate", "1"], "--gate 1: give a number from 2 to"),
        (["perft", "expansion", "--depth"], "--depth: the value is missing."),
        (["perft", "expansion"], "--depth is missing: "),
        (["rules"], "GAME is missing: expansion, "),
        (["play", "--sead", "3"], "There is no option --sead. Did you mean --seat or --seed?"),
        (["play", "--plain=3"], "--plain takes no value."),
        (["play", "a", "b"], "Unexpected argument b. Remove it."),
        (["arena", "expansion", "level:", "greedy"], "Give a level: level:1 to level:8."),
        (["simulate", "expansion", "-o", "setup"], "write KEY=VALUE"),
        (["simulate", "expansion", "-o", "setup=open"], "the option setup of Expansion is"),
        (["simulate", "expansion", "-o", "speed=9"], "has no option 'speed'"),
        (["simulate", "expansion", "-o", "notes=on", "-o", "notes=off"], "given twice"),
        (["simulate", "siege-by-number", "-o", "seats=5"], "seats=5: the option seats"),
        (["simulate", "siege-by-number", "-o", "seats=3", "-o", "corners=adjacent"], "corners"),
        (["simulate", "siege-master", "-o", "count=5"], "count"),
        (["simulate", "siege-master", "-o", "map=atlantis"], "atlantis"),
        (["simulate", "siege-master", "--maps", "/nowhere", "-o", "map=x"], "/nowhere"),
    ],
)
def test_bad_arguments_are_refused_in_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert len(captured.err.strip().splitlines()) == 1
    assert captured.out == ""


@pytest.mark.parametrize("inside", ["", "/further/in"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("dataset", "expansion", "--out"),
        ("train", "expansion", "--out"),
        ("new-game", "hex", "--folder"),
    ],
)
def test_a_file_where_a_folder_is_needed_is_refused_and_kept(
    arguments: tuple[str, ...], inside: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("kept")
    assert run([*arguments, f"{file}{inside}"]) == 2
    assert capsys.readouterr().err.startswith(f"siegeworks: {file} is a file; name a folder")
    assert file.read_text() == "kept"


@pytest.mark.parametrize("verb", ["admin", "tables", "map", "puzzles"])
def test_without_its_command_a_group_says_so_and_shows_its_help(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([verb]) == 2
    captured = capsys.readouterr()
    assert f"Usage: siegeworks {verb}" in captured.out
    assert captured.err.startswith("siegeworks: The command is missing. The commands are ")


@pytest.mark.parametrize("verb", VERBS)
def test_usage_errors_are_sentences_that_name_the_commands_help(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([verb, "--qqq"]) == 2
    err = capsys.readouterr().err
    assert err == (f"siegeworks: There is no option --qqq. Try `siegeworks {verb} --help`.\n")


def test_a_bug_is_reported_in_a_sentence_and_its_traceback_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr("siegeworks.cli.playing.hint.hints", broken)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert run(["hint", str(RECORD), "--step", "2"]) == 1
    err = capsys.readouterr().err
    assert "you have found a bug (IndexError)" in err and "Traceback" not in err
    (kept,) = tmp_path.glob("siegeworks-bug-*.txt")
    assert str(kept) in err and "list index out of range" in kept.read_text()


@pytest.mark.long
def test_a_dumb_terminal_gets_no_boxes() -> None:
    """In a new process: help is laid out when the program is imported."""
    lines = [["--help"], ["play", "--help"], ["simulate", "expansion", "-n", "5", "--seed", "1"]]
    program = f"from siegeworks.cli import run; print([run(line) for line in {lines}])"
    environment = {**os.environ, "TERM": "dumb", "FORCE_COLOR": "", "TTY_COMPATIBLE": "1"}
    command = [sys.executable, "-c", program]
    output = subprocess.run(command, capture_output=True, check=True, env=environment).stdout
    assert output.decode().endswith("[0, 0, 0]\n")
    assert not set("─│┌┏╭╰━\x1b") & set(output.decode())


@pytest.mark.long
def test_a_closed_pipe_ends_the_program_silently() -> None:
    """The pipe is closed after the first line, while many more are to come."""
    command = [sys.executable, "-m", "siegeworks", "replay", "--json", str(RECORD)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.parametrize("name", NAMES)
def test_characters_that_cannot_be_encoded_are_replaced(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stdout = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stdout)
    assert run(["rules", name]) == 0
    assert capsys.readouterr().err == ""
    stdout.seek(0)
    assert "## R7" in stdout.read()


def test_a_full_disk_is_reported_in_a_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    full = Path("/dev/full")
    assert full.exists(), "this test needs Linux's device that is always full"
    command = [sys.executable, "-m", "siegeworks", "replay", "--json", str(RECORD)]
    with full.open("wb") as nowhere:
        done = subprocess.run(command, stdout=nowhere, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert done.stderr.decode().strip() == "siegeworks: No space left on device."


def test_ctrl_c_is_reported_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("siegeworks.cli.playing.replay.read_record", interrupted)
    assert run(["replay", str(RECORD)]) == 130
    assert capsys.readouterr().err == "siegeworks: interrupted.\n"
