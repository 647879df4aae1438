"""What is drawn of a position."""

from __future__ import annotations

from siegeworks.core.contract import SPECTATOR
from siegeworks.core.scene import Cell, Piece
from tests.games.siege_master.positions import game, hexagon, play, position

MIDDLE = """
 . F . a
n n n n a
 . R B . a
. . . . . a . .     F . . . .     F . . . .
"""


def seen(table, state):
    return table.scene(table.params, table.observe(state, SPECTATOR))


def test_every_hex_is_a_cell_with_its_place_fortress_and_army():
    scene = seen(*position(MIDDLE, last="n", captured=1))
    cells = {cell.name: cell for cell in scene.cells}
    assert scene.shape == "hexes"
    assert cells["a1"] == Cell("a1", 1, 0, "land")
    assert cells["a2"] == Cell("a2", 3, 0, "fortress")
    assert cells["b1"] == Cell("b1", 0, 1, "land", piece=Piece("army", "blue"))
    assert cells["d6"] == Cell("d6", 10, 3, "land", piece=Piece("army", "red"))
    assert cells["c2"] == Cell("c2", 3, 2, "fortress", "red")
    assert cells["c3"] == Cell("c3", 5, 2, "fortress", "blue")


def test_armies_are_chains_of_four_hexes():
    scene = seen(*position(MIDDLE, last="n"))
    assert scene.chains == (("a4", "b5", "c5", "d6"), ("b1", "b2", "b3", "b4"))


def test_trays_tell_who_holds_what():
    scene = seen(*position(MIDDLE, last="n"))
    assert [(tray.title, tray.seat, len(tray.pieces), tray.note) for tray in scene.trays] == [
        ("Fortresses", "red", 1, "1 of 5"),
        ("Fortresses", "blue", 1, "1 of 5"),
        ("Neutral", None, 3, "3 left"),
    ]


def test_notes_say_what_must_be_done_and_what_binds():
    table = game("F . . . . F . . . . F")
    state = table.new_state()
    assert seen(table, state).notes == ("Red places an army, anywhere on free land (R4)",)
    state = play(table, state, "a2-a5")
    assert seen(table, state).notes == (
        "Blue places an army or swaps (R5), anywhere on free land (R4)",
        "Red captured 1 fortress with a2-a5 (R6)",
    )
    assert seen(table, play(table, state, "swap")).notes == (
        "Red places an army, anywhere on free land (R4)",
        "Blue captured 1 fortress with a2-a5 (R6)",
    )
    assert seen(table, play(table, state, "a7-a10")).notes == ()
    state = play(hexagon(), hexagon().new_state(), "a5-a8")
    assert seen(hexagon(), state).notes == ("Blue places an army or swaps (R5), beside a5-a8 (R7)",)


def test_notes_say_who_places_the_next_fortress():
    for placed_by, who in (("placed", "Blue"), ("scattered", "Chance")):
        table = hexagon(fortresses=placed_by)
        state = play(table, table.new_state(), "@i9")
        assert seen(table, state).notes == (f"{who} places fortress 2 of 15 (R3)",)
        assert len(seen(table, state).cells) == 217
