"""What a host sees of the stored tables and does with them, while a server may be running.

Workers read again and again what the host has changed (`noticeboard.py`); nobody has to be told.
"""

import ipaddress
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.layout import connect, create
from siegeworks.server.storage.opening import existing_file, needs_psycopg, reading
from siegeworks.server.storage.rows import (
    CLOSED,
    GONE,
    WholeTable,
    read_head,
    read_whole_table,
    update_table,
)

TableState = Literal["waiting", "playing", "over", "closed"]
IPV6_BITS = 64  # of a household, whose devices have many addresses
UNKNOWN = "{}: there is no such table here."
STATE = (
    f"CASE WHEN is_gone = {CLOSED} THEN 'closed' WHEN coalesce(ending, '') <> '' THEN 'over' "
    "WHEN EXISTS (SELECT 1 FROM seat WHERE seat.game_table = id AND who IN ('open', 'friend')) "
    "THEN 'waiting' ELSE 'playing' END"
)


class TableSummary(NamedTuple):
    """A table in the list of a host. It says nothing that spectators may not know."""

    table: str
    game: str
    state: TableState
    opened: float  # seconds since 1970
    used: float  # the same, to the hour
    events: int
    turns: int
    people: int  # seats that people have
    bots: int
    result: str  # "*": not over


class AddressSummary(NamedTuple):
    """How much an address asks for, at all workers together."""

    address: str  # for IPv6 a network of 64 bits
    websockets: int  # open now
    posted: float  # tables opened, seats taken and records sent in
    stored: float  # events


class Blocked(NamedTuple):
    """A network whose requests are refused."""

    network: str
    since: float  # seconds since 1970


class Reported(NamedTuple):
    """A line of a table's chat that somebody has reported."""

    table: str
    number: int  # of the line
    reported: float  # seconds since 1970
    reported_by: str  # a seat's number from 1 on, or "spectator"
    said_by: str  # the same, with a spectator's name
    words: str  # the text, or the key of a preset sentence


@contextmanager
def administered(folder: Path, database: str | None, *, writes: bool = False) -> Iterator[Database]:
    """The tables of a folder or of the database with this URL, in one transaction. None are made
    where there are none. Without `writes` nothing is changed, which works on a full disk, too.

    Raises:
        SiegeworksError: there are none, or a newer version of this program wrote them.
        OSError: the file cannot be used.
    """
    if not writes:
        with reading(folder, database) as db:
            yield db
        return
    if database is not None:
        with needs_psycopg():
            from siegeworks.server.storage.postgresql.store import in_transaction  # noqa: PLC0415
        with in_transaction(database) as db:
            yield db
        return
    path = existing_file(folder)
    os.umask(0o077)
    try:
        with closing(connect(path)) as file:
            create(file, path)
            file.execute("BEGIN IMMEDIATE")
            yield file
            file.execute("COMMIT")
    except sqlite3.Error as error:
        raise OSError(0, f"cannot use this file: {error}", str(path)) from None


def list_tables(
    db: Database,
    *,
    game: str | None = None,
    state: TableState | None = None,
    opened_after: float | None = None,
    most: int,
) -> list[TableSummary]:
    """Tables, those used last first: only those of this game, that stand so, and that were opened
    since then (in seconds since 1970)."""
    kinds = ", ".join(
        f"(SELECT count(*) FROM seat WHERE seat.game_table = id AND who = '{who}') AS {name}"
        for who, name in (("person", "people"), ("bot", "bots"))
    )
    wanted = {"game = ?": game, "state = ?": state, "opened >= ?": opened_after}
    given = {term: value for term, value in wanted.items() if value is not None}
    rows = db.execute(
        "SELECT id, game, state, opened, touched, length, turns, people, bots, result FROM "
        f"(SELECT id, game, {STATE} AS state, opened, touched, length, coalesce(turns, 0) AS turns,"
        f" {kinds}, coalesce(result, '*') AS result FROM game_table "
        "LEFT JOIN status ON status.game_table = id AND status.version = length "
        f"WHERE is_gone <> {GONE}) AS tables WHERE {' AND '.join(given) or '1 = 1'} "
        "ORDER BY touched DESC, opened DESC, id LIMIT ?",
        (*given.values(), most),
    )
    return [TableSummary(*row) for row in rows]


def close_table(db: Database, table: str) -> bool:
    """Close a table: nobody plays on or enters, and nothing of it is deleted before its time.
    False: it was closed already.

    Raises:
        SiegeworksError: there is no such table, or it is damaged.
    """
    head = read_head(db, table)
    if head is None or head.is_gone == GONE:
        raise SiegeworksError(UNKNOWN.format(quote(table)))
    if head.is_gone == CLOSED:
        return False
    update_table(db, head._replace(is_gone=CLOSED))
    return True


def whole_table(db: Database, table: str) -> WholeTable:
    """A table with all its events.

    Raises:
        SiegeworksError: there is no such table, or it is damaged.
    """
    whole = read_whole_table(db, table)
    if whole is None:
        raise SiegeworksError(UNKNOWN.format(quote(table)))
    return whole


def list_addresses(db: Database, most: int) -> list[AddressSummary]:
    """The addresses that ask for much, those that ask for most first."""
    rows = db.execute(
        "SELECT address, sum(websockets), sum(posted), sum(stored) FROM address_use "
        "GROUP BY address ORDER BY sum(posted) DESC, sum(websockets) DESC, address LIMIT ?",
        (most,),
    )
    return [AddressSummary(address, int(a), float(b), float(c)) for address, a, b, c in rows]


def list_blocked(db: Database) -> list[Blocked]:
    """The networks whose requests are refused."""
    return [Blocked(*row) for row in db.execute("SELECT network, since FROM block ORDER BY since")]


def list_reports(db: Database, most: int) -> list[Reported]:
    """Lines that were reported, the newest report first."""
    rows = db.execute(
        "SELECT chat.game_table, chat.number, reported, chat_report.seat, chat.seat, name, preset, "
        "text FROM chat_report JOIN chat ON chat.game_table = chat_report.game_table "
        "AND chat.number = chat_report.number ORDER BY reported DESC, chat.number LIMIT ?",
        (most,),
    )
    return [
        Reported(table, number, at, _who(by, ""), _who(seat, name), text or preset)
        for table, number, at, by, seat, name, preset, text in rows
    ]


def _who(seat: int, name: str) -> str:
    return f"seat {seat + 1}" if seat >= 0 else f"spectator {name}".rstrip()


def block(db: Database, network: str) -> bool:
    """Refuse the requests of a network from now on. False: it was blocked already."""
    command = "INSERT INTO block (network, since) VALUES (?, ?) ON CONFLICT (network) DO NOTHING"
    return db.execute(command, (network, db.now())).rowcount > 0


def unblock(db: Database, network: str) -> bool:
    """Answer the requests of a network again. False: it was not blocked."""
    return db.execute("DELETE FROM block WHERE network = ?", (network,)).rowcount > 0


def blocks_around(db: Database, network: str) -> list[str]:
    """The blocked networks that a network is in."""
    inner = ipaddress.ip_network(network)
    outer = [ipaddress.ip_network(row.network) for row in list_blocked(db)]
    return [str(net) for net in outer if net.version == inner.version and net.supernet_of(inner)]  # type: ignore[arg-type]


def network_named(text: str) -> str:
    """An address or a network as it is stored: 203.0.113.7/32; for IPv6 at least a household.

    Raises:
        SiegeworksError: it is neither, or it is everybody.
    """
    try:
        network = ipaddress.ip_network(text)
    except ValueError:
        raise SiegeworksError(
            f"{quote(text)}: write an IP address like 203.0.113.7 or 2001:db8::1, or a network "
            "like 203.0.113.0/24."
        ) from None
    if network.prefixlen == 0:
        raise SiegeworksError(f"{text}: this is everybody. Stop the server instead.")
    if network.version == 6 and network.prefixlen > IPV6_BITS:
        network = network.supernet(new_prefix=IPV6_BITS)
    return str(network)
