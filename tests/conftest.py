"""What several folders of tests share."""

from __future__ import annotations

import gc
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest
from filelock import FileLock, Timeout

from siegeworks import games
from siegeworks.core.compiler.kernel_cache import CACHE
from siegeworks.games import NAMES, load
from siegeworks.play.precompile import MARKERS, precompile
from tests.unavailable import needs_what_cannot_be_had

# One with four seats and one with secrets stand for all where each game takes seconds.
STAND_INS = ("nobles-and-peasants", "kings-ransom")
STOOD_FOR = [Path(__file__).parent / folder for folder in ("adapters", "web")]

# Games that happen to be installed are not tested here; packages that a test makes are.
INSTALLED = frozenset(entry_points(group=games.GROUP))


def made_by_tests(group: str) -> list[EntryPoint]:
    """The entry points that were not there when the tests began."""
    return [entry for entry in entry_points(group=group) if entry not in INSTALLED]


games.entry_points = made_by_tests  # type: ignore[assignment, attr-defined]
games.look_again()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out tests of what this Python cannot have."""
    if collection_path.suffix != ".py" or not collection_path.is_file():
        return None
    return needs_what_cannot_be_had(collection_path.read_text(encoding="utf-8")) or None


@pytest.hookimpl(tryfirst=True)  # before those that are marked are left out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to `make long` what a browser or an adapter does with a game for which another stands:
    what differs between the games is tested nearer to their rules."""
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        if any(map(item.path.is_relative_to, STOOD_FOR)) and game_of(item):
            tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for cases in tests.values():
        standing = [case for case in cases if game_of(case) in STAND_INS] or cases[:1]
        for case in cases:
            if case not in standing:
                case.add_marker(pytest.mark.long)


def game_of(item: pytest.Item) -> str | None:
    """The game that the test's parameters name."""
    parameters = item.nodeid.partition("[")[2].replace("_", "-")
    return next((name for name in NAMES if name in parameters), None)


def pytest_collection_finish() -> None:
    """What the tests and their libraries have made so far stays to the end: the collector need not
    go through it again and again, which took a fourteenth of the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def prepared_games() -> None:
    """All games are compiled beforehand: who comes first waits no longer than the others."""
    prepare_together()


@pytest.fixture(scope="session")
def prepared_searches() -> None:
    """All games are compiled beforehand, and their searches too."""
    prepare_together()
    prepare_together(with_search=True)


def prepare_together(with_search: bool = False) -> None:
    """Compile every game, shared with other workers that do so now: each takes the games that
    nobody is compiling, and at the end waits for those that somebody is."""
    taken_by_others = []
    for name in NAMES:
        try:
            prepare(name, with_search, patience=0)
        except Timeout:
            taken_by_others.append(name)
    for name in taken_by_others:
        prepare(name, with_search, patience=-1)


def prepare(name: str, with_search: bool, patience: float) -> None:
    """Compile one game unless that was done before.

    Raises:
        Timeout: another worker was at it for longer than `patience` seconds; −1: wait as long as
            it takes.
    """
    with FileLock(CACHE / f"{name}.{MARKERS[with_search]}.lock", timeout=patience):
        precompile(load(name), with_search)
