"""People at a table: they talk, are called when it is their turn, and see who watches."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.web.conftest import Users
from tests.web.table.test_stable_table import OBSERVE, SHIFTS
from tests.web.test_for_everybody import SMALL, overflow, violations
from tests.web.user import User

GAME = "siege-master"
HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
# Notifications as a browser would show them, and how often it was asked whether it may.
NOTIFICATIONS = """
window.asked = 0; window.shown = [];
window.Notification = class {
  static permission = 'default';
  static async requestPermission() { window.asked += 1; return (this.permission = 'ANSWER'); }
  constructor(title, { body }) { window.shown.push(`${title}: ${body}`); }
  close() { window.shown.push('closed'); }
};
"""
# Sounds as they would be played: the pitch of each tone.
SOUNDS = """
window.played = [];
const { setValueAtTime } = AudioParam.prototype;
AudioParam.prototype.setValueAtTime = function (value, at) {
  if (value > 20) window.played.push(value);
  return setValueAtTime.call(this, value, at);
};
"""
TURN = 660  # hertz: the first tone of the sound for one's turn


def pair(users: Users, width: int = 1280, height: int = 800) -> tuple[User, User, dict[str, Any]]:
    """Two people at one table."""
    table = users.site.table(GAME, "me", "hot-seat")
    red, blue = (users.add(width=width, height=height, touch=width < 500) for _ in range(2))
    red.join(table, GAME, 0)
    blue.join(table, GAME, 1)
    return red, blue, table


def chat_of(user: User) -> Locator:
    """The open chat."""
    region = user.page.get_by_role("region", name="Chat")
    if not region.is_visible():
        user.page.get_by_role("button", name=re.compile("^Chat")).click()
    expect(region).to_be_visible()
    return region


def shifts(user: User) -> float:
    return sum(shift["value"] for shift in user.page.evaluate(SHIFTS))


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["1280", "390"])
def test_two_people_talk_and_nothing_moves(users: Users, width: int, height: int) -> None:
    table = users.site.table(GAME, "me", "hot-seat")
    red, blue = (users.add(width=width, height=height, touch=width < 500) for _ in range(2))
    for user, seat in ((red, 0), (blue, 1)):
        user.page.add_init_script(OBSERVE)
        user.join(table, GAME, seat)
        expect(user.page.get_by_role("button", name="Chat", exact=True)).to_be_visible()
    red.page.evaluate(SHIFTS)
    red.page.evaluate("window.shifts.length = 0")
    chat_of(red).get_by_role("button", name="Have fun!").click()
    expect(blue.page.get_by_role("button", name="Chat 1 new line")).to_be_visible()
    expect(blue.page.locator("[aria-live=polite]", has_text="Red: Have fun!")).to_have_count(1)
    log = chat_of(blue).get_by_role("log")
    expect(log).to_contain_text("Red: Have fun!")
    expect(blue.page.get_by_role("button", name="Chat", exact=True)).to_be_visible()  # read
    for user in (red, blue):
        chat_of(user).get_by_label("Read and write texts").check()
    expect(chat_of(blue)).to_contain_text("Red has it on too.")
    expect(chat_of(red)).to_contain_text("Blue has it on too.")  # before: nobody reads the text
    field = chat_of(red).get_by_label("Write a line")
    field.fill("<img src=x onerror=alert(1)> & <b>you</b>?")
    field.press("Enter")
    expect(log).to_contain_text("<img src=x onerror=alert(1)> & <b>you</b>?")
    assert log.locator("img, b").count() == 0
    expect(field).to_have_value("")
    assert shifts(red) < 0.01
    for user in (red, blue):
        user.screenshot(f"chat-{width}-{'red' if user is red else 'blue'}")
        assert violations(user) == []
        assert overflow(user) <= 0
        assert user.page.evaluate(SMALL) == []
    red.page.emulate_media(color_scheme="dark")
    assert violations(red) == []
    red.page.keyboard.press("Escape")
    expect(red.page.get_by_role("region", name="Chat")).to_be_hidden()
    expect(red.page.get_by_role("button", name="Chat", exact=True)).to_be_focused()


@pytest.mark.long
def test_a_seat_is_muted_and_a_line_reported(users: Users) -> None:
    red, blue, _ = pair(users)
    for words in ("Hello!", "Have fun!", "Oops!"):
        chat_of(red).get_by_role("button", name=words).click()
    log = chat_of(blue).get_by_role("log")
    about = log.get_by_role("button", name="Mute Red or report this line")
    expect(about).to_have_count(3)
    about.last.click()
    expect(blue.button("Report to the host")).to_be_in_viewport(ratio=1)  # below the last line
    blue.button("Report to the host").click()
    expect(chat_of(blue)).to_contain_text("Reported.")
    about.last.click()
    blue.button("Mute Red").click()
    expect(log).to_contain_text("Nothing has been said yet.")
    chat_of(red).get_by_role("button", name="Thank you!").click()
    expect(chat_of(red).get_by_role("log")).to_contain_text("Thank you!")
    blue.page.reload()  # it is remembered
    blue.page.wait_for_selector(".table [role=grid]", state="attached")
    chat_of(blue).get_by_role("button", name="Hear Red again").click()
    expect(chat_of(blue).get_by_role("log")).to_contain_text("Thank you!")


@pytest.mark.long
def test_spectators_are_listed_and_talk_apart(users: Users) -> None:
    red, _, table = pair(users)
    watchers = [users.add() for _ in range(2)]
    watchers[0].set_preferences(name="Ann")
    watchers[0].page.add_init_script(
        "localStorage.setItem('siegeworks.me', JSON.stringify({name: 'Ann', color: '#9c2f16'}))"
    )
    for user in watchers:
        user.open(f"#/table/{table['table']}")
        user.page.wait_for_selector(".table [role=grid]", state="attached")
    expect(red.page.get_by_text("2 watching")).to_be_visible()
    expect(chat_of(red)).to_contain_text("Watching: Ann and 1 other.")
    chat_of(watchers[0]).get_by_role("button", name="That was close!").click()
    expect(chat_of(watchers[1]).get_by_role("log")).to_contain_text("Ann: That was close!")
    watchers[1].screenshot("spectator")
    assert violations(watchers[1]) == []
    expect(chat_of(red).get_by_role("log")).to_contain_text("Nothing has been said yet.")
    red.page.keyboard.press("Escape")
    red.menu("Resign").click()
    red.button("Yes, Red resigns").click()
    expect(chat_of(red).get_by_role("log")).to_contain_text("Ann: That was close!")


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 390])
def test_a_spectator_cannot_mute_or_report_themselves(users: Users, width: int) -> None:
    table = users.site.table(GAME, "me", "hot-seat")
    ann, bo = (users.add(width=width, height=844, touch=width < 500) for _ in range(2))
    for user in (ann, bo):
        user.open(f"#/table/{table['table']}")
        user.page.wait_for_selector(".table [role=grid]", state="attached")
    chat_of(ann).get_by_role("button", name="Oops!").click()
    expect(chat_of(bo).get_by_role("log")).to_contain_text("Spectator: Oops!")
    chat_of(bo).get_by_role("button", name="Hello!").click()
    for _ in range(2):
        log = chat_of(ann).get_by_role("log")
        expect(log).to_contain_text("Spectator (you): Oops!")
        expect(log).to_contain_text("Spectator: Hello!")
        about = log.get_by_role("button", name="Mute Spectator or report this line")
        expect(about).to_have_count(1)  # beside what the other has said
        ann.screenshot(f"spectator-own-{width}")
        ann.page.reload()  # another connection
        ann.page.wait_for_selector(".table [role=grid]", state="attached")


@pytest.mark.long
def test_a_table_against_bots_alone_has_no_line_for_company(users: Users) -> None:
    user = users.add()
    user.join(users.site.table(GAME, "me", "1"), GAME, 0)
    user.expect_prompt(re.compile("^Your turn"))
    expect(user.button("Menu")).to_be_visible()
    expect(user.page.get_by_role("button", name="Chat")).to_have_count(0)


# Notifications -----------------------------------------------------------------------------------


def test_a_hidden_page_calls_by_title_sound_and_notification(users: Users) -> None:
    table = users.site.table(GAME, "me", "hot-seat")
    red, blue = users.add(), users.add()
    blue.page.add_init_script(NOTIFICATIONS.replace("ANSWER", "granted") + SOUNDS)
    blue.page.add_init_script(
        "localStorage.setItem('siegeworks.me', "
        "JSON.stringify({name: '', color: '#9c2f16', volume: 50, typing: true}))"
    )
    red.join(table, GAME, 0)
    blue.join(table, GAME, 1)
    page = blue.page
    assert page.evaluate("window.asked") == 0  # nobody is asked when the page is opened
    blue.button("Notify me").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Notifications").check()
    assert violations(blue) == []
    blue.screenshot("calls")
    dialog.get_by_role("button", name="Close").click()
    assert page.evaluate("window.asked") == 1
    expect(page).to_have_title("Siege Master · siegeworks")
    page.evaluate(HIDE, True)
    red.type_first_move()
    expect(page).to_have_title("Your turn – Siege Master · siegeworks")
    page.wait_for_function("() => window.shown.length > 0")
    assert page.evaluate("window.shown") == ["Your turn: Siege Master"]
    assert page.evaluate("window.played").count(TURN) == 1
    page.evaluate(HIDE, False)
    expect(page).to_have_title("● Siege Master · siegeworks")
    assert page.evaluate("window.shown") == ["Your turn: Siege Master", "closed"]


@pytest.mark.long
def test_a_browser_that_says_no_is_believed(users: Users) -> None:
    user = users.add()
    user.page.add_init_script(NOTIFICATIONS.replace("ANSWER", "denied"))
    user.open("#/lobby")
    user.page.locator("summary", has_text="Settings").click()
    box = user.page.get_by_label("Notifications")
    box.click()
    expect(user.page.get_by_text("Your browser does not allow this page")).to_be_visible()
    expect(box).not_to_be_checked()


# Where a game has a clock ------------------------------------------------------------------------


def timed(users: Users, **clock: int) -> dict[str, Any]:
    """A new table with a clock, for two people."""
    seats = [{"seat": "red", "who": "me"}, {"seat": "blue", "who": "hot-seat"}]
    status, made = users.site.post("/api/tables", {"game": GAME, "seats": seats, "clock": clock})
    assert status == 200
    return dict(made)


@pytest.mark.long
def test_spectators_are_told_that_they_are_behind(users: Users) -> None:
    table = timed(users, reserve=600_000)
    red, watcher = users.add(), users.add()
    red.join(table, GAME, 0)
    watcher.open(f"#/table/{table['table']}")
    watcher.page.wait_for_selector(".table [role=grid]", state="attached")
    expect(chat_of(watcher)).to_contain_text("you see the game 3 turns late")


@pytest.mark.long
def test_a_vacation_is_taken_and_ended(users: Users) -> None:
    table = timed(users, per_move=2 * 86_400_000)
    red, blue = users.add(width=390, height=844), users.add()
    red.join(table, GAME, 0)
    blue.join(table, GAME, 1)
    red.menu("Vacation").click()
    dialog = red.page.get_by_role("dialog")
    dialog.get_by_label("Days").fill("10")
    dialog.get_by_role("button", name="Go on vacation").click()
    expect(dialog).to_contain_text("You are on vacation for 10 more days.")
    expect(dialog).to_contain_text("You have 11 days left this year")
    assert violations(red) == []
    red.screenshot("vacation")
    expect(blue.page.get_by_label("Seats").first).to_contain_text("on vacation")
    dialog.get_by_role("button", name="I am back").click()
    expect(blue.page.get_by_label("Seats").first).not_to_contain_text("on vacation")


# Pushes ------------------------------------------------------------------------------------------

# A browser that takes pushes: what a push service would give it, which headless browsers lack.
PUSHES = """
window.unsubscribed = false;
const made = {
  endpoint: 'ENDPOINT',
  toJSON: () => ({ endpoint: 'ENDPOINT', keys: { p256dh: 'P256DH', auth: 'AUTH' } }),
  unsubscribe: async () => { window.unsubscribed = true; window.subscribed = null; },
};
window.subscribed = null;
const registration = {
  pushManager: {
    getSubscription: async () => window.subscribed,
    subscribe: async ({ applicationServerKey }) => {
      window.serverKey = applicationServerKey;
      return (window.subscribed = made);
    },
  },
  getNotifications: async () => [],
};
window.PushManager = class {};
Object.defineProperty(navigator, 'serviceWorker', { value: {
  ready: Promise.resolve(registration), getRegistration: async () => registration,
  register: async () => registration, controller: {},
} });
"""


@pytest.mark.long
def test_a_browser_is_called_when_its_page_is_closed_until_it_says_stop(users: Users) -> None:
    push = pytest.importorskip("siegeworks.server.people.push")
    if not push.can_push():
        pytest.skip("needs the extra push")
    table = users.site.table(GAME, "me", "hot-seat")
    blue = users.add()
    answers = {
        "ENDPOINT": "https://push.example.org/blue",
        "P256DH": "BP" + "A" * 85,
        "AUTH": "A" * 22,
    }
    script = PUSHES
    for name, value in answers.items():
        script = script.replace(name, value)
    blue.page.add_init_script(NOTIFICATIONS.replace("ANSWER", "granted") + script)
    blue.join(table, GAME, 1)
    blue.button("Notify me").click()
    dialog = blue.page.get_by_role("dialog")
    with blue.page.expect_response("**/api/notifications/push") as answer:
        dialog.get_by_label("Notify me on this device").check()
    assert answer.value.status == 200
    assert blue.page.evaluate("window.serverKey.length") == 87
    assert violations(blue) == []
    blue.screenshot("push")
    blue.page.reload()
    blue.page.wait_for_selector(".table [role=grid]", state="attached")
    blue.page.evaluate("navigator.serviceWorker.ready.then((one) => one.pushManager.subscribe({}))")
    blue.button("Notify me").click()
    expect(dialog.get_by_label("Notify me on this device")).to_be_checked()
    with blue.page.expect_response("**/api/notifications/push/off") as answer:
        dialog.get_by_role("button", name="Stop all notifications on this device").click()
    assert answer.value.status == 200
    expect(dialog).to_contain_text("This device gets no more notifications.")
    assert blue.page.evaluate("window.unsubscribed")


@pytest.mark.long
def test_a_reply_is_planned_and_played(users: Users) -> None:
    table = timed(users, per_move=2 * 86_400_000)
    red, blue = users.add(), users.add(width=390, height=844)
    red.join(table, GAME, 0)
    blue.join(table, GAME, 1)
    blue.menu("Plan a reply").click()
    dialog = blue.page.get_by_role("dialog")
    field = dialog.get_by_label("Their move, your move")
    field.fill("d3-d6 d3-d6")
    field.press("Enter")
    expect(dialog.get_by_role("alert")).not_to_be_empty()  # it is not legal then
    field.fill("d3-d6 e4-e7")
    field.press("Enter")
    expect(dialog).to_contain_text("Planned: d3-d6 e4-e7")
    assert violations(blue) == []
    blue.screenshot("plan")
    red.page.get_by_label("Type a move").fill("d3-d6")
    red.page.get_by_label("Type a move").press("Enter")
    expect(dialog).not_to_contain_text("Planned:")
    red.expect_prompt(re.compile("^Your turn"))
    expect(red.page.locator("div.side ol li")).to_have_count(2)


@pytest.mark.long  # beside two other tests of plans
def test_the_button_under_the_board_says_what_is_planned(users: Users) -> None:
    table = timed(users, per_move=2 * 86_400_000)
    red, blue = users.add(), users.add(width=390, height=844)
    red.join(table, GAME, 0)
    blue.join(table, GAME, 1)
    under = blue.page.locator(".actions .moves").get_by_role("button")
    expect(under).to_have_text("Plan a reply")
    under.click()
    dialog = blue.page.get_by_role("dialog")
    field = dialog.get_by_label("Their move, your move")
    field.fill("d3-d6 e4-e7")
    field.press("Enter")
    expect(dialog).to_contain_text("Planned: d3-d6 e4-e7")
    dialog.get_by_role("button", name="Close").click()
    expect(under).to_have_text("Planned: d3-d6 e4-e7")
    assert overflow(blue) <= 0
    blue.screenshot("planned-390")
    expect(red.page.get_by_text("Planned:")).to_have_count(0)  # nobody else is told
    red.page.get_by_label("Type a move").fill("d3-d6")
    red.page.get_by_label("Type a move").press("Enter")
    red.expect_prompt(re.compile("^Your turn"))
    expect(under).to_have_text("Plan a reply")  # it has been played


@pytest.mark.long
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_a_reply_is_planned_on_the_board(users: Users, size: tuple[int, int]) -> None:
    """Their move is made there as well as one's own, by clicking."""
    table = timed(users, per_move=2 * 86_400_000)
    red, blue = users.add(), users.add(width=size[0], height=size[1])
    red.join(table, GAME, 0)
    blue.join(table, GAME, 1)
    blue.menu("Plan a reply").click()
    dialog = blue.page.get_by_role("dialog")
    field = dialog.get_by_label("Their move, your move")
    cells = dialog.get_by_role("gridcell").filter(has_text="can go here")
    for moves in range(2):
        mine = "What do you play then?" if moves else "What do you expect Red to play?"
        expect(dialog.get_by_role("status").first).to_have_text(mine)
        cells.first.locator("button").focus()
        blue.page.keyboard.press("Enter")
        dialog.get_by_role("button", name=re.compile("^Place an army")).click()
        expect(field).to_have_value(re.compile(r"^\S+-\S+" + r" \S+-\S+" * moves + "$"))
    blue.screenshot(f"plan-on-board-{size[0]}")
    assert violations(blue) == []
    assert overflow(blue) <= 0
    line = field.input_value()
    dialog.get_by_role("button", name="Plan this").click()
    expect(dialog).to_contain_text(f"Planned: {line}")
    expect(field).to_have_value("")
    red.page.get_by_label("Type a move").fill(line.split()[0])
    red.page.get_by_label("Type a move").press("Enter")
    red.expect_prompt(re.compile("^Your turn"))
    expect(red.page.locator("div.side ol li")).to_have_count(2)


@pytest.mark.long
def test_a_table_that_is_left_before_all_of_it_was_loaded_stays_quiet(users: Users) -> None:
    user = users.add()
    late, held = re.compile("/assets/notifying"), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    user.page.route(late, hold)
    with user.page.expect_request(late):
        user.join(users.site.table(GAME, "me", "hot-seat"), GAME, 0)
    user.open("#/maps")
    expect(user.page.get_by_role("heading", level=1)).to_have_text("Maps")
    with user.page.expect_response(late):
        held[0].continue_()
    user.page.evaluate("() => new Promise(requestAnimationFrame)")  # it has run, if it does
