"""Events of many tables at once: one or two statements for all of them, however many they are.

One after the other, each table would take seven statements, and the thread that writes would wait
for the interpreter after each. What this cannot store is left to the jobs, which say why.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import psycopg

from siegeworks.server.storage.checksums import encode
from siegeworks.server.storage.event_log import Event
from siegeworks.server.storage.postgresql.layout import channel_of
from siegeworks.server.storage.rows import EVENT_COLUMNS, HEAD_COLUMNS, Head, continued
from siegeworks.server.storage.store import Append
from siegeworks.server.storage.table_status import COLUMNS, UPDATES, StoredStatus, status_row

Row = tuple[Any, ...]
MOVED = (
    *("id", "was", "old_check", "lease", "fence"),
    *("length", "tail", "touched", "row_check", "channel"),
)
ADDED = "game_table", "version", *Event._fields, "chain"
STANDS = "game_table", *StoredStatus._fields, "row_check"
CLOCK = "id", "falls"
NO_FENCE = None, None
HEADS = f"SELECT {HEAD_COLUMNS} FROM game_table WHERE id = ANY(%s)"
# `mine` locks the tables, in the order of their names, and after each the lease under which it is
# written, as jobs do. Those that are damaged, or that somebody has changed since their rows were
# read or written here, have another checksum and are left out; so are those whose lease has a newer
# number.
APPEND = f"""
WITH moved AS (
    SELECT * FROM json_to_recordset(%s) AS moved (id TEXT, was BIGINT, old_check BIGINT,
        lease TEXT, fence BIGINT, length BIGINT, tail BIGINT, touched DOUBLE PRECISION,
        row_check BIGINT, channel TEXT)
), mine AS (
    SELECT id FROM (
        SELECT id, moved.lease, moved.fence FROM game_table JOIN moved USING (id)
        WHERE game_table.length = was AND game_table.row_check = old_check
        ORDER BY game_table.id FOR UPDATE OF game_table
    ) AS unchanged LEFT JOIN LATERAL (
        SELECT lease.fence FROM lease WHERE lease.name = unchanged.lease FOR UPDATE
    ) AS newest ON TRUE
    WHERE unchanged.lease IS NULL OR newest.fence = unchanged.fence
), heads AS (
    UPDATE game_table SET length = moved.length, tail = moved.tail, touched = moved.touched,
        row_check = moved.row_check
    FROM moved JOIN mine USING (id) WHERE game_table.id = moved.id
), events AS (
    INSERT INTO event (game_table, version, {EVENT_COLUMNS}, chain)
    SELECT game_table, version, {EVENT_COLUMNS}, chain
    FROM json_to_recordset(%s) AS added (game_table TEXT, version BIGINT, kind TEXT, actor TEXT,
        token TEXT, request TEXT, at BIGINT, spent BIGINT, chain BIGINT)
    JOIN mine ON id = game_table
), statuses AS (
    INSERT INTO status (game_table, {COLUMNS}, row_check)
    SELECT game_table, {COLUMNS}, row_check
    FROM json_to_recordset(%s) AS stands (game_table TEXT, version BIGINT, moved DOUBLE PRECISION,
        turns BIGINT, seats TEXT, to_act TEXT, asked TEXT, result TEXT, ending TEXT,
        row_check BIGINT)
    JOIN mine ON id = game_table
    ON CONFLICT (game_table) DO UPDATE SET {UPDATES}
), clocks AS (
    SELECT id, falls FROM json_to_recordset(%s) AS clock (id TEXT, falls BIGINT)
    JOIN mine USING (id)
), stopped AS (
    DELETE FROM flag USING clocks WHERE game_table = id AND clocks.falls IS NULL
), running AS (
    INSERT INTO flag (game_table, falls) SELECT id, falls FROM clocks WHERE falls IS NOT NULL
    ON CONFLICT (game_table) DO UPDATE SET falls = excluded.falls
), told AS (
    SELECT pg_notify(channel, string_agg(id || ' ' || length, ','))
    FROM moved JOIN mine USING (id) GROUP BY channel
)
SELECT id FROM mine WHERE (SELECT count(*) FROM told) > 0
"""


def append_at_once(
    connection: psycopg.Connection[Any], appends: Sequence[Append], known: Mapping[str, Head]
) -> dict[str, Head]:
    """Add events to the logs of different tables; returns the rows of the tables where they are
    stored, as they are now. At the others nothing is.

    Args:
        connection: in a transaction, or it commits each statement.
        appends: one for each table.
        known: rows of tables, as they were written last; they are not read again.

    Raises:
        psycopg.Error: nothing is stored.
    """
    heads = {
        job.table: known[job.table]
        for job in appends
        if job.table in known and known[job.table].is_at(job.version)
    }
    if unread := [job.table for job in appends if job.table not in heads]:
        heads |= {row[0]: Head(*row) for row in connection.execute(HEADS, (unread,)).fetchall()}
    ready = [job for job in appends if job.table in heads and heads[job.table].is_at(job.version)]
    moved, added = list[Row](), list[Row]()
    for job in ready:
        head = heads[job.table]
        after, rows = continued(head, job.events)
        heads[job.table] = after
        before = job.table, head.length, head.checksum, *(job.fence or NO_FENCE)
        now = after.length, after.tail, after.touched, after.checksum
        moved.append((*before, *now, channel_of(job.table)))
        added += rows
    stands = [status_row(job.table, job.status) for job in ready if job.status is not None]
    clocks = [(job.table, job.flag) for job in ready if job.is_timed]
    values = (MOVED, moved), (ADDED, added), (STANDS, stands), (CLOCK, clocks)
    stored = connection.execute(APPEND, [_records(*each) for each in values])
    return {table: heads[table] for (table,) in stored}


def _records(names: Sequence[str], rows: Sequence[Row]) -> str:
    """Rows as PostgreSQL reads them with `json_to_recordset`."""
    return encode([dict(zip(names, row, strict=True)) for row in rows]).decode()
