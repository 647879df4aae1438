"""Ratings and tournaments over HTTP, as pages ask for them."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from siegeworks.server.people.ratings.levels import POINTS_OF_LEVELS
from tests.server.helpers import PAUSE
from tests.server.people.browsers import Browser
from tests.server.served import PATIENCE, served

QUICK = {"reserve": 300_000, "increment": 5_000}
NEW = {
    "name": "Autumn cup",
    "kind": "swiss",
    "game": "kings-ransom",
    "options": {"columns": "3", "tiles": "KES"},
    "clock": QUICK,
}


@pytest.fixture
def people(tmp_path: Path) -> Iterator[list[Browser]]:
    with served(tmp_path) as site:
        browsers = [Browser(site) for _ in range(3)]
        for browser, name in zip(browsers, ("Ann", "Bob"), strict=False):
            browser.sign_up(name)
        yield browsers  # the third is a guest


def wait_until(holds: Callable[[], Any]) -> None:
    """Wait until a server says so."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(20 * PAUSE)  # fewer requests than are refused


def test_who_enters_gets_a_table_and_a_seat(people: list[Browser]) -> None:
    ann, bob, guest = people
    cup = ann.asked("/api/tournaments", NEW)
    assert (cup["name"], cup["state"], cup["entrants"]) == ("Autumn cup", "open", 1)
    path = f"/api/tournaments/{cup['id']}"
    assert guest.post(f"{path}/enter", {})[0] == 401
    assert bob.asked(f"{path}/enter")["is_entrant"]
    status, refusal = bob.post(f"{path}/begin", {})
    assert (status, "Only the person who opened" in refusal["sentence"]) == (400, True)
    ann.asked(f"{path}/begin")

    def details() -> dict[str, Any]:
        return dict(bob.get(path)[1])

    wait_until(lambda: details().get("my_table"))
    status, seen = guest.get(path)
    assert status == 200 and "my_table" not in seen
    assert [game["players"] for game in seen["games"]] in ([["Ann", "Bob"]], [["Bob", "Ann"]])
    (game,) = guest.get(f"{path}/course")[1]["games"]
    assert (game["round"], sorted(game["entrants"]), "points" in game) == (1, [1, 2], False)
    assert [place["number"] for place in seen["places"]] == [1, 2]
    seats = [browser.asked(f"{path}/seat") for browser in (ann, bob)]
    assert seats[0]["table"] == seats[1]["table"] == details()["my_table"]
    assert {seat["yours"][0]["seat"] for seat in seats} == {"south", "north"}
    assert guest.get(f"/api/tables/{seats[0]['table']}/people")[1]["tournament"] == cup["id"]
    assert guest.post(f"{path}/seat", {})[0] == 401
    assert [line["name"] for line in guest.get("/api/tournaments")[1]["tournaments"]] == [
        "Autumn cup"
    ]


def test_people_of_whom_one_has_blocked_the_other_are_paired_and_the_block_is_not_told(
    people: list[Browser],
) -> None:
    ann, bob, guest = people
    ann.asked("/api/people/Bob/relation", {"kind": "block"})
    path = f"/api/tournaments/{ann.asked('/api/tournaments', NEW)['id']}"
    bob.asked(f"{path}/enter")
    ann.asked(f"{path}/begin")
    wait_until(lambda: bob.get(path)[1].get("my_table"))
    table = bob.asked(f"{path}/seat")["table"]
    assert ann.asked(f"{path}/seat")["table"] == table

    def blocked(reader: Browser) -> list[str]:
        listed = reader.get(f"/api/tables/{table}/people")[1]["people"]
        assert {person["name"] for person in listed} == {"Ann", "Bob"}
        return [person["name"] for person in listed if person.get("is_blocked")]

    assert blocked(ann) == ["Bob"]  # so that her page hides what he writes
    assert blocked(bob) == blocked(guest) == []


def test_who_is_signed_out_loses_the_seat_of_a_tournament(people: list[Browser]) -> None:
    ann, bob, _ = people
    path = f"/api/tournaments/{ann.asked('/api/tournaments', NEW)['id']}"
    bob.asked(f"{path}/enter")
    ann.asked(f"{path}/begin")
    wait_until(lambda: ann.get(path)[1].get("my_table"))
    lost = Browser(ann.site)
    lost.asked("/api/account/links/use", {"code": ann.asked("/api/account/links")["code"]})
    there, here = lost.asked(f"{path}/seat"), ann.asked(f"{path}/seat")
    ann.asked("/api/account/sessions/end")  # all others

    def has_seat(seats: dict[str, Any]) -> bool:
        keys = [seats["yours"][0]["key"]]
        asked = {"tables": [{"table": seats["table"], "keys": keys}]}
        return "yours" in ann.asked("/api/tables/mine", asked)["tables"][0]

    assert not has_seat(there)
    assert has_seat(here)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"name": " "}, "name"),
        ({"kind": "arena"}, "minutes"),
        ({"clock": {}}, "clock"),
        ({"game": "chess"}, "no game"),
        ({"options": {"columns": "9"}}, "columns"),
    ],
)
def test_a_tournament_that_cannot_be_played_is_refused_in_a_sentence(
    people: list[Browser], wrong: dict[str, Any], says: str
) -> None:
    status, refusal = people[0].post("/api/tournaments", {**NEW, **wrong})
    assert status == 400 and says in refusal["sentence"]
    assert people[0].get("/api/tournaments")[1]["tournaments"] == []


def test_a_rated_table_is_for_the_signed_in_and_needs_a_clock(people: list[Browser]) -> None:
    ann, _, guest = people
    plans = [{"seat": "red", "who": "me"}, {"seat": "blue", "who": "bot", "level": 2}]
    table = {"game": "siege-master", "seats": plans, "clock": QUICK}
    assert guest.post("/api/tables/rated", table)[0] == 401
    opened = ann.asked("/api/tables/rated", table)
    assert len(opened["yours"]) == 1
    assert guest.get(f"/api/tables/{opened['table']}/rating")[1] == {"rated": True}
    assert guest.get(f"/api/tables/{'t' * 16}/rating")[1] == {}
    refused: list[tuple[dict[str, Any], str]] = [
        ({"clock": None}, "needs a clock"),
        ({"options": {"free": "yes"}}, "not rated with these options"),
        ({"seats": [plans[0], {"seat": "blue", "who": "hot-seat"}]}, "one seat"),
    ]
    for wrong, says in refused:
        status, refusal = ann.post("/api/tables/rated", {**table, **wrong})
        assert status == 400 and says in refusal["sentence"]


def test_lists_have_the_levels_of_bots_and_an_account_its_ratings(people: list[Browser]) -> None:
    guest = people[2]
    answer = guest.get("/api/ratings/siege-master/quick")[1]
    assert answer["players"] == []
    assert [level["level"] for level in answer["levels"]] == list(range(1, 9))
    errors = [level["uncertainty"] for level in answer["levels"]]
    assert errors[0] > errors[2] > errors[3] < errors[4] < errors[7]
    assert not any(level.get("estimated") for level in answer["levels"])
    unmeasured = guest.get("/api/ratings/siege-by-number/quick")[1]["levels"]
    assert {level.get("estimated", False) for level in unmeasured} == {
        POINTS_OF_LEVELS["siege-by-number"].estimated
    }
    assert guest.get("/api/people/ann/ratings") == (200, {"name": "Ann", "ratings": []})
    assert guest.get("/api/people/nobody/ratings")[0] == 404
    assert guest.get("/api/ratings/siege-master/slow")[0] == 400


def test_who_deletes_an_account_leaves_a_tournament_that_has_not_begun(
    people: list[Browser],
) -> None:
    ann, bob, guest = people
    cup = ann.asked("/api/tournaments", {**NEW, "starts_in": 60})
    path = f"/api/tournaments/{cup['id']}"
    bob.asked(f"{path}/enter")
    assert bob.get("/api/account/export")[1]["tournaments"] == ["Autumn cup"]
    bob.asked("/api/account/delete", {"name": "Bob"})
    wait_until(lambda: guest.get(path)[1]["line"]["entrants"] == 1)
    assert [place["name"] for place in guest.get(path)[1]["places"]] == ["Ann"]
    assert guest.get("/api/people/bob/ratings")[0] == 404
