"""Progress of long work: on standard error, and only where somebody is watching."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn


def progress() -> Progress:
    """A display that leaves no trace: to be used in `with`, silent where there is no terminal."""
    console = Console(stderr=True)
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
        redirect_stdout=False,  # Rich would send what is piped on to this terminal
        redirect_stderr=False,
    )
