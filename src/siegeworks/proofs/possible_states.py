"""All states that a seat takes for possible: what `determinize` can draw, counted out exactly"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import prod
from types import FunctionType
from typing import Any

from siegeworks.core.contract import Observation, State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng

DRAWS = 8  # ways to draw a state, on average, that are tried at most


class TooMany(Exception):
    """There are more states than asked for."""


def possible_states(game: Game, seen: Observation, most: int) -> list[State]:
    """Every state that looks like this observation, each once, in no particular order: the plain
    rule `determinize` is run with a `random_below` that counts through all its answers. Raises
    TooMany if there are more than `most`, or more than DRAWS times as many ways to draw them."""
    return [state for state, _ in weighted_states(game, seen, most)]


def weighted_states(game: Game, seen: Observation, most: int) -> list[tuple[State, Fraction]]:
    """The same, each with how likely `determinize` is to draw it. Errors as there."""
    if game.rules.determinize is None:
        return [(game.determinize(seen, new_rng(0)), Fraction(1))]  # nothing is hidden or drawn
    states: dict[bytes, State] = {}
    weights: defaultdict[bytes, Fraction] = defaultdict(Fraction)
    for tried, (state, ways) in enumerate(_all_draws(game, seen)):
        record = state.tobytes()
        states[record] = state
        weights[record] += Fraction(1, ways)
        if len(states) > most or tried > DRAWS * most:
            raise TooMany
    return [(state, weights[record]) for record, state in states.items()]


def ways_to_draw(game: Game, seen: Observation) -> int:
    """In about how many ways `determinize` can draw a state, judged by one of them: quickly known,
    also where there are too many."""
    if game.rules.determinize is None:
        return 1
    _, ways = next(_all_draws(game, seen))
    return ways


def _all_draws(game: Game, seen: Observation) -> Iterator[tuple[State, int]]:
    """Each way to draw a state, and one in how many it is."""
    answers: list[int] = []  # to be given this time, then zeros
    limits: list[int] = []  # of all that was asked this time

    def answer(_: Any, limit: int) -> int:
        limits.append(int(limit))
        if len(limits) > len(answers):
            answers.append(0)
        return answers[len(limits) - 1]

    determinize = _asking(game.rules.determinize, answer, {})
    while True:
        limits.clear()
        record: Any = seen
        state = record.copy()
        determinize(game.params, None, state)  # no generator: drawing otherwise fails
        yield state, prod(limits)
        while answers and answers[-1] == limits[len(answers) - 1] - 1:  # as an odometer turns
            answers.pop()
        if not answers:
            return
        answers[-1] += 1


def _asking(function: Any, answer: Callable[..., int], known: dict[str, Any]) -> Any:
    """A copy of a plain rule, and of all that it calls, in which `random_below` is `answer`."""
    if function.__name__ == "random_below":
        return answer
    name = f"{function.__module__}.{function.__qualname__}"
    if name not in known:
        names = dict(function.__globals__)
        copy = FunctionType(
            function.__code__, names, None, function.__defaults__, function.__closure__
        )
        known[name] = copy
        for called in function.__code__.co_names:
            value = names.get(called)
            if isinstance(value, FunctionType):
                names[called] = _asking(value, answer, known)
    return known[name]
