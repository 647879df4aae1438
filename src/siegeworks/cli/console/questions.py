"""Multiple-choice questions, answered by number, by name or by the beginning of a name."""

import textwrap
from collections.abc import Callable, Sequence
from typing import NamedTuple

from siegeworks.core.errors import quote
from siegeworks.games import module
from siegeworks.tui.terminal import Terminal

WIDTH = 78  # columns
INDENT = 5


class Choice(NamedTuple):
    """A possible answer."""

    text: str  # how it is listed; empty: it can be typed but is not listed
    names: tuple[str, ...]  # any of them can be typed; a name that is a number is its number


def ask_choice(
    terminal: Terminal, question: str, choices: Sequence[Choice], default: int = 0
) -> int:
    """Ask until one of the choices is typed, and return its index; Enter means the default.

    Raises:
        EOFError: the input has ended.
    """
    keys = [_key(index, choice) for index, choice in enumerate(choices)]
    listed = [key for key, choice in zip(keys, choices, strict=True) if choice.text]
    terminal.say(question)
    for key, choice in zip(keys, choices, strict=True):
        if choice.text:
            line = f"{key:>3}  {choice.text}"
            terminal.say(textwrap.fill(line, WIDTH, subsequent_indent=" " * INDENT))
    numbers = f"{listed[0]} to {listed[-1]}"
    while True:
        typed = terminal.ask(f"{numbers}, or Enter for {keys[default]}: ")
        matches = [default] if not typed else _matches(typed, keys, choices)
        if len(matches) == 1:
            return matches[0]
        if matches:
            names = " or ".join(choices[index].names[0] for index in matches)
            terminal.say(f"{quote(typed)} could be {names}. Type more letters.")
        else:
            terminal.say(f"{quote(typed)}: type a number from {numbers}, or a name.")


def ask_game(
    terminal: Terminal, question: str, names: Sequence[str], text: Callable[[str], str]
) -> str:
    """Ask for one of these games; `text` says how each is listed."""
    choices = [Choice(text(name), (name, module(name).TITLE)) for name in names]
    return names[ask_choice(terminal, question, choices)]


def introduced(name: str) -> str:
    """A game with its sentence."""
    return f"{module(name).TITLE}. {module(name).IN_A_SENTENCE}"


def _key(index: int, choice: Choice) -> str:
    """The number to type for a choice: its name if that is a number, else its place in the list."""
    return choice.names[0] if choice.names[0].isdecimal() else str(index + 1)


def _matches(typed: str, keys: Sequence[str], choices: Sequence[Choice]) -> list[int]:
    """The indices of all choices that `typed` can mean; only those named exactly, if any are."""
    if typed in keys:
        index = keys.index(typed)
        return [index] if choices[index].text else []
    names = [[_normalized(name) for name in choice.names] for choice in choices]
    exact = [index for index, known in enumerate(names) if _normalized(typed) in known]
    return exact or [
        index
        for index, known in enumerate(names)
        if any(name.startswith(_normalized(typed)) for name in known)
    ]


def _normalized(name: str) -> str:
    """Lower-case letters and digits only: King's Ransom and kings-ransom become equal."""
    return "".join(char for char in name.casefold() if char.isalnum())
