"""What holds in every game, whatever its rules are. Each test is one promise of the contract."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siegeworks.core.game import CHANCE, REFEREE, SPECTATOR, TERMINAL, Game, IllegalStep
from siegeworks.core.playouts import playouts
from siegeworks.core.random import new_rng, random_below
from siegeworks.games import NAMES, load
from tests.variants import every_game, every_variant, label, random_walk, variants

SECRET_VARIANTS = [variant for variant in variants() if load(*variant).has_secrets]
every_secret_variant = pytest.mark.parametrize("variant", SECRET_VARIANTS, ids=label)

WALK = 160  # steps of a walk where every step costs a few milliseconds
SEEDS = (1, 2)


def assert_equal_bytes(game: Game, one: Any, other: Any) -> None:
    """Two records hold the same; says which field does not."""
    for name in game.state_type.names or ():
        assert np.array_equal(one[name], other[name]), f"{name}: {one[name]} ≠ {other[name]}"
    assert one.tobytes() == other.tobytes()


@every_variant
def test_compiled_and_plain_rules_give_equal_states(variant: Any) -> None:
    game = load(*variant)
    plain = game.plain()
    for state, choice in random_walk(game, seed=3, steps=WALK):
        assert plain.legal_actions(state) == game.legal_actions(state)
        assert plain.chance_outcomes(state) == game.chance_outcomes(state)
        if choice >= 0:
            assert_equal_bytes(game, plain.child(state, choice), game.child(state, choice))


@every_variant
def test_the_quick_doors_agree_with_the_lists(variant: Any) -> None:
    game = load(*variant)
    engine = game.engine
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
            elif state.to_act != TERMINAL:
                legal = game.legal_actions(state)
                assert engine.num_legal(game.params, state) == len(legal)
                nth = [engine.nth_legal(game.params, state, k) for k in range(len(legal))]
                assert nth == legal


@every_variant
def test_legal_actions_ascend_and_are_never_none(variant: Any) -> None:
    game = load(*variant)
    for state, _ in random_walk(game, seed=5, steps=WALK):
        legal = game.legal_actions(state)
        assert legal == sorted(set(legal))
        assert len(legal) <= game.max_legal
        assert (len(legal) > 0) == (state.to_act >= 0)


@every_variant
def test_probabilities_sum_to_one(variant: Any) -> None:
    game = load(*variant)
    for state, _ in random_walk(game, seed=6, steps=WALK):
        outcomes = game.chance_outcomes(state)
        assert sum(p for _, p in outcomes) == (1 if state.to_act == CHANCE else 0)


@every_variant
def test_every_random_game_ends_within_the_limits_and_says_why(variant: Any) -> None:
    game = load(*variant)
    results = playouts(game, new_rng(7), 300)
    assert results.steps.max() <= game.max_steps
    assert (results.winners > 0).all()
    assert (results.ending >= 4).all() and (results.ending < len(game.endings)).all()
    assert ((results["first"] >= 0) & (results["first"] < len(game.seats))).all()


@every_variant
def test_returns_sum_to_zero_and_lie_between_minus_one_and_one(variant: Any) -> None:
    game = load(*variant)
    *_, (state, _) = random_walk(game, seed=8)
    returns = game.returns(state)
    assert returns is not None
    assert sum(returns) == pytest.approx(0, abs=1e-12)
    assert all(-1 <= value <= 1 for value in returns)


@every_variant
def test_earlier_states_stay_as_they_were_while_later_ones_are_played(variant: Any) -> None:
    game = load(*variant)
    kept = [(state, state.tobytes()) for state, _ in random_walk(game, seed=9, steps=WALK)]
    assert all(state.tobytes() == before for state, before in kept)


@every_variant
def test_tokens_name_actions_and_outcomes_one_to_one(variant: Any) -> None:
    game = load(*variant)
    for texts in (game.action_texts, game.outcome_texts):
        assert len(set(texts)) == len(texts)
        assert all(text and not set(text) & set(" \t\n#") for text in texts)
    for state, choice in random_walk(game, seed=10, steps=WALK):
        if choice >= 0:
            assert game.text_to_choice(state, game.choice_to_text(state, choice)) == choice


@every_variant
def test_any_illegal_token_is_refused_with_a_sentence_that_names_a_paragraph(variant: Any) -> None:
    game = load(*variant)
    rng = new_rng(11)
    for state, _ in random_walk(game, seed=11, steps=60):
        if state.to_act == TERMINAL:
            continue
        legal = set(game.legal_texts(state))
        texts = (*game.action_texts, *game.outcome_texts)
        for _ in range(12):
            text = texts[random_below(rng, len(texts))]
            if text in legal:
                continue
            with pytest.raises(IllegalStep, match=r"\(R\d+(, R\d+)*\)") as refused:
                game.text_to_choice(state, text)
            assert str(refused.value).startswith(f"{text}: ")


@every_game
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_any_text_at_all_is_answered_with_a_short_sentence(name: str, data: st.DataObject) -> None:
    game = load(name)
    texts = [*game.action_texts[:50], *game.outcome_texts[:50]]
    text = data.draw(st.one_of(st.text(max_size=300), st.sampled_from(texts).map(_mutilated)))
    states = [state for state, _ in random_walk(game, seed=12, steps=50)]
    state = data.draw(st.sampled_from(states))
    if text in game.legal_texts(state):
        return
    with pytest.raises(IllegalStep) as refused:
        game.text_to_choice(state, text)
    assert len(str(refused.value)) < len(text) + 400


def _mutilated(text: str) -> str:
    return text[: len(text) // 2] + text[len(text) // 2 + 1 :]


@every_secret_variant
def test_a_determinization_looks_the_same_to_the_seat_that_imagined_it(variant: Any) -> None:
    game = load(*variant)
    rng = new_rng(13)
    for state, _ in random_walk(game, seed=13):
        for seat in (*range(len(game.seats)), SPECTATOR):
            seen = game.observe(state, seat)
            imagined = game.determinize(seen, rng)
            assert imagined.viewer == REFEREE
            assert_equal_bytes(game, game.observe(imagined, seat), seen)


@every_secret_variant
def test_a_determinization_could_really_arise(variant: Any) -> None:
    game = load(*variant)
    rng = new_rng(14)
    for state, _ in random_walk(game, seed=14):
        assert game.engine.is_sound is not None
        assert game.engine.is_sound(game.params, state)
        for seat in (*range(len(game.seats)), SPECTATOR):
            imagined = game.determinize(game.observe(state, seat), rng)
            assert game.engine.is_sound(game.params, imagined)


@every_secret_variant
def test_legal_actions_follow_from_the_observation(variant: Any) -> None:
    game = load(*variant)
    rng = new_rng(15)
    for state, _ in random_walk(game, seed=15):
        if state.to_act < 0:
            continue
        seen = game.observe(state, int(state.to_act))
        assert game.legal_actions(seen) == game.legal_actions(state)
        assert game.legal_actions(game.determinize(seen, rng)) == game.legal_actions(state)


@every_secret_variant
def test_what_is_secret_varies_under_determinization(variant: Any) -> None:
    game = load(*variant)
    rng = new_rng(16)
    states = [state for state, _ in random_walk(game, seed=16)]
    state = next(s for s in states if s.first >= 0)  # set up, nothing shown yet
    for seat in (*range(len(game.seats)), SPECTATOR):
        seen = game.observe(state, seat)
        imagined = {game.determinize(seen, rng).tobytes() for _ in range(50)}
        assert len(imagined) > 40


@every_secret_variant
def test_an_observation_holds_nothing_that_resampling_would_change(variant: Any) -> None:
    """Whatever is played from two states that look alike, what the seat sees stays alike until
    something is shown to it."""
    game = load(*variant)
    rng = new_rng(17)
    for state, choice in random_walk(game, seed=17):
        if choice < 0 or state.to_act == CHANCE:
            continue
        if game.reveals(state, choice):
            continue
        for seat in (*range(len(game.seats)), SPECTATOR):
            if game.hides(state, choice, seat):
                continue
            twin = game.determinize(game.observe(state, seat), rng)
            if choice not in game.legal_actions(twin):
                continue
            seen = game.observe(game.child(state, choice), seat)
            assert_equal_bytes(game, game.observe(game.child(twin, choice), seat), seen)


@every_secret_variant
def test_a_hidden_step_looks_the_same_whatever_was_chosen(variant: Any) -> None:
    game = load(*variant)
    hidden = 0
    for state, choice in random_walk(game, seed=18):
        for seat in (*range(len(game.seats)), SPECTATOR):
            if choice < 0 or not game.hides(state, choice, seat):
                continue
            hidden += 1
            others = [o for o, _ in game.chance_outcomes(state)] or game.legal_actions(state)
            seen = {game.observe(game.child(state, other), seat).tobytes() for other in others}
            assert len(seen) == 1
    assert hidden > 0


@every_game
def test_what_the_viewer_sees_is_marked_with_its_seat(name: str) -> None:
    game = load(name)
    state = game.new_state()
    assert state.viewer == REFEREE
    if game.has_secrets:
        assert game.observe(state, 1).viewer == 1
        assert game.observe(state, SPECTATOR).viewer == SPECTATOR


@every_variant
def test_a_resigned_seat_never_acts_again_and_never_wins(variant: Any) -> None:
    game = load(*variant)
    rng = new_rng(19)
    for state, _ in random_walk(game, seed=19, steps=60):
        if state.to_act == TERMINAL:
            continue
        seat = random_below(rng, len(game.seats))
        gone = state.copy()
        game.resign(gone, seat)
        for _ in range(40):
            if gone.to_act == TERMINAL:
                break
            assert gone.to_act != seat
            legal = game.legal_actions(gone)
            choice = legal[0] if legal else game.draw_outcome(gone, rng)
            gone = game.child(gone, choice)
        assert not gone.winners >> seat & 1


def test_the_laws_run_over_every_game() -> None:
    assert {name for name, _ in variants()} == set(NAMES)


@every_variant
@settings(max_examples=8, deadline=None)
@given(picks=st.lists(st.integers(0, 2**16), min_size=1, max_size=60))
def test_plain_and_compiled_agree_whatever_is_chosen(variant: Any, picks: list[int]) -> None:
    """As above, with choices that hypothesis makes and, if something breaks, makes fewer."""
    game = load(*variant)
    plain = game.plain()
    one, other = game.new_state(), plain.new_state()
    for pick in picks:
        if one.to_act == TERMINAL:
            break
        steps: list[Any] = [o for o, _ in game.chance_outcomes(one)] or game.legal_actions(one)
        choice = steps[pick % len(steps)]
        game.apply(one, choice)
        plain.apply(other, choice)
        assert_equal_bytes(game, one, other)
