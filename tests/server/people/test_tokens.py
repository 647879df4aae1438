"""Programs act for an account with personal tokens, within their scopes and until they expire."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.people.accounts import account as accounts
from siegeworks.server.people.accounts import tokens
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.opening import open_store
from siegeworks.server.storage.sqlite_store import SqliteStore
from tests.server.people.browsers import Browser
from tests.server.people.test_tournament_routes import wait_until
from tests.server.served import Client, served
from tests.server.served import Player as At

NEW = {"label": "my bot", "scopes": ["read", "play"]}


@pytest.fixture
def site(tmp_path: Path, database: str | None) -> Iterator[Client]:
    """A server over each database."""
    with served(tmp_path, store=open_store(tmp_path, database)) as client:
        yield client


class Program:
    """A program that shows a token, and sends no Origin."""

    def __init__(self, site: Client, token: str) -> None:
        self.site, self.token = site, token

    def get(self, path: str) -> tuple[int, Any]:
        return self._ask("GET", path, None)

    def post(self, path: str, body: Any) -> tuple[int, Any]:
        return self._ask("POST", path, json.dumps(body).encode())

    def _ask(self, method: str, path: str, body: bytes | None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {self.token}", "Content_Type": "application/json"}
        status, _, answer = self.site.ask(method, path, body, **headers)
        return status, json.loads(answer)


def signed_up(site: Client, name: str = "Anna") -> Browser:
    browser = Browser(site)
    browser.sign_up(name)
    return browser


def with_token(site: Client, *scopes: str) -> tuple[Browser, Program]:
    browser = signed_up(site)
    made = browser.asked("/api/account/tokens", {**NEW, "scopes": list(scopes)})
    return browser, Program(site, made["token"])


def test_a_program_plays_for_an_account_and_sees_its_tables(site: Client) -> None:
    browser, program = with_token(site, "read", "play")
    assert program.get("/api/account")[1]["account"]["name"] == "Anna"
    status, table = program.post("/api/tables", seats_of(site))
    assert status == 200
    own = browser.get("/api/account/tables")[1]["tables"]
    assert [each["table"] for each in own] == [table["table"]]
    assert program.get("/api/account/tables")[1]["tables"] == own
    path = f"/api/account/tables/{table['table']}/key"
    (mine,) = program.post(path, {})[1]["yours"]
    assert mine["seat"] == table["yours"][0]["seat"]
    assert is_valid(site, table["table"], mine["key"])
    (token,) = browser.get("/api/account/tokens")[1]["tokens"]
    browser.asked("/api/account/tokens/end", {"id": token["id"]})
    assert not is_valid(site, table["table"], mine["key"])  # it ends with the token


def is_valid(site: Client, table: str, key: str) -> bool:
    """Does this key prove a seat?"""
    body = {"tables": [{"table": table, "keys": [key]}]}
    return bool(site.post("/api/tables/mine", body)[1]["tables"][0].get("yours"))


def test_a_token_does_only_what_its_scopes_allow(site: Client) -> None:
    browser, reader = with_token(site, "read")
    made = browser.asked("/api/account/tokens", {**NEW, "scopes": ["play"]})
    player = Program(site, made["token"])
    assert reader.get("/api/account/tables")[0] == 200
    assert reader.post("/api/tables", seats_of(site))[0] == 403
    assert player.get("/api/account/tables")[0] == 403
    assert player.post("/api/tables", seats_of(site))[0] == 200
    for path, body in (
        ("/api/account/tokens", NEW),
        ("/api/account/sessions/end", {"id": "a" * 16}),
        ("/api/account/codes", {}),
        ("/api/account/delete", {"name": "Anna"}),
        ("/api/account/progress", {"document": "{}", "version": 0}),
    ):
        status, answer = player.post(path, body)
        assert (status, "token" in answer["sentence"]) in ((403, True), (400, False)), path
    assert reader.get("/api/account/tokens")[0] == 403
    assert browser.get("/api/account")[1]["account"] is not None
    assert len(browser.get("/api/account/tokens")[1]["tokens"]) == 2


def test_who_may_play_as_a_bot_only_is_shown_as_one(site: Client) -> None:
    _, program = with_token(site, "bot", "read")
    _, table = program.post("/api/tables", seats_of(site))
    keys = [seat["key"] for seat in table["yours"]]
    asked = {"tables": [{"table": table["table"], "keys": keys}]}
    seats = program.post("/api/tables/mine", asked)[1]["tables"][0]["seats"]
    assert [seat.get("is_bot", False) for seat in seats if seat["who"] == "person"] == [True]


QUICK = {"reserve": 300_000, "increment": 5_000}


def program_of(browser: Browser, *scopes: str) -> Program:
    made = browser.asked("/api/account/tokens", {**NEW, "scopes": list(scopes)})
    return Program(browser.site, made["token"])


def challenged(program: Program, name: str, **more: Any) -> str:
    """The id of a challenge to somebody."""
    status, answer = program.post(
        f"/api/people/{name}/challenge", {"game": "siege-master", "clock": QUICK, **more}
    )
    assert status == 200, answer
    return str(answer["notices"]["challenges"][0]["id"])


def test_programs_challenge_accept_and_play_again(site: Client) -> None:
    anna, bert = signed_up(site), signed_up(site, "Bert")
    player, bot = program_of(anna, "play"), program_of(bert, "bot")
    path = "/api/people/Bert/challenge"
    assert program_of(anna, "read").post(path, {"game": "siege-master"})[0] == 403
    answer = {"id": challenged(player, "Bert", seat="red"), "accepts": True}
    status, begun = bot.post("/api/account/challenges/answer", answer)
    assert status == 200
    table, key = begun["taken"]["table"], begun["taken"]["yours"][0]["key"]
    asked = {"tables": [{"table": table, "keys": [key]}]}
    seats = site.post("/api/tables/mine", asked)[1]["tables"][0]["seats"]
    assert [seat.get("is_bot", False) for seat in seats] == [False, True]
    assert player.post(f"/api/account/tables/{table}/key", {})[0] == 200
    blue = At(site.connect(), table, [key])
    blue.say(type="resign", id="resign", seat="blue")
    blue.hear("accepted")
    status, again = player.post(f"/api/tables/{table}/rematch", {})
    assert status == 200 and "taken" not in again
    status, again = bot.post(f"/api/tables/{table}/rematch", {})
    assert status == 200 and again["taken"]["table"] != table


def test_programs_play_rated_games_only_for_people(site: Client) -> None:
    anna, bert = signed_up(site), signed_up(site, "Bert")
    player, bot = program_of(anna, "play"), program_of(bert, "bot")
    table, rated = {**seats_of(site), "clock": QUICK}, {"clock": QUICK, "rated": True}
    answer = {"id": challenged(player, "Bert", rated=True), "accepts": True}
    for status, refused in (
        bot.post("/api/tables/rated", table),
        bot.post("/api/people/Anna/challenge", {"game": "expansion", **rated}),
        bot.post("/api/account/challenges/answer", answer),
    ):
        assert status == 403 and "only people and" in refused["sentence"]
    assert player.post("/api/tables/rated", table)[0] == 200
    assert program_of(bert, "play").post("/api/account/challenges/answer", answer)[0] == 200


def test_programs_play_tournaments(site: Client) -> None:
    anna, bert = signed_up(site), signed_up(site, "Bert")
    cup = {"name": "Cup", "kind": "swiss", "game": "siege-master", "clock": QUICK}
    rated, casual = (
        f"/api/tournaments/{anna.asked('/api/tournaments', {**cup, 'rated': is_rated})['id']}"
        for is_rated in (True, False)
    )
    player, bot = program_of(anna, "read", "play"), program_of(bert, "bot")
    assert program_of(bert, "read").post(f"{casual}/enter", {})[0] == 403
    status, refused = bot.post(f"{rated}/enter", {})
    assert status == 403 and "only people and" in refused["sentence"]
    assert bot.post(f"{casual}/enter", {})[0] == 200
    assert bot.post(f"{casual}/leave", {})[0] == 200
    assert bot.post(f"{casual}/enter", {})[0] == 200
    anna.asked(f"{casual}/begin")
    wait_until(lambda: player.get(casual)[1].get("my_table"))
    tables = [program.post(f"{casual}/seat", {})[1]["table"] for program in (player, bot)]
    assert tables == [player.get(casual)[1]["my_table"]] * 2
    assert player.post(f"{rated}/begin", {})[0] == 403  # its owner does that, in a browser


@pytest.mark.parametrize(
    "token", ["", "x", "siegeworks_" + "A" * 43, "'; DROP TABLE account", "a" * 3000, "é"]
)
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)  # which refuses more
def test_a_forged_token_does_nothing_not_even_as_a_guest(site: Client, token: str) -> None:
    forged = Program(site, token)
    assert forged.get("/api/account/tables")[0] in (400, 401)
    status, answer = forged.post("/api/tables", seats_of(site))
    assert status in (400, 401, 403), answer


def test_a_token_does_not_help_a_page_of_another_origin(site: Client) -> None:
    browser = signed_up(site)
    status, _ = browser.post("/api/account/tokens", NEW, Origin="https://evil.example")
    assert status == 403


def test_a_token_that_was_ended_works_no_more(site: Client) -> None:
    browser, program = with_token(site, "read")
    (info,) = browser.get("/api/account/tokens")[1]["tokens"]
    assert "token" not in info and info["label"] == "my bot"
    other = signed_up(site, "Bert")
    assert other.post("/api/account/tokens/end", {"id": info["id"]})[0] == 400
    assert program.get("/api/account")[0] == 200
    assert browser.asked("/api/account/tokens/end", {"id": info["id"]}) == {"tokens": []}
    assert program.get("/api/account")[0] == 401


def test_the_header_of_a_proxy_is_no_token(site: Client) -> None:
    status, _, _ = site.ask("GET", "/api/account", None, Authorization="Basic YTpi")
    assert status == 200


class Later:
    """A database whose clock is ahead."""

    def __init__(self, db: Database, seconds: float) -> None:
        self._db, self._seconds = db, seconds

    def now(self) -> float:
        return self._db.now() + self._seconds

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)


def test_a_token_expires_to_the_day_and_is_stored_as_a_digest_only(tmp_path: Path) -> None:
    def job(db: Database) -> str:
        accounts.create(db, "a", "Anna")
        token, kept = tokens.make(db, "a", "mine", scopes=["read"], days=2)
        assert kept.used is None
        before: Any = Later(db, 2 * accounts.DAY - 60)
        after: Any = Later(db, 2 * accounts.DAY + 60)
        assert tokens.find(before, token) is not None
        assert tokens.find(after, token) is None
        for number in range(1, tokens.MOST_TOKENS):
            tokens.make(db, "a", f"{number}", scopes=["read"], days=30)
        with pytest.raises(SiegeworksError, match="20 tokens"):
            tokens.make(db, "a", "one more", scopes=["read"], days=1)
        tokens.make(after, "a", "one more", scopes=["read"], days=1)
        return token

    async def play() -> str:
        store = SqliteStore(tmp_path)
        try:
            return await store.write(job)
        finally:
            store.close()

    token = asyncio.run(play())
    assert not any(
        token.encode() in file.read_bytes() for file in tmp_path.iterdir() if file.is_file()
    )


def seats_of(site: Client) -> dict[str, Any]:
    """A new table: our seat, and a bot."""
    details = json.loads(site.ask("GET", "/api/games/siege-master", None)[2])
    first, *others = details["seats"]
    plans = [{"seat": first, "who": "me"}]
    plans += [{"seat": seat, "who": "bot", "level": 1} for seat in others]
    return {"game": "siege-master", "seats": plans}


@pytest.mark.parametrize("label", ["a\0b", "two\nlines", "\u202e"])
def test_a_label_that_cannot_be_shown_is_refused_in_a_sentence(site: Client, label: str) -> None:
    status, answer = signed_up(site).post("/api/account/tokens", {**NEW, "label": label})
    assert (status, "without control characters" in answer["sentence"]) == (400, True)
