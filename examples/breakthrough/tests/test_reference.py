"""The rules against a slow second implementation, written from RULES.md alone: a board of letters.

Counts of all games of a length would differ if a single move did.
"""

from collections.abc import Iterator

import pytest
from positions import after, drawn, game, position

from siegeworks.core.traversal.perft import perft

Board = dict[str, str]  # which colour stands on a square: w or b
MIDDLE = """
    . b . . b .
    b . w . . b
    . w b . w .
    . b w b . .
    w . . w b .
    . w . . . w
"""


def moves(board: Board, side: str) -> Iterator[tuple[str, str]]:
    """R3, R4, R5: every move, as the squares it leaves and enters."""
    ahead = 1 if side == "w" else -1
    for square, colour in board.items():
        if colour == side:
            for aside in (-1, 0, 1):
                target = f"{chr(ord(square[0]) + aside)}{int(square[1]) + ahead}"
                inside = target[0] in "abcdef" and target[1:] in "123456"
                there = board.get(target)
                if inside and there != side and (there is None or aside):
                    yield square, target


def count(board: Board, side: str, depth: int) -> int:
    """All sequences of this many moves, or fewer where the game ends before (R6, R7)."""
    other = "b" if side == "w" else "w"
    total = 0
    for start, end in moves(board, side):
        then = {square: colour for square, colour in board.items() if square != start}
        then[end] = side
        is_over = end[1] == ("6" if side == "w" else "1") or other not in then.values()
        if depth == 1:
            total += 1
        elif not is_over:
            total += count(then, other, depth - 1)
    return total


def letters(drawing: str) -> Board:
    """A drawing as a board of letters."""
    ranks = [line.split() for line in drawing.strip().splitlines()]
    return {
        f"{file}{6 - row}": sign
        for row, signs in enumerate(ranks)
        for file, sign in zip("abcdef", signs, strict=True)
        if sign != "."
    }


def test_both_count_the_same_games_from_the_start() -> None:
    table = game()
    state = table.new_state()
    assert perft(table, state, 4) == count(letters(drawn(state)), "w", 4)


@pytest.mark.parametrize("to_act", ["white", "black"])
def test_both_count_the_same_games_from_the_middle(to_act: str) -> None:
    table, state = position(MIDDLE, to_act)
    for depth in (1, 2, 3):
        assert perft(table, state, depth) == count(letters(MIDDLE), to_act[0], depth)


def test_both_end_with_the_last_piece() -> None:
    last = ". . . . . .\n" * 2 + ". b . . . .\n. . w . . .\n" + ". . . . . .\n" * 2
    table, state = position(last)
    assert perft(table, state, 2) == count(letters(last), "w", 2) == 6  # none after c3-b4
    assert after(last, "c3-b4").to_act < 0
