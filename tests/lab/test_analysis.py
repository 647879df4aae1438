"""The curve of a game says how it ended, errors are by what a seat knew, and luck is the rest."""

from dataclasses import replace
from itertools import pairwise

import pytest

from siegeworks.bots.reasons import in_sentence
from siegeworks.bots.search import ActionStatistics
from siegeworks.lab import analysis
from siegeworks.lab.analysis import (
    MIN_LOSS,
    Analysis,
    search_branch,
    totals,
    turns_to_analyse,
)
from siegeworks.play.history import Turns
from siegeworks.play.record import read_record, replay
from siegeworks.play.table import TABLE, Step
from tests.games.kernels import SEARCHED
from tests.samples import sample, samples
from tests.variants import long_where

pytestmark = pytest.mark.usefixtures("prepared_searches")


def finished(name):
    return replay(read_record(sample(name)))


def analyse(table, after, simulations, seed=0):
    return Analysis(table, simulations, seed).positions(after)


def gain(before, after, seat):
    """By how much the chance of a seat to win rose from one position to another."""
    assert before.chances[seat] is not None and after.chances[seat] is not None
    return after.chances[seat] - before.chances[seat]


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


def test_two_seats_share_the_chances():
    two = finished("siege-by-number-1")
    for position in analyse(two, [0, 1, 2], simulations=10):
        assert sum(position.chances) == pytest.approx(1)


@pytest.mark.long
def test_of_three_seats_only_the_one_to_act_has_a_known_chance():
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
        def __init__(self, *arguments, settings, threads):
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


@pytest.mark.parametrize(
    ("name", "turns"),
    [
        ("siege-master-1", [28, 29]),
        ("kings-ransom-1", [6, 9]),
        pytest.param("nobles-and-peasants-1", [30, 32], marks=pytest.mark.long),
    ],
)
def test_a_turning_point_names_a_legal_move_that_promised_more(name, turns):
    table = finished(name)
    search = Analysis(table, simulations=200, seed=1)
    list(search.positions(turns))
    points = list(search.turning_points())
    assert points, "these games were played at random and are full of mistakes"
    for point in points:
        assert point.better_chance - point.chance >= MIN_LOSS
        assert table.steps[point.step] == (point.seat, point.played)
        state = table.states[point.step]
        assert point.better in table.game.legal_texts(state) and point.better != point.played
        assert (point.line[0], point.answer[0]) == (point.better, point.played)
        assert point.told and len(point.line_told) >= 1
        table.branch(point.step).play_all(point.line)
        game, seen = table.game, table.view(table.game.seats.index(point.seat), point.step)
        for token, does in ((point.played, point.played_does), (point.better, point.better_does)):
            choice = game.text_to_choice(state, token)
            assert does == game.advice.comment(game.params, seen, choice)
        mover = in_sentence(game, game.seats.index(point.seat))
        assert "you" not in point.why.split() and point.why.endswith(".")
        assert point.why.startswith(
            ("The better move ", "The move played ", "The difference shows")
        )
        assert mover in point.why or point.why.startswith(
            ("The move played ", "The difference shows")
        )
    assert any(point.better_does for point in points)


@pytest.mark.parametrize(
    "path",
    long_where(samples("*-[01]"), lambda path: not path.stem.startswith(SEARCHED)),
    ids=lambda path: path.stem,
)
def test_the_books_balance(path):
    """What a seat's chance changed by is its luck, less its errors, plus those of the other."""
    table = replay(read_record(path))
    seats = range(len(table.game.seats))
    analysed = list(analyse(table, range(turns_of(table) + 1), simulations=4))
    acted = [step.actor for step in table.steps]
    first = next(i for i, actor in enumerate(acted) if actor in table.game.seats)
    has_luck = len(seats) == 2 and (table.game.has_secrets or "chance" in acted[first:])
    assert analysed[0].luck is None and analysed[0].errors == []
    for before, after in pairwise(analysed):
        assert min(after.errors) >= 0 and len(after.errors) == len(seats)
        assert (after.luck is not None) == has_luck
        for seat in seats if has_luck else ():
            assert after.luck is not None
            change = after.luck[seat] - 2 * after.errors[seat] + sum(after.errors)
            assert gain(before, after, seat) == pytest.approx(change, abs=1e-3)
    added = totals(table.game.seats, analysed)
    assert [total.seat for total in added] == list(table.game.seats)
    errors = sum(total.errors for total in added)
    assert errors > 0, "these games were played at random and are full of mistakes"
    for seat, total in enumerate(added):
        assert (total.luck is not None) == has_luck
        if total.luck is not None:
            change = total.luck - 2 * total.errors + errors
            assert gain(analysed[0], analysed[-1], seat) == pytest.approx(change, abs=0.1)


def test_a_hidden_value_that_turns_against_a_good_move_is_bad_luck_and_no_error():
    table = finished("expansion-0")
    turn = 26  # Moons attack: from what they saw as good as any move; the tile was stronger
    search = Analysis(table, simulations=300)
    before, after = search.positions([turn, turn + 1])
    moons = table.game.seats.index("moons")
    assert before.seat == "moons" and after.errors == [0, 0]
    assert after.luck is not None and after.luck[moons] < -0.5
    assert list(search.turning_points()) == []


def test_a_blunder_is_an_error_with_the_luck_that_followed():
    table = finished("siege-by-number-1")
    turn = 46  # Moons leave an open way to an empty home: entering it wins
    search = Analysis(table, simulations=300)
    before, after = search.positions([turn, turn + 1])
    (point,) = search.turning_points()
    moons = table.game.seats.index("moons")
    assert point.seat == before.seat == "moons" and point.better_chance == 1
    assert point.better_chance - point.chance == pytest.approx(after.errors[moons])
    assert after.luck is not None
    change = after.luck[moons] - after.errors[moons]
    assert gain(before, after, moons) == pytest.approx(change, abs=1e-3)


def test_giving_up_is_neither_luck_nor_an_error():
    record = read_record(sample("siege-by-number-1"))
    moves = [i for i, step in enumerate(record.steps) if step.actor == "suns"]
    steps = [*record.steps[: moves[20]], Step(TABLE, "resign=suns")]
    table = replay(replace(record, steps=steps, notes={}))
    *_, before, last = analyse(table, range(turns_of(table) + 1), simulations=4)
    assert before.chances[0] > 0 and last.chances == [0, 1]
    assert last.luck is None and last.errors == [0, 0]


def test_of_turns_left_out_no_luck_is_told():
    table = finished("siege-by-number-1")
    first, second, third = analyse(table, [4, 5, 9], simulations=4)
    assert (first.luck, third.luck) == (None, None) and second.luck is not None


def test_few_turning_points_are_told():
    table = finished("siege-master-1")
    search = Analysis(table, simulations=20)
    list(search.positions(range(20, turns_of(table))))
    assert len(list(search.turning_points(most=2))) == 2


def test_a_move_that_wins_at_once_is_the_better_one_and_lost_nothing_where_it_was_played():
    table = finished("siege-master-0")
    last = turns_of(table)
    search = Analysis(table, simulations=60)
    list(search.positions([last - 1]))
    assert list(search.turning_points()) == []


def test_a_branch_that_is_over_has_the_shares_of_its_winners():
    table = finished("siege-master-1")
    searched = search_branch(table.branch(), len(table.steps), simulations=5)
    assert searched.seat is None and searched.reply == [] and set(searched.chances) == {0, 1}
    start = len(table.steps) - 1
    before = table.branch(start)
    before.play_all([table.steps[-1].token])
    assert search_branch(before, start, simulations=5).mover_chance == 1
    assert table.over and len(before.steps) == len(table.steps)
