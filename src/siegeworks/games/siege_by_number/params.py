"""The constant tables that the rules of Siege by Number look things up in."""

from collections import Counter
from itertools import combinations_with_replacement, product
from typing import Any

from siegeworks.core.records import blank_record
from siegeworks.games.siege_by_number.state import MOST_DICE, PARAMS

HOME_NAMES = ("N", "E", "S", "W")
ARM_SQUARES = (
    ("h9", "i9", "h10", "i10"),
    ("i4", "j4", "i5", "j5"),
    ("d3", "e3", "d4", "e4"),
    ("c8", "d8", "c9", "d9"),
)
CENTRE = tuple(file + rank for rank in "5678" for file in "efgh")

# The corner of the grid that stands for each Home Base, whose one neighbour in the grid is the
# square that it joins (R1).
HOME_CORNERS = ("j10", "j3", "c3", "c10")


def grid_bit(square: str) -> int:
    """The bit of a square on the grid of files c … j and ranks 3 … 10."""
    return 8 * (int(square[1:]) - 3) + ord(square[0]) - ord("c")


BIT_OF: dict[str, int] = {square: grid_bit(square) for square in CENTRE}
for _home, _corner, _squares in zip(HOME_NAMES, HOME_CORNERS, ARM_SQUARES, strict=True):
    BIT_OF[_home] = grid_bit(_corner)
    BIT_OF |= {square: grid_bit(square) for square in _squares}

# The 36 spaces by number; numbers ascend with bits.
NAME_AT = {bit: name for name, bit in BIT_OF.items()}
SPACE_NAMES: tuple[str, ...] = tuple(NAME_AT[bit] for bit in sorted(NAME_AT))

# A die or coin of each value, as tokens write it.
COIN_TEXT = "0A2345"

# All rolls by number: fewer dice first, then from low to high (R6).
ROLLS_OF_DICE: tuple[tuple[int, ...], ...] = tuple(
    dice
    for number in range(1, MOST_DICE + 1)
    for dice in combinations_with_replacement(range(6), number)
)


def arm_of_space(name: str) -> int:
    """The arm that a space outside the centre belongs to: 0 north … 3 west."""
    return next(arm for arm in range(4) if name in (HOME_NAMES[arm], *ARM_SQUARES[arm]))


def make_params(arms: tuple[int, ...], notes: bool) -> Any:
    """The tables for a game of these arms, in turn order."""
    params = blank_record(PARAMS)
    params.seats = len(arms)
    params.notes = notes
    params.arm[:] = -1
    params.seat_of[:] = -1
    here = set(CENTRE)
    for seat, arm in enumerate(arms):
        params.arm[seat] = arm
        params.seat_of[arm] = seat
        params.home[seat] = 1 << BIT_OF[HOME_NAMES[arm]]
        params.homes |= params.home[seat]
        here |= {HOME_NAMES[arm], *ARM_SQUARES[arm]}
    params.spaces = sum(1 << BIT_OF[name] for name in here)
    params.space_at[:] = -1
    for number, name in enumerate(SPACE_NAMES):
        params.bit_of[number] = BIT_OF[name]
        params.space_at[BIT_OF[name]] = number
    fill_dice(params)
    return params


def fill_dice(params: Any) -> None:
    """The tables of rolls and throws (R6)."""
    number_of = {dice: number for number, dice in enumerate(ROLLS_OF_DICE)}
    for dice, number in number_of.items():
        params.dice_of[number] = sum(1 << 4 * die for die in dice)
    for dice_thrown in range(1, MOST_DICE + 1):
        throws = [tuple(sorted(throw)) for throw in product(range(6), repeat=dice_thrown)]
        params.cases[dice_thrown] = len(throws)
        params.roll_of[dice_thrown, : len(throws)] = [number_of[throw] for throw in throws]
        for throw, weight in Counter(throws).items():
            params.weight[number_of[throw]] = weight
        params.first_roll[dice_thrown] = number_of[(0,) * dice_thrown]
    params.first_roll[MOST_DICE + 1] = len(ROLLS_OF_DICE)
