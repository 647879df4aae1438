"""Pictures of scenes are complete: every place, and what stands on it and lies beside it."""

from math import dist

import pytest

from siegeworks.core.contract import CHANCE, TERMINAL
from siegeworks.core.palette import SEAT_COLORS
from siegeworks.core.scene import Cell, Piece, Scene, Tray
from siegeworks.drawing.scene_picture import PIECES, scene_picture
from siegeworks.games import load
from tests.drawing import scenes
from tests.drawing.svg import named, texts
from tests.variants import every_variant, random_walk


@every_variant
def test_every_place_of_every_game_is_drawn_with_its_name(variant) -> None:
    game = load(*variant)
    for state, _ in [*random_walk(game, 3, 40)][::13]:
        if state.to_act != CHANCE:
            seat = 0 if state.to_act == TERMINAL else int(state.to_act)
            scene = game.scene(game.params, game.observe(state, seat))
            assert set(named(scene_picture(scene).svg())) == {cell.name for cell in scene.cells}


def middle(svg: str, name: str) -> tuple[float, float]:
    corners = [
        tuple(map(float, point.split(","))) for point in named(svg)[name].get("points", "").split()
    ]
    xs, ys = zip(*corners, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def test_neighbouring_hexes_touch_and_do_not_overlap() -> None:
    svg = scene_picture(scenes.hexes()).svg()
    apart = [dist(middle(svg, "b3"), middle(svg, other)) for other in ("b2", "b4", "a3", "a4")]
    assert apart == pytest.approx([apart[0]] * 4, abs=0.2)


def test_a_fortress_shows_who_holds_it_and_an_army_whose_it_is() -> None:
    scene = scenes.hexes()
    assert texts(scene_picture(scene._replace(trays=())).svg()) == ["R", "B"]
    assert SEAT_COLORS["blue"].lower() in scene_picture(scene).svg().lower()


def test_pieces_show_their_seat_and_value_and_what_is_hidden() -> None:
    cells = (
        Cell("a1", 0, 0, "tile", piece=Piece("minion", "suns", "4")),
        Cell("b1", 1, 0, "tile", piece=Piece("minion", "moons", "?", face_down=True)),
    )
    for shape in ("squares", "tiles"):
        assert texts(scene_picture(Scene(shape, cells)).svg()) == ["S4", "M?"]
    known = cells[1]._replace(piece=Piece("minion", "moons", "4"))
    pictures = [scene_picture(Scene("tiles", (cell,))).svg() for cell in (known, cells[1])]
    assert [svg.count("<circle") for svg in pictures] == [1, 2]


def test_trays_show_all_their_pieces_their_title_and_their_note() -> None:
    stones = tuple(Piece("stone", None, "R", color="red") for _ in range(PIECES + 3))
    trays = (
        Tray("Row", stones),
        Tray("Hand", (), "blue", "5 points"),
        Tray("Nothing", ()),
    )
    shown = texts(scene_picture(Scene("circles", (Cell("a1", 0, 0, "circle"),), trays)).svg())
    assert shown.count("R") == PIECES + 3
    assert {"Row", "blue, Hand", "5 points"} <= set(shown) and "Nothing" not in shown


def test_what_is_spent_is_paler_than_what_is_not() -> None:
    fresh, spent = (
        scene_picture(Scene("squares", (Cell("a1", 0, 0, "tile"),), (Tray("Dice", (die,)),))).svg()
        for die in (Piece("die", "suns", "2"), Piece("die", "suns", "2", spent=True))
    )
    assert SEAT_COLORS["suns"] in fresh and SEAT_COLORS["suns"] not in spent
