"""HTTP for the client: JSON out and in, with a connection for each request; streams of events."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple, TypeVar
from urllib.parse import urlsplit

import h11
import msgspec

from siegeworks.client.control_characters import without_controls
from siegeworks.client.errors import Refused, Unreachable
from siegeworks.server import messages as m

T = TypeVar("T")
SECONDS = 60.0  # in which a server answers
READ_BYTES = 1 << 16
MAX_ANSWER_BYTES = 64 << 20
MAX_LINE_BYTES = 1 << 20  # of a stream of events
QUIET_SECONDS = 60.0  # after which a stream of events is given up; the server sends more often


class Answer(NamedTuple):
    """The head of an answer, and its body as it arrives."""

    status: int
    body: AsyncIterator[bytes]


class Http:
    """Requests to one server."""

    def __init__(self, server: str, token: str = "") -> None:
        """Nothing is sent yet.

        Args:
            server: its address, "https://play.example.org".
            token: a personal token, sent with each request; empty: none.
        """
        self.server, self._token = server, token
        parts = urlsplit(server)
        self._host, self._netloc = parts.hostname or "", parts.netloc
        self._tls = ssl.create_default_context() if parts.scheme == "https" else None
        self._port = parts.port or (443 if self._tls else 80)

    async def ask(self, kind: type[T], method: str, path: str, body: object = None) -> T:
        """One request; the answer, read as this type.

        Args:
            kind: of the answer.
            method: "GET", "POST" or "DELETE".
            path: "/api/lobby".
            body: is sent as JSON; None: no body.

        Raises:
            Refused: the server says why not.
            Unreachable: it does not answer, or not in the protocol.
        """
        return self._read(kind, await self.text(method, path, body))

    async def text(self, method: str, path: str, body: object = None) -> bytes:
        """One request; the bytes of the answer. Raises as `ask`."""
        try:
            async with asyncio.timeout(SECONDS), self.open(method, path, body) as answer:
                return await _whole(answer.body)
        except TimeoutError:
            raise Unreachable(f"{self.server} does not answer.") from None

    async def events(
        self, kind: type[T], method: str, path: str, body: object = None
    ) -> AsyncIterator[T]:
        """The data of server-sent events, read as this type, until the stream ends. Raises as
        `ask`."""
        async with self.open(method, path, body) as answer:
            rest = b""
            while True:
                try:
                    rest += await asyncio.wait_for(anext(answer.body), QUIET_SECONDS)
                except StopAsyncIteration:
                    return
                except TimeoutError:
                    raise Unreachable(f"{self.server} has fallen silent.") from None
                *lines, rest = rest.split(b"\n")
                for line in lines:
                    if line.startswith(b"data: "):
                        yield self._read(kind, line.removeprefix(b"data: "))
                if len(rest) > MAX_LINE_BYTES:
                    raise Unreachable(f"{self.server} sends a line that does not end.")

    def _read(self, kind: type[T], raw: bytes) -> T:
        try:
            return msgspec.json.decode(without_controls(raw.decode()), type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise Unreachable(
                f"{self.server} does not speak this protocol. Is it a Siegeworks server of this "
                "version?"
            ) from None

    @asynccontextmanager
    async def open(self, method: str, path: str, body: object = None) -> AsyncIterator[Answer]:
        """One request whose answer is read while it arrives. Raises as `ask`, on entering."""
        sent = b"" if body is None else msgspec.json.encode(body)
        try:
            reader, writer = await asyncio.open_connection(self._host, self._port, ssl=self._tls)
        except (OSError, ssl.SSLError) as error:
            raise Unreachable(f"{self.server} cannot be reached: {_why(error)}.") from None
        try:
            connection = h11.Connection(h11.CLIENT)
            head = h11.Request(method=method, target=path, headers=self._headers(body, len(sent)))
            data = connection.send(head) or b""
            data += (connection.send(h11.Data(data=sent)) or b"") if sent else b""
            writer.write(data + (connection.send(h11.EndOfMessage()) or b""))
            try:
                answer = await _head(connection, reader)
                received = _body(connection, reader)
                if answer.status_code >= 300:
                    raise _refusal(await _whole(received), answer.status_code)
                yield Answer(answer.status_code, received)
            except (OSError, h11.RemoteProtocolError) as error:
                raise Unreachable(f"{self.server} broke off: {_why(error)}.") from None
        finally:
            writer.close()
            with suppress(OSError, ssl.SSLError):
                await writer.wait_closed()

    def _headers(self, body: object, length: int) -> list[tuple[str, str]]:
        headers = [("Host", self._netloc), ("Connection", "close"), ("Accept", "*/*")]
        # The server takes requests that change something only from its own address, or with a
        # token: no page of another site can send either.
        headers.append(("Origin", self.server))
        if body is not None:
            headers += [("Content-Type", "application/json"), ("Content-Length", str(length))]
        if self._token:
            headers.append(("Authorization", f"Bearer {self._token}"))
        return headers


async def _head(connection: h11.Connection, reader: asyncio.StreamReader) -> h11.Response:
    while True:
        event = await _next(connection, reader)
        if isinstance(event, h11.Response):
            return event


async def _body(connection: h11.Connection, reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while isinstance(event := await _next(connection, reader), h11.Data):
        yield bytes(event.data)


async def _next(connection: h11.Connection, reader: asyncio.StreamReader) -> object:
    while (event := connection.next_event()) is h11.NEED_DATA:
        connection.receive_data(await reader.read(READ_BYTES))
    return event


async def _whole(parts: AsyncIterator[bytes]) -> bytes:
    body = bytearray()
    async for part in parts:
        body += part
        if len(body) > MAX_ANSWER_BYTES:
            raise Unreachable("The server's answer does not end.")
    return bytes(body)


def _refusal(body: bytes, status: int) -> Refused:
    try:
        sentence = msgspec.json.decode(without_controls(body.decode()), type=m.ErrorBody).sentence
    except (msgspec.MsgspecError, UnicodeDecodeError):
        sentence = f"The server answers with the status {status}, and not in its protocol."
    return Refused(sentence, status)


def _why(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error).rstrip(".") or type(error).__name__
