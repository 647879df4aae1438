"""How well a seat stands, for bots that look one step ahead. Hints, never rules."""

from functools import cache
from typing import Any

from siegeworks.core.game import TERMINAL, Observation, Seat

WON = 1000.0
FARTHEST = 15  # more than any way on the board

# The way to a win: all Armies must leave the stack before the Commander enters, then he must walk.
ARMY = 1.0  # on the board, not in the stack
HOME_LEFT = 0.6  # own Home Base is empty, so that the next piece can enter
ADVANCE = 0.02  # of an Army, a step nearer to an enemy home
COMMANDER = 3.0  # on the board
APPROACH = 0.5  # of the Commander, likewise


def score(board: Any, seen: Observation, seat: Seat) -> float:
    """How far `seat` is on its way to a win, minus the best of its opponents."""
    if seen.to_act == TERMINAL:
        return final_score(board, seen, seat)
    others = [s for s in range(board.seats) if s != seat and not int(seen.resigned) >> s & 1]
    best = max((progress(board, seen, other) for other in others), default=0.0)
    return progress(board, seen, seat) - best


def final_score(board: Any, seen: Observation, seat: Seat) -> float:
    """A win, a loss, or the nothing of a draw."""
    winners = int(seen.winners)
    if not winners >> seat & 1:
        return -WON
    return WON if winners.bit_count() == 1 else 0.0


def progress(board: Any, seen: Observation, seat: Seat) -> float:
    """How far this seat alone has come."""
    pieces, home = int(seen.pieces[seat]), int(board.home[seat])
    commander = pieces & int(seen.commanders)
    distance = steps_to(int(board.spaces), int(board.homes) & ~home)
    armies = pieces & ~commander
    worth = ARMY * armies.bit_count()
    worth += ADVANCE * sum(FARTHEST - distance[bit] for bit in distance if armies >> bit & 1)
    if commander:
        worth += COMMANDER + APPROACH * (FARTHEST - distance[commander.bit_length() - 1])
    elif not pieces & home:
        worth += HOME_LEFT
    return worth


@cache
def steps_to(spaces: int, homes: int) -> dict[int, int]:
    """Steps from each space (its bit) to the nearest of these homes on an empty board."""
    distance: dict[int, int] = {}
    reached, steps = homes, 0
    edge = homes
    while edge:
        distance |= {bit: steps for bit in range(64) if edge >> bit & 1}
        edge = (edge << 1 | edge >> 1 | edge << 8 | edge >> 8) & spaces & ~reached
        reached |= edge
        steps += 1
    return distance
