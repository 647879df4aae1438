"""What is drawn for a seat, and the hints for bots."""

from siegeworks.core.contract import SPECTATOR, State
from siegeworks.core.scene import Cell, Scene, Tray
from tests.games.kings_ransom.positions import GAME, SECRET, play, position, set_up_by

POSITION = """
    . k . .
    c e S a
    s E i A
    -
    A k s S
    . c I .
"""


def drawn(state: State, seat: int) -> Scene:
    return GAME.scene(GAME.params, GAME.observe(state, seat))


def cell(scene: Scene, name: str) -> Cell:
    return next(cell for cell in scene.cells if cell.name == name)


def tray(scene: Scene, title: str, seat: str | None) -> Tray:
    return next(tray for tray in scene.trays if (tray.title, tray.seat) == (title, seat))


def letters(tray: Tray) -> str:
    return "".join(piece.text[0] for piece in tray.pieces)


def test_the_fronts_face_each_other() -> None:
    scene = drawn(position(POSITION), 0)
    assert len(scene.cells) == 32
    assert len({(cell.x, cell.y) for cell in scene.cells}) == 32
    front = [cell(scene, name).y for name in ("Nb1", "Sb1")]
    back = [cell(scene, name).y for name in ("Nb4", "Sb4")]
    assert back[0] < front[0] < front[1] < back[1]
    assert all(cell(scene, f"S{p}1").x == cell(scene, f"N{p}1").x for p in "abcd")


def test_own_tiles_show_letter_and_pips_and_hidden_enemies_do_not() -> None:
    scene = drawn(position(POSITION), 0)
    own, enemy, shown = (cell(scene, name).piece for name in ("Sb2", "Na1", "Nb1"))
    assert own is not None and enemy is not None and shown is not None
    assert (own.kind, own.text, own.seat, own.face_down) == ("cavalry", "C3", "south", True)
    assert (enemy.kind, enemy.text, enemy.seat, enemy.face_down) == ("tile", "?", "north", True)
    assert (shown.kind, shown.text, shown.seat, shown.face_down) == (
        "engineer", "E4", "north", False,
    )  # fmt: skip
    assert cell(scene, "Sa2").piece is None


def test_a_spectator_sees_backs() -> None:
    scene = drawn(position(POSITION), SPECTATOR)
    hidden = [cell.piece.text for cell in scene.cells if cell.piece and cell.piece.face_down]
    assert set(hidden) == {"?"} and len(hidden) == 9


def test_tallies_what_left_and_what_is_hidden() -> None:
    state = position(POSITION, tallies=("AC", ""))
    scene = drawn(state, 0)
    assert letters(tray(scene, "Tally", "south")) == "AC"
    assert tray(scene, "Tally", "south").note == "9 pips"
    assert letters(tray(scene, "Face down", "north")) == "AKECIS"
    gone = letters(tray(scene, "Left the game", None))
    standing = sum(cell.piece is not None for cell in scene.cells)
    assert len(gone) == 32 - standing - 2


def test_notes_say_what_is_to_be_done() -> None:
    assert "(R4)" in drawn(position(POSITION), 0).task
    battle = play(position(". i s .\nk c s s\n-\na c i k\n. s e ."), "b1xb1")
    assert drawn(battle, 1).notes[0] == (
        "South's Cavalry on b1 (3 pips) attacks North's Cavalry on b1 (3 pips) (R5)"
    )
    assert "stand alone" in drawn(battle, 1).task
    ransom = play(position(". k s .\n-\n. i . .", tallies=("EECS", "K")), "b1~")
    assert "(R9)" in drawn(ransom, 0).task
    over = drawn(play(ransom, "refuse"), 0)
    assert (over.notes, over.task) == ((), "")


def test_the_goal_says_whose_king_is_to_be_bought_back() -> None:
    board = ". i s .\n. c s k\n-\na c i .\n. s e ."
    captured = drawn(position(board, tallies=("", "K")), 0).goal
    assert (
        captured == "Most pips win, but South must buy back its King at the end: South 0, North 5"
    )
    both = drawn(position(board, tallies=("K", "K")), 0).goal
    assert both.startswith("Most pips captured win")


def test_a_note_says_where_a_king_was_found_out() -> None:
    state = position(". i . .\ns k s s\n-\na e i k\ni s s c")
    note = "North's King can lie only on b1, as the battles have shown (R5)"
    after = play(state, "b1xb2")
    assert drawn(after, 0).notes[0] == drawn(after, SPECTATOR).notes[0] == note
    assert note not in drawn(after, 1).notes  # north sees him
    assert note not in drawn(state, 0).notes


def test_the_set_up_shows_a_seat_its_own_tiles_left() -> None:
    state = set_up_by(SECRET, "KAAA", "")
    assert letters(tray(drawn(state, 0), "Still to lay out", "south")) == "EEECCCIIISSS"
    other = drawn(state, 1)
    assert letters(tray(other, "Still to lay out", "north")) == "AAAKEEECCCIIISSS"
    assert not any(tray.seat == "south" and tray.pieces for tray in other.trays)
    assert cell(other, "Sb1").piece is not None
    assert drawn(state, 0).task == "Lay out a tile on Sa2 (R3)"


def score(state: State, seat: int) -> float:
    return GAME.score(GAME.params, GAME.observe(state, seat), seat)


def test_the_score_is_what_the_tallies_would_be_now() -> None:
    state = position(". k s .\n-\n. k i .", tallies=("A", "C"))
    assert score(state, 0) == (6 + 5 + 2) - (3 + 5 + 1)
    assert score(state, 1) == -score(state, 0)


def test_a_captured_king_is_worth_his_ransom_too() -> None:
    state = position(". k s .\n-\n. a i .", tallies=("", "K"))
    assert score(state, 1) == (5 + 5 + 1) - (6 + 2) + 5 * 2


def test_a_battle_is_scored_as_if_nobody_were_called() -> None:
    state = position(". i s .\nk c s s\n-\na e i k\n. s e .")
    stood = play(state, "b1xb1", "stand")
    assert score(play(state, "b1xb1"), 0) == score(stood, 0)


def test_a_won_game_is_worth_more_than_any_tally() -> None:
    ransom = play(position(". k s .\n-\n. i . .", tallies=("EECS", "K")), "b1~")
    assert score(play(ransom, "refuse"), 0) < -500 < 500 < score(play(ransom, "refuse"), 1)
