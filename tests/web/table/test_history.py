"""What happened at a table: sentences, looking back, and the turns of others step by step."""

import re

import pytest
from playwright.sync_api import expect

from siegeworks.play.record import read_record
from tests.samples import sample
from tests.web.conftest import Users
from tests.web.games import middle
from tests.web.user import User

# How many pieces move; words elsewhere may come late, which the browser calls an animation too.
MOVING = "() => document.querySelector('.board-area').getAnimations({ subtree: true }).length"

# Each position that is shown, with the last sentence told beside it, whenever either changes; and
# how much moved at once.
RECORD_SHOWN = f"""() => {{
  const [told, grid] = ['.told', '[role=grid]'].map((one) => document.querySelector(one));
  window.shown = [];
  window.moving = 0;
  const note = () => {{
    const cells = [...grid.querySelectorAll('[role=gridcell]')].map((one) => one.innerText);
    window.shown.push([told.lastElementChild?.innerText.trim(), cells.join(';')]);
    window.moving = Math.max(window.moving, ({MOVING})());
  }};
  const changes = new MutationObserver(note);
  const all = {{ childList: true, subtree: true, characterData: true }};
  changes.observe(told, all);
  changes.observe(grid, all);
}}"""
LINES = "div.side ol button.line"
PLAYING = re.compile("any key to skip")


def positions(user: User) -> tuple[int, int]:
    """Which position is shown, of how many."""
    match = re.search(r"Position (\d+) of (\d+)", user.page.locator("div.side").inner_text())
    assert match is not None
    return int(match[1]), int(match[2])


def pictures(user: User) -> str:
    """The pieces on the board."""
    return user.page.locator(".board-area .board svg").first.inner_html()


@pytest.mark.long
@pytest.mark.parametrize("game", ["siege-master", "expansion"])
def test_arrow_keys_and_clicks_show_earlier_positions_without_leaving_the_game(
    users: Users, game: str
) -> None:
    user = users.add()
    user.join(users.site.table_from(*middle(game), game, "me", "hot-seat"), game, 0)
    expect(user.page.locator(LINES).last).to_have_attribute("aria-current", "step")
    at, total = positions(user)
    assert at == total
    now = pictures(user)
    user.page.keyboard.press("ArrowLeft")
    user.page.keyboard.press("ArrowLeft")
    expect(user.page.locator(".prompt")).to_have_text(f"Position {total - 2} of {total}.")
    expect(user.page.locator(".told p")).to_have_text(
        user.page.locator(LINES).nth(total - 3).locator("span").last.inner_text()
    )
    assert pictures(user) != now
    user.page.keyboard.press("ArrowRight")
    expect(user.page.locator(".prompt")).to_have_text(f"Position {total - 1} of {total}.")
    user.page.locator(LINES).first.click()
    expect(user.page.locator(".prompt")).to_have_text(f"Position 1 of {total}.")
    user.page.locator(".board-area .board svg").first.click()
    expect(user.page.locator(".table")).to_contain_text("Go back to now to move.")
    user.button("Back to now").click()
    expect(user.page.locator(".prompt")).not_to_contain_text("Position")
    expect(user.page.locator(LINES).last).to_have_attribute("aria-current", "step")


def test_a_move_made_while_one_looks_back_is_announced(users: Users) -> None:
    user = users.add()
    table = users.site.table("siege-master", "me", "hot-seat")
    user.join(table, "siege-master", 0)
    user.type_first_move()
    expect(user.page.locator(LINES)).to_have_count(1)
    user.page.keyboard.press("Escape")
    user.page.locator("body").press("ArrowLeft")
    expect(user.page.locator(".prompt")).to_have_text("Position 0 of 1.")
    blue = users.site.at(table, 1)
    blue.act()
    expect(user.page.locator(".prompt")).to_contain_text("One new turn since you looked back.")
    expect(user.page.locator(LINES)).to_have_count(2)
    user.button("Back to now").click()
    user.expect_prompt(re.compile("Your turn"))


def stop_the_clock(user: User) -> None:
    """What waits by the page's clock, waits for the test from now on. The page is complete, and
    bots that chance let begin have moved: it is the user's turn, and that is shown."""
    expect(user.page.locator("[data-steps]")).to_be_attached()
    user.page.clock.pause_at("2030-01-01")
    expect(user.button("Play")).to_be_enabled()
    user.page.keyboard.press("Escape")
    user.expect_prompt(re.compile("Your turn"))


LONGEST_TURN = 20  # half seconds of the page's clock in which a bot's turn has been shown


@pytest.mark.long
@pytest.mark.parametrize("motion", [False, True], ids=["still", "moving"])
def test_the_turns_of_others_are_shown_one_by_one_and_any_key_skips_them(
    users: Users, motion: bool
) -> None:
    user = users.add(pace="slow", motion=motion)
    game = "nobles-and-peasants"
    user.page.clock.install()
    user.join(users.site.table(game, "me", "1", "1", seats="3", stones="8"), game, 0)
    stop_the_clock(user)
    lines = user.page.locator(LINES).count()
    user.type_first_move()
    expect(user.page.locator(LINES)).to_have_count(lines + 3)  # all are known at once …
    user.expect_prompt(PLAYING)
    sentences = user.page.locator(".told p")
    expect(sentences.last).to_contain_text("Blue")
    user.page.clock.run_for(1000)
    expect(sentences.last).to_contain_text("Yellow")  # … and shown one after the other
    assert user.page.evaluate(MOVING) == 0 or motion
    for _ in range(LONGEST_TURN):  # how long, depends on how many steps the bot has taken
        if "Green" in sentences.last.inner_text():
            break
        user.page.clock.run_for(500)
    expect(sentences.last).to_contain_text("Green")
    for _ in range(LONGEST_TURN):  # the last one is shown as long as the others
        if user.state()[0].startswith("Your turn"):
            break
        user.page.clock.run_for(500)
    user.expect_prompt(re.compile("Your turn"))
    user.menu("Show me again").click()
    user.expect_prompt(PLAYING)
    expect(sentences.last).to_contain_text("Blue")
    user.page.locator("body").press("x")
    user.expect_prompt(re.compile("Your turn"))
    expect(sentences.last).to_contain_text("Green")


@pytest.mark.parametrize("motion", [False, True], ids=["still", "moving"])
@pytest.mark.long
def test_every_turn_of_three_bots_is_a_position_of_its_own_with_its_sentence(
    users: Users, motion: bool
) -> None:
    """The page's clock stands still while the bots play, and is then moved on."""
    user = users.add(pace="slow", motion=motion)
    game = "nobles-and-peasants"
    user.page.clock.install()
    user.join(users.site.table(game, "me", "1", "1", "1", seats="4", stones="8"), game, 0)
    stop_the_clock(user)
    expect(user.page.locator("[role=gridcell]").first).to_be_attached()
    lines = user.page.locator(LINES)
    before = lines.count()
    user.page.evaluate(RECORD_SHOWN)
    user.type_first_move()
    expect(lines).to_have_count(before + 4)
    user.expect_prompt(PLAYING)
    user.page.clock.run_for(10_000)
    user.expect_prompt(re.compile("Your turn"))

    turns = lines.locator("> span:last-child").all_inner_texts()[before:]
    shown = dict[str, str]()  # the last position beside each sentence, in the order of sentences
    for sentence, position in user.page.evaluate("window.shown"):
        shown[sentence] = position
    assert [sentence for sentence in shown if sentence in turns] == turns
    assert len({shown[turn] for turn in turns}) == len(turns)
    if not motion:
        assert user.page.evaluate("window.moving") == 0

    for skip in ("click", "key"):
        user.menu("Show me again").click()
        user.expect_prompt(PLAYING)
        if skip == "click":
            user.page.locator(".board-area .board svg").first.click(position={"x": 3, "y": 3})
        else:
            user.page.locator("body").press("x")
        user.expect_prompt(re.compile("Your turn"))
        expect(user.page.locator(".told p").last).to_have_text(turns[-1])


@pytest.mark.long
def test_a_battle_stays_in_the_middle_until_it_was_seen(users: Users) -> None:
    game, record = "kings-ransom", sample("kings-ransom-0")
    steps = read_record(record).steps
    at = next(i for i, step in enumerate(steps) if "x" in step.token)
    seats = ("south", "north")
    mine = 1 - seats.index(steps[at].actor)
    user = users.add()
    table = users.site.table_from(record.stem, at, game, *(["me", "hot-seat"]))
    user.join(table, game, mine)
    expect(user.page.locator(".battle")).to_have_count(0)
    enemy = users.site.at(table, 1 - mine)
    enemy.act(steps[at].token)
    expect(user.page.locator(".battle")).to_contain_text("against")
    user.page.keyboard.press("Escape")
    expect(user.page.locator(".battle")).to_have_count(0)
    expect(user.page.locator(".told p").last).to_contain_text("attacks")


@pytest.mark.long
def test_a_replay_lists_its_turns_and_goes_through_them(users: Users) -> None:
    user = users.add()
    record = sample("expansion-0")
    user.open("#/replay")
    user.page.locator("input[type=file]").set_input_files(record)
    lines = user.page.locator("ol button.line")
    expect(lines.first).to_contain_text("All values are placed")
    set_up = sum(step.actor == "chance" for step in read_record(record).steps) and 13
    user.page.locator("h1").click()
    where = user.page.get_by_role("slider").bounding_box()
    expect(user.page.locator(".task")).to_have_text("")
    user.page.keyboard.press("ArrowRight")
    expect(user.page.get_by_role("slider")).to_have_value(str(set_up))
    task = re.compile("^(Suns|Moons): Walk with a minion; the very first move may not jump")
    expect(user.page.locator(".task")).to_have_text(task)
    assert user.page.get_by_role("slider").bounding_box() == where, "its place was kept"
    user.page.keyboard.press("ArrowRight")
    expect(user.page.get_by_role("slider")).to_have_value(str(set_up + 1))
    expect(lines.nth(1)).to_have_attribute("aria-current", "step")
    lines.nth(4).click()
    expect(user.page.get_by_role("slider")).to_have_value(str(set_up + 4))
    user.page.keyboard.press("ArrowLeft")
    expect(lines.nth(3)).to_have_attribute("aria-current", "step")
