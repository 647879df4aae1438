"""What a seat has got from one position to a later one, in words. Hints, never rules."""

from __future__ import annotations

from typing import Any

from siegeworks.core.advice import Gain
from siegeworks.core.contract import Observation, Seat
from siegeworks.core.text import counted
from siegeworks.games.siege_master.comments import fortresses, most_captured
from siegeworks.games.siege_master.notation import SEAT_TITLES
from siegeworks.games.siege_master.rules import held, num_legal
from siegeworks.games.siege_master.state import ANYWHERE, NOWHERE

A_FORTRESS = 1.0
WITHIN_REACH = 0.5  # a fortress that can be captured next
A_REPLY = 0.001  # an army that can be placed
MANY = 12  # places for it: more make no difference


def gains(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """Fortresses, those in reach, and a free choice of where to place an army."""
    if after.binds == NOWHERE:  # fortresses are still being placed
        return []
    return [*captured(params, before, after, seat), *choice(params, before, after, seat)]


def captured(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R6: fortresses captured; where most of them lose (R9), those that the other seat has got."""
    other = 1 - seat
    holder = other if params.pacifist else seat
    more = int(held(after, holder)) - int(held(before, holder))
    if more <= 0:
        return []
    words = f"leave {fortresses(more)} to {SEAT_TITLES[other]}" if params.pacifist else ""
    words = words or f"capture {fortresses(more)}"
    return [Gain("fortresses", A_FORTRESS * more, words, str(more))]


def choice(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R5: what the seat to act can do next. Among how many places it can choose counts only as
    what the other seat leaves it."""
    if after.to_act != seat:
        return []
    found = []
    if not params.pacifist and (most := most_captured(params, after)):
        words = f"threaten {fortresses(most)}"
        found.append(Gain("threat", WITHIN_REACH * most, words, str(most)))
    if params.free_play or before.to_act == seat:
        return found
    armies = int(num_legal(params, after))
    if after.binds == ANYWHERE:
        return [*found, Gain("choice", A_REPLY * armies, "place the next army anywhere", "")]
    if armies >= MANY:
        words = "choose from many places for the next army"
        return [*found, Gain("choice", A_REPLY * MANY, words, "from many")]
    words = f"choose from {counted(armies, 'place')} for the next army"
    return [*found, Gain("choice", A_REPLY * armies, words, f"from {armies}")]
