"""What can go wrong, as exceptions whose messages are sentences for people."""

from operator import index
from typing import Any

LONGEST_QUOTE = 40  # characters of somebody's input that a sentence repeats


class SiegeworksError(ValueError):
    """Something asked for cannot be done; the message is a sentence for people."""


class OptionError(SiegeworksError):
    """An option that a game does not know or cannot take."""


class IllegalStep(SiegeworksError):
    """A step that cannot be taken now. Of a token the sentence ends with the paragraph (R4)."""


class RuleCompileError(SiegeworksError):
    """A rule that cannot be compiled; the message names the file, the line and the reason."""


class LimitError(SiegeworksError):
    """A limit that a game states is wrong; the message names it and gives an example."""


def whole_number(name: str, value: Any, least: int | None = None) -> int:
    """A whole number that somebody gave. Raises SiegeworksError for anything else, and for one
    below `least`."""
    try:
        number = index(value)
    except TypeError:
        number = None
    if number is None or (least is not None and number < least):
        limit = "" if least is None else f", {least} or more"
        raise SiegeworksError(f"{name}={quote(repr(value))}: {name} is a whole number{limit}.")
    return number


def quote(text: str) -> str:
    """What somebody typed, fit for a sentence: short, and without control characters."""
    short = text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"
    return "".join(letter if letter.isprintable() else "�" for letter in short)
