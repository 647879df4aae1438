"""What one can do at a table and around it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from siegeworks.play.record import read_record
from tests.web.conftest import Guests
from tests.web.person import GAMES, Person
from tests.web.pictures import CHOSEN

# A sample record of each game and a step at which somebody has just acted.
MIDDLE = {
    "siege-master": ("siege-master-0", 5),
    "kings-ransom": ("kings-ransom-1", 40),
    "expansion": ("expansion-0", 30),
    "siege-by-number": ("siege-by-number-0", 9),
    "nobles-and-peasants": ("nobles-and-peasants-0", 80),
}

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


def spot(person: Person, place: str) -> tuple[float, float]:
    """Where a place of the board lies on the screen, from the marks that lie on it."""
    box = person.page.locator(f"[data-at={place}]").first.bounding_box()
    assert box is not None, f"nothing is marked on {place}"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def begun(guests: Guests, *, confirms: bool = False) -> Person:
    """At a small Nobles and Peasants against somebody at the same screen."""
    person = guests.come(confirms=confirms)
    table = guests.site.table("nobles-and-peasants", "me", "hot-seat", stones="8")
    person.sits(table, "nobles-and-peasants", 0, 1)
    return person


def newest(person: Person) -> Locator:
    """The newest step in the list."""
    return person.page.locator("ol li").first


def place_a_tower(person: Person, at: str) -> None:
    """Click a tower of the hand, then a circle."""
    person.page.locator("button.thing").first.click()
    person.page.mouse.click(*spot(person, at))


def test_a_ghost_is_shown_before_a_move_is_played_and_undo_takes_it_back(guests: Guests) -> None:
    person = begun(guests, confirms=True)
    place_a_tower(person, "b3")
    expect(person.page.locator(".ghost")).to_have_count(1)
    person.button("Back").click()
    expect(person.page.locator(".ghost")).to_have_count(0)
    place_a_tower(person, "b3")
    person.button("Play T@b3").click()
    expect(newest(person)).to_contain_text("T@b3")
    person.button("Undo").click()
    expect(newest(person)).not_to_contain_text("T@b3")


def test_a_piece_is_moved_by_dragging_it(guests: Guests) -> None:
    person = begun(guests)
    for at in ("b3", "e3"):
        place_a_tower(person, at)
        expect(newest(person)).to_contain_text(f"T@{at}")
    start = spot(person, "b3")
    person.page.mouse.move(*start)
    person.page.mouse.down()
    person.page.mouse.move(start[0] + 20, start[1] + 20)
    goal = spot(person, "a1")
    person.page.mouse.move(*goal, steps=4)
    expect(person.page.locator(".ghost")).to_have_count(1)
    person.page.mouse.up()
    expect(newest(person)).to_contain_text("b3-a1")


def drag(person: Person, start: tuple[float, float], goal: tuple[float, float]) -> None:
    """Press the mouse here and release it there."""
    person.page.mouse.move(*start)
    person.page.mouse.down()
    person.page.mouse.move(start[0] + 12, start[1] + 12)
    person.page.mouse.move(*goal, steps=4)
    person.page.mouse.up()


def test_a_piece_is_dragged_while_it_or_another_one_is_picked(guests: Guests) -> None:
    person = begun(guests)
    for at in ("b3", "e3", "c5"):
        place_a_tower(person, at)
        expect(newest(person)).to_contain_text(f"T@{at}")
    theirs = spot(person, "e3")
    place_a_tower(person, "e5")
    expect(newest(person)).to_contain_text("T@e5")
    mine, other = spot(person, "b3"), spot(person, "c5")
    picked = person.page.locator("path.selected")
    person.page.mouse.click(*mine)
    expect(picked).to_have_count(1)
    goal = spot(person, "a1")
    person.page.mouse.click(*mine)  # a click on what is picked lets go of it
    expect(picked).to_have_count(0)
    drag(person, mine, theirs)
    expect(person.page.locator(".refusal")).to_contain_text("b3-e3")
    drag(person, other, theirs)  # though b3 is picked
    expect(person.page.locator(".refusal")).to_contain_text("c5-e3")
    drag(person, other, goal)  # though it is picked already
    expect(newest(person)).to_contain_text("c5-a1")


def test_a_thing_beside_the_board_is_dragged_onto_it(guests: Guests) -> None:
    person = begun(guests)
    for thing, token in (("button.thing", "T@b3"), ("button.end", "L@b3")):
        person.page.locator(thing).first.click()
        goal = spot(person, "b3")
        person.page.keyboard.press("Escape")
        expect(person.page.locator("[data-at=b3]")).to_have_count(0)
        box = person.page.locator(thing).first.bounding_box()
        assert box is not None
        drag(person, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), goal)
        expect(newest(person)).to_contain_text(token)
        person.button("Undo").click()
        expect(newest(person)).not_to_contain_text(token)


def test_one_is_told_to_begin_beside_the_board(guests: Guests) -> None:
    person = begun(guests)
    person.page.locator("button.thing").first.click()
    goal = spot(person, "b3")
    person.page.locator("button.thing").first.click()
    person.page.mouse.click(*goal)
    expect(person.page.locator(".refusal")).to_have_text(
        "First take a tower from your hand or an end stone of the row."
    )


def test_keys_are_for_the_mouse_too(guests: Guests) -> None:
    person = guests.come(confirms=True)
    person.sits(guests.site.table("siege-master", "me", "hot-seat"), "siege-master", 0, 1)
    box = person.page.locator(".field svg.board").bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    person.page.mouse.click(*middle)
    play = person.page.locator(".actions .main")
    first = play.inner_text()
    person.page.keyboard.press("r")
    expect(play).not_to_have_text(first)
    second = play.inner_text()
    person.page.get_by_label("Type a move").press("r")  # is typed
    expect(play).to_have_text(second)
    person.page.get_by_label("Type a move").fill("")
    person.page.get_by_label("Type a move").blur()
    person.page.keyboard.press("Escape")
    expect(play).to_be_hidden()
    person.page.mouse.click(*middle)
    expect(play).to_be_visible()
    person.page.keyboard.press("Enter")
    expect(person.page.locator("ol li")).to_have_count(1)


def test_rows_of_hexes_are_named_by_their_first_hex(guests: Guests) -> None:
    person = guests.come()
    person.sits(guests.site.table("siege-master", "me", "hot-seat"), "siege-master", 0, 1)
    for name in ("a5", "i1", "q5"):  # the hexagon's upper end, its widest row and its lower end
        expect(person.page.locator(".board text", has_text=re.compile(f"^{name}$"))).to_be_visible()


def test_why_a_move_cannot_be_played_is_said_when_one_tries_it(guests: Guests) -> None:
    person = begun(guests)
    place_a_tower(person, "b3")
    expect(newest(person)).to_contain_text("T@b3")
    person.page.locator("button.thing").first.click()
    taken = spot(person, "b2")
    beside = spot(person, "b4")
    person.page.mouse.click((taken[0] + beside[0]) / 2, taken[1])  # b3, where a tower stands
    expect(person.page.locator(".refusal")).to_contain_text(re.compile(r"T@b3: .*\(R4\)"))


def test_a_hint_names_moves_and_an_offer_is_answered(guests: Guests) -> None:
    person = begun(guests)
    person.button("Hint").click()
    expect(person.page.get_by_role("list", name="The best moves").locator("li")).not_to_have_count(
        0
    )
    person.button("Offer a draw").click()
    person.sees("a draw; ")
    person.agrees()
    person.sees("all seats agreed to a draw")


def test_a_hint_is_shown_before_it_is_played_where_moves_are_confirmed(guests: Guests) -> None:
    person = begun(guests, confirms=True)
    place_a_tower(person, "b3")
    person.button("Play T@b3").click()
    expect(newest(person)).to_contain_text("T@b3")
    person.button("Hint").click()
    show = person.page.get_by_role("button", name=re.compile("^Show ")).last
    token = show.inner_text().removeprefix("Show ")
    show.click()
    expect(person.page.locator(".ghost")).to_have_count(1)
    expect(newest(person)).to_contain_text("T@b3")
    expect(person.button(f"Play {token}")).to_be_focused()
    person.page.keyboard.press("Enter")
    expect(newest(person)).to_contain_text(token)


def test_a_bot_that_declines_says_so_where_it_is_read_out(guests: Guests) -> None:
    person = guests.come()
    person.sits(guests.site.table("siege-master", "me", "1"), "siege-master", 0)
    person.button("Offer a draw").click()
    said = person.page.locator("[aria-live]", has_text="Blue would rather play on.")
    expect(said).to_be_visible()
    person.types_first_move()
    expect(said).to_have_count(0)


def test_what_happened_is_read_out_and_so_is_how_a_battle_ended(guests: Guests) -> None:
    person = guests.come()
    table = guests.site.table_from("expansion-0", 27, "expansion", "me", "hot-seat")
    person.sits(table, "expansion", 0, 1)
    lift_the_curtain(person)
    read_out = person.page.locator(".news [aria-live]")
    note = person.page.locator(".note").first.inner_text()
    expect(read_out.filter(has_text=note)).to_have_count(1)
    person.page.get_by_label("Type a move").fill("d3-d2")  # a null onto a 5
    person.button("Play").click()
    expect(person.page.get_by_role("group", name="Battle")).to_be_visible()
    assert person.words_stuck_together() == []
    expect(
        read_out.filter(has_text=re.compile("won: Minion 0 of (Suns|Moons) fell"))
    ).to_have_count(1)


def test_seats_agree_to_stop_and_count_in_expansion(guests: Guests) -> None:
    person = guests.come()
    record = read_record(CHOSEN / "expansion.siege")
    seats = [{"seat": "suns", "who": "me"}, {"seat": "moons", "who": "hot-seat"}]
    step = len(record.steps) - 2
    text = (CHOSEN / "expansion.siege").read_text()
    asked = {"game": "expansion", "seats": seats, "record": text, "step": step}
    status, table = guests.site.post("/api/tables", asked)
    assert status == 200, table
    person.sits(table, "expansion", 0, 1)
    for _ in ("who offers", "who answers"):
        lift_the_curtain(person)
        if person.page.get_by_text("offers to stop and count").count() == 0:
            person.button("Stop and count").click()
            person.button("Yes, offer it").click()
            person.sees("offers to stop and count")
    person.agrees()
    person.page.wait_for_selector(".side a.main")


def lift_the_curtain(person: Person) -> None:
    """Show the table to whoever is to act, where a curtain hangs before it."""
    if person.page.locator(".curtain").count():
        person.page.locator(".curtain button").click()
    person.page.wait_for_selector(".table")


@pytest.mark.parametrize("game", GAMES)
def test_no_two_words_stick_together_on_screen_or_aloud(guests: Guests, game: str) -> None:
    person = guests.come()
    table = guests.site.table_from(*MIDDLE[game], game, "me", "hot-seat")
    person.sits(table, game, 0, 1)
    if person.page.locator(".curtain").count():
        person.page.locator(".curtain button").click()
    expect(person.page.locator(".deed").first).to_be_visible()
    expect(person.page.locator(".tools")).to_be_visible()
    assert person.words_stuck_together() == []
    said = [one.inner_text() for one in person.page.locator(".deed").all()]
    for words in said:
        assert re.match("(Red|Blue|Suns|Moons|Crowns|Arms|South|North|Yellow|Green|Chance) ", words)


def test_only_where_armies_are_turned_the_help_says_so(guests: Guests) -> None:
    for game in ("siege-master", "nobles-and-peasants"):
        person = guests.come()
        person.sits(guests.site.table(game, "me", "hot-seat"), game, 0, 1)
        grid = person.page.get_by_role("grid")
        expect(grid).to_have_accessible_description(re.compile("Enter picks"))
        described = person.page.locator("#grid-help").inner_text()
        assert ("R turns an army" in described) == (game == "siege-master")


def test_it_is_said_when_no_die_can_move_a_piece_and_when_a_turn_ends_by_itself(
    guests: Guests,
) -> None:
    person = guests.come()
    # Crowns had one die and moved with it; Suns have rolled a 0, which carries nobody.
    table = guests.site.table_from("siege-by-number-0", 4, "siege-by-number", "me", "hot-seat")
    person.sits(table, "siege-by-number", 0, 1)
    person.is_told(re.compile("Suns to act"))
    person.sees("Suns: no die left can move a piece; all that is left is done (R7)")
    ended = person.page.get_by_text("The turn of Crowns ended by itself")
    expect(ended).to_be_visible()
    person.button("End the turn").click()
    person.is_told(re.compile("Crowns to act"))
    expect(person.page.get_by_text("ended by itself")).to_have_count(0)


def test_sounds_are_off_until_they_are_switched_on(guests: Guests) -> None:
    person = begun(guests)
    person.page.evaluate(COUNT_TONES)
    place_a_tower(person, "b3")
    expect(newest(person)).to_contain_text("T@b3")
    assert person.page.evaluate("window.tones") == 0
    person.page.locator("summary", has_text="Settings").click()
    person.page.get_by_label("Sounds").check()
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_label("Sounds")).to_be_hidden()
    before = person.page.evaluate("window.tones")
    assert before > 0, "one hears what one has switched on"
    place_a_tower(person, "e3")
    expect(newest(person)).to_contain_text("T@e3")
    assert person.page.evaluate("window.tones") > before


def test_an_invitation_is_a_link_a_code_and_a_picture(guests: Guests) -> None:
    person = guests.come()
    person.goes("#/new/kings-ransom")
    person.page.get_by_label("Who plays North").select_option("friend")
    person.button("Open the table").click()
    link = person.page.locator(".link a")
    code = person.page.locator("li strong", has_text="-").inner_text()
    expect(link).to_have_attribute("href", f"{guests.site.base}/#/join/{code}")
    expect(person.page.get_by_role("img", name="The link for North")).to_be_visible()
    person.sees("Only this computer can open this link.")


def test_a_link_is_selected_where_the_page_may_not_copy_it(guests: Guests) -> None:
    person = guests.come()
    person.page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    person.goes("#/new/kings-ransom")
    person.page.get_by_label("Who plays North").select_option("friend")
    person.button("Open the table").click()
    person.button("Copy the link").click()
    person.sees("The link is selected above")
    link = person.page.locator(".link a").inner_text()
    assert person.page.evaluate("getSelection().toString()") == link


def test_why_a_table_cannot_be_opened_is_said_at_the_option_and_at_the_button(
    guests: Guests,
) -> None:
    person = guests.come()
    person.goes("#/new/siege-master")
    count = person.page.get_by_label("count")
    count.select_option("7")
    why = "here the map has them"
    expect(person.page.get_by_role("alert")).to_contain_text(why)
    expect(person.button("Open the table")).to_be_disabled()
    expect(count).to_have_accessible_description(re.compile(why))
    expect(person.page.get_by_role("group", name="count")).to_contain_text(why)
    person.page.get_by_label("scattered").check()
    expect(person.button("Open the table")).to_be_enabled()
    expect(person.page.get_by_text(why)).to_have_count(0)


def test_refused_options_leave_the_seats_as_they_are(guests: Guests) -> None:
    person = guests.come()
    person.goes("#/new/siege-master")
    person.page.get_by_label("Who plays Blue").select_option("hot-seat")
    person.page.get_by_label("Their name").fill("Ben")
    person.page.get_by_role("textbox", name="map").fill("nowhere")
    expect(person.page.get_by_role("alert")).to_contain_text("nowhere")
    expect(person.button("Open the table")).to_be_disabled()
    expect(person.page.get_by_label("Their name")).to_have_value("Ben")
    person.page.get_by_role("textbox", name="map").fill("hexagon")
    expect(person.button("Open the table")).to_be_enabled()
    expect(person.page.get_by_role("alert")).to_be_empty()


def test_an_address_that_names_no_table_says_so(guests: Guests) -> None:
    person = guests.come()
    for address in ("nope", "AAAAAAAAAAAAAAAA"):
        person.goes(f"#/table/{address}")
        person.page.reload()
        expect(person.page.get_by_role("alert")).to_contain_text("There is no such table")
        expect(person.page.get_by_text("Opening the table")).to_have_count(0)
        person.page.get_by_role("link", name="All games").click()
        expect(person.button("Play a bot at Expansion")).to_be_visible()


def test_the_rules_are_read_beside_the_table(guests: Guests) -> None:
    person = begun(guests)
    with person.page.context.expect_page() as opened:
        person.page.get_by_role("link", name="Rules of Nobles and Peasants").click()
    expect(opened.value).to_have_url(re.compile("#/rules/nobles-and-peasants$"))
    expect(person.page.locator(".table")).to_be_visible()


def test_a_bot_is_chosen_by_name_and_by_what_it_can(guests: Guests) -> None:
    person = guests.come()
    person.goes("#/new/kings-ransom")
    levels = person.page.get_by_label("How strong the bot is")
    expect(levels.locator("option")).to_have_count(8)
    levels.select_option("8 Sovereign")
    person.sees("The strongest, and still quick")


def test_a_name_and_a_colour_are_kept_and_an_empty_lobby_offers_a_bot(guests: Guests) -> None:
    person = guests.come()
    person.goes("#/lobby")
    person.page.get_by_role("group", name="Your colour").get_by_label("lilac").check()
    person.page.get_by_label("Your name").fill("Ann")  # kept before the field is left
    person.page.reload()
    expect(person.page.get_by_label("Your name")).to_have_value("Ann")
    expect(person.page.get_by_label("lilac")).to_be_checked()
    person.sees("A bot always has time")
    person.page.get_by_role("link", name="Choose a game").click()
    expect(person.button("Play a bot at Expansion")).to_be_visible()


def test_a_record_is_replayed_and_played_on(guests: Guests) -> None:
    person = guests.come()
    person.goes("#/replay")
    person.page.get_by_label("Open a file").set_input_files(CHOSEN / "expansion.siege")
    expect(person.page.get_by_role("heading", name="Expansion")).to_be_visible()
    person.page.keyboard.press("End")
    last = read_record(CHOSEN / "expansion.siege").steps
    person.sees(f"{len(last)}. {last[-1].actor.title()} {last[-1].token}")
    expect(person.button("The game is over here")).to_be_disabled()
    person.page.get_by_label("Step", exact=True).fill("14")
    person.sees("14. Moons e5-d5")
    with person.page.expect_download() as saved:
        person.button("Save the file").click()
    text = saved.value.path().read_text()
    assert text == (CHOSEN / "expansion.siege").read_text()
    person.button("Play on from here").click()
    person.sees("Played on from your record, after 14 steps.")
    person.page.reload()
    person.sees("Played on from your record, after 14 steps.")
    person.page.get_by_label("Who plays Moons").select_option("hot-seat")
    person.button("Open the table").click()
    person.sees("It is Suns’s turn")
    person.page.go_back()
    person.sees("Played on from your record, after 14 steps.")
    person.goes("#/replay")
    person.page.get_by_label("Or put the record here").fill("siege-record 1\ngame: chess\n---\n")
    person.button("Show it").click()
    expect(person.page.get_by_role("alert")).to_contain_text("chess")


def test_a_table_in_the_lobby_is_found_and_taken(guests: Guests) -> None:
    anna, ben = guests.come(), guests.come()
    anna.goes("#/new/siege-master")
    anna.page.get_by_label("Who plays Blue").select_option("open")
    anna.button("Open the table").click()
    anna.sees("Waiting until somebody takes Blue.")
    ben.goes("#/lobby")
    ben.button("Sit down").click()
    ben.sees("Waiting for Red.")
    anna.sees("Your turn.")


def test_one_button_on_the_home_page_plays_a_bot(guests: Guests) -> None:
    person = guests.come()
    person.goes()
    person.button("Play a bot at Siege Master").click()
    person.sees("Your turn.")
    expect(person.page.locator(".players")).to_contain_text("bot 3")


def test_pieces_move_when_something_happens_and_only_where_motion_is_wanted(guests: Guests) -> None:
    for wanted in (True, False):
        person = guests.come(confirms=True)
        person.page.add_init_script(COUNT_MOTION)
        person.page.emulate_media(reduced_motion="no-preference" if wanted else "reduce")
        # All tiles are laid out and south begins.
        table = guests.site.table_from("kings-ransom-0", 33, "kings-ransom", "me", "1")
        person.sits(table, "kings-ransom", 0)
        person.is_told(re.compile("^Your turn"))
        steps = person.state()[1]
        person.page.evaluate("window.moved = 0")
        person.page.mouse.click(*spot(person, "Sa1"))
        expect(person.button("Flee")).to_be_visible()
        assert person.page.evaluate("window.moved") == 0, "to pick is no event"
        person.button("Flee").click()
        person.page.get_by_role("button", name=re.compile("^Play ")).click()
        expect(person.page.locator(".side ol")).not_to_have_attribute("start", steps)
        assert (person.page.evaluate("window.moved") > 0) == wanted
