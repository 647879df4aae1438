"""One WebSocket: incoming messages are checked and handled, outgoing ones are queued."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

import msgspec
from starlette.websockets import WebSocket

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import host_of
from siegeworks.server.http.logs import Reason, log_refusal
from siegeworks.server.http.origins import without_folders
from siegeworks.server.monitoring.metrics import ANSWERS, CONNECTIONS, timed
from siegeworks.server.runtime.error_log import log_failure
from siegeworks.server.runtime.limits import EVENT_COST, HELLO_COST, Account, Bucket
from siegeworks.server.runtime.logs import note
from siegeworks.server.runtime.tasks import run_to_completion, start_task
from siegeworks.server.storage.group_writer import Conflict, NotStored
from siegeworks.server.tables import questions
from siegeworks.server.tables.blocks import BLOCKED
from siegeworks.server.tables.connection import Connection
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.rooms import Rooms
from siegeworks.server.tables.seat_keys import UnknownKey, UnknownSecret, proven_seats
from siegeworks.server.tables.seating import clean_name
from siegeworks.server.tables.table_messages import text_of

MAX_QUEUED = 256  # messages that a slow client has not read yet
MAX_QUEUED_BYTES = 1 << 20
MAX_INVALID = 20  # messages from one client
MAX_COMPLAINT = 200  # characters

FORBIDDEN, TOO_SLOW, RESTARTING = 1008, 1013, 1012  # close codes (RFC 6455, 7.4)

DAILY_LIMIT = "Your address has reached its limit for today. Try again later."

decode = msgspec.json.Decoder(m.ClientMessage).decode
PONG = text_of(m.Pong())

RoomMethod = Callable[[Room, Connection, Any], Coroutine[Any, Any, None]]


class Beside(NamedTuple):
    """What is done for a client while its other messages are handled, once at a time."""

    method: RoomMethod
    busy: str  # what is said to the next one meanwhile
    failure: str  # in the log
    failed: str  # what is said if it fails


class WebSocketConnection(Connection):
    """A client on a WebSocket. It is in one room."""

    def __init__(self, rooms: Rooms, socket: WebSocket, account: Account) -> None:
        super().__init__(account.address, line_rate=rooms.settings.line_rate)
        self.rooms, self.socket, self._account = rooms, socket, account
        self._settings = rooms.settings
        self.room: Room | None = None
        self._bucket, self._invalid = Bucket(self._settings.message_rate), 0
        self._queue: deque[str] = deque()
        self._queued_bytes = 0
        self._wake, self._closing = asyncio.Event(), asyncio.Event()
        self._last_message: tuple[int, m.Closing] | None = None
        self._is_handling, self._goodbye = False, ("", True)
        self._beside: dict[Beside, asyncio.Task[None]] = {}

    # Out -----------------------------------------------------------------------------------------

    def send(self, text: str) -> None:
        """Queue a message; a client that reads too slowly is disconnected."""
        if self._last_message is not None:
            return
        self._account.spend(len(text))
        self._queue.append(text)
        self._queued_bytes += len(text)
        if len(self._queue) > MAX_QUEUED or self._queued_bytes > MAX_QUEUED_BYTES:
            self._queue.clear()
            self._close(TOO_SLOW, "Your connection is too slow for this table. Reconnect.", True)
        self._wake.set()

    def disconnect(self, reason: str, *, reconnect: bool = True) -> None:
        """Close the connection, after the answer to the message being handled; may the client
        reconnect by itself?"""
        if self._is_handling:
            self._goodbye = reason, reconnect
        else:
            self._close(RESTARTING if reconnect else FORBIDDEN, reason, reconnect)

    def _close(self, code: int, sentence: str, reconnect: bool) -> None:
        if self._last_message is None:
            self._last_message = code, m.Closing(sentence, reconnect)
            self._wake.set()
            self._closing.set()

    async def _write(self) -> None:
        """Send what is queued until the last message."""
        while True:
            while self._queue:
                text = self._queue.popleft()
                self._queued_bytes -= len(text)
                await self.socket.send_text(text)
            if self._last_message is not None:
                code, closing = self._last_message
                await self.socket.send_text(text_of(closing))
                await self.socket.close(code)
                return
            self._wake.clear()
            await self._wake.wait()

    # In ------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Talk to the client until either side closes the connection."""
        await self.socket.accept()
        CONNECTIONS.inc()
        writing = asyncio.create_task(self._write())
        reading = start_task(self._read(), "a connection failed")
        others = [reading, asyncio.create_task(self._closing.wait())]
        try:
            await asyncio.wait((writing, *others), return_when=asyncio.FIRST_COMPLETED)
            if self._last_message is not None:  # a client that reads nothing won't read it either
                await asyncio.wait((writing,), timeout=self._settings.closing_seconds)
        finally:
            self.is_closed = True
            CONNECTIONS.dec()
            if self.room is not None:
                self.room.leave(self)
            tasks = [writing, *others, *self._beside.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self) -> None:
        hello_until = asyncio.get_running_loop().time() + self._settings.hello_seconds
        while self._last_message is None:
            try:
                async with asyncio.timeout_at(hello_until if self.room is None else None):
                    received = await self.socket.receive()
            except TimeoutError:
                self._close(FORBIDDEN, "No message arrived in time. Say hello first.", True)
                return
            if received["type"] == "websocket.disconnect":
                return
            self.arrived = time.monotonic()
            if not self._bucket.take():
                self._log_refusal("too many messages")
                self._close(FORBIDDEN, "Too many messages at once. Slow down.", False)
                return
            await self._account.wait_for_credit()
            self._is_handling = True
            await self._handle(received.get("text") or "")  # bytes are not valid messages
            self._is_handling = False
            self.rooms.garbage.collect_soon()
            reason, reconnect = self._goodbye
            if reason:
                self.disconnect(reason, reconnect=reconnect)

    async def _handle(self, text: str) -> None:
        """Check one message, do what it asks and answer it."""
        try:
            message = decode(text)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            self._invalid += 1
            self._refuse(f"Invalid message: {shortened(str(error))}.", None)
            if self._invalid > MAX_INVALID:
                self._log_refusal("invalid messages")
                self._close(FORBIDDEN, "Too many invalid messages.", False)
            return
        request = getattr(message, "id", None)
        try:
            await self._answer(message)
        except SiegeworksError as error:
            is_gone = self.room is not None and self.room.is_unloaded
            if isinstance(error, NotStored) or is_gone:
                # Not an answer: perhaps it is stored all the same. The client sends it again.
                self.disconnect(str(error))
                return
            if isinstance(error, UnknownKey):
                self._log_refusal("an unknown or expired seat key")
            elif isinstance(error, UnknownSecret):
                self._log_refusal("an unknown invitation code")
            self._refuse(str(error), request)
            if isinstance(error, Conflict) and self.room is not None:
                await self.room.show_again(self)
        except Exception as error:
            log_failure(f"a message {type(message).__name__} failed", error)
            self._refuse("The server failed. The table is as it was.", request)
            if self.room is not None:
                self.rooms.unload(self.room)

    async def _answer(self, message: m.ClientMessage) -> None:
        kind = type(message)
        if isinstance(message, m.Ping):
            self.send(PONG)
        elif isinstance(message, m.Hello):
            await self._enter(message)
        elif kind in BESIDE:
            self._start(BESIDE[kind], message)
        elif kind in QUESTIONS:
            await QUESTIONS[kind](self._joined_room(), self, message)
        else:
            await self._change(CHANGES[kind], message)

    async def _enter(self, message: m.Hello) -> None:
        """Go to a table, with the seats that the keys prove."""
        if self.room is not None:
            raise SiegeworksError(
                "You are already at a table. Use another connection for this one."
            )
        if self.rooms.noticeboard.blocks.has(self.address):  # since it connected
            raise SiegeworksError(BLOCKED)
        self._account.spend(HELLO_COST)
        row = await self.rooms.row(message.table, message.keys)
        # Before any work is done for a stranger.
        proven_seats(row.seats, message.keys, time.time(), self.rooms.seat_days)
        is_loaded = row.id in self.rooms.loaded
        room = await self.rooms.room_of(row, self.address, self._tell_preparing)
        if not is_loaded:
            self._account.spend(EVENT_COST * room.log.version)
        self.rooms.check_memory(room, self.address)
        self.seats = await room.admit(message.keys)
        if message.name and not self.seats:
            self.name = clean_name(message.name)
        self.room = room
        if any(row.who == "open" for row in row.seats):  # it is in the lobby
            note(table=room.id)
        await run_to_completion(
            room.enter(self, message.version, message.entropy), "entering a table failed"
        )

    def _tell_preparing(self, game: Game, seconds: int) -> None:
        self.send(text_of(m.Preparing(game.name, seconds)))

    async def _change(self, method: RoomMethod, message: Any) -> None:
        room = self._joined_room()
        if not self.rooms.noticeboard.addresses.storage.take(self.address):
            raise SiegeworksError(DAILY_LIMIT)
        with timed(ANSWERS, room.game.name):
            await run_to_completion(method(room, self, message), "a request at a table failed")

    def _start(self, work: Beside, message: Any) -> None:
        """Start something that takes a moment, while other messages are handled."""
        room, running = self._joined_room(), self._beside.get(work)
        if running is not None and not running.done():
            raise SiegeworksError(work.busy)
        self._beside[work] = start_task(self._finish(work, room, message), work.failure)

    async def _finish(self, work: Beside, room: Room, message: Any) -> None:
        try:
            await work.method(room, self, message)
        except SiegeworksError as error:
            self._refuse(str(error), message.id)
        except Exception as error:
            log_failure(work.failure, error)
            self._refuse(work.failed, message.id)

    def _joined_room(self) -> Room:
        """The room that the client has entered.

        Raises:
            SiegeworksError: none yet.
        """
        if self.room is None:
            raise SiegeworksError("Say hello first: name your table.")
        return self.room

    def _log_refusal(self, reason: Reason) -> None:
        log_refusal("a message", host_of(self.socket), reason)

    def _refuse(self, sentence: str, request: str | None) -> None:
        version = self.room.stored if self.room is not None else 0
        shown = without_folders(sentence, self.rooms.games.maps_folder)
        self.send(text_of(m.Refused(shown, version, request)))


# What the room answers at once.
QUESTIONS: dict[type, RoomMethod] = {
    m.Explain: questions.explain,
    m.Look: Room.look,
    m.LookBack: questions.look_back,
    m.Observe: questions.observe,
    m.Imagine: questions.imagine,
}
# What changes the table. It is finished even if the connection is lost.
CHANGES: dict[type, RoomMethod] = {
    m.Act: Room.act,
    m.Undo: Room.undo,
    m.Resign: Room.resign,
    m.OfferAgreement: Room.offer,
    m.AnswerOffer: Room.answer,
    m.OfferRematch: Room.offer_rematch,
    m.Vacation: Room.vacation,
    m.Plan: lambda room, *asked: room.planning.plan(*asked),
    m.Say: lambda room, *asked: room.chat.say(*asked),
    m.AllowTexts: lambda room, *asked: room.chat.allow_texts(*asked),
    m.ReportLine: lambda room, *asked: room.chat.report(*asked),
}
# What takes a moment.
BESIDE = {
    m.Hint: Beside(
        questions.hint,
        "Your last hint is not ready yet.",
        "a hint failed",
        "No hint could be found. Try again.",
    ),
    m.Coach: Beside(
        questions.coach,
        "The coach has not answered yet.",
        "a coach's sentence failed",
        "The coach has nothing to say.",
    ),
    m.Review: Beside(
        questions.review,
        "Your last move is still being checked.",
        "a review failed",
        "The coach could not check your move.",
    ),
    m.Preview: Beside(
        questions.preview,
        "The moves are still being checked.",
        "previews failed",
        "What the moves would do cannot be shown.",
    ),
}


def shortened(text: str) -> str:
    """A decoder's complaint; part of it may be text that the client chose."""
    short = text if len(text) <= MAX_COMPLAINT else f"{text[: MAX_COMPLAINT - 1]}…"
    return "".join(sign if sign.isprintable() else "�" for sign in short).rstrip(".")
