"""What the command line says on standard error."""

from __future__ import annotations

from rich.console import Console


def print_error(sentence: str) -> None:
    """Print one sentence on standard error."""
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    console.print("siegeworks:", style="bold red", end=" ")
    console.print(sentence, markup=False)


def say(sentence: str) -> None:
    """Print a line on standard error, apart from the results."""
    Console(stderr=True, highlight=False, soft_wrap=True).print(sentence, markup=False)
