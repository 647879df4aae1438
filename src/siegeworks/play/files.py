"""Files that people name: read whole, but neither without an end nor without a beginning."""

from __future__ import annotations

import os
import stat
from pathlib import Path

NO_WAITING = getattr(os, "O_NONBLOCK", 0)  # opening a pipe that nobody writes to waits for ever
BINARY = getattr(os, "O_BINARY", 0)


class NotAFile(OSError):
    """There is something of that name, but it holds no bytes to be read; `strerror` says what."""


def read_start(path: Path, most: int) -> bytes:
    """The first bytes of a file, at most so many.

    Raises:
        NotAFile: it is a folder, a pipe or a device.
        OSError: there is no such file, or it may not be read.
    """
    handle = os.open(path, os.O_RDONLY | NO_WAITING | BINARY)
    try:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISREG(mode):
            raise NotAFile(None, f"this is {_kind(mode)}, not a file", str(path))
        with open(handle, "rb", closefd=False) as file:
            return file.read(most)
    finally:
        os.close(handle)


def open_to_write(path: str, flags: int) -> int:
    """An opener (as `open` takes one) that does not wait for a reader of a pipe.

    Raises:
        OSError: a pipe that nobody reads, a folder, no permission …
    """
    handle = os.open(path, flags | NO_WAITING, 0o666)
    os.set_blocking(handle, True)
    return handle


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device"
