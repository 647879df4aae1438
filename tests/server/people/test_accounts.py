"""Accounts without passwords: who one is on every device, and nobody else."""

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from siegeworks.server.people.accounts import account as accounts
from siegeworks.server.people.accounts import passkeys, recovery, sessions
from siegeworks.server.people.accounts.names import UnusableName, checked_name, skeleton
from siegeworks.server.people.accounts.sessions import browser_in_words
from siegeworks.server.runtime.settings import Rate, ServerSettings
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.opening import open_store
from siegeworks.server.storage.store import Store
from tests.server.people.browsers import Browser, Device
from tests.server.served import Client, served


@pytest.fixture
def site(tmp_path: Path, database: str | None) -> Iterator[Client]:
    """A server over each database."""
    with served(tmp_path, store=open_store(tmp_path, database)) as client:
        yield client


# Names --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Anna", "José", "Жора", "ひらカタ漢", "Jean-Luc", "a.b_c", "42"])
def test_a_name_of_any_script_is_shown_as_it_was_written(name: str) -> None:
    assert checked_name(f" {name} ") == name


@pytest.mark.parametrize(
    "name",
    ["x", "x" * 21, "", "a b", "user=1", "a\u202eb", "_a", "a/b", "\u0430nna", "Admin", "a\x00b"],
)
def test_an_unusable_name_is_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(UnusableName, match=r"\.$"):
        checked_name(name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "anna"),
        ("AHHA", "\u0410\u041d\u041d\u0410"),  # the second is Cyrillic
        ("Paul1", "PaulI"),
        ("Bob0", "bobo"),
        ("mark", "rnark"),
        ("anna_b", "annab"),
        ("\uff21nna", "Anna"),
    ],
)
def test_names_that_can_be_mistaken_for_each_other_have_one_skeleton(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)


@pytest.mark.parametrize(("name", "other"), [("Anna", "Anne"), ("Jos\u00e9", "Jose"), ("ab", "ba")])
def test_names_that_differ_have_two_skeletons(name: str, other: str) -> None:
    assert skeleton(name) != skeleton(other)


def test_nobody_takes_a_name_that_looks_like_another(site: Client) -> None:
    Browser(site).sign_up("Mark")
    other = Browser(site)
    assert "looks too much like Mark" in refusal_of(other, "rnark")
    assert "already" in refusal_of(other, "MARK")
    assert other.post("/api/account/sign-up", {"name": "mark"})[0] == 400
    assert other.account is None


def refusal_of(browser: Browser, name: str) -> str:
    return str(browser.post("/api/account/sign-up/options", {"name": name})[1]["sentence"])


# Signing up, in and out ---------------------------------------------------------------------------


def test_nobody_needs_an_account(site: Client) -> None:
    assert site.get("/api/account") == (200, {})
    assert site.table("siege-master", "me", "1")["yours"]


def test_who_signs_up_with_a_passkey_signs_in_with_it_elsewhere(site: Client) -> None:
    first, second, device = Browser(site), Browser(site), Device()
    codes = first.sign_up("Anna", device)
    assert len(set(codes)) == 10
    assert first.account is not None and first.account["name"] == "Anna"
    assert first.account["passkeys"] == 1 and first.account["codes_left"] == 10

    assert second.account is None
    status, answer = second.sign_in(device)
    assert (status, answer["account"]["name"]) == (200, "Anna")
    assert second.account == first.account
    assert second.token != first.token


def test_who_signs_out_is_signed_out_here_and_nowhere_else(site: Client) -> None:
    first, second, device = Browser(site), Browser(site), Device()
    first.sign_up("Anna", device)
    second.sign_in(device)
    token = first.token
    first.asked("/api/account/sign-out")
    assert first.account is None and first.token == ""
    first.token = token  # a copy of the cookie is worth nothing either
    assert first.account is None
    assert second.account is not None


def test_a_recovery_code_signs_in_once(site: Client) -> None:
    codes = Browser(site).sign_up("Anna")
    other = Browser(site)
    body = {"name": "anna", "code": codes[3].lower().replace("-", " ")}
    assert other.asked("/api/account/recover", body)["account"]["codes_left"] == 9
    status, answer = Browser(site).post("/api/account/recover", body)
    assert (status, "has been used" in answer["sentence"]) == (400, True)


@pytest.mark.parametrize("name", ["Bert", "Nobody-here"])
def test_a_recovery_code_works_for_its_account_alone(site: Client, name: str) -> None:
    codes = Browser(site).sign_up("Anna")
    Browser(site).sign_up("Bert")
    other = Browser(site)
    status, answer = other.post("/api/account/recover", {"name": name, "code": codes[0]})
    assert (status, answer["sentence"]) == (
        400,
        "No account of this name has this code, or the code has been used. Check both.",
    )
    assert other.account is None


def test_an_account_has_no_passkey_at_an_address_in_digits(site: Client) -> None:
    browser = Browser(site, "127.0.0.1")
    options = browser.asked("/api/account/sign-up/options", {"name": "Anna"})
    assert options == {"challenge": "", "options": ""}
    status, answer = browser.post("/api/account/sign-in/options", {})
    assert (status, "Passkeys do not work" in answer["sentence"]) == (400, True)
    assert len(browser.sign_up("Anna")) == 10
    assert browser.account is not None


# Attacks ------------------------------------------------------------------------------------------


def test_a_challenge_is_answered_once(site: Client) -> None:
    browser, device = Browser(site), Device()
    browser.sign_up("Anna", device)
    options = browser.asked("/api/account/sign-in/options")
    signed = device.sign(options["options"], browser.origin)
    body = {"challenge": options["challenge"], "credential": signed}
    browser.asked("/api/account/sign-in", body)
    status, answer = Browser(site).post("/api/account/sign-in", body)
    assert (status, "sent twice" in answer["sentence"]) == (400, True)


def test_a_challenge_for_signing_up_does_not_sign_in(site: Client) -> None:
    browser, device = Browser(site), Device()
    browser.sign_up("Anna", device)
    options = browser.asked("/api/account/sign-up/options", {"name": "Bert"})
    signed = device.sign(options["options"], browser.origin, "localhost")
    body = {"challenge": options["challenge"], "credential": signed}
    assert Browser(site).post("/api/account/sign-in", body)[0] == 400


def test_a_signature_for_another_page_signs_nobody_in(site: Client) -> None:
    browser, device = Browser(site), Device()
    browser.sign_up("Anna", device)
    for origin, rp_id in (("http://evil.example", ""), (browser.origin, "evil.example")):
        options = browser.asked("/api/account/sign-in/options")
        signed = device.sign(options["options"], origin, rp_id)
        body = {"challenge": options["challenge"], "credential": signed}
        other = Browser(site)
        assert other.post("/api/account/sign-in", body)[0] == 400
        assert other.account is None


def test_a_stranger_who_knows_a_passkeys_id_is_not_signed_in(site: Client) -> None:
    device, forged = Device(), Device()
    Browser(site).sign_up("Anna", device)
    forged.id = device.id
    assert Browser(site).sign_in(forged)[0] == 400


def test_a_cloned_passkey_is_noticed(site: Client) -> None:
    browser, device = Browser(site), Device()
    browser.sign_up("Anna", device)
    assert browser.sign_in(device)[0] == 200
    device.count = 0  # what the clone counted
    assert browser.sign_in(device)[0] == 400


@pytest.mark.parametrize(
    "credential", ["", "{}", "[]", "x", '{"id": 1}', '{"rawId": "%%"}', "null"]
)
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)  # which refuses more
def test_a_malformed_answer_of_a_browser_is_refused_in_a_sentence(
    site: Client, credential: str
) -> None:
    browser = Browser(site)
    options = browser.asked("/api/account/sign-in/options")
    body = {"challenge": options["challenge"], "credential": credential}
    assert browser.post("/api/account/sign-in", body)[0] == 400
    options = browser.asked("/api/account/sign-up/options", {"name": "Anna"})
    body = {"name": "Anna", "challenge": options["challenge"], "credential": credential or " "}
    assert browser.post("/api/account/sign-up", body)[0] == 400


def test_pages_of_other_origins_change_nothing(site: Client) -> None:
    browser = Browser(site)
    browser.sign_up("Anna")
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec_Fetch_Site": "cross-site"},
        {"Content_Type": "text/plain"},  # what a form could send
    ):
        status, answer = browser.post("/api/account/sign-out", {}, **headers)
        assert status in (403, 415), answer
    assert browser.account is not None


def test_the_cookie_is_no_scripts_business(site: Client) -> None:
    browser = Browser(site)
    browser.sign_up("Anna")
    parts = {part.strip().lower() for part in browser.cookie.split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= parts
    assert "secure" not in parts  # it would not be sent over http
    assert len(browser.token) >= 43


def test_the_cookie_stays_on_tls_where_there_is_tls(tmp_path: Path) -> None:
    origin = "https://play.example.org"
    with served(tmp_path, origins=[origin]) as site:
        browser = Browser(site)
        browser.origin = origin
        browser.sign_up("Anna")
        assert "secure" in browser.cookie.lower()


def test_guessing_codes_is_slow(tmp_path: Path) -> None:
    with served(tmp_path, settings=ServerSettings(recovery_rate=Rate(3, 0.001))) as site:
        codes = Browser(site).sign_up("Anna")
        wrong = {"name": "Anna", "code": "2222-2222-2222"}
        for _ in range(3):
            assert Browser(site).post("/api/account/recover", wrong)[0] == 400
        right = {"name": "Anna", "code": codes[0]}
        assert Browser(site).post("/api/account/recover", right)[0] == 429


def test_no_cookie_code_or_name_is_in_any_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG), served(tmp_path) as site:
        browser = Browser(site)
        codes = browser.sign_up("Annabella")
        Browser(site).post("/api/account/recover", {"name": "Annabella", "code": codes[0]})
        Browser(site).post("/api/account/recover", {"name": "Annabella", "code": codes[0]})
    logged = "\n".join(f"{line.getMessage()} {line.__dict__}" for line in caplog.records)
    assert "an unknown passkey or code" in logged
    for secret in (browser.token, "Annabella", *codes):
        assert secret not in logged


@pytest.mark.parametrize(
    ("header", "words"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0",
            "Firefox on Linux",
        ),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("<script>", "A browser"),
        ("", "A browser"),
    ],
)
def test_of_a_browser_only_its_kind_is_kept(header: str, words: str) -> None:
    assert browser_in_words(header) == words


def test_at_an_address_in_digits_a_name_that_is_taken_is_refused_too(site: Client) -> None:
    Browser(site).sign_up("Anna")
    assert "already" in refusal_of(Browser(site, "127.0.0.1"), "Anna")


BODIES: list[object] = [
    *(None, [], "x", 7, {}, {"name": 5}, {"name": "\ud800"}, {"name": "a\x00b"}),
    *({"name": "x" * 999}, {"code": "\x00" * 22}, {"code": "x" * 9999}, {"id": "zz"}),
    *({"id": None, "more": 1}, {"name": "Anna", "code": "\x00"}, {"kind": "foe"}),
    *({"challenge": "x" * 43, "credential": "[" * 9999}, {"challenge": "\x00", "credential": ""}),
    *({"document": "[" * 9999, "version": 0}, {"document": "\ud800", "version": 0}),
    {"tables": [{"table": "x" * 16, "keys": ["\x00" * 22]}]},
]
POSTS = [
    *("sign-up/options", "sign-up", "sign-in/options", "sign-in", "recover", "sign-out"),
    *("passkeys/options", "passkeys", "passkeys/remove", "sessions/end", "codes", "links"),
    *("links/look", "links/use", "delete", "tables", "tables/%00/key", "progress"),
]


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("is_signed_in", [True, False])
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)  # which refuses more
def test_malformed_requests_are_answered_in_a_sentence(
    site: Client, path: str, is_signed_in: bool
) -> None:
    browser = Browser(site)
    if is_signed_in:
        browser.sign_up("Bert")
    for body in BODIES:
        status, answer = browser.post(f"/api/account/{path}", body)
        assert status == 200 or (status < 500 and answer["sentence"].endswith(".")), answer


@pytest.mark.parametrize("name", ["%00", "x" * 2000, "%F0%9F%98%80", "..%2f..", "%ff"])
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)  # which refuses more
def test_an_unknown_person_is_nobody(site: Client, name: str) -> None:
    assert Browser(site).get(f"/api/people/{name}")[0] == 404
    assert Browser(site).get(f"/api/tables/{name}/people")[0] == 404


# Time ---------------------------------------------------------------------------------------------


def test_what_is_too_old_is_worth_nothing(tmp_path: Path, database: str | None) -> None:
    async def grow_old(store: Store) -> None:
        def begin(db: Database) -> tuple[str, str, str]:
            accounts.create(db, "a" * 16, "Anna")
            challenge = passkeys.new_challenge(db, passkeys.SIGN_IN).challenge
            return (
                sessions.begin(db, "a" * 16, "x"),
                recovery.new_link(db, "a" * 16, "x"),
                challenge,
            )

        token, code, challenge = await store.write(begin)

        def are_known(db: Database) -> list[bool]:
            known = passkeys.use_challenge(db, passkeys.SIGN_IN, challenge)
            records = [sessions.session_of(db, token), recovery.link_of(db, code), known]
            return [record is not None for record in records]

        def wait(db: Database) -> None:
            db.execute("UPDATE session SET seen = seen - ?", (181 * 86_400.0,))
            db.execute("UPDATE sign_in_link SET expires = expires - ?", (301.0,))
            db.execute("UPDATE challenge SET expires = expires - ?", (301.0,))

        await store.write(wait)
        assert await store.write(are_known) == [False, False, False]

    store = open_store(tmp_path, database)
    asyncio.run(grow_old(store))
    store.close()


def test_a_browser_that_signs_in_again_leaves_no_session_behind(site: Client) -> None:
    browser, device = Browser(site), Device()
    browser.sign_up("Anna", device)
    browser.sign_in(device)
    assert len(browser.get("/api/account/access")[1]["sessions"]) == 1
