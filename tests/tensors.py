"""Writes docs/tensors.md: `python -m tests.tensors`. Read the diff."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from siegeworks.core.game import Game
from siegeworks.games import NAMES, load, module
from tests.variants import Options, label

DOCUMENT = Path(__file__).parent.parent / "docs" / "tensors.md"

# The options that change a tensor's shape; the last of each game has all its planes.
SHAPES: dict[str, list[Options]] = {
    "siege-by-number": [{}, {"seats": "3"}, {"seats": "4"}],
    "nobles-and-peasants": [{}, {"seats": "3"}, {"seats": "4"}],
    "siege-master": [{}],
    "kings-ransom": [{"columns": "2", "tiles": "KAECIS"}, {}],
    "expansion": [{"board": "3x1"}, {"board": "2x2"}, {}],
}

HEAD = """# Tensors

What a seat may know, as numbers for a learner:
`game.observation_tensor(game.observe(state, seat))`, float32 of shape (planes, rows, columns), all
between −1 and 1. In a game without secrets an observation is nobody's:
`game.observation_tensor(state, seat)` says from whose side, and without `seat` it is that of the
seat to act. Row 0 is at the top, column 0 at the left.

Planes of a game with fewer seats are the first of those listed. Where nothing else is said, a place
is 0 in a plane if it is not 1.

What a seat has learned since the beginning, in the order in which it learned it, is another tensor,
the same way in all games: `information_tensor` in `core/information.py`.

This page is made from the games: `python -m tests.tensors` writes it anew.
"""


def document() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(chapter(name) for name in NAMES)])


def chapter(name: str) -> str:
    """The planes of one game."""
    games = [(options, load(name, options)) for options in SHAPES[name]]
    _, largest = games[-1]
    assert largest.tensor is not None
    lines = [
        f"## {largest.title}",
        "",
        layout(name),
        "",
        *(shape(label((name, options)), game) for options, game in games),
        "",
        "| | plane | what it says |",
        "|---|---|---|",
    ]
    lines += [
        f"| {number} | {plane.name} | {plane.meaning} |"
        for number, plane in enumerate(largest.tensor.planes)
    ]
    return "\n".join([*lines, ""])


def layout(name: str) -> str:
    """How the planes are laid out: what the module that writes them says of itself."""
    tensor = import_module(f"{module(name).__name__}.tensor")
    assert tensor.__doc__ is not None
    return tensor.__doc__.strip()


def shape(shown: str, game: Game) -> str:
    """`- siege-master: 18 × 17 × 17`."""
    assert game.tensor is not None
    return f"- `{shown}`: {' × '.join(str(length) for length in game.tensor.shape)}"


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
