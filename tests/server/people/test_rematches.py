"""Rematches of three and four: everybody is asked at once, and nobody plays who has not said so."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.server.people.browsers import Browser
from tests.server.people.test_challenges import answer, notices_of
from tests.server.people.test_tournament_routes import QUICK, wait_until
from tests.server.served import PATIENCE, Player

SEATS = ("suns", "moons", "crowns")
GAME = {"game": "siege-by-number", "options": {"seats": "3"}, "clock": QUICK}


def played(players: list[Browser | None], path: str = "/api/tables/rated") -> str:
    """A table for three that is over; None: a bot. The first has the first seat."""
    whos = ["me", *("friend" if player else "bot" for player in players[1:])]
    plans = [
        {"seat": seat, "who": who, **({"level": 2} if who == "bot" else {})}
        for seat, who in zip(SEATS, whos, strict=True)
    ]
    first = players[0]
    assert first is not None
    table = first.asked(path, {**GAME, "seats": plans})
    keys = {table["yours"][0]["seat"]: table["yours"][0]["key"]}
    for invitation in table.get("invitations", []):
        guest = players[SEATS.index(invitation["seat"])]
        assert guest is not None
        seat = {"request": invitation["seat"].ljust(22, "x"), "code": invitation["code"]}
        seats = guest.asked("/api/seats", {**seat, "name": ""})
        keys[invitation["seat"]] = seats["yours"][0]["key"]
    for seat, key in list(keys.items())[:2]:
        player = Player(first.site.connect(), table["table"], [key])
        player.say(type="resign", id="resign", seat=seat)
        player.hear("accepted")
    return str(table["table"])


def ask(browser: Browser, table: str) -> dict[str, Any]:
    return browser.asked(f"/api/tables/{table}/rematch")


def seats_of(browser: Browser, table: str) -> list[str]:
    people = browser.get(f"/api/tables/{table}/people")[1]["people"]
    return [person["name"] for person in sorted(people, key=lambda person: person["seat"])]


def test_a_rematch_of_three_begins_when_the_last_accepts(people: list[Browser]) -> None:
    ann, bob, cleo, _ = people
    table = played([ann, bob, cleo])
    assert "taken" not in ask(ann, table)
    for browser in (bob, cleo):
        (got,) = notices_of(browser)["challenges"]
        assert (got["challenger"], got["players"]) == ("Ann", ["Cleo", "Ann", "Bob"])
        assert got["rated"] and got["clock"] == {**QUICK, "per_move": 0}
    (got,) = notices_of(bob)["challenges"]
    assert "taken" not in answer(bob, got["id"], accepts=True)[1]
    assert (
        notices_of(bob)["challenges"][0]["is_mine"] and notices_of(ann)["challenges"][0]["is_mine"]
    )
    (got,) = notices_of(cleo)["challenges"]  # one, though two have asked
    begun = answer(cleo, got["id"], accepts=True)[1]["taken"]
    assert [seat["seat"] for seat in begun["yours"]] == ["suns"]
    assert seats_of(ann, begun["table"]) == ["Cleo", "Ann", "Bob"]  # everybody has moved on
    for browser in (ann, bob, cleo):
        waiting = notices_of(browser)
        assert waiting["challenges"] == []
        assert [game["table"] for game in waiting["games"]] == [begun["table"]]


def test_who_all_ask_need_not_accept(people: list[Browser]) -> None:
    ann, bob, cleo, _ = people
    table = played([ann, bob, cleo])
    assert ["taken" in ask(browser, table) for browser in (ann, bob, cleo)] == [False, False, True]


def test_bots_play_again_at_their_levels(people: list[Browser]) -> None:
    ann, bob, *_ = people
    table = played([ann, bob, None], "/api/tables")
    ask(ann, table)
    seats = ask(bob, table)["taken"]
    assert [seat["seat"] for seat in seats["yours"]] == ["crowns"]
    socket, keys = bob.site.connect(), [seats["yours"][0]["key"]]
    socket.send(json.dumps({"type": "hello", "table": seats["table"], "keys": keys}))
    message: dict[str, Any] = {}
    while message.get("type") != "presence":
        message = json.loads(socket.recv(PATIENCE))
    first = message["seats"][0]
    assert (first["seat"], first["who"], first["level"]) == ("suns", "bot", 2)


def test_who_declines_ends_it_for_all_and_they_are_told_who(people: list[Browser]) -> None:
    ann, bob, cleo, _ = people
    table = played([ann, bob, cleo])
    ask(ann, table)
    ask(bob, table)
    (got,) = notices_of(cleo)["challenges"]
    answer(cleo, got["id"], accepts=False)
    assert notices_of(cleo)["challenges"] == []
    for browser in (ann, bob):
        (seen,) = notices_of(browser)["challenges"]
        assert seen["declined"] and seen["challenged"] == "Cleo"
    status, refused = ann.post(f"/api/tables/{table}/rematch", {})
    assert status == 400 and "just declined" in refused["sentence"]


def test_who_takes_it_back_is_asked_by_the_others(people: list[Browser]) -> None:
    ann, bob, cleo, _ = people
    table = played([ann, bob, cleo])
    ask(ann, table)
    ask(bob, table)
    answer(ann, notices_of(ann)["challenges"][0]["id"], accepts=False)
    assert notices_of(ann)["challenges"][0]["challenger"] == "Bob"
    assert "taken" not in ask(cleo, table)
    assert "taken" in answer(ann, notices_of(ann)["challenges"][0]["id"], accepts=True)[1]


def test_nobody_else_and_nothing_else_is_asked_for(people: list[Browser]) -> None:
    ann, bob, cleo, guest = people
    with_guest = played([ann, bob, guest], "/api/tables")
    for browser, table in ((ann, with_guest), (cleo, played([ann, bob, None], "/api/tables"))):
        status, refused = browser.post(f"/api/tables/{table}/rematch", {})
        assert status == 400 and "accounts or bots" in refused["sentence"]
    assert guest.post(f"/api/tables/{with_guest}/rematch", {})[0] == 401
    running = ann.asked(
        "/api/tables", {**GAME, "seats": [{"seat": seat, "who": "me"} for seat in SEATS]}
    )
    assert ann.post(f"/api/tables/{running['table']}/rematch", {})[0] == 400


def test_of_all_who_ask_at_once_one_opens_the_table(people: list[Browser]) -> None:
    ann, bob, cleo, _ = people
    table = played([ann, bob, cleo])
    barrier = threading.Barrier(3)

    def at_once(browser: Browser) -> bool:
        barrier.wait()
        return "taken" in browser.post(f"/api/tables/{table}/rematch", {})[1]

    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(at_once, (ann, bob, cleo))).count(True) == 1
    wait_until(lambda: len(notices_of(ann)["games"]) == 1)
    assert all(notices_of(browser)["challenges"] == [] for browser in (ann, bob, cleo))
