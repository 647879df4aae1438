"""What is kept beside the tables, copied row by row to another store: people, chat, notifications

A table has checksums of its own (`rows.py`). These rows have none: each that is written is read
again and compared. Rows that are there already stay as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage.database import Database, marks

BATCH = 500  # rows that are read at once
Row = tuple[Any, ...]


class Kept(NamedTuple):
    """An SQL table whose rows are copied."""

    name: str
    key: str  # its columns, with commas
    others: str = ""  # the other columns

    @property
    def columns(self) -> list[str]:
        """All columns, those of the key first."""
        return [column for column in f"{self.key}, {self.others}".split(", ") if column]

    @property
    def goes_with_tables(self) -> bool:
        """Do its rows go when their table is deleted?"""
        return "game_table" in self.columns and self.name not in OUTLIVE_TABLES


# Each in an order in which what a row refers to comes before it.
OF_PEOPLE = (
    Kept("account", "id", "name, skeleton, created"),
    Kept("passkey", "id", "account, rp_id, public_key, sign_count, label, created, used"),
    Kept("session", "token_hash", "account, browser, created, seen"),
    Kept("recovery_code", "account, code_hash", "used"),
    Kept("personal_token", "token_hash", "account, label, scopes, created, expires, used"),
    Kept("relation", "account, other", "kind, since"),
    Kept("progress", "account", "document, version"),
    Kept("rating", "account, game, pace", "mu, sigma, games, played"),
    Kept("result", "game_table, seat", "account, level, game, pace, place, seats, finished"),
    Kept(
        *("tournament", "id"),
        "name, kind, game, options, seats, clock, is_rated, rounds, minutes, patience, opened_by, "
        "starts, ended, state, round",
    ),
    Kept("entrant", "tournament, number", "account, rating, is_gone"),
    Kept("pairing", "tournament, round, board", "seats, points, game_table, opened"),
    Kept("seat_owner", "game_table, seat", "account, since, counts"),
    Kept("rated_game", "game_table", "pace, counted, refusal, lowest, highest"),
    Kept(
        *("rating_change", "game_table, seat"),
        "account, points_before, points_after, uncertainty",
    ),
    Kept(
        *("game_challenge", "id"),
        "challenger, challenged, game, options, clock, is_rated, seat, others, created, declined",
    ),
    Kept("notice", "account, kind, about", "since, is_called"),
    Kept("called_account", "receiver, account", "is_confirmed, code_hash, made_for"),
)
OF_TABLES = (
    Kept(  # without it a table would count as unfinished until somebody opens it
        *("status", "game_table"),
        "version, moved, turns, seats, to_act, asked, result, ending, row_check",
    ),
    Kept("flag", "game_table", "falls"),
    Kept("further_key", "further_hash", "game_table, seat, key_hash, made_for, made"),
    Kept("chat", "game_table, number", "seat, name, preset, text, said, request"),
    Kept("chat_consent", "game_table, seat"),
    Kept("chat_report", "game_table, number, seat", "reported"),
    Kept("planned_line", "game_table, seat", "after, tokens"),
    Kept(
        *("called_seat", "receiver, game_table, seat"),
        "key_hash, is_confirmed, code_hash, turn, version, reminded",
    ),
)
OF_SERVERS = (
    Kept("block", "network", "since"),
    Kept("served", "started", "ended"),
    Kept("call_secret", "name", "secret"),
    Kept("receiver", "id", "target, page, is_confirmed, asked, called"),
)
# What workers tell each other, what is made again, and what is valid for minutes.
PASSING = frozenset(
    ("address_use", "challenge", "job", "lease", "presence", "reseated", "sign_in_link", "worker")
)
OUTLIVE_TABLES = frozenset(("result", "pairing"))  # their rows stay when their table is deleted


def rows_of(source: Database, kept: Kept) -> Iterator[list[Row]]:
    """The rows of an SQL table, by their keys and in batches."""
    columns = ", ".join(kept.columns)
    last: Row = ()
    while True:
        after = f"WHERE ({kept.key}) > ({marks(kept.key.split())}) " if last else ""
        rows = source.execute(
            f"SELECT {columns} FROM {kept.name} {after}ORDER BY {kept.key} LIMIT {BATCH}", last
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
        rows: with all its columns.
        without_tables: tables that are there, but are not those that the rows are about.

    Raises:
        SiegeworksError: a row was not stored as it was read.
    """
    columns, where = kept.columns, " AND ".join(f"{column} = ?" for column in kept.key.split(", "))
    goes_with_tables, added = kept.goes_with_tables, 0
    for row in rows:
        if goes_with_tables:
            table = row[columns.index("game_table")]
            if table in without_tables or not _is_there(db, "game_table", "id = ?", (table,)):
                continue
        key = row[: len(kept.key.split())]
        if _is_there(db, kept.name, where, key):
            continue
        db.execute(
            f"INSERT INTO {kept.name} ({', '.join(columns)}) "
            f"VALUES ({', '.join('?' * len(columns))})",
            row,
        )
        written = db.execute(
            f"SELECT {', '.join(columns)} FROM {kept.name} WHERE {where}", key
        ).fetchone()
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
