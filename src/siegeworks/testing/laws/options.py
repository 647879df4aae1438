"""What people read of a game's options is written the same way in all games."""

from __future__ import annotations

from typing import Any

import pytest

from siegeworks.core.errors import OptionError
from siegeworks.core.options import Option
from siegeworks.games import load, module
from siegeworks.testing.facts import Facts
from siegeworks.testing.law import Laws

MOST_LISTED = 4  # values; of more than these, people are told the limits
NOT_VALUES: list[Any] = [None, 1.5, ["yes"], b"yes", {"yes"}]


def options(facts: Facts) -> tuple[Option, ...]:
    """The options of a game."""
    options: tuple[Option, ...] = module(facts.game).OPTIONS
    return options


class OptionLaws(Laws):
    """Not counted: a game may have no options."""

    def test_few_values_are_listed_and_many_are_described(self, facts: Facts) -> None:
        for option in options(facts):
            is_listed = 0 < len(option.values) <= MOST_LISTED
            assert is_listed == (option.shown_values == ""), option.name

    def test_numbers_are_described_by_their_limits(self, facts: Facts) -> None:
        for option in options(facts):
            if len(option.values) > MOST_LISTED:
                limits = f"{option.values[0]} to {option.values[-1]}"
                assert option.shown_values in (limits, f"odd, {limits}"), option.name

    def test_the_meaning_of_an_option_is_a_sentence(self, facts: Facts) -> None:
        for option in options(facts):
            assert option.meaning[0].isupper() and option.meaning.endswith("."), option.name

    @pytest.mark.parametrize("value", NOT_VALUES, ids=repr)
    def test_a_value_of_another_type_is_refused_with_the_option_and_what_is_allowed(
        self, facts: Facts, value: Any
    ) -> None:
        title = module(facts.game).TITLE
        for option in options(facts):
            with pytest.raises(OptionError) as refusal:
                load(facts.game, {option.name: value})
            sentence = str(refusal.value)
            assert sentence.startswith(f"{option.name}={repr(value)[:20]}")
            assert f"the option {option.name} of {title} is {option.allowed}." in sentence

    def test_an_option_that_does_not_exist_is_refused(self, facts: Facts) -> None:
        with pytest.raises(OptionError, match="has no option 'no-such-option'"):
            load(facts.game, {"no-such-option": "1"})
