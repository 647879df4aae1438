"""Summaries of what happened, as one seat saw it."""

from siegeworks.core.contract import SPECTATOR
from siegeworks.games import load
from siegeworks.play import summary
from siegeworks.play.table import Table

PLACES_OF_BOTH = [f"{side}{file}{rank}" for side in "SN" for rank in "1234" for file in "abcd"]


def test_secret_steps_are_only_counted():
    table = Table(load("expansion"))
    for token in ("5@a1", "4@b1"):
        table.play("suns", token)
    assert summary.since(table, 0, 0) == [("suns", "5@a1 4@b1")]
    assert summary.since(table, 1, 0) == [("suns", "2 secret steps")]
    assert summary.since(table, SPECTATOR, 0) == [("suns", "2 secret steps")]
    table.play("table", "resign=suns")
    assert summary.since(table, 1, 2) == [("table", "Suns resigned.")]


def test_the_last_own_step_of_each_seat_is_found():
    table = Table(load("siege-master", {"fortresses": "placed"}))
    for _ in range(15):
        actor = table.game.seats[table.state.to_act]
        table.play(actor, table.game.legal_texts(table.state)[0])
    assert len(summary.since(table, 0, 0)) == 15
    assert summary.last_own_step(table, 0) == 15
    assert summary.last_own_step(table, 1) == 14


def test_a_summary_includes_what_a_step_revealed():
    table = Table(load("kings-ransom"))
    for place, tile in zip(PLACES_OF_BOTH, "CAAAKEEECCIIISSS" + "EAAAKEECCCIIISSS", strict=True):
        table.play("chance", f"{place}={tile}")
    table.play("chance", "first=south")
    table.play("south", "a1xa1")
    (done,) = summary.between(table, 1, 33, 34)
    assert done == summary.TurnSummary("south", "a1xa1 (CxE)")
