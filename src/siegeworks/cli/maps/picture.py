"""`siegeworks map picture`: a map as an SVG or PNG file"""

from pathlib import Path
from typing import Annotated

import typer

from siegeworks.cli.console.arguments import Maps, examples, option
from siegeworks.cli.maps.source import Drawing, Force, known_maps, read_map, write_new
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.drawing.map_picture import map_picture

EXAMPLES = examples(
    "siegeworks map picture hexagon -o hexagon.svg",
    "siegeworks map picture island.txt -o island.png --width 1200",
)
ENDINGS = (".svg", ".png")


def command(
    drawing: Drawing,
    *,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FILE", help="FILE.svg or FILE.png.")],
    width: Annotated[int | None, option("--width", "PIXELS", "The width of a PNG.")] = None,
    force: Force = False,
    maps: Maps = None,
) -> None:
    """Draw a map into a file. A PNG needs an extra: pip install 'siegeworks[pictures]'.

    Exit status: 0 done, 1 the file cannot be written, 2 there is no such map, or the file already
    exists.
    """
    ending = out.suffix.lower()
    if ending not in ENDINGS:
        raise SiegeworksError(f"{quote(str(out))}: give a file that ends with .svg or .png.")
    if width is not None and ending != ".png":
        raise SiegeworksError("--width is for a PNG; an SVG has no fixed size.")
    known = known_maps()
    source = read_map(known, drawing, maps).map
    drawn = known.parse(source.name, source.text)
    picture = map_picture(drawn, known.title(drawn.name))
    content = picture.png(width) if ending == ".png" else picture.svg().encode()
    write_new(out, content, force)
