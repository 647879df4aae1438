"""`siegeworks map show`: draw a map in the terminal, and say what is wrong with it"""

import json

from rich.style import Style
from rich.text import Text

from siegeworks.cli.console.arguments import AsJson, Maps, examples
from siegeworks.cli.console.output import output
from siegeworks.cli.maps.source import (
    Drawing,
    how_to_play,
    known_maps,
    read_map,
    report_lines,
    report_object,
)
from siegeworks.core.maps import FORTRESS, GameMap, hexes_of, place_name
from siegeworks.core.palette import INK, LAND, mixed
from siegeworks.drawing.scene_picture import inland
from siegeworks.tui.terminal import is_terminal

EXAMPLES = examples(
    "siegeworks map show hexagon",
    "siegeworks map show island.txt",
    "siegeworks map show island --maps my-maps --json",
)
TOWER = "▲"
COAST = "#b9c48e"  # darker than in pictures, where the sea around it has a colour
STEP = 4  # text columns between the numbers above the map


def command(
    drawing: Drawing,
    *,
    maps: Maps = None,
    as_json: AsJson = False,
) -> int:
    """Draw a map, and say how large it is, how symmetric, and what is wrong with it.

    Exit status: 0 done, 1 the map cannot be played as it is, 2 it cannot be read.
    """
    known = known_maps()
    report = read_map(known, drawing, maps)
    drawn = report.map
    console = output()
    if as_json:
        print(json.dumps(report_object(report), ensure_ascii=False))
    else:
        is_drawn = is_terminal(console.file) and not console.is_dumb_terminal
        if drawn.rows:
            console.print(coloured(drawn) if is_drawn else "\n".join(plain(drawn)))
            console.print()
        for line in report_lines(report, known.title(drawn.name)):
            console.print(line, soft_wrap=not is_drawn)
        if report.is_playable and drawn.name in known.names(maps):
            console.print(f"To play it: {how_to_play(drawn.name, maps)}", soft_wrap=True)
    return 0 if report.is_playable else 1


def plain(drawn: GameMap) -> list[str]:
    """The map as lines of text, with the letters of its rows and some numbers of hexes."""
    width = max(map(len, drawn.rows))
    numbers = "".join(f"{column // 2 + 1:<{STEP}}" for column in range(0, width, STEP)).rstrip()
    letters = (place_name(row, 0)[0] for row in range(len(drawn.rows)))
    lines = zip(letters, drawn.rows, strict=True)
    return [f"   {numbers}", *(f"{letter}  {row}".rstrip() for letter, row in lines)]


def coloured(drawn: GameMap) -> Text:
    """The same on land that is lighter far from the coast."""
    head, *lines = plain(drawn)
    tones = inland([(float(place.column), float(place.row)) for place in hexes_of(drawn.rows)])
    text = Text(head, style="dim")
    for number, line in enumerate(lines):
        text.append(f"\n{line[:3]}", style="dim")
        for column, sign in enumerate(line[3:]):
            tone = tones.get((float(column), float(number)))
            beside = tones.get((float(column - 1), float(number)))
            if tone is None:
                text.append(" ", Style(bgcolor=ground(beside)) if beside is not None else "")
            elif sign == FORTRESS:
                text.append(TOWER, Style(color=INK, bgcolor=ground(tone), bold=True))
            else:
                text.append("·", Style(color=mixed(ground(tone), INK, 0.4), bgcolor=ground(tone)))
        if line[3:]:
            last = tones[float(len(line) - 4), float(number)]
            text.append(" ", Style(bgcolor=ground(last)))
    return text


def ground(tone: float) -> str:
    """The colour of land."""
    return mixed(COAST, LAND[0], tone)
