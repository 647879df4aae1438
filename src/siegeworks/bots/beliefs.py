"""What an opponent's play says of what it hides: worlds weighted by how it would have played.

A particle filter (Gordon, Salmond, Smith, 1993). The bot holds many states that could be the real
one. When it is to choose again, every one of them is played on: its own action, then whatever the
others may have done that looks as the bot now sees it. Each way counts by how likely the others
were to play so: a softmax over what each of their actions promises them by evaluation. Worlds that
fit nothing are dropped, the rest are drawn anew by weight; where few are left, fresh ones join
them, drawn by chance alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from siegeworks.bots.search_kernel import digest, digest_of_bytes, share
from siegeworks.core.advice import Advice
from siegeworks.core.contract import CHANCE, TERMINAL, Rules
from siegeworks.core.game import Action, Game, Observation
from siegeworks.core.jit import kernel, rule
from siegeworks.core.random import Rng, random_below

LONGEST = 3  # actions of others between two of a seat's own that are followed
BREADTH = 4  # worlds that one survivor may become at most when they are drawn anew
TEMPERATURE = 0.1  # of the softmax, in chances of winning
UNLIKELY = 1e-4  # ways less likely than this are not followed


class Work(NamedTuple):
    """Scratch of the filter."""

    states: Any  # LONGEST + 2 records: one a depth, and one to observe into
    raw: Any  # their bytes
    legal: Any  # int32 (LONGEST + 1, num_actions)
    policy: Any  # float64, likewise
    count: Any  # int64 (LONGEST + 1,)
    at: Any  # int64, likewise
    weight: Any  # float64, likewise
    win_probabilities: Any  # float64 (seats,)


@cache
def filter_kernels(rules: Rules, advice: Advice) -> tuple[Callable[..., None], Callable[..., int]]:
    """draw(params, seen, worlds, first, rng) fills worlds[first:] with fresh determinizations;
    advance(params, blank, seat, action, wanted, worlds, found, weights, work) -> n plays them on
    and writes the n states that look as wanted, with their weights."""
    legal_actions, apply_action = rules.legal_actions, rules.apply_action
    observe, determinize, evaluate = rules.observe, rules.determinize, advice.evaluate
    assert observe is not None and determinize is not None

    @rule
    def promise(params, work, s, seat):
        if s.to_act == TERMINAL:
            return share(s.winners, seat)
        evaluate(params, s, work.win_probabilities)
        return work.win_probabilities[seat]

    @rule
    def open_choices(params, work, depth, weight):
        """What the others may do here, and how likely each is."""
        s, trial = work.states[depth], work.states[depth + 1]
        n = legal_actions(params, s, work.legal[depth])
        seat = np.int64(s.to_act)
        total = 0.0
        for i in range(n):
            work.states[depth + 1] = s
            apply_action(params, trial, work.legal[depth, i])
            likely = np.exp((promise(params, work, trial, seat) - 1) / TEMPERATURE)
            work.policy[depth, i] = likely
            total += likely
        for i in range(n):
            work.policy[depth, i] /= total
        work.count[depth] = n
        work.at[depth] = 0
        work.weight[depth] = weight

    @rule
    def looks_right(params, blank, work, s, seat, wanted):
        last = len(work.states) - 1
        work.states[last] = blank[0]
        observe(params, s, seat, work.states[last])
        return digest(work.raw[last]) == wanted

    @kernel
    def draw(params, seen, worlds, first, rng):
        for i in range(first, len(worlds)):
            worlds[i] = seen[0]
            determinize(params, rng, worlds[i])

    @kernel
    def advance(params, blank, seat, action, wanted, worlds, found, weights, work):
        n = 0
        for i in range(len(worlds)):
            work.states[0] = worlds[i]
            apply_action(params, work.states[0], action)
            if work.states[0].to_act == seat:
                if looks_right(params, blank, work, work.states[0], seat, wanted):
                    found[n] = work.states[0]
                    weights[n] = 1.0
                    n += 1
                continue
            if work.states[0].to_act == CHANCE or work.states[0].to_act == TERMINAL:
                continue
            depth = 0
            open_choices(params, work, 0, 1.0)
            while depth >= 0 and n < len(found):
                k = work.at[depth]
                if k == work.count[depth]:
                    depth -= 1
                    continue
                work.at[depth] = k + 1
                weight = work.weight[depth] * work.policy[depth, k]
                if weight < UNLIKELY:
                    continue
                work.states[depth + 1] = work.states[depth]
                s = work.states[depth + 1]
                apply_action(params, s, work.legal[depth, k])
                if s.to_act == seat:
                    if looks_right(params, blank, work, s, seat, wanted):
                        found[n] = s
                        weights[n] = weight
                        n += 1
                elif s.to_act >= 0 and depth + 1 < LONGEST:
                    depth += 1
                    open_choices(params, work, depth, weight)
        return n

    return draw, advance


class Beliefs:
    """A seat's worlds, kept from one of its turns to the next."""

    def __init__(self, game: Game, advice: Advice, size: int, rng: Rng) -> None:
        self.game, self.size, self.rng = game, size, rng
        self._draw, self._advance = filter_kernels(game.rules, advice)
        self.worlds = np.zeros(size, game.state_type).view(np.recarray)
        self._found = np.zeros(4 * size, game.state_type).view(np.recarray)
        self._weights = np.zeros(4 * size)
        self._blank = np.array([game.blank()]).view(np.recarray)
        self._action: Action | None = None
        self.survivors = 0  # worlds that could be played on the last time
        states = np.zeros(LONGEST + 2, game.state_type).view(np.recarray)
        shape = (LONGEST + 1, game.num_actions)
        self._work = Work(
            states,
            states.view(np.uint8).reshape(LONGEST + 2, -1).view(np.ndarray),
            np.zeros(shape, np.int32),
            np.zeros(shape),
            np.zeros(LONGEST + 1, np.int64),
            np.zeros(LONGEST + 1, np.int64),
            np.zeros(LONGEST + 1),
            np.zeros(len(game.seats)),
        )

    def acted(self, action: Action) -> None:
        """Remember what the seat does now."""
        self._action = action

    def update(self, seen: Observation) -> None:
        """Bring the worlds to what the seat sees now."""
        shown = np.array([seen]).view(np.recarray)
        kept = 0 if self._action is None else self._play_on(seen, shown)
        self._draw(self.game.params, shown, self.worlds, kept, self.rng)
        self._action = None

    def _play_on(self, seen: Observation, shown: Any) -> int:
        wanted = np.uint64(digest_of_bytes(shown.view(np.uint8).reshape(1, -1).view(np.ndarray)[0]))
        n = self._advance(
            self.game.params,
            self._blank,
            int(seen.to_act),
            self._action,
            wanted,
            self.worlds,
            self._found,
            self._weights,
            self._work,
        )
        self.survivors = n
        if n == 0:
            return 0
        kept = min(self.size, BREADTH * n)
        # Systematic resampling: as many of each as its weight, by one draw for all.
        edges = np.cumsum(self._weights[:n]) * (kept / self._weights[:n].sum())
        start = random_below(self.rng, 1 << 30) / (1 << 30)
        chosen = np.searchsorted(edges, np.arange(kept) + start, side="right").clip(max=n - 1)
        self.worlds[:kept] = self._found[chosen]
        return kept
