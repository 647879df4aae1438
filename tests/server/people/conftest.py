"""What several tests of accounts share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from siegeworks.server.storage.opening import open_store
from tests.server.people.browsers import Browser
from tests.server.served import served


@pytest.fixture
def people(tmp_path: Path, database: str | None) -> Iterator[list[Browser]]:
    """Ann, Bob and Cleo, who have accounts, and a guest."""
    with served(tmp_path, store=open_store(tmp_path, database)) as site:
        browsers = [Browser(site) for _ in range(4)]
        for browser, name in zip(browsers, ("Ann", "Bob", "Cleo"), strict=False):
            browser.sign_up(name)
        yield browsers
