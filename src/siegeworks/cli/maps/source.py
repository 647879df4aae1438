"""Maps that the command line names, what is said of them, and files for them"""

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from siegeworks.cli.console.arguments import check_target, option
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.maps import HEXES_ONLY, MapReport
from siegeworks.core.maps import Maps as GameMaps
from siegeworks.core.text import counted
from siegeworks.games import game_names, maps_of, module
from siegeworks.play.files import NotAFile, read_start, write_whole

MOST_BYTES = 1 << 20  # of a file with a map
SUFFIX = ".txt"

Drawing = Annotated[str, typer.Argument(metavar="NAME|FILE", help="A map's name, or its file.")]
MapName = Annotated[str | None, option("--name", "NAME", "Another name for the map.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a file that is already there.")]


def game_with_maps() -> str:
    """The first game that has maps."""
    return next(name for name in game_names() if hasattr(module(name), "MAPS"))


def known_maps() -> GameMaps:
    """The maps of that game."""
    return maps_of(game_with_maps())


def read_map(maps: GameMaps, given: str, folder: Path | None) -> MapReport:
    """A map from a file, if there is one of this name, or else by its name.

    Raises:
        SiegeworksError: there is neither, or it cannot be read as a drawing.
    """
    path = Path(given)
    if path.suffix == SUFFIX or len(path.parts) > 1 or path.is_file():
        text = decoded(read_file(path, MOST_BYTES + 1), str(path))
        return maps.inspect(path.stem, text)
    return maps.inspect(given, maps.read(given, folder).text)


def read_file(path: Path, limit: int) -> bytes:
    """The first bytes of a file with a map.

    Raises:
        SiegeworksError: it cannot be read.
    """
    try:
        return read_start(path, limit)
    except NotAFile as error:
        raise SiegeworksError(f"{path}: {error.strerror}. Give a file with a map.") from None
    except OSError as error:
        raise SiegeworksError(f"{path}: cannot be read: {error.strerror}.") from None


def decoded(content: bytes, source: str, limit: int = MOST_BYTES) -> str:
    """Bytes as text.

    Raises:
        SiegeworksError: they are too many, or not text.
    """
    if len(content) > limit:
        raise SiegeworksError(f"{source}: longer than {limit:,} bytes; this is not a map.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SiegeworksError(f"{source}: this is not UTF-8 text.") from None


def write_new(path: Path, content: bytes, force: bool) -> None:
    """Write a file; one that is there only if `force` says so.

    Raises:
        SiegeworksError: there is one, or no folder for it.
        OSError: it cannot be written.
    """
    check_target(path, str(path))
    if path.exists() and not force:
        raise SiegeworksError(
            f"{path}: this file already exists. Choose another name, or overwrite it with --force."
        )
    write_whole(path, content)


def map_file(maps: GameMaps, name: str, folder: Path | None) -> Path:
    """Where a map of the user's is kept, in a folder that is there then.

    Raises:
        SiegeworksError: a shipped map has this name and would be found first.
        OSError: the folder cannot be made.
    """
    if name in maps.shipped_names():
        raise SiegeworksError(
            f"{name} is the name of a shipped map; give yours another name with --name."
        )
    if folder is None:
        folder = maps.own_folder()
        folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{name}{SUFFIX}"


def report_lines(report: MapReport, title: str) -> list[str]:
    """What can be said without playing."""
    sizes = (
        counted(report.hexes, "hex", "hexes"),
        counted(report.fortresses, "fortress", "fortresses"),
        counted(report.areas, "area"),
        counted(report.placements, "placement"),
    )
    whole = [symmetry for symmetry in report.symmetries if not symmetry.endswith(HEXES_ONLY)]
    others = [
        symmetry.removesuffix(HEXES_ONLY) for symmetry in report.symmetries if symmetry not in whole
    ]
    lines = [f"{title}: {', '.join(sizes)}.", f"Symmetries: {', '.join(whole) or 'none'}."]
    if others:
        lines.append(f"Without the fortresses also: {', '.join(others)}.")
    lines += [f"  {problem.sentence}" for problem in report.problems]
    if not report.is_playable:
        lines.append("The map cannot be played as it is.")
    return lines


def report_object(report: MapReport) -> dict[str, Any]:
    """The same for programs."""
    return {
        "map": report.map.name,
        "rows": list(report.map.rows),
        "playable": report.is_playable,
        "hexes": report.hexes,
        "fortresses": report.fortresses,
        "areas": report.areas,
        "placements": report.placements,
        "symmetries": list(report.symmetries),
        "problems": [msgspec.to_builtins(problem) for problem in report.problems],
        "free": list(report.free),
    }


def how_to_play(name: str, maps: Path | None = None) -> str:
    """The command that plays on a map."""
    folder = f" --maps {maps}" if maps else ""
    return f"siegeworks play {game_with_maps()} -o map={name}{folder}"
