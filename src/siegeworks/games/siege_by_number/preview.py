"""What a move would do, as far as everybody knows, and how far pieces reach"""

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from siegeworks.core.bits import bit, numbers_in
from siegeworks.core.contract import Action, Observation, Seat
from siegeworks.core.effects import HIDDEN, Battle, Effects, Outcome, SeenStep
from siegeworks.core.scene import UNKNOWN, Piece, Reach
from siegeworks.core.text import capitalized, counted, listed
from siegeworks.games.siege_by_number.notation import (
    AN_ATTACK,
    bit_at,
    dice_left,
    names,
    owner_of,
    way_of_piece,
)
from siegeworks.games.siege_by_number.params import COIN_TEXT, SPACE_NAMES
from siegeworks.games.siege_by_number.rules import beats, beside, highest_die, occupied, spend, way
from siegeworks.games.siege_by_number.scene import piece_on
from siegeworks.games.siege_by_number.state import ACE, ATTACK, COINS, DONE, HOLD, SHOWING, SPACES

WALK = re.compile(r"\w+-\w+")
RESULTS = {
    "attacker": " You would win.",
    "defender": " You would lose.",
    "stay": " Both would stay.",
}


def preview(params: Any, seen: Observation, action: Action, after: Observation | None) -> Effects:
    """The way of a piece and the die that it spends, or the battle (R7 to R10)."""
    if action == DONE:
        return Effects(dice_left_over(dice_left(seen)))
    if action == HOLD:
        return Effects("No battle: both Armies stay where they are.")
    if action >= ATTACK:
        return attack(params, seen, SPACE_NAMES[action - ATTACK])
    start, target = divmod(action, SPACES)
    return walk(params, seen, start, target)


def done(params: Any, step: SeenStep) -> Effects:
    """The way of a piece and its die, or a battle: who won it once all values are shown."""
    seen = step.before
    if WALK.fullmatch(step.token):
        start, target = (SPACE_NAMES.index(name) for name in step.token.split("-"))
        return replace(walk(params, seen, start, target), sentence="")
    if AN_ATTACK.fullmatch(step.token) and step.actor != "chance":
        return fought(params, step, int(seen.attacker), bit_at(step.token[1:]))
    if step.actor == "chance" and seen.phase == SHOWING:
        return fought(params, step, int(seen.attacker), int(seen.defender))
    return Effects()


def fought(params: Any, step: SeenStep, attacker: int, defender: int) -> Effects:
    """R8, R9: a battle between the pieces on two spaces."""
    seen, way = step.before, (names(attacker)[0], names(defender)[0])
    foe = owner_of(params, seen, way[1])
    assert foe is not None
    pieces = [piece_on(params, seen, way[0], int(seen.turn)), piece_on(params, seen, way[1], foe)]
    values = [value_known(params, step, piece) for piece in (attacker, defender)]
    actual = [with_value(*pair) for pair in zip(pieces, values, strict=True)]
    own, other = actual if params.notes else as_shown(step, pieces, actual)
    outcome: Outcome = "" if step.after.phase == SHOWING else outcome_of(*actual)
    return Effects(way=way, battle=Battle(own, other, outcome, momentary=not params.notes))


def as_shown(step: SeenStep, pieces: list[Piece], actual: list[Piece]) -> list[Piece]:
    """R8: without notes, the values that this battle has turned up, until they are turned down."""
    if step.token == HIDDEN:
        return [with_value(piece, None) for piece in pieces]
    if step.actor != "chance":
        return pieces
    own, other = pieces
    return [actual[0], other] if own.text == UNKNOWN else [own, actual[1]]


def with_value(piece: Piece, value: int | None) -> Piece:
    """An Army with this value; a Commander has none."""
    if piece.kind == "commander":
        return piece
    return replace(piece, text=UNKNOWN if value is None else COIN_TEXT[value])


def value_known(params: Any, step: SeenStep, army: int) -> int | None:
    """The value of an Army of a battle; None: it is still to be shown, or it is a Commander.

    Which value has just been shown is read from the values that the seat has shown: the step's own
    token may be hidden again."""
    space = names(army)[0]
    value = int(step.before.value[SPACE_NAMES.index(space)])
    if value:
        return value - 1
    seat = owner_of(params, step.before, space)
    if step.actor != "chance" or seat is None:
        return None
    new = int(step.after.shown[seat]) & ~int(step.before.shown[seat])
    return new.bit_length() - 1 if new else None


# R7 The way and its die ---------------------------------------------------------------------------


def walk(params: Any, seen: Observation, start: int, target: int) -> Effects:
    """R7, R10: the shortest way, and the lowest die that suffices for it."""
    piece, goal = int(bit(params.bit_of[start])), int(bit(params.bit_of[target]))
    places = way_of_piece(params, seen, piece, goal)
    left = seen.copy()
    spend(left, len(places) - 1)
    rest = dice_left(left)
    cost = next(die for die in COIN_TEXT if dice_left(seen).count(die) > rest.count(die))
    if piece & int(seen.commanders) and goal & int(params.homes) & ~int(params.home[seen.turn]):
        return Effects("The Commander enters an empty enemy home (R10).", tuple(places), cost)
    steps = counted(len(places) - 1, "step") if len(places) > 1 else "No step"
    remains = f"you have {listed(rest)} left" if rest else "it is your last die"
    return Effects(f"{steps}, which spends the die {cost}; {remains}.", tuple(places), cost)


def dice_left_over(dice: list[str]) -> str:
    """R7: what ending the turn gives up."""
    if not dice:
        return "Your turn ends."
    return f"Your turn ends without using the {'dice' if len(dice) > 1 else 'die'} {listed(dice)}."


# R8, R9 Battle ------------------------------------------------------------------------------------


def attack(params: Any, seen: Observation, target: str) -> Effects:
    """R8, R9: both sides, and who wins if the page shows both values."""
    place = names(seen.attacker)[0]
    foe = owner_of(params, seen, target)
    assert foe is not None
    own = piece_on(params, seen, place, int(seen.turn))
    other = piece_on(params, seen, target, foe)
    outcome = outcome_of(own, other)
    whom = "Commander" if other.kind == "commander" else named(other)
    whose = f"{capitalized(str(other.seat))}'"
    sentence = f"Your {named(own)} attacks the {whose} {whom}.{RESULTS.get(outcome, '')}"
    return Effects(sentence, battle=Battle(own, other, outcome))


def outcome_of(own: Piece, other: Piece) -> Outcome:
    """Who wins, if the values that are shown decide it."""
    value, against = COIN_TEXT.find(own.text), COIN_TEXT.find(other.text)
    if value < 0:
        return ""
    if other.kind == "commander":  # R9
        return "attacker" if value <= ACE else "defender"
    if against < 0:
        return ""
    if beats(value, against):
        return "attacker"
    return "defender" if beats(against, value) else "stay"


def named(army: Piece) -> str:
    """An Army with its value, if the page shows it."""
    return "Army of unknown value" if army.text == "?" else f"Army {army.text}"


# How far pieces reach -----------------------------------------------------------------------------

HIGHEST_DIE = COINS - 1  # steps
MOVED = "It has been chosen this turn, and cannot move again (R7)."
NO_DIE = "No die left can move it."


def reaches(params: Any, seen: Observation) -> Iterator[Reach]:
    """Where each piece on the board can walk with the best die left, or with the best roll."""
    for seat in range(params.seats):
        is_rolled = bool(seen.rolled) and seat == seen.turn
        longest = int(highest_die(seen)) if is_rolled else HIGHEST_DIE
        for number in numbers_in(seen.pieces[seat]):
            piece = 1 << number
            (place,) = names(piece)
            if seat == seen.turn and int(seen.moved) & piece:
                yield Reach(place, (), MOVED)
            elif longest == 0:
                yield Reach(place, (), NO_DIE)
            else:
                spaces = walks(params, seen, seat, number, longest)
                far = counted(longest, "step")
                sentence = f"The best roll would carry it {far}."
                if is_rolled:
                    sentence = f"The highest die left carries it up to {far}."
                yield Reach(place, tuple(names(spaces)), sentence)


def walks(params: Any, seen: Observation, seat: Seat, number: int, longest: int) -> int:
    """R7: the empty spaces that a piece reaches within a number of steps."""
    piece = bit(number)
    empty = params.spaces & ~occupied(seen)
    walkable, reached = way(empty, seen.pieces[seat], seen.commanders, piece), piece
    for _ in range(longest):
        reached |= beside(reached) & walkable
    return int(reached & empty)
