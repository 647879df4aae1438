"""What an action does, and what a seat has got from it, in words. Hints, never rules."""

from itertools import product
from typing import Any

import numpy as np

from siegeworks.core.advice import Gain
from siegeworks.core.bits import lowest_bit, numbers_in
from siegeworks.core.contract import Action, Observation, Seat
from siegeworks.core.text import capitalized, counted
from siegeworks.games.siege_by_number.evaluation import (
    FAR,
    STEPS,
    all_pieces,
    may_be,
    odds,
    stack_of,
    steps_past,
)
from siegeworks.games.siege_by_number.notation import dice_left
from siegeworks.games.siege_by_number.params import COIN_TEXT
from siegeworks.games.siege_by_number.rules import apply_action, attackable, beats, beside
from siegeworks.games.siege_by_number.state import (
    ACE,
    ATTACK,
    DONE,
    FIGHTING,
    HOLD,
    NOWHERE,
    SEAT_NAMES,
    SPACES,
)


def comment(params: Any, seen: Observation, action: Action) -> str:
    """What an action does, as far as is known: "captures the 3", "wins at once", "leaves your Home
    Base empty for the Commander"."""
    if action == DONE:
        return comment_on_done(seen)
    if action == HOLD:
        _, battle = best_battle(params, seen)
        return f"forgoes an attack that {battle}"
    if action >= ATTACK:
        return comment_on_attack(params, seen, 1 << int(params.bit_of[action - ATTACK]))
    start, target = (1 << int(params.bit_of[space]) for space in divmod(action, SPACES))
    arrival = comment_on_arrival(params, seen, start, target)
    if start == target or start != int(params.home[seen.turn]):
        return arrival or comment_on_walk(params, seen, action, start, target)
    left = "leaves your Home Base empty" + next_piece(seen)
    return f"{left} and {arrival}" if arrival else left


def comment_on_arrival(params: Any, seen: Observation, start: int, target: int) -> str:
    """What a piece achieves on this space (R5, R10)."""
    if start == target or not target & int(params.homes):
        return ""
    if target == int(params.home[seen.turn]):
        return "guards your Home Base"
    if start & int(seen.commanders):
        return "wins at once"
    seat = next(s for s in range(params.seats) if target == int(params.home[s]))
    return f"blocks {home_of(params, seat)}"


def home_of(params: Any, seat: Seat) -> str:
    """The Home Base of an enemy, named."""
    return f"the {capitalized(SEAT_NAMES[params.arm[seat]])}' Home Base"


def next_piece(seen: Observation) -> str:
    """Which piece will come to the seat's Home Base if it is empty (R5)."""
    in_stack, _ = stack_of(seen, seen.turn)
    if in_stack:
        return " for the next Army"
    commander = int(seen.pieces[seen.turn]) & int(seen.commanders)
    return "" if commander else " for the Commander"


def comment_on_attack(params: Any, seen: Observation, target: int) -> str:
    """The odds of a battle (R8, R9)."""
    own = values_of(params, seen, int(seen.attacker), int(seen.turn))
    if target & int(seen.commanders):
        return comment_on_commander_attacked(own)
    foe = next(s for s in range(params.seats) if int(seen.pieces[s]) & target)
    theirs = values_of(params, seen, target, foe)
    pairs = list(product(own, theirs))
    won = sum(beats(value, other) for value, other in pairs)
    even = sum(value == other for value, other in pairs)
    named = f"the {COIN_TEXT[theirs[0]]}" if len(theirs) == 1 else "the Army"
    if won == len(pairs):
        return f"captures {named}"
    if even == len(pairs):
        return f"changes nothing, both are {COIN_TEXT[own[0]]}"
    if won + even == 0:
        return f"loses to {named}"
    tie = f", a tie in {even}" if even else ""
    return f"captures {named} in {won} of {len(pairs)} cases{tie}"


def comment_on_commander_attacked(own: list[int]) -> str:
    """R9: only a null or an ace defeats a Commander."""
    won = sum(value <= ACE for value in own)
    if won == len(own):
        return "defeats the Commander"
    if not won:
        return "loses to the Commander"
    return f"defeats the Commander with a null or an ace, {won} of {len(own)} cases"


def values_of(params: Any, seen: Observation, army: int, seat: Seat) -> list[int]:
    return list(numbers_in(may_be(params, seen, np.uint64(army), seat)))


def best_battle(params: Any, s: Observation) -> tuple[float, str]:
    """The possible attack most likely to win: its probability and its comment."""
    at = (*s.pieces, s.commanders, NOWHERE)
    targets = [1 << place for place in numbers_in(attackable(s))]
    return max(
        (
            odds(params, s, at, s.attacker, np.uint64(target))[0],
            comment_on_attack(params, s, target),
        )
        for target in targets
    )


def comment_on_done(seen: Observation) -> str:
    """R7: a die of 0 moves no piece."""
    left = dice_left(seen)
    if set(left) <= {COIN_TEXT[0]}:
        return "ends the turn; the dice left move no piece"
    return f"ends the turn with {', '.join(left)} unspent"


def comment_on_walk(params: Any, seen: Observation, action: Action, start: int, target: int) -> str:
    """What a piece does that neither reaches a Home Base nor leaves its own (R7)."""
    if start & int(seen.commanders):
        return comment_on_commander(params, seen, start, target)
    after = seen.copy()
    apply_action(params, after, action)
    if after.phase == FIGHTING:
        chance, battle = best_battle(params, after)
        if chance > 0:
            return f"{'stays for' if start == target else 'sets up'} an attack that {battle}"
    if start == target:
        return f"stays and spends a die of {COIN_TEXT[lowest_bit(seen.dice) // 4]}"
    entrances = comment_on_entrances(params, seen, start, target)
    return entrances or comment_on_distance(params, seen, start, target)


def comment_on_commander(params: Any, seen: Observation, start: int, target: int) -> str:
    """R10, R9: how far the Commander then is from a win, and whether an Army can attack him."""
    seat = int(seen.turn)
    before, _ = commander_to_home(params, seen, start)
    steps, home = commander_to_home(params, seen, target)
    note = ""
    if steps == FAR:  # so there was no way before either
        note = ", closed to him"
        before, _ = army_to_home(params, seat, start)
        steps, home = army_to_home(params, seat, target)
    armies = all_pieces(seen.pieces) & ~seen.pieces[seat] & ~seen.commanders
    if beside(np.uint64(target)) & armies != NOWHERE:
        note = ", next to an enemy Army"
    away = counted(steps, "step")
    if steps < before:
        return f"brings the Commander within {away} of {home}{note}"
    how = "keeps the Commander" if steps == before else "takes the Commander back to"
    return f"{how} {away} from {home}{note}"


def commander_to_home(params: Any, seen: Observation, place: int) -> tuple[int, str]:
    """R7: the steps from this space to the nearest enemy home for the seat's Commander, whether or
    not it is empty, and its name; FAR if there is no way."""
    seat = int(seen.turn)
    stood = seen.pieces[seat] & seen.commanders
    at = [*seen.pieces, seen.commanders & ~stood | np.uint64(place), NOWHERE]
    at[seat] = at[seat] & ~stood | np.uint64(place)
    enemies = (enemy for enemy in range(params.seats) if enemy != seat)
    steps, enemy = min(
        (int(steps_past(params, at, seat, enemy, NOWHERE)), enemy) for enemy in enemies
    )
    return steps, home_of(params, enemy)


def comment_on_entrances(params: Any, seen: Observation, start: int, target: int) -> str:
    """R1: only one square leads to a Home Base."""
    own = int(params.home[seen.turn])
    homes = {home_of(params, s): int(params.home[s]) for s in range(params.seats)}
    named = {"your Home Base" if home == own else name: home for name, home in homes.items()}
    for name, home in named.items():
        if target & int(beside(np.uint64(home))):
            return f"guards the way into {name}" if home == own else f"shuts the way out of {name}"
    for name, home in named.items():
        if start == home:
            return f"leaves {name} empty"
        if start & int(beside(np.uint64(home))):
            return f"opens the way {'out of' if home == own else 'into'} {name}"
    return ""


def comment_on_distance(params: Any, seen: Observation, start: int, target: int) -> str:
    """How far the Army then is from a Home Base."""
    seat = int(seen.turn)
    before, _ = army_to_home(params, seat, start)
    steps, home = army_to_home(params, seat, target)
    if steps < before:
        return f"comes within {counted(steps, 'step')} of {home}"
    own = STEPS[params.arm[seat]]
    back = int(own[lowest_bit(target)])
    if back < own[lowest_bit(start)] and back < steps:
        return f"moves back to {counted(back, 'step')} from your Home Base"
    how = "stays" if steps == before else "moves away to"
    return f"{how} {counted(steps, 'step')} from {home}"


def army_to_home(params: Any, seat: Seat, place: int) -> tuple[int, str]:
    """Steps on an empty board to the nearest enemy home, and its name."""
    enemies = (enemy for enemy in range(params.seats) if enemy != seat)
    steps, enemy = min((int(STEPS[params.arm[s], lowest_bit(place)]), s) for s in enemies)
    return steps, home_of(params, enemy)


# What a seat has got ------------------------------------------------------------------------------

AN_ARMY = 1.0  # defeated, or come onto the board
THE_COMMANDER = 3.0
A_HOME_BLOCKED = 1.0
WAY_FREE = 0.6  # for the next piece
A_GUARD = 0.1
A_STEP, A_COMMANDERS_STEP = 0.02, 0.5


def gains(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """Battles won, pieces that enter, homes blocked, and steps forward."""
    return [
        *defeated(params, before, after, seat),
        *entered(before, after, seat),
        *blocked(params, before, after, seat),
        *freed(params, before, after, seat),
        *guarded(params, before, after, seat),
        *walked(params, before, after, seat),
    ]


def armies_of(seen: Observation, seat: Seat) -> int:
    """The spaces of a seat's Armies."""
    return int(seen.pieces[seat]) & ~int(seen.commanders)


def commander_of(seen: Observation, seat: Seat) -> int:
    """The space of a seat's Commander; 0: he is not on the board."""
    return int(seen.pieces[seat]) & int(seen.commanders)


def defeated(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R8, R9: pieces of others that have left the board."""
    others = [other for other in range(params.seats) if other != seat]
    armies = sum(fallen(before, after, other) for other in others)
    commanders = sum(
        bool(commander_of(before, other)) > bool(commander_of(after, other)) for other in others
    )
    beaten = counted(armies, "Army", "Armies") if armies > 1 else "an Army"
    return [
        Gain("Armies", AN_ARMY * armies, f"defeat {beaten}", beaten),
        Gain("Commander", THE_COMMANDER * commanders, "defeat the Commander", "in some cases"),
    ]


def fallen(before: Observation, after: Observation, seat: Seat) -> int:
    """R8: how many Armies of a seat have left the board. Where others move, its own stand where
    they stood, and one that has come since does not hide it."""
    if seat == before.turn:
        return max(0, armies_of(before, seat).bit_count() - armies_of(after, seat).bit_count())
    return (armies_of(before, seat) & ~int(after.pieces[seat])).bit_count()


def entered(before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R5: pieces that have come onto the board."""
    armies = armies_of(after, seat).bit_count() - armies_of(before, seat).bit_count()
    has_come = bool(commander_of(after, seat)) > bool(commander_of(before, seat))
    new = counted(armies, "Army", "Armies") if armies > 1 else "a new Army"
    return [
        Gain("entered", AN_ARMY * armies, f"bring {new} onto the board", new),
        Gain(
            "Commander entered",
            THE_COMMANDER * has_come,
            "bring the Commander onto the board",
            "in some cases",
        ),
    ]


def blocked(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R10: enemy homes on which a piece of the seat now stands."""
    new = [
        home_of(params, other)
        for other in range(params.seats)
        if other != seat
        and int(params.home[other]) & int(after.pieces[seat]) & ~int(before.pieces[seat])
    ]
    return [Gain("blocked", A_HOME_BLOCKED, f"block {new[0]}", "")] if new else []


def freed(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R5: an empty own home, so that the next piece comes."""
    home = int(params.home[seat])
    was_taken = any(int(pieces) & home for pieces in before.pieces)
    is_taken = any(int(pieces) & home for pieces in after.pieces)
    if is_taken or not was_taken or commander_of(after, seat):
        return []
    return [Gain("freed", WAY_FREE, "make room at home for the next piece", "")]


def guarded(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R1: the way into the seat's own home, where nobody of its pieces stood and one does now; and
    the way into an enemy's that its pieces have left."""
    gains = []
    for home in range(params.seats):
        was_guarded, is_guarded = (has_guard(params, s, home) for s in (before, after))
        name = "your Home Base" if home == before.turn else home_of(params, home)
        if home == seat and is_guarded > was_guarded:
            words = f"guard the way into {name}"
            gains.append(Gain("guarded", A_GUARD, words, "in some cases"))
        elif home != seat and was_guarded > is_guarded:
            words = f"find an open way into {name}"
            gains.append(Gain("open", A_GUARD, words, "in some cases"))
    return gains


def has_guard(params: Any, s: Observation, seat: Seat) -> bool:
    """R1: does a piece of the seat stand at home or on the only square that leads there?"""
    home = int(params.home[seat])
    return bool(int(s.pieces[seat]) & (home | int(beside(np.uint64(home)))))


def walked(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """R7: steps of Armies and of the Commander towards the homes of enemies."""
    gains = []
    if armies_of(after, seat).bit_count() >= armies_of(before, seat).bit_count():
        steps = to_go(params, before, seat) - to_go(params, after, seat)
        words = f"bring Armies {counted(steps, 'step')} nearer to an enemy home"
        gains.append(Gain("walked", A_STEP * steps, words, counted(steps, "step")))
    if commander_of(before, seat) and commander_of(after, seat):
        way = [army_to_home(params, seat, commander_of(s, seat))[0] for s in (before, after)]
        steps = way[0] - way[1]
        words = f"bring the Commander {counted(steps, 'step')} nearer to an enemy home"
        gains.append(
            Gain("Commander walked", A_COMMANDERS_STEP * steps, words, counted(steps, "step"))
        )
    return gains


def to_go(params: Any, seen: Observation, seat: Seat) -> int:
    """The steps of all Armies of a seat to the nearest enemy homes, on an empty board."""
    places = numbers_in(armies_of(seen, seat))
    return sum(army_to_home(params, seat, 1 << place)[0] for place in places)
