"""The database: how it is reached, its SQL tables, their layout, and the notices of workers."""

import re
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage.layout import newest_layout, scripts_after, written_by_newer

DIALECT = {  # what PostgreSQL writes in place of what SQLite reads
    r"\bINTEGER\b": "BIGINT",
    r"\bREAL\b": "DOUBLE PRECISION",
    r"\bBLOB\b": "BYTEA",
    r"\bCOLLATE BINARY\b": 'COLLATE "C"',
    r"\) STRICT, WITHOUT ROWID": ")",
    r"(?m)^.*-- SQLite only$": "",
}
# How we connect: a machine that has vanished without a word is noticed within 15 seconds.
CONNECTION: dict[str, Any] = {
    "connect_timeout": 3,  # seconds
    "keepalives_idle": 5,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,  # milliseconds
}
ADVICE = {  # by what its library says of a database that cannot be reached
    "password": "Its password belongs in the variable PGPASSWORD or in the file ~/.pgpass.",
    r'database ".*" does not exist': "Create it first: createdb.",
    r'role ".*" does not exist': "Create it first: createuser.",
}
# What its library says beside the reason.
NOISE = re.compile(r"connection (failed|is bad): |\[Errno -?\d+\] |fe_sendauth: |FATAL: +")
MIGRATION_LOCK = int.from_bytes(b"SIEG")  # so that only one worker creates or migrates the tables
CHANNELS = [f"siegeworks_{shard}" for shard in range(16)]  # of notices, which tables share
MAX_PAYLOAD = 7_900  # bytes of one notice; PostgreSQL allows 8,000


def shown(url: str) -> str:
    """A database in words for people: where it is, without the password.

    Raises:
        SiegeworksError: it is not a connection string.
    """
    try:
        parts = conninfo_to_dict(url)
    except psycopg.Error:
        parts = {}
    if not parts:
        raise SiegeworksError("--database: write an address like postgresql://user@host/database.")
    name, host = parts.get("dbname") or parts.get("user") or "", parts.get("host") or "this machine"
    return f"PostgreSQL database {name} on {host}"


def connect(url: str) -> psycopg.Connection[tuple[object, ...]]:
    """A connection.

    Raises:
        SiegeworksError: the database cannot be reached.
    """
    where = shown(url)
    try:
        return psycopg.connect(url, **CONNECTION)
    except psycopg.Error as error:
        reason = why(error)
        advice = next(
            (f" {words}" for sign, words in ADVICE.items() if re.search(sign, reason)), ""
        )
        raise SiegeworksError(f"{where}: it cannot be reached: {reason}{advice}") from None


def why(error: psycopg.Error) -> str:
    """What PostgreSQL says, or why it cannot be reached, in one line: that names host and user,
    never the password."""
    if error.diag.message_primary is not None:
        return error.diag.message_primary
    lines = (NOISE.sub("", line).strip().rstrip(".") for line in str(error).splitlines())
    line = ". ".join(line for line in lines if line)
    return line if line.endswith("?") else f"{line}."


def create(url: str) -> None:
    """Create the SQL tables of a new database; bring those of an older layout to this one.

    Raises:
        SiegeworksError: it cannot be reached or written, or a newer version of this program uses
            it.
    """
    with connect(url) as connection:
        try:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
            layout = check_layout(connection, url)
            connection.execute(
                "CREATE TABLE IF NOT EXISTS siegeworks_layout (number INTEGER NOT NULL)"
            )
            for _, script in scripts_after(layout):
                connection.execute(in_postgresql(script).encode())  # bytes: our own, no values
            connection.execute("DELETE FROM siegeworks_layout")
            connection.execute("INSERT INTO siegeworks_layout VALUES (%s)", (newest_layout(),))
        except psycopg.Error as error:
            raise SiegeworksError(
                f"{shown(url)}: tables cannot be created there: {why(error)}"
            ) from None


def in_postgresql(script: str) -> str:
    """A script of `layouts/` as PostgreSQL reads it."""
    for pattern, words in DIALECT.items():
        script = re.sub(pattern, words, script)
    return script


def check_layout(connection: psycopg.Connection[tuple[object, ...]], url: str) -> int:
    """The layout of the database; 0: nothing is written in it yet.

    Raises:
        SiegeworksError: another version of this program wrote it.
    """
    layout = 0
    if _has(connection, "siegeworks_layout"):
        row = connection.execute("SELECT number FROM siegeworks_layout").fetchone()
        layout = int(str(row[0])) if row is not None else 0
    if not layout and _has(connection, "game_table"):
        raise SiegeworksError(
            f"{shown(url)}: written by an earlier version of siegeworks, whose tables this one "
            "cannot read. Start with an empty database: --database."
        )
    if layout > newest_layout():
        raise SiegeworksError(written_by_newer(shown(url), layout))
    return layout


def layout_of_tables(connection: psycopg.Connection[tuple[object, ...]], url: str) -> int:
    """The layout of the tables in the database.

    Raises:
        SiegeworksError: there are none, or another version of this program wrote them.
    """
    layout = check_layout(connection, url)
    if not layout:
        raise SiegeworksError(
            f"{shown(url)}: there are no tables here. Name another database: --database."
        )
    return layout


def _has(connection: psycopg.Connection[tuple[object, ...]], table: str) -> bool:
    row = connection.execute("SELECT to_regclass(%s)", (table,)).fetchone()
    assert row is not None
    return row[0] is not None


# Notices ------------------------------------------------------------------------------------------


def channel_of(table: str) -> str:
    """The channel on which workers learn of changes to a table."""
    return CHANNELS[zlib.crc32(table.encode()) % len(CHANNELS)]


def payloads(notices: Iterable[tuple[str, int]]) -> Iterator[tuple[str, str]]:
    """The notices of one transaction: channels and texts, each short enough for NOTIFY."""
    by_channel: defaultdict[str, list[str]] = defaultdict(list)
    for table, version in notices:
        by_channel[channel_of(table)].append(f"{table} {version}")
    for channel, words in by_channel.items():
        text = ""
        for word in words:
            if text and len(text) + 1 + len(word) > MAX_PAYLOAD:
                yield channel, text
                text = ""
            text = f"{text},{word}" if text else word
        yield channel, text


def read_payload(text: str) -> Sequence[tuple[str, int]]:
    """The tables and versions of a notice; anything else says nothing."""
    pairs = (word.partition(" ") for word in text.split(","))
    return [(table, int(version)) for table, _, version in pairs if version.isdigit()]
