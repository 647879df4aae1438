"""What the laws must know of Expansion beside its package."""

from pathlib import Path

import numpy as np

from siegeworks.core.contract import Observation, Seat, State
from siegeworks.core.game import Game
from siegeworks.testing import ActionRange, Facts, Symmetry, next_seats


def diagonal() -> list[Symmetry]:
    """On a square board: files become ranks."""
    files = "abcdef"
    image = {f"{files[f]}{r + 1}": f"{files[r]}{f + 1}" for f in range(6) for r in range(6)}
    return [Symmetry("mirrored in the diagonal from corner to corner: c1 becomes a3", image)]


def turned(game: Game, state: State) -> State:
    """By 180 degrees, with suns for moons."""
    other = next_seats(game, state)
    other.cells[:] = [turned_bits(int(cells)) for cells in state.cells[::-1]]
    other.tiles[:] = [int(f"{int(tiles):09b}"[::-1], 2) for tiles in state.tiles[::-1]]
    other.fallen[:] = state.fallen[::-1]
    other.shown = turned_bits(int(state.shown))
    for place in range(48):
        if place % 8 < 6:
            other.value[45 - place] = state.value[place]
    for q in range(state.quiet + 1):
        digits = [int(state.boards[q]) // 3**i % 3 for i in range(36)]
        other.boards[q] = sum((0, 2, 1)[digit] * 3 ** (35 - i) for i, digit in enumerate(digits))
    return other


def turned_bits(cells: int) -> int:
    """The cells of Expansion's board turned by 180 degrees."""
    return sum(1 << 45 - place for place in range(48) if cells >> place & 1)


def identity(game: Game, seen: Observation) -> bytes:
    """Of the list of past boards only how often the present one was there before: a tensor has no
    room for the list, and nothing else of it matters to R8."""
    quiet = int(seen.quiet)
    boards = seen["boards"]
    before = np.count_nonzero(boards[quiet & 1 : quiet : 2] == boards[quiet])
    seen = seen.copy()
    seen["boards"] = 0
    return bytes(seen.tobytes()) + bytes([before])


def unknown(seen: Observation, seat: Seat) -> int:
    """The enemy's minions that have not been shown."""
    return int(seen.cells[1 - seat] & ~seen.shown).bit_count()


FACTS = Facts(
    "expansion",
    Path(__file__).parent,
    values={
        "notes": ["on"],  # changes nothing but the page
        "board": ["3x3", "2x2"],  # the smaller games have a file of tests of their own
        "values": ["5432A0"],
        "quiet": ["100"],
    },
    playthroughs={"playthrough.txt": {}, "playthrough_random.txt": {"setup": "random"}},
    shapes=({"board": "3x1"}, {"board": "2x2"}, {}),
    actions=(
        ActionRange(
            "a1-b1",
            "a move: walks, then jumps, each direction by direction, and then by the cell where "
            "it begins, a1, b1 … f6",
        ),
        ActionRange("pass", "no move"),
        ActionRange(
            "5@a1",
            "place a value: + 36 · seat + 6 · (place of the value in 5432A0) + home cell in the "
            "order of R2; fewer values or cells: fewer of each",
        ),
    ),
    symmetries=diagonal,
    turned=(({}, turned),),
    identity=identity,
    unknown=unknown,
    beliefs=(
        {"board": "2x2", "values": "5A", "quiet": "2"},
        {"board": "3x1", "values": "5A", "quiet": "3", "setup": "random"},
    ),
    beliefs_walked=(
        {"board": "2x2", "values": "53A"},
        {"board": "3x1", "values": "5A0", "setup": "random"},
    ),
    beliefs_of_seats=({"board": "3x1", "values": "52A0"},),
)
