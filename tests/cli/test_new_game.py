"""`siegeworks new-game`: a package that can be played, whose tests say what to do next."""

import errno
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from siegeworks.cli import run

SOURCES = str(Path(__file__).parents[2] / "src")


@pytest.fixture
def skeleton(tmp_path: Path) -> Path:
    """The package of a new game, installed."""
    return installed("tower-race", tmp_path)


def installed(name: str, parent: Path, *options: str) -> Path:
    """The package of a game of this name, installed as `pip install -e` does it."""
    assert run(["new-game", name, "--folder", str(parent), *options]) == 0
    folder = parent / f"siegeworks-{name}"
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"siegeworks_{name.replace('-', '_')}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    ((name, module),) = project["entry-points"]["siegeworks.games"].items()
    (info / "entry_points.txt").write_text(f"[siegeworks.games]\n{name} = {module}\n")
    return folder


def output(folder: Path, *arguments: str) -> str:
    """What Python prints in the folder of the package."""
    paths = os.pathsep.join([str(folder), SOURCES])
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.long
def test_the_skeleton_is_a_game(skeleton: Path) -> None:
    simulated = output(skeleton, "-m", "siegeworks", "simulate", "tower-race", "--games", "100")
    assert "a player reached the last square (R5)" in simulated


@pytest.mark.long
def test_the_tests_of_the_skeleton_say_what_to_do_next(skeleton: Path) -> None:
    listed = output(skeleton, "-m", "siegeworks", "games")
    assert "Tower Race (tower-race), 2" in listed
    printed = output(skeleton, "-m", "pytest", "-p", "no:cacheprovider")
    package = skeleton / "siegeworks_tower_race"
    for sentence in (
        # which file, which function, which paragraph
        f"{package}/rules.py, line 32: set_up() makes the position before the first step (R1).",
        f"{package}/knowledge.py, line 14: observe() copies what a seat may know",
        f"{package}/RULES.md, line 13: the board and its names, and what stands where",
        f"{package}/notation.py, line 30: explain() says why a token cannot be played",
        f"{package}/RULES.md, R4: no test in {skeleton}/tests is named after it (`def test_R4_…`).",
        f"{skeleton}/tests/perft.txt is missing. Write it with `python -m siegeworks.testing",
        f"{skeleton}/tests/records has no sample record. Let two bots play one: `siegeworks play",
    ):
        assert sentence in printed
    failed = [line.partition("::")[2] for line in printed.splitlines() if line.startswith("FAILED")]
    expected = {
        "test_nothing_of_the_skeleton_is_left",
        "test_the_rulebook_has_what_is_required",
        "test_the_perft_table_is_what_it_was",
        "test_the_playthrough_is_what_it_was",
        "test_there_are_sample_records",
    }
    assert {line.split("::")[1].partition("[")[0] for line in failed} == expected
    assert "Traceback" not in printed and "KeyError" not in printed


@pytest.mark.long
def test_a_small_game_is_one_file_that_is_counted(tmp_path: Path) -> None:
    folder = installed("tic-tac-toe", tmp_path, "--small")
    (source,) = (folder / "siegeworks_tic_tac_toe").glob("*.py")
    assert len(source.read_text(encoding="utf-8").splitlines()) < 100
    counted = output(folder, "-m", "siegeworks", "perft", "tic-tac-toe", "--depth", "5")
    assert "15,120" in counted  # as everybody counts them


@pytest.mark.long  # its search and its laws are compiled; those of our games are tested anyway
def test_a_small_game_is_played_everywhere_and_keeps_all_laws(tmp_path: Path) -> None:
    folder = installed("tic-tac-toe", tmp_path, "--small")
    simulated = output(folder, "-m", "siegeworks", "simulate", "tic-tac-toe", "--games", "100")
    assert "three marks in a row (R4)" in simulated
    arena = ["arena", "tic-tac-toe", "level:4", "random", "--games", "20", "--out", "matches"]
    assert "level:4" in output(folder, "-m", "siegeworks", *arena)
    for command in commands(folder / "README.md"):
        printed = output(folder, "-m", *command)
        assert "Traceback" not in printed
    assert " passed" in printed and "failed" not in printed, printed


def commands(readme: Path) -> list[list[str]]:
    """What the second block of a README says to run, each as arguments of `python -m`."""
    block = readme.read_text(encoding="utf-8").split("```sh\n")[2].partition("```")[0]
    words = [line.removeprefix("python -m ").split() for line in block.splitlines()]
    assert words[-1] == ["pytest"]
    return [*words[:-1], ["pytest", "-p", "no:cacheprovider"]]


@pytest.mark.long
def test_a_package_that_is_not_installed_says_how_to_install_it(skeleton: Path) -> None:
    for path in skeleton.glob("*.dist-info/*"):
        path.unlink()
    printed = output(skeleton, "-m", "pytest", "-p", "no:cacheprovider")
    assert f"install it: python -m pip install -e {skeleton}" in printed


@pytest.mark.parametrize("options", [[], ["--small"]], ids=["large", "small"])
def test_the_tests_of_the_skeleton_go_where_its_tests_go(
    tmp_path: Path, options: list[str]
) -> None:
    skeleton = installed("tower-race", tmp_path, *options)
    names = {path.relative_to(skeleton).as_posix() for path in skeleton.rglob("*.*")}
    assert {"tests/facts.py", "tests/test_laws.py", "siegeworks_tower_race/RULES.md"} <= names
    texts = [path.read_text(encoding="utf-8") for path in skeleton.rglob("*.*") if path.is_file()]
    assert not any("__NAME__" in text or "__PACKAGE__" in text for text in texts)


@pytest.mark.parametrize(
    "name, why",
    [
        ("Go Bang", "a game's name consists of lower-case letters, digits and single hyphens"),
        ("../up", "a game's name consists of lower-case letters, digits and single hyphens"),
        ("expansion", "There is already a game called expansion; choose another name."),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(
    name: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["new-game", name, "--folder", str(tmp_path)]) == 2
    assert why in " ".join(capsys.readouterr().err.split())
    assert not list(tmp_path.iterdir())


def test_on_a_full_disk_nothing_is_left_of_a_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_text", full)
    assert run(["new-game", "hex", "--folder", str(tmp_path)]) == 1
    assert f"siegeworks: {tmp_path / 'siegeworks-hex'}: No space" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "siegeworks-hex").mkdir()
    assert run(["new-game", "hex", "--folder", str(tmp_path)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert not list((tmp_path / "siegeworks-hex").iterdir())
