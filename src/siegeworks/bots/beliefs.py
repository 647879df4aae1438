"""What an opponent's play says about what it hides: a particle filter.

The bot holds many particles, states that could be the real one (Gordon, Salmond, Smith, 1993).
Before its next choice every particle is played on: the bot's own action, then every sequence of
actions by the others after which the state is consistent with what the bot sees now. A sequence
weighs as much as the others were likely to play it: by a softmax over what each of their actions is
worth to them by the game's evaluation. Particles without a consistent continuation are dropped, the
others are resampled by weight; where few are left, fresh determinizations fill up.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from siegeworks.bots.mcts.digest import digest, digest_of_bytes
from siegeworks.bots.mcts.evaluation import estimate_rule, win_share
from siegeworks.core.advice import Advice
from siegeworks.core.contract import CHANCE, TERMINAL, Action, Observation, Rules
from siegeworks.core.game import Game
from siegeworks.core.jit import kernel, rule
from siegeworks.core.random import Rng, random_below

MAX_DEPTH = 3  # actions of others between two of a seat's own that are followed
MAX_SUCCESSORS = 4  # of one particle, on average: the most that there is room for
MAX_COPIES = 4  # of one successor, on average, when they are resampled
TEMPERATURE = 0.1  # of the softmax, in probabilities of winning
MIN_LIKELIHOOD = 1e-4  # less likely sequences are not followed


class FilterScratch(NamedTuple):
    """Working memory of the filter."""

    states: Any  # MAX_DEPTH + 2 records: one per depth, and one to observe into
    raw: Any  # their bytes
    legal: Any  # int32 (MAX_DEPTH + 1, num_actions)
    policy: Any  # float64, likewise
    count: Any  # int64 (MAX_DEPTH + 1,): how many actions are legal
    following: Any  # int64, likewise: the index of the action to follow next
    weight: Any  # float64, likewise
    win_probabilities: Any  # float64 (seats,)
    is_advised: bool  # whether the game's evaluation is used


@cache
def filter_kernels(rules: Rules, advice: Advice) -> tuple[Callable[..., None], Callable[..., int]]:
    """The compiled steps of the filter.

    sample(params, seen, particles, first, rng) fills particles[first:] with determinizations.
    advance(params, blank, seat, action, wanted, particles, successors, weights, scratch) -> n
    plays all particles on and writes the n states whose observation has the digest `wanted`, with
    their weights.
    """
    legal_actions, apply_action = rules.legal_actions, rules.apply_action
    observe, determinize = rules.observe, rules.determinize
    assert observe is not None and determinize is not None
    estimate = estimate_rule(advice)

    @rule
    def list_actions(params, scratch, depth, weight):
        """What the seat to act at this depth may do, and how likely each action is."""
        s, trial = scratch.states[depth], scratch.states[depth + 1]
        n = legal_actions(params, s, scratch.legal[depth])
        seat = np.int64(s.to_act)
        total = 0.0
        for i in range(n):
            scratch.states[depth + 1] = s
            apply_action(params, trial, np.int64(scratch.legal[depth, i]))
            if trial.to_act == TERMINAL:
                value = win_share(trial.winners, seat)
            else:
                estimate(params, trial, scratch.is_advised, scratch.win_probabilities)
                value = scratch.win_probabilities[seat]
            likely = np.exp((value - 1) / TEMPERATURE)
            scratch.policy[depth, i] = likely
            total += likely
        for i in range(n):
            scratch.policy[depth, i] /= total
        scratch.count[depth] = n
        scratch.following[depth] = 0
        scratch.weight[depth] = weight

    @rule
    def is_consistent(params, blank, scratch, s, seat, wanted):
        """Does the seat see in this state what it really sees?"""
        last = len(scratch.states) - 1
        scratch.states[last] = blank[0]
        observe(params, s, seat, scratch.states[last])
        return digest(scratch.raw[last]) == wanted

    @kernel
    def sample(params, seen, particles, first, rng):
        for i in range(first, len(particles)):
            particles[i] = seen[0]
            determinize(params, rng, particles[i])

    @kernel
    def advance(params, blank, seat, action, wanted, particles, successors, weights, scratch):
        n = 0
        for i in range(len(particles)):
            scratch.states[0] = particles[i]
            apply_action(params, scratch.states[0], action)
            if scratch.states[0].to_act == seat:
                if is_consistent(params, blank, scratch, scratch.states[0], seat, wanted):
                    successors[n] = scratch.states[0]
                    weights[n] = 1.0
                    n += 1
                continue
            if scratch.states[0].to_act == CHANCE or scratch.states[0].to_act == TERMINAL:
                continue
            depth = 0
            list_actions(params, scratch, 0, 1.0)
            while depth >= 0 and n < len(successors):
                k = scratch.following[depth]
                if k == scratch.count[depth]:
                    depth -= 1
                    continue
                scratch.following[depth] = k + 1
                weight = scratch.weight[depth] * scratch.policy[depth, k]
                if weight < MIN_LIKELIHOOD:
                    continue
                scratch.states[depth + 1] = scratch.states[depth]
                s = scratch.states[depth + 1]
                apply_action(params, s, np.int64(scratch.legal[depth, k]))
                if s.to_act == seat:
                    if is_consistent(params, blank, scratch, s, seat, wanted):
                        successors[n] = s
                        weights[n] = weight
                        n += 1
                elif s.to_act >= 0 and depth + 1 < MAX_DEPTH:
                    depth += 1
                    list_actions(params, scratch, depth, weight)
        return n

    return sample, advance


class Beliefs:
    """A seat's particles, kept from one of its turns to the next."""

    def __init__(self, game: Game, size: int, rng: Rng, is_advised: bool = True) -> None:
        """So many particles.

        Args:
            game: what is played; it has secrets.
            size: how many particles.
            rng: the bot's own generator.
            is_advised: whether the others are expected to play by the game's evaluation; else
                each of their actions is as likely as any other.
        """
        self.game, self.size, self.rng = game, size, rng
        self._sample, self._advance = filter_kernels(game.rules, game.advice)
        self.particles = np.zeros(size, game.state_type).view(np.recarray)
        self._successors = np.zeros(MAX_SUCCESSORS * size, game.state_type).view(np.recarray)
        self._weights = np.zeros(MAX_SUCCESSORS * size)
        self._blank = np.array([game.blank()]).view(np.recarray)
        self._action: Action | None = None
        self.survivors = 0  # successors of particles at the last update
        states = np.zeros(MAX_DEPTH + 2, game.state_type).view(np.recarray)
        shape = (MAX_DEPTH + 1, game.num_actions)
        self._scratch = FilterScratch(
            states=states,
            raw=states.view(np.uint8).reshape(MAX_DEPTH + 2, -1).view(np.ndarray),
            legal=np.zeros(shape, np.int32),
            policy=np.zeros(shape),
            count=np.zeros(MAX_DEPTH + 1, np.int64),
            following=np.zeros(MAX_DEPTH + 1, np.int64),
            weight=np.zeros(MAX_DEPTH + 1),
            win_probabilities=np.zeros(len(game.seats)),
            is_advised=is_advised,
        )

    def remember_action(self, action: Action) -> None:
        """Remember what the seat does now."""
        self._action = action

    def update(self, seen: Observation) -> None:
        """Make the particles consistent with what the seat sees now."""
        observed = np.array([seen]).view(np.recarray)
        kept = 0 if self._action is None else self._play_on(seen, observed)
        self._sample(self.game.params, observed, self.particles, kept, self.rng)
        self._action = None

    def _play_on(self, seen: Observation, observed: Any) -> int:
        """Replace the first particles by resampled successors; how many."""
        raw = observed.view(np.uint8).reshape(1, -1).view(np.ndarray)[0]
        n = self._advance(
            self.game.params,
            self._blank,
            int(seen.to_act),
            self._action,
            np.uint64(digest_of_bytes(raw)),
            self.particles,
            self._successors,
            self._weights,
            self._scratch,
        )
        self.survivors = n
        if n == 0:
            return 0
        kept = min(self.size, MAX_COPIES * n)
        # Systematic resampling: one random number decides for all, as many of each as its weight.
        edges = np.cumsum(self._weights[:n]) * (kept / self._weights[:n].sum())
        start = random_below(self.rng, 1 << 30) / (1 << 30)
        chosen = np.searchsorted(edges, np.arange(kept) + start, side="right").clip(max=n - 1)
        self.particles[:kept] = self._successors[chosen]
        return kept
