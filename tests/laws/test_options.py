"""What programs give as options of single games; for all games see
`siegeworks.testing.laws.options`."""

from typing import Any

import numpy as np
import pytest

from siegeworks.core.errors import OptionError
from siegeworks.games import UnknownGame, load


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
