"""Options of a game that has none are refused with a sentence, as those of any other game are."""

from typing import Any

import pytest

from siegeworks.core.errors import OptionError
from siegeworks.core.options import check_options, option_texts


def test_an_option_of_a_game_without_options_is_refused_with_a_sentence() -> None:
    with pytest.raises(OptionError, match=r"^Go has no option 'size'; it has no options\.$"):
        check_options("Go", (), {"size": "9"})


def test_options_that_are_no_mapping_are_refused_where_there_are_none() -> None:
    given: Any = 9
    with pytest.raises(OptionError, match="options of Go are given by name"):
        option_texts("Go", (), given)
