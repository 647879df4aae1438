"""Progress bars on standard error."""

from __future__ import annotations

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
