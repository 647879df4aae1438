"""A report in the terminal: the sentences, the answers, the figures; and how far it has come"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from siegeworks.cli.console.notices import progress
from siegeworks.cli.console.result_tables import print_line, results_table
from siegeworks.core.text import counted
from siegeworks.lab.reports import formatting
from siegeworks.lab.reports.model import Comparison, Report, Section, reports_of, surest_first

if TYPE_CHECKING:
    from siegeworks.lab.reports.campaigns import Progress

SENTENCES_SHOWN = 6  # while games are played
MOST_DIFFERENCES = 20  # in the terminal; the files have all
WIDEST_OPTIONS = 20  # columns


def show(console: Console, report: Report | Comparison, interrupted: bool = False) -> None:
    """Print what a designer should know first; the files have the rest."""
    if interrupted:
        print_line(console, "interrupted; this is what the games so far say", "bold")
    reports = reports_of(report)
    first, games = reports[0], counted(sum(each.games for each in reports), "game")
    variants = f" {formatting.options_of(first.options)}" if first.options else ""
    if len(reports) > 1:
        variants = f", {len(reports)} choices of options"
    print_line(
        console, f"{first.title}{variants}: {games}, {first.players}, seed {first.seed}", "bold"
    )
    for number, sentence in enumerate(report.sentences, 1):
        print_line(console, f"{number:2}. {sentence}")
    console.print()
    if isinstance(report, Comparison):
        console.print(_differences(report))
        return
    console.print(_answers(report))
    for section in report.sections:
        if section.metrics:
            console.print(_metrics(section))


def _answers(report: Report) -> Table:
    table = results_table("question")
    table.add_column("answer")
    table.add_column("games", justify="right")
    table.add_column("games needed", justify="right")
    for section in report.sections:
        for verdict in section.verdicts:
            needed = f"{verdict.games_needed:,}" if verdict.games_needed else ""
            table.add_row(
                verdict.question, formatting.answer(verdict.answer), f"{verdict.games:,}", needed
            )
    return table


def _metrics(section: Section) -> Table:
    table = results_table(section.title, "", "95% interval", "games")
    for metric in section.metrics:
        table.add_row(*formatting.figure(metric))
    return table


def _differences(comparison: Comparison) -> Table:
    ordered = surest_first(comparison.differences)
    table = results_table(f"instead of {ordered[0].against}" if ordered else "difference")
    table.add_column("with", max_width=WIDEST_OPTIONS)
    table.add_column("difference", justify="right", no_wrap=True)
    table.add_column("95% interval", justify="right", no_wrap=True)
    table.add_column("")
    for difference in ordered[:MOST_DIFFERENCES]:
        value, interval = formatting.difference(difference.difference, difference.unit)
        verdict = "found" if difference.found else "not found"
        table.add_row(difference.name, difference.of, value, interval, verdict)
    if len(ordered) > MOST_DIFFERENCES:
        table.caption = f"{len(ordered) - MOST_DIFFERENCES} more are in the files."
    return table


# While games are played --------------------------------------------------------------------------


@contextmanager
def watching(title: str) -> Iterator[Callable[[Progress], None]]:
    """A display on standard error of how far a report has come, with its first figures; silent
    without a terminal, removed at the end. Yields what is to be called with each progress."""
    console = Console(stderr=True)
    bar = progress()
    task = bar.add_task(f"{title}: preparing", total=None)
    sentences: list[str] = []

    def shown() -> RenderableType:
        lines = [Text(sentence, overflow="ellipsis", no_wrap=True) for sentence in sentences]
        return Group(*lines, bar.get_renderable())

    def show_progress(now: Progress) -> None:
        if now.report is not None:
            sentences[:] = _first_figures(now.report)
        words = f"{title}: {_stage(now)}"
        bar.update(task, description=words, completed=now.games, total=now.planned or None)

    if not console.is_terminal:
        yield lambda now: None
        return
    with Live(
        get_renderable=shown,
        console=console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    ):
        yield show_progress


def _first_figures(report: Report) -> list[str]:
    """The first sentences; before there are any, the first figures."""
    figures = [
        f"{metric.name}: {formatting.estimated(metric.estimate, metric.unit)}"
        for section in report.sections[:1]
        for metric in section.metrics
    ]
    return [*report.sentences, *(() if report.sentences else figures)][:SENTENCES_SHOWN]


def _stage(now: Progress) -> str:
    """What is being done, and how fast."""
    if not now.games:
        return now.stage
    rate = f", {now.games_per_second:,.1f} games/s" if now.seconds > 1 else ""
    return f"{now.stage}, {counted(now.games, 'game')}{rate}"
