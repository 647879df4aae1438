"""Lines that a person types while the table may change: at a terminal, or from a pipe"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from threading import Thread

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.shortcuts import CompleteStyle

from siegeworks.tui.terminal import PlainTerminal, Terminal, is_terminal, printable

TOOLBAR_SECONDS = 1.0  # after which clocks are drawn again


def reader_for(terminal: Terminal) -> LineReader:
    """The reader that suits this terminal."""
    if isinstance(terminal, PlainTerminal) or not is_terminal(sys.stdin):
        return PlainLines()
    return EditedLines()


class EditedLines:
    """Lines with editing, completion and history; a toolbar below shows the clocks. What was typed
    so far outlives a cancelled call."""

    has_toolbar, waits_for_turn = True, False

    def __init__(self) -> None:
        self._session: PromptSession[str] = PromptSession(history=InMemoryHistory())
        self._typed = ""

    async def read(
        self, prompt: str, completions: Sequence[str], toolbar: Callable[[], str]
    ) -> str | None:
        """The next line; None: Ctrl-C or Ctrl-D."""
        try:
            line = await self._session.prompt_async(
                FormattedText([("bold", prompt)]),
                completer=WordCompleter(list(completions), WORD=True),
                complete_style=CompleteStyle.READLINE_LIKE,
                complete_while_typing=False,
                bottom_toolbar=toolbar,
                refresh_interval=TOOLBAR_SECONDS,
                default=self._typed,
            )
        except (KeyboardInterrupt, EOFError):
            return None
        except asyncio.CancelledError:
            self._typed = self._session.default_buffer.text
            raise
        self._typed = ""
        return printable(line)


class PlainLines:
    """Lines of standard input, which a thread reads; a script's are echoed."""

    has_toolbar = False

    def __init__(self) -> None:
        # Lines from a pipe are there before they are asked for: they wait for one's turn.
        self.waits_for_turn = not is_terminal(sys.stdin)
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._thread: Thread | None = None

    async def read(
        self, prompt: str, completions: Sequence[str], toolbar: Callable[[], str]
    ) -> str | None:
        """The next line; None: the input has ended."""
        if self._thread is None:
            loop = asyncio.get_running_loop()
            self._thread = Thread(target=self._read, args=(loop,), daemon=True)
            self._thread.start()
        print(prompt, end="", flush=True)
        try:
            line = await self._lines.get()
        except asyncio.CancelledError:
            print()
            raise
        if self.waits_for_turn or line is None:
            print(line or "")
        return line

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        while True:
            line = sys.stdin.readline() if sys.stdin else ""
            try:
                loop.call_soon_threadsafe(self._lines.put_nowait, printable(line) if line else None)
            except RuntimeError:  # the game is over
                return
            if not line:
                return


LineReader = EditedLines | PlainLines
