"""What commands print: results on standard output, sentences and progress on standard error

The names of others are printed as they are, with [brackets] and :colons: in them.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)


def output(*, soft_wrap: bool = False) -> Console:
    """Standard output."""
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=soft_wrap)


def error_output(*, soft_wrap: bool = False) -> Console:
    """Standard error."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=soft_wrap)


def print_line(console: Console, text: str, style: str | None = None) -> None:
    """Print a line as it is, however long."""
    console.print(text, soft_wrap=True, style=style)


def print_error(sentence: str) -> None:
    """Print one sentence on standard error."""
    console = error_output(soft_wrap=True)
    console.print("siegeworks:", style="bold red", end=" ")
    console.print(sentence)


def say(sentence: str) -> None:
    """Print a line on standard error, apart from the results."""
    error_output(soft_wrap=True).print(sentence)


DELAY = 0.5  # seconds; shorter waits need no explanation


@contextmanager
def compile_notice(what: str, shows_seconds: bool = True) -> Iterator[None]:
    """Say on standard error what is being compiled if the `with` block takes a while. With
    `shows_seconds` a terminal counts the seconds in a line that disappears at the end."""
    done = threading.Event()
    thread = threading.Thread(target=_print_notice, args=(what, shows_seconds, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _print_notice(what: str, shows_seconds: bool, done: threading.Event) -> None:
    start = time.monotonic()
    if done.wait(DELAY):
        return
    console = error_output()
    notice = f"Compiling {what} (first time only) …"
    if not (shows_seconds and console.is_terminal and not console.is_dumb_terminal):
        console.print(notice)
        return
    with console.status(notice) as status:
        while not done.wait(1):
            status.update(f"{notice} {time.monotonic() - start:.0f} s")


def progress(*more: ProgressColumn) -> Progress:
    """A progress display to use in `with`: removed at the end, and silent without a terminal; it
    has `more` columns before the time that is left."""
    console = Console(stderr=True)
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn("{task.percentage:>3.0f}%"),  # nothing as long as it is not known
        *more,
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
        redirect_stdout=False,  # Rich would send piped output to the terminal
        redirect_stderr=False,
    )
