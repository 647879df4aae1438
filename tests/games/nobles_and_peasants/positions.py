"""Positions drawn as text.

A diagram has the seven rows of the board, one sign a circle: `.` empty, `b` `y` `r` `g` a stone of
that colour, `B` `Y` `G` `R` a tower of that seat, `N` the neutral tower.
"""

from functools import cache

from siegeworks.core.bits import bit
from siegeworks.core.contract import State
from siegeworks.core.game import Game
from siegeworks.games import load
from siegeworks.games.nobles_and_peasants.params import COLOUR_NAMES, NAMES

EMPTY = """
      . . . .
     . . . . .
    . . . . . .
   . . . N . . .
    . . . . . .
     . . . . .
      . . . .
"""
LETTERS = "BYRG"


@cache
def game(**options: str) -> Game:
    """The game with its rules run as plain Python."""
    return load("nobles-and-peasants", options).plain()


def position(
    game: Game, diagram: str = EMPTY, to_act: str = "blue", row: str = "BYRG" * 5
) -> State:
    """A state in the middle of a game; all towers that are not in the diagram are in hands."""
    state = game.new_state()
    signs = "".join(diagram.split())
    assert len(signs) == len(NAMES)
    for circle, sign in enumerate(signs):
        put(game, state, circle, sign)
    for place, letter in enumerate(row):
        state.row[place] = 1 + LETTERS.index(letter)
        state.in_row[state.row[place]] += 1
    state.length = len(row)
    state.to_act = state.first = game.seats.index(to_act)
    return state


def put(game: Game, state: State, circle: int, sign: str) -> None:
    """One sign of a diagram."""
    letters = "".join(name[0] for name in game.seats)
    if sign == "N":
        assert game.params.neutral_tower == bit(circle)
    elif sign.isupper():
        seat = letters.upper().index(sign)
        state.towers[seat] |= bit(circle)
        state.all_towers |= bit(circle)
        state.hand[seat] -= 1
        assert state.hand[seat] >= 0
    elif sign != ".":
        state.stones[next(i for i in range(1, 5) if COLOUR_NAMES[i][0] == sign)] |= bit(circle)
    if sign != ".":
        state.empty &= ~bit(circle)


def play(game: Game, state: State, tokens: str) -> State:
    """The state after these tokens."""
    for token in tokens.split():
        state = game.child(state, game.text_to_choice(state, token))
    return state


def row(state: State) -> str:
    """The row as letters, from the left."""
    return "".join(LETTERS[stone - 1] for stone in state.row[: state.length])


def scores(game: Game, state: State) -> dict[str, int]:
    """Points by seat."""
    return {name: int(state.score[seat]) for seat, name in enumerate(game.seats)}


def winners(game: Game, state: State) -> set[str]:
    """The names of those who won."""
    return {name for seat, name in enumerate(game.seats) if int(state.winners) >> seat & 1}


def full_row(game: Game) -> str:
    """Every stone outside the towers, by colours."""
    counts = [int(count) for count in game.params.stones[1:]]
    return "".join(letter * count for letter, count in zip(LETTERS, counts, strict=True))
