"""One look at the table, laid out for a screen: the board, what lies beside it, what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import groupby
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from siegeworks.core.scene import Piece, Scene, Tray
from siegeworks.play.summary import TurnSummary
from siegeworks.tui import draw
from siegeworks.tui.seats import LOOKS, look_of

NARROWEST_PANEL = 32  # columns beside the board that are worth having
WIDEST_PANEL = 60
FRAME = 3  # lines that are usually there: title, status, prompt
PROMPT = 1  # line that is always there
GAP = 3  # columns between board and panel
MOST_APART = 6  # pieces of a tray that are drawn one by one
IN_A_GROUP = 10  # of those that stand in a row, so that they can be counted


class TurnScreen(NamedTuple):
    """One look at the table."""

    title: str
    scene: Scene
    changed: frozenset[str]  # cells that changed since the viewer last acted
    summary: Sequence[TurnSummary]  # what happened since
    remarks: Sequence[str]  # sentences for the viewer
    turn: str | None  # the seat to act; None at the end
    status: str  # the line above the prompt
    moves: Sequence[str] = ()  # lines that list moves, in place of all that is not the board


def page(shown: TurnScreen, room: draw.Room) -> Text:
    """The whole look; board and panel side by side where there is room. Where it is too tall for
    the screen, it is drawn closer; what scrolls away in the end is not the names of columns."""
    for lines in _layouts(shown, room):
        if fits(lines, room):
            break
    return Text("\n").join(lines)


def fits(lines: Sequence[Text], room: draw.Room) -> bool:
    """Do these lines and the prompt stand on one screen?"""
    return len(lines) + PROMPT <= room.height


def _layouts(shown: TurnScreen, room: draw.Room) -> Iterator[list[Text]]:
    """The same look in fewer and fewer lines."""
    title = [Text(shown.title, style="bold")]
    feet = _wrapped([*map(Text, shown.remarks), status(shown)], room.width)
    usual, least = room.height - FRAME, room.height - PROMPT - len(feet)
    yield [*title, *_body(shown, room, usual), *feet]
    yield [*title, *_body(shown, room, usual, is_tight=True), *feet]
    yield [*_body(shown, room, usual, is_tight=True), *feet]
    yield [*_body(shown, room, least, is_tight=True), *feet]
    yield [*_body(shown, room._replace(labels_below=True), least, is_tight=True), *feet]


def _body(shown: TurnScreen, room: draw.Room, height: int, is_tight: bool = False) -> list[Text]:
    """Board and panel, in so many lines if that can be; `is_tight`: short items share lines."""
    board = _board(shown, room._replace(height=height))
    column = max(line.cell_len for line in board) + GAP
    groups = panel(shown, room, is_tight)
    if room.width - column >= NARROWEST_PANEL:
        width = min(room.width - column, WIDEST_PANEL)
        if is_tight:
            groups = [_flowing(group, width) for group in groups]
        beside = _spaced([_wrapped(group, width) for group in groups], height)
        return _side_by_side(board, beside, column)
    if is_tight and not shown.moves:
        groups = [[item for group in groups for item in group]]
    if not shown.moves:
        groups = [_flowing(group, room.width) for group in groups]
    lines = _wrapped([line for group in groups for line in group], room.width)
    return [*_board(shown, room._replace(height=height - len(lines))), *lines]


def _board(shown: TurnScreen, room: draw.Room) -> list[Text]:
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


def panel(shown: TurnScreen, room: draw.Room, is_tight: bool = False) -> list[list[Text]]:
    """What lies beside the board, what is to be noted, what happened; or moves."""
    if shown.moves:
        return [[*map(Text, shown.moves)]]
    by_seat = groupby(shown.scene.trays, key=lambda tray: tray.seat)
    trays = [[tray_text(tray, room, is_tight) for tray in run] for _, run in by_seat]
    groups = [*trays, [*map(Text, shown.scene.notes)], [*map(summary_text, shown.summary)]]
    return [group for group in groups if group]


def tray_text(tray: Tray, room: draw.Room, is_tight: bool = False) -> Text:
    """What lies beside the board: whose, what it is called, what is in it; `is_tight`: pieces
    that are all equal are counted."""
    line = seat_badge(tray.seat).append(" ") if tray.seat else Text()
    line.append(f"{tray.title}: ")
    shown = [(draw.piece_text(p, p.seat != tray.seat, room), p) for p in tray.pieces]
    apart = len(shown) <= MOST_APART
    is_one_kind = is_tight and len({text for text, _ in shown}) == 1
    if is_one_kind or (not apart and any(len(text) > 1 for text, _ in shown)):
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


def status(shown: TurnScreen) -> Text:
    """Whose turn it is and what may be typed."""
    line = seat_badge(shown.turn).append(" ") if shown.turn else Text()
    return line.append(shown.status)


def summary_text(summary: TurnSummary) -> Text:
    """What one actor did, its name in its colour."""
    name = seat_badge(summary.actor) if summary.actor in LOOKS else Text(summary.actor)
    return name.append(" ").append(summary.words)


def seat_badge(name: str) -> Text:
    """A seat's name on its colour."""
    line = Text()
    return line.append(f" {name} ", look_of(name).style)
