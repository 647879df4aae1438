"""`siegeworks map export`: a map as text, as a link or as a code"""

from typing import Annotated
from urllib.parse import quote

import typer

from siegeworks.cli.console.arguments import Maps, check_one_of, examples, option
from siegeworks.cli.hosting.serve import PORT
from siegeworks.cli.maps.source import Drawing, known_maps, read_map

EXAMPLES = examples(
    "siegeworks map export hexagon",
    "siegeworks map export island.txt --link",
    "siegeworks map export island.txt --link --page https://play.example.org",
)
PAGE = f"http://localhost:{PORT}"


def command(
    drawing: Drawing,
    *,
    link: Annotated[
        bool, typer.Option("--link", help="Print a link that opens it in the page's editor.")
    ] = False,
    page: Annotated[str, option("--page", "URL", "The address of the page for --link.")] = PAGE,
    code: Annotated[bool, typer.Option("--code", help="Print only the code of the link.")] = False,
    maps: Maps = None,
) -> None:
    """Print a map as text, or as a link or code that `siegeworks map import` reads again.

    Exit status: 0 done, 2 there is no such map, or it is too large for a link.
    """
    check_one_of({"--link": link, "--code": code})
    known = known_maps()
    source = read_map(known, drawing, maps).map
    drawn = known.parse(source.name, source.text)
    if link:
        print(f"{page.rstrip('/')}/#/map/{quote(drawn.name)}/{known.encode(drawn.rows)}")
    elif code:
        print(known.encode(drawn.rows))
    else:
        print(drawn.text, end="")
