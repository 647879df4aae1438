"""`help` explains every symbol that is drawn on a board."""

import re

import pytest

from siegeworks.games import load
from siegeworks.tui import draw
from siegeworks.tui.commands import HELP
from siegeworks.tui.draw import Viewport, legend
from tests.drawing import scenes
from tests.variants import every_game, random_walk

VIEWPORTS = [Viewport(), Viewport(ascii_only=True), Viewport(30, 24)]

DRAWN = 60  # positions of a game, at most: a game can have a thousand, and drawing takes long


def symbols(name: str, viewport: Viewport) -> str:
    game = load(name)
    state = next(state for state, _ in random_walk(game, 1) if state.to_act >= 0)
    seen = game.observe(state, int(state.to_act))
    lines = legend(game.scene(game.params, seen), game.seats, viewport)
    return "\n".join(lines)


@pytest.mark.parametrize("mark", ["_R", "R╱", "╲R", "R_", "_╱", "╲_", "(R╱", "▲R", "▲"])
def test_the_symbols_of_siege_master_are_explained(mark):
    assert mark in symbols("siege-master", Viewport()).replace("  ", " ").replace("\n", " ").split(
        " "
    )


def test_barred_land_is_explained():
    assert "×  free land where nothing" in re.sub(
        "  +", "  ", "\n".join(legend(scenes.hexes_with_barred(), ("red",), Viewport()))
    )


@every_game
def test_every_drawn_symbol_is_explained(name):
    """Letters of seats and values of pieces stand for each other; every other symbol is named."""
    game = load(name)
    known = {viewport: set(symbols(name, viewport)) for viewport in VIEWPORTS}
    acting = [state for state, _ in random_walk(game, 2) if state.to_act >= 0]
    for state in acting[:: len(acting) // DRAWN + 1]:
        scene = game.scene(game.params, game.observe(state, int(state.to_act)))
        for viewport in VIEWPORTS:
            picture = draw.board(scene, (), viewport).plain
            drawn = set(re.sub(r"[A-Za-z0-9\s]", "", picture)) - set("─┌┬┐├┼┤└┴┘│┠╂┨┯┷┿")
            explained = known[viewport] | set("━┃┏┓┗┛┣┫┳┻╋#+-|")
            assert drawn <= explained, (viewport, drawn - explained)


@every_game
def test_help_and_legend_fit_on_one_small_screen(name):
    lines = symbols(name, Viewport()).split("\n")
    assert len(HELP.splitlines()) + 1 + len(lines) + 1 <= 24
    assert max(map(len, [*lines, *HELP.splitlines()])) <= 88
