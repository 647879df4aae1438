"""How figures look wherever a report shows them: "52.3% (48.1% to 56.4%)"

A share is shown in percent, a difference of shares in points of a percentage.
"""

from __future__ import annotations

from collections.abc import Mapping

from siegeworks.core.text import counted
from siegeworks.lab.reports.model import Answer, Estimate, Unit, Value

MINUS = "\N{MINUS SIGN}"
NOTHING = "\N{EN DASH}"  # in a cell where there is nothing to say
DEFAULTS = "default"
ANSWERS: dict[Answer, tuple[str, str]] = {  # a mark that needs no colour, and the word beside it
    "yes": ("\N{BLACK CIRCLE}", "Yes"),
    "no": ("\N{WHITE CIRCLE}", "No"),
    "unclear": ("\N{CIRCLE WITH LEFT HALF BLACK}", "Unclear"),
}
_COUNTED: dict[Unit, str] = {"plies": "ply", "steps": "step", "actions": "action"}


def number(value: float, unit: Unit | None, *, signed: bool = False) -> str:
    """A value without the name of its unit: "52.3%", "+3.1", "1,250"."""
    if unit == "share":
        return _sign(100 * value, f"{abs(100 * value):.1f}", signed) + "%"
    return _sign(value, _digits(abs(value), unit), signed)


def with_unit(value: float, unit: Unit | None) -> str:
    """A value with its unit: "52.3%", "3.1 points", "24.0 plies"."""
    text = number(value, unit)
    if unit in (None, "share", "number"):
        return text
    if unit == "elo":
        return f"{text} Elo"
    if unit == "points":
        return f"{text} points"
    noun = _COUNTED[unit]
    return f"{text} {'plies' if noun == 'ply' else noun + 's'}"


def interval(estimate: Estimate, unit: Unit | None, *, signed: bool = False) -> str:
    """The 95% interval: "48.1% to 56.4%"; a dash if there is none."""
    if estimate.low is None or estimate.high is None:
        return NOTHING
    low, high = (number(end, unit, signed=signed) for end in (estimate.low, estimate.high))
    return f"{low} to {high}"


def estimated(estimate: Estimate, unit: Unit | None) -> str:
    """A value with its interval: "52.3% (48.1% to 56.4%)"."""
    text = number(estimate.value, unit)
    return text if estimate.low is None else f"{text} ({interval(estimate, unit)})"


def difference(estimate: Estimate, unit: Unit) -> tuple[str, str]:
    """A difference and its interval, with signs; of shares in points: ("+3.1 points", …)."""
    if unit == "share":
        factor: tuple[float | None, ...] = tuple(
            None if value is None else 100 * value
            for value in (estimate.value, estimate.low, estimate.high)
        )
        value, low, high = factor
        assert value is not None
        estimate, unit = Estimate(value, low, high, estimate.games), "points"
    shown = number(estimate.value, unit, signed=True)
    word = " points" if unit == "points" else ""
    return f"{shown}{word}", interval(estimate, unit, signed=True)


def cell(value: Value, unit: Unit | None) -> str:
    """What a cell of a table shows."""
    if value is None:
        return NOTHING
    if isinstance(value, str):
        return value
    if isinstance(value, Estimate):
        return estimated(value, unit)
    if isinstance(value, int) and unit in (None, "number"):
        return f"{value:,}"
    return number(value, unit)


def answer(kind: Answer) -> str:
    """An answer with its mark: "● Yes"."""
    return " ".join(ANSWERS[kind])


def games_of(games: int, needed: int | None = None) -> str:
    """How many games an answer rests on, and how many would settle it."""
    text = counted(games, "game")
    return text if needed is None else f"{text}; about {needed:,} would settle it"


def options_of(changed: Mapping[str, str]) -> str:
    """Options that are not at their default, as the command line has them: "setup=secret"."""
    return " ".join(f"{key}={value}" for key, value in changed.items()) or DEFAULTS


def _digits(size: float, unit: Unit | None) -> str:
    if unit == "elo":
        return f"{size:,.0f}"
    if unit == "points" or size >= 10:
        return f"{size:,.1f}"
    return f"{size:.2f}"


def _sign(value: float, digits: str, signed: bool) -> str:
    if not any(digit in "123456789" for digit in digits):
        return digits
    return MINUS + digits if value < 0 else f"+{digits}" if signed else digits
