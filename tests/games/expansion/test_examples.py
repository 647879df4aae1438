"""The examples of RULES.md are what the engine plays."""

import re

import pytest

from tests.games.examples import example
from tests.games.expansion.positions import game, play, position, tiles

TABLE = game()
STEP = re.compile(r"suns (\S+): (?:(\wx\w), )?(?:the (suns|moons) capture (\w\w)|nobody captures)")


@pytest.mark.parametrize("number", range(4), ids="ABCD")
def test_R7_the_cases(number: int) -> None:
    drawings = example("expansion", "Examples: cases A to D")
    assert len(drawings) == 4
    diagram, step = drawings[number].split("\n\n")
    ranks = [line.split(maxsplit=1)[1] for line in diagram.splitlines()[:-1]]
    state = position(TABLE, "\n".join(ranks))
    match = STEP.fullmatch(step.strip())
    assert match
    token, shown, seat, tile = match.groups()
    action = TABLE.text_to_choice(state, token)
    assert TABLE.notation.shown_to_text is not None
    assert TABLE.notation.shown_to_text(TABLE.params, TABLE.shows(state, action)) == (shown or "")
    after = play(TABLE, state, token)
    expected = {"suns": {"a1"}, "moons": {"e5"}}
    if seat:
        expected[seat].add(tile)
    assert {side: tiles(TABLE, after, side) for side in ("suns", "moons")} == expected
