"""`siegeworks admin`: what a host sees of a server's tables and clients, and does with them."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from siegeworks.cli.console.arguments import AsJson, examples, option
from siegeworks.cli.console.output import output
from siegeworks.cli.console.result_tables import results_table
from siegeworks.cli.hosting.tables import Data, Database, folder
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.games import registered_names

HELP = "List and close tables, see who sends the most requests, block addresses, delete accounts."
EXAMPLES = examples(
    "siegeworks admin tables --state playing",
    "siegeworks admin close Xq3_0b-9sLk2TzYw",
    "siegeworks admin export Xq3_0b-9sLk2TzYw --to game.siege",
    "siegeworks admin addresses --database postgresql://siegeworks@localhost/siegeworks",
    "siegeworks admin block 203.0.113.0/24",
    "siegeworks admin unblock 203.0.113.0/24",
    "siegeworks admin blocked --json",
    "siegeworks admin reports",
    "siegeworks admin accounts",
    "siegeworks admin delete-account Anna",
)
HOUR = 3600.0
UNLIMITED = 10_000  # columns of a terminal
LONG = 730  # days, after which years are counted
TIMES = ("opened", "used", "since", "reported", "created", "seen")  # fields in seconds since 1970

Limit = Annotated[int, typer.Option("--limit", metavar="N", min=1, help="List at most this many.")]
TableName = Annotated[
    str,
    typer.Argument(
        metavar="TABLE",
        help="The name of a table, as in its address; after -- if it begins with -.",
    ),
]
Network = Annotated[
    str,
    typer.Argument(
        metavar="ADDRESS",
        help="An IP address or a network: 203.0.113.7, 203.0.113.0/24, 2001:db8::/64.",
    ),
]


def tables(
    *,
    data: Data = None,
    database: Database = None,
    game: Annotated[str | None, option("--game", "GAME", "Only tables of this game.")] = None,
    state: Annotated[
        Literal["waiting", "playing", "over", "closed"] | None,
        typer.Option("--state", help="Only tables in this state; waiting: a seat is free."),
    ] = None,
    hours: Annotated[
        float | None, option("--hours", "N", "Only tables opened in the last N hours.")
    ] = None,
    limit: Limit = 50,
    as_json: AsJson = False,
) -> None:
    """List the tables of a server, those used last first. The server may be running."""
    from siegeworks.server.storage import administration  # noqa: PLC0415  (a quarter of a second)

    if game is not None and game not in registered_names():
        raise SiegeworksError(
            f"--game {quote(game)}: there is no such game. Choose one of "
            f"{', '.join(registered_names())}."
        )
    if hours is not None and not hours > 0:
        raise SiegeworksError(f"--hours {hours:g}: give a number above 0.")
    after = None if hours is None else time.time() - hours * HOUR
    with administration.administered(data or folder(), database) as db:
        rows = administration.list_tables(
            db, game=game, state=state, opened_after=after, most=limit
        )
    _show("tables", rows, as_json, left_out=("events", "result"))


def addresses(
    *, data: Data = None, database: Database = None, limit: Limit = 50, as_json: AsJson = False
) -> None:
    """List the addresses that ask a running server for much: those with ten WebSockets, or ten
    tables opened, seats taken or records sent in, or 1,000 moves. Others are not stored."""
    from siegeworks.server.storage import administration  # noqa: PLC0415

    with administration.administered(data or folder(), database) as db:
        _show("addresses", administration.list_addresses(db, limit), as_json)


def close(
    table: TableName, *, data: Data = None, database: Database = None, as_json: AsJson = False
) -> None:
    """Close a table: nobody can play on, and those who sit there are told so within a second.

    Its moves stay stored until it is deleted as unused. It cannot be opened again.

    Exit status: 0 it is closed, 2 there is no such table.
    """
    from siegeworks.server.storage import administration  # noqa: PLC0415

    with administration.administered(data or folder(), database, writes=True) as db:
        changed = administration.close_table(db, table)
    _say(changed, as_json, f"{table} is closed.", f"{table} was closed already.")


def export(
    table: TableName,
    *,
    target: Annotated[
        Path | None, option("--to", "FILE", "A new file.  [default: standard output]")
    ] = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Write the record of a finished table, as everybody at the table can download it.

    The record of a game that is not over would reveal what is hidden, so there is none.

    Exit status: 0 done, 2 there is no such table, its game is not over, or the file exists.
    """
    from siegeworks.server.storage import administration  # noqa: PLC0415
    from siegeworks.server.tables.record_export import record_of_finished  # noqa: PLC0415

    with administration.administered(data or folder(), database) as db:
        whole = administration.whole_table(db, table)
    _, text = record_of_finished(whole)
    if target is None:
        print(text, end="")
        return
    try:
        with target.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise SiegeworksError(f"{target}: this file already exists. Name a new one.") from None


def block(
    address: Network, *, data: Data = None, database: Database = None, as_json: AsJson = False
) -> None:
    """Refuse all requests of an address or a network, within a second, at every worker.

    An IPv6 address stands for its network of 64 bits, which is one household.

    Exit status: 0 it is blocked, 2 this is not an address.
    """
    from siegeworks.server.storage import administration  # noqa: PLC0415

    network = administration.network_named(address)
    with administration.administered(data or folder(), database, writes=True) as db:
        changed = administration.block(db, network)
    _say(changed, as_json, f"{network} is blocked.", f"{network} was blocked already.")


def unblock(
    address: Network, *, data: Data = None, database: Database = None, as_json: AsJson = False
) -> int:
    """Answer an address or a network again, within a second.

    Exit status: 0 done, 1 it was not blocked, 2 this is not an address.
    """
    from siegeworks.server.storage import administration  # noqa: PLC0415

    network = administration.network_named(address)
    with administration.administered(data or folder(), database, writes=True) as db:
        changed = administration.unblock(db, network)
        around = administration.blocks_around(db, network)
    still = f"{network} is blocked with {' and '.join(around)}." if around else ""
    done, nothing = f"{network} is no longer blocked.", f"{network} was not blocked."
    _say(changed, as_json, still or done, still or nothing)
    return 0 if changed else 1


def blocked(*, data: Data = None, database: Database = None, as_json: AsJson = False) -> None:
    """List the networks whose requests are refused."""
    from siegeworks.server.storage import administration  # noqa: PLC0415

    with administration.administered(data or folder(), database) as db:
        _show("blocked", administration.list_blocked(db), as_json)


def reports(
    *, limit: Limit = 50, data: Data = None, database: Database = None, as_json: AsJson = False
) -> None:
    """List lines of chats that were reported, the newest report first. `admin close` ends a table.

    They are deleted with their tables.
    """
    from siegeworks.server.storage import administration  # noqa: PLC0415

    with administration.administered(data or folder(), database) as db:
        _show("reports", administration.list_reports(db, limit), as_json)


def accounts(
    *, limit: Limit = 50, data: Data = None, database: Database = None, as_json: AsJson = False
) -> None:
    """List accounts, those used last first: since when, and how many passkeys, browsers and
    tables each has."""
    from siegeworks.server.people.accounts.account import list_accounts  # noqa: PLC0415
    from siegeworks.server.storage import administration  # noqa: PLC0415

    with administration.administered(data or folder(), database) as db:
        _show("accounts", list_accounts(db, limit), as_json)


def delete_account(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of an account.")],
    *,
    data: Data = None,
    database: Database = None,
    as_json: AsJson = False,
) -> int:
    """Delete an account, as its owner can: its games stay, without its name.

    Exit status: 0 done, 1 there is none of this name.
    """
    from siegeworks.server.people.accounts import deletion  # noqa: PLC0415
    from siegeworks.server.people.accounts.account import named  # noqa: PLC0415
    from siegeworks.server.storage import administration  # noqa: PLC0415

    with administration.administered(data or folder(), database, writes=True) as db:
        account = named(db, name)
        is_there = account is not None and account.name.casefold() == name.casefold()
        if account is not None and is_there:
            deletion.delete(db, account.id)
    _say(is_there, as_json, f"{name} is deleted.", f"There is no account {quote(name)}.")
    return 0 if is_there else 1


COMMANDS = {
    command.__name__.replace("_", "-"): command
    for command in (
        *(tables, addresses, close, export, block, unblock, blocked, reports),
        *(accounts, delete_account),
    )
}


def _say(changed: bool, as_json: bool, done: str, nothing: str) -> None:
    print(json.dumps({"changed": changed}) if as_json else done if changed else nothing)


def _show(what: str, rows: Sequence[Any], as_json: bool, left_out: Sequence[str] = ()) -> None:
    """Print rows, named tuples of one kind, whose name comes first; times as how long ago. JSON has
    all fields; for those that are left out there is no room otherwise."""
    if as_json:
        print(json.dumps({what: [row._asdict() for row in rows]}))
        return
    if not rows:
        print("None.")
        return
    columns = [name for name in rows[0]._fields if name not in left_out]
    shown = results_table(*(name.replace("_", " ") for name in columns))
    shown.collapse_padding = True
    shown.columns[0].no_wrap = True
    for name, column in zip(columns[1:], shown.columns[1:], strict=True):
        column.overflow = "fold"  # nothing is cut off: names of games are what --game takes
        if isinstance(getattr(rows[0], name), str):
            column.justify = "left"
    for row in rows:
        shown.add_row(*(_cell(name, getattr(row, name)) for name in columns))
    console = output()
    wanted = console.measure(shown, options=console.options.update(max_width=UNLIMITED)).maximum
    if wanted > console.width:  # less space, before names are folded
        shown.show_edge, shown.padding = False, (0, 0) if shown.box else (0, 1)
    console.print(shown)


def _cell(name: str, value: Any) -> str:
    if name in TIMES:
        hours = (time.time() - value) / HOUR
        days = hours / 24
        if days > LONG:
            return f"{days / 365.25:.0f} years"
        return f"{days:.0f} days" if hours >= 48 else f"{hours:.0f} h"
    return f"{value:,.0f}" if isinstance(value, float) else str(value)
