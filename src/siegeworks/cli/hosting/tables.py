"""`siegeworks tables check` and `backup`: check or copy the tables of a server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import platformdirs
import typer

from siegeworks.cli.console.arguments import examples
from siegeworks.cli.console.progress import progress
from siegeworks.core.text import counted

if TYPE_CHECKING:
    from siegeworks.server.storage.checkup import Findings

HELP = "Check the tables of a server for damage, or copy them."
EXAMPLES = examples(
    "siegeworks tables check",
    "siegeworks tables check --data /srv/siegeworks --json",
    "siegeworks tables backup tables-of-today.sqlite --data /srv/siegeworks",
)
MOST_SHOWN = 20  # damaged tables that are listed

Data = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="DIR", help="Where the tables are kept.  [default: among your games]"
    ),
]


Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="A PostgreSQL that has the tables, such as postgresql://siegeworks@localhost/siegeworks."
        "  [default: a file in the folder of --data]",
    ),
]


def check(
    *,
    data: Data = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> int:
    """Check the tables of a server for damage. The server may be running.

    Exit status: 0 nothing is damaged, 1 something is damaged, 2 there are no tables.
    """
    from siegeworks.server.storage.checkup import check as look  # noqa: PLC0415  (a quarter of a second)

    with progress() as display:
        task = display.add_task("Checking the file", total=None)
        findings = look(
            data or folder(),
            lambda done, of: display.update(
                task, description="Checking the tables", completed=done, total=of
            ),
        )
    if as_json:
        print(json.dumps({**findings._asdict(), "sound": findings.is_ok}, ensure_ascii=False))
    else:
        show(findings)
    return 0 if findings.is_ok else 1


def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="A new file for the copy.")],
    *,
    data: Data = None,
) -> int:
    """Copy all tables to one file, consistently. The server may be running.

    To use the copy, put it into an empty folder as tables.sqlite and run serve with --data.

    Exit status: 0 done, 1 the copy contains damaged tables or could not be written, 2 there are no
    tables or the file already exists.
    """
    from siegeworks.server.storage.checkup import backup as copy  # noqa: PLC0415

    with progress() as display:
        task = display.add_task("Copying", total=None)
        findings = copy(
            data or folder(),
            target,
            lambda done, of: display.update(task, completed=done, total=of),
        )
    show(findings)
    return 0 if findings.is_ok else 1


def folder() -> Path:
    """Where `siegeworks serve` keeps tables by default."""
    return platformdirs.user_data_path("siegeworks") / "tables"


def show(findings: Findings) -> None:
    """Print the findings."""
    tables, events = counted(findings.tables, "table"), counted(findings.events, "event")
    print(f"{findings.path}: {tables}, {events} (layout {findings.layout}).")
    for complaint in findings.complaints:
        print(f"The file is damaged: {complaint}")
    for table, why in list(findings.damaged.items())[:MOST_SHOWN]:
        print(f"Table {table} is damaged: {why}.")
    if len(findings.damaged) > MOST_SHOWN:
        print(f"… and {len(findings.damaged) - MOST_SHOWN:,} more; --json lists them all.")
    if findings.lost:
        print(
            f"The last {findings.lost:,} transactions are missing: the -wal file was lost or cut "
            "short, or this is an older copy."
        )
    print("Nothing is damaged." if findings.is_ok else "Undamaged tables can be played on.")
