"""What happened, in words for people."""

from collections.abc import Sequence
from typing import Any

from siegeworks.core.contract import Observation, Seat
from siegeworks.core.effects import Narration, SeenStep
from siegeworks.core.text import listed
from siegeworks.games.siege_master.notation import SEAT_TITLES, fortresses
from siegeworks.games.siege_master.params import members
from siegeworks.games.siege_master.preview import done, names
from siegeworks.games.siege_master.rules import held
from siegeworks.games.siege_master.scene import standing
from siegeworks.games.siege_master.state import NOWHERE, RED


def turn_of(params: Any, seen: Observation) -> Seat | None:
    """R5: a turn is one step; until all fortresses are placed it is the set-up (R2)."""
    return None if seen.binds == NOWHERE else int(seen.to_act)


def tell(params: Any, steps: Sequence[SeenStep]) -> str:
    """An army and what it captures, the swap, or the fortresses placed."""
    last = steps[-1]
    if last.before.binds == NOWHERE:
        return fortresses_placed(params, last)
    seat = int(last.before.to_act)
    if last.token == "swap":
        return taken_over(last)
    ends = last.token.replace("-", " to ")
    captured = names(params, members(last.before.neutral & ~last.after.neutral))
    if not captured:
        return f"{SEAT_TITLES[seat]} places an army from {ends}."
    them = "it" if len(captured) == 1 else "them"
    walled = f"walls in {listed(captured)} from {ends} and captures {them}"
    return f"{SEAT_TITLES[seat]} {walled}: {standing(last.after)}."


def fortresses_placed(params: Any, last: SeenStep) -> str:
    """R2: how far the set-up has come."""
    left = int(params.fortresses) - len(members(last.after.neutral))
    who = "Chance places" if last.actor == "chance" else "Red and Blue place"
    more = f", {left} still to come" if left else ""
    return f"{who} {fortresses(int(params.fortresses))}{more}."


def taken_over(last: SeenStep) -> str:
    """R5: what a swap gains."""
    captured = int(held(last.before, RED))
    more = f" and {fortresses(captured)}" if captured else ""
    return f"Blue swaps sides and takes over Red's army{more}."


NARRATION = Narration(turn_of, tell, done)
