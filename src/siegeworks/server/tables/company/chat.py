"""The chat of a table in memory: who may say what, and who reads it.

Seats and spectators talk apart: what spectators say is shown to seats once the game is over, and
what seats say is never shown to spectators. A preset sentence is read by everybody there, a text by
those who allow texts.
"""

import asyncio
import time
import unicodedata
from collections.abc import Collection
from itertools import groupby
from typing import Any, NamedTuple

from siegeworks.core.contract import SPECTATOR, Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.runtime.limits import Limiter
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.group_writer import NotStored
from siegeworks.server.storage.rows import read_head
from siegeworks.server.storage.store import Store
from siegeworks.server.tables.connection import Connection
from siegeworks.server.tables.live_table import LiveTable
from siegeworks.server.tables.table_messages import text_of

LINE_BYTES = 400  # that a line takes in memory, roughly, without its text
TOO_FAST = "You are writing too fast. Wait a little."
ID_TAKEN = "Another line was sent with this id. Send this one with a new id."
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


class IdTaken(SiegeworksError):
    """The id of a line is that of another line: of another spectator, say."""


class Chat:
    """What is said at one table."""

    def __init__(
        self,
        store: Store,
        limiter: Limiter,
        most: int,
        live: LiveTable,
        connections: Collection[Connection],
    ) -> None:
        """Nothing is read yet. `most` is how many lines seats may write here, and as many
        spectators; `limiter` says how fast an address may."""
        self._store, self._limiter, self._most = store, limiter, most
        self._live, self._connections = live, connections
        self._lines: list[Said] = []
        self._allowing: frozenset[Seat] = frozenset()  # the seats that read and write texts
        self._is_read = self._is_open = False
        self._reading = asyncio.Lock()

    @property
    def size(self) -> int:
        """How many bytes of memory it takes, roughly."""
        return sum(LINE_BYTES + 4 * len(line.text) for line in self._lines)

    # Reading --------------------------------------------------------------------------------------

    async def welcome(self, connection: Connection) -> None:
        """Tell somebody who has come what was said."""
        async with self._reading:
            if not self._is_read:
                try:
                    await self._read()
                except NotStored:  # it is read later; the game goes on
                    return
        if self._lines or self._allowing:
            self._tell(connection)

    async def catch_up(self) -> None:
        """Read what other workers have stored, and show it.

        Raises:
            NotStored: it cannot be read.
        """
        if not self._is_read and not self._connections:
            return
        async with self._reading:
            known, allowing = len(self._lines), self._allowing
            await self._read()
        if allowing != self._allowing:
            for connection in self._connections:
                self._tell(connection)
        elif len(self._lines) > known:
            for connection in self._connections:
                self._tell(connection, self._lines[known:])

    async def _read(self) -> None:
        last = self._lines[-1].number if self._lines else 0
        lines, seats = await self._store.read(lambda db: read_chat(db, self._live.id, last))
        self._lines += lines
        self._allowing, self._is_read = seats, True

    def open(self) -> None:
        """The game is over: seats may read what spectators have said."""
        if self._is_open:
            return
        self._is_open = True
        if any(line.seat == SPECTATOR for line in self._lines):
            for connection in self._connections:
                if connection.seats:
                    self._tell(connection)

    # Writing --------------------------------------------------------------------------------------

    async def say(self, connection: Connection, message: m.Say) -> None:
        """Say something.

        Raises:
            SiegeworksError: it may not be said, or too much was said.
        """
        text = "" if message.preset else checked_text(message.text)
        if message.preset and message.text:
            raise SiegeworksError("Say a preset sentence or a text, not both.")
        if text:
            self._check_text(connection)
        self._take(connection)
        seat = min(connection.seats, default=SPECTATOR)
        request = f"{self._live.name(seat) if seat >= 0 else ''} {message.id}"
        line = Said(0, seat, connection.name, message.preset or "", text, time.time(), request)
        if seat == SPECTATOR:
            connection.own_lines.append(request)  # before anybody can read it
        try:
            await self._store.write(lambda db: add_line(db, self._live.id, line, self._most))
        except IdTaken:
            if seat == SPECTATOR:
                connection.own_lines.remove(request)
            raise
        self._accept(connection, message)
        await self.catch_up()

    def _check_text(self, connection: Connection) -> None:
        if not self._reads_texts(connection):
            raise SiegeworksError("Turn texts on first: then you can read and write them here.")
        others = self._live.people() - connection.seats
        if connection.seats and not others & self._allowing:
            raise SiegeworksError("Nobody else here has turned texts on. Say a preset sentence.")

    async def allow_texts(self, connection: Connection, message: m.AllowTexts) -> None:
        """Switch texts on or off for the seats of a client.

        Raises:
            SiegeworksError: it was switched too often.
        """
        self._take(connection)
        if connection.seats:
            seats, allows = connection.seats, message.allows
            await self._store.write(lambda db: set_consent(db, self._live.id, seats, allows))
            self._accept(connection, message)
            await self.catch_up()
        else:
            connection.allows_texts = message.allows
            self._accept(connection, message)
            self._tell(connection)

    async def report(self, connection: Connection, message: m.ReportLine) -> None:
        """Report a line to the host.

        Raises:
            SiegeworksError: there is no such line, as far as this client can read.
        """
        self._take(connection)
        line = next((line for line in self._lines if line.number == message.number), None)
        if line is None or not self._may_read(connection, line):
            raise SiegeworksError("There is no such line.")
        seat = min(connection.seats, default=SPECTATOR)
        if self._is_own(connection, line):
            raise SiegeworksError("You said this yourself.")
        await self._store.write(lambda db: add_report(db, self._live.id, message.number, seat))
        self._accept(connection, message)

    def _take(self, connection: Connection) -> None:
        if not connection.lines.take() or not self._limiter.take(connection.address):
            raise SiegeworksError(TOO_FAST)

    def _accept(self, connection: Connection, message: Any) -> None:
        connection.send(text_of(m.Accepted(message.id, self._live.log.version)))

    # Who reads what -------------------------------------------------------------------------------

    def _may_read(self, connection: Connection, line: Said) -> bool:
        is_of_spectator = line.seat == SPECTATOR
        if connection.seats:
            if is_of_spectator and not self._live.table.over:
                return False
        elif not is_of_spectator:
            return False
        return bool(line.preset) or self._reads_texts(connection)

    def _reads_texts(self, connection: Connection) -> bool:
        if connection.seats:
            return bool(connection.seats & self._allowing)
        return connection.allows_texts

    def _tell(self, connection: Connection, new: Collection[Said] | None = None) -> None:
        """Tell a client what it may read of these lines; None: of all, instead of what it has."""
        is_all, lines = new is None, self._lines if new is None else new
        readable = [line for line in lines if self._may_read(connection, line)]
        if not readable and not is_all:
            return
        shown = [self._message(line, connection) for line in readable]
        allows = [self._live.name(seat) for seat in sorted(self._allowing)]
        own = self._reads_texts(connection)
        message = m.Chat(shown, is_all, allows if connection.seats else [], own)
        connection.send(text_of(message))

    def _is_own(self, connection: Connection, line: Said) -> bool:
        if line.seat == SPECTATOR:
            return line.request in connection.own_lines
        return line.seat == min(connection.seats, default=SPECTATOR)

    def _message(self, line: Said, to: Connection) -> m.ChatLine:
        seat = self._live.name(line.seat) if line.seat >= 0 else None
        preset: Any = line.preset or None
        own = line.seat == SPECTATOR and self._is_own(to, line)
        return m.ChatLine(line.number, seat, int(line.said), line.name, preset, line.text, own)


# As it is stored ----------------------------------------------------------------------------------


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


def read_chat(db: Database, table: str, after: int) -> tuple[list[Said], frozenset[Seat]]:
    """The lines after number `after`, and whose players read and write texts."""
    rows = db.execute(
        "SELECT number, seat, name, preset, text, said, request FROM chat "
        "WHERE game_table = ? AND number > ? ORDER BY number",
        (table, after),
    ).fetchall()
    seats = db.execute("SELECT seat FROM chat_consent WHERE game_table = ?", (table,))
    return [Said(*row) for row in rows], frozenset(seat for (seat,) in seats)


def add_line(db: Database, table: str, line: Said, most: int) -> None:
    """Store a line, whose number follows, and tell other workers, unless its request is stored
    already.

    Raises:
        SiegeworksError: the table has `most` lines of seats, or of spectators, already.
        IdTaken: the request is that of another line.
    """
    read_head(db, table)  # nobody else adds one meanwhile
    known = db.execute(
        "SELECT name, preset, text FROM chat WHERE game_table = ? AND request = ?",
        (table, line.request),
    ).fetchone()
    if known is not None:
        if tuple(known) != (line.name, line.preset, line.text):  # spectators share their ids
            raise IdTaken(ID_TAKEN)
        return
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
