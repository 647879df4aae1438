"""How figures look in tables and charts, "52.3% (48.1% to 56.4%)", and in sentences

A share is shown in percent, a difference of shares in points of a percentage.
"""

import re
from collections.abc import Mapping

from siegeworks.core.text import counted
from siegeworks.lab.reports.model import Answer, Estimate, Metric, Unit, Value

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


def figure(metric: Metric) -> tuple[str, str, str, str]:
    """A row of a table: name, value, interval and games."""
    estimate = metric.estimate
    value, reach = with_unit(estimate.value, metric.unit), interval(estimate, metric.unit)
    return metric.name, value, reach, f"{estimate.games:,}"


def difference(estimate: Estimate, unit: Unit) -> tuple[str, str]:
    """A difference and its interval, with signs; of shares in points: ("+3.1 points", …)."""
    if unit == "share":
        low, high = (None if end is None else 100 * end for end in (estimate.low, estimate.high))
        estimate, unit = Estimate(100 * estimate.value, low, high, estimate.games), "points"
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


def player_name(spec: str) -> str:
    """A spec in words: "level 4", "a search of 16 simulations"."""
    if level := re.fullmatch("level:([1-8])", spec):
        return f"level {level[1]}"
    if search := re.fullmatch("search:simulations=([0-9]+)", spec):
        return f"a search of {int(search[1]):,} simulations"
    return {"random": "random moves", "greedy": "the greedy bot"}.get(spec, spec)


def percent(value: float) -> str:
    """0.514 as "51%"; never "100%" or "0%" of something that is not quite that."""
    text = f"{value:.0%}"
    if text == "100%" and value < 1:
        return "more than 99%"
    return "less than 1%" if text == "0%" and value > 0 else text


def span(estimate: Estimate) -> str:
    """A share with its interval: "51% (47 to 55%)"."""
    if estimate.low is None or estimate.high is None:
        return percent(estimate.value)
    low, high = (f"{100 * end:.0f}" for end in (estimate.low, estimate.high))
    if low == high and estimate.low != estimate.high:
        low, high = (f"{100 * end:.1f}" for end in (estimate.low, estimate.high))
    return f"{percent(estimate.value)} ({low} to {high}%)"


def number_span(estimate: Estimate, digits: int = 0) -> str:
    """A number with its interval: "70 (68 to 72)"."""
    value = f"{estimate.value:,.{digits}f}"
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} ({estimate.low:,.{digits}f} to {estimate.high:,.{digits}f})"


def points_span(low: float, high: float) -> str:
    """A difference of shares in percentage points: "3 to 6 points"."""
    ends = [f"{100 * end:.0f}" for end in (low, high)]
    if ends[0] in {ends[1], "0", "-0"}:
        ends = [f"{100 * end:.1f}" for end in (low, high)]
    return f"{ends[0]} to {ends[1]} points"


def about(number: int) -> str:
    """A rough number: two digits that matter."""
    digits = max(0, len(str(number)) - 2)
    return f"{round(number, -digits):,}"


def wins(name: str) -> str:
    """A seat or words for a seat with its verb: "South wins", "Suns win", "The seat that begins
    wins"."""
    is_plural = name.endswith("s") and " " not in name
    return f"{name} {'win' if is_plural else 'wins'}"
