"""Steps as people write them, and why a step is refused."""

import re
from functools import cache
from typing import Any

from siegeworks.core.bits import has
from siegeworks.core.contract import Action, Observation, Outcome, State
from siegeworks.core.notation import LONGEST_TEXT, NOT_A_MOVE
from siegeworks.core.text import counted
from siegeworks.games.nobles_and_peasants.params import COLOUR_NAMES, NAMES, PEASANT_OF, ROWS
from siegeworks.games.nobles_and_peasants.rules import in_box, row_is_drawn
from siegeworks.games.nobles_and_peasants.state import (
    CIRCLES,
    FIRST,
    KEEP,
    LEFT_STONE,
    LEFT_TO,
    MOVE_TOWER,
    NO_STONE,
    NUM_ACTIONS,
    PLACE_TOWER,
    REMOVE_TOWER,
    RIGHT_STONE,
    RIGHT_TO,
)

CIRCLE = r"[a-z][0-9]{1,3}"
PLACING = re.compile(rf"T@({CIRCLE})")
MOVING = re.compile(rf"({CIRCLE})-({CIRCLE})")
REMOVING = re.compile(rf"-({CIRCLE})")
STONE = re.compile(rf"[LR]@({CIRCLE})")
ROW = re.compile(r"([LR])>([0-9]+)|keep")
STONE_DRAWN = re.compile(r"[BYRG]")
FIRST_SEAT = re.compile(r"first=(.*)", re.DOTALL)
PASSING = re.compile(r"pass|skip")
CUT_OFF = re.compile(r"-+")

A_TURN = (
    "T@d4 places a tower, c3-d4 moves one, -c3 removes one, "
    "L@d4 or R@d4 places the stone at the left or right end of the row"
)
LEGAL = "nothing forbids it (R4)"


KINDS_OF_MOVES = {  # by their first actions
    PLACE_TOWER: "place a tower",
    MOVE_TOWER: "move a tower",
    REMOVE_TOWER: "remove a tower",
    LEFT_STONE: "place the left stone",
    RIGHT_STONE: "place the right stone",
    LEFT_TO: "row step",
    KEEP: "keep the row",
}


def seat_names(params: Any) -> tuple[str, ...]:
    """The seats in turn order."""
    return tuple(PEASANT_OF[int(params.seats)])


# Tokens ------------------------------------------------------------------------------------------


def action_to_text(params: Any, action: Action) -> str:
    if action < MOVE_TOWER:
        return f"T@{NAMES[action - PLACE_TOWER]}"
    if action < REMOVE_TOWER:
        start, target = divmod(action - MOVE_TOWER, CIRCLES - 1)
        return f"{NAMES[start]}-{NAMES[target + (target >= start)]}"
    if action < LEFT_STONE:
        return f"-{NAMES[action - REMOVE_TOWER]}"
    if action < RIGHT_STONE:
        return f"L@{NAMES[action - LEFT_STONE]}"
    if action < LEFT_TO:
        return f"R@{NAMES[action - RIGHT_STONE]}"
    if action < RIGHT_TO:
        return f"L>{action - LEFT_TO + 1}"
    if action < KEEP:
        return f"R>{action - RIGHT_TO}"
    return "keep"


def kind_of(params: Any, action: Action) -> str:
    """What kind of move an action is (R4)."""
    return KINDS_OF_MOVES[max(start for start in KINDS_OF_MOVES if start <= action)]


def outcome_to_text(params: Any, outcome: Outcome) -> str:
    """The token of an outcome: the letter of a colour, or who begins."""
    if outcome < FIRST:
        return COLOUR_NAMES[NO_STONE + 1 + outcome][0].upper()
    return f"first={seat_names(params)[outcome - FIRST]}"


@cache
def tokens_by_small_letters() -> dict[str, str]:
    """Every token of a seat, by its lower-case form."""
    tokens = (action_to_text(None, action) for action in range(NUM_ACTIONS))
    return {token.casefold(): token for token in tokens}


def without_zeros(text: str) -> str:
    """The text without leading zeros in the numbers of circles and places."""
    return re.sub(r"(?<=[A-Za-z>])0+(?=[0-9])", "", text)


def simplified(text: str) -> str:
    """Lower case, without spaces and leading zeros."""
    return without_zeros("".join(text.split()).casefold())


def it_is_written(text: str, token: str) -> str:
    """What is wrong with a text that is this token apart from its spelling."""
    if without_zeros(text) == token:
        return f"no leading zeros: write {token}"
    return f"upper and lower case and spaces matter: write {token}"


def turn_rule(params: Any, seen: Observation) -> str:
    return "R3" if seen.first < 0 else "R4"


# Why a seat's step is refused --------------------------------------------------------------------


def explain(params: Any, seen: Observation, text: str) -> str:
    not_a_token = f"{NOT_A_MOVE} {the_row_step(seen) if seen.row_step else A_TURN} (R4)"
    if len(text) > LONGEST_TEXT:
        return not_a_token
    if STONE_DRAWN.fullmatch(text) or FIRST_SEAT.fullmatch(text):
        name = seat_names(params)[int(seen.to_act)]
        return f"chance has drawn the row and the seat that begins; now {name} is to act (R3)"
    if PASSING.fullmatch(text):
        but = ", but you can write keep to leave the row as it is" if seen.row_step else ""
        return f"you may not pass{but} (R4)"
    if CUT_OFF.fullmatch(text) and not seen.row_step:
        return "to remove a tower, write - and its circle, e.g. -c3 (R4)"
    token = tokens_by_small_letters().get(simplified(text), text)
    if token != text:
        return f"{it_is_written(text, token)} (R4)"
    if row := ROW.fullmatch(text):
        return why_not_in_row(params, seen, *row.groups())
    circles = PLACING.fullmatch(text) or MOVING.fullmatch(text)
    circles = circles or REMOVING.fullmatch(text) or STONE.fullmatch(text)
    if circles is None:
        return not_a_token
    if seen.row_step:
        return f"the tower has been placed, moved or removed; now {the_row_step(seen)} (R4)"
    for name in circles.groups():
        if name not in NAMES:
            return no_such_circle(name)
    return why_not_on_board(params, seen, text, [NAMES.index(name) for name in circles.groups()])


def why_not_on_board(params: Any, seen: Observation, text: str, circles: list[int]) -> str:
    """Why a tower or a stone cannot be placed, moved or removed like this."""
    if text.startswith("T@") and seen.hand[seen.to_act] == 0:
        return f"{seat_names(params)[int(seen.to_act)]} has no tower left in its hand (R4)"
    if text.startswith(("T@", "L@", "R@")):
        return why_not_empty(params, seen, circles[0])
    if why := why_not_own_tower(params, seen, circles[0]):
        return why
    if len(circles) == 1:
        return LEGAL
    if circles[0] == circles[1]:
        return f"the tower is already on {NAMES[circles[0]]}; it must move to an empty circle (R4)"
    return why_not_empty(params, seen, circles[1])


def why_not_empty(params: Any, seen: Observation, circle: int) -> str:
    kind, what = standing_on(params, seen, circle)
    if kind == "empty":
        return LEGAL
    return f"{NAMES[circle]} is not empty: {what} is there (R4)"


def why_not_own_tower(params: Any, seen: Observation, circle: int) -> str:
    """Why the seat to act cannot take the tower from this circle; empty if it can."""
    kind, what = standing_on(params, seen, circle)
    name = NAMES[circle]
    if kind == "empty":
        return f"{name} is empty; there is no tower (R4)"
    if kind == "stone":
        return f"{what} is on {name}, and only towers can be moved or removed (R4)"
    if kind == "neutral":
        return f"the neutral tower on {name} belongs to nobody and never moves (R3)"
    if has(seen.towers[seen.to_act], circle):
        return ""
    return f"{what} is on {name}; you may move and remove only your own (R4)"


def standing_on(params: Any, seen: Observation, circle: int) -> tuple[str, str]:
    """What is on a circle: its kind, and a description with its owner or colour."""
    for seat, name in enumerate(seat_names(params)):
        if has(seen.towers[seat], circle):
            return "tower", f"{name}'s tower"
    if has(params.neutral_tower, circle):
        return "neutral", "the neutral tower"
    for number, colour in enumerate(COLOUR_NAMES):
        if has(seen.stones[number], circle):
            return "stone", f"a {colour} stone"
    return "empty", "nothing"


def why_not_in_row(params: Any, seen: Observation, end: str | None, digits: str | None) -> str:
    """Why the row cannot be changed, or not like this."""
    if not seen.row_step:
        what = "placing, moving or removing" if params.insert_after_any else "moving"
        return f"the row may be changed only right after {what} a tower (R4)"
    length = int(seen.length)
    if digits is None:
        return LEGAL
    if int(digits) >= length:
        places = "its only place is 0" if length == 1 else f"its places are 0 to {length - 1}"
        return f"the row has {counted(length, 'stone')}; {places} (R4)"
    side, own_place = ("left", 0) if end == "L" else ("right", length - 1)
    if int(digits) != own_place:
        return LEGAL
    return f"the stone at the {side} end is already at place {digits} (R4)"


def no_such_circle(name: str) -> str:
    row = "abcdefg".find(name[0])
    if row < 0:
        return f"there is no circle {name}; the rows are a to g (R1)"
    return f"there is no circle {name}; row {name[0]} has {name[0]}1 to {name[0]}{ROWS[row]} (R1)"


def the_row_step(seen: Observation) -> str:
    return (
        f"L>{int(seen.length) - 1} or R>0 moves the stone at the left or right end of the row to "
        "that place, and keep leaves the row as it is"
    )


# Why an outcome of chance is refused -------------------------------------------------------------


def explain_outcome(params: Any, s: State, text: str) -> str:
    names = seat_names(params)
    missing = int(params.row_length - s.length)
    if row_is_drawn(params, s):
        now = f"chance decides who begins, {' or '.join(f'first={name}' for name in names)}"
    else:
        letters = {COLOUR_NAMES[i][0].upper(): i for i in range(NO_STONE + 1, len(COLOUR_NAMES))}
        left = [letter for letter, i in letters.items() if in_box(params, s, i) > 0]
        now = f"chance draws a stone into the row, {' or '.join(left)}"
    if len(text) > LONGEST_TEXT:
        return f"this is not an outcome; now {now} (R3)"
    outcomes = [outcome_to_text(params, outcome) for outcome in range(FIRST + len(names))]
    token = {outcome.casefold(): outcome for outcome in outcomes}.get(simplified(text), text)
    if token != text:
        return f"{it_is_written(text, token)} (R3)"
    if STONE_DRAWN.fullmatch(text):
        if row_is_drawn(params, s):
            return f"all stones are in the row; now {now} (R3)"
        return f"no {COLOUR_NAMES[letters[text]]} stone is left in the box; now {now} (R3)"
    if seat := FIRST_SEAT.fullmatch(text):
        if seat[1] not in names:
            return f"there is no such seat; the seats are {', '.join(names)} (R2)"
        verb = "is" if missing == 1 else "are"
        return f"the row is not complete: {counted(missing, 'stone')} {verb} still to be drawn (R3)"
    if text in tokens_by_small_letters().values():
        return f"this is a seat's step; now {now} (R3)"
    return f"this is not an outcome; now {now} (R3)"
