"""What happened, in words for people; and what a step has done: battles, losses, closing ranks"""

from collections.abc import Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from siegeworks.core.bits import holds, numbers_in
from siegeworks.core.contract import Observation, Seat
from siegeworks.core.effects import Battle, Effects, Loss, Narration, Outcome, SeenStep, Slide
from siegeworks.core.records import Tables
from siegeworks.core.scene import Piece
from siegeworks.core.text import capitalized, listed
from siegeworks.games.kings_ransom.notation import (
    ATTACKING,
    CALLING,
    FLEEING,
    KIND_NAMES,
    LETTERS,
    PAYING,
    PLACE_NAMES,
    REVEALING,
)
from siegeworks.games.kings_ransom.preview import result
from siegeworks.games.kings_ransom.rules import close_ranks, conquers_at_once, kind_at, take_out
from siegeworks.games.kings_ransom.scene import cell_name, tile
from siegeworks.games.kings_ransom.state import (
    BATTLE,
    KING,
    LAYING,
    PIPS,
    PLACES,
    RANSOM,
    SEAT_NAMES,
    SETS,
    SPY,
    TILES,
)

SEAT_TITLES = tuple(map(capitalized, SEAT_NAMES))


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
    return f"{attack}{answer} {decided(attacker, defending)}"


def decided(attacker: int, defending: list[int]) -> str:
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


# What a step has done -----------------------------------------------------------------------------

DIGITS = range(PLACES.bit_length() - 1)  # of the number of a place
# By binary digit, the places in whose numbers it is set.
WITH_DIGIT = [sum(1 << at for at in range(PLACES) if holds(at, digit)) for digit in DIGITS]


class Fighter(NamedTuple):
    """A tile that leaves its army, or fights."""

    seat: Seat
    place: int
    kind: int

    @property
    def piece(self) -> Piece:
        """How it is drawn: face up."""
        return tile(self.kind, self.seat)


def done(params: Any, step: SeenStep) -> Effects:
    """R4 to R6, R9: what came of a step, as far as its audience saw it."""
    if step.actor not in SEAT_NAMES or step.before.phase == LAYING:
        return Effects()
    seat = SEAT_NAMES.index(step.actor)
    if step.before.phase == BATTLE:
        return answered(params, step, seat)
    if match := ATTACKING.fullmatch(step.token):
        return attacked(params, step, seat, *match.groups())
    if match := FLEEING.fullmatch(step.token):
        return gone_unscored(params, step, turned_up(step, step.shown, seat, match[1]))
    if match := REVEALING.fullmatch(step.token):
        return gone_unscored(params, step, Fighter(seat, PLACE_NAMES.index(match[1]), SPY))
    match = PAYING.fullmatch(step.token)
    kinds = [PIPS.tolist().index(int(pip)) for pip in match[1]] if match else []
    return Effects(losses=tuple(Loss(tile(kind, seat), SEAT_NAMES[1 - seat]) for kind in kinds))


def turned_up(step: SeenStep, letter: str, seat: Seat, name: str) -> Fighter:
    """The tile that a step turned up, or that lay face up there before."""
    place = PLACE_NAMES.index(name)
    known = LETTERS.index(letter) if letter else int(kind_at(step.before, seat, place))
    return Fighter(seat, place, known)


def gone_unscored(params: Any, step: SeenStep, leaver: Fighter) -> Effects:
    """R4: a tile leaves the game, and nobody scores it."""
    return Effects(losses=(Loss(leaver.piece, None),), slides=slides(params, step, [leaver]))


# R5 Battle ----------------------------------------------------------------------------------------


def attacked(params: Any, step: SeenStep, seat: Seat, place: str, target: str) -> Effects:
    """R5: an attack that is decided at once, or waits for the defender."""
    chosen, _, other = tiles_shown(step).partition("x")
    attacker = turned_up(step, chosen, seat, place)
    defender = turned_up(step, other, 1 - seat, target)
    if step.after.phase == BATTLE:
        return Effects(battle=Battle(attacker.piece, defender.piece))
    return fought(params, step, attacker, [defender])


def tiles_shown(step: SeenStep) -> str:
    """The letters of the tiles that a step turned up, "AxC"."""
    return step.shown.partition(",")[0].removeprefix("alone")


def answered(params: Any, step: SeenStep, seat: Seat) -> Effects:
    """R5.4: the defender calls a tile, or stands alone."""
    seen = step.before
    sides = (1 - seat, int(seen.attacker)), (seat, int(seen.defender))
    attacker, defender = (Fighter(*spot, int(kind_at(seen, *spot))) for spot in sides)
    match = CALLING.fullmatch(step.token)
    helpers = [turned_up(step, step.shown, seat, match[1])] if match else []
    return fought(params, step, attacker, [defender, *helpers])


def fought(params: Any, step: SeenStep, attacker: Fighter, defenders: list[Fighter]) -> Effects:
    """R5.5, R5.6: who wins, and which tiles leave; a King who has defended himself stays."""
    outcome = winner(attacker, defenders)
    lost = [fighter for fighter in defenders if outcome != "defender" or fighter.kind != KING]
    scorer = SEAT_NAMES[attacker.seat] if outcome == "attacker" else None
    losses = Loss(attacker.piece, SEAT_NAMES[1 - attacker.seat] if outcome == "defender" else None)
    own, *helper = (fighter.piece for fighter in defenders)
    return Effects(
        battle=Battle(attacker.piece, own, outcome, helper=helper[0] if helper else None),
        losses=(losses, *(Loss(fighter.piece, scorer) for fighter in lost)),
        slides=slides(params, step, [attacker, *lost]),
    )


def winner(attacker: Fighter, defenders: list[Fighter]) -> Outcome:
    """R5.1 to R5.3, R5.5, R5.6."""
    if conquers_at_once(defenders[0].kind, attacker.kind):
        return "defender"
    return result(attacker.kind, sum(int(PIPS[fighter.kind]) for fighter in defenders))


# R6 Close ranks -----------------------------------------------------------------------------------


def slides(params: Any, step: SeenStep, leavers: Sequence[Fighter]) -> tuple[Slide, ...]:
    """R6: which tiles moved when these had left; none where the armies are cleared away (R7)."""
    tables = Tables(int(params.formation), params)  # games of one formation close ranks alike
    moved: list[Slide] = []
    for seat in range(len(SEAT_NAMES)):
        before, after = int(step.before.army[seat, TILES]), int(step.after.army[seat, TILES])
        places = tuple(sorted(leaver.place for leaver in leavers if leaver.seat == seat))
        if not places and before == after:  # its ranks are closed at the end of each turn
            continue
        starts = closed_up(tables, before, places)
        if sum(1 << place for place in starts) != after:
            return ()
        moved += [
            Slide(cell_name(seat, start), cell_name(seat, place))
            for place, start in starts.items()
            if start != place
        ]
    return tuple(moved)


@lru_cache(256)  # every audience asks for the same of each step
def closed_up(tables: Tables, tiles: int, leavers: tuple[int, ...]) -> dict[int, int]:
    """R6: the places of an army once these have left, in order, and where each tile was before.

    The tiles are numbered by their places: a set of tiles for each binary digit, in place of those
    of the kinds. Whatever the rules then do with the tiles, the numbers go with them."""
    army = SimpleNamespace(army=np.zeros((1, SETS), np.uint16))
    army.army[0, TILES] = tiles
    for digit in DIGITS:
        army.army[0, digit] = tiles & WITH_DIGIT[digit]
    for place in reversed(leavers):  # from behind: the others then stay put
        take_out(army, 0, place)
    close_ranks(tables.params, army, 0)
    *digits, after = (int(army.army[0, which]) for which in (*DIGITS, TILES))
    return {
        place: sum(1 << digit for digit in DIGITS if holds(digits[digit], place))
        for place in numbers_in(after)
    }


NARRATION = Narration(turn_of, tell, done)
