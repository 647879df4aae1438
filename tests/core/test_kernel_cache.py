"""When a compiled kernel is used again: as long as all that is compiled into it is the same."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from siegeworks.core.compiler import kernel_cache, kernel_key
from siegeworks.core.compiler.kernel_key import OURS, TEACHING

MAIN = """
import numpy as np
from siegeworks.core.jit import kernel
from other_package.rules import value

@kernel
def call(numbers):
    return value(numbers)

try:
    print(call(np.arange(10)[:3]), "kept" if call.stats.cache_hits else "compiled")
except IndexError as error:
    print(error)
"""
RULES = """
from siegeworks.core.jit import rule
from other_package.constants import K

@rule
def value(numbers):
    return numbers[{index}] + K
"""


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., str]:
    """Runs the kernel in a process of its own, with these rules and one cache for all runs."""
    package = tmp_path / "other_package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (tmp_path / "main.py").write_text(MAIN)

    def result(index: int, constant: int, comment: str = "", **environment: str) -> str:
        rules, constants = comment + RULES.format(index=index), f"{comment}K = {constant}\n"
        for path, text in ((package / "rules.py", rules), (package / "constants.py", constants)):
            if not path.exists() or path.read_text() != text:  # others may be reading it
                path.write_text(text)
        return subprocess.run(
            [sys.executable, "-B", tmp_path / "main.py"],
            env={**os.environ, "SIEGEWORKS_CACHE": str(tmp_path / "cache"), **environment},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()

    return result


@pytest.mark.long
def test_a_rule_that_changed_in_another_package_is_compiled_again(run) -> None:
    assert run(1, 0) == "1 compiled"
    assert run(2, 0) == "2 compiled"
    assert run(2, 10) == "12 compiled"
    assert run(1, 0) == "1 kept", "what is as it was is still there"


@pytest.mark.long
def test_processes_that_need_a_kernel_at_the_same_time_compile_it_once(run, tmp_path: Path) -> None:
    assert run(1, 0, SIEGEWORKS_CACHE=str(tmp_path / "another")) == "1 compiled"
    with ThreadPoolExecutor(3) as threads:
        results = list(threads.map(lambda _: run(1, 0), range(3)))
    assert sorted(results) == ["1 compiled", "1 kept", "1 kept"]


SET = """
from siegeworks.core.jit import kernel, rule

def made():
    @rule
    def more(number):
        return number + 1

    more.names = frozenset("abcdefgh")

    @kernel
    def call(number):
        return more(number)

    return call

call = made()
print(call(1), "kept" if call.stats.cache_hits else "compiled")
"""


@pytest.mark.long
def test_what_is_pickled_in_another_order_is_the_same_kernel(run, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(SET)
    assert run(1, 0, PYTHONHASHSEED="1") == "2 compiled"
    assert run(1, 0, PYTHONHASHSEED="2") == "2 kept"


@pytest.mark.long
def test_comments_moved_lines_and_other_files_compile_nothing_again(run, tmp_path: Path) -> None:
    assert run(1, 0) == "1 compiled"
    (tmp_path / "other_package" / "more.py").write_text("K = 5\n")
    (tmp_path / "main.py").write_text("# Lines move.\n\n" + MAIN)
    assert run(1, 0, comment="# A comment.\n\n", PYTHONHASHSEED="7") == "1 kept"


@pytest.mark.long
def test_bounds_are_checked_where_asked_though_an_unchecked_kernel_is_kept(run) -> None:
    assert run(5, 0) == "5 compiled"
    assert "out of bounds" in run(5, 0, NUMBA_BOUNDSCHECK="1")
    assert run(5, 0) == "5 kept"


# What is in a key --------------------------------------------------------------------------------

HEAD = """
import enum
from collections import namedtuple
import numpy as np
import constants

K = 1
TABLE = np.arange(4)
SHAPE = namedtuple("SHAPE", "rows columns")(2, 3)
class Kind(enum.IntEnum):
    KING = 5
"""
CODE = """
def called_by_called(x):
    return x * 7

def called(x, by=3):
    return called_by_called(x) + by

def kernel(x):
    def inner(y):
        return y + K
    return inner(x) + called(x) + TABLE[x] + SHAPE.rows + Kind.KING + constants.DEEP + holding(x)

def held(number):
    def holding(x):
        return x + number
    return holding

holding = held(4)
"""


@pytest.fixture
def key(tmp_path: Path, monkeypatch) -> Callable[..., str | None]:
    """The key of `kernel` in CODE, after this was written in place of that."""
    monkeypatch.syspath_prepend(tmp_path)

    def of(this: str = "", that: str = "", deep: int = 1) -> str | None:
        source = HEAD + CODE
        assert this in source
        (tmp_path / "constants.py").write_text(f"DEEP = {deep}\n")
        names: dict[str, Any] = {"__name__": "made_by_a_test"}
        sys.modules.pop("constants", None)
        exec(compile(source.replace(this, that) if this else source, "made", "exec"), names)
        return kernel_key.kernel_key(names["kernel"])

    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return of


@pytest.mark.parametrize(
    ("this", "that"),
    [
        ("x * 7", "x * 8"),
        ("by=3", "by=4"),
        ("K = 1", "K = 2"),
        ("K = 1", "K = 1.0"),
        ("np.arange(4)", "np.arange(4)[::-1]"),
        ("np.arange(4)", "np.arange(4, dtype=np.int32)"),
        ("(2, 3)", "(4, 3)"),
        ("KING = 5", "KING = 6"),
        ("y + K", "y - K"),
        ("held(4)", "held(5)"),
        ("def called(x, by=3):", "def called(by, x=3):"),
    ],
)
def test_a_change_in_anything_that_is_compiled_changes_the_key(key, this: str, that: str) -> None:
    assert key() is not None
    assert key(this, that) not in (None, key())


def test_a_constant_read_through_a_module_is_in_the_key(key) -> None:
    assert key(deep=1) == key(deep=1) != key(deep=2)


@pytest.mark.parametrize(
    ("this", "that"),
    [
        ("def kernel", "# a comment\n\ndef kernel"),
        ("K = 1", "unused = 5; K = 1"),
        ("x * 7", "(x) * 7  # why"),
    ],
)
def test_a_change_in_what_is_not_compiled_leaves_the_key(key, this: str, that: str) -> None:
    assert key(this, that) == key()


def test_what_is_not_known_exactly_has_no_key_and_is_not_kept(key) -> None:
    assert key("SHAPE = ", "class Strange:\n    rows = 2\nSHAPE = Strange() or ") is None


def test_a_kernel_that_reads_what_changed_since_it_may_have_been_compiled_has_no_key() -> None:
    names: dict[str, Any] = {"__name__": "made_by_a_test", "K": 1}
    exec("def kernel(x):\n    return x + K\n", names)
    assert kernel_key.kernel_key(names["kernel"]) is not None
    names["K"] = 2
    assert kernel_key.kernel_key(names["kernel"]) is None


def test_whatever_teaches_the_compiler_is_in_the_key_of_all_kernels() -> None:
    teaching = [
        path.relative_to(OURS).as_posix()
        for path in OURS.rglob("*.py")
        if re.search("numba.extending|import codegen", path.read_text(encoding="utf-8"))
    ]
    assert sorted(teaching) == sorted(TEACHING)


# The shipped games -------------------------------------------------------------------------------

KEYS = """
import sys
sys.path.insert(0, sys.argv[1])
from siegeworks.core.compiler.kernel_key import kernel_key
from siegeworks.games import NAMES, load
from siegeworks.play.precompile import Part, kernels_of
for name in NAMES:
    for part in Part:
        print(name, part, *map(kernel_key, kernels_of(load(name), part)))
"""


def keys_with(changes: dict[str, tuple[str, str]], folder: Path) -> dict[str, list[str]]:
    """The keys of the kernels of all games and their searches, with these changes of the source."""
    for path in [OURS / "__init__.py", *OURS.rglob("*")]:
        copy = folder / "siegeworks" / path.relative_to(OURS)
        if path.suffix in (".py", ".pyi", ".toml", ".txt", ".md") and "static" not in path.parts:
            copy.parent.mkdir(parents=True, exist_ok=True)
            text = path.read_text(encoding="utf-8")
            this, that = changes.get(path.relative_to(OURS).as_posix(), ("", ""))
            assert this in text
            copy.write_text(text.replace(this, that, 1) if this else text + that, encoding="utf-8")
    printed = subprocess.run(
        [sys.executable, "-B", "-c", KEYS, folder], capture_output=True, text=True, check=True
    ).stdout
    return {
        line.partition(" ")[0] + line.split()[1]: line.split()[2:] for line in printed.splitlines()
    }


def test_a_change_compiles_again_what_it_is_compiled_into_and_nothing_else(tmp_path: Path) -> None:
    before = keys_with({}, tmp_path / "before")
    assert not [game for game, keys in before.items() if "None" in keys]
    comments = {
        "bots/simple.py": ("", "\n# A comment.\n"),
        "bots/mcts/backup.py": ("from ", "# A comment.\nfrom "),
        "games/expansion/rules.py": ("from ", "# A comment.\n\nfrom "),
        "core/scene.py": ("", "\nUNUSED = 1\n"),
    }
    assert keys_with(comments, tmp_path / "comments") == before
    rule = {"games/expansion/rules.py": ("+ 1", "+ 2")}
    after = keys_with(rule, tmp_path / "rule")
    assert {game[:9] for game in before if before[game] != after[game]} == {"expansion"}


# What nobody uses --------------------------------------------------------------------------------


def test_kernels_that_nobody_used_for_a_month_are_dropped_and_no_others(tmp_path: Path) -> None:
    current = tmp_path / "current"
    current.mkdir()
    old = time.time() - 31 * kernel_cache.DAY
    for name in ("old.py311.nbi", "old.py311.1.nbc", "new.py311.nbi", "new.py311.1.nbc", "lock"):
        (current / name).touch()
        if not name.startswith("new.py311.nbi"):  # of a kernel, only its index is touched
            os.utime(current / name, (old, old))
    kernel_cache.forget_old_kernels(current)
    left = {path.name for path in current.iterdir()}
    assert left == {"new.py311.nbi", "new.py311.1.nbc", "lock", "tidied"}
