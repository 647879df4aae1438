"""Steps as people write them, and why a step cannot be taken."""

import re
from functools import cache, lru_cache
from typing import Any

from siegeworks.core.bits import bit, lowest_bit, numbers_in
from siegeworks.core.contract import Action, Observation, Outcome, Seat, State
from siegeworks.core.notation import NOT_A_MOVE, spelled_otherwise
from siegeworks.core.text import counted
from siegeworks.games.siege_by_number.params import (
    BIT_OF,
    COIN_TEXT,
    NAME_AT,
    ROLLS_OF_DICE,
    SPACE_NAMES,
    arm_of_space,
)
from siegeworks.games.siege_by_number.rules import (
    attackable,
    beside,
    hidden_coin,
    highest_die,
    is_commander,
    number_of_dice,
    occupied,
    unmoved,
    way,
)
from siegeworks.games.siege_by_number.state import (
    ACTIONS,
    ATTACK,
    BEGIN,
    COINS,
    DONE,
    FIGHTING,
    HOLD,
    MOST_DICE,
    OUTCOMES,
    ROLL,
    ROLLING,
    SEAT_NAMES,
    SHOW,
    SHOWING,
    SPACES,
)

# What looks like a space, whether there is such a one or not.
A_SPACE = r"([A-Za-z][0-9]{0,2})"
A_MOVE = re.compile(f"{A_SPACE}-{A_SPACE}")
AN_ATTACK = re.compile(f"x{A_SPACE}")
A_VALUE = re.compile(f"{A_SPACE}=(.{{0,20}})", re.DOTALL)


def action_to_text(params: Any, action: Action) -> str:
    """The token of an action: `e5-e7`, `xe5`, `hold`, `done`."""
    if action == DONE:
        return "done"
    if action == HOLD:
        return "hold"
    if action >= ATTACK:
        return f"x{SPACE_NAMES[action - ATTACK]}"
    return f"{SPACE_NAMES[action // SPACES]}-{SPACE_NAMES[action % SPACES]}"


def kind_of(params: Any, action: Action) -> str:
    """What kind of move an action is (R5, R7)."""
    if action in (DONE, HOLD):
        return "done" if action == DONE else "hold"
    return "attack" if action >= ATTACK else "move"


def outcome_to_text(params: Any, outcome: Outcome) -> str:
    """The token of an outcome of chance: `first=suns`, `roll=0A35`, `e5=3`."""
    if outcome < ROLL:
        return f"first={SEAT_NAMES[outcome]}"
    if outcome < SHOW:
        return "roll=" + "".join(COIN_TEXT[die] for die in ROLLS_OF_DICE[outcome - ROLL])
    space, value = divmod(outcome - SHOW, COINS)
    return f"{SPACE_NAMES[space]}={COIN_TEXT[value]}"


def turn_rule(params: Any, seen: Observation) -> str:
    if seen.phase == SHOWING:
        return "R9" if is_commander(seen, seen.defender) else "R8"
    return {BEGIN: "R4", ROLLING: "R6"}.get(int(seen.phase), "R7")


@cache
def tokens_by_small_letters() -> dict[str, str]:
    """Every token, for any seats, by its lower-case form."""
    tokens = [action_to_text(None, action) for action in range(ACTIONS)]
    tokens += [outcome_to_text(None, outcome) for outcome in range(OUTCOMES)]
    return {token.casefold(): token for token in tokens}


def paragraph(token: str) -> str:
    if token.startswith("first="):
        return "R4"
    if token.startswith("roll="):
        return "R6"
    return "R3" if "=" in token else "R7"


# What stands where --------------------------------------------------------------------------------


def seat_name(params: Any, seat: Seat) -> str:
    return SEAT_NAMES[params.arm[seat]]


def names(spaces: Any) -> list[str]:
    return [NAME_AT[bit] for bit in numbers_in(spaces)]


def bit_at(name: str) -> int:
    """The set that holds the space of this name alone."""
    return 1 << BIT_OF[name]


def owner_of(params: Any, seen: State | Observation, name: str) -> Seat | None:
    """The seat whose piece is on the space of this name; None if it is empty."""
    for seat in range(params.seats):
        if int(seen.pieces[seat]) & bit_at(name):
            return seat
    return None


def rank(seen: Observation, name: str) -> str:
    """What the piece on the space of this name is."""
    return "Commander" if int(seen.commanders) & bit_at(name) else "Army"


def piece_of(params: Any, seen: Observation, name: str, viewer: Seat) -> str:
    """The piece on the space of this name in words."""
    seat = owner_of(params, seen, name)
    assert seat is not None
    whose = "your own" if seat == viewer else f"the {seat_name(params, seat)}'"
    return f"{whose} {rank(seen, name)}"


def dice_left(seen: Observation) -> list[str]:
    """The dice that are not yet spent, from low to high."""
    return [COIN_TEXT[v] for v in range(COINS) for _ in range(int(seen.dice) >> 4 * v & 15)]


def way_of_piece(params: Any, seen: Observation, piece: int, goal: int) -> list[str]:
    """R7: the spaces of a shortest way, both ends included; one if the piece stays, none if there
    is no way."""
    empty = params.spaces & ~occupied(seen)
    walkable = way(empty, seen.pieces[seen.turn], seen.commanders, bit(lowest_bit(piece)))
    came_from, places = ways_from(int(walkable), piece), []
    while goal in came_from:
        places.append(names(goal)[0])
        goal = came_from[goal]
    return places[::-1]


@lru_cache(maxsize=64)
def ways_from(walkable: int, start: int) -> dict[int, int]:
    """The space before each one that is reached, on a shortest way from `start`; 0 before that."""
    came_from, queue = {start: 0}, [start]
    for here in queue:
        ahead = int(beside(bit(lowest_bit(here)))) & walkable
        while ahead:
            there = ahead & -ahead
            ahead -= there
            if there not in came_from:
                came_from[there] = here
                queue.append(there)
    return came_from


# Why a seat cannot do that ------------------------------------------------------------------------


def explain(params: Any, seen: Observation, text: str) -> str:
    """Why the seat to act cannot take the step `text`: a clause that ends with the paragraph."""
    if seen.to_act < 0:
        return "no seat is to act now"
    if spelled := spelled_otherwise(text, tokens_by_small_letters(), paragraph):
        return spelled
    move = A_MOVE.fullmatch(text)
    if move:
        return why_no_move(params, seen, move[1], move[2])
    attack = AN_ATTACK.fullmatch(text)
    if attack:
        return why_no_attack(params, seen, attack[1])
    if text == "hold":
        return "no Army is waiting to attack or hold: that comes after its move (R7)"
    if text == "done":
        return must_fight(seen)
    if text.startswith("first="):
        return "chance decided who begins before the first turn (R4)"
    if text.startswith("roll="):
        seat = seat_name(params, seen.to_act)
        return f"the dice of this turn have been rolled; it is up to {seat} to move (R6)"
    if A_VALUE.fullmatch(text):
        return "chance shows values, in a battle, and there is no battle now (R3)"
    return f"{NOT_A_MOVE} {step_now(params, seen)}"


def step_now(params: Any, seen: Observation) -> str:
    """What a step of the seat to act looks like, with an example that is legal now."""
    if seen.phase == FIGHTING:
        return f"now attack with x{names(attackable(seen))[0]} or write hold (R7)"
    for i, start in enumerate(names(unmoved(seen))):
        if seen.reach[i]:
            return f"now move, e.g. {start}-{names(seen.reach[i])[0]}, or write done (R7)"
    return "now write done, since nothing can move (R7)"


def must_fight(seen: Observation) -> str:
    """An Army that has moved next to an enemy must attack or hold first."""
    army = names(seen.attacker)[0]
    return f"the Army on {army} is next to an enemy: it must attack or hold first (R7)"


def no_space(params: Any, name: str) -> str | None:
    """Why this name is not a space of this game; None if it is."""
    if name not in BIT_OF:
        return f"{name} is not a space; write squares as e5, Home Bases as N, E, S, W (R1)"
    if not int(params.spaces) & bit_at(name):
        absent = SEAT_NAMES[arm_of_space(name)]
        return f"{name} is not on the board, because nobody plays {absent} (R2)"
    return None


def why_no_attack(params: Any, seen: Observation, name: str) -> str:
    """Why the Army that has just moved cannot attack there."""
    wrong = no_space(params, name)
    if wrong:
        return wrong
    if seen.phase != FIGHTING:
        return "no Army has just moved: an attack follows a move, or a stay, e.g. e5-e5 (R7)"
    army = names(seen.attacker)[0]
    seat = owner_of(params, seen, name)
    if seat is None:
        return f"{name} is empty: there is no piece to attack (R7)"
    if seat == seen.to_act:
        return f"your own {rank(seen, name)} is on {name} (R7)"
    return f"{name} is not next to {army}, where your Army stands (R7)"


def why_no_move(params: Any, seen: Observation, start: str, target: str) -> str:
    """Why no piece can go from `start` to `target`."""
    wrong = no_space(params, start) or no_space(params, target)
    if wrong:
        return wrong
    if seen.phase == FIGHTING:
        return must_fight(seen)
    seat = owner_of(params, seen, start)
    if seat is None:
        return f"{start} is empty: there is no piece to move (R7)"
    if seat != seen.to_act:
        return f"{piece_of(params, seen, start, seen.to_act)} is on {start} (R7)"
    piece = rank(seen, start)
    if int(seen.moved) & bit_at(start):
        return f"the {piece} on {start} has already been chosen this turn (R7)"
    if start == target:
        return why_no_stay(piece, start)
    if owner_of(params, seen, target) is not None:
        return f"{target} is not empty: {piece_of(params, seen, target, seen.to_act)} is there (R7)"
    spaces = way_of_piece(params, seen, bit_at(start), bit_at(target))
    if not spaces:
        through = "empty spaces and its own Armies" if piece == "Commander" else "empty spaces"
        return f"no way leads from {start} to {target} through {through} (R7)"
    die = int(highest_die(seen))
    return (
        f"the way from {start} to {target} is {counted(len(spaces) - 1, 'step')}, but "
        f"the highest die left is {'A, which is 1' if die == 1 else die} (R7)"
    )


def why_no_stay(piece: str, name: str) -> str:
    """Why the piece there cannot spend a die without a step."""
    if piece == "Commander":
        return f"your Commander is on {name}, and only an Army may stay (R7)"
    return f"no enemy is next to {name}, and an Army stays only beside one (R7)"


# Why an outcome of chance is refused -------------------------------------------------------------


def explain_outcome(params: Any, s: State, text: str) -> str:
    """Why the outcome `text` cannot happen where chance is to act."""
    if spelled := spelled_otherwise(text, tokens_by_small_letters(), paragraph):
        return spelled
    if text.startswith("first=") and s.phase == BEGIN:
        return why_not_first(params, text.removeprefix("first="))
    if text.startswith("roll=") and s.phase == ROLLING:
        return why_no_roll(params, s, text.removeprefix("roll="))
    value = A_VALUE.fullmatch(text)
    if value and s.phase not in (BEGIN, ROLLING):
        return why_no_value(params, s, value[1], value[2])
    return f"chance is to act; {outcome_now(params, s)}"


def outcome_now(params: Any, s: State | Observation) -> str:
    """What an outcome looks like now, with an example that can happen."""
    if s.phase == BEGIN:
        return f"next is who begins, like first={seat_name(params, 0)} (R4)"
    if s.phase == ROLLING:
        n = int(number_of_dice(s))
        return f"next is the roll of {seat_name(params, s.turn)}, like roll={'0A23'[:n]} (R6)"
    coin = names(hidden_coin(params, s))[0]
    return f"next is the value of the Army on {coin}, {coin}= and the value (R3)"


def why_not_first(params: Any, name: str) -> str:
    """Why the seat of this name cannot begin."""
    seats = " or ".join(seat_name(params, seat) for seat in range(params.seats))
    if name in SEAT_NAMES:
        return f"nobody plays {name} in this game: {seats} may begin (R2, R4)"
    return f"after first= comes the seat that begins, {seats} (R4)"


def why_no_roll(params: Any, s: State, dice: str) -> str:
    n = int(number_of_dice(s))
    if not dice or any(die not in COIN_TEXT for die in dice):
        return "dice show 0, A, 2, 3, 4 or 5; write an ace as A (R6)"
    if len(dice) != n:
        pieces = int(s.pieces[s.turn]).bit_count()
        limit = f" ({MOST_DICE} dice at most)" if pieces > n else ""
        return (
            f"{seat_name(params, s.turn)} roll {n} {'die' if n == 1 else 'dice'} for "
            f"{counted(pieces, 'piece')} on the board{limit}, not {len(dice)} (R6)"
        )
    return "write the dice of a roll from low to high, e.g. roll=0A35 (R6)"


def why_no_value(params: Any, s: State, name: str, value: str) -> str:
    """Why the coin on this space cannot show this value now."""
    coin = names(hidden_coin(params, s))[0]
    if name != coin:
        return no_space(params, name) or f"the Army on {coin} is shown now (R8)"
    if value not in COIN_TEXT or len(value) != 1:
        return "coins are 0, A, 2, 3, 4 and 5; write an ace as A (R3)"
    seat = owner_of(params, s, name)
    assert seat is not None
    return f"the {value} of {seat_name(params, seat)} has been shown before, on another Army (R3)"
