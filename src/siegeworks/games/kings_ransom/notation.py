"""Steps as people write them, and why a step is refused."""

import re
from functools import cache
from typing import Any

from siegeworks.core.bits import lowest_bit
from siegeworks.core.contract import Action, Observation, Outcome, Seat, State
from siegeworks.core.notation import LONGEST_TEXT, NOT_A_MOVE, spelled_otherwise
from siegeworks.core.text import counted
from siegeworks.games.kings_ransom.params import payments, place_of
from siegeworks.games.kings_ransom.rules import kind_at, may_call, not_laid
from siegeworks.games.kings_ransom.state import (
    ATTACK,
    BATTLE,
    CALL,
    CAVALRY,
    DEAL,
    FACE_UP,
    FIRST,
    FLEE,
    INFANTRY,
    KINDS,
    KING,
    LAY,
    LAYING,
    NUM_ACTIONS_SECRET,
    PAY,
    PIPS,
    PLACES,
    RANGE,
    RANSOM,
    REFUSE,
    REVEAL,
    SEAT_NAMES,
    SHOWN_KINDS,
    SPY,
    STAND,
    TILES,
    TURN,
)

LETTERS = "KAECIS"
KIND_NAMES = ("King", "Archer", "Engineer", "Cavalry", "Infantry", "Spy")
PLACE_NAMES = tuple(f"{column}{rank}" for rank in range(1, 5) for column in "abcd")
PAYMENT_TEXTS = tuple("".join(map(str, pips)) for pips in payments())
MOST_PAID = max(map(len, PAYMENT_TEXTS))  # tiles

PLACE = "[a-z][0-9]{1,3}"
FLEEING = re.compile(f"({PLACE})~")
ATTACKING = re.compile(f"({PLACE})x({PLACE})")
REVEALING = re.compile(rf"({PLACE})\?({PLACE})")
CALLING = re.compile(rf"\+({PLACE})")
PAYING = re.compile("pay=([0-9]*)")
SETTING = re.compile(f"([A-Z])({PLACE})=([A-Z])")
FIRST_SEAT = re.compile("first=(.*)", re.DOTALL)
PASSING = re.compile("pass|skip|-+|")

A_TURN = "write b2~ to flee, b2xb1 to attack, or b2?d3 to reveal with a Spy"


KINDS_OF_MOVES = {  # by their first actions
    FLEE: "flee",
    ATTACK: "attack",
    REVEAL: "reveal",
    CALL: "call a tile",
    STAND: "stand alone",
    PAY: "pay the ransom",
    REFUSE: "refuse the ransom",
    LAY: "lay out a tile",
}


# Tokens ------------------------------------------------------------------------------------------


def action_to_text(params: Any, action: Action) -> str:
    if action < ATTACK:
        return f"{PLACE_NAMES[action - FLEE]}~"
    if action < REVEAL:
        row, place = divmod(action - ATTACK, PLACES)
        return f"{PLACE_NAMES[place]}x{PLACE_NAMES[4 * row + place % 4]}"
    if action < CALL:
        spy, place = divmod(action - REVEAL, PLACES)
        return f"{PLACE_NAMES[spy]}?{PLACE_NAMES[place]}"
    if action < STAND:
        return f"+{PLACE_NAMES[action - CALL]}"
    if action == STAND:
        return "stand"
    if action < REFUSE:
        return f"pay={PAYMENT_TEXTS[action - PAY]}"
    return "refuse" if action == REFUSE else laying_text(action - LAY)


def kind_of(params: Any, action: Action) -> str:
    """What kind of move an action is (R3, R4, R5, R9)."""
    return KINDS_OF_MOVES[max(start for start in KINDS_OF_MOVES if start <= action)]


def outcome_to_text(params: Any, outcome: Outcome) -> str:
    if outcome < DEAL:
        return f"first={SEAT_NAMES[outcome - FIRST]}"
    return laying_text(outcome - DEAL)


def laying_text(number: int) -> str:
    """The army, the place and the kind of a tile laid out (R3)."""
    laid, kind = divmod(number, KINDS)
    return f"{spot_name(laid)}={LETTERS[kind]}"


def spot_name(laid: int) -> str:
    """The name of a spot, by its number: "Sb2" (R3)."""
    return "SN"[laid // PLACES] + PLACE_NAMES[laid % PLACES]


def shown_to_text(params: Any, code: int) -> str:
    """The tiles that an action turned up: "A", "AxC", "xC"; "alone": no tile could be called."""
    kinds, alone = divmod(code, 2)
    chosen, attacked = (
        LETTERS[number - 1] if number else "" for number in divmod(kinds, SHOWN_KINDS)
    )
    tiles = f"{chosen}x{attacked}" if attacked else chosen
    return ",".join(filter(None, (tiles, "alone" if alone else "")))


@cache
def tokens_by_small_letters() -> dict[str, str]:
    """Every token, by its lower-case form."""
    tokens = [action_to_text(None, action) for action in range(NUM_ACTIONS_SECRET)]
    tokens += [outcome_to_text(None, FIRST + seat) for seat in range(len(SEAT_NAMES))]
    return {token.casefold(): token for token in tokens}


def paragraph(token: str) -> str:
    if token.startswith("pay=") or token == "refuse":
        return "R9"
    if token.startswith("+") or token == "stand":
        return "R5"
    return "R3" if "=" in token else "R4"


def turn_rule(params: Any, seen: Observation) -> str:
    return {LAYING: "R3", TURN: "R4", BATTLE: "R5", RANSOM: "R9"}[int(seen.phase)]


# Words -------------------------------------------------------------------------------------------


def a_kind(kind: int) -> str:
    """A kind with its article; there is only one King."""
    if kind == KING:
        return "the King"
    return f"{'an' if KIND_NAMES[kind][0] in 'AEI' else 'a'} {KIND_NAMES[kind]}"


def tiles_of_kind(params: Any, kind: int) -> str:
    """All tiles of a kind that an army begins with."""
    number = int(params.tiles_of[kind])
    if number == 1:
        return f"the {KIND_NAMES[kind]}"
    plural = {CAVALRY: "Cavalry", INFANTRY: "Infantry", SPY: "Spies"}
    both_or_all = "both" if number == 2 else "all three"
    return f"{both_or_all} {plural.get(kind, KIND_NAMES[kind] + 's')}"


def place_names(params: Any) -> list[str]:
    """The places of an army, in the order of the set-up (R2, R3, R11)."""
    return [
        PLACE_NAMES[place_of(column, rank)]
        for rank in range(1, int(params.ranks) + 1)
        for column in range(int(params.columns))
    ]


def order_of_places(params: Any) -> str:
    """The places in the order of the set-up: "a1 b1 c1 d1 a2 … d4"."""
    names = place_names(params)
    shown = names if len(names) <= 6 else [*names[: int(params.columns) + 1], "…", names[-1]]
    return " ".join(shown)


def no_such_place(params: Any, name: str) -> str:
    """Why there is no place of this name; empty if there is."""
    names = place_names(params)
    if name in names:
        return ""
    last = "abcd"[int(params.columns) - 1]
    ranks = f"the ranks 1 to {params.ranks}" if params.ranks > 1 else "the only rank is 1"
    return f"there is no place {name}; the columns are a to {last} and {ranks} (R2)"


def no_tile_there(seen: Observation, army: Seat, place: int, whose: str) -> str:
    """That this army has no tile on this place; empty if it has one."""
    if seen.army[army, TILES] >> place & 1:
        return ""
    name = PLACE_NAMES[place]
    height = (int(seen.army[army, TILES]) >> place % 4 & 0x1111).bit_count()
    tiles = counted(height, "tile") if height else "no tile"
    return f"there is no tile on {name}; {whose} column {name[0]} has {tiles} (R2)"


# Why a seat's step is refused --------------------------------------------------------------------


def explain(params: Any, seen: Observation, text: str) -> str:
    not_a_token = f"{NOT_A_MOVE} {what_now(params, seen)}"
    if len(text) > LONGEST_TEXT:
        return not_a_token
    if FIRST_SEAT.fullmatch(text):
        when = "once all tiles are laid out" if seen.phase == LAYING else "before the first turn"
        return f"chance decides who begins, {when} (R3)"
    if PASSING.fullmatch(text):
        return f"you may not pass; {what_now(params, seen)}"
    if spelled := spelled_otherwise(text, tokens_by_small_letters(), paragraph):
        return spelled
    if setting := SETTING.fullmatch(text):
        return why_not_laid(params, seen, *setting.groups())
    places = (
        FLEEING.fullmatch(text)
        or ATTACKING.fullmatch(text)
        or REVEALING.fullmatch(text)
        or CALLING.fullmatch(text)
    )
    if places:
        for name in places.groups():
            if why := no_such_place(params, name):
                return why
        return why_not_in_turn(params, seen, text, [PLACE_NAMES.index(p) for p in places.groups()])
    if text == "stand":
        return why_no_decision(params, seen)
    if payment := PAYING.fullmatch(text):
        return why_not_paid(params, seen, payment[1])
    if text == "refuse":
        return no_ransom(params, seen)
    return not_a_token


def what_now(params: Any, seen: Observation) -> str:
    """What the seat to act may write now, with the paragraph."""
    if seen.phase == LAYING:
        example = an_example_of_laying(params, seen)
        return f"now lay out {spot_name(int(seen.laid))}, e.g. {example} (R3)"
    if seen.phase == TURN:
        return f"{A_TURN} (R4)"
    if seen.phase == BATTLE:
        name, helper = PLACE_NAMES[seen.defender], PLACE_NAMES[lowest_bit(may_call(params, seen))]
        return (
            f"{name} is attacked: call a tile next to it with + and its place, e.g. +{helper}, "
            "or stand (R5)"
        )
    return (
        "the King's ransom is due: pay= and the pips from high to low, e.g. pay=41, or refuse (R9)"
    )


def an_example_of_laying(params: Any, seen: State | Observation) -> str:
    """One tile that may be laid out now."""
    laid = int(seen.laid)
    kind = next(kind for kind in range(KINDS) if not_laid(params, seen, laid // PLACES, kind) > 0)
    return laying_text(KINDS * laid + kind)


# Set-up


def why_not_laid(params: Any, seen: State | Observation, army: str, name: str, letter: str) -> str:
    """A tile cannot be laid out like this, by a seat or by chance."""
    if seen.phase != LAYING or seen.laid == 2 * PLACES:
        return "all tiles are already laid out (R3)"
    if army not in "SN":
        return f"there is no army {army}; S is south's and N is north's (R3)"
    letters = [LETTERS[kind] for kind in range(KINDS) if params.tiles_of[kind]]
    if letter not in letters:
        return f"there is no tile {letter}; the tiles are {' '.join(letters)} (R1)"
    if why := no_such_place(params, name):
        return why
    laid, seat = int(seen.laid), int(seen.laid) // PLACES
    if army != "SN"[seat]:
        whose = SEAT_NAMES["SN".index(army)]
        when = "come after south's" if army == "N" else "are complete"
        return f"{whose}'s tiles {when}; now comes {spot_name(laid)} (R3)"
    if PLACE_NAMES.index(name) != laid % PLACES:
        already = f"{name} already has its tile" if PLACE_NAMES.index(name) < laid % PLACES else ""
        order = already or f"the order is {order_of_places(params)}"
        return f"{order}; now comes {spot_name(laid)} (R3)"
    kind = LETTERS.index(letter)
    verb = "is" if params.tiles_of[kind] == 1 else "are"
    return f"{tiles_of_kind(params, kind)} of {SEAT_NAMES[seat]} {verb} already laid out (R3)"


# Turn


def why_not_in_turn(params: Any, seen: Observation, text: str, places: list[int]) -> str:
    """Why these places, which exist, do not make a legal turn."""
    if CALLING.fullmatch(text):
        return why_not_called(params, seen, places[0])
    if seen.phase != TURN:
        what = {
            LAYING: "the tiles must be laid out first",
            BATTLE: "the battle must be fought out first",
        }
        return f"{what.get(int(seen.phase), 'the turns are over')}; {what_now(params, seen)}"
    seat = int(seen.to_act)
    if why := no_tile_there(seen, seat, places[0], "your"):
        return why
    name, kind = PLACE_NAMES[places[0]], int(kind_at(seen, seat, places[0]))
    if kind == KING:
        return f"{name} is your King, who can never be chosen (R4)"
    if "x" in text:
        return why_no_attack(seen, name, kind, *places)
    return why_no_reveal(seen, name, kind, *places)


def why_no_attack(seen: Observation, name: str, kind: int, place: int, target: int) -> str:
    """The tile on `place` cannot attack the one on `target`."""
    if kind == SPY:
        return f"{name} is a Spy, and Spies do not attack (R4)"
    if place % 4 != target % 4:
        other = PLACE_NAMES[target]
        return f"tiles attack in their own column; {other} is not in column {name[0]} (R4)"
    if why := no_tile_there(seen, 1 - seen.to_act, target, "the enemy's"):
        return why
    ranks = place // 4 + 1, target // 4 + 1
    return (
        f"your rank {ranks[0]} plus enemy rank {ranks[1]} is {sum(ranks)}, "
        f"but {a_kind(kind)} has range {RANGE[kind]} (R4)"
    )


def why_no_reveal(seen: Observation, name: str, kind: int, place: int, target: int) -> str:
    """The tile on `place` cannot turn up the one on `target`."""
    if kind != SPY:
        return f"{name} is {a_kind(kind)}; only a Spy reveals (R4)"
    if seen.army[seen.to_act, FACE_UP] >> place & 1:
        return f"the Spy on {name} is already face up and can no longer reveal (R4)"
    if why := no_tile_there(seen, 1 - seen.to_act, target, "the enemy's"):
        return why
    shown = a_kind(int(kind_at(seen, 1 - seen.to_act, target)))
    return f"the enemy tile on {PLACE_NAMES[target]} is already face up: {shown} (R4)"


# Battle


def why_no_decision(params: Any, seen: Observation) -> str:
    """That there is no battle in which to call a tile or stand."""
    return f"no battle is waiting for a decision (R5); {what_now(params, seen)}"


def why_not_called(params: Any, seen: Observation, place: int) -> str:
    """The tile on this place cannot reinforce the defender."""
    if seen.phase != BATTLE:
        return why_no_decision(params, seen)
    seat, name, defender = int(seen.to_act), PLACE_NAMES[place], int(seen.defender)
    if why := no_tile_there(seen, seat, place, "your"):
        return why
    if place == defender:
        return f"{name} is the defender itself; call a tile next to it (R5)"
    if not params.beside[defender] >> place & 1:
        return f"{name} is not next to the defender on {PLACE_NAMES[defender]} (R5)"
    return f"{name} is your King, who reinforces nobody (R5)"


# Ransom


def no_ransom(params: Any, seen: Observation) -> str:
    """That there is no King to buy back now."""
    return f"no ransom is due now (R9); {what_now(params, seen)}"


def why_not_paid(params: Any, seen: Observation, digits: str) -> str:
    """Why the tally cannot make this payment for the King."""
    if seen.phase in (LAYING, TURN, BATTLE):
        return no_ransom(params, seen)
    pips = [int(digit) for digit in digits]
    if not pips:
        return "list the pips of the tiles you pay from high to low, e.g. pay=41 (R9)"
    for pip in pips:
        if pip == PIPS[KING]:
            return "only a King has 5 pips, and none is in your tally (R9)"
        if pip not in PIPS:
            return f"no tile has {pip} pips (R1)"
    if len(pips) > MOST_PAID:
        return f"with {len(pips)} tiles some would be superfluous (R9)"
    ordered = sorted(pips, reverse=True)
    if pips != ordered:
        return f"write the pips from high to low: pay={''.join(map(str, ordered))} (R9)"
    if sum(pips) < 5:
        return f"{in_words(pips)}; a ransom is 5 pips or more (R9)"
    if sum(pips) - pips[-1] >= 5:
        return (
            f"{in_words(pips)}, and would still be "
            f"{sum(pips) - pips[-1]} without the {pips[-1]}: no tile may be superfluous (R9)"
        )
    short = next(p for p in ordered if pips.count(p) > tiles_worth(seen, p))
    have = tiles_worth(seen, short)
    tiles = f"only {counted(have, 'tile')}" if have else "no tile"
    return f"your tally has {tiles} of {counted(short, 'pip')} (R9)"


def in_words(pips: list[int]) -> str:
    """The sum of a payment written out."""
    if len(pips) == 1:
        return f"this is {counted(pips[0], 'pip')}"
    return f"{' + '.join(map(str, pips))} is {sum(pips)}"


def tiles_worth(seen: Observation, pips: int) -> int:
    """How many tiles of this many pips the tally of the seat to act has."""
    return int(seen.tally[seen.to_act][pips == PIPS].sum())


# Why an outcome of chance is refused -------------------------------------------------------------


def explain_outcome(params: Any, s: State, text: str) -> str:
    if s.laid == 2 * PLACES:
        now = "now chance decides who begins, first=south or first=north (R3)"
    else:
        example = an_example_of_laying(params, s)
        now = f"now chance lays out {spot_name(int(s.laid))}, e.g. {example} (R3)"
    if len(text) > LONGEST_TEXT:
        return f"this is not an outcome; {now}"
    if spelled := spelled_otherwise(text, tokens_by_small_letters(), paragraph):
        return spelled
    is_token = text in tokens_by_small_letters().values()
    if FIRST_SEAT.fullmatch(text):
        if not is_token:
            return f"there is no such seat, the seats are south and north; {now}"
        return f"who begins is decided once all tiles are laid out; {now}"
    if setting := SETTING.fullmatch(text):
        return why_not_laid(params, s, *setting.groups())
    if is_token:
        return f"this is a seat's step; {now}"
    return f"this is not an outcome; {now}"
