"""The two ways to speak with people: pictures with line editing, and plain lines."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import Protocol

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.shortcuts import CompleteStyle
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from siegeworks.core.scene import Scene
from siegeworks.play.summary import TurnSummary
from siegeworks.tui import plain
from siegeworks.tui.draw import Room
from siegeworks.tui.legend import legend
from siegeworks.tui.listing import grouped, summary
from siegeworks.tui.screen import TurnScreen, fits, page, summary_text

WIDEST_TEXT = 88  # columns of a line of text that the eye finds back from
CURTAIN = 60  # blank lines that push a board out of sight where a screen cannot be cleared
MOST_SPOKEN = 100  # moves that are told one by one
DRAWN_SIGNS = "─━╲╱▲┼╋·…♛♜"


class Terminal(Protocol):
    """How a game speaks with the people before the screen."""

    def say(self, sentence: str) -> None:
        """A sentence."""

    def markdown(self, text: str) -> None:
        """A piece of the rulebook."""

    def show(self, shown: TurnScreen, fresh: bool = True) -> None:
        """The table; `fresh`: what was on the screen may go."""

    def list_moves(self, shown: TurnScreen, moves: Sequence[str], in_full: bool = False) -> None:
        """Legal moves, in groups; how many there are of each kind where they are very many,
        unless wanted `in_full`."""

    def legend(self, scene: Scene, seats: Sequence[str]) -> None:
        """What the signs on the board mean."""

    def tell(self, summaries: Sequence[TurnSummary]) -> None:
        """What happened."""

    def ask(self, prompt: str, seat: str = "", words: Sequence[str] = ()) -> str:
        """A line typed by the person at this seat; `words` are offered for completion.

        Raises:
            EOFError: there is nobody any more.
        """

    def curtain(self) -> None:
        """Take everything out of sight."""


def open_terminal(as_lines: bool) -> Terminal:
    """The way that suits where we run: pictures only for people before a screen."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is no text is no move either
    console = Console(highlight=False)
    if as_lines or not is_screen(sys.stdout) or console.is_dumb_terminal:
        return LineTerminal()
    return PictureTerminal(console)


def move_lines(scene: Scene, moves: Sequence[str]) -> list[str]:
    """The moves, a group a line."""
    return ["  ".join(group) for group in grouped(moves, [cell.name for cell in scene.cells])]


def is_screen(stream: object) -> bool:
    """Is this standard stream a terminal? A closed one is None."""
    isatty: Callable[[], bool] | None = getattr(stream, "isatty", None)
    return isatty is not None and isatty()


# Lines ------------------------------------------------------------------------------------------


class LineTerminal:
    """Short lines of words, nothing drawn, no cursor moved: for screen readers and pipes."""

    def say(self, sentence: str) -> None:
        """A sentence."""
        print(sentence)

    def markdown(self, text: str) -> None:
        """A piece of the rulebook."""
        self.say(text)

    def show(self, shown: TurnScreen, fresh: bool = True) -> None:
        """The table, in words."""
        self.say("")
        self.say(shown.title)
        for line in plain.lines(shown.scene, shown.changed):
            self.say(line)
        self.tell(shown.summary)
        for remark in shown.remarks:
            self.say(remark)
        self.say(f"{shown.turn} {shown.status}" if shown.turn else shown.status)

    def list_moves(self, shown: TurnScreen, moves: Sequence[str], in_full: bool = False) -> None:
        """Legal moves, a group a line."""
        in_full = in_full or len(moves) <= MOST_SPOKEN
        for line in move_lines(shown.scene, moves) if in_full else summary(moves):
            self.say(line)

    def legend(self, scene: Scene, seats: Sequence[str]) -> None:
        """Nothing is drawn: everything is told in words."""

    def tell(self, summaries: Sequence[TurnSummary]) -> None:
        """What happened, an actor a line."""
        for done in summaries:
            self.say(f"{done.actor}: {done.words}")

    def ask(self, prompt: str, seat: str = "", words: Sequence[str] = ()) -> str:
        """A line from standard input."""
        return read_line(prompt)

    def curtain(self) -> None:
        """Blank lines, and a line that says what they are for."""
        self.say("\n" * CURTAIN + "The curtain has fallen; what stands above is not for you.")


def read_line(prompt: str) -> str:
    """A line from standard input; what comes from a pipe is repeated, so that a log reads well.

    Raises:
        EOFError: there is no more.
    """
    print(prompt, end="", flush=True)
    try:
        line = sys.stdin.readline() if sys.stdin else ""
    except KeyboardInterrupt:
        print()
        raise
    if not is_screen(sys.stdin) or not line:
        print(printable(line))
    if not line:
        raise EOFError
    return printable(line)


def printable(line: str) -> str:
    """What was typed, without signs that would move a cursor."""
    return "".join(sign if sign.isprintable() else " " for sign in line).strip()


# Pictures ---------------------------------------------------------------------------------------


class PictureTerminal:
    """Boards drawn in colour, the screen kept tidy, lines edited with completion and history."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.is_simple = console.is_dumb_terminal or not console.is_terminal
        self.is_edited = is_screen(sys.stdin) and not self.is_simple
        self.sessions: dict[str, PromptSession[str]] = {}

    @property
    def room(self) -> Room:
        """What there is to draw on now."""
        try:
            DRAWN_SIGNS.encode(self.console.encoding)
        except UnicodeEncodeError:
            return Room(self.console.width, self.console.height, ascii_only=True)
        return Room(self.console.width, self.console.height)

    def say(self, sentence: str) -> None:
        """A sentence; a path or a command in it is never broken, since people copy it."""
        width = min(self.console.width, WIDEST_TEXT)
        for line in sentence.splitlines() or [""]:
            words = textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
            self.console.print(Text(words), soft_wrap=True)

    def markdown(self, text: str) -> None:
        """A piece of the rulebook."""
        self.console.print(Markdown(text), width=min(self.console.width, WIDEST_TEXT))

    def show(self, shown: TurnScreen, fresh: bool = True) -> None:
        """The table, drawn; on a cleared screen if `fresh`."""
        if fresh:
            self._clear()
        self.console.print(page(shown, self.room), soft_wrap=True)

    def list_moves(self, shown: TurnScreen, moves: Sequence[str], in_full: bool = False) -> None:
        """Legal moves beside or below the board, which stays on the screen."""
        full, room = move_lines(shown.scene, moves), self.room
        for lines in [full] if in_full else [full, summary(moves)]:
            look = page(shown._replace(moves=lines, remarks=()), room)
            if fits(list(look.split("\n")), room):
                self._clear()
                self.console.print(look, soft_wrap=True)
                return
        for line in full if in_full else summary(moves):
            self.say(line)

    def legend(self, scene: Scene, seats: Sequence[str]) -> None:
        """What the signs on the board mean, a line each."""
        self.say("")
        for line in legend(scene, seats, self.room):
            self.console.print(Text(line), soft_wrap=True)

    def tell(self, summaries: Sequence[TurnSummary]) -> None:
        """What happened, an actor a line."""
        for done in summaries:
            self.console.print(summary_text(done), soft_wrap=True)

    def ask(self, prompt: str, seat: str = "", words: Sequence[str] = ()) -> str:
        """A line, edited; every seat has a history of its own."""
        if not self.is_edited:
            return read_line(prompt)
        if seat not in self.sessions:
            self.sessions[seat] = PromptSession(history=InMemoryHistory())
        line: str = self.sessions[seat].prompt(
            FormattedText([("bold", prompt)]),
            completer=WordCompleter(list(words), WORD=True),
            complete_style=CompleteStyle.READLINE_LIKE,
            complete_while_typing=False,
        )
        return printable(line)

    def curtain(self) -> None:
        """A clear screen, and nothing to scroll back to."""
        if self.is_simple:
            self.say("\n" * CURTAIN)
        else:
            self._clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()

    def _clear(self) -> None:
        if not self.is_simple:
            self.console.clear()
