"""Who one plays with, on the page: seats, challenges, seeks for some ratings, and rematches."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.people.browsers import Browser
from tests.server.served import Player
from tests.web.conftest import Users
from tests.web.pages.test_tournaments import PHONE, move_somehow, sign_up
from tests.web.test_for_everybody import SMALL, overflow, violations
from tests.web.user import User

GAME = "siege-master"
PEOPLE = "**/api/tables/*/people"


def plates(user: User) -> str:
    """What the seats say."""
    return " ".join(user.page.locator(".players").all_inner_texts())


def check(user: User, name: str) -> None:
    """Everybody can use it."""
    assert violations(user) == []
    assert user.missing_spaces() == []
    assert overflow(user) <= 0
    assert user.page.evaluate(SMALL) == []
    user.screenshot(name)


def accept(user: User) -> None:
    """Accept the challenge that waits."""
    user.page.get_by_role("button", name="1 thing is waiting for you").click()
    user.page.get_by_role("button", name=re.compile("^Accept")).click()
    user.page.wait_for_selector(".table")


@pytest.mark.long
def test_a_challenge_becomes_a_rated_game_and_its_rematch(users: Users) -> None:
    ann = users.add(typing=False)
    bob = users.add(width=PHONE[0], height=PHONE[1], touch=True, typing=False)
    sign_up(ann, "ChallengeAnn")
    sign_up(bob, "ChallengeBob")
    bob.open("#/account")
    expect(bob.page.locator(".me strong")).to_have_text("ChallengeBob")
    bob.page.reload()
    ann.open("#/account")
    expect(ann.page.locator(".me strong")).to_have_text("ChallengeAnn")
    ann.open("#/people/ChallengeBob")
    ann.button("Challenge").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.locator("select").first.select_option(GAME)
    ann.page.get_by_role("radio", name="Quick").check()
    dialog.locator("select").nth(1).select_option("red")
    check(ann, "challenge-dialog")
    ann.button("Send the challenge").click()
    expect(ann.page.get_by_text("ChallengeBob has been asked.")).to_be_visible()
    ann.button("Close").click()

    bob.page.get_by_role("button", name="1 thing is waiting for you").click()
    expect(bob.page.get_by_role("region", name="Waiting for you")).to_contain_text(
        "ChallengeAnn challenges you to Siege Master"
    )
    check(bob, "challenge-phone")
    bob.page.get_by_role("button", name=re.compile("^Accept")).click()
    bob.page.wait_for_selector(".table")
    ann.page.get_by_role("button", name="1 thing is waiting for you").click()
    check(ann, "game-waits")
    ann.page.get_by_role("button", name=re.compile("^Go to the table")).click()
    ann.page.wait_for_selector(".table")

    for user, other in ((ann, "ChallengeBob"), (bob, "ChallengeAnn")):
        link = user.page.get_by_role("link", name=re.compile(other))
        expect(link).to_contain_text("1500 ± 576")
        expect(link.get_by_role("img", name=f"account {other}")).to_be_visible()
        assert link.get_attribute("href") == f"#/people/{other}"
        expect(user.page.get_by_role("group", name="People here")).to_contain_text("Rated")
        check(user, f"rated-table-{user.page.viewport_size['width']}")  # type: ignore[index]

    for user in (ann, bob):
        user.expect_prompt(re.compile("^Your turn"))
        move_somehow(user)
    menu = [user.button("Menu").bounding_box() for user in (ann, bob)]
    ann.page.route(PEOPLE, lambda route: None)  # not answered yet: the game may count at once
    bob.menu("Resign").click()
    bob.page.get_by_role("button", name=re.compile("^Yes, .* resigns")).click()
    expect(ann.page.get_by_text("This game is rated. The new ratings will follow")).to_be_visible()
    ann.page.unroute(PEOPLE)  # lets pass what waits
    for user in (ann, bob):
        expect(
            user.page.get_by_text(re.compile(r"^Ratings: .*ChallengeAnn \d+ \(\+"))
        ).to_be_visible()
    assert menu == [user.button("Menu").bounding_box() for user in (ann, bob)], "it has moved"
    expect(ann.page.get_by_role("link", name=re.compile("ChallengeBob"))).to_contain_text("−")
    check(ann, "rated-over-1280")
    check(bob, "rated-over-390")
    before = ann.page.url
    ann.button("Rematch").click()
    expect(ann.page.get_by_text("ChallengeBob has been asked for a rematch.")).to_be_visible()
    bob.button("Rematch").click()  # both want it: nobody has to accept
    bob.page.wait_for_url(lambda url: "/table/" in url and url != before)
    ann.page.wait_for_url(lambda url: url == bob.page.url)  # by itself
    expect(ann.page.locator(".players.below")).to_contain_text("Blue")  # seats rotate
    expect(ann.page.get_by_role("group", name="People here")).to_contain_text("Rated")

    bob.menu("Resign").click()  # before he has moved
    bob.page.get_by_role("button", name=re.compile("^Yes, .* resigns")).click()
    why = "a player resigned or ran out of time before their first move"
    for user in (ann, bob):
        expect(user.page.get_by_text(f"This game does not count: {why}.")).to_be_visible()
    check(ann, "never-moved-1280")
    check(bob, "never-moved-390")


# What plates say that is cut off above or below, or lies upon something else.
HIDDEN = """() => [...document.querySelectorAll('.plate')].flatMap((plate) => {
  const around = plate.getBoundingClientRect();
  const away = plate.querySelector('.gone:not(:empty)'); // in place of the rating, on a phone
  const parts = [...plate.querySelectorAll(`.name > strong, .who, .account,
      .rating, .score, .time`)]
    .map((part) => part.classList.contains('rating') && away && !part.getClientRects().length
      ? away : part)
    .map((part) => [part.className || 'seat', part.getBoundingClientRect()]);
  const cut = parts.filter(([, box]) => box.width < 8 || box.top < around.top - 1 ||
    box.bottom > around.bottom + 1 || box.right > around.right + 1);
  const over = parts.flatMap(([one, a], i) => parts.slice(i + 1).filter(([, b]) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4 && b.top < a.bottom - 4)
    .map(([other]) => [`${one} and ${other}`]));
  return [...cut, ...over].map(([what]) => what);
})"""


@pytest.mark.long
def test_the_plates_of_four_seats_hide_nothing(users: Users) -> None:
    user = users.add(width=PHONE[0], height=PHONE[1], touch=True)
    sign_up(user, "PlateAnn")
    table = opened_by(user, "nobles-and-peasants", "blue", "yellow", "green", "red")
    for number, invitation in enumerate(table["invitations"]):
        other = Browser(users.site)
        other.sign_up(f"Plate-with-longname{number}")
        request = {"request": str(number) * 22, "name": "", "code": invitation["code"]}
        assert other.post("/api/seats", request)[0] == 200
    user.join(table, "nobles-and-peasants", 0)
    user.page.reload()  # with the key
    expect(user.page.locator(".plate .rating")).to_have_count(4)
    for size in (PHONE, (1280, 800)):
        user.page.set_viewport_size({"width": size[0], "height": size[1]})
        assert user.page.evaluate(HIDDEN) == []
        check(user, f"plates-of-four-{size[0]}")


@pytest.mark.long
def test_a_challenge_is_declined_and_cancelled(users: Users) -> None:
    ann, bob = users.add(), users.add()
    for user, name in ((ann, "DeclineAnn"), (bob, "DeclineBob")):
        sign_up(user, name)
        user.open("#/account")
        expect(user.page.locator(".me strong")).to_have_text(name)
    ann.open("#/people/DeclineBob/challenge")
    ann.button("Send the challenge").click()
    ann.button("Close").click()
    ann.page.get_by_role("button", name="Your challenges").click()
    ann.page.get_by_role("button", name=re.compile("^Cancel")).click()
    expect(ann.page.get_by_role("button", name="Your challenges")).to_have_count(0)
    ann.button("Challenge").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.locator("select").first.select_option("siege-by-number")
    ann.page.get_by_role("radio", name="Quick").check()
    ann.page.get_by_text("Options of the game").click()
    dialog.get_by_role("radio", name="3", exact=True).check()
    expect(dialog.get_by_role("checkbox", name="Rated")).to_be_enabled()
    dialog.get_by_label("The other seats").select_option("level:2")
    expect(dialog.get_by_role("checkbox", name="Rated")).to_be_disabled()
    check(ann, "challenge-three")
    ann.button("Send the challenge").click()
    ann.button("Close").click()
    bob.page.get_by_role("button", name="1 thing is waiting for you").click()
    terms = bob.page.get_by_role("region", name="Waiting for you")
    expect(terms).to_contain_text("casual; the others are bots of level 2; Players: 3.")
    bob.page.go_back()  # closes the list, as every change of the page does
    expect(terms).to_be_hidden()
    bob.page.get_by_role("button", name="1 thing is waiting for you").click()
    bob.page.get_by_role("button", name=re.compile("^Decline")).click()
    ann.page.get_by_role("button", name="1 thing is waiting for you").click()
    expect(ann.page.get_by_text("DeclineBob declined your challenge")).to_be_visible()
    ann.button("OK").click()
    expect(ann.page.get_by_role("button", name="1 thing is waiting for you")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_a_seek_says_who_may_take_it(users: Users, size: tuple[int, int]) -> None:
    ann = users.add()
    guest = users.add(width=size[0], height=size[1], touch=size == PHONE)
    name = f"Seek{size[0]}"
    sign_up(ann, name)
    ann.open(f"#/new/{GAME}")
    ann.page.get_by_role("radio", name="Quick").check()
    ann.page.locator(".who select").nth(1).select_option("open")
    ann.page.get_by_role("checkbox", name="Rated").check()
    ann.page.get_by_label("Who may take an open seat").select_option("100")
    check(ann, f"new-rated-{size[0]}")
    ann.button("Open the table").click()
    ann.page.wait_for_selector(".table")
    guest.open("#/lobby")
    seek = guest.page.get_by_role("article").filter(has_text=name)
    expect(seek).to_contain_text("1500 ± 576")
    expect(seek).to_contain_text("This seat is for people rated 1400 to 1600")
    expect(seek).to_contain_text("rated")
    expect(seek.get_by_role("button", name="Take a seat")).to_be_disabled()
    expect(seek).to_contain_text("Sign in to take a seat.")
    expect(seek.get_by_role("link", name="Sign in or create an account")).to_be_visible()
    check(guest, f"lobby-rated-{size[0]}")


@pytest.mark.long
def test_a_rematch_of_three_asks_everybody_with_one_click(users: Users) -> None:
    ann, bob = users.add(), users.add(width=PHONE[0], height=PHONE[1], touch=True)
    sign_up(ann, "AgainAnn")
    sign_up(bob, "AgainBob")
    for user, name in ((ann, "AgainAnn"), (bob, "AgainBob")):
        user.open("#/account")
        expect(user.page.locator(".me strong")).to_have_text(name)
    cleo = Browser(users.site)
    cleo.sign_up("AgainCleo")
    table = opened_by(ann, "siege-by-number", "suns", "moons", "crowns")
    codes = {invitation["seat"]: invitation["code"] for invitation in table["invitations"]}
    request = {"request": "c" * 22, "name": "", "code": codes["crowns"]}
    crowns = cleo.asked("/api/seats", request)["yours"][0]["key"]
    bob.open(f"#/join/{codes['moons']}")
    bob.page.get_by_role("button", name="Play Moons").click()
    bob.page.wait_for_selector(".table")
    ann.join(table, "siege-by-number", 0)
    ann.page.route(PEOPLE, lambda route: route.fulfill(json={"people": []}))  # of an earlier moment
    ann.page.reload()  # with the key
    for key, seat in ((table["yours"][0]["key"], "suns"), (crowns, "crowns")):
        player = Player(users.site.connect(), table["table"], [key])
        player.say(type="resign", id="resign", seat=seat)
        player.hear("accepted")
    expect(ann.button("Rematch")).to_be_visible()
    ann.page.unroute(PEOPLE)
    ann.button("Rematch").click()
    asked = ann.page.get_by_text("AgainBob and AgainCleo have been asked for a rematch.")
    expect(asked).to_be_visible()
    check(ann, "rematch-of-three")
    waiting = bob.page.get_by_role("button", name="1 thing is waiting for you")
    waiting.click()
    listed = bob.page.get_by_role("region", name="Waiting for you")
    expect(listed).to_contain_text(
        "AgainAnn asks you and AgainCleo for a rematch of Siege by Number"
    )
    check(bob, "rematch-of-three-390")
    bob.page.get_by_role("button", name=re.compile("^Accept")).click()
    expect(listed).to_contain_text(
        "You want a rematch of Siege by Number with AgainCleo and AgainAnn"
    )
    cleo.asked(f"/api/tables/{table['table']}/rematch")
    # Bob comes to the table by himself; the seats rotate.
    expect(bob.page.locator(".players.below")).to_contain_text("Crowns")


@pytest.mark.long
def test_what_cannot_be_rated_is_not_shown_as_rated(users: Users) -> None:
    user = users.add()
    sign_up(user, "NotRated")
    user.open("#/new/nobles-and-peasants")
    rated = user.page.get_by_role("checkbox", name="Rated")
    user.page.get_by_role("radio", name="Quick").check()
    rated.check()
    for change, why in (
        (user.page.get_by_role("radio", name="3", exact=True), "Bots are rated with the usual"),
        (user.page.get_by_role("radio", name="No clock"), "A rated game needs a clock."),
    ):
        change.check()
        expect(rated).to_be_disabled()
        expect(rated).not_to_be_checked()
        expect(rated).to_have_accessible_description(re.compile(why))
    user.page.get_by_role("radio", name="Quick").check()
    user.page.get_by_role("radio", name="2", exact=True).check()
    expect(rated).to_be_checked()  # it is still wanted
    Browser(users.site).sign_up("NotRatedTwo")
    user.open("#/people/NotRatedTwo/challenge")
    expect(
        user.page.get_by_role("dialog").get_by_role("checkbox", name="Rated")
    ).not_to_be_checked()


def opened_by(user: User, game: str, *seats: str) -> dict[str, Any]:
    """A rated table of the account that is signed in there, which has the first of these seats."""
    plans = [{"seat": seat, "who": "friend"} for seat in seats]
    opened: dict[str, Any] = user.page.evaluate(
        """(body) => fetch('/api/tables/rated', {method: 'POST', body: JSON.stringify(body),
        headers: {'Content-Type': 'application/json'}}).then((answer) => answer.json())""",
        {
            "game": game,
            "options": {"seats": str(len(seats))},
            "clock": {"reserve": 600_000, "increment": 5_000},
            "seats": [{**plans[0], "who": "me"}, *plans[1:]],
        },
    )
    return opened


@pytest.mark.long
def test_who_watches_a_game_of_accounts_is_asked_whether_it_is_theirs(users: Users) -> None:
    """On another device one is a spectator of your own game until you sign in."""
    guest, ann = users.add(width=PHONE[0], height=PHONE[1], touch=True), Browser(users.site)
    ann.sign_up("WatchedAnn")
    plans = [{"seat": "red", "who": "me"}, {"seat": "blue", "who": "bot", "level": 1}]
    of_accounts = ann.asked("/api/tables", {"game": GAME, "seats": plans})["table"]
    of_guests = users.site.table(GAME, "me", "hot-seat")["table"]
    line = guest.page.locator(".actions .moves")
    with guest.page.expect_response(PEOPLE):
        guest.open(f"#/table/{of_guests}")
    expect(line).to_have_text("You are watching.")
    guest.open(f"#/table/{of_accounts}")
    expect(line).to_have_text("You are watching. Is it your game? Sign in")
    check(guest, "watching-signed-out")
    line.get_by_role("link", name="Is it your game? Sign in").click()
    expect(guest.page.get_by_role("heading", name="Create an account")).to_be_visible()
    sign_up(guest, "WatchingBob")
    guest.open("#/account")
    expect(guest.page.locator(".me strong")).to_have_text("WatchingBob")
    guest.open(f"#/table/{of_accounts}")
    expect(guest.page.get_by_role("img", name="account WatchedAnn")).to_be_visible()
    expect(line).to_have_text("You are watching.")


@pytest.mark.long
def test_a_guest_of_the_same_name_has_no_mark(users: Users) -> None:
    ann, guest = users.add(), users.add()
    sign_up(ann, "MarkedAnn")
    guest.open("#/lobby")
    guest.page.get_by_label("Your name").fill("MarkedAnn")
    guest.page.keyboard.press("Tab")
    ann.open(f"#/new/{GAME}")
    ann.page.locator(".who select").nth(1).select_option("open")
    ann.button("Open the table").click()
    ann.page.wait_for_selector(".table")
    waiting = guest.page.locator("article", has_text="MarkedAnn")
    waiting.get_by_role("button", name="Take a seat").click()
    guest.page.wait_for_selector(".table")
    expect(guest.page.get_by_role("img", name="account MarkedAnn")).to_have_count(1)
    expect(ann.page.locator(".players.above")).to_contain_text("MarkedAnn")
    expect(
        ann.page.locator(".players.above").get_by_role("img", name=re.compile("account"))
    ).to_have_count(0)
    assert ann.page.locator(".players.above a").count() == 0


@pytest.mark.long
@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_a_profile_shows_the_latest_games_and_how_a_rating_went(
    users: Users, size: tuple[int, int]
) -> None:
    user = users.add(width=size[0], height=size[1], touch=size == PHONE)
    of_game = {"game": GAME, "title": "Siege Master", "pace": "quick"}
    result = {**of_game, "finished": 1_790_000_000, "seats": 2}
    bob, bot = {"name": "Bob", "place": 1}, {"name": "", "place": 2, "level": 4}
    rated = {"table": "t" * 16, "points": 1540, "change": -12}
    games = [
        {**result, **rated, "place": 2, "outcome": "lost", "opponents": [bob]},
        {**result, "place": 1, "outcome": "won", "opponents": [bot]},
    ]
    points = [
        {"finished": 1_780_000_000 + 86_400 * day, "points": 1500 + day, "uncertainty": 500 - day}
        for day in range(40)
    ]
    rating = {**of_game, "points": 1540, "uncertainty": 60, "games": 40, "is_settled": True}
    answers = {
        "": {"name": "Ann", "since": 1_780_000_000, "records": []},
        "/ratings": {"name": "Ann", "ratings": [rating]},
        f"/ratings/{GAME}/quick": {"points": points},
        "/games?page=0": {"games": games, "has_more": True},
        "/games?page=1": {"games": games[1:]},
    }
    user.page.route(
        "**/api/people/Ann**",
        lambda route: route.fulfill(json=answers[route.request.url.partition("/Ann")[2]]),
    )
    user.open("#/people/Ann")
    rows = user.page.get_by_role("region", name="Latest games").get_by_role("row")
    expect(rows).to_have_count(3)
    lost, won = rows.nth(1), rows.nth(2)
    expect(lost).to_contain_text("1540 (−12)")
    expect(lost.get_by_role("link", name="Bob")).to_have_attribute("href", "#/people/Bob")
    replay = lost.get_by_role("link", name="Replay Siege Master, 21 September 2026")
    expect(replay).to_have_attribute("href", f"#/replay/{'t' * 16}")
    expect(won).to_contain_text("bot 4")
    expect(won.get_by_role("link")).to_have_count(0)
    graph = user.page.get_by_role("img", name="40 games: from 1500 ± 500 to 1539 ± 461.")
    expect(graph).to_be_visible()
    user.page.get_by_text("As a table").click()
    expect(user.page.get_by_role("row", name=re.compile("1539 ± 461"))).to_be_visible()
    check(user, f"profile-games-{size[0]}")
    user.button("Older").click()
    expect(won).to_have_count(0)
    expect(user.button("Older")).to_be_disabled()
    user.button("Newer").click()
    expect(lost).to_contain_text("Bob")
