"""Tournaments and ratings on the page: opened, entered, played and looked at."""

import re

import pytest
from playwright.sync_api import expect

from siegeworks.server.people.ratings.levels import POINTS_OF_LEVELS
from tests.web.conftest import Users
from tests.web.test_for_everybody import SMALL, overflow, violations
from tests.web.user import User

PHONE = (390, 844)


def sign_up(user: User, name: str) -> None:
    """Create an account in this browser, without a passkey."""
    user.open()
    answer = user.page.evaluate(
        """(name) => fetch("/api/account/sign-up", {
          method: "POST",
          headers: {"Content-Type": "application/json"},
          body: JSON.stringify({name}),
        }).then(({ status }) => status)""",
        name,
    )
    assert answer == 200


def move_somehow(user: User) -> None:
    """Click what the page shows as possible until it is no longer one's turn."""
    while user.state()[0].startswith("Your turn"):
        user.click_possible(lambda possible: possible[0])


@pytest.mark.long
def test_two_people_play_a_tournament(users: Users) -> None:
    ann, guest = users.add(), users.add()
    bob = users.add(width=PHONE[0], height=PHONE[1], touch=True)
    sign_up(ann, "TournamentAnn")
    sign_up(bob, "TournamentBob")
    ann.open("#/tournaments")
    ann.page.get_by_role("textbox", name="Name").fill("Castle cup")
    ann.page.locator("select").first.select_option("siege-master")
    ann.page.get_by_role("radio", name="Round robin").check()
    expect(ann.page.get_by_text("Everybody plays everybody")).to_be_visible()
    assert violations(ann) == []
    assert ann.page.evaluate(SMALL) == []
    ann.screenshot("tournaments")
    ann.button("Open the tournament").click()
    expect(ann.page.get_by_role("heading", name="Castle cup")).to_be_visible()

    bob.open("#/tournaments")
    bob.page.get_by_role("link", name="Castle cup").click()
    expect(bob.page.get_by_text("The games are listed here once it begins.")).to_be_visible()
    guest.page.goto(bob.page.url)
    guest.page.get_by_role("link", name="Sign in or create an account").click()
    expect(guest.page.get_by_role("heading", name="Create an account")).to_be_visible()
    bob.button("Enter").click()
    expect(bob.page.get_by_text("You have entered.")).to_be_visible()
    ann.button("Begin now").click()
    for user in (ann, bob):
        user.button("Go to your game").click()
        user.page.wait_for_selector(".table")
    expect(ann.page.locator(".table")).to_contain_text("TournamentBob")
    bob.open("#/tournaments")
    bob.page.get_by_role("link", name="Castle cup").click()
    expect(bob.page.get_by_role("region", name="Standings")).to_contain_text("TournamentAnn")
    expect(bob.page.get_by_text("Your game is waiting for you.")).to_be_visible()
    assert overflow(bob) == 0
    assert violations(bob) == []
    assert bob.missing_spaces() == []
    bob.screenshot("tournament")
    bob.button("Go to your game").click()  # back to the same seat, in the same browser
    bob.page.wait_for_selector(".table")
    for user in (ann, bob):  # a game in which somebody never moved would not be rated
        user.expect_prompt(re.compile("^Your turn"))
        move_somehow(user)
    bob.menu("Resign").click()
    bob.page.get_by_role("button", name=re.compile("^Yes, .* resigns")).click()
    back = "Back to the tournament"
    expect(bob.page.get_by_role("link", name=back)).to_be_visible()
    expect(bob.button("Rematch")).to_have_count(0)
    bob.screenshot("tournament-game-over")
    ann.page.get_by_role("link", name=back).click()
    expect(ann.page.get_by_role("status").first).to_contain_text("Won by TournamentAnn")
    standings = ann.page.get_by_role("region", name="Standings")
    row = standings.get_by_role("row", name=re.compile("TournamentAnn"))
    expect(row.get_by_role("cell").nth(1)).to_have_text("1")
    course = ann.page.get_by_role("region", name="Cross table")
    rows = course.get_by_role("row")
    expect(rows.nth(1)).to_contain_text("won against TournamentBob")
    expect(rows.nth(2)).to_contain_text("lost against TournamentAnn")
    assert violations(ann) == []
    ann.screenshot("tournament-over")
    ann.until(
        """async () => {
          const answer = await fetch("/api/people/TournamentAnn/ratings");
          return (await answer.json()).ratings.length > 0;
        }"""
    )
    ann.open("#/people/TournamentAnn")
    expect(ann.page.get_by_role("row", name=re.compile("Siege Master Quick .* ± "))).to_be_visible()
    assert violations(ann) == []
    ann.screenshot("profile")


@pytest.mark.parametrize("size", [(1280, 800), PHONE])
@pytest.mark.long
def test_the_levels_of_bots_stand_beside_the_best(users: Users, size: tuple[int, int]) -> None:
    user = users.add(width=size[0], height=size[1], touch=size == PHONE)
    user.open("#/lobby")
    user.page.get_by_role("link", name="Ratings").click()
    levels = user.page.get_by_role("region", name="Levels of bots")
    expect(levels.get_by_role("row")).to_have_count(9)
    user.page.get_by_role("radio", name="Calm").check()
    user.page.locator("select").first.select_option("siege-master")
    expect(levels).to_contain_text(str(POINTS_OF_LEVELS["siege-master"].points[7]))
    assert user.page.url.endswith("#/ratings/siege-master/calm")
    assert overflow(user) == 0
    assert user.page.evaluate(SMALL) == []
    assert violations(user) == []
    user.screenshot("ratings")


@pytest.mark.long
@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_rated_games_can_be_watched_from_the_lobby(users: Users, size: tuple[int, int]) -> None:
    user = users.add(width=size[0], height=size[1], touch=size == PHONE)
    seats = [("red", "Ann", 1620, 0), ("blue", "", 1500, 4)]
    game = {
        "table": "t" * 16,
        "game": "siege-master",
        "title": "Siege Master",
        "pace": "quick",
        "turns": 12,
        "seats": [
            {"seat": seat, "name": name, "points": points, "level": level, "uncertainty": 60}
            for seat, name, points, level in seats
        ],
    }
    user.page.route("**/api/tables/rated", lambda route: route.fulfill(json={"games": [game]}))
    user.open("#/lobby")
    watched = user.page.get_by_role("region", name="Games to watch")
    link = watched.get_by_role("link", name="Watch Ann, bot 4")
    expect(watched).to_contain_text("12 turns played")
    expect(watched).to_contain_text("1620 ± 60")
    expect(watched.get_by_role("img", name="account Ann")).to_be_visible()
    assert link.get_attribute("href") == f"#/table/{'t' * 16}"
    assert overflow(user) == 0
    assert user.page.evaluate(SMALL) == []
    assert violations(user) == []
    user.screenshot("watch")


@pytest.mark.long
def test_a_guest_is_told_to_sign_in(users: Users) -> None:
    user = users.add()
    user.open("#/tournaments")
    user.page.get_by_role("textbox", name="Name").fill("Nobody's cup")
    user.button("Open the tournament").click()
    expect(user.page.get_by_role("alert").filter(has_text="account")).to_be_visible()


@pytest.mark.long
def test_only_the_signed_in_are_offered_a_rated_game(users: Users) -> None:
    guest, ann = users.add(), users.add()
    sign_up(ann, "RatedAnn")
    for user in (guest, ann):
        user.open("#/new/siege-master")
        expect(user.page.get_by_role("group", name="Clock")).to_be_visible()
    rated = ann.page.get_by_role("checkbox", name="Rated")
    expect(rated).to_be_disabled()
    assert guest.page.get_by_role("checkbox", name="Rated").count() == 0
    ann.page.get_by_role("radio", name="Quick").check()
    rated.check()
    ann.screenshot("rated")
    ann.page.locator(".who select").nth(1).select_option("friend")
    with ann.page.expect_response("**/api/tables/rated") as opened:
        ann.button("Open the table").click()
    ann.page.wait_for_selector(".table")
    (invitation,) = opened.value.json()["invitations"]
    guest.open(f"#/join/{invitation['code']}")
    expect(guest.page.get_by_text("This game is rated.")).to_be_visible()
