"""R5, R7: what towers are said to see is where stones score."""

import pytest

from siegeworks.core.game import Game
from siegeworks.core.scene import Worth
from siegeworks.games import load
from siegeworks.play.preview import preview
from tests.variants import random_walk


@pytest.mark.parametrize("seats", ["2", "3", "4"])
def test_R5_a_tower_reaches_the_circles_where_a_stone_scores_for_it(seats: str) -> None:
    asked, compared = load("nobles-and-peasants", {"seats": seats}).plain(), 0
    for number, (state, _) in enumerate(random_walk(asked, 3)):
        stones = [a for a in asked.legal_actions(state) if asked.action_texts[a].startswith("L@")]
        if state.to_act < 0 or not stones or number % 5:
            continue
        seen = asked.observe(state, int(state.to_act))
        reachable = {
            reach.place: set(reach.places)
            for reach in asked.reach(seen)
            if "adds" in reach.sentence
        }
        scored: dict[str, set[str]] = {place: set() for place in reachable}
        for stone in stones:
            for points in preview(asked, seen, stone).points:
                scored[points.place].add(asked.action_texts[stone][2:])
        assert reachable == scored
        compared += 1
    assert compared


def test_R7_a_tower_says_what_it_adds_at_the_end_and_its_peasants_say_which_towers_do() -> None:
    asked, last_scores = load("nobles-and-peasants", {}).plain(), 0
    for state, _ in random_walk(asked, 3):
        seen = asked.observe(state, 0)
        reaches = {reach.place: reach for reach in asked.reach(seen)}
        towers = {place: reach for place, reach in reaches.items() if reach.sentence}
        for place, tower in towers.items():
            peasants = sum(
                place in reach.places for reach in reaches.values() if not reach.sentence
            )
            assert f"now {2 * peasants} (R7)" in tower.sentence
            last_scores += peasants
    assert last_scores


def test_R2_a_noble_is_worth_4_a_peasant_2_and_foreigners_are_not_named() -> None:
    asked: Game = load("nobles-and-peasants", {"seats": "2"})
    scene = asked.scene(asked.params, asked.observe(asked.new_state(), 0))
    assert scene.worth == (
        Worth("blue", "blue", 4),
        Worth("blue", "yellow", 2),
        Worth("green", "green", 4),
        Worth("green", "yellow", 2),
    )
    for seat, color, points in scene.worth:
        number = ["", "blue", "yellow", "red", "green"].index(color)
        assert asked.params.points[asked.seats.index(seat), number] == points
