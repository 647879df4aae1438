"""What is drawn of a position."""

from siegeworks.core.contract import SPECTATOR
from siegeworks.core.scene import Cell, Piece
from siegeworks.server.messages.scenes import SceneEncoder
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
    assert cells["a1"] == Cell("a1", 1, 0, "land", closed=True)
    assert cells["a2"] == Cell("a2", 3, 0, "fortress", closed=True)
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
    assert seen(table, state).task == "Place an army anywhere on free land (R4)"
    assert seen(table, state).notes == ()
    state = play(table, state, "a2-a5")
    free = "Place an army anywhere on free land, because the last one captured 1 fortress (R7)"
    swap = ("Or Blue swaps sides: Red's army and what it captured become Blue's (R5)",)
    assert (seen(table, state).task, seen(table, state).notes) == (free, swap)
    swapped = seen(table, play(table, state, "swap"))
    assert (swapped.task, swapped.notes) == (free, ())
    over = seen(table, play(table, state, "a7-a10"))
    assert (over.task, over.notes) == ("", ())
    state = play(hexagon(), hexagon().new_state(), "a5-a8")
    bound = seen(hexagon(), state)
    assert (
        bound.task == "Place an army beside the last one, a5-a8, because it captured nothing (R7)"
    )
    assert bound.notes == swap


def test_the_task_says_why_an_army_need_not_touch_the_last_one():
    table = game(". . . .   . . F . . . .")
    state = play(table, table.new_state(), "a1-a4")
    assert seen(table, state).task == (
        "Place an army anywhere on free land, because none fits beside the last one (R7)"
    )


def test_notes_say_who_places_the_next_fortress():
    which = "fortress 2 of 15, at least 3 hexes from the others (R3)"
    then = "After the last fortress, Red places the first army (R5)"
    for placed_by, task, notes in (
        ("placed", f"Place {which}", (then,)),
        ("scattered", "", (f"Chance places {which}", then)),
    ):
        table = hexagon(fortresses=placed_by)
        state = play(table, table.new_state(), "@i9")
        assert (seen(table, state).task, seen(table, state).notes) == (task, notes)
        assert len(seen(table, state).cells) == 217


def test_notes_say_how_far_apart_the_next_fortress_must_stand():
    table = game(". . . . . . . .", fortresses="placed", count="3")
    state, tasks = table.new_state(), []
    for token in ("@a1", "@a4", "@a2"):
        tasks.append(seen(table, state).task)
        state = play(table, state, token)
    assert tasks == [
        "Place fortress 1 of 3 (R3)",
        "Place fortress 2 of 3, at least 3 hexes from the others (R3)",
        "Place fortress 3 of 3 (R3)",
    ]


def test_hexes_are_barred_where_no_fortress_may_be_placed_now():
    table = game(". . . . . . . .   . . .", fortresses="placed", count="3")

    def barred(tokens):
        scene = seen(table, play(table, table.new_state(), tokens))
        return " ".join(cell.name for cell in scene.cells if cell.barred)

    assert barred("") == "a10 a11 a12"  # no army fits there
    assert barred("@a1") == "a2 a3 a5 a10 a11 a12"  # too near, or no army would fit any more
    assert barred("@a1 @a8 @a6") == ""  # all are placed


def test_the_page_learns_which_hexes_are_barred_but_not_that_they_changed():
    table = hexagon(fortresses="placed")
    encoder, start = SceneEncoder(table), table.new_state()
    before, after = (
        encoder.draw(table.observe(state, SPECTATOR))
        for state in (start, play(table, start, "@i9"))
    )
    assert encoder.changed(before, after) == ["i9"]
    assert sum(spot.barred for spot in after.spots) == 18
