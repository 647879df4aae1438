"""What a network is told of a position, and what it has learned from games. Hints, never rules."""

from typing import Any

import numpy as np

from siegeworks.core.advice import Judgement, shipped_network
from siegeworks.core.bits import NONE, count_bits, has, lowest_bit, without_lowest
from siegeworks.core.contract import State
from siegeworks.core.jit import rule
from siegeworks.games.expansion.evaluation import captured_by_combat, free_tiles, reach
from siegeworks.games.expansion.rules import in_set_up, leader
from siegeworks.games.expansion.state import ACE, FIVE

# Of one seat; the other's follow. Numbers are scaled to about 0 ... 1.
OWN = (
    "tiles",
    "one tile short",
    "the centre",
    "null",
    "ace",
    "2",
    "3",
    "4",
    "5",
    "minions shown",
    "minions on free tiles",
    "moves onto free tiles",
    "moves",
    "tiles led",
    "tiles to capture by moving",
    "likewise, to act",
    "tiles to capture by combat",
    "likewise, to act",
    "wins by a capture",
    "likewise, to act",
    "beaten enemies in reach",
    "likewise, to act",
    "aces in reach",
    "equals in reach",
    "leads",
    "leads, times quiet",
    "to act",
    "the best value alive",
)
FEATURES = (*OWN, *(f"enemy: {name}" for name in OWN), "quiet")
HALF = len(OWN)


@rule
def write_minions(params: Any, s: State, seat: Any, sides: Any, out: Any) -> Any:
    """The features of a seat's minions; the cells on which they capture tiles by moving, and by
    combat. `sides` are the cells of free tiles, of those led by one, of those not trailed on."""
    free, led, level = sides
    own, other = s.cells[seat], s.cells[1 - seat]
    by_moving, by_combat = NONE, NONE
    onto, moves, beaten, aces, equals, best = 0, 0, 0, 0, 0, np.int64(0)
    left = own
    while left != NONE:
        place = lowest_bit(left)
        left = without_lowest(left)
        value = np.int64(s.value[place])
        out[2 + value] = 1
        best = max(best, value)
        home = params.tile_cells[params.tile_of[place]]
        reached = reach(params, place, own, own | other)
        onto += count_bits(reached & free)
        moves += count_bits(reached)
        by_moving |= reached & ~other & led & ~home
        attacked = reached & other
        while attacked != NONE:
            target = lowest_bit(attacked)
            attacked = without_lowest(attacked)
            enemy = np.int64(s.value[target])
            by_combat |= captured_by_combat(value, enemy, target, (led, level), home)
            if ACE in (value, enemy):
                aces += 1
            elif value == enemy:
                equals += 1
            elif value > enemy:
                beaten += 1
    mine = s.to_act == seat
    out[11] = onto / 20
    out[12] = moves / 40
    out[20] = beaten / 4
    out[21] = beaten / 4 * mine
    out[22] = aces / 4
    out[23] = equals / 4
    out[27] = best / FIVE
    return by_moving, by_combat


@rule
def write_tiles(params: Any, s: State, seat: Any, captures: Any, out: Any) -> None:
    """The features of a seat's tiles, and of those that it could capture now."""
    by_moving, by_combat = captures
    mine = s.to_act == seat
    tiles = count_bits(s.tiles[seat])
    short = params.tiles_to_end - tiles == 1
    moved, fought = 0, 0
    for tile in range(params.tiles):
        cells = params.tile_cells[tile]
        if by_moving & cells != NONE:
            moved += 1
        elif by_combat & cells != NONE:
            fought += 1
    wins = short and moved + fought > 0
    out[0] = tiles / 5
    out[1] = short
    out[2] = has(s.tiles[seat], params.centre)
    out[14] = moved / 2
    out[15] = moved / 2 * mine
    out[16] = fought / 2
    out[17] = fought / 2 * mine
    out[18] = wins
    out[19] = wins and mine


@rule
def write_half(params: Any, s: State, seat: Any, out: Any) -> None:
    """The features of OWN of one seat."""
    own = s.cells[seat]
    free, led, level, leads = free_tiles(params, s, seat)
    captures = write_minions(params, s, seat, (free, led, level), out)
    write_tiles(params, s, seat, captures, out)
    out[9] = count_bits(own & s.shown) / 6
    out[10] = count_bits(own & free) / 6
    out[13] = leads / 4
    leading = s.first >= 0 and leader(params, s) == seat
    out[24] = leading
    out[25] = leading * s.quiet / params.quiet_to_end
    out[26] = s.to_act == seat


@rule
def write(params: Any, s: State, out: Any) -> float:
    """FEATURES of both seats; the set-up is left to the evaluation written by hand."""
    if s.resigned or in_set_up(params, s):
        return -1.0
    for seat in range(2):
        write_half(params, s, seat, out[seat])
    for seat in range(2):
        for i in range(HALF):
            out[seat, HALF + i] = out[1 - seat, i]
        out[seat, 2 * HALF] = s.quiet / params.quiet_to_end
    return 1.0


JUDGEMENT = Judgement(FEATURES, write, shipped_network(__package__))
