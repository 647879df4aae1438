"""Writes docs/tensors.md: `python -m tests.tensors`. Read the diff."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from siegeworks.core.game import Game
from siegeworks.games import NAMES, load, module
from tests.symmetries import all_symmetries
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

# What action numbers mean: the first token of each range, and the meaning of the range.
ACTIONS: dict[str, list[tuple[Options, str, str]]] = {
    "siege-by-number": [
        ({}, "S-S", "from-to: 36 · from + to, both numbered as the spaces below; to = from: stay"),
        ({}, "xS", "attack the piece on a space: + its number"),
        ({}, "hold", "do not attack"),
        ({}, "done", "move nothing more this turn"),
    ],
    "nobles-and-peasants": [
        ({}, "T@a1", "place a tower: + the circle, 0 to 36 in reading order"),
        ({}, "a1-a2", "move a tower: + 36 · from + to, `to` counted without the circle `from`"),
        ({}, "-a1", "remove a tower: + the circle"),
        ({}, "L@a1", "lay the left end stone on a circle: + the circle"),
        ({}, "R@a1", "lay the right end stone on a circle: + the circle"),
        ({}, "L>1", "put the left end stone in at place 1 to 71 of the row: + place − 1"),
        ({}, "R>0", "put the right end stone in at place 0 to 70 of the row: + place"),
        ({}, "keep", "leave the row as it is"),
    ],
    "siege-master": [
        (
            {},
            "a5-a8",
            "an army by its two ends: the straight rows of four hexes, by their first "
            "end in reading order, then to the right, down left, down right",
        ),
        ({}, "swap", "swap sides"),
        ({"fortresses": "placed"}, "@a5", "a fortress: + the hex in reading order"),
    ],
    "kings-ransom": [
        ({}, "a1~", "flee: + the place, a1, b1, c1, d1, a2 … d4 of one's own army"),
        ({}, "a1xa1", "attack: + 16 · (enemy rank − 1) + one's own place; the column is the same"),
        ({}, "a1?a1", "spy: + 16 · one's own place + the enemy's"),
        ({}, "+a1", "call: + the place"),
        ({}, "stand", "call nobody"),
        ({}, "pay=6", "pay the ransom: + the payment, in the order of `rules.py`"),
        ({}, "refuse", "do not pay"),
        (
            {"setup": "secret"},
            "Sa1=K",
            "lay out: + 6 · the spot + the kind, K A E C I S; spots "
            "are south's places, then north's",
        ),
    ],
    "expansion": [
        (
            {},
            "a1-b1",
            "a move: walks, then jumps, each direction by direction, and then by the "
            "cell where it begins, a1, b1 … f6",
        ),
        ({}, "pass", "no move"),
        (
            {},
            "5@a1",
            "place a value: + 36 · seat + 6 · (place of the value in 5432A0) + home cell "
            "in the order of R2; fewer values or cells: fewer of each",
        ),
    ],
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
the same way in all games: a row a step, one-hot (`information_tensor` in `core/information.py`; in
long games its codes are written with two digits, each one-hot).

Planes are turned towards their viewer, action numbers are not: action 12 is the same token for
every seat, and in a game where the board is turned for one seat its actions have to be turned with
it. Only King's Ransom numbers actions from the side of who acts. `Game.action_texts[number]` is the
token of any number. The symmetries listed are exact, turn order and chance included: a learner may
turn positions and actions by them to have more of them. They are checked by playing
(`tests/laws/test_symmetries.py`, whose `tests/symmetries.py` has them as maps of places).

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
    return "\n".join([*lines, "", *actions(name), "", *symmetries(name), ""])


def actions(name: str) -> list[str]:
    """What its action numbers mean."""
    lines = ["| actions | from | to | meaning |", "|---|---|---|---|"]
    for number, (options, token, meaning) in enumerate(ACTIONS[name]):
        game = load(name, options)
        first = game.action_texts.index(token)
        rest = [
            game.action_texts.index(after)
            for _, after, _ in ACTIONS[name][number + 1 :]
            if after in game.action_texts
        ]
        last = min(rest, default=game.num_actions) - 1
        where = label(("", options)).strip()
        what = f"{meaning} (`{where}`)" if where else meaning
        texts = game.action_texts
        lines.append(f"| {first} to {last} | `{texts[first]}` | `{texts[last]}` | {what} |")
    if name == "siege-by-number":
        game = load(name)
        spaces = [text.removeprefix("x") for text in game.action_texts if text.startswith("x")]
        lines += ["", f"The spaces from 0 on: {', '.join(spaces)}."]
    return lines


def symmetries(name: str) -> list[str]:
    """Under what the game stays the same, besides what its planes are turned by already."""
    return [
        "Symmetries of the board, and what they make together:",
        "",
        *(f"- {symmetry.meaning}{shown(symmetry.options)}" for symmetry in all_symmetries()[name]),
    ]


def shown(options: Options) -> str:
    """The options that a symmetry was checked with."""
    return f" (checked with {label(('', options)).strip()})" if options else ""


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
