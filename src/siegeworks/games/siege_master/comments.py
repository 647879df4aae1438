"""What an action does, and what a seat has got from it, in words. Hints, never rules."""

from typing import Any

import numpy as np

from siegeworks.core.advice import Gain
from siegeworks.core.contract import TERMINAL, Action, Observation, Seat
from siegeworks.core.text import counted
from siegeworks.games.siege_master.evaluation import closing_in
from siegeworks.games.siege_master.notation import SEAT_TITLES, fortresses, hex_text
from siegeworks.games.siege_master.params import members
from siegeworks.games.siege_master.preview import area_of, as_number
from siegeworks.games.siege_master.rules import (
    apply_action,
    held,
    may_place,
    num_legal,
    place_fortress,
    swap_sides,
)
from siegeworks.games.siege_master.state import ANYWHERE, NOWHERE, RED, WORDS

FEW_REPLIES = 3


def comment(params: Any, seen: Observation, action: Action) -> str:
    """What the action does at once, and what it lets the other seat do."""
    if action > params.placements:
        return fortress_placed(params, seen, action - params.placements - 1)
    if action == params.placements:
        return takes_over(seen)
    seat = int(seen.to_act)
    after = seen.copy()
    apply_action(params, after, action)
    captures = f"captures {fortresses(int(after.captured))}" if after.captured else ""
    if after.to_act == TERMINAL:
        result = "wins" if int(after.winners) >> seat & 1 else "loses"
        return f"{captures} and {result} at once"
    return (
        captures
        or reply_to(params, after)
        or walls_off(params, after)
        or hems_in(params, seen, after)
    )


def fortress_placed(params: Any, seen: Observation, place: int) -> str:
    """R6: how much room there is around a new fortress."""
    after = seen.copy()
    place_fortress(params, after, place)
    left = ways_beside(params, after, place)
    return f"places a fortress with {counted(left, 'way')} to put an army beside it"


def takes_over(seen: Observation) -> str:
    """What a swap gains."""
    after = seen.copy()
    swap_sides(after)
    captured = int(held(after, int(seen.to_act)))
    words = fortresses(captured) if captured else f"{SEAT_TITLES[RED]}'s army"
    return f"takes over {words}"


def reply_to(params: Any, after: Observation) -> str:
    """What the other seat may do after an army that captured nothing."""
    other = SEAT_TITLES[int(after.to_act)]
    if threatened := most_captured(params, after):
        return f"lets {other} capture {fortresses(threatened)}"
    if params.free_play:
        return ""
    if after.binds == ANYWHERE:
        return f"leaves {other} free to place an army anywhere"
    replies = int(num_legal(params, after))
    if replies <= FEW_REPLIES:
        return f"leaves {other} {counted(replies, 'reply', 'replies')}"
    return ""


def walls_off(params: Any, after: Observation) -> str:
    """R6: what the army cuts off from the largest area beside it, if it has neutral fortresses."""
    smaller = sorted(areas_beside(params, after, int(after.last)), key=len)[:-1]
    neutral = set(members(after.neutral))
    enclosed = [(len(area & neutral), len(area)) for area in smaller if area & neutral]
    if not enclosed:
        return ""
    most, hexes = max(enclosed)
    return f"walls off {counted(hexes, 'hex', 'hexes')} with {fortresses(most)}"


def areas_beside(params: Any, s: Observation, army: int) -> list[set[int]]:
    """R6: the areas that an army borders on."""
    walls, areas = as_number(s.walls), list[set[int]]()
    for place in params.path[army]:
        for near in members(params.neighbours[place]):
            if not walls >> near & 1 and not any(near in area for area in areas):
                areas.append(set(area_of(params, walls, near)))
    return areas


def hems_in(params: Any, seen: Observation, after: Observation) -> str:
    """R6: the neutral fortress that keeps the smallest part of the room around it."""
    comments = []
    for place in members(seen.open):
        before, left = ways_beside(params, seen, place), ways_beside(params, after, place)
        if left < before:
            comments.append((left / before, left, before, place))
    if not comments:
        return "keeps clear of the neutral fortresses"
    _, left, before, place = min(comments)
    ways = f"{left or 'none'} of {before} ways" if before > 1 else "no way"
    return f"leaves {ways} to put an army beside the fortress on {hex_text(params, place)}"


def ways_beside(params: Any, s: Observation, place: int) -> int:
    """How many armies fit that cover a neighbour of a hex."""
    return len(members(s.free & params.beside[place]))


def most_captured(params: Any, s: Observation) -> int:
    """The most fortresses that one army can take now, of those beside which one still fits."""
    closing = np.zeros(WORDS, np.uint64)
    for place in members(s.open):
        for w in range(WORDS):
            closing[w] |= closing_in(params, s, place, w, may_place(params, s, w))
    captured = 0
    for army in members(closing):
        after = s.copy()
        apply_action(params, after, army)
        captured = max(captured, int(after.captured))
    return captured


# What a seat has got ------------------------------------------------------------------------------

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
    gains = []
    if not params.pacifist and (most := most_captured(params, after)):
        words = f"threaten {fortresses(most)}"
        gains.append(Gain("threat", WITHIN_REACH * most, words, str(most)))
    if params.free_play or before.to_act == seat:
        return gains
    armies = int(num_legal(params, after))
    if after.binds == ANYWHERE:
        return [*gains, Gain("choice", A_REPLY * armies, "place the next army anywhere", "")]
    if armies >= MANY:
        words = "choose from many places for the next army"
        return [*gains, Gain("choice", A_REPLY * MANY, words, "from many")]
    words = f"choose from {counted(armies, 'place')} for the next army"
    return [*gains, Gain("choice", A_REPLY * armies, words, f"from {armies}")]
