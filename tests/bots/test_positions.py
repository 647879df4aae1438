"""The positions with known best moves: they replay, and what they call best can be played."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from siegeworks.games import NAMES
from siegeworks.play.record import parse_record, replay

FOLDER = Path(__file__).parents[2] / "bench" / "positions"


@pytest.mark.parametrize("name", NAMES)
def test_positions_replay_and_their_best_moves_are_some_of_the_legal_ones(name):
    text = (FOLDER / f"{name.replace('-', '_')}.toml").read_text(encoding="utf-8")
    positions = tomllib.loads(text)["position"]
    assert len(positions) >= 10
    assert len({position["name"] for position in positions}) == len(positions)
    for position in positions:
        table = replay(parse_record(position["record"], position["name"]))
        assert table.game.name == name
        assert table.state.to_act >= 0
        legal = set(table.game.legal_texts(table.state))
        assert set(position["best"]) < legal, position["name"]
        assert position["why"].endswith(".")
