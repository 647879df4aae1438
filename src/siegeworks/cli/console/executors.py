"""The games of a command: how many, where they are played (`--jobs`, `--on`), how far they are"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.progress import Task, TaskID, TextColumn
from rich.text import Text

from siegeworks.cli.console.arguments import option
from siegeworks.cli.console.interrupts import deferred_interrupts
from siegeworks.cli.console.output import progress
from siegeworks.core.errors import SiegeworksError
from siegeworks.lab.campaign import Executor
from siegeworks.lab.process_pool import ProcessPool
from siegeworks.lab.ray_cluster import ray_cluster

MOST_JOBS = 256
RATE_SECONDS = 2.0  # before which there is no rate yet
UPDATE_SECONDS = 0.1  # between two descriptions of the figures so far

Jobs = Annotated[
    int | None,
    option(
        "--jobs",
        "J",
        "How many processes; the games do not depend on it.  [default: 1; on Ray, all cores]",
    ),
]
On = Annotated[
    str | None,
    option(
        "--on",
        "ray|ADDRESS",
        "Play on Ray: ray starts one on this machine, ray://HOST:PORT or HOST:PORT joins a "
        "cluster. The games are the same.",
    ),
]


def games_option(meaning: str) -> Any:
    """`-n` of a command, to annotate its parameter with."""
    return typer.Option("-n", "--games", metavar="N", help=meaning)


def check_games(games: int, most: int, least: int = 1) -> None:
    """Raise SiegeworksError for an impossible `-n`."""
    if not least <= games <= most:
        raise SiegeworksError(f"-n {games}: give a number of games from {least} to {most:,}.")


def check_jobs(jobs: int | None) -> None:
    """Raise SiegeworksError for an impossible `--jobs`."""
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise SiegeworksError(f"--jobs {jobs}: give a number of processes from 1 to {MOST_JOBS}.")


@contextmanager
def executor(jobs: int | None, on: str | None) -> Iterator[Executor]:
    """The executor that `--jobs` and `--on` ask for, within the `with` block.

    Raises:
        SiegeworksError: an impossible number of jobs, or there is no Ray.
    """
    check_jobs(jobs)
    if on is None:
        yield ProcessPool(jobs or 1)
        return
    with ray_cluster(on, jobs) as cluster:
        yield cluster


def where_played(jobs: int | None, on: str | None) -> dict[str, object]:
    """`--jobs` and `--on` as results say them."""
    return {"jobs": jobs if on else jobs or 1, "on": on}


class CampaignProgress:
    """A line on standard error: what is done, how much of it, the rate and the time left."""

    def __init__(self, wanted: int) -> None:
        """Of a campaign of this many games."""
        self._wanted = wanted
        self._display = progress(_Rate())
        self._task: TaskID | None = None
        self._before = self._games = 0
        self._updated = 0.0

    def __enter__(self) -> CampaignProgress:
        self._display.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._display.stop()

    @contextmanager
    def preparing(self, words: str) -> Iterator[None]:
        """Say what is prepared in this `with` block, which Ctrl-C does not interrupt."""
        self._task = self._display.add_task(words, total=None)
        with deferred_interrupts():
            yield
        self._display.remove_task(self._task)
        self._task = None

    def start(self, words: str, before: int = 0) -> None:
        """Begin to count; `before` games were played earlier."""
        self._before = before
        self._task = self._display.add_task(words, completed=before, total=self._wanted, rate=None)
        self._began = time.monotonic()

    def is_due(self) -> bool:
        """Has nothing been shown for a while? Figures need not be worked out more often."""
        return time.monotonic() - self._updated > UPDATE_SECONDS

    def update(self, words: str, games: int) -> None:
        """Show figures so far, and that this many games are there."""
        assert self._task is not None
        self._updated = time.monotonic()
        seconds = self._updated - self._began
        rate = (games - self._before) / seconds if seconds > RATE_SECONDS else None
        done = min(games, self._wanted)
        self._display.update(self._task, description=words, completed=done, rate=rate)


class _Rate(TextColumn):
    """Games per second, once there is a rate."""

    def __init__(self) -> None:
        super().__init__("")

    def render(self, task: Task) -> Text:
        rate = task.fields.get("rate")
        return Text("" if rate is None else f"{rate:,.1f} games/s")
