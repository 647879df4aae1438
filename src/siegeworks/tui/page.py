"""One look at the table, laid out for a screen: the board, what lies beside it, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from itertools import groupby
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from siegeworks.core.scene import Piece, Scene, Tray
from siegeworks.play.story import Deed
from siegeworks.tui import draw
from siegeworks.tui.seats import LOOKS, look_of

NARROWEST_PANEL = 32  # columns beside the board that are worth having
WIDEST_PANEL = 60
FRAME = 3  # lines that are always there: title, status, prompt
GAP = 3  # columns between board and panel
MOST_APART = 6  # pieces of a tray that are drawn one by one
IN_A_GROUP = 10  # of those that stand in a row, so that they can be counted


class Shown(NamedTuple):
    """One look at the table."""

    title: str
    scene: Scene
    changed: frozenset[str]  # cells that changed since the viewer last acted
    story: Sequence[Deed]  # what happened since
    remarks: Sequence[str]  # sentences for the viewer
    turn: str | None  # the seat to act; None at the end
    status: str  # the line above the prompt


def page(shown: Shown, room: draw.Room) -> Text:
    """The whole look; board and panel side by side where there is room."""
    feet = _wrapped([*map(Text, shown.remarks), status(shown)], room.width)
    rest = room.height - FRAME
    board = _board(shown, room._replace(height=rest))
    column = max(line.cell_len for line in board) + GAP
    groups = panel(shown, room)
    if room.width - column >= NARROWEST_PANEL:
        width = min(room.width - column, WIDEST_PANEL)
        body = _side_by_side(board, _spaced([_wrapped(g, width) for g in groups], rest), column)
    else:
        lines = _wrapped([line for g in groups for line in _flowing(g, room.width)], room.width)
        body = [*_board(shown, room._replace(height=rest - len(lines))), *lines]
    return Text("\n").join([Text(shown.title, style="bold"), *body, *feet])


def _board(shown: Shown, room: draw.Room) -> list[Text]:
    return list(draw.board(shown.scene, shown.changed, room).split("\n"))


def _side_by_side(left: Sequence[Text], right: Sequence[Text], column: int) -> list[Text]:
    lines = []
    for i in range(max(len(left), len(right))):
        line = left[i].copy() if i < len(left) else Text()
        if i < len(right):
            line.pad_right(column - line.cell_len)
            line.append_text(right[i])
        lines.append(line)
    return lines


def _flowing(items: Sequence[Text], width: int) -> list[Text]:
    """Short items one after another in a line, as many as fit."""
    lines: list[Text] = []
    for item in items:
        if lines and lines[-1].cell_len + GAP + item.cell_len <= width:
            lines[-1].append(" " * GAP).append_text(item)
        else:
            lines.append(item.copy())
    return lines


def _wrapped(lines: Sequence[Text], width: int) -> list[Text]:
    console = Console(width=width, file=StringIO())
    return [part for line in lines for part in line.wrap(console, width)]


def _spaced(groups: Sequence[list[Text]], height: int) -> list[Text]:
    """The groups one below the other, with a blank line between where that fits."""
    gaps = 1 if sum(map(len, groups)) + len(groups) <= height else 0
    return [line for group in groups for line in [*group, *[Text()] * gaps]]


def panel(shown: Shown, room: draw.Room) -> list[list[Text]]:
    """What lies beside the board, what is to be noted, what happened."""
    by_seat = groupby(shown.scene.trays, key=lambda tray: tray.seat)
    trays = [[tray_text(tray, room) for tray in run] for _, run in by_seat]
    groups = [*trays, [*map(Text, shown.scene.notes)], [*map(deed_text, shown.story)]]
    return [group for group in groups if group]


def tray_text(tray: Tray, room: draw.Room) -> Text:
    """What lies beside the board: whose, what it is called, what is in it."""
    line = seat_badge(tray.seat).append(" ") if tray.seat else Text()
    line.append(f"{tray.title}: ")
    shown = [(draw.piece_text(p, p.seat != tray.seat, room), p) for p in tray.pieces]
    apart = len(shown) <= MOST_APART
    if not apart and any(len(text) > 1 for text, _ in shown):
        shown, apart = _counted(shown, "x" if room.ascii_only else "×"), True
    for number, (text, piece) in enumerate(shown, 1):
        line.append(f" {text} " if apart else text, draw.piece_style(piece))
        if apart or number % IN_A_GROUP == 0:
            line.append(" ")
    if not line.plain.endswith(" "):
        line.append(" ")
    note = f"({tray.note})" if tray.note and tray.pieces else tray.note
    return line.append(note or ("" if tray.pieces else "none"), "bold")


def _counted(shown: list[tuple[str, Piece]], times: str) -> list[tuple[str, Piece]]:
    """Each run of equal texts as one, with its length: `3×E4`."""
    runs = [list(run) for _, run in groupby(shown, key=lambda pair: pair[0])]
    return [
        (f"{len(run)}{times}{run[0][0]}" if len(run) > 1 else run[0][0], run[0][1]) for run in runs
    ]


def status(shown: Shown) -> Text:
    """Whose turn it is and what may be typed."""
    line = seat_badge(shown.turn).append(" ") if shown.turn else Text()
    return line.append(shown.status)


def deed_text(deed: Deed) -> Text:
    """What one actor did, its name in its colour."""
    name = seat_badge(deed.actor) if deed.actor in LOOKS else Text(deed.actor)
    return name.append(" ").append(deed.words)


def seat_badge(name: str) -> Text:
    """A seat's name on its colour."""
    line = Text()
    return line.append(f" {name} ", look_of(name).style)
