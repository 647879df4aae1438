"""Arguments that several commands share."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from siegeworks.core.errors import OptionError, SiegeworksError, quote
from siegeworks.core.game import Game
from siegeworks.core.maps import MAP_OPTION
from siegeworks.games import load, maps_of, module, registered_names


def complete_option(context: typer.Context, incomplete: str) -> list[str]:
    """What may follow `-o` for the game that was named: KEY=VALUE, maps by their names."""
    words = (context.params.get("game"), *context.args)  # an unfinished option ends the parsing
    name = next((word for word in words if word in registered_names()), None)
    if name is None:
        return []
    names = [
        f"{option.name}={value}"
        for option in module(name).OPTIONS
        for value in (maps_of(name).names() if option.name == MAP_OPTION else option.values)
    ]
    return [text for text in names if text.startswith(incomplete)]


def option(name: str, metavar: str, meaning: str) -> Any:
    """An option that is followed by a value, to annotate its parameter with."""
    return typer.Option(name, metavar=metavar, help=meaning)


GAME_LIST = ", ".join(registered_names())
GameName = Annotated[str, typer.Argument(metavar="GAME", help=GAME_LIST)]
OptionalGame = Annotated[str | None, typer.Argument(metavar="GAME", help=GAME_LIST)]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "-o",
        "--option",
        metavar="KEY=VALUE",
        help="An option of the game, e.g. seats=3. Can be repeated.",
        autocompletion=complete_option,
    ),
]
Records = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help=".siege files; - means standard input.")
]
OneRecord = Annotated[
    Path, typer.Argument(metavar="FILE", help="A .siege file; - means standard input.")
]
Maps = Annotated[Path | None, option("--maps", "DIR", "A folder with your own maps, NAME.txt.")]
Seed = Annotated[
    int | None,
    option("--seed", "N", "The seed of all random numbers; the same seed repeats the same games."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Plain = Annotated[
    bool, typer.Option("--plain", help="Print plain lines, for screen readers and pipes.")
]
OutFolder = Annotated[
    Path, option("--out", "DIR", "The folder to write; an interrupted run continues there.")
]


def check_number(option: str, number: int, low: int, high: int) -> None:
    """Raise SiegeworksError for a number that is not within these limits."""
    if not low <= number <= high:
        raise SiegeworksError(f"{option} {number}: give a number from {low} to {high:,}.")


def check_one_of(given: Mapping[str, bool]) -> None:
    """Raise SiegeworksError if more than one of these arguments is given; they contradict each
    other. `given`: each as it is written, and whether it is."""
    names = [name for name, is_given in given.items() if is_given]
    if len(names) > 1:
        raise SiegeworksError(f"Give {names[0]} or {names[1]}, not both.")


def check_target(path: Path, given: str) -> None:
    """Raise SiegeworksError for a folder, or a file whose folder does not exist, before the work
    whose results it gets; `given`: what the user has written."""
    if path.is_dir():
        raise SiegeworksError(f"{given}: this is a folder; give a file in it.")
    if not path.parent.is_dir():
        raise SiegeworksError(f"{given}: there is no folder {path.parent}; create it first.")


def check_folder(path: Path) -> None:
    """Raise SiegeworksError for what cannot be a folder, as it or a part of its path is a file,
    before the work that is written into it."""
    for part in (path, *path.parents):
        if part.exists():
            if not part.is_dir():
                raise SiegeworksError(f"{part} is a file; name a folder (it need not exist yet).")
            return


def examples(*lines: str) -> str:
    """The examples below a command's help, one per line."""
    return "\n\n".join(["**Examples**", *(f"`{line}`" for line in lines)])


def game_from(name: str, options: list[str] | None, maps: Path | None = None) -> Game:
    """The game that the command line names.

    Raises:
        SiegeworksError: an unknown game, a malformed or unknown option, a bad map.
    """
    return load(name, options_from(options), maps)


def options_from(texts: list[str] | None) -> dict[str, str]:
    """What `-o` gives.

    Raises:
        OptionError: a text that is not KEY=VALUE, or an option that is given twice.
    """
    given: dict[str, str] = {}
    for text in texts or ():
        key, equals, value = text.partition("=")
        if not equals or not key or not value:
            raise OptionError(f"-o {quote(text)}: write KEY=VALUE, e.g. -o seats=3.")
        if key in given:
            raise OptionError(f"-o {quote(text)}: the option {key} is given twice.")
        given[key] = value
    return given
