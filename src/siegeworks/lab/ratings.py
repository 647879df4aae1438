"""Strength on the Elo scale from games of two to four seats.

The model is Plackett and Luce's, of which a game reveals only the winner. A bot of strength γ,
which is 10^(Elo/400), wins a game with probability γ divided by the sum of γ over all seats; with
two seats that is Elo's model. A win shared by k seats counts as 1/k of a win for each, like half a
win each for a draw in Elo's.

The strengths are fitted to all games at once: each bot is expected to win exactly what it has won.
Updates game by game would depend on the order of the games and give the last ones most weight, but
these bots do not learn.
"""

from dataclasses import dataclass
from math import inf, log10, sqrt

import numpy as np
from numpy.typing import NDArray

from siegeworks.lab.intervals import CONFIDENCE, Share

Numbers = NDArray[np.float64]

SCALE = 400  # Elo for a factor of ten in strength
RESAMPLES = 1_000
MIN_UNITS = 10  # with fewer, resampling says little
TOLERANCE = 1e-8  # of ln γ, between two iterations of the fit
MAX_ITERATIONS = 20_000


@dataclass(frozen=True)
class Rating:
    """A number on the Elo scale with its 95% interval, whose bounds may be infinite or unknown."""

    elo: float
    low: float | None
    high: float | None


# Two bots --------------------------------------------------------------------------------------


def expected_share(elo: float, seats: int) -> float:
    """The share of a unit that a bot wins against another if it is better by `elo`, 0 to 1.

    In a unit of two bots each bot is once in every seat, against the other in all other seats.
    """
    odds, others = 10 ** (elo / SCALE), seats - 1
    return (odds / (odds + others) + others * odds / (others * odds + 1)) / 2


def elo_of(share: float, seats: int) -> float:
    """The Elo difference for which this share of a unit is expected: the inverse of the above."""
    if share in (0, 1):
        return inf if share else -inf
    # expected_share = share, a quadratic in the odds: a·odds² + b·odds = c
    others = seats - 1
    a, b, c = 2 * others * (1 - share), (1 + others**2) * (1 - 2 * share), 2 * others * share
    return SCALE * log10((sqrt(b * b + 4 * a * c) - b) / (2 * a))


def elo_difference(share: Share, seats: int) -> Rating:
    """How much better a bot is that won this share of its units against one other bot."""
    return Rating(*(elo_of(part, seats) for part in (share.share, share.low, share.high)))


# Any number of bots ------------------------------------------------------------------------------


def fit_strengths(won: Numbers, lineups: Numbers, games: Numbers) -> Numbers:
    """Strengths under which every bot is expected to win what it has won.

    Hunter's MM algorithm ("MM algorithms for generalized Bradley-Terry models", 2004) for first
    places only, for several fits at once.

    Args:
        won: [fit, bot], wins, all above 0; a row sums to the games of its fit.
        lineups: [lineup, bot], in how many seats of a game it sits.
        games: [fit, lineup], how many games there were, whole or not.

    Returns:
        [fit, bot], with a geometric mean of 1.
    """
    strengths = np.ones_like(won)
    for _ in range(MAX_ITERATIONS):
        before = strengths
        strengths = won / ((games / (before @ lineups.T)) @ lineups)
        strengths /= np.exp(np.log(strengths).mean(axis=1, keepdims=True))
        if np.abs(np.log(strengths / before)).max() < TOLERANCE:
            break
    return strengths


def ratings(won: Numbers, lineups: Numbers) -> list[Rating]:
    """The rating of every bot, with mean 0, and intervals by the bootstrap over units.

    For each bot, one virtual game of all bots is added that it wins (Laplace's rule of succession),
    so that a bot that lost or won every game has a rating too. The intervals come from the Bayesian
    bootstrap (Rubin 1981): each unit and each virtual game gets a random weight from the
    exponential distribution. So a hundred games with the same result have an interval too. Fewer
    than 10 units have none.

    `won` is [unit, bot], wins in each unit; `lineups` is [game, bot], in how many seats of that
    game of every unit the bot sits.
    """
    units, bots = won.shape
    kinds, times = np.unique(lineups, axis=0, return_counts=True)
    rows, played, virtual = [won.sum(axis=0)], [float(units)], [np.ones(bots)]
    rng = np.random.default_rng(0)
    for _ in range(RESAMPLES if units >= MIN_UNITS else 0):
        weights: Numbers = rng.standard_exponential((units,))
        rows.append(weights @ won)
        played.append(float(weights.sum()))
        virtual.append(rng.standard_exponential((bots,)))
    firsts = np.array(virtual)
    games = np.column_stack([np.outer(played, times), firsts.sum(axis=1)])
    strengths = fit_strengths(np.array(rows) + firsts, np.vstack([kinds, np.ones(bots)]), games)
    elo, resampled = np.split(SCALE * np.log10(strengths), [1])
    if not len(resampled):
        return [Rating(rating, None, None) for rating in elo[0].tolist()]
    ends = np.quantile(resampled, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], axis=0)
    return [Rating(*numbers) for numbers in zip(elo[0].tolist(), *ends.tolist(), strict=True)]
