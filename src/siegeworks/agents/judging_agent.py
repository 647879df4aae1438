"""An agent that judges positions with a network and prefers actions that lead to good ones"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks.bots.mcts.evaluation import judged_win_rule
from siegeworks.core.advice import Advice, Network, Settings
from siegeworks.core.contract import TERMINAL, Action, Observation
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.jit import kernel
from siegeworks.core.random import Rng, new_rng, next_word

WORLDS = 16  # that are drawn where something is hidden, or chance may act
TEMPERATURE = 0.05  # of the policy, in probabilities of winning


class _Scratch(NamedTuple):
    """What the rules of the judgement read and write to."""

    is_advised: bool
    layers: Any
    features: Any
    hidden: Any
    win_probabilities: Any


@cache
def _judging(advice: Advice) -> Callable[..., None]:
    """judge(params, settings, scratch, states, seat, values): a seat's probability of winning in
    each of these states."""
    judged_win = judged_win_rule(advice)

    @kernel
    def judge(  # noqa: PLR0917
        params: Any, settings: Any, scratch: Any, states: Any, seat: int, values: Any
    ) -> None:
        for k in range(len(states)):
            values[k] = judged_win(params, settings, scratch, states[k], seat)

    return judge


@cache
def _describing(advice: Advice) -> Callable[..., None]:
    """describe(params, states, features): what the network is told of each of these states."""
    write = advice.judgement.write

    @kernel
    def describe(params: Any, states: Any, features: Any) -> None:
        for k in range(len(states)):
            write(params, states[k], features[k])

    return describe


class JudgingAgent:
    """The network of `siegeworks train`, looking one action ahead.

    What is hidden is drawn as the rules allow it, the same way for the same observation, so that
    the same observation always has the same policy and value. Positions that the network does not
    judge, such as set-ups, are judged by the evaluation written by hand, as in the search.
    """

    def __init__(self, game: Game, network: Network, rng: Rng) -> None:
        """An agent for a game.

        Raises:
            SiegeworksError: the network is told other numbers than this version has.
        """
        if game.advice.judgement.features != network.features:
            raise SiegeworksError(
                f"This network is not one for {game.title} as this version plays it."
            )
        self.game = game
        self.made: dict[str, Any] = dict(network.made)
        self.features = network.features  # the name of each number that the network is given
        self._seed = int(next_word(rng))
        self._worlds = WORLDS if game.has_secrets or game.has_chance else 1
        self._settings = Settings(learned=1.0).record()
        layers = network.layers
        self._scratch = _Scratch(
            True,
            layers,
            np.zeros((len(game.seats), len(network.features)), np.float32),
            np.zeros(len(layers.bias), np.float32),
            np.zeros(len(game.seats)),
        )

    def observe(self, seen: Observation) -> NDArray[np.float32]:
        """As `Agent.observe`: the mean over what could be hidden."""
        worlds = self._drawn(seen, new_rng(self._seed))
        features = np.zeros((len(worlds), *self._scratch.features.shape), np.float32)
        _describing(self.game.advice)(self.game.params, worlds, features)
        mean: NDArray[np.float32] = features[:, int(seen.to_act)].mean(axis=0)
        return mean

    def value(self, seen: Observation) -> float:
        """As `Agent.value`."""
        worlds = self._drawn(seen, new_rng(self._seed))
        return float(self._judged(worlds, int(seen.to_act)).mean())

    def values(self, seen: Observation) -> dict[Action, float]:
        """For each legal action, the probability of winning after it, of the seat to act."""
        game, seat, rng = self.game, int(seen.to_act), new_rng(self._seed)
        legal, after = game.legal_actions(seen), []
        for world in self._drawn(seen, rng):
            for action in legal:
                state = game.unchecked.child(world, action)
                if state.to_act != TERMINAL:
                    game.settle(state, rng)
                after.append(np.array(state))
        states = np.array(after).view(np.recarray)
        means = self._judged(states, seat).reshape(-1, len(legal)).mean(axis=0)
        return dict(zip(legal, means.tolist(), strict=True))

    def policy(self, seen: Observation) -> NDArray[np.float64]:
        """As `Agent.policy`: the softmax of `values`, with the temperature 0.05."""
        values = self.values(seen)
        chances = np.zeros(self.game.num_actions)
        scores = np.array(list(values.values())) / TEMPERATURE
        weights = np.exp(scores - scores.max())
        chances[list(values)] = weights / weights.sum()
        return chances

    def choose(self, seen: Observation) -> Action:
        """The action with the highest value."""
        values = self.values(seen)
        return max(values, key=lambda action: values[action])

    def _drawn(self, seen: Observation, rng: Rng) -> Any:
        """States that look like this observation to the seat to act."""
        drawn = [np.array(self.game.determinize(seen, rng)) for _ in range(self._worlds)]
        return np.array(drawn).view(np.recarray)

    def _judged(self, states: Any, seat: int) -> NDArray[np.float64]:
        values = np.zeros(len(states))
        judge = _judging(self.game.advice)
        judge(self.game.params, self._settings, self._scratch, states, seat, values)
        return values
