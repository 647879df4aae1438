"""What belongs to an account: seats on every device, results, and what its browsers keep."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from siegeworks.play.clock import ClockSettings
from siegeworks.server.people.accounts.profiles import PAGE
from siegeworks.server.people.accounts.results import pace_of, places
from siegeworks.server.runtime.settings import ServerSettings
from siegeworks.server.storage.opening import open_store
from tests.samples import sample
from tests.server.people.browsers import Browser, Device
from tests.server.people.test_tournament_routes import wait_until
from tests.server.served import Client, Player, served

GAME = "siege-master"
MINUTE = 60_000  # milliseconds


@pytest.fixture
def site(tmp_path: Path, database: str | None) -> Iterator[Client]:
    """A server over each database, whose ratings follow at once."""
    settings = ServerSettings(rating_seconds=0.1)
    with served(tmp_path, store=open_store(tmp_path, database), settings=settings) as client:
        yield client


def opened_by(
    browser: Browser, *whos: str, path: str = "/api/tables", **more: Any
) -> dict[str, Any]:
    """A new table of Siege Master."""
    seats = browser.get(f"/api/games/{GAME}")[1]["seats"]
    plans = [
        {"seat": seat, "who": "bot", "level": int(who)}
        if who.isdigit()
        else {"seat": seat, "who": who, "name": "Anna"}
        for seat, who in zip(seats, whos, strict=True)
    ]
    return browser.asked(path, {"game": GAME, "seats": plans, **more})


def mine(table: dict[str, Any]) -> dict[str, Any]:
    return {"table": table["table"], "keys": [seat["key"] for seat in table["yours"]]}


def signed_in(site: Client, name: str) -> tuple[Browser, Device]:
    browser, device = Browser(site), Device()
    browser.sign_up(name, device)
    return browser, device


def elsewhere(site: Client, device: Device) -> Browser:
    browser = Browser(site)
    assert browser.sign_in(device)[0] == 200
    return browser


def entered(site: Client, table: str, key: str) -> Player:
    return Player(site.connect(), table, [key])


# Tables -------------------------------------------------------------------------------------------


def test_a_guests_tables_move_into_the_account(site: Client) -> None:
    browser, device = Browser(site), Device()
    table = opened_by(browser, "me", "1")
    browser.sign_up("Anna", device)
    assert browser.get("/api/account/tables") == (200, {"tables": []})
    wrong = {"table": "x" * 16, "keys": ["y" * 22]}
    claimed = browser.asked("/api/account/tables", {"tables": [mine(table), wrong]})
    assert [own["table"] for own in claimed["tables"]] == [table["table"]]
    assert elsewhere(site, device).get("/api/account/tables")[1] == claimed


def test_nobody_claims_a_seat_that_he_cannot_prove(site: Client) -> None:
    anna, _ = signed_in(site, "Anna")
    table = opened_by(anna, "me", "1")
    bert, _ = signed_in(site, "Bert")
    forged = {"table": table["table"], "keys": ["y" * 22]}
    assert bert.asked("/api/account/tables", {"tables": [forged]}) == {"tables": []}
    status, answer = bert.post(f"/api/account/tables/{table['table']}/key", {})
    assert (status, answer["sentence"]) == (400, "You do not have a seat at this table now.")


def test_a_seat_is_the_account_s_that_has_it_first(site: Client) -> None:
    anna, _ = signed_in(site, "Anna")
    table = opened_by(anna, "me", "1")
    bert, _ = signed_in(site, "Bert")
    assert bert.asked("/api/account/tables", {"tables": [mine(table)]}) == {"tables": []}


def test_the_owner_plays_on_at_another_device_and_here(site: Client) -> None:
    anna, device = signed_in(site, "Anna")
    table = opened_by(anna, "me", "1")
    (name, key) = (table["table"], table["yours"][0]["key"])
    here = entered(site, name, key)
    second = elsewhere(site, device)
    answer = second.asked(f"/api/account/tables/{name}/key")
    (seat,) = answer["yours"]
    assert (seat["seat"], seat["key"] != key) == (table["yours"][0]["seat"], True)
    there = entered(site, name, seat["key"])
    assert there.act()["type"] == "accepted"
    here.wait_for(there.view["version"])
    assert here.act()["type"] == "accepted"
    status = second.asked("/api/tables/mine", {"tables": [{"table": name, "keys": [seat["key"]]}]})
    assert status["tables"][0]["yours"] == [seat["seat"]]


def test_further_keys_work_at_a_table_that_nobody_has_loaded(site: Client) -> None:
    anna, device = signed_in(site, "Anna")
    table = opened_by(anna, "me", "1")
    answer = elsewhere(site, device).asked(f"/api/account/tables/{table['table']}/key")
    assert entered(site, table["table"], answer["yours"][0]["key"]).act()["type"] == "accepted"


def test_a_new_seat_key_ends_all_further_ones(site: Client) -> None:
    anna, device = signed_in(site, "Anna")
    table = opened_by(anna, "me", "1")
    name = table["table"]
    further = elsewhere(site, device).asked(f"/api/account/tables/{name}/key")["yours"][0]["key"]
    renewed = anna.asked("/api/seats/renew", mine(table))["yours"][0]["key"]
    entered(site, name, renewed)
    asked = {"tables": [{"table": name, "keys": [further]}]}
    assert "yours" not in anna.asked("/api/tables/mine", asked)["tables"][0]


def test_a_browser_that_is_signed_out_loses_the_seats_that_it_got_by_the_account(
    site: Client,
) -> None:
    anna, device = signed_in(site, "Anna")
    table = opened_by(anna, "me", "1")
    lost = elsewhere(site, device)
    further = lost.asked(f"/api/account/tables/{table['table']}/key")["yours"][0]["key"]
    there = entered(site, table["table"], further)
    anna.asked("/api/account/sessions/end")
    assert there.hear("closing")["reconnect"]
    asked = {"tables": [{"table": table["table"], "keys": [further]}]}
    assert "yours" not in lost.asked("/api/tables/mine", asked)["tables"][0]
    assert entered(site, table["table"], table["yours"][0]["key"]).act()["type"] == "accepted"


def test_a_browser_that_signs_in_again_keeps_its_seats(site: Client) -> None:
    anna, device = signed_in(site, "Anna")
    table = opened_by(anna, "me", "1")
    second = elsewhere(site, device)
    further = second.asked(f"/api/account/tables/{table['table']}/key")["yours"][0]["key"]
    second.sign_in(device)
    assert entered(site, table["table"], further).act()["type"] == "accepted"
    second.asked("/api/account/sign-out")
    asked = {"tables": [{"table": table["table"], "keys": [further]}]}
    assert "yours" not in second.asked("/api/tables/mine", asked)["tables"][0]


def test_whoever_renews_a_seat_key_has_the_seat_alone(site: Client) -> None:
    thief, _ = signed_in(site, "Thief")
    guest = Browser(site)
    table = opened_by(guest, "me", "1")
    thief.asked("/api/account/tables", {"tables": [mine(table)]})  # somebody gave away a key
    assert thief.asked(f"/api/account/tables/{table['table']}/key")["yours"]
    guest.asked("/api/seats/renew", mine(table))
    assert thief.post(f"/api/account/tables/{table['table']}/key", {})[0] == 400


def test_what_needs_an_account_says_so(site: Client) -> None:
    guest = Browser(site)
    for path in ("tables", "access", "export", "people", "progress"):
        assert guest.get(f"/api/account/{path}")[0] == 401
    for path in ("tables/xxxxxxxxxxxxxxxx/key", "codes", "links", "passkeys/options"):
        status, answer = guest.post(f"/api/account/{path}", {})
        assert (status, answer["sentence"][:21]) == (401, "You are not signed in")


def test_without_the_owner_s_own_page_no_key_is_made(site: Client) -> None:
    anna, _ = signed_in(site, "Anna")
    table = opened_by(anna, "me", "1")["table"]
    path = f"/api/account/tables/{table}/key"
    assert anna.post(path, {}, Origin="https://evil.example")[0] == 403
    assert anna.post(path, {}, Sec_Fetch_Site="cross-site")[0] == 403


# Results ------------------------------------------------------------------------------------------


def resign(site: Client, table: str, key: str) -> None:
    player = entered(site, table, key)
    player.say(type="resign", id="r")
    answer = player.hear("accepted", "refused")
    assert answer["type"] == "accepted", answer


def test_the_result_of_a_finished_game_is_in_the_profile(site: Client) -> None:
    anna, _ = signed_in(site, "Anna")
    bert, _ = signed_in(site, "Bert")
    table = opened_by(anna, "me", "friend")
    code = table["invitations"][0]["code"]
    bert.asked("/api/seats", {"request": "r" * 22, "name": "Bert", "code": code})
    resign(site, table["table"], table["yours"][0]["key"])
    ended = {"game": GAME, "title": "Siege Master", "pace": "", "played": 1}
    assert anna.get("/api/people/Anna")[1]["records"] == [ended]
    assert anna.get("/api/people/bert")[1]["records"] == [{**ended, "won": 1}]


def test_a_seat_that_was_claimed_later_counts_for_nobody(site: Client) -> None:
    anna = Browser(site)
    table = opened_by(anna, "me", "hot-seat")
    anna.sign_up("Anna")
    anna.asked("/api/account/tables", {"tables": [mine(table)]})
    resign(site, table["table"], table["yours"][0]["key"])
    assert anna.get("/api/people/Anna")[1]["records"] == []
    assert anna.get("/api/account/tables")[1]["tables"][0]["over"]


def test_a_game_that_continues_a_record_counts_for_nobody(site: Client) -> None:
    anna, _ = signed_in(site, "Anna")
    text = sample("siege-master-0").read_text(encoding="utf-8")
    table = opened_by(anna, "me", "hot-seat", record=text, step=2)
    assert anna.get("/api/account/tables")[1]["tables"]
    resign(site, table["table"], table["yours"][0]["key"])
    assert anna.get("/api/people/Anna")[1]["records"] == []


@pytest.mark.parametrize(
    ("clock", "pace"),
    [
        (None, ""),
        (ClockSettings(5 * MINUTE, 5_000), "quick"),
        (ClockSettings(40 * MINUTE, 10_000), "calm"),
        (ClockSettings(0, 0, 48 * 60 * MINUTE), "days"),
    ],
)
def test_a_pace_follows_from_the_clock(clock: ClockSettings | None, pace: str) -> None:
    assert pace_of(GAME, clock, 2) == pace


@pytest.mark.parametrize(
    ("returns", "expected"),
    [((1.0, -1.0), [1, 2]), ((0.0, 0.0), [1, 1]), ((-1.0, 1.0, -1.0), [2, 1, 2])],
)
def test_seats_with_the_same_result_share_a_place(
    returns: tuple[float, ...], expected: list[int]
) -> None:
    assert places(returns) == expected


# Sessions, passkeys and links ---------------------------------------------------------------------


def test_sessions_are_listed_and_ended_one_by_one(site: Client) -> None:
    anna, device = signed_in(site, "Anna")
    second, third = elsewhere(site, device), elsewhere(site, device)
    listed = anna.get("/api/account/access")[1]["sessions"]
    assert [s["browser"] for s in listed] == ["Firefox on Linux"] * 3
    assert sum(s.get("is_this", False) for s in listed) == 1
    (own,) = (s["id"] for s in second.get("/api/account/access")[1]["sessions"] if "is_this" in s)
    left = anna.asked("/api/account/sessions/end", {"id": own})["sessions"]
    assert len(left) == 2
    assert second.account is None and third.account is not None
    assert len(anna.asked("/api/account/sessions/end")["sessions"]) == 1
    assert third.account is None and anna.account is not None


def test_nobody_ends_the_session_of_somebody_else(site: Client) -> None:
    anna, _ = signed_in(site, "Anna")
    bert, _ = signed_in(site, "Bert")
    (session,) = anna.get("/api/account/access")[1]["sessions"]
    bert.asked("/api/account/sessions/end", {"id": session["id"]})
    bert.asked("/api/account/sessions/end")
    assert anna.account is not None


def test_a_link_signs_another_device_in_once_which_can_add_a_passkey(site: Client) -> None:
    anna, _ = signed_in(site, "Anna")
    code = anna.asked("/api/account/links")["code"]
    phone = Browser(site)
    assert phone.asked("/api/account/links/look", {"code": code}) == {
        "name": "Anna",
        "browser": "Firefox on Linux",
    }
    assert phone.account is None  # looking signs nobody in
    assert phone.asked("/api/account/links/use", {"code": code})["account"]["name"] == "Anna"
    status, answer = Browser(site).post("/api/account/links/use", {"code": code})
    assert (status, answer["sentence"][:23]) == (400, "This link has been used")

    device = Device()
    options = phone.asked("/api/account/passkeys/options")
    made = device.make(options["options"], phone.origin)
    body = {"challenge": options["challenge"], "credential": made, "label": "Phone"}
    assert phone.asked("/api/account/passkeys", body)["account"]["passkeys"] == 2
    assert elsewhere(site, device).account is not None
    (key,) = (k for k in anna.get("/api/account/access")[1]["passkeys"] if k["label"] == "Phone")
    assert len(anna.asked("/api/account/passkeys/remove", {"id": key["id"]})["passkeys"]) == 1
    assert Browser(site).sign_in(device)[0] == 400


def test_a_new_link_ends_the_one_before(site: Client) -> None:
    anna, _ = signed_in(site, "Anna")
    first = anna.asked("/api/account/links")["code"]
    anna.asked("/api/account/links")
    for old in (first, first[:5]):  # also if it was cut short
        status, refusal = Browser(site).post("/api/account/links/look", {"code": old})
        assert status == 400 and "This link has been used" in refusal["sentence"]


def test_new_recovery_codes_end_the_old_ones(site: Client) -> None:
    anna = Browser(site)
    (old, *_) = anna.sign_up("Anna")
    (new, *_) = anna.asked("/api/account/codes")["codes"]
    other = Browser(site)
    assert other.post("/api/account/recover", {"name": "Anna", "code": old})[0] == 400
    assert other.post("/api/account/recover", {"name": "Anna", "code": new})[0] == 200


# Deleting and export ------------------------------------------------------------------------------


def test_deleting_an_account_deletes_what_is_its_own_and_hides_its_name(site: Client) -> None:
    anna, device = signed_in(site, "Anna")
    bert, _ = signed_in(site, "Bert")
    second = elsewhere(site, device)
    table = opened_by(anna, "me", "friend")
    code = table["invitations"][0]["code"]
    bert_seats = bert.asked("/api/seats", {"request": "r" * 22, "name": "Bert", "code": code})
    bert.asked("/api/people/Anna/relation", {"kind": "friend"})
    watching = entered(site, table["table"], bert_seats["yours"][0]["key"])
    resign(site, table["table"], table["yours"][0]["key"])

    assert anna.post("/api/account/delete", {"name": "Bert"})[0] == 400
    assert anna.asked("/api/account/delete", {"name": "anna"}) == {}
    assert anna.account is None and anna.token == "" and second.account is None
    assert Browser(site).sign_in(device)[0] == 400
    assert bert.get("/api/people/Anna")[0] == 404
    assert bert.get("/api/account/people") == (200, {"people": []})
    asked = {"tables": [{"table": table["table"], "keys": [bert_seats["yours"][0]["key"]]}]}
    seats = bert.asked("/api/tables/mine", asked)["tables"][0]["seats"]
    assert [seat["name"] for seat in seats] == ["Somebody who left", "Bert"]
    assert bert.get("/api/people/Bert")[1]["records"][0]["won"] == 1
    while watching.hear("presence")["seats"][0].get("name") != "Somebody who left":
        pass  # who is at the table learns it too
    Browser(site).sign_up("Anna")  # the name is free again


def test_an_export_has_everything_and_no_key(site: Client) -> None:
    anna, device = signed_in(site, "Anna")
    table = opened_by(anna, "me", "1")
    signed_in(site, "Bert")
    anna.asked("/api/people/Bert/relation", {"kind": "block"})
    anna.asked("/api/account/progress", {"document": '{"met": {"expansion": true}}', "version": 0})
    exported = anna.get("/api/account/export")[1]
    assert exported["name"] == "Anna"
    assert [own["table"] for own in exported["tables"]] == [table["table"]]
    assert exported["people"] == [{"name": "Bert", "standing": "blocked"}]
    assert exported["progress"] == {"met": {"expansion": True}}
    assert len(exported["passkeys"]) == len(exported["sessions"]) == 1
    text = json.dumps(exported)
    assert anna.token not in text and device.id.hex() not in text
    assert table["yours"][0]["key"] not in text


def test_an_export_has_half_an_emoji_that_a_browser_keeps(site: Client) -> None:
    anna, _ = signed_in(site, "Anna")
    document = r'{"maps": "\ud83d"}'
    anna.asked("/api/account/progress", {"document": document, "version": 0})
    status, exported = anna.get("/api/account/export")
    assert (status, exported["progress"]) == (200, json.loads(document))


# What browsers keep -------------------------------------------------------------------------------


def test_what_a_browser_keeps_is_there_on_other_devices(site: Client) -> None:
    anna, device = signed_in(site, "Anna")
    assert anna.get("/api/account/progress")[1] == {"document": "{}"}
    document = json.dumps({"puzzles": {"solved": {GAME: ["a", "b"], "expansion": ["c"]}}})
    anna.asked("/api/account/progress", {"document": document, "version": 0})
    there = elsewhere(site, device).get("/api/account/progress")[1]
    assert there == {"document": document, "version": 1}
    assert Browser(site).get("/api/people/Anna")[1]["puzzles"] == 3


def test_of_two_browsers_that_save_at_once_one_reads_again(site: Client) -> None:
    anna, device = signed_in(site, "Anna")
    body = {"document": "{}", "version": 0}
    assert anna.post("/api/account/progress", body)[0] == 200
    status, answer = elsewhere(site, device).post("/api/account/progress", body)
    assert (status, "Try again" in answer["sentence"]) == (400, True)


@pytest.mark.parametrize("document", ["", "[]", "x", "1", '{"a": NaN}', '{"a": "\\u0000"}\x00'])
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)  # which refuses more
def test_only_an_object_is_kept(site: Client, document: str) -> None:
    anna, _ = signed_in(site, "Anna")
    assert anna.post("/api/account/progress", {"document": document, "version": 0})[0] == 400


def test_too_much_is_refused_in_a_sentence(site: Client) -> None:
    anna, _ = signed_in(site, "Anna")
    document = json.dumps({"maps": "x" * (256 * 1024)})
    status, answer = anna.post("/api/account/progress", {"document": document, "version": 0})
    assert (status, "an account keeps 256 kB" in answer["sentence"]) == (400, True)


# People -------------------------------------------------------------------------------------------


def standing(browser: Browser, name: str) -> str:
    return str(browser.get(f"/api/people/{name}")[1].get("standing", "none"))


def test_friends_are_those_who_both_said_so(site: Client) -> None:
    anna, _ = signed_in(site, "Anna")
    bert, _ = signed_in(site, "Bert")
    assert standing(anna, "Bert") == "none"
    anna.asked("/api/people/Bert/relation", {"kind": "friend"})
    assert (standing(anna, "Bert"), standing(bert, "Anna")) == ("asked", "asks")
    bert.asked("/api/people/Anna/relation", {"kind": "friend"})
    assert (standing(anna, "Bert"), standing(bert, "Anna")) == ("friends", "friends")
    people = anna.get("/api/account/people")[1]["people"]
    assert people == [{"name": "Bert", "standing": "friends"}]
    bert.asked("/api/people/Anna/relation", {"kind": "none"})
    assert (standing(anna, "Bert"), standing(bert, "Anna")) == ("asked", "asks")


def test_who_is_blocked_does_not_learn_it(site: Client) -> None:
    anna, _ = signed_in(site, "Anna")
    bert, _ = signed_in(site, "Bert")
    table = opened_by(anna, "me", "friend")
    code = table["invitations"][0]["code"]
    bert.asked("/api/seats", {"request": "r" * 22, "name": "Bert", "code": code})
    bert.asked("/api/people/Anna/relation", {"kind": "friend"})
    anna.asked("/api/people/Bert/relation", {"kind": "block"})
    assert (standing(anna, "Bert"), standing(bert, "Anna")) == ("blocked", "asked")
    path = f"/api/tables/{table['table']}/people"
    people = [{"seat": 0, "name": "Anna"}, {"seat": 1, "name": "Bert"}]
    assert anna.get(path)[1] == {"people": [people[0], {**people[1], "is_blocked": True}]}
    assert bert.get(path)[1] == Browser(site).get(path)[1] == {"people": people}


def test_nobody_befriends_himself_or_nobody(site: Client) -> None:
    anna, _ = signed_in(site, "Anna")
    assert anna.post("/api/people/Anna/relation", {"kind": "friend"})[0] == 400
    assert anna.post("/api/people/Nobody-here/relation", {"kind": "friend"})[0] == 404
    assert Browser(site).post("/api/people/Anna/relation", {"kind": "friend"})[0] == 401


# The profile's games ------------------------------------------------------------------------------


def games_of(name: str, reader: Browser, page: int = 0) -> Any:
    status, answer = reader.get(f"/api/people/{name}/games?page={page}")
    assert status == 200
    return answer


def test_a_profile_lists_finished_games_with_opponents_and_results(site: Client) -> None:
    anna, _ = signed_in(site, "Anna")
    bert, _ = signed_in(site, "Bert")
    guest = Browser(site)
    running = opened_by(anna, "me", "1")
    lost = opened_by(anna, "me", "friend")
    code = lost["invitations"][0]["code"]
    bert.asked("/api/seats", {"request": "r" * 22, "name": "Bert", "code": code})
    player = entered(site, lost["table"], lost["yours"][0]["key"])
    player.say(type="resign", id="resign", seat="red")
    player.hear("accepted")
    (game,) = games_of("Anna", anna)["games"]
    assert (game["outcome"], game["opponents"]) == ("lost", [{"name": "Bert", "place": 1}])
    assert (game["game"], game["title"], game["seats"]) == (GAME, "Siege Master", 2)
    assert games_of("Bert", bert)["games"][0]["outcome"] == "won"
    assert game["table"] == lost["table"] != running["table"]
    cleo, _ = signed_in(site, "Cleo")
    for stranger in (guest, cleo):  # the table was for those who know its name
        (seen,) = games_of("Anna", stranger)["games"]
        assert "table" not in seen and lost["table"] not in json.dumps(seen)
    assert guest.get("/api/people/Nobody-here/games")[0] == 404
    assert guest.get(f"/api/people/Nobody-here/ratings/{GAME}/quick")[0] == 404
    assert guest.get("/api/people/Anna/games?page=x")[0] == 400


def test_everybody_can_replay_rated_games_and_sees_how_the_rating_went(site: Client) -> None:
    anna, _ = signed_in(site, "Anna")
    clock = {"reserve": 5 * MINUTE, "increment": 5_000}
    table = opened_by(anna, "me", "2", clock=clock, path="/api/tables/rated")
    player = entered(site, table["table"], table["yours"][0]["key"])
    player.act()
    player.say(type="resign", id="resign", seat="red")
    player.hear("accepted")
    guest = Browser(site)
    wait_until(lambda: "change" in games_of("Anna", guest)["games"][0])
    (game,) = games_of("Anna", guest)["games"]
    assert (game["table"], game["opponents"]) == (
        table["table"],
        [{"name": "", "place": 1, "level": 2}],
    )
    (rating,) = guest.get("/api/people/Anna/ratings")[1]["ratings"]
    assert game["points"] == rating["points"] and game["change"] < 0
    history = guest.get(f"/api/people/Anna/ratings/{GAME}/{rating['pace']}")[1]["points"]
    assert [(point["points"], point["finished"]) for point in history] == [
        (game["points"], game["finished"])
    ]


def test_a_profiles_games_come_in_pages(site: Client) -> None:
    anna, _ = signed_in(site, "Anna")
    for _ in range(PAGE + 1):
        table = opened_by(anna, "me", "1")
        player = entered(site, table["table"], table["yours"][0]["key"])
        player.say(type="resign", id="resign", seat="red")
        player.hear("accepted")
        player.socket.close()
    first, second, third = (games_of("Anna", anna, page) for page in range(3))
    assert first["has_more"] and len(first["games"]) == PAGE
    assert "has_more" not in second and len(second["games"]) == 1
    assert third == {"games": []}
    tables = [game["table"] for game in (*first["games"], *second["games"])]
    assert len({*tables}) == PAGE + 1


# Several workers ----------------------------------------------------------------------------------


def test_any_worker_answers(postgresql: str, tmp_path: Path) -> None:
    """One worker continues what another began, and a further key works where a table is open."""
    folder, other = tmp_path / "one", tmp_path / "two"
    with (
        served(folder, store=open_store(folder, postgresql)) as here,
        served(other, store=open_store(other, postgresql)) as there,
    ):
        anna, device = Browser(here), Device()
        options = anna.asked("/api/account/sign-up/options", {"name": "Anna"})
        anna.site = there
        made = device.make(options["options"], anna.origin)
        body = {"name": "Anna", "challenge": options["challenge"], "credential": made}
        assert anna.post("/api/account/sign-up", body)[0] == 200
        anna.site = here
        assert anna.account is not None
        table = opened_by(anna, "me", "hot-seat")
        first = entered(there, table["table"], table["yours"][0]["key"])
        further = anna.asked(f"/api/account/tables/{table['table']}/key")["yours"]
        second = entered(there, table["table"], further[0]["key"])
        assert second.act()["type"] == "accepted"
        first.wait_for(second.view["version"])


# Addresses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        *("/api/tables/%00/record", "/api/games/%00/maps/check/%00", "/api/analyses/a%00"),
        *("/api/branches/search/%00", "/api/tournaments/%00", "/api/people/%00"),
    ],
)
def test_an_address_with_a_zero_byte_leads_nowhere(site: Client, path: str) -> None:
    assert site.get(path)[0] == 404
