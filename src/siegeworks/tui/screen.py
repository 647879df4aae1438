"""Lays out one screen of a game: the board, the trays beside it, and what happened."""

from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import groupby
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from siegeworks.core.palette import LOOKS, look_of
from siegeworks.core.scene import Piece, Scene, Tray
from siegeworks.drawing.plain import sentences
from siegeworks.play.summary import TurnSummary
from siegeworks.tui import draw
from siegeworks.tui.canvas import style_of

NARROWEST_PANEL = 32  # columns; with less space beside the board, the panel goes below it
WIDEST_PANEL = 60
FRAME = 3  # lines of title, status and prompt
PROMPT = 1  # line
GAP = 3  # columns between board and panel
MOST_APART = 6  # pieces of a tray; if there are more, they are drawn without gaps
IN_A_GROUP = 10  # pieces without a gap, so that they can be counted


class TurnScreen(NamedTuple):
    """What one viewer is shown at one point of a game."""

    title: str
    scene: Scene
    before: Scene | None = None  # when the viewer last acted; None: no changes are marked
    summary: Sequence[TurnSummary] = ()  # what happened since then
    notices: Sequence[str] = ()  # sentences for the viewer
    turn: str | None = None  # the seat to act; None at the end of the game
    status: str = ""  # the line above the prompt
    moves: Sequence[str] = ()  # lines that list moves; shown in place of the panel
    to_do: str = ""  # what the viewer is asked to do, if the game alone does not say it
    look_at: frozenset[str] = frozenset()  # cells that this is about
    marked: frozenset[str] | None = None  # cells that changed; None: as `before` shows

    @property
    def changed(self) -> frozenset[str]:
        """The cells that changed since the viewer last acted."""
        if self.marked is not None:
            return self.marked
        return frozenset() if self.before is None else draw.changed_cells(self.before, self.scene)


def render(screen: TurnScreen, viewport: draw.Viewport) -> Text:
    """The whole screen, with board and panel side by side if there is space.

    What is too tall for the viewport is drawn more tightly. If even that does not fit, the column
    labels are put below the board, where they do not scroll away.
    """
    for lines in _layouts(screen, viewport):
        if fits(lines, viewport):
            break
    return Text("\n").join(lines)


def fits(lines: Sequence[Text], viewport: draw.Viewport) -> bool:
    """Whether these lines and the prompt fit on one screen."""
    return len(lines) + PROMPT <= viewport.height


def _layouts(screen: TurnScreen, viewport: draw.Viewport) -> Iterator[list[Text]]:
    """The same content in fewer and fewer lines."""
    title = [Text(screen.title, style="bold")]
    feet = _wrapped(list(_feet(screen)), viewport.width)
    default, least = viewport.height - FRAME, viewport.height - PROMPT - len(feet)
    yield [*title, *_body(screen, viewport, default), *feet]
    yield [*title, *_body(screen, viewport, default, is_tight=True), *feet]
    yield [*_body(screen, viewport, default, is_tight=True), *feet]
    yield [*_body(screen, viewport, least, is_tight=True), *feet]
    yield [*_body(screen, viewport._replace(labels_below=True), least, is_tight=True), *feet]


def _feet(screen: TurnScreen) -> Iterator[Text]:
    """The lines above the prompt; what is to be done stands out."""
    yield from map(Text, screen.notices)
    if screen.to_do:
        yield Text(screen.to_do, style="bold")
    if screen.status or not screen.to_do:
        line = seat_badge(screen.turn).append(" ") if screen.turn else Text()
        yield line.append(screen.status)


def _body(
    screen: TurnScreen, viewport: draw.Viewport, height: int, is_tight: bool = False
) -> list[Text]:
    """Board and panel, in `height` lines if possible; `is_tight`: short items share lines."""
    board = _board(screen, viewport._replace(height=height))
    column = max(line.cell_len for line in board) + GAP
    groups = panel(screen, viewport, is_tight)
    if viewport.width - column >= NARROWEST_PANEL:
        width = min(viewport.width - column, WIDEST_PANEL)
        if is_tight:
            groups = [_flowing(group, width) for group in groups]
        wrapped = [_wrapped(group, width) for group in groups]
        has_room = sum(map(len, wrapped)) + len(wrapped) <= height  # for a blank line after each
        gap = [Text()] if has_room else []
        beside = [line for group in wrapped for line in [*group, *gap]]
        return _side_by_side(board, beside, column)
    if is_tight and not screen.moves:
        groups = [[item for group in groups for item in group]]
    if not screen.moves:
        groups = [_flowing(group, viewport.width) for group in groups]
    lines = _wrapped([line for group in groups for line in group], viewport.width)
    return [*_board(screen, viewport._replace(height=height - len(lines))), *lines]


def _board(screen: TurnScreen, viewport: draw.Viewport) -> list[Text]:
    marked = screen.changed | screen.look_at
    return list(draw.board(screen.scene, marked, viewport).split("\n"))


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
    """Put as many short items on each line as fit."""
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


def panel(screen: TurnScreen, viewport: draw.Viewport, is_tight: bool = False) -> list[list[Text]]:
    """The trays, notes and what happened, in groups; or a list of moves instead."""
    if screen.moves:
        return [[*map(Text, screen.moves)]]
    by_seat = groupby(screen.scene.trays, key=lambda tray: tray.seat)
    trays = [[tray_text(tray, viewport, is_tight) for tray in run] for _, run in by_seat]
    groups = [*trays, [*map(Text, sentences(screen.scene))], [*map(summary_text, screen.summary)]]
    return [group for group in groups if group]


def tray_text(tray: Tray, viewport: draw.Viewport, is_tight: bool = False) -> Text:
    """A tray: its owner, title, pieces and note; `is_tight`: equal pieces are counted."""
    line = seat_badge(tray.seat).append(" ") if tray.seat else Text()
    line.append(f"{tray.title}: ")
    shown = [(draw.piece_text(p, p.seat != tray.seat, viewport), p) for p in tray.pieces]
    apart = len(shown) <= MOST_APART
    is_one_kind = is_tight and len({text for text, _ in shown}) == 1
    if is_one_kind or (not apart and any(len(text) > 1 for text, _ in shown)):
        shown, apart = _counted(shown, "x" if viewport.ascii_only else "×"), True
    for number, (text, piece) in enumerate(shown, 1):
        line.append(f" {text} " if apart else text, draw.piece_style(piece))
        if apart or number % IN_A_GROUP == 0:
            line.append(" ")
    if not line.plain.endswith(" "):
        line.append(" ")
    note = f"({tray.note})" if tray.note and tray.pieces else tray.note
    return line.append(note or ("" if tray.pieces else "none"), "bold")


def _counted(shown: list[tuple[str, Piece]], times: str) -> list[tuple[str, Piece]]:
    """Combine each run of equal texts: `3×E4`."""
    runs = [list(run) for _, run in groupby(shown, key=lambda pair: pair[0])]
    return [
        (f"{len(run)}{times}{run[0][0]}" if len(run) > 1 else run[0][0], run[0][1]) for run in runs
    ]


def summary_text(summary: TurnSummary) -> Text:
    """What one actor did, with its name in its colour."""
    if summary.is_sentence:
        sentence = Text(summary.words)
        if summary.actor:
            sentence.stylize(style_of(look_of(summary.actor)), 0, len(summary.actor))
        return sentence
    name = seat_badge(summary.actor) if summary.actor in LOOKS else Text(summary.actor)
    return name.append(" ").append(summary.words)


def seat_badge(name: str) -> Text:
    """A seat's name on a background of its colour."""
    return Text().append(f" {name} ", style_of(look_of(name)))
