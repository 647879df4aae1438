"""The winning chances of a finished game, at its end and in its replay."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from siegeworks.play.record import Record, read_record, replay
from siegeworks.play.table import TABLE, Step
from tests.samples import sample
from tests.web.conftest import Users
from tests.web.games import middle
from tests.web.pages.test_share import saved
from tests.web.test_for_everybody import SMALL, overflow, violations
from tests.web.user import User

CURVE = "section:has(#chances-title)"
DONE = re.compile(r"^The biggest swing is turn \d+: \w+ from \d+% to \d+%\.$")


def replay_file(user: User, record: Path) -> None:
    """Open a record in the replay."""
    user.open("#/replay")
    user.page.locator("input[type=file]").set_input_files(record)
    user.page.wait_for_selector(".board svg")


def rows_downwards(user: User) -> list[str]:
    """The coordinates of the rows of the board, from its upper edge to its lower one."""
    rows = user.page.locator(".board-area svg text").evaluate_all(
        "all => all.map((one) => [one.textContent.trim(), one.getBoundingClientRect().y])"
    )
    return [text for text, _ in sorted(rows, key=lambda row: row[1]) if re.fullmatch(r"\d", text)]


@pytest.mark.parametrize(("seat", "rows"), [(0, "654321"), (1, "123456")])
@pytest.mark.long
def test_the_replay_of_a_game_shows_the_side_of_the_one_who_played_it(
    users: Users, seat: int, rows: str
) -> None:
    user = users.add()
    table = user.site.table("expansion", *(["1"] * seat), "me", *(["1"] * (1 - seat)))
    user.join(table, "expansion", 0)
    expect(user.page.locator(".board-area svg.board")).to_be_visible()
    assert "".join(rows_downwards(user)) == rows
    user.menu("Resign").click()
    user.button(f"Yes, {('Suns', 'Moons')[seat]} resigns").click()
    expect(user.page.get_by_role("link", name="Winning chances")).to_be_visible()
    user.open(f"#/replay/{table['table']}")
    expect(user.page.get_by_label("Step", exact=True)).to_be_visible()
    expect(user.page.locator(".board-area svg.board")).to_be_visible()
    assert "".join(rows_downwards(user)) == rows


@pytest.mark.long
def test_a_replay_opens_where_a_seat_acts_first_and_can_go_back_to_the_start(users: Users) -> None:
    user = users.add()
    path = sample("siege-by-number-1")
    assert read_record(path).steps[0].actor == "chance"
    replay_file(user, path)
    step = user.page.get_by_label("Step", exact=True)
    expect(step).to_have_value("1")  # all that is dealt is one position of the slider
    step.press("Home")
    expect(step).to_have_value("0")


def slider(user: User) -> Locator:
    """What lies over the curve."""
    return user.page.get_by_role("slider", name="Position in the curve")


@pytest.mark.long
def test_the_curve_of_a_game_leads_to_its_positions(users: Users) -> None:
    user = users.add()
    replay_file(user, sample("siege-by-number-1"))
    user.button("Winning chances").click()
    expect(user.page.locator(f"{CURVE} [role=status]")).to_have_text(DONE)
    box = slider(user).bounding_box()
    assert box is not None
    user.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 40)
    expect(user.page.get_by_text("Position 25 of 49")).to_be_visible()
    user.page.keyboard.press("ArrowRight")
    expect(user.page.get_by_text("Position 26 of 49")).to_be_visible()
    value = slider(user).get_attribute("aria-valuetext") or ""
    assert re.match(r"After turn 26: Suns \d+%, Moons \d+%\.$", value)
    user.page.keyboard.press("End")
    expect(slider(user)).to_have_attribute("aria-valuetext", "After turn 49: Suns 0%, Moons 100%.")
    user.page.locator(f"{CURVE} summary").click()
    assert user.page.locator(f"{CURVE} tbody tr").count() == 50
    assert user.page.locator(f"{CURVE} [aria-current] td").all_inner_texts()[:2] == ["0%", "100%"]
    user.button("Winning chances").click()
    expect(user.page.locator(CURVE)).to_have_count(0)


@pytest.mark.parametrize("record", ["siege-by-number-1", "nobles-and-peasants-1"])
@pytest.mark.long
def test_the_curve_is_accessible_and_fits_on_a_phone(users: Users, record: str) -> None:
    user = users.add(width=390, height=844)
    replay_file(user, sample(record))
    user.button("Winning chances").click()
    expect(user.page.locator(f"{CURVE} [role=status]")).to_have_text(DONE)
    user.page.locator(CURVE).scroll_into_view_if_needed()
    user.screenshot(f"chances-{record}-390")
    user.page.locator(f"{CURVE} summary").click()
    assert violations(user) == []
    assert user.missing_spaces() == []
    assert overflow(user) <= 0
    assert user.page.evaluate(SMALL) == []
    user.page.set_viewport_size({"width": 1280, "height": 800})
    user.page.emulate_media(color_scheme="dark")
    assert violations(user) == []
    user.page.evaluate("scrollTo(0, 0)")  # axe may have scrolled
    user.screenshot(f"chances-{record}-1280-dark")


@pytest.mark.long
def test_at_the_end_of_a_game_spectators_and_players_are_offered_its_curve(users: Users) -> None:
    player, spectator = users.add(), users.add()
    table = users.site.table_from(*middle("siege-by-number"), "siege-by-number", "me", "1")
    player.join(table, "siege-by-number", 0)
    board = player.page.locator(".board-area svg.board")
    expect(board).to_be_visible()
    from_my_side = board.get_attribute("viewBox") or ""
    assert player.page.get_by_text("Winning chances").count() == 0
    player.menu("Resign").click()
    player.button("Yes, Suns resigns").click()
    spectator.open(f"#/table/{table['table']}")
    for user in (player, spectator):
        user.page.get_by_role("link", name="Winning chances").click()
        expect(user.page.locator(f"{CURVE} [role=status]")).to_have_text(DONE)
    # It opens where something happens, from the player's own side.
    expect(player.page.get_by_label("Step", exact=True)).not_to_have_value("0")
    expect(board).to_have_attribute("viewBox", from_my_side)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.long
def test_a_game_given_up_before_its_first_move_is_shown_after_the_deal_from_my_side(
    users: Users, seat: int
) -> None:
    user = users.add()
    table = user.site.table("siege-by-number", *(["1"] * seat), "me", *(["1"] * (1 - seat)))
    user.join(table, "siege-by-number", 0)
    board = user.page.locator(".board-area svg.board")
    expect(board).to_be_visible()
    from_my_side = board.get_attribute("viewBox") or ""
    user.menu("Resign").click()
    user.page.get_by_role("button", name=re.compile("^Yes, .* resigns")).click()
    user.page.locator(".ended").get_by_role("link", name="Replay").click()
    expect(user.page.get_by_label("Step", exact=True)).not_to_have_value("0")
    expect(board).to_have_attribute("viewBox", from_my_side)


@pytest.mark.long
def test_a_game_that_is_not_over_offers_no_curve(users: Users, tmp_path: Path) -> None:
    record = read_record(sample("siege-by-number-1"))
    unfinished = Record(record.game, record.options, steps=record.steps[:40])
    path = tmp_path / "unfinished.siege"
    path.write_text(unfinished.text(), encoding="utf-8")
    user = users.add()
    replay_file(user, path)
    assert user.page.get_by_text("Winning chances").count() == 0


@pytest.mark.long
def test_an_analysis_can_be_stopped_and_what_is_known_stays(users: Users, tmp_path: Path) -> None:
    record = read_record(sample("expansion-1"))
    steps = [*record.steps[:100], Step(TABLE, "draw")]
    path = tmp_path / "draw.siege"
    path.write_text(Record(record.game, record.options, steps=steps).text(), encoding="utf-8")
    user = users.add()
    replay_file(user, path)
    user.button("Winning chances").click()
    user.page.locator(CURVE).get_by_role("button", name="Stop").click()
    expect(user.page.locator(CURVE).get_by_role("button", name="Start again")).to_be_visible()
    user.page.locator(CURVE).get_by_role("button", name="Start again").click()
    expect(user.page.locator(f"{CURVE} [role=status]")).to_have_text(DONE)


@pytest.mark.long
def test_a_turning_point_leads_to_the_better_move_and_its_line(users: Users) -> None:
    user = users.add()
    replay_file(user, sample("siege-master-1"))
    user.button("Winning chances").click()
    expect(user.page.locator(f"{CURVE} [role=status]")).to_have_text(DONE)
    point = user.page.locator(f"{CURVE} .line").last
    expect(point).to_have_text(re.compile(r"^\s*Turn \d+: \w+ lost \d+ points to an error\s*$"))
    point.focus()
    user.page.keyboard.press("Enter")
    expect(user.page.locator(CURVE).get_by_text("Better:")).to_be_visible()
    about = user.page.locator(f"{CURVE} .about")
    expect(about).to_contain_text(re.compile(r"^\d+% with the better move, \d+% as played\."))
    expect(user.page.get_by_text("A better move was missed here.").first).to_be_attached()
    expect(user.button("Show the better move")).to_be_in_viewport()
    user.button("Show the better move").click()
    branch = user.page.locator(".branch")
    expect(branch.get_by_text(re.compile(r"^Step 1 of \d"))).to_be_visible()
    expect(branch.locator("tbody tr").first).to_contain_text("%")
    user.page.keyboard.press("ArrowLeft")
    expect(branch.get_by_text(re.compile(r"^Step 0 of \d"))).to_be_visible()
    user.page.keyboard.press("End")
    expect(branch.get_by_text(re.compile(r"^Step (\d) of \1$"))).to_be_visible()
    user.button("Back to the game").click()
    expect(branch).to_have_count(0)
    expect(user.page.locator(CURVE)).to_be_visible()


@pytest.mark.parametrize("record", ["kings-ransom-1", "siege-by-number-1"])
@pytest.mark.long
def test_where_values_are_hidden_or_dice_roll_errors_are_told_from_luck(
    users: Users, record: str
) -> None:
    user = users.add()
    replay_file(user, sample(record))
    user.button("Winning chances").click()
    expect(user.page.locator(f"{CURVE} [role=status]")).to_have_text(DONE)
    totals = user.page.get_by_role("list", name="Errors and luck").get_by_role("listitem")
    sentence = r"^\s*\w+ lost \d+ points to errors and had \d+ points? of (good|bad) luck\.\s*$"
    for seat in (0, 1):
        expect(totals.nth(seat)).to_have_text(re.compile(sentence))
    kinds = [re.search("good|bad", text) for text in totals.all_inner_texts()]
    assert sorted(kind.group() for kind in kinds if kind) == ["bad", "good"]
    assert user.page.locator(f"{CURVE} .die").count() in (1, 2, 3)
    user.page.locator(f"{CURVE} .line").first.click()
    about = user.page.locator(f"{CURVE} .about")
    expect(about).to_contain_text(re.compile(r"From what \w+ knew: \d+% with the better move"))
    expect(about).to_contain_text(
        re.compile(r"luck.*: (\d+ points? (lost|gained)|nothing lost) in")
    )
    about.scroll_into_view_if_needed()
    user.screenshot(f"luck-{record}-1280")
    user.page.set_viewport_size({"width": 390, "height": 844})
    assert violations(user) == []
    assert user.missing_spaces() == []
    assert overflow(user) <= 0
    user.page.locator(CURVE).evaluate("one => one.scrollIntoView()")
    user.screenshot(f"luck-{record}-390")


@pytest.mark.long
def test_a_missed_move_whose_way_is_drawn_has_no_arrow_as_well(users: Users) -> None:
    user = users.add()
    replay_file(user, sample("expansion-1"))
    user.button("Winning chances").click()
    user.page.locator(f"{CURVE} .line").first.click()
    expect(user.page.locator("[data-preview]")).to_be_attached()
    expect(user.page.locator("svg.board path.arrow")).to_have_count(0)


@pytest.mark.long
def test_another_move_is_tried_the_bot_replies_and_the_branch_is_saved(
    users: Users, tmp_path: Path
) -> None:
    user = users.add(width=390, height=844)
    replay_file(user, sample("siege-master-1"))
    user.page.keyboard.press("ArrowRight")
    user.button("Try another move").click()
    branch = user.page.locator(".branch")
    reply = branch.get_by_role("button", name=re.compile("^Let the bot move for"))
    for steps in (1, 2):
        expect(reply).to_be_enabled()
        reply.click()
        expect(branch.get_by_text(f"Step {steps} of {steps}", exact=True)).to_be_visible()
    assert violations(user) == []
    assert overflow(user) <= 0
    assert user.page.evaluate(SMALL) == []
    record = read_record(saved(user, "Save this branch", tmp_path))
    assert Path(record.source).name == "siege-master-branch.siege"
    played = read_record(sample("siege-master-1")).steps
    fork = len(record.steps) - 2
    assert record.steps[:fork] == played[:fork] and record.notes["result"] == "*"
    replay(record)
    # Another move, by keys, from the start of the branch: what followed is forgotten.
    branch.get_by_role("button", name="To the start of the branch").click()
    expect(branch.get_by_text("Step 0 of 2", exact=True)).to_be_visible()
    expect(reply).to_be_enabled()
    branch.locator("[data-place=k9]").focus()
    user.page.keyboard.press("Enter")
    user.page.keyboard.press("Enter")
    expect(branch.get_by_text("Step 1 of 1", exact=True)).to_be_visible()
