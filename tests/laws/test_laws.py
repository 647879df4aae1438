"""The laws of `siegeworks.testing`, run over the five games."""

from dataclasses import replace
from typing import Any

import pytest

from siegeworks.core.errors import SiegeworksError
from siegeworks.games import NAMES, load
from siegeworks.play.table import Table
from siegeworks.testing import Facts, GameLaws, Laws, law
from siegeworks.testing.law import Cases
from siegeworks.testing.walks import random_walk, steps_of_set_up
from tests import tensors
from tests.fuzz import accepted_by_the_reference
from tests.variants import EVERY_SET, VARIANTS, all_facts


class TestLaws(GameLaws):
    """Every law, every game; a little of `make fuzz` with the reference implementations at hand."""

    tested = all_facts()

    def check_accepted(self, table: Table) -> None:
        accepted_by_the_reference(table)

    @pytest.mark.long  # 600 puzzles, proven when they were made
    def test_every_puzzle_leaves_a_choice_and_its_solution_and_line_can_be_played(
        self, facts: Facts
    ) -> None:
        super().test_every_puzzle_leaves_a_choice_and_its_solution_and_line_can_be_played(facts)


def test_the_laws_run_over_every_game() -> None:
    assert {facts.game for facts in TestLaws.tested} == set(NAMES)
    assert {name for name, _ in VARIANTS} == set(NAMES)


def test_any_two_values_of_options_are_together_in_some_law() -> None:
    def pairs(variants: list[tuple[str, dict[str, str]]]) -> set[object]:
        together: set[object] = set()
        for name, given in variants:
            items = load(name, given).options.items()
            together |= {(name, frozenset((item, other))) for item in items for other in items}
        return together

    assert pairs(VARIANTS) == pairs(EVERY_SET)
    assert len(VARIANTS) < len(EVERY_SET)


@pytest.mark.parametrize(
    ("begun", "why"),
    [(None, "rules.py never sets `first`"), (lambda params, s: False, "`begun` is never true")],
)
def test_a_game_that_never_begins_is_told_what_says_that_it_does(begun: Any, why: str) -> None:
    game = replace(load("expansion", {"board": "2x2"}), begun=begun)
    waiting = [state for state, _ in random_walk(game, seed=1, steps=1)][:1]
    with pytest.raises(SiegeworksError, match=f"Expansion never begins, as far as it says: {why}"):
        steps_of_set_up(game, waiting)


def test_a_law_that_finds_nothing_to_check_fails() -> None:
    @law
    def silent(self: Laws, cases: Cases) -> None:
        cases.add(0)

    with pytest.raises(pytest.fail.Exception, match="found nothing to check"):
        silent(Laws())


def test_every_game_has_planes_and_the_page_about_them_is_current() -> None:
    assert all(load(name, given).tensor is not None for name, given in VARIANTS)
    assert tensors.DOCUMENT.read_text(encoding="utf-8") == tensors.document()
