"""What users can do at a table and on the other pages."""

import re

import pytest
from playwright.sync_api import Locator, expect

from siegeworks.games import NAMES, module
from siegeworks.play.record import read_record
from tests.web.conftest import Users
from tests.web.games import middle
from tests.web.pictures import folder
from tests.web.user import User

EXPANSION = folder("expansion") / "pictures.siege"  # a recorded game

COUNT_MOTION = """
window.moved = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { window.moved++; return animate.apply(this, how); };
"""

COUNT_TONES = """() => {
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.tones++;
    return start.apply(this, when);
  };
}"""


def position_of(user: User, place: str) -> tuple[float, float]:
    """The position of a cell on the screen, from its marks."""
    box = user.page.locator(f"[data-cell={place}]").first.bounding_box()
    assert box is not None, f"there is no mark on {place}"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def start_game(users: Users, *, confirm_moves: bool = False) -> User:
    """A small game of Nobles and Peasants at a shared screen."""
    user = users.add(confirm_moves=confirm_moves, tokens=True)
    table = users.site.table("nobles-and-peasants", "me", "hot-seat", stones="8")
    user.join(table, "nobles-and-peasants", 0, 1)
    return user


def latest_step(user: User) -> Locator:
    """The last turn in the list, with its tokens."""
    return user.page.locator("ol li").last


def place_tower(user: User, at: str) -> None:
    """Click a tower of the hand, then a circle."""
    user.page.locator("button.piece").first.click()
    user.page.mouse.click(*position_of(user, at))


def confirm_tower(user: User) -> Locator:
    """The button that places a tower on b3, of the seat that begins."""
    words = re.compile(r"^Place the (blue|green) tower on b3 \(T@b3\)$")
    return user.page.get_by_role("button", name=words)


def test_a_ghost_shows_the_move_before_it_is_played_and_undo_reverts_it(users: Users) -> None:
    user = start_game(users, confirm_moves=True)
    place_tower(user, "b3")
    expect(user.page.locator(".ghost")).to_have_count(1)
    user.button("Cancel").click()
    expect(user.page.locator(".ghost")).to_have_count(0)
    place_tower(user, "b3")
    confirm_tower(user).click()
    expect(latest_step(user)).to_contain_text("T@b3")
    user.button("Undo").click()
    expect(latest_step(user)).not_to_contain_text("T@b3")


@pytest.mark.long
def test_a_piece_can_be_dragged(users: Users) -> None:
    user = start_game(users)
    for at in ("b3", "e3"):
        place_tower(user, at)
        expect(latest_step(user)).to_contain_text(f"T@{at}")
    start = position_of(user, "b3")
    user.page.mouse.move(*start)
    user.page.mouse.down()
    user.page.mouse.move(start[0] + 20, start[1] + 20)
    goal = position_of(user, "a1")
    user.page.mouse.move(*goal, steps=4)
    expect(user.page.locator(".ghost")).to_have_count(1)
    user.page.mouse.up()
    expect(latest_step(user)).to_contain_text("b3-a1")


def drag(user: User, start: tuple[float, float], goal: tuple[float, float]) -> None:
    """Press the mouse here and release it there."""
    user.page.mouse.move(*start)
    user.page.mouse.down()
    user.page.mouse.move(start[0] + 12, start[1] + 12)
    user.page.mouse.move(*goal, steps=4)
    user.page.mouse.up()


@pytest.mark.long
def test_a_piece_can_be_dragged_while_one_is_picked(users: Users) -> None:
    user = start_game(users)
    for at in ("b3", "e3", "c5"):
        place_tower(user, at)
        expect(latest_step(user)).to_contain_text(f"T@{at}")
    theirs = position_of(user, "e3")
    place_tower(user, "e5")
    expect(latest_step(user)).to_contain_text("T@e5")
    mine, other = position_of(user, "b3"), position_of(user, "c5")
    picked = user.page.locator("path.selected")
    user.page.mouse.click(*mine)
    expect(picked).to_have_count(1)
    goal = position_of(user, "a1")
    user.page.mouse.click(*mine)  # clicking a picked piece again cancels
    expect(picked).to_have_count(0)
    drag(user, mine, theirs)
    expect(user.page.locator(".refusal")).to_contain_text("b3-e3")
    drag(user, other, theirs)  # while b3 is picked
    expect(user.page.locator(".refusal")).to_contain_text("c5-e3")
    drag(user, other, goal)  # while it is picked
    expect(latest_step(user)).to_contain_text("c5-a1")


@pytest.mark.long
def test_a_piece_can_be_dragged_from_a_tray(users: Users) -> None:
    user = start_game(users)
    for source, token in (("button.piece", "T@b3"), ("button.end", "L@b3")):
        user.page.locator(source).first.click()
        goal = position_of(user, "b3")
        user.page.keyboard.press("Escape")
        expect(user.page.locator("[data-cell=b3]")).to_have_count(0)
        box = user.page.locator(source).first.bounding_box()
        assert box is not None
        drag(user, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), goal)
        expect(latest_step(user)).to_contain_text(token)
        user.button("Undo").click()
        expect(latest_step(user)).not_to_contain_text(token)


@pytest.mark.long
def test_clicking_the_board_first_explains_how_to_begin(users: Users) -> None:
    user = start_game(users)
    user.page.locator("button.piece").first.click()
    goal = position_of(user, "b3")
    user.page.locator("button.piece").first.click()
    user.page.mouse.click(*goal)
    expect(user.page.locator(".refusal")).to_have_text(
        "First take a tower from your hand or an end stone of the row."
    )


@pytest.mark.long
def test_keys_work_with_the_mouse(users: Users) -> None:
    user = users.add(confirm_moves=True)
    user.join(users.site.table("siege-master", "me", "hot-seat"), "siege-master", 0, 1)
    box = user.page.locator(".board-area svg.board").bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    user.page.mouse.click(*middle)
    play = user.page.locator(".actions .primary")
    first = play.inner_text()
    user.page.keyboard.press("r")
    expect(play).not_to_have_text(first)
    second = play.inner_text()
    user.page.get_by_label("Type a move").press("r")  # types the letter
    expect(play).to_have_text(second)
    user.page.get_by_label("Type a move").fill("")
    user.page.get_by_label("Type a move").blur()
    user.page.keyboard.press("Escape")
    expect(play).to_be_hidden()
    user.page.mouse.click(*middle)
    expect(play).to_be_visible()
    user.page.keyboard.press("Enter")
    expect(user.page.locator("ol li")).to_have_count(1)


@pytest.mark.long
def test_rows_of_hexes_show_the_name_of_their_first_hex(users: Users) -> None:
    user = users.add()
    user.join(users.site.table("siege-master", "me", "hot-seat"), "siege-master", 0, 1)
    for name in ("a5", "i1", "q5"):  # the first, the widest and the last row
        expect(user.page.locator(".board text", has_text=re.compile(f"^{name}$"))).to_be_visible()


def test_trying_an_illegal_move_explains_why(users: Users) -> None:
    user = start_game(users)
    place_tower(user, "b3")
    expect(latest_step(user)).to_contain_text("T@b3")
    user.page.locator("button.piece").first.click()
    left = position_of(user, "b2")
    beside = position_of(user, "b4")
    user.page.mouse.click((left[0] + beside[0]) / 2, left[1])  # b3, which has a tower
    expect(user.page.locator(".refusal")).to_contain_text(re.compile(r"T@b3: .*\(R4\)"))


@pytest.mark.long
def test_a_hint_lists_moves_and_an_offer_is_answered(users: Users) -> None:
    user = start_game(users)
    user.button("Hint").click()
    expect(user.page.get_by_role("list", name="The best moves").locator("li")).not_to_have_count(0)
    user.menu("Offer a draw").click()
    user.expect_text("a draw. ")
    user.accept_offer()
    user.expect_text("all seats agreed to a draw")


@pytest.mark.long
def test_with_confirmation_a_hint_is_shown_before_it_is_played(users: Users) -> None:
    user = start_game(users, confirm_moves=True)
    place_tower(user, "b3")
    confirm_tower(user).click()
    expect(latest_step(user)).to_contain_text("T@b3")
    user.button("Hint").click()
    hints = user.page.get_by_role("list", name="The best moves")
    show = hints.get_by_role("button", name=re.compile("^Show ")).last
    words = show.inner_text().removeprefix("Show").strip()
    show.click()
    expect(user.page.locator(".ghost")).to_have_count(1)
    expect(latest_step(user)).to_contain_text("T@b3")
    expect(user.button(words)).to_be_focused()
    user.page.keyboard.press("Enter")
    expect(latest_step(user)).not_to_contain_text("T@b3")


@pytest.mark.long
def test_a_declined_offer_is_announced(users: Users) -> None:
    user = users.add()
    user.join(users.site.table("siege-master", "me", "1"), "siege-master", 0)
    user.menu("Offer a draw").click()
    announced = user.page.locator("[aria-live]", has_text="Blue prefers to play on.")
    expect(announced).to_be_visible()
    user.type_first_move()
    expect(announced).to_have_count(0)


@pytest.mark.long
def test_notes_and_outcomes_of_battles_are_announced(users: Users) -> None:
    user = users.add()
    table = users.site.table_from("expansion-0", 27, "expansion", "me", "hot-seat")
    user.join(table, "expansion", 0, 1)
    open_curtain(user)
    read_out = user.page.locator(".messages [aria-live]")
    note = user.page.locator(".note").first.inner_text()
    expect(read_out.filter(has_text=note)).to_have_count(1)
    user.page.get_by_label("Type a move").fill("d3-d2")  # a null onto a 5
    user.button("Play").click()
    expect(user.page.get_by_role("group", name="Battle")).to_be_visible()
    assert user.missing_spaces() == []
    attack = re.compile("attack the 5 on d2 with the 0: the 0 falls")
    expect(user.page.get_by_role("log").filter(has_text=attack)).to_have_count(1)


@pytest.mark.long
def test_seats_can_agree_to_stop_and_count(users: Users) -> None:
    user = users.add()
    record = read_record(EXPANSION)
    seats = [{"seat": "suns", "who": "me"}, {"seat": "moons", "who": "hot-seat"}]
    step = len(record.steps) - 2
    text = (EXPANSION).read_text()
    asked = {"game": "expansion", "seats": seats, "record": text, "step": step}
    status, table = users.site.post("/api/tables", asked)
    assert status == 200, table
    user.join(table, "expansion", 0, 1)
    for _ in ("offer", "answer"):
        open_curtain(user)
        if user.page.get_by_text("offers to stop and count").count() == 0:
            user.menu("Stop and count").click()
            user.button("Yes, offer it").click()
            user.expect_text("offers to stop and count")
    user.accept_offer()
    user.page.wait_for_selector(".ended")


def open_curtain(user: User) -> None:
    """Open the curtain if there is one."""
    if user.page.locator(".curtain").count():
        user.page.locator(".curtain button").click()
    user.page.wait_for_selector(".table")


@pytest.mark.long
@pytest.mark.parametrize("game", NAMES)
def test_no_spaces_are_missing_between_words(users: Users, game: str) -> None:
    user = users.add()
    table = users.site.table_from(*middle(game), game, "me", "hot-seat")
    user.join(table, game, 0, 1)
    if user.page.locator(".curtain").count():
        user.page.locator(".curtain button").click()
    expect(user.page.locator(".told p").first).to_be_visible()
    expect(user.page.locator(".tools")).to_be_visible()
    assert user.missing_spaces() == []
    moves = [line.inner_text() for line in user.page.locator(".told p").all()]
    for words in moves:
        assert re.match("[A-Z][a-z]+(['’]s)? ", words), "a move begins with the seat"


@pytest.mark.long
def test_the_help_mentions_rotation_only_where_pieces_rotate(users: Users) -> None:
    for game in ("siege-master", "nobles-and-peasants"):
        user = users.add()
        user.join(users.site.table(game, "me", "hot-seat"), game, 0, 1)
        grid = user.page.get_by_role("grid")
        expect(grid).to_have_accessible_description(re.compile("Enter to pick"))
        described = user.page.locator("#grid-help").inner_text()
        assert ("R rotates an army" in described) == (game == "siege-master")


@pytest.mark.long
def test_useless_dice_and_automatic_turn_ends_are_explained(
    users: Users,
) -> None:
    user = users.add()
    # Crowns had one die and moved with it; Suns have rolled a 0, which moves nothing.
    table = users.site.table_from("siege-by-number-0", 4, "siege-by-number", "me", "hot-seat")
    user.join(table, "siege-by-number", 0, 1)
    user.expect_prompt(re.compile("Suns to act"))
    user.expect_text("No die left can move a piece: end the turn (R7)")
    ended = user.page.get_by_text("Crowns’ turn ended automatically")
    expect(ended).to_be_visible()
    user.button("End the turn").click()
    user.expect_prompt(re.compile("Crowns to act"))
    expect(user.page.get_by_text("ended automatically")).to_have_count(0)


@pytest.mark.long
def test_sounds_are_off_by_default(users: Users) -> None:
    user = start_game(users)
    user.page.evaluate(COUNT_TONES)
    place_tower(user, "b3")
    expect(latest_step(user)).to_contain_text("T@b3")
    assert user.page.evaluate("window.tones") == 0
    user.page.locator("summary", has_text="Settings").click()
    user.page.get_by_role("slider", name="Sounds").press("PageUp")
    user.page.keyboard.press("Escape")
    expect(user.page.get_by_role("slider", name="Sounds")).to_be_hidden()
    before = user.page.evaluate("window.tones")
    assert before > 0, "turning sounds up plays one"
    place_tower(user, "e3")
    expect(latest_step(user)).to_contain_text("T@e3")
    assert user.page.evaluate("window.tones") > before


@pytest.mark.long
def test_an_invitation_has_a_link_a_code_and_a_qr_code(users: Users) -> None:
    user = users.add()
    user.open("#/new/kings-ransom")
    user.page.get_by_label("Who plays North").select_option("friend")
    user.button("Open the table").click()
    link = user.page.locator(".link a")
    code = user.page.locator("li strong", has_text="-").inner_text()
    expect(link).to_have_attribute("href", f"{users.site.base}/#/join/{code}")
    expect(user.page.get_by_role("img", name="QR code of the link for North")).to_be_visible()
    user.expect_text("This link only works on this computer.")


@pytest.mark.long
def test_a_link_is_selected_if_the_clipboard_is_blocked(users: Users) -> None:
    user = users.add()
    user.page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    user.open("#/new/kings-ransom")
    user.page.get_by_label("Who plays North").select_option("friend")
    user.button("Open the table").click()
    user.button("Copy the link").click()
    user.expect_text("The link is selected above")
    link = user.page.locator(".link a").inner_text()
    assert user.page.evaluate("getSelection().toString()") == link


@pytest.mark.long
def test_invalid_options_are_explained_at_the_option_and_at_the_button(
    users: Users,
) -> None:
    user = users.add()
    user.open("#/new/kings-ransom")
    tiles = user.page.get_by_role("textbox", name="Tiles")
    tiles.fill("nonsense")
    why = "Tiles: write a K and other letters"
    expect(user.page.get_by_role("alert")).to_contain_text(why)
    expect(user.button("Open the table")).to_be_disabled()
    expect(tiles).to_have_accessible_description(re.compile(why))
    expect(user.page.get_by_role("group", name="Tiles")).to_contain_text(why)
    tiles.fill("full")
    expect(user.button("Open the table")).to_be_enabled()
    expect(user.page.get_by_text(why)).to_have_count(0)


@pytest.mark.long
def test_invalid_options_do_not_reset_the_seats(users: Users) -> None:
    user = users.add()
    user.open("#/new/kings-ransom")
    user.page.get_by_label("Who plays North").select_option("hot-seat")
    user.page.get_by_label("Their name").fill("Ben")
    user.page.get_by_role("textbox", name="Tiles").fill("nonsense")
    expect(user.page.get_by_role("alert")).to_contain_text("write a K")
    expect(user.button("Open the table")).to_be_disabled()
    expect(user.page.get_by_label("Their name")).to_have_value("Ben")
    user.page.get_by_role("textbox", name="Tiles").fill("full")
    expect(user.button("Open the table")).to_be_enabled()
    expect(user.page.get_by_role("alert")).to_be_empty()


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.long
def test_options_have_names_that_players_understand(users: Users, game: str) -> None:
    user = users.add()
    user.open(f"#/new/{game}")
    legends = user.page.locator("[aria-labelledby=options-title] legend")
    expect(legends.first).to_be_visible()
    named = [name.strip() for name in legends.all_text_contents()]  # folded ones too
    assert not set(named) & {option.name for option in module(game).OPTIONS}
    assert all(name[0].isupper() for name in named)
    user.screenshot(f"new-{game}")


@pytest.mark.long
def test_options_that_cannot_matter_are_not_offered(users: Users) -> None:
    user = users.add()
    user.open("#/new/siege-by-number")
    homes = user.page.get_by_role("group", name="Homes")
    homes.get_by_label("side by side").check()
    user.page.get_by_role("group", name="Players").get_by_label("3").check()
    expect(homes).to_have_count(0)
    expect(user.button("Open the table")).to_be_enabled()


@pytest.mark.long
def test_every_page_has_its_title_and_an_opened_table_the_focus(users: Users) -> None:
    user = users.add()
    user.join(users.site.table("siege-master", "me", "1"), "siege-master", 0)
    expect(user.page).to_have_title("● Siege Master · siegeworks")
    expect(user.page.locator(".table")).to_be_focused()
    for address, title in (
        ("#/", "(1) Five sieges, one table"),
        ("#/lobby", "Lobby"),
        ("#/replay", "Replay"),
        ("#/maps", "Maps"),
        ("#/new/expansion", "New table: Expansion"),
        ("#/rules/expansion", "Rules: Expansion"),
    ):
        user.open(address)
        expect(user.page).to_have_title(f"{title} · siegeworks")


@pytest.mark.long
def test_finished_games_can_be_replayed_and_others_gone_on_with(users: Users) -> None:
    user = users.add()
    user.join(users.site.table("siege-master", "me", "1"), "siege-master", 0)
    user.expect_prompt(re.compile("^Your turn"))
    lobby = user.page.get_by_role("link", name="Lobby")
    lobby.click()
    user.page.get_by_role("link", name="Continue Siege Master").click()
    user.menu("Resign").click()
    user.button("Yes, Red resigns").click()
    user.expect_prompt(re.compile("^Blue won: "))
    lobby.click()
    expect(user.page.get_by_role("link", name="Continue")).to_have_count(0)
    user.expect_text("You lost. Blue won: ")
    user.page.get_by_role("link", name="Replay of Siege Master").click()
    expect(user.page).to_have_title("Replay: Siege Master · siegeworks")
    user.expect_text("Red: Guest, Blue: bot 1")


@pytest.mark.long
def test_an_unknown_table_is_an_error(users: Users) -> None:
    user = users.add()
    for address in ("nope", "AAAAAAAAAAAAAAAA"):
        user.open(f"#/table/{address}")
        user.page.reload()
        expect(user.page.get_by_role("alert")).to_contain_text("There is no such table")
        expect(user.page.get_by_text("Opening the table")).to_have_count(0)
        user.page.get_by_role("link", name="All games").click()
        expect(user.button("Play a bot at Expansion")).to_be_visible()


@pytest.mark.long
def test_the_rules_open_beside_the_table(users: Users) -> None:
    user = start_game(users)
    with user.page.context.expect_page() as opened:
        user.button("Menu").click()
        user.page.locator("#table-menu").get_by_role("link", name=re.compile("^Rules")).click()
    expect(opened.value).to_have_url(re.compile("#/rules/nobles-and-peasants$"))
    expect(user.page.locator(".table")).to_be_visible()


@pytest.mark.long
def test_bots_have_names_and_descriptions(users: Users) -> None:
    user = users.add()
    user.open("#/new/kings-ransom")
    levels = user.page.get_by_label("Strength of the bot")
    expect(levels.locator("option")).to_have_count(8)
    levels.select_option("Level 8, Sovereign")
    user.expect_text("The strongest; takes its time over a move")


@pytest.mark.long
def test_name_and_colour_are_stored_and_an_empty_lobby_offers_a_bot(users: Users) -> None:
    user = users.add()
    # Other tests may have left tables here.
    user.page.route("**/api/lobby", lambda route: route.fulfill(json={"tables": []}))
    user.open("#/lobby")
    user.page.get_by_role("group", name="Your colour").get_by_label("lilac").check()
    user.page.get_by_label("Your name").fill("Ann")  # stored while typing
    user.page.reload()
    expect(user.page.get_by_label("Your name")).to_have_value("Ann")
    expect(user.page.get_by_label("lilac")).to_be_checked()
    user.expect_text("a bot is always available")
    user.page.get_by_role("link", name="Choose a game").click()
    expect(user.button("Play a bot at Expansion")).to_be_visible()


def test_a_record_can_be_replayed_and_continued(users: Users) -> None:
    user = users.add(tokens=True)
    user.open("#/replay")
    user.page.get_by_label("Open a file").set_input_files(EXPANSION)
    expect(user.page.get_by_role("heading", name="Expansion")).to_be_visible()
    user.page.keyboard.press("End")
    last = read_record(EXPANSION).steps
    shown = user.page.get_by_text(re.compile(rf"{last[-1].actor.title()}\b.* {last[-1].token}"))
    expect(shown.first).to_be_visible()
    expect(user.button("The game ends here")).to_be_disabled()
    user.page.get_by_label("Step", exact=True).fill("14")
    expect(user.page.get_by_text(re.compile("Moons.* e5-d5")).first).to_be_visible()
    with user.page.expect_download() as saved:
        user.button("Save the file").click()
    text = saved.value.path().read_text()
    assert text == (EXPANSION).read_text()
    user.button("Continue from here").click()
    user.expect_text("Continues your record after 14 steps.")
    user.page.reload()
    user.expect_text("Continues your record after 14 steps.")
    user.page.get_by_label("Who plays Moons").select_option("hot-seat")
    user.button("Open the table").click()
    user.expect_text("Suns to play")
    user.page.go_back()
    user.expect_text("Continues your record after 14 steps.")
    user.open("#/replay")
    user.page.get_by_label("Or paste the record here").fill("siege-record 1\ngame: chess\n---\n")
    user.button("Replay").click()
    expect(user.page.get_by_role("alert")).to_contain_text("chess")


@pytest.mark.long
def test_a_record_on_a_map_is_replayed_and_continued_on_that_map(users: Users) -> None:
    drawn = [". . . . . . . .", " . . F . . . F .", ". . . . . . . .", "", ". . F . . . . ."]
    head = "siege-record 1\ngame: siege-master\noptions: map=isle free=yes\n"
    rows = "".join(f"land: {row}".rstrip() + "\n" for row in drawn)
    hexes = "".join(drawn).count(".") + "".join(drawn).count("F")
    user = users.add()
    user.open("#/replay")
    user.page.get_by_label("Or paste the record here").fill(
        f"{head}{rows}---\nred a1-a4\nblue c1-c4\n"
    )
    user.button("Replay").click()
    expect(user.page.locator("svg.board .wall")).to_have_count(3)
    user.page.keyboard.press("ArrowRight")
    user.expect_text("1. Red places an army from a1 to a4.")
    user.button("Continue from here").click()
    user.page.reload()
    user.expect_text("Continues your record after 1 step.")
    user.page.get_by_label("Who plays Blue").select_option("hot-seat")
    user.button("Open the table").click()
    user.expect_text("Blue to act.")
    expect(user.page.get_by_role("gridcell")).to_have_count(hexes)


@pytest.mark.long
def test_a_seat_can_be_taken_in_the_lobby(users: Users) -> None:
    anna, ben = users.add(), users.add()
    anna.open("#/new/siege-master")
    anna.page.get_by_label("Who plays Blue").select_option("open")
    anna.button("Open the table").click()
    anna.expect_text("Waiting for someone to take Blue.")
    ben.open("#/lobby")
    ben.button("Take a seat").click()
    ben.expect_text("Waiting for Red.")
    anna.expect_text("Your turn.")


def test_one_click_on_the_home_page_starts_a_game_against_a_bot(users: Users) -> None:
    user = users.add()
    user.open()
    user.button("Play a bot at Siege Master").click()
    user.expect_text("Your turn.")
    expect(user.page.locator(".players").filter(has_text="bot 3")).to_be_visible()


@pytest.mark.long
def test_pieces_are_animated_only_after_moves_and_if_motion_is_allowed(users: Users) -> None:
    for wanted in (True, False):
        user = users.add(confirm_moves=True)
        user.page.add_init_script(COUNT_MOTION)
        user.page.emulate_media(reduced_motion="no-preference" if wanted else "reduce")
        # All tiles are laid out, and South begins.
        table = users.site.table_from("kings-ransom-0", 33, "kings-ransom", "me", "1")
        user.join(table, "kings-ransom", 0)
        user.expect_prompt(re.compile("^Your turn"))
        steps = user.state()[1]
        user.page.evaluate("window.moved = 0")
        user.page.mouse.click(*position_of(user, "Sa1"))
        expect(user.button("Flee")).to_be_visible()
        assert user.page.evaluate("window.moved") == 0, "picking does not animate"
        user.button("Flee").click()
        user.page.get_by_role("button", name=re.compile("^Flee from a1 with the ")).click()
        expect(user.page.locator(".side ol")).not_to_have_attribute("data-steps", steps)
        if wanted:
            user.page.wait_for_function("() => window.moved > 0")
        assert (user.page.evaluate("window.moved") > 0) == wanted
