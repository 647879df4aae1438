"""Every game in every shape that its options give it, and random walks through them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from siegeworks.core.game import CHANCE, TERMINAL, Game, State
from siegeworks.core.random import Rng, new_rng, random_below
from siegeworks.games import NAMES, OptionError, load, module

Options = dict[str, str]

# Values tried of options whose values the game does not list, or lists too many of.
SAMPLED = {
    "map": ["hexagon"],
    "count": ["1", "3", "15"],
    "stones": ["8", "20"],
    "notes": ["on"],  # changes nothing but the page
    "board": ["3x3", "2x2"],  # the smaller games of Expansion have a file of tests of their own
    "values": ["5432A0"],
    "quiet": ["100"],
    "tiles": ["full", "KAECIS", "KAEECCIS"],
}


@cache
def option_sets(name: str) -> list[Options]:
    """Every combination that the game does not refuse, without those that only repeat a default."""
    options = module(name).OPTIONS
    values = [SAMPLED.get(option.name, list(option.values)) for option in options]
    found = []
    for combination in product(*values):
        given = {
            option.name: value
            for option, value in zip(options, combination, strict=True)
            if value != option.default
        }
        try:
            load(name, given)
        except OptionError:
            continue
        if given not in found:
            found.append(given)
    return found


@cache
def variants() -> list[tuple[str, Options]]:
    """All games with all their option sets."""
    return [(name, given) for name in NAMES for given in option_sets(name)]


def label(variant: tuple[str, Options]) -> str:
    """How a variant is called in a test's name."""
    name, given = variant
    return " ".join([name, *(f"{key}={value}" for key, value in given.items())])


every_variant = pytest.mark.parametrize("variant", variants(), ids=label)
every_game = pytest.mark.parametrize("name", NAMES)


def random_choice(game: Game, state: State, rng: Rng) -> int:
    """A uniformly random legal action, or an outcome by its probability."""
    if state.to_act == CHANCE:
        return game.draw_outcome(state, rng)
    legal = game.legal_actions(state)
    return legal[random_below(rng, len(legal))]


def random_walk(game: Game, seed: int, steps: int | None = None) -> Iterator[tuple[State, int]]:
    """States of a random game with the choice then made; the last one with -1. Each a copy."""
    rng = new_rng(seed)
    state = game.new_state()
    taken = 0
    while state.to_act != TERMINAL and (steps is None or taken < steps):
        choice = random_choice(game, state, rng)
        yield state, choice
        state = game.child(state, choice)
        taken += 1
    yield state, -1
