"""The home page: my games, what the cards say, and new tables and invitations for newcomers."""

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from siegeworks.games import NAMES, load, module
from tests.web.conftest import Users
from tests.web.test_for_everybody import SMALL, overflow, violations
from tests.web.user import TITLES, User

GONE = "z" * 16


def stored(user: User, *tables: tuple[str, Mapping[str, Any]], **seats: list[int]) -> None:
    """Let the browser remember tables, as if it had opened them: of each its game and its answer.
    `seats`: which of its seats, by the name of the table; all, if left out."""
    kept = {
        made["table"]: {
            "game": game,
            "title": TITLES[game],
            "keys": [
                seat["key"]
                for number, seat in enumerate(made["yours"])
                if number in seats.get(made["table"], range(len(made["yours"])))
            ],
            "invitations": [],
            "opened": 1 + number,
        }
        for number, (game, made) in enumerate(tables)
    }
    user.page.add_init_script(
        "localStorage.getItem('siegeworks.tables') ?? "
        f"localStorage.setItem('siegeworks.tables', {json.dumps(json.dumps(kept))})"
    )


def gone() -> tuple[str, Mapping[str, Any]]:
    """A table that the server does not know."""
    return "expansion", {"table": GONE, "yours": [{"key": "q" * 22}]}


def entered(users: Users) -> dict[str, Any]:
    """A table for two at one screen, which somebody has entered."""
    table = users.site.table("siege-master", "me", "hot-seat")
    users.site.at(table, 0)
    return table


def rows(user: User) -> Locator:
    """The listed games, in order."""
    return user.page.get_by_role("region", name="Your games").get_by_role("listitem")


def look_again(user: User) -> None:
    """What the browser does when a tab is shown again."""
    user.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_a_first_visit_shows_the_games_only(users: Users) -> None:
    user = users.add()
    user.open()
    expect(user.button("Play a bot at Expansion")).to_be_visible()
    expect(user.page.get_by_text("Your games")).to_have_count(0)
    expect(user.page).to_have_title(re.compile(r"^[^(]*$"))


@pytest.mark.long
def test_my_games_say_whose_turn_it_is_and_how_they_ended(users: Users) -> None:
    user, site = users.add(), users.site
    theirs = site.table("siege-master", "me", "hot-seat")
    red, blue = site.at(theirs, 0), site.at(theirs, 1)
    red.act()
    over = site.table("siege-master", "me", "4")
    loser = site.at(over, 0)
    loser.say(type="resign", id="r")
    loser.hear("accepted")
    mine = entered(users)
    waiting = site.table("kings-ransom", "me", "friend")
    listed = [
        gone(), ("siege-master", over), ("kings-ransom", waiting), ("siege-master", theirs),
        ("siege-master", mine),
    ]  # fmt: skip
    stored(user, *listed, **{theirs["table"]: [0]})
    user.open()
    expect(rows(user)).to_have_count(5)
    expect(rows(user)).to_contain_text(
        [
            re.compile("Siege Master.*Everyone on this device.*Your turn as Red.*no moves yet"),
            re.compile("You play Red against Guest.*Guest’s turn.*1 turn · just now"),
            re.compile("King’s Ransom.*against a friend you invited.*Waiting for someone to take"),
            re.compile("against Sergeant .bot 4..*You lost. Blue won: .*resigned"),
            re.compile("Expansion.*No longer on this server"),
        ]
    )
    expect(rows(user).get_by_role("link", name="Continue")).to_have_count(3)
    expect(rows(user).nth(4).get_by_role("link")).to_have_count(0)
    expect(user.page).to_have_title(re.compile(r"^\(1\) "))
    assert violations(user) == []
    assert user.missing_spaces() == []

    # The page learns that it is my turn, here and in its title.
    blue.hear("view")
    assert blue.act()["type"] == "accepted"
    look_again(user)
    expect(rows(user).filter(has_text="Your turn")).to_have_count(2)
    expect(user.page).to_have_title(re.compile(r"^\(2\) "))

    rows(user).filter(has_text="You lost").get_by_role("link", name="Replay of").click()
    expect(user.page).to_have_url(re.compile(f"#/replay/{over['table']}$"))
    user.open("#/lobby")
    expect(rows(user)).to_have_count(5)
    rows(user).filter(has_text="You play Red").get_by_role("link", name="Continue").first.click()
    user.expect_prompt(re.compile("^Your turn"))


@pytest.mark.long
def test_an_offer_that_waits_for_me_counts_as_my_turn(users: Users) -> None:
    user, site = users.add(), users.site
    table = site.table("siege-master", "me", "hot-seat")
    blue = site.at(table, 1)
    stored(user, ("siege-master", table), **{table["table"]: [1]})
    user.open()
    expect(rows(user)).to_contain_text(["Guest’s turn"])
    other = site.at(table, 0)
    other.say(type="offer", id="o", what="draw")
    blue.hear("view")
    other.hear("accepted")
    look_again(user)
    expect(rows(user)).to_contain_text(["An offer is waiting for your answer"])


@pytest.mark.long
def test_the_list_is_asked_for_now_and_then_only(users: Users) -> None:
    user = users.add()
    asked: list[str] = []
    user.page.on(
        "request", lambda request: asked.append(request.url) if "mine" in request.url else None
    )
    user.page.clock.install()
    stored(user, ("siege-master", entered(users)))
    user.open()
    expect(rows(user)).to_contain_text(["Your turn"])
    assert len(asked) == 1
    with user.page.expect_response("**/api/tables/mine"):
        user.page.clock.run_for(15_000)
    expect(rows(user)).to_contain_text(["Your turn"])
    assert len(asked) == 2


@pytest.mark.long
def test_a_game_can_be_removed_and_brought_back(users: Users) -> None:
    user = users.add()
    stored(user, ("siege-master", entered(users)), gone())
    user.open()
    expect(rows(user)).to_contain_text(["Your turn", "No longer"])
    user.button("Remove Siege Master from your games").click()
    expect(rows(user).first).to_contain_text("You cannot return to your seat later.")
    expect(user.button("Undo")).to_be_focused()
    user.page.keyboard.press("Enter")
    expect(rows(user).first).to_contain_text("Your turn")
    expect(user.button("Remove Siege Master from your games")).to_be_focused()
    user.button("Remove Expansion from your games").click()
    expect(user.button("Undo")).to_be_visible()
    user.page.reload()
    expect(rows(user)).to_have_count(1)
    expect(rows(user)).to_contain_text(["Your turn"])


@pytest.mark.long
def test_many_games_are_folded(users: Users) -> None:
    user, site = users.add(), users.site
    tables = [site.table("siege-master", "me", "hot-seat") for _ in range(8)]
    stored(user, *(("siege-master", table) for table in tables))
    user.open()
    expect(rows(user)).to_have_count(6)
    user.button("Show 2 more").click()
    expect(rows(user)).to_have_count(8)
    user.button("Show fewer").click()
    expect(rows(user)).to_have_count(6)


@pytest.mark.long
def test_another_tab_does_not_forget_tables(users: Users) -> None:
    user = users.add()
    user.open()
    other = user.page.context.new_page()
    other.goto(f"{users.site.base}/#/new/siege-master")
    other.get_by_role("button", name="Open the table").click()
    expect(other.locator(".prompt")).to_be_visible()
    expect(rows(user)).to_have_count(1)
    user.page.get_by_role("link", name="Lobby").first.click()
    user.open("#/new/siege-master")
    user.button("Open the table").click()
    expect(user.page.locator(".prompt")).to_be_visible()
    assert (
        user.page.evaluate("Object.keys(JSON.parse(localStorage['siegeworks.tables'])).length") == 2
    )


@pytest.mark.long
@pytest.mark.parametrize("game", NAMES)
def test_a_card_tells_the_truth(users: Users, game: str) -> None:
    user = users.add()
    user.open()
    facts = user.page.get_by_role("list", name=f"{TITLES[game]} in short")
    expect(facts).to_contain_text(f"{module(game).CARD.seats_text} players")
    expect(facts).to_contain_text(re.compile(r"\d+ to \d+ minutes"))
    expect(facts.get_by_role("listitem")).to_have_count(5)
    if load(game).has_secrets:
        expect(facts).not_to_contain_text("nothing hidden")


@pytest.mark.long
@pytest.mark.parametrize("game", NAMES)
def test_a_new_table_is_plain_and_accessible_on_every_screen(users: Users, game: str) -> None:
    user = users.add(width=390, height=844)
    user.open(f"#/new/{game}")
    expect(user.button("Open the table")).to_be_enabled()
    more = user.page.get_by_text("More options")
    if more.count() > 0:
        more.click()
    for width, height, scheme in ((390, 844, "light"), (1280, 800, "dark")):
        user.page.set_viewport_size({"width": width, "height": height})
        user.page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
        assert violations(user) == []
        assert overflow(user) <= 0
        assert user.page.evaluate(SMALL) == []
    assert user.missing_spaces() == []
    page = user.page.locator("main").inner_text()
    raw = {f"{option.name}=" for option in module(game).OPTIONS}
    assert not any(text in page for text in raw)


@pytest.mark.long
def test_a_seat_is_taken_from_a_bot_and_never_leaves_bots_alone(users: Users) -> None:
    user = users.add()
    user.open("#/new/siege-master")
    red, blue = (user.page.get_by_label(f"Who plays {seat}") for seat in ("Red", "Blue"))
    expect(red).to_have_value("me")
    user.page.get_by_label("Strength of the bot").select_option("Level 5, Knight")
    blue.select_option("me")
    expect(red).to_have_value("bot")
    expect(user.page.get_by_label("Strength of the bot")).to_have_value("5")
    blue.select_option("bot")
    expect(red).to_have_value("me")
    user.button("Open the table").click()
    user.expect_prompt(re.compile("^(Your turn|Waiting|Blue)"))


@pytest.mark.long
def test_a_shorter_game_can_be_chosen_by_name(users: Users) -> None:
    user = users.add()
    for game, name in (
        ("kings-ransom", "Half an army, 8 tiles"),
        ("kings-ransom", "King, Engineer, Cavalry and Spy"),
        ("expansion", "Four: 5, 3, ace and 0"),
        ("expansion", "Two: 5 and ace"),
    ):
        user.open(f"#/new/{game}")
        with user.page.expect_response(f"**/api/games/{game}?*=*") as answer:
            user.page.get_by_label(name).check()
        assert answer.value.ok
        expect(user.button("Open the table")).to_be_enabled()


@pytest.mark.long
def test_an_accepted_invitation_leads_back_to_the_table(users: Users) -> None:
    anna, ben = users.add(), users.add()
    table = users.site.table("siege-master", "me", "friend")
    link = f"#/join/{table['invitations'][0]['code']}"
    stored(anna, ("siege-master", table))
    anna.open(link)
    anna.expect_text("You already have a seat at this table.")
    ben.open(link)
    ben.expect_text("Lay armies on a map.")
    assert violations(ben) == []
    ben.button("Play Blue").click()
    ben.expect_prompt(re.compile("^Waiting for Red"))
    ben.open(link.lower())
    ben.expect_text("You have accepted this invitation")
    ben.page.get_by_role("link", name="Continue").click()
    ben.expect_prompt(re.compile("^Waiting for Red"))
    anna.open("#/join/AAAA-BBBB-CCCC")
    anna.expect_text("Ask your friend for a new link")


def test_a_friend_has_a_link_after_two_clicks(users: Users) -> None:
    anna, ben = users.add(), users.add()
    anna.open()
    anna.page.get_by_role("link", name="Play a friend at Siege Master").click()
    expect(anna.page.get_by_role("heading", level=1)).to_have_text(
        "Play Siege Master with a friend"
    )
    anna.button("Open the table").click()
    code = anna.page.locator("strong", has_text=re.compile(r"^\w{4}-\w{4}-\w{4}$"))
    ben.open(f"#/join/{code.inner_text()}")
    ben.button("Play Blue").click()
    anna.expect_prompt(re.compile("^Your turn"))
    ben.expect_prompt(re.compile("^Waiting for Red"))


@pytest.mark.long
def test_the_lobby_names_options_as_players_do(users: Users) -> None:
    anna, ben = users.add(), users.add(width=390, height=844)
    table = users.site.table("kings-ransom", "me", "open", setup="secret")
    anna.join(table, "kings-ransom", 0)
    ben.open("#/lobby")
    ben.expect_text("Who lays out the armies: each player, in secret")
    assert violations(ben) == []
    assert overflow(ben) <= 0
    assert ben.page.evaluate(SMALL) == []


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_every_part_of_the_site_can_be_reached_from_every_page(
    users: Users, width: int, height: int
) -> None:
    user = users.add(width=width, height=height)
    user.open("#/")
    pages = user.page.get_by_role("navigation", name="Pages")
    for name, heading in {
        "Learn": "Learn",
        "Puzzles": "Puzzles",
        "Maps": "Maps",
        "Rules": "Rules",
        "Lobby": "Lobby",
        "Replay": "Replay",
        "Account": "Your account",
        "Play": "Five sieges, one table",
    }.items():
        if width < 940:
            pages.get_by_text("Menu", exact=True).click()
        pages.get_by_role("link", name=name, exact=True).click()
        expect(user.page.locator("h1")).to_have_text(heading)
        here = pages.locator("[aria-current=page]")
        expect(here).to_have_text(name)
        expect(here).to_be_visible(visible=width > 860)  # the menu is closed again
        assert overflow(user) == 0


@pytest.mark.parametrize("where", ["learn", "rules"])
@pytest.mark.long
def test_lessons_and_rules_are_offered_with_the_board_of_each_game(
    users: Users, where: str
) -> None:
    user = users.add(stranger=True)
    user.open(f"#/{where}")
    for game in NAMES:
        link = user.page.get_by_role("main").locator(f'a[href="#/{where}/{game}"]')
        expect(link.locator("svg").first).to_be_visible()
    assert violations(user) == []
