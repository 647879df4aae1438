"""What a seat sees of a position."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from operator import mul
from typing import Any

from siegeworks.core.bits import holds, numbers_in
from siegeworks.core.contract import CHANCE, REFEREE, TERMINAL, Observation, Seat
from siegeworks.core.scene import Cell, Piece, Scene, Tray, with_piece
from siegeworks.core.text import capitalized, counted
from siegeworks.games.kings_ransom.notation import KIND_NAMES, LETTERS, PLACE_NAMES, spot_name
from siegeworks.games.kings_ransom.rules import face_down, kind_at, may_be_king, not_laid
from siegeworks.games.kings_ransom.state import (
    BATTLE,
    FACE_UP,
    KINDS,
    KING,
    LAYING,
    NORTH,
    PIPS,
    PLACES,
    RANSOM,
    SEAT_NAMES,
    SOUTH,
    TILES,
)

MOST_PIPS_FIRST = sorted(range(KINDS), key=lambda kind: -int(PIPS[kind]))
UNKNOWN = tuple(Piece("tile", seat, "?", face_down=True) for seat in SEAT_NAMES)


def cell_name(seat: Seat, place: int) -> str:
    """What a place of a seat is called on the board."""
    return f"{'SN'[seat]}{PLACE_NAMES[place]}"


def scene(params: Any, seen: Observation) -> Scene:
    """Both formations, their front ranks facing each other across an empty row, and the trays."""
    cells = *army_cells(params, seen, NORTH), *army_cells(params, seen, SOUTH)
    texts = tuple(notes(seen)), goal(seen), task(seen)
    return Scene("squares", cells, tuple(trays(params, seen)), (), *texts)


def army_cells(params: Any, seen: Observation, seat: Seat) -> tuple[Cell, ...]:
    """The places of an army with its tiles, and their letters if the viewer knows them."""
    board = int(params.formation), int(params.ranks), seat
    return cells_with(board, tuple(seen.army[seat].tolist()), seen.viewer in (seat, REFEREE))


@lru_cache(256)  # most moves leave one army as it was, and all but its owner see the same of it
def cells_with(
    board: tuple[int, int, Seat], sets: tuple[int, ...], known: bool
) -> tuple[Cell, ...]:
    """As `army_cells`, worked out once: the places of a seat in a formation of so many ranks."""
    formation, ranks, seat = board
    kinds = {place: kind for kind in range(KINDS) for place in numbers_in(sets[kind])}
    cells = list[Cell]()
    for place, cell in bare_cells(formation, ranks, seat):
        up = holds(sets[FACE_UP], place)
        if not holds(sets[TILES], place):
            cells.append(cell)
        elif up or known:
            cells.append(with_piece(cell, tile(kinds[place], seat, not up)))
        else:
            cells.append(with_piece(cell, UNKNOWN[seat]))
    return tuple(cells)


@cache
def bare_cells(formation: int, ranks: int, seat: Seat) -> tuple[tuple[int, Cell], ...]:
    """The empty places of an army, each with its number."""
    return tuple(
        (place, Cell(cell_name(seat, place), *spot, "place", SEAT_NAMES[seat]))
        for place in numbers_in(formation)
        for spot in [where(ranks, seat, place)]
    )


def where(ranks: int, seat: Seat, place: int) -> tuple[float, float]:
    """The middle of a place: south's army below, rank 1 of both towards the enemy (R2)."""
    column, row = place % 4, place // 4
    return float(column), float(ranks - 1 - row if seat == NORTH else ranks + 1 + row)


@cache
def tile(kind: int, seat: Seat | None, face_down: bool = False) -> Piece:
    """A tile with its letter and its pips; if it is face down, the viewer knows it anyway."""
    text = f"{LETTERS[kind]}{PIPS[kind]}"
    return Piece(
        KIND_NAMES[kind].lower(), None if seat is None else SEAT_NAMES[seat], text, face_down
    )


def trays(params: Any, seen: Observation) -> Iterator[Tray]:
    """The tallies, what is hidden or still to be laid out, and what left the game unscored."""
    for seat, name in enumerate(SEAT_NAMES):
        counts = tuple(seen.tally[seat].tolist())
        yield Tray("Tally", in_a_row(counts, None), name, counted(pips(counts), "pip"))
    for seat, name in enumerate(SEAT_NAMES):
        if seen.laid < PLACES * (seat + 1):
            if seen.viewer in (seat, REFEREE):
                left = tuple(int(not_laid(params, seen, seat, kind)) for kind in range(KINDS))
                yield Tray("Still to lay out", in_a_row(left, seat), name)
        elif any(counts := tuple(seen.unseen[seat].tolist())):
            yield Tray("Face down", in_a_row(counts, seat), name, "in this army, but where?")
    if seen.laid == 2 * PLACES:
        yield Tray("Left the game", in_a_row(gone(params, seen), None))


def pips(counts: Iterable[int]) -> int:
    """What these numbers of tiles of each kind are worth; as `rules.pips`, for plain Python."""
    return sum(map(mul, PIPS.tolist(), counts))


@lru_cache(4096)
def in_a_row(counts: tuple[int, ...], seat: Seat | None) -> tuple[Piece, ...]:
    """These numbers of tiles of each kind, most pips first."""
    return tuple(tile(kind, seat) for kind in MOST_PIPS_FIRST for _ in range(counts[kind]))


def gone(params: Any, seen: Observation) -> tuple[int, ...]:
    """How many tiles of each kind left the game unscored: those that are nowhere else."""
    counts = (seen.unseen + seen.tally).sum(axis=0).tolist()
    standing = [sum(map(int.bit_count, kind)) for kind in seen.army.T[:KINDS].tolist()]
    return tuple(
        len(SEAT_NAMES) * tiles - elsewhere - on_board
        for tiles, elsewhere, on_board in zip(
            params.tiles_of.tolist(), counts, standing, strict=True
        )
    )


def goal(seen: Observation) -> str:
    """R9, R10: what wins, and how much each seat has captured."""
    tallies = ", ".join(
        f"{capitalized(name)} {pips(tally)}"
        for name, tally in zip(SEAT_NAMES, seen.tally.tolist(), strict=True)
    )
    lost = [capitalized(name) for seat, name in enumerate(SEAT_NAMES) if seen.tally[1 - seat, KING]]
    if len(lost) == 1 and seen.to_act != TERMINAL:
        return f"Most pips win, but {lost[0]} must buy back its King at the end: {tallies}"
    return f"Most pips captured win, but a captured King must be bought back: {tallies}"


def task(seen: Observation) -> str:
    if seen.to_act < 0:
        return ""
    if seen.laid < 2 * PLACES:
        return f"Lay out a tile on {spot_name(int(seen.laid))} (R3)"
    if seen.phase == BATTLE:
        called = "a tile next to the defender, which adds its pips and shares its fate"
        return f"Call {called}, or stand alone; more pips win (R5)"
    if seen.phase == RANSOM:
        return "Buy back your King with tiles of your tally, or pay nothing and lose (R9)"
    choice = "attacks in its column or, as a hidden Spy, turns up an enemy tile"
    return f"Choose a tile: it flees, {choice} (R4)"


def notes(seen: Observation) -> Iterator[str]:
    """What happens now, and what applies to the seat to act."""
    if seen.to_act == TERMINAL:
        return
    yield from kings_found_out(seen)
    if seen.laid < 2 * PLACES:
        if seen.to_act == CHANCE:
            yield f"Chance lays out {spot_name(int(seen.laid))} (R3)"
    elif seen.phase == LAYING:
        yield "Chance decides who begins (R3)"
    elif seen.phase == BATTLE:
        seat = int(seen.to_act)
        attacker = in_battle(seen, 1 - seat, int(seen.attacker))
        defender = in_battle(seen, seat, int(seen.defender))
        yield f"{attacker} attacks {defender} (R5)"


def kings_found_out(seen: Observation) -> Iterator[str]:
    """Where a hidden King must be, as anyone who followed the battles can tell."""
    for seat, name in enumerate(map(capitalized, SEAT_NAMES)):
        if not seen.unseen[seat, KING]:
            continue
        hidden, suspects = int(face_down(seen, seat)), int(may_be_king(seen, seat))
        if suspects.bit_count() == 1 and suspects != hidden:
            place = PLACE_NAMES[suspects.bit_length() - 1]
            yield f"{name}'s King can lie only on {place}, as the battles have shown (R5)"


def in_battle(seen: Observation, seat: Seat, place: int) -> str:
    """A tile that fights, in words."""
    kind = int(kind_at(seen, seat, place))
    worth = counted(int(PIPS[kind]), "pip")
    return f"{capitalized(SEAT_NAMES[seat])}'s {KIND_NAMES[kind]} on {PLACE_NAMES[place]} ({worth})"
