"""`siegeworks new-game NAME`: the skeleton of a package with a game."""

import re
import shutil
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated

import typer

from siegeworks.cli.console.arguments import check_folder, examples, option
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.games import game_names

EXAMPLES = examples(
    "siegeworks new-game hnefatafl",
    "siegeworks new-game gomoku --small",
    "siegeworks new-game go-bang --folder games",
)

NAME = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
LARGE_TEMPLATE, SMALL_TEMPLATE = "template", "small_template"  # folders in `testing`
TEMPLATE = ".template"  # what the names of the template's files end with

Name = Annotated[str, typer.Argument(metavar="NAME", help="Such as go-bang.")]
Folder = Annotated[
    Path | None, option("--folder", "F", "Where the package is written; here by default.")
]
Small = Annotated[
    bool,
    typer.Option("--small", help="Tic-tac-toe in one file, instead of a race with hidden dice."),
]


def command(name: Name, folder: Folder = None, small: Small = False) -> None:
    """Write the skeleton of a package with a game; its tests say what to do next."""
    parent = folder or Path()
    check_folder(parent)
    target = parent / f"siegeworks-{name}"
    write_skeleton(name, target, SMALL_TEMPLATE if small else LARGE_TEMPLATE)
    print(f"{target} holds a small game that you can play and change into your own. Next:")
    print(f"  cd {target}")
    print("  python -m pip install -e '.[test]'")
    print("  python -m pytest")
    print(f"  siegeworks play {name}")


def write_skeleton(name: str, target: Path, kind: str = LARGE_TEMPLATE) -> None:
    """Write all files of a template into a new folder, with the names of this game. `kind`:
    LARGE_TEMPLATE, a file for each part of a game, or SMALL_TEMPLATE, one file.

    Raises:
        SiegeworksError: the name is not one, or is taken, or the folder exists.
        OSError: it cannot be written; then nothing is left of it.
    """
    if not NAME.fullmatch(name):
        raise SiegeworksError(
            f"{quote(name)!r}: a game's name consists of lower-case letters, digits and single "
            "hyphens, such as go-bang."
        )
    if name in game_names():
        raise SiegeworksError(f"There is already a game called {name}; choose another name.")
    if target.exists():
        raise SiegeworksError(f"{target} exists already; remove it or choose another --folder.")
    package = f"siegeworks_{name.replace('-', '_')}"
    names = {
        "__NAME__": name,
        "__PACKAGE__": package,
        "__DISTRIBUTION__": f"siegeworks-{name}",
        "__TITLE__": name.replace("-", " ").title(),
    }
    template = files("siegeworks") / "testing" / kind
    try:
        _write(template, target, names, {"package": package})
    except OSError as error:  # half a package could not be tried again
        shutil.rmtree(target, ignore_errors=True)
        raise OSError(error.errno, error.strerror, error.filename or str(target)) from None


def _write(
    source: Traversable, target: Path, names: dict[str, str], renamed: dict[str, str]
) -> None:
    """Copy a folder of the template."""
    target.mkdir(parents=True)
    for entry in source.iterdir():
        if entry.is_dir():
            _write(entry, target / renamed.get(entry.name, entry.name), names, {})
        elif entry.name.endswith(TEMPLATE):
            text = entry.read_text(encoding="utf-8")
            for placeholder, value in names.items():
                text = text.replace(placeholder, value)
            file = target / entry.name.removesuffix(TEMPLATE)
            file.write_text(text, encoding="utf-8")
