"""Questions with a list of answers: by number, by name or by the beginning of a name."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from siegeworks.core.game import quote
from siegeworks.tui.terminal import Terminal

WIDTH = 78  # columns
INDENT = 5


class Answer(NamedTuple):
    """Something that may be answered."""

    text: str  # how it is listed; empty: it may be typed, but is not listed
    names: tuple[str, ...]  # any of them may be typed; a number is typed in place of its place


def ask(terminal: Terminal, question: str, answers: Sequence[Answer], usual: int = 0) -> int:
    """The place of the answer that is typed, from 0; Enter takes the usual one.

    Raises:
        EOFError: nobody answers.
    """
    keys = [_key(place, answer) for place, answer in enumerate(answers)]
    listed = [key for key, answer in zip(keys, answers, strict=True) if answer.text]
    terminal.say(question)
    for key, answer in zip(keys, answers, strict=True):
        if answer.text:
            line = f"{key:>3}  {answer.text}"
            terminal.say(textwrap.fill(line, WIDTH, subsequent_indent=" " * INDENT))
    while True:
        typed = terminal.ask(f"{listed[0]} to {listed[-1]}, or Enter for {keys[usual]}: ")
        found = [usual] if not typed else _meant(typed, keys, answers)
        if len(found) == 1:
            return found[0]
        if found:
            names = " or ".join(answers[place].names[0] for place in found)
            terminal.say(f"{quote(typed)} may be {names}: type more of it.")
        else:
            terminal.say(
                f"{quote(typed)}: type a number from {listed[0]} to {listed[-1]}, or a name."
            )


def _key(place: int, answer: Answer) -> str:
    """The number to type: the answer's own, if it is one."""
    return answer.names[0] if answer.names[0].isdecimal() else str(place + 1)


def _meant(typed: str, keys: Sequence[str], answers: Sequence[Answer]) -> list[int]:
    """The places of all answers that this may be; one that is named exactly comes alone."""
    if typed in keys:
        place = keys.index(typed)
        return [place] if answers[place].text else []
    names = [[_simple(name) for name in answer.names] for answer in answers]
    exact = [place for place, known in enumerate(names) if _simple(typed) in known]
    return exact or [
        place
        for place, known in enumerate(names)
        if any(name.startswith(_simple(typed)) for name in known)
    ]


def _simple(name: str) -> str:
    """Small letters and digits alone: King's Ransom and kings-ransom are the same."""
    return "".join(sign for sign in name.casefold() if sign.isalnum())
