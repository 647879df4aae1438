"""Positions as text: two formations with their fronts together, small letters for face down.

. k . .      north's rank 2
s A e .      north's rank 1
-
. i C .      south's rank 1
"""

from typing import Any

from siegeworks.core.contract import State
from siegeworks.games import load
from siegeworks.games.kings_ransom.notation import LETTERS
from siegeworks.games.kings_ransom.rules import kind_at
from siegeworks.games.kings_ransom.state import FACE_UP, NORTH, SEAT_NAMES, SOUTH, TILES, TURN

GAME = load("kings-ransom").plain()
SECRET = load("kings-ransom", {"setup": "secret"}).plain()


def position(text: str, to_act: str = "south", tallies: tuple[str, str] = ("", "")) -> State:
    """The state that a text shows, with letters for the tiles in south's and north's tally."""
    state = GAME.new_state()
    north, south = (
        [line.split() for line in half.strip().splitlines()] for half in text.split("-\n")
    )
    for seat, ranks in ((SOUTH, south), (NORTH, north[::-1])):
        for rank, row in enumerate(ranks):
            assert len(row) == 4
            for column, letter in enumerate(row):
                if letter != ".":
                    put(state, seat, 4 * rank + column, letter)
        for letter in tallies[seat]:
            state.tally[seat, LETTERS.index(letter)] += 1
    state.laid = 32
    state.first = SOUTH
    state.phase = TURN
    state.to_act = SEAT_NAMES.index(to_act)
    return state


def put(state: State, seat: int, place: int, letter: str) -> None:
    """Lay one tile on its place."""
    spot = 1 << place
    state.army[seat, LETTERS.index(letter.upper())] |= spot
    state.army[seat, TILES] |= spot
    if letter.isupper():
        state.army[seat, FACE_UP] |= spot


def army(state: State, seat: int) -> list[str]:
    """The ranks of an army from the front, empty ones left out: "a . K ."."""
    ranks = []
    for rank in range(4):
        row = [letter_at(state, seat, 4 * rank + column) for column in range(4)]
        if row != ["."] * 4:
            ranks.append(" ".join(row))
    return ranks


def letter_at(state: State, seat: int, place: int) -> str:
    """The tile on a place, as `position` reads it."""
    if not state.army[seat, TILES] >> place & 1:
        return "."
    letter = LETTERS[int(kind_at(state, seat, place))]
    return letter if state.army[seat, FACE_UP] >> place & 1 else letter.lower()


def picture(state: State) -> str:
    """The text that `position` reads."""
    return "\n".join([*army(state, NORTH)[::-1], "-", *army(state, SOUTH)])


def same_picture(state: State, text: str) -> None:
    """Assert that the armies stand as the text shows."""
    lines = [" ".join(line.split()) for line in text.strip().splitlines()]
    assert picture(state) == "\n".join(lines)


def tally(state: State, seat: int) -> str:
    """The letters of the tiles in a tally."""
    return "".join(letter * int(n) for letter, n in zip(LETTERS, state.tally[seat], strict=True))


def play(state: State, *tokens: str, game: Any = GAME) -> State:
    """The state after these steps; the given one is left alone."""
    for token in tokens:
        state = game.child(state, game.text_to_choice(state, token))
    return state


def outcome(state: State) -> tuple[list[float] | None, str]:
    """What each seat got, and why the game ended."""
    return GAME.returns(state), GAME.endings[state.ending]


def set_up_by(game: Any, south: str, north: str) -> State:
    """A game whose tiles are laid out as these letters say, place by place (R3)."""
    state = game.new_state()
    places = [f"{column}{rank}" for rank in range(1, 5) for column in "abcd"]
    for letter, tiles in (("S", south), ("N", north)):
        for place, kind in zip(places, tiles.replace(" ", ""), strict=False):
            state = play(state, f"{letter}{place}={kind}", game=game)
    return state
