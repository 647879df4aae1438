"""What a coach says: short, of the rules, and at some decision of some game"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng
from siegeworks.play.table import Table
from siegeworks.play.teaching.coach import FIRST_DECISIONS, Advice, Listener, advice_of
from siegeworks.testing.facts import Facts
from siegeworks.testing.law import Laws
from siegeworks.testing.laws.lessons import LONGEST_SENTENCE, PARAGRAPH, STRATEGY
from siegeworks.testing.walks import law_sets, loaded, random_choice

LONGEST = 110  # characters: two lines of a phone
FIRST_MOVES = 3  # of a seat: before each something is said
WALKS = 2  # through the games of each set of options, at most


def heard(game: Game, rng: Rng, most: int = FIRST_DECISIONS) -> Iterator[Advice | None]:
    """What the seats hear at their first decisions in a random game: so many of each."""
    table, decisions = Table(game), Counter[int]()
    listeners = [Listener(game) for _ in game.seats]
    while not table.over:
        seat = int(table.state.to_act)
        if seat >= 0:
            decisions[seat] += 1
            if decisions[seat] <= most:
                yield listeners[seat].hear(table.view(seat))
        if len(decisions) == len(game.seats) and min(decisions.values()) >= most:
            return
        choice = random_choice(game, table.state, rng)
        table.play(str(game.actor(table.state)), game.choice_to_text(table.state, choice))


class CoachLaws(Laws):
    """What `coach.toml` says. A game without one has nothing to hold."""

    def test_sentences_have_names_of_their_own(self, facts: Facts) -> None:
        """By which it is known what was said already."""
        names = [advice.name for advice in advice_of(facts.game)]
        assert len(set(names)) == len(names)

    def test_a_coach_says_one_or_two_short_sentences_without_paragraphs(self, facts: Facts) -> None:
        """They are read aloud, and fit under the board of a phone."""
        for advice in advice_of(facts.game):
            sentences = re.split(r"(?<=[.!?])\s", advice.text)
            assert 1 <= len(sentences) <= 2, advice.name
            assert all(len(sentence.split()) <= LONGEST_SENTENCE for sentence in sentences), (
                advice.name
            )
            assert len(advice.text) <= LONGEST, f"{advice.name}: {len(advice.text)} characters"
            assert not PARAGRAPH.search(advice.text), advice.name

    def test_what_a_coach_calls_good_is_backed_by_a_figure(self, facts: Facts) -> None:
        """Words of strategy need a command and what it said."""
        for advice in advice_of(facts.game):
            if STRATEGY.search(advice.text):
                assert "siegeworks " in advice.evidence, f"no figure for {advice.name}"
                assert re.search(r"[0-9]", advice.evidence), advice.name

    def test_every_sentence_is_said_in_some_game(self, facts: Facts) -> None:
        """What no position calls for would never be heard."""
        rng, missing = new_rng(5), {advice.name for advice in advice_of(facts.game)}
        for options in law_sets(facts) * WALKS:
            for advice in heard(loaded(facts.game, options), rng):
                missing.discard(advice.name if advice else "")
                if not missing:
                    return
        assert not missing, f"never said: {missing}"

    def test_something_is_said_before_each_of_the_first_moves(self, facts: Facts) -> None:
        """Of every seat, with the options that most people play."""
        if not advice_of(facts.game):
            return
        for seed in range(3):
            sentences = heard(loaded(facts.game, {}), new_rng(seed), FIRST_MOVES)
            assert all(sentence is not None for sentence in sentences)
