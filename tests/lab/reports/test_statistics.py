"""What a report computes agrees with SciPy, statsmodels and choix, where they compute it."""

import choix
import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import ttost_paired

from siegeworks.lab.ratings import expected_share
from siegeworks.lab.reports.questions.skill import elo
from siegeworks.lab.reports.statistics import (
    Ratio,
    between_share,
    discoveries,
    evenness,
    mean,
    paired_difference,
    quantile,
    share,
    units_needed,
)
from tests.present import present


def ends(estimate):
    return estimate.low, estimate.high


def test_a_mean_has_students_interval():
    values = np.random.default_rng(1).normal(3, 2, 50)
    low, high = stats.t.interval(0.95, 49, values.mean(), stats.sem(values))
    assert ends(mean(values)) == pytest.approx((low, high))


def test_a_share_has_wilsons_interval():
    values = [1.0] * 130 + [0.0] * 270
    assert ends(share(values)) == pytest.approx(
        proportion_confint(130, 400, method="wilson"), abs=0.001
    )


def test_a_quantile_has_the_interval_of_a_sign_test():
    values = np.random.default_rng(2).exponential(10, 200)
    interval = stats.quantile_test(values, p=0.9).confidence_interval(0.95)
    assert ends(quantile(values, 0.9)) == pytest.approx(
        (interval.low, interval.high), rel=0.05
    )  # SciPy rounds its orders inwards


def test_seven_of_ten_values_lie_at_or_below_their_70th_percentile():
    assert [quantile(range(1, 11), q).value for q in (0.05, 0.1, 0.7, 0.71, 1)] == [1, 1, 7, 8, 10]


@pytest.mark.parametrize("n, q", [(20, 0.5), (60, 0.9), (200, 0.5), (200, 0.95)])
def test_the_interval_of_a_quantile_is_the_narrowest_that_errs_by_a_fortieth_on_each_side(n, q):
    """The values below the quantile are as many as the heads of a biased coin."""
    low, high = map(int, ends(quantile(range(1, n + 1), q)))  # each value is its own rank
    heads = stats.binom(n, q)
    too_high, one_more = heads.cdf(low - 1), heads.cdf(low)  # fewer than `low` values lie below
    assert too_high < 0.025 <= one_more
    too_low, one_less = heads.sf(high - 1), heads.sf(high - 2)  # `high` or more lie below
    assert too_low <= 0.025 < one_less


def test_too_few_values_have_no_interval_of_a_quantile():
    assert [ends(quantile(range(n), 0.9))[1] is None for n in (20, 60)] == [True, False]
    assert [ends(quantile(range(n), 0.1))[0] is None for n in (20, 60)] == [True, False]


def test_units_without_a_value_are_left_out():
    assert share([1, np.nan, 0, 1, np.nan, 0], 2) == share([1, 0, 1, 0], 2)


def test_evenness_is_tost_and_students_interval_of_many_units():
    values = np.random.default_rng(3).integers(0, 3, 5000) / 2
    result = evenness(values, 0.5, 0.05)
    p_value = ttost_paired(values, np.full(len(values), 0.5), -0.05, 0.05)[0]
    low, high = stats.t.interval(0.95, 4999, values.mean() - 0.5, stats.sem(values))
    assert result.equivalent == (p_value < 0.05) and result.equivalent
    assert (result.low, result.high) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize("wins", [40, 46, 49, 50, 53, 56, 57, 60])
def test_equivalence_has_the_larger_p_value_of_two_t_tests_against_the_margins(wins):
    values = np.array([1.0] * 9 * wins + [0.0] * 9 * (100 - wins))
    result = evenness(values, 0.5, 0.05)
    mixed = [*values, 0.0, 1.0]  # as evenness does it
    above = stats.ttest_1samp(mixed, 0.45, alternative="greater").pvalue
    below = stats.ttest_1samp(mixed, 0.55, alternative="less").pvalue
    assert result.p_value == pytest.approx(max(above, below))
    assert result.equivalent == (result.p_value < 0.05)


def test_what_is_as_far_above_even_as_below_it_is_judged_alike():
    rng = np.random.default_rng(9)
    for wins in (0.44, 0.47, 0.5):
        values = (rng.random(2000) < wins).astype(float)
        above, below = evenness(values, 0.5, 0.05), evenness(1 - values, 0.5, 0.05)
        assert above.p_value == pytest.approx(below.p_value)
        assert (above.low, above.high) == pytest.approx((-below.high, -below.low))
        assert (above.differs, above.units_needed) == (below.differs, below.units_needed)


@pytest.mark.parametrize("share", [0.56, 0.44])
def test_a_share_outside_the_margin_is_never_equivalent_however_many_units(share):
    values = np.repeat([1.0, 0.0], [round(share * 100_000), round((1 - share) * 100_000)])
    result = evenness(values, 0.5, 0.05)
    assert result.differs and not result.equivalent


@pytest.mark.parametrize("values", [[1, 1], [1, 1, 1], [0.5, 0.5]])
def test_a_few_equal_units_are_not_certainty(values):
    result = evenness(values, 0.5, 0.05)
    assert not result.differs and not result.equivalent


def test_about_as_many_units_as_are_needed_settle_it_in_four_of_five_cases():
    rng = np.random.default_rng(4)
    for difference in (0.0, 0.1):
        n = units_needed(difference, 0.5, 0.05)
        settled = 0
        for _ in range(200):
            result = evenness(rng.random(n) < 0.5 + difference, 0.5, 0.05)
            settled += result.differs if difference else result.equivalent
        assert 0.7 < settled / 200 < 0.9


def test_the_variance_between_deals_is_found_again():
    rng = np.random.default_rng(5)
    deals = rng.normal(0, 1, (400, 1))  # a third of all variance
    estimate = between_share(deals + rng.normal(0, 2**0.5, (400, 2)))
    assert present(estimate.low) < 1 / 3 < present(estimate.high)
    assert estimate.value == pytest.approx(1 / 3, abs=0.12)


def test_deals_that_decide_nothing_and_deals_that_decide_all():
    rng = np.random.default_rng(6)
    assert between_share(rng.integers(0, 2, (500, 2))).value < 0.1
    all_of_it = between_share(np.repeat(rng.integers(0, 2, (100, 1)), 2, axis=1))
    assert all_of_it.value == 1 and all_of_it.low == pytest.approx(0.97)


def test_a_ratio_covers_the_truth_in_95_of_100_samples():
    rng, covered = np.random.default_rng(7), 0
    for _ in range(300):
        ratio = Ratio()
        for uses in rng.integers(0, 6, 60):
            wins = rng.random() < 0.3  # a unit's uses are won together
            ratio.add(float(uses), float(uses * wins))
        estimate = ratio.estimate()
        covered += present(estimate.low) < 0.3 < present(estimate.high)
    assert 0.9 < covered / 300 < 0.98


def test_discoveries_are_those_of_benjamini_and_hochberg():
    p_values = [0.001, 0.008, 0.039, 0.041, 0.27, 0.6]
    expected = multipletests(p_values, 0.05, method="fdr_bh")[0].tolist()
    assert discoveries(p_values) == expected == [True, True, False, False, False, False]
    assert discoveries([]) == []


def test_differences_are_tested_in_pairs():
    rng = np.random.default_rng(8)
    deal = rng.normal(0, 5, 40)
    a, b = deal + rng.normal(0, 1, 40), deal + 1 + rng.normal(0, 1, 40)
    difference, p_value = paired_difference(a, b)
    assert p_value == pytest.approx(stats.ttest_rel(b, a).pvalue)
    assert present(difference.low) < 1 < present(difference.high)


def test_the_elo_of_a_match_is_choixs():
    values = np.array([1.0] * 60 + [0.5] * 20 + [0.0] * 20)  # units of two seats
    games = [(0, 1)] * 70 + [(1, 0)] * 30
    strengths = choix.ilsr_pairwise(2, games)
    expected = 400 * (strengths[0] - strengths[1]) / np.log(10)
    assert elo(values, 2, 200).value == pytest.approx(expected, abs=0.01)
    assert elo(values, 2, 200, 4.0).value == pytest.approx(expected / 4, abs=0.01)


def test_a_bot_that_wins_everything_has_a_finite_elo_with_an_open_end():
    rating = elo([1.0] * 30, 4, 240)
    assert 0 < present(rating.low) < rating.value < 2000 and rating.high is None
    assert expected_share(rating.value, 4) == pytest.approx(30.5 / 31)
