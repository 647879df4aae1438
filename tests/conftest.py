"""What several folders of tests share."""

import asyncio
import gc
import os
import shutil
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, nullcontext
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from random import Random
from types import SimpleNamespace
from zlib import crc32

import pytest
from filelock import FileLock, Timeout

from siegeworks import games
from siegeworks.core.compiler.kernel_cache import CACHE
from siegeworks.core.game import Game
from siegeworks.games import NAMES, load
from siegeworks.play.precompile import precompile
from tests.games.kernels import SEARCHED, all_kernels
from tests.unavailable import needs_what_cannot_be_had

# One with four seats and one with secrets stand for all where each game takes seconds.
STAND_INS = ("nobles-and-peasants", "kings-ransom")
IN_A_BROWSER = "tests/web/"
# Parameters of which one value stands for all, in each test another one.
ALIKE = {
    IN_A_BROWSER: {"game", "lesson", "puzzle", "pair", "record", "seat", "motion"}
    | {"width", "height", "size", "screen", "where"},
    "tests/server/people/": {"database"},
    "tests/server/test_admin.py": {"where"},
}
NO_CASE = SimpleNamespace(params={})
WORKER = "PYTEST_XDIST_WORKER"
STOOD_FOR = (
    "tests/adapters/",
    "tests/bots/test_bots.py::test_a_bot_leaves",
    "tests/bots/test_bots.py::test_a_bot_plays",
    "tests/cli/network/",
    IN_A_BROWSER,
)

# Every store syncs its file with the disk, which takes milliseconds; in memory it takes none.
MEMORY = Path("/dev/shm")
ROOM = 4 * 1024**3  # bytes; the folders of one run have a tenth of that
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

# Shells start what runs in the background without Ctrl-C, and what tests start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

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


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Each worker collects in an order of its own: it rewrites the assertions of some files, and
    finds the others rewritten."""
    report = yield
    if isinstance(collector, pytest.Directory) and (worker := os.environ.get(WORKER)):
        Random(worker).shuffle(report.result)
    return report


@pytest.hookimpl(tryfirst=True)  # before those that are marked are left out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have the same tests in the same order in every worker, and leave some out."""
    items.sort(key=lambda item: str(item.path))
    leave_out_what_others_stand_for(items)


def leave_out_what_others_stand_for(items: list[pytest.Item]) -> None:
    """Leave to `make long` what a browser, an adapter or a process does with a game for which
    another stands: what differs between the games is tested nearer to their rules. In a browser,
    which takes seconds, one game, one size of the window and the like stands for all, in each test
    another one; so does one of the two databases in tests of accounts and of administration."""
    tests: dict[tuple[str, ...], list[pytest.Item]] = {}
    for item in items:
        stood_for = alike(item) or (item.nodeid.startswith(STOOD_FOR) and game_of(item))
        if stood_for and not item.get_closest_marker("long"):
            tests.setdefault(what_differs(item), []).append(item)
    for test, cases in tests.items():
        standing = [case for case in cases if game_of(case) in STAND_INS] or cases
        if alike(cases[0]):
            standing = [standing[crc32(test[0].encode()) % len(standing)]]
        elif standing is cases:
            standing = cases[:1]
        for case in cases:
            if case not in standing:
                case.add_marker(pytest.mark.long)


def alike(item: pytest.Item) -> set[str]:
    """The parameters of this test of which one value stands for all."""
    if item.get_closest_marker("races"):
        return set()
    of_folder = (names for folder, names in ALIKE.items() if item.nodeid.startswith(folder))
    return next(of_folder, set()) & getattr(item, "callspec", NO_CASE).params.keys()


def what_differs(item: pytest.Item) -> tuple[str, ...]:
    """The test, and the values of its parameters that no other value stands for."""
    test = item.nodeid.partition("[")[0]
    params = getattr(item, "callspec", NO_CASE).params if alike(item) else {}
    return test, *(repr(value) for name, value in params.items() if name not in alike(item))


def game_of(item: pytest.Item) -> str | None:
    """The game that the test's parameters name."""
    parameters = item.nodeid.partition("[")[2].replace("_", "-")
    return next((name for name in NAMES if name in parameters), None)


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Look for no garbage while tests are collected: that took a fifth of the time."""
    gc.disable()


def pytest_collection_finish() -> None:
    """What the tests and their libraries have made so far stays to the end: the collector need not
    go through it again and again, which took a fourteenth of the time."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Also in the process that hands out the tests, which collects none itself."""
    gc.enable()


@contextmanager
def no_running_loop(item: pytest.Item) -> Iterator[None]:
    """A test and its fixtures may use `asyncio.run`, also after browser tests in the same process:
    Playwright's event loop counts as running until the end of the session."""
    if item.nodeid.startswith(IN_A_BROWSER):
        yield
        return
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(running)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Set up a test and its fixtures without a running event loop."""
    with no_running_loop(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Run a test without a running event loop."""
    with no_running_loop(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """Tear down what it needed likewise; after the last test Playwright, which needs its loop."""
    with no_running_loop(item) if nextitem else nullcontext():
        return (yield)


@pytest.fixture(scope="session", autouse=True)
def prepared_kernels(request: pytest.FixtureRequest) -> None:
    """Where all tests run, one process compiles all that they need of a game: each other one would
    compile its rules again, which takes as long as a kernel itself."""
    folders = {item.nodeid.split("/")[1] for item in request.session.items}
    if {"adapters", "cli", "laws"} <= folders:
        prepare_together(lambda game: all_kernels(game, is_searched(game, request)))


@pytest.fixture(scope="session")
def prepared_games(prepared_kernels: None) -> None:
    """All games are compiled beforehand: who comes first waits no longer than the others."""
    prepare_together(precompile)


@pytest.fixture(scope="session")
def prepared_searches(prepared_games: None, request: pytest.FixtureRequest) -> None:
    """All games are compiled beforehand, and the searches that are needed too."""
    prepare_together(lambda game: precompile(game, is_searched(game, request)))


def is_searched(game: Game, request: pytest.FixtureRequest) -> bool:
    """Whether the tests of this run search a game: those of `make long` search every one."""
    is_long = any(item.get_closest_marker("long") for item in request.session.items)
    return is_long or game.name in SEARCHED


def prepare_together(prepare: Callable[[Game], None]) -> None:
    """Prepare every game, shared with other workers that do so now: each takes the games that
    nobody is preparing, and at the end waits for those that somebody is."""
    others = [name for name in NAMES if not prepared_now(name, prepare)]
    for name in others:
        prepared_now(name, prepare, patience=-1)


def prepared_now(name: str, prepare: Callable[[Game], None], patience: float = 0) -> bool:
    """Prepare one game, unless another worker was at it for longer than `patience` seconds; −1:
    wait as long as it takes."""
    try:
        with FileLock(CACHE / f"{name}.lock", timeout=patience):
            prepare(load(name))
    except Timeout:
        return False
    return True
