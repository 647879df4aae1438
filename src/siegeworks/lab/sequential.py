"""A sequential test: is a bot better by ELO0 or by ELO1? It stops as soon as that is decided.

Two bots play units, each with a score from 0 to 1. After each unit the likelihood of all scores so
far under "better by ELO1" (H1) is compared with that under "better by ELO0" (H0). Nothing is
assumed about the frequency of each score: each hypothesis takes the most likely distribution with
its mean. This is the generalized sequential probability ratio test, as Stockfish's fishtest uses it
for pairs of games, whose scores are 0, ¼, ½, ¾ and 1 (the pentanomial model; M. Van den Bergh, "A
practical introduction to the GSPRT", 2019). Units of games with more seats have other scores; the
test is the same.

Each error, accepting H1 if H0 is true or H0 if H1 is true, has a probability of about 5%.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log

from siegeworks.lab.ratings import expected_share

ALPHA = BETA = 0.05  # the probabilities of the two errors
BOUND = log((1 - BETA) / ALPHA)  # 2.94; Wald 1945
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
UNSEEN = 1e-3  # units with a score that has not occurred: no hypothesis is impossible
HALVINGS = 60
DIGITS = 9  # decimal places to which scores are compared


@dataclass
class SequentialTest:
    """One run of the test. The first unit that decides it ends it; later ones change nothing."""

    elo0: float
    elo1: float  # above elo0
    seats: int
    counts: Counter[float] = field(default_factory=Counter)
    llr: float = 0.0  # log-likelihood ratio of H1 to H0

    @property
    def accepted(self) -> str:
        """ "H0", "H1", or "undecided"."""
        if abs(self.llr) < BOUND:
            return "undecided"
        return "H1" if self.llr > 0 else "H0"

    @property
    def decided(self) -> bool:
        """Has a hypothesis been accepted?"""
        return self.accepted != "undecided"

    def add(self, score: float) -> None:
        """The first bot's score in the next unit, 0 to 1; nothing once the test has ended."""
        if not self.decided:
            self.counts[round(score, DIGITS)] += 1
            self.llr = log_likelihood_ratio(self.counts, *self.shares)

    @property
    def shares(self) -> tuple[float, float]:
        """The mean scores under H0 and H1."""
        return expected_share(self.elo0, self.seats), expected_share(self.elo1, self.seats)


def log_likelihood_ratio(counts: Mapping[float, int], share0: float, share1: float) -> float:
    """Of the mean share1 to the mean share0; `counts[score]` units had this score."""
    seen = {score: counts.get(score, 0) or UNSEEN for score in {*PAIR_SCORES, *counts}}
    theta0, theta1 = _tilt(seen, share0), _tilt(seen, share1)
    return sum(
        count * log((1 + theta0 * (score - share0)) / (1 + theta1 * (score - share1)))
        for score, count in seen.items()
    )


def _tilt(seen: Mapping[float, float], share: float) -> float:
    """The θ that makes seen[score] / (1 + θ (score − share)) the most likely distribution with
    this mean: the only root of Σ seen (score − share) / (1 + θ (score − share)), which falls."""
    low, high = -1 / (max(seen) - share), 1 / (share - min(seen))
    for _ in range(HALVINGS):
        theta = (low + high) / 2
        slope = sum(
            count * (score - share) / (1 + theta * (score - share)) for score, count in seen.items()
        )
        low, high = (theta, high) if slope > 0 else (low, theta)
    return (low + high) / 2
