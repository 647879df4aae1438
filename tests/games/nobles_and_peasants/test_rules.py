"""The rules of Nobles and Peasants, paragraph by paragraph."""

from fractions import Fraction

import pytest

from siegeworks.core.contract import (
    BY_AGREED_DRAW,
    BY_RESIGNATION,
    BY_TIME,
    CHANCE,
    TERMINAL,
    State,
)
from siegeworks.core.errors import IllegalStep, OptionError
from siegeworks.core.scene import Scene
from siegeworks.games import load
from siegeworks.games.nobles_and_peasants.params import DIRECTIONS, NAMES, ray
from siegeworks.games.nobles_and_peasants.state import BOARD_FULL, COLOUR_GONE, QUIET
from tests.games.nobles_and_peasants.positions import (
    EMPTY,
    full_row,
    game,
    play,
    position,
    put,
    row,
    scores,
    winners,
)
from tests.present import present

TWO, THREE, FOUR = game(), game(seats="3"), game(seats="4")
ANY = game(insert="any")

OPEN = EMPTY.replace("N", ".")  # three and four seats have no neutral tower


# R1 Board ----------------------------------------------------------------------------------------


def test_R1_rows_a_to_g_have_4_5_6_7_6_5_4_circles():
    wide = {letter: sum(name[0] == letter for name in NAMES) for letter in "abcdefg"}
    assert list(wide.values()) == [4, 5, 6, 7, 6, 5, 4]
    assert len(NAMES) == 37
    assert NAMES[0] == "a1" and NAMES[18] == "d4" and NAMES[36] == "g4"


def test_R1_there_are_21_lines():
    lines = set()
    for circle, name in enumerate(NAMES):
        for direction in range(3):
            lines.add(frozenset({name, *ray(circle, direction), *ray(circle, direction + 3)}))
    assert len(lines) == 21


def test_R1_lines_run_along_the_row_and_both_slants():
    d4 = NAMES.index("d4")
    rays = {ray(d4, direction) for direction in range(len(DIRECTIONS))}
    assert rays == {
        ("d5", "d6", "d7"),
        ("d3", "d2", "d1"),
        ("e4", "f4", "g4"),
        ("e3", "f2", "g1"),
        ("c4", "b4", "a4"),
        ("c3", "b2", "a1"),
    }


def test_R1_a_line_bends_with_the_hexagon():
    assert ray(NAMES.index("a1"), 2) == ("b1", "c1", "d1")
    assert ray(NAMES.index("a1"), 1) == ("b2", "c3", "d4", "e4", "f4", "g4")
    assert ray(NAMES.index("g4"), 5) == ("f5", "e6", "d7")


# R2 Colours --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seats, names",
    [
        ("2", ("blue", "green")),
        ("3", ("blue", "yellow", "green")),
        ("4", ("blue", "yellow", "green", "red")),
    ],
)
def test_R2_seats_are_named_after_their_noble(seats, names):
    assert game(seats=seats).seats == names


@pytest.mark.parametrize(
    "table, worth",
    [  # what a blue, yellow, red and green stone is worth to each seat
        (TWO, {"blue": [4, 2, 1, 1], "green": [1, 2, 1, 4]}),
        (THREE, {"blue": [4, 2, 1, 1], "yellow": [1, 4, 1, 2], "green": [2, 1, 1, 4]}),
        (
            FOUR,
            {
                "blue": [4, 2, 1, 1],
                "yellow": [1, 4, 1, 2],
                "green": [1, 1, 2, 4],
                "red": [2, 1, 4, 1],
            },
        ),
    ],
)
def test_R2_every_colour_that_is_not_ones_own_is_a_foreigner(table, worth):
    for seat, name in enumerate(table.seats):
        for colour, letter in enumerate("BYRG"):
            state = position(table, to_act=name, diagram=EMPTY if table is TWO else OPEN)
            state = play(table, state, "T@a1")
            state.to_act = seat
            state.row[0] = 1 + colour
            state = play(table, state, "L@a3")
            assert scores(table, state)[name] == worth[name][colour], letter


# R3 Set-up ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("table, towers", [(TWO, 4), (THREE, 3), (FOUR, 2)])
def test_R3_towers_are_in_the_hand(table, towers):
    state = table.new_state()
    assert list(state.hand[: len(table.seats)]) == [towers] * len(table.seats)
    assert not state.hand[len(table.seats) :].any()


def test_R3_with_two_seats_a_neutral_tower_stands_on_d4():
    state = position(TWO)
    assert "L@d4" not in TWO.legal_texts(state)
    assert "T@d4" not in TWO.legal_texts(state)
    assert "L@d4" in THREE.legal_texts(position(THREE, OPEN))


@pytest.mark.parametrize("table, length", [(TWO, 71), (THREE, 71), (FOUR, 72)])
def test_R3_the_row_has_all_stones_outside_the_towers(table, length):
    assert len(full_row(table)) == length
    state = play(table, table.new_state(), " ".join(full_row(table)))
    assert state.length == length
    assert table.legal_texts(state) == sorted(f"first={name}" for name in table.seats)


def test_R3_the_box_holds_the_stones_that_are_not_in_towers():
    assert [full_row(TWO).count(letter) for letter in "BYRG"] == [16, 20, 19, 16]
    assert [full_row(THREE).count(letter) for letter in "BYRG"] == [17, 17, 20, 17]
    assert [full_row(FOUR).count(letter) for letter in "BYRG"] == [18, 18, 18, 18]
    assert [full_row(game(stones="8")).count(letter) for letter in "BYRG"] == [4, 8, 7, 4]


def test_R3_each_remaining_stone_is_equally_likely():
    state = play(TWO, TWO.new_state(), "R R Y")
    odds = {TWO.outcome_texts[o]: p for o, p in TWO.chance_outcomes(state)}
    assert odds == {
        "B": Fraction(16, 68),
        "Y": Fraction(19, 68),
        "R": Fraction(17, 68),
        "G": Fraction(16, 68),
    }


def test_R3_a_colour_that_is_used_up_is_no_longer_drawn():
    small = game(stones="8")
    state = play(small, small.new_state(), "B B B B")
    assert small.legal_texts(state) == ["G", "R", "Y"]


def test_R3_the_row_is_laid_from_left_to_right():
    assert row(play(TWO, TWO.new_state(), "R B Y G G")) == "RBYGG"


def test_R3_chance_says_who_begins_and_each_seat_is_equally_likely():
    state = play(THREE, THREE.new_state(), " ".join(full_row(THREE)))
    assert [p for _, p in THREE.chance_outcomes(state)] == [Fraction(1, 3)] * 3
    assert state.first == -1
    state = play(THREE, state, "first=green")
    assert THREE.actor(state) == "green"
    assert state.first == 2


def test_R3_turns_follow_in_the_order_of_the_table():
    state = play(THREE, position(THREE, OPEN, "yellow"), "T@a1")
    assert THREE.actor(state) == "green"
    assert THREE.actor(play(THREE, state, "T@a2")) == "blue"


# R4 Turn -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("table, choices", [(TWO, 108), (THREE, 111), (FOUR, 111)])
def test_R4_the_first_turn_has_this_many_choices(table, choices):
    state = play(table, table.new_state(), " ".join([*full_row(table), "first=green"]))
    assert len(table.legal_actions(state)) == choices


def test_R4_a_tower_is_placed_from_the_hand():
    state = play(TWO, position(TWO), "T@c3")
    assert state.hand[0] == 3
    assert TWO.actor(state) == "green"


def test_R4_without_a_tower_in_the_hand_none_is_placed():
    full_hand_out = EMPTY.replace(". . . .\n", "B B B B\n", 1)
    legal = TWO.legal_texts(position(TWO, full_hand_out))
    assert not any(token.startswith("T@") for token in legal)
    assert "a1-b1" in legal and "-a1" in legal


def test_R4_a_tower_moves_to_any_empty_circle_however_far():
    state = position(
        TWO,
        """
          B . . y
         . . . . .
        . . . . . .
       . . . N . . .
        . . . . . .
         . . . . .
          . . . G
        """,
    )
    moves = {token for token in TWO.legal_texts(state) if token.startswith("a1-")}
    assert moves == {f"a1-{name}" for name in NAMES if name not in ("a1", "a4", "d4", "g4")}


def test_R4_only_ones_own_towers_move_and_are_removed():
    legal = TWO.legal_texts(position(TWO, EMPTY.replace(". . . .\n", "B G . .\n", 1)))
    assert {token[:3] for token in legal if "-" in token} == {"a1-", "-a1"}


def test_R4_a_tower_removed_goes_back_to_the_hand_and_its_circle_is_empty():
    state = position(TWO, EMPTY.replace(". . . .\n", "B . . .\n", 1))
    state = play(TWO, state, "-a1")
    assert state.hand[0] == 4
    assert TWO.actor(state) == "green"
    assert "T@a1" in TWO.legal_texts(state)


@pytest.mark.parametrize("token, stone, left", [("L@a1", "b", "YRBGG"), ("R@a1", "g", "BYRBG")])
def test_R4_a_stone_is_placed_from_an_end_of_the_row(token, stone, left):
    state = play(TWO, position(TWO, row="BYRBGG"), token)
    assert row(state) == left
    assert present(scene_of(state).cells[0].piece).text == stone.upper()
    assert TWO.actor(state) == "green"


def test_R4_there_is_no_passing_and_no_row_step_out_of_turn():
    legal = TWO.legal_texts(position(TWO))
    assert not [token for token in legal if token == "keep" or ">" in token]


# The row step

MOVED = EMPTY.replace(". . . .\n", "B . . .\n", 1)


def test_R4_after_a_move_the_same_seat_has_the_row_step():
    state = play(TWO, position(TWO, MOVED, row="BYRGG"), "a1-a2")
    assert TWO.actor(state) == "blue"
    assert TWO.legal_texts(state) == sorted(
        ["L>1", "L>2", "L>3", "L>4", "R>0", "R>1", "R>2", "R>3", "keep"]
    )


@pytest.mark.parametrize(
    "token, expected",
    [
        ("L>1", "YBRGG"),
        ("L>3", "YRGBG"),
        ("L>4", "YRGGB"),
        ("R>0", "GBYRG"),
        ("R>2", "BYGRG"),
        ("R>3", "BYRGG"),
        ("keep", "BYRGG"),
    ],
)
def test_R4_the_number_is_the_place_that_the_stone_then_has(token, expected):
    state = play(TWO, position(TWO, MOVED, row="BYRGG"), f"a1-a2 {token}")
    assert row(state) == expected
    assert TWO.actor(state) == "green"


def test_R4_places_reach_to_the_end_of_the_longest_row():
    state = position(FOUR, OPEN.replace(". . . .\n", "B . . .\n", 1), row=full_row(FOUR))
    state = play(FOUR, state, "a1-a2")
    assert len(FOUR.legal_actions(state)) == 2 * 71 + 1
    assert row(play(FOUR, state, "L>71")) == full_row(FOUR)[1:] + "B"
    assert row(play(FOUR, state, "R>0")) == "G" + full_row(FOUR)[:-1]


def test_R4_by_default_placing_and_removing_a_tower_give_no_row_step():
    assert TWO.actor(play(TWO, position(TWO), "T@a1")) == "green"
    assert TWO.actor(play(TWO, position(TWO, MOVED), "-a1")) == "green"


@pytest.mark.parametrize("token", ["T@b1", "-a1", "a1-a2"])
def test_R4_with_insert_any_each_thing_done_with_a_tower_gives_the_row_step(token):
    state = play(ANY, position(ANY, MOVED), token)
    assert ANY.actor(state) == "blue"
    assert "keep" in ANY.legal_texts(state)
    assert ANY.actor(play(ANY, state, "R>0")) == "green"


def test_R4_a_stone_never_gives_the_row_step():
    assert ANY.actor(play(ANY, position(ANY, MOVED), "L@a2")) == "green"


# R5 Score ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "stones, points", [("B", (4, 1)), ("Y", (2, 2)), ("R", (1, 1)), ("G", (1, 4))]
)
def test_R5_a_noble_is_4_a_peasant_2_a_foreigner_1_for_every_tower_that_sees_it(stones, points):
    state = position(TWO, EMPTY.replace(". . . .\n", "B . . G\n", 1), row=stones + "BYRG")
    state = play(TWO, state, "L@a2")
    assert scores(TWO, state) == dict(zip(("blue", "green"), points, strict=True))


def test_R5_all_six_directions_count():
    state = position(
        THREE,
        """
          . . . .
         . Y . B .
        . . . . . .
       B . . . . Y .
        . . . . . .
         . B . Y .
          . . . .
        """,
        to_act="green",
        row="RBYRG",
    )
    state = play(THREE, state, "L@d4")
    assert scores(THREE, state) == {"blue": 3, "yellow": 3, "green": 0}


def test_R5_a_tower_off_the_six_lines_sees_nothing():
    state = position(THREE, OPEN.replace(". . . .\n", ". B . .\n", 1), row="BYRG")
    assert scores(THREE, play(THREE, state, "L@d4"))["blue"] == 0


@pytest.mark.parametrize("direction", range(len(DIRECTIONS)))
def test_R5_only_the_first_tower_in_a_direction_scores(direction):
    state = position(THREE, OPEN, row="BYRGB")
    _, near, far = ray(NAMES.index("d4"), direction)
    put(THREE, state, NAMES.index(near), "G")
    put(THREE, state, NAMES.index(far), "B")
    assert scores(THREE, play(THREE, state, "L@d4")) == {"blue": 0, "yellow": 0, "green": 2}


def test_R5_stones_and_empty_circles_do_not_obstruct():
    state = position(TWO, EMPTY.replace(". . . .\n", ". r . B\n", 1), row="BYRGB")
    assert scores(TWO, play(TWO, state, "L@a1")) == {"blue": 4, "green": 0}


def test_R5_the_neutral_tower_obstructs_and_scores_for_nobody():
    state = position(
        TWO,
        """
          . . . .
         . . . . .
        . . . . . .
       . . . N . . B
        . . . . . .
         . . . . .
          . . . .
        """,
        row="BYRGBB",
    )
    state = play(TWO, state, "L@d1")
    assert scores(TWO, state) == {"blue": 0, "green": 0}
    assert scores(TWO, play(TWO, state, "R@d5")) == {"blue": 4, "green": 0}


def test_R5_a_stone_scores_for_its_opponents_too_whoever_placed_it():
    state = position(TWO, EMPTY.replace(". . . .\n", "B . . .\n", 1), "green", row="BYRG")
    assert scores(TWO, play(TWO, state, "L@a2")) == {"blue": 4, "green": 0}


def test_R5_stones_on_the_board_score_no_more_when_towers_come_or_go():
    state = position(TWO, EMPTY.replace(". . . .\n", "b . . .\n", 1))
    state = play(TWO, state, "T@a2 T@b1 a2-a4 keep -b1 -a4")
    assert scores(TWO, state) == {"blue": 0, "green": 0}


# R6 End ------------------------------------------------------------------------------------------


def test_R6_the_game_ends_when_a_colour_is_no_longer_in_the_row():
    state = play(TWO, position(TWO, row="BYRGYRG"), "L@a1")
    assert state.to_act == TERMINAL and state.ending == COLOUR_GONE


def test_R6_the_game_goes_on_while_a_stone_of_each_colour_is_in_the_row():
    state = play(TWO, position(TWO, row="BYRGYRG"), "R@a1")
    assert TWO.actor(state) == "green"


ONE_EMPTY = """
      . r r r
     r r r r r
    r r r r r r
   r r r N r r r
    r r r r r r
     r r r r r
      r r r r
"""


@pytest.mark.parametrize("token", ["L@a1", "T@a1"])
def test_R6_the_game_ends_when_no_circle_is_empty(token):
    state = play(TWO, position(TWO, ONE_EMPTY), token)
    assert state.to_act == TERMINAL and state.ending == BOARD_FULL


def test_R6_the_row_step_still_belongs_to_the_last_turn():
    state = play(ANY, position(ANY, ONE_EMPTY), "T@a1")
    assert ANY.actor(state) == "blue"
    state = play(ANY, state, "keep")
    assert state.to_act == TERMINAL and state.ending == BOARD_FULL


def test_R6_moving_a_tower_to_the_last_circle_leaves_its_own_empty():
    state = position(TWO, ONE_EMPTY.replace(" . r", " . B", 1))
    state = play(TWO, state, "a2-a1 keep")
    assert TWO.actor(state) == "green"


@pytest.mark.parametrize("table, turns", [(TWO, 24), (THREE, 36), (FOUR, 48)])
def test_R6_the_game_ends_after_twelve_turns_a_seat_without_a_stone(table, turns):
    state = position(table, EMPTY if table is TWO else OPEN)
    seats = len(table.seats)
    for turn in range(turns):
        assert state.to_act == turn % seats
        circle = f"b{turn % seats + 1}"
        state = play(table, state, f"T@{circle}" if turn // seats % 2 == 0 else f"-{circle}")
    assert state.to_act == TERMINAL and state.ending == QUIET


def test_R6_a_row_step_is_no_turn_of_its_own():
    state = play(TWO, position(TWO, MOVED), "a1-a2 keep")
    assert state.quiet_turns == 1


def test_R6_a_stone_placed_begins_the_count_again():
    state = position(TWO)
    state.quiet_turns = 23
    state = play(TWO, state, "L@a1")
    assert state.quiet_turns == 0
    assert TWO.actor(state) == "green"


# R7 Last score -----------------------------------------------------------------------------------


def ended(diagram: str) -> State:
    """The end of a game of two, by the last red stone, which blue places on g4."""
    return play(TWO, position(TWO, diagram, row="RBYG"), "L@g4")


def test_R7_each_pair_of_a_peasant_and_an_own_tower_in_line_adds_2():
    state = ended(
        """
          B y . .
         y . . . .
        . . . . . .
       . . . N . . .
        . . . . . .
         . . . . .
          . . . .
        """
    )
    assert scores(TWO, state) == {"blue": 4, "green": 0}


def test_R7_one_stone_makes_a_pair_with_each_tower_that_sees_it():
    state = ended(
        """
          B y G B
         . . . . .
        . . . . . .
       . . . N . . .
        . . . . . .
         . . . . .
          . . . .
        """
    )
    assert scores(TWO, state) == {"blue": 2, "green": 2}


def test_R7_stones_between_do_not_matter_but_any_tower_does():
    state = ended(
        """
          B r b y
         . . . . .
        . . . . . .
       . y . N . B .
        . . . . . .
         . . . . .
          . . . .
        """
    )
    assert scores(TWO, state) == {"blue": 2, "green": 0}


def test_R7_nobles_and_foreigners_add_nothing():
    state = ended(
        """
          B b r g
         . . . . .
        . . . . . .
       . . . N . . .
        . . . . . .
         . . . . .
          . . . .
        """
    )
    assert scores(TWO, state) == {"blue": 0, "green": 0}


def test_R7_the_last_stone_scores_first_and_counts_then_too():
    state = position(TWO, EMPTY.replace(". . . .\n", "B . . .\n", 1), row="YBRG")
    assert scores(TWO, play(TWO, state, "L@a3")) == {"blue": 2 + 2, "green": 0}


# R8 Winner ---------------------------------------------------------------------------------------


def test_R8_the_highest_score_wins():
    state = position(TWO, EMPTY.replace(". . . .\n", "B . . .\n", 1), row="RBYG")
    state = play(TWO, state, "L@a2")
    assert winners(TWO, state) == {"blue"}
    assert TWO.returns(state) == [1, -1]


def test_R8_ties_share_the_win():
    state = position(THREE, OPEN.replace(". . . .\n", "B . Y .\n", 1), "green", row="RBYG")
    state = play(THREE, state, "L@a2")
    assert winners(THREE, state) == {"blue", "yellow"}
    assert THREE.returns(state) == [0.25, 0.25, -0.5]


# The table

THREE_MOVED = OPEN.replace(". . . .\n", "B Y G .\n", 1)


@pytest.mark.parametrize("ending", [BY_RESIGNATION, BY_TIME])
def test_R8_with_two_seats_the_other_wins_at_once_even_in_the_set_up(ending):
    state = TWO.new_state()
    TWO.resign(state, 1, ending)
    assert winners(TWO, state) == {"blue"}
    assert state.ending == ending
    state = play(TWO, position(TWO, MOVED), "a1-a2")
    TWO.resign(state, 0, ending)
    assert winners(TWO, state) == {"green"}


def test_R8_a_draw_is_shared_by_all_who_have_not_left():
    state = position(THREE, OPEN)
    THREE.resign(state, 1)
    THREE.end_by_agreement(state)
    assert winners(THREE, state) == {"blue", "green"}
    assert state.ending == BY_AGREED_DRAW


def test_R8_leaving_in_ones_own_turn_ends_it_and_counts_as_a_turn():
    state = position(THREE, OPEN, "blue")
    THREE.resign(state, 0)
    assert THREE.actor(state) == "yellow"
    assert state.quiet_turns == 1


def test_R8_leaving_in_the_row_step_ends_the_turn():
    state = play(THREE, position(THREE, THREE_MOVED), "a1-a4")
    THREE.resign(state, 0)
    assert THREE.actor(state) == "yellow"
    assert state.row_step == 0 and state.quiet_turns == 1
    assert "-a2" in THREE.legal_texts(state)


def test_R8_leaving_in_anothers_turn_changes_nothing_now():
    state = play(THREE, position(THREE, THREE_MOVED), "a1-a4")
    THREE.resign(state, 1)
    assert THREE.actor(state) == "blue" and state.row_step == 1
    assert THREE.actor(play(THREE, state, "keep")) == "green"


def test_R8_leaving_may_end_the_game_by_R6():
    state = position(THREE, THREE_MOVED)
    state.quiet_turns = 35
    state.score[0] = 9
    state.score[1] = 5
    THREE.resign(state, 0)
    assert state.ending == QUIET
    assert winners(THREE, state) == {"yellow"}


def test_R8_leaving_in_the_row_step_on_a_full_board_ends_the_game():
    table = game(seats="3", insert="any")
    state = play(table, position(table, ONE_EMPTY.replace("N", "r")), "T@a1")
    table.resign(state, 0)
    assert state.ending == BOARD_FULL
    assert winners(table, state) == {"yellow", "green"}


def test_R8_a_seat_that_left_counts_among_the_seats_of_R6():
    state = position(THREE, OPEN)
    THREE.resign(state, 1)
    state.quiet_turns = 34
    state = play(THREE, state, "T@a1")
    assert THREE.actor(state) == "green"
    assert play(THREE, state, "T@a2").ending == QUIET


def test_R8_a_seat_that_left_and_is_drawn_to_begin_is_passed_over():
    state = THREE.new_state()
    THREE.resign(state, 2)
    state = play(THREE, state, " ".join(full_row(THREE)))
    assert THREE.legal_texts(state) == ["first=blue", "first=green", "first=yellow"]
    state = play(THREE, state, "first=green")
    assert THREE.actor(state) == "blue"
    assert state.first == 0


def test_R8_leaving_in_the_set_up_leaves_chance_to_act():
    state = play(THREE, THREE.new_state(), "B Y")
    THREE.resign(state, 0)
    assert state.to_act == CHANCE
    THREE.resign(state, 1)
    assert winners(THREE, state) == {"green"}


def test_R8_towers_of_a_seat_that_left_still_score_and_obstruct_but_it_never_wins():
    state = position(
        THREE,
        """
          B r Y r
         y . . . .
        . . . . . .
       . . . . . . .
        . . . . . .
         . . . . .
          . . . G
        """,
        "yellow",
        row="YBRG",
    )
    THREE.resign(state, 0)
    state = play(THREE, state, "L@g1")
    assert scores(THREE, state) == {"blue": 2, "yellow": 0, "green": 1}
    assert winners(THREE, state) == {"green"}
    state = position(THREE, OPEN.replace(". . . .\n", ". B . Y\n", 1), "green", row="BRYGB")
    THREE.resign(state, 0)
    assert scores(THREE, play(THREE, state, "L@a1"))["blue"] == 4


def test_R8_there_is_no_last_score_when_the_table_ends_the_game():
    state = position(TWO, EMPTY.replace(". . . .\n", "B y . .\n", 1))
    TWO.resign(state, 1)
    assert scores(TWO, state) == {"blue": 0, "green": 0}


# Options -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given, words",
    [
        ({"seats": "5"}, "seats=5: the option seats of Nobles and Peasants is 2 or 3 or 4."),
        ({"stones": "7"}, "stones=7: the option stones of Nobles and Peasants is 8 to 20."),
        ({"stones": "21"}, "8 to 20"),
        ({"insert": "never"}, "move or any"),
        ({"map": "hexagon"}, "it has seats, stones, insert"),
    ],
)
def test_an_option_that_it_cannot_take_is_refused_with_a_sentence(given, words):
    with pytest.raises(OptionError, match=words):
        load("nobles-and-peasants", given)


def test_only_options_that_differ_from_the_default_are_changed_options():
    table = load("nobles-and-peasants", {"seats": "2", "stones": "8"})
    assert dict(table.changed_options) == {"stones": "8"}
    assert dict(table.options) == {"seats": "2", "stones": "8", "insert": "move"}


# Explanations ------------------------------------------------------------------------------------

CROWDED = """
      B . y G
     . . . . .
    . . . . . .
   . . . N . . .
    . . . . . .
     . . . . .
      . . . .
"""


def refusal(text: str, diagram: str = CROWDED, table=TWO, before: str = "") -> str:
    """The sentence that answers blue."""
    state = play(table, position(table, diagram, row="BYRGG"), before)
    with pytest.raises(IllegalStep) as refused:
        table.text_to_choice(state, text)
    return str(refused.value)


@pytest.mark.parametrize(
    "text, why",
    [
        ("T@h1", "there is no circle h1; the rows are a to g (R1)"),
        ("L@a5", "there is no circle a5; row a has a1 to a4 (R1)"),
        ("a1-d8", "there is no circle d8; row d has d1 to d7 (R1)"),
        ("-c0", "there is no circle c0; row c has c1 to c6 (R1)"),
    ],
)
def test_explain_a_circle_that_does_not_exist(text, why):
    assert refusal(text) == f"{text}: {why}"


@pytest.mark.parametrize(
    "text, why",
    [
        ("T@a1", "a1 is not empty: blue's tower is there (R4)"),
        ("L@a4", "a4 is not empty: green's tower is there (R4)"),
        ("R@d4", "d4 is not empty: the neutral tower is there (R4)"),
        ("a1-a3", "a3 is not empty: a yellow stone is there (R4)"),
    ],
)
def test_explain_a_circle_that_is_not_empty(text, why):
    assert refusal(text) == f"{text}: {why}"


def test_explain_a_hand_without_towers():
    diagram = EMPTY.replace(". . . .\n", "B B B B\n", 1)
    assert refusal("T@b1", diagram) == "T@b1: blue has no tower left in its hand (R4)"


@pytest.mark.parametrize(
    "text, why",
    [
        ("a2-b1", "a2 is empty; there is no tower (R4)"),
        ("-a2", "a2 is empty; there is no tower (R4)"),
        ("a3-b1", "a yellow stone is on a3, and only towers can be moved or removed (R4)"),
        ("-a3", "a yellow stone is on a3, and only towers can be moved or removed (R4)"),
        ("a4-b1", "green's tower is on a4; you may move and remove only your own (R4)"),
        ("-a4", "green's tower is on a4; you may move and remove only your own (R4)"),
        ("d4-b1", "the neutral tower on d4 belongs to nobody and never moves (R3)"),
        ("-d4", "the neutral tower on d4 belongs to nobody and never moves (R3)"),
        ("a1-a1", "the tower is already on a1; it must move to an empty circle (R4)"),
    ],
)
def test_explain_a_tower_that_cannot_be_moved_or_removed(text, why):
    assert refusal(text) == f"{text}: {why}"


@pytest.mark.parametrize("text", ["keep", "L>2", "R>0", "L>99"])
def test_explain_the_row_out_of_its_time(text):
    assert refusal(text) == f"{text}: the row may be changed only right after moving a tower (R4)"
    assert refusal(text, table=ANY) == (
        f"{text}: the row may be changed only right after placing, moving or removing a tower (R4)"
    )


@pytest.mark.parametrize("text", ["T@b1", "a2-b2", "-a2", "L@b1", "R@z9"])
def test_explain_that_the_row_step_comes_first(text):
    assert refusal(text, before="a1-a2") == (
        f"{text}: the tower has been placed, moved or removed; now L>4 or R>0 moves the stone at "
        "the left or right end of the row to that place, and keep leaves the row as it is (R4)"
    )


@pytest.mark.parametrize(
    "text, why",
    [
        ("L>0", "the stone at the left end is already at place 0 (R4)"),
        ("R>4", "the stone at the right end is already at place 4 (R4)"),
        ("L>5", "the row has 5 stones; its places are 0 to 4 (R4)"),
        ("R>72", "the row has 5 stones; its places are 0 to 4 (R4)"),
        ("L>" + "9" * 38, "the row has 5 stones; its places are 0 to 4 (R4)"),
        ("L>03", "no leading zeros: write L>3 (R4)"),
        ("R>00", "no leading zeros: write R>0 (R4)"),
    ],
)
def test_explain_a_place_of_the_row_that_cannot_be(text, why):
    assert refusal(text, before="a1-a2") == f"{text}: {why}"


@pytest.mark.parametrize("text", ["B", "G", "first=green", "first=nobody"])
def test_explain_a_token_of_chance(text):
    assert refusal(text) == (
        f"{text}: chance has drawn the row and the seat that begins; now blue is to act (R3)"
    )


@pytest.mark.parametrize("text", ["resign=blue", "time=green", "draw", "agree", "resign"])
def test_explain_a_step_of_the_table(text):
    why = "resigning, time and draws are steps of the table, not moves (R8)"
    assert refusal(text) == f"{text}: {why}"


def test_explain_passing():
    assert refusal("pass") == "pass: you may not pass (R4)"
    assert refusal("pass", before="a1-a2") == (
        "pass: you may not pass, but you can write keep to leave the row as it is (R4)"
    )


@pytest.mark.parametrize(
    "text, token",
    [
        ("t@D5", "T@d5"),
        (" L@a2", "L@a2"),
        ("A1-A2", "a1-a2"),
        ("a1 - a2", "a1-a2"),
        ("KEEP", "keep"),
    ],
)
def test_explain_capitals_and_blanks(text, token):
    why = f"upper and lower case and spaces matter: write {token} (R4)"
    assert refusal(text) == f"{text}: {why}"


@pytest.mark.parametrize(
    "text, token", [("T@a01", "T@a1"), ("a01-b2", "a1-b2"), ("-a001", "-a1"), ("R@g04", "R@g4")]
)
def test_explain_zeros_before_a_number(text, token):
    assert refusal(text) == f"{text}: no leading zeros: write {token} (R4)"


@pytest.mark.parametrize("text", ["-", "--"])
def test_explain_a_removal_that_is_cut_off(text):
    assert refusal(text) == f"{text}: to remove a tower, write - and its circle, e.g. -c3 (R4)"
    assert "is not a move. L>4 or R>0" in refusal(text, before="a1-a2")


@pytest.mark.parametrize("text", ["", "hello", "T@", "L@d", "a1-", "L>", "L>-1", "\x00", "é"])
def test_explain_what_is_no_token(text):
    sentence = refusal(text)
    assert "(R4)" in sentence
    assert "is not a move. T@d4 places a tower, c3-d4 moves one" in sentence
    assert "is not a move. L>4 or R>0" in refusal(text, before="a1-a2")


def test_explain_quotes_little_of_a_long_text():
    assert len(refusal("T@d4" * 10_000)) < 300
    with pytest.raises(IllegalStep) as refused:
        TWO.text_to_choice(TWO.new_state(), "B" * 10_000)
    assert len(str(refused.value)) < 200


def explained(state: State, text: str) -> str:
    """Why this text is not legal."""
    return TWO.notation.explain(TWO.params, TWO.open_view(state), text)


@pytest.mark.parametrize("text", ["L@b1", "T@b1", "a1-b1", "-a1"])
def test_explain_does_not_fail_for_what_is_legal(text):
    state = position(TWO, CROWDED)
    assert "nothing forbids it" in explained(state, text)
    state = play(TWO, state, "a1-a2")
    for token in ("keep", "L>5", "R>0"):
        assert "nothing forbids it" in explained(state, token)


@pytest.mark.parametrize(
    "before, text, why",
    [
        ("B B B B", "B", "no blue stone is left in the box; now chance draws a stone into the row"),
        ("B", "first=blue", "the row is not complete: 22 stones are still to be drawn (R3)"),
        ("B", "first=red", "there is no such seat; the seats are blue, green (R2)"),
        ("B", "T@a1", "this is a seat's step; now chance draws a stone into the row, B or Y"),
        (
            "B",
            "W",
            "this is not an outcome; now chance draws a stone into the row, B or Y or R or G",
        ),
        ("B", "b", "upper and lower case and spaces matter: write B (R3)"),
        ("B", " G", "upper and lower case and spaces matter: write G (R3)"),
        ("all", "First=Blue", "write first=blue (R3)"),
        ("B", "draw", "steps of the table"),
        ("all", "Y", "all stones are in the row; now chance decides who begins, first=blue or"),
        ("all", "first=red", "there is no such seat; the seats are blue, green (R2)"),
    ],
)
def test_explain_an_outcome_that_cannot_be(before, text, why):
    small = game(stones="8")
    before = " ".join(full_row(small)) if before == "all" else before
    state = play(small, small.new_state(), before)
    with pytest.raises(IllegalStep) as refused:
        small.text_to_choice(state, text)
    assert str(refused.value).startswith(f"{text}: ")
    assert why in str(refused.value)


# What is drawn, and the hint for bots ------------------------------------------------------------


def test_the_scene_shows_board_row_hands_and_scores():
    state = play(TWO, position(TWO, CROWDED, row="BYRGG"), "L@a2")
    scene = scene_of(state)
    pieces = {cell.name: cell.piece for cell in scene.cells}
    tower, neutral, stone = (present(pieces[name]) for name in ("a1", "d4", "a3"))
    assert tower.kind == "tower" and tower.seat == "blue"
    assert neutral.seat is None and neutral.color == "red"
    assert stone.kind == "stone" and stone.color == "yellow"
    assert pieces["b1"] is None
    assert "".join(piece.text for piece in scene.trays[0].pieces) == "YRGG"
    assert scene.trays[1].note == "0 blue, 1 yellow, 1 red, 2 green"
    assert [len(tray.pieces) for tray in scene.trays[2:]] == [3, 3]


def test_one_point_and_one_stone_are_no_points_and_no_stones():
    state = position(TWO, CROWDED, row="BYRGG")
    for number, points in ((0, "0 points"), (1, "1 point"), (2, "2 points")):
        state.score[0] = number
        assert scene_of(state).trays[2].note.startswith(f"{points}; blue 4")
    for number, stones in (
        (0, "0 stones"),
        (1, "1 stone, place 0"),
        (2, "2 stones, places 0 to 1"),
    ):
        state.length = number
        assert scene_of(state).trays[0].note == stones
    drawing = TWO.new_state()
    drawing.length, drawing.row[:] = TWO.params.row_length - 1, 1
    assert notes(drawing)[0] == "1 stone still to be drawn into the row (R3)"
    refused = present(TWO.notation.explain_outcome)(TWO.params, drawing, "first=blue")
    assert "1 stone is still to be drawn" in refused


def test_the_scene_says_what_must_be_done_now():
    assert "71 stones" in notes(TWO.new_state())[0]
    state = position(TWO, CROWDED)
    assert "place, move or remove a tower" in scene_of(state).task
    after = scene_of(play(TWO, state, "a1-a2"))
    assert "or leave the row as it is" in after.task
    state.quiet_turns = 12
    assert notes(state)[-1] == "No stone placed for 12 turns: at 24 the game ends (R6)"


def test_the_scene_warns_of_the_end():
    assert "1 blue in the row: the game ends with the last (R6)" in notes(
        position(TWO, row="BYYYYRRRRGGGG")
    )
    assert "1 empty on the board: the game ends with the last (R6)" in notes(
        position(TWO, ONE_EMPTY)
    )


def scene_of(state: State) -> Scene:
    return TWO.scene(TWO.params, TWO.open_view(state))


def notes(state: State) -> tuple[str, ...]:
    return scene_of(state).notes


def test_the_hint_is_the_lead_with_the_last_score_counted_in():
    state = position(TWO, EMPTY.replace(". . . .\n", "B y . .\n", 1))
    seen = TWO.open_view(state)
    assert TWO.score(TWO.params, seen, 0) == 2
    assert TWO.score(TWO.params, seen, 1) == -2
    state = play(TWO, position(TWO, EMPTY.replace(". . . .\n", "B y . .\n", 1), row="RBYG"), "L@g4")
    assert TWO.score(TWO.params, TWO.open_view(state), 0) == 2
