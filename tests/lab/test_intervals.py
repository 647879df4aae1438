"""Intervals say what they promise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from siegeworks.lab.intervals import Share, wilson


@pytest.mark.parametrize("won, games", [(0, 10), (3, 10), (10, 10), (1, 1), (5_073, 10_000)])
def test_the_interval_of_outright_wins_is_scipys_wilson_interval(won, games):
    theirs = binomtest(won, games).proportion_ci(0.95, method="wilson")
    ours = wilson(won, games)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_the_interval_of_five_wins_in_ten_is_the_textbooks():
    ours = wilson(5, 10)
    assert (round(ours.low, 4), ours.share, round(ours.high, 4)) == (0.2366, 0.5, 0.7634)


def test_shared_wins_lie_between_outright_ones():
    assert wilson(3, 10).low < wilson(3.5, 10).low < wilson(4, 10).low


def test_no_games_say_nothing():
    assert wilson(0, 0) == Share(0.0, 0.0, 1.0)


@given(st.integers(1, 10**9), st.floats(0, 1))
def test_an_interval_holds_its_share_and_stays_between_none_and_all(games, part):
    found = wilson(part * games, games)
    assert 0 <= found.low <= found.share <= found.high <= 1
