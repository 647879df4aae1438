"""The bot that looks one step ahead and counts by the game's own score."""

from __future__ import annotations

from siegeworks.core.game import CHANCE, TERMINAL, Action, Game, Observation, Seat, State
from siegeworks.core.random import Rng, random_below

WORLDS = 4  # how many states that look like the observation are tried
FALLS = 4  # how often chance is tried after an action
WON = 1e9  # more than any score


class GreedyBot:
    """Chooses an action after which the score is highest on average; ties at random."""

    def __init__(self, game: Game, rng: Rng) -> None:
        self.game, self.rng = game, rng

    def choose(self, seen: Observation) -> Action:
        """The best action by `Game.score`, over a few states that could be the real one."""
        legal = self.game.legal_actions(seen)
        if len(legal) == 1:
            return legal[0]
        worlds = self._worlds(seen)
        values = [sum(self._value(world, action) for world in worlds) for action in legal]
        best = max(values)
        ties = [action for action, value in zip(legal, values, strict=True) if value == best]
        return ties[random_below(self.rng, len(ties))]

    def _worlds(self, seen: Observation) -> list[State]:
        count = WORLDS if self.game.has_secrets else 1
        return [self.game.determinize(seen, self.rng) for _ in range(count)]

    def _value(self, state: State, action: Action) -> float:
        """What the seat to act has after this action, chance averaged."""
        seat = int(state.to_act)
        after = self.game.unchecked.child(state, action)
        if after.to_act != CHANCE:
            return self._score(after, seat)
        return sum(self._score(self._after_chance(after), seat) for _ in range(FALLS)) / FALLS

    def _after_chance(self, state: State) -> State:
        state = self.game.copy(state)
        self.game.settle(state, self.rng)
        return state

    def _score(self, state: State, seat: Seat) -> float:
        if state.to_act == TERMINAL:
            returns = self.game.returns(state)
            assert returns is not None
            return WON * returns[seat]
        return self.game.score(self.game.params, self.game.observe(state, seat), seat)
