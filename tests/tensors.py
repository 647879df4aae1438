"""Writes docs/tensors.md: `python -m tests.tensors`. Read the diff."""

from importlib import import_module
from pathlib import Path

from siegeworks.core.game import Game
from siegeworks.games import load, module
from siegeworks.testing import Facts, Options, label
from tests.variants import all_facts

DOCUMENT = Path(__file__).parent.parent / "docs" / "tensors.md"

HEAD = """# Tensors

For researchers: what a seat may know, as numbers for a learner.

An observation becomes numbers by `game.observation_tensor(game.observe(state, seat))`: float32 of
shape (planes, rows, columns), all between −1 and 1. In a game without secrets an observation is
nobody's:
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
(the laws of `siegeworks.testing`; `facts.py` beside a game's tests has them as maps of places).

This page is made from the games: `python -m tests.tensors` writes it again.
"""


def document() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(chapter(facts) for facts in all_facts())])


def chapter(facts: Facts) -> str:
    """The planes of one game."""
    games = [(options, load(facts.game, options)) for options in facts.shapes]
    _, largest = games[-1]
    assert largest.tensor is not None
    lines = [
        f"## {largest.title}",
        "",
        layout(facts.game),
        "",
        *(shape(label((facts.game, options)), game) for options, game in games),
        "",
        "| | plane | what it says |",
        "|---|---|---|",
    ]
    lines += [
        f"| {number} | {plane.name} | {plane.meaning} |"
        for number, plane in enumerate(largest.tensor.planes)
    ]
    return "\n".join([*lines, "", *actions(facts), "", *symmetries(facts), ""])


def actions(facts: Facts) -> list[str]:
    """What its action numbers mean."""
    assert facts.actions, f"{facts.folder}/facts.py: `actions` is missing."
    lines = ["| actions | from | to | meaning |", "|---|---|---|---|"]
    for number, (token, meaning, options) in enumerate(facts.actions):
        game = load(facts.game, options)
        texts = game.action_texts
        first = texts.index(token)
        rest = [
            texts.index(entry.first)
            for entry in facts.actions[number + 1 :]
            if entry.first in texts
        ]
        last = min(rest, default=game.num_actions) - 1
        where = label(("", options)).strip()
        what = f"{meaning} (`{where}`)" if where else meaning
        lines.append(f"| {first} to {last} | `{texts[first]}` | `{texts[last]}` | {what} |")
    if facts.actions_note is not None:
        lines += ["", facts.actions_note(load(facts.game))]
    return lines


def symmetries(facts: Facts) -> list[str]:
    """Under what the game stays the same, besides what its planes are turned by already."""
    return [
        "Symmetries of the board, and what they make together:",
        "",
        *(f"- {symmetry.meaning}{checked(symmetry.options)}" for symmetry in facts.symmetries()),
    ]


def checked(options: Options) -> str:
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
