"""The rules of Siege by Number, paragraph by paragraph."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from siegeworks.core.contract import (
    BY_AGREED_DRAW,
    BY_RESIGNATION,
    BY_TIME,
    CHANCE,
    SPECTATOR,
    TERMINAL,
    State,
)
from siegeworks.core.effects import SeenStep
from siegeworks.core.errors import IllegalStep, OptionError
from siegeworks.games import load
from siegeworks.games.siege_by_number.evaluation import steps_to
from siegeworks.games.siege_by_number.notation import names
from siegeworks.games.siege_by_number.params import BIT_OF, HOME_NAMES, SPACE_NAMES
from siegeworks.games.siege_by_number.state import (
    FIGHTING,
    REACHED_HOME,
    SHOWING,
    TURNS,
    TURNS_OVER,
)
from tests.games.siege_by_number.positions import (
    chances,
    dice,
    game,
    play,
    position,
    spaces_of,
    stack,
    start,
    targets,
)

TWO, ADJACENT, THREE, FOUR = game(), game(corners="adjacent"), game(seats="3"), game(seats="4")


def steps(space: str, other: str) -> int:
    """The length of the way between two spaces of the empty board of four seats."""
    return steps_to(int(FOUR.params.spaces), 1 << BIT_OF[other])[BIT_OF[space]]


# R1 Board ----------------------------------------------------------------------------------------


def test_R1_the_board_has_32_squares_and_four_home_bases():
    assert len(names(FOUR.params.spaces)) == 36
    assert {name for name in SPACE_NAMES if len(name) == 1} == {"N", "E", "S", "W"}
    assert {"e5", "h8", "h9", "i10", "i4", "j5", "d3", "e4", "c8", "d9"} < set(SPACE_NAMES)


@pytest.mark.parametrize("home, square", [("N", "i10"), ("E", "j4"), ("S", "d3"), ("W", "c9")])
def test_R1_each_home_joins_one_square(home, square):
    assert [name for name in SPACE_NAMES if steps(home, name) == 1] == [square]


def test_R1_neighbours_share_a_side():
    def near(square, other):
        return abs(ord(square[0]) - ord(other[0])) + abs(int(square[1:]) - int(other[1:])) == 1

    squares = [name for name in SPACE_NAMES if name not in HOME_NAMES]
    for square, other in combinations(squares, 2):
        assert (steps(square, other) == 1) == near(square, other)


def test_R1_from_a_home_to_the_next_it_is_11_steps_and_to_the_one_across_14():
    assert [steps(a, b) for a, b in ("NE", "ES", "SW", "WN")] == [11] * 4
    assert [steps(a, b) for a, b in ("NS", "EW")] == [14] * 2


def test_R1_from_a_home_to_the_nearest_centre_square_it_is_4_steps():
    centre = [file + rank for file in "efgh" for rank in "5678"]
    assert [min(steps(home, square) for square in centre) for home in "NESW"] == [4] * 4


# R2 Seats ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table, seats, homes",
    [
        (TWO, ("suns", "crowns"), {"N", "S"}),
        (ADJACENT, ("suns", "moons"), {"N", "E"}),
        (THREE, ("suns", "moons", "crowns"), {"N", "E", "S"}),
        (FOUR, ("suns", "moons", "crowns", "arms"), {"N", "E", "S", "W"}),
    ],
)
def test_R2_seats_and_their_homes(table, seats, homes):
    assert table.seats == seats
    assert set(names(table.params.homes)) == homes


def test_R2_arms_of_absent_seats_are_not_on_the_board():
    assert len(names(TWO.params.spaces)) == 26
    assert not {"E", "i4", "j5", "W", "c8", "d9"} & set(names(TWO.params.spaces))
    state = position(TWO, "     5  .. .. .. .. .. s?", dice="3")
    assert "i5" not in targets(TWO, state, "h5")
    state = position(ADJACENT, "     5  .. .. .. .. .. s?", dice="3")
    assert "i5" in targets(ADJACENT, state, "h5")


def test_R2_turns_go_clockwise():
    state = start(FOUR, "crowns")
    order = []
    for _ in range(5):
        order.append(FOUR.seats[state.turn])
        state = play(FOUR, state, "roll=0", "done")
    assert order == ["crowns", "arms", "suns", "moons", "crowns"]


@pytest.mark.parametrize("corners", ["opposite", "adjacent"])
@pytest.mark.parametrize("seats", ["3", "4"])
def test_R2_corners_are_for_two_seats_only(seats, corners):
    with pytest.raises(OptionError, match=r"corners=.* is for 2 seats only.*has [34]"):
        load("siege-by-number", {"seats": seats, "corners": corners})


@pytest.mark.parametrize(
    "given", [{"seats": "5"}, {"corners": "left"}, {"notes": "yes"}, {"x": "1"}]
)
def test_R2_unknown_options_are_refused(given):
    with pytest.raises(OptionError, match="Siege by Number"):
        load("siege-by-number", given)


def test_R2_changed_options_are_those_that_differ_from_the_default():
    table = load("siege-by-number", {"seats": "2", "corners": "adjacent", "notes": "on"})
    assert table.changed_options == {"corners": "adjacent"}


# R3 Pieces ---------------------------------------------------------------------------------------

BEFORE_A_BATTLE = """
        c  d  e  f  g  h  i  j
     6  .. .. s? .. c?
"""


def test_R3_six_coins_in_each_stack_and_the_commanders_off_board():
    state = THREE.new_state()
    assert [stack(THREE, state, seat) for seat in THREE.seats] == ["??????"] * 3
    assert state.commanders == 0 and not state.pieces.any()
    assert stack(FOUR, FOUR.new_state(), "arms") == "??????"


def test_R3_a_coin_shows_each_value_with_equal_chance():
    state = play(TWO, position(TWO, BEFORE_A_BATTLE, dice="A"), "e6-f6", "xg6")
    sixth = Fraction(1, 6)
    assert chances(TWO, state) == {f"f6={value}": sixth for value in "0A2345"}


def test_R3_values_already_shown_are_out_of_the_draw():
    state = position(TWO, BEFORE_A_BATTLE, dice="A", suns="05")
    state = play(TWO, state, "e6-f6", "xg6")
    assert chances(TWO, state) == {f"f6={value}": Fraction(1, 4) for value in "A234"}


def test_R3_a_value_once_shown_is_out_of_its_owners_draws():
    ranks = "     6  .. .. s? .. c?\n     8  .. .. s? .. c?"
    state = play(TWO, position(TWO, ranks, dice="AA"), "e6-f6", "xg6", "f6=3", "g6=0")
    state = play(TWO, state, "e8-f8", "xg8")
    assert set(chances(TWO, state)) == {f"f8={value}" for value in "0A245"}
    state = play(TWO, state, "f8=4")
    assert set(chances(TWO, state)) == {f"g8={value}" for value in "A2345"}


def test_R3_the_draw_looks_at_the_owners_coins_only():
    state = position(TWO, BEFORE_A_BATTLE, dice="A", suns="05", crowns="24")
    state = play(TWO, state, "e6-f6", "xg6", "f6=3")
    assert set(chances(TWO, state)) == {"g6=0", "g6=A", "g6=3", "g6=5"}


def test_R3_the_last_value_is_still_a_step_of_chance():
    state = position(TWO, BEFORE_A_BATTLE, dice="A", suns="0A235")
    state = play(TWO, state, "e6-f6", "xg6")
    assert chances(TWO, state) == {"f6=4": 1}


def test_R3_a_shown_value_moves_with_its_coin_and_is_not_drawn_again():
    state = position(TWO, "     6  .. .. s4 .. .. c2\n     8  .. .. s?", dice="25")
    state = play(TWO, state, "e6-g6", "xh6")
    assert stack(TWO, state, "crowns") == "?????2"
    assert TWO.seats[state.to_act] == "suns"


# R4 Start ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [TWO, ADJACENT, THREE, FOUR])
def test_R4_every_seat_begins_with_equal_chance(table):
    n = len(table.seats)
    expected = {f"first={seat}": Fraction(1, n) for seat in table.seats}
    assert chances(table, table.new_state()) == expected


@pytest.mark.parametrize("seat", ["suns", "moons", "crowns"])
def test_R4_who_is_drawn_has_the_first_turn(seat):
    state = start(THREE, seat)
    assert state.first == state.turn == THREE.seats.index(seat)
    assert state.to_act == CHANCE


# R5 Phase 1 --------------------------------------------------------------------------------------


def test_R5_the_top_army_is_put_on_the_empty_home():
    state = start(TWO)
    assert spaces_of(TWO, state, "suns") == {"N"}
    assert spaces_of(TWO, state, "crowns") == set()
    assert stack(TWO, state, "suns") == "?????"


def test_R5_nothing_comes_while_the_home_is_held():
    state = play(TWO, start(TWO), "roll=0", "done", "roll=0", "done")
    assert state.turn == 0
    assert stack(TWO, state, "suns") == "?????"


def test_R5_nothing_comes_while_an_enemy_holds_the_home():
    state = position(TWO, "    10  .. .. .. .. .. .. .. c?", turn="crowns", dice="5")
    assert spaces_of(TWO, play(TWO, state, "done"), "suns") == set()


def test_R5_coins_never_shown_come_before_those_that_returned():
    state = position(TWO, "     3  c?", turn="crowns", dice="5", suns="24")
    state = play(TWO, state, "done")
    assert stack(TWO, state, "suns") == "???24"
    assert state.value[SPACE_NAMES.index("N")] == 0


def test_R5_returned_coins_come_in_the_order_in_which_they_returned():
    state = position(TWO, "     3  c?", turn="crowns", dice="5", suns="-24")
    state = play(TWO, state, "done", "roll=5", "N-i10", "roll=5", "done")
    assert stack(TWO, state, "suns") == ""
    assert state.value[SPACE_NAMES.index("i10")] == 2 + 1
    assert state.value[SPACE_NAMES.index("N")] == 4 + 1


ALL_SUNS_OUT = """
        c  d  e  f  g  h  i  j
     7  .. .. s? s? s? s?
     6  .. .. .. .. s? s?
     3  c?
"""


def test_R5_the_commander_comes_when_the_stack_is_empty():
    state = position(TWO, ALL_SUNS_OUT, turn="crowns", dice="0")
    state = play(TWO, state, "done")
    assert names(state.commanders) == ["N"]
    assert "N" in spaces_of(TWO, state, "suns")


def test_R5_the_commander_does_not_come_twice():
    picture = ALL_SUNS_OUT + "     8  .. .. sC"
    state = play(TWO, position(TWO, picture, turn="crowns", dice="0"), "done")
    assert names(state.commanders) == ["e8"]
    assert "N" not in spaces_of(TWO, state, "suns")


def test_R5_the_commander_waits_while_a_coin_is_in_the_stack():
    five_out = ALL_SUNS_OUT.replace("s? s? s? s?", "s? s? s? ..")
    state = play(TWO, position(TWO, five_out, turn="crowns", dice="0"), "done")
    assert state.commanders == 0
    assert "N" in spaces_of(TWO, state, "suns")


# R6 Phase 2 --------------------------------------------------------------------------------------


def test_R6_one_die_for_each_piece_on_the_board():
    assert len(chances(TWO, start(TWO))) == 6
    state = position(TWO, "     6  .. .. s? .. sC s? .. ..\n     3  c?")
    assert len(chances(TWO, state)) == 56


def test_R6_at_most_four_dice():
    rolls = chances(TWO, position(TWO, ALL_SUNS_OUT))
    assert len(rolls) == 126
    assert all(len(roll) == len("roll=") + 4 for roll in rolls)


def test_R6_there_are_209_different_rolls():
    assert sum(text.startswith("roll=") for text in TWO.outcome_texts) == 209


def test_R6_combinations_have_the_chance_of_their_throws():
    rolls = chances(TWO, position(TWO, ALL_SUNS_OUT))
    assert rolls["roll=0000"] == Fraction(1, 1296)
    assert rolls["roll=0A35"] == Fraction(24, 1296)
    assert rolls["roll=A225"] == Fraction(12, 1296)
    assert rolls["roll=AA22"] == Fraction(6, 1296)
    assert sum(rolls.values()) == 1


def test_R6_without_a_piece_on_the_board_the_turn_ends():
    state = position(TWO, "    10  .. .. .. .. .. .. .. c?", turn="crowns", dice="5", turns=7)
    before = TWO.observe(state, SPECTATOR)
    state = play(TWO, state, "done")
    assert TWO.seats[state.turn] == "crowns"
    assert state.turns == 9
    assert TWO.narration is not None
    event = TWO.narration.tell(
        TWO.params, [SeenStep("crowns", "done", "", before, TWO.observe(state, SPECTATOR))]
    )
    assert event == (
        "Crowns: left over: 5. Suns have no piece on the board, so their turn ends at once (R6)."
    )


def test_R6_several_seats_without_a_piece_on_the_board_are_passed_over_in_a_row():
    """Their homes are held by another seat, so that no piece can come."""
    before, (first, second, last) = FOUR.seats[0], FOUR.seats[1:]
    held = {int(FOUR.params.home[FOUR.seats.index(seat)]) for seat in (first, second)}
    state = position(FOUR, turn=before, dice="5", turns=7)
    state.pieces[0] = sum(held)
    state = play(FOUR, state, "done")
    assert (FOUR.seats[state.turn], state.turns) == (last, 10)
    assert state.pieces[state.turn] != 0


# R7 Phase 3 --------------------------------------------------------------------------------------


def test_R7_a_piece_walks_up_to_the_highest_die():
    state = position(TWO, "     5  .. .. s?", dice="02")
    assert targets(TWO, state, "e5") == {"e4", "d4", "e3", "e6", "e7", "f5", "g5", "f6"}


def test_R7_a_home_is_left_through_its_one_neighbour():
    assert targets(TWO, play(TWO, start(TWO), "roll=2"), "N") == {"i10", "i9", "h10"}


WALLED_IN = """
        c  d  e  f  g  h  i  j
     8  .. .. s? .. ..
     7  .. .. c? c? ..
     6  .. .. .. .. .. s?
"""


def test_R7_an_army_walks_over_nothing():
    state = position(TWO, WALLED_IN, dice="4")
    assert "e6" not in targets(TWO, state, "e8")
    assert "g6" in targets(TWO, state, "e8")


def test_R7_the_way_turns_round_pieces_and_costs_its_steps():
    state = play(TWO, position(TWO, WALLED_IN, dice="245"), "e8-g6")
    assert dice(state) == "25"


def test_R7_an_army_does_not_walk_over_its_own_kind():
    state = position(TWO, "     3  c?\n    10  .. .. .. .. .. .. s? s?", dice="5")
    assert targets(TWO, state, "N") == set()


def test_R7_the_target_is_empty():
    state = position(TWO, "     6  .. .. s? s? c?", dice="5")
    assert not {"f6", "g6"} & targets(TWO, state, "e6")


def test_R7_the_lowest_die_that_suffices_is_spent():
    state = position(TWO, "     5  .. .. s?\n     6  .. .. s?\n     7  .. .. s?", dice="A345")
    assert dice(play(TWO, state, "e5-g5")) == "A45"
    assert dice(play(TWO, state, "e5-f5")) == "345"
    assert dice(play(TWO, state, "e5-g5", "e6-h6")) == "A5"


def test_R7_equal_dice_are_spent_one_by_one():
    state = position(TWO, "     5  .. .. s?\n     6  .. .. s?\n     7  .. .. s?", dice="334")
    assert dice(play(TWO, state, "e5-g5")) == "34"


def test_R7_no_piece_is_chosen_twice_in_a_turn():
    state = play(TWO, position(TWO, "     5  .. .. s? .. .. s?", dice="55"), "e5-f5")
    assert targets(TWO, state, "f5") == set()
    assert targets(TWO, state, "h5") != set()


COMMANDER_BEHIND_HIS_ARMY = """
        c  d  e  f  g  h  i  j
    10  .. .. .. .. .. .. s? sC
     3  c?
"""


def test_R7_a_commander_walks_over_his_own_armies_and_each_is_a_step():
    state = position(TWO, COMMANDER_BEHIND_HIS_ARMY, dice="25")
    assert "i9" in targets(TWO, state, "N")
    assert dice(play(TWO, state, "N-i9")) == "5"


def test_R7_a_commander_stops_on_an_empty_space():
    state = position(TWO, COMMANDER_BEHIND_HIS_ARMY, dice="5")
    assert not {"i10", "N"} & targets(TWO, state, "N")


def test_R7_a_commander_does_not_walk_over_enemies():
    state = position(TWO, COMMANDER_BEHIND_HIS_ARMY.replace("s? sC", "c? sC"), dice="5")
    assert targets(TWO, state, "N") == set()


def test_R7_an_army_does_not_walk_over_its_commander():
    state = position(TWO, COMMANDER_BEHIND_HIS_ARMY.replace("s? sC", "sC s?"), dice="5")
    assert targets(TWO, state, "N") == set()


def test_R7_armies_stand_on_anybodys_home():
    state = position(TWO, "     3  .. s? .. .. .. .. .. ..", dice="A")
    state = play(TWO, state, "d3-S")
    assert "S" in spaces_of(TWO, state, "suns")
    assert spaces_of(TWO, state, "crowns") == set()  # their Home Base is taken: R5 and R6
    assert (TWO.seats[state.turn], state.turns) == ("suns", 2)


def test_R7_a_stay_spends_the_lowest_die():
    state = position(TWO, "     6  .. .. s? .. s?\n     7  .. .. c?", dice="035")
    assert dice(play(TWO, state, "e6-e6")) == "35"


def test_R7_a_stay_with_a_zero_is_possible():
    state = position(TWO, "     6  .. .. s? .. s?\n     7  .. .. c?", dice="0")
    assert TWO.legal_texts(state) == ["done", "e6-e6"]


def test_R7_only_an_army_next_to_an_enemy_stays():
    state = position(TWO, "     6  .. .. s? .. s?\n     7  .. .. c?", dice="5")
    assert "e6" in targets(TWO, state, "e6")
    assert "g6" not in targets(TWO, state, "g6")


def test_R7_a_commander_does_not_stay():
    state = position(TWO, "     6  .. .. sC\n     7  .. .. c?", dice="5")
    assert "e6" not in targets(TWO, state, "e6")


def test_R7_who_stays_may_attack():
    state = play(TWO, position(TWO, "     6  .. .. s?\n     7  .. .. c?", dice="5"), "e6-e6")
    assert state.phase == FIGHTING
    assert TWO.legal_texts(state) == ["hold", "xe7"]


def test_R7_an_army_that_ends_next_to_enemies_attacks_one_or_holds():
    state = position(
        TWO, "     6  .. .. s? .. c?\n     7  .. .. .. cC\n     5  .. .. .. c?", dice="A5"
    )
    state = play(TWO, state, "e6-f6")
    assert TWO.legal_texts(state) == ["hold", "xf5", "xf7", "xg6"]


def test_R7_an_army_attacks_from_a_home_and_into_a_home():
    inside = position(TWO, "    10  .. .. .. .. .. .. c? s?", dice="0")
    assert "xi10" in TWO.legal_texts(play(TWO, inside, "N-N"))
    outside = position(TWO, "     3  c? .. s?", dice="A")
    assert TWO.legal_texts(play(TWO, outside, "e3-d3")) == ["hold", "xS"]


def test_R7_a_commander_does_not_attack():
    state = position(TWO, "     6  .. .. sC .. c? s?", dice="AA")
    state = play(TWO, state, "e6-f6")
    assert TWO.legal_texts(state)[0] == "done"
    assert not any(text.startswith("x") for text in TWO.legal_texts(state))


def test_R7_a_move_away_from_all_enemies_asks_nothing():
    state = position(TWO, "     6  .. .. s? .. s?\n     3  c?", dice="AA")
    assert "done" in TWO.legal_texts(play(TWO, state, "e6-e7"))


def test_R7_pieces_of_all_other_seats_are_enemies():
    state = position(
        FOUR, "     6  .. .. s? .. m?\n     7  .. .. .. a?\n     5  .. .. .. c?", dice="A"
    )
    state = play(FOUR, state, "e6-f6")
    assert FOUR.legal_texts(state) == ["hold", "xf5", "xf7", "xg6"]


def test_R7_after_hold_the_turn_goes_on():
    state = position(TWO, "     6  .. .. s? .. c? .. .. ..\n     8  .. .. s?", dice="AA")
    state = play(TWO, state, "e6-f6", "hold")
    assert TWO.seats[state.to_act] == "suns"
    assert targets(TWO, state, "e8") == {"e7", "f8"}


def test_R7_the_turn_ends_when_no_die_is_left():
    state = play(TWO, position(TWO, "     5  .. .. s? .. .. s?", dice="2"), "e5-f5")
    assert (state.to_act, TWO.seats[state.turn], state.turns) == (CHANCE, "crowns", 1)
    assert state.moved == 0


def test_R7_the_turn_ends_when_all_pieces_have_been_chosen():
    state = play(TWO, position(TWO, "     5  .. .. s?", dice="25"), "e5-f5")
    assert TWO.seats[state.turn] == "crowns"


def test_R7_done_ends_the_turn_at_any_choice():
    state = position(TWO, "     5  .. .. s? .. .. s?", dice="25")
    assert TWO.seats[play(TWO, state, "done").turn] == "crowns"
    assert TWO.seats[play(TWO, state, "e5-f5", "done").turn] == "crowns"


def test_R7_done_is_a_step_even_where_nothing_else_can_be_done():
    state = play(TWO, start(TWO), "roll=0")
    assert TWO.legal_texts(state) == ["done"]


# R8 Battle of Armies -----------------------------------------------------------------------------


def battle(attacker: str, defender: str, **under: Any) -> State:
    """The state after the Army of suns on e6 attacked the piece on f6; suns have another Army."""
    picture = f"     8  .. .. .. .. .. s?\n     6  .. .. {attacker} {defender}"
    state = position(TWO, picture, dice="05", **under)
    return play(TWO, state, "e6-e6", "xf6")


def test_R8_unknown_values_are_shown_the_attackers_first():
    state = battle("s?", "c?")
    assert state.phase == SHOWING
    assert TWO.legal_texts(state)[0] == "e6=0"
    state = play(TWO, state, "e6=2")
    assert TWO.legal_texts(state)[0] == "f6=0"


def test_R8_a_known_attacker_is_not_shown_again():
    assert TWO.legal_texts(battle("s3", "c?"))[0] == "f6=0"


def test_R8_a_known_defender_is_not_shown_again():
    state = battle("s?", "c3")
    assert TWO.legal_texts(state)[0] == "e6=0"
    assert TWO.seats[play(TWO, state, "e6=5").to_act] == "suns"


def test_R8_two_known_armies_fight_without_a_step_of_chance():
    assert spaces_of(TWO, battle("s4", "c3"), "crowns") == set()


@pytest.mark.parametrize("attacker", "0A2345")
@pytest.mark.parametrize("defender", "0A2345")
def test_R8_the_higher_wins_but_null_beats_five(attacker, defender):
    state = play(TWO, battle("s?", "c?"), f"e6={attacker}", f"f6={defender}")
    order = "0A2345"
    difference = order.index(attacker) - order.index(defender)
    if {attacker, defender} == {"0", "5"}:
        difference = -difference
    assert ("e6" in spaces_of(TWO, state, "suns")) == (difference >= 0)
    assert ("f6" in spaces_of(TWO, state, "crowns")) == (difference <= 0)


def test_R8_the_loser_goes_under_its_stack_and_its_value_is_remembered():
    state = play(TWO, battle("s?", "c?", crowns="0"), "e6=3", "f6=2")
    assert stack(TWO, state, "crowns") == "????02"
    state = play(TWO, battle("s?", "c?", suns="5"), "e6=3", "f6=4")
    assert stack(TWO, state, "suns") == "???53"


def test_R8_the_winner_stays_where_it_stands():
    state = play(TWO, battle("s?", "c?"), "e6=3", "f6=2")
    assert spaces_of(TWO, state, "suns") == {"e6", "h8"}
    assert state.value[SPACE_NAMES.index("e6")] & 7 == 3 + 1
    assert state.value[SPACE_NAMES.index("f6")] == 0


def test_R8_after_the_battle_the_turn_goes_on():
    for outcome in ("f6=2", "f6=4"):
        state = play(TWO, battle("s?", "c?"), "e6=3", outcome)
        assert TWO.seats[state.to_act] == "suns"
        assert targets(TWO, state, "h8") != set()


def test_R8_a_battle_with_the_last_die_ends_the_turn():
    state = position(TWO, "     6  .. .. s? c3 ..\n     8  .. .. s?", dice="0")
    state = play(TWO, state, "e6-e6", "xf6", "e6=5")
    assert TWO.seats[state.turn] == "crowns"


# R9 Army against Commander -----------------------------------------------------------------------


def test_R9_only_the_attackers_value_is_shown():
    state = battle("s?", "cC")
    assert set(chances(TWO, state)) == {f"e6={value}" for value in "0A2345"}
    assert TWO.seats[play(TWO, state, "e6=3").to_act] == "suns"


@pytest.mark.parametrize("value", "0A")
def test_R9_null_and_ace_drive_the_commander_off_the_board(value):
    state = play(TWO, battle("s?", "cC"), f"e6={value}")
    assert state.commanders == 0
    assert spaces_of(TWO, state, "crowns") == set()
    assert "e6" in spaces_of(TWO, state, "suns")


@pytest.mark.parametrize("value", "2345")
def test_R9_other_armies_go_under_their_stack(value):
    state = play(TWO, battle("s?", "cC"), f"e6={value}")
    assert names(state.commanders) == ["f6"]
    assert spaces_of(TWO, state, "suns") == {"h8"}
    assert stack(TWO, state, "suns") == "????" + value


def test_R9_a_known_attacker_fights_at_once():
    assert battle("sA", "cC").commanders == 0


def test_R9_the_commander_comes_back_by_R5():
    crowns = "     8  .. .. c? c? c?\n     7  .. .. c? c? c?\n     5  .. .. .. .. sA cC"
    state = position(TWO, crowns, dice="0")
    state = play(TWO, state, "g5-g5", "xh5")
    assert names(state.commanders) == ["S"]


# R10 Win -----------------------------------------------------------------------------------------


def test_R10_a_commander_on_an_enemy_home_wins_at_once():
    state = position(TWO, "     3  .. sC .. .. .. .. .. ..\n     8  .. .. s?", dice="AA")
    state = play(TWO, state, "d3-S")
    assert (state.to_act, state.ending) == (TERMINAL, REACHED_HOME)
    assert TWO.returns(state) == [1, -1]


def test_R10_with_four_seats_the_winner_takes_it_all():
    state = position(FOUR, "     4  .. .. .. .. .. .. .. aC", turn="arms", dice="A")
    state = play(FOUR, state, "j4-E")
    assert FOUR.returns(state) == pytest.approx([-1 / 3, -1 / 3, -1 / 3, 1])


def test_R10_ones_own_home_does_not_win():
    state = position(TWO, "    10  .. .. .. .. .. .. sC ..\n     3  c?", dice="A")
    state = play(TWO, state, "i10-N")
    assert state.to_act != TERMINAL


def test_R10_the_home_must_be_empty():
    state = position(TWO, "     3  c? sC", dice="A")
    assert "S" not in targets(TWO, state, "d3")


def test_R10_an_army_on_an_enemy_home_does_not_win():
    state = position(TWO, "     3  .. s?\n     8  .. .. s?", dice="AA")
    assert TWO.seats[play(TWO, state, "d3-S").to_act] == "suns"


def test_R10_homes_of_absent_seats_are_not_there():
    state = position(ADJACENT, "     5  .. .. sC", dice="5")
    assert "S" not in targets(ADJACENT, state, "e5")


# R11 Long games ----------------------------------------------------------------------------------


def test_R11_after_300_turns_the_game_is_a_draw_of_all():
    state = position(THREE, "     5  .. .. s?\n     3  c?", dice="2", turns=TURNS - 1)
    state = play(THREE, state, "done")
    assert (state.to_act, state.ending) == (TERMINAL, TURNS_OVER)
    assert THREE.returns(state) == [0, 0, 0]


def test_R11_the_300th_turn_is_played():
    state = position(TWO, "     5  .. .. s?\n     3  c?", dice="2", turns=TURNS - 2)
    state = play(TWO, state, "done")
    assert state.to_act == CHANCE
    assert play(TWO, state, "roll=2", "done").ending == TURNS_OVER


def test_R11_turns_without_a_piece_count():
    picture = "    10  .. .. .. .. .. .. .. c?"
    state = position(TWO, picture, turn="crowns", dice="2", turns=TURNS - 2)
    assert play(TWO, state, "done").ending == TURNS_OVER


def test_R11_a_win_in_the_last_turn_is_a_win():
    state = position(TWO, "     3  .. sC", dice="A", turns=TURNS - 1)
    assert play(TWO, state, "d3-S").ending == REACHED_HOME


def test_R11_a_game_has_no_more_steps_than_announced():
    assert TWO.max_steps == 1 + 300 * 9 + 12
    assert FOUR.max_steps == 1 + 300 * 9 + 24


# Table steps -------------------------------------------------------------------------------------


def resign(table, state, seat):
    state = table.copy(state)
    table.resign(state, table.seats.index(seat))
    return state


def test_table_in_a_game_of_two_the_other_wins():
    for seat, ending in (("suns", BY_RESIGNATION), ("crowns", BY_TIME)):
        state = TWO.new_state()
        TWO.resign(state, TWO.seats.index(seat), ending)
        assert (state.to_act, state.ending) == (TERMINAL, ending)
        assert TWO.returns(state) == ([-1, 1] if seat == "suns" else [1, -1])


def test_table_the_last_one_left_wins():
    state = resign(THREE, resign(THREE, start(THREE), "crowns"), "suns")
    assert THREE.returns(state) == pytest.approx([-0.5, 1, -0.5])


def test_table_a_draw_leaves_out_who_resigned():
    state = resign(THREE, start(THREE), "moons")
    THREE.end_by_agreement(state)
    assert state.ending == BY_AGREED_DRAW
    assert THREE.returns(state) == pytest.approx([0.25, -0.5, 0.25])


def test_table_the_draw_of_R11_leaves_out_who_resigned():
    state = position(THREE, "     5  .. .. s?", dice="2", turns=TURNS - 1)
    state = play(THREE, resign(THREE, state, "moons"), "done")
    assert THREE.returns(state) == pytest.approx([0.25, -0.5, 0.25])


def test_table_before_R4_who_resigned_may_be_drawn_and_is_passed_over():
    state = resign(THREE, THREE.new_state(), "suns")
    assert chances(THREE, state)["first=suns"] == Fraction(1, 3)
    state = play(THREE, state, "first=suns")
    assert THREE.seats[state.turn] == THREE.seats[state.first] == "moons"
    assert state.turns == 0
    assert spaces_of(THREE, state, "suns") == set()


def test_table_resigning_before_ones_own_roll_ends_the_turn_and_counts():
    state = resign(FOUR, start(FOUR, "suns"), "suns")
    assert (FOUR.seats[state.turn], state.turns) == ("moons", 1)
    assert spaces_of(FOUR, state, "suns") == {"N"}


def test_table_resigning_at_a_choice_ends_the_turn_and_counts():
    state = position(FOUR, "     5  .. .. s? .. s?", dice="25", turns=4)
    state = resign(FOUR, play(FOUR, state, "e5-f5"), "suns")
    assert (FOUR.seats[state.turn], state.turns, state.dice) == ("moons", 5, 0)
    assert spaces_of(FOUR, state, "suns") == {"f5", "g5"}


def test_table_resigning_before_attack_or_hold_is_no_battle():
    state = position(FOUR, "     5  .. .. s? .. c?", dice="A5")
    state = resign(FOUR, play(FOUR, state, "e5-f5"), "suns")
    assert FOUR.seats[state.turn] == "moons"
    assert spaces_of(FOUR, state, "crowns") == {"g5"}


def test_table_a_battle_begun_is_fought_out_and_then_the_turn_ends():
    state = position(FOUR, "     5  .. .. s? .. c? s?", dice="A5")
    state = resign(FOUR, play(FOUR, state, "e5-f5", "xg5", "f5=3"), "suns")
    assert state.phase == SHOWING
    state = play(FOUR, state, "g5=2")
    assert spaces_of(FOUR, state, "crowns") == set()
    assert (FOUR.seats[state.turn], state.turns) == ("moons", 1)


def test_table_when_the_attacked_seat_resigns_the_battle_and_the_turn_go_on():
    state = position(FOUR, "     5  .. .. s? .. c? s?", dice="A5")
    state = resign(FOUR, play(FOUR, state, "e5-f5", "xg5", "f5=3"), "crowns")
    state = play(FOUR, state, "g5=2")
    assert stack(FOUR, state, "crowns") == "?????2"
    assert FOUR.seats[state.to_act] == "suns"


def test_table_when_another_seat_resigns_the_turn_goes_on():
    state = position(FOUR, "     5  .. .. s? .. .. s?", dice="25")
    state = resign(FOUR, state, "moons")
    assert FOUR.seats[state.to_act] == "suns"
    state = play(FOUR, state, "done")
    assert (FOUR.seats[state.turn], state.turns) == ("crowns", 1)


def test_table_pieces_of_who_resigned_stay_and_may_be_attacked():
    state = position(THREE, "     5  .. .. s? .. c2", dice="A")
    state = play(THREE, resign(THREE, state, "crowns"), "e5-f5", "xg5", "f5=4")
    assert stack(THREE, state, "crowns") == "?????2"
    assert spaces_of(THREE, state, "crowns") == set()


def test_table_the_home_of_who_resigned_wins():
    state = position(THREE, "     3  .. sC", dice="A")
    state = play(THREE, resign(THREE, state, "crowns"), "d3-S")
    assert THREE.returns(state) == pytest.approx([1, -0.5, -0.5])


def test_table_turns_passed_over_do_not_count():
    state = resign(FOUR, start(FOUR, "arms"), "suns")
    state = play(FOUR, state, "roll=0", "done")
    assert (FOUR.seats[state.turn], state.turns) == ("moons", 1)


def test_table_several_seats_in_a_row_that_resigned_are_passed_over():
    state = resign(FOUR, resign(FOUR, start(FOUR), "moons"), "crowns")
    state = play(FOUR, state, "roll=0", "done")
    assert (FOUR.seats[state.turn], state.turns) == ("arms", 1)


def test_table_a_position_after_the_end_takes_no_step():
    state = resign(TWO, start(TWO), "suns")
    with pytest.raises(IllegalStep, match="the game is over"):
        TWO.text_to_choice(state, "done")
