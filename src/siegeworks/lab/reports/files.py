"""The files of a report: a page, JSON, a CSV file of all games, and records of the dramatic ones

Each file is written whole or not at all: another program never sees half of one, and a full disk
leaves the files of the report before.
"""

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from siegeworks.lab.reports.formatting import options_of
from siegeworks.lab.reports.model import Comparison, GameRow, Report, reports_of
from siegeworks.lab.reports.pages.comparison_html import comparison_page
from siegeworks.lab.reports.pages.html import record_name, report_page
from siegeworks.play.files import write_whole

PAGE, JSON, GAMES, RECORDS = "report.html", "report.json", "games.csv", "records"


def write_files(report: Report | Comparison, folder: Path) -> list[Path]:
    """Write the files of a report into a folder, which is made if it does not exist.

    Returns:
        the files: the page first, then JSON, the games, the records.

    Raises:
        OSError: they cannot be written; files that were there before are unchanged or replaced as a
            whole.
    """
    contents: dict[str, str | Iterable[str]] = {PAGE: page_of(report), JSON: as_json(report)}
    contents[GAMES] = csv_lines(report)
    contents |= {f"{RECORDS}/{name}": text for name, text in records(report).items()}
    written = []
    for name, text in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
        written.append(path)
    return written


def page_of(report: Report | Comparison) -> str:
    """The page of HTML."""
    return report_page(report) if isinstance(report, Report) else comparison_page(report)


def as_json(report: Report | Comparison) -> str:
    """The JSON by docs/reference/report.schema.json, without the rows of the CSV file."""
    if isinstance(report, Report):
        kept: Report | Comparison = _without_rows(report)
    else:
        reports = tuple(_without_rows(each) for each in report.reports)
        kept = msgspec.structs.replace(report, reports=reports)
    return f"{msgspec.json.encode(kept).decode()}\n"


def csv_lines(report: Report | Comparison) -> Iterator[str]:
    """One line for each game; several seats or players in a cell are separated by spaces."""
    line = csv.writer(_Line(), lineterminator="\n").writerow
    yield line(("options", *GameRow.__struct_fields__))
    for each in reports_of(report):
        for row in each.rows:
            yield line((options_of(each.options), *map(_cell, msgspec.structs.astuple(row))))


class _Line:
    """Where `csv` writes a line, which its `writerow` then returns."""

    def write(self, line: str) -> str:
        return line


def records(report: Report | Comparison) -> dict[str, str]:
    """The records of the dramatic games, by the names of their files."""
    texts = {}
    for each in reports_of(report):
        options = options_of(each.options).replace(" ", "_").replace("/", "-")
        folder = f"{options}/" if isinstance(report, Comparison) else ""
        for rank, game in enumerate(each.dramatic, 1):
            texts[folder + record_name(each, rank, game)] = game.record
    return texts


def _without_rows(report: Report) -> Report:
    return msgspec.structs.replace(report, rows=())


def _cell(value: object) -> object:
    return " ".join(value) if isinstance(value, tuple) else "" if value is None else value
