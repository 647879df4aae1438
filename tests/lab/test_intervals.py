"""Intervals say what they promise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, multinomial

from siegeworks.core.errors import SiegeworksError
from siegeworks.lab.intervals import Share, wilson


@pytest.mark.parametrize("won, games", [(0, 10), (3, 10), (10, 10), (1, 1), (5_073, 10_000)])
def test_the_interval_of_outright_wins_is_scipys_wilson_interval(won, games):
    theirs = binomtest(won, games).proportion_ci(0.95, method="wilson")
    ours = wilson(won, games)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


@pytest.mark.parametrize("won, games", [(-1, 10), (11, 10), (1, 0), (float("nan"), 10)])
def test_a_sum_which_that_many_games_cannot_have_is_refused(won, games):
    with pytest.raises(SiegeworksError, match="lies between 0 and their number"):
        wilson(won, games)


def test_the_interval_of_five_wins_in_ten_is_the_textbooks():
    ours = wilson(5, 10)
    assert (round(ours.low, 4), ours.share, round(ours.high, 4)) == (0.2366, 0.5, 0.7634)


@pytest.mark.parametrize(
    "chances", [(0.4, 0.2, 0.4), (0.1, 0.8, 0.1), (0.3, 0.6, 0.1), (0.01, 0.98, 0.01)]
)
def test_the_interval_with_shared_wins_holds_the_truth_as_often_as_it_says(chances):
    n, truth = 60, chances[0] + chances[1] / 2
    holds = 0.0
    for outright in range(n + 1):
        for shared in range(n + 1 - outright):
            interval = wilson(outright + shared / 2, n, outright + shared / 4)
            if interval.low <= truth <= interval.high:
                counts = (outright, shared, n - outright - shared)
                holds += multinomial.pmf(counts, n, chances)
    assert holds >= 0.945


def test_shared_wins_narrow_the_interval():
    outright, shared = wilson(500, 1_000), wilson(500, 1_000, squares=300)
    assert outright.low < shared.low < shared.share < shared.high < outright.high


def test_a_few_draws_and_nothing_else_do_not_pass_for_certainty():
    interval = wilson(5, 10, squares=2.5)
    assert interval.low < 0.4 and interval.high > 0.6


def test_shared_wins_lie_between_outright_ones():
    assert wilson(3, 10).low < wilson(3.5, 10).low < wilson(4, 10).low


def test_no_games_say_nothing():
    assert wilson(0, 0) == Share(0.0, 0.0, 1.0)


@given(st.integers(1, 10**9), st.floats(0, 1), st.floats(0, 1))
def test_an_interval_holds_its_share_and_stays_between_none_and_all(games, part, outright):
    least, most = games * part * part, games * part
    interval = wilson(part * games, games, least + outright * (most - least))
    assert 0 <= interval.low <= interval.share <= interval.high <= 1
