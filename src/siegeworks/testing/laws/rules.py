"""What holds for the rules of every game."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siegeworks.core.contract import CHANCE, FIRST_ENDING, TERMINAL, Rules
from siegeworks.core.errors import IllegalStep
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng, random_below
from siegeworks.core.traversal.limits import check_limits
from siegeworks.core.traversal.playouts import playouts
from siegeworks.games import load
from siegeworks.testing.law import Cases, Hardest, Laws, law
from siegeworks.testing.walks import random_walk

WALK = 160  # steps of a walk where every step costs a few milliseconds
SEEDS = (1, 2)
MOST_GAMES = 100  # in which a case is looked for
FROM_RESIGNATION = 40  # steps that are played after a seat has left
COUNTED = ("num_legal", "nth_legal", "num_cases", "nth_case")  # made of other rules, if not by them


def assert_equal_bytes(game: Game, state: Any, other: Any) -> None:
    """Two records hold the same; says which field does not."""
    for name in game.state_type.names or ():
        assert np.array_equal(state[name], other[name]), f"{name}: {state[name]} ≠ {other[name]}"
    assert state.tobytes() == other.tobytes()


def mutilated(text: str) -> str:
    """The text without its middle character."""
    return text[: len(text) // 2] + text[len(text) // 2 + 1 :]


class RuleLaws(Laws):
    """Each test is one promise of the contract."""

    @law
    def test_the_stated_limits_hold_on_plain_rules(self, hardest: Hardest, cases: Cases) -> None:
        _, game = hardest
        check_limits(game, seed=2)
        cases.add()

    @law
    def test_a_game_that_is_loaded_again_has_the_rules_that_were_compiled_for_it(
        self, game: Game, cases: Cases
    ) -> None:
        again = load(game.name, game.changed_options, map_rows=game.map_rows)
        is_same = again.engine is game.engine
        rules = zip(Rules._fields, game.rules, again.rules, strict=True)
        new = [name for name, rule, other in rules if rule is not other and name not in COUNTED]
        assert is_same, (
            f"{', '.join(new)}: made again whenever the game is loaded, and so compiled again. A "
            "rule that a function puts together needs functools.cache."
        )
        cases.add()

    @law
    def test_compiled_and_plain_rules_give_equal_states(self, game: Game, cases: Cases) -> None:
        plain = game.plain()
        for state, choice in random_walk(game, seed=3, steps=WALK):
            assert plain.legal_actions(state) == game.legal_actions(state)
            assert plain.chance_outcomes(state) == game.chance_outcomes(state)
            if choice >= 0:
                assert_equal_bytes(game, plain.child(state, choice), game.child(state, choice))
                cases.add()

    @law
    def test_plain_and_compiled_agree_whatever_is_chosen(self, game: Game, cases: Cases) -> None:
        """As above, with choices that hypothesis makes and, if something breaks, makes fewer."""
        plain = game.plain()

        @settings(max_examples=8, deadline=None)
        @given(picks=st.lists(st.integers(0, 2**16), min_size=1, max_size=60))
        def agree(picks: list[int]) -> None:
            state, other = game.new_state(), plain.new_state()
            for pick in picks:
                if state.to_act == TERMINAL:
                    break
                steps = [o for o, _ in game.chance_outcomes(state)] or game.legal_actions(state)
                choice = steps[pick % len(steps)]
                game.apply(state, choice)
                plain.apply(other, choice)
                assert_equal_bytes(game, state, other)
                cases.add()

        agree()

    @law
    def test_counting_legal_actions_agrees_with_listing_them(
        self, game: Game, cases: Cases
    ) -> None:
        engine = game.engine
        for seed in SEEDS:
            for state, _ in random_walk(game, seed, steps=WALK):
                if state.to_act >= 0:
                    legal = game.legal_actions(state)
                    assert engine.num_legal(game.params, state) == len(legal)
                    nth = [engine.nth_legal(game.params, state, k) for k in range(len(legal))]
                    assert nth == legal
                    cases.add()

    @law
    def test_counting_cases_of_chance_agrees_with_their_weights(
        self, chance_game: Game, cases: Cases
    ) -> None:
        game, engine = chance_game, chance_game.engine
        for seed in SEEDS:
            for state, _ in random_walk(game, seed, steps=WALK):
                if state.to_act == CHANCE:
                    weights = np.zeros(game.num_outcomes, np.int64)
                    engine.chance_weights(game.params, state, weights)
                    assert engine.num_cases(game.params, state) == weights.sum()
                    drawn = np.zeros(game.num_outcomes, np.int64)
                    for case in range(weights.sum()):
                        drawn[engine.nth_case(game.params, state, case)] += 1
                    assert np.array_equal(drawn, weights)
                    cases.add()

    @law
    def test_probabilities_sum_to_one(self, chance_game: Game, cases: Cases) -> None:
        for state, _ in random_walk(chance_game, seed=6, steps=WALK):
            outcomes = chance_game.chance_outcomes(state)
            assert sum(p for _, p in outcomes) == (1 if state.to_act == CHANCE else 0)
            cases.add(bool(outcomes))

    @law
    def test_legal_actions_ascend_and_are_never_none(self, game: Game, cases: Cases) -> None:
        for state, _ in random_walk(game, seed=5, steps=WALK):
            legal = game.legal_actions(state)
            assert legal == sorted(set(legal))
            assert len(legal) <= game.max_legal, (
                f"max_legal={game.max_legal}: {len(legal)} are legal"
            )
            assert (len(legal) > 0) == (state.to_act >= 0)
            cases.add(len(legal) > 1)

    @law
    def test_every_random_game_ends_within_the_limits_and_says_why(
        self, game: Game, cases: Cases
    ) -> None:
        results = playouts(game, new_rng(7), 300)
        longest = int(results.steps.max())
        assert longest <= game.max_steps, f"max_steps={game.max_steps}: a game took {longest} steps"
        assert (results.winners > 0).all()
        assert (results.ending >= FIRST_ENDING).all()
        assert (results.ending < len(game.endings)).all()
        assert ((results["first"] >= 0) & (results["first"] < len(game.seats))).all()
        cases.add(len(results))

    @law
    def test_returns_sum_to_zero_and_lie_between_minus_one_and_one(
        self, game: Game, cases: Cases
    ) -> None:
        *_, (state, _) = random_walk(game, seed=8)
        assert game.returns(state) is not None
        everybody = (1 << len(game.seats)) - 1
        for winners in range(1, everybody + 1):
            state.winners = winners
            returns = game.returns(state) or []
            assert sum(returns) == pytest.approx(0, abs=1e-12)
            assert all(-1 <= value <= 1 for value in returns)
            won = {value for seat, value in enumerate(returns) if winners >> seat & 1}
            lost = set(returns) - won
            assert len(won) == 1 and len(lost) == (winners != everybody) and max(returns) in won
            cases.add()

    @law
    def test_earlier_states_stay_as_they_were_while_later_ones_are_played(
        self, game: Game, cases: Cases
    ) -> None:
        kept = [(state, state.tobytes()) for state, _ in random_walk(game, seed=9, steps=WALK)]
        assert all(state.tobytes() == before for state, before in kept)
        cases.add(len({before for _, before in kept}) - 1)

    @law
    def test_tokens_name_actions_and_outcomes_one_to_one(self, game: Game, cases: Cases) -> None:
        for texts in (game.action_texts, game.outcome_texts):
            assert len(set(texts)) == len(texts)
            assert all(text and not set(text) & set(" \t\n#") for text in texts)
        for state, choice in random_walk(game, seed=10, steps=WALK):
            if choice >= 0:
                assert game.text_to_choice(state, game.choice_to_text(state, choice)) == choice
                cases.add()

    @law
    def test_any_illegal_token_is_refused_with_a_sentence_that_names_a_paragraph(
        self, game: Game, cases: Cases
    ) -> None:
        rng = new_rng(11)
        texts = (*game.action_texts, *game.outcome_texts)
        for seed in range(11, 11 + MOST_GAMES):  # one, but where hardly anything is illegal
            for state, _ in random_walk(game, seed, steps=60):
                if state.to_act == TERMINAL:
                    continue
                legal = set(game.legal_texts(state))
                for _ in range(12):
                    text = texts[random_below(rng, len(texts))]
                    if text in legal:
                        continue
                    with pytest.raises(IllegalStep, match=r"\(R\d+(, R\d+)*\)") as refused:
                        game.text_to_choice(state, text)
                    assert str(refused.value).startswith(f"{text}: ")
                    cases.add()
            if cases.number:
                break

    @law
    def test_any_text_at_all_is_answered_with_a_short_sentence(
        self, hardest: Hardest, cases: Cases
    ) -> None:
        _, game = hardest
        texts = [*game.action_texts[:50], *game.outcome_texts[:50]]
        states = [state for state, _ in random_walk(game, seed=12, steps=50)]
        legal = [set(game.legal_texts(state)) for state in states]
        some_text = st.one_of(st.text(max_size=300), st.sampled_from(texts).map(mutilated))

        @settings(max_examples=200, deadline=None)
        @given(text=some_text, place=st.integers(0, len(states) - 1))
        def is_answered(text: str, place: int) -> None:
            if text in legal[place]:
                return
            with pytest.raises(IllegalStep) as refused:
                game.text_to_choice(states[place], text)
            assert len(str(refused.value)) < len(text) + 400
            cases.add()

        is_answered()

    @law
    def test_a_resigned_seat_never_acts_again_and_never_wins(
        self, game: Game, cases: Cases
    ) -> None:
        rng = new_rng(19)
        for state, _ in random_walk(game, seed=19, steps=60):
            if state.to_act == TERMINAL:
                continue
            seat = random_below(rng, len(game.seats))
            gone = game.copy(state)
            game.resign(gone, seat)
            for _ in range(FROM_RESIGNATION):
                if gone.to_act == TERMINAL:
                    break
                assert gone.to_act != seat
                legal = game.legal_actions(gone)
                choice = legal[0] if legal else game.draw_outcome(gone, rng)
                gone = game.child(gone, choice)
            assert not gone.winners >> seat & 1
            cases.add()
