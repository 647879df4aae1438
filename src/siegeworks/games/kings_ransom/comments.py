"""What an action does, and what a seat has got from it, in words. Hints, never rules."""

from typing import Any

from siegeworks.core.advice import Gain
from siegeworks.core.contract import TERMINAL, Action, Observation, Seat
from siegeworks.core.random import new_rng
from siegeworks.core.text import counted
from siegeworks.games.kings_ransom.evaluation import KINGS_RANSOM, ransom_win_probability
from siegeworks.games.kings_ransom.knowledge import determinize
from siegeworks.games.kings_ransom.notation import KIND_NAMES
from siegeworks.games.kings_ransom.rules import (
    apply_action,
    conquers_at_once,
    face_down,
    kind_at,
    may_be_king,
)
from siegeworks.games.kings_ransom.state import (
    ARCHER,
    ATTACK,
    CALL,
    FACE_UP,
    KINDS,
    KING,
    LAY,
    PAY,
    PIPS,
    PLACES,
    RANSOM,
    REVEAL,
    SPY,
    STAND,
    TILES,
)


def comment(params: Any, seen: Observation, action: Action) -> str:
    """What an action does, as far as the seat to act knows: "captures the Cavalry unless a tile
    next to it helps", "gives up the Spy, ends the game and wins"."""
    if action >= LAY:
        return ""
    if ATTACK <= action < REVEAL:
        pair = action - ATTACK
        place, target = pair % PLACES, pair // PLACES * 4 + pair % 4
        return comment_on_attack(params, seen, place, target)
    if REVEAL <= action < CALL:
        return comment_on_reveal(seen, (action - REVEAL) % PLACES)
    end = comment_on_end(params, seen, action)
    if action >= PAY:
        return end
    if action >= CALL:
        done = comment_on_call(seen, action)
    else:  # R4: it leaves the game
        done = f"gives up {named(int(kind_at(seen, int(seen.to_act), action)))}"
    return f"{done}, ends the game and {end}" if end else done


def comment_on_attack(params: Any, seen: Observation, place: int, target: int) -> str:
    """What is known of a battle before it begins (R5)."""
    seat, enemy = int(seen.to_act), 1 - int(seen.to_act)
    attacker = int(kind_at(seen, seat, place))
    kinds = kinds_on(seen, enemy, target)
    if len(kinds) > 1:
        beaten = [kind for kind in kinds if beats(attacker, kind)]
        number = sum(kinds[kind] for kind in beaten) or "none"
        text = f"stronger than {number} of the {sum(kinds.values())} tiles that may be there"
        return f"{text}, including the King" if KING in beaten else text
    (defender,) = kinds
    if conquers_at_once(defender, attacker):
        return f"loses {named(attacker)} to {named(defender)}"
    if defender == KING:
        return "captures the King"
    verb = "captures" if beats(attacker, defender) else "trades itself for"
    standing = int(seen.army[enemy, TILES]) & ~int(seen.army[enemy, KING])
    helped = standing & int(params.beside[target])
    return f"{verb} {named(defender)}" + (" unless a tile next to it helps" if helped else "")


def beats(attacker: int, defender: int) -> bool:
    """Does the attacker win if no tile is called (R5)?"""
    return bool(PIPS[attacker] > PIPS[defender]) and (attacker, defender) != (ARCHER, SPY)


def named(kind: int) -> str:
    """The kind with its article."""
    return f"the {KIND_NAMES[kind]}"


def kinds_on(seen: Observation, seat: Seat, place: int) -> dict[int, int]:
    if int(seen.army[seat, FACE_UP]) >> place & 1:
        return {int(kind_at(seen, seat, place)): 1}
    suspects = int(may_be_king(seen, seat))
    if seen.unseen[seat, KING] and suspects == 1 << place:
        return {KING: 1}
    kinds = {kind: int(seen.unseen[seat, kind]) for kind in range(KINDS)}
    if not suspects >> place & 1:
        kinds[KING] = 0
    return {kind: n for kind, n in kinds.items() if n}


def comment_on_reveal(seen: Observation, place: int) -> str:
    """Whether the King may be there (R4)."""
    enemy = 1 - int(seen.to_act)
    suspects = int(may_be_king(seen, enemy))
    if not seen.unseen[enemy, KING] or not suspects >> place & 1:
        return ""
    cases = suspects.bit_count()
    return "turns up the King" if cases == 1 else f"finds the King in 1 of {cases} cases"


def comment_on_call(seen: Observation, action: Action) -> str:
    """How the battle ends (R5)."""
    seat = int(seen.to_act)
    attacker = int(kind_at(seen, 1 - seat, int(seen.attacker)))
    fighting = [int(kind_at(seen, seat, int(seen.defender)))]
    if action != STAND:
        fighting.append(int(kind_at(seen, seat, action - CALL)))
    ahead = int(sum(PIPS[kind] for kind in fighting) - PIPS[attacker])
    if ahead > 0:
        return f"captures {named(attacker)}"
    lost = " and ".join(map(named, fighting))
    return f"loses {lost}" if ahead < 0 else f"gives {lost} for {named(attacker)}"


def comment_on_end(params: Any, seen: Observation, action: Action) -> str:
    """How the game ends after an action that neither attacks nor reveals; empty if it continues.
    Where hidden tiles lie makes no difference, so any possible state will do."""
    seat = int(seen.to_act)
    state = seen.copy()
    determinize(params, new_rng(0), state)
    apply_action(params, state, action)
    if state.to_act == TERMINAL:
        results = {1 << seat: "wins", 1 << 1 - seat: "loses"}
        return results.get(int(state.winners), "draws")
    if state.phase == RANSOM and seen.phase != RANSOM:
        paid_well = ransom_win_probability(params, state) > 0
        return "wins" if paid_well == (state.to_act == seat) else "loses"
    return ""


# What a seat has got ------------------------------------------------------------------------------

A_PIP = 1.0
THE_KING_FOUND = 2.0
FEW_SUSPECTS = 4
A_TILE_TURNED_UP = 0.1


def gains(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """Pips won, less those lost, and what is known of the enemy."""
    other = 1 - seat
    king = captured_kings(after, seat) - captured_kings(before, seat)
    pips = lead(after, seat) - lead(before, seat) - 2 * king * int(PIPS[KING])
    captures = [
        Gain(
            "King", king * (2 * int(PIPS[KING]) + KINGS_RANSOM), "capture the King", "in some cases"
        ),
        Gain("pips", A_PIP * pips, f"gain {counted(pips, 'pip')} overall", str(pips)),
    ]
    if after.phase == RANSOM:
        return captures
    more = int(face_down(before, other)).bit_count() - int(face_down(after, other)).bit_count()
    words = f"see {counted(more, 'more tile')} face up"
    known = Gain("known", A_TILE_TURNED_UP * more, words, str(more))  # those that fell included
    return [*captures, *search_for_king(before, after, other), known]


def captured_kings(seen: Observation, seat: Seat) -> int:
    """Does a seat hold the enemy King? In the end its own has joined its tally (R8)."""
    holds_own = seen.phase == RANSOM and seen.to_act != seat
    return int(seen.tally[seat, KING]) - holds_own


def lead(seen: Observation, seat: Seat) -> int:
    """R8: by how many pips a seat is ahead, with all tiles of both armies, known or not."""
    ahead = (tiles(seen, seat, kind) - tiles(seen, 1 - seat, kind) for kind in range(KINDS))
    return sum(int(pips) * more for pips, more in zip(PIPS, ahead, strict=True))


def tiles(seen: Observation, seat: Seat, kind: int) -> int:
    """How many tiles of a kind a seat has, in its tally or in its army, seen or unseen."""
    standing = int(seen.army[seat, kind]).bit_count() + int(seen.unseen[seat, kind])
    return standing + int(seen.tally[seat, kind])


def search_for_king(before: Observation, after: Observation, enemy: Seat) -> list[Gain]:
    """R2: among how many tiles everybody still looks for a King."""
    suspects, left = (int(may_be_king(seen, enemy)).bit_count() for seen in (before, after))
    if left >= suspects or int(after.tally[1 - enemy, KING]):
        return []
    if left <= 1:
        return [Gain("suspects", THE_KING_FOUND, "find the King", "in some cases")]
    worth = THE_KING_FOUND * (suspects - left) / suspects
    if left <= FEW_SUSPECTS:
        return [Gain("suspects", worth, f"narrow the King down to {left} tiles", f"to {left}")]
    words = f"rule out {suspects - left} of {suspects} tiles where the King may be"
    return [Gain("suspects", worth, words, str(suspects - left))]
