"""Who plays with whom: accounts at a table, their ratings, and seeks for people of some ratings."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.people.ratings.levels import POINTS_OF_LEVELS
from siegeworks.server.runtime.settings import ServerSettings
from siegeworks.server.storage.opening import open_store
from tests.server.people.browsers import Browser
from tests.server.people.test_tokens import Program
from tests.server.people.test_tournament_routes import QUICK, wait_until
from tests.server.served import Client, Player, served

GAME = "siege-master"
NEW = 1500  # points of somebody who has not played


@pytest.fixture
def people(tmp_path: Path, database: str | None) -> Iterator[list[Browser]]:
    settings = ServerSettings(rating_seconds=0.1)
    with served(tmp_path, store=open_store(tmp_path, database), settings=settings) as site:
        browsers = [Browser(site) for _ in range(3)]
        for browser, name in zip(browsers, ("Ann", "Bob"), strict=False):
            browser.sign_up(name)
        yield browsers  # the third is a guest


def seek(browser: Browser, path: str = "/api/tables/rated", **more: Any) -> dict[str, Any]:
    """A table with a seat for anybody."""
    plans = [{"seat": "red", "who": "me", "name": "Red"}, {"seat": "blue", "who": "open"}]
    return browser.asked(path, {"game": GAME, "seats": plans, "clock": QUICK, **more})


def take(browser: Browser, table: dict[str, Any], name: str = "Somebody") -> tuple[int, Any]:
    """Take the free seat of a table."""
    request = name.ljust(22, "x")
    return browser.post("/api/seats", {"request": request, "name": name, "table": table["table"]})


def people_at(browser: Browser, table: dict[str, Any]) -> dict[str, Any]:
    return dict(browser.get(f"/api/tables/{table['table']}/people")[1])


def test_a_table_says_which_names_are_those_of_accounts(people: list[Browser]) -> None:
    """A guest who writes another name onto the seat does not get its account with it."""
    ann, _, guest = people
    table = seek(ann, "/api/tables")
    assert take(guest, table, "Bob")[0] == 200
    seen = people_at(guest, table)
    assert [person["name"] for person in seen["people"]] == ["Ann"]
    assert seen["pace"] == "quick"
    assert seen["people"][0]["points"] == NEW
    assert seen["people"][0]["provisional"]
    assert people_at(guest, {"table": "t" * 16}) == {"people": []}


def test_a_casual_table_shows_ratings_of_its_pace_and_none_without_a_clock(
    people: list[Browser],
) -> None:
    ann = people[0]
    plans = [{"seat": "red", "who": "me"}, {"seat": "blue", "who": "bot", "level": 4}]
    timed = ann.asked("/api/tables", {"game": GAME, "seats": plans, "clock": QUICK})
    untimed = ann.asked("/api/tables", {"game": GAME, "seats": plans})
    rated = ann.asked("/api/tables/rated", {"game": GAME, "seats": plans, "clock": QUICK})
    (shown,) = people_at(ann, timed)["people"]  # not the bot: its level says enough
    assert shown["points"] == NEW
    (hidden,) = people_at(ann, untimed)["people"]
    assert "points" not in hidden
    bot = people_at(ann, rated)["people"][1]
    assert (bot["name"], bot["points"]) == ("", POINTS_OF_LEVELS[GAME].points[3])


def test_after_a_rated_game_each_seat_is_told_how_its_rating_changed(
    people: list[Browser],
) -> None:
    ann, bob, guest = people
    table = seek(ann)
    status, seats = take(bob, table)
    assert status == 200
    site: Client = ann.site
    red, blue = (
        Player(site.connect(), table["table"], [own["yours"][0]["key"]]) for own in (table, seats)
    )
    red.wait_for(blue.view["version"])  # once both are there, the clock starts
    assert red.act()["type"] == "accepted"
    blue.wait_for(red.hear("view")["version"])
    assert blue.act()["type"] == "accepted"
    blue.say(type="resign", id="resign", seat="blue")
    blue.hear("accepted")
    wait_until(lambda: people_at(guest, table).get("counted"))
    seen = people_at(guest, table)
    changes = {person["name"]: person["change"] for person in seen["people"]}
    assert changes["Ann"] > 0 > changes["Bob"]
    assert all(person["points"] == NEW + person["change"] for person in seen["people"])
    assert "refusal" not in seen


def test_only_people_of_the_wanted_ratings_take_a_seat_of_a_seek(people: list[Browser]) -> None:
    ann, bob, guest = people
    table = seek(ann, within=100)
    (line,) = [row for row in lobby_with(ann, table) if row["table"] == table["table"]]
    assert (line["lowest"], line["highest"], line["rated"]) == (NEW - 100, NEW + 100, True)
    assert "nobody has two" in line["refusal"] and line["people"][0]["name"] == "Ann"
    status, refused = take(guest, table)
    assert status == 403 and "1400 to 1600" in refused["sentence"]
    assert "Sign in" in refused["sentence"]
    assert refused["sentence"] in [row.get("refusal") for row in lobby_with(guest, table)]
    assert take(bob, table)[0] == 200


def test_a_seat_of_a_rated_game_is_for_another_account(people: list[Browser]) -> None:
    """A guest would keep it from counting, and so would one who plays both sides."""
    ann, bob, guest = people
    table = seek(ann)
    for browser, why in ((guest, "only people with an account"), (ann, "nobody has two")):
        status, refused = take(browser, table)
        assert status == 403 and why in refused["sentence"]
        assert refused["sentence"] in [row.get("refusal") for row in lobby_with(browser, table)]
    assert people_at(bob, table)["rated"]
    answers = [take(bob, table), take(bob, table)]  # the same request again
    assert [status for status, _ in answers] == [200, 200]


def bot_of(browser: Browser) -> Program:
    """A program that plays as a bot for the account of a browser."""
    made = browser.asked("/api/account/tokens", {"label": "bot", "scopes": ["bot"]})
    return Program(browser.site, made["token"])


def test_no_program_plays_a_rated_game_as_a_bot(people: list[Browser]) -> None:
    """It would be rated as a person, and nobody would see it in the lists."""
    ann, bob, _ = people
    table, program = seek(ann), bot_of(bob)
    wanted = {"request": "program".ljust(22, "x"), "name": "Rook", "table": table["table"]}
    for status, refused in (
        program.post("/api/seats", wanted),
        bob.post("/api/seats", {**wanted, "is_bot": True}),  # as it says itself
        bot_of(ann).post(f"/api/account/tables/{table['table']}/key", {}),
    ):
        assert status in (400, 403) and "only people and" in refused["sentence"]
    assert take(bob, table)[0] == 200


def test_everybody_is_shown_that_a_program_has_taken_over_a_seat(people: list[Browser]) -> None:
    ann = people[0]
    table = seek(ann, "/api/tables")
    keys = [seat["key"] for seat in table["yours"]]
    mine = {"tables": [{"table": table["table"], "keys": keys}]}
    for is_bot in (None, True):
        seats = ann.asked("/api/tables/mine", mine)["tables"][0]["seats"]
        assert seats[0].get("is_bot") == is_bot
        assert bot_of(ann).post(f"/api/account/tables/{table['table']}/key", {})[0] == 200


def test_a_rated_game_that_an_invited_program_has_played_does_not_count(
    people: list[Browser],
) -> None:
    ann, bob, guest = people
    plans = [{"seat": "red", "who": "me"}, {"seat": "blue", "who": "friend"}]
    table = ann.asked("/api/tables/rated", {"game": GAME, "seats": plans, "clock": QUICK})
    wanted = {"request": "x" * 22, "name": "Rook", "code": table["invitations"][0]["code"]}
    assert bot_of(bob).post("/api/seats", wanted)[0] == 200
    red = Player(ann.site.connect(), table["table"], [table["yours"][0]["key"]])
    red.say(type="resign", id="resign", seat="red")
    red.hear("accepted")
    wait_until(lambda: people_at(guest, table).get("counted"))
    assert people_at(guest, table)["refusal"] == "program"


def test_whose_rating_is_too_far_away_is_told_why(people: list[Browser]) -> None:
    ann, bob, _ = people
    lose_to_bot(ann)
    points = ann.get("/api/people/Ann/ratings")[1]["ratings"][0]["points"]
    assert points < NEW - 10
    table = seek(bob, within=10)
    status, refused = take(ann, table)
    assert status == 403 and refused["sentence"].endswith(f"Your rating is {points}.")
    assert take(ann, table, "Again")[0] == 403  # another request changes nothing


def test_a_rated_table_is_there_for_nobody_before_it_is_rated(
    people: list[Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a guest could take its open seat."""
    opened = []

    def fail(db: Any, table: str, *_: Any) -> None:
        opened.append(table)
        raise SiegeworksError("It cannot be rated.")

    ann, _, guest = people
    monkeypatch.setattr("siegeworks.server.http.people.rating_routes.register", fail)
    with pytest.raises(AssertionError, match="It cannot be rated"):
        seek(ann)
    status, refused = take(guest, {"table": opened[0]})
    assert status == 400 and "no such table" in refused["sentence"]


def test_people_of_whom_one_has_blocked_the_other_do_not_meet_in_the_lobby(
    people: list[Browser],
) -> None:
    ann, bob, guest = people
    for path in ("/api/tables", "/api/tables/rated"):
        table = seek(ann, path)
        assert [row["table"] for row in lobby_with(ann, table)] == [table["table"]]
        for blocking, blocked in ((ann, "Bob"), (bob, "Ann")):
            blocking.asked(f"/api/people/{blocked}/relation", {"kind": "block"})
            assert bob.get("/api/lobby")[1]["tables"] == []
            assert len(guest.get("/api/lobby")[1]["tables"]) == 1
            status, refused = take(bob, table)
            assert status == 403 and refused["sentence"].startswith("This seat is taken.")
            blocking.asked(f"/api/people/{blocked}/relation", {"kind": "none"})
        assert len(bob.get("/api/lobby")[1]["tables"]) == 1
        assert take(bob, table)[0] == 200


def test_a_range_without_a_rated_game_is_refused(people: list[Browser]) -> None:
    plans = [{"seat": "red", "who": "me"}, {"seat": "blue", "who": "open"}]
    table = {"game": GAME, "seats": plans, "clock": QUICK, "within": 50}
    status, refused = people[0].post("/api/tables", table)
    assert status == 400 and "rated" in refused["sentence"]


def lobby_with(browser: Browser, table: dict[str, Any]) -> list[dict[str, Any]]:
    """The lobby, once somebody waits at this table."""
    Player(browser.site.connect(), table["table"], [table["yours"][0]["key"]])
    return list(browser.get("/api/lobby")[1]["tables"])


def lose_to_bot(browser: Browser) -> None:
    """Lose to a weak bot, so that one is weak too."""
    plans = [{"seat": "red", "who": "me"}, {"seat": "blue", "who": "bot", "level": 1}]
    table = browser.asked("/api/tables/rated", {"game": GAME, "seats": plans, "clock": QUICK})
    player = Player(browser.site.connect(), table["table"], [table["yours"][0]["key"]])
    player.act()
    player.say(type="resign", id="resign")
    player.hear("accepted")
    wait_until(lambda: people_at(browser, table).get("counted"))
