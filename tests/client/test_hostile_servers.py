"""A server that answers nonsense, or without end, gets a clear sentence and nothing hangs."""

import asyncio
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection, serve

from siegeworks.client import Client, Refused, Unreachable
from siegeworks.client import session as sessions
from tests.client.test_client import run
from tests.server import served

TABLE = "t" * 16
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "server-api.md"


@asynccontextmanager
async def answering(answer: bytes) -> AsyncIterator[str]:
    """A server that answers every request with these bytes."""

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


@asynccontextmanager
async def speaking(
    handler: Callable[[ServerConnection], Awaitable[None]],
) -> AsyncIterator[str]:
    """A server whose WebSockets do this."""
    async with serve(handler, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield f"http://127.0.0.1:{port}"


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (b"", "broke off"),
        (b"nonsense\r\n\r\n", "broke off"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]", "does not speak this protocol"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{}", "broke off"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n\xff\xfe\x00\x01", "does not speak"),
        (b"HTTP/1.1 500 Oh\r\nContent-Length: 4\r\n\r\n<h1>", "the status 500"),
        (b"HTTP/1.1 302 Go\r\nLocation: http://evil\r\nContent-Length: 0\r\n\r\n", "302"),
    ],
)
def test_nonsense_over_http_is_said_in_a_sentence(answer: bytes, sentence: str) -> None:
    async def play() -> None:
        async with answering(answer) as url:
            with pytest.raises((Unreachable, Refused), match=sentence):
                await Client(url).lobby()

    run(play)


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        ("nonsense", "another protocol"),
        ('{"type": "unheard-of"}', "another protocol"),
        ("", "another protocol"),
        ('{"type":"view"}', "another protocol"),
        (b"\xff\xfe", "another protocol"),
    ],
)
def test_nonsense_over_a_websocket_is_said_in_a_sentence(reply: str | bytes, sentence: str) -> None:
    async def handler(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(reply)
        await socket.wait_closed()

    async def play() -> None:
        async with speaking(handler) as url:
            with pytest.raises(Unreachable, match=sentence):
                async with Client(url).watch(TABLE):
                    pass

    run(play)


def test_a_server_that_only_closes_or_sends_too_much_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sessions, "MAX_MESSAGE_BYTES", 1000)

    async def closing(socket: ServerConnection) -> None:
        await socket.recv()

    async def flooding(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send("x" * 5000)
        await socket.wait_closed()

    async def play() -> None:
        for handler, sentence in ((closing, "without a word|breaks off"), (flooding, "too long")):
            async with speaking(handler) as url:
                with pytest.raises(Unreachable, match=sentence):
                    async with Client(url).watch(TABLE):
                        pass

    run(play)


def test_a_terminal_gets_no_control_characters() -> None:
    async def play() -> None:
        body = rb'{"sentence": "a\u001b[2J\u009b1m\\u001b\nb"}'
        head = b"HTTP/1.1 400 No\r\nContent-Length: %d\r\n\r\n" % len(body)
        async with answering(head + body) as url:
            with pytest.raises(Refused) as refused:
                await Client(url).lobby()
        assert str(refused.value) == "a [2J 1m\\u001b\nb"
        async with answering(head + body) as url:
            with pytest.raises(Refused) as refused:
                async with Client(url).watch(TABLE):
                    pass
        assert str(refused.value) == "a [2J 1m\\u001b\nb"

    run(play)


def test_a_terminal_gets_no_control_characters_with_which_a_connection_is_closed() -> None:
    async def closing(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.close(1008, "a\x1b[2Jb")

    async def play() -> None:
        async with speaking(closing) as url:
            with pytest.raises(Unreachable) as closed:
                async with Client(url).watch(TABLE):
                    pass
        assert "a [2Jb" in str(closed.value)

    run(play)


def test_a_silent_server_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "SILENT_SECONDS", 0.1)

    async def silent(socket: ServerConnection) -> None:
        await socket.wait_closed()

    async def play() -> None:
        async with speaking(silent) as url:
            with pytest.raises(Unreachable):
                async with Client(url).watch(TABLE):
                    pass

    run(play)


def test_who_stops_waiting_leaves_nothing_behind(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        client = Client(url)
        opened = await client.open_table("siege-by-number", ["me", "friend"])
        async with client.enter(opened) as session:
            waiting = asyncio.create_task(session.until(lambda: False))
            asking = asyncio.create_task(session.look_back(0))
            await asyncio.sleep(0)
            waiting.cancel()
            asking.cancel()
            await asyncio.gather(waiting, asking, return_exceptions=True)
            assert not session._pending
            assert (await session.look_back(0)).turns == 0
        left = asyncio.all_tasks() - {asyncio.current_task()}
        assert not [task for task in left if "Session" in repr(task.get_coro())]

    with served.served(tmp_path) as site:
        run(lambda: play(site.base))


@pytest.mark.long
def test_the_program_of_the_documentation_plays_a_game(tmp_path: Path) -> None:
    (program,) = re.findall(
        r"```py title.*?\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL
    )
    assert len(program.strip().splitlines()) <= 20
    file = tmp_path / "rook.py"
    file.write_text(program, encoding="utf-8")
    with served.served(tmp_path / "server") as site:
        done = subprocess.run(
            [sys.executable, str(file), site.base],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, "")
    watch, ending = done.stdout.splitlines()
    assert watch.startswith(f"Watch: {site.base}/#/table/") and ending
