"""The positions with known best moves: they replay, and what they call best can be played."""

import tomllib
from pathlib import Path

import pytest

from siegeworks.games import NAMES
from siegeworks.play.record import parse_record, replay

GAMES = Path(__file__).parents[1] / "games"
FILES = sorted(GAMES.glob("*/positions.toml"))


def test_every_built_in_game_has_positions():
    assert {file.parent.name.replace("_", "-") for file in FILES} == set(NAMES)


@pytest.mark.parametrize("file", FILES, ids=[file.parent.name for file in FILES])
def test_positions_replay_and_their_best_moves_are_some_of_the_legal_ones(file):
    positions = tomllib.loads(file.read_text(encoding="utf-8"))["position"]
    assert len(positions) >= 10
    assert len({position["name"] for position in positions}) == len(positions)
    for position in positions:
        table = replay(parse_record(position["record"], position["name"]))
        assert table.game.name == file.parent.name.replace("_", "-")
        assert table.state.to_act >= 0
        legal = set(table.game.legal_texts(table.state))
        assert set(position["best"]) < legal, position["name"]
        assert position["why"].endswith(".")
