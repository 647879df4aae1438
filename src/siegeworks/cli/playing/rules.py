"""`siegeworks rules GAME`: show the rules of a game."""

from typing import Annotated

from rich.markdown import Markdown

from siegeworks.cli.console.arguments import GameName, examples, option
from siegeworks.cli.console.output import output
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.play.rulebook import rules_text, sections_with

EXAMPLES = examples(
    "siegeworks rules siege-master",
    'siegeworks rules kings-ransom --search "ransom king"',
    "siegeworks rules expansion | less -R",
)

WIDEST = 88  # columns; longer lines are hard to read


def command(
    game: GameName,
    search: Annotated[str, option("--search", "WORDS", "Only what contains all these words.")] = "",
) -> None:
    """Show the rules of a game in numbered paragraphs."""
    console = output()
    text = rules_text(game)
    if search:
        sections = sections_with(text, search)
        if not sections:
            raise SiegeworksError(
                f"The rules of {game} say nothing about {quote(search)}. "
                "Try fewer or shorter words."
            )
        text = "\n\n".join(sections) + "\n"
    if console.is_terminal and not console.is_dumb_terminal:
        console.print(Markdown(text), width=min(console.width, WIDEST))
    else:
        print(text, end="")
