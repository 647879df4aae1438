"""One table over one WebSocket: what the server shows, and what one asks of it. A broken connection
is opened again, and requests without an answer are sent again under the same id."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Origin

from siegeworks.client.addresses import Address
from siegeworks.client.answers import Refused, TableClosed, Unreachable, why, without_controls
from siegeworks.server import messages as m

A = TypeVar("A")
PING_SECONDS = 5.0  # after which a silent connection is tried …
PONG_SECONDS = 10.0  # … and given up without an answer
FIRST_WAIT, LONGEST_WAIT = 0.2, 15.0  # seconds before the connection is opened again
SILENT_SECONDS = 60.0  # without a first message, after which a server is given up
MAX_MESSAGE_BYTES = 32 << 20  # of a view of the longest game
BURST, PER_SECOND = 80.0, 16.0  # messages that are sent: a server takes a quarter more
TOO_BIG = 1009  # the code with which a connection is closed for a longer message

decoder = msgspec.json.Decoder(m.ServerMessage)


class Session:
    """A table as one client sees it. Use it in `async with`, which enters and leaves the table."""

    def __init__(
        self, address: Address, table: str, keys: Sequence[str] = (), entropy: str = ""
    ) -> None:
        """Nothing is sent yet.

        Args:
            address: of the server.
            table: its id.
            keys: seat keys; none: watch as a spectator.
            entropy: what your seats add to chance, as hexadecimal digits.
        """
        self.table, self._address = table, address
        self._hello = m.Hello(table, list(keys), 0, entropy)
        self.is_connected = False
        self.welcome: m.Welcome | None = None  # None: not entered yet
        self.presence: m.Presence | None = None
        self.clocks: m.Clocks | None = None
        self.view: m.View | None = None
        self.steps: list[m.Step] = []
        self.history: list[m.Turn] = []
        self.preparing: m.Preparing | None = None  # the game is being compiled
        self.clocks_came = self._view_came = 0.0  # by the monotonic clock
        self._socket: ClientConnection | None = None
        self._paid = 0.0  # until when, by the monotonic clock, the rate is used up
        self._wait = FIRST_WAIT  # before the connection is opened again
        self._is_moving = False  # the server asked for that
        self._pending: dict[str, tuple[Any, asyncio.Future[Any]]] = {}
        self._last_id, self._name = 0, f"{random.randrange(1 << 48):x}"
        self._news = asyncio.Event()
        self.failure: Exception | None = None  # why there is no connection any more
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Session:
        """Enter the table.

        Raises:
            Refused: there is no such table, or a key proves nothing.
            Unreachable: the server does not answer.
        """
        self._task = asyncio.create_task(self._run())
        try:
            await self.until(lambda: self.view is not None)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave the table. The seats stay taken."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._fail(TableClosed("This connection is closed."))

    # What the server shows ------------------------------------------------------------------------

    @property
    def seats(self) -> list[str]:
        """One's own seats; none: a spectator."""
        return [] if self.welcome is None else self.welcome.yours

    @property
    def keys(self) -> list[str]:
        """The keys of your own seats."""
        return self._hello.keys

    @property
    def is_over(self) -> bool:
        """Is the game over?"""
        return self.view is not None and self.view.result != "*"

    @property
    def ending(self) -> str:
        """How the game ended, in a sentence; empty: it has not."""
        return "" if self.view is None else self.view.ending

    @property
    def is_my_turn(self) -> bool:
        """Is one of your own seats to act, and may this connection see its moves?"""
        return self.view is not None and bool(self.view.legal) and self.view.to_act in self.seats

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until this holds; it is asked after every message.

        Raises:
            SiegeworksError: the server has closed the table, or cannot be reached.
        """
        while not holds():
            if self.failure is not None:
                raise self.failure
            await self._news.wait()

    async def views(self) -> AsyncIterator[m.View]:
        """The newest view, and then each newer one; the last shows the end of the game. Who is slow
        misses some, which the next ones make up for."""
        seen: m.View | None = None
        while True:
            seen = await self._other_view(seen)
            yield seen
            if seen.result != "*":
                return

    async def turns(self) -> AsyncIterator[m.View]:
        """Each view in which one of your own seats is to act, until the game is over."""
        async for view in self.views():
            if view.result == "*" and self.is_my_turn:
                yield view

    async def _other_view(self, seen: m.View | None) -> m.View:
        """The newest view, once it is another than this."""
        await self.until(lambda: self.view is not seen)
        assert self.view is not None
        return self.view

    @property
    def _version(self) -> int:
        return 0 if self.view is None else self.view.version

    # What one asks of it --------------------------------------------------------------------------

    async def act(self, token: str, seat: str | None = None) -> m.Accepted | None:
        """Take a step, in answer to the newest view.

        Args:
            token: one of `View.legal`.
            seat: which of your seats takes it; None: the one to act.

        Returns:
            None if the table has changed meanwhile: look at the view that follows.

        Raises:
            Refused: it is not legal.
        """
        spent = None if self.clocks is None else round(1000 * (time.monotonic() - self._view_came))
        version = self._version
        try:
            return await self.ask(m.Act("", version, token, seat, spent), m.Accepted)
        except Refused as refusal:
            if refusal.version > version:
                return None
            raise

    async def resign(self, seat: str | None = None) -> m.Accepted:
        """Resign."""
        return await self.ask(m.Resign("", seat), m.Accepted)

    async def undo(self) -> m.Accepted:
        """Undo your last action, where nobody else has to agree (`View.undo`)."""
        return await self.ask(m.Undo("", self._version), m.Accepted)

    async def offer(self, what: m.OfferKind, seat: str | None = None) -> m.Accepted:
        """Offer a draw, to stop and count, or to undo (`takeback`)."""
        return await self.ask(m.OfferAgreement("", what, seat), m.Accepted)

    async def answer(self, agrees: bool, seat: str | None = None) -> m.Accepted:
        """Say yes or no to the open offer.

        Raises:
            Refused: there is none.
        """
        offer = None if self.view is None else self.view.offer
        if offer is None:
            raise Refused("There is no offer to answer.")
        return await self.ask(m.AnswerOffer("", offer.version, agrees, seat), m.Accepted)

    async def explain(self, text: str, seat: str | None = None) -> m.Explained:
        """Is this token legal now, and if not, why?"""
        return await self.ask(m.Explain("", text, seat), m.Explained)

    async def hint(self, seat: str | None = None) -> m.Hinted:
        """The best moves, at a table against bots."""
        return await self.ask(m.Hint("", seat), m.Hinted)

    async def preview(self, seat: str | None = None) -> m.Previewed:
        """What the legal moves would do."""
        return await self.ask(m.Preview("", self._version, seat), m.Previewed)

    async def look_back(self, turns: int) -> m.EarlierPosition:
        """The position after so many turns of the history."""
        return await self.ask(m.LookBack("", turns), m.EarlierPosition)

    async def observe(self, seat: str | None = None) -> m.Observed:
        """What a seat may know, field by field (`client.bots` makes an observation of it)."""
        return await self.ask(m.Observe("", seat), m.Observed)

    async def look(self, seat: str | None) -> None:
        """With several seats of a game with secrets: get the views of this one from now on; None:
        those of spectators."""
        seen = self.view
        await self._send(m.Look(self._new_id(), seat))
        await self._other_view(seen)

    async def ask(self, message: Any, kind: type[A]) -> A:
        """Send a request, again and again until it is answered and the view shows what it did.

        Args:
            message: with an id or without.
            kind: of the answer.

        Raises:
            Refused: the server says why not.
            SiegeworksError: it has closed the table.
        """
        if self.failure is not None:
            raise self.failure
        request = replace(message, id=message.id or self._new_id())
        answer: asyncio.Future[A] = asyncio.get_running_loop().create_future()
        self._pending[request.id] = request, answer
        try:
            await self._send(request)
            answered = await answer
        finally:
            self._pending.pop(request.id, None)
        if isinstance(answered, m.Accepted):
            await self.until(lambda: self._version >= answered.version)
        return answered

    def _new_id(self) -> str:
        self._last_id += 1
        return f"{self._name}-{self._last_id}"

    async def _send(self, message: Any) -> None:
        now = time.monotonic()
        self._paid = max(self._paid, now - BURST / PER_SECOND) + 1 / PER_SECOND
        if self._paid > now:  # a server closes connections that send too much
            await asyncio.sleep(self._paid - now)
        if self._socket is not None and self.is_connected:
            with suppress(WebSocketException):  # it is sent again once there is a connection
                await self._socket.send(msgspec.json.encode(message).decode())

    # The connection -------------------------------------------------------------------------------

    async def _run(self) -> None:
        server = self._address.server
        while self.failure is None:
            try:
                await self._connect()
                if self.welcome is None and not self._is_moving:
                    self._fail(Unreachable(f"{server} closes the connection without a word."))
            except InvalidStatus as error:
                if self.welcome is None:  # later a proxy may answer while the server starts again
                    self._fail(_denied(error))
            except ConnectionClosed as error:
                if error.sent is not None and error.sent.code == TOO_BIG:
                    self._fail(Unreachable(f"{server} sends messages that are too long."))
                elif self.welcome is None and not self._is_moving:
                    self._fail(Unreachable(f"{server} breaks off: {why(error)}."))
            except (OSError, WebSocketException) as error:
                if self.welcome is None:
                    self._fail(Unreachable(f"{server} cannot be reached: {why(error)}."))
            except (msgspec.MsgspecError, LookupError, UnicodeDecodeError):
                self._fail(Unreachable(f"{server} speaks another protocol."))
            except Exception as error:  # our own fault: those who wait get it
                self._fail(error)
            finally:
                self.is_connected, self._socket = False, None
                self._tell()
            if self.failure is None:
                await asyncio.sleep(self._wait * random.uniform(0.5, 1.0))
                self._wait = min(2 * self._wait, LONGEST_WAIT)

    async def _connect(self) -> None:
        async with connect(
            f"{self._address.websocket}/ws/{self.table}",
            origin=Origin(self._address.server),
            compression=None,
            max_size=MAX_MESSAGE_BYTES,
            ping_interval=PING_SECONDS,
            ping_timeout=PONG_SECONDS,
            close_timeout=1,
        ) as socket:
            self._socket = socket
            hello = replace(self._hello, version=self._version)
            await socket.send(msgspec.json.encode(hello).decode())
            self._is_moving = False
            await self._receive(_decode(await asyncio.wait_for(socket.recv(), SILENT_SECONDS)))
            self._tell()
            async for text in socket:
                await self._receive(_decode(text))
                self._tell()

    async def _receive(self, message: m.ServerMessage) -> None:
        match message:
            case m.Welcome():
                self.welcome, self.preparing, self.is_connected = message, None, True
                for request, _ in list(self._pending.values()):
                    await self._send(request)
            case m.Preparing():
                self.preparing = message
            case m.Presence():
                self.presence = message
            case m.Clocks():
                self.clocks, self.clocks_came = message, time.monotonic()
            case m.View():
                self._keep(message)
            case m.Closing() if not message.reconnect:
                self._fail(TableClosed(message.sentence))
            case m.Closing():
                self._is_moving = True
            case m.Refused(id=None):
                if self.view is None or not self.is_connected:
                    self._fail(Refused(message.sentence))
            case m.Planned() | m.Chat() | m.Pong():
                pass  # programs neither talk nor plan
            case _:
                self._answer(message.id, message)

    def _keep(self, view: m.View) -> None:
        """Put a view together with what was sent before."""
        steps = self.steps[: view.steps_from]
        for update in view.step_updates:
            steps[update.at] = update.step
        self.steps = steps + view.steps
        self.history = self.history[: view.history_from] + view.history
        self.view, self._view_came = view, time.monotonic()
        if not self._pending:  # what cannot be stored closes the connection again and again
            self._wait = FIRST_WAIT

    def _answer(self, request: str | None, answer: object) -> None:
        self._wait = FIRST_WAIT
        _, waiting = self._pending.pop(request or "", (None, None))
        if waiting is None or waiting.done():
            return
        if isinstance(answer, m.Refused):
            waiting.set_exception(Refused(answer.sentence, version=answer.version))
        else:
            waiting.set_result(answer)

    def _fail(self, error: Exception) -> None:
        if self.failure is None:
            self.failure = error
        for _, waiting in self._pending.values():
            if not waiting.done():
                waiting.set_exception(self.failure)
        self._tell()

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()


def _decode(text: str | bytes) -> m.ServerMessage:
    message: m.ServerMessage = decoder.decode(
        without_controls(text if isinstance(text, str) else text.decode())
    )
    return message


def _denied(error: InvalidStatus) -> Refused:
    """Why the server did not open the WebSocket."""
    try:
        body = without_controls((error.response.body or b"").decode())
        sentence = msgspec.json.decode(body, type=m.ErrorBody).sentence
    except (msgspec.MsgspecError, UnicodeDecodeError):
        sentence = f"The server answers with the status {error.response.status_code}."
    return Refused(sentence, error.response.status_code)
