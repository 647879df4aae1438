"""`siegeworks report`: what it plays, prints and writes; nothing is lost when it stops."""

import errno
import json
import os
from pathlib import Path
from typing import Any, ClassVar

import pytest

from siegeworks import lab
from siegeworks.cli import run
from siegeworks.cli.measuring import report as command
from siegeworks.lab.campaign import Campaign
from siegeworks.lab.process_pool import ProcessPool
from siegeworks.lab.reports import files
from siegeworks.lab.reports.campaigns import Progress
from tests.lab.reports.sample import comparison, report


class Flips:
    """A campaign's work that plays nothing."""

    result_type = int

    def __init__(self, name: str) -> None:
        self.name = name

    def configuration(self) -> dict[str, object]:
        return {"work": self.name}

    def prepare(self) -> Any:
        return lambda unit: 1


class Laboratory:
    """Stands for `lab.report` and `lab.compare`: gives reports made by hand."""

    def __init__(self) -> None:
        self.called: dict[str, Any] = {}
        self.found_before: list[int] = []
        self.failure: BaseException | None = None

    def report(self, game: str, options: dict[str, str], **settings: Any) -> Any:
        self._play({"game": game, "options": options, **settings}, 1)
        return report()

    def compare(self, game: str, options: list[dict[str, str]], **settings: Any) -> Any:
        self._play({"game": game, "options": options, **settings}, len(options))
        return comparison()

    def _play(self, called: dict[str, Any], campaigns: int) -> None:
        self.called = called
        called["on_progress"](Progress("Random games", 10, 100, 1.0, None))
        called["on_progress"](Progress("level:4 plays against itself", 20, 400, 2.0, report()))
        for number in range(campaigns):
            kept = called["kept"](Campaign(Flips(f"work {number}"), 2, called["seed"]))
            self.found_before += [unit for unit, _ in kept.finished()]
            kept.add(0, b"1")
        if self.failure is not None:
            raise self.failure


@pytest.fixture(autouse=True)
def laboratory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Laboratory:
    made = Laboratory()
    monkeypatch.setattr(lab, "report", made.report, raising=False)
    monkeypatch.setattr(lab, "compare", made.compare, raising=False)
    monkeypatch.setattr(
        "siegeworks.play.autosave.games_folder", lambda: tmp_path / "data" / "games"
    )
    monkeypatch.chdir(tmp_path)
    return made


def test_a_report_is_printed_and_written(capsys, laboratory, tmp_path) -> None:
    assert run(["report", "expansion", "-n", "400", "--seed", "7", "--out", "kept"]) == 0
    output = capsys.readouterr()
    assert output.out.startswith("Expansion: 400 games, level:4, seed 7\n 1. The seat that begins")
    for words in ("○ No", "● Yes", "◐ Unclear", "2,600", "Does skill win?", "38 to 105"):
        assert words in output.out
    assert "\x1b" not in output.out
    assert "kept/report.html: open it in a browser" in output.err
    assert "To continue: the same command with --out kept" in output.err
    assert {path.name for path in (tmp_path / "kept").iterdir()} == {
        *("report.html", "report.json", "games.csv", "records", "journal")
    }
    called = laboratory.called
    assert (called["game"], called["options"], called["players"]) == ("expansion", {}, "level:4")
    assert (called["games"], called["minutes"]) == (400, None)
    assert called["executor"] == ProcessPool(1)


def test_json_is_the_json_of_the_files(capsys, tmp_path) -> None:
    assert run(["report", "expansion", "--json", "--out", "kept"]) == 0
    printed = capsys.readouterr().out
    assert printed == (tmp_path / "kept" / "report.json").read_text(encoding="utf-8")
    assert json.loads(printed)["game"] == "expansion"


@pytest.mark.long
def test_without_a_folder_one_is_made_among_the_games(capsys, tmp_path) -> None:
    assert run(["report", "expansion"]) == 0
    (made,) = (tmp_path / "data" / "reports").iterdir()
    assert f"{made}/report.html" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [tmp_path / "data"]


@pytest.mark.long
def test_a_report_on_a_map_of_ones_own_is_refused_once_the_map_has_changed(
    capsys, laboratory, tmp_path
) -> None:
    drawing = tmp_path / "tiny.txt"
    drawing.write_text(". . F .\n . . . .")
    arguments = ["report", "siege-master", "-o", "map=tiny", "--out", "kept", "--seed", "1"]
    assert run(arguments) == 2
    assert "map=tiny" in capsys.readouterr().err
    assert run([*arguments, "--maps", "."]) == 0
    assert laboratory.called["maps"] == Path()
    assert run([*arguments, "--maps", "."]) == 0
    capsys.readouterr()
    drawing.write_text(". . F .\n . . . . .")
    assert run([*arguments, "--maps", "."]) == 2
    assert "another report" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments, options",
    [
        (["--sweep", "setup=secret,random"], [{}, {"setup": "random"}]),
        (["--against", "setup=random"], [{}, {"setup": "random"}]),
        (
            ["-o", "quiet=5", "--sweep", "setup=random,secret"],
            [{"setup": "random", "quiet": "5"}, {"quiet": "5"}],
        ),
        (
            ["--sweep", "setup=secret,random", "--sweep", "quiet=5,6"],
            [
                {"quiet": "5"},
                {"quiet": "6"},
                {"setup": "random", "quiet": "5"},
                {"setup": "random", "quiet": "6"},
            ],
        ),
        (
            ["-o", "quiet=5", "--against", "setup=random quiet=6", "--against", "quiet=7"],
            [{"quiet": "5"}, {"setup": "random", "quiet": "6"}, {"quiet": "7"}],
        ),
    ],
)
def test_options_are_compared(capsys, laboratory, arguments, options) -> None:
    assert run(["report", "expansion", *arguments, "--out", "kept"]) == 0
    assert laboratory.called["options"] == options
    printed = capsys.readouterr().out
    assert "Expansion, 2 choices of options: 800 games" in printed
    assert "−6.0 points" in printed and "not found" in printed


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["no-game"], "no game 'no-game'"),
        (["expansion", "-o", "nothing=1"], "has no option 'nothing'"),
        (["expansion", "--sweep", "nothing=1,2"], "has no option 'nothing'"),
        (["expansion", "--sweep", "setup="], "write OPTION=VALUE,VALUE"),
        (["expansion", "--sweep", ""], "write OPTION=VALUE,VALUE"),
        (["expansion", "--sweep", "setup=random"], "two or more different values"),
        (["expansion", "--sweep", "setup=random,random"], "two or more different values"),
        (["expansion", "--sweep", "setup=random,none"], "is secret or random"),
        (["expansion", "-o", "setup=random", "--sweep", "setup=secret,random"], "-o gives setup"),
        (["expansion", *["--sweep", "setup=secret,random"] * 2], "swept twice"),
        (["expansion", *["--sweep", "quiet=1,2,3,4,5,6,7,8,9"] , "--sweep",
          "setup=secret,random", "--sweep", "notes=on,off", "--sweep", "board=3x3,2x2"],
         "at most 64"),
        (["expansion", "--against", "nonsense"], "write OPTION=VALUE"),
        (["expansion", "--against", ""], "write OPTION=VALUE"),
        (["expansion", "--against", "setup=secret"], "the same game"),
        (["expansion", "-n", "5", "--minutes", "1"], "not both"),
        (["expansion", "-n", "0"], "-n 0"),
        (["expansion", "--minutes", "0"], "more than 0 minutes"),
        (["expansion", "--minutes", "nan"], "more than 0 minutes"),
        (["expansion", "--jobs", "0"], "--jobs 0"),
        (["expansion", "--players", "nobody"], "no bot 'nobody'"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_a_sentence_and_leaves_nothing(
    capsys, tmp_path, laboratory, arguments, words
) -> None:
    assert run(["report", *arguments, "--out", "kept"]) == 2
    output = capsys.readouterr()
    assert words in output.err and output.err.count("\n") == 1 and not output.out
    assert not laboratory.called and not list(tmp_path.iterdir())


def test_a_missing_library_is_named_with_the_extra(capsys, monkeypatch) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None if name == "matplotlib" else name)
    assert run(["report", "expansion"]) == 2
    message = capsys.readouterr().err
    assert "needs matplotlib" in message and "Install siegeworks[lab]" in message


def test_ctrl_c_keeps_what_is_there_and_says_how_to_continue(capsys, laboratory, tmp_path) -> None:
    laboratory.failure = KeyboardInterrupt()
    assert run(["report", "expansion", "--seed", "7", "--out", "kept"]) == 130
    output = capsys.readouterr()
    assert output.out.startswith("interrupted; this is what the games so far say\nExpansion: 400")
    assert "To continue: the same command with --out kept" in output.err
    assert (tmp_path / "kept" / "report.html").is_file()
    laboratory.failure = None
    assert run(["report", "expansion", "--out", "kept"]) == 0  # with the seed of before
    assert laboratory.called["seed"] == 7 and laboratory.found_before == [0]


def test_a_folder_of_another_report_is_refused(capsys, laboratory, tmp_path) -> None:
    assert run(["report", "expansion", "--seed", "7", "--out", "kept"]) == 0
    capsys.readouterr()
    for arguments, words in (
        (["siege-master"], 'game is "expansion" there'),
        (["expansion", "--seed", "8"], "seed is 7 there and 8 here"),
        (["expansion", "--players", "level:5"], "players is"),
        (["expansion", "-o", "setup=random"], "options is"),
    ):
        assert run(["report", *arguments, "--out", "kept"]) == 2
        message = capsys.readouterr().err
        assert words in message and "To continue" not in message
    (tmp_path / "file").touch()
    assert run(["report", "expansion", "--out", "file"]) == 2
    assert "this is a file" in capsys.readouterr().err


def test_each_choice_of_options_has_its_own_journal(laboratory, tmp_path) -> None:
    sweep = ["report", "expansion", "--sweep", "setup=secret,random", "--out", "kept"]
    assert run([*sweep, "--seed", "1"]) == 0
    assert len(list((tmp_path / "kept" / "journal").glob("*.jsonl"))) == 2
    assert run(sweep) == 0
    assert laboratory.found_before == [0, 0]


@pytest.mark.parametrize("code", [errno.ENOSPC, pytest.param(errno.EACCES, marks=pytest.mark.long)])
def test_files_that_cannot_be_written_lose_no_games(
    capsys, laboratory, monkeypatch, tmp_path, code
) -> None:
    def failing(path: Path, text: str) -> None:
        raise OSError(code, os.strerror(code), str(path))

    with monkeypatch.context() as patch:
        patch.setattr(files, "write_whole", failing)
        assert run(["report", "expansion", "--seed", "7", "--out", "kept"]) == 1
    message = capsys.readouterr().err
    assert f"kept/report.html: {os.strerror(code)}." in message and "Traceback" not in message
    assert "To continue: the same command with --out kept" in message
    assert run(["report", "expansion", "--out", "kept"]) == 0
    assert laboratory.found_before == [0] and (tmp_path / "kept" / "report.html").is_file()


def test_options_and_sweeps_complete(capsys) -> None:
    class Context:
        params: ClassVar = {"game": "expansion"}
        args: ClassVar[list[str]] = []

    completions = command.complete_sweep(Context(), "se")  # type: ignore[arg-type]
    assert completions == ["setup=secret,random"]
