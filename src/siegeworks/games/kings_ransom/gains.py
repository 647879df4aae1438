"""What a seat has got from one position to a later one, in words. Hints, never rules."""

from __future__ import annotations

from typing import Any

from siegeworks.core.advice import Gain
from siegeworks.core.contract import Observation, Seat
from siegeworks.core.text import counted
from siegeworks.games.kings_ransom.evaluation import KINGS_RANSOM
from siegeworks.games.kings_ransom.rules import may_be_king
from siegeworks.games.kings_ransom.state import FACE_UP, KINDS, KING, PIPS, RANSOM, TILES

A_PIP = 1.0
THE_KING_FOUND = 2.0
FEW_SUSPECTS = 4
A_TILE_TURNED_UP = 0.1


def gains(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """Pips won, less those lost, and what is known of the enemy."""
    other = 1 - seat
    king = captured_kings(after, seat) - captured_kings(before, seat)
    pips = lead(after, seat) - lead(before, seat) - 2 * king * int(PIPS[KING])
    return [
        Gain(
            "King", king * (2 * int(PIPS[KING]) + KINGS_RANSOM), "capture the King", "in some cases"
        ),
        Gain("pips", A_PIP * pips, f"gain {counted(pips, 'pip')} overall", str(pips)),
        *([] if after.phase == RANSOM else search_for_king(before, after, other)),
        *([] if after.phase == RANSOM else turned_up(before, after, other)),
    ]


def captured_kings(seen: Observation, seat: Seat) -> int:
    """Does a seat hold the enemy King? In the end its own has joined its tally (R8)."""
    holds_own = seen.phase == RANSOM and seen.to_act != seat
    return int(seen.tally[seat, KING]) - holds_own


def lead(seen: Observation, seat: Seat) -> int:
    """R8: by how many pips a seat is ahead."""
    return worth(seen, seat) - worth(seen, 1 - seat)


def worth(seen: Observation, seat: Seat) -> int:
    """R8: the pips of a seat's tally and of the tiles in its army, known or not."""
    total = 0
    for kind in range(KINDS):
        standing = int(seen.army[seat, kind]).bit_count() + int(seen.unseen[seat, kind])
        total += int(PIPS[kind]) * (standing + int(seen.tally[seat, kind]))
    return total


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


def turned_up(before: Observation, after: Observation, enemy: Seat) -> list[Gain]:
    """R4: how many more of the enemy's tiles are known, those that have fallen included."""
    more = face_down(before, enemy) - face_down(after, enemy)
    return [
        Gain(
            "known", A_TILE_TURNED_UP * more, f"see {counted(more, 'more tile')} face up", str(more)
        )
    ]


def face_down(seen: Observation, seat: Seat) -> int:
    """How many tiles of an army lie face down."""
    return (int(seen.army[seat, TILES]) & ~int(seen.army[seat, FACE_UP])).bit_count()
