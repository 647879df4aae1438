"""How a law is written and run: on which games, and never on nothing."""

import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import cache, wraps
from typing import Any, ClassVar

import pytest

from siegeworks.core.errors import LimitError
from siegeworks.core.game import Game
from siegeworks.core.tensor import field_planes
from siegeworks.core.traversal.limits import check_limits
from siegeworks.play.teaching.lessons import course
from siegeworks.play.teaching.rule_examples import rule_examples
from siegeworks.testing.facts import Facts, Options
from siegeworks.testing.walks import label, law_sets, loaded, package_of

Hardest = tuple[Facts, Game]  # a game with the options under which most can be known and done


class Cases:
    """Counts what a law had something to say about."""

    def __init__(self) -> None:
        self.number = 0

    def add(self, number: int = 1) -> None:
        """So many more."""
        self.number += number


def law(check: Callable[..., None]) -> Callable[..., None]:
    """A test that is given `cases`, counts in it what it looked at, and fails if that was nothing.

    A promise about captures says nothing in games without any, but it must not be silent where
    there should be some and none was found.
    """
    signature = inspect.signature(check)
    parameters = [parameter for name, parameter in signature.parameters.items() if name != "cases"]

    @wraps(check)
    def counted(*args: Any, **kwargs: Any) -> None:
        cases = Cases()
        check(*args, cases=cases, **kwargs)
        if cases.number == 0:
            pytest.fail("This law found nothing to check: it would hold for any game.", False)

    counted.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return counted


class Laws:
    """Laws about the games in `tested`. What a law is run on is said by the names of its arguments:

    - `facts`: each game, once; `facts_with_maps`: each that has maps;
    - `game`: each game with the option sets that bring any two option values together;
    - `secret_game`, `chance_game`, `tensor_game`: those of them that have such a thing;
    - `hardest`, `hardest_tensor`: a pair of a game's facts and the game with its hardest options;
    - `hardest_marked`: the same of games with secrets that lay out their planes themselves.

    A law that applies to none of the games is skipped.
    """

    tested: ClassVar[Sequence[Facts]] = ()

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Run each law on what its arguments ask for."""
        for facts in self.tested:
            package_of(facts)  # a package that is not installed is reported with what to do
        for name, cases_of in SETS_OF_CASES.items():
            if name in metafunc.fixturenames:
                cases = [case for facts in self.tested for case in cases_of(facts)]
                metafunc.parametrize(name, [value for value, _ in cases], ids=[i for _, i in cases])

    @pytest.fixture(autouse=True)
    def _keeps_its_limits(self, request: pytest.FixtureRequest) -> None:
        """Nothing of a game is compiled before its plain rules have kept the limits that it states:
        compiled rules that go beyond the end of an array damage memory."""
        callspec = getattr(request.node, "callspec", None)
        for value in callspec.params.values() if callspec else ():
            for part in value if isinstance(value, tuple) else (value,):
                problem = limit_problem(part) if isinstance(part, Game) else ""
                if problem:
                    pytest.fail(problem, pytrace=False)


@cache
def limit_problem(game: Game) -> str:
    """Which limit this game states and does not keep, as a sentence; empty where it keeps all."""
    try:
        check_limits(game, games=1)
    except LimitError as error:
        return str(error)
    return ""


def has_own_planes(game: Game) -> bool:
    """Does the game lay out its planes itself?"""
    return game.tensor is not field_planes(game.state_type, len(game.seats))


Named = Iterator[tuple[Any, str]]  # cases of one game, with their names
CasesOf = Callable[[Facts], Named]


def _with_options(facts: Facts, sets: Sequence[Options]) -> Iterator[tuple[Game, str]]:
    for options in sets:
        yield loaded(facts.game, options), label((facts.game, options))


def _games(has: Callable[[Game], bool]) -> CasesOf:
    return lambda facts: (case for case in _with_options(facts, law_sets(facts)) if has(case[0]))


def _hardest(has: Callable[[Game], bool]) -> CasesOf:
    def pairs(facts: Facts) -> Named:
        for game, name in _with_options(facts, [facts.hardest]):
            if has(game):
                yield (facts, game), name

    return pairs


def _parts(field: str) -> CasesOf:
    def parts(facts: Facts) -> Named:
        value = getattr(facts, field)
        value = value() if callable(value) else value
        for number, part in enumerate(value, 1):
            yield (facts, part), f"{facts.game} {number}"

    return parts


def _facts_with_maps(facts: Facts) -> Named:
    if hasattr(package_of(facts), "MAPS"):
        yield facts, facts.game


def _playthroughs(facts: Facts) -> Named:
    for file, options in facts.playthroughs.items():
        yield (facts, file, options), f"{facts.game} {file}"


def _records(facts: Facts) -> Named:
    for path in sorted((facts.folder / "records").glob("*.siege")):
        yield path, f"{facts.game} {path.stem}"


def _lessons(facts: Facts) -> Named:
    lessons = course(facts.game)
    for lesson in lessons.lessons if lessons else ():
        yield (facts.game, lesson), f"{facts.game} {lesson.name}"


def _rule_examples(facts: Facts) -> Named:
    examples = rule_examples(facts.game)
    for number, example in enumerate(examples.examples if examples else (), 1):
        yield (facts.game, examples, example), f"{facts.game} {number} {example.paragraph}"


SETS_OF_CASES: dict[str, CasesOf] = {
    "facts": lambda facts: iter([(facts, facts.game)]),
    "facts_with_maps": _facts_with_maps,
    "game": _games(lambda game: True),
    "secret_game": _games(lambda game: game.has_secrets),
    "open_choices_game": _games(
        lambda game: not game.has_secrets or game.rules.open_choices is not None
    ),
    "chance_game": _games(lambda game: game.num_outcomes > 0),
    "tensor_game": _games(lambda game: game.tensor is not None),
    "hardest": _hardest(lambda game: True),
    "hardest_secret": _hardest(lambda game: game.has_secrets),
    "hardest_marked": _hardest(lambda game: game.has_secrets and has_own_planes(game)),
    "hardest_tensor": _hardest(lambda game: game.tensor is not None),
    "small_game": lambda facts: _with_options(facts, facts.beliefs),
    "walked_game": lambda facts: _with_options(facts, facts.beliefs_walked),
    "game_of_seats": lambda facts: _with_options(facts, facts.beliefs_of_seats),
    "symmetry": _parts("symmetries"),
    "turned": _parts("turned"),
    "playthrough": _playthroughs,
    "record": _records,
    "lesson": _lessons,
    "example": _rule_examples,
}
