"""The examples for PettingZoo and Gymnasium beat random play, at a size that tests have time for.

Both are named here: pettingzoo_monte_carlo.py, gymnasium_policy.py.
"""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def low_end(capsys: pytest.CaptureFixture[str]) -> int:
    """The lower end of the interval that an example prints, in percent."""
    found = re.search(r"95% interval (\d+)% to", capsys.readouterr().out)
    assert found
    return int(found[1])


def test_a_searching_player_beats_random(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "pettingzoo_monte_carlo.py"))["main"](games=16, playouts=200)
    assert low_end(capsys) > 50


def test_a_trained_policy_beats_random(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "gymnasium_policy.py"))["main"](training=600, games=200)
    assert low_end(capsys) > 50
