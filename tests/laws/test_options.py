"""What people read of a game's options is written the same way in all games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from siegeworks.core.game import Option, OptionError
from siegeworks.games import UnknownGame, load, module
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


# What programs give -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "given", "written"),
    [
        ("siege-master", {"free": True, "pacifist": False}, {"free": "yes"}),
        (
            "siege-master",
            {"fortresses": "placed", "count": 9},
            {"fortresses": "placed", "count": "9"},
        ),
        ("siege-by-number", {"notes": False, "seats": np.int64(3)}, {"notes": "off", "seats": "3"}),
        ("nobles-and-peasants", {"stones": 8}, {"stones": "8"}),
        ("kings-ransom", {"columns": 2, "tiles": "KAECIS"}, {"columns": "2", "tiles": "KAECIS"}),
        ("expansion", {"values": 20, "notes": True, "quiet": 4}, {"values": "20", "quiet": "4"}),
    ],
)
def test_truth_values_and_whole_numbers_are_taken(
    name: str, given: dict[str, Any], written: dict[str, str]
) -> None:
    assert load(name, given).changed_options == written


@every_game
@pytest.mark.parametrize("value", [None, 1.5, ["yes"], b"yes", {"yes"}], ids=repr)
def test_a_value_of_another_type_is_refused_with_the_option_and_what_is_allowed(
    name: str, value: Any
) -> None:
    for option in options(name):
        with pytest.raises(OptionError) as refusal:
            load(name, {option.name: value})
        sentence = str(refusal.value)
        assert sentence.startswith(f"{option.name}={repr(value)[:20]}")
        assert f"the option {option.name} of {module(name).TITLE} is {option.allowed}." in sentence


def test_a_truth_value_is_refused_where_an_option_is_not_yes_or_no() -> None:
    with pytest.raises(
        OptionError, match="seats=True: the option seats of Siege by Number is 2 or"
    ):
        load("siege-by-number", {"seats": True})
    with pytest.raises(OptionError, match="free=1: the option free of Siege Master is no or yes"):
        load("siege-master", {"free": 1})


def test_names_that_there_are_not_are_refused() -> None:
    with pytest.raises(OptionError, match="no option 'fre'; it has map, fortresses, count, free"):
        load("siege-master", {"fre": True})
    with pytest.raises(OptionError, match="no option '3'"):
        load("siege-master", {3: "yes"})  # type: ignore[dict-item]
    with pytest.raises(OptionError, match="are given by name"):
        load("siege-master", "free=yes")  # type: ignore[arg-type]
    with pytest.raises(UnknownGame, match="There is no game 'None'"):
        load(None)  # type: ignore[arg-type]
