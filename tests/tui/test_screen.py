"""The whole screen: board and panel side by side or one below the other."""

from __future__ import annotations

import pytest

from siegeworks.games import load
from siegeworks.play.summary import TurnSummary
from siegeworks.play.table import Table
from siegeworks.tui.draw import Room
from siegeworks.tui.screen import TurnScreen, page
from tests.tui import scenes

SHOWN = TurnScreen(
    "A Game",
    scenes.hexes(),
    frozenset(),
    [TurnSummary("red", "a1-a4"), TurnSummary("chance", "roll=3")],
    ("Taken back: red a1-a4",),
    "blue",
    "is to act: 7 legal moves.",
)


def test_in_a_wide_room_the_panel_stands_beside_the_board():
    lines = page(SHOWN, Room(80, 24, ascii_only=True)).plain.split("\n")
    assert lines[0] == "A Game"
    assert lines[2].startswith("a  R------------R  .   .   a")
    assert "Fortresses:" in lines[1] and "1 of 2" in lines[1]
    assert lines[-2:] == ["Taken back: red a1-a4", " blue  is to act: 7 legal moves."]


def test_in_a_narrow_room_it_flows_below():
    lines = page(SHOWN, Room(50, 24, ascii_only=True)).plain.split("\n")
    board_end = next(i for i, line in enumerate(lines) if line.startswith("c  "))
    assert any("Fortresses:" in line for line in lines[board_end:])
    assert any(" red  a1-a4" in line for line in lines[board_end:])
    assert max(map(len, lines)) <= 50


STORY = [TurnSummary("red", "h15-k14"), TurnSummary("blue", "h5-k6")]


def look(name, remarks=(), **options):
    """The first look at a game, with what a turn adds to it."""
    table = Table(load(name, options))
    scene = table.game.scene(table.game.params, table.view(0))
    return TurnScreen(
        "Title", scene, frozenset(), STORY, remarks, table.game.seats[0], "is to act: 366"
    )


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("siege-master", {}),
        ("kings-ransom", {}),
        ("expansion", {}),
        ("siege-by-number", {}),
        ("nobles-and-peasants", {"seats": "4"}),
    ],
)
def test_board_status_and_prompt_stand_on_one_small_screen(name, options):
    lines = page(look(name, **options), Room(80, 24)).plain.split("\n")
    assert len(lines) < 24
    assert lines[-1].endswith("is to act: 366")


@pytest.mark.parametrize("remarks", [(), ("One.",), ("One.", "Two.", "Three.", "Four.")])
def test_the_numbers_of_columns_are_among_the_last_lines_that_fit(remarks):
    """However much is to be said: of 24 lines, the last is the prompt."""
    lines = page(look("siege-master", remarks), Room(80, 24)).plain.split("\n")
    on_screen = lines[-23:]
    assert sum(line.split() == [str(n) for n in range(1, 18)] for line in on_screen) == 1


def test_moves_stand_in_place_of_all_that_is_not_the_board():
    shown = look("siege-master")._replace(moves=["a5-a8  a6-a9", "b3-b6"])
    lines = page(shown, Room(80, 24)).plain.split("\n")
    assert len(lines) < 24 and "Fortresses" not in "".join(lines)
    assert lines[0] == "Title" and lines[-3:-1] == ["a5-a8  a6-a9", "b3-b6"]
