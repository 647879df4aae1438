"""The curve of a game says how it ended, and leaves out what the search does not know."""

from dataclasses import replace

import pytest

from siegeworks.bots.search import ActionStatistics
from siegeworks.lab import analysis
from siegeworks.lab.analysis import Analysis, turns_to_analyse
from siegeworks.play.history import Turns
from siegeworks.play.record import read_record, replay
from tests.samples import sample, samples


def finished(name):
    return replay(read_record(sample(name)))


def analyse(table, after, simulations, seed=0):
    return Analysis(table, simulations, seed).positions(after)


def turns_of(table):
    turns = Turns(table)
    turns.update()
    return len(turns.starts)


@pytest.mark.parametrize("path", samples("*-1"), ids=lambda path: path.stem)
def test_the_curve_ends_with_the_result(path):
    table = replay(read_record(path))
    (last,) = analyse(table, [turns_of(table)], simulations=1)
    shares = {1 / len(table.winners) if seat in table.winners else 0 for seat in table.game.seats}
    assert last.seat is None and set(last.chances) == shares


def test_two_seats_share_the_chances_and_more_seats_know_their_own():
    two = finished("siege-by-number-1")
    for position in analyse(two, [0, 1, 2], simulations=10):
        assert sum(position.chances) == pytest.approx(1)
    three = finished("nobles-and-peasants-1")
    for position in analyse(three, [0, 1, 2], simulations=10):
        known = [
            seat
            for seat, chance in zip(three.game.seats, position.chances, strict=True)
            if chance is not None
        ]
        assert known == [position.seat] and len(position.chances) == 3


def test_the_same_seed_gives_the_same_curve():
    table = finished("siege-by-number-1")
    curves = [list(analyse(table, [3, 4], simulations=30, seed=seed)) for seed in (1, 1, 2)]
    assert curves[0] == curves[1] != curves[2]


def test_what_is_hidden_is_known_to_the_search(monkeypatch):
    searched = []

    class Search:
        def __init__(self, *settings):
            pass

        def search(self, seen):
            searched.append(seen.tobytes())
            return [ActionStatistics(0, 1, 0.5, False)]

    monkeypatch.setattr(analysis, "SearchBot", Search)
    table = finished("kings-ransom-1")
    next(analyse(table, [turns_of(table) - 1], simulations=1))
    seats = range(len(table.game.seats))
    known = [state for state in table.states if state.tobytes() == searched[0]]
    assert known, "the whole state is searched"
    assert all(table.game.observe(known[0], seat).tobytes() != searched[0] for seat in seats)


@pytest.mark.parametrize("turns", [0, 1, 8, 9, 10, 400])
def test_of_a_long_game_positions_at_equal_distances_are_searched(turns):
    after = turns_to_analyse(turns, most=10)
    assert len(after) == len(set(after)) == min(10, turns + 1)
    assert after[0] == 0 and after[-1] == turns and after == sorted(after)


def test_a_game_that_waits_for_chance_has_no_result():
    record = read_record(sample("siege-by-number-1"))
    chance = next(i for i, step in enumerate(record.steps) if i > 5 and step.actor == "chance")
    table = replay(replace(record, steps=record.steps[:chance], notes={}))
    (last,) = analyse(table, [turns_of(table)], simulations=1)
    assert last.seat is None and last.chances == [None, None]
