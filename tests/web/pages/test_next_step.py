"""What every page offers first: the next step, and a picture whose place is kept."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from siegeworks.play.teaching.lessons import course
from siegeworks.play.teaching.puzzles import puzzles
from tests.web.conftest import Users
from tests.web.pages.test_home import gone, stored
from tests.web.test_for_everybody import SMALL, overflow, violations
from tests.web.user import TITLES, User

LEARNED = next(game for game in TITLES if (lessons := course(game)) and len(lessons.lessons) > 2)
SOLVED = next(game for game in TITLES if puzzles(game))
PAGES = {  # the address of each page with pictures, and the least number of them
    "home": ("#/", 2),
    "learn": ("#/learn", 2),
    "lessons": (f"#/learn/{LEARNED}", 1),
    "puzzles": ("#/puzzles", 2),
    "puzzles of a game": (f"#/puzzles/{SOLVED}", 1),
    "lobby": ("#/lobby", 1),
    "replay": ("#/replay", 1),
    "rules": ("#/rules", 2),
}
SHIFTING = {  # more pages that load what they show
    "maps": ("#/maps", "article .picture svg"),
    "map editor": ("#/map", "#main svg"),
    **{f"new table of {game}": (f"#/new/{game}", ".shown svg") for game in TITLES},
    **{f"rules of {game}": (f"#/rules/{game}", "article h2") for game in TITLES},
}
STEPS = 20  # of a record, after which games are shown
SIZES = [(1280, 800), (390, 844)]
MOST = 0.009  # the layout shifts of a first visit, added up: the fonts come late
# Where the armies lie on a board, in the units of its drawing.
ARMIES = """(board) => [...board.querySelectorAll('.army .edge')]
  .map((one) => one.getAttribute('d')).sort()"""
# What has moved on the screen, and how far, before anybody has done anything. A font that is late
# moves the menu by a pixel.
SHIFTS = """() => new Promise((done) => {
  const moved = [];
  const described = (one) => [one.value, ...one.sources.map(({ node }) => node?.outerHTML ?? '')];
  const watch = new PerformanceObserver((list) => moved.push(...list.getEntries()));
  watch.observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => done(
    moved.filter((one) => one.value > 0.003).map(described),
  )));
})"""


def keep(user: User, key: str, value: Any) -> None:
    """What the browser has kept from an earlier visit."""
    user.page.add_init_script(
        f"if (location.host) localStorage.setItem({key!r}, {json.dumps(json.dumps(value))})"
    )


def learned(user: User, lessons: int) -> None:
    """Let the browser know that so many lessons of a game are finished."""
    known = course(LEARNED)
    assert known is not None
    keep(user, "siegeworks.lessons", {LEARNED: [lesson.name for lesson in known.lessons[:lessons]]})


def solved(user: User, *names: str) -> None:
    """Let the browser know that these puzzles are solved."""
    keep(user, "siegeworks.puzzles", {"solved": {SOLVED: names}, "missed": {}, "choices": {}})


def moved(user: User) -> list[Any]:
    """What has moved on the page since it was opened, and how far."""
    return list(user.page.evaluate(SHIFTS))


def expect_armies_as_at(user: User, table: str, picture: Locator) -> None:
    """The board in this picture is that of the table, which is opened."""
    shown = picture.evaluate(ARMIES)
    assert len(shown) >= STEPS / 2
    user.open(f"#/table/{table}")
    board = user.page.locator(".board-area svg.board")
    expect(board.locator(".army").first).to_be_visible()
    assert board.evaluate(ARMIES) == shown


def next_step(user: User, title: str | re.Pattern[str]) -> Locator:
    """The first thing on the page, once it has this title and its picture."""
    feature = user.page.locator(".feature")
    expect(feature.get_by_role("heading")).to_have_text(title)
    expect(feature.locator(".picture svg.board")).to_be_visible()
    expect(feature.locator(".primary")).to_have_count(1)
    return feature


def test_a_newcomer_is_told_to_play_an_easy_bot_or_to_learn(users: Users) -> None:
    user = users.add(stranger=True)
    user.open()
    step = next_step(user, re.compile("^Start with "))
    step.get_by_role("link", name="Learn it in two minutes").click()
    expect(user.page.locator(".panel .step")).to_have_text(re.compile("^Step 1 "))
    user.open()
    step.get_by_role("button", name="Play an easy bot").click()
    user.expect_prompt(re.compile("^Your turn"))
    assert user.page.evaluate("JSON.parse(localStorage['siegeworks.me']).coach") is True


@pytest.mark.long
def test_my_turn_comes_first_with_the_board_of_that_table(users: Users) -> None:
    user, site = users.add(), users.site
    learned(user, 1)
    mine = site.table_from("siege-master-0", STEPS, "siege-master", "me", "3")
    site.at(mine, 0)
    stored(user, gone(), ("siege-master", mine))
    user.open()
    step = next_step(user, "Continue: Siege Master")
    expect(step).to_contain_text("Against Guard (bot 3) · 20 turns")
    expect(step.get_by_role("link", name="Continue")).to_have_attribute(
        "href", f"#/table/{mine['table']}"
    )
    expect_armies_as_at(user, mine["table"], step.locator("svg.board"))
    user.expect_prompt(re.compile("^Your turn"))


@pytest.mark.long
def test_turns_at_several_tables_are_counted(users: Users) -> None:
    user, site = users.add(), users.site
    tables = [site.table("siege-master", "me", "hot-seat") for _ in range(2)]
    for table in tables:
        site.at(table, 0)
    stored(user, *(("siege-master", table) for table in tables))
    user.open()
    expect(next_step(user, "Your turn at two tables")).to_contain_text("First: Siege Master")


def test_looking_at_my_table_on_the_home_page_tells_nobody(users: Users) -> None:
    user, site = users.add(), users.site
    table = site.table("siege-master", "me", "hot-seat")
    other = site.at(table, 1)
    stored(user, ("siege-master", table), **{table["table"]: [0]})
    user.open()
    next_step(user, "Continue: Siege Master")
    other.say(type="ping")
    assert other.hear("presence", "pong")["type"] == "pong"  # nobody has come


@pytest.mark.long
def test_who_waits_for_others_is_not_kept_waiting(users: Users) -> None:
    user, site = users.add(), users.site
    table = site.table("kings-ransom", "me", "friend")
    site.at(table, 0)
    stored(user, ("kings-ransom", table))
    learned(user, 2)
    user.open()
    next_step(user, f"Lesson 3 of {TITLES[LEARNED]}")


@pytest.mark.long
def test_an_unfinished_course_goes_on_with_its_next_lesson(users: Users) -> None:
    user, known = users.add(), course(LEARNED)
    assert known is not None
    learned(user, 2)
    user.open()
    step = next_step(user, f"Lesson 3 of {TITLES[LEARNED]}")
    expect(step).to_contain_text(f"2 of {len(known.lessons)} done")
    user.open("#/learn")
    next_step(user, f"Lesson 3 of {TITLES[LEARNED]}")
    step.get_by_role("link", name="Continue").click()
    expect(user.page).to_have_url(re.compile(f"#/learn/{LEARNED}/{known.lessons[2].name}$"))


@pytest.mark.long
def test_then_comes_the_puzzle_of_the_day_until_it_is_solved(users: Users) -> None:
    user = users.add()
    solved(user, puzzles(SOLVED)[0].name)
    user.open()
    step = next_step(user, "Puzzle of the day")
    link = step.get_by_role("link", name="Solve it")
    *_, game, name = (link.get_attribute("href") or "").split("/")
    keep(user, "siegeworks.puzzles", {"solved": {game: [name]}, "missed": {}, "choices": {}})
    user.page.reload()
    step = next_step(user, re.compile("^Play .* again$"))
    expect(step.get_by_role("button", name="Play a bot")).to_be_visible()


@pytest.mark.long
def test_puzzles_show_the_next_one_that_is_not_solved(users: Users) -> None:
    user = users.add()
    first, second, *_ = (
        puzzle for puzzle in puzzles(SOLVED) if puzzle.grade == puzzles(SOLVED)[0].grade
    )
    solved(user, first.name)
    with user.page.expect_response(f"**/puzzles/{second.name}"):
        user.open(f"#/puzzles/{SOLVED}")
    expect(next_step(user, "Next puzzle").get_by_role("link", name="Solve it")).to_have_attribute(
        "href", f"#/puzzles/{SOLVED}/{second.name}"
    )


@pytest.mark.long
def test_the_lobby_shows_the_games_of_open_tables_and_their_maps(users: Users) -> None:
    user, site = users.add(), users.site
    *_, shown = site.get("/api/games/siege-master/maps")[1]["maps"]
    tables = [
        site.table("siege-master", "me", "open", map=shown["name"]),
        site.table("kings-ransom", "me", "open"),
    ]
    for table in tables:
        site.at(table, 0)
    user.open("#/lobby")
    cards = user.page.locator(".boards article")
    expect(cards).to_have_count(2)
    expect(cards.filter(has_text="Siege Master").locator(".map svg")).to_be_visible()
    expect(cards.filter(has_text="King’s Ransom").locator("svg.board")).to_be_visible()
    assert violations(user) == []
    user.page.set_viewport_size({"width": 390, "height": 844})
    assert overflow(user) <= 0
    assert user.page.evaluate(SMALL) == []


@pytest.mark.long
def test_a_finished_game_is_offered_for_replay_with_its_last_position(users: Users) -> None:
    user, site = users.add(), users.site
    table = site.table_from("siege-master-0", STEPS, "siege-master", "me", "1")
    red = site.at(table, 0)
    red.say(type="resign", id="r")
    red.hear("accepted")
    stored(user, ("siege-master", table))
    user.open("#/replay")
    step = next_step(user, "Siege Master")
    expect(step).to_contain_text("You lost.")
    assert violations(user) == []
    step.get_by_role("link", name="Replay").click()
    expect(user.page).to_have_url(re.compile(f"#/replay/{table['table']}$"))
    user.page.go_back()
    picture = next_step(user, "Siege Master").locator("svg.board")
    expect_armies_as_at(user, table["table"], picture)


@pytest.mark.long
def test_a_file_can_be_dropped_on_the_replay_page(users: Users) -> None:
    user = users.add()
    user.open("#/replay")
    next_step(user, "Step through a game")
    user.page.evaluate("""() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['siege-record 1\\ngame: chess\\n---\\n'], 'a.siege'));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
    }""")
    expect(user.page.get_by_role("alert")).to_contain_text("chess")


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("name", PAGES)
def test_every_page_has_its_picture_and_nothing_moves_while_it_comes(
    users: Users, name: str, width: int, height: int
) -> None:
    user = users.add(width=width, height=height)
    address, least = PAGES[name]
    learned(user, 1)
    user.open(address)
    user.page.wait_for_load_state("networkidle")
    assert sum(shift[0] for shift in moved(user)) <= MOST
    user.page.reload()  # the fonts are there from the first visit
    boards = user.page.locator(".picture svg.board")
    expect(boards.nth(least - 1)).to_be_visible()
    expect(boards.first).to_be_in_viewport()
    user.page.wait_for_load_state("networkidle")
    assert moved(user) == []
    assert overflow(user) <= 0
    assert user.page.evaluate(SMALL) == []
    assert violations(user) == []


@pytest.mark.long
def test_nothing_moves_below_the_puzzle_of_the_day_even_if_it_takes_one_more_line(
    users: Users,
) -> None:
    game = max(filter(puzzles, TITLES), key=lambda game: len(TITLES[game]))
    user = users.add(width=390, height=844)
    _, answer = users.site.get("/api/puzzles")
    user.page.route("**/api/puzzles", lambda route: route.fulfill(json={**answer, "today": game}))
    user.open("#/puzzles")
    user.page.wait_for_load_state("networkidle")
    user.page.reload()
    expect(user.page.locator(".feature")).to_contain_text(TITLES[game])
    expect(user.page.locator(".picture svg.board").nth(1)).to_be_visible()
    user.page.wait_for_load_state("networkidle")
    assert moved(user) == []


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [*SIZES, (820, 1180)])
@pytest.mark.parametrize("name", SHIFTING)
def test_nothing_moves_while_a_page_shows_what_it_loads(
    users: Users, name: str, width: int, height: int
) -> None:
    address, loaded = SHIFTING[name]
    if name.startswith("rules"):  # they wait for examples, which a new server must make first
        users.site.get(f"/api/games/{address.rpartition('/')[2]}/rules/examples")
    user = users.add(width=width, height=height)
    user.open(address)
    for visit in ("first", "second"):
        if visit == "second":
            user.page.reload()
        expect(user.page.locator(loaded).first).to_be_visible()
        user.page.wait_for_load_state("networkidle")
        shifts = moved(user)
        assert sum(shift[0] for shift in shifts) <= MOST, (visit, shifts)
