"""The two kinds of user interface: drawn boards with line editing, and plain lines."""

from __future__ import annotations

import codecs
import signal
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from threading import current_thread, main_thread

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.shortcuts import CompleteStyle
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from siegeworks.core.scene import Scene
from siegeworks.drawing import plain
from siegeworks.play.summary import TurnSummary
from siegeworks.tui.draw import Viewport, legend
from siegeworks.tui.listing import count_moves, group_moves
from siegeworks.tui.screen import TurnScreen, fits, render, summary_text

WIDEST_TEXT = 88  # columns; longer lines are hard to read
BLANK_LINES = 60  # that hide a board on terminals that cannot be cleared
MOST_LISTED = 100  # moves that plain lines list in full unasked
DRAWN_CHARACTERS = "─━╲╱▲┼╋·…♛♜"


class Left(Exception):
    """The person stops before the end."""


def open_terminal(as_plain: bool) -> Terminal:
    """The interface that suits the standard streams: drawn boards only on a real terminal, and not
    if plain lines are wanted."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # undecodable input is then an illegal move
    console = Console(highlight=False)
    if as_plain or not is_terminal(sys.stdout) or console.is_dumb_terminal:
        return PlainTerminal()
    return ScreenTerminal(console)


def move_lines(scene: Scene, moves: Sequence[str]) -> list[str]:
    """The moves, one group per line."""
    return ["  ".join(group) for group in group_moves(moves, [cell.name for cell in scene.cells])]


def is_terminal(stream: object) -> bool:
    """Whether this standard stream is a terminal; a closed one is None."""
    isatty: Callable[[], bool] | None = getattr(stream, "isatty", None)
    return isatty is not None and isatty()


# Plain lines -------------------------------------------------------------------------------------


class PlainTerminal:
    """Short lines of text without drawings or cursor movement, for screen readers and pipes."""

    def say(self, sentence: str) -> None:
        """Print a sentence."""
        print(sentence)

    def markdown(self, text: str) -> None:
        """Print a part of the rulebook."""
        self.say(text)

    def show(self, screen: TurnScreen, clear: bool = True) -> None:
        """Describe the table in words; nothing is ever cleared."""
        self.say("")
        self.say(screen.title)
        for line in plain.lines(screen.scene, screen.changed):
            self.say(line)
        self.show_summary(screen.summary)
        for notice in screen.notices:
            self.say(notice)
        if screen.look_at:
            self.say(f"Look at: {' '.join(sorted(screen.look_at))}.")
        if screen.to_do:
            self.say(screen.to_do)
        if screen.status or not screen.to_do:
            self.say(f"{screen.turn} {screen.status}" if screen.turn else screen.status)

    def list_moves(self, screen: TurnScreen, moves: Sequence[str], in_full: bool = False) -> None:
        """List legal moves, one group per line; if there are very many, only their numbers, unless
        `in_full`."""
        in_full = in_full or len(moves) <= MOST_LISTED
        for line in move_lines(screen.scene, moves) if in_full else count_moves(moves):
            self.say(line)

    def legend(self, scene: Scene, seats: Sequence[str]) -> None:
        """Print nothing: there are no symbols to explain."""

    def show_summary(self, turns: Sequence[TurnSummary]) -> None:
        """Print what happened, one line per turn."""
        for turn in turns:
            self.say(turn.words if turn.is_sentence else f"{turn.actor}: {turn.words}")

    def ask(self, prompt: str, seat: str = "", completions: Sequence[str] = ()) -> str:
        """Read a line from standard input.

        Raises:
            EOFError: the input has ended.
        """
        return read_line(prompt)

    def hide_screen(self) -> None:
        """Print blank lines, and a line that explains them."""
        self.say("\n" * BLANK_LINES + "The lines above are hidden: they are for the other player.")


def read_line(prompt: str) -> str:
    """Read a line from standard input; input from a pipe is echoed, so that a log is readable.

    Raises:
        EOFError: the input has ended.
    """
    print(prompt, end="", flush=True)
    try:
        line = sys.stdin.readline() if sys.stdin else ""
    except KeyboardInterrupt:
        print()
        raise
    if not is_terminal(sys.stdin) or not line:
        print(printable(line))
    if not line:
        raise EOFError
    return printable(line)


def printable(line: str) -> str:
    """The line without control characters, which could move the cursor."""
    return "".join(char if char.isprintable() else " " for char in line).strip()


# Drawn boards ------------------------------------------------------------------------------------


class ScreenTerminal:
    """Boards drawn in colour on a cleared screen; input with line editing, completion, history."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.is_simple = console.is_dumb_terminal or not console.is_terminal
        self.can_edit = is_terminal(sys.stdin) and not self.is_simple
        self.sessions: dict[str, PromptSession[str]] = {}
        self.lines_below = 0  # below the prompt, that something else takes

    @property
    def viewport(self) -> Viewport:
        """The current size of the terminal, and whether it can show more than ASCII."""
        width, height = self.console.width, self.console.height - self.lines_below
        try:
            DRAWN_CHARACTERS.encode(self.console.encoding)
        except UnicodeEncodeError:
            return Viewport(width, height, ascii_only=True)
        return Viewport(width, height)

    def say(self, sentence: str) -> None:
        """Print a sentence; paths and commands in it are never broken, so that they can be
        copied."""
        width = min(self.console.width, WIDEST_TEXT)
        for line in sentence.splitlines() or [""]:
            words = textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
            self.console.print(Text(words), soft_wrap=True)

    def markdown(self, text: str) -> None:
        """Print a part of the rulebook."""
        self.console.print(Markdown(text), width=min(self.console.width, WIDEST_TEXT))

    def show(self, screen: TurnScreen, clear: bool = True) -> None:
        """Draw the table, on a cleared screen if `clear`."""
        if clear:
            self._clear()
        self.console.print(render(screen, self.viewport), soft_wrap=True)

    def list_moves(self, screen: TurnScreen, moves: Sequence[str], in_full: bool = False) -> None:
        """List legal moves beside or below the board, which stays on the screen if they fit."""
        full, viewport = move_lines(screen.scene, moves), self.viewport
        for lines in [full] if in_full else [full, count_moves(moves)]:
            text = render(screen._replace(moves=lines, notices=()), viewport)
            if fits(list(text.split("\n")), viewport):
                self._clear()
                self.console.print(text, soft_wrap=True)
                return
        for line in full if in_full else count_moves(moves):
            self.say(line)

    def legend(self, scene: Scene, seats: Sequence[str]) -> None:
        """Explain the symbols on the board, one per line."""
        self.say("")
        for line in legend(scene, seats, self.viewport):
            self.console.print(Text(line), soft_wrap=True)

    def show_summary(self, turns: Sequence[TurnSummary]) -> None:
        """Print what happened, one line per turn."""
        for turn in turns:
            self.console.print(summary_text(turn), soft_wrap=True)

    def ask(self, prompt: str, seat: str = "", completions: Sequence[str] = ()) -> str:
        """Read a line with editing; every seat has its own history.

        Raises:
            EOFError: the input has ended.
        """
        if not self.can_edit:
            return read_line(prompt)
        if seat not in self.sessions:
            self.sessions[seat] = PromptSession(history=InMemoryHistory())
        line: str = self.sessions[seat].prompt(
            FormattedText([("bold", prompt)]),
            completer=WordCompleter(list(completions), WORD=True),
            complete_style=CompleteStyle.READLINE_LIKE,
            complete_while_typing=False,
        )
        return printable(line)

    def hide_screen(self) -> None:
        """Clear the screen and its scrollback."""
        if self.is_simple:
            self.say("\n" * BLANK_LINES)
        else:
            self._clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()

    def _clear(self) -> None:
        if not self.is_simple:
            self.console.clear()


Terminal = PlainTerminal | ScreenTerminal  # how a game communicates with the people there


# Ctrl-C, and characters that a stream cannot encode -----------------------------------------------


@contextmanager
def on_interrupt(act: Callable[[], object]) -> Iterator[None]:
    """Call this at Ctrl-C during the `with` block."""
    if current_thread() is not main_thread():  # only the main thread receives interrupts
        yield
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: act())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


REPLACEMENTS = str.maketrans("…–—’‘“”·•×→−±━─│", ".--''\"\"-*x>-~--|")
HANDLER = "siegeworks-ascii"  # the name under which codecs knows the replacement


def _replace(error: UnicodeError) -> tuple[str, int]:
    """Replace the characters that cannot be encoded, one for one."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(REPLACEMENTS)
    return text.encode("ascii", "replace").decode("ascii"), error.end


def use_ascii_fallback() -> None:
    """From now on, printing never fails because of a character that cannot be encoded."""
    codecs.register_error(HANDLER, _replace)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=HANDLER)
