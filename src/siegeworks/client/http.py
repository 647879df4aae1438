"""HTTP for the client: JSON out and in, and streams of events"""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import TypeVar

import httpx
import msgspec

from siegeworks.client.answers import Refused, Unreachable, why, without_controls
from siegeworks.server import messages as m

T = TypeVar("T")
SECONDS = 60.0  # in which a server answers
MAX_ANSWER_BYTES = 64 << 20
MAX_LINE_BYTES = 1 << 20  # of a stream of events
QUIET_SECONDS = 60.0  # after which a stream of events is given up; the server sends more often


class Http:
    """Requests to one server."""

    def __init__(self, server: str, token: str = "") -> None:
        """Nothing is sent yet. A personal token, unless it is empty, is sent with each request."""
        self.server = server
        # The server takes requests that change something only from its own address, or with a
        # token: no page of another site can send either.
        self._headers = {"Origin": server}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"

    async def ask(self, kind: type[T], method: str, path: str, body: object = None) -> T:
        """One request to a path such as "/api/lobby"; the answer, read as this type. A body is sent
        as JSON.

        Raises:
            Refused: the server says why not.
            Unreachable: it does not answer, or not in the protocol.
        """
        return self._read(kind, await self.text(method, path, body))

    async def text(self, method: str, path: str, body: object = None) -> bytes:
        """One request; the bytes of the answer. Raises as `ask`."""
        try:
            async with asyncio.timeout(SECONDS), self._open(method, path, body) as answer:
                return await _whole(answer)
        except TimeoutError:
            raise Unreachable(f"{self.server} does not answer.") from None

    async def events(
        self, kind: type[T], method: str, path: str, body: object = None
    ) -> AsyncIterator[T]:
        """The data of server-sent events, as this type, until the stream ends. Raises as `ask`."""
        async with self._open(method, path, body) as answer:
            rest = b""
            async for part in answer.aiter_raw():
                *lines, rest = (rest + part).split(b"\n")
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
    async def _open(self, method: str, path: str, body: object) -> AsyncIterator[httpx.Response]:
        """One request whose answer is read while it arrives. Raises as `ask`."""
        content = None if body is None else msgspec.json.encode(body)
        headers = {} if body is None else {"Content-Type": "application/json"}
        url = self.server + path
        try:
            async with (
                httpx.AsyncClient(
                    headers=self._headers, timeout=QUIET_SECONDS, verify=_certificates()
                ) as client,
                client.stream(method, url, content=content, headers=headers) as answer,
            ):
                if answer.status_code >= 300:
                    raise _refusal(await _whole(answer), answer.status_code)
                yield answer
        except httpx.ConnectError as error:
            raise Unreachable(f"{self.server} cannot be reached: {_why_not(error)}.") from None
        except httpx.ReadTimeout:
            raise Unreachable(f"{self.server} has fallen silent.") from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unreachable(f"{self.server} broke off: {why(error)}.") from None


@cache
def _certificates() -> ssl.SSLContext:
    """Those that this machine trusts. To read them takes longer than most requests."""
    return httpx.create_ssl_context()


async def _whole(answer: httpx.Response) -> bytes:
    body = bytearray()
    async for part in answer.aiter_bytes():
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


def _why_not(error: httpx.ConnectError) -> str:
    """Why there is no connection, in words: httpx has only those of the operating system."""
    causes: list[BaseException] = [error]
    while (cause := causes[-1].__cause__ or causes[-1].__context__) is not None:
        causes.append(cause)
    for cause in causes:
        match cause:
            case socket.gaierror():
                return "there is no such address"
            case ConnectionRefusedError():
                return "no server answers there"
            case ssl.SSLError(reason="WRONG_VERSION_NUMBER"):
                return "it does not speak TLS. Try http:// instead"
    return why(error)
