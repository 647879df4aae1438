"""What is kept beside the tables, copied row by row to another store: people, chat, notifications

A table has checksums of its own (`rows.py`). These rows have none: each that is written is read
again and compared. Rows that are there already stay as they are.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage.database import Database, marks

BATCH = 500  # rows that are read at once
Row = tuple[Any, ...]


class Kept(NamedTuple):
    """An SQL table whose rows are copied. All databases have its columns in the same order, as the
    same scripts make them: one that a later layout adds comes last."""

    name: str
    key: str  # its first columns, with commas
    table_at: int | None = None  # the column of the table with which its rows go; None: they stay


# Each in an order in which what a row refers to comes before it.
OF_PEOPLE = (
    Kept("account", "id"),
    Kept("passkey", "id"),
    Kept("session", "token_hash"),
    Kept("recovery_code", "account, code_hash"),
    Kept("personal_token", "token_hash"),
    Kept("relation", "account, other"),
    Kept("progress", "account"),
    Kept("rating", "account, game, pace"),
    Kept("result", "game_table, seat"),
    Kept("tournament", "id"),
    Kept("entrant", "tournament, number"),
    Kept("pairing", "tournament, round, board"),
    Kept("seat_owner", "game_table, seat", 0),
    Kept("rated_game", "game_table", 0),
    Kept("rating_change", "game_table, seat", 0),
    Kept("game_challenge", "id"),
    Kept("notice", "account, kind, about"),
    Kept("called_account", "receiver, account"),
)
OF_TABLES = (
    # Without it a table would count as unfinished until somebody opens it.
    Kept("status", "game_table", 0),
    Kept("flag", "game_table", 0),
    Kept("further_key", "further_hash", 1),
    Kept("chat", "game_table, number", 0),
    Kept("chat_consent", "game_table, seat", 0),
    Kept("chat_report", "game_table, number, seat", 0),
    Kept("planned_line", "game_table, seat", 0),
    Kept("called_seat", "receiver, game_table, seat", 1),
)
OF_SERVERS = (
    Kept("block", "network"),
    Kept("served", "started"),
    Kept("call_secret", "name"),
    Kept("receiver", "id"),
)
# What workers tell each other, what is made again, and what is valid for minutes.
PASSING = frozenset(
    ("address_use", "challenge", "job", "lease", "presence", "reseated", "sign_in_link", "worker")
)


def rows_of(source: Database, kept: Kept) -> Iterator[list[Row]]:
    """The rows of an SQL table, by their keys and in batches."""
    last: Row = ()
    while True:
        after = f"WHERE ({kept.key}) > ({marks(kept.key.split())}) " if last else ""
        rows = source.execute(
            f"SELECT * FROM {kept.name} {after}ORDER BY {kept.key} LIMIT {BATCH}", last
        ).fetchall()
        if not rows:
            return
        yield [tuple(row) for row in rows]
        last = tuple(rows[-1])[: len(kept.key.split())]


def add_rows(
    db: Database, kept: Kept, rows: Sequence[Row], without_tables: Collection[str] = ()
) -> int:
    """Write those of these rows that are not there; returns how many those were. Rows of a table
    that is not there are left out, unless they outlive it.

    Args:
        db: in a transaction.
        kept: the SQL table of the rows.
        rows: with all its columns, in the order in which every database has them.
        without_tables: tables that are there, but are not those that the rows are about.

    Raises:
        SiegeworksError: a row was not stored as it was read.
    """
    where, added = " AND ".join(f"{column} = ?" for column in kept.key.split(", ")), 0
    for row in rows:
        if kept.table_at is not None:
            table = row[kept.table_at]
            if table in without_tables or not _is_there(db, "game_table", "id = ?", (table,)):
                continue
        key = row[: len(kept.key.split())]
        if _is_there(db, kept.name, where, key):
            continue
        db.execute(f"INSERT INTO {kept.name} VALUES ({marks(row)})", row)
        written = db.execute(f"SELECT * FROM {kept.name} WHERE {where}", key).fetchone()
        if tuple(written) != row:
            raise SiegeworksError(f"A row of {kept.name} was not stored as it was read.")
        added += 1
    return added


def taken_names(db: Database, accounts: Sequence[Row]) -> list[str]:
    """The names of those of these accounts that another account of such a name is in the way of."""
    return [
        str(name)
        for (id_, name, skeleton, *_) in accounts
        if _is_there(db, "account", "skeleton = ? AND id <> ?", (skeleton, id_))
    ]


def _is_there(db: Database, name: str, where: str, values: Row) -> bool:
    return db.execute(f"SELECT 1 FROM {name} WHERE {where}", values).fetchone() is not None
