"""Personal tokens on the account's page: made once, used by a program, deleted."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.web.conftest import Users
from tests.web.pages.test_account import check_page, sign_up, with_passkeys


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
