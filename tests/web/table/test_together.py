"""Several players at one table: two browsers, one of which loses its connection, or one screen."""

import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.web.conftest import Users
from tests.web.user import User

LOST = "No connection. Reconnecting …"
# When the words come and go, by the page's clock.
RECORD_WORDS = """() => {
  const prompt = document.querySelector('.prompt');
  window.said = [];
  const note = () => window.said.push([performance.now(), prompt.textContent.trim()]);
  const all = { childList: true, characterData: true, subtree: true };
  new MutationObserver(note).observe(prompt, all);
}"""
SMALL = {"board": "3x1", "values": "5A", "setup": "random"}


class Connection:
    """The connection of one user, which can be cut, or drop all messages silently."""

    def __init__(self, user: User) -> None:
        self.connected, self.silent, self.sockets = True, False, list[WebSocketRoute]()
        user.page.route_web_socket(re.compile("/ws/"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if not self.connected:
            socket.close()
            return
        server = socket.connect_to_server()
        socket.on_message(lambda message: None if self.silent else server.send(message))
        server.on_message(lambda message: None if self.silent else socket.send(message))
        self.sockets.append(socket)

    def cut(self) -> None:
        """Close the connection, and refuse new ones."""
        self.connected = False
        for socket in self.sockets:
            socket.close()
        self.sockets.clear()


def test_a_lost_connection_neither_loses_nor_repeats_moves(users: Users) -> None:
    anna, ben = users.add(), users.add()
    connection = Connection(anna)
    table = users.site.table("expansion", "me", "friend", **SMALL)
    anna.join(table, "expansion", 0)
    anna.expect_text("Waiting for someone to take Moons.")
    ben.open(f"#/join/{table['invitations'][0]['code']}")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Play Moons").click()
    for user in (anna, ben):
        user.expect_prompt(re.compile("^(Your turn|Waiting for (Suns|Moons))"))
    expect(anna.page.get_by_text("Ben", exact=True)).to_be_visible()

    mover, other = (anna, ben) if anna.state()[0].startswith("Your turn") else (ben, anna)
    mover.type_first_move()
    other.expect_prompt(re.compile("^Your turn"))

    # Anna loses her connection; a move that she makes meanwhile is sent later, once.
    if mover is anna:
        other.type_first_move()
        anna.expect_prompt(re.compile("^Your turn"))
    steps = int(anna.state()[1])
    connection.cut()
    anna.expect_text("No connection. Reconnecting …")
    anna.type_first_move()
    ben.expect_text("Waiting for Suns, who is away.")
    connection.connected = True
    ben.expect_prompt(re.compile("^Your turn"))
    assert int(ben.state()[1]) == steps + 1
    anna.expect_prompt(re.compile("^Waiting for Moons"))
    assert int(anna.state()[1]) == steps + 1


@pytest.mark.parametrize(
    ("what", "width"), [("silent", 390), pytest.param("cut", 1280, marks=pytest.mark.long)]
)
def test_a_lost_connection_is_said_within_three_seconds_of_the_last_message_until_it_is_back(
    users: Users, what: str, width: int
) -> None:
    """The page's clock stands still, so the answer to a move is the last message and the moment
    from which we count."""
    user = users.add(width=width, height=844)
    connection = Connection(user)
    user.page.clock.install()
    user.join(users.site.table("siege-master", "me", "hot-seat"), "siege-master", 0, 1)
    user.expect_prompt(re.compile("^Red to act"))
    user.page.clock.pause_at("2030-01-01")
    user.type_first_move()
    user.expect_prompt(re.compile("^Blue to act"))
    last = user.page.evaluate("performance.now()")
    user.page.evaluate(RECORD_WORDS)
    if what == "cut":
        connection.cut()
    else:
        connection.silent = True
    user.page.clock.run_for(3000)
    prompt = user.page.locator(".prompt")
    expect(prompt).to_have_text(LOST)
    expect(prompt).to_be_in_viewport(ratio=1)
    at, words = user.page.evaluate("window.said[0]")
    assert words == LOST
    assert last <= at <= last + 3000
    connection.connected, connection.silent = True, False
    while prompt.inner_text() == LOST:  # until another connection is open, not longer:
        user.page.clock.run_for(250)  # a clock that leaps past an answer makes the server silent
    user.expect_prompt(re.compile("^Blue to act"))
    assert [text for _, text in user.page.evaluate("window.said")][0::2] == [LOST]


@pytest.mark.long
def test_going_offline_does_not_matter_if_the_server_is_local(
    users: Users,
) -> None:
    user = users.add()
    connection = Connection(user)
    user.join(users.site.table("siege-master", "me", "hot-seat"), "siege-master", 0, 1)
    user.expect_prompt(re.compile("^Red to act"))
    user.page.evaluate("dispatchEvent(new Event('offline'))")
    user.type_first_move()
    user.expect_prompt(re.compile("^Blue to act"))
    user.page.clock.install()
    user.page.clock.pause_at(4_000_000_000)
    connection.silent = True
    user.page.evaluate("dispatchEvent(new Event('offline'))")
    user.page.clock.run_for(1500)
    user.expect_prompt(re.compile("^No connection. Reconnecting"))


def test_a_curtain_hides_secrets_between_players(users: Users) -> None:
    user = users.add()
    table = users.site.table("kings-ransom", "me", "hot-seat", columns="2", tiles="KAEC")
    user.join(table, "kings-ransom", 0, 1)
    first = _open_curtain(user)
    mine = _tiles(user)
    assert sum(kind != "tile" for kind in mine[first]) == 4, "a player sees their own tiles"
    assert set(mine[_other(first)]) == {"tile"}, "but not the other's"

    user.page.get_by_label("Type a move").fill(_flight(user))
    user.button("Play").click()
    user.button(f"Hand over to {_other(first)}").click()
    user.expect_text("Everyone else, please look away.")
    assert user.page.locator("[role=gridcell]").count() == 0, "there is no board behind the curtain"
    assert _open_curtain(user) == _other(first)
    hidden = _tiles(user)[first]
    assert "king" not in hidden


@pytest.mark.long
def test_the_curtain_uses_the_players_names(users: Users) -> None:
    user = users.add()
    user.open("#/new/kings-ransom")
    user.page.get_by_label("Your name").fill("Ann")
    user.page.get_by_label("Your name").blur()
    user.page.get_by_label("Who plays North").select_option("hot-seat")
    user.page.get_by_label("Their name").fill("Ben")
    user.button("Open the table").click()
    title = user.page.get_by_role("heading", name=re.compile("^(Ann|Ben) to play$"))
    who = "Ann, South" if "Ann" in title.inner_text() else "Ben, North"
    user.button(f"I am {who}: show the board").click()
    user.page.wait_for_selector(".table")


def _other(seat: str) -> str:
    return "North" if seat == "South" else "South"


def _open_curtain(user: User) -> str:
    """Open the curtain; returns for which seat."""
    title = user.page.get_by_role("heading", name=re.compile(" to play$")).inner_text()
    seat = "South" if "South" in title else "North"
    user.button(f"I am {seat}: show the board").click()
    user.page.locator("[role=gridcell] button").first.wait_for()  # drawn after the board
    return seat


def _tiles(user: User) -> dict[str, list[str]]:
    """What is announced for each tile on the board, by army."""
    words = user.page.locator("[role=gridcell] button").all_inner_texts()
    armies: dict[str, list[str]] = {"South": [], "North": []}
    for cell in words:
        seat = "South" if cell.startswith("S") else "North"
        if f"of {seat}" in cell.split(", place")[0]:
            armies[seat].append(cell.split(", ")[1].split()[0])
    return armies


def _flight(user: User) -> str:
    """A move that needs no answer: a tile flees."""
    own = user.page.locator("[data-mark=from]").first.get_attribute("data-cell")
    assert own is not None
    return f"{own[1:]}~"


@pytest.mark.long
def test_signing_out_other_devices_leaves_one_at_the_seat(users: Users) -> None:
    anna, thief = users.add(), users.add()
    table = users.site.table("siege-master", "me", "hot-seat")
    for user in (anna, thief):
        user.join(table, "siege-master", 0)
        user.expect_text("Your turn.")
    anna.menu("Sign out other devices").click()
    anna.button("Yes, sign them out").click()
    anna.expect_text("Other devices are signed out of your seat.")
    thief.expect_text("This seat is not yours now")
    anna.type_first_move()
    anna.expect_text("Waiting for Blue")
