"""The examples of RULES.md are what the engine plays."""

import pytest

from siegeworks.core.contract import State
from siegeworks.games.kings_ransom.notation import KIND_NAMES, PLACE_NAMES
from siegeworks.games.kings_ransom.rules import kind_at
from siegeworks.games.kings_ransom.state import NORTH, SOUTH
from tests.games.examples import example
from tests.games.kings_ransom.positions import GAME, play, position, tally


def read(drawing: str) -> State:
    """The position of an example, without the words at its right."""
    return position("".join(f"{line[:10].strip()}\n" for line in drawing.splitlines()))


def test_R4_the_example_of_ranges() -> None:
    drawing, listed = example("kings-ransom", "Example: ranges")
    state, tokens = read(drawing), []
    for line in listed.splitlines():
        place, kind = line.split()[0], line.split()[1].strip(",")
        assert KIND_NAMES[kind_at(state, SOUTH, PLACE_NAMES.index(place))] == kind
        attacks = [word for word in line.split() if word.startswith(f"{place}x")]
        assert attacks or line.endswith("none")
        tokens += attacks
    assert sorted(tokens) == [token for token in GAME.legal_texts(state) if "x" in token]
    assert len(listed.splitlines()) == 10  # all tiles of south


@pytest.mark.parametrize(
    "title", ["Example: a Spy as bait", "Example: two against one", "Example: flee in time"]
)
def test_R5_the_examples_of_battles(title: str) -> None:
    drawing, *courses = example("kings-ransom", title)
    for course in courses:
        state, seen = read(drawing), 0
        for line in course.splitlines():
            who, what = line.split(": ") if ":" in line else line.split()
            if ":" not in line:
                assert GAME.actor(state) == who
                state = play(state, what)
                continue
            seat = SOUTH if who == "south's tally" else NORTH
            assert tally(state, seat) == what.strip("-")
            seen += 1
        assert seen == 2
