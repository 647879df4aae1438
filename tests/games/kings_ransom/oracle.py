"""Oracle for King's Ransom: the rule page kings-ransom.md, read literally and slowly.

It shares no code with the engine.  Every function names the paragraph that it states.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

SEATS = ["south", "north"]
LETTER = {"south": "S", "north": "N"}

# R1: pips of each kind, and how many of it an army has.
PIPS = {"K": 5, "A": 6, "E": 4, "C": 3, "I": 2, "S": 1}
NUMBER = {"K": 1, "A": 3, "E": 3, "C": 3, "I": 3, "S": 3}

# R4: ranges; King and Spy do not attack.
RANGE = {"A": 6, "E": 4, "C": 3, "I": 2}

# R2: four columns, ranks 1 to 4, rank 1 in front.
COLUMNS = "abcd"

# R9: a King costs tiles worth 5 or more.
RANSOM = 5

Place = tuple[str, int]  # column, present rank


@dataclass(eq=False)
class Tile:
    """One tile.  Two tiles of a kind are two tiles: compared by identity."""

    owner: str
    kind: str
    face_up: bool = False

    @property
    def pips(self) -> int:
        """R1."""
        return PIPS[self.kind]


Army = dict[Place, Tile]


def name(place: Place) -> str:
    """R2: `b2`."""
    column, rank = place
    return f"{column}{rank}"


def place_of(text: str) -> Place:
    """R2, read backwards."""
    return text[0], int(text[1:])


def other(seat: str) -> str:
    """The other one of the two seats."""
    return "north" if seat == "south" else "south"


def setup_order(columns: str, tiles: int) -> list[tuple[str, Place]]:
    """R3: south's places, then north's, in the order a1 b1 c1 d1 a2 ... d4.

    R11: with fewer columns and tiles, the places that are left in that order.
    """
    places = [(column, rank) for rank in (1, 2, 3, 4) for column in columns]
    return [(seat, place) for seat in SEATS for place in places[:tiles]]


def outer_columns(columns: str) -> list[str]:
    """R6, R11: the first and the last."""
    return [columns[0], columns[-1]]


def middle_columns(columns: str) -> list[str]:
    """R6, R11: all that are not outer ones."""
    return [column for column in columns if column not in outer_columns(columns)]


def neighbouring_columns(column: str) -> list[str]:
    """R2: the columns beside a column."""
    at = COLUMNS.index(column)
    return [COLUMNS[i] for i in (at - 1, at + 1) if 0 <= i < len(COLUMNS)]


def tiles_of_an_army(text: str, columns: str) -> dict[str, int]:
    """R1, R11: how many tiles of each kind an army has; ValueError for what R11 forbids."""
    if text == "full":
        text = "".join(kind * count for kind, count in NUMBER.items())
    elif text == "".join(kind * count for kind, count in NUMBER.items()):
        raise ValueError("all sixteen tiles are written full (R11)")
    number = {kind: text.count(kind) for kind in NUMBER}
    if "".join(kind * number[kind] for kind in "KAECIS") != text:
        raise ValueError("letters K A E C I S, in this order (R11)")
    if any(number[kind] > NUMBER[kind] for kind in NUMBER) or number["K"] != 1 or len(text) < 2:
        raise ValueError("one King, another tile, and no more than in the box (R11)")
    if len(text) not in [ranks * len(columns) for ranks in (1, 2, 3, 4)]:
        raise ValueError("whole ranks, four at most (R11)")
    return number


# ---------------------------------------------------------------- R6 Close ranks


def slide_forward(army: Army) -> Army:
    """R6: columns slide forward until no column has a gap."""
    result: Army = {}
    for column in COLUMNS:
        ranks = sorted(rank for (c, rank) in army if c == column)
        for new_rank, old_rank in enumerate(ranks, start=1):
            result[(column, new_rank)] = army[(column, old_rank)]
    return result


def heights(army: Army, columns: str) -> dict[str, int]:
    """R6: the column heights h(a)...h(d), of the columns that there are (R11)."""
    return {column: sum(1 for (c, _) in army if c == column) for column in columns}


def formation_finished(h: dict[str, int]) -> bool:
    """R6.1."""
    level = max(h.values()) - min(h.values()) <= 1
    columns = "".join(h)
    outer_exceeds = any(
        h[o] > h[m] for o in outer_columns(columns) for m in middle_columns(columns)
    )
    return level and not outer_exceeds


def needs_filling(column: str, h: dict[str, int]) -> bool:
    """R6.2: some column is at least 2 higher, or it is b or c and an outer column is higher."""
    if any(h[c] >= h[column] + 2 for c in h):
        return True
    columns = "".join(h)
    if column not in middle_columns(columns):
        return False
    return any(h[o] > h[column] for o in outer_columns(columns))


def place_to_fill(army: Army, columns: str) -> Place | None:
    """R6.2: the free place that is filled next (None: no neighbour can fill any)."""
    h = heights(army, columns)
    candidates: list[tuple[int, bool, str]] = []
    for column in columns:
        rank = h[column] + 1
        beside = [n for n in neighbouring_columns(column) if (n, rank) in army]
        if needs_filling(column, h) and beside:
            # front-most; of equals a middle column before an outer; then nearest column a
            candidates.append((rank, column in outer_columns(columns), column))
    if not candidates:
        return None
    rank, _, column = min(candidates)
    return column, rank


def column_that_gives(army: Army, place: Place, columns: str) -> str:
    """R6.3: the neighbouring column whose tile at that rank moves over."""
    column, rank = place
    h = heights(army, columns)
    givers = [n for n in neighbouring_columns(column) if (n, rank) in army]
    highest = max(h[n] for n in givers)
    givers = [n for n in givers if h[n] == highest]
    if len(givers) == 2:  # equally high: from the outer one
        givers = [n for n in givers if n in outer_columns(columns)]
    return min(givers)  # R11: of two outer ones from a


def close_ranks(army: Army, columns: str) -> Army:
    """R6: one army after a turn.  Faces stay as they are."""
    army = slide_forward(army)
    while not formation_finished(heights(army, columns)):
        place = place_to_fill(army, columns)
        if place is None:
            raise AssertionError(f"R6 does not come to an end from {heights(army, columns)}")
        giver = column_that_gives(army, place, columns)
        army[place] = army.pop((giver, place[1]))  # R6.3
        army = slide_forward(army)  # R6.4
    return army


# ---------------------------------------------------------------- R9 Ransom


def payments(tally: list[Tile]) -> list[tuple[int, ...]]:
    """R9: every choice of tiles worth 5 or more of which none is superfluous, pips high to low.

    Five tiles are enough: six tiles of at least one pip each have a superfluous one.
    """
    owned = Counter(tile.pips for tile in tally)
    values = sorted(set(PIPS.values()), reverse=True)
    choices: list[tuple[int, ...]] = []
    for size in range(1, RANSOM + 1):
        for paid in combinations_with_replacement(values, size):
            in_tally = all(owned[pips] >= count for pips, count in Counter(paid).items())
            enough = sum(paid) >= RANSOM
            none_superfluous = all(sum(paid) - pips < RANSOM for pips in paid)
            if in_tally and enough and none_superfluous:
                choices.append(paid)
    return choices


class Oracle:
    """King's Ransom, step by step."""

    def __init__(self, options: dict[str, str], map_text: str | None = None) -> None:
        """R3: option setup=random (default) or secret; always 2 seats.

        R11: options columns=4 (default), 3 or 2, and tiles=full (default) or letters.
        """
        for key in options:
            if key not in ("seats", "setup", "columns", "tiles"):
                raise ValueError(f"King's Ransom has no option {key}")
        if options.get("seats", "2") != "2":
            raise ValueError("King's Ransom has 2 seats")
        self.setup = options.get("setup", "random")
        if self.setup not in ("random", "secret"):
            raise ValueError("setup is random or secret (R3)")
        if options.get("columns", "4") not in ("4", "3", "2"):
            raise ValueError("columns are 4, 3 or 2 (R11)")
        self.columns = COLUMNS[: int(options.get("columns", "4"))]
        self.number = tiles_of_an_army(options.get("tiles", "full"), self.columns)
        self.seats: list[str] = list(SEATS)
        self.phase = "setup"  # setup, first, turn, call, ransom, over
        self.armies: dict[str, Army] = {seat: {} for seat in SEATS}
        self.tally: dict[str, list[Tile]] = {seat: [] for seat in SEATS}
        self.turn = ""  # the seat whose turn it is; nobody's before the first
        self.turns = 0  # turns ended
        self.attacker: Place  # in a battle: place in the army of the seat in turn
        self.defender: Place  # in a battle: place in the other army
        self.collected_ransom: str | None = None
        self.winners: set[str] | None = None

    # ------------------------------------------------------------ questions

    def to_act(self) -> str | None:
        """Whose step is next."""
        if self.phase == "over":
            return None
        if self.phase == "setup":
            seat, _ = self._next_setup_place()
            return "chance" if self.setup == "random" else seat
        if self.phase == "first":
            return "chance"
        if self.phase == "call":
            return other(self.turn)  # R5.4: the defending seat decides
        if self.phase == "ransom":
            return other(self._king_holders()[0])  # R9
        return self.turn

    def legal(self) -> list[str]:
        """The tokens of the next step, sorted by code point."""
        if self.phase == "setup":
            tokens = self._setup_tokens()
        elif self.phase == "first":
            tokens = [f"first={seat}" for seat in SEATS]  # R3
        elif self.phase == "turn":
            tokens = self._turn_tokens()
        elif self.phase == "call":
            tokens = ["stand"] + [f"+{name(place)}" for place in self._callable_places()]  # R5.4
        elif self.phase == "ransom":
            payer = other(self._king_holders()[0])
            tokens = ["refuse", *self._payment_tokens(payer)]  # R9
        else:
            tokens = []
        return sorted(tokens)

    def probability(self) -> dict[str, Fraction] | None:
        """R3: each tile left is equally likely; so is each seat to begin."""
        if self.to_act() != "chance":
            return None
        if self.phase == "first":
            return {token: Fraction(1, 2) for token in self.legal()}
        seat, place = self._next_setup_place()
        left = self._kinds_left(seat)
        return {
            f"{LETTER[seat]}{name(place)}={kind}": Fraction(count, sum(left.values()))
            for kind, count in left.items()
        }

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
        if self.phase == "setup":
            self._lay_out(token)
        elif self.phase == "first":
            self.turn = token.removeprefix("first=")
            self.phase = "turn"
        elif self.phase == "turn":
            self._act(token)
        elif self.phase == "call":
            self._answer_call(token)
        else:
            self._answer_ransom(token)

    def _table(self, token: str) -> None:
        """README, table steps: with 2 seats the other one wins, or all agree on a draw."""
        if token == "draw":
            self._finish(set(SEATS))
            return
        word, _, seat = token.partition("=")
        if word not in ("resign", "time") or seat not in SEATS:
            raise ValueError(f"{token} is not a table step of this game")
        self._finish({other(seat)})

    def _finish(self, winners: set[str]) -> None:
        """The game is over."""
        self.winners = winners
        self.phase = "over"

    # ------------------------------------------------------------ R3 Setup

    def _next_setup_place(self) -> tuple[str, Place]:
        """R3: the first place in the order that has no tile yet."""
        for seat, place in setup_order(self.columns, sum(self.number.values())):
            if place not in self.armies[seat]:
                return seat, place
        raise AssertionError("both armies are laid out")

    def _kinds_left(self, seat: str) -> dict[str, int]:
        """R1, R3: how many tiles of each kind the seat has not laid out yet."""
        laid = Counter(tile.kind for tile in self.armies[seat].values())
        number = self.number
        return {kind: number[kind] - laid[kind] for kind in number if number[kind] > laid[kind]}

    def _setup_tokens(self) -> list[str]:
        """R3: `Sa1=K`."""
        seat, place = self._next_setup_place()
        return [f"{LETTER[seat]}{name(place)}={kind}" for kind in self._kinds_left(seat)]

    def _lay_out(self, token: str) -> None:
        """R3: all tiles lie face down."""
        seat, place = self._next_setup_place()
        self.armies[seat][place] = Tile(seat, token[-1], face_up=False)
        if all(len(army) == sum(self.number.values()) for army in self.armies.values()):
            self.phase = "first"

    # ------------------------------------------------------------ R4 Turn

    def _turn_tokens(self) -> list[str]:
        """R4: everything that any of the seat's tiles may do; the King is never chosen."""
        own, enemy = self.armies[self.turn], self.armies[other(self.turn)]
        tokens: list[str] = []
        for place, tile in own.items():
            if tile.kind == "K":
                continue
            tokens.append(f"{name(place)}~")
            for target, enemy_tile in enemy.items():
                if self._may_attack(tile, place, target):
                    tokens.append(f"{name(place)}x{name(target)}")
                if tile.kind == "S" and not tile.face_up and not enemy_tile.face_up:
                    tokens.append(f"{name(place)}?{name(target)}")
        return tokens

    @staticmethod
    def _may_attack(tile: Tile, place: Place, target: Place) -> bool:
        """R4: same column, own rank + enemy rank within the range."""
        if tile.kind not in RANGE:
            return False
        return place[0] == target[0] and place[1] + target[1] <= RANGE[tile.kind]

    def _act(self, token: str) -> None:
        """R4: flee, attack or reveal."""
        own, enemy = self.armies[self.turn], self.armies[other(self.turn)]
        place = place_of(token[:2])
        own[place].face_up = True
        if token.endswith("~"):
            del own[place]  # leaves the game, unscored
            self._end_turn()
        elif "?" in token:
            enemy[place_of(token[3:])].face_up = True
            del own[place]  # leaves the game, unscored
            self._end_turn()
        else:
            self.attacker, self.defender = place, place_of(token[3:])
            enemy[self.defender].face_up = True
            self._battle()

    # ------------------------------------------------------------ R5 Battle

    def _battle(self) -> None:
        """R5.1 to R5.4."""
        attacker = self.armies[self.turn][self.attacker]
        defender = self.armies[other(self.turn)][self.defender]
        if (
            attacker.kind == "A" and defender.kind == "S"
        ) or defender.pips > attacker.pips:  # R5.1, 2
            self._defence_conquers([self.defender])
        elif defender.kind == "K" and defender.pips < attacker.pips:  # R5.3
            self._attack_conquers([self.defender])
        elif self._callable_places():  # R5.4
            self.phase = "call"
        else:
            self._compare([self.defender])

    def _callable_places(self) -> list[Place]:
        """R5.4: tiles orthogonally next to the defender in its own army, not the King."""
        army = self.armies[other(self.turn)]
        column, rank = self.defender
        beside = [(column, rank - 1), (column, rank + 1)]
        beside += [(n, rank) for n in neighbouring_columns(column)]
        return [place for place in beside if place in army and army[place].kind != "K"]

    def _answer_call(self, token: str) -> None:
        """R5.4: `+c2` or `stand`."""
        if token == "stand":
            self._compare([self.defender])
        else:
            called = place_of(token[1:])
            self.armies[other(self.turn)][called].face_up = True
            self._compare([self.defender, called])

    def _compare(self, defence: list[Place]) -> None:
        """R5.5 and R5.6: more pips win."""
        attack_pips = self.armies[self.turn][self.attacker].pips
        defence_pips = sum(self.armies[other(self.turn)][place].pips for place in defence)
        if attack_pips > defence_pips:
            self._attack_conquers(defence)
        elif defence_pips > attack_pips:
            self._defence_conquers(defence)
        else:
            self._all_leave(defence)

    def _attack_conquers(self, defence: list[Place]) -> None:
        """R5.5: the defence goes to the attacker's tally, the attacker leaves unscored."""
        enemy = self.armies[other(self.turn)]
        for place in defence:
            self.tally[self.turn].append(enemy.pop(place))
        del self.armies[self.turn][self.attacker]
        self._end_turn()

    def _defence_conquers(self, defence: list[Place]) -> None:
        """R5.5: the attacker goes to the defender's tally, the defence leaves; a King stays."""
        enemy = self.armies[other(self.turn)]
        self.tally[other(self.turn)].append(self.armies[self.turn].pop(self.attacker))
        for place in defence:
            if enemy[place].kind != "K":
                del enemy[place]
        self._end_turn()

    def _all_leave(self, defence: list[Place]) -> None:
        """R5.6."""
        del self.armies[self.turn][self.attacker]
        for place in defence:
            del self.armies[other(self.turn)][place]
        self._end_turn()

    # ------------------------------------------------------------ R6, R7

    def _end_turn(self) -> None:
        """R6: both armies close their ranks; R7: is the game over?"""
        self.turns += 1
        for seat in SEATS:
            self.armies[seat] = close_ranks(self.armies[seat], self.columns)
        if any(self._has_nothing_but_king(seat) for seat in SEATS):
            self._count_up()
        else:
            self.turn = other(self.turn)
            self.phase = "turn"

    def _has_nothing_but_king(self, seat: str) -> bool:
        """R7: the army is empty, or has only its King."""
        return all(tile.kind == "K" for tile in self.armies[seat].values())

    # ------------------------------------------------------------ R8 to R10

    def _count_up(self) -> None:
        """R8, then R9 when it applies, otherwise R10."""
        for seat in SEATS:  # R8
            self.tally[seat] += self.armies[seat].values()
            self.armies[seat] = {}
        holders = self._king_holders()
        if len(holders) != 1:
            self._decide_by_tally()  # R10
        elif payments(self.tally[other(holders[0])]):
            self.phase = "ransom"  # R9
        else:
            self._finish({holders[0]})  # R9: cannot pay, so unpaid

    def _king_holders(self) -> list[str]:
        """R9: the seats that have captured the other's King."""
        return [
            seat
            for seat in SEATS
            if any(tile.kind == "K" and tile.owner != seat for tile in self.tally[seat])
        ]

    def _payment_tokens(self, payer: str) -> list[str]:
        """R9: `pay=41`."""
        return ["pay=" + "".join(map(str, paid)) for paid in payments(self.tally[payer])]

    def _answer_ransom(self, token: str) -> None:
        """R9."""
        holder = self._king_holders()[0]
        payer = other(holder)
        if token == "refuse":
            self._finish({holder})
            return
        for digit in token.removeprefix("pay="):
            tile = next(t for t in self.tally[payer] if t.pips == int(digit))
            self.tally[payer].remove(tile)
            self.tally[holder].append(tile)
        king = next(t for t in self.tally[holder] if t.kind == "K" and t.owner == payer)
        self.tally[holder].remove(king)  # counts for nobody
        self.collected_ransom = holder
        self._decide_by_tally()

    def _decide_by_tally(self) -> None:
        """R10: the higher tally; a tie goes to the seat that collected a ransom, else a draw."""
        pips = {seat: sum(tile.pips for tile in self.tally[seat]) for seat in SEATS}
        if pips["south"] > pips["north"]:
            self._finish({"south"})
        elif pips["north"] > pips["south"]:
            self._finish({"north"})
        elif self.collected_ransom is not None:
            self._finish({self.collected_ransom})
        else:
            self._finish(set(SEATS))
