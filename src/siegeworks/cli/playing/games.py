"""`siegeworks games`: list the games with their seats and options."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from siegeworks.cli.console.arguments import examples
from siegeworks.cli.console.output import output, print_error
from siegeworks.games import game_names, maps_of, module, problems

EXAMPLES = examples("siegeworks games", "siegeworks rules expansion", "siegeworks play expansion")

NARROW = 60  # columns; on narrower terminals there is no table


def command() -> None:
    """List the games with their seats and options."""
    console = output()
    for name in game_names():
        game = module(name)
        console.print(
            Text.assemble((game.TITLE, "bold"), f" ({name}), {game.CARD.seats_text} seats")
        )
        console.print(f"  {game.IN_A_SENTENCE}")
        console.print(f"  {game.CREDITS}", style="dim")
        for option in game.OPTIONS:
            values = option.shown_values or "|".join(option.values)
            console.print(
                f"  -o {option.name}={values} (default {option.default}): {option.meaning}",
            )
        if hasattr(game, "MAPS"):
            listed = ", ".join(maps_of(name).shipped_names())
            console.print(f"  Its maps: {listed}; siegeworks map list")
        console.print()
    for problem in problems():
        print_error(problem)


def show_overview(console: Console) -> None:
    """Print one line per game, and what to type next."""
    if console.width < NARROW:
        for name in game_names():
            console.print(name, style="bold")
            console.print(f"  {module(name).IN_A_SENTENCE}")
        console.print("\nsiegeworks play GAME\nsiegeworks rules GAME\nsiegeworks --help")
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for number, name in enumerate(game_names(), 1):
        game = module(name)
        table.add_row(f"{number} {name}", game.CARD.seats_text, game.IN_A_SENTENCE)
    console.print("Siegeworks: siege games and bots", style="bold")
    console.print(table)
    console.print("\nPlay one:  siegeworks play GAME      Its rules:  siegeworks rules GAME")
    console.print("Learn one: siegeworks learn GAME     Puzzles:   siegeworks puzzle")
    console.print("More:      siegeworks --help")
