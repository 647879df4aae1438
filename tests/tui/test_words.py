"""What is said around the board: groups of moves, what happened, paragraphs of the rules."""

from __future__ import annotations

import pytest

from siegeworks.core.game import SPECTATOR
from siegeworks.games import load
from siegeworks.play import summary as told
from siegeworks.play.rulebook import paragraphs, rules_text
from siegeworks.play.table import Table
from siegeworks.tui.listing import grouped, natural, shared_start, summary
from siegeworks.tui.seats import LOOKS, brightness, look_of
from tests.variants import every_game

PLACES_OF_BOTH = [f"{side}{file}{rank}" for side in "SN" for rank in "1234" for file in "abcd"]


def test_moves_are_grouped_by_the_place_or_the_word_that_they_begin_with():
    moves = ["d1-e1", "d1-e2", "d10-e9", "d10-e10", "T@a1", "T@a2", "done"]
    assert grouped(moves, ["d1", "d10", "e1"]) == [
        ["done"],
        ["d1-e1", "d1-e2"],
        ["d10-e9", "d10-e10"],
        ["T@a1", "T@a2"],
    ]


def test_hundreds_of_moves_are_grouped_by_their_letter():
    places = [f"{row}{number}" for row in "abcdefgh" for number in range(1, 9)]
    moves = [f"{place}-{target}" for place in places for target in ("a1", "a2")]
    groups = grouped(moves, places)
    assert [group[0][0] for group in groups] == list("abcdefgh")
    assert sum(map(len, groups)) == len(moves)


def test_hundreds_of_moves_are_counted_by_what_they_begin_with():
    assert summary(["-f3", "a5-a8", "a6-a9", "b3-b6"]) == [
        "4 moves begin with: - 1  a 2  b 1",
        "? a lists those that begin with a; ? all lists all of them.",
    ]
    assert summary(["5@a1", "5@a2", "5@b1"])[0] == "3 moves begin with: 5@a 2  5@b 1"


def test_d9_comes_before_d10():
    assert sorted(["d10-e1", "d9-e1", "done", "R>10", "R>2"], key=natural) == [
        "R>2",
        "R>10",
        "d9-e1",
        "d10-e1",
        "done",
    ]


@pytest.mark.parametrize(
    ("tokens", "start"),
    [
        (["5@a1", "5@a2"], "5@"),
        (["Sb1=K", "Sb1=A"], "Sb1="),
        (["Sd4=C"], "Sd4="),
        (["+c2", "stand"], ""),
        (["pass"], ""),
    ],
)
def test_what_all_moves_begin_with(tokens, start):
    assert shared_start(tokens) == start


def test_secret_steps_are_told_as_secret():
    table = Table(load("expansion"))
    for token in ("5@a1", "4@b1"):
        table.play("suns", token)
    assert told.since(table, 0, 0) == [("suns", "5@a1 4@b1")]
    assert told.since(table, 1, 0) == [("suns", "2 steps in secret")]
    assert told.since(table, SPECTATOR, 0) == [("suns", "2 steps in secret")]
    table.play("table", "resign=suns")
    assert told.since(table, 1, 2) == [("table", "suns resigns")]


def test_many_steps_in_a_row_are_told_shortly():
    table = Table(load("siege-master", {"fortresses": "placed"}))
    for _ in range(15):
        actor = table.game.seats[table.state.to_act]
        table.play(actor, table.game.legal_texts(table.state)[0])
    assert len(told.since(table, 0, 0)) == 15
    assert told.last_own_step(table, 0) == 15
    assert told.last_own_step(table, 1) == 14


@every_game
def test_every_rulebook_is_found_by_the_paragraph(name):
    found = paragraphs(rules_text(name))
    assert list(found) == [f"R{number}" for number in range(1, len(found) + 1)]
    assert all(text.startswith(f"## {number}") for number, text in found.items())
    assert not any("\n## " in text for text in found.values())


def test_seats_of_one_game_differ_in_letter_and_in_colour():
    tables = [("red", "blue", "yellow", "green"), ("suns", "moons", "crowns", "arms")]
    for seats in [*tables, ("south", "north")]:
        assert len({look_of(seat).letter for seat in seats}) == len(seats)
        assert len({look_of(seat).color for seat in seats}) == len(seats)


def test_text_on_a_seats_colour_is_far_from_it_in_brightness():
    for look in LOOKS.values():
        assert abs(brightness(look.color) - brightness(look.ink)) > 0.25


def test_a_seat_that_nobody_drew_a_look_for_has_one_all_the_same():
    assert look_of("purples").letter == "P"
    assert look_of("purples") == look_of("purples")


def test_a_story_tells_what_was_shown():
    table = Table(load("kings-ransom"))
    for place, tile in zip(PLACES_OF_BOTH, "CAAAKEEECCIIISSS" + "EAAAKEECCCIIISSS", strict=True):
        table.play("chance", f"{place}={tile}")
    table.play("chance", "first=south")
    table.play("south", "a1xa1")
    (done,) = told.between(table, 1, 33, 34)
    assert done == told.TurnSummary("south", "a1xa1 (CxE)")
