"""Ratings: what a game says about how strong those who played it are.

The model is Plackett and Luce's, as Weng and Lin update it (`openskill`): the chance of a seat to
win grows with exp(mu / c). Games of this program name their winners and nothing else (decision
0005), so the losers are not compared with each other.

People see `1500 + 42 (mu - 25)`. At a table of two, 400 points more are ten wins for one, as in
Elo's scale, once both are known well.
"""

from collections.abc import Collection, Sequence
from math import log, sqrt
from typing import NamedTuple

from openskill.models import PlackettLuce

START, START_SIGMA = 25.0, 25.0 / 3  # of a player of whom nothing is known
POINTS, MIDDLE = 42.0, 1500  # of the scale that people see
NOISE = 400 / (log(10) * POINTS)  # c of a game between players who are known exactly
UNSURE = 0.22  # of the variances of who plays, how much adds to c²; a draw from them would be 1
CHANGE = 0.2  # sigma of how much a player changes from one game to the next
CHANGE_A_DAY = 0.2  # sigma of how much a player changes in a day without a game
CAREFUL = 0.01  # what openskill may take of a variance, so that it never takes all of it
INTERVAL = 1.645  # sigmas to each side, between which nine of ten lie
SETTLED = 150  # points of uncertainty below which a player stands in the lists


class Rating(NamedTuple):
    """What is known of how strong a player is: a normal distribution."""

    mu: float = START
    sigma: float = START_SIGMA

    @property
    def points(self) -> int:
        """The number that people see."""
        return round(MIDDLE + POINTS * (self.mu - START))

    @property
    def uncertainty(self) -> int:
        """In nine of ten cases the true number differs by less, in points."""
        return round(INTERVAL * POINTS * self.sigma)

    @property
    def is_settled(self) -> bool:
        """Is it known well enough for a list of the best?"""
        return self.uncertainty <= SETTLED


def rating_of(points: float, uncertainty: float) -> Rating:
    """The rating that is shown so; the inverse of `points` and `uncertainty`."""
    return Rating(START + (points - MIDDLE) / POINTS, uncertainty / (INTERVAL * POINTS))


def after_days(rating: Rating, days: float) -> Rating:
    """A rating of which nothing was heard for so many days: less is known."""
    grown = sqrt(rating.sigma**2 + CHANGE_A_DAY**2 * max(0.0, days))
    return rating._replace(sigma=max(rating.sigma, min(START_SIGMA, grown)))


def after_game(ratings: Sequence[Rating], winners: Collection[int]) -> list[Rating]:
    """The ratings after a game of two or more seats. The winners, at least one, share the win; all
    of them: a draw."""
    before = [Rating(rating.mu, sqrt(rating.sigma**2 + CHANGE**2)) for rating in ratings]
    seats = len(before)
    losers = [seat for seat in range(seats) if seat not in winners]
    known = sqrt(UNSURE * 2 / seats)  # so that neither part of c depends on how many play
    noise = NOISE**2 / seats
    findings = _findings(before, [seat in losers for seat in range(seats)], known, noise)
    if len(losers) > 1:
        # A tie of the losers with each other would say that they are about as strong.
        others = sum((known * before[seat].sigma) ** 2 for seat in range(seats) if seat in winners)
        rest = (others + noise * seats) / len(losers)  # the same c
        tie = _findings([before[seat] for seat in losers], [False] * len(losers), known, rest)
        for seat, finding in zip(losers, tie, strict=True):
            lost = findings[seat]
            findings[seat] = Finding(lost.mu - finding.mu, lost.known - finding.known)
    return [
        Rating(rating.mu + finding.mu / (1 + finding.known), rating.sigma / sqrt(1 + finding.known))
        for rating, finding in zip(before, findings, strict=True)
    ]


class Finding(NamedTuple):
    """What a game says about one player."""

    mu: float  # to be added, if what is known is weighed as before
    known: float  # what it adds to what is known: 1 halves the variance


def _findings(
    ratings: Sequence[Rating], lost: Sequence[bool], known: float, noise: float
) -> list[Finding]:
    """What openskill makes of a game; `lost` says which seats have lost. Every sigma is multiplied
    by `known` while openskill sees it; `noise` is that of one seat, as a variance."""
    model = PlackettLuce(beta=sqrt(noise), gamma=lambda *_: CAREFUL, tau=0.0)
    teams = [[model.create_rating([rating.mu, rating.sigma * known])] for rating in ratings]
    rated = model.rate(teams, ranks=[float(has_lost) for has_lost in lost], tau=0.0)
    return [
        Finding(
            (after.mu - before.mu) / known**2,
            (1 - (after.sigma / (before.sigma * known)) ** 2) / (CAREFUL * known**2),
        )
        for before, (after,) in zip(ratings, rated, strict=True)
    ]
