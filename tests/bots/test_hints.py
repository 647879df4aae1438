"""Hints: the best moves first, in words, and from nothing but what the seat may know."""

from __future__ import annotations

from siegeworks.bots import Budget
from siegeworks.bots.hints import Hint, hints, sentence
from siegeworks.core.random import new_rng
from siegeworks.games import load
from tests.games.siege_master.positions import game as drawn_game
from tests.variants import every_game, random_walk

BUDGET = Budget(simulations=80)


@every_game
def test_hints_are_legal_different_and_begin_their_own_line(name):
    game = load(name)
    for state, _ in random_walk(game, 3, 120):
        if state.to_act < 0:
            continue
        legal = game.legal_texts(state)
        if len(legal) < 2:
            continue
        found = hints(game, game.observe(state, int(state.to_act)), new_rng(1), BUDGET)
        tokens = [hint.token for hint in found]
        assert tokens
        assert set(tokens) <= set(legal)
        assert len(set(tokens)) == len(tokens) <= 3
        for hint in found:
            assert hint.line[0] == hint.token
            assert 0 <= hint.chance <= 1
        break


@every_game
def test_hints_are_the_same_in_all_worlds_that_look_alike(name):
    """For two states that look alike to the seat, the same seed gives the same hints."""
    game = load(name)
    tried = 0
    for state, _ in random_walk(game, 8):
        if state.to_act < 0 or len(game.legal_actions(state)) < 2 or tried == 3:
            continue
        tried += 1
        seat = int(state.to_act)
        seen = game.observe(state, seat)
        other = game.observe(game.determinize(seen, new_rng(77)), seat)
        assert hints(game, seen, new_rng(2), BUDGET) == hints(game, other, new_rng(2), BUDGET)


def test_the_line_is_what_is_expected_to_be_played():
    """Red takes the last fortress but one; every line leads to the end of the game."""
    game = drawn_game("  . F .\n . . . .\n. . F . .\n . . . .\n  . F .")
    hint = hints(game, game.new_state(), new_rng(1), Budget(simulations=20_000))[0]
    state = game.new_state()
    for token in hint.line:
        state = game.child(state, game.text_to_choice(state, token))


def test_a_sure_win_is_called_sure():
    told = sentence(Hint("a1-a4", 1.0, True, 0.9, ("a1-a4",), "captures 2 fortresses"))
    assert told == "a1-a4: wins for sure; captures 2 fortresses."


def test_a_chance_is_called_a_chance_and_the_line_follows():
    told = sentence(Hint("b2~", 0.4251, False, 0.9, ("b2~", "c1xc1", "stand"), ""))
    assert told == "b2~: wins about 43%. Then perhaps c1xc1 stand"
