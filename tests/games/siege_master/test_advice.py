"""The hints for bots: what they promise in every variant, and what they say."""

import numpy as np
import pytest

from siegeworks.core.contract import TERMINAL, State
from siegeworks.core.game import Game
from siegeworks.games import load
from siegeworks.games.siege_master.comments import comment
from siegeworks.games.siege_master.evaluation import evaluate, in_reach
from siegeworks.games.siege_master.state import BLUE, RED
from tests.games.kernels import evaluate_kernel
from tests.games.siege_master.positions import (
    drawn,
    fortresses,
    game,
    hexagon,
    neighbours,
    play,
    position,
)
from tests.variants import label, option_sets, random_walk

OPTION_SETS = option_sets("siege-master")

TAKEN = "R a a a a   B n n n n"  # one fortress each
OPEN = ". . . . F . . . ."  # an army fits on either side: no army walls this fortress in
PAIR = "F . . . . F"  # one army takes both


def islands(*drawn: str) -> str:
    """A map of strips side by side."""
    return "   ".join(drawn)


compiled_evaluate = evaluate_kernel(evaluate)


def chances_of(game: Game, state: State) -> list[float]:
    """What `evaluate` says, run as plain Python."""
    chances = np.zeros(2)
    evaluate(game.params, state, chances)
    return [float(chance) for chance in chances]


def comment_on(game: Game, state: State, token: str) -> str:
    """The comment on an action."""
    return comment(game.params, game.open_view(state), game.text_to_choice(state, token))


def in_reach_of(game: Game, state: State) -> int:
    """How many fortresses one army can wall in now."""
    return int(in_reach(game.params, state))


def exchanged(state: State) -> State:
    """The same position with Red and Blue exchanged."""
    other = state.copy()
    other.owned[RED], other.owned[BLUE] = state.owned[BLUE].copy(), state.owned[RED].copy()
    if state.to_act >= 0:
        other.to_act = 1 - state.to_act
    return other


@pytest.mark.parametrize("options", OPTION_SETS, ids=lambda given: label(("", given)))
def test_chances_are_shares_of_one_alike_compiled_and_mirrored(options):
    game = load("siege-master", options)
    compiled = np.zeros(2)
    for number, (state, _) in enumerate(random_walk(game, seed=4)):
        if state.to_act == TERMINAL or number % 5:
            continue
        chances = chances_of(game, state)
        assert all(0 <= chance <= 1 for chance in chances)
        assert sum(chances) == pytest.approx(1)
        compiled_evaluate(game.params, state, compiled)
        assert compiled.tolist() == pytest.approx(chances)
        assert chances_of(game, exchanged(state)) == pytest.approx(chances[::-1])


def test_while_fortresses_are_placed_nobody_is_ahead():
    game = load("siege-master", {"fortresses": "placed"})
    assert chances_of(game, game.new_state()) == [0.5, 0.5]


def test_who_holds_more_fortresses_is_ahead_and_as_a_pacifist_behind():
    ahead = islands(TAKEN, "R b b b b", OPEN, OPEN)
    for seat in ("red", "blue"):
        assert chances_of(*position(ahead, to_act=seat))[RED] > 0.6
        assert chances_of(*position(ahead, to_act=seat, pacifist="yes"))[RED] < 0.4


def test_the_same_lead_counts_more_when_less_is_missing():
    early = islands("R a a a a", *[OPEN] * 8)
    late = islands(TAKEN, "R b b b b   B o o o o   R c c c c   B p p p p   R d d d d", OPEN, OPEN)
    assert chances_of(*position(late))[RED] > chances_of(*position(early))[RED]


def test_who_can_capture_now_is_better_off():
    game, state = position(islands(PAIR, TAKEN, OPEN))
    assert in_reach_of(game, state) == 2
    assert chances_of(game, state)[RED] > 0.6
    game, state = position(islands(OPEN, TAKEN, OPEN, OPEN))
    assert in_reach_of(game, state) == 0
    assert chances_of(game, state)[RED] < 0.6


def test_an_army_out_of_reach_of_what_binds_captures_nothing():
    drawing = islands("F . . . .", "n n n n . . . . . . . . F", OPEN)
    assert in_reach_of(*position(drawing, last="n")) == 0
    assert in_reach_of(*position(drawing, last="n", captured=1)) == 1


def test_the_comment_says_what_an_army_captures_and_whether_that_ends_the_game():
    drawing = islands(PAIR, TAKEN, OPEN)
    assert comment_on(*position(drawing), "a2-a5") == "captures 2 fortresses and wins at once"
    pacifists = position(drawing, pacifist="yes")
    assert comment_on(*pacifists, "a2-a5") == "captures 2 fortresses and loses at once"
    strips = position(islands("F . . . .", "F . . . .", "F . . . ."))
    assert comment_on(*strips, "a2-a5") == "captures 1 fortress"


def test_the_comment_says_what_an_army_leaves_to_the_other_seat():
    long = position(islands("F . . . . . . . .", OPEN, OPEN))
    assert comment_on(*long, "a6-a9") == "lets Blue capture 1 fortress"
    long = position(islands(". . . . . . . . F . . . . . . . .", "n n n n"), last="n")
    assert comment_on(*long, "a1-a4") == "leaves Blue 1 reply"
    apart = islands(OPEN, ". . . .")
    anywhere = "leaves Blue free to place an army anywhere"
    assert comment_on(*position(apart), "a11-a14") == anywhere
    clear = "keeps clear of the neutral fortresses"
    assert comment_on(*position(apart, free="yes"), "a11-a14") == clear


ISTHMUS = """
. . . . . .         . . . . .
 . . . . . .       . . . . . .
. . . . . .         . . . . .
 . . . . . . . . . . . . . . .
. . F . . .         . F . F .
 . . . . . .       . . . . . .
. . . . . .         . . . . .
"""


def test_the_comment_says_what_an_army_walls_off():
    table, state = position(ISTHMUS, free="yes")
    assert comment_on(table, state, "d6-d9") == "walls off 38 hexes with 2 fortresses"
    assert comment_on(table, state, "d4-d7") == "walls off 39 hexes with 1 fortress"
    bare = position(ISTHMUS.replace("F . F", ". . .", 1), free="yes")
    assert not comment_on(*bare, "d6-d9").startswith("walls off")


def test_the_comment_says_which_fortress_an_army_hems_in_most():
    table = hexagon(free="yes")
    start = table.new_state()
    after = play(table, start, "c14-f15")
    parts = {}
    for name in fortresses(table, start):
        left, before = (ways_beside(table, state, name) for state in (after, start))
        parts[left / before] = left, before, name
    left, before, name = parts[min(parts)]
    assert comment_on(table, start, "c14-f15") == (
        f"leaves {left} of {before} ways to put an army beside the fortress on {name}"
    )


def ways_beside(game: Game, state: State, name: str) -> int:
    """How many armies may be placed beside a hex."""
    names = list(drawn(game, state))
    near = {names.index(neighbour) for neighbour in neighbours(game, name)}
    return sum(1 for army in game.legal_actions(state) if touches(game, army, near))


def touches(game: Game, army: int, hexes: set[int]) -> bool:
    """Does an army cover one of these hexes? The swap is none."""
    return army < game.params.placements and not hexes.isdisjoint(game.params.path[army].tolist())


def test_the_comment_on_a_swap_says_what_it_takes_over():
    game, state = position(islands("F . . . .", "F . . . .", "F . . . ."))
    assert comment_on(game, play(game, state, "a2-a5"), "swap") == "takes over 1 fortress"
    game, state = position(OPEN)
    assert comment_on(game, play(game, state, "a1-a4"), "swap") == "takes over Red's army"


def test_the_comment_on_a_fortress_says_how_much_room_it_has():
    table = game(". . . . . . . . .", fortresses="placed", count="1")
    assert comment_on(table, table.new_state(), "@a5") == (
        "places a fortress with 2 ways to put an army beside it"
    )
    assert comment_on(table, table.new_state(), "@a1") == (
        "places a fortress with 1 way to put an army beside it"
    )


@pytest.mark.parametrize("options", OPTION_SETS, ids=lambda given: label(("", given)))
def test_every_action_of_a_random_game_can_be_commented_on(options):
    game = load("siege-master", options)
    for state, choice in random_walk(game, seed=5):
        if state.to_act >= 0:
            text = comment(game.params, game.open_view(state), choice)
            after = game.child(state, choice)
            assert text
            assert text.endswith("at once") == (after.to_act == TERMINAL)
            if choice < game.params.placements:
                assert text.startswith("captures") == (after.captured > 0)
