"""`siegeworks map list`: the maps that there are"""

import json
from pathlib import Path
from typing import Annotated

import typer

from siegeworks.cli.console.arguments import Maps, examples
from siegeworks.cli.console.output import output, print_error
from siegeworks.cli.console.result_tables import results_table
from siegeworks.cli.maps.source import known_maps, report_object
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.maps import HEXES_ONLY, MapReport

EXAMPLES = examples(
    "siegeworks map list", "siegeworks map list --maps my-maps", "siegeworks map list --json"
)


def command(
    *,
    maps: Maps = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array.")] = False,
) -> int:
    """List the maps: the shipped ones, then those in your folder.

    Exit status: 0 done, 1 a map in your folder cannot be read, 2 there is no such folder.
    """
    known, reports, problems = known_maps(), [], []
    for name in known.names(maps):
        try:
            reports.append(known.inspect(name, known.read(name, maps).text))
        except SiegeworksError as error:
            problems.append(str(error))
    if as_json:
        listed = [
            {
                **report_object(report),
                "title": known.title(report.map.name),
                "from": source(report, maps),
            }
            for report in reports
        ]
        print(json.dumps(listed, ensure_ascii=False))
    else:
        show(reports, [known.title(report.map.name) for report in reports], maps)
        print(f"Your own maps are kept in {maps or known.own_folder()}.")
    for problem in problems:
        print_error(f"a map is left out. {problem}")
    return 1 if problems else 0


def show(reports: list[MapReport], titles: list[str], maps: Path | None) -> None:
    """Print a table."""
    table = results_table("map", "hexes", "fortresses")
    for column in ("title", "symmetries", "from"):
        table.add_column(column, overflow="fold")
    for report, title in zip(reports, titles, strict=True):
        whole = [symmetry for symmetry in report.symmetries if not symmetry.endswith(HEXES_ONLY)]
        table.add_row(
            report.map.name,
            str(report.hexes),
            str(report.fortresses),
            title,
            ", ".join(whole) or "–",
            source(report, maps),
        )
    output().print(table)


def source(report: MapReport, maps: Path | None) -> str:
    """Where a map is from."""
    if report.map.is_shipped:
        return "shipped"
    return str(maps) if maps else "yours"
