"""The Typer application: gathers the verbs and knows what to say without one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Annotated

import typer
from rich.console import Console

from siegeworks import __version__
from siegeworks.cli import (
    arena,
    bench,
    games,
    hint,
    new_game,
    perft,
    play,
    replay,
    rules,
    serve,
    simulate,
    tables,
)
from siegeworks.cli.complain import complain

PLAIN = Console().is_dumb_terminal  # help without boxes and signs for emphasis
EMPHASIS = str.maketrans("", "", "*`")

app = typer.Typer(
    name="siegeworks",
    help="Five siege games: play them, replay them, measure them.",
    rich_markup_mode=None if PLAIN else "markdown",
    pretty_exceptions_enable=False,
    add_completion=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def saying_when_interrupted(command: Callable[..., int | None]) -> Callable[..., int | None]:
    """The command, with a sentence on Ctrl-C; Typer alone would end without one."""

    @wraps(command)
    def guarded(*args: object, **kwargs: object) -> int | None:
        try:
            return command(*args, **kwargs)
        except KeyboardInterrupt:
            complain("interrupted.")
            return 130

    return guarded


for verb in (games, rules, play, serve, replay, hint, simulate, arena, perft, bench, new_game):
    name = verb.__name__.rpartition(".")[2].replace("_", "-")
    epilog = verb.EXAMPLES.translate(EMPHASIS) if PLAIN else verb.EXAMPLES
    app.command(name, epilog=epilog)(saying_when_interrupted(verb.command))

tables_app = typer.Typer(rich_markup_mode="markdown", no_args_is_help=True)
for name, command in (("check", tables.check), ("backup", tables.backup)):
    tables_app.command(name, epilog=tables.EXAMPLES)(saying_when_interrupted(command))
app.add_typer(tables_app, name="tables", help=tables.HELP, epilog=tables.EXAMPLES)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"siegeworks {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def menu(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show it.")
    ] = False,
) -> None:
    """Without a verb: a menu at a terminal, elsewhere the games and what to type."""
    if context.invoked_subcommand is None:
        games.show_menu(Console())
