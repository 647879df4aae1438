"""What happened, in words for people."""

from collections.abc import Sequence
from typing import Any

from siegeworks.core.bits import has
from siegeworks.core.contract import REFEREE, Observation, Seat
from siegeworks.core.effects import Narration, SeenStep
from siegeworks.core.text import listed
from siegeworks.games.expansion.comments import VALUE_NAMES, named, names_of
from siegeworks.games.expansion.params import VALUE_TEXTS, place_of
from siegeworks.games.expansion.preview import done
from siegeworks.games.expansion.rules import in_set_up, placed_by_now, placing_seat
from siegeworks.games.expansion.scene import SEAT_TITLES, tiles_captured
from siegeworks.games.expansion.state import MOONS, SEAT_NAMES, SUNS, UNKNOWN


def turn_of(params: Any, seen: Observation) -> Seat | None:
    """R5: a turn is one move; before the first one it is the set-up (R3, R4)."""
    return None if in_set_up(params, seen) or seen.to_act < 0 else int(seen.to_act)


def tell(params: Any, steps: Sequence[SeenStep]) -> str:
    """A move, its combat and the tiles that it captures."""
    step = steps[-1]
    if turn_of(params, steps[0].before) is None:
        return values_placed(params, step.after)
    seat = SEAT_NAMES.index(step.actor)
    if step.token == "pass":
        return f"{SEAT_TITLES[seat]} have no minion left and pass (R5)."
    start, target = (place_of(cell) for cell in step.token.split("-"))
    rank, file = abs(start // 8 - target // 8), abs(start % 8 - target % 8)
    how = "jump" if max(rank, file) == 2 else "walk"
    if has(step.before.cells[1 - seat], target):
        what = combat(step, seat, target)
    else:
        cells = " to ".join(step.token.split("-"))
        what = f"{how}{minion(params, step.before, start)} from {cells}"
    return f"{SEAT_TITLES[seat]} {what}{captures(params, step)}."


def values_placed(params: Any, seen: Observation) -> str:
    """R3, R4: how far the set-up has come."""
    if seen.first >= 0:
        return f"All values are placed, face down; {SEAT_TITLES[int(seen.first)]} begin."
    if not in_set_up(params, seen):
        return "All values are placed, face down."
    seat, done = int(placing_seat(params, seen)), int(placed_by_now(params, seen))
    return f"{SEAT_TITLES[seat]} have placed {done} of {int(params.minions)} values."


def minion(params: Any, seen: Observation, place: int) -> str:
    """The minion that moves, if the page shows its value: ` the 4`."""
    code = int(seen.value[place])
    is_shown = code != UNKNOWN and (params.notes or seen.viewer == REFEREE)
    return f" the {VALUE_NAMES[code]}" if is_shown else ""


def combat(step: SeenStep, seat: Seat, target: int) -> str:
    """R6: both values, if they are known, and who falls."""
    cell = step.token[-2:]
    own_stands, other_stands = (
        bool(has(step.after.cells[side], target)) for side in (seat, 1 - seat)
    )
    if not step.shown:
        what = "win" if own_stands else "lose" if other_stands else "both minions fall"
        return f"attack {cell}{' and' if own_stands or other_stands else ':'} {what}"
    own, other = (VALUE_NAMES[VALUE_TEXTS.index(value)] for value in step.shown.split("x"))
    what = f"the {other} falls" if own_stands else f"the {own} falls"
    if not own_stands and not other_stands:
        what = "the ace takes both" if "ace" in (own, other) else "a tie, both fall"
    return f"attack the {other} on {cell} with the {own}: {what} (R6)"


def captures(params: Any, step: SeenStep) -> str:
    """R7: the tiles captured by either side."""
    captures = []
    for side in (SUNS, MOONS):
        tiles = names_of(params, int(step.after.tiles[side]) & ~int(step.before.tiles[side]))
        if tiles:
            captures.append(f"{SEAT_TITLES[side]} capture {named(tiles)}")
    return f". {listed(captures)}: {tiles_captured(step.after)}" if captures else ""


NARRATION = Narration(turn_of, tell, done)
