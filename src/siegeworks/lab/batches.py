"""Units in batches: many short units travel to another process together, long ones alone"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import NamedTuple

from siegeworks.lab.campaign import Campaign, R, Unit, UnitFailed, result_of

SECONDS = 0.25  # that a batch should take: long beside its journey, short for who waits


class Finished(NamedTuple):
    """What became of a batch."""

    results: list[tuple[int, bytes]]  # each unit with its result as JSON
    failure: UnitFailed | None  # of the unit that ended the batch
    seconds: float


def run_batch(
    campaign: Campaign[R], run_unit: Callable[[Unit], R], units: Iterable[int]
) -> Finished:
    """Run these units one after another, up to the first that fails."""
    began, results, failure = perf_counter(), [], None
    try:
        for unit in units:
            results.append((unit, result_of(campaign, run_unit, unit)))
    except UnitFailed as raised:
        failure = raised.with_traceback(None)
        failure.__cause__ = failure.__context__ = None  # which may not pickle
    return Finished(results, failure, perf_counter() - began)


class Batches:
    """The units of a campaign that nobody has been given yet."""

    def __init__(self, units: Iterable[int], workers: int) -> None:
        """Batches of one unit in this order, until it is known how long units take; as many are
        run at a time as there are workers."""
        self._units, self._workers = array("q", units), workers
        self._given = 0
        self._size = 1
        self._again: list[int] = []

    def following(self) -> tuple[int, ...]:
        """The next batch; empty if there is none. Towards the end batches become smaller, so that
        all workers end at about the same time."""
        if self._again:
            return (self._again.pop(),)
        left = len(self._units) - self._given
        size = min(self._size, -(-left // (2 * self._workers)))
        units = tuple(self._units[self._given : self._given + size])
        self._given += size
        return units

    def repeat(self, units: Iterable[int]) -> None:
        """Give these units again, each alone: one of them may have ended its process."""
        self._again += sorted(units, reverse=True)

    def learn(self, finished: Finished) -> None:
        """Choose the size of the next batches by how long this one took."""
        each = finished.seconds / max(1, len(finished.results))
        wanted = SECONDS / max(each, 1e-9)
        self._size = max(1, int(min(wanted, 2 * self._size)))
