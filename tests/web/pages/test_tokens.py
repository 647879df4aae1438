"""What an account's page makes once and shows once: personal tokens, links and codes."""

import json
import re

from playwright.sync_api import Route, expect

from tests.web.conftest import Users
from tests.web.pages.test_account import check_page, sign_up, with_passkeys
from tests.web.pages.test_tournaments import sign_up as sign_up_without_passkey


def test_a_token_is_made_shown_once_and_deleted(users: Users) -> None:
    anna = with_passkeys(users, width=390, height=844)
    sign_up(anna, "Anna")
    anna.page.get_by_role("button", name="I have saved them").click()
    tokens = anna.page.get_by_role("region", name="Tokens for programs")
    tokens.get_by_label("What it is for").fill("my bot")
    tokens.get_by_label("bot: ").check()
    tokens.get_by_label("Expires after").select_option("7 days")
    tokens.get_by_role("button", name="Make a token").click()
    token = tokens.locator("code").text_content() or ""
    check_page(anna, "account-tokens")

    def account_of_program() -> tuple[int, object]:
        headers = {"Authorization": f"Bearer {token}"}
        status, _, body = anna.site.ask("GET", "/api/account", None, **headers)
        return status, (json.loads(body).get("account") or {}).get("name")

    assert account_of_program() == (200, "Anna")
    anna.page.reload()
    expect(tokens.get_by_text("my bot")).to_be_visible()
    expect(tokens.locator("code")).to_have_count(0)
    tokens.get_by_role("button", name="Delete the token my bot").click()
    expect(tokens.get_by_text("my bot")).to_have_count(0)
    assert account_of_program() == (401, None)


def test_a_double_click_makes_one_link_one_token_and_one_set_of_codes(users: Users) -> None:
    """The second would make the first void before anybody has read it."""
    anna = users.add()
    sign_up_without_passkey(anna, "DoubleAnna")
    anna.open("#/account")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            held.append(route)
        else:
            route.continue_()

    anna.page.route(re.compile("/api/account/(codes|links|tokens)$"), hold)
    page = anna.page
    page.get_by_label("What it is for").fill("my bot")
    link = page.locator(".link")
    for button, made in (
        ("Make a link", link),
        ("Make a new link", link),
        ("Make a token", page.get_by_text("Copy the token now.")),
        ("Make new codes", page.get_by_role("heading", name="Save your recovery codes")),
    ):
        before = link.text_content() if link.is_visible() else None
        with page.expect_request(re.compile("/api/account/(codes|links|tokens)$")):
            anna.button(button).click(click_count=2)
        page.evaluate("fetch('/api/account')")  # by then, the second would have been asked for
        (only,) = held
        held.clear()
        only.continue_()
        if made is link and before:  # until the new one is there, a click does nothing
            expect(link).not_to_have_text(before)
        expect(made).to_be_visible()
