"""A slow line between a browser and a server: what is asked for arrives at once, answers come late.

The tests of the page pass on it too (`SLOW_LINE=answers pytest tests/web`, and `=parts`): who plays
from far away may click before an answer is there, or before a part of the page is loaded.
"""

import asyncio
from itertools import count

from starlette.types import ASGIApp, Message, Receive, Scope, Send

ANSWERS = "answers"  # of the API, and messages of a table
PARTS = "parts"  # the files of the page
KINDS = (ANSWERS, PARTS)
BROWSER = b"Mozilla"  # tests ask too, and need not wait


def slow_line(app: ASGIApp, kind: str) -> ASGIApp:
    """This application, as browsers find it at the other end of a slow line."""
    assert kind in KINDS, f"SLOW_LINE={kind}: write one of {', '.join(KINDS)}."
    numbers = count()

    async def late(scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope.get("headers", ()))
        if not headers.get(b"user-agent", b"").startswith(BROWSER) or not is_slow(scope, kind):
            await app(scope, receive, send)
            return
        in_order = asyncio.Lock()

        async def send_late(message: Message) -> None:
            async with in_order:
                if message["type"] == "http.response.start":
                    await asyncio.sleep(delay(next(numbers), 0.4, 0.9))
                if message["type"] == "websocket.send":
                    await asyncio.sleep(delay(next(numbers), 0.1, 0.3))
                await send(message)

        await app(scope, receive, send_late)

    return late


def is_slow(scope: Scope, kind: str) -> bool:
    """Whether what is asked for here comes late."""
    is_part = scope["type"] == "http" and scope["path"].startswith("/assets/")
    return is_part if kind == PARTS else not is_part


def delay(number: int, least: float, most: float) -> float:
    """Seconds: different from one answer to the next, and the same in the next run."""
    return least + (most - least) * (number * 0.618034 % 1)
