"""How a game flows: drama, lead changes and when it was decided, from a curve of winning chances

A curve has the chance of each seat before each ply, as the players' own searches judge it, and the
result as its last point. A seat's judgement is its chance after its best move; the others share the
rest equally. A point of the curve is the mean of what each seat judged when it last acted: two
seats that both think too well of themselves do not make the lead swing with every ply.
"""

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

Curve = NDArray[np.float64]  # [point, seat]; the chances of a point add up to 1

DECIDED = 0.8  # a winner's chance from which a game counts as decided
CLEAR = 0.05  # a lead that is smaller does not change hands
POINTS = 21  # of the mean curve: every 5% of a game
COMEBACK = 0.4  # of an even chance, from below which a win is a comeback: 20% of two seats


class Flow(msgspec.Struct, frozen=True):
    """What is kept of the curve of a game that was won."""

    drama: float
    lead_changes: int
    decided: float  # 0: from the start; 1: only with the last ply
    lowest: float  # chance of the winners
    points: tuple[float, ...]  # the winners' chance at `POINTS` moments, equally far apart


def flow(curve: Curve, winners: Sequence[int]) -> Flow | None:
    """Everything of a game; None for one without plies or without a loser."""
    if len(curve) < 2 or len(winners) == curve.shape[1]:
        return None
    won = curve[:, list(winners)].sum(axis=1)
    return Flow(
        drama(curve, winners), lead_changes(curve), decided(won), float(won.min()), points(won)
    )


def drama(curve: Curve, winners: Sequence[int]) -> float:
    """How far the winner was behind while it was behind, 0 to 1.

    Browne's drama: the mean of √(leader's chance − winner's chance) over the plies in which the
    winner does not lead; 0 if it always led. (C. Browne, "Automatic Generation and Evaluation of
    Recombination Games", 2008, section 6.3.) Of winners who share a win the best placed one counts.
    """
    before = curve[:-1]
    behind = before.max(axis=1) - before[:, list(winners)].max(axis=1)
    behind = behind[behind > 0]
    return float(np.sqrt(behind).mean()) if len(behind) else 0.0


def lead_changes(curve: Curve) -> int:
    """How often the lead changes hands.

    Browne's lead change (2008) counts every ply with another leader and divides by the plies; here
    it is the number of a game, and a new leader must be ahead by 5 points, since a search's
    estimates are noisy.
    """
    leader, changes = -1, 0
    for chances in curve:
        best = int(chances.argmax())
        if leader < 0:
            if np.ptp(chances) > CLEAR:
                leader = best
        elif best != leader and chances[best] - chances[leader] > CLEAR:
            leader, changes = best, changes + 1
    return changes


def decided(won: NDArray[np.float64]) -> float:
    """When the winner's chance last left the region below 80%, as a part of the game: 0 if it was
    never there, 1 if it got out only with the last ply. Browne's decisiveness (2008) takes the
    threshold from the game itself; a fixed one can be compared between games."""
    below = np.flatnonzero(won < DECIDED)
    return float((below[-1] + 1) / (len(won) - 1)) if len(below) else 0.0


def points(won: NDArray[np.float64]) -> tuple[float, ...]:
    """The winner's chance at equally distant moments, interpolated."""
    at = np.linspace(0, len(won) - 1, POINTS)
    return tuple(np.interp(at, np.arange(len(won)), won).round(4).tolist())


class Opinions:
    """What the seats think of their chances, ply by ply."""

    def __init__(self, seats: int) -> None:
        self._latest = np.full((seats, seats), np.nan)  # [who judges, whose chance]
        self._points: list[NDArray[np.float64]] = []

    def judge(self, seat: int, chance: float | None) -> None:
        """A seat is to act and gives itself this chance; None: it has not looked."""
        seats = len(self._latest)
        if chance is not None:
            self._latest[seat] = (1 - chance) / (seats - 1)
            self._latest[seat, seat] = chance
        judged = self._latest[~np.isnan(self._latest[:, 0])]
        self._points.append(judged.mean(axis=0) if len(judged) else np.full(seats, 1 / seats))

    @property
    def known(self) -> bool:
        """Has any seat ever judged?"""
        return not np.isnan(self._latest).all()

    def expected(self, seat: int) -> float:
        """The chance of a seat at the last point."""
        return float(self._points[-1][seat])

    def curve(self, winners: Sequence[int]) -> Curve:
        """All points, and the result."""
        result = np.zeros(len(self._latest))
        result[list(winners)] = 1 / max(1, len(winners))
        return np.array([*self._points, result])
