"""People at one table: two browsers and a line that breaks, or two people at one screen."""

from __future__ import annotations

import re

from playwright.sync_api import WebSocketRoute, expect

from tests.web.conftest import Guests
from tests.web.person import Person

SMALL = {"board": "3x1", "values": "5A", "setup": "random"}


class Cable:
    """The line of one person, which can be pulled out, or swallow without a word what is said."""

    def __init__(self, person: Person) -> None:
        self.is_in, self.is_deaf, self.lines = True, False, list[WebSocketRoute]()
        person.page.route_web_socket(re.compile("/ws$"), self._connect)

    def _connect(self, line: WebSocketRoute) -> None:
        if not self.is_in:
            line.close()
            return
        server = line.connect_to_server()
        line.on_message(lambda said: None if self.is_deaf else server.send(said))
        server.on_message(lambda said: None if self.is_deaf else line.send(said))
        self.lines.append(line)

    def pull(self) -> None:
        """From now on nothing goes through."""
        self.is_in = False
        for line in self.lines:
            line.close()
        self.lines.clear()


def test_two_browsers_play_and_a_broken_line_loses_and_doubles_nothing(guests: Guests) -> None:
    anna, ben = guests.come(), guests.come()
    cable = Cable(anna)
    table = guests.site.table("expansion", "me", "friend", **SMALL)
    anna.sits(table, "expansion", 0)
    anna.sees("Waiting until somebody takes Moons.")
    ben.goes(f"#/join/{table['invitations'][0]['code']}")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Sit down as Moons").click()
    for person in (anna, ben):
        person.is_told(re.compile("^(Your turn|Waiting for (Suns|Moons))"))
    expect(anna.page.get_by_text("Ben", exact=True)).to_be_visible()

    mover, other = (anna, ben) if anna.state()[0].startswith("Your turn") else (ben, anna)
    mover.types_first_move()
    other.is_told(re.compile("^Your turn"))

    # Anna's line breaks; what she plays meanwhile is kept and counts once.
    if mover is anna:
        other.types_first_move()
        anna.is_told(re.compile("^Your turn"))
    steps = int(anna.state()[1])
    cable.pull()
    anna.sees("No connection to the server. Trying again; nothing you played is lost.")
    anna.types_first_move()
    ben.sees("Waiting for Suns, who is away.")
    cable.is_in = True
    ben.is_told(re.compile("^Your turn"))
    assert int(ben.state()[1]) == steps + 1
    anna.is_told(re.compile("^Waiting for Moons"))
    assert int(anna.state()[1]) == steps + 1


def test_within_three_seconds_one_is_told_that_nothing_is_heard_of_the_server(
    guests: Guests,
) -> None:
    """By the page's own clock, which the test turns."""
    person = guests.come()
    cable = Cable(person)
    person.page.clock.install()
    person.sits(guests.site.table("siege-master", "me", "1"), "siege-master", 0)
    person.is_told(re.compile("^Your turn"))
    cable.is_deaf = True
    person.page.clock.run_for(3000)
    person.is_told(re.compile("^No connection to the server."))
    cable.is_deaf = False  # the line was only slow
    person.types_first_move()
    person.is_told(re.compile("^(Your turn|Blue .* is thinking)"))


def test_a_page_without_a_network_asks_a_server_on_the_same_computer_and_plays_on(
    guests: Guests,
) -> None:
    person = guests.come()
    cable = Cable(person)
    person.sits(guests.site.table("siege-master", "me", "hot-seat"), "siege-master", 0, 1)
    person.is_told(re.compile("^Red to act"))
    person.page.evaluate("dispatchEvent(new Event('offline'))")
    person.types_first_move()
    person.is_told(re.compile("^Blue to act"))
    person.page.clock.install()
    person.page.clock.pause_at(4_000_000_000)
    cable.is_deaf = True
    person.page.evaluate("dispatchEvent(new Event('offline'))")
    person.page.clock.run_for(1500)
    person.is_told(re.compile("^No connection to the server."))


def test_a_curtain_hides_one_person_s_secrets_from_the_next(guests: Guests) -> None:
    person = guests.come()
    table = guests.site.table("kings-ransom", "me", "hot-seat", columns="2", tiles="KAEC")
    person.sits(table, "kings-ransom", 0, 1)
    first = _lift(person)
    mine = _tiles(person)
    assert sum(kind != "tile" for kind in mine[first]) == 4, "one's own tiles are known"
    assert set(mine[_other(first)]) == {"tile"}, "the other's are not"

    person.page.get_by_label("Type a move").fill(_quiet_move(person))
    person.button("Play").click()
    person.button(f"Hand over to {_other(first)}").click()
    person.sees("The others look away, please.")
    assert person.page.locator("[role=gridcell]").count() == 0, "nothing lies behind the curtain"
    assert _lift(person) == _other(first)
    hidden = _tiles(person)[first]
    assert "king" not in hidden


def test_a_curtain_calls_by_name_whoever_gave_one(guests: Guests) -> None:
    person = guests.come()
    person.goes("#/new/kings-ransom")
    person.page.get_by_label("Your name").fill("Ann")
    person.page.get_by_label("Your name").blur()
    person.page.get_by_label("Who plays North").select_option("hot-seat")
    person.page.get_by_label("Their name").fill("Ben")
    person.button("Open the table").click()
    title = person.page.get_by_role("heading", name=re.compile("^It is (Ann|Ben)’s turn$"))
    who = "Ann, South" if "Ann" in title.inner_text() else "Ben, North"
    person.button(f"I am {who}: show my table").click()
    person.page.wait_for_selector(".table")


def _other(seat: str) -> str:
    return "North" if seat == "South" else "South"


def _lift(person: Person) -> str:
    """Lift the curtain; who does it."""
    title = person.page.get_by_role("heading", name=re.compile("^It is ")).inner_text()
    seat = "South" if "South" in title else "North"
    person.button(f"I am {seat}: show my table").click()
    person.page.locator("[role=gridcell] button").first.wait_for()  # drawn after the board
    return seat


def _tiles(person: Person) -> dict[str, list[str]]:
    """What is told of each tile on the board, by its army."""
    words = person.page.locator("[role=gridcell] button").all_inner_texts()
    found: dict[str, list[str]] = {"South": [], "North": []}
    for cell in words:
        seat = "South" if cell.startswith("S") else "North"
        if f"of {seat}" in cell.split(", place")[0]:
            found[seat].append(cell.split(", ")[1].split()[0])
    return found


def _quiet_move(person: Person) -> str:
    """A move after which the others need not answer: somebody flees."""
    own = person.page.locator("[data-may=begin]").first.get_attribute("data-at")
    assert own is not None
    return f"{own[1:]}~"


def test_who_signs_other_devices_out_is_alone_at_the_seat(guests: Guests) -> None:
    anna, thief = guests.come(), guests.come()
    table = guests.site.table("siege-master", "me", "hot-seat")
    for person in (anna, thief):
        person.sits(table, "siege-master", 0)
        person.sees("Your turn.")
    anna.button("Sign out other devices").click()
    anna.sees("Other devices are signed out of your seat.")
    thief.sees("This seat is not yours, or no longer")
    anna.types_first_move()
    anna.sees("Waiting for Blue")
