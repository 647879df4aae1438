"""One WebSocket: what comes in is checked and answered, what goes out waits its turn."""

from __future__ import annotations

import asyncio
import time
from collections import deque

import msgspec
from starlette.websockets import WebSocket

from siegeworks.core.game import SPECTATOR, Seat, SiegeworksError
from siegeworks.server import messages as m
from siegeworks.server.doors import (
    EVENT_COST,
    HELLO_COST,
    SAYING,
    Account,
    Bucket,
    for_strangers,
    host_of,
)
from siegeworks.server.error_log import note
from siegeworks.server.refusals import Reason, note_refusal
from siegeworks.server.room import Room, text_of
from siegeworks.server.rooms import Rooms
from siegeworks.server.seat_tokens import UnknownToken, proved
from siegeworks.server.store import Conflict
from siegeworks.server.tasks import begin, to_its_end

MOST_WAITING = 256  # messages that a slow reader may leave lying
MOST_BYTES_WAITING = 1 << 20
MOST_MISTAKES = 20  # of a page that does not know the protocol
FIRST_WORD_SECONDS = 30.0  # in which a page is to say hello

LAST_WORD_SECONDS = 5.0  # in which a page is to take the last word
LONGEST_COMPLAINT = 200  # characters

FORBIDDEN, TOO_SLOW, BACK_SOON = 1008, 1013, 1012  # close codes (RFC 6455, 7.4)

TOO_MUCH_KEPT = "More was played from your address than is kept in a day; come again later."

decode = msgspec.json.Decoder(m.ClientMessage).decode
PONG = text_of(m.Pong())


class Connection:
    """A page on the line. It is at one table."""

    def __init__(self, rooms: Rooms, socket: WebSocket, account: Account) -> None:
        self.rooms, self.socket = rooms, socket
        self.address, self._account = account.address, account
        self.seats: frozenset[Seat] = frozenset()
        self.looks: Seat = SPECTATOR
        self.seen_as: Seat = SPECTATOR
        self.version = 0
        self.is_gone = False
        self.room: Room | None = None
        self._bucket, self._mistakes = Bucket(SAYING), 0
        self._waiting: deque[str] = deque()
        self._bytes_waiting = 0
        self._wake, self._hung_up = asyncio.Event(), asyncio.Event()
        self._last_word: tuple[int, m.Closing] | None = None
        self._is_hearing, self._to_leave = False, ""
        self._hint: asyncio.Task[None] | None = None

    # Out -----------------------------------------------------------------------------------------

    def send(self, text: str) -> None:
        """Send this message, in its turn; who lets too many lie is cut off."""
        if self._last_word is not None:
            return
        self._account.spend(len(text))
        self._waiting.append(text)
        self._bytes_waiting += len(text)
        if len(self._waiting) > MOST_WAITING or self._bytes_waiting > MOST_BYTES_WAITING:
            self._waiting.clear()
            self._hang_up(TOO_SLOW, "Your line is too slow for this table. Come back.", True)
        self._wake.set()

    def leave(self, sentence: str) -> None:
        """Hang up, after the answer to what is being heard; the page comes back by itself."""
        if self._is_hearing:
            self._to_leave = sentence
        else:
            self._hang_up(BACK_SOON, sentence, True)

    def _hang_up(self, code: int, sentence: str, again: bool) -> None:
        if self._last_word is None:
            self._last_word = code, m.Closing(sentence, again)
            self._wake.set()
            self._hung_up.set()

    async def _write(self) -> None:
        """Send what waits until the last word is said."""
        while True:
            while self._waiting:
                text = self._waiting.popleft()
                self._bytes_waiting -= len(text)
                await self.socket.send_text(text)
            if self._last_word is not None:
                code, closing = self._last_word
                await self.socket.send_text(text_of(closing))
                await self.socket.close(code)
                return
            self._wake.clear()
            await self._wake.wait()

    # In ------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Speak with the page until either hangs up."""
        await self.socket.accept()
        writing = asyncio.create_task(self._write())
        reading = begin(self._read(), "a connection failed")
        others = [reading, asyncio.create_task(self._hung_up.wait())]
        try:
            await asyncio.wait((writing, *others), return_when=asyncio.FIRST_COMPLETED)
            if self._last_word is not None:  # who reads nothing does not hear it either
                await asyncio.wait((writing,), timeout=LAST_WORD_SECONDS)
        finally:
            self.is_gone = True
            if self.room is not None:
                self.room.leave(self)
            tasks = [writing, *others, *([self._hint] if self._hint else [])]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self) -> None:
        hello_until = asyncio.get_running_loop().time() + FIRST_WORD_SECONDS
        while self._last_word is None:
            try:
                async with asyncio.timeout_at(hello_until if self.room is None else None):
                    text = await self._next()
            except TimeoutError:
                self._hang_up(FORBIDDEN, "Nothing was said; say hello first.", True)
                return
            if text is None:
                return
            if not self._bucket.take():
                self._note_refusal("too many messages")
                self._hang_up(FORBIDDEN, "Too many messages at once; more slowly.", False)
                return
            await self._account.may_speak()
            self._is_hearing = True
            await self._hear(text)
            self._is_hearing = False
            if self._to_leave:
                self.leave(self._to_leave)

    async def _next(self) -> str | None:
        """The next message; None when the line is cut."""
        received = await self.socket.receive()
        if received["type"] == "websocket.disconnect":
            return None
        return received.get("text") or ""  # bytes are no text and no message of ours

    async def _hear(self, text: str) -> None:
        """Check one message, do what it asks and answer it."""
        try:
            message = decode(text)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            self._mistakes += 1
            self._refuse(f"This is no message of the protocol: {shortened(str(error))}.", None)
            if self._mistakes > MOST_MISTAKES:
                self._note_refusal("messages that are none")
                self._hang_up(FORBIDDEN, "Too many messages that are none.", False)
            return
        request = getattr(message, "id", None)
        try:
            await self._do(message)
        except SiegeworksError as error:
            if isinstance(error, UnknownToken):
                self._note_refusal("an unknown or expired token of a seat")
            self._refuse(str(error), request)
            if isinstance(error, Conflict) and self.room is not None:
                await self.room.show_again(self)
        except Exception as error:
            note(f"a message {type(message).__name__} failed", error)
            self._refuse("The server failed at this. The table is as it was.", request)
            if self.room is not None:
                self.rooms.forget(self.room)

    async def _do(self, message: m.ClientMessage) -> None:
        if isinstance(message, m.Ping):
            self.send(PONG)
        elif isinstance(message, m.Hello):
            await self._enter(message)
        elif self.room is None:
            raise SiegeworksError("Say hello first: to which table?")
        elif isinstance(message, m.Hint):
            self._ask_for_hint(self.room, message)
        elif isinstance(message, m.Explain):
            await self.room.explain(self, message)
        elif isinstance(message, m.Look):
            await self.room.look(self, message)
        else:
            if not self.rooms.keeping.take(self.socket):
                raise SiegeworksError(TOO_MUCH_KEPT)
            # Once begun it is finished, though the line be cut meanwhile.
            await to_its_end(self.room.do(self, message), "a request at a table failed")

    async def _enter(self, message: m.Hello) -> None:
        """Go to a table, with the seats that the tokens prove."""
        if self.room is not None:
            raise SiegeworksError("You are at a table already; open another line for another one.")
        self._account.spend(HELLO_COST)
        row = await self.rooms.row(message.table)
        # Before any work is done for a stranger.
        proved(row.seats, message.tokens, time.time(), self.rooms.seat_days)
        is_loaded = message.table in self.rooms.rooms
        game = await self.rooms.game_of(row, self.address)
        async for seconds in self.rooms.preparation.seconds_until_ready(game):
            self.send(text_of(m.Preparing(row.game, seconds)))
        room = await self.rooms.get(message.table, self.address)
        if not is_loaded:
            self._account.spend(EVENT_COST * room.log.version)
        self.rooms.check_memory(room, self.address)
        self.seats = room.seats_of(message.tokens)
        await room.note_use(message.tokens)
        room.check_space(self.seats)
        self.room = room
        await to_its_end(room.enter(self, message.version), "coming to a table failed")

    def _ask_for_hint(self, room: Room, message: m.Hint) -> None:
        """Let the hint be thought out while other messages are heard."""
        if self._hint is not None and not self._hint.done():
            raise SiegeworksError("The last hint is still being thought out.")
        self._hint = begin(self._give_hint(room, message), "a hint failed")

    async def _give_hint(self, room: Room, message: m.Hint) -> None:
        try:
            await room.hint(self, message)
        except SiegeworksError as error:
            self._refuse(str(error), message.id)
        except Exception as error:
            note("a hint failed", error)
            self._refuse("No hint could be found; ask again.", message.id)

    def _note_refusal(self, why: Reason) -> None:
        note_refusal("a message", host_of(self.socket), why)

    def _refuse(self, sentence: str, request: str | None) -> None:
        version = self.room.stored if self.room is not None else 0
        self.send(text_of(m.Refused(for_strangers(sentence), version, request)))


def shortened(text: str) -> str:
    """What is wrong with a message, of which the sender chose some words."""
    short = text if len(text) <= LONGEST_COMPLAINT else f"{text[: LONGEST_COMPLAINT - 1]}…"
    return "".join(sign if sign.isprintable() else "�" for sign in short).rstrip(".")
