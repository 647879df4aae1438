"""What tests let the process of replays do; `python -m` is a server with such a process."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from siegeworks.server.replay_process import ReplayProcess

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


if __name__ == "__main__":
    print(ReplayProcess().run(say_pid).decode(), flush=True)
    sys.stdin.read()
