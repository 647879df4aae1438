"""What compiled code may do, and how it is kept."""

import errno
import gc
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from filelock import Timeout
from numba.core.caching import IndexDataCacheFile

from siegeworks.core.compiler import kernel_cache
from siegeworks.core.errors import RuleCompileError
from siegeworks.core.jit import kernel, nothing_collected


@kernel
def makes_an_array(n: Any) -> Any:
    return np.zeros(n).sum()


@kernel
def uses_an_array(values: Any) -> Any:
    return values.sum()


def test_a_rule_that_makes_an_array_is_refused_as_nothing_would_ever_free_it():
    assert uses_an_array(np.ones(3)) == 3
    with pytest.raises(
        RuleCompileError,
        match=r"makes_an_array: this makes a new array or list; write the elements one by one",
    ):
        makes_an_array(3)


def test_garbage_is_collected_again_once_a_kernel_was_compiled_or_refused():
    seen: list[bool] = []
    with nothing_collected():
        seen.append(gc.isenabled())
        with nothing_collected():
            pass
        seen.append(gc.isenabled())
    assert [*seen, gc.isenabled()] == [False, False, True]
    with pytest.raises(RuleCompileError):
        makes_an_array(4.0)
    assert gc.isenabled()


# How it is kept -----------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    """A cache of this test's own."""
    monkeypatch.setattr(kernel_cache, "CACHE", tmp_path)
    return tmp_path


def anew() -> Any:
    """A kernel as another process has it, which has not called it yet."""
    compiled: Any = uses_an_array
    return kernel(compiled.py_func)


def is_loaded(again: Any) -> bool:
    assert again(np.ones(4)) == 4
    return bool(again.stats.cache_hits)


def test_what_was_compiled_is_loaded_the_next_time():
    assert not is_loaded(anew())
    assert is_loaded(anew())


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
@pytest.mark.parametrize("left", [0, 50])
def test_what_was_kept_and_is_cut_short_is_compiled_and_kept_once_more(ending, left, folder):
    assert not is_loaded(anew())
    (cut,) = folder.rglob(f"*{ending}")
    cut.write_bytes(cut.read_bytes()[:left])
    assert not is_loaded(anew())
    assert is_loaded(anew())


def test_one_process_at_a_time_writes_to_the_cache(monkeypatch):
    """Two that did at once could be given each other's kernels."""
    others: list[str] = []

    def another_tries(*_: object) -> None:
        with pytest.raises(Timeout), nobody_else_writes():
            pass
        others.append("waits")

    nobody_else_writes = kernel_cache.nobody_else_writes
    monkeypatch.setattr(IndexDataCacheFile, "save", another_tries)
    monkeypatch.setattr(kernel_cache, "PATIENCE", 0)
    assert not is_loaded(anew())
    assert others == ["waits"]


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), Timeout("lock")])
def test_on_a_full_disk_or_a_lock_that_never_opens_it_is_used_all_the_same(error, monkeypatch):
    def cannot(*_: object) -> None:
        raise error

    monkeypatch.setattr(IndexDataCacheFile, "save", cannot)
    assert not is_loaded(anew())
