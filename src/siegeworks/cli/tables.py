"""`siegeworks tables check` and `backup`: what a server keeps, looked at and copied."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import platformdirs
import typer

from siegeworks.cli.arguments import examples
from siegeworks.cli.progress import progress

if TYPE_CHECKING:
    from siegeworks.server.checkup import Findings

HELP = "Look for damage in the tables that a server keeps, or copy them."
EXAMPLES = examples(
    "siegeworks tables check",
    "siegeworks tables check --data /srv/siegeworks --json",
    "siegeworks tables backup tables-of-today.sqlite --data /srv/siegeworks",
)
MOST_SHOWN = 20  # damaged tables that are named

Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Where tables are kept; else with your games."),
]


def check(
    *,
    data: Data = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> int:
    """Look for damage: in the file, in every row, in every event. A server may be running.

    Exit status: 0 nothing is damaged, 1 something is, 2 there are no tables.
    """
    from siegeworks.server.checkup import check as look  # noqa: PLC0415  (a quarter of a second)

    with progress() as display:
        task = display.add_task("Looking at the file", total=None)
        found = look(
            data or folder(),
            lambda done, of: display.update(
                task, description="Looking at tables", completed=done, total=of
            ),
        )
    if as_json:
        print(json.dumps({**found._asdict(), "sound": found.is_ok}, ensure_ascii=False))
    else:
        show(found)
    return 0 if found.is_ok else 1


def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="Where to; a new file.")],
    *,
    data: Data = None,
) -> int:
    """Copy all tables, as they are at one moment, into one file. A server may be running.

    To use the copy: put it into an empty folder as tables.sqlite and serve with --data.

    Exit status: 0 done, 1 the copy was made but something in it is damaged, or it could not be
    written, 2 there are no tables, or there is such a file.
    """
    from siegeworks.server.checkup import backup as copy  # noqa: PLC0415

    with progress() as display:
        task = display.add_task("Copying", total=None)
        found = copy(
            data or folder(),
            target,
            lambda done, of: display.update(task, completed=done, total=of),
        )
    show(found)
    return 0 if found.is_ok else 1


def folder() -> Path:
    """Where `siegeworks serve` keeps tables when it is not told."""
    return platformdirs.user_data_path("siegeworks") / "tables"


def show(found: Findings) -> None:
    """What was found, for people."""
    tables = "1 table" if found.tables == 1 else f"{found.tables:,} tables"
    events = "1 event" if found.events == 1 else f"{found.events:,} events"
    print(f"{found.path}: {tables}, {events} (layout {found.layout}).")
    for complaint in found.complaints:
        print(f"The file is damaged: {complaint}")
    for table, why in list(found.damaged.items())[:MOST_SHOWN]:
        print(f"Table {table} is damaged: {why}.")
    if len(found.damaged) > MOST_SHOWN:
        print(f"… and {len(found.damaged) - MOST_SHOWN:,} more; --json names all.")
    if found.lost:
        print(
            f"The last {found.lost:,} transactions are missing: the file ending in -wal was lost "
            "or cut short, or this is an older copy."
        )
    if found.layout == 1:
        print("An older version wrote this, without check values: only the file was looked at.")
    print("Nothing is damaged." if found.is_ok else "Undamaged tables can be played on.")
