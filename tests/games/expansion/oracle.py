"""A slow, literal reference implementation (an oracle) of Expansion.

Written from the rulebook's pages alone, to check a fast engine against, step for step. Every
function works out its answer from the rulebook's sentence that it cites. Nothing here is
shared with the engine. The oracle sees everything; what a seat may know is not its business.
"""

from fractions import Fraction

SUNS, MOONS, CHANCE, TABLE = "suns", "moons", "chance", "table"
PASS = "pass"

FILES, RANKS = "abcdef", "123456"
VALUES = ["5", "4", "3", "2", "A", "0"]  # R3, in the order of placing
ACE = "A"
STRENGTH = {"0": 0, "2": 2, "3": 3, "4": 4, "5": 5}  # R6: null is lowest; an ace is never compared

ORTHOGONAL = [(0, 1), (1, 0), (0, -1), (-1, 0)]
EIGHT = [(1, 1), (1, -1), (-1, -1), (-1, 1), *ORTHOGONAL]

REPETITIONS_TO_END = 3  # R8

CHOICES = {
    "setup": ["secret", "random"],
    "notes": ["on", "off"],
    "board": ["3x3", "2x2", "3x1"],
    "quiet": ["100", *(str(moves) for moves in range(1, 100))],
}  # R3, Knowledge, R10: the default first

# R1, R10: the tiles of each board, named by their lower left cell, a row after the other.
TILES = {
    "3x3": ["a1", "c1", "e1", "a3", "c3", "e3", "a5", "c5", "e5"],
    "2x2": ["a1", "c1", "a3", "c3"],
    "3x1": ["a1", "c1", "e1"],
}
CENTRE = {"3x3": "c3", "2x2": None, "3x1": "c1"}  # R1, R10
CAPTURES_TO_END = {"3x3": 4, "2x2": 2, "3x1": 1}  # R8, R10: besides the corner
START = {  # R2, R10: as many of these cells as a seat has minions
    "3x3": {
        SUNS: ["a1", "b1", "a2", "b2", "c1", "a3"],
        MOONS: ["f6", "e6", "f5", "e5", "d6", "f4"],
    },
    "2x2": {
        SUNS: ["a1", "b1", "a2", "b2", "c1", "a3"],
        MOONS: ["d4", "c4", "d3", "c3", "b4", "d2"],
    },
    "3x1": {
        SUNS: ["a1", "b1", "a2", "b2", "c1", "c2"],
        MOONS: ["f2", "e2", "f1", "e1", "d2", "d1"],
    },
}


# ---------------------------------------------------------------- R1, R5: cells and moves


def cell_beyond(cell: str, direction: tuple[int, int], steps: int) -> str | None:
    """R1: the cell this many steps away in a direction, None off the largest board."""
    file = FILES.index(cell[0]) + direction[0] * steps
    rank = RANKS.index(cell[1]) + direction[1] * steps
    return FILES[file] + RANKS[rank] if 0 <= file < 6 and 0 <= rank < 6 else None


def cells_of(tile: str) -> list[str]:
    """R1: the four cells of a tile."""
    return [
        tile,
        str(cell_beyond(tile, (1, 0), 1)),
        str(cell_beyond(tile, (0, 1), 1)),
        str(cell_beyond(tile, (1, 1), 1)),
    ]


def values_named(text: str) -> list[str]:
    """R10: two values or more, in the order of R3; ValueError for anything else."""
    named = [value for value in VALUES if value in text]
    if len(named) < 2 or "".join(named) != text:
        raise ValueError("R10: values are two or more of 5432A0, in this order.")
    return named


def walks(cells: list[str], side_on: dict[str, str], cell: str) -> set[str]:
    """R5: the orthogonal neighbour cells that hold no minion of the walker's own side."""
    targets = {cell_beyond(cell, direction, 1) for direction in ORTHOGONAL}
    return {
        target for target in cells if target in targets and side_on.get(target) != side_on[cell]
    }


def jumps(cells: list[str], side_on: dict[str, str], cell: str) -> set[str]:
    """R5: the cells right behind one occupied cell that hold no minion of the jumper's own side."""
    targets = {
        cell_beyond(cell, direction, 2)
        for direction in EIGHT
        if cell_beyond(cell, direction, 1) in side_on
    }
    return {
        target for target in cells if target in targets and side_on.get(target) != side_on[cell]
    }


# ---------------------------------------------------------------- the game


class Oracle:
    """A game of Expansion at one moment."""

    def __init__(self, options: dict[str, str], map_text: str | None = None) -> None:
        unknown = set(options) - set(CHOICES) - {"values"}
        if unknown:
            raise ValueError(f"Expansion has no option {sorted(unknown)[0]!r}.")
        for key, values in CHOICES.items():
            if options.get(key, values[0]) not in values:
                raise ValueError(
                    f"The option {key} is one of {', '.join(values)}, not {options[key]}."
                )
        self.random_setup = options.get("setup") == "random"
        self.seats: list[str] = [SUNS, MOONS]
        self.board_name = options.get("board", "3x3")  # R10
        self.values = values_named(options.get("values", "".join(VALUES)))  # R3, R10
        self.quiet_moves_to_end = int(options.get("quiet", "100"))  # R8.4, R10
        self.tiles = TILES[self.board_name]  # R1
        self.cells = [
            file + rank
            for rank in RANKS
            for file in FILES
            if any(file + rank in cells_of(tile) for tile in self.tiles)
        ]  # R1
        self.start = {
            seat: START[self.board_name][seat][: len(self.values)] for seat in self.seats
        }  # R2

        self.side_on: dict[str, str] = {
            cell: seat for seat in self.seats for cell in self.start[seat]
        }  # R2
        self.set_out: dict[str, str] = {}  # R3: the values set out so far, on the cells of R2
        self.value_on: dict[
            str, str
        ] = {}  # from R4 on: the value of the minion on each cell that holds one
        self.owner: dict[str, str] = {
            self.tiles[0]: SUNS,
            self.tiles[-1]: MOONS,
        }  # R2: captured tiles
        self.first: str | None = None  # R4: who begins
        self.mover: str | None = None
        self.moves_made = 0
        self.quiet_moves = 0  # R8.4: moves in a row without combat and without capture
        self.boards: list[
            object
        ] = []  # R8.3: every board reached, the one before the first move included
        self.winners: set[str] | None = None

    # ------------------------------------------------------------ R3: setting out the values

    def setting_out(self) -> str | None:
        """R3: the seat whose values are being set out, suns first; None when all are."""
        for seat in self.seats:
            if any(cell not in self.set_out for cell in self.start[seat]):
                return seat
        return None

    def values_left(self, seat: str) -> list[str]:
        """R3: the seat's values not yet on a cell, in the order of placing."""
        used = [self.set_out[cell] for cell in self.start[seat] if cell in self.set_out]
        return [value for value in self.values if value not in used]

    def free_cells(self, seat: str) -> list[str]:
        """R3: the seat's cells without a value yet, in the order of R2."""
        return [cell for cell in self.start[seat] if cell not in self.set_out]

    def set_out_tokens(self, seat: str) -> dict[str, tuple[str, str]]:
        """R3: what may be set out next: token -> (cell, value)."""
        if self.random_setup:
            cell = self.free_cells(seat)[0]
            return {f"{cell}={value}": (cell, value) for value in self.values_left(seat)}
        value = self.values_left(seat)[0]
        return {f"{value}@{cell}": (cell, value) for cell in self.free_cells(seat)}

    # ------------------------------------------------------------ who acts, and what is legal

    def to_act(self) -> str | None:
        """Who takes the next step: "chance", a seat, or None when the game is over."""
        if self.winners is not None:
            return None
        seat = self.setting_out()
        if seat is not None:
            return CHANCE if self.random_setup else seat  # R3
        return CHANCE if self.first is None else self.mover  # R4, R5

    def minions(self, seat: str) -> list[str]:
        """The cells that hold the seat's minions."""
        return [cell for cell in self.cells if self.side_on.get(cell) == seat]

    def move_tokens(self, seat: str) -> list[str]:
        """R5: the seat's moves; the very first of the game is a walk; without minions, pass."""
        if not self.minions(seat):
            return [PASS]
        return [
            f"{cell}-{target}"
            for cell in self.minions(seat)
            for target in walks(self.cells, self.side_on, cell)
            | (jumps(self.cells, self.side_on, cell) if self.moves_made > 0 else set())
        ]

    def legal(self) -> list[str]:
        """The tokens of every legal step, by code point; table steps are not among them."""
        if self.winners is not None:
            return []
        seat = self.setting_out()
        if seat is not None:
            return sorted(self.set_out_tokens(seat))
        if self.first is None:
            return sorted(f"first={either}" for either in self.seats)  # R4
        assert self.mover is not None
        return sorted(self.move_tokens(self.mover))

    def probability(self) -> dict[str, Fraction] | None:
        """R3, R4: every chance step of this game has equal outcomes."""
        if self.to_act() != CHANCE:
            return None
        outcomes = self.legal()
        return {token: Fraction(1, len(outcomes)) for token in outcomes}

    # ------------------------------------------------------------ steps

    def apply(self, actor: str, token: str) -> None:
        """Take one step, or raise ValueError and change nothing."""
        if self.winners is not None:
            raise ValueError("R8: the game is over.")
        if actor == TABLE:
            self.apply_table(token)
            return
        if actor != self.to_act():
            raise ValueError(f"R5: it is {self.to_act()}'s step, not {actor}'s.")
        if token not in self.legal():
            raise ValueError(f"R3-R5: {token} is not legal here.")
        seat = self.setting_out()
        if seat is not None:
            cell, value = self.set_out_tokens(seat)[token]
            self.set_out[cell] = value
        elif self.first is None:
            self.begin(token.removeprefix("first="))
        else:
            self.take_turn(actor, token)

    def begin(self, seat: str) -> None:
        """R4: the seat begins. R8.3: the board before the first move counts."""
        self.value_on = dict(self.set_out)
        self.first = self.mover = seat
        self.boards.append(self.params())

    def take_turn(self, seat: str, token: str) -> None:
        """R5-R8: a move or a pass, its combat, the captures, and then a look for the end."""
        combat = False
        if token != PASS:
            source, target = token.split("-")
            combat = target in self.side_on  # R5: then it holds an enemy minion
            self.move(source, target)
        captured = self.capture_tiles()
        self.moves_made += 1  # R8.3, R8.4: a pass counts as a move
        self.quiet_moves = 0 if combat or captured else self.quiet_moves + 1
        self.mover = self.other(seat)
        self.boards.append(self.params())
        if self.has_ended():
            self.winners = {self.best()}

    def move(self, source: str, target: str) -> None:
        """R5, R6: the minion goes from cell to cell; on an enemy minion there is combat."""
        side, value = self.side_on.pop(source), self.value_on.pop(source)
        if target not in self.side_on:
            self.side_on[target], self.value_on[target] = side, value
            return
        enemy = self.value_on[target]
        if ACE in (value, enemy) or value == enemy:  # both leave
            del self.side_on[target], self.value_on[target]
        elif STRENGTH[value] > STRENGTH[enemy]:  # the mover holds the target cell
            self.side_on[target], self.value_on[target] = side, value
        # else the mover alone leaves, and the enemy stays where it is

    def capture_tiles(self) -> bool:
        """R7: each uncaptured tile goes to a seat with at least two minions more on it. Did any?"""
        captured = False
        for tile in self.tiles:
            if tile in self.owner:
                continue
            for seat in self.seats:
                own = sum(self.side_on.get(cell) == seat for cell in cells_of(tile))
                others = sum(self.side_on.get(cell) == self.other(seat) for cell in cells_of(tile))
                if own >= others + 2:
                    self.owner[tile] = seat
                    captured = True
        return captured

    # ------------------------------------------------------------ R8, R9: the end

    def params(self) -> object:
        """R8.3: cells held by sides, tile owners, seat to move; no values."""
        return dict(self.side_on), dict(self.owner), self.mover

    def tiles_of(self, seat: str) -> int:
        """R9: the tiles the seat has captured, its corner included."""
        return sum(owner == seat for owner in self.owner.values())

    def has_ended(self) -> bool:
        """R8.1-R8.4 and R8.6, after a move."""
        return (
            any(self.tiles_of(seat) - 1 >= CAPTURES_TO_END[self.board_name] for seat in self.seats)
            or all(len(self.minions(seat)) < 2 for seat in self.seats)
            or self.boards.count(self.params()) >= REPETITIONS_TO_END
            or self.quiet_moves >= self.quiet_moves_to_end
            or all(tile in self.owner for tile in self.tiles)
        )

    def best(self) -> str:
        """R9: most tiles; then the centre tile's owner; then the seat that did not begin."""
        assert self.first is not None
        if self.tiles_of(SUNS) != self.tiles_of(MOONS):
            return SUNS if self.tiles_of(SUNS) > self.tiles_of(MOONS) else MOONS
        centre = CENTRE[self.board_name]
        if centre in self.owner:
            return self.owner[centre]
        return self.other(self.first)

    def apply_table(self, token: str) -> None:
        """resign=SEAT, time=SEAT, draw at any time before the end; R8.5: agree after a move."""
        if token == "draw":
            self.winners = set(self.seats)
            return
        if token == "agree":
            if self.moves_made == 0:
                raise ValueError(
                    "R8: the seats may agree to end the game only after the first move."
                )
            self.winners = {self.best()}
            return
        reason, _, seat = token.partition("=")
        if reason not in ["resign", "time"] or seat not in self.seats:
            raise ValueError(f"README: table {token} is not a step of Expansion.")
        self.winners = {self.other(seat)}

    def other(self, seat: str) -> str:
        """The other of the two seats."""
        return MOONS if seat == SUNS else SUNS

    def returns(self) -> dict[str, float] | None:
        """README: winners get (n/|W| - 1)/(n - 1), the others -1/(n - 1)."""
        if self.winners is None:
            return None
        n = len(self.seats)
        return {
            seat: (n / len(self.winners) - 1) / (n - 1) if seat in self.winners else -1 / (n - 1)
            for seat in self.seats
        }
