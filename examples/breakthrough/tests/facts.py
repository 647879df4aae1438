"""What the laws must know of Breakthrough beside its package."""

from pathlib import Path

from siegeworks.core.contract import State
from siegeworks.core.game import Game
from siegeworks.testing import ActionRange, Facts, Symmetry, next_seats


def mirrored() -> list[Symmetry]:
    """File a becomes file f."""
    image = {
        f"{file}{rank}": f"{other}{rank}"
        for file, other in zip("abcdef", "fedcba", strict=True)
        for rank in range(1, 7)
    }
    return [Symmetry("mirrored left to right", image)]


def turned(game: Game, state: State) -> State:
    """By 180 degrees, with black pieces for white ones; white is said to have begun in all."""
    other = next_seats(game, state)
    other.first = state.first
    for seat in (0, 1):
        other.pieces[1 - seat] = int(f"{int(state.pieces[seat]):036b}"[::-1], 2)
    return other


FACTS = Facts(
    "breakthrough",
    Path(__file__).parent,
    actions=(
        ActionRange("b1-a2", "White: moves to the left, ahead, to the right, by where they begin"),
        ActionRange("b2-a1", "Black: the same; left is towards file a"),
    ),
    symmetries=mirrored,
    turned=(({}, turned),),
)
