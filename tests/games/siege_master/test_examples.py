"""The examples of RULES.md are what the engine plays."""

from tests.games.examples import example
from tests.games.siege_master.positions import drawn, fortresses, play, position


def test_R6_the_example_of_a_siege() -> None:
    before, after = example("siege-master", "Example: a siege")
    table, state = position(before, "blue", last="c")
    assert set(fortresses(table, state).values()) == {"F"}  # nothing is captured yet
    besieged = play(table, state, "a7-d9")
    expected, _ = position(after, last="o", captured=2)
    signs = "".join(after.split()).translate(str.maketrans("acno", "rrbb"))
    assert "".join(drawn(table, besieged).values()) == signs
    assert fortresses(table, besieged) == {"b2": "F", "b6": "B", "b9": "B", "d8": "F", "e3": "F"}
    assert besieged.captured == 2
    assert len("".join(after.split())) == expected.params.hexes
