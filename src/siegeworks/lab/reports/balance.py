"""What a game's page says of its balance: the report's verdicts and a few charts in one small file

A game has it beside its rulebook, as `balance.json`.
"""

from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from siegeworks.games import module
from siegeworks.lab.reports.model import Chart, Report, Series, Verdict
from siegeworks.play.files import write_whole

NAME = "balance.json"
CHARTS = ("fair.strength", "skill.ladder", "alive.curve")  # those that a report has
MOST_POINTS = 24  # of a line
DIGITS = 4
MOST_BYTES = 10_000


class Balance(msgspec.Struct, frozen=True):
    """What a report says of a game, in short."""

    title: str
    sentences: list[str]
    verdicts: list[Verdict]
    charts: list[Chart]
    games: int
    players: str  # "level:4"
    options: dict[str, str]  # those that are not at their defaults
    ruleset: int
    version: str  # of siegeworks
    command: str  # that makes the whole report


def summary(report: Report) -> Balance:
    """The balance of a game, from its report."""
    charts = {chart.key: chart for section in report.sections for chart in section.charts}
    return Balance(
        report.title,
        list(report.sentences),
        [verdict for section in report.sections for verdict in section.verdicts],
        [_small(charts[key]) for key in CHARTS if key in charts],
        report.games,
        report.players,
        report.options,
        report.ruleset,
        report.versions.get("siegeworks", ""),
        report.command,
    )


def write_balance(balance: Balance, folder: Path) -> Path:
    """Write it into the folder of its game.

    Raises:
        OSError: it cannot be written.
    """
    path = folder / NAME
    written = msgspec.json.format(msgspec.json.encode(balance), indent=1)
    write_whole(path, f"{written.decode()}\n")
    return path


@cache
def balance_of(game: str) -> Balance | None:
    """The balance of a game; None if it has none, or one of another form.

    Raises:
        UnknownGame: there is no such game.
    """
    file = files(module(game).__name__).joinpath(NAME)
    try:
        return msgspec.json.decode(file.read_bytes(), type=Balance)
    except (OSError, msgspec.MsgspecError):
        return None


def _small(chart: Chart) -> Chart:
    series = tuple(_thinned(series) for series in chart.series)
    return msgspec.structs.replace(chart, series=series)


def _thinned(series: Series) -> Series:
    """At most so many points at equal distances, the first and the last among them."""
    last = len(series.x) - 1
    kept = list(range(last + 1))
    if last >= MOST_POINTS and not isinstance(series.x[0], str):
        kept = [round(i * last / (MOST_POINTS - 1)) for i in range(MOST_POINTS)]

    def of(values: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(round(values[i], DIGITS) for i in kept) if values else ()

    return Series(
        series.name, tuple(series.x[i] for i in kept), of(series.y), of(series.low), of(series.high)
    )
