"""The rules of Siege Master, paragraph by paragraph."""

from fractions import Fraction

import pytest

from siegeworks.core.contract import BY_AGREED_DRAW, BY_RESIGNATION, BY_TIME, CHANCE, TERMINAL
from siegeworks.core.errors import IllegalStep, OptionError
from siegeworks.core.random import new_rng, random_below
from siegeworks.games.siege_master.advice import score
from siegeworks.games.siege_master.params import distances
from siegeworks.games.siege_master.state import MORE_THAN_HALF, MORE_THAN_HALF_LOSES
from tests.games.siege_master.positions import (
    drawn,
    fortresses,
    game,
    hexagon,
    neighbours,
    play,
    position,
    winners,
)

HEXAGON = hexagon()

# Two places for armies between three fortresses.
STRIP = "F . . . . F . . . . F"

# Four islands, each of which fits one army only, three of them with a fortress.
ISLANDS = ". . . .   F . . . .   F . . . .   F . . . ."


# R1 Map ------------------------------------------------------------------------------------------


def test_R1_a_hex_is_named_by_its_row_and_half_its_column():
    assert list(drawn(*position(" . F . .\n. . . . .\n . . . ."))) == [
        *("a1", "a2", "a3", "a4"),
        *("b1", "b2", "b3", "b4", "b5"),
        *("c1", "c2", "c3", "c4"),
    ]


def test_R1_a_hex_has_two_neighbours_in_its_row_and_two_in_each_row_beside():
    table = game(" . F . .\n. . . . .\n . . . .")
    assert neighbours(table, "b3") == {"b2", "b4", "a2", "a3", "c2", "c3"}
    assert neighbours(table, "b1") == {"b2", "a1", "c1"}


def test_R1_hexes_with_a_blank_between_them_are_no_neighbours():
    assert neighbours(game("F . . . .   . ."), "a5") == {"a4"}


def test_R1_blanks_around_the_map_are_cut():
    plain = game("F . . . .\n . . .")
    shifted = game("\n   \n     F . . . .  \n      . . .\n\n")
    assert list(drawn(shifted, shifted.new_state())) == list(drawn(plain, plain.new_state()))
    assert shifted.params.tobytes() == plain.params.tobytes()


def test_R1_an_empty_row_within_the_map_keeps_its_letter():
    table = game("F . . . .\n\nF . . . .\n\nF . . . .")
    assert "e5" in drawn(table, table.new_state())


def test_R1_the_hexagon_has_nine_hexes_a_side():
    names = list(drawn(HEXAGON, HEXAGON.new_state()))
    assert len(names) == 217
    assert [names[0], names[-1], names[100]] == ["a5", "q13", "i1"]


# R2 Fortresses -----------------------------------------------------------------------------------


def test_R2_the_hexagon_has_fifteen_fortresses():
    assert list(fortresses(HEXAGON, HEXAGON.new_state()).values()) == ["F"] * 15


@pytest.mark.parametrize("drawing", [". . . . .", "F . . . . F", "F F F F . . . ."])
def test_R2_their_number_must_be_odd(drawing):
    with pytest.raises(OptionError, match=r"fortresses \(F\), but their number must be odd \(R2\)"):
        game(drawing)


def test_R2_an_army_must_fit_into_the_area_of_every_fortress():
    with pytest.raises(OptionError, match=r"no army fits into the area of the fortress on a7 \(R2"):
        game("F . . . .   F . . .   F . . . .")


def test_R2_an_army_need_not_fit_beside_the_fortress_itself():
    table = game("F F F . . . .")
    assert table.legal_texts(table.new_state()) == ["a4-a7"]


def test_R2_a_map_may_have_more_than_31_fortresses():
    table = game("\n".join(["F " * 11, " . . . .", "F " * 11, " . . . .", "F " * 11]))
    state = play(table, table.new_state(), "b1-b4 d1-d4")
    assert winners(table, state) == {"blue"}
    assert list(fortresses(table, state).values()) == ["R"] * 11 + ["B"] * 22


def test_R2_chance_scatters_them_with_equal_chance():
    table = game("F . . . . . .", fortresses="scattered", count="1")
    state = table.new_state()
    assert state.to_act == CHANCE
    assert drawn(table, state)["a1"] == "."  # the map's own are plain hexes
    outcomes = {table.outcome_texts[o]: p for o, p in table.chance_outcomes(state)}
    assert outcomes == {
        f"@a{number}": Fraction(1, 6) for number in (1, 2, 3, 5, 6, 7)
    }  # with one on a4 no army would fit
    state = play(table, state, "@a2")
    assert table.actor(state) == "red"
    assert table.legal_texts(state) == ["a3-a6", "a4-a7"]


def test_R2_the_seats_place_them_in_turn_and_then_red_begins():
    table = game(". . . . . . . . .", fortresses="placed", count="3")
    state = table.new_state()
    actors = [table.actor(state)]
    for token in ("@a1", "@a9", "@a4"):
        state = play(table, state, token)
        actors.append(table.actor(state))
    assert actors == ["red", "blue", "red", "red"]
    assert state.first == 0


def test_R2_fifteen_are_placed_unless_it_is_said_otherwise():
    table = hexagon(fortresses="placed")
    assert table.params.fortresses == 15
    assert len(table.legal_texts(table.new_state())) == 217
    assert hexagon(fortresses="placed", count="31").params.fortresses == 31


@pytest.mark.parametrize("count", ["0", "2", "33", "-1", "", "three", "015", "1 "])
def test_R2_count_is_an_odd_number_up_to_31(count):
    with pytest.raises(OptionError, match="is odd, 1 to 31"):
        hexagon(fortresses="scattered", count=count)


@pytest.mark.parametrize("count", ["15", "3"])
def test_R2_count_is_refused_where_the_map_has_the_fortresses(count):
    with pytest.raises(OptionError, match="leave count out"):
        hexagon(count=count)
    with pytest.raises(OptionError, match="leave count out"):
        hexagon(fortresses="map", count=count)


# R3 Where a fortress may be placed ---------------------------------------------------------------


def test_R3_at_distance_3_or_more_while_there_are_such_hexes():
    table = hexagon(fortresses="placed")
    state = play(table, table.new_state(), "@i9")
    refused = set(drawn(table, state)) - {token[1:] for token in table.legal_texts(state)}
    assert len(refused) == 19  # the hex, 6 at distance 1 and 12 at distance 2
    assert {"i9", "i10", "i11", "g8", "h7", "k9"} <= refused
    assert not {"i12", "f8", "g7", "l8"} & refused


def test_R3_else_at_distance_2_and_else_anywhere():
    table = game(". . . . . . . . .", fortresses="placed", count="5")
    state = play(table, table.new_state(), "@a7")
    assert table.legal_texts(state) == ["@a1", "@a2"]
    state = play(table, state, "@a1")
    # Of the hexes at distance 3 only a4 is left, and there it would leave no room for an army.
    assert table.legal_texts(state) == ["@a9"]
    state = play(table, state, "@a9")
    # At distance 2 there are a3, a4 and a5, and none of them would leave room for an army.
    assert table.legal_texts(state) == ["@a2", "@a6", "@a8"]


def test_R3_distance_is_counted_over_blanks():
    table = game(". . . . . .   . . . . . .", fortresses="placed", count="3")
    state = play(table, table.new_state(), "@a6")
    # a8 would leave room for an army as a13 does, but is at distance 2.
    assert table.legal_texts(state) == ["@a1", "@a12", "@a13", "@a9"]


@pytest.mark.parametrize(
    "place, steps", [((0, 0), 0), ((0, 2), 1), ((1, 1), 1), ((0, 6), 3), ((3, 1), 3), ((2, 8), 5)]
)
def test_R3_distance_is_steps_from_neighbour_to_neighbour(place, steps):
    assert distances([(0, 0), place])[0, 1] == steps
    assert distances([(10, 20), (10 + place[0], 20 - place[1])])[0, 1] == steps


def test_R3_the_new_fortress_needs_an_army_that_fits_its_area_too():
    table = game(". . .   . . . . . .", fortresses="placed", count="1")
    # The first island fits no army; every army on the second covers a7 and a8.
    assert table.legal_texts(table.new_state()) == ["@a10", "@a5", "@a6", "@a9"]


def test_R3_there_is_room_on_all_hexes_but_four_of_an_area_that_fits_an_army():
    with pytest.raises(OptionError, match=r"there is room for 4 fortresses .* \(R3\)"):
        game(". . . . . .   . . . . . .   . . .", fortresses="placed", count="5")
    table = game(". . . . . .   . . . . . . .   . . .", fortresses="placed", count="5")
    rng = new_rng(1)
    for _ in range(20):
        state = table.new_state()
        for _ in range(5):
            legal = table.legal_actions(state)
            state = table.child(state, legal[random_below(rng, len(legal))])
        assert len(table.legal_texts(state)) == 2


@pytest.mark.parametrize("drawing, room", [(". . .", "no fortress"), (". . . . .", "1 fortress")])
def test_R3_room_is_named(drawing, room):
    with pytest.raises(OptionError, match=f"there is room for {room} on map=drawn"):
        game(drawing, fortresses="scattered", count="3")


# R4 Army -----------------------------------------------------------------------------------------


def test_R4_an_army_covers_four_hexes_in_a_straight_row_in_three_directions():
    table = game("   .\n  . .\n . . .\nF . . .\n . . .")
    assert table.legal_texts(table.new_state()) == ["a2-d4", "b2-e3", "b3-e1"]
    table = game("   .\n  . .\n . . .\n. . . .\n . . F")
    assert table.legal_texts(table.new_state()) == ["a2-d1", "a2-d4", "b3-e1", "d1-d4"]
    state = play(table, table.new_state(), "b3-e1")
    assert [name for name, sign in drawn(table, state).items() if sign == "r"] == [
        *("b3", "c2", "d2", "e1"),
    ]


def test_R4_there_are_498_placements_on_the_bare_hexagon():
    assert HEXAGON.params.placements == 498
    assert hexagon(fortresses="placed").params.placements == 498


def test_R4_not_on_a_hex_with_an_army_or_a_fortress_captured_or_not():
    table, state = position(
        ". . . . F . . . . R . . . . n n n n . . . . F .", to_act="red", last="n", captured=1
    )
    assert table.legal_texts(state) == ["a1-a4", "a11-a14", "a19-a22", "a6-a9"]


@pytest.mark.parametrize("placed_by", ["placed", "scattered"])
def test_R4_not_on_a_fortress_that_was_placed_before_the_game(placed_by):
    table = game(". . . . . . . . . . .", fortresses=placed_by, count="3")
    state = play(table, table.new_state(), "@a1 @a6 @a11")
    assert table.legal_texts(state) == ["a2-a5", "a7-a10"]


def test_R4_not_across_a_blank():
    table = game("F . . . . .   . . .")
    assert table.legal_texts(table.new_state()) == ["a2-a5", "a3-a6"]


def test_R4_armies_never_run_out():
    row_of_islands = "   ".join([". . . ."] * 13)
    table = game("\n\n".join([row_of_islands] * 4 + ["F . . . ."]))
    state = table.new_state()
    while state.to_act != TERMINAL:
        state = table.child(state, table.legal_actions(state)[0])
    signs = list(drawn(table, state).values())
    assert [signs.count("r"), signs.count("b")] == [4 * 27, 4 * 26]


# R5 Turn -----------------------------------------------------------------------------------------


def test_R5_red_begins_anywhere_and_the_seats_alternate():
    state = HEXAGON.new_state()
    assert HEXAGON.actor(state) == "red" and state.first == 0
    assert len(HEXAGON.legal_texts(state)) == 366
    actors = []
    for token in ("a5-a8", "b6-b9", "c4-c7", "d3-d6"):
        actors.append(HEXAGON.actor(state))
        state = play(HEXAGON, state, token)
    assert actors == ["red", "blue", "red", "blue"]


def test_R5_blue_may_swap_on_the_first_turn_only():
    state = HEXAGON.new_state()
    assert "swap" not in HEXAGON.legal_texts(state)
    state = play(HEXAGON, state, "a5-a8")
    assert "swap" in HEXAGON.legal_texts(state)
    for token in ("b6-b9", "c4-c7"):
        state = play(HEXAGON, state, token)
        assert "swap" not in HEXAGON.legal_texts(state)


def test_R5_a_swap_gives_army_and_captures_to_blue_and_the_turn_to_red():
    table = game(STRIP)
    state = play(table, table.new_state(), "a2-a5")
    assert fortresses(table, state) == {"a1": "R", "a6": "F", "a11": "F"}
    state = play(table, state, "swap")
    assert fortresses(table, state) == {"a1": "B", "a6": "F", "a11": "F"}
    assert [drawn(table, state)[name] for name in ("a2", "a5")] == ["b", "b"]
    assert table.actor(state) == "red"
    assert table.legal_texts(state) == ["a7-a10"]
    assert winners(table, play(table, state, "a7-a10")) == {"red"}


def test_R5_after_a_swap_red_must_touch_the_swapped_army():
    state = play(HEXAGON, HEXAGON.new_state(), "a5-a8 swap")
    legal = HEXAGON.legal_texts(state)
    assert "b6-b9" in legal and "d3-d6" not in legal and "swap" not in legal


def test_R5_after_a_swap_of_an_army_with_captures_red_places_anywhere():
    table = game("F . . . . F . . . . . . . . F")
    state = play(table, table.new_state(), "a2-a5 swap")
    assert table.legal_texts(state) == ["a10-a13", "a11-a14", "a7-a10", "a8-a11", "a9-a12"]


def test_R5_no_swap_once_reds_first_army_has_ended_the_game():
    table = game("F . . . .")
    state = play(table, table.new_state(), "a2-a5")
    assert winners(table, state) == {"red"}
    assert table.legal_texts(state) == []


def test_R5_red_begins_though_the_seats_placed_the_fortresses():
    table = game(". . . . .", fortresses="placed", count="1")
    state = play(table, table.new_state(), "@a5")
    assert table.actor(state) == "red"
    assert table.legal_texts(state) == ["a1-a4"]


# R6 Siege ----------------------------------------------------------------------------------------


def test_R6_a_fortress_falls_when_no_army_fits_into_its_area():
    table = game("F . . . . . . . . F . . . . F")
    state = play(table, table.new_state(), "a4-a7")
    # Three hexes are left on the left, on the right two and what lies beyond the fortress a10.
    assert fortresses(table, state) == {"a1": "R", "a10": "F", "a15": "F"}


def test_R6_an_area_reaches_over_hexes_with_fortresses():
    table = game(". . . F F F . . . .")
    state = table.new_state()
    assert table.legal_texts(state) == ["a7-a10"]
    table = game(". . . . F . . . .   F . . . .   F . . . .")
    state = play(table, table.new_state(), "a1-a4")
    assert fortresses(table, state)["a5"] == "F"
    state = play(table, state, "a6-a9")
    assert fortresses(table, state)["a5"] == "B"


def test_R6_all_fortresses_walled_in_fall_at_once():
    table = game(". . . . F . . . .   F F . . . . F F")
    state = play(table, table.new_state(), "a13-a16")
    assert fortresses(table, state) == {
        **{"a5": "F", "a11": "R", "a12": "R", "a17": "R", "a18": "R"},
    }


def test_R6_whoevers_armies_wall_it_in_it_falls_to_the_seat_that_has_just_placed():
    drawing = """
 . a n .
. F a n .
 . . a n
. . . a n
 . . . .     F . . . .     F . . . .
"""
    table, state = position(drawing, to_act="blue", last="a")
    state = play(table, state, "e1-e4")
    assert fortresses(table, state) == {"b2": "B", "e7": "F", "e14": "F"}


# A chamber with two places for armies at the end of a crooked passage.
PASSAGE = """
 F
.
 .
.
 . . . .
. . . .     F . . . .     F . . . .
"""


def test_R6_an_army_may_fit_far_away_in_the_area():
    table = game(PASSAGE)
    state = play(table, table.new_state(), "f1-f4")
    assert fortresses(table, state)["a1"] == "F"
    state = play(table, state, "e1-e4")
    assert fortresses(table, state)["a1"] == "B"


def test_R6_an_army_may_fall_far_away_and_take_the_last_room():
    table, state = position(PASSAGE.replace(". . . .     F", "n n n n     F", 1), last="n")
    assert table.legal_texts(state) == ["e1-e4"]
    state = play(table, state, "e1-e4")
    assert fortresses(table, state)["a1"] == "R"


def test_R6_an_army_may_cut_the_fortress_off_from_the_last_room():
    table = game(PASSAGE)
    state = play(table, table.new_state(), "e1-e4")
    assert fortresses(table, state)["a1"] == "R"
    assert "f1-f4" in table.legal_texts(state)


def test_R6_a_captured_fortress_never_changes_hands():
    table = game("F . . . . F . . . . F   F . . . .   F . . . .")
    state = play(table, table.new_state(), "a2-a5 a7-a10")
    assert fortresses(table, state) == {
        **{"a1": "R", "a6": "B", "a11": "B", "a13": "F", "a19": "F"},
    }


# R7 Adjacency ------------------------------------------------------------------------------------


def test_R7_the_army_must_share_a_hex_edge_with_the_last_one_of_the_opponent():
    state = play(HEXAGON, HEXAGON.new_state(), "a5-a8")
    assert HEXAGON.legal_texts(state) == [
        *("a9-a12", "a9-d10", "a9-d7", "b4-e3", "b4-e6", "b6-b9", "b6-e5", "b6-e8", "b7-b10"),
        *("b7-e6", "b7-e9", "b8-b11", "b8-e7", "swap"),
    ]


def test_R7_only_the_last_army_counts():
    state = play(HEXAGON, HEXAGON.new_state(), "a5-a8 a9-a12")
    legal = HEXAGON.legal_texts(state)
    assert "b8-b11" in legal and "b4-e3" not in legal


def test_R7_the_edge_of_a_blank_is_no_shared_edge():
    table = game(ISLANDS)
    state = play(table, table.new_state(), "a1-a4")
    # Nothing can be placed beside it, so that everything is legal.
    assert table.legal_texts(state) == ["a13-a16", "a19-a22", "a7-a10", "swap"]


def test_R7_after_a_capture_every_placement_is_legal():
    table = game("F . . . . . . . . . F . . . . F")
    state = play(table, table.new_state(), "a2-a5")
    assert fortresses(table, state)["a1"] == "R"
    # Only a6-a9 touches the last army.
    assert table.legal_texts(state) == ["a12-a15", "a6-a9", "a7-a10", "swap"]


def test_R7_where_no_army_can_touch_the_last_one_every_placement_is_legal():
    table, state = position(
        "n n n n . . .   . . . . F .   . . . . F .   . . . . F .", to_act="red", last="n"
    )
    assert table.legal_texts(state) == ["a16-a19", "a23-a26", "a9-a12"]


def test_R7_a_capture_of_ones_own_does_not_free():
    table = game("F . . . .\n\nF . . . . . . . . . . . .\n\nF . . . .\n\nF . . . .\n\nF . . . .")
    state = play(table, table.new_state(), "a2-a5")
    assert "swap" in table.legal_texts(state)
    state = play(table, state, "c7-c10")
    assert fortresses(table, state)["a1"] == "R" and fortresses(table, state)["c1"] == "F"
    # Red captured in the turn before, but Blue did not in the last one.
    assert table.legal_texts(state) == ["c3-c6"]


# R8 End ------------------------------------------------------------------------------------------


def test_R8_more_than_half_of_the_fortresses_win_at_once():
    table = game("F . . . . F   F . . . .   F . . . .   F . . . .")
    state = play(table, table.new_state(), "a2-a5")
    assert state.to_act != TERMINAL  # 2 of 5
    state = play(table, state, "a9-a12")
    state = play(table, state, "a15-a18")
    assert state.to_act == TERMINAL and state.ending == MORE_THAN_HALF
    assert winners(table, state) == {"red"}
    assert table.returns(state) == [1, -1]
    assert "a23-a26" not in table.legal_texts(state)


def test_R8_the_last_army_may_win_with_many_at_once():
    table = game("F F F . . . . F F")
    state = play(table, table.new_state(), "a4-a7")
    assert winners(table, state) == {"red"}
    assert list(fortresses(table, state).values()) == ["R"] * 5


def test_R8_blue_wins_with_more_than_half():
    table = game(STRIP)
    state = play(table, table.new_state(), "a2-a5 a7-a10")
    assert winners(table, state) == {"blue"}
    assert table.returns(state) == [-1, 1]


@pytest.mark.parametrize("seat, winner", [(0, "blue"), (1, "red")])
@pytest.mark.parametrize("ending", [BY_RESIGNATION, BY_TIME])
@pytest.mark.parametrize("tokens", ["", "a2-a5", "a2-a5 swap"])
def test_R8_who_resigns_or_runs_out_of_time_loses(seat, winner, ending, tokens):
    table = game(STRIP)
    state = play(table, table.new_state(), tokens)
    table.resign(state, seat, ending)
    assert winners(table, state) == {winner}
    assert state.ending == ending
    assert table.legal_texts(state) == []


@pytest.mark.parametrize("placed_by", ["scattered", "placed"])
def test_R8_a_seat_may_resign_while_fortresses_are_placed(placed_by):
    table = hexagon(fortresses=placed_by)
    state = play(table, table.new_state(), "@c6 @i9")
    table.resign(state, 1)
    assert winners(table, state) == {"red"}
    assert table.chance_outcomes(state) == []


@pytest.mark.parametrize("tokens", ["", "a2-a5"])
def test_R8_both_may_agree_to_a_draw(tokens):
    table = game(STRIP)
    state = play(table, table.new_state(), tokens)
    table.end_by_agreement(state)
    assert winners(table, state) == {"red", "blue"}
    assert state.ending == BY_AGREED_DRAW
    assert table.returns(state) == [0, 0]


# R9 Variants -------------------------------------------------------------------------------------


def test_R9_free_play_knows_no_adjacency():
    table = hexagon(free="yes")
    state = play(table, table.new_state(), "a5-a8")
    legal = table.legal_texts(state)
    assert {"a10-a13", "q10-q13", "swap"} <= set(legal)
    assert len(legal) > 300


def test_R9_pacifists_lose_with_more_than_half_at_once():
    table = game(STRIP, pacifist="yes")
    state = play(table, table.new_state(), "a2-a5 a7-a10")
    assert winners(table, state) == {"red"}
    assert state.ending == MORE_THAN_HALF_LOSES
    assert table.returns(state) == [1, -1]


def test_R9_both_variants_may_be_set():
    table = game(ISLANDS + "   . . . . . . . . . . . .", pacifist="yes", free="yes")
    state = play(table, table.new_state(), "a24-a27")
    assert {"a28-a31", "a32-a35", "a7-a10", "swap"} <= set(table.legal_texts(state))
    assert winners(table, play(table, state, "a28-a31 a7-a10 a1-a4 a13-a16")) == {"blue"}


def test_R9_the_swap_stays_in_every_variant():
    for options in ({"free": "yes"}, {"pacifist": "yes"}, {"free": "yes", "pacifist": "yes"}):
        table = game(STRIP, **options)
        assert "swap" in table.legal_texts(play(table, table.new_state(), "a2-a5"))


# Facts and the shape of the game -----------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"free": "yes"}, {"pacifist": "yes"}])
def test_who_is_to_move_can_always_place_an_army(options):
    table = hexagon(**options)
    rng = new_rng(1)
    state = table.new_state()
    while state.to_act != TERMINAL:
        armies = [action for action in table.legal_actions(state) if action < 498]
        assert armies
        state = table.child(state, armies[random_below(rng, len(armies))])


def test_equal_positions_have_equal_states_in_whatever_order_they_came_about():
    table = game(ISLANDS, free="yes")
    state = play(table, table.new_state(), "a1-a4 swap a7-a10")
    other = play(table, table.new_state(), "a7-a10 a1-a4")
    assert (state.free == other.free).all() and (state.armies == other.armies).all()
    assert (state.owned == other.owned).all() and (state.neutral == other.neutral).all()


def test_a_state_is_smaller_than_400_bytes():
    assert HEXAGON.state_type.itemsize <= 400


def test_the_score_counts_fortresses_and_turns_round_for_pacifists():
    for pacifist, sign in (("no", 1), ("yes", -1)):
        table, state = position(
            "R . . . .   R . . . .   B . . . .   F . . . .   F . . . .", pacifist=pacifist
        )
        seen = table.open_view(state)
        assert score(table.params, seen, 0) == sign
        assert score(table.params, seen, 1) == -sign


def test_an_illegal_token_changes_nothing():
    state = HEXAGON.new_state()
    before = state.tobytes()
    with pytest.raises(IllegalStep):
        HEXAGON.text_to_choice(state, "a5-a9")
    assert state.tobytes() == before
