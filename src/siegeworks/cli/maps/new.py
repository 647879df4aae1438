"""`siegeworks map new`: make a random map"""

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from siegeworks.cli.console.arguments import Maps, check_one_of, examples, option
from siegeworks.cli.maps.source import (
    Force,
    MapName,
    how_to_play,
    known_maps,
    map_file,
    report_lines,
    write_new,
)

EXAMPLES = examples(
    "siegeworks map new",
    "siegeworks map new --size 180 --shape archipelago --save",
    "siegeworks map new --shape ring --seed 7 --name my-ring -o my-ring.txt",
)
SEEDS = 1_000_000  # so many that one is drawn of; short enough to be read out
MIDDLE = 200  # hexes


def command(
    *,
    size: Annotated[int, option("--size", "S", "How many hexes: 60 to 256.")] = MIDDLE,
    shape: Annotated[
        str | None,
        option("--shape", "SHAPE", "continent, archipelago, ring …; a wrong name lists them all."),
    ] = None,
    seed: Annotated[
        int | None, option("--seed", "N", "Which one; the same seed makes the same map.")
    ] = None,
    name: MapName = None,
    save: Annotated[
        bool, typer.Option("--save", help="Save it among your own maps, or in --maps.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FILE", help="Write it to this file."),
    ] = None,
    force: Force = False,
    maps: Maps = None,
) -> None:
    """Make a random map; with the same size, shape and seed the same again.

    It is printed unless --save or --out says where to keep it.

    Exit status: 0 done, 1 the file cannot be written, 2 there is no such size or shape, or the
    file already exists.
    """
    known = known_maps()
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    new = known.random(size, shape or known.shapes[0], seed)
    if name is not None:
        new = replace(new, name=known.parse(name, new.text).name)
    check_one_of({"--save": save, "--out": out is not None})
    path = map_file(known, new.name, maps) if save else out
    if path is None:
        print(new.text, end="")
    else:
        write_new(path, new.text.encode(), force)
    report = known.inspect(new.name, new.text)
    for line in report_lines(report, f"{known.title(new.name)}, seed {seed}"):
        typer.echo(line, err=True)
    if save:
        typer.echo(f"To play it: {how_to_play(new.name, maps)}", err=True)
    elif path is None:
        typer.echo("To keep it, add --save and the seed, or -o FILE.", err=True)
