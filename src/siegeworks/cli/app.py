"""The Typer application: all commands, and what happens without one."""

from collections.abc import Callable
from functools import wraps
from types import ModuleType
from typing import Annotated, Any

import typer
from rich.console import Console

from siegeworks._version import __version__
from siegeworks.cli.console.interrupts import INTERRUPTED
from siegeworks.cli.console.output import output, print_error
from siegeworks.cli.hosting import admin, serve, tables
from siegeworks.cli.making import new_game
from siegeworks.cli.making import puzzles as puzzle_commands
from siegeworks.cli.maps import commands as map_commands
from siegeworks.cli.measuring import arena, bench, dataset, perft, report, simulate, train
from siegeworks.cli.network import bot, join
from siegeworks.cli.playing import analyse, games, hint, learn, play, puzzle, replay, rules, verify

PLAIN = Console().is_dumb_terminal  # then help is shown without boxes and Markdown characters
MARKDOWN = str.maketrans("", "", "*`")

app = typer.Typer(
    name="siegeworks",
    rich_markup_mode=None if PLAIN else "markdown",
    pretty_exceptions_enable=False,
    add_completion=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def reporting_interrupts(command: Callable[..., int | None]) -> Callable[..., int | None]:
    """Wrap a command so that Ctrl-C prints a sentence; Typer alone would exit silently."""

    @wraps(command)
    def wrapped(*args: object, **kwargs: object) -> int | None:
        try:
            return command(*args, **kwargs)
        except KeyboardInterrupt:
            print_error("interrupted.")
            return INTERRUPTED

    return wrapped


TO_PLAY = (games, rules, learn, play, puzzle, serve, join, replay, analyse, hint, verify)
TO_MEASURE = (simulate, arena, report, dataset, train, perft, bench)
for module in (*TO_PLAY, *TO_MEASURE, new_game):
    name = module.__name__.rpartition(".")[2].replace("_", "-")
    epilog = module.EXAMPLES.translate(MARKDOWN) if PLAIN else module.EXAMPLES
    app.command(name, epilog=epilog)(reporting_interrupts(module.command))

GROUPS: dict[str, Any] = {
    "puzzles": puzzle_commands,
    "bot": bot,
    "map": map_commands,
    "admin": admin,
    "tables": tables,
}
for name, about in GROUPS.items():
    group = typer.Typer(rich_markup_mode="markdown", no_args_is_help=True)
    group.callback()(lambda: None)  # otherwise `connect`, the only command of `bot`, has no name
    for verb, item in about.COMMANDS.items():  # functions, or modules with examples of their own
        command, source = (item.command, item) if isinstance(item, ModuleType) else (item, about)
        group.command(verb, epilog=source.EXAMPLES)(reporting_interrupts(command))
    app.add_typer(group, name=name, help=about.HELP, epilog=about.EXAMPLES)


def _show_version(is_given: bool) -> None:
    if is_given:
        print(f"siegeworks {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_show_version,
            is_eager=True,
            help="Show the version and exit.",
        ),
    ] = False,
) -> None:
    """Five siege games: play them, replay them, measure them.

    Without a command: a menu if this is a terminal, otherwise the list of games.
    """
    if context.invoked_subcommand is None:
        games.show_overview(output())
