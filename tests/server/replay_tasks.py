"""What tests let the process of replays do; `python -m` is a server whose process is at work."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

from siegeworks.server.jobs.replay_process import ReplayProcess

SECRET = "crowns hold the ace"


def say_pid() -> bytes:
    return str(os.getpid()).encode()


def priority() -> bytes:
    return str(os.getpriority(os.PRIO_PROCESS, 0)).encode()


def die() -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def fail() -> bytes:
    raise ZeroDivisionError(SECRET)


def die_once(marker: Path) -> bytes:
    if not marker.exists():
        marker.touch()
        die()
    return say_pid()


def never_end() -> bytes:
    print("working", flush=True)
    threading.Event().wait()
    raise AssertionError


if __name__ == "__main__":
    ReplayProcess().run(never_end)
