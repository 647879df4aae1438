"""What happened, in words for people."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from siegeworks.core.contract import TERMINAL, Observation, Seat, next_in_game
from siegeworks.core.effects import HIDDEN, Narration, SeenStep
from siegeworks.core.text import capitalized, listed
from siegeworks.games.siege_by_number.notation import bit_at, dice_left, owner_of, seat_name
from siegeworks.games.siege_by_number.params import COIN_TEXT, HOME_NAMES, SPACE_NAMES
from siegeworks.games.siege_by_number.preview import done
from siegeworks.games.siege_by_number.state import ROLLING


def turn_of(params: Any, seen: Observation) -> Seat | None:
    """R6: a turn begins with its roll."""
    return int(seen.turn) if seen.phase == ROLLING else None


def tell(params: Any, steps: Sequence[SeenStep]) -> str:
    """The roll, what each piece does, and the battles with both values."""
    first = steps[0]
    if first.before.turn < 0:
        beginning = capitalized(first.token.partition("=")[2])
        return f"{beginning} begin: theirs was the highest roll (R4)."
    opening, clauses = "", []
    if first.token.startswith("roll="):
        dice = listed(list(first.token.removeprefix("roll=")))
        opening = f"{capitalized(seat_name(params, int(first.before.turn)))} roll {dice}"
    for number, step in enumerate(steps):
        if step.actor == "chance" or step.token == "hold":
            continue
        if step.token.startswith("x"):
            clauses.append(battle(params, steps[number:]))
        elif step.token == "done":
            clauses.append(f"left over: {listed(dice_left(step.before))}")
        else:
            clauses.append(move(params, step))
    opening = opening or capitalized(first.actor)  # a turn that goes on after a seat has left
    return f"{opening}{': ' if clauses else ''}{'; '.join(clauses)}.{skipped(params, steps[-1])}"


def skipped(params: Any, last: SeenStep) -> str:
    """R6: the turns after this one that ended at once, for want of a piece."""
    if last.after.to_act == TERMINAL:
        return ""
    seat, sentence = int(last.before.turn), ""
    for _ in range(int(last.after.turns) - int(last.before.turns) - 1):
        seat = next_in_game(last.after, seat + 1, params.seats)
        who = capitalized(seat_name(params, seat))
        sentence += f" {who} have no piece on the board, so their turn ends at once (R6)."
    return sentence


def army(value: str) -> str:
    """An Army with its value, if the page shows it."""
    return f"Army {value}" if value else "Army"


def value_on(params: Any, seen: Observation, space: str) -> str:
    """The value of the Army on a space, if the page shows it."""
    value = int(seen.value[SPACE_NAMES.index(space)])
    return COIN_TEXT[value - 1] if value and params.notes else ""


def move(params: Any, step: SeenStep) -> str:
    """R7, R10: a piece walks or stays."""
    start, _, target = step.token.partition("-")
    is_commander = int(step.before.commanders) & bit_at(start)
    who = "Commander" if is_commander else army(value_on(params, step.before, start))
    origin = "home" if int(params.home[step.before.turn]) & bit_at(start) else start
    if start == target:
        return f"{who} stays on {start}"
    if step.after.to_act == TERMINAL and target in HOME_NAMES:
        seat = int(params.seat_of[HOME_NAMES.index(target)])
        home = f"the empty home of {capitalized(seat_name(params, seat))}"
        return f"{who} walks from {origin} to {target}, {home} (R10)"
    return f"{who} walks from {origin} to {target}"


def battle(params: Any, steps: Sequence[SeenStep]) -> str:
    """R8, R9: who attacks whom, the values as far as they are shown, and who goes."""
    attack = steps[0]
    shows = list(takewhile(lambda step: step.actor == "chance", steps[1:]))
    shown = dict(step.token.split("=") for step in shows if step.token != HIDDEN)
    target = attack.token[1:]
    start = next(name for name in SPACE_NAMES if int(attack.before.attacker) & bit_at(name))
    foe = owner_of(params, attack.before, target)
    assert foe is not None
    own = shown.get(start) or value_on(params, attack.before, start)
    other = shown.get(target) or value_on(params, attack.before, target)
    is_commander = int(attack.before.commanders) & bit_at(target)
    whose = f"{capitalized(seat_name(params, foe))}' {'Commander' if is_commander else army(other)}"
    went = outcome([attack, *shows][-1], foe, start, target)
    return f"{army(own)} on {start} attacks {whose} on {target}{went}"


def outcome(last: SeenStep, foe: Seat, start: str, target: str) -> str:
    """Who went back to the stack."""
    after = last.after
    if after.attacker and after.defender:
        return ""
    own = int(last.before.turn)
    stands = int(after.pieces[own]) & bit_at(start)
    if not stands:
        return ": it loses and goes under its stack"
    if int(after.pieces[foe]) & bit_at(target):
        return ": a tie, both stay (R8)"
    return ": it wins"


NARRATION = Narration(turn_of, tell, done)
