"""Nothing that is given to the methods of `Game` harms the process: it is checked, or refused."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from siegeworks.core.contract import CHANCE, SPECTATOR, TERMINAL, State
from siegeworks.core.errors import IllegalStep, SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.core.traversal.perft import perft
from siegeworks.games import NAMES
from siegeworks.testing.facts import Facts
from siegeworks.testing.law import Cases, Hardest, Laws, law
from siegeworks.testing.walks import loaded, random_walk

MOST_GAMES = 100  # in which such states are looked for
OUT_OF_RANGE = [10**9, -1, 2**31, 2**63, 10**30, -(10**30)]
NO_NUMBERS: list[Any] = ["d4-d7", None, 1.0, [3], np.zeros(2, np.int32)]


def positions(game: Game) -> dict[int, State]:
    """A state in which a seat is to act and may not do everything, one at the end, and one where
    chance is to act, if there is one."""
    states: dict[int, State] = {}
    for seed in range(1, 1 + MOST_GAMES):
        for state, _ in random_walk(game, seed):
            if state.to_act < 0 or len(game.legal_actions(state)) < game.num_actions:
                states.setdefault(min(int(state.to_act), 0), state)
        if 0 in states:
            break
    assert 0 in states, f"in {MOST_GAMES} games all actions were legal all the time"
    return states


def illegal(game: Game, state: State) -> int:
    """An action that there is, but not now."""
    return next(a for a in range(game.num_actions) if a not in game.legal_actions(state))


class SteppingLaws(Laws):
    """Steps are taken or refused, and a refusal changes nothing."""

    @pytest.mark.parametrize("method", ["child", "apply", "hides", "reveals", "shows"])
    @law
    def test_a_step_that_cannot_be_taken_is_refused_and_nothing_happens(
        self, hardest: Hardest, method: str, cases: Cases
    ) -> None:
        _, game = hardest
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
                cases.add()
            assert state.tobytes() == before

    @law
    def test_a_refusal_says_why_and_what_is_legal(self, hardest: Hardest, cases: Cases) -> None:
        _, game = hardest
        state = positions(game)[0]
        legal, seat = game.legal_actions(state), game.seats[int(state.to_act)]
        first = f"Legal now: {legal[0]} {game.action_texts[legal[0]]}"
        with pytest.raises(IllegalStep) as refusal:
            game.child(state, 10**9)
        sentence = str(refusal.value)
        assert sentence.startswith(f"{seat}: there is no action 1000000000; they go from 0 ")
        assert first in sentence
        wrong = illegal(game, state)
        with pytest.raises(IllegalStep) as refusal:
            game.child(state, wrong)
        assert str(refusal.value).startswith(f"{seat}: {wrong} {game.action_texts[wrong]}: ")
        assert "(R" in str(refusal.value) and first in str(refusal.value)
        with pytest.raises(IllegalStep, match="the game is over"):
            game.child(positions(game)[TERMINAL], legal[0])
        cases.add()

    @law
    def test_checked_and_unchecked_steps_lead_to_the_same(
        self, hardest: Hardest, cases: Cases
    ) -> None:
        _, game = hardest
        for state, choice in random_walk(game, seed=2, steps=30):
            if choice >= 0:
                same: Any = np.int64(choice)
                after = game.child(state, same)
                assert after.tobytes() == game.unchecked.child(state, choice).tobytes()
                cases.add()

    @law
    def test_what_is_not_a_state_of_the_game_is_refused(self, facts: Facts, cases: Cases) -> None:
        game = loaded(facts.game, {})
        others: list[Any] = [loaded(name, {}).new_state() for name in NAMES if name != facts.game]
        calls: list[Callable[[Any], Any]] = [
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
                cases.add()

    @law
    def test_an_observation_is_not_taken_for_a_state_nor_a_state_for_an_observation(
        self, hardest_secret: Hardest, cases: Cases
    ) -> None:
        _, game = hardest_secret
        state = positions(game)[0]
        seen: Any = game.observe(state, int(state.to_act))
        action = game.legal_actions(seen)[0]
        calls: list[Callable[[], Any]] = [
            lambda: game.child(seen, action),
            lambda: game.observe(seen, 0),
            lambda: game.chance_outcomes(seen),
            lambda: game.end_by_agreement(seen),
            lambda: game.resign(seen, 0),
        ]
        for call in calls:
            with pytest.raises(SiegeworksError, match="This is an observation"):
                call()
            cases.add()
        state_as_observation: Any = state
        with pytest.raises(SiegeworksError, match="This is a state"):
            game.observation_tensor(state_as_observation)
        same = game.determinize(state_as_observation, new_rng(1))
        assert same.tobytes() == state.tobytes()

    @law
    def test_a_seat_that_does_not_exist_is_refused(self, hardest: Hardest, cases: Cases) -> None:
        _, game = hardest
        state = positions(game)[0]
        wrong: list[Any] = [-2, len(game.seats), 10**9, None, 0.0, "red"]
        for seat in wrong:
            for call in (game.observe, game.resign):
                with pytest.raises(SiegeworksError, match="There is no seat"):
                    call(state, seat)
                cases.add()
        with pytest.raises(IllegalStep, match="not in the game"):
            game.resign(state, SPECTATOR)

    @law
    def test_the_end_stays_the_end(self, hardest: Hardest, cases: Cases) -> None:
        _, game = hardest
        over = positions(game)[TERMINAL]
        before = over.tobytes()
        for call in (game.end_by_agreement, lambda state: game.resign(state, 0)):
            with pytest.raises(IllegalStep, match="the game is over"):
                call(over)
            cases.add()
        assert over.tobytes() == before

    @law
    def test_chance_is_drawn_only_where_it_is_to_act(self, hardest: Hardest, cases: Cases) -> None:
        _, game = hardest
        states = positions(game)
        for to_act in (0, TERMINAL):
            assert game.chance_outcomes(states[to_act]) == []
            with pytest.raises(IllegalStep, match="Chance is not to act"):
                game.draw_outcome(states[to_act], new_rng(1))
            cases.add()

    @law
    def test_a_number_that_is_no_step_has_no_token(self, hardest: Hardest, cases: Cases) -> None:
        _, game = hardest
        for state in positions(game).values():
            for choice in OUT_OF_RANGE:
                with pytest.raises(IllegalStep):
                    game.choice_to_text(state, choice)
                cases.add()
