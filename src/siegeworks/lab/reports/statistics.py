"""Intervals, tests and sample sizes over units, with SciPy and statsmodels

A unit is one observation: the games of a unit share a deal, so they are not independent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf, isfinite, sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import normal_sample_size_one_tail
from statsmodels.stats.weightstats import DescrStatsW

from siegeworks.lab.intervals import CONFIDENCE, wilson
from siegeworks.lab.reports.model import Estimate

ALPHA = 1 - CONFIDENCE
POWER = 0.8  # with which a number of games still needed would settle a question
FEWEST = 3  # units below which no interval is given
MOST_NEEDED = 10_000_000  # units; more than anybody plays

Values = NDArray[np.float64]


def known(values: ArrayLike) -> Values:
    """The values of those units that have one; NaN stands for none."""
    array = np.asarray(values, np.float64)
    return array[~np.isnan(array)]


def share(values: ArrayLike, games_per_unit: int = 1) -> Estimate:
    """The mean of units' values from 0 to 1, with Wilson's interval for such values
    (`lab.intervals.wilson`)."""
    units = known(values)
    return _share(float(units.sum()), float((units**2).sum()), len(units), games_per_unit)


def share_of_games(times: int, games: int) -> Estimate:
    """The share of single games in which something happened, without a list of them."""
    return _share(float(times), float(times), games, 1)


def _share(total: float, squares: float, units: int, games_per_unit: int) -> Estimate:
    if not units:
        return Estimate(0.0, None, None, 0)
    estimate = wilson(total, units, squares)
    low, high = (estimate.low, estimate.high) if units >= FEWEST else (None, None)
    return Estimate(estimate.share, low, high, units * games_per_unit)


def mean(values: ArrayLike, games_per_unit: int = 1) -> Estimate:
    """The mean of units' values, with the interval of Student's t."""
    units = known(values)
    games = len(units) * games_per_unit
    if len(units) < FEWEST:
        return Estimate(float(units.mean()) if len(units) else 0.0, None, None, games)
    low, high = _described(units).tconfint_mean(ALPHA)
    return Estimate(float(units.mean()), float(low), float(high), games)


def quantile(values: ArrayLike, q: float) -> Estimate:
    """A quantile of single games, with the distribution-free interval between two of the ordered
    values (W. J. Conover, "Practical Nonparametric Statistics", 1999, section 3.2)."""
    ordered = np.sort(known(values))
    n = len(ordered)
    if not n:
        return Estimate(0.0, None, None, 0)
    value = float(np.quantile(ordered, q, method="inverted_cdf"))
    low, high = stats.binom.ppf([ALPHA / 2, 1 - ALPHA / 2], n, q).astype(int)
    if low < 1 or high >= n:
        return Estimate(value, None, None, n)
    return Estimate(value, float(ordered[low - 1]), float(ordered[high]), n)


def _described(values: Values, even: float | None = None) -> Any:
    """The values for statsmodels; with `even`, mixed with two units of the largest variance, so
    that a few equal units do not look like certainty (they leave an even game even)."""
    if even is None:
        return DescrStatsW(values)
    weights = np.concatenate([np.ones(len(values)), [2 * (1 - even), 2 * even]])
    return DescrStatsW(np.concatenate([values, [0.0, 1.0]]), weights=weights)


# Is a share even? --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Evenness:
    """Whether the mean of units lies within a margin of an even share."""

    difference: float  # of the mean from even
    low: float  # the interval of the difference at the level 1 − alpha
    high: float
    p_value: float  # of TOST: the larger one of its two tests
    equivalent: bool  # by TOST at the level alpha
    differs: bool  # 0 is outside the interval
    units_needed: int | None  # about how many in all would settle it, if it is not settled


def evenness(values: ArrayLike, even: float, margin: float, alpha: float = ALPHA) -> Evenness:
    """Two one-sided t tests (TOST; D. J. Schuirmann, "A comparison of the two one-sided tests
    procedure and the power approach …", 1987) at the level alpha, and the interval of the mean of
    units' values from 0 to 1. A difference from even below the margin does not matter.
    """
    units = known(values)
    described = _described(units, even)
    low, high = (float(end) - even for end in described.tconfint_mean(alpha))
    p_value, _, _ = described.ttost_mean(even - margin, even + margin)
    equivalent, differs = bool(p_value < alpha), low > 0 or high < 0
    difference = float(described.mean) - even
    needed = None
    if not (equivalent or differs):
        needed = max(len(units) + 1, units_needed(difference, float(described.std), margin))
    return Evenness(difference, low, high, float(p_value), equivalent, differs, needed)


def units_needed(difference: float, deviation: float, margin: float) -> int:
    """About how many units would settle whether a share is even, if it stays as it is: as many as
    show that it differs or that it does not matter, whichever takes fewer (normal approximation,
    power 80%)."""
    off = abs(difference)
    answers = [inf]
    if off > 0:
        answers.append(normal_sample_size_one_tail(off, POWER, ALPHA / 2, deviation))
    if off < margin:
        answers.append(normal_sample_size_one_tail(margin - off, (1 + POWER) / 2, ALPHA, deviation))
    fewest = min(answers)
    return min(MOST_NEEDED, ceil(fewest)) if isfinite(fewest) else MOST_NEEDED


# How much is due to the deal? --------------------------------------------------------------------


def between_share(games: ArrayLike) -> Estimate:
    """Which part of the variance of results lies between deals: the intraclass correlation ICC(1)
    of a one-way analysis of variance, with the interval of its F statistic (P. E. Shrout and
    J. L. Fleiss, "Intraclass correlations", 1979). `games`: [deal, game], the results.
    """
    results = np.asarray(games, np.float64)
    deals, k = results.shape if results.ndim == 2 else (0, 0)
    if deals < FEWEST or k < 2:
        return Estimate(0.0, None, None, deals * k)
    between = k * results.mean(axis=1).var(ddof=1)
    within = results.var(axis=1, ddof=1).mean()
    if within == 0:  # the same result in all games of each deal
        certain = 0.0 if between == 0 else 1.0
        # 3 deals without an exception leave 1 − 3/deals (the rule of three)
        low = max(0.0, 1 - 3 / deals) if certain else 0.0
        return Estimate(certain, low, certain, deals * k)
    ratio = between / within
    free = deals - 1, deals * (k - 1)
    low = ratio / stats.f.ppf(1 - ALPHA / 2, *free)
    high = ratio * stats.f.ppf(1 - ALPHA / 2, *reversed(free))
    value, low, high = (float((f - 1) / (f + k - 1)) for f in (ratio, low, high))
    return Estimate(max(0.0, value), max(0.0, low), max(0.0, high), deals * k)


# Ratios over clusters ----------------------------------------------------------------------------


class Ratio:
    """Σy / Σx over units, such as wins per use, with sums only: memory does not grow with the
    units. The interval is that of the linearized ratio (W. G. Cochran, "Sampling Techniques", 1977,
    section 6.4)."""

    __slots__ = ("_sums", "units")

    def __init__(self) -> None:
        self._sums = np.zeros(5)  # x, y, x², xy, y²
        self.units = 0  # with x > 0

    def add(self, x: float, y: float) -> None:
        """One unit's x and y; units without x need not be added."""
        self._sums += (x, y, x * x, x * y, y * y)
        self.units += x > 0

    @property
    def x(self) -> float:
        """Σx."""
        return float(self._sums[0])

    @property
    def value(self) -> float:
        """Σy / Σx."""
        return float(self._sums[1] / self._sums[0]) if self._sums[0] else 0.0

    def estimate(self, games_per_unit: int = 1) -> Estimate:
        """The ratio with its interval over the units that have x."""
        n, ratio = self.units, self.value
        if n < FEWEST:
            return Estimate(ratio, None, None, n * games_per_unit)
        x, _, xx, xy, yy = self._sums
        residual = max(0.0, yy - 2 * ratio * xy + ratio * ratio * xx)
        error = sqrt(residual * n / (n - 1)) / x
        reach = float(stats.t.ppf(1 - ALPHA / 2, n - 1) * error)
        return Estimate(ratio, ratio - reach, ratio + reach, n * games_per_unit)


# Many comparisons --------------------------------------------------------------------------------


def discoveries(p_values: Sequence[float]) -> list[bool]:
    """Which of these are found with a false discovery rate of 5% (Y. Benjamini and Y. Hochberg,
    "Controlling the false discovery rate", 1995)."""
    if not p_values:
        return []
    significant: list[bool] = multipletests(list(p_values), ALPHA, method="fdr_bh")[0].tolist()
    return significant


def paired_difference(a: ArrayLike, b: ArrayLike, games_per_unit: int = 1) -> tuple[Estimate, Any]:
    """The mean of b − a over the units of which both have a value, with the interval and the
    p value of Student's paired t test."""
    first, second = np.asarray(a, np.float64), np.asarray(b, np.float64)
    n = min(len(first), len(second))
    difference = known(second[:n] - first[:n])
    estimate = mean(difference, games_per_unit)
    if estimate.low is None:
        return estimate, None
    if not difference.any():
        return estimate, 1.0
    if difference.std() == 0:
        return estimate, 0.0
    return estimate, float(_described(difference).ttest_mean(0.0)[1])
