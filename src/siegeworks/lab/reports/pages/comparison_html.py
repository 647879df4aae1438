"""A comparison of options as one page of HTML: the same figures side by side"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar
from xml.etree.ElementTree import Element

from siegeworks.core.text import counted
from siegeworks.lab.reports import formatting
from siegeworks.lab.reports.model import (
    Chart,
    Comparison,
    Metric,
    Report,
    Series,
    Verdict,
    surest_first,
)
from siegeworks.lab.reports.pages.html import (
    chart_figure,
    colophon,
    contents,
    data_table,
    opening,
    page,
    tag,
)

T = TypeVar("T")
MOST_CHARTS = 9  # those of differences that were found come first
SECTIONS = {  # by address
    "differences": "What the options change",
    "answers": "The answers side by side",
    "figures": "The figures side by side",
    "made": "How this was made",
}
FOUND = {True: "\N{BLACK CIRCLE} found", False: "\N{WHITE CIRCLE} not found"}
NOTE = (
    "The games of all options have the same seeds. The false discovery rate is held at 5% "
    "(Benjamini and Hochberg 1995): of the differences called found, about one in twenty is chance."
)


def comparison_page(comparison: Comparison) -> str:
    """The page of a comparison."""
    reports = comparison.reports
    games = counted(sum(report.games for report in reports), "game")
    return page(
        f"{reports[0].title}: what options change",
        *opening(
            f"{reports[0].title}: what options change",
            f"A report on {games} with {len(reports)} choices of options, "
            f"{reports[0].players} against itself.",
            comparison.sentences,
        ),
        contents(SECTIONS.items()),
        tag("section", *_differences(comparison), id="differences"),
        tag("section", *_answers(reports), id="answers"),
        tag("section", *_figures(reports), id="figures"),
        colophon(reports[0], comparison.command),
    )


def _differences(comparison: Comparison) -> list[Element]:
    rows = []
    for difference in comparison.differences:
        value, interval = formatting.difference(difference.difference, difference.unit)
        chance = formatting.NOTHING if difference.p_value is None else f"{difference.p_value:.3f}"
        what = (difference.name, difference.of, difference.against)
        rows.append((*what, value, interval, chance, FOUND[difference.found]))
    columns = ("", "with", "instead of", "difference", "95% interval", "p", "")
    charts = tuple(chart_figure(chart) for chart in charts_of(comparison))
    return [
        tag("h2", SECTIONS["differences"]),
        tag("div", *charts, class_="charts"),
        data_table(
            "All differences",
            columns,
            rows,
            units=(None, None, None, "number", "number", "number", None),
        ),
        tag("p", NOTE, class_="quiet"),
    ]


def charts_of(comparison: Comparison) -> list[Chart]:
    """A chart for each of the figures that differ most clearly."""
    ordered = surest_first(comparison.differences)
    shown = {metric.key for report in comparison.reports for metric in metrics_of(report)}
    keys = [key for key in dict.fromkeys(difference.key for difference in ordered) if key in shown]
    return [_chart(key, comparison.reports) for key in keys[:MOST_CHARTS]]


def _chart(key: str, reports: Sequence[Report]) -> Chart:
    """One figure of all reports that have it."""
    rows = [
        (formatting.options_of(report.options), metric)
        for report in reports
        for metric in metrics_of(report)
        if metric.key == key
    ]
    title, unit = rows[0][1].name, rows[0][1].unit
    names = (name for name, _ in rows)
    series = Series.of(title, names, [metric.estimate for _, metric in rows])
    summary = "; ".join(
        f"{name}: {formatting.estimated(metric.estimate, metric.unit)}" for name, metric in rows
    )
    label = "" if unit in ("share", "number") else unit.capitalize() if unit == "elo" else unit
    return Chart(
        f"compare.{key}",
        title,
        "intervals",
        "options",
        label,
        (series,),
        summary,
        unit=unit,
    )


def metrics_of(report: Report) -> list[Metric]:
    """All metrics of a report."""
    return [metric for section in report.sections for metric in section.metrics]


def _side_by_side(
    sides: Sequence[Mapping[str, T]], name: Callable[[T], str], cell: Callable[[T], str]
) -> list[tuple[str, ...]]:
    """A row for everything that some report has, by its key, with a cell for each report."""
    known = {key: name(each) for side in sides for key, each in side.items()}
    return [
        (title, *(cell(side[key]) if key in side else formatting.NOTHING for side in sides))
        for key, title in known.items()
    ]


def _answers(reports: Sequence[Report]) -> list[Element]:
    """The verdicts: a row for each question, a column for each choice of options."""
    verdicts = [
        {verdict.key: verdict for section in report.sections for verdict in section.verdicts}
        for report in reports
    ]

    def cell(verdict: Verdict) -> str:
        return f"{formatting.answer(verdict.answer)}: {verdict.sentence}"

    rows = _side_by_side(verdicts, lambda verdict: verdict.question, cell)
    names = [formatting.options_of(report.options) for report in reports]
    table = data_table("Answers", ("", *names), rows, units=(None,) * (1 + len(names)))
    return [tag("h2", SECTIONS["answers"]), table]


def _figures(reports: Sequence[Report]) -> list[Element]:
    """The metrics: a row for each, a column for each choice of options."""
    by_key = [{metric.key: metric for metric in metrics_of(report)} for report in reports]

    def cell(metric: Metric) -> str:
        return formatting.estimated(metric.estimate, metric.unit)

    rows = _side_by_side(by_key, lambda metric: metric.name, cell)
    names = [formatting.options_of(report.options) for report in reports]
    games = [f"{report.games:,}" for report in reports]
    table = data_table("Figures", ("", *names), [*rows, ("Games", *games)])
    return [tag("h2", SECTIONS["figures"]), table]
