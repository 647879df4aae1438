"""`siegeworks rules GAME`: show the rules of a game."""

from __future__ import annotations

from rich.console import Console
from rich.markdown import Markdown

from siegeworks.cli.arguments import GameName, examples
from siegeworks.play.rulebook import rules_text

EXAMPLES = examples("siegeworks rules siege-master", "siegeworks rules expansion | less -R")

WIDEST = 88  # columns; longer lines are hard to read


def command(game: GameName) -> None:
    """Show the rules of a game in numbered paragraphs."""
    console = Console()
    text = rules_text(game)
    if console.is_terminal and not console.is_dumb_terminal:
        console.print(Markdown(text), width=min(console.width, WIDEST))
    else:
        print(text, end="")
