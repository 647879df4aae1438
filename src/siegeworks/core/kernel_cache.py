"""Where compiled kernels are kept from one run to the next.

Numba's disk cache looks only at the file of the kernel itself, so a rule that changed in another
file would keep running in its old form. The cache is therefore a folder named by a digest of our
sources, of the compiler's version and of its settings (docs/decisions/0003-digest-cache.md); a
kernel that calls rules of another package is also known by the digest of that package's sources.

Numba also assumes that it is alone and that all files are complete. It has one index per kernel,
which says which file holds which form of it. If two processes read the index and then both write
it, one may later get the other's kernel and play by the rules of another game. And a file that was
cut short, by a power cut for example, crashes the program.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import pickle
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
import platformdirs
from filelock import FileLock
from numba.core import caching

from siegeworks.core.closures import functions_of

NumbaCache: Any = caching.FunctionCache  # which has no types
UNUSED_DAYS = 30
OURS_OR_THE_COMPILERS = {"siegeworks", "numba", "numpy"}
PATIENCE = 60  # seconds to wait for others who are writing, which takes milliseconds
DAMAGED = (EOFError, pickle.UnpicklingError)


def source_digest() -> str:
    """Sixteen hex digits that change when a compiled source, the compiler or Python changes, or
    whether bounds are checked (NUMBA_BOUNDSCHECK)."""
    root = Path(__file__).parents[1]
    checks_bounds = bool(numba.config.BOUNDSCHECK)  # type: ignore[attr-defined]
    digest = hashlib.sha256(
        f"{numba.__version__} {platform.python_version()} {checks_bounds}".encode()
    )
    for folder in ("core", "games", "bots"):
        _add_sources(digest, root / folder)
    return digest.hexdigest()[:16]


def _add_sources(digest: Any, folder: Path) -> None:
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())


def digests_of_packages(kernel: Callable[..., Any]) -> tuple[str, ...]:
    """A digest of each package outside Siegeworks whose functions this kernel calls."""
    names = {function.__module__.partition(".")[0] for function in functions_of(kernel)}
    return tuple(_digest_of_package(name) for name in sorted(names - OURS_OR_THE_COMPILERS))


@cache
def _digest_of_package(name: str) -> str:
    module, digest = sys.modules.get(name), hashlib.sha256(name.encode())
    if module is not None and hasattr(module, "__path__"):
        for folder in module.__path__:
            _add_sources(digest, Path(folder))
    elif module is not None and getattr(module, "__file__", None):
        digest.update(Path(str(module.__file__)).read_bytes())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Where compiled kernels are kept; a temporary folder where that one cannot be written.

    Cached kernels are code: they are never read from a folder that others can write.
    """
    base = Path(os.environ.get("SIEGEWORKS_CACHE") or platformdirs.user_cache_path("siegeworks"))
    folder = base / "kernels" / source_digest()
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
    """Drop kernels of sources that nobody has run for a month."""
    oldest = time.time() - UNUSED_DAYS * 86_400
    for folder in current.parent.iterdir():
        if folder != current and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


CACHE = cache_folder()
numba.config.CACHE_DIR = str(CACHE)  # type: ignore[attr-defined]


@contextmanager
def nobody_else_writes() -> Iterator[None]:
    """Wait until no other process writes to the cache, and keep them waiting meanwhile.

    Raises:
        OSError: another process has been writing for a minute (filelock.Timeout), or the folder
            cannot be written.
    """
    with FileLock(CACHE / "lock", timeout=PATIENCE, thread_local=False):
        yield


class KernelCache(NumbaCache):  # type: ignore[misc]
    """One kernel's part of the cache."""

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        """What tells the forms of this kernel apart."""
        return (*super()._index_key(sig, codegen), digests_of_packages(self._py_func))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kernel for these types, or None if it has to be compiled."""
        try:
            return super().load_overload(sig, target_context)
        except DAMAGED:
            with suppress(OSError), nobody_else_writes():
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a kernel; where that cannot be, it is compiled once more the next time."""
        with suppress(OSError), nobody_else_writes():
            super().save_overload(sig, data)
