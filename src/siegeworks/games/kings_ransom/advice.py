"""Hints for bots; never rules."""

from __future__ import annotations

from typing import Any

from siegeworks.core.game import Observation, Seat
from siegeworks.games.kings_ransom.rules import BATTLE, KINDS, KING, PIPS, kind_at

WON = 1000.0  # more than any difference of pips
RANSOM = 5  # pips that a King in the other's hands costs the one and brings the other


def score(board: Any, seen: Observation, seat: Seat) -> float:
    """How many pips ahead the seat would be, were all remaining tiles to join the tallies now (R8).

    A captured King counts for his ransom too (R9). Exact, though tiles lie face down: how many of
    each kind an army still has is known to all.
    """
    other = 1 - seat
    ahead = worth(seen, seat) - worth(seen, other)
    ahead += RANSOM * (tiles(seen, seat, KING) - tiles(seen, other, KING))
    if seen.phase == BATTLE:
        ahead += if_nobody_is_called(seen) * (1 if seen.to_act == seat else -1)
    if seen.winners in (1 << seat, 1 << other):
        return ahead + (WON if seen.winners == 1 << seat else -WON)
    return float(ahead)


def tiles(seen: Observation, seat: Seat, kind: int) -> int:
    """How many tiles of a kind a seat has, in its tally or in its army, seen or unseen."""
    standing = int(seen.army[seat, kind]).bit_count() + int(seen.unseen[seat, kind])
    return standing + int(seen.tally[seat, kind])


def worth(seen: Observation, seat: Seat) -> int:
    """The pips of a seat's tally and of the tiles in its army."""
    return sum(int(PIPS[kind]) * tiles(seen, seat, kind) for kind in range(KINDS))


def if_nobody_is_called(seen: Observation) -> int:
    """What the battle that is going on brings to its defender, who stands (R5)."""
    attack = int(PIPS[kind_at(seen, 1 - seen.to_act, int(seen.attacker))])
    defence = int(PIPS[kind_at(seen, seen.to_act, int(seen.defender))])
    # Both tiles go, and the attacker's side keeps the defender unless they are equal.
    return attack - defence - (defence if attack > defence else 0)
