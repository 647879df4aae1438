"""The layout of a screen: board and panel side by side, or one below the other."""

import pytest

from siegeworks.games import load
from siegeworks.play.summary import TurnSummary
from siegeworks.play.table import Table
from siegeworks.tui.draw import Viewport
from siegeworks.tui.screen import TurnScreen, render, summary_text
from tests.drawing import scenes

SCREEN = TurnScreen(
    "A Game",
    scenes.hexes(),
    None,
    [TurnSummary("red", "a1-a4"), TurnSummary("chance", "roll=3")],
    ("Undone: red a1-a4",),
    "blue",
    "to move: a1-a2",
)


def test_in_a_wide_viewport_the_panel_is_beside_the_board():
    lines = render(SCREEN, Viewport(80, 24, ascii_only=True)).plain.split("\n")
    assert lines[0] == "A Game"
    assert lines[2].startswith("a  R------------R  .   .   a")
    assert "Fortresses:" in lines[1] and "1 of 2" in lines[1]
    assert lines[-2:] == ["Undone: red a1-a4", " blue  to move: a1-a2"]


def test_in_a_narrow_viewport_the_panel_is_below_the_board():
    lines = render(SCREEN, Viewport(50, 24, ascii_only=True)).plain.split("\n")
    board_end = next(i for i, line in enumerate(lines) if line.startswith("c  "))
    assert any("Fortresses:" in line for line in lines[board_end:])
    assert any(" red  a1-a4" in line for line in lines[board_end:])
    assert max(map(len, lines)) <= 50


def test_a_sentence_has_its_seat_in_its_colour_and_not_twice():
    summary = TurnSummary("red", "Red places an army on a1-a4.")
    text = summary_text(summary)
    assert text.plain == summary.words
    assert [(span.start, span.end) for span in text.spans] == [(0, 3)]
    assert summary_text(TurnSummary("", "The game is set up.")).plain == "The game is set up."
    assert summary_text(TurnSummary("red", "a1-a4")).plain == " red  a1-a4"


TURNS = [TurnSummary("red", "h15-k14"), TurnSummary("blue", "h5-k6")]


def first_screen(name, notices=(), **options):
    """The first screen of a game, with a summary as after a turn."""
    table = Table(load(name, options))
    scene = table.game.scene(table.game.params, table.view(0))
    return TurnScreen("Title", scene, None, TURNS, notices, table.game.seats[0], "to move: 366")


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
def test_board_status_and_prompt_fit_on_one_small_screen(name, options):
    lines = render(first_screen(name, **options), Viewport(80, 24)).plain.split("\n")
    assert len(lines) < 24
    assert lines[-1].endswith("to move: 366")


@pytest.mark.parametrize("notices", [(), ("One.",), ("One.", "Two.", "Three.", "Four.")])
def test_the_column_labels_are_among_the_last_lines_that_fit(notices):
    """However much is to be said: of 24 lines, the last is the prompt."""
    lines = render(first_screen("siege-master", notices), Viewport(80, 24)).plain.split("\n")
    on_screen = lines[-23:]
    assert sum(line.split() == [str(n) for n in range(1, 18)] for line in on_screen) == 1


def test_a_list_of_moves_replaces_everything_but_the_board():
    screen = first_screen("siege-master")._replace(moves=["a5-a8  a6-a9", "b3-b6"])
    lines = render(screen, Viewport(80, 24)).plain.split("\n")
    assert len(lines) < 24 and "Fortresses" not in "".join(lines)
    assert lines[0] == "Title" and lines[-3:-1] == ["a5-a8  a6-a9", "b3-b6"]
