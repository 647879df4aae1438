"""What is drawn of a position, and how bots are advised."""

import pytest

from siegeworks.core.scene import Piece
from siegeworks.games.siege_by_number.advice import score
from tests.games.siege_by_number.positions import game, play, position, start

TWO, FOUR, WITHOUT_NOTES = game(), game(seats="4"), game(notes="off")

PICTURE = """
        c  d  e  f  g  h  i  j
     8  .. .. .. .. .. s?
     6  .. .. s? c2 .. cC
     3  c?
"""


def scene_of(table, state):
    return table.scene(table.params, table.open_view(state))


def score_of(table, state, seat):
    return score(table.params, table.open_view(state), seat)


def cells(table, state):
    return {cell.name: cell for cell in scene_of(table, state).cells}


def tray(table, state, title, seat=None):
    """The first tray of this title, of this seat where one is given; None: there is none."""
    for candidate in scene_of(table, state).trays:
        if candidate.title == title and seat in (None, candidate.seat):
            return candidate
    return None


def texts(pieces):
    return " ".join(piece.text for piece in pieces)


def test_the_scene_has_a_cell_a_space_and_the_homes_in_their_corners():
    assert len(cells(TWO, TWO.new_state())) == 26
    spaces = cells(FOUR, FOUR.new_state())
    assert len(spaces) == 36
    assert [(spaces[h].ground, spaces[h].seat) for h in "NESW"] == [
        ("home", seat) for seat in ("suns", "moons", "crowns", "arms")
    ]
    assert (spaces["e5"].x, spaces["e5"].y) == (5, 8)
    assert (spaces["h9"].x, spaces["h9"].y) == (8, 4)
    assert (spaces["N"].x, spaces["N"].y) == (9.5, 1.5)
    assert (spaces["S"].x, spaces["S"].y) == (3.5, 11.5)


def test_the_scene_shows_pieces_and_what_is_known_of_them():
    spaces = cells(TWO, position(TWO, PICTURE, dice="5"))
    assert spaces["h6"].piece == Piece("commander", "crowns", "", False)
    assert spaces["e6"].piece == Piece("army", "suns", "?", True)
    assert spaces["f6"].piece == Piece("army", "crowns", "2", True)
    assert spaces["e5"].piece is None


def test_with_notes_off_only_what_lies_face_up_is_shown():
    state = position(WITHOUT_NOTES, PICTURE, dice="55", crowns="4")
    assert cells(WITHOUT_NOTES, state)["f6"].piece.text == "?"
    assert texts(tray(WITHOUT_NOTES, state, "stack", "crowns").pieces) == "? ? ? ?"
    assert tray(WITHOUT_NOTES, state, "values shown") is None


TWO_UNKNOWN = """
        c  d  e  f  g
     6  .. .. s? c?
"""


@pytest.mark.parametrize("outcome", ["f6=2", "f6=3", "f6=A"], ids=["draw", "defender", "attacker"])
def test_R8_a_coin_lies_face_up_only_while_its_battle_is_resolved(outcome):
    """The winner, and after a draw both, lie face down again on their squares."""
    attack = play(WITHOUT_NOTES, position(WITHOUT_NOTES, TWO_UNKNOWN, dice="55"), "e6-e6", "xf6")
    face_down = ("?", True)
    assert look(WITHOUT_NOTES, attack, "e6", "f6") == [face_down, face_down]
    shown = play(WITHOUT_NOTES, attack, "e6=2")
    assert look(WITHOUT_NOTES, shown, "e6", "f6") == [("2", False), face_down]
    over = play(WITHOUT_NOTES, shown, outcome)
    assert set(look(WITHOUT_NOTES, over, "e6", "f6")) <= {face_down, None}
    assert known(TWO, over) == known(TWO, shown) | {outcome[-1]}  # bots and notes=on remember


def test_R9_an_army_that_met_a_commander_lies_face_down_again():
    picture = TWO_UNKNOWN.replace("c?", "cC")
    state = play(WITHOUT_NOTES, position(WITHOUT_NOTES, picture, dice="55"), "e6-e6", "xf6", "e6=A")
    assert look(WITHOUT_NOTES, state, "e6", "f6") == [("?", True), None]


def look(table, state, *names):
    """What is written on the pieces on these spaces, and whether they lie face down."""
    spaces = cells(table, state)
    return [(p.text, p.face_down) if (p := spaces[name].piece) else None for name in names]


def known(table, state):
    """The values that battles have shown, as a page with notes lists them."""
    trays = (tray(table, state, "values shown", seat) for seat in table.seats)
    return {piece.text for tray in trays for piece in tray.pieces}


def test_a_coin_that_came_back_to_the_stack_lies_face_down_again():
    state = position(TWO, PICTURE, dice="55", crowns="4")
    state = play(TWO, state, "e6-e6", "xf6", "e6=3")
    assert texts(tray(TWO, state, "stack", "crowns").pieces) == "? ? ? 4 2"
    assert all(p.face_down for p in tray(TWO, state, "stack", "crowns").pieces)


def test_a_stack_shows_its_coins_from_the_top_and_the_commander_last():
    state = position(TWO, PICTURE, dice="5", suns="3A")
    stack = tray(TWO, state, "stack", "suns")
    assert texts(stack.pieces) == "? ? 3 A "
    assert stack.note == "4 coins, top first"
    assert texts(tray(TWO, state, "values shown", "suns").pieces) == "A 3"


def test_dice_left_and_spent():
    state = play(TWO, position(TWO, PICTURE, dice="35"), "h8-h7")
    dice = tray(TWO, state, "dice")
    assert [(die.text, die.spent) for die in dice.pieces] == [("3", True), ("5", False)]
    assert dice.note == "1 of 2 left"
    assert tray(TWO, start(TWO), "dice") is None


def test_a_die_of_null_moves_nothing_but_lets_an_army_attack():
    state = position(TWO, PICTURE, dice="0")
    assert scene_of(TWO, state).task == (
        "Let an Army attack from where it stands, with a die of 0, "
        "or end the turn and lose the dice left (R7)"
    )


def test_notes_say_what_must_be_done_now():
    state = position(TWO, PICTURE, dice="55", turns=11)
    scene = scene_of(TWO, state)
    assert scene.task == (
        "Move a piece up to 5 steps, each piece with its own die, "
        "or end the turn and lose the dice left (R7)"
    )
    assert "Turn 12 of 300 (R11)" in scene.notes
    state = play(TWO, state, "e6-e6")
    scene = scene_of(TWO, state)
    assert scene.task == "Your Army on e6 may attack an enemy beside it, or hold: no battle (R7)"
    assert "Moved already this turn: e6 (R7)" in scene.notes
    notes = scene_of(TWO, play(TWO, state, "xf6")).notes
    assert notes[0].startswith("e6 attacks f6; next is the value of the Army on e6")
    assert "roll of suns" in scene_of(TWO, start(TWO)).notes[0]
    assert "who begins" in scene_of(TWO, TWO.new_state()).notes[0]


def test_the_task_says_when_no_die_left_can_move_a_piece():
    """R7: a 0 carries nobody, and only an Army next to an enemy may stay."""
    state = position(TWO, PICTURE.replace("s? c2", "s? .."), dice="0")
    assert TWO.legal_texts(state) == ["done"]
    scene = scene_of(TWO, state)
    assert scene.task == "No die left can move a piece: end the turn (R7)"


def test_one_coin_is_no_coins():
    state = start(TWO)
    for number, note in ((0, "no coins"), (1, "1 coin"), (2, "2 coins, top first")):
        state.unshown[0] = number
        state.returned[0] = 0
        assert tray(TWO, state, "stack", "suns").note == note


def test_the_scene_of_a_finished_game():
    state = play(TWO, position(TWO, "     3  .. sC", dice="A"), "d3-S")
    scene = scene_of(TWO, state)
    assert (scene.notes, scene.task) == ((), "")
    assert cells(TWO, state)["S"].piece.kind == "commander"


def test_the_score_prefers_an_army_on_its_way_and_a_commander_near_the_enemy():
    state = play(TWO, start(TWO), "roll=5")
    after = {text: score_of(TWO, play(TWO, state, text), 0) for text in TWO.legal_texts(state)}
    assert max(after, key=after.__getitem__) in ("N-h8", "N-h7", "N-g8")
    assert min(after, key=after.__getitem__) == "done"
    far = position(TWO, "     8  .. .. sC", dice="5")
    near = position(TWO, "     5  .. .. sC", dice="5")
    assert score_of(TWO, near, 0) > score_of(TWO, far, 0)
    assert score_of(TWO, near, 1) < score_of(TWO, far, 1)


def test_the_score_of_a_finished_game():
    state = play(TWO, position(TWO, "     3  .. sC", dice="A"), "d3-S")
    assert score_of(TWO, state, 0) == -score_of(TWO, state, 1) > 100
    drawn = position(TWO, "     3  .. sC", dice="A")
    TWO.end_by_agreement(drawn)
    assert score_of(TWO, drawn, 0) == 0


def test_the_goal_says_which_commanders_are_out():
    state = start(TWO)
    most = "First Commander in an empty enemy home wins"
    assert scene_of(TWO, state).goal == f"{most}; none is out yet"
    state = position(TWO, "     3  .. sC", dice="A")
    assert scene_of(TWO, state).goal == f"{most}; out: Suns on d3"
    TWO.resign(state, 0)
    assert scene_of(TWO, state).goal == f"{most}; none is out yet"
