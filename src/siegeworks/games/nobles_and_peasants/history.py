"""What happened, in words for people."""

from collections.abc import Sequence
from typing import Any

from siegeworks.core.contract import TERMINAL, Observation, Seat
from siegeworks.core.effects import Narration, SeenStep
from siegeworks.core.text import capitalized, counted, listed
from siegeworks.games.nobles_and_peasants.comments import points_of
from siegeworks.games.nobles_and_peasants.notation import STONE, seat_names
from siegeworks.games.nobles_and_peasants.params import COLOUR_NAMES, NAMES
from siegeworks.games.nobles_and_peasants.preview import done
from siegeworks.games.nobles_and_peasants.scene import scores


def turn_of(params: Any, seen: Observation) -> Seat | None:
    """R4: a turn is one action, and perhaps the row step; before it chance draws the row (R3)."""
    return None if seen.to_act < 0 or seen.row_step else int(seen.to_act)


def tell(params: Any, steps: Sequence[SeenStep]) -> str:
    """A tower or a stone and what it scores, then what became of the row."""
    last = steps[-1]
    if steps[0].actor == "chance":
        stones, first = counted(int(last.after.length), "stone"), int(last.after.first)
        begins = f"; {capitalized(seat_names(params)[first])} begins" if first >= 0 else ""
        return f"Chance draws the row of {stones}{begins}."
    clauses = [clause(params, step) for step in steps]
    sentence = f"{capitalized(steps[0].actor)} {listed(clauses)}"
    if last.after.to_act == TERMINAL:
        return f"{sentence}. {last_scores(params, steps)}"
    return f"{sentence}."


def clause(params: Any, step: SeenStep) -> str:
    token, seen = step.token, step.before
    if STONE.fullmatch(token):
        return f"places a {end_stone(seen, token[0])} stone on {token[2:]}{scored(params, step)}"
    if token.startswith("T@"):
        return f"places a tower on {token[2:]}"
    if token.startswith("-"):
        return f"takes the tower from {token[1:]} back into the hand"
    if token[1:2] == ">":
        side = "left" if token[0] == "L" else "right"
        stone = f"the {end_stone(seen, token[0])} stone at the {side} end"
        return f"moves {stone} of the row to place {token[2:]}"
    if token == "keep":
        return "leaves the row as it is"
    start, _, target = token.partition("-")
    return f"moves a tower from {start} to {target}"


def end_stone(seen: Observation, side: str) -> str:
    """The colour of the stone at this end of the row, L or R."""
    return COLOUR_NAMES[seen.row[0 if side == "L" else seen.length - 1]]


def scored(params: Any, step: SeenStep) -> str:
    """R5: what the stone brings to whom, in turn order from the seat that placed it."""
    points = points_of(params, step.before, step.token[0] == "L", NAMES.index(step.token[2:]))
    names = seat_names(params)
    gains = [f"{won} for {capitalized(names[seat])}" for seat, won in points.items() if won]
    return f", scoring {listed(gains)}" if gains else ", which scores nothing"


def last_scores(params: Any, steps: Sequence[SeenStep]) -> str:
    """R7: what the last score adds, and the totals."""
    before, after = steps[-1].before, steps[-1].after
    token, now = steps[-1].token, {}
    if STONE.fullmatch(token):
        now = points_of(params, before, token[0] == "L", NAMES.index(token[2:]))
    names = seat_names(params)
    added = [
        f"{capitalized(name)} {int(after.score[seat]) - int(before.score[seat]) - now.get(seat, 0)}"
        for seat, name in enumerate(names)
    ]
    return f"The last score adds {listed(added)}: {scores(params, after)}."


NARRATION = Narration(turn_of, tell, done)
