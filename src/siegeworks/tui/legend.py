"""The legend of a drawn board: what its symbols mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from siegeworks.core.palette import look_of
from siegeworks.core.scene import UNKNOWN, Scene
from siegeworks.tui.draw import (
    BARRED_SYMBOL,
    EMPTY_SYMBOL,
    GROUND_SYMBOLS,
    LARGE,
    PIECE_SYMBOLS,
    RENDERERS,
    BoardRenderer,
    HexRenderer,
    SquareRenderer,
    Viewport,
    piece_text,
)

Entry = tuple[str, str]  # a symbol as it is drawn, and its meaning
WAYS = ("level", "falling", "rising")


def legend(scene: Scene, seats: Sequence[str], viewport: Viewport) -> list[str]:
    """A line for each symbol that can appear on this board."""
    renderer = RENDERERS[scene.shape](scene, (), viewport)
    entries = [*_entries(renderer, scene, seats, viewport)]
    widest = max(len(symbol) for symbol, _ in entries)
    return [f"{symbol:<{widest}}  {meaning}" for symbol, meaning in entries]


def _entries(
    renderer: BoardRenderer, scene: Scene, seats: Sequence[str], viewport: Viewport
) -> Iterator[Entry]:
    if isinstance(renderer, HexRenderer):
        yield from _hexes(renderer, seats[0])
    elif isinstance(renderer, SquareRenderer):
        yield from _squares(renderer, scene, seats)
    else:
        yield from _circles(scene, seats, viewport)


def _hexes(renderer: HexRenderer, seat: str) -> Iterator[Entry]:
    owner = look_of(seat).letter
    fortress = renderer.symbol(GROUND_SYMBOLS["fortress"])
    yield (
        f"{renderer.symbol(EMPTY_SYMBOL)} {fortress} {fortress}{owner}",
        (f"free land; a neutral fortress; a fortress that {seat} has captured"),
    )
    if any(cell.barred for cell in renderer.scene.cells):
        yield renderer.symbol(BARRED_SYMBOL), "free land where nothing may be placed now"
    for way, meaning in zip(
        WAYS, ("from left to right", "down to the right", "down to the left"), strict=True
    ):
        first, middle, last = renderer.strokes(way, owner, False)
        parts = [first.strip(), middle.strip(), middle.strip(), last.strip()]
        symbol = "".join(parts) if way == "level" else " ".join(parts)
        yield symbol, f"an army of {seat} on four hexes, {meaning}"
    if renderer.half > 1:
        ends = " ".join(
            part.strip() for way in WAYS[1:] for part in renderer.strokes(way, owner, True)[::2]
        )
        yield ends, "ends of an army placed since your last move; [ ] other changes"


def _circles(scene: Scene, seats: Sequence[str], viewport: Viewport) -> Iterator[Entry]:
    kinds = _kinds(scene, viewport)
    yield "b2", "an empty circle, with its name"
    yield " ".join(f"({symbol})" for symbol in kinds.get("stone", ())), "stones, by colour"
    for kind in sorted(LARGE & kinds.keys(), reverse=True):
        owner = "" if "neutral" in kind else f"{look_of(seats[0]).letter} "
        yield f"[{owner + kinds[kind][0]:^3}]", f"a {kind}" + (f" of {seats[0]}" if owner else "")
    yield "> <", "changed since your last move"


def _squares(renderer: SquareRenderer, scene: Scene, seats: Sequence[str]) -> Iterator[Entry]:
    """If pieces can stand on each other's ground, each shows its owner."""
    kinds = _kinds(scene, renderer.viewport)
    named = {
        kind: symbols[0]
        for kind, symbols in kinds.items()
        if kind in PIECE_SYMBOLS or len(symbols[0]) == 2
    }
    is_mixed = scene.shape == "tiles" or any(cell.ground == "home" for cell in scene.cells)
    owner = look_of(seats[0]).letter if is_mixed else ""
    value = f"{owner}5" if is_mixed else next(iter(named.values()), "5")
    if is_mixed:
        owners = ", ".join(f"{look_of(seat).letter} {seat}" for seat in seats)
        yield value, f"a piece of value 5, after its owner's letter: {owners}"
    if named:
        symbols = [f"{owner}{symbol}" for symbol in named.values()]
        kinds_named = [f"{symbol} {kind}" for symbol, kind in zip(symbols, named, strict=True)]
        yield symbols[0], "kinds of pieces: " + ", ".join(kinds_named)
    yield f"{owner}{UNKNOWN}", "a face-down piece whose value you do not know"
    yield f"({value})", "in brackets: a face-down piece that you know"
    yield "> <", "changed since your last move"
    empty = renderer.symbol(EMPTY_SYMBOL)
    if scene.shape == "tiles":
        yield f"{empty} {owner.lower()}", f"an empty place; one on a tile of {seats[0]}"
        yield renderer.symbol(("━┃", "##")), "the edges of tiles"
    else:
        homes = [cell.name for cell in scene.cells if cell.ground == "home"]
        yield " ".join([empty, *homes]), "an empty place" + ("; Home Bases" if homes else "")


def _kinds(scene: Scene, viewport: Viewport) -> dict[str, list[str]]:
    """The symbols of all pieces on and beside the board, by kind."""
    places = {cell.name for cell in scene.cells}  # captured tiles show the name of a place
    pieces = [piece for tray in scene.trays for piece in tray.pieces if piece.text not in places]
    pieces += [cell.piece for cell in scene.cells if cell.piece]
    symbols_of: dict[str, list[str]] = {}
    for piece in pieces:
        is_named = piece.kind in PIECE_SYMBOLS or piece.text not in ("", UNKNOWN)
        if is_named and not piece.spent:
            symbols = symbols_of.setdefault(piece.kind, [])
            symbol = piece_text(piece._replace(face_down=False), False, viewport)
            symbols += [symbol] if symbol not in symbols else []
    return symbols_of
