"""King's Ransom, paragraph by paragraph. Capital letters lie face up, small ones face down."""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import pytest

from siegeworks.core.contract import BY_TIME, CHANCE, SPECTATOR, TERMINAL, State
from siegeworks.core.errors import IllegalStep, OptionError
from siegeworks.core.random import new_rng, random_below
from siegeworks.games import load
from siegeworks.games.kings_ransom.knowledge import is_sound
from siegeworks.games.kings_ransom.notation import KIND_NAMES, LETTERS
from siegeworks.games.kings_ransom.params import (
    MAX_LEGAL,
    MAX_STEPS,
    MAX_TURNS,
    is_finished,
    needs_filling,
    neighbours_that_can_give,
    next_move_sideways,
    payments,
)
from siegeworks.games.kings_ransom.state import (
    FACE_UP,
    KINDS,
    KING,
    NORTH,
    NOT_KING,
    PIPS,
    RANGE,
    RANSOM,
    SEAT_NAMES,
    SOUTH,
    SPY,
    TILES,
    TILES_OF,
)
from tests.games.kings_ransom.positions import (
    GAME,
    SECRET,
    army,
    outcome,
    play,
    position,
    same_picture,
    set_up_by,
    tally,
)

SOUTH_WINS, NORTH_WINS, DRAW = [1.0, -1.0], [-1.0, 1.0], [0.0, 0.0]
AN_ARMY = "AAAE EECC CIII SSSK"
Heights = tuple[int, ...]
SHAPES = [heights for heights in product(range(5), repeat=4) if is_finished(heights)]


def steps(state: State) -> set[str]:
    return set(GAME.legal_texts(state))


# R1 ----------------------------------------------------------------------------------------------


def test_R1_an_army_is_a_king_and_three_of_each_other_kind() -> None:
    assert dict(zip(LETTERS, TILES_OF.tolist(), strict=True)) == {
        "K": 1, "A": 3, "E": 3, "C": 3, "I": 3, "S": 3,
    }  # fmt: skip
    assert TILES_OF.sum() == 16


def test_R1_pips_of_each_kind() -> None:
    assert dict(zip(KIND_NAMES, PIPS.tolist(), strict=True)) == {
        "King": 5, "Archer": 6, "Engineer": 4, "Cavalry": 3, "Infantry": 2, "Spy": 1,
    }  # fmt: skip


# R2 ----------------------------------------------------------------------------------------------


def test_R2_column_a_faces_column_a_and_rank_1_is_the_front() -> None:
    state = position("""
        k c c c
        e s s s
        -
        i a a k
    """)
    # Infantry reaches only from front to front; the Engineer there is stronger.
    assert tally(play(state, "a1xa1"), NORTH) == "I"
    assert steps(state) >= {"a1xa1", "b1xb2"}
    assert not steps(state) & {"a1xa2", "a1xb1", "a1xd1"}


def test_R2_a_tile_is_named_by_its_present_place() -> None:
    state = position("""
        k c c c
        e s s s
        -
        i a a k
        . c e .
    """)
    state = play(state, "b1~", "b1~")
    assert army(state, SOUTH) == ["i c a k", ". . e ."]
    assert "b1xb1" in steps(state)  # the Cavalry that stood on b2


# R3 ----------------------------------------------------------------------------------------------


def test_R3_chance_lays_out_south_then_north_place_by_place() -> None:
    state = GAME.new_state()
    order = []
    while state.laid < 32:
        assert state.to_act == CHANCE
        order.append(GAME.legal_texts(state)[0][:3])
        state = play(state, GAME.legal_texts(state)[0])
    places = [f"{column}{rank}" for rank in (1, 2, 3, 4) for column in "abcd"]
    assert order == [f"S{place}" for place in places] + [f"N{place}" for place in places]


def test_R3_each_tile_left_is_equally_likely() -> None:
    state = play(GAME.new_state(), "Sa1=K", "Sb1=A")
    chances = {GAME.outcome_texts[o]: p for o, p in GAME.chance_outcomes(state)}
    assert chances == {
        "Sc1=A": Fraction(2, 14),
        **{f"Sc1={letter}": Fraction(3, 14) for letter in "ECIS"},
    }


def test_R3_the_last_tile_is_a_step_though_it_is_certain() -> None:
    state = set_up_by(GAME, AN_ARMY[:-1], "")
    assert GAME.chance_outcomes(state) == [(GAME.text_to_choice(state, "Sd4=K"), Fraction(1))]


def test_R3_chance_says_who_begins() -> None:
    state = set_up_by(GAME, AN_ARMY, AN_ARMY)
    assert state.first == -1
    assert [p for _, p in GAME.chance_outcomes(state)] == [Fraction(1, 2)] * 2
    for seat, name in enumerate(SEAT_NAMES):
        begun = play(state, f"first={name}")
        assert begun.first == begun.to_act == seat


def test_R3_all_tiles_lie_face_down() -> None:
    state = play(set_up_by(GAME, AN_ARMY, AN_ARMY[::-1]), "first=north")
    assert army(state, SOUTH) == ["a a a e", "e e c c", "c i i i", "s s s k"]
    assert army(state, NORTH) == ["k s s s", "i i i c", "c c e e", "e a a a"]


def test_R3_secret_set_up_each_seat_chooses_south_first() -> None:
    state = SECRET.new_state()
    assert state.to_act == SOUTH
    assert SECRET.legal_texts(state) == [f"Sa1={letter}" for letter in "ACEIKS"]
    state = set_up_by(SECRET, AN_ARMY, "")
    assert state.to_act == NORTH
    assert SECRET.legal_texts(state) == [f"Na1={letter}" for letter in "ACEIKS"]
    state = set_up_by(SECRET, AN_ARMY, AN_ARMY)
    assert state.to_act == CHANCE
    assert SECRET.legal_texts(state) == ["first=north", "first=south"]


def test_R3_secret_set_up_only_tiles_left_can_be_chosen() -> None:
    assert SECRET.legal_texts(set_up_by(SECRET, "KAAA", "")) == [f"Sa2={k}" for k in "CEIS"]
    last = set_up_by(SECRET, AN_ARMY[:-1], "")
    assert SECRET.legal_texts(last) == ["Sd4=K"]  # forced, and still a step


def test_R3_there_is_no_other_set_up() -> None:
    with pytest.raises(OptionError, match="random or secret"):
        load("kings-ransom", {"setup": "open"})
    with pytest.raises(OptionError, match="no option"):
        load("kings-ransom", {"seats": "2"})


# R4 ----------------------------------------------------------------------------------------------

TURN = """
    . k . .
    c e S a
    s E i A
    -
    A k s S
    . c I .
"""


def test_R4_every_tile_but_the_king_may_flee() -> None:
    assert {step for step in steps(position(TURN)) if step.endswith("~")} == {
        "a1~", "c1~", "d1~", "b2~", "c2~",
    }  # fmt: skip


def test_R4_a_tile_that_flees_leaves_unscored() -> None:
    state = play(position(TURN), "a1~")
    assert tally(state, SOUTH) == tally(state, NORTH) == ""
    assert state.to_act == NORTH
    assert int(state.army[SOUTH, TILES]).bit_count() == 5


def test_R4_attacks_stay_in_their_column() -> None:
    attacks = [step for step in steps(position(TURN)) if "x" in step]
    assert all(step[0] == step[3] for step in attacks)


@pytest.mark.parametrize("kind", "AECI")
@pytest.mark.parametrize("own_rank", [1, 2, 3, 4])
def test_R4_own_rank_and_enemy_rank_make_at_most_the_range(kind: str, own_rank: int) -> None:
    ranks = ["S S S S"] * 4
    ranks[own_rank - 1] = f"S {kind} S S"
    state = position("s s s s\n" * 4 + "-\n" + "\n".join(ranks))
    attacks = {step for step in steps(state) if "x" in step}
    reach = RANGE[LETTERS.index(kind)] - own_rank
    assert attacks == {f"b{own_rank}xb{rank}" for rank in range(1, 5) if rank <= reach}


def test_R4_ranges() -> None:
    assert dict(zip(LETTERS, RANGE, strict=True)) == {
        "K": 0, "A": 6, "E": 4, "C": 3, "I": 2, "S": 0,
    }  # fmt: skip


def test_R4_only_tiles_that_are_there_are_attacked() -> None:
    state = position("""
        . s s .
        -
        . A k .
    """)
    assert steps(state) == {"b1~", "b1xb1"}


def test_R4_king_and_spy_do_not_attack() -> None:
    assert not any(step.startswith(("b1x", "c1x", "d1x")) for step in steps(position(TURN)))


def test_R4_the_attacker_and_the_attacked_are_turned_up() -> None:
    state = position("""
        k i i a
        -
        a e c k
    """)
    same_picture(
        play(state, "b1xb1"),
        """
        k I i a
        -
        a E c k
        """,
    )


def test_R4_a_hidden_spy_turns_up_any_hidden_enemy_tile_and_leaves() -> None:
    state = position(TURN)
    assert {step for step in steps(state) if "?" in step} == {
        "c1?a1", "c1?c1", "c1?a2", "c1?b2", "c1?d2", "c1?b3",
    }  # fmt: skip
    state = play(state, "c1?d2")
    same_picture(
        state,
        """
        . k . .
        c e S A
        s E i A
        -
        A k I S
        . c . .
        """,
    )
    assert tally(state, SOUTH) == tally(state, NORTH) == ""
    assert state.to_act == NORTH


def test_R4_the_king_may_be_revealed() -> None:
    assert "K" in army(play(position(TURN), "c1?b3"), NORTH)[2]


def test_R4_a_spy_that_lay_face_up_cannot_reveal() -> None:
    assert not any(step.startswith("d1?") for step in steps(position(TURN)))


def test_R4_face_up_tiles_are_not_named() -> None:
    state = position("""
        A E I K
        -
        k s a a
    """)
    assert not any("?" in step for step in steps(state))


def test_R4_the_king_is_never_chosen() -> None:
    assert not any(step.startswith("b1") for step in steps(position(TURN)))


def test_R4_no_formation_has_more_choices_than_the_limit() -> None:
    state = position("""
        i i i k
        c c c i
        s s s s
        a a a e
        -
        e e e c
        a a a c
        i i i c
        s s s k
    """)
    assert len(steps(state)) == MAX_LEGAL
    # Three tiles of a kind in any ranks, four places in each rank: none has more than 24 attacks.
    trios = list(combinations_with_replacement(range(4), 3))
    best: dict[Heights, int] = {(0, 0, 0, 0): 0}  # by tiles in each rank
    for kind in "AECI":
        reach = RANGE[LETTERS.index(kind)]
        after: dict[Heights, int] = {}
        for (used, attacks), trio in product(best.items(), trios):
            now = tuple(used[rank] + trio.count(rank) for rank in range(4))
            if max(now) <= 4:
                more = sum(min(4, max(0, reach - (rank + 1))) for rank in trio)
                after[now] = max(after.get(now, 0), attacks + more)
        best = after
    assert max(best.values()) == 24 == MAX_LEGAL - 15 - 48


# R5 ----------------------------------------------------------------------------------------------


def battle(defender: str, attacker: str, *tokens: str) -> State:
    """South attacks the tile on b1; a Cavalry on a1 and an Infantry on b2 are beside it."""
    state = position(f"""
        . i k .
        c {defender} s s
        -
        a {attacker} i k
        . s s .
    """)
    return play(state, "b1xb1", *tokens)


def test_R5_1_a_spy_conquers_an_archer_that_attacks_it() -> None:
    state = battle("s", "a")
    assert (tally(state, SOUTH), tally(state, NORTH)) == ("", "A")
    assert army(state, NORTH) == ["c i s s", ". . k ."]  # the Spy has left, unscored
    assert state.to_act == NORTH


def test_R5_2_a_stronger_defender_conquers_at_once() -> None:
    state = battle("e", "c")
    assert (tally(state, SOUTH), tally(state, NORTH)) == ("", "C")
    assert army(state, NORTH) == ["c i s s", ". . k ."]


def test_R5_2_a_king_who_conquers_stays_face_up() -> None:
    state = position("""
        . k i .
        c i s s
        -
        c e s k
    """)
    state = play(state, "b1xb2")
    assert tally(state, NORTH) == "E"
    assert army(state, NORTH) == ["c i s s", ". K i ."]
    assert state.to_act == NORTH


def test_R5_3_an_archer_conquers_the_king_at_once() -> None:
    state = position("""
        . i i .
        c k s s
        -
        c a s k
        . i i .
    """)
    state = play(state, "b1xb1")
    assert (tally(state, SOUTH), tally(state, NORTH)) == ("K", "")
    assert state.to_act == NORTH  # no tile was called, though there were tiles beside him
    assert army(state, NORTH) == ["c i s s", ". . i ."]
    assert army(state, SOUTH) == ["c i s k", ". . i ."]  # the winner leaves, unscored


def test_R5_4_the_defending_seat_calls_a_tile_beside_or_stands() -> None:
    state = battle("c", "c")
    assert state.to_act == NORTH
    assert steps(state) == {"+a1", "+b2", "+c1", "stand"}


def test_R5_4_only_tiles_orthogonally_beside_the_defender() -> None:
    state = position("""
        . s s .
        i i e e
        s I s k
        c c c e
        -
        a a a a
        . k i .
    """)
    assert steps(play(state, "b1xb2")) == {"+b1", "+b3", "+a2", "+c2", "stand"}


def test_R5_4_the_king_is_not_called() -> None:
    state = position("""
        . s s .
        k i e s
        -
        s a i k
    """)
    assert steps(play(state, "b1xb1")) == {"+c1", "+b2", "stand"}


def test_R5_4_skipped_when_no_tile_can_be_called() -> None:
    state = position("""
        . i k .
        -
        s e i k
    """)
    state = play(state, "b1xb1")  # only the King is beside the Infantry
    assert state.to_act == TERMINAL
    assert tally(state, SOUTH) == "KIIS"  # the Infantry taken, and what was left


def test_R5_4_a_tile_that_does_not_help_may_be_called() -> None:
    state = battle("s", "e", "+c1")  # 1 + 1 against 4
    assert (tally(state, SOUTH), tally(state, NORTH)) == ("SS", "")


def test_R5_4_a_called_tile_may_lie_face_up() -> None:
    state = position("""
        . k s .
        C i s s
        -
        s e s k
    """)
    assert tally(play(state, "b1xb1", "+a1"), NORTH) == "E"


def test_R5_5_a_stronger_attacker_takes_the_defender_and_leaves() -> None:
    state = battle("i", "e", "stand")
    assert (tally(state, SOUTH), tally(state, NORTH)) == ("I", "")
    assert army(state, SOUTH) == ["a s i k", ". . s ."]
    assert army(state, NORTH) == ["c i s s", ". . k ."]


def test_R5_5_defender_and_reinforcement_share_their_fate() -> None:
    lost = battle("i", "a", "+a1")  # 2 + 3 against 6
    assert (tally(lost, SOUTH), tally(lost, NORTH)) == ("CI", "")
    assert army(lost, NORTH) == ["i s k s"]
    won = battle("i", "e", "+a1")  # 2 + 3 against 4
    assert (tally(won, SOUTH), tally(won, NORTH)) == ("", "E")
    assert army(won, NORTH) == ["i s k s"]  # both winners have left, unscored


def test_R5_6_equal_all_engaged_tiles_leave_unscored() -> None:
    alone = battle("c", "c", "stand")
    assert (tally(alone, SOUTH), tally(alone, NORTH)) == ("", "")
    assert army(alone, NORTH) == ["c i s s", ". . k ."]
    together = battle("s", "c", "+b2")  # 1 + 2 against 3
    assert (tally(together, SOUTH), tally(together, NORTH)) == ("", "")
    assert army(together, NORTH) == ["c s k s"]
    assert army(together, SOUTH) == ["a s i k", ". . s ."]


# R6 ----------------------------------------------------------------------------------------------


def closed(ranks: str, flees: str) -> list[str]:
    """South's army after one of its tiles fled."""
    return army(play(position("k a a a\n-\n" + ranks), flees), SOUTH)


def test_R6_columns_slide_forward_until_no_column_has_a_gap() -> None:
    after = closed(
        """
        a e C k
        i s c A
        s i e S
        """,
        "a1~",
    )
    assert after == ["i e C k", "s s c A", ". i e S"]


def test_R6_1_a_formation_that_is_finished_stays() -> None:
    assert closed("a e c k\n. i s .", "b2~") == ["a e c k", ". . s ."]


@pytest.mark.parametrize(
    "heights, finished",
    [
        ((4, 4, 4, 4), True),
        ((3, 4, 4, 3), True),
        ((3, 4, 4, 4), True),
        ((1, 2, 1, 1), True),
        ((0, 0, 0, 0), True),
        ((4, 3, 4, 3), False),  # a longer than b
        ((3, 4, 3, 4), False),  # d longer than c
        ((2, 3, 2, 3), False),  # d longer than c, and as long as b
        ((1, 3, 2, 1), False),  # two apart
    ],
)
def test_R6_1_level_columns_and_no_outer_one_longer(heights: Heights, finished: bool) -> None:
    assert is_finished(heights) == finished


def test_R6_1_twenty_five_shapes_are_finished() -> None:
    assert len(SHAPES) == 25


def test_R6_2_a_middle_place_is_filled_where_an_outer_column_is_longer() -> None:
    after = closed("a e c k\ni s C .", "b2~")
    assert after == ["a e c k", ". i C ."]


def test_R6_2_an_outer_place_is_filled_when_some_column_is_two_longer() -> None:
    assert closed("a E c k\n. i s .", "a1~") == ["E i c k", ". . s ."]


def test_R6_2_front_most_first_then_middle_then_nearest_to_a() -> None:
    assert target_of((2, 1, 0, 1)) == "c"  # rank 1 before b's rank 2
    assert target_of((2, 0, 0, 2)) == "b"  # b and c alike
    assert target_of((0, 2, 0, 2)) == "c"  # before a, an outer column
    assert target_of((0, 2, 2, 0)) == "a"  # before d


def target_of(heights: Heights) -> str:
    """The column whose first free place is filled next."""
    move = next_move_sideways(heights)
    assert move is not None
    return "abcd"[move[1]]


def test_R6_3_from_the_higher_neighbour() -> None:
    assert next_move_sideways((1, 0, 2, 1)) == (2, 1, 1)


def test_R6_3_of_equally_high_neighbours_from_the_outer_one() -> None:
    assert closed("a e c k\n. i C s", "c2~") == ["a e c k", ". i s ."]  # not the Infantry
    assert next_move_sideways((2, 1, 2, 2)) == (0, 1, 2)


def test_R6_4_the_tiles_behind_the_one_that_moved_slide_forward() -> None:
    before = position("""
        k a a a
        -
        a i c k
        i S s i
        s C e E
        """, to_act="north")  # fmt: skip
    state = play(before, "b1xb1", "+b2")
    # Heights 3 1 3 3: a2 to b2, and the Spy behind it slides to a2; c3 to b3; then d3 to c3.
    assert army(state, SOUTH) == ["a C c k", "s i s i", ". e E ."]


def test_R6_faces_stay_as_they_are_and_both_armies_close() -> None:
    state = position("""
        I e A .
        a i k s
        -
        c e a k
        S S I i
    """)
    same_picture(
        play(state, "b1xb1", "stand"),
        """
        . I A .
        a e k s
        -
        c S a k
        . S I i
        """,
    )


# The columns of one tile, or of two neighbouring ones.
TAKEN = [*((c,) for c in range(4)), *((c, c) for c in range(4)), (0, 1), (1, 2), (2, 3)]


def taken_out(heights: Heights, columns: tuple[int, ...]) -> Heights:
    return tuple(h - columns.count(column) for column, h in enumerate(heights))


def all_ends(heights: Heights) -> set[Heights]:
    """The finished shapes that filling the places of R6.2 in every order leads to."""
    if is_finished(heights):
        return {heights}
    ends = set()
    for target in range(4):
        givers = neighbours_that_can_give(heights, target)
        if givers and needs_filling(heights, target):
            source = max(givers, key=lambda column: (heights[column], column in (0, 3)))
            after = (h + (c == target) - (c == source) for c, h in enumerate(heights))
            ends |= all_ends(tuple(after))
    return ends


def test_R6_2_every_order_leads_to_the_same_shape() -> None:
    for heights, columns in product(SHAPES, TAKEN):
        shape = taken_out(heights, columns)
        assert min(shape) < 0 or len(all_ends(shape)) == 1


def test_R6_from_every_shape_one_or_two_neighbouring_tiles_lead_back_to_a_finished_one() -> None:
    for heights in SHAPES:
        for columns in TAKEN:
            shape = taken_out(heights, columns)
            if min(shape) < 0:
                continue
            moves = 0
            while (move := next_move_sideways(shape)) is not None:
                source, target, rank = move
                assert rank == shape[target] + 1 <= shape[source]
                shape = tuple(h + (c == target) - (c == source) for c, h in enumerate(shape))
                moves += 1
                assert moves <= 4
            assert is_finished(shape)


def test_R6_the_board_knows_the_next_move_of_every_formation() -> None:
    for heights in product(range(5), repeat=4):
        tiles = sum(1 << (4 * row + c) for c, h in enumerate(heights) for row in range(h))
        move = next_move_sideways(heights)
        known = int(GAME.params.moves_from[tiles]), int(GAME.params.moves_to[tiles])
        if move is None:
            assert known == (0, 0)
        else:
            source, target, rank = move
            assert known == (4 * (rank - 1) + source, 4 * (rank - 1) + target)


# R7 ----------------------------------------------------------------------------------------------


def test_R7_the_game_ends_when_an_army_is_empty_or_has_only_its_king() -> None:
    only_king = play(position("k e a s\n-\n. k i ."), "c1~")
    assert only_king.to_act == TERMINAL
    empty = play(position("k e a s\n-\n. . i .", tallies=("", "K")), "c1~")
    assert outcome(empty) == (NORTH_WINS, "the ransom was not paid (R9)")


def test_R7_whoever_would_be_next() -> None:
    state = position("""
        . k i .
        -
        s c a k
    """)
    state = play(state, "c1xc1")  # north's last tile but the King, in south's turn
    assert state.to_act == TERMINAL


def test_R7_not_while_a_tile_beside_the_king_is_left() -> None:
    assert play(position("k e a s\n-\n. k i s"), "c1~").to_act == NORTH


def test_R7_no_game_has_more_than_29_turns() -> None:
    state = play(set_up_by(GAME, AN_ARMY, AN_ARMY), "first=south")
    turns = 0
    while state.to_act in (SOUTH, NORTH) and state.phase != RANSOM:
        state = play(state, min(step for step in steps(state) if step.endswith("~")))
        turns += 1
    assert turns == MAX_TURNS == 29


def test_R7_every_turn_takes_out_a_tile_and_ends_within_the_limits() -> None:
    rng = new_rng(1)
    for _ in range(5):
        state, length, standing = GAME.new_state(), 0, 0
        while state.to_act != TERMINAL:
            before, actor, phase = standing, state.to_act, state.phase
            if actor == CHANCE:
                choice = GAME.draw_outcome(state, rng)
            else:
                legal = GAME.legal_actions(state)
                assert len(legal) <= MAX_LEGAL
                choice = legal[random_below(rng, len(legal))]
            state = GAME.child(state, choice)
            length += 1
            standing = sum(int(state.army[seat, TILES]).bit_count() for seat in (SOUTH, NORTH))
            if state.first >= 0 and actor != CHANCE and phase != RANSOM and state.phase == 1:
                assert standing < before
        assert length <= MAX_STEPS


# R8 ----------------------------------------------------------------------------------------------


def test_R8_remaining_tiles_join_their_own_tally() -> None:
    state = position("k e a s\n-\n. k i .", tallies=("AC", "SI"))
    state = play(state, "c1~")
    assert (tally(state, SOUTH), tally(state, NORTH)) == ("KAC", "KAEISS")
    assert not state.army.any()


def test_R8_a_king_still_in_his_army_counts_5() -> None:
    state = play(position(". k s .\n-\n. k i ."), "c1~")
    assert outcome(state) == (NORTH_WINS, "the higher tally (R10)")  # 5 + 1 against 5


# R9 ----------------------------------------------------------------------------------------------


def ransom(south: str, north: str) -> State:
    """South has lost its King, and its last tile has just fled; north has its King and a Spy."""
    return play(position(". k s .\n-\n. i . .", tallies=(south, north)), "b1~")


def test_R9_the_seat_that_lost_its_king_may_pay_or_refuse() -> None:
    state = ransom("EEC", "KS")
    assert state.to_act == SOUTH
    assert steps(state) == {"pay=44", "pay=43", "refuse"}


def test_R9_payments_are_worth_5_with_no_tile_superfluous() -> None:
    names = {"".join(map(str, pips)) for pips in payments()}
    assert names == {
        "6", "44", "43", "42", "41", "33", "32", "311", "222", "221", "2111", "11111",
    }  # fmt: skip
    for text in names:
        pips = [int(pip) for pip in text]
        assert sum(pips) >= 5
        assert all(sum(pips) - pip < 5 for pip in pips)


def test_R9_only_tiles_of_the_tally_are_paid() -> None:
    assert steps(ransom("ASS", "K")) == {"pay=6", "refuse"}
    assert steps(ransom("CSS", "K")) == {"pay=311", "refuse"}
    assert steps(ransom("SSSI", "K")) == {"pay=2111", "refuse"}


def test_R9_own_remaining_tiles_pay_too() -> None:
    state = position(". k s .\n-\n. s s .", to_act="north", tallies=("SSS", "K"))
    state = play(state, "c1~")  # south has two Spies in its formation and has captured three
    assert steps(state) == {"pay=11111", "refuse"}


def test_R9_the_tiles_go_to_the_holder_and_the_king_counts_for_nobody() -> None:
    state = play(ransom("EEC", "K"), "pay=43")
    assert (tally(state, SOUTH), tally(state, NORTH)) == ("E", "KECS")
    assert outcome(state) == (NORTH_WINS, "the higher tally (R10)")


def test_R9_no_change_is_given() -> None:
    state = play(ransom("AAAA", "KS"), "pay=6")
    assert tally(state, SOUTH) == "AAA"


def test_R9_refused_the_holder_of_the_king_wins_outright() -> None:
    state = play(ransom("AAAAAA", "K"), "refuse")
    assert outcome(state) == (NORTH_WINS, "the ransom was not paid (R9)")


def test_R9_skipped_when_the_tally_cannot_pay() -> None:
    state = ransom("CS", "K")
    assert outcome(state) == (NORTH_WINS, "the ransom was not paid (R9)")
    assert ransom("CI", "K").to_act == SOUTH


def test_R9_no_ransom_when_both_kings_are_captured() -> None:
    state = play(position(". i e .\n-\n. i . .", tallies=("KAA", "K")), "b1~")
    assert outcome(state) == (SOUTH_WINS, "the higher tally (R10)")


def test_R9_no_ransom_when_no_king_is_captured() -> None:
    state = play(position(". i k .\n-\n. i k .", tallies=("AA", "")), "b1~")
    assert outcome(state) == (SOUTH_WINS, "the higher tally (R10)")


# R10 ---------------------------------------------------------------------------------------------


def test_R10_the_higher_tally_wins() -> None:
    state = play(position(". i k .\n-\n. s k .", tallies=("C", "")), "b1~")
    assert outcome(state) == (SOUTH_WINS, "the higher tally (R10)")  # 5 + 3 against 5 + 2


def test_R10_equal_without_a_ransom_is_a_draw() -> None:
    state = play(position(". i k .\n-\n. s k .", tallies=("I", "")), "b1~")
    assert outcome(state) == (DRAW, "equal tallies and no ransom (R10)")


def test_R10_equal_with_a_ransom_goes_to_its_collector() -> None:
    state = play(ransom("AAA", "K"), "pay=6")
    assert (tally(state, SOUTH), tally(state, NORTH)) == ("AA", "KAS")  # 12 against 12
    assert outcome(state) == (NORTH_WINS, "equal tallies, and the winner collected a ransom (R10)")


def test_R10_who_buys_the_king_back_may_still_win() -> None:
    state = play(ransom("AAAAA", "K"), "pay=6")
    assert outcome(state) == (SOUTH_WINS, "the higher tally (R10)")


# Steps of the table ------------------------------------------------------------------------------

IN_BATTLE = play(position(". i k .\nc c s s\n-\na c i k\n. s s ."), "b1xb1")
PHASES = {
    "set-up": GAME.new_state(),
    "secret set-up": set_up_by(SECRET, "KAA", ""),
    "turn": position(TURN),
    "battle": IN_BATTLE,
    "ransom": ransom("AAAA", "K"),
}


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seat", [SOUTH, NORTH])
def test_the_other_seat_wins_when_one_resigns_or_runs_out_of_time(phase: str, seat: int) -> None:
    for ending in (1, BY_TIME):
        state = GAME.copy(PHASES[phase])
        GAME.resign(state, seat, ending)
        assert state.to_act == TERMINAL
        assert state.ending == ending
        assert GAME.returns(state) == (NORTH_WINS if seat == SOUTH else SOUTH_WINS)


@pytest.mark.parametrize("phase", PHASES)
def test_both_may_agree_on_a_draw_at_any_time(phase: str) -> None:
    state = GAME.copy(PHASES[phase])
    GAME.end_by_agreement(state)
    assert outcome(state) == (DRAW, "all seats agreed to a draw")


# Knowledge ---------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_tiles_and_all_that_lie_face_up() -> None:
    seen = GAME.observe(position(TURN), NORTH)
    for kind in range(KINDS):
        assert seen.army[NORTH, kind] == position(TURN).army[NORTH, kind]
        face_up = position(TURN).army[SOUTH, kind] & position(TURN).army[SOUTH, FACE_UP]
        assert seen.army[SOUTH, kind] == face_up
    assert seen.army[SOUTH, TILES] == position(TURN).army[SOUTH, TILES]


def test_a_spectator_sees_only_what_lies_face_up() -> None:
    seen = GAME.observe(position(TURN), SPECTATOR)
    for seat in (SOUTH, NORTH):
        known = np.bitwise_or.reduce(seen.army[seat, :KINDS])
        assert known == position(TURN).army[seat, FACE_UP]


def test_the_kinds_of_the_unseen_tiles_are_known_but_not_their_places() -> None:
    seen = GAME.observe(position(TURN), SOUTH)
    unseen = dict(zip(LETTERS, seen.unseen[NORTH].tolist(), strict=True))
    assert unseen == {"K": 1, "A": 1, "E": 1, "C": 1, "I": 1, "S": 1}
    assert not seen.unseen[SOUTH].any()


@pytest.mark.parametrize("game", [GAME, SECRET], ids=["random", "secret"])
def test_nothing_is_seen_of_what_the_other_lays_out(game: Any) -> None:
    for seat, layout, other in ((NORTH, ("KAE", ""), ("SSI", "")),
                                (SOUTH, (AN_ARMY, "KAE"), (AN_ARMY, "SSI"))):  # fmt: skip
        seen = [GAME.observe(set_up_by(game, *tiles), seat).tobytes() for tiles in (layout, other)]
        assert seen[0] == seen[1]


def test_laying_out_is_hidden_from_the_other_and_from_spectators() -> None:
    for game in (GAME, SECRET):
        south, north = game.new_state(), set_up_by(game, AN_ARMY, "")
        for state, owner in ((south, SOUTH), (north, NORTH)):
            choice = game.text_to_choice(state, f"{'SN'[owner]}a1=K")
            hidden = [seat for seat in (SPECTATOR, SOUTH, NORTH) if game.hides(state, choice, seat)]
            assert hidden == [SPECTATOR, 1 - owner]
    begins = set_up_by(GAME, AN_ARMY, AN_ARMY)
    assert not GAME.hides(begins, 0, SPECTATOR)


@pytest.mark.parametrize(
    "token, shows",
    [
        ("b2~", True),  # a hidden tile flees
        ("a1~", False),  # everybody knew it
        ("c1?a1", True),
        ("a1xa1", True),  # the Spy attacked was hidden
        ("a1xa2", True),
    ],
)
def test_a_step_that_turns_a_hidden_tile_up_reveals(token: str, shows: bool) -> None:
    state = position(TURN)
    assert GAME.reveals(state, GAME.text_to_choice(state, token)) == shows


def test_a_call_reveals_a_hidden_tile_and_standing_reveals_nothing() -> None:
    state = position("""
        . k s .
        C c s i
        -
        s e s k
    """)
    state = play(state, "b1xb1")
    shows = {step: GAME.reveals(state, GAME.text_to_choice(state, step)) for step in steps(state)}
    assert shows == {"+a1": False, "+c1": True, "stand": False}


def test_turning_up_a_tile_that_all_can_work_out_reveals_nothing() -> None:
    hidden = position("S k S S\n-\nk s s E")  # north hides only its King
    assert GAME.reveals(hidden, GAME.text_to_choice(hidden, "b1?b1"))  # King or Spy?
    known = position("S k S S\n-\nK s s E")  # south hides only Spies
    assert not GAME.reveals(known, GAME.text_to_choice(known, "b1?b1"))
    assert not GAME.reveals(known, GAME.text_to_choice(known, "b1~"))


def test_a_ransom_reveals_nothing() -> None:
    state = ransom("AAAA", "K")
    assert not any(GAME.reveals(state, action) for action in GAME.legal_actions(state))


SINGLE = """
    . {b2} . .
    {a1} {b1} s s
    -
    a e i k
    i s s c
"""  # only b1 is beside b2


def test_who_is_not_asked_has_the_king_beside_the_defender() -> None:
    state = play(position(SINGLE.format(b2="i", a1="s", b1="k")), "b1xb2")
    assert state.to_act == NORTH and tally(state, SOUTH) == "I"  # nobody could be called
    for seat in (SOUTH, SPECTATOR):
        seen = GAME.observe(state, seat)
        assert seen.army[NORTH, KING] == 0  # he still lies face down
        for seed in range(20):
            assert GAME.determinize(seen, new_rng(seed)).army[NORTH, KING] == 0b0010


def test_who_is_asked_has_another_tile_beside_the_defender() -> None:
    state = play(position(SINGLE.format(b2="i", a1="k", b1="s")), "b1xb2")
    stood = play(state, "stand")
    for after in (state, stood):
        seen = GAME.observe(after, SOUTH)
        kings = {int(GAME.determinize(seen, new_rng(n)).army[NORTH, KING]) for n in range(60)}
        assert kings == {0b0001, 0b0100, 0b1000}  # anywhere else


def test_an_attack_that_tells_where_the_king_is_reveals() -> None:
    state = position("""
        . I . .
        k s s s
        -
        a E i k
        i s s c
    """)
    assert GAME.reveals(state, GAME.text_to_choice(state, "b1xb2"))
    state.army[NORTH, NOT_KING] |= 0b0010  # all know that b1 is not the King: nothing new
    assert not GAME.reveals(state, GAME.text_to_choice(state, "b1xb2"))
    nobody_asked = position("""
        . A . .
        k s s s
        -
        a E i k
        i s s c
    """)
    assert not GAME.reveals(nobody_asked, GAME.text_to_choice(nobody_asked, "b1xb2"))


def test_imagined_tiles_are_dealt_evenly_over_the_hidden_places() -> None:
    seen = GAME.observe(position("""
        . a s .
        -
        . a k .
    """), SOUTH)  # fmt: skip
    rng = new_rng(2)
    archers_on_b1 = sum(
        int(GAME.determinize(seen, rng).army[NORTH, 1] == 0b0010) for _ in range(400)
    )
    assert 150 < archers_on_b1 < 250


def test_what_cannot_arise_is_not_sound() -> None:
    def sound(state: State) -> bool:
        return bool(is_sound(GAME.params, state))

    assert all(sound(state) for state in PHASES.values())
    assert sound(IN_BATTLE)
    four_spies = position("k a . .\n-\ns s s s")
    assert not sound(four_spies)
    ragged = position("s . . k\n-\n. s k .")
    assert not sound(ragged)
    captured_twice = position(". s k .\n-\n. s k .", tallies=("K", ""))
    assert not sound(captured_twice)
    two_on_a_place = position(". s k .\n-\n. s k .")
    two_on_a_place.army[SOUTH, KING] |= two_on_a_place.army[SOUTH, SPY]
    assert not sound(two_on_a_place)
    ghost = position(". s k .\n-\n. s k .")
    ghost.army[SOUTH, FACE_UP] |= 1
    assert not sound(ghost)


def test_illegal_steps_are_refused_and_change_nothing() -> None:
    state = position(TURN)
    before = state.tobytes()
    with pytest.raises(IllegalStep):
        play(state, "b1~")
    assert state.tobytes() == before
