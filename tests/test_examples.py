"""The examples run, and say what they promise."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from siegeworks.lab.reports import build

EXAMPLES = Path(__file__).parents[1] / "examples"
INSTALLED = EXAMPLES.parent / "build" / "examples"  # where the Makefile installs its games


def output(name: str, capsys: pytest.CaptureFixture[str]) -> str:
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    return capsys.readouterr().out


def test_one_game_is_told_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output("one_game.py", capsys).splitlines()
    assert len(lines) > 10
    assert "(R" in lines[-1]


@pytest.mark.long
def test_a_bot_of_ones_own_plays_fifty_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert "of 50 games against greedy" in output("write_a_bot.py", capsys)


@pytest.mark.long
def test_nine_variants_are_ranked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, prepared_searches: None
) -> None:
    monkeypatch.setattr(sys, "argv", ["best_variant.py", "2", "random"])
    monkeypatch.setattr(build, "RANDOM_GAMES", 10)
    lines = output("best_variant.py", capsys).splitlines()
    assert len(lines) == 9 and lines[0].startswith("1. ")
    assert {int(line.split()[1]) for line in lines} == set(range(12, 21))


@pytest.mark.long
@pytest.mark.parametrize("package", ["breakthrough", "liars-dice"])
def test_a_game_of_ones_own_passes_its_tests(package: str) -> None:
    assert INSTALLED.is_dir(), "The games of examples/ are not installed. Run `make long`."
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", f"examples/{package}"],
        cwd=EXAMPLES.parent,
        env={**os.environ, "PYTHONPATH": str(INSTALLED)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_every_example_is_tested() -> None:
    files = Path(__file__).parent.rglob("test_*.py")
    tests = "".join(path.read_text(encoding="utf-8") for path in files)
    assert all(path.name in tests for path in EXAMPLES.glob("*.py"))
