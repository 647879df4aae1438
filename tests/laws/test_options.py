"""What people read of a game's options is written the same way in all games."""

from __future__ import annotations

from siegeworks.core.game import Option
from siegeworks.games import module
from tests.variants import every_game

MOST_LISTED = 4  # values; of more than these, people are told the limits


def options(name: str) -> tuple[Option, ...]:
    found: tuple[Option, ...] = module(name).OPTIONS
    return found


@every_game
def test_few_values_are_listed_and_many_are_described(name: str) -> None:
    for option in options(name):
        is_listed = 0 < len(option.values) <= MOST_LISTED
        assert is_listed == (option.shown_values == ""), option.name


@every_game
def test_numbers_are_described_by_their_limits(name: str) -> None:
    for option in options(name):
        if len(option.values) > MOST_LISTED:
            limits = f"{option.values[0]} to {option.values[-1]}"
            assert option.shown_values in (limits, f"odd, {limits}"), option.name


@every_game
def test_the_meaning_of_an_option_is_a_sentence(name: str) -> None:
    for option in options(name):
        assert option.meaning[0].isupper() and option.meaning.endswith("."), option.name
