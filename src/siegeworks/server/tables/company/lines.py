"""Lines of a table's chat: which are allowed, and how they are stored. None of it is in a record"""

from __future__ import annotations

import unicodedata
from itertools import groupby
from typing import NamedTuple

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.rows import read_head

JOINERS = "\u200c\u200d"  # that some scripts and emoji need, though they are invisible
REFUSED = ("C", "Zl", "Zp")  # categories: control and format characters, separators of lines
MOST_MARKS = 4  # on one letter, above and below


class Said(NamedTuple):
    """What somebody has said."""

    number: int
    seat: Seat  # SPECTATOR: a spectator
    name: str  # of a spectator
    preset: str
    text: str
    said: float  # seconds since 1970
    request: str  # by whom, and the id that the client chose


class StoredChat(NamedTuple):
    """The chat of a table as it is stored."""

    lines: list[Said]
    seats: frozenset[Seat]  # whose players read and write texts


def checked_text(text: str) -> str:
    """A text as it is stored: normalized (NFC), without spaces around it.

    Raises:
        SiegeworksError: it is empty or has signs that could hide or cover something.
    """
    words = unicodedata.normalize("NFC", text).strip()
    if not words:
        raise SiegeworksError("Write something first.")
    for sign in words:
        if unicodedata.category(sign).startswith(REFUSED) and sign not in JOINERS:
            raise SiegeworksError("Write one line, without control characters.")
    for is_mark, signs in groupby(words, lambda sign: unicodedata.category(sign) in ("Mn", "Me")):
        if is_mark and len(list(signs)) > MOST_MARKS:
            raise SiegeworksError("Use fewer marks on one letter.")
    return words


def read_chat(db: Database, table: str, after: int) -> StoredChat:
    """The lines after number `after`, and who reads texts."""
    rows = db.execute(
        "SELECT number, seat, name, preset, text, said, request FROM chat "
        "WHERE game_table = ? AND number > ? ORDER BY number",
        (table, after),
    ).fetchall()
    seats = db.execute("SELECT seat FROM chat_consent WHERE game_table = ?", (table,))
    return StoredChat([Said(*row) for row in rows], frozenset(seat for (seat,) in seats))


def add_line(db: Database, table: str, line: Said, most: int) -> bool:
    """Store a line, whose number follows, and tell other workers. False: its request is stored
    already.

    Args:
        db: the database.
        table: the table.
        line: what is said.
        most: lines of seats, or of spectators, that a table may have.

    Raises:
        SiegeworksError: there are as many already.
    """
    read_head(db, table)  # nobody else adds one meanwhile
    known = db.execute(
        "SELECT 1 FROM chat WHERE game_table = ? AND request = ?", (table, line.request)
    ).fetchone()
    if known is not None:
        return False
    is_of_seats = line.seat >= 0
    (last, count) = db.execute(
        "SELECT coalesce(max(number), 0), "
        "coalesce(sum(CASE WHEN (seat >= 0) = ? THEN 1 ELSE 0 END), 0) "
        "FROM chat WHERE game_table = ?",
        (is_of_seats, table),
    ).fetchone()
    if count >= most:
        raise SiegeworksError("The chat of this table is full.")
    db.execute(
        "INSERT INTO chat (game_table, number, seat, name, preset, text, said, request) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (table, last + 1, *line[1:]),
    )
    db.notify(table, 0)
    return True


def set_consent(db: Database, table: str, seats: frozenset[Seat], allows: bool) -> None:
    """Store whether these seats read and write texts, and tell other workers."""
    read_head(db, table)
    for seat in seats:
        db.execute("DELETE FROM chat_consent WHERE game_table = ? AND seat = ?", (table, seat))
        if allows:
            db.execute("INSERT INTO chat_consent (game_table, seat) VALUES (?, ?)", (table, seat))
    db.notify(table, 0)


def add_report(db: Database, table: str, number: int, seat: Seat) -> None:
    """Store that a seat, or a spectator, reports a line."""
    db.execute(
        "INSERT INTO chat_report (game_table, number, seat, reported) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (game_table, number, seat) DO NOTHING",
        (table, number, seat, db.now()),
    )
