"""What people read of a game before they play it is true, and its options are described alike."""

from typing import Any

import pytest

from siegeworks.core.contract import CHANCE, TERMINAL
from siegeworks.core.errors import OptionError
from siegeworks.core.game import Game
from siegeworks.core.options import Option
from siegeworks.core.random import Rng, new_rng
from siegeworks.core.traversal.playouts import random_choice
from siegeworks.games import load, module
from siegeworks.testing.facts import Facts
from siegeworks.testing.law import Laws
from siegeworks.testing.walks import law_sets, loaded

MOST_LISTED = 4  # values; of more than these, people are told the limits
NOT_VALUES: list[Any] = [None, 1.5, ["yes"], b"yes", {"yes"}]


def options(facts: Facts) -> tuple[Option, ...]:
    """The options of a game."""
    options: tuple[Option, ...] = module(facts.game).OPTIONS
    return options


def luck_of(game: Game, rng: Rng) -> str:
    """Where chance acts in a random game, as a card says it. Who begins is not luck."""
    state, begun, luck = game.new_state(), False, "none"
    while state.to_act != TERMINAL:
        before, is_chance = game.copy(state), state.to_act == CHANCE
        game.apply(state, random_choice(game, state, rng))
        before.first, before.to_act = state.first, state.to_act
        if is_chance and before != state:
            luck = "dice" if begun else "set-up"
        begun = begun or not is_chance
        if luck == "dice":
            break
    return luck


class CardLaws(Laws):
    """What the card says is what the game does, with the options that people get first."""

    def test_the_card_says_how_many_play(self, facts: Facts) -> None:
        played = {len(loaded(facts.game, options).seats) for options in law_sets(facts)}
        on_card = module(facts.game).CARD.seats
        assert on_card == (min(played), max(played)), f"CARD: seats={on_card}, but {played} play"

    def test_the_card_says_whether_something_is_hidden(self, facts: Facts) -> None:
        if loaded(facts.game, {}).has_secrets:  # what nobody knows may be called hidden, too
            assert module(facts.game).CARD.hidden, "CARD: hidden does not say what is secret"

    def test_the_card_says_how_much_is_luck(self, facts: Facts) -> None:
        on_card, luck = module(facts.game).CARD.luck, luck_of(loaded(facts.game, {}), new_rng(1))
        assert on_card == luck, f"CARD: luck={on_card!r}, but in a random game it is {luck!r}"


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
