"""Perft tables and playthroughs: files that `make golden` writes and people read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from siegeworks.cli.replay import json_lines
from siegeworks.core.perft import divide, perft
from siegeworks.games import NAMES
from siegeworks.play.record import Record, parse_record, read_record, replay
from tests.golden import PLAYTHROUGHS, perft_text, playthrough_text
from tests.variants import every_game, load

RECORDS = Path(__file__).parents[1] / "records"
GAMES = Path(__file__).parents[1] / "games"


@every_game
def test_the_perft_table_is_what_it_was(name: str) -> None:
    kept = (GAMES / name.replace("-", "_") / "perft.txt").read_text(encoding="utf-8")
    assert perft_text(name) == kept, "if a rule changed on purpose: make golden, and read the diff"


@pytest.mark.parametrize("name, file, options", PLAYTHROUGHS)
def test_the_playthrough_is_what_it_was(name: str, file: str, options: dict[str, str]) -> None:
    kept = (GAMES / name.replace("-", "_") / file).read_text(encoding="utf-8")
    assert playthrough_text(name, options) == kept


@every_game
def test_divide_sums_to_perft(name: str) -> None:
    game = load(name)
    state = game.new_state()
    assert sum(divide(game, state, 3).values()) == perft(game, state, 3)


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.siege")), ids=lambda path: path.stem)
def test_the_sample_records_give_exactly_their_expected_positions(path: Path) -> None:
    expected = path.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()
    lines = [json.dumps(line) for line in json_lines(replay(read_record(path)))]
    assert lines == expected


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.siege")), ids=lambda path: path.stem)
def test_a_record_read_and_written_again_is_equal_byte_for_byte(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert parse_record(text).text() == text
    table = replay(parse_record(text))
    again = Record.of_table(table).text()
    assert Record.of_table(replay(parse_record(again))).text() == again


def test_there_are_sample_records_of_every_game() -> None:
    assert {path.stem[:-2] for path in RECORDS.glob("*.siege")} == set(NAMES)
