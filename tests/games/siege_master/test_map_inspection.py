"""What is said of a drawing: every problem at once, symmetries, and where a fortress may stand."""

import random

import pytest

from siegeworks.core.errors import OptionError
from siegeworks.core.maps import hexes_of
from siegeworks.games import load
from siegeworks.games.siege_master.map_making.map_collection import MAPS
from tests.games.siege_master.positions import game, play

WRITTEN = " .F\n\txé"
HEXAGON = MAPS.read("hexagon").text


def inspect(text):
    return MAPS.inspect("drawn", text)


def sentences(text):
    return [problem.sentence for problem in inspect(text).problems]


def test_the_hexagon_has_no_problem():
    report = MAPS.inspect("hexagon", HEXAGON)
    assert report.problems == () and report.is_playable and report.map.is_shipped
    assert (report.hexes, report.fortresses, report.areas) == (217, 15, 1)
    assert report.placements == 498  # as the rules file says


def test_R1_all_faults_of_a_drawing_are_reported_at_once():
    rows = [" " * (row % 2) + ". " * 11 for row in range(27)]
    rows[1] = "." + rows[1]
    inspection = inspect("\n\n" + "\n".join(rows))
    assert not inspection.is_playable
    rows_said, hexes_said, off, fortresses = (problem.sentence for problem in inspection.problems)
    assert rows_said == "It has 27 rows; only 26 can have letters (R1)."
    assert hexes_said == "It has 298 hexes; at most 256 fit (R1)."
    assert off.startswith("Line 4, column 1: this hex is half a hex off the others; ")
    assert fortresses.startswith("It has no fortresses (F), but their number must be odd (R2); ")
    places = [(problem.line, problem.column) for problem in inspection.problems]
    assert places == [(0, 0), (0, 0), (4, 1), (0, 0)]


def test_R1_a_fault_is_where_the_users_file_has_it():
    [problem] = inspect("\n\n   F . . .\n  . . . .\n   . .. .\n").problems
    assert (problem.line, problem.column) == (5, 7)


def test_R1_what_cannot_be_read_is_refused():
    with pytest.raises(OptionError, match="line 1, column 5 holds 'x'"):
        inspect("F . x")


def test_R1_an_empty_drawing_has_one_problem():
    assert [sentence.startswith("It has no hex") for sentence in sentences("\n  \n")] == [True]


def test_R2_an_even_number_says_how_else_to_play():
    [sentence] = sentences("F . . . . F .")
    assert sentence == (
        "It has 2 fortresses (F), but their number must be odd (R2); change the map, or have the "
        "fortresses scattered by chance (fortresses=scattered) or placed in turn "
        "(fortresses=placed)."
    )


def test_R2_a_fortress_without_room_is_named_with_its_hex():
    inspection = inspect(". . . .\n\n. . F . .\n\n  F . . . .")
    [problem] = [each for each in inspection.problems if "area of the fortress" in each.sentence]
    assert problem.places == ("c3",) and problem.prevents_play


def test_R4_an_island_that_fits_no_army_is_a_problem_that_does_not_prevent_play():
    inspection = inspect("F . . . .\n\n. .\n .")
    [problem] = inspection.problems
    assert "piece of 3 hexes at c1 (R4)" in problem.sentence
    assert problem.places == ("c1", "c2", "d1") and not problem.prevents_play
    assert inspection.is_playable and inspection.areas == 1
    assert game("F . . . .\n\n. .\n .").num_actions == 3


def test_R4_an_island_that_fits_an_army_is_no_problem():
    inspection = inspect("F . . . .\n\n. . . .")
    assert inspection.problems == () and inspection.areas == 2


def test_R4_a_map_without_four_hexes_in_a_row_says_so():
    assert "No army fits anywhere: it needs four hexes in a straight row (R4)." in sentences(
        "F . ."
    )


@pytest.mark.parametrize(
    "text",
    ["F . . . . F .", ". . F . .", "F . .", "F . . . .\n\n. .", " F . . . .\n. . . . . ."],
)
def test_a_report_says_playable_exactly_if_the_map_can_be_played(text):
    try:
        load("siege-master", {"map": "drawn"}, map_rows=text)
    except OptionError:
        assert not inspect(text).is_playable
    else:
        assert inspect(text).is_playable


def test_R3_free_hexes_are_those_where_the_rules_place_the_next_fortress():
    text = HEXAGON.replace("F", ".")
    table = game(text, fortresses="placed")
    state = play(table, table.new_state(), "@e5 @i9 @m7")
    plan = inspect(text).map.rows
    rows = [list(row) for row in plan]
    for place in hexes_of(plan):
        if place.name in ("e5", "i9", "m7"):
            rows[place.row][place.column] = "F"
    free = inspect("\n".join("".join(row) for row in rows)).free
    assert {f"@{name}" for name in free} == set(table.legal_texts(state))


@pytest.mark.parametrize(
    "text, expected",
    [
        ("F . . . .", ("mirror top-bottom", "turn by 180° (hexes only)")),
        (". . F . .", ("turn by 180°", "mirror left-right", "mirror top-bottom")),
        ("F . . . .\n .", ()),
        (". .\n. F .\n . .".replace(". .\n.", " . .\n."), ("turn by 60°", "mirror at 30°")),
        ("F . . .\n . . .\n  . .\n   .", ("turn by 120° (hexes only)", "mirror at 150°")),
    ],
)
def test_symmetries_are_found_with_and_without_fortresses(text, expected):
    symmetries = inspect(text).symmetries
    assert set(expected) <= set(symmetries)
    assert bool(expected) == bool(symmetries)


def test_the_hexagon_without_fortresses_has_every_symmetry():
    assert len(inspect(HEXAGON.replace("F", ".")).symmetries) == 9


def test_mutilated_drawings_are_read_or_refused_in_a_sentence():
    draw = random.Random(1)
    for _ in range(60):
        signs = list(HEXAGON)
        for _ in range(draw.randrange(1, 9)):
            at = draw.randrange(len(signs))
            signs[at : at + draw.randrange(4)] = draw.choices(WRITTEN, (9, 9, 9, 9, 1, 1, 1))
        text = "".join(signs)
        try:
            report = inspect(text)
        except OptionError as refused:
            assert str(refused).endswith(".") and len(str(refused)) < 300
            continue
        assert all(problem.sentence.endswith(".") for problem in report.problems)
        is_map = not any("(R1)" in problem.sentence for problem in report.problems)
        try:
            MAPS.parse("drawn", text)
        except OptionError:
            assert not is_map
        else:
            assert is_map
