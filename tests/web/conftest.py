"""A server with the built page, and browsers that visit it."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from siegeworks.games import NAMES
from siegeworks.server.http.static_files import STATIC
from siegeworks.server.jobs import searches
from siegeworks.server.runtime.settings import Rate, ServerSettings
from tests.server.served import Client, served
from tests.web.slow_line import slow_line
from tests.web.user import TIMEOUT, User

expect.set_options(timeout=TIMEOUT)

OFFLINE = [  # the browser sends requests to our server only
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
]
FAST = Rate(100_000, 10_000)
UNLIMITED = ServerSettings(  # tests click faster than people
    websocket_rate=FAST,
    request_rate=FAST,
    post_rate=FAST,
    message_rate=FAST,
    lesson_rate=FAST,
)
NO_BROWSER = (
    "The tests of the page need Chromium, which was not found. Install it (on Debian: `apt install "
    "chromium-headless-shell`), or set the environment variable CHROMIUM to its path."
)
NO_PAGE = "The page has not been built. Run `pip install -e .`, which builds it."


def chromium() -> str:
    """The path of the browser: the headless shell takes half the time of the whole browser."""
    shell = "chromium-headless-shell"
    names = (os.environ.get("CHROMIUM", ""), shell, "chromium", "chromium-browser", "google-chrome")
    executable = next((path for name in names if name and (path := shutil.which(name))), None)
    assert executable is not None, NO_BROWSER
    return executable


@pytest.fixture(scope="session")
def site(prepared_searches: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server for these tests. It compiles within its event loop, and answers nobody meanwhile."""
    assert (STATIC / "index.html").is_file(), NO_PAGE
    with impatient():
        yield from serving(tmp_path_factory.mktemp("tables"))


@contextmanager
def impatient() -> Iterator[None]:
    """Searches are short."""
    with pytest.MonkeyPatch.context() as patched:
        quick = partial(searches.Bounds, simulations=10)
        patched.setattr(searches, "Bounds", quick)
        yield


def serving(folder: Path) -> Iterator[Client]:
    """The server itself, behind a slow line where the variable SLOW_LINE says of what kind."""
    kind = os.environ.get("SLOW_LINE")
    line = partial(slow_line, kind=kind) if kind else lambda app: app
    with served(folder, settings=UNLIMITED, line=line) as client:
        yield client


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Headless Chromium."""
    with started_browser() as browser:
        yield browser


@contextmanager
def started_browser() -> Iterator[Browser]:
    """Headless Chromium, until it is no longer needed."""
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=chromium(), args=OFFLINE)
        yield browser
        browser.close()


class Users:
    """The users of a test, each with a browser context."""

    def __init__(self, browser: Browser, site: Client, pictures: Path) -> None:
        self.browser, self.site, self.pictures = browser, site, pictures
        self.contexts: list[BrowserContext] = []
        self.all: list[User] = []

    def add(
        self,
        *,
        confirm_moves: bool = False,
        width: int = 1280,
        height: int = 800,
        touch: bool = False,
        pace: str = "instant",
        motion: bool = False,
        tokens: bool = False,
        typing: bool = True,
        stranger: bool = False,
        coach: bool = False,
        worker: bool = False,
    ) -> User:
        """Add a user; `confirm_moves`: as by default; `touch`: on a touch screen; `pace`: at which
        the turns of others are shown; `motion`: pieces may slide; `tokens`: the history has
        moves in notation too; `typing`: moves can be typed, as by those who want to; `stranger`:
        no game was played in this browser; `coach`: there is one; `worker`: the page may start its
        service worker, whose requests a test cannot answer."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=touch,
            is_mobile=touch,
            service_workers="allow" if worker else "block",
        )
        context.set_default_timeout(TIMEOUT)
        self.contexts.append(context)
        user = User(context.new_page(), self.site, self.pictures)
        user.set_preferences(
            confirm=confirm_moves, pace=pace, tokens=tokens, typing=typing, coach=coach
        )
        if not stranger:
            met = json.dumps(dict.fromkeys(NAMES, True))
            user.page.add_init_script(f"localStorage.setItem('siegeworks.met', '{met}')")
        self.all.append(user)
        return user


@pytest.fixture
def users(browser: Browser, site: Client, tmp_path: Path) -> Iterator[Users]:
    """Users whose pages must not log errors or send requests to other servers."""
    users = Users(browser, site, tmp_path)
    yield users
    for context in users.contexts:
        context.close()
    for user in users.all:
        assert user.console_errors == []
        assert user.foreign_requests == []
