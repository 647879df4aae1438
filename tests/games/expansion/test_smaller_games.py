"""The laws of every game, and the reference implementation, on smaller games of Expansion (R10)."""

from collections.abc import Callable

import pytest

from siegeworks.core.random import new_rng
from siegeworks.games import load
from siegeworks.play.table import Table
from siegeworks.testing import Laws
from siegeworks.testing.laws.knowledge import KnowledgeLaws
from siegeworks.testing.laws.rules import RuleLaws
from tests.laws.test_oracle import walk_together
from tests.oracles import oracle_of
from tests.variants import Options, label

GAMES = 6

SMALLER = [
    {"board": "2x2", "values": "54A", "quiet": "20"},
    {"board": "3x1", "setup": "random"},
    {"board": "3x1", "values": "20", "quiet": "4"},
    {"board": "3x1", "values": "5A", "quiet": "7", "setup": "random"},
    {"values": "50", "quiet": "30"},
]
every_smaller_game = pytest.mark.parametrize(
    "options", SMALLER, ids=lambda options: label(("", options)).strip()
)

LAWS = [
    RuleLaws.test_compiled_and_plain_rules_give_equal_states,
    RuleLaws.test_counting_legal_actions_agrees_with_listing_them,
    RuleLaws.test_counting_cases_of_chance_agrees_with_their_weights,
    RuleLaws.test_legal_actions_ascend_and_are_never_none,
    RuleLaws.test_probabilities_sum_to_one,
    RuleLaws.test_every_random_game_ends_within_the_limits_and_says_why,
    RuleLaws.test_tokens_name_actions_and_outcomes_one_to_one,
    RuleLaws.test_any_illegal_token_is_refused_with_a_sentence_that_names_a_paragraph,
    KnowledgeLaws.test_a_determinization_looks_the_same_to_the_seat_that_imagined_it,
    KnowledgeLaws.test_a_determinization_could_really_arise,
    KnowledgeLaws.test_legal_actions_follow_from_the_observation,
    KnowledgeLaws.test_an_observation_holds_nothing_that_resampling_would_change,
    KnowledgeLaws.test_a_hidden_step_looks_the_same_whatever_was_chosen,
    RuleLaws.test_a_resigned_seat_never_acts_again_and_never_wins,
]


@every_smaller_game
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_law_holds_in_smaller_games_too(law: Callable[..., None], options: Options) -> None:
    law(Laws(), load("expansion", options))


@every_smaller_game
def test_engine_and_oracle_play_the_same_smaller_games(options: Options) -> None:
    for seed in range(GAMES):
        table = Table(load("expansion", options))
        oracle = oracle_of("expansion", options)
        walk_together(table, oracle, new_rng(seed, stream=103), table_steps=seed % 3 == 1)


@pytest.mark.parametrize("option", ["board=2x1", "values=A5", "values=5", "quiet=0", "quiet=101"])
def test_the_oracle_refuses_the_sizes_that_the_engine_refuses(option: str) -> None:
    name, value = option.split("=")
    with pytest.raises(ValueError):
        load("expansion", {name: value})
    with pytest.raises(ValueError):
        oracle_of("expansion", {name: value})
