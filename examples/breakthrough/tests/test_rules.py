"""The rules of Breakthrough, paragraph by paragraph."""

import pytest
from positions import after, drawn, game, position

from siegeworks.core.contract import TERMINAL
from siegeworks.core.errors import IllegalStep
from siegeworks.play.rulebook import rules_text

BLOCKED = rules_text("breakthrough").split("```")[1]  # the example of R5


def refusal(drawing: str, token: str, to_act: str = "white") -> str:
    """Why this move is refused."""
    table, state = position(drawing, to_act)
    with pytest.raises(IllegalStep) as refused:
        table.text_to_choice(state, token)
    return str(refused.value)


def test_R1_six_files_and_six_ranks_have_names() -> None:
    table = game()
    squares = {square for text in table.action_texts for square in text.split("-")}
    assert squares == {f"{file}{rank}" for file in "abcdef" for rank in "123456"}
    assert refusal(BLOCKED, "c3-c7") == "c3-c7: c7 is not on the board (R1)"
    assert refusal(BLOCKED, "g1-g2") == "g1-g2: g1 is not on the board (R1)"


def test_R2_twelve_pieces_a_side_on_two_ranks() -> None:
    assert drawn(game().new_state()).splitlines() == [
        *["b b b b b b"] * 2,
        *[". . . . . ."] * 2,
        *["w w w w w w"] * 2,
    ]


def test_R3_white_begins_and_the_players_take_turns() -> None:
    table = game()
    state = table.new_state()
    for token, then in (("a2-a3", "black"), ("f5-e4", "white")):
        table.apply(state, table.text_to_choice(state, token))
        assert table.actor(state) == then


@pytest.mark.parametrize(
    "token, to_act, why",
    [
        ("pass", "white", "pass: you may not pass (R3)"),
        ("c4-c3", "white", "the piece on c4 is Black's, and it is White's turn (R3)"),
        ("a1-a2", "white", "there is no piece on a1 (R3)"),
        ("c3-c2", "white", "from c3 to c2 is backward, and pieces only move forward (R3)"),
        ("b4-b5", "black", "from b4 to b5 is backward, and pieces only move forward (R3)"),
        ("c3-d3", "white", "from c3 to d3 is sideways, and pieces only move forward (R3)"),
    ],
)
def test_R3_only_own_pieces_move_and_only_forward(token: str, to_act: str, why: str) -> None:
    assert why in refusal(BLOCKED, token, to_act)


def test_R4_a_piece_moves_one_square_straight_or_diagonally_ahead() -> None:
    table, state = position(
        """
        . . . . . .
        . b . . . b
        . . . . . .
        . . . . . .
        w . . w . .
        . . . . . .
        """
    )
    assert table.legal_texts(state) == ["a2-a3", "a2-b3", "d2-c3", "d2-d3", "d2-e3"]
    state.to_act = 1
    assert table.legal_texts(state) == ["b5-a4", "b5-b4", "b5-c4", "f5-e4", "f5-f4"]


@pytest.mark.parametrize(
    "token, why",
    [
        ("c2-c4", "c4 is not one square straight or diagonally ahead of c2 (R4)"),
        ("c2-e3", "e3 is not one square straight or diagonally ahead of c2 (R4)"),
        ("c2-c2", "c2 is not one square straight or diagonally ahead of c2 (R4)"),
        ("c1-c2", "your own piece is on c2 (R4)"),
        ("C2-C3", "small letters, with '-' between the squares and no blanks: it is written c2-c3"),
        ("c2 c3", "it is written c2-c3 (R4)"),
        ("c2xc3", "a capture is written like any move, with '-' between the squares"),
        ("draw", "resigning, time and draws are steps of the table, not moves (R7)"),
    ],
)
def test_R4_other_moves_are_refused_and_say_why(token: str, why: str) -> None:
    table = game()
    with pytest.raises(IllegalStep) as refused:
        table.text_to_choice(table.new_state(), token)
    assert why in str(refused.value)


@pytest.mark.parametrize("text", ["c3", "hello", "c2-c3-c4", "a" * 1000])
def test_R4_what_is_no_move_is_told_how_one_is_written(text: str) -> None:
    assert "leaves and the square it enters: c3-b4 (R4)" in refusal(BLOCKED, text)


def test_R5_a_piece_captures_diagonally_and_is_blocked_straight_ahead() -> None:
    table, state = position(BLOCKED)
    assert table.legal_texts(state) == ["c3-b4", "c3-d4"]
    assert refusal(BLOCKED, "c3-c4") == (
        "c3-c4: a piece straight ahead cannot be captured, and c4 is not empty (R5)"
    )
    state = after(BLOCKED, "c3-b4")
    assert drawn(state).splitlines()[2] == ". w b . . ."
    assert drawn(state).count("w") == drawn(state).count("b") == 1


def test_R5_black_captures_too_and_nobody_has_to() -> None:
    table, state = position(BLOCKED, "black")
    assert table.legal_texts(state) == ["b4-a3", "b4-b3", "b4-c3", "c4-b3", "c4-d3"]
    assert drawn(after(BLOCKED, "b4-a3", "black")).count("w") == 1


@pytest.mark.parametrize("to_act, token, bit", [("white", "e5-f6", 1), ("black", "b2-b1", 2)])
def test_R6_the_far_rank_wins_at_once(to_act: str, token: str, bit: int) -> None:
    ended = after(
        """
        . . . . . b
        . . . . w .
        . . . . . .
        . . . . . .
        . b . . . .
        w . . . . .
        """,
        token,
        to_act,
    )
    assert ended.to_act == TERMINAL
    assert ended.winners == bit
    assert game().endings[ended.ending] == "a piece reached the far rank (R6)"


def test_R7_the_last_piece_captured_ends_the_game() -> None:
    ended = after(
        """
        . . . . . .
        . . . . . .
        . b . . . .
        . . w . . .
        . . . . . .
        . . . . . .
        """,
        "c3-b4",
    )
    assert ended.to_act == TERMINAL
    assert ended.winners == 1
    assert game().endings[ended.ending] == "a player's last piece was captured (R7)"
