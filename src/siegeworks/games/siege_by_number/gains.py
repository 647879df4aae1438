"""What a seat has got from one position to a later one, in words. Hints, never rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from siegeworks.core.advice import Gain
from siegeworks.core.bits import numbers_in
from siegeworks.core.contract import Observation, Seat
from siegeworks.core.text import counted
from siegeworks.games.siege_by_number.comments import army_to_home, home_of
from siegeworks.games.siege_by_number.rules import beside

AN_ARMY = 1.0  # defeated, or come onto the board
THE_COMMANDER = 3.0
A_HOME_BLOCKED = 1.0
WAY_FREE = 0.6  # for the next piece
A_GUARD = 0.1
A_STEP, A_COMMANDERS_STEP = 0.02, 0.5


def gains(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """Battles won, pieces that enter, homes blocked, and steps forward."""
    return [
        *defeated(params, before, after, seat),
        *entered(before, after, seat),
        *blocked(params, before, after, seat),
        *freed(params, before, after, seat),
        *guarded(params, before, after, seat),
        *walked(params, before, after, seat),
    ]


def armies_of(seen: Observation, seat: Seat) -> int:
    """The spaces of a seat's Armies."""
    return int(seen.pieces[seat]) & ~int(seen.commanders)


def commander_of(seen: Observation, seat: Seat) -> int:
    """The space of a seat's Commander; 0: he is not on the board."""
    return int(seen.pieces[seat]) & int(seen.commanders)


def defeated(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R8, R9: pieces of others that have left the board."""
    others = [other for other in range(params.seats) if other != seat]
    armies = sum(fallen(before, after, other) for other in others)
    commanders = sum(
        bool(commander_of(before, other)) > bool(commander_of(after, other)) for other in others
    )
    beaten = counted(armies, "Army", "Armies") if armies > 1 else "an Army"
    return [
        Gain("Armies", AN_ARMY * armies, f"defeat {beaten}", beaten),
        Gain("Commander", THE_COMMANDER * commanders, "defeat the Commander", "in some cases"),
    ]


def fallen(before: Observation, after: Observation, seat: Seat) -> int:
    """R8: how many Armies of a seat have left the board. Where others move, its own stand where
    they stood, and one that has come since does not hide it."""
    if seat == before.turn:
        return max(0, armies_of(before, seat).bit_count() - armies_of(after, seat).bit_count())
    return (armies_of(before, seat) & ~int(after.pieces[seat])).bit_count()


def entered(before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R5: pieces that have come onto the board."""
    armies = armies_of(after, seat).bit_count() - armies_of(before, seat).bit_count()
    has_come = bool(commander_of(after, seat)) > bool(commander_of(before, seat))
    new = counted(armies, "Army", "Armies") if armies > 1 else "a new Army"
    return [
        Gain("entered", AN_ARMY * armies, f"bring {new} onto the board", new),
        Gain(
            "Commander entered",
            THE_COMMANDER * has_come,
            "bring the Commander onto the board",
            "in some cases",
        ),
    ]


def blocked(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R10: enemy homes on which a piece of the seat now stands."""
    new = [
        home_of(params, other)
        for other in range(params.seats)
        if other != seat
        and int(params.home[other]) & int(after.pieces[seat]) & ~int(before.pieces[seat])
    ]
    return [Gain("blocked", A_HOME_BLOCKED, f"block {new[0]}", "")] if new else []


def freed(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R5: an empty own home, so that the next piece comes."""
    home = int(params.home[seat])
    was_taken = any(int(pieces) & home for pieces in before.pieces)
    is_taken = any(int(pieces) & home for pieces in after.pieces)
    if is_taken or not was_taken or commander_of(after, seat):
        return []
    return [Gain("freed", WAY_FREE, "make room at home for the next piece", "")]


def guarded(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R1: the way into the seat's own home, where nobody of its pieces stood and one does now; and
    the way into an enemy's that its pieces have left."""
    found = []
    for home in range(params.seats):
        was_guarded, is_guarded = (has_guard(params, s, home) for s in (before, after))
        name = "your Home Base" if home == before.turn else home_of(params, home)
        if home == seat and is_guarded > was_guarded:
            words = f"guard the way into {name}"
            found.append(Gain("guarded", A_GUARD, words, "in some cases"))
        elif home != seat and was_guarded > is_guarded:
            words = f"find an open way into {name}"
            found.append(Gain("open", A_GUARD, words, "in some cases"))
    return found


def has_guard(params: Any, s: Observation, seat: Seat) -> bool:
    """R1: does a piece of the seat stand at home or on the only square that leads there?"""
    home = int(params.home[seat])
    return bool(int(s.pieces[seat]) & (home | int(beside(np.uint64(home)))))


def walked(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R7: steps of Armies and of the Commander towards the homes of enemies."""
    found = []
    if armies_of(after, seat).bit_count() >= armies_of(before, seat).bit_count():
        steps = to_go(params, before, seat) - to_go(params, after, seat)
        words = f"bring Armies {counted(steps, 'step')} nearer to an enemy home"
        found.append(Gain("walked", A_STEP * steps, words, counted(steps, "step")))
    if commander_of(before, seat) and commander_of(after, seat):
        way = [army_to_home(params, seat, commander_of(s, seat))[0] for s in (before, after)]
        steps = way[0] - way[1]
        words = f"bring the Commander {counted(steps, 'step')} nearer to an enemy home"
        found.append(
            Gain("Commander walked", A_COMMANDERS_STEP * steps, words, counted(steps, "step"))
        )
    return found


def to_go(params: Any, seen: Observation, seat: Seat) -> int:
    """The steps of all Armies of a seat to the nearest enemy homes, on an empty board."""
    places = numbers_in(armies_of(seen, seat))
    return sum(army_to_home(params, seat, 1 << place)[0] for place in places)
