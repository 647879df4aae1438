"""Oracle for Nobles and Peasants: the rule page nobles-and-peasants.md, read literally and slowly.

It shares no code with the engine.  Every function names the paragraph that it states.
"""

from fractions import Fraction

# R1: rows a...g from the top, so many circles each.
ROWS = {"a": 4, "b": 5, "c": 6, "d": 7, "e": 6, "f": 5, "g": 4}

# R1: where a circle lies: (row, half circles from the left edge of the widest row).
POSITION: dict[str, tuple[int, int]] = {
    f"{letter}{number}": (row, (7 - size) + 2 * (number - 1))
    for row, (letter, size) in enumerate(ROWS.items())
    for number in range(1, size + 1)
}
CIRCLE = {position: circle for circle, position in POSITION.items()}

# R1: the three straight directions, there and back.
DIRECTIONS = [(0, 2), (0, -2), (1, 1), (-1, -1), (1, -1), (-1, 1)]

# R3: the colours as tokens name them.
COLOURS = ["B", "Y", "R", "G"]

# R2: seats in turn order; noble and peasant colour of each.
SEATS: dict[str, dict[str, tuple[str, str]]] = {
    "2": {"blue": ("B", "Y"), "green": ("G", "Y")},
    "3": {"blue": ("B", "Y"), "yellow": ("Y", "G"), "green": ("G", "B")},
    "4": {"blue": ("B", "Y"), "yellow": ("Y", "G"), "green": ("G", "R"), "red": ("R", "B")},
}

# R3: towers of each seat.
TOWERS = {"2": 4, "3": 3, "4": 2}

NEUTRAL = "neutral"  # R3: the owner of the neutral tower: nobody


def walk(circle: str, direction: tuple[int, int]) -> list[str]:
    """R1: the circles of the line from a circle in one direction, nearest first."""
    row, half = POSITION[circle]
    result: list[str] = []
    while True:
        row, half = row + direction[0], half + direction[1]
        if (row, half) not in CIRCLE:
            return result
        result.append(CIRCLE[(row, half)])


# Geometry never changes: the six walks from every circle.
WALKS: dict[str, list[list[str]]] = {c: [walk(c, d) for d in DIRECTIONS] for c in POSITION}


class Oracle:
    """Nobles and Peasants, step by step."""

    def __init__(self, options: dict[str, str], map_text: str | None = None) -> None:
        """R2, R3, R4: options seats, stones, insert."""
        for key in options:
            if key not in ("seats", "stones", "insert"):
                raise ValueError(f"Nobles and Peasants has no option {key}")
        number = options.get("seats", "2")
        stones = options.get("stones", "20")
        self.insert = options.get("insert", "move")
        if number not in SEATS:
            raise ValueError("Nobles and Peasants has 2 to 4 seats (R2)")
        if stones not in [str(n) for n in range(8, 21)]:
            raise ValueError("stones is 8 to 20 (R3)")
        if self.insert not in ("move", "any"):
            raise ValueError("insert is move or any (R4)")
        self.seats: list[str] = list(SEATS[number])
        self.noble = {seat: colours[0] for seat, colours in SEATS[number].items()}
        self.peasant = {seat: colours[1] for seat, colours in SEATS[number].items()}
        self.hand: dict[str, int] = {seat: TOWERS[number] for seat in self.seats}
        self.towers: dict[str, str] = {}  # circle: the tower's seat, or NEUTRAL
        self.stones: dict[str, str] = {}  # circle: the stone's colour
        self.box: dict[str, int] = {colour: int(stones) for colour in COLOURS}
        for seat in self.seats:  # R3: each tower has a stone of its noble colour inside
            self.box[self.noble[seat]] -= TOWERS[number]
        if number == "2":  # R3: a neutral tower with a red stone stands on d4
            self.towers["d4"] = NEUTRAL
            self.box["R"] -= 1
        self.row: list[str] = []
        self.score: dict[str, int] = {seat: 0 for seat in self.seats}
        self.phase = "draw"  # draw, first, turn, row, over
        self.turn = ""  # the seat whose turn it is; nobody's before the first
        self.stone_placed = False  # in this turn
        self.turns_without_stone = 0  # in a row (R6)
        self.resigned: set[str] = set()
        self.winners: set[str] | None = None

    # ------------------------------------------------------------ questions

    def to_act(self) -> str | None:
        """Whose step is next."""
        if self.phase == "over":
            return None
        if self.phase in ("draw", "first"):
            return "chance"
        return self.turn

    def legal(self) -> list[str]:
        """The tokens of the next step, sorted by code point."""
        if self.phase in ("draw", "first"):
            return sorted(self.probability() or {})
        if self.phase == "turn":
            return sorted(self._turn_tokens())
        if self.phase == "row":
            return sorted(self._row_tokens())
        return []

    def probability(self) -> dict[str, Fraction] | None:
        """R3: each remaining stone is equally likely; so is each seat (resigned ones too)."""
        if self.phase == "draw":
            left = sum(self.box.values())
            return {colour: Fraction(n, left) for colour, n in self.box.items() if n > 0}
        if self.phase == "first":
            return {f"first={seat}": Fraction(1, len(self.seats)) for seat in self.seats}
        return None

    def returns(self) -> dict[str, float] | None:
        """README, Returns."""
        if self.winners is None:
            return None
        n, w = len(self.seats), len(self.winners)
        won = (Fraction(n, w) - 1) / (n - 1)
        lost = Fraction(-1, n - 1)
        return {seat: float(won if seat in self.winners else lost) for seat in self.seats}

    # ------------------------------------------------------------ steps

    def apply(self, actor: str, token: str) -> None:
        """One step; ValueError when it is not legal."""
        if self.phase == "over":
            raise ValueError("the game is over")
        if actor == "table":
            self._table(token)
            return
        if actor != self.to_act():
            raise ValueError(f"{self.to_act()} is to act, not {actor}")
        if token not in self.legal():
            raise ValueError(f"{token} is not legal")
        if self.phase == "draw":
            self._draw_stone(token)
        elif self.phase == "first":
            self._begin(token.removeprefix("first="))
        elif self.phase == "turn":
            self._act(token)
        else:
            self._row_step(token)

    def _finish(self, winners: set[str]) -> None:
        """The game is over."""
        self.winners = winners
        self.phase = "over"

    # ------------------------------------------------------------ README, table steps

    def _remaining(self) -> list[str]:
        """The seats that have not resigned, in turn order."""
        return [seat for seat in self.seats if seat not in self.resigned]

    def _table(self, token: str) -> None:
        """`draw`, `resign=SEAT`, `time=SEAT`; a resigned seat is in no winning set."""
        if token == "draw":
            self._finish(set(self._remaining()))
            return
        word, _, seat = token.partition("=")
        if word not in ("resign", "time") or seat not in self.seats:
            raise ValueError(f"{token} is not a table step of this game")
        if seat in self.resigned:
            raise ValueError(f"{seat} has resigned already")
        self._resign(seat)

    def _resign(self, seat: str) -> None:
        """The pieces stay; the game goes on until one seat remains; one's own turn ends."""
        self.resigned.add(seat)
        if len(self._remaining()) == 1:
            self._finish(set(self._remaining()))
        elif seat == self.turn:
            self._end_turn()

    def _seat_after(self, seat: str) -> str:
        """R2: turn order, resigned seats passed over."""
        at = self.seats.index(seat)
        order = self.seats[at + 1 :] + self.seats[: at + 1]
        return next(s for s in order if s not in self.resigned)

    # ------------------------------------------------------------ R3 Setup

    def _draw_stone(self, colour: str) -> None:
        """R3: one stone from the box to the right end of the row."""
        self.box[colour] -= 1
        self.row.append(colour)
        if sum(self.box.values()) == 0:
            self.phase = "first"

    def _begin(self, seat: str) -> None:
        """R3; README: a resigned seat drawn as first is passed over."""
        if seat in self.resigned:
            seat = self._seat_after(seat)
        self._start_turn(seat)

    def _start_turn(self, seat: str) -> None:
        """R4."""
        self.turn = seat
        self.stone_placed = False
        self.phase = "turn"

    # ------------------------------------------------------------ R4 Turn

    def _empty_circles(self) -> list[str]:
        """Circles with neither a tower nor a stone."""
        return [c for c in POSITION if c not in self.towers and c not in self.stones]

    def _own_towers(self, seat: str) -> list[str]:
        """The circles on which the seat's towers stand."""
        return [circle for circle, owner in self.towers.items() if owner == seat]

    def _turn_tokens(self) -> list[str]:
        """R4: exactly one of these; no passing."""
        empty = self._empty_circles()
        own = self._own_towers(self.turn)
        tokens: list[str] = []
        if self.hand[self.turn] > 0:
            tokens += [f"T@{circle}" for circle in empty]
        tokens += [f"{tower}-{circle}" for tower in own for circle in empty]
        tokens += [f"-{tower}" for tower in own]
        tokens += [f"{end}@{circle}" for end in "LR" for circle in empty]
        return tokens

    def _act(self, token: str) -> None:
        """R4: place, move or remove a tower, or place a stone."""
        if token.startswith("T@"):
            self.hand[self.turn] -= 1
            self.towers[token[2:]] = self.turn
            self._after_tower(moved=False)
        elif token.startswith("-"):
            del self.towers[token[1:]]
            self.hand[self.turn] += 1
            self._after_tower(moved=False)
        elif token.startswith(("L@", "R@")):
            self._place_stone(token[0], token[2:])
            self._end_turn()
        else:
            start, target = token.split("-")
            del self.towers[start]
            self.towers[target] = self.turn
            self._after_tower(moved=True)

    def _after_tower(self, moved: bool) -> None:
        """R4: the row step follows a move; with insert=any also placing and removing."""
        if moved or self.insert == "any":
            self.phase = "row"
        else:
            self._end_turn()

    def _row_tokens(self) -> list[str]:
        """R4: the stone at an end to any other place, counted from 0 at the left, or `keep`."""
        last = len(self.row) - 1
        tokens = ["keep"]
        tokens += [f"L>{place}" for place in range(last + 1) if place != 0]
        tokens += [f"R>{place}" for place in range(last + 1) if place != last]
        return tokens

    def _take_stone(self, end: str) -> str:
        """R4: the stone at the left or right end of the row."""
        return self.row.pop(0) if end == "L" else self.row.pop()

    def _row_step(self, token: str) -> None:
        """R4: the number is the place that the stone then has."""
        if token != "keep":
            end, place = token.split(">")
            self.row.insert(int(place), self._take_stone(end))
        self._end_turn()

    # ------------------------------------------------------------ R5 Score

    def _place_stone(self, end: str, circle: str) -> None:
        """R4, R5: only a stone just placed scores."""
        colour = self._take_stone(end)
        self.stones[circle] = colour
        self.stone_placed = True
        for line in WALKS[circle]:
            owner = self._first_tower(line)
            if owner is not None and owner != NEUTRAL:
                self.score[owner] += self._worth(colour, owner)

    def _first_tower(self, line: list[str]) -> str | None:
        """R5: whose tower comes first; stones and empty circles do not obstruct."""
        for circle in line:
            if circle in self.towers:
                return self.towers[circle]
        return None

    def _worth(self, colour: str, seat: str) -> int:
        """R5: 4 for a noble of its own, 2 for a peasant, 1 for a foreigner."""
        if colour == self.noble[seat]:
            return 4
        if colour == self.peasant[seat]:
            return 2
        return 1

    # ------------------------------------------------------------ R6 to R8

    def _end_turn(self) -> None:
        """R6: after a turn, is the game over?"""
        self.turns_without_stone = 0 if self.stone_placed else self.turns_without_stone + 1
        if self._is_end():
            self._last_score()
            self._decide()
        else:
            self._start_turn(self._seat_after(self.turn))

    def _is_end(self) -> bool:
        """R6; resigned seats are counted among the seats."""
        colour_gone = any(colour not in self.row for colour in COLOURS)
        board_full = not self._empty_circles()
        no_progress = self.turns_without_stone >= 12 * len(self.seats)
        return colour_gone or board_full or no_progress

    def _last_score(self) -> None:
        """R7: 2 for each pair of an own peasant and an own tower that see each other."""
        for seat in self.seats:
            for stone, colour in self.stones.items():
                for tower in self._own_towers(seat):
                    if colour == self.peasant[seat] and self._see_each_other(stone, tower):
                        self.score[seat] += 2

    def _see_each_other(self, stone: str, tower: str) -> bool:
        """R7: on one line with no tower between."""
        for line in WALKS[stone]:
            if tower in line:
                between = line[: line.index(tower)]
                return not any(circle in self.towers for circle in between)
        return False

    def _decide(self) -> None:
        """R8: highest score, ties share the win; a resigned seat never wins (README)."""
        best = max(self.score[seat] for seat in self._remaining())
        self._finish({seat for seat in self._remaining() if self.score[seat] == best})
