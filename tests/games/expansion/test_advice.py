"""What bots are told of Expansion: chances that make sense, comments that are true."""

import tomllib
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from siegeworks.core.bits import bit
from siegeworks.core.contract import TERMINAL, State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.core.text import capitalized
from siegeworks.games.expansion.evaluation import evaluate, private
from siegeworks.games.expansion.params import place_of
from siegeworks.games.expansion.state import MOONS, SUNS
from siegeworks.play.record import parse_record, replay
from tests.games.expansion import positions
from tests.games.kernels import evaluate_kernel
from tests.variants import option_sets, random_walk

POSITIONS = Path(__file__).parent / "positions.toml"
SMALLER = [{"board": "3x1", "values": "54A0"}, {"board": "2x2", "values": "5A", "quiet": "6"}]
every_shape = pytest.mark.parametrize("options", [*option_sets("expansion"), *SMALLER], ids=str)


compiled_evaluate = evaluate_kernel(evaluate)


@cache
def game(**options: str) -> Game:
    return positions.game(**options)


def chances(game: Game, state: State) -> tuple[float, float]:
    """What the advice thinks of a state, suns first."""
    values = np.zeros(2)
    evaluate(game.params, state, values)
    return float(values[0]), float(values[1])


def walk(game: Game) -> list[State]:
    """The states of a random game."""
    return [state for state, _ in random_walk(game, seed=7)]


def turned_round(game: Game, state: State) -> State:
    """The same position with suns and moons exchanged and the board turned round."""
    other = game.copy(state)
    last = 8 * (int(game.params.ranks) - 1) + int(game.params.files) - 1
    for seat in (SUNS, MOONS):
        cells, tiles = int(state.cells[1 - seat]), int(state.tiles[1 - seat])
        other.cells[seat] = sum(1 << last - p for p in range(last + 1) if cells >> p & 1)
        number = int(game.params.tiles)
        other.tiles[seat] = sum(1 << number - 1 - t for t in range(number) if tiles >> t & 1)
        other.fallen[seat] = state.fallen[1 - seat]
    shown = int(state.shown)
    other.shown = sum(1 << last - p for p in range(last + 1) if shown >> p & 1)
    for place in range(last + 1):
        other.value[place] = state.value[last - place]
    if state.to_act >= 0:
        other.to_act = 1 - state.to_act
    if state.first >= 0:
        other.first = 1 - state.first
    return other


@every_shape
def test_chances_are_shares_of_one_win_compiled_and_plain(options: dict[str, str]) -> None:
    asked = game(**options)
    compiled = np.zeros(2)
    for state in walk(asked):
        if state.to_act == TERMINAL:
            continue
        suns, moons = chances(asked, state)
        assert suns + moons == pytest.approx(1)
        assert 0 <= suns <= 1
        compiled_evaluate(asked.params, state, compiled)
        assert compiled == pytest.approx((suns, moons))


@every_shape
def test_chances_are_exchanged_when_the_sides_are(options: dict[str, str]) -> None:
    asked = game(**options)
    for state in walk(asked):
        if state.to_act >= 0 and state.begun:
            suns, moons = chances(asked, state)
            assert chances(asked, turned_round(asked, state)) == pytest.approx((moons, suns))


def test_a_seat_that_resigned_has_no_chance() -> None:
    state = positions.set_up(game())
    state.resigned = bit(SUNS)
    assert chances(game(), state) == (0, 1)


EVEN = """
.  .  .  .  .  m5
.  .  .  .  m3 .
.  .  .  .  .  .
.  .  .  .  .  .
.  s3 .  .  .  .
s5 .  .  .  .  .
"""


def test_nobody_is_ahead_in_an_even_position_but_for_the_turn_and_the_beginning() -> None:
    to_suns = positions.position(game(), EVEN, "suns", first="suns")
    to_moons = positions.position(game(), EVEN, "moons", first="moons")
    assert chances(game(), to_suns)[SUNS] == pytest.approx(chances(game(), to_moons)[MOONS])


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"suns": "a1 c1"}, {}),
        ({"suns": "a1 c3"}, {"suns": "a1 c1"}),  # R9: the centre decides ties
        ({"first": "moons"}, {"first": "suns"}),  # R9: so does not having begun
    ],
    ids=["a tile", "the centre", "not having begun"],
)
def test_what_decides_the_game_counts(better: dict[str, str], worse: dict[str, str]) -> None:
    good, bad = (positions.position(game(), EVEN, **given) for given in (better, worse))
    assert chances(game(), good)[SUNS] > chances(game(), bad)[SUNS]


LAST_TILE = """
.  .  .  .  .  m5
.  .  .  .  .  .
.  .  .  .  .  .
.  .  s5 .  .  .
.  .  s3 .  .  .
.  .  .  .  .  .
"""


def test_whoever_can_capture_the_last_tile_next_is_nearly_sure_to_win() -> None:
    state = positions.position(game(), LAST_TILE, suns="a1 c1 e1 a3")
    assert chances(game(), state)[SUNS] > 0.95


def test_private_is_the_value_of_the_minion_that_moves() -> None:
    state = positions.set_up(game())
    move, placing = (
        game().text_to_choice(s, text)
        for s, text in ((state, "a3-a4"), (game().new_state(), "5@a1"))
    )
    assert private(game().params, state, move) == state.value[place_of("a3")]
    assert private(game().params, game().new_state(), placing) == 0


BATTLE = """
.  .  .  .  .  m0
.  .  .  .  m3 .
.  .  .  m4 .  .
.  .  s4 s2 .  .
.  .  .  .  .  .
s3 .  .  s5 .  .
"""


QUIET = """
.  .  .  .  .  m0
m4 .  .  .  .  .
.  .  .  .  .  m5
.  .  .  .  .  .
.  .  .  .  .  .
s3 s2 .  .  s5 .
"""

PRESSED = """
.  .  .  .  .  m5
.  .  .  .  .  .
.  .  .  .  .  .
.  .  m3 .  .  .
.  .  .  m2 .  .
s5 s4 .  .  .  .
"""

NEAR = """
.  .  .  .  .  m2
.  .  .  .  .  .
.  .  .  .  .  .
.  s4 .  m5 .  .
.  .  .  .  .  .
s5 .  .  .  .  .
"""


def said_of(token: str, shown: str = "", diagram: str = BATTLE, **where: str) -> str:
    """The comment on a move, where the values on the cells `shown` are known to all."""
    asked = game()
    state = positions.position(asked, diagram, **where)
    for cell in shown.split():
        state.shown |= bit(place_of(cell))
    return comment_on(asked, state, token)


def comment_on(asked: Game, state: State, token: str) -> str:
    """The comment on a step of the seat to act."""
    seen = asked.observe(state, int(state.to_act))
    return asked.advice.comment(asked.params, seen, asked.text_to_choice(seen, token))


def test_a_comment_says_what_is_captured_and_what_is_given_away() -> None:
    assert said_of("d3-d2") == "captures tile c1"
    assert said_of("d4-d5", to_act="moons") == "gives tile c3 to the Suns"
    assert said_of("d4-d5", to_act="moons", suns="a1 c1 e1 a3") == "loses at once"


def test_a_comment_on_combat_with_a_known_minion_says_who_is_left() -> None:
    assert said_of("d3-d4", "d4") == "loses to the 4 on d4"
    assert said_of("d4-d3", "d3", to_act="moons") == "beats the 2 on d3"


def test_a_comment_on_combat_with_a_hidden_minion_says_on_what_it_hangs() -> None:
    assert said_of("c3-e5") == "beats the minion on e5 unless it is the 4"
    assert said_of("d3-d4") == "captures tile c3 if the minion on d4 is the 0"
    last = said_of("d3-d4", suns="a1 c1 e1 a3")
    assert last == "wins at once if the minion on d4 is the 0"


def test_a_comment_on_a_quiet_move_says_what_it_is_good_for_on_the_tiles() -> None:
    assert said_of("a1-c1", diagram=QUIET) == "threatens to capture tile c1"
    defended = said_of("b1-c1", diagram=PRESSED, suns="a1 c3")
    assert defended == "defends tile c1 against capture"
    assert said_of("b3-c3", diagram=NEAR, suns="a1 a3") == "draws level on tile c3"
    assert said_of("b3-b4", diagram=NEAR) == "stays on tile a3, where you lead"
    assert said_of("a1-a2", diagram=QUIET) == "comes within 1 step of the uncaptured tile a3"
    assert said_of("b1-b2", diagram=QUIET) == "stays 1 step from the uncaptured tile c1"


def test_a_comment_on_a_quiet_move_says_what_it_gives_up_or_lets_happen() -> None:
    back = said_of("f4-f5", diagram=QUIET, to_act="moons")
    assert back == "gives up the lead on tile e3"
    aside = said_of("a5-a4", diagram=QUIET, to_act="moons")
    assert aside == "takes the lead on tile a3, but gives up the lead on tile a5"
    level = NEAR.replace("s4 .  m5", ".  s4 m5")
    behind = said_of("d3-d2", diagram=level, to_act="moons")
    assert behind == "takes the lead on tile c1, but falls behind on tile c3"
    stays = said_of("d4-c4", to_act="moons")
    assert stays == "stays on tile c3, where the Suns lead, but lets the Suns capture tile c1"
    idle = said_of("a1-a2", diagram=PRESSED, suns="a1 c3", moons="e5 e3 e1 a5")
    assert idle == (
        "comes within 1 step of the uncaptured tile a3, but lets the Moons capture tile c1 and win"
    )


def test_a_comment_on_a_quiet_move_names_who_is_surely_stronger_or_weaker_within_reach() -> None:
    assert said_of("d1-d2") == "threatens the minion on d4"  # the 5 jumps, and no ace is left
    assert said_of("d1-d2", "d4") == "threatens the 4 on d4"
    beaten = "draws level on tile c3, but may lose to the 5 on d3"
    assert said_of("b3-c3", "d3", NEAR) == beaten
    aces = NEAR.replace("s4", "sA")  # takes its enemy with it (R6)
    assert said_of("b3-c3", "d3", aces, suns="a1 a3") == "draws level on tile c3"


def test_a_comment_on_a_quiet_move_says_when_a_board_comes_again() -> None:
    asked = game()
    state = positions.position(asked, QUIET)
    back_and_forth = positions.play(asked, state, "a1-a2 f6-e6 a2-a1")
    again = "repeats the same board"
    assert comment_on(asked, back_and_forth, "e6-f6").endswith(f", but {again}")
    assert again not in comment_on(asked, back_and_forth, "e6-e5")


def test_a_comment_on_placing_says_how_far_in_front_a_value_stands() -> None:
    new = game().new_state()
    corner = "keeps the 5 back in your corner, 2 steps from tile c1"
    assert comment_on(game(), new, "5@a1") == corner
    assert comment_on(game(), new, "5@a3") == "puts the 5 in front on tile a3, where you lead"


def test_a_comment_says_why_a_seat_passes() -> None:
    without = QUIET.replace("s3 s2 .  .  s5", ".  .  .  .  .")
    assert said_of("pass", diagram=without) == "passes, as you have no minion left"


@every_shape
def test_a_tile_is_let_go_in_a_comment_where_the_other_seat_can_take_it(
    options: dict[str, str],
) -> None:
    asked = game(**options)
    checked = 0
    for state in walk(asked)[::9]:
        if state.to_act < 0 or not state.begun:
            continue
        for action in asked.legal_actions(state)[::2]:
            after = asked.child(state, action)
            if action == asked.params.passing or after.quiet == 0 or after.to_act < 0:
                continue
            seen = asked.observe(state, int(state.to_act))
            comment = asked.advice.comment(asked.params, seen, action)
            other = capitalized(asked.seats[after.to_act])
            _, _, named = comment.partition(f"lets the {other} capture tile ")
            tiles = set(named.removesuffix(" and win").split(" or ")) - {""}
            assert tiles == taken_quietly(asked, after)
            checked += bool(tiles)
    assert checked or "quiet" in options or options.get("board") == "3x1"


def taken_quietly(asked: Game, state: State) -> set[str]:
    """The tiles that the seat to act can capture without combat, each tried."""
    seat, names = int(state.to_act), positions.tile_names(asked)
    captured = 0
    for action in asked.legal_actions(state):
        after = asked.child(state, action)
        if after.cells[1 - seat] == state.cells[1 - seat] and after.cells[seat].bit_count() == (
            state.cells[seat].bit_count()
        ):
            captured |= int(after.tiles[seat]) & ~int(state.tiles[seat])
    return {name for tile, name in enumerate(names) if captured >> tile & 1}


@pytest.mark.parametrize("seat", ["suns", "moons"])
@pytest.mark.parametrize("diagram", [QUIET, PRESSED, NEAR])
def test_a_comment_is_the_same_in_all_worlds_that_look_alike(diagram: str, seat: str) -> None:
    asked = game()
    state = positions.position(asked, diagram, seat)
    seen = asked.observe(state, int(state.to_act))
    worlds = [asked.determinize(seen, new_rng(seed)) for seed in range(6)]
    assert len({world.value.tobytes() for world in worlds}) > 1
    for token in asked.legal_texts(state):
        assert {comment_on(asked, world, token) for world in worlds} == {
            comment_on(asked, state, token)
        }


def test_a_comment_tells_only_what_the_seat_knows() -> None:
    asked = game()
    state = positions.position(asked, BATTLE)
    exchanged = BATTLE.replace("m4", "m?").replace("m0", "m4").replace("m?", "m0")
    other = positions.position(asked, exchanged)
    for action in asked.legal_actions(state):
        seen = [asked.observe(s, SUNS) for s in (state, other)]
        first, second = (asked.advice.comment(asked.params, s, action) for s in seen)
        assert first == second


@every_shape
def test_every_legal_action_has_a_comment(options: dict[str, str]) -> None:
    asked = game(**options)
    for state in walk(asked)[::9]:
        if state.to_act >= 0:
            seen = asked.observe(state, int(state.to_act))
            before = seen.tobytes()
            for action in asked.legal_actions(seen):
                comment = asked.advice.comment(asked.params, seen, action)
                assert comment and len(comment) < 110
            assert seen.tobytes() == before


def test_the_best_moves_of_the_positions_are_legal_and_not_all_moves() -> None:
    entries = tomllib.loads(POSITIONS.read_text(encoding="utf-8"))["position"]
    assert len(entries) >= 10
    for entry in entries:
        table = replay(parse_record(entry["record"], entry["name"]))
        legal = table.game.legal_texts(table.view(int(table.state.to_act)))
        assert set(entry["best"]) < set(legal), entry["name"]
