"""A game in every shape that its options give it, and random walks through it."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from types import ModuleType

from siegeworks.core.contract import TERMINAL, State
from siegeworks.core.errors import OptionError, SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.core.traversal.playouts import random_choice
from siegeworks.games import UnknownGame, load, module
from siegeworks.testing.facts import Facts, Options

_GAMES: dict[str, Game] = {}


def loaded(name: str, options: Options) -> Game:
    """The game with these options; made once, as it never changes."""
    key = label((name, options))
    if key not in _GAMES:
        _GAMES[key] = load(name, options)
    return _GAMES[key]


def package_of(facts: Facts) -> ModuleType:
    """The package of the game.

    Raises:
        UnknownGame: it is not installed; how that is done.
    """
    try:
        return module(facts.game)
    except UnknownGame as error:
        raise UnknownGame(
            f"{error} To test the game of a package, install it: python -m pip install -e "
            f"{facts.folder.parent}"
        ) from None


@cache
def option_sets(facts: Facts) -> tuple[Options, ...]:
    """Every combination that the game does not refuse, without those that only repeat a default."""
    options = package_of(facts).OPTIONS
    values = [facts.values.get(option.name, option.values) for option in options]
    sets: list[Options] = []
    for option, tried in zip(options, values, strict=True):
        assert tried, f"{facts.folder}/facts.py: `values` names none for the option {option.name}."
    for combination in product(*values):
        given = {
            option.name: value
            for option, value in zip(options, combination, strict=True)
            if value != option.default
        }
        try:
            loaded(facts.game, given)
        except OptionError:
            continue
        if given not in sets:
            sets.append(given)
    return tuple(sets)


@cache
def law_sets(facts: Facts) -> tuple[Options, ...]:
    """Few of the option sets in which any two values that go together are together once: what goes
    wrong does so with one value or with two (pairwise testing)."""
    complete = [
        (options, _pairs(dict(loaded(facts.game, options).options)))
        for options in option_sets(facts)
    ]
    missing = set().union(*(pairs for _, pairs in complete))
    chosen: list[Options] = []
    while missing or not chosen:
        new = [len(pairs & missing) for _, pairs in complete]
        best = new.index(max(new)) if chosen else 0  # all defaults come first
        options, pairs = complete[best]
        chosen.append(options)
        missing -= pairs
    return tuple(chosen)


def _pairs(values: Options) -> set[Sequence[tuple[str, str]]]:
    """All that two options are set to, and one alone."""
    return {*combinations(values.items(), 2), *((item,) for item in values.items())}


def label(variant: tuple[str, Options]) -> str:
    """How a game with options is called in a test's name."""
    name, given = variant
    return " ".join([name, *(f"{key}={value}" for key, value in given.items())])


def random_walk(game: Game, seed: int, steps: int | None = None) -> Iterator[tuple[State, int]]:
    """States of a random game with the choice then made; the last one with -1. Each a copy."""
    rng = new_rng(seed)
    state = game.new_state()
    count = 0
    while state.to_act != TERMINAL and (steps is None or count < steps):
        choice = random_choice(game, state, rng)
        yield state, choice
        state = game.child(state, choice)
        count += 1
    yield state, -1


def steps_of_set_up(game: Game, states: Iterable[State]) -> int:
    """How many steps are taken before the game itself has begun.

    Raises:
        SiegeworksError: in these states it never begins; what says when it does.
    """
    for steps, state in enumerate(states):
        if game.has_begun(state):
            return steps
    why = "`begun` is never true" if game.begun else "rules.py never sets `first`"
    raise SiegeworksError(
        f"{game.title} never begins, as far as it says: {why} in a whole random game "
        "(siegeworks.core.game.Game.begun)."
    )
