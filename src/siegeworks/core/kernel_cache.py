"""Where compiled kernels are kept from one run to the next.

Numba's disk cache looks only at the file of the kernel itself, so a rule mended in another file
would go on running in its old form. The cache therefore lives in a folder named by a digest of our
sources and of the compiler's version (docs/decisions/0003-digest-cache.md).

Numba also takes for granted that it is alone and that all files are whole. It has one index a
kernel that says which file holds which form of it; of two processes that read the index, and then
both write to it, one may afterwards be given the other's kernel and play by the rules of another
game. And a file that was cut short, as by a power cut, ends the program.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import pickle
import platform
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numba
import platformdirs
from filelock import FileLock
from numba.core import caching

NumbaCache: Any = caching.FunctionCache  # which has no types
UNUSED_DAYS = 30
PATIENCE = 60  # seconds to wait for others who are writing, which takes milliseconds
DAMAGED = (EOFError, pickle.UnpicklingError)


def source_digest() -> str:
    """Sixteen hex digits that change when a compiled source, the compiler or Python changes."""
    root = Path(__file__).parents[1]
    digest = hashlib.sha256(f"{numba.__version__} {platform.python_version()}".encode())
    for folder in ("core", "games", "bots"):
        for path in sorted((root / folder).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled kernels are kept; a folder of this process's own where that cannot be written.

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
