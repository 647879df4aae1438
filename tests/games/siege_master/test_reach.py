"""R6, R7: areas are as large as they are said to be, and land is closed where no army fits."""

from siegeworks.core.contract import State
from siegeworks.core.game import Game
from siegeworks.core.scene import Reach
from siegeworks.games.siege_master.notation import hex_text
from siegeworks.games.siege_master.params import members
from siegeworks.games.siege_master.preview import closed_area
from tests.games.siege_master.positions import hexagon, position
from tests.variants import random_walk


def reaches(game: Game, state: State) -> dict[str, Reach]:
    """What is said, by place."""
    return {reach.place: reach for reach in game.reach(game.observe(state, 0))}


def closed(game: Game, state: State) -> set[str]:
    """The hexes that are drawn as closed."""
    cells = game.scene(game.params, game.observe(state, 0)).cells
    return {cell.name for cell in cells if cell.closed}


def test_R6_the_area_of_a_fortress_is_what_armies_leave_of_the_land() -> None:
    game = hexagon()
    for state, _ in random_walk(game, 2):
        seen = game.observe(state, 0)
        free = set(members(state.free))
        for place, reach in reaches(game, state).items():
            if not reach.sentence:
                continue
            start = next(
                n for n in range(int(game.params.hexes)) if hex_text(game.params, n) == place
            )
            area, ahead = {start}, [start]
            while ahead:
                near = set(members(game.params.neighbours[ahead.pop()])) - area
                near -= set(members(state.walls))
                area |= near
                ahead += near
            fits = sum(set(game.params.path[army].tolist()) <= area for army in free)
            hexes = f"{len(area)} hex{'es' if len(area) != 1 else ''}"
            places = f"{fits} place{'s' if fits != 1 else ''}"
            assert reach.sentence == f"Its area: {hexes}, and {places} for an army."
            marked = {hex_text(game.params, number) for number in area}
            assert set(reach.places) == (marked if len(area) <= 24 else set())
        is_closed = {
            hex_text(game.params, n)
            for n in range(int(game.params.hexes))
            if n not in set(members(state.walls)) and closed_area(game.params, seen, n)
        }
        assert closed(game, state) == is_closed


DRAWING = """
. . F . . . .
 a a a a . . .
  . F . . . F .
   . . . . . . .
"""


def test_R7_the_army_that_captured_nothing_says_where_the_next_one_must_touch_it() -> None:
    game, state = position(DRAWING, "blue", "a")
    (beside,) = (reach.places for reach in reaches(game, state).values() if not reach.sentence)
    names = {number: hex_text(game.params, number) for number in range(int(game.params.hexes))}
    walls, fortresses = members(state.walls), members(state.neutral)
    near = {other for hex in walls for other in members(game.params.neighbours[hex])}
    assert set(beside) == {names[other] for other in near - {*walls, *fortresses}}


def test_R7_where_nothing_binds_no_army_says_so() -> None:
    game, state = position(DRAWING, "blue", "a", captured=1)
    assert all(reach.sentence for reach in reaches(game, state).values())
