"""Describes scenes in short lines of text, for screen readers and pipes."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby

from msgspec.structs import replace

from siegeworks.core.scene import UNKNOWN, Piece, Scene, Tray
from siegeworks.core.text import counted

LONGEST_LIST = 40  # longer lists of places are only counted
MOST_RUNS = 12  # a tray with more runs of equal pieces is written in letters


class SceneText:
    """Puts the parts of one scene into words."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.common_ground = Counter(cell.ground for cell in scene.cells).most_common(1)[0][0]
        self.is_all_owned = all(cell.seat for cell in scene.cells)

    def piece(self, piece: Piece) -> str:
        """A piece: its owner, its colour, its kind, its value, and whether it is face down."""
        words = [piece.seat, piece.color if piece.color != piece.seat else None]
        words += ["spent" if piece.spent else None, piece.kind]
        if piece.text == UNKNOWN:
            words.append("unknown")
        elif piece.text.isascii() and not piece.color:
            words.append(piece.text)
        if piece.face_down and piece.text != UNKNOWN:
            words.append("face down")
        return " ".join(word for word in words if word)

    def pieces(self) -> Iterator[str]:
        """A line for the pieces of each kind."""
        chained = {name for chain in self.scene.chains for name in chain}
        words = {cell.name: self.piece(cell.piece) for cell in self.scene.cells if cell.piece}
        long = [(words[chain[0]], f"{chain[0]}-{chain[-1]}") for chain in self.scene.chains]
        single = [(word, name) for name, word in words.items() if name not in chained]
        for word, names in grouped([*long, *single]).items():
            yield f"{word}: {' '.join(names)}"

    def grounds(self) -> Iterator[str]:
        """A line for the cells of each uncommon or owned ground; then one for the empty cells."""
        special = [
            (
                f"{cell.ground} of {cell.seat}" if cell.seat else f"{cell.ground}, nobody's",
                cell.name,
            )
            for cell in self.scene.cells
            if cell.ground != self.common_ground or (cell.seat and not self.is_all_owned)
        ]
        for word, names in grouped(special).items():
            yield f"{word}: {' '.join(names)}"
        common = [cell for cell in self.scene.cells if cell.ground == self.common_ground]
        empty = [cell for cell in common if not cell.piece]
        yield f"empty: {listed([cell.name for cell in empty])}"
        if barred := [cell.name for cell in empty if cell.barred]:
            yield f"of these, barred now: {listed(barred)}"

    def tray(self, tray: Tray) -> str:
        """A tray: runs of equal pieces are counted, long rows are written in letters."""
        owner = f"{tray.seat}, " if tray.seat else ""
        own = [replace(p, seat=None) if p.seat == tray.seat else p for p in tray.pieces]
        runs = [(word, len(list(run))) for word, run in groupby(map(self.piece, own))]
        words = ", ".join(f"{count} {word}" if count > 1 else word for word, count in runs)
        if len(runs) > MOST_RUNS:
            words = " ".join(piece.text for piece in own)
        inside = "; ".join(part for part in (words, tray.note) if part)
        return f"{owner}{tray.title}: {inside or 'none'}"


def lines(scene: Scene, changed: Collection[str] = ()) -> list[str]:
    """Everything on and beside the board, in lines."""
    text = SceneText(scene)
    names = [cell.name for cell in scene.cells if cell.name in changed]
    return [
        *text.pieces(),
        *text.grounds(),
        *([f"changed: {listed(names)}"] if names else []),
        *map(text.tray, scene.trays),
        *sentences(scene),
    ]


def sentences(scene: Scene) -> list[str]:
    """What wins, what the seat to act does, and the notes: a line each."""
    return [line for line in (scene.goal, scene.task, *scene.notes) if line]


def listed(names: list[str]) -> str:
    """The names, or how many there are."""
    if len(names) > LONGEST_LIST:
        return counted(len(names), "place")
    return " ".join(names) or "none"


def grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The second items by the first, both in order of appearance."""
    groups: dict[str, list[str]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups
