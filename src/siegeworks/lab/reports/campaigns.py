"""Running the units of a report, in rounds, until its questions are answered

The units of a report are looked at after fixed numbers of them, each twice the last. At a look the
verdicts are tested, and if all are settled the campaign stops. Looking several times would find an
unfair game too often, so each look spends a part of the 5% that all looks together may be wrong:
the spending function α·t³ (K. Kim and D. L. DeMets, "Design and analysis of group sequential tests
based on the type I error spending rate function", 1987), t being the part of the planned units that
are there, with the union bound in place of the looks' joint distribution. The intervals in verdicts
are repeated confidence intervals at the level of the look (C. Jennison and B. W. Turnbull, 1989).
The last look spends all that is left, also where time ended the campaign; that is sound as long as
the time does not depend on who wins.
"""

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from siegeworks.core.errors import SiegeworksError
from siegeworks.lab.campaign import Campaign, Executor, Results, arriving, in_order
from siegeworks.lab.reports.model import Report, Verdict
from siegeworks.lab.reports.sample.games import GAMES, ReportGames
from siegeworks.lab.reports.sample.tally import Tally
from siegeworks.lab.reports.statistics import ALPHA

FIRST_LOOK = 50  # units
POWER = 3  # of the spending function: early looks spend little, as O'Brien and Fleming's do
MOST_UNITS = 1600  # where no number of games is given
MINUTES = 2.5  # where neither games nor minutes are given
Journals = Callable[[Campaign[Any]], Results]  # what is kept of a campaign

BETWEEN = 5.0  # seconds between two reports so far
PULSE = 0.2  # seconds between two signs of life


@dataclass(frozen=True)
class Progress:
    """How far a report has come."""

    stage: str
    games: int
    planned: int  # at most
    seconds: float
    report: Report | None  # with the figures so far; None: not yet, or the same as last time

    @property
    def games_per_second(self) -> float:
        """Since the report began."""
        return self.games / self.seconds if self.seconds else 0.0


@dataclass(frozen=True)
class Plan:
    """How many units are played, and when they are looked at."""

    units: int  # at most
    seconds: float | None = None  # at most, without loading and compiling
    stops_early: bool = False  # once all verdicts are settled

    @property
    def looks(self) -> tuple[int, ...]:
        """After how many units the verdicts are tested, the last time at the end."""
        campaigns, units = [], FIRST_LOOK
        while self.stops_early and units < self.units:
            campaigns.append(units)
            units *= 2
        return (*campaigns, self.units)

    def alpha(self, units: int, is_last: bool) -> float:
        """The level of the tests at this look."""
        before = max((look for look in self.looks if look < units), default=0)
        end = self.units if is_last else units
        return float(ALPHA * ((end / self.units) ** POWER - (before / self.units) ** POWER))


def plan_of(games: int | None, minutes: float | None) -> Plan:
    """The plan of a report: at least this many games between equal bots (exactly as many units as
    that takes), or else until the verdicts
    are settled; this many minutes at most, or without a number of games 2.5.

    Raises:
        SiegeworksError: fewer than one game, or no time.
    """
    if games is not None and games < 1:
        raise SiegeworksError(f"A report needs 1 game or more, not {games}.")
    if minutes is not None and not minutes > 0:
        raise SiegeworksError(f"A report needs some time: more than 0 minutes, not {minutes:g}.")
    if games is not None:
        return Plan(-(-games // GAMES), None if minutes is None else 60 * minutes)
    return Plan(MOST_UNITS, 60 * (MINUTES if minutes is None else minutes), stops_early=True)


@dataclass
class Rounds:
    """One campaign: units as they arrive, in their order, until the plan or the verdicts end it."""

    plan: Plan
    ask: Callable[[Tally, float], list[Verdict]]  # with the level of the tests
    build: Callable[[Tally, list[Verdict]], Report]
    stage: str
    began: float  # time.monotonic() when the report began
    on_progress: Callable[[Progress], None] | None = None

    def run(
        self, work: ReportGames, seed: int, executor: Executor, kept: Journals | None = None
    ) -> tuple[Tally, list[Verdict]]:
        """Play and count. What is kept of an earlier run is not played again.

        Raises:
            UnitFailed, OSError: as `Executor.run`; what was finished before is kept.
        """
        tally, start = Tally(work), time.monotonic()
        shown, pulse = start, 0.0
        campaign = Campaign(work, self.plan.units, seed)
        looks = set(self.plan.looks)
        verdicts: list[Verdict] = []
        results = kept(campaign) if kept is not None else None
        with closing(arriving(campaign, executor, results)) as units:
            for unit in in_order(units):
                tally.add(unit)
                now = time.monotonic()
                is_last = tally.units == self.plan.units or self._is_late(now - start)
                if tally.units in looks or is_last:
                    verdicts = self.ask(tally, self.plan.alpha(tally.units, is_last))
                    settled = all(verdict.answer != "unclear" for verdict in verdicts)
                    if is_last or settled:
                        break
                if self.on_progress is not None and now - pulse > PULSE:
                    pulse, report = now, None
                    if now - shown > BETWEEN:
                        shown = now
                        so_far = self.ask(tally, self.plan.alpha(tally.units, is_last=False))
                        report = self.build(tally, so_far)
                    self.on_progress(
                        Progress(
                            self.stage,
                            tally.games,
                            self.plan.units * GAMES,
                            now - self.began,
                            report,
                        )
                    )
        return tally, verdicts

    def _is_late(self, seconds: float) -> bool:
        return self.plan.seconds is not None and seconds > self.plan.seconds
