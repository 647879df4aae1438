"""What a move would do, as far as the seat can tell, and how far pieces reach"""

from collections.abc import Iterable, Iterator
from typing import Any

from siegeworks.core.bits import holds, numbers_in
from siegeworks.core.contract import REFEREE, Action, Observation, Seat
from siegeworks.core.effects import Battle, Effects, Outcome
from siegeworks.core.scene import Reach
from siegeworks.core.text import capitalized, counted
from siegeworks.games.kings_ransom.notation import KIND_NAMES, PLACE_NAMES
from siegeworks.games.kings_ransom.rules import (
    conquers_at_once,
    kind_at,
    may_attack,
    may_reveal,
    places,
)
from siegeworks.games.kings_ransom.scene import UNKNOWN, cell_name, tile
from siegeworks.games.kings_ransom.state import (
    ARCHER,
    ATTACK,
    CALL,
    CAVALRY,
    ENGINEER,
    FACE_UP,
    FLEE,
    INFANTRY,
    KINDS,
    KING,
    LAY,
    LAYING,
    PAY,
    PIPS,
    PLACES,
    RANGE,
    REFUSE,
    REVEAL,
    SEAT_NAMES,
    SPY,
    STAND,
    TILES,
)


def preview(params: Any, seen: Observation, action: Action, after: Observation | None) -> Effects:
    """What leaves, what both sides of a battle are worth, what is paid (R4, R5, R9)."""
    seat = int(seen.to_act)
    if action < ATTACK:
        kind = KIND_NAMES[int(kind_at(seen, seat, action - FLEE))]
        return Effects(f"Your {kind} leaves the game, and nobody scores it.")
    if action < REVEAL:
        pair = action - ATTACK
        return attack(params, seen, pair % PLACES, pair // PLACES * 4 + pair % 4)
    if action < CALL:
        place = PLACE_NAMES[(action - REVEAL) % PLACES]
        what = f"turns up the tile on {place} and leaves the game; nobody scores it"
        return Effects(f"Your Spy {what}.")
    if action <= STAND:
        return answer(seen, None if action == STAND else action - CALL)
    if action < REFUSE:
        paid = sum(PIPS[kind] * int(params.payments[action - PAY, kind]) for kind in range(KINDS))
        holder = capitalized(SEAT_NAMES[1 - seat])
        what = f"You pay {counted(int(paid), 'pip')} to {holder}"
        return Effects(f"{what}, and the King leaves their tally.")
    return Effects() if action >= LAY else Effects("You pay nothing and lose the game.")


# R4, R5 Attack ------------------------------------------------------------------------------------


def attack(params: Any, seen: Observation, place: int, target: int) -> Effects:
    """R4, R5: what is known of both sides, and what may help the defender."""
    seat, enemy = int(seen.to_act), 1 - int(seen.to_act)
    own = int(kind_at(seen, seat, place))
    reach = reached(params, own, place, enemy)
    attacker = tile(own, seat)
    if not is_known(seen, enemy, target):
        most = most_help(params, seen, enemy, target)
        sides = against(own, "?", most)
        sentences = [f"{PIPS[own]} against ?: the tile lies face down."]
        sentences.append("A tile beside it may help." if most else "No tile can help it.")
        if own == ARCHER and seen.unseen[enemy, SPY]:
            sentences.append("If it is a Spy, your Archer is lost.")
        battle = Battle(attacker, UNKNOWN[enemy], "", sides)
        return Effects(" ".join(sentences), sight=reach, battle=battle)
    other = int(kind_at(seen, enemy, target))
    lost = bool(conquers_at_once(other, own))
    most = 0 if lost or other == KING else most_help(params, seen, enemy, target)
    sides = against(own, str(PIPS[other]), most)
    outcome = result(own, PIPS[other]) if not lost else "defender"
    if own == ARCHER and other == SPY:
        sentence = "A Spy beats an Archer: your Archer would be captured."
    elif lost:
        sentence = f"{sides}: your {KIND_NAMES[own]} would be captured."
    elif other == KING:
        sentence = fought(sides, outcome, "the King would be captured")
    elif most:
        sentence, outcome = f"{sides}, if a tile beside it helps.", ""
    else:
        sentence = fought(sides, outcome, f"the {KIND_NAMES[other]} would be captured")
    battle = Battle(attacker, tile(other, enemy), outcome, sides)
    return Effects(sentence, sight=reach, battle=battle)


def is_known(seen: Observation, seat: Seat, place: int) -> bool:
    """Does the viewer know this enemy tile?"""
    return seen.viewer == REFEREE or holds(seen.army[seat, FACE_UP], place)


def reached(params: Any, kind: int, place: int, enemy: Seat) -> tuple[str, ...]:
    """R4: the places in its column that a tile reaches: both ranks together are its range."""
    ranks = RANGE[kind] - (place // 4 + 1)
    spots = [4 * rank + place % 4 for rank in range(max(0, min(4, ranks)))]
    there = [spot for spot in spots if int(params.formation) >> spot & 1]
    return named(enemy, there)


def against(own: int, defence: str, most: int) -> str:
    """Both sides in figures: "6 against 4 + up to 6"."""
    return f"{PIPS[own]} against {defence}" + (f" + up to {most}" if most else "")


def most_help(params: Any, seen: Observation, seat: Seat, target: int) -> int:
    """R5.4: the most pips that a tile beside this place may add; 0: none can. Never the King."""
    beside = numbers_in(int(places(seen, seat, TILES)) & int(params.beside[target]))
    known = [place for place in beside if is_known(seen, seat, place)]
    kinds = {int(kind_at(seen, seat, place)) for place in known}
    if len(known) < len(beside):
        kinds |= {kind for kind in range(KINDS) if seen.unseen[seat, kind]}
    return max((int(PIPS[kind]) for kind in kinds - {KING}), default=0)


def result(own: int, defence: Any) -> Outcome:
    """R5.5, R5.6: more pips win."""
    if PIPS[own] == defence:
        return "fall"
    return "attacker" if PIPS[own] > defence else "defender"


def fought(sides: str, outcome: Outcome, won: str) -> str:
    """R5.5, R5.6: what comes of a battle."""
    if outcome == "fall":
        return f"{sides}: a tie, all of them leave the game, and nobody scores."
    return f"{sides}: {won}."


# R5.4 The answer ----------------------------------------------------------------------------------


def answer(seen: Observation, called: int | None) -> Effects:
    """R5: what both sides are worth with this tile, or with none."""
    seat, enemy = int(seen.to_act), 1 - int(seen.to_act)
    own = int(kind_at(seen, enemy, int(seen.attacker)))
    defender = int(kind_at(seen, seat, int(seen.defender)))
    defence, figures = int(PIPS[defender]), str(PIPS[defender])
    if called is not None:
        helper = int(PIPS[kind_at(seen, seat, called)])
        defence, figures = defence + helper, f"{figures} + {helper}"
    sides, outcome = f"{PIPS[own]} against {figures}", result(own, defence)
    won = "you would capture the attacker"
    if outcome == "attacker":
        won = f"you would lose {'the tile' if called is None else 'both tiles'}"
    battle = Battle(tile(own, enemy), tile(defender, seat), outcome, sides)
    return Effects(fought(sides, outcome, won), battle=battle)


# How far pieces reach -----------------------------------------------------------------------------

REACHES_NONE = "From here it reaches no tile."


def reaches(params: Any, seen: Observation) -> Iterator[Reach]:
    """The enemy tiles that each known tile may attack, or turn up as a Spy."""
    if seen.phase == LAYING:
        return
    for seat in range(2):
        attacks, spies = int(may_attack(seen, seat)), int(may_reveal(seen, seat))
        attackers = 0
        for kind in (ARCHER, ENGINEER, CAVALRY, INFANTRY):
            attackers |= int(places(seen, seat, kind))
        hidden = int(places(seen, 1 - seat, TILES)) & ~int(places(seen, 1 - seat, FACE_UP))
        for place in numbers_in(attackers):
            targets = attacked(attacks, place)
            sentence = "" if targets else REACHES_NONE
            yield Reach(cell_name(seat, place), named(1 - seat, targets), sentence)
        for place in numbers_in(spies):
            yield Reach(cell_name(seat, place), named(1 - seat, numbers_in(hidden)))


def attacked(attacks: int, place: int) -> list[int]:
    """R4: the enemy places that the tile here may attack, of all attacks of its seat."""
    ranks = range(PLACES // 4)
    return [4 * rank + place % 4 for rank in ranks if attacks >> PLACES * rank + place & 1]


def named(seat: Seat, places: Iterable[int]) -> tuple[str, ...]:
    return tuple(cell_name(seat, place) for place in places)
