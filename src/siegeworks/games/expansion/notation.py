"""Steps as people write them, and why a step is refused."""

import re
from typing import Any

from siegeworks.core.bits import has
from siegeworks.core.contract import Action, Observation, Outcome, State
from siegeworks.core.errors import quote
from siegeworks.core.notation import NOT_A_MOVE
from siegeworks.core.text import listed
from siegeworks.games.expansion.params import (
    FILES,
    RANKS,
    VALUE_TEXTS,
    cells,
    homes,
    name_of,
    num_actions,
    place_of,
    values,
)
from siegeworks.games.expansion.rules import (
    in_set_up,
    must_pass,
    next_value,
    nth_case,
    nth_legal,
    num_cases,
    placing_seat,
)
from siegeworks.games.expansion.state import FIVE, SEAT_NAMES, UNKNOWN

# Longer than any token, however it is spelled; longer text is rejected unread.
LONGEST_TEXT = 24

CELL = re.compile(r"[a-z][0-9]{1,2}")
MOVE = re.compile(r"([a-z][0-9]{1,2})[-x:>]{0,2}([a-z][0-9]{1,2})")
PLACING = re.compile(r"([^@=]*)@([^@=]*)")
GIVING = re.compile(r"([^@=]*)=([^@=]*)")
GIVING_A_CELL = re.compile(rf"({CELL.pattern})=(.)")
FIRST_SEAT = re.compile(r"first=(.*)")
DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−→", "-"))

NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six")
LEGAL = ""  # no reason: the step is legal


# Tokens ------------------------------------------------------------------------------------------


def action_to_text(params: Any, action: Action) -> str:
    """The token of an action: a3-a4, pass or 5@a1."""
    if action < params.passing:
        return f"{name_of(int(params.origin[action]))}-{name_of(int(params.target[action]))}"
    if action == params.passing:
        return "pass"
    order, home = divmod(int(action - params.first_placing), int(params.minions))
    seat, later = divmod(order, int(params.minions))
    return f"{values(params)[later]}@{homes(params, seat)[home]}"


def kind_of(params: Any, action: Action) -> str:
    """What kind of move an action is (R2, R5)."""
    if action < params.passing:
        start, end = (name_of(int(cells[action])) for cells in (params.origin, params.target))
        apart = abs(ord(start[0]) - ord(end[0])), abs(int(start[1:]) - int(end[1:]))
        return "walk" if sum(apart) == 1 else "jump"
    return "pass" if action == params.passing else "place a minion"


def outcome_to_text(params: Any, outcome: Outcome) -> str:
    """The token of an outcome: a1=5 or first=suns."""
    if outcome >= params.first_is:
        return f"first={SEAT_NAMES[outcome - params.first_is]}"
    cell, value = divmod(outcome, int(params.minions))
    return f"{both_homes(params)[cell]}={VALUE_TEXTS[params.codes[value]]}"


def shown_to_text(params: Any, code: int) -> str:
    """What a combat showed (R6), the mover's value first: 5x3."""
    value, other = divmod(code, FIVE + 1)
    return f"{VALUE_TEXTS[value]}x{VALUE_TEXTS[other]}" if code else ""


def both_homes(params: Any) -> tuple[str, ...]:
    """The home cells (R2) in the order in which chance gives them values."""
    return (*homes(params, 0), *homes(params, 1))


def simplified(text: str) -> str:
    """Lower case, no spaces, one kind of dash; empty if the text is much too long."""
    return "".join(text.split()).casefold().translate(DASHES) if len(text) <= LONGEST_TEXT else ""


def turn_rule(params: Any, seen: Observation) -> str:
    if in_set_up(params, seen):
        return "R3"
    return "R4" if seen.first < 0 else "R5"


# Why a seat's step is refused --------------------------------------------------------------------


def explain(params: Any, seen: Observation, text: str) -> str:
    plain = simplified(text)
    reason = why_not(params, seen, plain)
    if reason != LEGAL:
        return reason
    token = well_written(plain)
    return f"upper and lower case and spaces matter: write {token} {paragraph(params, seen)}"


def well_written(plain: str) -> str:
    """The token of a step that is only spelled wrong."""
    if move := MOVE.fullmatch(plain):
        return f"{move[1]}-{move[2]}"
    if placing := PLACING.fullmatch(plain):
        return f"{placing[1].upper()}@{placing[2]}"
    if giving := GIVING_A_CELL.fullmatch(plain):
        return f"{giving[1]}={giving[2].upper()}"
    return plain


def why_not(params: Any, seen: Observation, plain: str) -> str:
    """The same for a lower-case text; LEGAL if only its spelling can be wrong."""
    if FIRST_SEAT.fullmatch(plain):
        return why_not_begin(params, seen)
    if GIVING.fullmatch(plain):
        return f"only chance gives values to cells like this; {what_now(params, seen)}"
    if plain == "pass":
        return why_not_pass(params, seen)
    if placing := PLACING.fullmatch(plain):
        return why_not_place(params, seen, *placing.groups())
    if move := MOVE.fullmatch(plain):
        return why_not_move(params, seen, *move.groups())
    if CELL.fullmatch(plain):
        return f"{plain} alone is not a move; {what_now(params, seen)}"
    return f"{NOT_A_MOVE} {what_now(params, seen)}"


def what_now(params: Any, seen: Observation) -> str:
    """What the seat to act may do now, with an example."""
    example = action_to_text(params, int(nth_legal(params, seen, 0)))
    if in_set_up(params, seen):
        value = VALUE_TEXTS[next_value(params, seen)]
        return f"now place the {value} on one of your cells, e.g. {example} (R3)"
    if must_pass(seen):
        return "you have no minion left and can only pass (R5)"
    return f"a move goes from cell to cell, e.g. {example} (R5)"


def paragraph(params: Any, seen: Observation) -> str:
    """The paragraph about what the seat to act does now."""
    return "(R3)" if in_set_up(params, seen) else "(R5)"


def why_not_begin(params: Any, seen: Observation) -> str:
    if in_set_up(params, seen):
        return "the dice decide who begins, once all minions are placed (R4)"
    return f"the dice have decided who begins: {SEAT_NAMES[int(seen.first)]} (R4)"


def why_not_pass(params: Any, seen: Observation) -> str:
    """Only seats without minions pass."""
    if in_set_up(params, seen):
        return f"nobody passes; {what_now(params, seen)}"
    if must_pass(seen):
        return LEGAL
    own = next(cell for cell in cells(params) if holder(seen, cell) == seen.to_act)
    return f"you have a minion on {own}; only a seat without minions passes (R5)"


def why_not_place(params: Any, seen: Observation, value: str, cell: str) -> str:
    value = value.upper()
    if not in_set_up(params, seen):
        return f"all minions are placed; {what_now(params, seen)}"
    if len(value) != 1 or value not in values(params):
        return no_such_value(params, value)
    if cell not in cells(params):
        return no_such_cell(params, cell)
    own = homes(params, int(seen.to_act))
    if cell not in own:
        return f"{cell} is not one of your {NUMBER_WORDS[len(own)]} cells {', '.join(own)} (R2)"
    code, due = VALUE_TEXTS.index(value), int(next_value(params, seen))
    if code > due:
        return f"your {value} is already placed; now comes the {VALUE_TEXTS[due]} (R3)"
    if code < due:
        return f"the order is {listed(values(params))}; now comes the {VALUE_TEXTS[due]} (R3)"
    if seen.value[place_of(cell)] == UNKNOWN:
        return LEGAL
    free = [home for home in own if seen.value[place_of(home)] == UNKNOWN]
    return f"{cell} already has its minion; free: {', '.join(free)} (R3)"


def why_not_move(params: Any, seen: Observation, origin: str, target: str) -> str:
    """No minion can go from this cell to that."""
    if in_set_up(params, seen):
        return f"minions move once all are placed; {what_now(params, seen)}"
    if must_pass(seen):
        return what_now(params, seen)
    for cell in (origin, target):
        if cell not in cells(params):
            return no_such_cell(params, cell)
    if origin == target:
        return f"a move from {origin} must end on another cell (R5)"
    owner = holder(seen, origin)
    if owner is None:
        return f"{origin} is empty; none of your minions is there (R5)"
    if owner != seen.to_act:
        us, them = SEAT_NAMES[int(seen.to_act)], SEAT_NAMES[owner]
        return f"the minion on {origin} belongs to the {them}; the {us} move only their own (R5)"
    if holder(seen, target) == owner:
        return f"one of your own minions stands on {target} (R5)"
    return why_not_so_far(seen, origin, target)


def why_not_so_far(seen: Observation, origin: str, target: str) -> str:
    """This is neither a walk nor a possible jump."""
    start, end = place_of(origin), place_of(target)
    files, ranks = abs(end % 8 - start % 8), abs(end // 8 - start // 8)
    if files + ranks == 1:
        return LEGAL
    if (files, ranks) == (1, 1):
        return f"{target} is diagonal from {origin}; a walk goes along a rank or a file (R5)"
    if not {files, ranks} <= {0, 2}:
        return (
            f"from {origin} to {target} is neither a walk to the next cell nor a jump to the cell "
            "right behind the next one (R5)"
        )
    over = name_of((start + end) // 2)
    if holder(seen, over) is None:
        return f"{over} is empty, so there is no minion to jump over (R5)"
    if not seen.begun:
        return "the very first move of the game is a walk; jumps come later (R5)"
    return LEGAL


def holder(seen: Observation, cell: str) -> int | None:
    """The seat whose minion stands on a cell."""
    return next((seat for seat in range(2) if has(seen.cells[seat], place_of(cell))), None)


def no_such_cell(params: Any, cell: str) -> str:
    files, ranks = FILES[params.files - 1], RANKS[params.ranks - 1]
    return f"there is no cell {quote(cell)!r}; files are a to {files} and ranks 1 to {ranks} (R1)"


def no_such_value(params: Any, value: str) -> str:
    there_are = listed(values(params))
    return f"there is no minion of value {quote(value)!r}; the values are {there_are} (R3)"


# Why an outcome of chance is refused -------------------------------------------------------------


def explain_outcome(params: Any, s: State, text: str) -> str:
    token = well_written(simplified(text))
    if token in (
        outcome_to_text(params, nth_case(params, s, k)) for k in range(num_cases(params, s))
    ):
        about = "(R3)" if in_set_up(params, s) else "(R4)"
        return f"upper and lower case and spaces matter: write {token} {about}"
    return why_not_by_chance(params, s, token)


def why_not_by_chance(params: Any, s: State, text: str) -> str:
    """The same for a correctly spelled outcome."""
    if seat := FIRST_SEAT.fullmatch(text):
        if seat[1] not in SEAT_NAMES:
            return f"there is no such seat; the seats are {' and '.join(SEAT_NAMES)} (R4)"
        return f"who begins is rolled once all minions are placed; {chance_now(params, s)}"
    if given := GIVING.fullmatch(text):
        return why_not_given(params, s, *given.groups())
    if any(text == action_to_text(params, action) for action in range(num_actions(params))):
        return f"this is a seat's step; {chance_now(params, s)}"
    return f"this is not an outcome; {chance_now(params, s)}"


def why_not_given(params: Any, s: State, cell: str, value: str) -> str:
    """Chance cannot give this cell this value."""
    if not params.random:
        return (
            f"with setup=secret the seats place their minions themselves; {chance_now(params, s)}"
        )
    if not in_set_up(params, s):
        return f"all minions are placed; {chance_now(params, s)}"
    if cell not in cells(params):
        return no_such_cell(params, cell)
    if cell not in both_homes(params):
        return f"no minion stands on {cell} at the start (R2)"
    if len(value) != 1 or value not in values(params):
        return no_such_value(params, value)
    if cell != next_home(params, s):
        return f"it is not {cell}'s turn; {chance_now(params, s)}"
    seat = SEAT_NAMES[placing_seat(params, s)]
    return f"the {seat}' {value} is already placed; {chance_now(params, s)}"


def next_home(params: Any, s: State) -> str:
    """The cell that chance gives a value now."""
    return both_homes(params)[int(s.placed)]


def chance_now(params: Any, s: State) -> str:
    if in_set_up(params, s):
        home, value = next_home(params, s), values(params)[0]
        return f"now {home} gets one of the values left, e.g. {home}={value} (R3)"
    return "now the dice decide who begins, first=suns or first=moons (R4)"
