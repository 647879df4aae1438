"""How much of a search's budget is left, also where it is spent in parts"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

MOST = 0.8  # of the time that is left: how long simulations take varies by a tenth and more

OnProgress = Callable[[float], None]  # called with the part of the budget that is spent, 0 … 1


@dataclass
class Effort:
    """What one thread may spend: simulations and seconds, whichever ends first."""

    simulations: float
    begin: float  # as `time.perf_counter` counts seconds
    seconds: float
    on_progress: OnProgress | None = None
    before: float = 0.0  # the part of the whole budget that was spent earlier …
    share: float = 1.0  # … and the part that this is
    rate: float = 0.0  # simulations per second, as the last ones took; 0: none so far
    left: float = field(init=False)  # simulations

    def __post_init__(self) -> None:
        self.left = self.simulations

    @property
    def end(self) -> float:
        """When the time is up."""
        return self.begin + self.seconds

    def part(
        self, first: int, after: int, parts: int, reports: bool = True, rate: float = 0.0
    ) -> Effort:
        """Of so many equal parts, counted from 0, those from the first to the one before `after`;
        `rate` is that of the parts before."""
        simulations, begin = self.simulations, self.begin
        before, share = first / parts, (after - first) / parts
        if simulations < inf:
            simulations = simulations * after // parts - simulations * first // parts
        if self.seconds < inf:
            begin += self.seconds * before
        on_progress = self.on_progress if reports else None
        return Effort(simulations, begin, self.seconds * share, on_progress, before, share, rate)

    def chunk(self, now: float, seconds: float) -> int:
        """How many simulations take so many seconds, or most of the time that is left: the last
        ones are fewer and fewer, so that they end when the time is up."""
        return max(1, int(self.rate * min(seconds, MOST * (self.end - now))))

    def report(self, now: float) -> None:
        """Say how much is spent."""
        if self.on_progress is None:
            return
        spent = (now - self.begin) / self.seconds if self.seconds < inf else 0.0
        if 0 < self.simulations < inf:
            spent = max(spent, 1 - self.left / self.simulations)
        self.on_progress(self.before + self.share * min(1.0, spent))
