"""What happened, in words for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from siegeworks.core.contract import Observation, Seat
from siegeworks.core.narration import Narration, SeenStep, listed, title_of
from siegeworks.games.kings_ransom.aftermath import done, tiles_shown, turned_up
from siegeworks.games.kings_ransom.notation import (
    ATTACKING,
    CALLING,
    FLEEING,
    KIND_NAMES,
    PAYING,
    REVEALING,
)
from siegeworks.games.kings_ransom.rules import conquers_at_once
from siegeworks.games.kings_ransom.state import (
    BATTLE,
    KING,
    LAYING,
    PIPS,
    PLACES,
    RANSOM,
    SEAT_NAMES,
    SPY,
)

SEAT_TITLES = tuple(map(title_of, SEAT_NAMES))


def turn_of(params: Any, seen: Observation) -> Seat | None:
    """R4, R9: the defender's answer belongs to the attacker's turn; the ransom is a turn."""
    return None if seen.phase in (LAYING, BATTLE) else int(seen.to_act)


def tell(params: Any, steps: Sequence[SeenStep]) -> str:
    """What a tile does; a battle with what each side is worth and who wins."""
    first = steps[0]
    if first.before.phase == LAYING:
        return armies_laid_out(params, steps[-1].after)
    seat = SEAT_NAMES.index(first.actor)
    if first.before.phase == RANSOM:
        return ransom(seat, first.token)
    if match := FLEEING.fullmatch(first.token):
        kind = turned_up(first, first.shown, seat, match[1]).kind
        return f"{SEAT_TITLES[seat]}'s {worth(kind)} flees from {match[1]}."
    if match := REVEALING.fullmatch(first.token):
        kind = turned_up(first, first.shown, 1 - seat, match[2]).kind
        return (
            f"{SEAT_TITLES[seat]}'s {worth(SPY)} leaves {match[1]} and turns up "
            f"{SEAT_TITLES[1 - seat]}'s {match[2]}: {worth(kind)}."
        )
    match = ATTACKING.fullmatch(first.token)
    assert match is not None, first.token
    return battle(steps, seat, match[1], match[2])


def armies_laid_out(params: Any, seen: Observation) -> str:
    """R3: how far the set-up has come; no tile is named, as most are nobody else's business."""
    if seen.first >= 0:
        return f"Both armies are laid out; {SEAT_TITLES[int(seen.first)]} begins."
    if seen.laid >= 2 * PLACES:
        return "Both armies are laid out."
    seat, laid = divmod(int(seen.laid), PLACES)
    placed = int(params.formation & (1 << laid) - 1).bit_count()
    return (
        f"{SEAT_TITLES[seat]}'s army is laid out: {placed} of {int(params.tiles_of.sum())} tiles."
    )


def worth(kind: int) -> str:
    """A kind with its pips: `Engineer (4)`."""
    return f"{KIND_NAMES[kind]} ({PIPS[kind]})"


def battle(steps: Sequence[SeenStep], seat: Seat, place: str, target: str) -> str:
    """R5: who attacks whom, who helps, and what is left."""
    first, last = steps[0], steps[-1]
    chosen, _, attacked = tiles_shown(first).partition("x")
    attacker = turned_up(first, chosen, seat, place).kind
    defender = turned_up(first, attacked, 1 - seat, target).kind
    enemy = SEAT_TITLES[1 - seat]
    attack = (
        f"{SEAT_TITLES[seat]}'s {worth(attacker)} attacks {enemy}'s {worth(defender)} on {target}."
    )
    if conquers_at_once(defender, attacker):
        why = "A Spy beats an Archer" if defender == SPY else f"{enemy} has more pips"
        return f"{attack} {why}: the {KIND_NAMES[attacker]} is captured (R5)."
    if defender == KING and PIPS[attacker] > PIPS[KING]:
        return f"{attack} The King is captured (R5)."
    if last is first and last.after.phase == BATTLE:
        return f"{attack} {enemy} may call a tile for help (R5)."
    defending, answer = [defender], ""
    if match := CALLING.fullmatch(last.token) if last is not first else None:
        helper = turned_up(last, last.shown, 1 - seat, match[1]).kind
        defending.append(helper)
        answer = f" {enemy} calls the {worth(helper)} from {match[1]}."
    elif defender != KING:
        answer = f" {enemy} stands alone."
    return f"{attack}{answer} {result(attacker, defending)}"


def result(attacker: int, defending: list[int]) -> str:
    """R5.5, R5.6: what both sides are worth, and who wins."""
    lost = listed([f"the {KIND_NAMES[kind]}" for kind in defending])
    ahead = int(PIPS[attacker]) - sum(int(PIPS[kind]) for kind in defending)
    what = f"{lost} {'is' if len(defending) == 1 else 'are'} captured"
    if ahead == 0:
        what = f"a tie, {'both' if len(defending) == 1 else 'all three'} fall"
    elif ahead < 0:
        what = f"the {KIND_NAMES[attacker]} is captured"
    sides = f"{PIPS[attacker]} against {' + '.join(str(PIPS[kind]) for kind in defending)}"
    return f"{sides}: {what} (R5)."


def ransom(seat: Seat, token: str) -> str:
    """R9: the King is bought back, or not."""
    match = PAYING.fullmatch(token)
    if match is None:
        return f"{SEAT_TITLES[seat]} does not pay for the King (R9)."
    return f"{SEAT_TITLES[seat]} pays {' + '.join(match[1])} pips and buys back the King (R9)."


NARRATION = Narration(turn_of, tell, done)
