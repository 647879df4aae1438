"""An account at two browsers: signing up, a second device, its tables there, and the end of it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.server.served import Client
from tests.web.conftest import Users
from tests.web.test_for_everybody import SMALL, overflow, violations
from tests.web.user import User

GAME = "siege-master"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def with_passkeys(users: Users, width: int = 1280, height: int = 800) -> User:
    """A user whose device makes passkeys, at an address that has them."""
    user = users.add(width=width, height=height)
    user.site = Client(user.site.base.replace("127.0.0.1", "localhost"))
    tools = user.page.context.new_cdp_session(user.page)
    tools.send("WebAuthn.enable")
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return user


def sign_up(user: User, name: str) -> None:
    user.open("#/account")
    new = user.page.get_by_role("region", name="Create an account")
    new.get_by_label("Name").fill(name)
    new.get_by_role("button", name="Create an account with a passkey").click()
    expect(user.page.get_by_role("heading", name="Save your recovery codes")).to_be_visible()


def signed_in_as(user: User, name: str) -> None:
    expect(user.page.locator(".me strong")).to_have_text(name)


def check_page(user: User, name: str) -> None:
    """Everybody can use it, at both widths and in the dark."""
    assert violations(user) == []
    assert user.missing_spaces() == []
    assert overflow(user) <= 0
    assert user.page.evaluate(SMALL) == []
    user.screenshot(f"{name}-390")
    user.page.set_viewport_size({"width": 1280, "height": 800})
    user.page.emulate_media(color_scheme="dark")
    assert violations(user) == []
    user.screenshot(f"{name}-1280-dark")
    user.page.set_viewport_size({"width": 390, "height": 844})
    user.page.emulate_media(color_scheme="light")


def tables_of(page: Page) -> int:
    return int(page.evaluate("Object.keys(JSON.parse(localStorage['siegeworks.tables'])).length"))


@pytest.mark.long
def test_an_account_follows_its_owner_to_a_second_device(users: Users) -> None:
    first = with_passkeys(users, width=390, height=844)
    table = users.site.table(GAME, "me", "1")
    first.join(table, GAME, 0)  # as a guest
    first.open("#/account")
    expect(first.page.get_by_role("heading", name="Create an account")).to_be_visible()
    check_page(first, "account-signed-out")
    first.page.evaluate(
        "localStorage['siegeworks.lessons'] = JSON.stringify({expansion: ['lesson-1']})"
    )
    first.page.reload()
    sign_up(first, "Anna")
    expect(first.page.locator("ol code")).to_have_count(10)
    check_page(first, "account-codes")
    first.page.get_by_role("button", name="I have saved them").click()
    signed_in_as(first, "Anna")
    first.page.get_by_role("button", name="Make a link").click()
    expect(first.page.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = first.page.locator(".link").inner_text()
    check_page(first, "account")

    second = with_passkeys(users, width=390, height=844)
    second.page.goto(link)
    expect(second.page.get_by_role("heading", name="Sign in as Anna?")).to_be_visible()
    expect(second.page.get_by_text("The link was made by Chrome on")).to_be_visible()
    check_page(second, "account-link")
    second.page.get_by_role("button", name="Sign in as Anna").click()
    second.page.get_by_role("button", name="Add a passkey for this device").click()
    signed_in_as(second, "Anna")
    removes = second.page.get_by_role("button", name=re.compile("^Remove the passkey"))
    expect(removes).to_have_count(2)

    # Its table and its lessons are here, and the seat can be played.
    second.page.wait_for_function("() => 'siegeworks.tables' in localStorage")
    second.page.wait_for_function("() => localStorage['siegeworks.lessons']?.includes('lesson-1')")
    second.open(f"#/table/{table['table']}")
    expect(second.page.locator(".prompt")).to_have_text("Your turn.")
    first.open("#/")
    second.open("#/")
    expect(second.page.get_by_role("heading", name="Your games")).to_be_visible()

    # The first signs the second out, and the second signs in again with its own passkey.
    first.open("#/account")
    others = first.page.get_by_role("button", name="Sign out everywhere else")
    others.click()
    expect(others).to_have_count(0)
    second.open("#/account")
    second.page.get_by_role("button", name="Sign in with a passkey").click()
    signed_in_as(second, "Anna")

    first.page.get_by_text("Delete this account").click()
    first.page.get_by_label("Type your name to delete the account").fill("Anna")
    first.page.get_by_role("button", name="Delete for good").click()
    expect(first.page.get_by_role("heading", name="Create an account")).to_be_visible()
    assert tables_of(first.page) == 1  # the seat is still this browser's own
    second.page.reload()
    expect(second.page.get_by_role("heading", name="Create an account")).to_be_visible()
    assert tables_of(second.page) == 0


@pytest.mark.long
def test_where_there_are_no_passkeys_the_page_says_so_and_goes_on_without(users: Users) -> None:
    user = users.add(width=390, height=844)
    user.open("#/account")
    expect(user.page.get_by_role("heading", name="Passkeys do not work")).to_be_visible()
    localhost = user.site.base.replace("127.0.0.1", "localhost")
    expect(user.page.get_by_role("link", name=f"{localhost}/#/account")).to_be_visible()
    check_page(user, "account-no-passkeys")
    user.page.get_by_role("region", name="Create an account").get_by_label("Name").fill("Carla")
    user.page.get_by_role("button", name="Create it with recovery codes only").click()
    code = user.page.locator("ol code").first.inner_text()
    user.page.get_by_role("button", name="I have saved them").click()
    user.page.get_by_role("button", name="Sign out", exact=True).click()
    into = user.page.get_by_role("region", name="Sign in")
    into.get_by_label("Name").fill("carla")
    into.get_by_label("Recovery code").fill(code.lower())
    into.get_by_role("button", name="Sign in with a recovery code").click()
    signed_in_as(user, "Carla")
    expect(user.page.get_by_text("9 recovery codes left.")).to_be_visible()


@pytest.mark.long
def test_a_look_alike_of_a_name_is_refused_in_a_sentence(users: Users) -> None:
    first, second = with_passkeys(users), with_passkeys(users)
    sign_up(first, "Mark")
    second.open("#/account")
    new = second.page.get_by_role("region", name="Create an account")
    new.get_by_label("Name").fill("rnark")
    new.get_by_role("button", name="Create an account with a passkey").click()
    expect(second.page.get_by_role("alert")).to_contain_text("looks too much like Mark")
    expect(new.get_by_label("Name")).to_have_value("rnark")


@pytest.mark.long
def test_two_people_become_friends_and_one_blocks_the_other(users: Users) -> None:
    dora, emil = with_passkeys(users, width=390, height=844), with_passkeys(users)
    sign_up(dora, "Dora")
    sign_up(emil, "Emil")
    dora.open("#/people/Emil")
    dora.page.get_by_role("button", name="Ask to be friends").click()
    expect(dora.page.get_by_role("status")).to_have_text("You have asked to be friends")
    check_page(dora, "person")
    emil.page.reload()
    expect(emil.page.get_by_text("Asks to be friends")).to_be_visible()
    emil.page.get_by_role("link", name="Dora").click()
    emil.page.get_by_role("button", name="Accept as a friend").click()
    expect(emil.page.get_by_role("status")).to_have_text("Friends")
    emil.page.get_by_role("button", name="Block", exact=True).click()
    expect(emil.page.get_by_role("status")).to_have_text("Blocked")
    dora.page.reload()
    expect(dora.page.get_by_role("status")).to_have_text("You have asked to be friends")


@pytest.mark.long
def test_nobody_is_asked_for_an_account(users: Users) -> None:
    user = users.add(stranger=True)
    asked: list[str] = []
    user.page.on("request", lambda request: asked.append(request.url))
    user.open()
    user.page.get_by_role("button", name="Play a bot").first.click()
    expect(user.page.locator(".board svg")).to_be_visible()
    assert not [url for url in asked if "account" in url.lower()]


@pytest.mark.long
def test_who_has_an_account_is_shown_and_what_blocked_people_write_is_hidden(users: Users) -> None:
    fritz, gerda = with_passkeys(users), with_passkeys(users, width=390, height=844)
    sign_up(fritz, "Fritz")
    sign_up(gerda, "Gerda")
    seats = fritz.site.get(f"/api/games/{GAME}")[1]["seats"]
    table = fritz.page.evaluate(
        """(body) => fetch('/api/tables', {method: 'POST', body: JSON.stringify(body),
        headers: {'Content-Type': 'application/json'}}).then((answer) => answer.json())""",
        {
            "game": GAME,
            "seats": [{"seat": seats[0], "who": "me"}, {"seat": seats[1], "who": "friend"}],
        },
    )
    gerda.open(f"#/join/{table['invitations'][0]['code']}")
    gerda.page.get_by_role("button", name=re.compile("^Play ")).click()
    fritz.join(table, GAME, 0)
    fritz.page.reload()  # with the key
    fritz.page.get_by_role("button", name="Chat").click()
    fritz.page.get_by_role("button", name="Hello!").click()
    gerda.page.get_by_role("button", name=re.compile("^Chat")).click()
    chat = gerda.page.get_by_role("region", name="Chat")
    expect(chat.get_by_role("log")).to_contain_text("Hello!")
    assert violations(gerda) == []
    gerda.screenshot("chat-390")
    chat.get_by_role("link", name=re.compile("account Fritz")).click()
    gerda.page.get_by_role("button", name="Block", exact=True).click()
    expect(gerda.page.get_by_role("status")).to_have_text("Blocked")
    gerda.open(f"#/table/{table['table']}")
    gerda.page.get_by_role("button", name=re.compile("^Chat")).click()
    expect(chat.get_by_role("log")).to_have_text("Nothing has been said yet.")


@pytest.mark.long
def test_progress_that_is_too_much_for_an_account_says_so_and_stays_here(users: Users) -> None:
    user = with_passkeys(users)
    sign_up(user, "Hugo")
    expect(user.page.get_by_text("are saved in your account")).to_be_visible()
    # What is kept is saved: nothing is written here any more.
    user.until("async () => JSON.parse(localStorage['siegeworks.account'] ?? '{}').base")
    user.page.evaluate(
        """localStorage['siegeworks.lessons'] =
        JSON.stringify({expansion: ['x'.repeat(300_000)]})"""
    )
    user.page.reload()
    expect(user.page.get_by_text("an account keeps 256 kB. Nothing is lost here")).to_be_visible()
    assert user.page.evaluate("localStorage['siegeworks.lessons'].length") > 300_000
