"""What a report holds, however it is shown: as HTML, as JSON, in the page or in Python

It holds no times and nothing of the machine: equal campaigns give equal bytes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal

import msgspec

FORMAT = 1  # of the JSON; a change that readers would notice raises it

Unit = Literal["share", "points", "plies", "steps", "actions", "elo", "number"]
Answer = Literal["yes", "no", "unclear"]


class Estimate(msgspec.Struct, frozen=True):
    """A figure with its 95% interval."""

    value: float
    low: float | None  # None: too few games for an interval
    high: float | None
    games: int  # that it rests on


class Metric(msgspec.Struct, frozen=True):
    """A figure that has a name. docs/metrics.md says what it means and what it does not mean."""

    key: str  # stable, as "wins.south"
    name: str  # for people, as "South wins"
    unit: Unit
    estimate: Estimate


class Verdict(msgspec.Struct, frozen=True):
    """The answer to a question of the report."""

    key: str  # stable, as "fair.seats"
    question: str
    answer: Answer
    sentence: str  # the answer in a plain sentence, with its figures
    games: int
    games_needed: int | None = None  # about how many would settle it, where it is unclear


Value = str | int | float | Estimate | None  # of a cell; None: there is nothing to say


class Table(msgspec.Struct, frozen=True):
    """Figures of many things of a kind: moves, pieces, columns, levels, options."""

    key: str
    title: str
    columns: tuple[str, ...]  # the first names the thing of the row
    units: tuple[Unit | None, ...]  # by column
    rows: tuple[tuple[Value, ...], ...]
    note: str = ""


class Series(msgspec.Struct, frozen=True):
    """Points of a chart, with their intervals where there are any."""

    name: str
    x: tuple[float | str, ...]  # numbers, or the names of categories
    y: tuple[float, ...]
    low: tuple[float, ...] = ()  # as many as y, or none
    high: tuple[float, ...] = ()

    @classmethod
    def of(cls, name: str, x: Iterable[float | str], estimates: Collection[Estimate]) -> Series:
        """A point for each estimate, with its interval; without one, both ends are the value."""
        return cls(
            name,
            tuple(x),
            tuple(each.value for each in estimates),
            tuple(each.value if each.low is None else each.low for each in estimates),
            tuple(each.value if each.high is None else each.high for each in estimates),
        )


class Chart(msgspec.Struct, frozen=True):
    """A picture of figures."""

    key: str
    title: str
    kind: Literal["intervals", "line", "histogram"]
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    description: str  # what the picture shows, for those who do not see it
    reference: float | None = None  # a line drawn across, as 0.5 for an even game
    unit: Unit = "number"  # of y


class Section(msgspec.Struct, frozen=True):
    """One question of the report with all that answers it."""

    key: str  # "fair", "skill", "alive", "used", "best-play"
    title: str
    verdicts: tuple[Verdict, ...] = ()
    metrics: tuple[Metric, ...] = ()
    tables: tuple[Table, ...] = ()
    charts: tuple[Chart, ...] = ()


class DramaticGame(msgspec.Struct, frozen=True):
    """A game worth looking at."""

    drama: float
    title: str
    record: str  # the whole record file


class GameRow(msgspec.Struct, frozen=True):
    """One game, as a row of the CSV file."""

    deal: int
    game: int  # its number among the games of the deal
    players: tuple[str, ...]  # by seat
    first: str  # the seat that began; "" if that was never known
    winners: tuple[str, ...]  # seats
    ending: str
    steps: int
    plies: int
    drama: float | None
    lead_changes: int | None
    decided: float | None  # when: 0 at the start, 1 at the end


class Report(msgspec.Struct, frozen=True):
    """A report of one game with its options."""

    format: int
    game: str
    title: str
    options: dict[str, str]  # those that are not at their defaults
    players: str  # the bots of the main games, as "level:4"
    seed: int
    ruleset: int
    versions: dict[str, str]  # of siegeworks and of what computed the statistics
    command: str
    games: int
    sentences: tuple[str, ...]  # ten, or fewer: what a designer should know first
    sections: tuple[Section, ...]
    dramatic: tuple[DramaticGame, ...] = ()
    rows: Collection[GameRow] = ()  # of all games: written to the CSV, not to the JSON


class Difference(msgspec.Struct, frozen=True):
    """How a metric differs between two reports on paired seeds."""

    key: str  # of the metric
    name: str
    unit: Unit
    of: str  # the options of the one, as "setup=secret"
    against: str
    difference: Estimate
    p_value: float | None
    found: bool  # significant with the false discovery rate held at 5% (Benjamini-Hochberg 1995)


def surest_first(differences: Iterable[Difference]) -> list[Difference]:
    """Those that were found first, then the most probable ones."""
    return sorted(
        differences,
        key=lambda each: (not each.found, 1.0 if each.p_value is None else each.p_value),
    )


class Comparison(msgspec.Struct, frozen=True):
    """Reports of the same game with different options, side by side."""

    format: int
    command: str
    reports: tuple[Report, ...]
    differences: tuple[Difference, ...]
    sentences: tuple[str, ...]


def reports_of(report: Report | Comparison) -> tuple[Report, ...]:
    """The reports that it consists of."""
    return (report,) if isinstance(report, Report) else report.reports
