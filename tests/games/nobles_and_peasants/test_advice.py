"""The hints of Nobles and Peasants: chances, comments, and what is looked at first."""

import numpy as np
import pytest

from siegeworks.core.contract import CHANCE, TERMINAL, State
from siegeworks.core.game import Game
from siegeworks.core.jit import kernel
from siegeworks.games import load
from siegeworks.games.nobles_and_peasants.comments import comment
from siegeworks.games.nobles_and_peasants.evaluation import evaluate, urgency
from tests.games.kernels import evaluate_kernel
from tests.games.nobles_and_peasants.positions import EMPTY, game, play, position
from tests.variants import Options, option_sets, random_walk

NAME = "nobles-and-peasants"
TWO, THREE, FOUR = game(), game(seats="3"), game(seats="4")
OPEN = EMPTY.replace("N", ".")  # three and four seats have no neutral tower

every_option_set = pytest.mark.parametrize("options", option_sets(NAME), ids=str)


evaluated = evaluate_kernel(evaluate)


@kernel
def urgent(params, s, action):
    """`urgency`, compiled."""
    return urgency(params, s, action)


def chances(table: Game, state: State) -> list[float]:
    """Each seat's chance of winning, compiled."""
    values = np.zeros(len(table.seats))
    evaluated(table.params, state, values)
    return values.tolist()


def states_with_a_seat_to_act(options: Options, seed: int) -> list[tuple[State, int]]:
    """Every tenth state of a random game, with the action then taken."""
    walk = list(random_walk(load(NAME, options), seed))
    return [
        (state, action) for state, action in walk[::10] if state.to_act not in (CHANCE, TERMINAL)
    ]


@every_option_set
def test_chances_lie_between_0_and_1_and_sum_to_1(options):
    for seed in range(2):
        for state, _ in states_with_a_seat_to_act(options, seed):
            values = chances(load(NAME, options), state)
            assert all(0 <= chance <= 1 for chance in values)
            assert sum(values) == pytest.approx(1)


@every_option_set
def test_advice_is_the_same_plain_and_compiled(options):
    table = load(NAME, options)
    plain = np.zeros(len(table.seats))
    for state, action in states_with_a_seat_to_act(options, 5)[:4]:
        evaluate(table.params, state, plain)
        assert chances(table, state) == pytest.approx(plain.tolist())
        assert urgent(table.params, state, action) == urgency(table.params, state, action)


def test_a_seat_that_has_resigned_has_no_chance():
    state = position(THREE, OPEN)
    THREE.resign(state, 1)
    blue, yellow, green = chances(THREE, state)
    assert yellow == 0
    assert blue + green == pytest.approx(1)


def test_chances_are_exchanged_with_the_sides():
    theirs = EMPTY.replace(". . . .\n", "B y . G\n", 1)
    ours = theirs.swapcase().translate(str.maketrans("bgYn", "GByN"))
    at_blue = position(TWO, theirs, "blue", "BYRG" * 5)
    at_green = position(TWO, ours, "green", "GYRB" * 5)
    at_green.score[:2] = [3, 0]
    at_blue.score[:2] = [0, 3]
    assert chances(TWO, at_green) == pytest.approx(chances(TWO, at_blue)[::-1])


@pytest.mark.parametrize(
    "better, worse",
    [
        ("B y . .", ". y . ."),  # a tower that sees a peasant
        ("B . . y", "B G . y"),  # no tower between
    ],
)
def test_towers_that_see_more_are_better(better, worse):
    def of_blue(first_row: str) -> float:
        state = position(TWO, EMPTY.replace(". . . .", first_row, 1), "green")
        return chances(TWO, state)[0]

    assert of_blue(better) > of_blue(worse)


def test_points_count_for_more_when_little_is_left():
    def of_blue(row: str) -> float:
        state = position(TWO, EMPTY, row=row)
        state.score[0] = 5
        return chances(TWO, state)[0]

    assert 0.5 < of_blue("BYRG" * 5) < of_blue("BYRG")


def test_a_won_game_is_worth_more_when_fewer_stones_are_to_come():
    def of_blue(row: str) -> float:
        state = position(TWO, EMPTY, row=row)
        state.score[0] = 500
        return chances(TWO, state)[0]

    assert 0.5 < of_blue("BYRG" * 5) < of_blue("BYRG" * 2) < of_blue("BYRG")


def test_a_game_that_ends_for_want_of_stones_is_nearly_decided():
    """Who is behind has a reason to place one in time (R6)."""

    def of_blue(quiet_turns: int) -> float:
        state = position(TWO, EMPTY)
        state.score[0] = 5
        state.quiet_turns = quiet_turns
        return chances(TWO, state)[0]

    assert 0.5 < of_blue(0) < of_blue(20) < of_blue(23)


# What is looked at first -------------------------------------------------------------------------


def test_steps_deep_into_the_row_are_looked_at_last():
    state = play(TWO, position(TWO, EMPTY.replace(".", "B", 1)), "a1-a2")
    near = [
        token
        for token in TWO.legal_texts(state)
        if urgency(TWO.params, state, TWO.text_to_choice(state, token)) == 0
    ]
    assert near == sorted(
        ["keep"]
        + [f"L>{place}" for place in (1, 2, 17, 18, 19)]
        + [f"R>{place}" for place in (0, 1, 2, 17, 18)]
    )


# Comments ----------------------------------------------------------------------------------------


def comment_on(table: Game, state: State, token: str) -> str:
    """The comment on an action."""
    return comment(table.params, table.open_view(state), table.text_to_choice(state, token))


TOWERS = """
      B . . G
     . . . . .
    . . . . . y
   . . . N . . .
    . . . . . .
     . . . . .
      . . . .
"""


@pytest.mark.parametrize(
    "token, says",
    [
        ("L@a2", "scores 4 for you and 1 for Green"),
        ("R@b1", "scores 1 for you"),
        ("R@g1", ""),
        ("T@b5", "adds 2 for you and takes 2 from Green in the last score"),
        ("-a1", "gives up 7 circles that could score for you"),
        ("T@g1", "brings 7 more circles into sight of your towers"),
    ],
)
def test_comment_says_what_a_stone_scores_and_what_a_tower_counts(token, says):
    assert comment_on(TWO, position(TWO, TOWERS), token) == says


def test_comment_names_all_seats_that_score():
    state = position(FOUR, OPEN.replace(". . . .", "B Y . G", 1))
    assert comment_on(FOUR, state, "L@a3") == "scores 1 for Yellow and 1 for Green"
    state = position(
        FOUR, OPEN.replace(". . . .", "B . Y .", 1).replace(". . . . .", ". . G . .", 1)
    )
    assert comment_on(FOUR, state, "L@a2") == "scores 4 for you, 1 for Yellow and 1 for Green"


def test_comment_says_whom_a_changed_row_serves():
    state = play(TWO, position(TWO, TOWERS, row="BYRGG"), "a1-a2")
    assert comment_on(TWO, state, "L>2") == "leaves Green yellow and green at the ends of the row"
    assert comment_on(TWO, state, "R>3") == ""
    assert comment_on(TWO, state, "keep") == ""


@pytest.mark.parametrize(
    "own, says",
    [
        (0, "scores 4 for you, ends the game and loses, 4 to 9"),
        (5, "scores 4 for you, ends the game with a shared win, 9 to 9"),
        (6, "scores 4 for you, wins at once, 10 to 9"),
    ],
)
def test_comment_says_how_the_last_stone_ends_the_game(own, says):
    state = position(TWO, EMPTY.replace(". . . .", "B . . .", 1), row="BYRG")
    state.score[:2] = [own, 9]
    assert comment_on(TWO, state, "L@a2") == says


@every_option_set
def test_comment_never_fails(options):
    table = load(NAME, options)
    for state, _ in states_with_a_seat_to_act(options, 9)[:6]:
        seen = table.open_view(state)
        for action in table.legal_actions(state)[::3]:
            assert isinstance(comment(table.params, seen, action), str)
