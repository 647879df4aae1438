"""Hints for bots: the chances of all seats, and what is said of an action."""

from typing import Any

import numpy as np
import pytest

from siegeworks.core.contract import State
from siegeworks.core.game import Game
from siegeworks.games import load
from siegeworks.games.siege_by_number.advice import ADVICE
from siegeworks.games.siege_by_number.evaluation import evaluate
from siegeworks.games.siege_by_number.state import SHOWING
from tests.games.kernels import evaluate_kernel
from tests.games.siege_by_number.positions import game, play, position
from tests.variants import option_sets, random_walk

every_variant = pytest.mark.parametrize("given", option_sets("siege-by-number"), ids=str)
GAME = game()


compiled_evaluate = evaluate_kernel(evaluate)


def chances_in(state: State, game: Game = GAME) -> Any:
    """Every seat's chance; asserts that they are chances."""
    chances = np.full(len(game.seats), np.nan)
    evaluate(game.params, state, chances)
    assert chances.min() >= 0 and chances.max() <= 1 and abs(chances.sum() - 1) < 1e-9
    return chances


def suns(picture: str, **situation: Any) -> float:
    """The chance of suns in a position of two."""
    return float(chances_in(position(GAME, picture, **situation))[0])


def comment_on(state: State, token: str, game: Game = GAME) -> str:
    """The comment on an action, from what the seat to act sees."""
    seen = game.observe(state, int(state.to_act))
    return ADVICE.comment(game.params, seen, game.text_to_choice(state, token))


# Chances -----------------------------------------------------------------------------------------


@every_variant
def test_chances_add_up_and_are_the_same_plain_and_compiled(given: dict[str, str]) -> None:
    game = load("siege-by-number", given)
    compiled = np.zeros(len(game.seats))
    phases = set()
    for state, choice in random_walk(game, seed=len(game.seats)):
        if choice >= 0 and (int(state.turns) % 10 == 0 or state.phase == SHOWING):
            phases.add(int(state.phase))
            compiled_evaluate(game.params, state, compiled)
            assert chances_in(state, game) == pytest.approx(compiled, abs=1e-12)
    assert len(phases) == 5


def test_a_seat_that_resigned_has_no_chance() -> None:
    four = game(seats="4")
    state = play(four, four.new_state(), "first=suns", "roll=3")
    four.resign(state, 1)
    chances = chances_in(state, four)
    assert chances[1] == 0 and min(chances[[0, 2, 3]]) > 0


def turned(spaces: Any) -> Any:
    """These spaces when the board is turned by half: north is south then."""
    return np.uint64(int(f"{int(spaces):064b}"[::-1], 2))


def exchanged(state: State) -> State:
    """The same with suns and crowns exchanged."""
    other = state.copy()
    for field in ("pieces", "unshown", "returned", "shown"):
        other[field][:2] = state[field][1::-1]
    other.pieces[:2] = [turned(pieces) for pieces in other.pieces[:2]]
    for field in ("commanders", "moved", "attacker", "defender"):
        other[field] = turned(state[field])
    other["value"] = state["value"][::-1]
    other.turn = 1 - state.turn
    return other


def test_chances_are_exchanged_with_the_seats() -> None:
    for state, choice in random_walk(GAME, seed=6):
        if choice >= 0 and state.turn >= 0 and int(state.turns) % 10 == 0:
            mirrored = chances_in(exchanged(state))[::-1]
            assert chances_in(state) == pytest.approx(mirrored, abs=1e-12)


ALONE = """
     7  .. .. .. .. .. s?
     6  .. .. .. {} .. .. ..
     5  .. .. .. .. c? ..
"""


def test_a_commander_on_the_board_is_better_than_none() -> None:
    assert suns(ALONE.format("sC")) > suns(ALONE.format("..")) + 0.1


def test_a_commander_who_can_enter_with_the_dice_left_has_as_good_as_won() -> None:
    near = "     4  .. .. sC\n     8  .. .. .. .. .. c?"
    assert suns(near, dice="3") > 0.99
    assert suns(near, dice="2") < 0.9


def test_an_enemy_commander_near_an_empty_home_is_dangerous_and_less_so_near_a_guarded_one() -> (
    None
):
    picture = (
        "    10  .. .. .. .. .. .. .. {}\n     9  .. .. .. .. .. cC\n     5  .. .. s? .. .. c?"
    )
    assert suns(picture.format("..")) < suns(picture.format("s?")) / 1.5


def test_a_battle_is_worth_the_mean_of_what_the_coins_may_show() -> None:
    picture = "\n     8  .. .. .. .. .. c5\n     7  .. .. .. .. .. {}\n"
    sure, lost = (
        suns_after_attack(position(GAME, picture.format(own), dice="0")) for own in ("s0", "s4")
    )
    open_ended = suns_after_attack(position(GAME, picture.format("s?"), dice="0"))
    assert lost < open_ended < sure


def suns_after_attack(state: State) -> float:
    """The chance of suns when the Army on h7 stays and attacks h8."""
    return float(chances_in(play(GAME, state, "h7-h7"))[0])


# Crowns is locked in: it has one Army, on its Home Base, and suns stands at its exit.
LOCKED = "     5  .. .. s2 s3 s4 {}\n     4  .. .. s0\n     3  c4 s5"
HELD = "     8  .. .. s2 s3 s0 sA\n"


@pytest.mark.parametrize(
    "nearer, farther",
    [
        # The last Army comes out of the stack, and then the Commander.
        (LOCKED.format("sA sC"), LOCKED.format("sA")),
        (LOCKED.format("sA"), LOCKED.format("")),
        # The Army that beats the 4 comes nearer to it.
        (
            HELD + "     4  .. sC\n     3  c4 s5",
            HELD + "     5  .. .. s5\n     4  .. sC\n     3  c4",
        ),
        # The Commander leaves the exit to that Army.
        (HELD + "     4  .. sC s5\n     3  c4", HELD + "     4  .. .. s5\n     3  c4 sC"),
    ],
)
def test_a_win_that_needs_fewer_turns_is_worth_more(nearer: str, farther: str) -> None:
    assert suns(nearer, crowns="-") > suns(farther, crowns="-")


def test_what_the_turn_limit_leaves_no_time_for_is_worth_a_draw() -> None:
    early, late, last = (suns(LOCKED.format(""), crowns="-", turns=t) for t in (0, 290, 299))
    assert early > late > last > 0.5
    assert last < 0.6


# Comments ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "own, target, comment",
    [
        ("s5", "g7", "captures the 4"),
        ("s4", "g7", "changes nothing, both are 4"),
        ("s3", "g7", "loses to the 4"),
        ("s?", "g7", "captures the 4 in 1 of 6 cases, a tie in 1"),
        ("s5", "h8", "captures the Army in 3 of 5 cases, a tie in 1"),
        ("s0", "h8", "captures the Army in 1 of 5 cases, a tie in 1"),
    ],
)
def test_a_comment_on_an_attack_says_how_the_battle_may_end(
    own: str, target: str, comment: str
) -> None:
    state = position(GAME, "     8  .. .. .. .. .. c?\n     7  .. .. .. .. c4 " + own, dice="0")
    assert comment_on(play(GAME, state, "h7-h7"), f"x{target}") == comment


@pytest.mark.parametrize(
    "own, comment",
    [
        ("s0", "defeats the Commander"),
        ("sA", "defeats the Commander"),
        ("s2", "loses to the Commander"),
        ("s?", "defeats the Commander with a null or an ace, 2 of 6 cases"),
    ],
)
def test_a_comment_on_an_attack_on_a_commander_says_what_defeats_him(
    own: str, comment: str
) -> None:
    state = play(GAME, position(GAME, f"     7  .. .. .. .. cC {own}", dice="0"), "h7-h7")
    assert comment_on(state, "xg7") == comment


@pytest.mark.parametrize(
    "token, comment",
    [
        ("d4-S", "wins at once"),
        ("e3-S", "blocks the Crowns' Home Base"),
        ("N-i10", "leaves your Home Base empty for the next Army"),
        ("done", "ends the turn with 2, 3 unspent"),
    ],
)
def test_a_comment_on_a_move_says_what_comes_of_the_home_bases(token: str, comment: str) -> None:
    own = "    10  .. .. .. .. .. .. .. s?\n     9  .. .. .. .. .. s?\n"
    state = position(GAME, own + "     4  .. sC\n     3  .. .. s?", dice="23")
    assert comment_on(state, token) == comment


def test_a_comment_says_who_comes_next_to_the_home_base() -> None:
    armies = "     6  .. .. sA s2 s3 s4\n     5  .. .. s5"
    home = "    10  .. .. .. .. .. .. .. s0\n"
    assert comment_on(position(GAME, home + armies, dice="A"), "N-i10") == (
        "leaves your Home Base empty for the Commander"
    )
    with_commander = position(GAME, home + armies + " sC", dice="A")
    assert comment_on(with_commander, "N-i10") == "leaves your Home Base empty"
    assert comment_on(position(GAME, "    10  .. .. .. .. .. .. s?", dice="A"), "i10-N") == (
        "guards your Home Base"
    )


BATTLE = "     8  .. .. .. .. .. c5\n     7  .. .. .. .. c4 {}"


@pytest.mark.parametrize(
    "own, stay, hold",
    [
        ("s5", "stays for an attack that captures the 4", "captures the 4"),
        ("s0", "stays for an attack that captures the 5", "captures the 5"),
        ("s3", "stays and spends a die of 0", "loses to the 5"),
    ],
)
def test_a_comment_tells_the_likeliest_of_the_battles_that_a_stay_allows_and_a_hold_forgoes(
    own: str, stay: str, hold: str
) -> None:
    state = position(GAME, BATTLE.format(own), dice="0A")
    assert comment_on(state, "h7-h7") == stay
    assert comment_on(play(GAME, state, "h7-h7"), "hold") == f"forgoes an attack that {hold}"
    away = position(GAME, BATTLE.format(".. .. \n     6  .. .. .. .. .. " + own), dice="A")
    assert comment_on(away, "h6-h7") == (
        stay.replace("stays for", "sets up")
        if "attack" in stay
        else "moves back to 5 steps from your Home Base"
    )


def test_a_comment_on_the_end_of_a_turn_says_what_is_not_spent() -> None:
    armies = BATTLE.format("s3")
    assert comment_on(position(GAME, armies, dice="0"), "done") == (
        "ends the turn; the dice left move no piece"
    )
    assert (
        comment_on(position(GAME, armies, dice="00A"), "done")
        == "ends the turn with 0, 0, A unspent"
    )


@pytest.mark.parametrize(
    "token, comment",
    [
        ("e3-d3", "shuts the way out of the Crowns' Home Base"),
        ("h9-i10", "guards the way into your Home Base"),
        ("e3-e4", "moves away to 3 steps from the Crowns' Home Base"),
        ("h9-h10", "moves back to 2 steps from your Home Base"),
        ("h9-h8", "comes within 10 steps of the Crowns' Home Base"),
        ("e8-e6", "comes within 5 steps of the Crowns' Home Base"),
        ("e8-f7", "stays 7 steps from the Crowns' Home Base"),
    ],
)
def test_a_comment_on_a_walk_says_what_it_means_for_the_nearest_home_base(
    token: str, comment: str
) -> None:
    own = "     9  .. .. .. .. .. s?\n     8  .. .. s?\n     3  .. .. s?"
    assert comment_on(position(GAME, own, dice="23"), token) == comment


def test_a_comment_says_which_home_base_a_walk_opens() -> None:
    at_door = position(GAME, "    10  .. .. .. .. .. .. s?\n     3  .. s?", dice="A")
    assert comment_on(at_door, "d3-d4") == "opens the way into the Crowns' Home Base"
    assert comment_on(at_door, "i10-i9") == "opens the way out of your Home Base"
    inside = position(GAME, "     3  s?", dice="2")
    assert comment_on(inside, "S-d4") == "leaves the Crowns' Home Base empty"


@pytest.mark.parametrize(
    "others, token, comment",
    [
        ("", "e5-e4", "brings the Commander within 3 steps of the Crowns' Home Base"),
        ("", "e5-e6", "takes the Commander back to 5 steps from the Crowns' Home Base"),
        (
            "     3  .. .. c?",
            "e5-e4",
            "brings the Commander within 3 steps of the Crowns' Home Base, next to an enemy Army",
        ),
        (
            "     3  .. c?",
            "e5-f5",
            "takes the Commander back to 5 steps from the Crowns' Home Base, closed to him",
        ),
    ],
)
def test_a_comment_says_how_far_the_commander_is_from_a_win_and_what_is_beside_him(
    others: str, token: str, comment: str
) -> None:
    state = position(GAME, "     5  .. .. sC\n" + others, dice="A")
    assert comment_on(state, token) == comment


@every_variant
def test_every_action_is_commented_on(given: dict[str, str]) -> None:
    game = load("siege-by-number", given)
    for state, choice in random_walk(game, seed=3):
        if choice < 0 or state.to_act < 0:
            continue
        seen = game.observe(state, int(state.to_act))
        before = seen.tobytes()
        for action in game.legal_actions(state)[::7]:
            text = ADVICE.comment(game.params, seen, action)
            assert text and text == text.strip(" .,") and len(text) < 100
        assert seen.tobytes() == before


# Levels ------------------------------------------------------------------------------------------


def test_levels_think_more_and_waver_less_from_one_to_the_next() -> None:
    simulations = [level.simulations for level in ADVICE.levels]
    temperature = [level.temperature for level in ADVICE.levels]
    assert len(ADVICE.levels) == 8
    assert simulations == sorted(simulations) and temperature == sorted(temperature, reverse=True)
    assert simulations[5] < simulations[6] < simulations[7] and temperature[7] == 0
