"""Oracle for Siege by Number: the rule page siege-by-number.md, read literally and slowly.

It shares no code with the engine.  Every function names the paragraph that it states.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

# R2: the seats in turn order, clockwise N E S W, and their Home Bases.
HOME = {"suns": "N", "moons": "E", "crowns": "S", "arms": "W"}

# R1: the squares.
FILES = "abcdefghijkl"
CENTRE = [f"{f}{r}" for f in "efgh" for r in (5, 6, 7, 8)]
ARM = {
    "N": ["h9", "i9", "h10", "i10"],
    "E": ["i4", "j4", "i5", "j5"],
    "S": ["d3", "e3", "d4", "e4"],
    "W": ["c8", "d8", "c9", "d9"],
}
HOME_JOINS = {"N": "i10", "E": "j4", "S": "d3", "W": "c9"}

# R3, R6: coins and die faces alike, from low to high; null is 0, ace is 1.
VALUES = ["0", "A", "2", "3", "4", "5"]
WORTH = {"0": 0, "A": 1, "2": 2, "3": 3, "4": 4, "5": 5}

MOST_DICE = 4  # R6
MOST_TURNS = 300  # R11


@dataclass(eq=False)
class Piece:
    """An Army (a coin) or a Commander; compared by identity.

    `space` is None off board (for an Army: in its owner's stack).  `value` is an Army's coin value,
    None as long as no battle has shown it (R3).
    """

    owner: str
    commander: bool = False
    space: str | None = None
    value: str | None = None


def seats_of_game(options: dict[str, str]) -> list[str]:
    """R2: which seats play."""
    number = options.get("seats", "2")
    corners = options.get("corners", "opposite")
    if number not in ("2", "3", "4"):
        raise ValueError("Siege by Number has 2 to 4 seats (R2)")
    if corners not in ("opposite", "adjacent"):
        raise ValueError("corners is opposite or adjacent (R2)")
    if number != "2" and corners != "opposite":
        raise ValueError("corners is for 2 seats only (R2)")
    if number == "4":
        return ["suns", "moons", "crowns", "arms"]
    if number == "3":
        return ["suns", "moons", "crowns"]
    return ["suns", "crowns"] if corners == "opposite" else ["suns", "moons"]


def board_of_game(seats: list[str]) -> dict[str, set[str]]:
    """R1, R2: every space with its neighbours; no arms or Home Bases of absent seats."""
    homes = [HOME[seat] for seat in seats]
    squares = CENTRE + [square for home in homes for square in ARM[home]]
    joined: dict[str, set[str]] = {space: set() for space in squares + homes}
    for a in squares:
        for b in squares:
            apart = abs(FILES.index(a[0]) - FILES.index(b[0])) + abs(int(a[1:]) - int(b[1:]))
            if apart == 1:
                joined[a].add(b)
    for home in homes:
        joined[home].add(HOME_JOINS[home])
        joined[HOME_JOINS[home]].add(home)
    return joined


def rolls(dice: int) -> dict[str, Fraction]:
    """R6: `roll=` and the values from low to high, with the probability of that combination."""
    result: dict[str, Fraction] = {}
    for faces in combinations_with_replacement(VALUES, dice):
        ways = factorial(dice) // prod(factorial(count) for count in Counter(faces).values())
        result["roll=" + "".join(faces)] = Fraction(ways, 6**dice)
    return result


def higher(a: str, b: str) -> bool:
    """R8: value a beats value b: the higher wins, but null beats 5."""
    if {a, b} == {"0", "5"}:
        return a == "0"
    return WORTH[a] > WORTH[b]


class Oracle:
    """Siege by Number, step by step."""

    def __init__(self, options: dict[str, str], map_text: str | None = None) -> None:
        """R2, R3; option `notes` changes only what a page shows."""
        for key in options:
            if key not in ("seats", "corners", "notes"):
                raise ValueError(f"Siege by Number has no option {key}")
        if options.get("notes", "on") not in ("on", "off"):
            raise ValueError("notes is on or off")
        self.seats: list[str] = seats_of_game(options)
        self.params = board_of_game(self.seats)
        self.armies: dict[str, list[Piece]] = {s: [Piece(s) for _ in VALUES] for s in self.seats}
        self.commander: dict[str, Piece] = {s: Piece(s, commander=True) for s in self.seats}
        # The stack is a queue, its top first: coins never shown, behind them the returned ones.
        self.stack: dict[str, list[Piece]] = {s: list(self.armies[s]) for s in self.seats}
        self.phase = "first"  # first, roll, move, attack, show, over
        self.turn = ""  # the seat whose turn it is; nobody's before the first
        self.turns = 0  # turns ended (R11)
        self.dice: list[str] = []  # dice left in this turn
        self.moved: list[Piece] = []  # pieces chosen in this turn
        self.attacker: Piece  # the Army that may attack, or does
        self.defender: Piece
        self.resigned: set[str] = set()
        self.winners: set[str] | None = None

    # ------------------------------------------------------------ questions

    def to_act(self) -> str | None:
        """Whose step is next."""
        if self.phase == "over":
            return None
        if self.phase in ("first", "roll", "show"):
            return "chance"
        return self.turn

    def legal(self) -> list[str]:
        """The tokens of the next step, sorted by code point."""
        if self.phase in ("first", "roll", "show"):
            return sorted(self.probability() or {})
        if self.phase == "move":
            return sorted(self._move_tokens())
        if self.phase == "attack":
            enemies = self._enemies_next_to(self.attacker)
            return sorted(["hold"] + [f"x{enemy.space}" for enemy in enemies])
        return []

    def probability(self) -> dict[str, Fraction] | None:
        """R4 (a resigned seat may still be drawn), R6, R3."""
        if self.phase == "first":
            return {f"first={seat}": Fraction(1, len(self.seats)) for seat in self.seats}
        if self.phase == "roll":
            return rolls(self._number_of_dice())
        if self.phase == "show":
            coin = self._coins_to_show()[0]
            values = self._values_not_shown(coin.owner)
            return {f"{coin.space}={value}": Fraction(1, len(values)) for value in values}
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
        if self.phase == "first":
            self._begin(token.removeprefix("first="))
        elif self.phase == "roll":
            self.dice = list(token.removeprefix("roll="))
            self._next_choice()
        elif self.phase == "move":
            self._choose(token)
        elif self.phase == "attack":
            self._attack_or_hold(token)
        else:
            self._show(token)

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
        """The pieces stay; the game goes on until one seat remains.

        During the seat's own turn it ends that turn; a battle in progress is fought out first
        (`_next_choice`).
        """
        self.resigned.add(seat)
        if len(self._remaining()) == 1:
            self._finish(set(self._remaining()))
        elif seat == self.turn and self.phase != "show":
            self._end_turn()

    def _seat_after(self, seat: str) -> str:
        """R2: turn order, resigned seats passed over."""
        at = self.seats.index(seat)
        order = self.seats[at + 1 :] + self.seats[: at + 1]
        return next(s for s in order if s not in self.resigned)

    # ------------------------------------------------------------ R4 to R6: a turn begins

    def _begin(self, seat: str) -> None:
        """R4; README: a resigned seat drawn as first is passed over."""
        if seat in self.resigned:
            seat = self._seat_after(seat)
        self._start_turn(seat)

    def _start_turn(self, seat: str) -> None:
        """R5, then R6."""
        self.turn = seat
        self.dice = []
        self.moved = []
        self._fill_home(seat)
        if self._pieces_on_board(seat):
            self.phase = "roll"
        else:
            self._end_turn()  # R6: with no piece on the board the turn ends

    def _fill_home(self, seat: str) -> None:
        """R5."""
        home = HOME[seat]
        if self._piece_at(home) is not None:
            return
        if self.stack[seat]:
            self.stack[seat].pop(0).space = home
        elif self.commander[seat].space is None:
            self.commander[seat].space = home

    def _number_of_dice(self) -> int:
        """R6: one die for each piece on the board, at most four."""
        return min(MOST_DICE, len(self._pieces_on_board(self.turn)))

    def _end_turn(self) -> None:
        """R11: turns are counted; then the next seat that has not resigned."""
        self.turns += 1
        if self.turns == MOST_TURNS:
            self._finish(set(self._remaining()))
        else:
            self._start_turn(self._seat_after(self.turn))

    # ------------------------------------------------------------ what stands where

    def _all_pieces(self) -> list[Piece]:
        """R3: six Armies and a Commander of each seat."""
        return [p for s in self.seats for p in self.armies[s] + [self.commander[s]]]

    def _piece_at(self, space: str) -> Piece | None:
        """The piece on a space."""
        return next((p for p in self._all_pieces() if p.space == space), None)

    def _piece_on(self, space: str) -> Piece:
        """The piece on a space that is not empty."""
        return next(p for p in self._all_pieces() if p.space == space)

    def _pieces_on_board(self, seat: str) -> list[Piece]:
        """The seat's pieces on the board."""
        return [p for p in self._all_pieces() if p.owner == seat and p.space is not None]

    def _enemies_next_to(self, piece: Piece) -> list[Piece]:
        """R7: the pieces of other seats (resigned ones too: the pieces stay) next to a piece."""
        assert piece.space is not None
        beside = [self._piece_at(space) for space in self.params[piece.space]]
        return [p for p in beside if p is not None and p.owner != piece.owner]

    # ------------------------------------------------------------ R7 Phase 3

    def _next_choice(self) -> None:
        """R7: the turn ends when no die or no unmoved piece is left (or its seat has resigned)."""
        if self.turn in self.resigned or not self.dice or not self._unmoved():
            self._end_turn()
        else:
            self.phase = "move"

    def _unmoved(self) -> list[Piece]:
        """R7: pieces not yet chosen this turn."""
        return [p for p in self._pieces_on_board(self.turn) if p not in self.moved]

    def _distances(self, piece: Piece) -> dict[str, int]:
        """R7: the empty spaces that the piece can reach, with the length of a shortest way.

        The way leads through empty spaces; a Commander may also walk over its own Armies.
        """
        assert piece.space is not None
        occupant = {p.space: p for p in self._all_pieces() if p.space is not None}
        length = {piece.space: 0}
        waiting = [piece.space]
        while waiting:
            here = waiting.pop(0)
            for there in self.params[here]:
                if there in length:
                    continue
                own = there in occupant and occupant[there].owner == piece.owner
                if there not in occupant or (piece.commander and own):
                    length[there] = length[here] + 1
                    waiting.append(there)
        return {space: steps for space, steps in length.items() if space not in occupant}

    def _move_tokens(self) -> list[str]:
        """R7: `e5-e7`, `e5-e5` for an Army next to an enemy piece, and `done`."""
        highest = max(WORTH[die] for die in self.dice)
        tokens = ["done"]
        for piece in self._unmoved():
            for space, steps in self._distances(piece).items():
                if steps <= highest:
                    tokens.append(f"{piece.space}-{space}")
            if not piece.commander and self._enemies_next_to(piece):
                tokens.append(f"{piece.space}-{piece.space}")
        return tokens

    def _choose(self, token: str) -> None:
        """R7: the move of one piece, or `done`."""
        if token == "done":
            self._end_turn()
            return
        start, target = token.split("-")
        piece = self._piece_on(start)
        steps = 0 if target == start else self._distances(piece)[target]
        self._spend_die(steps)
        self.moved.append(piece)
        piece.space = target
        if piece.commander and target in self._other_homes(piece.owner):
            self._finish({piece.owner})  # R10
        elif not piece.commander and self._enemies_next_to(piece):
            self.attacker = piece
            self.phase = "attack"
        else:
            self._next_choice()

    def _spend_die(self, steps: int) -> None:
        """R7: the lowest die that suffices is spent."""
        sufficing = [die for die in self.dice if WORTH[die] >= steps]
        self.dice.remove(min(sufficing, key=lambda die: WORTH[die]))

    def _other_homes(self, seat: str) -> list[str]:
        """R10: the Home Bases of the other seats of this game, resigned or not."""
        return [HOME[s] for s in self.seats if s != seat]

    def _attack_or_hold(self, token: str) -> None:
        """R7: `xSPACE` or `hold`."""
        if token == "hold":
            self._next_choice()
        else:
            self.defender = self._piece_on(token[1:])
            self._battle()

    # ------------------------------------------------------------ R3, R8, R9 Battles

    def _battle(self) -> None:
        """R8, R9: chance shows what is not known yet, then the battle is decided."""
        if self._coins_to_show():
            self.phase = "show"
            return
        if self.defender.commander:
            self._decide_against_commander()
        else:
            self._decide_between_armies()
        self._next_choice()

    def _coins_to_show(self) -> list[Piece]:
        """R8: values not yet known, the attacker's first.  R9: a Commander has none."""
        engaged = [self.attacker, self.defender]
        return [p for p in engaged if not p.commander and p.value is None]

    def _values_not_shown(self, seat: str) -> list[str]:
        """R3: the values that the seat's coins have not yet shown."""
        shown = [army.value for army in self.armies[seat]]
        return [value for value in VALUES if value not in shown]

    def _show(self, token: str) -> None:
        """R3: `e5=A`."""
        self._coins_to_show()[0].value = token.split("=")[1]
        self._battle()

    def _decide_between_armies(self) -> None:
        """R8: the loser goes under its owner's stack; equal: both stay."""
        attack, defence = self.attacker.value, self.defender.value
        assert attack is not None and defence is not None
        if higher(attack, defence):
            self._under_stack(self.defender)
        elif higher(defence, attack):
            self._under_stack(self.attacker)

    def _decide_against_commander(self) -> None:
        """R9: null and ace drive the Commander off board; others go under their stack."""
        if self.attacker.value in ("0", "A"):
            self.defender.space = None
        else:
            self._under_stack(self.attacker)

    def _under_stack(self, army: Piece) -> None:
        """R8: face down under its owner's stack, its value remembered."""
        army.space = None
        self.stack[army.owner].append(army)
