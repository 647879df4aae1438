"""The bots that do not search: one plays at random, one looks a step ahead"""

from siegeworks.core.contract import CHANCE, TERMINAL, Action, Observation, Seat, State
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, random_below

DETERMINIZATIONS = 4  # tried for each choice
CHANCE_SAMPLES = 4  # tried after an action that chance follows
WON = 1e9  # more than any score


class RandomBot:
    """Chooses each legal action with the same probability."""

    def __init__(self, game: Game, rng: Rng) -> None:
        self.game, self.rng = game, rng

    def choose(self, seen: Observation) -> Action:
        """Any legal action."""
        legal = self.game.legal_actions(seen)
        return legal[random_below(self.rng, len(legal))]


class GreedyBot:
    """Looks one step ahead: chooses an action with the highest average of the game's own score
    afterwards; ties at random."""

    def __init__(self, game: Game, rng: Rng) -> None:
        self.game, self.rng = game, rng

    def choose(self, seen: Observation) -> Action:
        """The best action by `Game.score`, averaged over a few determinizations."""
        legal = self.game.legal_actions(seen)
        if len(legal) == 1:
            return legal[0]
        states = self._determinizations(seen)
        values = [sum(self._value(state, action) for state in states) for action in legal]
        best = max(values)
        ties = [action for action, value in zip(legal, values, strict=True) if value == best]
        return ties[random_below(self.rng, len(ties))]

    def _determinizations(self, seen: Observation) -> list[State]:
        count = DETERMINIZATIONS if self.game.has_secrets else 1
        return [self.game.determinize(seen, self.rng) for _ in range(count)]

    def _value(self, state: State, action: Action) -> float:
        """The score of the seat to act after this action, averaged over chance."""
        seat = int(state.to_act)
        after = self.game.unchecked.child(state, action)
        if after.to_act != CHANCE:
            return self._score(after, seat)
        scores = [self._score(self._after_chance(after), seat) for _ in range(CHANCE_SAMPLES)]
        return sum(scores) / CHANCE_SAMPLES

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
