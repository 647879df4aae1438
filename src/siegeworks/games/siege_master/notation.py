"""Steps as people write them, and why a step is refused."""

import re
from typing import Any

from siegeworks.core.contract import Action, Observation, Outcome, Seat, State
from siegeworks.core.maps import place_name
from siegeworks.core.notation import LONGEST_TEXT, NOT_A_MOVE
from siegeworks.core.text import counted
from siegeworks.games.siege_master.params import holds, members
from siegeworks.games.siege_master.state import BLUE, BY_MAP, NO_ARMY, RED, SEAT_NAMES

SEAT_TITLES = tuple(name.capitalize() for name in SEAT_NAMES)  # in sentences
SWAP = "swap"

HEX = "[a-z][1-9][0-9]*"
ONE_HEX = re.compile(HEX)
FORTRESS = re.compile(f"@({HEX})")
ARMY = re.compile(f"({HEX})-({HEX})")
PASSING = re.compile("pass|skip|-+|")

Place = tuple[int, int]  # row and text column, from the top left of the map


# Tokens ------------------------------------------------------------------------------------------


def action_to_text(params: Any, action: Action) -> str:
    if action < params.placements:
        return army_text(params, action)
    if action == params.placements:
        return SWAP
    return f"@{hex_text(params, action - int(params.placements) - 1)}"


def kind_of(params: Any, action: Action) -> str:
    """What kind of move an action is (R3, R4, R5)."""
    if action < params.placements:
        return "place an army"
    return "swap" if action == params.placements else "place a fortress"


def outcome_to_text(params: Any, outcome: Outcome) -> str:
    return f"@{hex_text(params, outcome)}"


def army_text(params: Any, army: int) -> str:
    """The two ends of an army (R4)."""
    return f"{hex_text(params, params.path[army, 0])}-{hex_text(params, params.path[army, 3])}"


def hex_text(params: Any, number: int) -> str:
    """The name of a hex (R1)."""
    return place_name(*place_of(params, number))


def place_of(params: Any, number: int) -> Place:
    """Where a hex lies."""
    return int(params.row[number]), int(params.column[number])


def named_place(params: Any, name: str) -> Place:
    """The place of this name, with a hex or without (R1)."""
    row = ord(name[0]) - ord("a")
    shifted = (int(params.row[0]) + int(params.column[0]) + row) % 2
    return row, 2 * (int(name[1:]) - 1) + shifted


def hex_at(params: Any, place: Place) -> int | None:
    here = (params.row == place[0]) & (params.column == place[1])
    number = int(here.argmax())
    return number if here[number] and number < params.hexes else None


def army_with_ends(params: Any, first: Place, last: Place) -> int | None:
    """The placement with these two ends, the upper or left one first; None if there is none."""
    start, end = hex_at(params, first), hex_at(params, last)
    if start is None or end is None:
        return None
    for army in members(params.through[start] & params.through[end]):
        if (params.path[army, 0], params.path[army, 3]) == (start, end):
            return army
    return None


def distance(place: Place, other: Place) -> int:
    """Steps between two places on the endless grid (R3)."""
    down, right = abs(place[0] - other[0]), abs(place[1] - other[1])
    return down + max(0, right - down) // 2


def fortresses(number: int) -> str:
    """`2 fortresses`."""
    return counted(number, "fortress", "fortresses")


def turn_rule(params: Any, seen: Observation) -> str:
    return "R2" if members(seen.sites) else "R5"


# Why a seat's step is refused --------------------------------------------------------------------


def explain(params: Any, seen: Observation, text: str) -> str:
    not_a_token = f"{NOT_A_MOVE} {what_now(params, seen)}"
    if len(text) > LONGEST_TEXT:
        return not_a_token
    if PASSING.fullmatch(text):
        return f"nobody may pass (R5); {what_now(params, seen)}"
    token = tidied(text)
    if token != text and is_legal(params, seen, token):
        return it_is_written(text, token)
    if token == SWAP:
        return why_no_swap(params, seen)
    if fortress := FORTRESS.fullmatch(token):
        return why_no_fortress(params, seen, fortress[1])
    if ends := ARMY.fullmatch(token):
        return why_no_army(params, seen, ends[1], ends[2])
    if ONE_HEX.fullmatch(token):
        if is_legal(params, seen, f"@{token}"):
            return f"a fortress is written with @: write @{token} (R3)"
        if members(seen.sites):
            return why_no_fortress(params, seen, token)
        return f"one hex alone is not a move; {what_now(params, seen)}"
    return not_a_token


def what_now(params: Any, seen: Observation) -> str:
    """What the seat to act may write now, with the paragraph."""
    if sites := members(seen.sites):
        example = hex_text(params, sites[0])
        return f"now place a fortress: @ and its hex, e.g. @{example} (R3)"
    example = army_text(params, armies_allowed(params, seen)[0])
    swap = ", or swap (R5)" if seen.may_swap else ""
    return f"write an army as its two ends, e.g. {example} (R4){swap}"


def tidied(text: str) -> str:
    """The token that was probably meant, despite dashes, capitals, spaces and leading zeros."""
    return without_zeros(re.sub(r"\s*[-‐‑‒–—−\s]\s*", "-", text.strip().casefold()))


def without_zeros(text: str) -> str:
    """The text without zeros before the numbers of hexes."""
    return re.sub("(?<=[a-z])0+(?=[1-9])", "", text)


def it_is_written(text: str, token: str) -> str:
    """What is wrong with a text that is this token apart from its spelling, with the paragraph."""
    if without_zeros(text) == token:
        how = "no leading zeros"
    elif "-" in token:
        how = "lower case, '-' between the ends and no spaces"
    else:
        how = "lower case and no spaces"
    paragraph = "R2" if token.startswith("@") else "R5" if token == SWAP else "R4"
    return f"{how}: write {token} ({paragraph})"


def armies_allowed(params: Any, seen: State | Observation) -> list[int]:
    """Every placement that is legal now."""
    return members(seen.free & params.touching[seen.binds])


def is_legal(params: Any, seen: State | Observation, token: str) -> bool:
    if token == SWAP:
        return bool(seen.may_swap)
    if fortress := FORTRESS.fullmatch(token):
        place = hex_at(params, named_place(params, fortress[1]))
        return place is not None and holds(seen.sites, place)
    if ends := ARMY.fullmatch(token):
        army = army_with_ends(params, *(named_place(params, end) for end in ends.groups()))
        return army is not None and army in armies_allowed(params, seen)
    return False


# Fortresses


def fortresses_first(params: Any, seen: State | Observation) -> str:
    """That the set-up is not complete; empty if it is."""
    if not members(seen.sites):
        return ""
    if params.fortresses == 1:
        return "the only fortress must be placed first (R2)"
    standing = len(members(seen.neutral))
    return f"all {params.fortresses} fortresses must be placed first; {standing} so far (R2)"


def why_no_fortress(params: Any, seen: State | Observation, name: str) -> str:
    """Why no fortress can be placed here, by a seat or by chance."""
    sites = members(seen.sites)
    if params.placed_by == BY_MAP:
        return "the fortresses stand where the map has them; none is placed (R2)"
    if not sites and params.fortresses == 1:
        return "the only fortress is already placed (R2)"
    if not sites:
        return f"all {params.fortresses} fortresses are already placed (R2)"
    place = named_place(params, name)
    number = hex_at(params, place)
    if number is None:
        return f"hex {name} is not on the map (R1)"
    standing = [place_of(params, fortress) for fortress in members(seen.neutral)]
    if place in standing:
        return f"there is already a fortress on {name} (R3)"
    areas = [i for i in range(params.areas) if holds(params.area_hexes[i], number)]
    if not areas:
        return f"no army fits into the area of {name}, so no fortress may stand there (R3)"
    fitting = params.area_placements[areas[0]] & seen.free
    if not members(fitting & ~params.through[number]):
        return f"with a fortress on {name} no army would fit into its area (R3)"
    nearest = min(standing, key=lambda other: distance(place, other))
    return (
        f"{name} is at distance {distance(place, nearest)} from the fortress on "
        f"{place_name(*nearest)}, but there are hexes at distance {least_distance(params, seen)} "
        "or more (R3)"
    )


def least_distance(params: Any, seen: State | Observation) -> int:
    """How far from all others the next fortress must stand (R3), 1 to 3; 0 if there is no other."""
    standing = [place_of(params, fortress) for fortress in members(seen.neutral)]
    sites = [place_of(params, site) for site in members(seen.sites)]
    distances = (distance(site, other) for site in sites for other in standing)
    return min(3, *distances) if standing else 0


# Armies


def why_no_swap(params: Any, seen: Observation) -> str:
    """Why the sides cannot be swapped now."""
    if why := fortresses_first(params, seen):
        return why
    if seen.last == NO_ARMY:
        return "there is no army to swap yet; Red places the first one (R5)"
    if seen.to_act == RED:
        return "only Blue may swap, and only on Blue's first turn (R5)"
    return "Blue may swap only on the first turn (R5)"


def why_no_army(params: Any, seen: Observation, first: str, last: str) -> str:
    """Why no army can be placed between these two ends."""
    if why := fortresses_first(params, seen):
        return why
    ends = named_place(params, first), named_place(params, last)
    for name, end in zip((first, last), ends, strict=True):
        if hex_at(params, end) is None:
            return f"hex {name} is not on the map (R1)"
    if why := no_row_of_four(first, last, *ends):
        return why
    ends = min(ends), max(ends)
    army = army_with_ends(params, *ends)
    if army is None:
        return f"hex {gap(params, *ends)} between them is not on the map (R1)"
    token = army_text(params, army)
    if army in armies_allowed(params, seen):
        which = "left" if ends[0][0] == ends[1][0] else "upper"
        return f"the {which} end comes first: write {token} (R4)"
    for number in params.path[army]:
        if why := covered(params, seen, int(number)):
            return why
    other = SEAT_TITLES[1 - seen.to_act]
    return (
        f"{other} captured nothing, so the army must share a hex edge with {other}'s last one, "
        f"{army_text(params, int(seen.last))} (R7)"
    )


def no_row_of_four(first: str, last: str, start: Place, end: Place) -> str:
    """Why these are not the ends of a straight row of four; empty if they are."""
    down, right = abs(end[0] - start[0]), abs(end[1] - start[1])
    if start == end:
        return f"an army covers four hexes; {first} is only one (R4)"
    if down not in (0, right):
        return f"{first} and {last} are not in one straight row (R4)"
    length = distance(start, end) + 1
    if length != 4:
        return f"from {first} to {last} is {length} hexes; an army covers four (R4)"
    return ""


def gap(params: Any, start: Place, end: Place) -> str:
    """The first place between two ends that has no hex."""
    down, right = (end[0] - start[0]) // 3, (end[1] - start[1]) // 3
    between = [(start[0] + i * down, start[1] + i * right) for i in (1, 2)]
    return next(place_name(*place) for place in between if hex_at(params, place) is None)


def covered(params: Any, seen: Observation, number: int) -> str:
    """That an army or a fortress is on this hex; empty if neither is."""
    name = hex_text(params, number)
    if holds(seen.neutral, number):
        return f"there is a fortress on hex {name}, and an army never covers one (R4)"
    seat = owner(seen, number)
    if seat is None:
        return ""
    if not holds(seen.walls, number):
        return f"there is a fortress on hex {name}, captured by {SEAT_TITLES[seat]} (R4)"
    whose = "your own" if seat == seen.to_act else f"{SEAT_TITLES[seat]}'s"
    (army,) = members(params.through[number] & seen.armies)
    return f"hex {name} is under {whose} army {army_text(params, army)} (R4)"


def owner(seen: Observation, number: int) -> Seat | None:
    """Whose army or captured fortress is on this hex."""
    return next((seat for seat in (RED, BLUE) if holds(seen.owned[seat], number)), None)


# Why an outcome of chance is refused -------------------------------------------------------------


def explain_outcome(params: Any, s: State, text: str) -> str:
    now = f"now chance places a fortress, e.g. @{hex_text(params, members(s.sites)[0])} (R2)"
    if len(text) > LONGEST_TEXT:
        return f"this is not an outcome; {now}"
    token = tidied(text)
    if token != text and is_legal(params, s, token):
        return it_is_written(text, token)
    if fortress := FORTRESS.fullmatch(token):
        return why_no_fortress(params, s, fortress[1])
    if token == SWAP or ARMY.fullmatch(token):
        return f"this is a seat's step; {fortresses_first(params, s)}"
    return f"this is not an outcome; {now}"
