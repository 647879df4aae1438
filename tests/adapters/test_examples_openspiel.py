"""The example for OpenSpiel runs, smaller than as it is shipped."""

from __future__ import annotations

import runpy
from pathlib import Path

import pyspiel  # noqa: F401  (the example needs it: left out where it cannot be had)
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_search_of_openspiel_beats_random_moves(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMES", "4")
    runpy.run_path(str(EXAMPLES / "openspiel_mcts.py"), run_name="__main__")
    words = capsys.readouterr().out.split()
    assert words[:2] == ["search", "won"]
    assert float(words[2]) > 2
    assert "interval" in words
