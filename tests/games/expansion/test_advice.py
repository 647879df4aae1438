"""What bots are told of Expansion: chances that make sense, comments that are true."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from siegeworks.core.bits import bit
from siegeworks.core.game import TERMINAL, Game, State
from siegeworks.core.jit import kernel
from siegeworks.games.expansion.advice import evaluate, private
from siegeworks.games.expansion.board import place_of
from siegeworks.games.expansion.rules import MOONS, SUNS
from siegeworks.play.record import parse_record, replay
from tests.games.expansion import positions
from tests.variants import option_sets, random_walk

POSITIONS = Path(__file__).parents[3] / "bench" / "positions" / "expansion.toml"
SMALLER = [{"board": "3x1", "values": "54A0"}, {"board": "2x2", "values": "5A", "quiet": "6"}]
every_shape = pytest.mark.parametrize("options", [*option_sets("expansion"), *SMALLER], ids=str)


@kernel
def compiled_evaluate(board: Any, s: Any, chances: Any) -> None:
    evaluate(board, s, chances)


@cache
def game(**options: str) -> Game:
    return positions.game(**options)


def chances(game: Game, state: State) -> tuple[float, float]:
    """What the advice thinks of a state, suns first."""
    found = np.zeros(2)
    evaluate(game.board, state, found)
    return float(found[0]), float(found[1])


def walk(game: Game) -> list[State]:
    """The states of a random game."""
    return [state for state, _ in random_walk(game, seed=7)]


def turned_round(game: Game, state: State) -> State:
    """The same position with suns and moons exchanged and the board turned round."""
    other = game.copy(state)
    last = 8 * (int(game.board.ranks) - 1) + int(game.board.files) - 1
    for seat in (SUNS, MOONS):
        cells, tiles = int(state.cells[1 - seat]), int(state.tiles[1 - seat])
        other.cells[seat] = sum(1 << last - p for p in range(last + 1) if cells >> p & 1)
        number = int(game.board.tiles)
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
        compiled_evaluate(asked.board, state, compiled)
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
    assert private(game().board, state, move) == state.value[place_of("a3")]
    assert private(game().board, game().new_state(), placing) == 0


BATTLE = """
.  .  .  .  .  m0
.  .  .  .  m3 .
.  .  .  m4 .  .
.  .  s4 s2 .  .
.  .  .  .  .  .
s3 .  .  s5 .  .
"""


def said_of(token: str, shown: str = "", **where: str) -> str:
    """The comment on a move in BATTLE, where the values on the cells `shown` are known to all."""
    asked = game()
    state = positions.position(asked, BATTLE, **where)
    for cell in shown.split():
        state.shown |= bit(place_of(cell))
    seen = asked.observe(state, int(state.to_act))
    return asked.advice.comment(asked.board, seen, asked.text_to_choice(seen, token))


def test_a_comment_says_what_is_captured_and_what_is_given_away() -> None:
    assert said_of("d1-d2") == ""
    assert said_of("d3-d2") == "captures tile c1"
    assert said_of("d4-d5", to_act="moons") == "gives tile c3 to the suns"
    assert said_of("d4-d5", to_act="moons", suns="a1 c1 e1 a3") == "loses at once"


def test_a_comment_on_combat_with_a_known_minion_says_who_is_left() -> None:
    assert said_of("d3-d4", "d4") == "loses to the 4 on d4"
    assert said_of("d4-d3", "d3", to_act="moons") == "beats the 2 on d3"


def test_a_comment_on_combat_with_a_hidden_minion_says_on_what_it_hangs() -> None:
    assert said_of("c3-e5") == "beats the minion on e5 unless it is the 4"
    assert said_of("d3-d4") == "captures tile c3 if the minion on d4 is the 0"
    last = said_of("d3-d4", suns="a1 c1 e1 a3")
    assert last == "wins at once if the minion on d4 is the 0"


def test_a_comment_tells_only_what_the_seat_knows() -> None:
    asked = game()
    state = positions.position(asked, BATTLE)
    exchanged = BATTLE.replace("m4", "m?").replace("m0", "m4").replace("m?", "m0")
    other = positions.position(asked, exchanged)
    for action in asked.legal_actions(state):
        seen = [asked.observe(s, SUNS) for s in (state, other)]
        first, second = (asked.advice.comment(asked.board, s, action) for s in seen)
        assert first == second


@every_shape
def test_every_legal_action_has_a_comment_or_none(options: dict[str, str]) -> None:
    asked = game(**options)
    for state in walk(asked):
        if state.to_act >= 0:
            seen = asked.observe(state, int(state.to_act))
            for action in asked.legal_actions(seen):
                assert isinstance(asked.advice.comment(asked.board, seen, action), str)


def test_the_best_moves_of_the_positions_are_legal_and_not_all_moves() -> None:
    entries = tomllib.loads(POSITIONS.read_text(encoding="utf-8"))["position"]
    assert len(entries) >= 10
    for entry in entries:
        table = replay(parse_record(entry["record"], entry["name"]))
        legal = table.game.legal_texts(table.view(int(table.state.to_act)))
        assert set(entry["best"]) < set(legal), entry["name"]
