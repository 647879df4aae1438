"""A report as one page of HTML that needs nothing else: no network, no scripts, no fonts

It begins with the sentences that a designer should know first, then answers question by question,
and ends with how to make the same report again.
"""

import re
from collections.abc import Iterable, Sequence
from importlib import resources
from urllib.parse import quote
from xml.etree.ElementTree import Element, tostring

from siegeworks.core.text import counted
from siegeworks.lab.reports import formatting
from siegeworks.lab.reports.model import Chart, DramaticGame, Report, Section, Table, Unit, Verdict
from siegeworks.lab.reports.pages import figures

DRAMATIC = "dramatic"  # the address of the section
INTERVALS = (
    "Of all 95% intervals, one in twenty misses the true figure. Play again with another seed "
    "before you rely on one that stands out."
)


def report_page(report: Report) -> str:
    """The page of a report."""
    sections = [(f"section-{section.key}", section.title) for section in report.sections]
    if report.dramatic:
        sections.append((DRAMATIC, "The most dramatic games"))
    return page(
        f"{report.title}: a report",
        *opening(report.title, _played(report), report.sentences),
        contents([*sections, ("made", "How this was made")]),
        *(_section(section) for section in report.sections),
        *([_dramatic(report)] if report.dramatic else []),
        colophon(report, report.command),
    )


def _played(report: Report) -> str:
    options = f" with {formatting.options_of(report.options)}" if report.options else ""
    return f"A report on {counted(report.games, 'game')}{options}, {report.players} against itself."


def stylesheet() -> str:
    """The style of report pages."""
    return resources.files(__package__).joinpath("report.css").read_text(encoding="utf-8")


def opening(title: str, played: str, sentences: Sequence[str]) -> list[Element]:
    """The title, what was played, and the sentences to know first."""
    return [
        tag("h1", title),
        tag("p", played, class_="quiet"),
        tag("ol", *(tag("li", sentence) for sentence in sentences), class_="sentences"),
    ]


def contents(sections: Iterable[tuple[str, str]]) -> Element:
    """Links to the sections: their addresses and titles."""
    links = (tag("li", tag("a", title, href=f"#{name}")) for name, title in sections)
    return tag("nav", tag("ul", *links), aria_label="Sections")


# The questions -----------------------------------------------------------------------------------


def _section(section: Section) -> Element:
    parts = [tag("h2", section.title)]
    if section.verdicts:
        parts.append(tag("div", *map(verdict_card, section.verdicts), class_="cards"))
    if section.charts:
        parts.append(tag("div", *map(chart_figure, section.charts), class_="charts"))
    if section.metrics:
        rows = map(formatting.figure, section.metrics)
        parts.append(data_table("In figures", ("", "", "95% interval", "games"), rows))
    parts += [_table(table) for table in section.tables]
    return tag("section", *parts, id=f"section-{section.key}")


def answer(verdict: Verdict) -> Element:
    """The answer in a word, with a mark that needs no colour."""
    mark, word = formatting.ANSWERS[verdict.answer]
    return tag("span", tag("span", mark, aria_hidden="true"), word, class_="answer")


def verdict_card(verdict: Verdict) -> Element:
    """A question and its answer."""
    return tag(
        "div",
        tag("h3", verdict.question),
        tag("p", answer(verdict)),
        tag("p", verdict.sentence),
        tag("p", formatting.games_of(verdict.games, verdict.games_needed), class_="quiet"),
        class_="card",
    )


def chart_figure(chart: Chart) -> Element:
    """A chart, with its figures in a table for those who want to read them."""
    head = ("", chart.x_label, chart.y_label, "95% interval")
    rows = figures.text_of(chart)
    empty = {index for index in range(len(head)) if not any(row[index] for row in rows)}
    if len(chart.series) == 1:
        empty.add(0)
    kept = [index for index in range(len(head)) if index not in empty]
    shown = data_table(
        "",
        [head[index] or "line" for index in kept],
        [[row[index] for index in kept] for row in rows],
        label=f"{chart.title}, in figures",
    )
    return tag(
        "figure",
        tag("figcaption", chart.title),
        figures.svg(chart),
        tag("details", tag("summary", "In figures"), shown),
    )


def _table(table: Table) -> Element:
    rows = [
        [formatting.cell(value, unit) for value, unit in zip(row, table.units, strict=True)]
        for row in table.rows
    ]
    shown = data_table(table.title, table.columns, rows, units=table.units)
    return tag("div", shown, tag("p", table.note, class_="quiet")) if table.note else shown


def data_table(
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    units: Sequence[Unit | None] = (),
    label: str = "",
) -> Element:
    """A table that can be scrolled sideways, also with the keyboard. Its first column names the
    rows; columns whose unit is None hold words; without `units` all but the first have a
    unit. `label`: what screen readers call it if it has no
    title."""
    worded = {index for index, unit in enumerate(units) if unit is None}

    def look(index: int) -> dict[str, str]:
        return {"class_": "words"} if index in worded else {}

    head = [
        tag("th", name, scope="col", **look(index)) if name else tag("td")
        for index, name in enumerate(columns)
    ]
    body = []
    for first, *rest in rows:
        cells = (tag("td", text, **look(index)) for index, text in enumerate(rest, 1))
        body.append(tag("tr", tag("th", first, scope="row"), *cells))
    parts = [tag("thead", tag("tr", *head)), tag("tbody", *body)]
    if title:
        parts.insert(0, tag("caption", title))
    return tag(
        "div",
        tag("table", *parts),
        class_="scroll",
        tabindex="0",
        role="group",
        aria_label=label or title,
    )


# The end -----------------------------------------------------------------------------------------


def _dramatic(report: Report) -> Element:
    return tag(
        "section",
        tag("h2", "The most dramatic games"),
        tag(
            "p",
            "Their winners were behind for long, and by much. Save a record, then open it under "
            "Replay in the page, or type ",
            tag("code", "siegeworks replay FILE"),
            ".",
        ),
        tag(
            "ol",
            *(_download(report, rank, game) for rank, game in enumerate(report.dramatic, 1)),
            class_="games",
        ),
        id=DRAMATIC,
    )


def _download(report: Report, rank: int, game: DramaticGame) -> Element:
    link = tag(
        "a",
        game.title,
        href=f"data:text/plain;charset=utf-8,{quote(game.record)}",
        download=record_name(report, rank, game),
    )
    return tag("li", link, f" (drama {game.drama:.2f})")


def record_name(report: Report, rank: int, game: DramaticGame) -> str:
    """The name of the file of a dramatic game: `01-expansion-deal-12.siege`."""
    slug = re.sub(r"[^a-z0-9]+", "-", game.title.casefold()).strip("-")[:60].strip("-")
    return f"{rank:02}-{report.game}-{slug}.siege"


def colophon(report: Report, command: str) -> Element:
    """How the report was made, and how to make it again."""
    facts = {
        "Seed": str(report.seed),
        "Bots": report.players,
        "Ruleset": str(report.ruleset),
        **report.versions,
    }
    listed = [part for key, value in facts.items() for part in (tag("dt", key), tag("dd", value))]
    return tag(
        "section",
        tag("h2", "How this was made"),
        tag("p", "This command makes the same report again:"),
        tag("pre", tag("code", command)),
        tag("dl", *listed),
        tag("p", INTERVALS),
        id="made",
    )


Child = Element | str


def tag(name: str, /, *children: Child, **attributes: str) -> Element:
    """An element with its children. Attributes that are Python's words end with `_`; other `_`
    stand for `-`: `tag("p", "Hello", class_="big", aria_label="…")`."""
    names = {key.removesuffix("_").replace("_", "-"): value for key, value in attributes.items()}
    element = Element(name, names)
    last: Element | None = None
    for child in children:
        if isinstance(child, Element):
            element.append(child)
            last = child
        elif last is None:
            element.text = (element.text or "") + child
        else:
            last.tail = (last.tail or "") + child
    return element


def page(title: str, *parts: Child) -> str:
    """A whole page that loads nothing: its policy forbids it."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", **{"http-equiv": "Content-Security-Policy", "content": POLICY}),
        tag("title", title),
        tag("style", stylesheet()),
    )
    root = tag("html", head, tag("body", tag("main", *parts)), lang="en")
    return f"<!DOCTYPE html>\n{tostring(root, 'unicode', method='html')}\n"


POLICY = "default-src 'none'; style-src 'unsafe-inline'"
