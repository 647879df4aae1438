"""`import siegeworks`: quick, complete and typed for the people who write against it."""

import subprocess
import sys
from pathlib import Path

import pytest
from mypy import api

import siegeworks

SCRIPT = """\
import siegeworks as sw

game = sw.load("kings-ransom", {"columns": "3", "tiles": "KAI"})
state, rng = game.new_state(), sw.new_rng(seed=1)
bots = [sw.make_bot("random", game, rng) for _ in game.seats]
game.settle(state, rng)
while state.to_act != sw.TERMINAL:
    seen = game.observe(state, state.to_act)
    game.apply(state, bots[state.to_act].choose(seen))
    game.settle(state, rng)
print(game.returns(state))
"""
WITH_STATE = SCRIPT.replace("choose(seen)", "choose(state)")
LINE = WITH_STATE[: WITH_STATE.index("choose(state)")].count("\n") + 1


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of a user's, away from the checkout and its settings."""
    return tmp_path_factory.mktemp("user")


def checked(folder: Path, name: str, script: str) -> tuple[str, int]:
    """What `mypy --strict` says of this script, and its exit status."""
    path = folder / name
    path.write_text(script, encoding="utf-8")
    cache = ["--cache-dir", str(folder / "cache")]
    out, _, status = api.run(["--strict", "--config-file", "", *cache, str(path)])
    return out, status


def test_importing_it_loads_neither_numba_nor_numpy() -> None:
    source = "import siegeworks, sys; print({'numba', 'numpy'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"


@pytest.mark.parametrize("name", siegeworks.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(siegeworks, name) is not None
    assert name in dir(siegeworks)


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        siegeworks.no_such_name  # type: ignore[attr-defined]  # noqa: B018


def test_the_lines_of_the_docstring_play_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert siegeworks.__doc__ is not None
    lines = [line for line in siegeworks.__doc__.split("\n") if line.startswith("    ")]
    exec("\n".join(line[4:] for line in lines).replace("level:3", "random"), {})
    assert sorted(capsys.readouterr().out.strip("[]\n").split(", ")) == ["-1.0", "1.0"]


@pytest.mark.long
def test_a_script_of_ten_lines_passes_mypy_strict_and_runs(outside: Path) -> None:
    assert checked(outside, "good.py", SCRIPT) == ("Success: no issues found in 1 source file\n", 0)
    subprocess.run([sys.executable, outside / "good.py"], check=True, capture_output=True)


@pytest.mark.long
def test_mypy_refuses_a_state_where_a_bot_wants_an_observation(outside: Path) -> None:
    out, status = checked(outside, "bad.py", WITH_STATE)
    assert status == 1
    (problem,) = [line for line in out.splitlines() if "error:" in line]
    assert f"bad.py:{LINE}:" in problem
    assert '"State"; expected "Observation"' in problem


@pytest.mark.long
def test_every_public_name_is_known_to_mypy(outside: Path) -> None:
    used = "\n".join(f"sw.{name}" for name in siegeworks.__all__)
    out, status = checked(outside, "all.py", f"import siegeworks as sw\n{used}\n")
    assert status == 0, out
