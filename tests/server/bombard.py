"""Malformed messages, thrown at a server: `python -m tests.server.bombard 100000`."""

from __future__ import annotations

import json
import random
import resource
import sys
import tempfile
from pathlib import Path
from typing import Any
from unittest.mock import patch

from websockets.exceptions import ConnectionClosed

from siegeworks.server.doors import Rate
from siegeworks.server.sockets import MOST_MISTAKES
from tests.server.served import Client, Player, served

FAST = Rate(1e9, 1e9)
PIECES = [
    *'{}[]":,\\ \n',
    *("null", "true", "1e999", "-1", '"type"', '"act"', '"hello"', '"id"', '"version"', "\ud7ff"),
    *('"token"', '"table"', '"tokens"', "x" * 300, '"\\ud800"', "\x00", "9" * 400, '"offer"'),
]
WHOLE: list[dict[str, Any]] = [
    {"type": "hello", "table": "q" * 16, "tokens": ["r" * 22], "version": 3},
    {"type": "act", "id": "i", "version": 0, "token": "d3-d6", "seat": "red"},
    {"type": "answer", "id": "i", "offer": 1, "agrees": True},
    {"type": "explain", "id": "i", "text": "d3"},
    {"type": "offer", "id": "i", "what": "draw"},
]
WRONG: list[Any] = [None, [], {}, "x" * 500, -1, 1 << 70, True, [[[]]], 0.5]


def malformed(noise: random.Random) -> str | bytes:
    """A message that is none: noise, or a good one with something broken in it."""
    if noise.random() < 0.3:
        return "".join(noise.choice(PIECES) for _ in range(noise.randrange(40)))
    if noise.random() < 0.1:
        return noise.randbytes(noise.randrange(60))
    message = dict(noise.choice(WHOLE))
    message[noise.choice(list(message))] = noise.choice(WRONG)
    text = json.dumps(message)
    at = noise.randrange(len(text))
    return text if noise.random() < 0.5 else text[:at] + noise.choice(PIECES) + text[at:]


def bombard(client: Client, noise: random.Random, number: int) -> None:
    """Send so many malformed messages: each is answered, none by a failure of the server, and the
    table is as it was."""
    table = client.table("siege-master", "me", "hot-seat")
    tokens = [seat["token"] for seat in table["yours"]]
    sent = 0
    while sent < number:
        player = Player(client.line(), table["table"], tokens)
        try:
            for _ in range(MOST_MISTAKES):
                player.line.send(malformed(noise))
                sent += 1
                said = player.hear("refused", "accepted", "explained", "view")
                assert "failed" not in said.get("sentence", ""), said
        except ConnectionClosed as closed:
            assert closed.rcvd is not None and closed.rcvd.code in (1007, 1008), closed
        player.cut()
    player = Player(client.line(), table["table"], tokens)
    assert player.act("e3-e6", "a good one")["type"] == "accepted"


def main(number: int) -> None:
    """Throw so many, and tell how much the memory grew."""
    with (
        tempfile.TemporaryDirectory() as folder,
        patch("siegeworks.server.app.CONNECTING", FAST),
        patch("siegeworks.server.sockets.SAYING", FAST),
        served(Path(folder)) as client,
    ):
        noise = random.Random(6)
        for part in range(10):
            bombard(client, noise, number // 10)
            client.lines.close()
            mebibytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(
                f"{(part + 1) * number // 10:,} messages, {mebibytes:.0f} MiB at most", flush=True
            )


if __name__ == "__main__":
    main(int(sys.argv[1]))
