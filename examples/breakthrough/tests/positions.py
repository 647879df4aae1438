"""Positions drawn as text: `w` is a white piece, `b` a black one, `.` an empty square."""

from siegeworks_breakthrough.params import SIZE

from siegeworks.core.bits import bit
from siegeworks.core.contract import State
from siegeworks.core.game import Game
from siegeworks.games import load

SIGNS = "wb"


def game() -> Game:
    """The game, its rules run as plain Python."""
    return load("breakthrough").plain()


def position(drawing: str, to_act: str = "white") -> tuple[Game, State]:
    """The game and a state in the middle of it.

    Args:
        drawing: six ranks of six squares, rank 6 on top; labels beside and below are left out.
        to_act: whose turn it is.
    """
    table = game()
    state = table.new_state()
    state.pieces[:] = 0
    ranks = [line.split() for line in drawing.strip().splitlines()]
    ranks = [signs[1:] if signs[0].isdigit() else signs for signs in ranks[:SIZE]]
    for rank, signs in zip(reversed(range(SIZE)), ranks, strict=True):
        for file, sign in enumerate(signs):
            if sign in SIGNS:
                state.pieces[SIGNS.index(sign)] |= bit(SIZE * rank + file)
    state.to_act = table.seats.index(to_act)
    return table, state


def drawn(state: State) -> str:
    """The same drawing of a state, without labels."""
    lines = []
    for rank in reversed(range(SIZE)):
        squares = range(SIZE * rank, SIZE * (rank + 1))
        signs = (
            next((SIGNS[seat] for seat in (0, 1) if int(state.pieces[seat]) >> square & 1), ".")
            for square in squares
        )
        lines.append(" ".join(signs))
    return "\n".join(lines)


def after(drawing: str, token: str, to_act: str = "white") -> State:
    """The state after one move."""
    table, state = position(drawing, to_act)
    return table.child(state, table.text_to_choice(state, token))
