"""Scenes as short lines of words, for screen readers and pipes: one line a group of things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby

from siegeworks.core.scene import Piece, Scene, Tray

LONGEST_LIST = 40  # empty places are named up to here, else counted
MOST_RUNS = 12  # different things of a tray that are told in words
UNKNOWN = "?"  # the text of a piece whose value the viewer does not see


class Speech:
    """How the things of one scene are called."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.usual_ground = most_common(cell.ground for cell in scene.cells)
        self.all_is_owned = all(cell.seat for cell in scene.cells)

    def piece(self, piece: Piece) -> str:
        """A piece in words: whose it is, what it is, how it lies."""
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
        """A line for the places of each kind, but for the usual; then for those that are empty."""
        special = [
            (
                f"{cell.ground} of {cell.seat}" if cell.seat else f"{cell.ground}, nobody's",
                cell.name,
            )
            for cell in self.scene.cells
            if cell.ground != self.usual_ground or (cell.seat and not self.all_is_owned)
        ]
        for word, names in grouped(special).items():
            yield f"{word}: {' '.join(names)}"
        usual = [cell for cell in self.scene.cells if cell.ground == self.usual_ground]
        yield f"empty: {listed([cell.name for cell in usual if not cell.piece])}"

    def tray(self, tray: Tray) -> str:
        """What lies beside the board; equal neighbours are counted, many are told by letters."""
        owner = f"{tray.seat}, " if tray.seat else ""
        own = [p._replace(seat=None) if p.seat == tray.seat else p for p in tray.pieces]
        runs = [(word, len(list(run))) for word, run in groupby(map(self.piece, own))]
        words = ", ".join(f"{count} {word}" if count > 1 else word for word, count in runs)
        if len(runs) > MOST_RUNS:
            words = " ".join(piece.text for piece in own)
        inside = "; ".join(part for part in (words, tray.note) if part)
        return f"{owner}{tray.title}: {inside or 'none'}"


def lines(scene: Scene, changed: Collection[str] = ()) -> list[str]:
    """All that is on the board and beside it."""
    speech = Speech(scene)
    names = [cell.name for cell in scene.cells if cell.name in changed]
    return [
        *speech.pieces(),
        *speech.grounds(),
        *([f"changed: {listed(names)}"] if names else []),
        *map(speech.tray, scene.trays),
        *scene.notes,
    ]


def listed(names: list[str]) -> str:
    """The names, or how many they are."""
    if len(names) > LONGEST_LIST:
        return f"{len(names)} places"
    return " ".join(names) or "none"


def grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The second words by the first, each in the order in which they come."""
    groups: dict[str, list[str]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def most_common(words: Iterable[str]) -> str:
    """The word that comes most often."""
    return Counter(words).most_common(1)[0][0]
