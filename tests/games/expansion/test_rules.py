"""The rules of Expansion, paragraph by paragraph."""

from itertools import pairwise

import pytest

from siegeworks.core.contract import (
    BY_AGREED_DRAW,
    BY_RESIGNATION,
    BY_TIME,
    CHANCE,
    SPECTATOR,
    TERMINAL,
)
from siegeworks.core.errors import IllegalStep, OptionError
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.core.scene import Piece
from siegeworks.core.traversal.playouts import playouts
from siegeworks.games import load
from siegeworks.games.expansion.params import cells, homes, place_of
from siegeworks.games.expansion.state import (
    AGREED,
    ALL_TILES,
    FEW_MINIONS,
    MOONS,
    MOST_TILES,
    QUIET,
    SAME_BOARD,
    SUNS,
)
from siegeworks.play.record import Record, RecordError, parse_record, replay
from siegeworks.play.table import Table
from tests.games.expansion.positions import (
    PLACED,
    START,
    drawn,
    game,
    moves_from,
    play,
    position,
    set_up,
    tile_names,
    tiles,
    values,
    winners,
    with_chance,
    word_of,
)
from tests.present import present

SECRET, RANDOM, NO_NOTES = game(), game(setup="random"), game(notes="off")
CELLS = cells(SECRET.params)
HOMES = homes(SECRET.params, SUNS), homes(SECRET.params, MOONS)
GIVEN = "a1=5 b1=4 a2=3 b2=2 c1=A a3=0 f6=0 e6=A f5=2 e5=3 d6=4 f4=5"

# A minion each in the centre, two more each in the corners.
DUEL = """
.  .  .  .  .  {3}
.  .  .  .  .  {4}
.  .  .  .  .  .
.  .  {0} {1} .  .
{2} .  .  .  .  .
{5} .  .  .  .  .
"""

# Two suns alone: the moons pass, so that boards come again when the suns will.
ALONE = """
.  .  .  .  .  .
.  .  .  .  .  .
.  .  .  .  .  .
.  .  .  .  .  .
.  .  .  .  .  .
s5 .  .  .  .  s4
"""


def duel(sun: str, moon: str, to_act: str = "suns", **more: str):
    """A sun on c3 and a moon on d3; in the corners 4 and 0 or, if these fight, others."""
    suns = [f"s{value}" for value in "4025" if value != sun]
    moons = [f"m{value}" for value in "4025" if value != moon]
    words = (f"s{sun}", f"m{moon}", suns[0], moons[0], moons[1], suns[1])
    return position(SECRET, DUEL.format(*words), to_act, **more)


# R1 Board ----------------------------------------------------------------------------------------


def test_R1_36_cells_from_a1_to_f6():
    assert len(CELLS) == 36
    assert CELLS[0] == "a1" and CELLS[5] == "f1" and CELLS[6] == "a2" and CELLS[35] == "f6"


def test_R1_nine_tiles_of_four_cells_named_by_the_lower_left():
    assert tile_names(SECRET) == ["a1", "c1", "e1", "a3", "c3", "e3", "a5", "c5", "e5"]
    for tile, name in enumerate(tile_names(SECRET)):
        on_tile = [cell for cell in CELLS if SECRET.params.tile_of[place_of(cell)] == tile]
        assert on_tile[0] == name and len(on_tile) == 4
        assert SECRET.params.tile_cells[tile] == sum(1 << place_of(cell) for cell in on_tile)


# R2 Start ----------------------------------------------------------------------------------------


def test_R2_six_minions_each_in_opposite_corners():
    assert drawn(SECRET, set_up(SECRET)).split() == START.split()
    assert drawn(SECRET, SECRET.new_state()).count("s?") == 6


def test_R2_only_the_corners_are_captured():
    state = SECRET.new_state()
    assert tiles(SECRET, state, "suns") == {"a1"}
    assert tiles(SECRET, state, "moons") == {"e5"}


# R3 Values ---------------------------------------------------------------------------------------


def test_R3_values_are_placed_from_5_to_0_on_free_cells_of_ones_own():
    state = SECRET.new_state()
    free = {"a1", "b1", "a2", "b2", "c1", "a3"}
    for value, cell in zip("5432A0", ("b2", "a3", "b1", "a2", "c1", "a1"), strict=True):
        assert SECRET.actor(state) == "suns"
        assert set(SECRET.legal_texts(state)) == {f"{value}@{home}" for home in free}
        state = play(SECRET, state, f"{value}@{cell}")
        free.remove(cell)
        assert word_of(state, cell) == f"s{value}"
    assert SECRET.actor(state) == "moons"
    assert set(SECRET.legal_texts(state)) == {f"5@{home}" for home in HOMES[MOONS]}


def test_R3_the_suns_place_all_then_the_moons_then_dice_are_rolled():
    state, actors = SECRET.new_state(), []
    for token in PLACED.split():
        actors.append(SECRET.actor(state))
        state = play(SECRET, state, token)
    assert actors == ["suns"] * 6 + ["moons"] * 6
    assert SECRET.actor(state) == "chance"


def test_R3_nobody_sees_the_others_placing():
    first, other = "5@a1 4@b1 3@a2", "5@c1 4@a3 3@b2"
    for seat in (MOONS, SPECTATOR):
        seen = [SECRET.observe(play(SECRET, SECRET.new_state(), t), seat) for t in (first, other)]
        assert seen[0].tobytes() == seen[1].tobytes()
        assert not seen[0].value.any()


def test_R3_a_placing_is_hidden_from_all_but_the_seat_that_places():
    state = SECRET.new_state()
    for seats in ((SUNS, MOONS), (MOONS, SUNS)):
        for _ in range(6):
            choice = SECRET.legal_actions(state)[0]
            assert not SECRET.hides(state, choice, seats[0])
            assert SECRET.hides(state, choice, seats[1])
            assert SECRET.hides(state, choice, SPECTATOR)
            assert not SECRET.reveals(state, choice)
            state = SECRET.child(state, choice)


def test_R3_one_sees_ones_own_placing():
    seen = SECRET.observe(play(SECRET, SECRET.new_state(), "5@b2 4@a3"), SUNS)
    assert word_of(seen, "b2") == "s5" and word_of(seen, "a3") == "s4"
    assert word_of(seen, "a1") == "s?"


def test_R3_a_determinization_in_the_set_up_may_have_used_any_cells():
    seen = SECRET.observe(play(SECRET, SECRET.new_state(), "5@a1 4@b1"), MOONS)
    rng = new_rng(1)
    fives, fours = set(), set()
    for _ in range(300):
        state = SECRET.determinize(seen, rng)
        words = {word_of(state, cell): cell for cell in HOMES[SUNS]}
        assert set(words) == {"s5", "s4", "s?"}
        fives.add(words["s5"])
        fours.add(words["s4"])
    assert fives == fours == set(HOMES[SUNS])


def test_R3_with_random_set_up_chance_gives_each_cell_one_of_the_values_left():
    state = RANDOM.new_state()
    assert RANDOM.actor(state) == "chance"
    assert with_chance(RANDOM, state) == {f"a1={v}": pytest.approx(1 / 6) for v in "5432A0"}
    state = play(RANDOM, state, "a1=5")
    assert with_chance(RANDOM, state) == {f"b1={v}": pytest.approx(1 / 5) for v in "432A0"}
    state = play(RANDOM, state, "b1=0 a2=A b2=2 c1=4")
    assert with_chance(RANDOM, state) == {"a3=3": 1}
    state = play(RANDOM, state, "a3=3")
    assert with_chance(RANDOM, state) == {f"f6={v}": pytest.approx(1 / 6) for v in "5432A0"}


def test_R3_random_set_up_fills_the_cells_in_the_order_of_R2():
    state, cells = RANDOM.new_state(), []
    for token in GIVEN.split():
        cells.append({text.split("=")[0] for text in with_chance(RANDOM, state)})
        state = play(RANDOM, state, token)
    assert cells == [{cell} for cell in (*HOMES[SUNS], *HOMES[MOONS])]
    assert set(with_chance(RANDOM, state)) == {"first=suns", "first=moons"}
    assert word_of(state, "d6") == "m4"


def test_R3_the_owner_alone_sees_what_chance_gave():
    state = play(RANDOM, RANDOM.new_state(), "a1=5")
    choice = RANDOM.text_to_choice(state, "b1=4")
    assert [RANDOM.hides(state, choice, seat) for seat in (SUNS, MOONS, SPECTATOR)] == [
        False,
        True,
        True,
    ]
    assert word_of(RANDOM.observe(state, SUNS), "a1") == "s5"
    assert word_of(RANDOM.observe(state, MOONS), "a1") == "s?"


def test_R3_a_determinization_of_a_random_set_up_fills_the_same_cells():
    seen = RANDOM.observe(play(RANDOM, RANDOM.new_state(), "a1=5 b1=4"), MOONS)
    rng = new_rng(2)
    words = set()
    for _ in range(300):
        state = RANDOM.determinize(seen, rng)
        assert [word_of(state, cell) for cell in ("a2", "b2", "c1", "a3")] == ["s?"] * 4
        words.add(word_of(state, "a1") + word_of(state, "b1"))
    assert len(words) == 30


@pytest.mark.parametrize("options", [{"setup": "open"}, {"notes": "yes"}, {"seats": "2"}])
def test_R3_other_options_are_refused(options):
    with pytest.raises(OptionError, match=r"Expansion"):
        load("expansion", options)


# R4 Who begins -----------------------------------------------------------------------------------


def test_R4_each_seat_is_equally_likely_to_begin():
    state = play(SECRET, SECRET.new_state(), PLACED)
    assert with_chance(SECRET, state) == {"first=suns": 0.5, "first=moons": 0.5}


@pytest.mark.parametrize("first", ["suns", "moons"])
def test_R4_the_seat_that_is_drawn_makes_the_first_move(first):
    state = set_up(SECRET, first)
    assert SECRET.actor(state) == first
    assert SECRET.seats[state.first] == first
    choice = SECRET.legal_actions(state)[0]
    assert not any(SECRET.hides(state, choice, seat) for seat in (SUNS, MOONS, SPECTATOR))


# R5 Turn -----------------------------------------------------------------------------------------


def test_R5_at_the_start_there_are_six_walks():
    assert SECRET.legal_texts(set_up(SECRET)) == [
        "a3-a4",
        "a3-b3",
        "b2-b3",
        "b2-c2",
        "c1-c2",
        "c1-d1",
    ]
    assert len(SECRET.legal_texts(set_up(SECRET, "moons"))) == 6


def test_R5_five_jumps_are_on_the_board_at_the_start_but_barred():
    state = set_up(SECRET)
    walks = set(SECRET.legal_texts(state))
    state.begun = 1
    jumps = set(SECRET.legal_texts(state)) - walks
    assert jumps == {"a1-c3", "a2-a4", "a2-c2", "b1-d1", "b1-b3"}


def test_R5_only_the_very_first_move_is_barred_from_jumping():
    state = play(SECRET, set_up(SECRET), "a3-a4")
    assert "f5-f3" in SECRET.legal_texts(state)


def test_R5_the_minion_on_d3_has_exactly_six_moves():
    # With moons on d3 c4 e3 f3 d2 e1 and suns on a6 b5 b4 d4 a2 c2.
    state = position(
        SECRET,
        """
        s5 .  .  .  .  .
        .  s4 .  .  .  .
        .  s3 mA s2 .  .
        .  .  .  m5 m4 m3
        sA .  s0 m2 .  .
        .  .  .  .  m0 .
        """,
        "moons",
        suns="a1 a5",
        moons="e5 e3",
    )
    assert moves_from(SECRET, state, "d3") == {"c3", "d4", "b5", "d5", "b1", "d1"}
    combats = {
        target
        for target in ("c3", "d4", "b5", "d5", "b1", "d1")
        if SECRET.reveals(state, SECRET.text_to_choice(state, f"d3-{target}"))
    }
    assert combats == {"d4", "b5"}


SCATTERED = """
s5 .  .  .  .  s4
.  .  .  .  .  .
.  .  .  s3 .  .
.  .  .  .  .  .
.  .  .  .  .  .
s2 .  .  .  .  s0
"""


def test_R5_a_walk_goes_to_the_four_neighbours():
    state = position(SECRET, SCATTERED)
    assert moves_from(SECRET, state, "d4") == {"c4", "e4", "d5", "d3"}


def test_R5_nobody_leaves_the_board():
    state = position(SECRET, SCATTERED)
    assert moves_from(SECRET, state, "a1") == {"a2", "b1"}
    assert moves_from(SECRET, state, "f1") == {"e1", "f2"}
    assert moves_from(SECRET, state, "a6") == {"a5", "b6"}
    assert moves_from(SECRET, state, "f6") == {"e6", "f5"}


def test_R5_nobody_jumps_off_the_board():
    edges = """
        .  .  .  .  .  .
        s5 m5 .  .  m2 s4
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        s3 m3 .  .  m4 s2
        """
    state = position(SECRET, edges)
    assert moves_from(SECRET, state, "a5") == {"a6", "a4", "b5", "c5"}
    assert moves_from(SECRET, state, "f5") == {"f6", "f4", "e5", "d5"}
    moons = position(SECRET, edges, "moons")
    assert moves_from(SECRET, moons, "b5") == {"a5", "c5", "b6", "b4"}
    assert moves_from(SECRET, moons, "e1") == {"f1", "d1", "e2"}


def test_R5_one_jumps_over_either_sides_minions_in_all_eight_directions():
    state = position(
        SECRET,
        """
        .  .  .  .  .  .
        .  s2 m2 s3 .  .
        .  m3 s5 m4 .  .
        .  s4 m5 s0 .  .
        .  .  .  .  .  .
        .  .  .  .  .  mA
        """,
        suns="a1 a3",
    )
    jumps = {"a6", "c6", "e6", "a4", "e4", "a2", "c2", "e2"}
    assert moves_from(SECRET, state, "c4") == jumps | {"c5", "b4", "d4", "c3"}
    after = play(SECRET, state, "c4-e6")
    assert word_of(after, "d5") == "s3" and word_of(after, "e6") == "s5"
    after = play(SECRET, state, "c4-a4")
    assert word_of(after, "b4") == "m3"  # not harmed


def test_R5_nobody_moves_onto_a_minion_of_its_own():
    state = set_up(SECRET)
    state.begun = 1
    for text in SECRET.legal_texts(state):
        assert word_of(state, text[3:])[0] != "s"


def test_R5_a_seat_without_minions_passes():
    state = position(SECRET, ALONE, "moons")
    assert SECRET.legal_texts(state) == ["pass"]
    after = play(SECRET, state, "pass")
    assert SECRET.actor(after) == "suns"
    assert drawn(SECRET, after) == drawn(SECRET, state)


def test_R5_a_seat_with_a_minion_does_not_pass():
    assert "pass" not in SECRET.legal_texts(set_up(SECRET))


def test_R5_seats_take_turns():
    state = play(SECRET, set_up(SECRET, "moons"), "f4-f3 a3-a4 f3-f4")
    assert SECRET.actor(state) == "suns"


# R6 Combat ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sun, moon, left",
    [
        ("5", "3", "s5"),
        ("3", "5", "m5"),
        ("2", "0", "s2"),
        ("0", "2", "m2"),
        ("0", "0", "."),
        ("3", "2", "s3"),
        ("2", "3", "m3"),
        ("5", "5", "."),
        ("2", "2", "."),
        ("A", "5", "."),
        ("5", "A", "."),
        ("A", "A", "."),
        ("A", "3", "."),
        ("2", "A", "."),
    ],
)
def test_R6_the_lower_leaves_and_an_ace_takes_its_enemy_along(sun, moon, left):
    after = play(SECRET, duel(sun, moon), "c3-d3")
    assert word_of(after, "d3") == left and word_of(after, "c3") == "."


@pytest.mark.parametrize("sun, moon, left", [("5", "3", "s5"), ("3", "5", "m5"), ("A", "2", ".")])
def test_R6_it_is_the_same_whoever_moves(sun, moon, left):
    after = play(SECRET, duel(sun, moon, "moons"), "d3-c3")
    assert word_of(after, "c3") == left and word_of(after, "d3") == "."


def test_R6_a_jump_may_end_in_combat_too():
    state = position(
        SECRET,
        """
        .  .  .  .  m4 .
        .  .  .  .  m3 .
        .  .  .  .  m2 .
        .  .  .  s3 .  .
        .  .  s5 .  .  .
        .  .  .  .  .  s2
        """,
    )
    after = play(SECRET, state, "c2-e4")
    assert word_of(after, "e4") == "s5" and word_of(after, "d3") == "s3"


def test_R6_both_values_are_shown_to_all():
    state = duel("5", "3")
    assert word_of(SECRET.observe(state, MOONS), "c3") == "s?"
    after = play(SECRET, state, "c3-d3")
    for seat in (SUNS, MOONS, SPECTATOR):
        seen = SECRET.observe(after, seat)
        assert word_of(seen, "d3") == "s5"
        assert "3" in values(seen.fallen[MOONS])


def test_R6_a_combat_reveals_and_other_moves_do_not():
    state = duel("5", "3")
    assert SECRET.reveals(state, SECRET.text_to_choice(state, "c3-d3"))
    assert not SECRET.reveals(state, SECRET.text_to_choice(state, "c3-c4"))
    passing = position(SECRET, ALONE, "moons")
    assert not SECRET.reveals(passing, SECRET.text_to_choice(passing, "pass"))


def shown_text(table: Game, code: int) -> str:
    """What a combat showed, as the game writes it."""
    return present(table.notation.shown_to_text)(table.params, code)


@pytest.mark.parametrize(
    ("sun", "moon", "to_act", "text"),
    [("5", "3", "suns", "5x3"), ("5", "3", "moons", "3x5"), ("A", "5", "suns", "Ax5")],
)
def test_R6_what_a_combat_shows_is_the_movers_value_and_the_others(sun, moon, to_act, text):
    state = duel(sun, moon, to_act)
    action = SECRET.text_to_choice(state, "c3-d3" if to_act == "suns" else "d3-c3")
    code = SECRET.shows(state, action)
    assert 0 < code < SECRET.num_shown
    assert shown_text(SECRET, code) == text


def test_R6_other_steps_show_nothing():
    state = duel("5", "3")
    assert SECRET.shows(state, SECRET.text_to_choice(state, "c3-c4")) == 0
    passing = position(SECRET, ALONE, "moons")
    assert SECRET.shows(passing, SECRET.text_to_choice(passing, "pass")) == 0
    start = SECRET.new_state()
    assert SECRET.shows(start, SECRET.text_to_choice(start, "5@a1")) == 0
    assert shown_text(SECRET, 0) == ""


def test_R6_every_code_of_what_is_shown_has_a_text_of_its_own():
    texts = [shown_text(SECRET, i) for i in range(SECRET.num_shown)]
    assert len(set(texts)) == SECRET.num_shown


def test_R6_what_was_shown_is_remembered_as_the_minion_moves():
    state = play(SECRET, duel("5", "3"), "c3-d3 f6-e6 d3-d4 e6-f6")
    assert word_of(SECRET.observe(state, MOONS), "d4") == "s5"
    assert word_of(SECRET.observe(state, MOONS), "a1") == "s?"


def test_R6_a_survivor_that_falls_later_leaves_no_trace_on_its_cell():
    state = position(
        SECRET,
        """
        .  .  .  .  .  m4
        .  .  .  m5 .  .
        .  .  .  .  .  .
        .  .  s3 m2 .  .
        s4 .  .  .  .  .
        s0 .  .  .  .  .
        """,
    )
    state = play(SECRET, state, "c3-d3 d5-d4 d3-d4")
    assert word_of(state, "d4") == "m5" and word_of(state, "d3") == "."
    assert state.shown == 1 << place_of("d4")
    assert "3" in values(state.fallen[SUNS])


# R7 Capture --------------------------------------------------------------------------------------


def test_R7_two_minions_more_capture_a_tile():
    state = play(SECRET, set_up(SECRET), "c1-c2 f4-f3")
    assert tiles(SECRET, state, "suns") == {"a1"}
    assert "c1" in tiles(SECRET, play(SECRET, state, "b1-c1"), "suns")


def test_R7_the_very_first_move_may_capture():
    assert tiles(SECRET, play(SECRET, set_up(SECRET), "b2-b3"), "suns") == {"a1", "a3"}


THREE_ON_C3 = """
m4 .  .  .  .  .
.  .  .  .  .  .
.  .  s5 m3 .  .
s0 s2 .  s4 .  .
.  .  .  .  .  .
.  .  .  .  m2 .
"""


def test_R7_one_more_is_not_enough_and_three_against_one_is():
    state = position(SECRET, THREE_ON_C3, suns="a1 a3")
    assert "c3" not in tiles(SECRET, state, "suns")
    assert "c3" in tiles(SECRET, play(SECRET, state, "b3-c3"), "suns")


def test_R7_a_tile_is_captured_when_an_enemy_leaves_it():
    state = position(SECRET, THREE_ON_C3, "moons", suns="a1 a3")
    after = play(SECRET, state, "d4-d5")
    assert tiles(SECRET, after, "suns") == {"a1", "a3", "c3"}


def test_R7_a_combat_may_capture():
    state = position(SECRET, THREE_ON_C3, suns="a1 a3")
    after = play(SECRET, state, "c4-d4")
    assert tiles(SECRET, after, "suns") == {"a1", "a3", "c3"}


def test_R7_losing_a_combat_may_give_a_tile_away():
    state = position(
        SECRET,
        """
        .  .  .  .  .  m4
        .  .  .  .  .  .
        .  .  s2 m3 .  .
        .  .  .  m5 .  .
        .  .  .  .  .  .
        s5 .  .  .  s0 .
        """,
    )
    after = play(SECRET, state, "c4-d4")
    assert "c3" in tiles(SECRET, after, "moons")


def test_R7_one_move_may_capture_one_tile_for_each_seat():
    state = position(
        SECRET,
        """
        .  .  .  .  .  m4
        .  .  .  .  .  .
        .  m3 .  s4 .  .
        s5 m2 .  .  .  .
        .  .  .  .  .  .
        s3 .  .  .  .  .
        """,
    )
    after = play(SECRET, state, "a3-c3")
    assert "a3" in tiles(SECRET, after, "moons") and "c3" in tiles(SECRET, after, "suns")
    assert after.quiet == 0


def test_R7_captured_tiles_never_change_hands():
    state = position(
        SECRET,
        """
        .  .  .  .  .  m4
        .  .  .  .  .  .
        .  m3 .  .  .  .
        m5 .  m2 .  .  .
        .  .  .  .  .  .
        s3 .  .  .  .  s4
        """,
        "moons",
        suns="a1 a3",
        moons="e5",
    )
    after = play(SECRET, state, "c3-b3")
    assert "a3" in tiles(SECRET, after, "suns")
    assert after.quiet == 1


# R8 End ------------------------------------------------------------------------------------------


FOUR_TILES = """
.  .  .  .  .  m4
.  .  .  .  .  m3
.  .  .  .  .  .
.  .  .  s2 .  .
.  .  s5 .  .  .
s4 s3 .  .  .  .
"""


def test_R8_four_tiles_besides_the_corner_end_the_game():
    state = position(SECRET, FOUR_TILES, suns="a1 c1 a3 e1")
    after = play(SECRET, state, "c2-c3")
    assert (after.ending, winners(SECRET, after)) == (MOST_TILES, {"suns"})
    assert SECRET.legal_texts(after) == []
    assert SECRET.returns(after) == [1, -1]


def test_R8_three_tiles_besides_the_corner_do_not():
    state = position(SECRET, FOUR_TILES, suns="a1 c1 e1")
    assert play(SECRET, state, "c2-c3").to_act == MOONS


def test_R8_four_tiles_captured_in_the_enemys_turn_end_the_game_too():
    state = position(SECRET, THREE_ON_C3, "moons", suns="a1 a3 c1 e1")
    after = play(SECRET, state, "d4-d5")
    assert (after.ending, winners(SECRET, after)) == (MOST_TILES, {"suns"})


ONE_AND_TWO = """
.  .  .  .  .  m4
.  .  .  .  .  .
.  .  .  .  .  .
.  .  s2 m3 .  .
.  .  .  .  .  .
.  .  .  .  .  s5
"""


def test_R8_fewer_than_two_minions_each_end_the_game():
    state = position(SECRET, ONE_AND_TWO.replace("m3", "m2"))
    after = play(SECRET, state, "c3-d3")
    assert after.ending == FEW_MINIONS and after.to_act == TERMINAL


def test_R8_one_seat_with_two_minions_plays_on():
    after = play(SECRET, position(SECRET, ONE_AND_TWO), "c3-d3")
    assert after.to_act == MOONS


def test_R8_a_lone_seat_with_two_minions_plays_on_while_the_other_passes():
    after = play(SECRET, position(SECRET, ALONE), "f1-f2 pass f2-f3 pass")
    assert after.to_act == SUNS


BACK_AND_FORTH = "a3-a4 f4-f3 a4-a3 f3-f4"


def test_R8_the_board_for_the_third_time_ends_the_game_and_the_first_board_counts():
    state = play(SECRET, set_up(SECRET), f"{BACK_AND_FORTH} a3-a4 f4-f3 a4-a3")
    assert state.to_act == MOONS
    after = play(SECRET, state, "f3-f4")
    assert after.ending == SAME_BOARD


def test_R8_values_do_not_count_for_the_same_board():
    # Two suns change places behind each other's back: other values on the same cells.
    state = position(
        SECRET,
        """
        .  .  .  .  .  m4
        .  .  .  .  .  .
        .  .  .  .  .  m3
        .  .  .  .  .  .
        s3 .  .  .  .  .
        s5 .  .  .  .  s0
        """,
    )
    swap = "a1-b1 f4-e4 a2-a1 e4-f4 b1-b2 f4-e4 b2-a2 e4-f4"
    once = play(SECRET, state, swap)
    assert word_of(once, "a1") == "s3" and word_of(once, "a2") == "s5"
    assert once.to_act == SUNS
    assert play(SECRET, once, swap).ending == SAME_BOARD


def test_R8_the_same_cells_with_the_other_seat_to_move_are_another_board():
    state = play(SECRET, position(SECRET, ALONE), "f1-f2 pass f2-f1 pass f1-f2 pass f2-f1")
    # f1 was reached four times by now, but only twice with either seat to move.
    assert state.to_act == MOONS
    assert play(SECRET, state, "pass").ending == SAME_BOARD


def test_R8_after_a_capture_no_earlier_board_comes_again():
    state = play(SECRET, set_up(SECRET), f"{BACK_AND_FORTH} b2-b3 f4-f3")
    assert state.quiet == 1  # the count starts again after the capture
    again = play(SECRET, state, f"b3-b2 f3-f4 {BACK_AND_FORTH}")
    assert drawn(SECRET, again) == drawn(SECRET, set_up(SECRET))  # the cells for the fourth time
    assert again.to_act == SUNS


def a_long_walk(moves: int) -> str:
    """A sun's way from f1 through all of ranks 2 to 6 and back, the moons passing."""
    cells = ["f1"]
    for rank in range(2, 7):
        files = "fedcba" if rank % 2 == 0 else "abcdef"
        cells += [f"{file}{rank}" for file in files]
    cells += cells[-2::-1]
    steps = [f"{a}-{b} pass" for a, b in pairwise(cells)]
    return " ".join(" ".join(steps).split()[:moves])


def test_R8_a_hundred_moves_without_combat_and_capture_end_the_game():
    state = play(SECRET, position(SECRET, ALONE), a_long_walk(99))
    assert state.to_act == MOONS and state.quiet == 99
    after = play(SECRET, state, "pass")
    assert after.ending == QUIET and winners(SECRET, after) == {"moons"}


def test_R8_a_combat_begins_the_count_of_moves_anew():
    state = play(SECRET, duel("5", "3"), "a1-b1 f6-e6 b1-a1 e6-f6")
    assert state.quiet == 4
    after = play(SECRET, state, "c3-d3")
    assert after.quiet == 0
    assert not after.boards[1:].any()


def test_R8_the_third_time_is_looked_at_before_the_hundred_moves():
    state = position(SECRET, ALONE)
    state.boards[:100] = range(1, 101)
    state.quiet = 99
    state.boards[99] = SECRET.params.digit[SUNS, 0] + SECRET.params.digit[SUNS, place_of("f1")]
    state.to_act = MOONS
    twice = state.copy()
    twice.boards[[10, 20]] = twice.boards[99]
    assert play(SECRET, state, "pass").ending == QUIET
    assert play(SECRET, twice, "pass").ending == SAME_BOARD


def test_R8_both_may_agree_after_the_first_move():
    state = set_up(SECRET)
    assert not present(SECRET.engine.may_agree)(SECRET.params, state)
    assert not present(SECRET.engine.may_agree)(SECRET.params, SECRET.new_state())
    state = play(SECRET, state, "b2-b3")
    assert present(SECRET.engine.may_agree)(SECRET.params, state)
    present(SECRET.engine.agree)(SECRET.params, state)
    assert (state.ending, winners(SECRET, state)) == (AGREED, {"suns"})
    assert not present(SECRET.engine.may_agree)(SECRET.params, state)


# R9 Winner ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "suns, moons, first, winner",
    [
        ("a1 c1", "e5", "suns", "suns"),
        ("a1", "e5 c3", "moons", "moons"),
        ("a1 c3", "e5 c5", "suns", "suns"),  # a tie: the centre
        ("a1 a5", "e5 c3", "moons", "moons"),
        ("a1 a5", "e5 c5", "suns", "moons"),  # a tie, nobody in the centre: who did not begin
        ("a1", "e5", "moons", "suns"),
    ],
)
def test_R9_most_tiles_then_the_centre_then_not_having_begun(suns, moons, first, winner):
    state = duel("5", "5", suns=suns, moons=moons, first=first)
    present(SECRET.engine.agree)(SECRET.params, state)
    assert winners(SECRET, state) == {winner}
    assert SECRET.returns(state) == ([1, -1] if winner == "suns" else [-1, 1])


@pytest.mark.parametrize("ending", [BY_RESIGNATION, BY_TIME])
@pytest.mark.parametrize("tokens", ["", "5@a1 4@b1", PLACED, f"{PLACED} first=suns a3-a4"])
def test_R9_who_resigns_or_runs_out_of_time_loses_at_any_time(tokens, ending):
    for seat, name in enumerate(SECRET.seats):
        state = play(SECRET, SECRET.new_state(), tokens)
        SECRET.resign(state, seat, ending)
        assert winners(SECRET, state) == {"suns", "moons"} - {name}
        assert state.ending == ending and state.to_act == TERMINAL
        assert present(SECRET.engine.is_sound)(SECRET.params, state)


def test_R9_who_has_most_tiles_may_still_resign():
    state = duel("5", "5", suns="a1 c1 a3")
    SECRET.resign(state, SUNS)
    assert winners(SECRET, state) == {"moons"}


@pytest.mark.parametrize("tokens", ["", PLACED, f"{PLACED} first=moons f4-f3"])
def test_R9_a_draw_is_only_by_agreement(tokens):
    state = play(SECRET, SECRET.new_state(), tokens)
    SECRET.end_by_agreement(state)
    assert winners(SECRET, state) == {"suns", "moons"} and state.ending == BY_AGREED_DRAW
    assert SECRET.returns(state) == [0, 0]


# R10 Smaller games -------------------------------------------------------------------------------

FOUR_TILES_GAME = game(board="2x2")
ROW = game(board="3x1")
TINY = game(board="3x1", values="20", quiet="4")


LAST_OF_FOUR = """
.  .  .  .
.  .  m4 .
s4 .  .  m5
s5 .  .  .
"""


@pytest.mark.parametrize(("first", "winner"), [("suns", "moons"), ("moons", "suns")])
def test_R8_the_game_ends_when_nothing_is_left_to_capture(first, winner):
    """Two tiles each: nobody has three, and none is left."""
    state = position(FOUR_TILES_GAME, LAST_OF_FOUR, "moons", suns="a1 a3", first=first)
    over = play(FOUR_TILES_GAME, state, "c3-c2")
    assert tiles(FOUR_TILES_GAME, over, "moons") == {"c1", "c3"}
    assert FOUR_TILES_GAME.endings[over.ending] == "all tiles are captured (R8)"
    assert winners(FOUR_TILES_GAME, over) == {winner}


def test_R8_no_game_of_nine_tiles_ends_because_all_are_captured():
    endings = {
        size: playouts(load("expansion", {"board": size}), new_rng(1), 500).ending
        for size in ("3x3", "2x2", "3x1")
    }
    assert {size for size, reasons in endings.items() if ALL_TILES in reasons} == {"2x2"}


def test_R8_only_a_game_of_four_tiles_has_a_ruleset_of_its_own():
    """Its records could go differently; those of all other boards go on as they were."""
    rulesets = {size: game(board=size).ruleset for size in ("3x3", "2x2", "3x1")}
    assert rulesets == {"3x3": 1, "2x2": 2, "3x1": 1}
    written = Record.of_table(Table(game(board="2x2"))).text()
    assert "ruleset: 2\n" in written
    with pytest.raises(RecordError, match="played under ruleset 1 of Expansion"):
        replay(parse_record(written.replace("ruleset: 2\n", "")))


FOUR_TILES_START = """
.  m? m? m?
s? .  m? m?
s? s5 .  m?
s? s? s? .
""".strip()

ROW_START = """
s? s? s? m? m? m?
s? s? s? m? m? m?
""".strip()


def test_R10_four_tiles_are_4_by_4_cells_with_opposite_corners():
    state = FOUR_TILES_GAME.new_state()
    assert drawn(FOUR_TILES_GAME, play(FOUR_TILES_GAME, state, "5@b2")) == FOUR_TILES_START
    assert tile_names(FOUR_TILES_GAME) == ["a1", "c1", "a3", "c3"]
    assert tiles(FOUR_TILES_GAME, state, "suns") == {"a1"}
    assert tiles(FOUR_TILES_GAME, state, "moons") == {"c3"}


def test_R10_three_tiles_in_a_row_are_6_by_2_cells_and_c2_is_the_last_to_stand_on():
    state = ROW.new_state()
    assert drawn(ROW, state) == ROW_START
    assert homes(ROW.params, SUNS) == ("a1", "b1", "a2", "b2", "c1", "c2")
    assert homes(ROW.params, MOONS) == ("f2", "e2", "f1", "e1", "d2", "d1")
    assert tile_names(ROW) == ["a1", "c1", "e1"]


@pytest.mark.parametrize("size", ["3x3", "2x2", "3x1"])
@pytest.mark.parametrize("values", ["5432A0", "54A", "20"])
def test_R10_the_board_looks_the_same_to_both_seats(size, values):
    small = game(board=size, values=values).params
    last = place_of(cells(small)[-1])
    for home, place in enumerate(small.home[SUNS, : len(values)]):
        assert place + small.home[MOONS, home] == last
        seats_tile = small.tile_of[small.home[MOONS, home]]
        assert seats_tile == small.tiles - 1 - small.tile_of[place]


@pytest.mark.parametrize(("values", "order"), [("54A", "54A"), ("20", "20"), ("5A0", "5A0")])
def test_R10_fewer_values_are_placed_in_the_same_order_on_the_first_cells(values, order):
    small = game(values=values)
    state = small.new_state()
    for seat in (SUNS, MOONS):
        free = HOMES[seat][: len(values)]
        for i, value in enumerate(order):
            assert set(small.legal_texts(state)) == {f"{value}@{cell}" for cell in free[i:]}
            state = play(small, state, f"{value}@{free[i]}")
    assert small.actor(state) == "chance"
    assert set(with_chance(small, state)) == {"first=suns", "first=moons"}


def test_R10_chance_gives_fewer_values_too():
    small = game(values="5A0", setup="random")
    state = small.new_state()
    assert with_chance(small, state) == {f"a1={v}": pytest.approx(1 / 3) for v in "5A0"}
    state = play(small, state, "a1=A b1=0")
    assert with_chance(small, state) == {"a2=5": 1}
    state = play(small, state, "a2=5 f6=5 e6=0 f5=A first=moons")
    assert drawn(small, state).split()[3:6] == [".", "m0", "m5"]


def test_R10_no_move_leaves_the_smaller_board():
    for small in (FOUR_TILES_GAME, ROW):
        on_board = set(cells(small.params))
        moves = [text for text in small.action_texts if "-" in text]
        assert {cell for text in moves for cell in text.split("-")} == on_board
        assert moves == [text for text in SECRET.action_texts if set(text.split("-")) <= on_board]


def test_R10_more_than_half_of_the_tiles_end_the_game():
    state = position(
        FOUR_TILES_GAME,
        """
        .  .  .  m4
        .  .  .  m3
        s3 .  s2 s5
        s4 .  .  .
        """,
        "moons",
        suns="a1 c1",
    )
    quiet = play(FOUR_TILES_GAME, state, "d4-c4 a1-b1 c4-d4")
    assert quiet.to_act == SUNS
    won = play(FOUR_TILES_GAME, quiet, "b1-b2 d4-c4 a2-a3 c4-d4 b2-b3")
    assert (won.ending, winners(FOUR_TILES_GAME, won)) == (MOST_TILES, {"suns"})
    assert FOUR_TILES_GAME.endings[MOST_TILES] == "two tiles captured besides the corner (R8)"


def test_R10_in_a_row_the_tile_in_the_middle_ends_the_game():
    state = play(TINY, TINY.new_state(), "2@a1 0@b1 2@f2 0@e2 first=suns b1-c1 f2-d2 c1-b1 e2-c2")
    assert tiles(TINY, state, "moons") == {"e1", "c1"}
    assert (state.ending, winners(TINY, state)) == (MOST_TILES, {"moons"})
    assert TINY.endings[MOST_TILES] == "one tile captured besides the corner (R8)"


def test_R10_fewer_quiet_moves_end_the_game():
    state = play(TINY, TINY.new_state(), "2@a1 0@b1 2@f2 0@e2 first=moons f2-f1 a1-a2 f1-f2")
    assert state.to_act == SUNS
    after = play(TINY, state, "a2-a1")
    assert (after.ending, winners(TINY, after)) == (QUIET, {"suns"})
    assert TINY.endings[QUIET] == "4 moves without combat or capture (R8)"
    once = game(quiet="1")
    assert play(once, set_up(once), "a3-a4").ending == QUIET
    assert once.endings[QUIET] == "1 move without combat or capture (R8)"


@pytest.mark.parametrize(("first", "winner"), [("suns", "moons"), ("moons", "suns")])
def test_R10_without_a_middle_tile_a_tie_goes_to_the_seat_that_did_not_begin(first, winner):
    diagram = "s5 . . m5  . . . .  . . . .  s4 . . m4".replace("  ", "\n")
    state = position(FOUR_TILES_GAME, diagram, first=first)
    present(FOUR_TILES_GAME.engine.agree)(FOUR_TILES_GAME.params, state)
    assert winners(FOUR_TILES_GAME, state) == {winner}


def test_R10_in_a_row_a_tie_goes_to_the_seat_that_did_not_begin_as_nobody_has_the_centre():
    assert tile_names(ROW)[ROW.params.centre] == "c1"
    state = play(TINY, TINY.new_state(), "2@a1 0@b1 2@f2 0@e2 first=suns a1-a2")
    present(TINY.engine.agree)(TINY.params, state)
    assert winners(TINY, state) == {"moons"}


@pytest.mark.parametrize(
    "options",
    [
        {"board": "2x1"},
        {"board": "3"},
        {"values": "5"},
        {"values": ""},
        {"values": "A5"},
        {"values": "55"},
        {"values": "5A1"},
        {"values": "5a"},
        {"quiet": "0"},
        {"quiet": "101"},
        {"quiet": "010"},
    ],
)
def test_R10_other_sizes_are_refused(options):
    with pytest.raises(OptionError):
        load("expansion", options)


# Knowledge ---------------------------------------------------------------------------------------


def test_a_seat_knows_its_own_values_only():
    state = set_up(SECRET)
    suns, moons = drawn(SECRET, SECRET.observe(state, SUNS)), SECRET.observe(state, MOONS)
    assert suns.count("m?") == 6 and "s?" not in suns
    assert drawn(SECRET, moons).count("s?") == 6 and "m?" not in drawn(SECRET, moons)
    assert drawn(SECRET, SECRET.observe(state, SPECTATOR)).count("?") == 12


def test_enemies_not_shown_may_have_any_of_the_values_not_shown():
    state = play(SECRET, duel("5", "3"), "c3-d3")
    rng = new_rng(3)
    seen, ways = SECRET.observe(state, MOONS), set()
    for _ in range(60):
        imagined = SECRET.determinize(seen, rng)
        assert word_of(imagined, "d3") == "s5"
        ways.add((word_of(imagined, "a1"), word_of(imagined, "a2")))
    assert ways == {("s4", "s0"), ("s0", "s4")}


def test_a_spectator_imagines_both_sides():
    rng = new_rng(4)
    seen = SECRET.observe(set_up(SECRET), SPECTATOR)
    imagined = [SECRET.determinize(seen, rng) for _ in range(40)]
    for cell in ("a1", "f6"):
        assert len({word_of(state, cell) for state in imagined}) > 1


def test_notes_change_nothing_in_the_game():
    state = set_up(NO_NOTES)
    assert NO_NOTES.observe(state, SUNS).tobytes() == SECRET.observe(state, SUNS).tobytes()


# Explanations ------------------------------------------------------------------------------------


def refusal(game, state, text):
    """The sentence with which a text is refused."""
    with pytest.raises(IllegalStep) as refused:
        game.text_to_choice(state, text)
    return str(refused.value)


def sentence_of(text, why):
    """How a reason is joined to the text that is refused."""
    return f"'{text}' {why}" if why.startswith("is not a move.") else f"{text}: {why}"


JUMPY = """
.  .  .  .  .  m4
.  .  .  .  .  m3
.  .  .  .  .  .
.  .  .  .  .  .
s2 .  .  .  .  .
s5 s4 .  m2 .  .
"""


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("g1-f1", "there is no cell 'g1'; files are a to f and ranks 1 to 6 (R1)"),
        ("a1-a0", "there is no cell 'a0'; files are a to f and ranks 1 to 6 (R1)"),
        ("a1-a1", "a move from a1 must end on another cell (R5)"),
        ("c3-c4", "c3 is empty; none of your minions is there (R5)"),
        ("d1-d2", "the minion on d1 belongs to the moons; the suns move only their own (R5)"),
        ("a1-a2", "one of your own minions stands on a2 (R5)"),
        ("a2-b3", "b3 is diagonal from a2; a walk goes along a rank or a file (R5)"),
        ("a2-a4", "a3 is empty, so there is no minion to jump over (R5)"),
        ("b1-d3", "c2 is empty, so there is no minion to jump over (R5)"),
        (
            "a2-d5",
            "from a2 to d5 is neither a walk to the next cell nor a jump to the cell right behind "
            "the next one (R5)",
        ),
        (
            "a2-c3",
            "from a2 to c3 is neither a walk to the next cell nor a jump to the cell right behind "
            "the next one (R5)",
        ),
        ("pass", "you have a minion on a1; only a seat without minions passes (R5)"),
        ("first=suns", "the dice have decided who begins: suns (R4)"),
        (
            "5@a1",
            "all minions are placed; a move goes from cell to cell, e.g. b1-c1 (R5)",
        ),
        (
            "a1=5",
            "only chance gives values to cells like this; a move goes from cell to cell, "
            "e.g. b1-c1 (R5)",
        ),
        (
            "agree",
            "resigning, time and draws are steps of the table, not moves (R8)",
        ),
        ("draw", "resigning, time and draws are steps of the table, not moves (R8)"),
        ("resign=suns", "resigning, time and draws are steps of the table, not moves (R8)"),
        (
            "a2",
            "a2 alone is not a move; a move goes from cell to cell, e.g. b1-c1 (R5)",
        ),
        (
            "castle",
            "is not a move. A move goes from cell to cell, e.g. b1-c1 (R5).",
        ),
        ("", "is not a move. A move goes from cell to cell, e.g. b1-c1 (R5)."),
        ("A2-A3", "upper and lower case and spaces matter: write a2-a3 (R5)"),
        (" a2 - a3 ", "upper and lower case and spaces matter: write a2-a3 (R5)"),
        ("a2a3", "upper and lower case and spaces matter: write a2-a3 (R5)"),
        ("a2–a3", "upper and lower case and spaces matter: write a2-a3 (R5)"),
        ("A2-B3", "b3 is diagonal from a2; a walk goes along a rank or a file (R5)"),
    ],
)
def test_explain_a_move_that_is_not_legal(text, sentence):
    state = position(SECRET, JUMPY)
    assert refusal(SECRET, state, text) == sentence_of(text, sentence)


def test_explain_that_the_first_move_is_a_walk():
    assert refusal(SECRET, set_up(SECRET), "a2-a4") == (
        "a2-a4: the very first move of the game is a walk; jumps come later (R5)"
    )


@pytest.mark.parametrize("text", ["a1-a2", "f6-f5", "castle"])
def test_explain_that_a_seat_without_minions_can_only_pass(text):
    state = position(SECRET, ALONE, "moons")
    assert "ou have no minion left and can only pass (R5)" in refusal(SECRET, state, text)
    assert refusal(SECRET, state, "Pass").startswith(
        "Pass: upper and lower case and spaces matter: write pass"
    )


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("6@a1", "there is no minion of value '6'; the values are 5, 4, 3, 2, A and 0 (R3)"),
        ("@a1", "there is no minion of value ''; the values are 5, 4, 3, 2, A and 0 (R3)"),
        ("3@z9", "there is no cell 'z9'; files are a to f and ranks 1 to 6 (R1)"),
        ("3@d4", "d4 is not one of your six cells a1, b1, a2, b2, c1, a3 (R2)"),
        ("3@f6", "f6 is not one of your six cells a1, b1, a2, b2, c1, a3 (R2)"),
        ("5@a2", "your 5 is already placed; now comes the 3 (R3)"),
        ("A@a2", "the order is 5, 4, 3, 2, A and 0; now comes the 3 (R3)"),
        ("3@b2", "b2 already has its minion; free: a1, b1, a2, c1 (R3)"),
        (
            "a3-a4",
            "minions move once all are placed; now place the 3 on one of your cells, "
            "e.g. 3@a1 (R3)",
        ),
        ("pass", "nobody passes; now place the 3 on one of your cells, e.g. 3@a1 (R3)"),
        ("first=suns", "the dice decide who begins, once all minions are placed (R4)"),
        (
            "a1=3",
            "only chance gives values to cells like this; now place the 3 on one of your cells, "
            "e.g. 3@a1 (R3)",
        ),
        (
            "hello",
            "is not a move. Now place the 3 on one of your cells, e.g. 3@a1 (R3).",
        ),
        ("3@A1", "upper and lower case and spaces matter: write 3@a1 (R3)"),
    ],
)
def test_explain_a_placing_that_is_not_legal(text, sentence):
    state = play(SECRET, SECRET.new_state(), "5@b2 4@a3")
    assert refusal(SECRET, state, text) == sentence_of(text, sentence)


def test_explain_an_ace_in_a_small_letter():
    state = play(SECRET, SECRET.new_state(), "5@b2 4@a3 3@a1 2@a2")
    assert refusal(SECRET, state, "a@c1") == (
        "a@c1: upper and lower case and spaces matter: write A@c1 (R3)"
    )


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("c1=4", "it is not c1's turn; now b1 gets one of the values left, e.g. b1=5 (R3)"),
        (
            "b1=3",
            "the suns' 3 is already placed; now b1 gets one of the values left, e.g. b1=5 (R3)",
        ),
        ("b1=7", "there is no minion of value '7'; the values are 5, 4, 3, 2, A and 0 (R3)"),
        ("d4=5", "no minion stands on d4 at the start (R2)"),
        ("h8=5", "there is no cell 'h8'; files are a to f and ranks 1 to 6 (R1)"),
        (
            "first=suns",
            "who begins is rolled once all minions are placed; now b1 gets one of the values left, "
            "e.g. b1=5 (R3)",
        ),
        (
            "5@b1",
            "this is a seat's step; now b1 gets one of the values left, e.g. b1=5 (R3)",
        ),
        ("nonsense", "this is not an outcome; now b1 gets one of the values left, e.g. b1=5 (R3)"),
        ("draw", "resigning, time and draws are steps of the table, not moves (R8)"),
    ],
)
def test_explain_what_chance_cannot_give(text, sentence):
    state = play(RANDOM, RANDOM.new_state(), "a1=3")
    assert refusal(RANDOM, state, text) == sentence_of(text, sentence)


@pytest.mark.parametrize(
    "text, token",
    [
        ("b1=5 ", "b1=5"),
        ("b1=a", "b1=A"),
        ("B1=5", "b1=5"),
        (" B1 = a", "b1=A"),
    ],
)
def test_explain_how_the_value_of_a_cell_is_written(text, token):
    state = play(RANDOM, RANDOM.new_state(), "a1=3")
    sentence = f"upper and lower case and spaces matter: write {token} (R3)"
    assert refusal(RANDOM, state, text) == sentence_of(text, sentence)


def test_explain_what_is_meant_by_a_value_written_another_way():
    state = play(RANDOM, RANDOM.new_state(), "a1=3")
    assert "it is not c1's turn" in refusal(RANDOM, state, "C1=4")
    assert "the suns' 3 is already placed" in refusal(RANDOM, state, "B1=3")
    assert "this is a seat's step" in refusal(RANDOM, state, "5@B1")


@pytest.mark.parametrize("text", ["First=Suns", "first=suns ", "FIRST=SUNS"])
def test_explain_how_the_seat_that_begins_is_written(text):
    state = play(SECRET, SECRET.new_state(), PLACED)
    sentence = "upper and lower case and spaces matter: write first=suns (R4)"
    assert refusal(SECRET, state, text) == sentence_of(text, sentence)


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("first=reds", "there is no such seat; the seats are suns and moons (R4)"),
        (
            "a3-a4",
            "this is a seat's step; now the dice decide who begins, first=suns or first=moons (R4)",
        ),
        (
            "a1=5",
            "with setup=secret the seats place their minions themselves; now the dice decide who "
            "begins, first=suns or first=moons (R4)",
        ),
        (
            "a1" * 30,
            "this is not an outcome; now the dice decide who begins, first=suns or first=moons "
            "(R4)",
        ),
    ],
)
def test_explain_what_the_dice_cannot_say(text, sentence):
    state = play(SECRET, SECRET.new_state(), PLACED)
    assert refusal(SECRET, state, text).endswith(f": {sentence}")


def test_explain_that_chance_has_given_all_values():
    state = play(RANDOM, RANDOM.new_state(), GIVEN)
    assert "all minions are placed" in refusal(RANDOM, state, "f4=5")


@pytest.mark.parametrize(
    "text", ["\0", "５@a1", "a１-a2", "ß@a1", "a" * 100_000, "@", "=", "-", "🏰"]
)
def test_explain_answers_any_text(text):
    for state in (SECRET.new_state(), position(SECRET, JUMPY)):
        sentence = refusal(SECRET, state, text)
        assert len(sentence) < 250 and sentence.isprintable()


def test_explain_says_that_the_game_is_over():
    state = play(SECRET, position(SECRET, FOUR_TILES, suns="a1 c1 a3 e1"), "c2-c3")
    assert "four tiles captured besides the corner (R8)" in refusal(SECRET, state, "f6-f5")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("5@a1", "there is no minion of value '5'; the values are 2 and 0 (R3)"),
        ("2@a2", "a2 is not one of your two cells a1, b1 (R2)"),
        ("2@a3", "there is no cell 'a3'; files are a to f and ranks 1 to 2 (R1)"),
        ("0@a1", "the order is 2 and 0; now comes the 2 (R3)"),
        ("2@A1", "upper and lower case and spaces matter: write 2@a1 (R3)"),
        (
            "a1-a2",
            "minions move once all are placed; now place the 2 on one of your cells, "
            "e.g. 2@a1 (R3)",
        ),
    ],
)
def test_explain_a_placing_in_a_smaller_game(text, sentence):
    assert refusal(TINY, TINY.new_state(), text) == sentence_of(text, sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("b1-b3", "there is no cell 'b3'; files are a to f and ranks 1 to 2 (R1)"),
        ("g1-f1", "there is no cell 'g1'; files are a to f and ranks 1 to 2 (R1)"),
        ("a1-c1", "the very first move of the game is a walk; jumps come later (R5)"),
        ("B1-C1", "upper and lower case and spaces matter: write b1-c1 (R5)"),
    ],
)
def test_explain_a_move_in_a_smaller_game(text, sentence):
    state = play(TINY, TINY.new_state(), "2@a1 0@b1 2@f2 0@e2 first=suns")
    assert refusal(TINY, state, text) == sentence_of(text, sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a1=5", "there is no minion of value '5'; the values are 2 and 0 (R3)"),
        ("a2=2", "no minion stands on a2 at the start (R2)"),
        ("a3=2", "there is no cell 'a3'; files are a to f and ranks 1 to 2 (R1)"),
        ("b1=2", "it is not b1's turn; now a1 gets one of the values left, e.g. a1=2 (R3)"),
        (
            "2@a1",
            "this is a seat's step; now a1 gets one of the values left, e.g. a1=2 (R3)",
        ),
    ],
)
def test_explain_what_chance_cannot_give_in_a_smaller_game(text, sentence):
    small = game(board="3x1", values="20", setup="random")
    assert refusal(small, small.new_state(), text) == sentence_of(text, sentence)


# The page ----------------------------------------------------------------------------------------


def shown(game, state, seat):
    """The cells of the scene that a seat sees, by name."""
    return {cell.name: cell for cell in game.scene(game.params, game.observe(state, seat)).cells}


def trays(game, state, seat):
    """What lies in the trays: (title, whose) to the texts."""
    scene = game.scene(game.params, game.observe(state, seat))
    return {(t.title, t.seat): "".join(p.text for p in t.pieces) for t in scene.trays}


def test_scene_has_rank_1_at_the_bottom_and_strong_lines_around_tiles():
    cells = shown(SECRET, set_up(SECRET), SUNS)
    assert (cells["a1"].x, cells["a1"].y) == (0, 5)
    assert (cells["f6"].x, cells["f6"].y) == (5, 0)
    assert cells["a1"].border == {"left", "bottom"} and cells["d4"].border == {"right", "top"}
    assert cells["c3"].ground == "centre" and cells["a1"].ground == "tile"
    assert (cells["b2"].seat, cells["e5"].seat, cells["c3"].seat) == ("suns", "moons", None)


def test_scene_shows_what_the_viewer_knows():
    state = play(SECRET, duel("5", "3"), "c3-d3")
    suns, moons = shown(SECRET, state, SUNS), shown(SECRET, state, MOONS)
    assert suns["a1"].piece == Piece("minion", "suns", "0", True)
    assert moons["a1"].piece == Piece("minion", "suns", "?", True)
    assert moons["d3"].piece == Piece("minion", "suns", "5", False)
    assert shown(SECRET, state, SPECTATOR)["f6"].piece.text == "?"


def test_scene_without_notes_shows_only_what_lies_face_up():
    state = play(NO_NOTES, duel("5", "3"), "c3-d3")
    for seat in (SUNS, MOONS, SPECTATOR):
        texts = {cell.piece.text for cell in shown(NO_NOTES, state, seat).values() if cell.piece}
        assert texts == {"?"}
        assert trays(NO_NOTES, state, seat)["Left the game", "moons"] == "532A"
        assert ("Not yet shown", "moons") not in trays(NO_NOTES, state, seat)


@pytest.mark.parametrize(
    "options", [{"notes": "off"}, {"notes": "off", "setup": "random"}], ids=["secret", "random"]
)
def test_R3_without_notes_one_sees_what_one_has_placed_while_one_is_placing(options):
    table = game(**options)
    steps = "5@a1 4@b1" if table.options["setup"] == "secret" else "a1=5 b1=4"
    state = play(table, table.new_state(), steps)
    texts = [
        [shown(table, state, seat)[cell].piece.text for cell in ("a1", "b1", "a2")]
        for seat in (SUNS, MOONS, SPECTATOR)
    ]
    assert texts[0] == ["5", "4", ""]
    assert "5" not in texts[1] and "5" not in texts[2]
    if table.options["setup"] == "secret":
        placed = play(table, state, "3@a2 2@b2 A@c1 0@a3")  # now only what lies face up
        assert {shown(table, placed, SUNS)[cell].piece.text for cell in ("a1", "a3")} == {"?"}


def test_R6_a_combat_without_notes_still_shows_both_values():
    state = duel("5", "3")
    action = NO_NOTES.text_to_choice(state, "c3-d3")
    assert shown_text(NO_NOTES, NO_NOTES.shows(state, action)) == "5x3"


def test_scene_counts_tiles_and_minions():
    state = play(SECRET, duel("5", "3"), "c3-d3")
    all_trays = trays(SECRET, state, SUNS)
    assert all_trays["Captured tiles", "suns"] == "a1"
    assert all_trays["Left the game", "suns"] == "32A"
    assert all_trays["Not yet shown", "suns"] == "40"
    assert all_trays["Not yet shown", "moons"] == "40"


def test_scene_of_a_finished_game_keeps_no_tray_of_what_is_not_shown():
    state = duel("5", "3")
    SECRET.resign(state, SUNS)
    shown_at_the_end = SECRET.scene(SECRET.params, state).trays
    assert shown_at_the_end
    assert "Not yet shown" not in {tray.title for tray in shown_at_the_end}


def test_scene_in_the_set_up_shows_the_viewers_own_placing():
    state = play(SECRET, SECRET.new_state(), "5@b2")
    suns, moons = shown(SECRET, state, SUNS), shown(SECRET, state, MOONS)
    assert suns["b2"].piece.text == "5" and suns["a1"].piece.text == ""
    assert {moons[cell].piece.text for cell in HOMES[SUNS]} == {"?"}


@pytest.mark.parametrize(
    "suns, moons, why",
    [("a1 c3", "e5 c5", "2 tiles each, and the centre"), ("a1 a5 c5", "e5", "3 tiles to 1")],
)
def test_scene_says_who_would_win_if_tiles_were_counted(suns, moons, why):
    state = duel("5", "5", suns=suns, moons=moons)
    notes = SECRET.scene(SECRET.params, SECRET.observe(state, SUNS)).notes
    assert f"If the game ended now, the Suns would win: {why} (R9)" in notes


@pytest.mark.parametrize(
    "tokens, seat, note",
    [
        (
            "",
            SUNS,
            "Choose, in secret, which of your minions is the 5: "
            "the higher value wins a fight (R3, R6)",
        ),
        ("5@a1", MOONS, "The Suns are placed, face down: 1 of 6 (R3)"),
        (PLACED, SUNS, "The dice decide who begins (R4)"),
        (f"{PLACED} first=suns", SUNS, "Walk with a minion; the very first move may not jump (R5)"),
        (
            f"{PLACED} first=suns {BACK_AND_FORTH}",
            SUNS,
            "This is the second time for this board; the third ends the game (R8)",
        ),
        (
            f"{PLACED} first=suns a3-a4",
            SUNS,
            "If the game ended now, the Moons would win: 1 tile each, nobody holds the centre, "
            "and the Suns began (R9)",
        ),
        (
            f"{PLACED} first=suns b2-b3",
            SUNS,
            "If the game ended now, the Suns would win: 2 tiles to 1 (R9)",
        ),
    ],
)
def test_scene_says_what_binds_now(tokens, seat, note):
    state = play(SECRET, SECRET.new_state(), tokens)
    scene = SECRET.scene(SECRET.params, SECRET.observe(state, seat))
    assert note in (*scene.notes, scene.task)


def test_one_tile_is_no_tiles():
    state = play(SECRET, SECRET.new_state(), f"{PLACED} first=suns b2-b3")
    state.tiles[1] = 0
    state.tiles[0] = 1
    notes = SECRET.scene(SECRET.params, SECRET.observe(state, SUNS)).notes
    assert "If the game ended now, the Suns would win: 1 tile to 0 (R9)" in notes


def test_scene_warns_before_the_hundred_moves_and_of_passing():
    state = play(SECRET, position(SECRET, ALONE), a_long_walk(97))
    notes = SECRET.scene(SECRET.params, SECRET.observe(state, SUNS)).notes
    assert "Without combat or capture 3 more moves end the game (R8)" in notes
    assert "The Moons have no minion left and pass (R5)" in notes
    scene = SECRET.scene(SECRET.params, SECRET.observe(state, MOONS))
    assert scene.task == "You have no minion left: pass (R5)"


def test_scene_of_a_smaller_game_has_its_cells_tiles_and_values():
    state = play(TINY, TINY.new_state(), "2@a1 0@b1 2@f2 0@e2 first=suns b1-c1")
    board = shown(TINY, state, SUNS)
    assert len(board) == 12 and (board["a2"].x, board["a2"].y) == (0, 0)
    assert board["d2"].ground == "centre" and board["f2"].seat == "moons"
    assert trays(TINY, state, SUNS)["Not yet shown", "moons"] == "20"
    assert trays(TINY, state, SUNS)["Captured tiles", "moons"] == "e1"
    scene = TINY.scene(TINY.params, TINY.observe(state, SUNS))
    assert "Without combat or capture 3 more moves end the game (R8)" in scene.notes
    assert {tray.note for tray in scene.trays if tray.title == "Captured tiles"} == {"1 of 2"}


def test_scene_of_a_board_without_a_middle_tile_speaks_of_no_centre():
    small = game(board="2x2", values="20")
    state = play(small, small.new_state(), "2@a1 0@b1 2@d4 0@c4 first=suns b1-c1")
    notes = small.scene(small.params, small.observe(state, SUNS)).notes
    assert (
        "If the game ended now, the Moons would win: 1 tile each, and the Suns began (R9)" in notes
    )


def test_score_counts_tiles_then_minions_then_leads():
    even = set_up(SECRET)
    assert SECRET.score(SECRET.params, SECRET.observe(even, SUNS), SUNS) == pytest.approx(0)
    ahead = play(SECRET, even, "b2-b3")
    for seat, sign in ((SUNS, 1), (MOONS, -1)):
        assert sign * SECRET.score(SECRET.params, SECRET.observe(ahead, seat), seat) > 0.9
    won = ahead.copy()
    SECRET.resign(won, SUNS)
    assert SECRET.score(SECRET.params, SECRET.observe(won, SUNS), SUNS) < -8


def test_the_dice_are_the_only_chance_in_a_secret_game():
    assert play(SECRET, SECRET.new_state(), PLACED).to_act == CHANCE
