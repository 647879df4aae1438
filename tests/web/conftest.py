"""A server with the built page, and a browser that looks at it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from siegeworks.server import doors, sockets
from siegeworks.server.limits import Rate
from siegeworks.server.static_files import STATIC
from tests.server.served import Client, served
from tests.web.person import PATIENCE, Person

expect.set_options(timeout=PATIENCE)

ALONE = [  # the browser asks nobody but our server for anything
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
]
QUICK = Rate(100_000, 10_000)
NO_BROWSER = (
    "The page is tested in Chromium, and there is none: install the package chromium (on Debian "
    "`apt install chromium`), or name one that there is in the environment variable CHROMIUM."
)
NO_PAGE = "The page is not built: `pip install -e .` builds it where it is missing."


def chromium() -> str:
    """Where the browser is."""
    names = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if name and (path := shutil.which(name))), None)
    assert found is not None, NO_BROWSER
    return found


@pytest.fixture(scope="session")
def site(prepared_searches: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server of our own. It compiles in its loop what is not compiled yet, and while it does
    nobody is answered."""
    assert (STATIC / "index.html").is_file(), NO_PAGE
    with pytest.MonkeyPatch.context() as patched:
        for rate in ("CONNECTING", "ASKING", "POST_RATE"):
            patched.setattr(doors, rate, QUICK)
        patched.setattr(sockets, "SAYING", QUICK)  # these people click faster than any
        yield from serving(tmp_path_factory.mktemp("tables"))


def serving(folder: Path) -> Iterator[Client]:
    """The server itself."""
    with served(folder) as client:
        yield client


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, without a window."""
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=chromium(), args=ALONE)
        yield browser
        browser.close()


class Guests:
    """People who come to the site, each with a browser of their own."""

    def __init__(self, browser: Browser, site: Client, pictures: Path) -> None:
        self.browser, self.site, self.pictures = browser, site, pictures
        self.contexts: list[BrowserContext] = []
        self.people: list[Person] = []

    def come(
        self, *, confirms: bool = False, width: int = 1280, height: int = 800, touches: bool = False
    ) -> Person:
        """One more person; `confirms`: asked before each move; `touches`: with a finger."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            has_touch=touches,
            is_mobile=touches,
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        person = Person(context.new_page(), self.site, self.pictures)
        if not confirms:
            person.keeps(confirm=False)
        self.people.append(person)
        return person


@pytest.fixture
def guests(browser: Browser, site: Client, tmp_path: Path) -> Iterator[Guests]:
    """Whoever comes; nobody's page may complain or ask another machine for anything."""
    guests = Guests(browser, site, tmp_path)
    yield guests
    for context in guests.contexts:
        context.close()
    for person in guests.people:
        assert person.complaints == []
        assert person.asked_elsewhere == []
