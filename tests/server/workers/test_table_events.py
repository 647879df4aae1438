"""Server-sent events of one's tables: whatever worker takes a move, all who listen hear of it."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from siegeworks.server.http.sessions import COOKIE
from siegeworks.server.storage.opening import open_store
from tests.server.people.browsers import Browser
from tests.server.people.test_tokens import seats_of
from tests.server.served import PATIENCE, Client, served

Json = dict[str, Any]


@pytest.fixture
def workers(tmp_path: Path, postgresql: str) -> Iterator[tuple[Client, Client]]:
    """Two workers of one database."""
    with ExitStack() as running:
        ours, theirs = (
            running.enter_context(served(tmp_path, store=open_store(tmp_path, postgresql)))
            for _ in range(2)
        )
        yield ours, theirs


@contextmanager
def events(
    address: str, cookie: str = "", body: Json | None = None, token: str = ""
) -> Iterator[Iterator[Json]]:
    """What a stream says."""
    base = address.partition("/api/")[0]
    headers = {"Cookie": cookie} if cookie else {"Origin": base}
    if token:
        headers = {"Authorization": f"Bearer {token}"}
    method = "GET" if body is None else "POST"
    with httpx.stream(method, address, headers=headers, json=body, timeout=PATIENCE) as stream:
        assert stream.status_code == 200
        lines = (line for line in stream.iter_lines() if line.startswith("data: "))
        yield (json.loads(line.removeprefix("data: ")) for line in lines)


def test_a_move_at_one_worker_is_heard_at_the_other(workers: tuple[Client, Client]) -> None:
    ours, theirs = workers
    table = ours.table("siege-master", "me", "hot-seat")
    keys = [seat["key"] for seat in table["yours"]]
    mine = {"tables": [{"table": table["table"], "keys": keys[1:]}]}
    with events(f"{theirs.base}/api/tables/events", body=mine) as heard:
        assert next(heard)["yours"] == ["blue"]
        player = ours.at(table, 0)
        assert player.act()["type"] == "accepted"
        assert next(status for status in heard if status.get("to_act"))["to_act"] == "blue"


def test_an_account_hears_of_a_seat_and_a_challenge_from_another_worker(
    workers: tuple[Client, Client],
) -> None:
    ours, theirs = workers
    ann, bob = Browser(ours, "127.0.0.1"), Browser(ours, "127.0.0.1")
    ann.sign_up("Ann")
    bob.sign_up("Bob")
    cookie = f"{COOKIE}={bob.token}"
    with events(f"{theirs.base}/api/account/notices/events", cookie) as notices:
        assert next(notices) == {}
        ann.asked("/api/people/Bob/challenge", {"game": "siege-master"})
        (challenge,) = next(notices)["challenges"]
        with events(f"{theirs.base}/api/account/tables/events", cookie) as heard:
            answer = {"id": challenge["id"], "accepts": True}
            begun = bob.asked("/api/account/challenges/answer", answer)
            assert next(heard)["table"] == begun["taken"]["table"]
        assert next(notices) == {}  # he goes there at once
        with events(f"{theirs.base}/api/account/notices/events", f"{COOKIE}={ann.token}") as waits:
            assert [game["players"] for game in next(waits)["games"]] == [["Bob"]]


@pytest.mark.parametrize("path", ["/api/account/notices/events", "/api/account/tables/events"])
def test_a_stream_ends_with_the_session_or_token_that_opened_it(
    workers: tuple[Client, Client], path: str
) -> None:
    ours, theirs = workers
    ann = Browser(ours, "127.0.0.1")
    ann.sign_up("Ann")
    ann.asked("/api/tables", seats_of(ours))
    lost = Browser(ours, "127.0.0.1")
    lost.asked("/api/account/links/use", {"code": ann.asked("/api/account/links")["code"]})
    made = ann.asked("/api/account/tokens", {"label": "mine", "scopes": ["read"]})
    with (
        events(theirs.base + path, f"{COOKIE}={lost.token}") as by_session,
        events(theirs.base + path, token=made["token"]) as by_token,
        events(theirs.base + path, f"{COOKIE}={ann.token}") as here,
    ):
        heard = [{**next(stream), "age": 0} for stream in (by_session, by_token, here)]
        assert heard[0] == heard[1] == heard[2]
        ann.asked("/api/account/sessions/end")  # all others
        assert list(by_session) == []
        ann.asked("/api/account/tokens/end", {"id": made["info"]["id"]})
        assert list(by_token) == []
        bob = Browser(ours, "127.0.0.1")
        bob.sign_up("Bob")
        bob.asked("/api/people/Ann/challenge", {"game": "siege-master"})
        ann.asked("/api/tables", seats_of(ours))
        assert next(here)  # which goes on


def test_a_stream_loses_the_table_whose_keys_were_replaced(workers: tuple[Client, Client]) -> None:
    ours, theirs = workers
    lost, kept = (ours.table("siege-master", "me", "hot-seat") for _ in range(2))

    def mine(*tables: Json) -> Json:
        return {
            "tables": [
                {"table": table["table"], "keys": [seat["key"] for seat in table["yours"]]}
                for table in tables
            ]
        }

    address = f"{theirs.base}/api/tables/events"
    with (
        events(address, body=mine(lost)) as by_old_keys,
        events(address, body=mine(lost, kept)) as by_both,
    ):
        assert next(by_old_keys)["yours"] == ["red", "blue"]
        assert {next(by_both)["table"] for _ in range(2)} == {lost["table"], kept["table"]}
        status, fresh = ours.post("/api/seats/renew", mine(lost)["tables"][0])
        assert status == 200
        player = ours.at(fresh, 0, 1)  # whose use ends the old keys
        assert list(by_old_keys) == []
        assert player.act()["type"] == "accepted"
        assert ours.at(kept, 0).act()["type"] == "accepted"
        assert next(by_both)["table"] == kept["table"]
