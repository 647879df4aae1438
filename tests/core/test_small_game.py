"""What a game need not say itself: counting, planes, tokens, a board, the end of the set-up."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from siegeworks.core.contract import HEADER, Rules
from siegeworks.core.field_planes import field_planes
from siegeworks.core.small_game import Board, board_notation
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


def _without_counting() -> dict[str, object]:
    return {name: Rules._field_defaults[name] for name in ("num_legal", "nth_legal")}


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
