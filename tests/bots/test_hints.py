"""Hints: the best moves first, as text, and only from what the seat may know."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import count

import pytest

from siegeworks.bots import Budget
from siegeworks.bots.hints import Hint, ObviousMove, hints, sentence
from siegeworks.core.advice import no_comment
from siegeworks.core.random import new_rng
from siegeworks.games import load
from tests.bots.lookalikes import bytes_of, lookalike_of
from tests.games.siege_master.positions import game as drawn_game
from tests.games.siege_master.positions import play
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
            assert 0 <= hint.win_probability <= 1
        break


@every_game
def test_hints_are_the_same_in_all_states_that_look_alike(name):
    """For two states that look alike to the seat, the same seed gives the same hints."""
    game = load(name)
    tried = 0
    for state, _ in random_walk(game, 8):
        if state.to_act < 0 or len(game.legal_actions(state)) < 2 or tried == 3:
            continue
        seat, lookalike = int(state.to_act), lookalike_of(game, state, 77)
        if game.has_secrets and bytes_of(lookalike) == bytes_of(state):
            continue
        tried += 1
        looks = (game.observe(state, seat), game.observe(lookalike, seat))
        one, other = (hints(game, seen, new_rng(2), BUDGET) for seen in looks)
        assert one == other
    assert tried == 3


def test_the_line_is_what_is_expected_to_be_played():
    """Who holds most of the seven fortresses loses. Red's only way is to fill the far end of a row:
    beside that army nothing is left for Blue but to capture the fortress at the near end."""
    rows = [". . . . . . . . F"] * 7 + [". . . ."] * 2
    game = drawn_game("\n\n".join(rows), pacifist="yes")
    state = play(game, game.new_state(), "o1-o4 q1-q4")  # after this nobody can swap
    line = hints(game, state, new_rng(1), Budget(simulations=20_000))[0].line
    filled = [token[0] for token in line[::2]]
    assert len(set(filled)) == len(filled) > 2  # to the win, which is proven
    assert line == tuple(token for row in filled for token in (f"{row}1-{row}4", f"{row}5-{row}8"))


def test_a_sure_win_is_called_sure():
    told = sentence(Hint("a1-a4", 1.0, True, 0.9, ("a1-a4",), "captures 2 fortresses"))
    assert told == "a1-a4: wins for sure; captures 2 fortresses."


def test_a_chance_is_called_a_chance_and_the_line_follows():
    told = sentence(Hint("b2~", 0.4251, False, 0.9, ("b2~", "c1xc1", "stand"), ""))
    assert told == "b2~: wins about 43%. Then perhaps c1xc1 stand."


def test_a_hint_tells_why_it_is_not_the_obvious_move():
    obvious = ObviousMove("b2-b5", "wins about 12%; lets Blue capture a fortress.")
    told = sentence(Hint("a1-a4", 0.6, False, 0.9, ("a1-a4",), "walls off b5", obvious))
    assert told == (
        "a1-a4: wins about 60%; walls off b5. "
        "The obvious move, b2-b5, wins about 12%; lets Blue capture a fortress."
    )


def test_the_obvious_move_is_named_if_the_best_move_is_clearly_better():
    """Who holds most fortresses loses, yet the score counts them: greed captures."""
    named = 0
    for state, _ in random_walk(game := load("siege-master"), 5):
        if state.to_act < 0 or len(game.legal_actions(state)) < 2:
            continue
        best, *others = hints(game, state, new_rng(1), Budget(simulations=300))
        assert not any(hint.obvious for hint in others)
        if best.obvious:
            named += 1
            assert best.obvious.token != best.token
            assert best.obvious.token in game.legal_texts(state)
    assert named


def positions_with_a_choice(game, most, simulations=30):
    """The best hint in so many positions of random games."""
    seen = 0
    for seed in count(20):
        for state, _ in random_walk(game, seed):
            if seen == most:
                return
            if state.to_act >= 0 and len(game.legal_actions(state)) > 1:
                seen += 1
                looks = game.observe(state, int(state.to_act))
                yield hints(game, looks, new_rng(seen), Budget(simulations=simulations), most=1)[0]


@pytest.mark.parametrize("most", [30, pytest.param(1_000, marks=pytest.mark.long)])
@every_game
def test_a_hint_always_says_why(name, most):
    for hint in positions_with_a_choice(load(name), most):
        assert hint.comment


def test_a_game_without_words_of_its_own_says_what_a_move_gains():
    game = load("siege-master")
    game = replace(game, advice=game.advice._replace(comment=no_comment))
    told = {hint.comment for hint in positions_with_a_choice(game, 20, 200)}
    assert any(re.fullmatch(r"\d+ points? more than any other move", comment) for comment in told)
    assert "" not in told
