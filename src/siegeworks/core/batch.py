"""Thousands of games in one call, on NumPy arrays: for learners and for statistics.

Each game of a batch has a random stream of its own. So what happens in game 3 depends on the seed
and on the actions given to it, and neither on how many games stand beside it nor on the number of
threads (docs/decisions/0009-batches.md).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from siegeworks.core.game import Game, IllegalStep, Refused
from siegeworks.core.jit import kernel
from siegeworks.core.kernels import blank_start
from siegeworks.core.random import Rng, new_rng, random_below
from siegeworks.core.words import CHANCE, TERMINAL, Rules

BEGIN_ANEW = -1  # instead of an action: this game is given up, and another begins
BLOCK = 32  # entries of a mask that are counted at once


class _Games(NamedTuple):
    """The arrays of a batch, or of a slice of it: one entry a game."""

    actions: Any
    words: Any
    states: Any
    to_act: Any
    legal: Any
    rewards: Any
    terminated: Any


class Batch:
    """Many games of one kind, each always at a point where a seat is to act.

    The arrays are made once and overwritten by the next call: copy what is to be kept.

    Attributes:
        to_act: int8 (size,): the seat to act in each game.
        legal: bool (size, num_actions): what it may do; read-only.
        rewards: float32 (size, seats): the returns of the game that the last step ended; else 0.
        terminated: bool (size,): whether the last step ended a game.
        states: records (size,) of the game's state type, secrets included, for whoever debugs.

    When a step ends a game, `rewards` and `terminated` tell of the game that is over; `to_act`,
    `legal` and `observe()` already of the next one in its place, which has begun. The last position
    of the old game is not kept. Chance is settled inside: dice are never left to be rolled.
    """

    def __init__(self, game: Game, size: int, seed: int, threads: int = 1) -> None:
        """`size` games at their first action. Compiles on first use.

        Args:
            game: what is played.
            size: how many games, at least 1.
            seed: game i draws from stream i of this seed.
            threads: how many share the work; the result is the same.

        Raises:
            Refused: for a batch of no games, or no threads.
        """
        if size < 1 or threads < 1:
            raise Refused(f"A batch of {size} games on {threads} threads: both must be at least 1.")
        self.game = game
        self.size = size
        self.threads = min(threads, size)
        self.to_act = np.zeros(size, np.int8)
        self.rewards = np.zeros((size, len(game.seats)), np.float32)
        self.terminated = np.zeros(size, np.bool_)
        self.states = np.zeros(size, game.state_type).view(np.recarray)
        self._legal = np.zeros((size, game.num_actions), np.bool_)
        self.legal = self._legal.view()
        self.legal.flags.writeable = False  # the step trusts it
        self._words = np.zeros((size, 1), np.uint64)  # the random streams
        self._blank = np.array([blank_start(game)]).view(np.recarray)
        self._returns = returns_table(game)
        self._listed = np.zeros((self.threads, game.max_legal), np.int32)  # scratch of each thread
        self._seen = np.zeros((self.threads, 2), game.state_type).view(np.recarray)  # likewise
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; nobody is rewarded for what is broken off.

        Args:
            seed: set the random streams as in a new batch; None: they run on.
        """
        if seed is not None:
            for i in range(self.size):
                self._words[i] = new_rng(seed, stream=i)
        self._advance(np.full(self.size, BEGIN_ANEW, np.int64))
        self.rewards[:] = 0
        self.terminated[:] = False

    def step(self, actions: ArrayLike) -> None:
        """In every game the seat to act does this; `actions` are whole numbers, one a game.

        Raises:
            IllegalStep: for an action that is not legal: which game, which seat, and why.
            Refused: if there is not one whole number a game. In both cases nothing was done.
        """
        given = np.asarray(actions)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise Refused(
                f"Actions of shape {given.shape} and type {given.dtype}: a batch of {self.size} "
                f"games takes whole numbers of shape ({self.size},)."
            )
        checked = np.ascontiguousarray(given, np.int64)
        at = _first_illegal(self._legal, checked)
        if at >= 0:
            raise IllegalStep(self._why_illegal(int(at), int(given[at])))
        self._advance(checked)

    def observe(self) -> NDArray[np.float32]:
        """What the seat to act may know in every game, as planes.

        Returns:
            float32 (size, planes, height, width), as `Game.tensor` describes; the same array at
            every call.

        Raises:
            Refused: the game has no planes.
        """
        board, planes = self.game.board, self._planes
        observe = _observing(self.game.rules, self._writer())

        def part(thread: int, begin: int, end: int) -> None:
            seen = self._seen[thread]
            observe(board, self.states[begin:end], seen, planes[begin:end])

        self._share(part)
        return planes

    def _writer(self) -> Callable[..., None]:
        if self.game.tensor is None:
            raise Refused(f"{self.game.title} has no planes: it can be stepped, but not observed.")
        return self.game.tensor.write

    @cached_property
    def _planes(self) -> NDArray[np.float32]:
        self._writer()
        tensor = self.game.tensor
        assert tensor is not None
        return np.zeros((self.size, len(tensor.planes), tensor.height, tensor.width), np.float32)

    def _advance(self, actions: NDArray[np.int64]) -> None:
        """Take one step in every game; an action is legal or BEGIN_ANEW."""
        advance = _advancing(self.game.rules)
        games = _Games(
            actions,
            self._words,
            self.states,
            self.to_act,
            self._legal,
            self.rewards,
            self.terminated,
        )

        def part(thread: int, begin: int, end: int) -> None:
            some = _Games(*(array[begin:end] for array in games))
            advance(self.game.board, self._blank, self._returns, self._listed[thread], some)

        self._share(part)

    def _share(self, part: Callable[[int, int, int], None]) -> None:
        """part(thread, begin, end) for slices of about equal size, all at once."""
        if self.threads == 1:
            part(0, 0, self.size)
            return
        cuts = [self.size * thread // self.threads for thread in range(self.threads + 1)]
        list(self._pool.map(part, range(self.threads), cuts[:-1], cuts[1:]))

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads, "siegeworks-batch")

    def _why_illegal(self, at: int, action: int) -> str:
        """A sentence made from what the seat to act may know."""
        game = self.game
        seat = int(self.to_act[at])
        who = f"Game {at} of the batch, {game.seats[seat]}"
        if not 0 <= action < game.num_actions:
            return f"{who}: there is no action {action}; they go from 0 to {game.num_actions - 1}."
        text = game.action_texts[action]
        seen = game.observe(self.states[at], seat)
        return f"{who}: {text}: {game.notation.explain(game.board, seen, text)}"


def random_actions(legal: NDArray[np.bool_], rng: Rng) -> NDArray[np.int32]:
    """A uniformly random legal action of every game, from the masks; `rng` is advanced."""
    chosen = np.zeros(len(legal), np.int32)
    _choose(legal, rng, chosen)
    return chosen


def returns_table(game: Game) -> NDArray[np.float32]:
    """The returns of every seat, shape (2**seats, seats), for every set of winners; 0 for none."""
    seats = len(game.seats)
    table = np.zeros((1 << seats, seats), np.float32)
    over = game.blank()
    over.to_act = TERMINAL
    for winners in range(1, 1 << seats):
        over.winners = winners
        table[winners] = game.returns(over)
    return table


@cache
def _advancing(rules: Rules) -> Callable[..., None]:
    set_up = rules.set_up
    legal_actions, apply_action = rules.legal_actions, rules.apply_action
    num_cases, nth_case, apply_outcome = rules.num_cases, rules.nth_case, rules.apply_outcome

    @kernel
    def advance(board: Any, blank: Any, returns: Any, listed: Any, games: Any) -> None:
        actions, words, states, to_act, legal, rewards, terminated = games
        for i in range(len(actions)):
            s = states[i]
            if actions[i] == BEGIN_ANEW:
                s.to_act = TERMINAL
            else:
                apply_action(board, s, actions[i])
            terminated[i] = s.to_act == TERMINAL
            for seat in range(returns.shape[1]):
                rewards[i, seat] = returns[s.winners, seat]  # nobody has won before the end
            while s.to_act < 0:
                if s.to_act == CHANCE:
                    case = random_below(words[i], num_cases(board, s))
                    apply_outcome(board, s, nth_case(board, s, case))
                else:
                    states[i] = blank[0]
                    set_up(board, s)
            to_act[i] = s.to_act
            for action in range(legal.shape[1]):
                legal[i, action] = False
            for k in range(legal_actions(board, s, listed)):
                legal[i, listed[k]] = True

    return advance


@cache
def _observing(rules: Rules, write: Callable[..., None]) -> Callable[..., None]:
    if rules.observe is None:

        @kernel
        def observe_all(board: Any, states: Any, seen: Any, planes: Any) -> None:
            for i in range(len(states)):
                planes[i] = 0
                write(board, states[i], planes[i])

        return observe_all

    observe = rules.observe

    @kernel
    def observe_own(board: Any, states: Any, seen: Any, planes: Any) -> None:
        # seen[0] is the observation, seen[1] the zeros that it is written into.
        for i in range(len(states)):
            seen[0] = seen[1]
            observe(board, states[i], states[i].to_act, seen[0])
            planes[i] = 0
            write(board, seen[0], planes[i])

    return observe_own


@kernel
def _first_illegal(legal: Any, actions: Any) -> int:
    """The first game whose action is not legal, or −1."""
    for i in range(len(actions)):
        action = actions[i]
        if action < 0 or action >= legal.shape[1] or not legal[i, action]:
            return i
    return -1


@kernel
def _choose(legal: Any, rng: Any, chosen: Any) -> None:
    for i in range(len(legal)):
        n = 0
        for action in range(legal.shape[1]):
            n += legal[i, action]
        k = random_below(rng, n)
        begin = 0
        while True:  # block by block, for most of a mask is false
            here = 0
            for action in range(begin, min(begin + BLOCK, legal.shape[1])):
                here += legal[i, action]
            if k < here:
                break
            k -= here
            begin += BLOCK
        while True:
            k -= legal[i, begin]
            if k < 0:
                break
            begin += 1
        chosen[i] = begin
