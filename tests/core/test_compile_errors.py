"""A rule that cannot be compiled is one sentence: file, line, rule and what is wrong with it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from siegeworks.core.errors import RuleCompileError, SiegeworksError
from siegeworks.core.jit import kernel, rule

STATE = np.dtype([("to_act", "i1"), ("turn", "i1"), ("row", "i4", 4)])
PARAMS = np.dtype([("size", "i4")])


@rule
def helper(s):
    return s.turnn + 1


@rule
def misspelt_in_a_helper(params, s):
    s.to_act = helper(s)


@rule
def misspelt_when_written(params, s):
    s.to_cat = 3


@rule
def misspelt_in_params(params, s):
    return params.sise


@rule
def undefined_name(params, s):
    return no_such_name(s)  # type: ignore[name-defined]  # noqa: F821


@rule
def two_types(params, s):
    mixed = 1
    if s.turn:
        mixed = "text"  # type: ignore[assignment]
    return mixed


@rule
def makes_an_array(params, s):
    return np.zeros(3).sum()


@rule
def adds_whole_arrays(params, s):
    s.row[:] = s.row + 1


@rule
def compares_whole_arrays(params, s):
    return (s.row == 3).all()


@rule
def makes_a_list(params, s):
    values = [1, 2]
    values.append(s.turn)
    return len(values)


@rule
def wrong_number_of_arguments(params, s):
    return helper(s, 3)  # type: ignore[call-arg]


@rule
def a_list_of_anything(params, s):
    return [1, "a", None]


def message(function: Callable[..., Any]) -> str:
    """What calling this rule, compiled, is refused with."""

    @kernel
    def call(params: Any, s: Any) -> Any:
        return function(params, s)

    records = [np.zeros(1, kind).view(np.recarray)[0] for kind in (PARAMS, STATE)]
    with pytest.raises(RuleCompileError) as refused:
        call(*records)
    return str(refused.value)


@pytest.mark.parametrize(
    ("function", "blamed", "below", "reason"),
    [
        (misspelt_in_a_helper, helper, 2, "no field 'turnn'; perhaps 'turn' is meant"),
        (misspelt_when_written, misspelt_when_written, 2, "no field 'to_cat'"),
        (misspelt_in_params, misspelt_in_params, 2, "no field 'sise'; perhaps 'size' is meant"),
        (undefined_name, undefined_name, 0, "name 'no_such_name' is not defined"),
        (two_types, two_types, 5, "for 'mixed'"),
        (makes_an_array, makes_an_array, 2, "write the elements one by one"),
        (adds_whole_arrays, adds_whole_arrays, 2, "write the elements one by one"),
        (compares_whole_arrays, compares_whole_arrays, 2, "write the elements one by one"),
        (makes_a_list, makes_a_list, 2, "write the elements one by one"),
        (wrong_number_of_arguments, wrong_number_of_arguments, 2, "the call of helper"),
    ],
    ids=lambda part: getattr(part, "__name__", None),
)
def test_it_names_file_line_rule_and_reason(
    function: Callable[..., Any], blamed: Any, below: int, reason: str
) -> None:
    """`below`: the line counted from the decorator of the rule that is wrong, where it is known."""
    text = message(function)
    assert Path(__file__).name in text
    assert f"in {blamed.__name__}: " in text and reason in text
    if below:
        first = blamed.__code__.co_firstlineno
        assert any(f"line {line}," in text for line in (first + below, first + below + 1))
    assert "\n" not in text and "plain()" in text
    assert "Traceback" not in text and "numba/core" not in text


def test_an_error_that_the_compiler_has_no_message_for_is_a_sentence_too() -> None:
    text = message(a_list_of_anything)
    assert "in the compiler" in text and "\n" not in text


def test_it_is_an_error_that_the_command_line_shows_as_a_sentence() -> None:
    assert issubclass(RuleCompileError, SiegeworksError)


def test_a_rule_that_yields_is_refused_at_once() -> None:
    def rows(params: Any, s: Any) -> Any:
        yield from s.row

    with pytest.raises(RuleCompileError, match="rows: a rule cannot yield"):
        rule(rows)
