"""The sequential test says what fishtest's says, and errs as seldom as it promises."""

import numpy as np
import pytest

from siegeworks.lab.ratings import SCALE, expected_share
from siegeworks.lab.sequential import BOUND, PAIR_SCORES, SequentialTest, log_likelihood_ratio


@pytest.mark.parametrize(
    "pairs, elo0, elo1, llr",
    [
        ((3, 20, 50, 22, 5), 0, 20, 0.0403203724167),
        ((3, 20, 50, 22, 5), -10, 10, 0.9344729113890),
        ((0, 10, 30, 12, 0), 0, 20, -0.2704145362889),
        ((12, 40, 60, 30, 8), 0, 20, -2.9973011351583),
        ((0, 0, 2, 0, 37), 0, 20, 2.1804852059132),
        ((10, 5, 2, 5, 10), -1.75, 0.25, 0.0005655332873),
    ],
)
def test_pairs_have_the_ratio_that_fishtest_gives_them(pairs, elo0, elo1, llr):
    """`LLRcalc.LLR_logistic` of official-stockfish/fishtest at b8eecff, run on these counts."""
    counts = dict(zip(PAIR_SCORES, pairs, strict=True))
    shares = [expected_share(elo, 2) for elo in (elo0, elo1)]
    assert log_likelihood_ratio(counts, *shares) == pytest.approx(llr, abs=1e-9)


def test_the_bounds_are_walds_for_two_errors_of_five_percent():
    assert pytest.approx(2.944, abs=1e-3) == BOUND


def game(rng, odds, alone, seats):
    """What the first bot's seats win of a game that the model plays."""
    weight = odds if alone else odds * (seats - 1)
    against = seats - 1 if alone else 1
    return float(rng.random() < weight / (weight + against))


def unit(rng, elo, seats):
    """The first bot's score in a unit."""
    odds, sides = 10 ** (elo / SCALE), (True,) if seats == 2 else (True, False)
    return np.mean([game(rng, odds, alone, seats) for alone in sides for _ in range(seats)])


def accepted(rng, elo, seats, elo0, elo1):
    """What one test of bots with this difference ends with."""
    test = SequentialTest(elo0, elo1, seats)
    while not test.decided:
        test.add(unit(rng, elo, seats))
    return test.accepted


def errors_in(runs, seats, truth, wrong):
    rng = np.random.default_rng(7)
    return sum(accepted(rng, truth, seats, 0, 150) == wrong for _ in range(runs))


@pytest.mark.parametrize("truth, wrong", [(0, "H1"), (150, "H0")])
def test_the_wrong_hypothesis_is_accepted_about_once_in_twenty(truth, wrong):
    assert 0.02 <= errors_in(200, 2, truth, wrong) / 200 <= 0.08


@pytest.mark.parametrize("truth, wrong", [(0, "H1"), (150, "H0")])
def test_with_three_seats_the_wrong_hypothesis_is_accepted_no_more_often(truth, wrong):
    assert errors_in(100, 3, truth, wrong) / 100 <= 0.06


def test_pairs_that_always_split_speak_for_equal_bots():
    test = SequentialTest(0, 100, 2)
    while not test.decided:
        test.add(0.5)
    assert test.accepted == "H0"
    assert sum(test.counts.values()) < 60


def test_what_comes_after_the_decision_changes_nothing():
    test = SequentialTest(0, 200, 2)
    while not test.decided:
        test.add(1.0)
    before = test.llr
    for _ in range(50):
        test.add(0.0)
    assert test.llr == before and test.accepted == "H1"


def test_before_the_first_unit_nothing_is_decided():
    assert SequentialTest(0, 50, 2).accepted == "undecided"
