"""Boards are drawn correctly in colour, with letters only, in ASCII, and in small viewports."""

import pytest

from siegeworks.core.scene import Piece
from siegeworks.games import load
from siegeworks.tui.draw import Viewport, board, changed_cells, piece_style, piece_text
from tests.drawing import scenes
from tests.variants import every_game, random_walk

ASCII = Viewport(80, 24, ascii_only=True)
SHAPES = [scenes.hexes(), scenes.tiles(), scenes.squares_with_a_home(), scenes.circles()]
VIEWPORTS = [Viewport(100, 40), Viewport(80, 24), Viewport(40, 12), Viewport(10, 3), ASCII]


def drawn(scene, changed=(), viewport=ASCII):
    return board(scene, changed, viewport).plain.split("\n")


@pytest.mark.parametrize("scene", SHAPES)
@pytest.mark.parametrize("viewport", VIEWPORTS)
def test_every_shape_is_drawn_in_any_viewport(scene, viewport):
    assert board(scene, {scene.cells[0].name}, viewport).plain.strip()


@pytest.mark.parametrize("scene", SHAPES)
def test_ascii_viewports_contain_only_ascii(scene):
    assert board(scene, {cell.name for cell in scene.cells}, ASCII).plain.isascii()


def test_hexes_are_drawn_in_labelled_rows():
    assert drawn(scenes.hexes()) == [
        "    1   2   3   4   5   6",
        "a  R------------R  .   .   a",
        "  b  .   F   .   .   .   .   b",
        "c  .   .   FB  .   .   .   c",
        "    1   2   3   4   5   6",
    ]


def test_barred_hexes_are_crossed_out():
    lines = drawn(scenes.hexes_with_barred())
    assert lines[2:4] == ["  b  x   F   .   .   .   .   b", "c  x   .   FB  .   .   .   c"]
    assert "×" in board(scenes.hexes_with_barred()).plain


def test_new_armies_and_changed_hexes_are_marked():
    lines = drawn(scenes.hexes(), {"a1", "a2", "a3", "a4", "c3"})
    assert "(R------------R)" in lines[1]
    assert "[FB]" in lines[3]


def test_diagonal_armies_are_strokes_with_a_letter_at_both_ends():
    assert drawn(scenes.falling_and_rising())[1:5] == [
        "a  R_  .   .   .   _B  .   a",
        "  b  \\_  .   .   _/  .   .   b",
        "c  .   \\_  .   _/  .   .   c",
        "  d  .   \\R  B/  .   .   .   d",
    ]


def test_wide_maps_have_narrower_hexes():
    wide = drawn(scenes.hexes(3, 30), viewport=Viewport(80, 24, ascii_only=True))
    assert max(map(len, wide)) <= 80
    assert wide[1].startswith(" a R------R. . ")


def test_tiles_have_thick_borders_and_show_their_owner():
    assert drawn(scenes.tiles(), {"b1"}, Viewport(80, 12, ascii_only=True)) == [
        "      a     b     c     d",
        "   #########################",
        " 4 #  .  |  .  #  .  |  .  # 4",
        "   #-----+-----#-----+-----#",
        " 3 #  .  |  .  #  .  |  .  # 3",
        "   #########################",
        " 2 #  s  | M?  #  .  |  .  # 2",
        "   #-----+-----#-----+-----#",
        " 1 #(S5) |>SA< #  .  |  .  # 1",
        "   #########################",
        "      a     b     c     d",
    ]


def test_lines_of_a_grid_have_matching_joints():
    text = board(scenes.tiles(), (), Viewport(80, 12)).plain
    assert set("┏┳┓┣╋┫┗┻┛┯┿┷┠┨╂") <= set(text)


def test_low_viewports_have_no_lines():
    assert drawn(scenes.tiles(), viewport=Viewport(80, 8, ascii_only=True)) == [
        "     a   b   c   d",
        " 4  .   .   .   .   4",
        " 3  .   .   .   .   3",
        " 2  s   M?  .   .   2",
        " 1 (S5) SA  .   .   1",
        "     a   b   c   d",
    ]


def test_a_home_base_is_two_squares_wide_and_shows_its_name():
    assert drawn(scenes.squares_with_a_home(), viewport=Viewport(80, 8)) == [
        "      a",
        "   ┌─────┬───────────┐",
        " 2 │ M3  │           │ 2",
        "   ├─────┤     E     │",
        " 1 │ S♚  │           │ 1",
        "   └─────┴───────────┘",
        "      a",
    ]


def test_circles_show_towers_stones_or_their_names():
    assert [line.strip() for line in drawn(scenes.circles(), {"b1"}) if line.strip()] == [
        "[B T]",
        "> (R) <  b2",
    ]


def test_pieces_show_their_seats_letter_if_wanted():
    assert piece_text(Piece("minion", "moons", "3"), True, ASCII) == "M3"
    assert piece_text(Piece("archer", "south", "A"), False, ASCII) == "A"
    assert piece_text(Piece("archer", "south", "A", face_down=True), False, ASCII) == "(A)"
    assert piece_text(Piece("tile", "south", "?", face_down=True), False, ASCII) == "?"


def test_spent_pieces_are_struck_out():
    assert piece_style(Piece("die", "suns", "3", spent=True)).strike


def test_changed_cells_are_those_that_look_different():
    before = scenes.hexes()
    after = before._replace(cells=(before.cells[0]._replace(piece=None), *before.cells[1:]))
    assert changed_cells(before, after) == {"a1"}
    assert changed_cells(before, before) == frozenset()
    assert changed_cells(before, scenes.hexes_with_barred()) == frozenset()


@every_game
def test_every_game_fits_on_a_common_screen(name):
    """Its board alone, in all positions of a game, for each seat."""
    game = load(name)
    for number, (state, _) in enumerate(random_walk(game, 4)):
        if number % 20:
            continue
        for seat in range(len(game.seats)):
            scene = game.scene(game.params, game.observe(state, seat))
            for viewport in (Viewport(100, 37), Viewport(80, 21)):
                lines = board(scene, (), viewport).plain.split("\n")
                assert len(lines) <= viewport.height
                assert max(map(len, lines)) <= viewport.width
