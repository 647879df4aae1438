"""What moves would do."""

from siegeworks.core.contract import TERMINAL
from siegeworks.games import load
from siegeworks.testing.walks import random_walk
from tests.games.nobles_and_peasants.positions import game, position
from tests.games.previews import previewed, sentence_of

LINE = """
   . . . .
  . . . . .
 B . . . . G
. . . N . . .
 . . . . . .
  . . . . .
   . . . .
"""


def test_a_stone_is_foretold_with_its_points() -> None:  # R5
    state = position(game(), LINE)
    preview = previewed(game(), state, "L@c4")
    points = {(score.seat, score.points, score.place) for score in preview.points}
    assert points == {("blue", 4, "c1"), ("green", 1, "c6")}
    assert preview.sentence == "This scores 4 for Blue and 1 for Green."
    assert "scores nothing" in sentence_of(game(), state, "R@b3")


def test_a_tower_is_foretold_with_how_far_it_looks() -> None:  # R5
    state = position(game(), LINE)
    preview = previewed(game(), state, "T@a1")
    assert preview.sentence == "From here the tower sees 6 circles."
    assert set(preview.sight) == {"a4", "c3", "b1"}
    moved = previewed(game(), state, "c1-a1")  # it does not block its own view
    assert set(moved.sight) == {"a4", "c3", "d1"}
    assert moved.sentence == (
        "From here the tower sees 8 circles. Then you may move an end stone of the row."
    )


def test_the_points_that_are_foretold_are_scored() -> None:  # R5
    table, checked = load("nobles-and-peasants", {}), 0
    for seed in range(4):
        for state, made in random_walk(table, seed=seed):
            if state.to_act < 0 or made < 0:
                continue
            preview = previewed(table, state, table.action_texts[made])
            after = table.child(state, made)
            if after.to_act == TERMINAL:
                continue  # the last score comes on top (R7)
            for seat, name in enumerate(table.seats):
                won = sum(score.points for score in preview.points if score.seat == name)
                assert won == int(after.score[seat]) - int(state.score[seat])
                checked += won > 0
    assert checked > 20
