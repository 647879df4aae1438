"""A little of `make fuzz`, with the reference implementations at hand."""

from __future__ import annotations

from siegeworks.testing.fuzz import fuzz_maps, fuzz_records
from tests.fuzz import accepted_by_the_reference
from tests.variants import all_facts, every_game, facts_of


@every_game
def test_mutilated_records_are_refused_or_make_sense_to_the_reference_too(name: str) -> None:
    found = fuzz_records(facts_of(name), 150, accepted=accepted_by_the_reference)
    assert found["refused"] > 40
    assert found["accepted"] > 0


def test_mutilated_maps_are_refused_or_played_on_by_the_reference_too() -> None:
    for facts in all_facts():
        found = fuzz_maps(facts, 40, seed=2, accepted=accepted_by_the_reference)
        assert not found or (found["refused"] > 5 and found["played"] > 0)
