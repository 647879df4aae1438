"""What a move would do, and how far pieces reach"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from siegeworks.core.bits import bit, highest_bit, holds, lowest_bit, numbers_in
from siegeworks.core.contract import Action, Observation, Seat
from siegeworks.core.effects import Effects, Points, SeenStep
from siegeworks.core.scene import Reach
from siegeworks.core.text import capitalized, counted, listed
from siegeworks.games.nobles_and_peasants.notation import (
    MOVING,
    PLACING,
    REMOVING,
    STONE,
    action_to_text,
    seat_names,
)
from siegeworks.games.nobles_and_peasants.params import COLOUR_NAMES, NAMES
from siegeworks.games.nobles_and_peasants.state import (
    KEEP,
    LEFT_STONE,
    LEFT_TO,
    NO_STONE,
    NUM_DIRECTIONS,
    REMOVE_TOWER,
    RIGHT_STONE,
    RIGHT_TO,
)


def preview(params: Any, seen: Observation, action: Action, after: Observation | None) -> Effects:
    """What a stone scores, how far a tower looks, or what becomes of the row (R4, R5)."""
    if action < REMOVE_TOWER:
        return tower_set(params, seen, action_to_text(params, action))
    if action < LEFT_STONE:
        return Effects("The tower goes back into your hand.")
    if action < RIGHT_STONE:
        return stone_placed(params, seen, int(seen.row[0]), action - LEFT_STONE)
    stone_at_right = int(seen.row[seen.length - 1])
    if action < LEFT_TO:
        return stone_placed(params, seen, stone_at_right, action - RIGHT_STONE)
    if action < RIGHT_TO:
        return stone_moved(int(seen.row[0]), action - LEFT_TO + 1)
    if action < KEEP:
        return stone_moved(stone_at_right, action - RIGHT_TO)
    return Effects("The row stays as it is, and your turn ends.")


def stone_moved(stone: int, place: int) -> Effects:
    """R4: a stone at an end of the row goes elsewhere in it."""
    return Effects(f"The {COLOUR_NAMES[stone]} stone goes to place {place} of the row.")


def done(params: Any, step: SeenStep) -> Effects:
    """What a stone has scored, or how far a tower looks (R4, R5)."""
    token, seen = step.token, step.before
    if STONE.fullmatch(token):
        stone = int(seen.row[0 if token[0] == "L" else seen.length - 1])
        scored = stone_placed(params, seen, stone, NAMES.index(token[2:]))
        return replace(scored, sentence="", way=(token[2:],))
    if PLACING.fullmatch(token) or MOVING.fullmatch(token):
        way = tuple(token.removeprefix("T@").split("-"))
        return replace(tower_set(params, seen, token), sentence="", way=way)
    return Effects(way=(token[1:],)) if REMOVING.fullmatch(token) else Effects()


# R4, R5 Towers ------------------------------------------------------------------------------------


def tower_set(params: Any, seen: Observation, token: str) -> Effects:
    """R5: a tower looks along the six lines as far as the next tower."""
    start, target = token[:2] if token[0] != "T" else "", NAMES.index(token[2:].lstrip("-"))
    towers = seen.all_towers
    if start:
        towers = towers & ~bit(NAMES.index(start))
    farthest, circles = [], 0
    for direction in range(NUM_DIRECTIONS):
        line = sight(params, towers, target, direction)
        circles += len(line)
        farthest += line[-1:]
    sentence = f"From here the tower sees {counted(circles, 'circle')}."
    if start:
        sentence += " Then you may move an end stone of the row."
    return Effects(sentence, sight=tuple(NAMES[circle] for circle in farthest))


def sight(params: Any, towers: Any, circle: int, direction: int) -> list[int]:
    """R5: the circles that a tower here sees in one direction, nearest first."""
    seen = list(numbers_in(params.ray[circle, direction]))
    if direction >= NUM_DIRECTIONS // 2:  # numbers fall
        seen.reverse()
    tower = first_tower(params, towers, circle, direction)
    return seen if tower is None else seen[: seen.index(tower)]


def first_tower(params: Any, towers: Any, circle: int, direction: int) -> int | None:
    """R5: the first tower from here in one direction; numbers rise in the first three."""
    ahead = params.ray[circle, direction] & towers
    if not ahead:
        return None
    return lowest_bit(ahead) if direction < NUM_DIRECTIONS // 2 else highest_bit(ahead)


# R5 Score -----------------------------------------------------------------------------------------


def stone_placed(params: Any, seen: Observation, stone: int, circle: int) -> Effects:
    """R5: what a stone brings to each tower that sees it."""
    changes = []
    for direction in range(NUM_DIRECTIONS):
        tower = first_tower(params, seen.all_towers, circle, direction)
        seat = None if tower is None else tower_owner(params, seen, tower)
        if tower is not None and seat is not None:
            points = int(params.points[seat, stone])
            changes.append(Points(seat_names(params)[seat], points, NAMES[tower]))
    sums = Counter[str]()
    for change in changes:
        sums[change.seat] += change.points
    gains = [f"{sums[seat]} for {capitalized(seat)}" for seat in seat_names(params) if sums[seat]]
    sentence = "This scores nothing: no tower of a player sees this circle."
    if gains:
        sentence = f"This scores {listed(gains)}."
    return Effects(sentence, points=tuple(changes))


def tower_owner(params: Any, seen: Observation, circle: int) -> Seat | None:
    """Whose tower stands here; None: nobody's."""
    return next((s for s in range(int(params.seats)) if holds(seen.towers[s], circle)), None)


# How far pieces reach -----------------------------------------------------------------------------

LAST_SCORE = 2  # for each peasant that a tower sees (R7)


def reaches(params: Any, seen: Observation) -> Iterator[Reach]:
    """The empty circles that each tower sees, and the towers that see each peasant."""
    for seat in range(int(params.seats)):
        for circle in numbers_in(seen.towers[seat]):
            yield in_sight(params, seen, seat, circle)
    for colour in range(NO_STONE + 1, len(COLOUR_NAMES)):
        for circle in numbers_in(seen.stones[colour]):
            yield Reach(NAMES[circle], scored_by(params, seen, colour, circle))


def in_sight(params: Any, seen: Observation, seat: Seat, circle: int) -> Reach:
    """R5, R7: where a stone would score, and what the tower adds at the end."""
    directions = range(NUM_DIRECTIONS)
    circles = {c for d in directions for c in sight(params, seen.all_towers, circle, d)}
    empty = sorted(circles & set(numbers_in(seen.empty)))
    colour = int(params.peasant[seat])
    points = LAST_SCORE * len(circles & set(numbers_in(seen.stones[colour])))
    name = COLOUR_NAMES[colour]
    last = f"At the end it adds {LAST_SCORE} for each {name} stone in its sight: now {points} (R7)."
    return Reach(NAMES[circle], tuple(NAMES[c] for c in empty), last)


def scored_by(params: Any, seen: Observation, colour: int, circle: int) -> tuple[str, ...]:
    """R7: the towers that see this stone and whose peasant it is."""
    ahead = (first_tower(params, seen.all_towers, circle, d) for d in range(NUM_DIRECTIONS))
    owners = {tower: tower_owner(params, seen, tower) for tower in ahead if tower is not None}
    return tuple(
        NAMES[tower]
        for tower, seat in owners.items()
        if seat is not None and params.peasant[seat] == colour
    )
