"""The whole screen: board and panel side by side or one below the other."""

from __future__ import annotations

from siegeworks.play.story import Deed
from siegeworks.tui.draw import Room
from siegeworks.tui.page import Shown, page
from tests.tui import scenes

SHOWN = Shown(
    "A Game",
    scenes.hexes(),
    frozenset(),
    [Deed("red", "a1-a4"), Deed("chance", "roll=3")],
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
