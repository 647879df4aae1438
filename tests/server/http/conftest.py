"""A server for the tests of each file here."""

from collections.abc import Iterator

import pytest

from tests.server.served import Client, served


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A client of a server with no tables."""
    with served(tmp_path_factory.mktemp("data")) as client:
        yield client
