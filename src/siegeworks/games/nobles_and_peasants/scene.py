"""What a seat sees of a position."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from siegeworks.core.bits import numbers_in
from siegeworks.core.contract import CHANCE, TERMINAL, Observation, Seat, has_left
from siegeworks.core.scene import Cell, Piece, Scene, Tray, Worth, with_piece
from siegeworks.core.text import capitalized, counted
from siegeworks.games.nobles_and_peasants.params import (
    COLOUR_NAMES,
    NAMES,
    NEUTRAL_COLOUR,
    NOBLE,
    PEASANT,
    PEASANT_OF,
    PLACES,
)
from siegeworks.games.nobles_and_peasants.rules import in_box
from siegeworks.games.nobles_and_peasants.state import NO_STONE, QUIET_TURNS_A_SEAT

BARE = tuple(
    Cell(name, float(x), float(y), "circle") for name, (x, y) in zip(NAMES, PLACES, strict=True)
)
FEW_STONES = 3  # of a colour in the row: the end is near


def scene(params: Any, seen: Observation) -> Scene:
    """The board, the row with its counts, and every seat's hand and score."""
    pieces = dict(pieces_on(params, seen))
    cells = tuple(
        with_piece(bare, pieces[circle]) if circle in pieces else bare
        for circle, bare in enumerate(BARE)
    )
    hands = tuple(hand(params, seen, seat) for seat in range(int(params.seats)))
    trays = (row(seen), counts(params, seen), *hands)
    texts = tuple(notes(params, seen)), goal(params, seen), task(params, seen)
    return Scene("circles", cells, trays, (), *texts, worth(int(params.seats)))


@cache
def worth(seats: int) -> tuple[Worth, ...]:
    """R2, R5: what nobles and peasants are worth; foreigners, which are not named, are worth 1."""
    colours = PEASANT_OF[seats].items()
    return tuple(
        entry
        for noble, peasant in colours
        for entry in (Worth(noble, noble, NOBLE), Worth(noble, peasant, PEASANT))
    )


def pieces_on(params: Any, seen: Observation) -> Iterator[tuple[int, Piece]]:
    """The towers and the stones, each with its circle."""
    for colour in range(NO_STONE + 1, len(COLOUR_NAMES)):
        for circle in numbers_in(seen.stones[colour]):
            yield circle, stone(colour)
    for circle in numbers_in(params.neutral_tower):
        yield circle, tower(None, NEUTRAL_COLOUR)
    for seat, name in enumerate(PEASANT_OF[int(params.seats)]):
        for circle in numbers_in(seen.towers[seat]):
            yield circle, tower(name, name)


@cache
def tower(seat: str | None, noble: str) -> Piece:
    """A tower, around a stone of its noble's colour."""
    kind = "tower" if seat else "neutral tower"
    return Piece(kind, seat, "♛" if seat else "♜", color=noble)


@cache
def stone(colour: int) -> Piece:
    """A stone, with the letter that its colour has in tokens."""
    return Piece("stone", None, COLOUR_NAMES[colour][0].upper(), color=COLOUR_NAMES[colour])


def row(seen: Observation) -> Tray:
    """The selection row from its left end L to its right end R."""
    length = int(seen.length)
    stones = tuple(stone(int(colour)) for colour in seen.row[:length])
    places = f", places 0 to {length - 1}" if length > 1 else ", place 0" if length else ""
    return Tray("Row, L to R", stones, note=counted(length, "stone") + places)


def counts(params: Any, seen: Observation) -> Tray:
    """How many stones of each colour are in the row."""
    colours = range(NO_STONE + 1, len(COLOUR_NAMES))
    note = ", ".join(f"{int(seen.in_row[i])} {COLOUR_NAMES[i]}" for i in colours)
    if seen.first < 0:
        note += "; in the box "
        note += ", ".join(f"{int(in_box(params, seen, i))} {COLOUR_NAMES[i]}" for i in colours)
    return Tray("In the row", (), note=note)


def hand(params: Any, seen: Observation, seat: Seat) -> Tray:
    """The towers that a seat has in its hand, and its score."""
    name, peasant = list(PEASANT_OF[int(params.seats)].items())[seat]
    towers = (tower(name, name),) * int(seen.hand[seat])
    points = counted(int(seen.score[seat]), "point")
    note = f"{points}; {name} 4, {peasant} 2, others 1"
    return Tray("Hand", towers, seat=name, note=note)


def goal(params: Any, seen: Observation) -> str:
    """R6, R8: what wins, and the scores."""
    what = "Most points win when the row runs out of a colour or the board is full"
    return f"{what}: {scores(params, seen)}"


def scores(params: Any, seen: Observation) -> str:
    """The scores of all seats: "Blue 3, Red 5"."""
    names = PEASANT_OF[int(params.seats)]
    return ", ".join(f"{capitalized(name)} {int(seen.score[i])}" for i, name in enumerate(names))


def task(params: Any, seen: Observation) -> str:
    if seen.to_act < 0:
        return ""
    if seen.row_step:
        return "Move an end stone of the row to another place in it, or leave the row as it is (R4)"
    if not seen.towers[seen.to_act]:
        tower = "Place a tower, which scores for each stone placed in its view"
        return f"{tower}, or place an end stone of the row (R4)"
    name, peasant = list(PEASANT_OF[int(params.seats)].items())[seen.to_act]
    worth = f"{name} 4 points, {peasant} 2, others 1"
    stone = f"Place an end stone of the row in view of your towers ({worth})"
    return f"{stone}, or place, move or remove a tower (R4)"


def notes(params: Any, seen: Observation) -> list[str]:
    """What chance does, and how near the end is."""
    lines = []
    if seen.to_act == CHANCE:
        missing = int(params.row_length - seen.length)
        lines.append(
            f"{counted(missing, 'stone')} still to be drawn into the row (R3)"
            if missing
            else "Chance decides who begins (R3)"
        )
    elif seen.to_act != TERMINAL:
        lines += near_the_end(params, seen)
    for seat, name in enumerate(PEASANT_OF[int(params.seats)]):
        if has_left(seen, seat):
            lines.append(f"{capitalized(name)} has left the game; its towers still score (R8)")
    return lines


def near_the_end(params: Any, seen: Observation) -> list[str]:
    """Warnings of the three ends of the game."""
    lines = []
    for colour in range(NO_STONE + 1, len(COLOUR_NAMES)):
        left = int(seen.in_row[colour])
        if left <= FEW_STONES:
            lines.append(
                f"{left} {COLOUR_NAMES[colour]} in the row: the game ends with the last (R6)"
            )
    empty = int(seen.empty).bit_count()
    if empty <= FEW_STONES:
        lines.append(f"{empty} empty on the board: the game ends with the last (R6)")
    most = QUIET_TURNS_A_SEAT * int(params.seats)
    if 2 * seen.quiet_turns >= most:
        quiet = int(seen.quiet_turns)
        turns = counted(quiet, "turn")
        lines.append(f"No stone placed for {turns}: at {most} the game ends (R6)")
    return lines
