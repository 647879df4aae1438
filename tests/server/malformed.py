"""Malformed messages sent to a server: `python -m tests.server.malformed 100000` writes
docs/results.md."""

import json
import random
import resource
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote

from websockets.exceptions import ConnectionClosed

from siegeworks.cli.console.results_file import write_results
from siegeworks.play.teaching.puzzles import puzzles
from siegeworks.server.http.websocket import MAX_INVALID
from siegeworks.server.runtime.settings import Rate, ServerSettings
from tests.samples import sample
from tests.server.served import Client, Player, served

RESULTS = Path(__file__).parents[2] / "docs" / "results.md"
FAST = Rate(1e9, 1e9)
UNLIMITED = ServerSettings(  # where this would exceed a rate
    websocket_rate=FAST,
    request_rate=FAST,
    post_rate=FAST,
    board_rate=FAST,
    status_rate=FAST,
    map_rate=FAST,
    lesson_rate=FAST,
    puzzle_rate=FAST,
    offline_rate=FAST,
    branch_rate=FAST,
    traffic_rate=FAST,
    message_rate=FAST,
)
PIECES = [
    *'{}[]":,\\ \n',
    *("null", "true", "1e999", "-1", '"type"', '"act"', '"hello"', '"id"', '"version"', "\ud7ff"),
    *('"token"', '"table"', '"keys"', "x" * 300, '"\\ud800"', "\x00", "9" * 400, '"offer"'),
]
WHOLE: list[dict[str, Any]] = [
    {"type": "hello", "table": "q" * 16, "keys": ["r" * 22], "version": 3},
    {"type": "act", "id": "i", "version": 0, "token": "no step", "seat": "red"},
    {"type": "answer", "id": "i", "offer": 1, "agrees": True},
    {"type": "explain", "id": "i", "text": "d3"},
    {"type": "offer", "id": "i", "what": "draw"},
    {"type": "rematch", "id": "i", "table": "t" * 16, "invitations": [{"to": "red", "code": "C"}]},
    {"type": "undo", "id": "i", "version": 0},
    {"type": "resign", "id": "i"},
    {"type": "hint", "id": "i"},
    {"type": "observe", "id": "i", "seat": "red"},
    {"type": "look", "id": "i", "seat": "red"},
    {"type": "look-back", "id": "i", "turns": 1},
    {"type": "coach", "id": "i", "seat": "red"},
    {"type": "review", "id": "i", "seat": "red"},
    {"type": "preview", "id": "i", "version": 1, "seat": "red"},
    {"type": "vacation", "id": "i", "days": 3, "seat": "red"},
    {"type": "plan", "id": "i", "version": 0, "tokens": ["d3-d6"], "seat": "red"},
    {"type": "imagine", "id": "i", "version": 0, "tokens": ["d3-d6"], "seat": "red"},
    {"type": "say", "id": "i", "text": "Hi"},
    {"type": "allow-texts", "id": "i", "allows": True},
    {"type": "report", "id": "i", "number": 1},
    {"type": "ping"},
]
FINISHED = sample("siege-by-number-0").read_text(encoding="utf-8")
UNFINISHED = "siege-record 1\ngame: expansion\n---\n"
BODIES: list[tuple[str, dict[str, Any]]] = [
    ("/api/tables", {"game": "kings-ransom", "seats": [{"seat": "south", "who": "me"}]}),
    ("/api/tables", {"game": "expansion", "record": "siege-record 1\n", "step": 1, "seats": []}),
    (
        "/api/tables",
        {
            "game": "siege-master",
            "seats": [{"seat": "red", "who": "me"}, {"seat": "blue", "who": "hot-seat"}],
            "options": {"map": "isle"},
            "map_rows": ". . . . .\n . F . . .\n. . . . .",
        },
    ),
    (
        "/api/games/siege-master/details",
        {"options": {"map": "isle"}, "map_rows": ". . . . .\n . F . . .\n\n . F . . F\n. . . . ."},
    ),
    (
        "/api/replay",
        {"record": "siege-record 1\ngame: siege-master\noptions: map=isle\nland: F . . . .\n---\n"},
    ),
    ("/api/tables/mine", {"tables": [{"table": "q" * 16, "keys": ["r" * 22]}]}),
    ("/api/tables/position", {"table": "q" * 16, "keys": ["r" * 22]}),
    ("/api/invitation", {"code": "ABCD-EFGH-JKMN"}),
    ("/api/seats", {"request": "q" * 22, "code": "ABCD-EFGH-JKMN", "name": "Ann", "color": "#123"}),
    ("/api/seats/renew", {"table": "q" * 16, "keys": ["r" * 22]}),
    *(
        (f"/api/account/{path}", {"nothing": 0})
        for path in (
            *("sign-in/options", "sign-out", "passkeys/options", "codes", "links"),
            f"tables/{'q' * 16}/key",
        )
    ),
    ("/api/account/sign-up/options", {"name": "Anna"}),
    ("/api/account/sign-up", {"name": "Anna", "challenge": "c" * 43, "credential": "{}"}),
    ("/api/account/sign-in", {"challenge": "c" * 43, "credential": "{}"}),
    ("/api/account/recover", {"name": "Anna", "code": "ABCD-EFGH-JKMN"}),
    ("/api/account/passkeys", {"challenge": "c" * 43, "credential": "{}", "label": "Phone"}),
    ("/api/account/passkeys/remove", {"id": "0a0b"}),
    ("/api/account/sessions/end", {"id": "0123456789abcdef"}),
    ("/api/account/links/look", {"code": "c" * 22}),
    ("/api/account/links/use", {"code": "c" * 22}),
    ("/api/account/delete", {"name": "Anna"}),
    ("/api/account/tables", {"tables": [{"table": "q" * 16, "keys": ["r" * 22]}]}),
    ("/api/account/progress", {"document": "{}", "version": 0}),
    ("/api/account/tokens", {"label": "Rook", "scopes": ["read"], "days": 30}),
    ("/api/account/tokens/end", {"id": "0123456789abcdef"}),
    ("/api/tables/events", {"tables": [{"table": "q" * 16, "keys": ["r" * 22]}]}),
    ("/api/people/Anna/relation", {"kind": "friend"}),
    (
        "/api/people/Anna/challenge",
        {"game": "expansion", "clock": {"reserve": 300_000}, "rated": True, "seat": "red"},
    ),
    ("/api/account/challenges/answer", {"id": "c" * 16, "accepts": True}),
    (f"/api/tables/{'q' * 16}/rematch", {"nothing": 0}),
    (
        "/api/account/notifications/push",
        {"endpoint": "https://push.example.org/x", "p256dh": "B" * 87, "auth": "A" * 22},
    ),
    ("/api/account/notifications/mail", {"address": "a@example.org", "key": "k" * 24}),
    ("/api/account/notifications/off", {"address": ""}),
    (
        "/api/notifications/push",
        {
            "table": "q" * 16,
            "keys": ["r" * 22],
            "endpoint": "https://push.example.org/x",
            "p256dh": "B" * 87,
            "auth": "A" * 22,
        },
    ),
    (
        "/api/notifications/at",
        {"table": "q" * 16, "keys": ["r" * 22], "endpoint": "https://push.example.org/x"},
    ),
    ("/api/notifications/push/off", {"endpoint": "https://push.example.org/x", "table": "q" * 16}),
    (
        "/api/notifications/mail",
        {"table": "q" * 16, "keys": ["r" * 22], "address": "a@example.org"},
    ),
    ("/api/notifications/mail/confirm", {"code": "c" * 22}),
    ("/api/notifications/mail/stop", {"table": "q" * 16, "keys": ["r" * 22]}),
    ("/api/notifications/mail/off", {"receiver": "mail-0", "key": "k" * 24}),
    (
        "/api/tables/rated",
        {
            "game": "siege-master",
            "seats": [{"seat": "red", "who": "me"}, {"seat": "blue", "who": "bot", "level": 2}],
            "clock": {"reserve": 300_000},
            "within": 100,
        },
    ),
    (
        "/api/tournaments",
        {"name": "Cup", "kind": "arena", "game": "expansion", "clock": {"per_move": 9_000}},
    ),
    ("/api/tournaments/cup/enter", {"id": "cup"}),
    ("/api/tournaments/cup/leave", {"id": "cup"}),
    ("/api/tournaments/cup/begin", {"id": "cup"}),
    ("/api/tournaments/cup/cancel", {"id": "cup"}),
    ("/api/tournaments/cup/seat", {"id": "cup"}),
    ("/api/replay", {"record": "siege-record 1\ngame expansion\n\n", "start": 0, "count": 2}),
    ("/api/games/siege-master/maps/random", {"size": 90, "shape": "island", "seed": 7}),
    ("/api/games/siege-master/maps/inspect", {"name": "mine", "text": "F . .\n . ."}),
    ("/api/games/siege-master/maps/check", {"name": "mine", "text": "F . .\n . ."}),
    ("/api/games/siege-master/lessons/army", {"moves": [""], "tried": "c2-f3"}),
    (f"/api/games/kings-ransom/puzzles/{puzzles('kings-ransom')[0].name}", {"tried": "a1~"}),
    ("/api/analyses", {"record": UNFINISHED}),
    ("/api/branches", {"record": FINISHED, "step": 9, "moves": ["S-d3"], "known": 1}),
    ("/api/branches/search", {"record": UNFINISHED, "step": 0, "moves": ["5@b2"]}),
    ("/api/branches/record", {"record": FINISHED, "step": 9, "moves": ["S-d3"]}),
]
ADDRESSES = [  # with something in place of each {}
    ("GET", "/healthz?{}"),
    ("GET", "/api/games?{}"),
    ("GET", "/api/games/{}?{}={}"),
    ("GET", "/api/games/siege-master?map={}"),
    ("GET", "/api/games/{}/rules"),
    ("GET", "/api/games/{}/rules/examples"),
    ("GET", "/api/games/{}/balance"),
    ("GET", "/api/games/{}/lessons"),
    ("GET", "/api/games/{}/puzzles"),
    ("GET", "/api/games/{}/offline"),
    ("GET", "/api/games/kings-ransom/puzzles/{}"),
    ("GET", "/api/games/{}/maps"),
    ("GET", "/api/games/siege-master/maps/check/{}"),
    *(
        ("GET", f"/api/account{path}?{{}}")
        for path in (
            *("", "/access", "/export", "/tables", "/tables/events", "/tokens", "/people"),
            *("/progress", "/notices", "/notices/events", "/notifications"),
        )
    ),
    ("GET", "/api/openapi.json?{}"),
    ("GET", "/api/websocket.schema.json?{}"),
    ("GET", "/api/people/{}"),
    ("GET", "/api/tables/{}/people"),
    ("DELETE", "/api/games/siege-master/maps/check/{}"),
    ("GET", "/api/puzzles?{}"),
    ("GET", "/api/lobby?{}"),
    ("GET", "/api/people/{}/ratings"),
    ("GET", "/api/tables/rated?{}"),
    ("GET", "/api/ratings/{}/{}"),
    ("GET", "/api/tournaments?{}"),
    ("GET", "/api/tournaments/{}?round={}"),
    ("GET", "/api/tournaments/{}/course"),
    ("GET", "/api/people/{}/games?page={}"),
    ("GET", "/api/people/{}/ratings/{}/{}"),
    ("GET", "/api/tables/{}/rating"),
    ("GET", "/api/tables/{}/record"),
    ("GET", "/api/tables/{}/chance"),
    ("GET", "/api/notifications?{}"),
    ("POST", "/api/notifications/mail/off/{}/{}"),
    ("GET", "/api/notifications/mail/off/{}/{}"),
    ("GET", "/api/analyses/{}?known={}"),
    ("DELETE", "/api/analyses/{}"),
    ("GET", "/api/branches/search/{}"),
    ("DELETE", "/api/branches/search/{}"),
]
ANSWERS = (
    *("refused", "accepted", "explained", "hinted", "coached", "reviewed", "position"),
    *("previewed", "observed", "imagined", "pong", "view", "chat"),
)
GAMES = ("siege-master", "kings-ransom")  # one without secrets, one with
MESSAGES_PER_BODY = 9  # messages to a table for each HTTP body and each address
WRONG: list[Any] = [None, [], {}, "x" * 500, -1, 1 << 70, True, [[[]]], 0.5]


def malformed(noise: random.Random) -> str | bytes:
    """An invalid message: noise, or a valid one with something broken in it."""
    if noise.random() < 0.3:
        return "".join(noise.choice(PIECES) for _ in range(noise.randrange(40)))
    if noise.random() < 0.1:
        return noise.randbytes(noise.randrange(60))
    return broken(noise, noise.choice(WHOLE))


def broken(noise: random.Random, whole: dict[str, Any]) -> str:
    """A valid message with something wrong in it."""
    message = dict(whole)
    message[noise.choice(list(message))] = noise.choice(WRONG)
    text = json.dumps(message)
    at = noise.randrange(len(text))
    return text if noise.random() < 0.5 else text[:at] + noise.choice(PIECES) + text[at:]


def send_malformed(client: Client, noise: random.Random, number: int) -> None:
    """Send this many malformed messages and bodies: each is answered, none by a failure of the
    server, and the tables are as they were."""
    for game in GAMES:
        table = client.table(game, "me", "hot-seat")
        keys = [seat["key"] for seat in table["yours"]]
        before = Player(client.connect(), table["table"], keys).view
        sent = 0
        while sent < number // len(GAMES):
            sent += fill_connection(client, noise, table["table"], keys)
            for _ in range(MAX_INVALID // MESSAGES_PER_BODY):
                send_body(client, noise)
                send_address(client, noise)
                sent += 2
        player = Player(client.connect(), table["table"], keys)
        assert player.view == before
        if player.view.get("legal"):
            assert player.act(request="a good one")["type"] == "accepted"


def fill_connection(client: Client, noise: random.Random, table: str, keys: list[str]) -> int:
    """Send malformed messages until the server closes the connection; how many."""
    player = Player(client.connect(), table, keys)
    sent = 0
    try:
        for _ in range(MAX_INVALID):
            player.socket.send(malformed(noise))
            sent += 1
            reply = player.hear(*ANSWERS)
            assert "failed" not in reply.get("sentence", ""), reply
    except ConnectionClosed as closed:
        assert closed.rcvd is not None and closed.rcvd.code in (1007, 1008), closed
    player.cut()
    return sent


def send_body(client: Client, noise: random.Random) -> None:
    """Send a malformed body."""
    path, whole = noise.choice(BODIES)
    drawn = next((key for key in ("map_rows", "record") if "F" in whole.get(key, "")), None)
    if drawn is not None and noise.random() < 0.5:
        text = json.dumps({**whole, drawn: scrambled(noise, whole[drawn])}).encode()
    else:
        text = broken(noise, whole).encode(errors="surrogatepass")
    status, _, reply = client.ask(
        "POST", path, text, Content_Type="application/json", Origin=client.base
    )
    assert status < 500, (path, text, reply)


def send_address(client: Client, noise: random.Random) -> None:
    """Ask for something at an address with noise in it."""
    method, path = noise.choice(ADDRESSES)
    while "{}" in path:
        part = "".join(noise.choice(PIECES) for _ in range(noise.randrange(4)))
        path = path.replace("{}", quote(part, safe=noise.choice(["", "/", "?&=%"])), 1)
    status, _, reply = client.ask(method, path, Origin=client.base)
    assert status < 500, (path, reply)


def scrambled(noise: random.Random, drawing: str) -> str:
    """A map, or a record with one, with some letters lost, added or replaced."""
    for _ in range(noise.randrange(1, 4)):
        at = noise.randrange(len(drawing) + 1)
        more = noise.choice(["", ".", "F", " ", "\n", "\t", "X", "\x1b", "land: ", " " * 70_000])
        drawing = drawing[:at] + more + drawing[at + noise.randrange(2) :]
    return drawing


def main(number: int) -> None:
    """Send this many, print how much memory grew, and write it down."""
    memory = []
    with ExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        client = opened.enter_context(served(Path(folder), settings=UNLIMITED))
        noise = random.Random(6)
        for part in range(10):
            send_malformed(client, noise, number // 10)
            client.connections.close()
            memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
            print(
                f"{(part + 1) * number // 10:,} messages, {memory[-1]:.0f} MiB at most", flush=True
            )
    body = (
        f"Written by `python -m tests.server.malformed {number}`: {number:,} malformed messages to "
        f"the tables of {' and '.join(GAMES)}, HTTP bodies and addresses of every kind; each was "
        "answered, none by a failure or a 5xx, and the tables were as before. Memory of the server "
        f"and its client together: at most {memory[0]:.0f} MiB after the first "
        f"tenth, {memory[-1]:.0f} MiB at the end."
    )
    write_results(RESULTS, body, "bombard", "Malformed messages")


if __name__ == "__main__":
    main(int(sys.argv[1]))
