"""The laws of rule examples find what is wrong with an example, and the five games have examples"""

from typing import Any

import msgspec
import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.games import NAMES
from siegeworks.play.teaching.lessons import Claim
from siegeworks.play.teaching.rule_examples import rule_examples
from siegeworks.testing.laws.teaching import RuleExampleLaws

GAME = "siege-master"
NUMBER = 3  # an example with moves and a claim


@pytest.mark.parametrize("game", NAMES)
def test_a_game_has_examples(game: str) -> None:
    assert rule_examples(game) is not None


@pytest.mark.parametrize(
    "changes",
    [
        {"moves": "red c2-f4"},
        {"moves": "", "start": "blue c2-f3"},
        {"show": ("z1",)},
        {"trays": ("Nothing",)},
        {"then": Claim(pieces={"c2": "blue"})},
        {"then": Claim(winners=("red",))},
        {"caption": "Read R4."},
        {"caption": "very " * 30},
        {"caption": ""},
    ],
)
def test_the_laws_find_what_is_wrong_with_an_example(changes: dict[str, Any]) -> None:
    shipped = rule_examples(GAME)
    assert shipped is not None
    law, example = RuleExampleLaws(), shipped.examples[NUMBER]
    law.test_an_example_is_played_and_its_caption_is_true((GAME, shipped, example))
    broken = msgspec.structs.replace(example, **changes)
    with pytest.raises((AssertionError, SiegeworksError)):
        law.test_an_example_is_played_and_its_caption_is_true((GAME, shipped, broken))
