"""A little of `make fuzz`: nonsense is answered with a sentence, whatever the game."""

from __future__ import annotations

from tests.fuzz import fuzz_records, fuzz_tokens
from tests.variants import every_game


@every_game
def test_random_tokens_are_played_or_refused_with_a_short_sentence(name: str) -> None:
    found = fuzz_tokens(name, 3000)
    assert found["refused"] > 2000
    assert found["legal"] > 0


@every_game
def test_mutilated_records_are_refused_or_make_sense_to_the_slow_twin_too(name: str) -> None:
    found = fuzz_records(name, 150)
    assert found["refused"] > 40
    assert found["accepted"] > 0
