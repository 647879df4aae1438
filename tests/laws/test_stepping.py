"""Nothing that is given to the methods of `Game` harms the process: it is checked, or refused."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from siegeworks.core.game import (
    CHANCE,
    REFEREE,
    SPECTATOR,
    TERMINAL,
    Game,
    IllegalStep,
    SiegeworksError,
    State,
)
from siegeworks.core.perft import perft
from siegeworks.core.random import new_rng
from siegeworks.games import NAMES, load
from tests.variants import every_game, random_walk

OUT_OF_RANGE = [10**9, -1, 2**31, 2**63, 10**30, -(10**30)]
NO_NUMBERS: list[Any] = ["d4-d7", None, 1.0, [3], np.zeros(2, np.int32)]


def positions(game: Game) -> dict[int, State]:
    """A state in which a seat is to act, one at the end, and one where chance is, if there is."""
    found: dict[int, State] = {}
    for state, _ in random_walk(game, seed=1):
        found.setdefault(min(int(state.to_act), 0), state)
    assert 0 in found and TERMINAL in found
    return found


def illegal(game: Game, state: State) -> int:
    """An action that there is, but not now."""
    return next(a for a in range(game.num_actions) if a not in game.legal_actions(state))


@every_game
@pytest.mark.parametrize("method", ["child", "apply", "hides", "reveals", "shows"])
def test_a_step_that_cannot_be_taken_is_refused_and_nothing_happens(name: str, method: str) -> None:
    game = load(name)
    for to_act, state in positions(game).items():
        before = state.tobytes()
        wrong = [*OUT_OF_RANGE, *NO_NUMBERS]
        if to_act == 0:
            wrong.append(illegal(game, state))
        if to_act == CHANCE:
            possible = [outcome for outcome, _ in game.chance_outcomes(state)]
            wrong += [o for o in range(game.num_outcomes) if o not in possible][:3]
        for choice in wrong:
            more = (0,) if method == "hides" else ()
            with pytest.raises(IllegalStep):
                getattr(game, method)(state, choice, *more)
        assert state.tobytes() == before


@every_game
def test_a_refusal_says_why_and_what_is_legal(name: str) -> None:
    game = load(name)
    state = positions(game)[0]
    legal, seat = game.legal_actions(state), game.seats[int(state.to_act)]
    first = f"Legal now: {legal[0]} {game.action_texts[legal[0]]}"
    with pytest.raises(IllegalStep) as refusal:
        game.child(state, 10**9)
    assert str(refusal.value).startswith(f"{seat}: there is no action 1000000000; they go from 0 ")
    assert first in str(refusal.value)
    wrong = illegal(game, state)
    with pytest.raises(IllegalStep) as refusal:
        game.child(state, wrong)
    assert str(refusal.value).startswith(f"{seat}: {wrong} {game.action_texts[wrong]}: ")
    assert "(R" in str(refusal.value) and first in str(refusal.value)
    with pytest.raises(IllegalStep, match="the game is over"):
        game.child(positions(game)[TERMINAL], legal[0])


@every_game
def test_checked_and_unchecked_steps_lead_to_the_same(name: str) -> None:
    game = load(name)
    for state, choice in random_walk(game, seed=2, steps=30):
        if choice >= 0:
            after = game.child(state, np.int64(choice))
            assert after.tobytes() == game.unchecked.child(state, choice).tobytes()


@every_game
def test_what_is_not_a_state_of_the_game_is_refused(name: str) -> None:
    game = load(name)
    others = [load(other).new_state() for other in NAMES if other != name]
    calls = [
        game.legal_actions,
        game.chance_outcomes,
        game.returns,
        game.end_by_agreement,
        lambda state: game.child(state, 0),
        lambda state: game.draw_outcome(state, new_rng(1)),
        lambda state: game.observe(state, 0),
        lambda state: game.determinize(state, new_rng(1)),
        game.observation_tensor,
        lambda state: game.text_to_choice(state, "done"),
        lambda state: game.resign(state, 0),
        lambda state: game.hides(state, 0, 0),
        lambda state: perft(game, state, 1),
    ]
    for call in calls:
        for other in (*others, None, 3, np.zeros(4)):
            with pytest.raises(SiegeworksError, match=f"not a state of {game.title}"):
                call(other)


@pytest.mark.parametrize("name", ["kings-ransom", "expansion"])
def test_an_observation_is_not_taken_for_a_state_nor_a_state_for_an_observation(name: str) -> None:
    game = load(name)
    state = positions(game)[0]
    seen = game.observe(state, int(state.to_act))
    action = game.legal_actions(seen)[0]
    calls = [
        lambda: game.child(seen, action),
        lambda: game.observe(seen, 0),
        lambda: game.chance_outcomes(seen),
        lambda: game.end_by_agreement(seen),
        lambda: game.resign(seen, 0),
    ]
    for call in calls:
        with pytest.raises(SiegeworksError, match="This is an observation"):
            call()
    with pytest.raises(SiegeworksError, match="This is a state"):
        game.observation_tensor(state)
    assert state.viewer == REFEREE
    assert game.determinize(state, new_rng(1)).tobytes() == state.tobytes()


@every_game
def test_a_seat_that_there_is_not_is_refused(name: str) -> None:
    game = load(name)
    state = positions(game)[0]
    for seat in (-2, len(game.seats), 10**9, None, 0.0, "red"):
        for call in (game.observe, game.resign):
            with pytest.raises(SiegeworksError, match="There is no seat"):
                call(state, seat)
    with pytest.raises(IllegalStep, match="not in the game"):
        game.resign(state, SPECTATOR)


@every_game
def test_the_end_stays_the_end(name: str) -> None:
    game = load(name)
    over = positions(game)[TERMINAL]
    before = over.tobytes()
    for call in (game.end_by_agreement, lambda state: game.resign(state, 0)):
        with pytest.raises(IllegalStep, match="the game is over"):
            call(over)
    assert over.tobytes() == before


@every_game
def test_chance_is_drawn_only_where_it_is_to_act(name: str) -> None:
    game = load(name)
    found = positions(game)
    for to_act in (0, TERMINAL):
        assert game.chance_outcomes(found[to_act]) == []
        with pytest.raises(IllegalStep, match="Chance is not to act"):
            game.draw_outcome(found[to_act], new_rng(1))


@every_game
def test_a_number_that_is_no_step_has_no_token(name: str) -> None:
    game = load(name)
    for state in positions(game).values():
        for choice in OUT_OF_RANGE:
            with pytest.raises(IllegalStep):
                game.choice_to_text(state, choice)


TOO_SMALL = """
from dataclasses import replace
import numpy as np
from siegeworks.adapters.turns import Turns
from siegeworks.bots.search import Budget, SearchBot
from siegeworks.core.batch import Batch, random_actions
from siegeworks.core.perft import perft
from siegeworks.core.perft import perft
from siegeworks.core.random import new_rng
from siegeworks.games import load

right = load("kings-ransom", {"setup": "secret", "columns": 3, "tiles": "KAI"})
wrong = replace(right, max_legal=0)
for game in (right, wrong):
    state, rng = game.new_state(), new_rng(1)
    found = [game.legal_actions(state), perft(game, state, 2)]
    batch = Batch(game, 3, 1)
    for _ in range(30):
        batch.step(random_actions(batch.legal, rng))
    turns = Turns(game)
    turns.begin(rng)
    found += [batch.states.tobytes(), turns.look(turns.to_act)[1].tobytes()]
    bot = SearchBot(game, new_rng(1), Budget(simulations=20))
    bot.run_plain()
    found += [bot.choose(game.observe(state, int(state.to_act)))]
    first = found if game is right else first
assert found == first
print("the same")
"""


def test_a_max_legal_that_is_too_small_writes_nowhere_else() -> None:
    """In a process of its own, which a write past the end of a buffer may end."""
    done = subprocess.run(
        [sys.executable, "-c", TOO_SMALL], capture_output=True, text=True, check=False
    )
    assert done.stdout == "the same\n", done.stderr
