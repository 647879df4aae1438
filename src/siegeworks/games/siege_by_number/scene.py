"""The pinwheel as it is drawn: spaces, pieces, stacks and dice, and what to do now."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from siegeworks.core.bits import numbers_in
from siegeworks.core.contract import CHANCE, TERMINAL, Observation, Seat, has_left
from siegeworks.core.scene import Cell, Piece, Scene, Tray, with_piece
from siegeworks.core.text import capitalized, counted
from siegeworks.games.siege_by_number.notation import names, outcome_now, seat_name
from siegeworks.games.siege_by_number.params import BIT_OF, COIN_TEXT, HOME_NAMES, SPACE_NAMES
from siegeworks.games.siege_by_number.rules import face_up, highest_die
from siegeworks.games.siege_by_number.state import COINS, FIGHTING, SEAT_NAMES, SHOWING, TURNS

# Centres of the Home Bases, each drawn as a whole tile of 2 × 2 squares (R1): file and rank, a = 1.
HOME_CENTRES = {"N": (9.5, 11.5), "E": (11.5, 3.5), "S": (3.5, 1.5), "W": (1.5, 9.5)}
RANKS = 12


def scene(params: Any, seen: Observation) -> Scene:
    """Everything that is drawn of this position; nothing in it is hidden from anyone."""
    trays = [dice_tray(params, seen)] if seen.rolled else []
    for seat in range(params.seats):
        trays.append(stack_tray(params, seen, seat))
        if params.notes:
            trays.append(shown_tray(params, seen, seat))
    return Scene(
        shape="squares",
        cells=tuple(cells(params, seen)),
        trays=tuple(trays),
        notes=tuple(notes(params, seen)),
        goal=goal(params, seen),
        task=task(params, seen),
    )


def cells(params: Any, seen: Observation) -> Iterator[Cell]:
    """The squares, and each Home Base as one big cell."""
    pieces = {
        int(params.space_at[bit]): seat
        for seat in range(params.seats)
        for bit in numbers_in(seen.pieces[seat])
    }
    for space, bare in bare_cells(int(params.spaces), tuple(params.seat_of.tolist())):
        if (seat := pieces.get(space)) is None:
            yield bare
        else:
            yield with_piece(bare, piece_on(params, seen, bare.name, seat))


@cache
def bare_cells(spaces: int, seat_of: tuple[int, ...]) -> tuple[tuple[int, Cell], ...]:
    """The empty spaces, each with its number; `seat_of` has the seat that begins on each arm."""
    arm_of = {seat: SEAT_NAMES[arm] for arm, seat in enumerate(seat_of)}
    cells = []
    for name in names(spaces):
        if name in HOME_CENTRES:
            file, rank = HOME_CENTRES[name]
            whose = arm_of[seat_of[HOME_NAMES.index(name)]]
            bare = Cell(name, file, RANKS + 1 - rank, "home", whose)
        else:
            bare = Cell(name, ord(name[0]) - ord("a") + 1, RANKS + 1 - int(name[1:]), "square")
        cells.append((SPACE_NAMES.index(name), bare))
    return tuple(cells)


def piece_on(params: Any, seen: Observation, name: str, seat: Seat) -> Piece:
    """The Commander or the Army there, with its value if that may be shown."""
    if int(seen.commanders) >> BIT_OF[name] & 1:
        return Piece("commander", seat_name(params, seat))
    value = int(seen.value[SPACE_NAMES.index(name)])
    is_attacker = int(seen.attacker) >> BIT_OF[name] & 1  # no other coin is ever face up
    is_face_up = is_attacker and int(face_up(params, seen)) >> BIT_OF[name] & 1
    return army(params, seat, value, bool(is_face_up))


def army(params: Any, seat: Seat, value: int, is_face_up: bool) -> Piece:
    """A coin; `value` is 0 if no battle has shown it, else one more than what it shows."""
    readable = value > 0 and (is_face_up or bool(params.notes))
    return coin(seat_name(params, seat), COIN_TEXT[value - 1] if readable else "?", is_face_up)


@cache
def coin(seat: str, text: str, is_face_up: bool) -> Piece:
    return Piece("army", seat, text, face_down=not is_face_up)


def dice_tray(params: Any, seen: Observation) -> Tray:
    """The dice of this turn from low to high, spent ones among them."""
    owner = seat_name(params, seen.turn)
    dice = []
    for value in range(6):
        rolled, left = (int(dice) >> 4 * value & 15 for dice in (seen.rolled, seen.dice))
        dice += [die(owner, value)] * left
        dice += [die(owner, value, spent=True)] * (rolled - left)
    left = sum(not die.spent for die in dice)
    return Tray("dice", tuple(dice), owner, f"{left} of {len(dice)} left")


@cache
def die(seat: str, value: int, *, spent: bool = False) -> Piece:
    return Piece("die", seat, COIN_TEXT[value], spent=spent)


def stack_tray(params: Any, seen: Observation, seat: Seat) -> Tray:
    """The seat's stack, top first, then the Commander while he is off the board (R5)."""
    is_waiting = not int(seen.pieces[seat]) & int(seen.commanders)
    numbers = int(seen.unshown[seat]), int(seen.returned[seat])
    return stack(seat_name(params, seat), *numbers, is_waiting, bool(params.notes))


@lru_cache(4096)
def stack(seat: str, unshown: int, returned: int, is_waiting: bool, notes: bool) -> Tray:
    """A stack: coins that no battle has shown above those that came back, of four bits each."""
    coins = [coin(seat, "?", False)] * unshown
    while returned:
        coins.append(coin(seat, COIN_TEXT[(returned & 15) - 1] if notes else "?", False))
        returned >>= 4
    note = f"{len(coins)} coins, top first" if len(coins) > 1 else "1 coin" if coins else "no coins"
    commander = (Piece("commander", seat),) if is_waiting else ()
    return Tray("stack", (*coins, *commander), seat, note)


def shown_tray(params: Any, seen: Observation, seat: Seat) -> Tray:
    """The values that battles have shown so far, for players who don't want to keep notes."""
    values = numbers_in(seen.shown[seat])
    pieces = tuple(army(params, seat, value + 1, True) for value in values)
    return Tray("values shown", pieces, seat_name(params, seat), f"{len(pieces)} of {COINS}")


def goal(params: Any, seen: Observation) -> str:
    """R10: what wins, and which Commanders are out; trays say for how many coins others wait."""
    out = [
        f"{capitalized(seat_name(params, seat))} on {place}"
        for seat in range(params.seats)
        if not has_left(seen, seat)
        for place in names(int(seen.pieces[seat]) & int(seen.commanders))
    ]
    now = f"out: {', '.join(out)}" if out else "none is out yet"
    return f"First Commander in an empty enemy home wins; {now}"


def task(params: Any, seen: Observation) -> str:
    if seen.to_act < 0:
        return ""
    if seen.phase == FIGHTING:
        army = f"Your Army on {names(seen.attacker)[0]}"
        return f"{army} may attack an enemy beside it, or hold: no battle (R7)"
    if not any(int(goals) for goals in seen.reach):
        return "No die left can move a piece: end the turn (R7)"
    end = "or end the turn and lose the dice left (R7)"
    farthest = int(highest_die(seen))
    if not farthest:
        return f"Let an Army attack from where it stands, with a die of 0, {end}"
    return f"Move a piece up to {counted(farthest, 'step')}, each piece with its own die, {end}"


def notes(params: Any, seen: Observation) -> list[str]:
    """What happens now, and how far the game has come."""
    if seen.to_act == TERMINAL:
        return []
    lines = []
    if seen.phase == SHOWING:
        fight = f"{names(seen.attacker)[0]} attacks {names(seen.defender)[0]}"
        lines.append(f"{fight}; {outcome_now(params, seen)}")
    elif seen.to_act == CHANCE:
        lines.append(outcome_now(params, seen))
    if seen.moved:
        lines.append(f"Moved already this turn: {', '.join(names(seen.moved))} (R7)")
    if seen.turn >= 0:
        lines.append(f"Turn {seen.turns + 1} of {TURNS} (R11)")
    return lines
