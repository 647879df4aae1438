"""Figures in words, for the sentences of a report"""

from __future__ import annotations

import re

from siegeworks.lab.reports.model import Estimate


def player_name(spec: str) -> str:
    """A spec in words: "level 4", "a search of 16 simulations"."""
    if level := re.fullmatch("level:([1-8])", spec):
        return f"level {level[1]}"
    if search := re.fullmatch("search:simulations=([0-9]+)", spec):
        return f"a search of {int(search[1]):,} simulations"
    return {"random": "random moves", "greedy": "the greedy bot"}.get(spec, spec)


def percent(value: float, digits: int = 0) -> str:
    """0.514 as "51%"; never "100%" or "0%" of something that is not quite that."""
    text = f"{value:.{digits}%}"
    if text == f"{1:.{digits}%}" and value < 1:
        return f"more than {1 - 10 ** -(digits + 2):.{digits}%}"
    if text == f"{0:.{digits}%}" and value > 0:
        return f"less than {10 ** -(digits + 2):.{digits}%}"
    return text


def span(estimate: Estimate, digits: int = 0) -> str:
    """A share with its interval: "51% (47 to 55%)"."""
    if estimate.low is None or estimate.high is None:
        return percent(estimate.value, digits)
    low, high = (f"{100 * end:.{digits}f}" for end in (estimate.low, estimate.high))
    if low == high and estimate.low != estimate.high:
        low, high = (f"{100 * end:.{digits + 1}f}" for end in (estimate.low, estimate.high))
    return f"{percent(estimate.value, digits)} ({low} to {high}%)"


def number_span(estimate: Estimate, digits: int = 0, unit: str = "") -> str:
    """A number with its interval: "70 plies (68 to 72)"."""
    value = f"{estimate.value:,.{digits}f}{unit and ' '}{unit}"
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
