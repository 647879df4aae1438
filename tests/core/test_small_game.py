"""What a game need not say itself: counting, what is seen, planes, tokens, when it has begun."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from siegeworks.core.contract import CHANCE, HEADER, REFEREE, SPECTATOR, Rules
from siegeworks.core.errors import IllegalStep
from siegeworks.core.jit import kernel
from siegeworks.core.notation import NOT_A_MOVE, refusal
from siegeworks.core.records import blank_record
from siegeworks.core.small_game import Board, board_notation, observing_all_but
from siegeworks.core.tensor import field_planes
from siegeworks.games import load
from siegeworks.testing import random_walk

GAME = load("expansion", {"board": "2x2", "values": "5A", "quiet": "2"})


def test_legal_actions_are_counted_and_numbered_by_listing_them() -> None:
    rules = GAME.rules
    bare = replace(GAME, rules=Rules(**{**rules._asdict(), **_without_counting()}))
    for game in (bare, bare.plain()):
        for state, _ in random_walk(GAME, seed=1, steps=12):
            legal = GAME.legal_actions(state)
            if legal:
                assert game.engine.num_legal(game.params, state) == len(legal)
                numbers = range(len(legal))
                assert [game.engine.nth_legal(game.params, state, k) for k in numbers] == legal


def test_outcomes_are_counted_and_found_by_their_weights() -> None:
    game = load("siege-by-number")
    rules = game.rules
    bare = replace(game, rules=Rules(**{**rules._asdict(), **_without_counting()}))
    compared = 0
    for state, _ in random_walk(game, seed=1, steps=60):
        if state.to_act == CHANCE:
            cases = game.engine.num_cases(game.params, state)
            drawn = Counter(game.engine.nth_case(game.params, state, k) for k in range(cases))
            for other in (bare, bare.plain()):
                assert other.engine.num_cases(game.params, state) == cases
                numbers = range(cases)
                assert drawn == Counter(
                    other.engine.nth_case(game.params, state, k) for k in numbers
                )
            compared += 1
    assert compared > 5


def _without_counting() -> dict[str, object]:
    names = ("num_legal", "nth_legal", "num_cases", "nth_case")
    return {name: Rules._field_defaults[name] for name in names}


@pytest.mark.parametrize("hidden", ["hand", "purse"])
def test_a_seat_sees_all_fields_but_the_parts_of_others_in_the_hidden_one(hidden: str) -> None:
    kind = np.dtype([*HEADER, ("turns", "i4"), ("hand", "u1", (2, 3)), ("purse", "i2", 2)])
    state = blank_record(kind)
    state.to_act, state.viewer, state.turns = 1, REFEREE, 70_000
    state.hand[:], state.purse[:] = [[1, 2, 3], [4, 5, 6]], [7, 8]
    for observe in (observing_all_but(kind, hidden), kernel(observing_all_but(kind, hidden))):
        for seat in (0, 1, SPECTATOR):
            expected = state.copy()
            expected.viewer = seat
            for other in {0, 1} - {seat}:
                expected[hidden][other] = 0
            seen = blank_record(kind)
            observe(None, state, seat, seen)
            assert seen.tobytes() == expected.tobytes()


def test_what_hides_a_field_is_one_rule_however_often_the_game_is_loaded() -> None:
    kind = [*HEADER, ("hand", "u1", (2, 3))]
    assert observing_all_but(np.dtype(kind), "hand") is observing_all_but(np.dtype(kind), "hand")


def test_a_token_that_is_not_legal_now_is_not_called_no_move() -> None:
    why = f"{NOT_A_MOVE} roll the next die, such as left1=5 (R2)"
    assert refusal("2x3", why, is_token=True) == "2x3: roll the next die, such as left1=5 (R2)"
    assert refusal("2y3", why, is_token=False).startswith("'2y3' is not a move. Roll the next")


def test_without_a_sentence_for_chance_a_refusal_has_an_example_of_what_may_happen() -> None:
    game = load("siege-by-number")
    silent = replace(game, notation=replace(game.notation, explain_outcome=None))
    with pytest.raises(IllegalStep) as refused:
        silent.text_to_choice(silent.new_state(), "xyz")
    example = silent.legal_texts(silent.new_state())[0]
    assert f"Chance is to act, such as {example} (R" in str(refused.value)


def test_planes_of_fields_hold_every_bit_of_every_field_but_the_end() -> None:
    kind = np.dtype([*HEADER, ("word", "u8"), ("low", "i1", 2), ("grid", "u1", (2, 3))])
    planes = field_planes(kind, 2)
    assert planes is not None
    names = [plane.name for plane in planes.planes]
    assert names == ["viewer", "to_act", "first", "word", "low", "grid"]
    assert planes.shape == (6, 6, 64)
    seen = np.zeros(1, kind).view(np.recarray)[0]
    seen.viewer, seen.word, seen.grid[1, 2] = 1, 2**63 + 1, 5
    seen.low[:] = (-1, 1)
    out = np.zeros(planes.shape, np.float32)
    planes.write(None, seen, out)
    assert np.flatnonzero(out[names.index("word"), 0]).tolist() == [0, 63]
    assert out[names.index("low")].sum(axis=1).tolist() == [8, 1, 0, 0, 0, 0]
    assert np.flatnonzero(out[names.index("grid"), 5]).tolist() == [0, 2]
    assert out[0, 1, 0] == 1


def test_with_three_seats_a_plane_shows_who_has_left() -> None:
    planes = field_planes(np.dtype(HEADER), 3)
    assert planes is not None
    assert "resigned" in [plane.name for plane in planes.planes]


def test_fields_that_are_not_whole_numbers_have_no_planes() -> None:
    assert field_planes(np.dtype([*HEADER, ("odds", "f8")]), 2) is None


def test_actions_are_named_by_the_cells_of_the_board_where_their_numbers_fit() -> None:
    board = Board.of(np.dtype([*HEADER, ("turns", "i4"), ("board", "u1", (2, 3))]))
    assert [board.name(cell) for cell in range(6)] == ["a2", "b2", "c2", "a1", "b1", "c1"]
    tokens = {
        number: board_notation(board, number, "R3").action_to_text(None, number - 1)
        for number in (6, 36, 7)
    }
    assert tokens == {6: "c1", 36: "c1-c1", 7: "6"}
    assert Board.of(np.dtype(HEADER)).cells == 0
    assert Board("row", 1, 30).name(29) == "30"


def test_a_game_says_when_its_set_up_is_over_or_it_is_when_somebody_begins() -> None:
    state = GAME.new_state()
    assert GAME.has_begun(state) == (state.first >= 0)
    asked = replace(GAME, begun=lambda params, s: s.to_act == 1)
    state.to_act = 1
    assert asked.has_begun(state)
    state.to_act = 0
    assert not asked.has_begun(state)
