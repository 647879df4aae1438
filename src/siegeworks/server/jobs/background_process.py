"""The other end of a background job: one line in, lines of reports out"""

from __future__ import annotations

import os
import sys
import threading
from typing import BinaryIO, TypeVar

import msgspec

T = TypeVar("T")


def assignment(kind: type[T]) -> T:
    """What this process has to do; from now on it ends when standard input is closed, so that it
    cannot outlive its server, and not by Ctrl-C, which is for the server."""
    if hasattr(os, "setpgrp"):
        os.setpgrp()
    task = msgspec.json.decode(sys.stdin.readline(), type=kind)
    threading.Thread(target=_end_with_server, daemon=True).start()
    return task


def report(message: msgspec.Struct, out: BinaryIO) -> None:
    """Write one line."""
    out.write(msgspec.json.encode(message) + b"\n")
    out.flush()


def _end_with_server() -> None:
    sys.stdin.read()
    os._exit(1)
