"""R4: the enemies that tiles are said to reach are those that they may attack or turn up."""

import pytest

from siegeworks.games import load
from siegeworks.games.kings_ransom.preview import REACHES_NONE
from tests.variants import random_walk

OPTIONS = [{}, {"columns": "3", "tiles": "KAS"}, {"setup": "secret"}]


@pytest.mark.parametrize("options", OPTIONS)
def test_R4_tiles_of_the_seat_to_act_reach_what_its_legal_moves_say(
    options: dict[str, str],
) -> None:
    asked, compared = load("kings-ransom", options).plain(), 0
    for state, _ in random_walk(asked, 4):
        pairs = [
            text.replace("?", "x").split("x")
            for text in asked.legal_texts(state)
            if "x" in text or "?" in text
        ]
        if state.to_act < 0 or not pairs:
            continue
        own, enemy = ("S", "N") if state.to_act == 0 else ("N", "S")
        legal: dict[str, set[str]] = {}
        for start, target in pairs:
            legal.setdefault(own + start, set()).add(enemy + target)
        reaches = asked.reach(asked.observe(state, int(state.to_act)))
        reachable = {reach.place: set(reach.places) for reach in reaches if reach.places}
        assert {place: cells for place, cells in reachable.items() if place[0] == own} == legal
        assert all((reach.sentence == REACHES_NONE) <= (not reach.places) for reach in reaches)
        compared += 1
    assert compared


def test_R4_nothing_is_said_of_tiles_that_the_viewer_does_not_know() -> None:
    asked, hidden = load("kings-ransom", {}).plain(), 0
    for state, _ in random_walk(asked, 7):
        for seat in range(2):
            seen = asked.observe(state, seat)
            places = {reach.place for reach in asked.reach(seen)}
            for cell in asked.scene(asked.params, seen).cells:
                if cell.piece and cell.piece.text == "?":
                    assert cell.name not in places
                    hidden += 1
    assert hidden
