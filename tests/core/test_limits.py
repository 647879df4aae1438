"""A limit that a game states and does not keep is a sentence, found with plain rules: compiled ones
would damage memory."""

from dataclasses import replace
from typing import Any

import pytest

from siegeworks.core.contract import Rules
from siegeworks.core.errors import LimitError, SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.traversal.limits import check_limits
from siegeworks.games import NAMES, load
from siegeworks.testing.law import limit_problem


@pytest.fixture
def game() -> Game:
    """A short game with chance and secrets."""
    return load("kings-ransom", {"columns": "3", "tiles": "KAI"})


def with_rules(game: Game, **changed: Any) -> Game:
    return replace(game, rules=game.rules._replace(**changed))


@pytest.mark.parametrize("name", NAMES)
def test_the_five_games_keep_their_limits(name: str) -> None:
    check_limits(load(name), games=1)


def test_nothing_is_compiled(game: Game) -> None:
    def refuses(*_: Any) -> None:
        raise AssertionError("compiled rules were called")

    object.__setattr__(game, "engine", Rules._make([refuses] * len(Rules._fields)))
    check_limits(game, games=1)


@pytest.mark.parametrize(
    ("limit", "value"),
    [("max_legal", 1), ("max_steps", 5), ("num_actions", 3), ("num_outcomes", 1), ("num_shown", 1)],
)
def test_a_limit_that_is_too_low_is_named(game: Game, limit: str, value: int) -> None:
    too_low: dict[str, Any] = {limit: value}
    with pytest.raises(LimitError, match=rf"{limit}") as refused:
        check_limits(replace(game, **too_low))
    assert str(value) in str(refused.value)
    assert isinstance(refused.value, SiegeworksError)


def test_a_rule_that_writes_beyond_its_array_is_named_with_its_line(game: Game) -> None:
    def writes_too_far(params: Any, s: Any, out: Any) -> int:
        out[len(out)] = 1
        return 1

    with pytest.raises(LimitError, match=r"writes_too_far \(test_limits\.py, line \d+\)"):
        check_limits(with_rules(game, legal_actions=writes_too_far))


def test_a_seat_to_act_without_an_action_is_named(game: Game) -> None:
    with pytest.raises(LimitError, match="0 legal actions"):
        check_limits(with_rules(game, legal_actions=lambda params, s, out: 0))


def test_weights_that_do_not_add_up_to_the_cases_are_named(game: Game) -> None:
    with pytest.raises(LimitError, match="num_cases is 7"):
        check_limits(with_rules(game, num_cases=lambda params, s: 7))


def test_an_ending_without_a_sentence_is_named(game: Game) -> None:
    with pytest.raises(LimitError, match="ending"):
        check_limits(replace(game, endings=game.endings[:4]))


def test_the_laws_check_the_limits_before_they_call_compiled_rules(game: Game) -> None:
    assert limit_problem(game) == ""
    assert "max_legal is 1" in limit_problem(replace(game, max_legal=1))
