"""Confidence intervals: what a number of games says about all games."""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from siegeworks.core.errors import SiegeworksError

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)  # 1.96 standard deviations to either side


@dataclass(frozen=True)
class Share:
    """A share of all games, 0 to 1, with its 95% interval.

    Examples:
        >>> import siegeworks as sw
        >>> wins = sw.wilson(60, 100)
        >>> wins.share, round(wins.low, 2), round(wins.high, 2)
        (0.6, 0.5, 0.69)
    """

    share: float
    low: float
    high: float


def wilson(won: float, games: int, squares: float | None = None) -> Share:
    """Wilson's score interval for the mean of values from 0 to 1, one a game.

    The interval is made for values 0 and 1 (E. B. Wilson, "Probable inference, the law of
    succession, and statistical inference", 1927). Values between them, such as shared wins, vary
    less: the interval is then that of a larger number of games with values 0 and 1 that vary as
    little (Kish's effective sample size, "Survey Sampling", 1965). Z² games with the largest
    variance are mixed in, so that a few equal games do not look like certainty.

    Args:
        won: the sum of the values.
        games: how many values.
        squares: the sum of their squares; leave it out if all are 0 or 1.

    Raises:
        SiegeworksError: that many games cannot have such a sum of values from 0 to 1.

    Examples:
        >>> estimate = wilson(60, 100)
        >>> f"{estimate.share:.0%} ({estimate.low:.0%} to {estimate.high:.0%})"
        '60% (50% to 69%)'
    """
    if not 0 <= won <= games:
        raise SiegeworksError(
            f"{won} of {games} games: a sum of values from 0 to 1 lies between 0 and their number."
        )
    if games == 0:
        return Share(0.0, 0.0, 1.0)
    share = won / games
    widest = share * (1 - share)
    variance = widest if squares is None else squares / games - share * share
    mixed = (games * variance + Z * Z * widest) / (games + Z * Z)
    effective = games * widest / mixed if mixed > 0 else games
    weight = Z * Z / effective
    middle = (share + weight / 2) / (1 + weight)
    reach = Z * sqrt(widest / effective + (weight / Z / 2) ** 2) / (1 + weight)
    return Share(share, max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach)))
