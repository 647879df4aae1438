"""What the signs on a drawn board mean, for `help`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from siegeworks.core.scene import Scene
from siegeworks.tui.draw import (
    BARE,
    LARGE,
    PIECE_SIGNS,
    SHEETS,
    SIGNS,
    UNKNOWN,
    Grid,
    Hexes,
    Room,
    Sheet,
    piece_text,
)
from siegeworks.tui.seats import look_of

Mark = tuple[str, str]  # a sign as it is drawn, and what it means
WAYS = ("level", "falling", "rising")


def legend(scene: Scene, seats: Sequence[str], room: Room) -> list[str]:
    """A line for each sign that may stand on this board."""
    sheet = SHEETS[scene.shape](scene, (), room)
    marks = [*_marks(sheet, scene, seats, room)]
    widest = max(len(sign) for sign, _ in marks)
    return [f"{sign:<{widest}}  {meaning}" for sign, meaning in marks]


def _marks(sheet: Sheet, scene: Scene, seats: Sequence[str], room: Room) -> Iterator[Mark]:
    if isinstance(sheet, Hexes):
        yield from _hexes(sheet, seats[0])
    elif isinstance(sheet, Grid):
        yield from _squares(sheet, scene, seats)
    else:
        yield from _circles(scene, seats, room)


def _hexes(sheet: Hexes, seat: str) -> Iterator[Mark]:
    owner = look_of(seat).letter
    fortress = sheet.sign(SIGNS["fortress"])
    yield (
        f"{sheet.sign(BARE)} {fortress} {fortress}{owner}",
        (f"free land; a neutral fortress; a fortress that {seat} has captured"),
    )
    for way, meaning in zip(
        WAYS, ("from left to right", "down to the right", "down to the left"), strict=True
    ):
        first, middle, last = sheet.strokes(way, owner, False)
        parts = [first.strip(), middle.strip(), middle.strip(), last.strip()]
        sign = "".join(parts) if way == "level" else " ".join(parts)
        yield sign, f"an army of {seat} on four hexes, {meaning}"
    if sheet.half > 1:
        ends = " ".join(
            part.strip() for way in WAYS[1:] for part in sheet.strokes(way, owner, True)[::2]
        )
        yield ends, "ends of an army laid since you last moved; [ ] other changes"


def _circles(scene: Scene, seats: Sequence[str], room: Room) -> Iterator[Mark]:
    kinds = _kinds(scene, room)
    yield "b2", "an empty circle, by its name"
    yield " ".join(f"({sign})" for sign in kinds.get("stone", ())), "stones, by their colours"
    for kind in sorted(LARGE & kinds.keys(), reverse=True):
        owner = "" if "neutral" in kind else f"{look_of(seats[0]).letter} "
        yield f"[{owner + kinds[kind][0]:^3}]", f"a {kind}" + (f" of {seats[0]}" if owner else "")
    yield "> <", "changed since you last moved"


def _squares(sheet: Grid, scene: Scene, seats: Sequence[str]) -> Iterator[Mark]:
    """Where pieces stand on each other's ground, each shows whose it is."""
    kinds = _kinds(scene, sheet.room)
    named = {
        kind: signs[0] for kind, signs in kinds.items() if kind in PIECE_SIGNS or len(signs[0]) == 2
    }
    is_mixed = scene.shape == "tiles" or any(cell.ground == "home" for cell in scene.cells)
    owner = look_of(seats[0]).letter if is_mixed else ""
    value = f"{owner}5" if is_mixed else next(iter(named.values()), "5")
    if is_mixed:
        owners = ", ".join(f"{look_of(seat).letter} {seat}" for seat in seats)
        yield value, f"a piece with the value 5, its owner first: {owners}"
    if named:
        signs = [f"{owner}{sign}" for sign in named.values()]
        kinds_named = [f"{sign} {kind}" for sign, kind in zip(signs, named, strict=True)]
        yield signs[0], "kinds of pieces: " + ", ".join(kinds_named)
    yield f"{owner}{UNKNOWN}", "a piece that lies face down: you do not know its value"
    yield f"({value})", "in brackets: face down, but you know it"
    yield "> <", "changed since you last moved"
    bare = sheet.sign(BARE)
    if scene.shape == "tiles":
        yield f"{bare} {owner.lower()}", f"a free place; one that {seats[0]} has captured"
        yield _edge(sheet), "the edges of tiles"
    else:
        homes = [cell.name for cell in scene.cells if cell.ground == "home"]
        yield " ".join([bare, *homes]), "a free place" + ("; Home Bases" if homes else "")


def _edge(sheet: Grid) -> str:
    """A heavy line, as it is drawn."""
    return "##" if sheet.room.ascii_only else "━┃"


def _kinds(scene: Scene, room: Room) -> dict[str, list[str]]:
    """The signs of all pieces on the board and beside it, by kind."""
    places = {cell.name for cell in scene.cells}  # captured tiles are called by a place
    pieces = [piece for tray in scene.trays for piece in tray.pieces if piece.text not in places]
    pieces += [cell.piece for cell in scene.cells if cell.piece]
    found: dict[str, list[str]] = {}
    for piece in pieces:
        is_named = piece.kind in PIECE_SIGNS or piece.text not in ("", UNKNOWN)
        if is_named and not piece.spent:
            signs = found.setdefault(piece.kind, [])
            sign = piece_text(piece._replace(face_down=False), False, room)
            signs += [sign] if sign not in signs else []
    return found
