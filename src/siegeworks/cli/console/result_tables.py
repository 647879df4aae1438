"""Tables of statistics: how they look, and the cells that several commands share."""

from collections.abc import Iterable

from rich import box
from rich.console import Console
from rich.table import Table

from siegeworks.lab.intervals import Share
from siegeworks.lab.simulate import Length

ORDER = ("first", "second", "third", "fourth")
LENGTH_ROWS = ("mean", "95% interval", "median", "middle half", "5% to 95%", "shortest to longest")


def ruled() -> box.Box | None:
    """A line below the header of a table; none on dumb terminals."""
    return None if Console().is_dumb_terminal else box.SIMPLE_HEAD


def results_table(first: str, *columns: str) -> Table:
    """An empty table whose first column is text and whose other columns are numbers."""
    table = Table(first, box=ruled(), pad_edge=False, caption_justify="left")
    for column in columns:
        table.add_column(column, justify="right")
    return table


def share_cells(share: Share, digits: int) -> tuple[str, str]:
    """A share and its interval in percent, with this many digits after the point."""
    return f"{share.share:.{digits}%}", interval(share, digits)


def interval(share: Share, digits: int) -> str:
    """A share's interval in percent: "48.0% to 52.0%"."""
    return f"{share.low:.{digits}%} to {share.high:.{digits}%}"


def shares_table(title: str, shares: Iterable[tuple[str, Share]], digits: int) -> Table:
    """A table of shares with their 95% intervals."""
    table = results_table(title, "share", "95% interval")
    for name, share in shares:
        table.add_row(name, *share_cells(share, digits))
    return table


def length_table(plies: Length, steps: Length) -> Table:
    """How long games are, in plies and in steps."""
    table = results_table("length", "plies", "steps")
    for row in zip(LENGTH_ROWS, _length_cells(plies), _length_cells(steps), strict=True):
        table.add_row(*row)
    return table


def _length_cells(length: Length) -> tuple[str, ...]:
    """The cells of LENGTH_ROWS."""
    return (
        f"{length.mean:.1f}",
        "unknown" if length.low is None else f"{length.low:.1f} to {length.high:.1f}",
        f"{length.median}",
        f"{length.percent_25} to {length.percent_75}",
        f"{length.percent_5} to {length.percent_95}",
        f"{length.shortest} to {length.longest}",
    )
