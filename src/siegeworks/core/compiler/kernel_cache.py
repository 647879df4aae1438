"""Where compiled kernels are kept from one run to the next.

A kernel is found again by its key, a digest of all that is compiled into it
(`kernel_key.py`). Numba's disk cache looks only at the file of the kernel itself, so a
rule that changed in another file would keep running in its old form.

Numba also assumes that it is alone and that all files are complete. It has one index per kernel,
which says which file holds which form of it. If two processes read the index and then both write
it, one may later get the other's kernel and play by the rules of another game. And a file that was
cut short, by a power cut for example, crashes the program.
"""

import atexit
import os
import pickle
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import platformdirs
from filelock import FileLock
from numba.core import caching, compiler

from siegeworks.core.compiler.kernel_key import compiler_key, kernel_key

NumbaCache: Any = caching.NullCache  # which have no types
NumbaFiles: Any = caching.IndexDataCacheFile
CompileResult: Any = compiler.CompileResult
DAY = 86_400  # seconds
UNUSED_DAYS = 30
PATIENCE = 60  # seconds to wait for others who are writing, which takes milliseconds
# What reading a file raises that is cut short, or that names a class which has moved since.
UNREADABLE = (EOFError, pickle.UnpicklingError, ImportError, AttributeError)


def cache_folder() -> Path:
    """Where compiled kernels are kept; a temporary folder where that one cannot be written.

    Cached kernels are code: they are never read from a folder that others can write.
    """
    base = Path(os.environ.get("SIEGEWORKS_CACHE") or platformdirs.user_cache_path("siegeworks"))
    folder = base / "kernels" / compiler_key()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        own = Path(tempfile.mkdtemp(prefix="siegeworks-"))
        atexit.register(shutil.rmtree, own, ignore_errors=True)
        return own
    with suppress(OSError):  # another process may be tidying up at the same time
        forget_old_kernels(folder)
    return folder


def forget_old_kernels(current: Path) -> None:
    """Drop what nobody has used for a month: kernels of other compilers, and once a day single
    kernels of this one."""
    oldest = time.time() - UNUSED_DAYS * DAY
    for folder in current.parent.iterdir():
        if folder != current and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)
    tidied = current / "tidied"
    if tidied.exists() and tidied.stat().st_mtime > time.time() - DAY:
        return
    tidied.touch()
    for path in current.iterdir():
        if path.stat().st_mtime < oldest and not path.name.endswith(("lock", ".nbc")):
            path.unlink()
            for form in current.glob(f"{path.stem}.*.nbc"):
                form.unlink()


CACHE = cache_folder()


@contextmanager
def nobody_else_writes() -> Iterator[None]:
    """Wait until no other process writes to the cache, and keep them waiting meanwhile.

    Raises:
        OSError: another process has been writing for a minute (filelock.Timeout), or the folder
            cannot be written.
    """
    with FileLock(CACHE / "lock", timeout=PATIENCE, thread_local=False):
        yield


@contextmanager
def nobody_else_compiles(function: Callable[..., Any]) -> Iterator[None]:
    """Wait while another process compiles this kernel, which can then be loaded, and keep others
    waiting meanwhile. A process that has waited for a minute compiles it too."""
    key = kernel_key(function)
    lock = FileLock(CACHE / f"{key}.compiling", PATIENCE, thread_local=False)
    if key is not None:
        with suppress(OSError):
            lock.acquire()
    try:
        yield
    finally:
        lock.release()


class KernelCache(NumbaCache):  # type: ignore[misc]
    """One kernel's part of the cache, as Numba asks for it.

    The key is worked out whenever Numba asks, not when the kernel is made: the functions that it
    calls may be defined below it. With it alone forms of a kernel are told apart: Numba's own key
    has the closure as it is pickled, which differs from process to process where the kernel is the
    same.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._key_when_loading: str | None = None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kernel for these types, or None if it has to be compiled."""
        key = self._key_when_loading = kernel_key(self._function)
        if key is None:
            return None
        target_context.refresh()
        files = self._files(key)
        try:
            data = files.load((sig, target_context.codegen().magic_tuple()))
            overload = data and CompileResult._rebuild(target_context, *data)
        except PermissionError:  # on Windows, while another process writes
            return None
        except UNREADABLE:
            with suppress(OSError), nobody_else_writes():
                files.flush()
            return None
        if overload is not None:
            with suppress(OSError):
                os.utime(files._index_path)
        return overload

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a kernel; where that cannot be, it is compiled once more the next time."""
        key = kernel_key(self._function)
        if key is None or key != self._key_when_loading:  # something changed meanwhile
            return
        if data.library.has_dynamic_globals:  # addresses of this process
            return
        with suppress(OSError), nobody_else_writes():
            self._files(key).save((sig, data.codegen.magic_tuple()), data._reduce())

    def _files(self, key: str) -> Any:
        name = self._function.__name__.strip("<>")  # not in names of files on Windows: <lambda>
        return NumbaFiles(str(CACHE), f"{name}-{key}", key)
