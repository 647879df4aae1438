"""One random game written out in full: a golden file that a person can read with the rulebook.

Each step shows who acted, how many choices there were, and every field of the state that changed;
for games with secrets also what a seat sees otherwise.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from siegeworks.core.contract import CHANCE, TERMINAL, Position, Seat, State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng, random_below

MOST_CELLS = 6  # of an array, that are shown one by one
MOST_BITS = 8  # of a set, likewise


def playthrough(game: Game, seed: int, first: int = 40, last: int = 8) -> str:
    """The first and last steps of the random game of this seed, as text."""
    lines = [f"game: {game.name}", f"options: {dict(game.options)}", f"seed: {seed}"]
    blocks = list(_steps(game, seed))
    if len(blocks) > first + last:
        left_out = len(blocks) - first - last
        blocks = [*blocks[:first], [f"… {left_out} steps …"], *blocks[-last:]]
    return "\n".join([*lines, *(line for block in blocks for line in block)]) + "\n"


def _steps(game: Game, seed: int) -> Iterator[list[str]]:
    rng = new_rng(seed)
    state, number = game.new_state(), 0
    while state.to_act != TERMINAL:
        if state.to_act == CHANCE:
            choice, choices = game.draw_outcome(state, rng), len(game.chance_outcomes(state))
        else:
            legal = game.legal_actions(state)
            choice, choices = legal[random_below(rng, len(legal))], len(legal)
        number += 1
        after = game.child(state, choice)
        token = game.choice_to_text(state, choice)
        changes = list(_changes(state, after))
        block = [f"{number}. {game.actor(state)} {token} (1 of {choices})"]
        block += [f"    {change}" for change in changes]
        if game.has_secrets:
            for seat in range(len(game.seats)):
                block += _differences(game, seat, state, after, changes)
        state = after
        yield block
    yield [f"end: {game.endings[state.ending]}; returns {game.returns(state)}"]


def _differences(
    game: Game, seat: Seat, before: State, after: State, changes: list[str]
) -> list[str]:
    """What a seat sees otherwise than the referee."""
    name = game.seats[seat]
    seen = list(_changes(game.observe(before, seat), game.observe(after, seat)))
    return [
        *(f"    {name} does not see {change}" for change in changes if change not in seen),
        *(f"    {name} sees {change}" for change in seen if change not in changes),
    ]


def _changes(before: Position, after: Position) -> Iterator[str]:
    for name in before.dtype.names or ():
        old, new = before[name], after[name]
        if np.ndim(new) == 0:
            if old != new:
                yield f"{name}: {_change(old, new)}"
        elif not np.array_equal(old, new):
            yield f"{name}{_cells(old, new)}"


def _cells(old: Any, new: Any) -> str:
    places = [tuple(int(i) for i in place) for place in np.argwhere(old != new)]
    shown = [f"{list(place)}: {_change(old[place], new[place])}" for place in places[:MOST_CELLS]]
    more = f", {len(places) - MOST_CELLS} more" if len(places) > MOST_CELLS else ""
    return ", ".join(shown) + more


def _change(old: Any, new: Any) -> str:
    """`3 → 4`; of a 64-bit set, where that is shorter, what came and what went: `+17 −4`."""
    changed = int(old) ^ int(new)
    if new.dtype != np.uint64 or changed.bit_count() > MOST_BITS:
        return f"{old} → {new}"
    bits = [i for i in range(64) if changed >> i & 1]
    return " ".join(f"+{i}" if int(new) >> i & 1 else f"−{i}" for i in bits)
