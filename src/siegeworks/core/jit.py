"""One source, run plain or compiled.

A rule is written as ordinary Python and marked `@rule`; it stays ordinary Python (a debugger steps
through it, a unit test compiles nothing) and is compiled only when a `@kernel` calls it.

Numba's disk cache looks only at the file of the kernel itself, so a rule mended in another file
would go on running in its old form. The cache therefore lives in a folder named by a digest of our
sources and of the compiler's version (docs/decisions/0003-digest-cache.md).
"""

import atexit
import hashlib
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import numba
import platformdirs
from numba.extending import register_jitable

# Compiled code allocates nothing, all arrays are passed in: so Numba need not count who still uses
# an array. Counting took two fifths of the time that a search spends in its trees
# (docs/decisions/0014-nothing-counted.md).
NOTHING_COUNTED: dict[str, Any] = {"_nrt": False}

UNUSED_DAYS = 30

Function = TypeVar("Function", bound=Callable[..., Any])

rule = register_jitable(**NOTHING_COUNTED)


def kernel(function: Function) -> Function:
    """A function that is compiled when first called, is kept on disk and holds no GIL."""
    compiled: Function = numba.njit(cache=True, nogil=True, **NOTHING_COUNTED)(function)
    return compiled


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
