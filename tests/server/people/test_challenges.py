"""Challenges: an account asks another for a game, and nobody else can do anything with it."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from siegeworks.server.http.sessions import COOKIE
from siegeworks.server.runtime.settings import Rate, ServerSettings
from tests.server.people.browsers import Browser
from tests.server.people.test_tournament_routes import NEW, QUICK, wait_until
from tests.server.served import PATIENCE, Player, served

GAME = "siege-master"
ANSWER = "/api/account/challenges/answer"
DAYS = {"per_move": 2 * 86_400_000}
TERMS = {"game": GAME, "clock": QUICK, "rated": True}
FOR_THREE = {"game": "siege-by-number", "options": {"seats": "3"}}


def notices_of(browser: Browser) -> dict[str, list[dict[str, Any]]]:
    """What waits for somebody."""
    answer = browser.get("/api/account/notices")[1]
    return {"challenges": answer.get("challenges", []), "games": answer.get("games", [])}


def challenge(browser: Browser, name: str, **more: Any) -> dict[str, Any]:
    return browser.asked(f"/api/people/{name}/challenge", {**TERMS, **more})


def answer(browser: Browser, challenge: str, *, accepts: bool) -> tuple[int, Any]:
    return browser.post(ANSWER, {"id": challenge, "accepts": accepts})


def test_an_accepted_challenge_is_a_table_whose_seats_are_kept(people: list[Browser]) -> None:
    ann, bob, cleo, _ = people
    challenge(ann, "bob", seat="blue")
    (sent,), (got,) = notices_of(ann)["challenges"], notices_of(bob)["challenges"]
    assert sent["is_mine"] and "is_mine" not in got
    assert (got["challenger"], got["rated"], got["seat"]) == ("Ann", True, "blue")
    assert got["clock"] == {**QUICK, "per_move": 0}
    assert notices_of(cleo) == {"challenges": [], "games": []}
    status, begun = answer(bob, got["id"], accepts=True)
    assert status == 200
    seats = begun["taken"]
    assert [seat["seat"] for seat in seats["yours"]] == ["red"]
    table = seats["table"]
    (waiting,) = notices_of(ann)["games"]
    assert (waiting["table"], waiting["players"]) == (table, ["Bob"])
    assert notices_of(ann)["challenges"] == notices_of(bob)["challenges"] == []
    theirs = ann.asked(f"/api/account/tables/{table}/key")
    assert [seat["seat"] for seat in theirs["yours"]] == ["blue"]
    seen = ann.get(f"/api/tables/{table}/people")[1]
    assert seen["rated"] and [person["name"] for person in seen["people"]] == ["Bob", "Ann"]
    assert cleo.post(f"/api/account/tables/{table}/key", {})[0] == 400
    players = [
        Player(ann.site.connect(), table, [own["yours"][0]["key"]]) for own in (seats, theirs)
    ]
    wait_until(lambda: not notices_of(ann)["games"])  # the clock runs: nothing waits any more
    assert players[0].view["seat"] == "red"


def test_a_game_over_days_is_shown_to_who_has_asked_for_it_until_they_come(
    people: list[Browser],
) -> None:
    ann, bob, *_ = people
    challenge(ann, "bob", seat="blue", clock=DAYS)
    (got,) = notices_of(bob)["challenges"]
    seats = answer(bob, got["id"], accepts=True)[1]["taken"]
    player = Player(bob.site.connect(), seats["table"], [seats["yours"][0]["key"]])
    player.wait_for(1)  # the clock runs
    assert [game["table"] for game in notices_of(ann)["games"]] == [seats["table"]]
    assert player.act()["type"] == "accepted"
    assert [game["table"] for game in notices_of(ann)["games"]] == [seats["table"]]
    ann.asked(f"/api/account/tables/{seats['table']}/key")
    assert notices_of(ann)["games"] == notices_of(bob)["games"] == []


def test_who_gets_a_key_is_shown_the_hash_of_the_secret_before_the_game(
    people: list[Browser],
) -> None:
    ann, bob, *_ = people
    challenge(ann, "Bob", game="siege-by-number", seat="suns")
    (got,) = notices_of(bob)["challenges"]
    seats = answer(bob, got["id"], accepts=True)[1]["taken"]
    table = seats["table"]
    theirs = ann.asked(f"/api/account/tables/{table}/key")
    assert seats["commitment"] == theirs["commitment"] != ""
    first = Player(ann.site.connect(), table, [theirs["yours"][0]["key"]])
    assert (first.view["missing"], first.view["steps"]) == (["crowns"], [])
    Player(bob.site.connect(), table, [seats["yours"][0]["key"]])
    while first.view["to_act"] is None:
        first.hear("view")
    first.say(type="resign", id="resign", seat="suns")
    first.hear("accepted")
    assert ann.get(f"/api/tables/{table}/chance")[1]["commitment"] == seats["commitment"]


def test_a_declined_challenge_is_gone_and_its_challenger_told(people: list[Browser]) -> None:
    ann, bob, *_ = people
    challenge(ann, "Bob")
    (got,) = notices_of(bob)["challenges"]
    assert answer(bob, got["id"], accepts=False)[0] == 200
    assert notices_of(bob)["challenges"] == []
    assert notices_of(ann)["challenges"][0]["declined"]
    assert answer(bob, got["id"], accepts=True)[0] == 400
    status, refused = ann.post("/api/people/Bob/challenge", TERMS)
    assert status == 400 and "just declined" in refused["sentence"]


def test_a_challenge_can_be_cancelled_and_repeated(people: list[Browser]) -> None:
    ann, bob, *_ = people
    challenge(ann, "Bob")
    challenge(ann, "Bob", rated=False)
    (got,) = notices_of(bob)["challenges"]  # the newest stands for both
    assert "rated" not in got
    assert answer(ann, got["id"], accepts=False)[0] == 200
    assert notices_of(bob)["challenges"] == []
    status, refused = answer(bob, got["id"], accepts=True)
    assert status == 400 and "no longer open" in refused["sentence"]
    challenge(ann, "Bob")
    assert len(notices_of(bob)["challenges"]) == 1


def test_who_challenge_each_other_to_the_same_game_play_it(people: list[Browser]) -> None:
    """As both do for a rematch."""
    ann, bob, *_ = people
    assert "taken" not in challenge(ann, "Bob", seat="red")
    assert "taken" not in challenge(bob, "Ann", seat="red")  # both want the same seat
    assert challenge(bob, "Ann", seat="blue")["taken"]["yours"][0]["seat"] == "blue"
    assert len(notices_of(ann)["games"]) == 1
    for challenger, name, others in ((ann, "Bob", "open"), (bob, "Ann", "level:1")):
        sent = challenge(challenger, name, **FOR_THREE, rated=False, others=others)
        assert "taken" not in sent  # not the same game


@pytest.mark.parametrize(("others", "who"), [("level:1", "bot"), ("open", "open")])
def test_the_other_seats_of_a_game_for_three_are_open_or_have_bots(
    people: list[Browser], others: str, who: str
) -> None:
    ann, bob, cleo, _ = people
    challenge(ann, "Bob", **FOR_THREE, seat="moons", others=others, rated=who == "open")
    (got,) = notices_of(bob)["challenges"]
    assert (got["others"], got["options"]) == (others, {"seats": "3"})
    table = answer(bob, got["id"], accepts=True)[1]["taken"]["table"]
    names = {
        person["seat"]: person["name"]
        for person in ann.get(f"/api/tables/{table}/people")[1]["people"]
    }
    assert names[1] == "Ann" and "Bob" in names.values()
    seat = {"request": "r" * 22, "name": "", "table": table}
    assert cleo.post("/api/seats", seat)[0] == (200 if who == "open" else 400)


@pytest.mark.races
def test_of_two_who_accept_at_once_one_opens_the_table(people: list[Browser]) -> None:
    ann, bob, *_ = people
    challenge(ann, "Bob")
    (got,) = notices_of(bob)["challenges"]
    barrier = threading.Barrier(4)

    def accept(_: int) -> int:
        barrier.wait()
        return answer(bob, got["id"], accepts=True)[0]

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(accept, range(4))) == [200, 400, 400, 400]
    assert len(notices_of(ann)["games"]) == len(ann.get("/api/account/tables")[1]["tables"]) == 1


def test_nobody_else_can_answer_a_challenge(people: list[Browser]) -> None:
    ann, bob, cleo, guest = people
    challenge(ann, "Bob")
    (got,) = notices_of(bob)["challenges"]
    for stranger, status in ((cleo, 400), (guest, 401)):
        assert answer(stranger, got["id"], accepts=True)[0] == status
        assert answer(stranger, got["id"], accepts=False)[0] == status
    assert answer(ann, got["id"], accepts=True)[0] == 400  # nor its challenger accept it
    assert notices_of(bob)["challenges"] == [got]


def test_a_block_is_not_told_and_keeps_challenges_away(people: list[Browser]) -> None:
    ann, bob, *_ = people
    bob.asked("/api/people/Ann/relation", {"kind": "block"})
    challenge(ann, "Bob")
    assert len(notices_of(ann)["challenges"]) == 1  # as to anybody
    assert notices_of(bob)["challenges"] == []
    assert answer(bob, notices_of(ann)["challenges"][0]["id"], accepts=True)[0] == 400
    status, refused = bob.post("/api/people/Ann/challenge", TERMS)
    assert status == 400 and "You have blocked Ann" in refused["sentence"]
    bob.asked("/api/people/Ann/relation", {"kind": "none"})
    assert len(notices_of(bob)["challenges"]) == 1


@pytest.mark.parametrize(
    ("name", "wrong", "status", "says"),
    [
        ("Nobody", {}, 404, "Nobody here"),
        ("Ann", {}, 400, "That is you"),
        ("Bob", {"clock": None}, 400, "needs a clock"),
        ("Bob", {"clock": {"reserve": 1}, "rated": False}, 400, "at least 5 seconds"),
        ("Bob", {"seat": "green"}, 400, "no seat"),
        ("Bob", {**FOR_THREE, "others": "level:2"}, 400, "not rated with these options"),
        ("Bob", {**FOR_THREE, "others": "level:9"}, 400, "others"),
        ("Bob", {"game": "chess"}, 400, "no game"),
        ("Bob", {"options": {"size": "9"}}, 400, "option"),
    ],
)
def test_a_challenge_that_cannot_be_played_is_refused_in_a_sentence(
    tmp_path: Path, name: str, wrong: dict[str, Any], status: int, says: str
) -> None:
    with served(tmp_path) as site:
        ann, bob, guest = (Browser(site) for _ in range(3))
        ann.sign_up("Ann")
        bob.sign_up("Bob")
        got, refused = ann.post(f"/api/people/{name}/challenge", {**TERMS, **wrong})
        assert (got, says in refused["sentence"]) == (status, True), refused
        assert notices_of(bob)["challenges"] == []
        assert guest.post("/api/people/Bob/challenge", TERMS)[0] == 401


def test_nobody_challenges_without_end(tmp_path: Path) -> None:
    slow = ServerSettings(challenge_rate=Rate(3, 0.001))
    with served(tmp_path, settings=slow) as site:
        ann, bob = Browser(site), Browser(site)
        ann.sign_up("Ann")
        bob.sign_up("Bob")
        statuses = [ann.post("/api/people/Bob/challenge", TERMS)[0] for _ in range(4)]
        assert statuses == [200, 200, 200, 429]


def test_who_deletes_an_account_leaves_no_challenge(people: list[Browser]) -> None:
    ann, bob, cleo, _ = people
    challenge(ann, "Bob")
    challenge(cleo, "Ann")
    ann.asked("/api/account/delete", {"name": "Ann"})
    assert notices_of(bob) == notices_of(cleo) == {"challenges": [], "games": []}


def test_an_open_page_hears_of_a_challenge_at_once(people: list[Browser]) -> None:
    ann, bob, _, guest = people
    heard: list[dict[str, Any]] = []
    cookie = {"Cookie": f"{COOKIE}={bob.token}", "Host": bob.host}
    address = f"{bob.site.base}/api/account/notices/events"
    assert httpx.get(address).status_code == 401 == guest.get("/api/account/notices")[0]
    with httpx.stream("GET", address, headers=cookie, timeout=PATIENCE) as stream:
        for line in stream.iter_lines():
            if not line.startswith("data: "):
                continue
            heard.append(json.loads(line.removeprefix("data: ")))
            if len(heard) == 1:
                assert heard[0] == {}
                challenge(ann, "Bob")
            elif len(heard) == 2:
                (got,) = heard[1]["challenges"]
                answer(ann, got["id"], accepts=False)
            else:
                break
    assert heard[2] == {}


def test_a_tournament_game_waits_for_its_players(people: list[Browser]) -> None:
    ann, bob, cleo, _ = people
    cup = ann.asked("/api/tournaments", NEW)
    bob.asked(f"/api/tournaments/{cup['id']}/enter")
    ann.asked(f"/api/tournaments/{cup['id']}/begin")
    wait_until(lambda: notices_of(ann)["games"])
    (mine,), (theirs,) = notices_of(ann)["games"], notices_of(bob)["games"]
    assert mine["table"] == theirs["table"]
    assert (mine["tournament"], mine["players"], theirs["players"]) == (
        *("Autumn cup", ["Bob"]),
        ["Ann"],
    )
    assert notices_of(cleo)["games"] == []
