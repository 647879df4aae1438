"""The five games in the shapes that their options give them, and random walks through them."""

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from typing import TypeVar

import pytest

from siegeworks.games import NAMES
from siegeworks.testing import Facts, Options, label, law_sets, random_choice, random_walk
from siegeworks.testing import option_sets as option_sets_of
from tests.games.kernels import SEARCHED

T = TypeVar("T")


@cache
def facts_of(name: str) -> Facts:
    """What the laws must know of a game: tests/games/<game>/facts.py."""
    module = f"tests.games.{name.replace('-', '_')}.facts"
    facts: Facts = import_module(module).FACTS
    return facts


@cache
def all_facts() -> tuple[Facts, ...]:
    """Those of all five."""
    return tuple(facts_of(name) for name in NAMES)


def long_where(values: Iterable[T], is_long: Callable[[T], bool]) -> list[object]:
    """The values of a parameter, of which some are left to `make long`."""
    return [
        pytest.param(each, marks=pytest.mark.long) if is_long(each) else each for each in values
    ]


def option_sets(name: str) -> list[Options]:
    """Every combination of options that is tried of a game."""
    return list(option_sets_of(facts_of(name)))


Variant = tuple[str, Options]

# All option sets; and few of them in which any two values are together once.
EVERY_SET: list[Variant] = [(name, given) for name in NAMES for given in option_sets(name)]
VARIANTS: list[Variant] = [(name, given) for name in NAMES for given in law_sets(facts_of(name))]

every_option_set = pytest.mark.parametrize("variant", EVERY_SET, ids=label)
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=label)
every_game = pytest.mark.parametrize("name", NAMES)
# Its search, too; `make test` has no search of the others.
every_searched_game = pytest.mark.parametrize(
    "name", long_where(NAMES, lambda name: name not in SEARCHED)
)

__all__ = [
    "EVERY_SET",
    "VARIANTS",
    "Options",
    "Variant",
    "all_facts",
    "every_game",
    "every_option_set",
    "every_searched_game",
    "every_variant",
    "facts_of",
    "label",
    "long_where",
    "option_sets",
    "random_choice",
    "random_walk",
]
