"""Could a state arise? For the laws only."""

import numpy as np

from siegeworks.core.bits import count_bits
from siegeworks.core.jit import rule
from siegeworks.games.siege_by_number.state import COINS, MOST_SEATS, NOWHERE


@rule
def is_sound(params, s):
    """R3: each seat has its pieces, and none is off the board or on another piece."""
    standing = NOWHERE
    for seat in range(MOST_SEATS):
        pieces = s.pieces[seat]
        commanders = count_bits(pieces & s.commanders)
        coins = count_bits(pieces & ~s.commanders) + s.unshown[seat]
        returned = np.int64(s.returned[seat])
        while returned != 0:
            coins += 1
            returned >>= 4
        if coins != (COINS if seat < params.seats else 0) or commanders > 1:
            return False
        if pieces & (standing | ~params.spaces) != NOWHERE:
            return False
        standing |= pieces
    return s.commanders & ~standing == NOWHERE
