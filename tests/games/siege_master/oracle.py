"""A slow, literal reference implementation (an oracle) of Siege Master.

Written from the rulebook's pages alone, to check a fast engine against, step for step. Every
function works out its answer from the rulebook's sentence that it cites; only what the map
fixes for good (hexes, rows of four, map areas) is kept. Nothing here is shared with the engine.
"""

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import NamedTuple

Hex = tuple[int, int]  # (r, x): row from the top, text column, both from 0 after the cut of R1
Army = tuple[Hex, Hex, Hex, Hex]  # from its first end to its last, in the order of its token

RED, BLUE, CHANCE, TABLE = "red", "blue", "chance", "table"
SWAP = "swap"
MOST_HEXES, MOST_ROWS, DEFAULT_COUNT, HIGHEST_COUNT = 256, 26, 15, 31

CHOICES = {  # R2, R9: option -> its values, the default first
    "fortresses": ["map", "scattered", "placed"],
    "free": ["no", "yes"],
    "pacifist": ["no", "yes"],
}


class Turn(NamedTuple):
    """One turn with an army: whose it counts as, the army, the fortresses captured by it."""

    seat: str
    army: Army
    captured: frozenset[Hex]


# ---------------------------------------------------------------- R1, the map


def read_map(text: str) -> tuple[set[Hex], set[Hex]]:
    """R1: the hexes of a map file, and those of them drawn as fortresses."""
    lines = text.replace("\r\n", "\n").split("\n")
    drawn = {
        (r, x): mark for r, line in enumerate(lines) for x, mark in enumerate(line) if mark != " "
    }
    for (r, x), mark in drawn.items():
        if mark not in ".F":
            raise ValueError(
                f"R1: line {r + 1}, column {x + 1} of the map holds {mark!r}; "
                "only '.', 'F' and blanks are known."
            )
    if not drawn:
        raise ValueError("R1: the map has no hex.")
    top = min(r for r, _ in drawn)
    left = min(x for _, x in drawn)
    cut = {(r - top, x - left): mark for (r, x), mark in drawn.items()}
    if len({(r + x) % 2 for r, x in cut}) > 1:
        raise ValueError("R1: x + r must have the same parity for all hexes of the map.")
    if len(cut) > MOST_HEXES:
        raise ValueError(f"R1: the map has {len(cut)} hexes, more than {MOST_HEXES}.")
    if max(r for r, _ in cut) + 1 > MOST_ROWS:
        raise ValueError(f"R1: the map has more than {MOST_ROWS} rows.")
    return set(cut), {place for place, mark in cut.items() if mark == "F"}


def neighbours(place: Hex) -> set[Hex]:
    """R1: the six neighbours of a hex, on the endless grid."""
    r, x = place
    return {(r, x - 2), (r, x + 2), (r - 1, x - 1), (r - 1, x + 1), (r + 1, x - 1), (r + 1, x + 1)}


def name(place: Hex) -> str:
    """R1: the row's letter and x // 2 + 1."""
    r, x = place
    return "abcdefghijklmnopqrstuvwxyz"[r] + str(x // 2 + 1)


def distance(place: Hex, other: Hex) -> int:
    """R3: steps from neighbour to neighbour on the endless grid.

    A step up or down also goes one column aside; what columns are then left go by at two a step.
    """
    rows = abs(place[0] - other[0])
    columns = abs(place[1] - other[1])
    return rows + max(0, columns - rows) // 2


# ---------------------------------------------------------------- R4, R6: armies and areas


def rows_of_four(hexes: Collection[Hex]) -> list[Army]:
    """R4: every straight row of four hexes on the map, once, upper (or left) end first."""
    armies: list[Army] = []
    for r, x in hexes:
        for down, aside in [(0, 2), (1, 1), (1, -1)]:
            army = (
                (r, x),
                (r + down, x + aside),
                (r + 2 * down, x + 2 * aside),
                (r + 3 * down, x + 3 * aside),
            )
            if all(place in hexes for place in army):
                armies.append(army)
    return armies


def army_token(army: Army) -> str:
    """R4: the two end hexes."""
    return f"{name(army[0])}-{name(army[3])}"


def share_an_edge(army: Army, other: Army) -> bool:
    """R7: some hex of one army is the neighbour of some hex of the other."""
    return any(place in neighbours(beside) for place in army for beside in other)


def areas(open_hexes: Collection[Hex]) -> list[set[Hex]]:
    """R6: the largest sets of the given hexes that hang together by shared edges."""
    complete: list[set[Hex]] = []
    left = set(open_hexes)
    while left:
        area: set[Hex] = set()
        edge = [left.pop()]
        while edge:
            place = edge.pop()
            area.add(place)
            for beside in neighbours(place) & left:
                left.remove(beside)
                edge.append(beside)
        complete.append(area)
    return complete


def fits(rows: Iterable[Army], area: Collection[Hex], fortresses: Collection[Hex]) -> bool:
    """R4, R6: some row of four lies wholly in the area, on hexes without any fortress."""
    return any(all(place in area and place not in fortresses for place in row) for row in rows)


def is_sound(rows: Iterable[Army], map_areas: list[set[Hex]], fortresses: Collection[Hex]) -> bool:
    """R2: every fortress stands in an area into which an army fits (no army is on the map yet)."""
    return all(
        fits(rows, area, fortresses)
        for area in map_areas
        if any(fortress in area for fortress in fortresses)
    )


# ---------------------------------------------------------------- the game


class Oracle:
    """A game of Siege Master at one moment."""

    def __init__(self, options: dict[str, str], map_text: str | None = None) -> None:
        self.seats: list[str] = [RED, BLUE]
        self.fortress_mode = chosen(options, "fortresses")
        self.free = chosen(options, "free") == "yes"
        self.pacifist = chosen(options, "pacifist") == "yes"
        unknown = set(options) - set(CHOICES) - {"map", "count"}
        if unknown:
            raise ValueError(f"Siege Master has no option {sorted(unknown)[0]!r}.")
        if map_text is None:
            raise ValueError("R1: Siege Master needs the text of a map.")

        self.hexes, drawn_fortresses = read_map(map_text)
        self.rows = rows_of_four(self.hexes)
        self.map_areas = areas(self.hexes)
        self.owner: dict[Hex, str | None] = {}  # every fortress on the map; None: neutral
        if self.fortress_mode == "map":
            self.set_map_fortresses(options, drawn_fortresses)
        else:
            self.set_count(options)

        self.turns: list[Turn] = []  # R5: a swap adds Red's first turn once more, as Blue's
        self.armies: list[Army] = []
        self.winners: set[str] | None = None

    # ------------------------------------------------------------ R2, R3: set-up

    def set_map_fortresses(self, options: dict[str, str], drawn: set[Hex]) -> None:
        """R2, fortresses=map: where the map file has them, odd in number and sound."""
        if "count" in options:
            raise ValueError("R2: count goes with fortresses=scattered or fortresses=placed only.")
        if len(drawn) % 2 == 0:
            raise ValueError(f"R2: the map has {len(drawn)} fortresses; their number must be odd.")
        if not is_sound(self.rows, self.map_areas, drawn):
            raise ValueError(
                "R2: the layout is unsound: a fortress stands in an area into which no army fits."
            )
        self.count = len(drawn)
        self.owner = {fortress: None for fortress in drawn}

    def set_count(self, options: dict[str, str]) -> None:
        """R2, R3: how many fortresses will be scattered or placed."""
        written = options.get("count", str(DEFAULT_COUNT))
        if written not in [str(number) for number in range(1, HIGHEST_COUNT + 1, 2)]:
            raise ValueError(f"R2: count={written} is not an odd number from 1 to {HIGHEST_COUNT}.")
        self.count = int(written)
        room = sum(len(area) - 4 for area in self.map_areas if fits(self.rows, area, set()))
        if self.count > room:
            raise ValueError(f"R3: the map has room for {room} fortresses, not for {self.count}.")

    def in_set_up(self) -> bool:
        """R2: fortresses are still to come."""
        return len(self.owner) < self.count

    def fortress_hexes(self) -> list[Hex]:
        """R3: where the next fortress may be placed."""
        standing = set(self.owner)
        sound = [
            place
            for place in self.hexes
            if place not in standing and is_sound(self.rows, self.map_areas, standing | {place})
        ]
        for apart in [3, 2]:
            far = [
                place
                for place in sound
                if all(distance(place, other) >= apart for other in standing)
            ]
            if far:
                return far
        return sound

    # ------------------------------------------------------------ R4-R7: what is legal

    def placements(self) -> list[Army]:
        """R4: every army that fits, R7 left aside."""
        covered = {place for army in self.armies for place in army}
        return [
            row
            for row in self.rows
            if all(place not in covered and place not in self.owner for place in row)
        ]

    def legal_armies(self) -> list[Army]:
        """R4, R7, R9."""
        everywhere = self.placements()
        if self.free or not self.turns:
            return everywhere
        opponents_last = self.turns[-1]
        if opponents_last.captured:
            return everywhere
        adjacent = [army for army in everywhere if share_an_edge(army, opponents_last.army)]
        return adjacent or everywhere

    def may_swap(self) -> bool:
        """R5: on Blue's first turn."""
        return len(self.turns) == 1

    def to_act(self) -> str | None:
        """Who takes the next step: "chance", a seat, or None when the game is over."""
        if self.winners is not None:
            return None
        if self.in_set_up():
            if self.fortress_mode == "scattered":
                return CHANCE
            return self.seats[len(self.owner) % 2]  # R2: in turn, Red first
        return self.seats[len(self.turns) % 2]  # R5: Red begins, the seats alternate

    def legal(self) -> list[str]:
        """The tokens of every legal step, by code point; table steps are not among them."""
        if self.to_act() is None:
            return []
        if self.in_set_up():
            return sorted("@" + name(place) for place in self.fortress_hexes())
        tokens = [army_token(army) for army in self.legal_armies()]
        if self.may_swap():
            tokens.append(SWAP)
        return sorted(tokens)

    def probability(self) -> dict[str, Fraction] | None:
        """R2: at a chance step, each allowed hex with equal chance."""
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
            raise ValueError(f"{'R3' if self.in_set_up() else 'R4-R7'}: {token} is not legal here.")
        if self.in_set_up():
            (place,) = [place for place in self.hexes if "@" + name(place) == token]
            self.owner[place] = None
        elif token == SWAP:
            self.swap()
        else:
            (army,) = [army for army in self.rows if army_token(army) == token]
            self.place_army(actor, army)

    def place_army(self, seat: str, army: Army) -> None:
        """R4, R6, R8: a turn with an army."""
        self.armies.append(army)
        captured = self.fortresses_cut_off()
        for fortress in captured:
            self.owner[fortress] = seat
        self.turns.append(Turn(seat, army, captured))
        self.look_for_the_end()

    def fortresses_cut_off(self) -> frozenset[Hex]:
        """R6: the neutral fortresses into whose area no army fits any more."""
        covered = {place for army in self.armies for place in army}
        return frozenset(
            fortress
            for area in areas(self.hexes - covered)
            if not fits(self.rows, area, self.owner)
            for fortress in area
            if fortress in self.owner and self.owner[fortress] is None
        )

    def swap(self) -> None:
        """R5: Red's first army and captures become Blue's, and count as Blue's own last turn."""
        reds = self.turns[0]
        for fortress in reds.captured:
            self.owner[fortress] = BLUE
        self.turns.append(Turn(BLUE, reds.army, reds.captured))

    def look_for_the_end(self) -> None:
        """R8, R9: at once when a seat holds more than half of the fortresses."""
        for seat in self.seats:
            held = sum(holder == seat for holder in self.owner.values())
            if 2 * held > self.count:
                self.winners = {self.other(seat)} if self.pacifist else {seat}

    def apply_table(self, token: str) -> None:
        """README: resign=SEAT, time=SEAT, draw, at any time before the end."""
        if token == "draw":
            self.winners = set(self.seats)
            return
        reason, _, seat = token.partition("=")
        if reason not in ["resign", "time"] or seat not in self.seats:
            raise ValueError(f"README: table {token} is not a step of Siege Master.")
        self.winners = {self.other(seat)}

    def other(self, seat: str) -> str:
        """The other of the two seats."""
        return BLUE if seat == RED else RED

    def returns(self) -> dict[str, float] | None:
        """README: winners get (n/|W| - 1)/(n - 1), the others -1/(n - 1)."""
        if self.winners is None:
            return None
        n = len(self.seats)
        return {
            seat: (n / len(self.winners) - 1) / (n - 1) if seat in self.winners else -1 / (n - 1)
            for seat in self.seats
        }


def chosen(options: dict[str, str], key: str) -> str:
    """R2, R9: the value of an option, or its default."""
    value = options.get(key, CHOICES[key][0])
    if value not in CHOICES[key]:
        raise ValueError(f"The option {key} is one of {', '.join(CHOICES[key])}, not {value}.")
    return value
