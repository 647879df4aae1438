"""`siegeworks tables`: check, copy, move or delete the tables of a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import platformdirs
import typer

from siegeworks.cli.console.arguments import AsJson, examples, option
from siegeworks.cli.console.output import progress
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.text import counted

if TYPE_CHECKING:
    from siegeworks.server.storage.checkup import Findings
    from siegeworks.server.storage.transfer import Moved

HELP = "Check the tables of a server for damage, copy or move them, delete unused ones."
EXAMPLES = examples(
    "siegeworks tables check",
    "siegeworks tables check --data /srv/siegeworks --json",
    "siegeworks tables backup tables-of-today.sqlite --data /srv/siegeworks",
    "siegeworks tables export all.sqlite && "
    "siegeworks tables import all.sqlite --database postgresql://siegeworks@localhost/siegeworks",
    "siegeworks tables prune --keep 365",
)
MOST_SHOWN = 20  # damaged tables that are listed

Data = Annotated[
    Path | None,
    option("--data", "DIR", "Where the tables are kept.  [default: in your games folder]"),
]


Database = Annotated[
    str | None,
    option(
        "--database",
        "URL",
        "A PostgreSQL database with the tables: postgresql://siegeworks@localhost/siegeworks."
        "  [default: a file in the folder of --data]",
    ),
]


def check(
    *,
    data: Data = None,
    database: Database = None,
    as_json: AsJson = False,
) -> int:
    """Check the tables of a server for damage. The server may be running.

    Exit status: 0 nothing is damaged, 1 something is damaged, 2 there are no tables.
    """
    from siegeworks.server.storage import checkup  # noqa: PLC0415  (a quarter of a second)

    first = "Checking the file" if database is None else "Checking the tables"
    with shown_progress(first, "Checking the tables") as report:
        if database is not None:
            findings = checkup.check_database(database, report)
        else:
            findings = checkup.check(data or folder(), report)
    if as_json:
        print(json.dumps({**findings._asdict(), "sound": findings.is_ok}, ensure_ascii=False))
    else:
        show(findings)
    return 0 if findings.is_ok else 1


def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="A new file for the copy.")],
    *,
    data: Data = None,
    database: Database = None,
) -> int:
    """Copy all tables to one file, consistently. The server may be running.

    To use the copy, put it into an empty folder as tables.sqlite and run serve with --data.

    Exit status: 0 done, 1 the copy contains damaged tables or could not be written, 2 there are no
    tables or the file already exists.
    """
    if database is not None:  # a file with the same tables
        return export(target, data=data, database=database)
    from siegeworks.server.storage.checkup import backup as copy  # noqa: PLC0415

    with shown_progress("Copying") as report:
        findings = copy(data or folder(), target, report)
    show(findings)
    return 0 if findings.is_ok else 1


def export(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="A new file for the tables.")],
    *,
    data: Data = None,
    database: Database = None,
) -> int:
    """Write all tables and accounts into one file, for `siegeworks tables import`.

    The server may be running. Keep the file safe: it holds mail addresses and what signs people in.

    Exit status: 0 done, 1 some tables are damaged and were left out, 2 there are no tables or the
    file already exists.
    """
    from siegeworks.server.storage.transfer import export_tables  # noqa: PLC0415

    with shown_progress("Exporting") as report:
        moved = export_tables(data or folder(), database, target, report)
    return show_moved(moved, str(target))


def import_(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="An exported file or a backup.")],
    *,
    data: Data = None,
    database: Database = None,
) -> int:
    """Add the tables and accounts of a file to those of a folder or a database.

    Each table is compared with its checksums and comes whole or not at all. What is there stays as
    it is, so an import that was interrupted can be repeated. Accounts are left out if another
    account has the name of one of them.

    Exit status: 0 done, 1 some tables were left out, 2 the file or the tables cannot be used.
    """
    from siegeworks.server.storage.opening import database_shown  # noqa: PLC0415
    from siegeworks.server.storage.transfer import import_tables  # noqa: PLC0415

    where = str(data or folder()) if database is None else database_shown(database)
    with shown_progress("Importing") as report:
        moved = import_tables(source, data or folder(), database, report)
    return show_moved(moved, where)


def prune(
    *,
    keep: Annotated[
        float,
        option(
            "--keep",
            "DAYS",
            "Delete tables that have been unused for this many days, or for 7 days if no "
            "person has acted at them.",
        ),
    ],
    data: Data = None,
    database: Database = None,
) -> None:
    """Delete unused tables now; a server does so by itself each hour (serve --keep).

    With --database the server may be running.

    Exit status: 0 done, 2 there are no tables, or a server uses their folder.
    """
    from siegeworks.server.storage.opening import open_store, reading  # noqa: PLC0415
    from siegeworks.server.tables.maintenance import delete_unused  # noqa: PLC0415

    if not keep > 0:
        raise SiegeworksError(f"--keep {keep:g}: give a number of days above 0.")
    with reading(data or folder(), database):
        pass  # there are tables: none are made
    with (
        shown_progress("Deleting unused tables"),
        closing(open_store(data or folder(), database)) as store,
    ):
        deleted = asyncio.run(delete_unused(store, keep))
    print(f"{counted(deleted, 'table')} deleted.")


COMMANDS = {
    "check": check,
    "backup": backup,
    "export": export,
    "import": import_,
    "prune": prune,
}


@contextmanager
def shown_progress(first: str, then: str = "") -> Iterator[Callable[[int, int], object]]:
    """Show how much is done, if it takes long: what is done first and, once it is counted, then."""
    with progress() as display:
        task = display.add_task(first, total=None)
        yield lambda done, of: display.update(
            task, description=then or first, completed=done, total=of
        )


def show_moved(moved: Moved, where: str) -> int:
    """Print what was moved; the exit status."""
    tables, events = counted(moved.tables, "table"), counted(moved.events, "event")
    already = f"; {moved.known:,} were there already" if moved.known else ""
    print(f"{where}: {tables} with {events} written and compared{already}.")
    if moved.accounts or moved.rows:
        accounts, rows = counted(moved.accounts, "account"), counted(moved.rows, "other row")
        print(f"{accounts} and {rows} (ratings, chat …) written and compared.")
    if moved.taken:
        print(
            "No account was written, since other accounts have these names there: "
            f"{', '.join(moved.taken[:MOST_SHOWN])}{' …' if len(moved.taken) > MOST_SHOWN else '.'}"
        )
    for table, why in list(moved.damaged.items())[:MOST_SHOWN]:
        print(f"Table {table} is damaged and was left out: {why}.")
    for table in moved.different[:MOST_SHOWN]:
        print(f"Table {table} was left out: another table of this name is there.")
    hidden = max(0, len(moved.damaged) - MOST_SHOWN) + max(0, len(moved.different) - MOST_SHOWN)
    if hidden:
        print(f"… and {hidden:,} more were left out.")
    return 1 if moved.damaged or moved.different or moved.taken else 0


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
    if findings.is_ok:
        print("Nothing is damaged.")
    elif findings.tables > len(findings.damaged):
        print("Undamaged tables can be played on.")
    else:
        print("No table can be read. Put a backup in its place.")
