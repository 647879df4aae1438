"""What tests let processes of jobs do; `python -m` is a server whose process is at work."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace

from siegeworks.lab.analysis import AnalysedPosition
from siegeworks.server.jobs.findings import AnalysisProgress, BranchSearch, CheckProgress
from siegeworks.server.jobs.job_process import JobProcess
from siegeworks.server.jobs.template import Template

SECRET = "crowns hold the ace"
PAUSE = 0.005  # seconds between two parts of a job without an end
T = TypeVar("T")


def say_pid() -> int:
    return os.getpid()


def priority_and_session() -> tuple[int, int]:
    return os.getpriority(os.PRIO_PROCESS, 0), os.getsid(0)


_memory: list[str] = []


def remember(what: str) -> None:
    _memory.append(what)


def remembered() -> list[str]:
    return _memory


def die() -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def fail() -> None:
    raise ZeroDivisionError(SECRET)


def die_once(marker: Path) -> int:
    """Die the first time; the second time, say which process this is."""
    if not marker.exists():
        marker.touch()
        die()
    return say_pid()


def say_and_wait(folder: Path, name: str) -> str:
    """Leave a file as a sign that this has begun, and wait for another one."""
    (folder / f"{name}.begun").touch()
    while not (folder / f"{name}.end").exists():
        threading.Event().wait(PAUSE)
    return name


def parts(count: int, marker: Path | None = None) -> Iterator[int]:
    """Numbers; in the midst of them the process dies, once."""
    for number in range(count):
        if marker is not None and number == count // 2:
            die_once(marker)
        yield number


def never_end() -> None:
    print("working", file=sys.stderr, flush=True)
    threading.Event().wait()


# In place of what searches or plays ---------------------------------------------------------------


ANALYSIS = AnalysisProgress("running", ["suns", "moons"], 3, 1, "", [])


def quick_analysis(*_: Any) -> Iterator[AnalysisProgress]:
    for number in range(3):
        yield replace(ANALYSIS, positions=[AnalysedPosition(number, None, [0.5, 0.5])])
    yield replace(ANALYSIS, state="done")


def endless_analysis(*_: Any) -> Iterator[AnalysisProgress]:
    yield from endless(ANALYSIS)


def endless_search(*_: Any) -> Iterator[BranchSearch]:
    yield from endless(BranchSearch("running", ""))


def endless_check(*_: Any) -> Iterator[CheckProgress]:
    yield from endless(CheckProgress("running", 1, 6, "", None))


def endless(part: T) -> Iterator[T]:
    while True:
        threading.Event().wait(PAUSE)
        yield part


def failing(*_: Any) -> Iterator[Any]:
    raise ZeroDivisionError(SECRET)


if __name__ == "__main__":
    JobProcess(Template().copy if sys.argv[1] == "copy" else None).run(never_end)
