"""Thousands of games in one call, on NumPy arrays: for learners and for statistics.

Each game of a batch has a random stream of its own. So what happens in game 3 depends on the seed
and on the actions given to it, and neither on how many games stand beside it nor on the number of
threads (docs/decisions/engine/0009-batches.md).
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from siegeworks.core.bits import NONE, bit, has
from siegeworks.core.contract import CHANCE, TERMINAL, Rules, State
from siegeworks.core.errors import IllegalStep, SiegeworksError, whole_number
from siegeworks.core.game import Game
from siegeworks.core.jit import kernel
from siegeworks.core.random import Rng, check_rng, new_rng, random_below
from siegeworks.core.traversal.at_once import at_once

# Instead of an action.
RESTART = -1  # this game is abandoned, and another begins
WAIT = -2  # nothing happens in this game
BITS_SHIFT = 6
BITS = 1 << BITS_SHIFT  # in a word of the batch's own copy of the mask
BLOCK = 32  # entries of a mask that are counted at once


class _Games(NamedTuple):
    """The arrays of a batch, or of a slice of it: one entry per game."""

    words: Any
    states: Any
    ended: Any
    starts: Any
    to_act: Any
    legal: Any
    allowed: Any
    rewards: Any
    terminated: Any


class Batch:
    """Many games of one kind, each always at a point where a seat is to act.

    The arrays are made once and overwritten by the next call: copy what is to be kept.

    Attributes:
        to_act: int8 (size,): the seat to act in each game.
        legal: bool (size, num_actions): what it may do. You may write to it, for example to leave
            actions out for a learner: the batch checks actions against its own copy.
        rewards: float32 (size, seats): the returns of the game that the last step ended; else 0.
        terminated: bool (size,): whether the last step ended a game.
        states: records (size,) of the game's state type, secrets included, for debugging.
        ended: the same: the last position of the last game that ended in each place.

    When a step ends a game, `rewards`, `terminated` and `ended` describe the game that is over, and
    `to_act`, `legal` and `observe()` already the new game in its place. Chance is settled inside:
    it is never chance's turn.

    Examples:
        >>> import siegeworks as sw
        >>> batch = sw.Batch(sw.load("siege-master"), size=100, seed=1)
        >>> batch.step(sw.random_actions(batch.legal, sw.new_rng(1)))
        >>> batch.legal.shape, int(batch.to_act[0])
        ((100, 499), 1)
    """

    def __init__(
        self,
        game: Game,
        size: int,
        seed: int,
        threads: int = 1,
        positions: Sequence[State] | None = None,
    ) -> None:
        """`size` games at their first action. Compiles on first use.

        Args:
            game: what is played.
            size: how many games, at least 1.
            seed: game i draws from stream i of this seed.
            threads: how many share the work; the result does not depend on it.
            positions: states that the games begin from: game i, and every game that follows it in
                its place, begins from positions[i % len(positions)]. None: from the beginning.

        Raises:
            SiegeworksError: no games, no threads, no seed, no positions, or a position that cannot
                be played: a state of another game, an observation, the end of a game.
        """
        seed = whole_number("seed", seed)
        size, threads = whole_number("size", size, 1), whole_number("threads", threads, 1)
        self.game = game
        self.size = size
        self.threads = min(threads, size)
        self.to_act = np.zeros(size, np.int8)
        self.rewards = np.zeros((size, len(game.seats)), np.float32)
        self.terminated = np.zeros(size, np.bool_)
        self.states = np.zeros(size, game.state_type).view(np.recarray)
        self.ended = np.zeros(size, game.state_type).view(np.recarray)
        self.legal = np.zeros((size, game.num_actions), np.bool_)
        # The same as bits, which the step trusts.
        self._allowed = np.zeros((size, game.num_actions // BITS + 1), np.uint64)
        self._starts = _starts(game, size, positions)
        self._words = np.zeros((size, 1), np.uint64)  # the random streams
        self._blank = np.array([game.blank_start()])
        self._returns = returns_table(game)
        self._listed = np.zeros((self.threads, game.num_actions), np.int32)  # a thread's scratch
        self._seen = np.zeros((self.threads, 2), game.state_type).view(np.recarray)  # likewise
        self._cuts = [size * thread // self.threads for thread in range(self.threads + 1)]
        self._parts = self._sliced()
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games again; abandoned games give no rewards.

        Args:
            seed: restarts the random streams as in a new batch. None: they continue.
        """
        if seed is not None:
            for i in range(self.size):
                self._words[i] = new_rng(seed, stream=i)
        self._advance(np.full(self.size, RESTART, np.int64))
        self.rewards[:] = 0
        self.terminated[:] = False

    def step(self, actions: ArrayLike, only: ArrayLike | None = None) -> None:
        """Take one action in every game, by the seat to act there.

        Args:
            actions: whole numbers of shape (size,), one action per game.
            only: bool (size,): the games in which to act; the others wait and their actions are
                ignored. None: all games.

        Raises:
            IllegalStep: an action is not legal: which game, which seat, and why.
            SiegeworksError: `actions` or `only` has another shape or type. In both cases no game
                has changed.
        """
        where = None if only is None else self._where(only)
        given = np.asarray(actions)
        if given.shape != (self.size,) or given.dtype.kind not in "iu":
            raise SiegeworksError(
                f"Actions of shape {given.shape} and type {given.dtype}: a batch of {self.size} "
                f"games takes whole numbers of shape ({self.size},)."
            )
        checked = given.astype(np.int64)
        if given.dtype.kind == "u":
            checked[given > np.iinfo(np.int64).max] = -1  # too large a number
        checked[checked < 0] = np.iinfo(np.int64).min  # not RESTART or WAIT
        if where is not None:
            checked[~where] = WAIT
        at = _first_illegal(self._allowed, self.game.num_actions, checked)
        if at >= 0:
            raise IllegalStep(self._why_illegal(int(at), int(given[at])))
        self._advance(checked)

    def restart(self, only: ArrayLike) -> None:
        """Abandon some games and begin others in their place; abandoned games give no rewards.

        Args:
            only: bool (size,): the games to abandon; the others wait.

        Raises:
            SiegeworksError: `only` has another shape or type.
        """
        where = self._where(only)
        self._advance(np.where(where, RESTART, WAIT))
        self.rewards[:] = 0
        self.terminated[:] = False

    def _where(self, only: ArrayLike) -> NDArray[np.bool_]:
        where = np.asarray(only)
        if where.shape != (self.size,) or where.dtype != np.bool_:
            raise SiegeworksError(
                f"Games chosen by an array of shape {where.shape} and type {where.dtype}: a batch "
                f"of {self.size} games takes truth values of shape ({self.size},)."
            )
        return where

    def observe(self) -> NDArray[np.float32]:
        """What the seat to act may know in every game, as planes.

        Returns:
            float32 (size, planes, height, width), as `Game.tensor` describes; the same array in
            every call.

        Raises:
            SiegeworksError: the game has no planes.
        """
        params, planes = self.game.params, self._planes
        observe = _observing(self.game.rules, self._writer())

        def part(thread: int, begin: int, end: int) -> None:
            seen = self._seen[thread]
            observe(params, self.states[begin:end], seen, planes[begin:end])

        self._share(part)
        return planes

    def _writer(self) -> Callable[..., None]:
        if self.game.tensor is None:
            raise SiegeworksError(
                f"{self.game.title} has no planes: it can be stepped, but not observed."
            )
        return self.game.tensor.write

    @cached_property
    def _planes(self) -> NDArray[np.float32]:
        self._writer()
        tensor = self.game.tensor
        assert tensor is not None
        return np.zeros((self.size, len(tensor.planes), tensor.height, tensor.width), np.float32)

    def _advance(self, actions: NDArray[np.int64]) -> None:
        """Take one step in every game; an action is legal, RESTART or WAIT."""
        advance = _advancing(self.game.rules)

        def part(thread: int, begin: int, end: int) -> None:
            listed, games = self._listed[thread], self._parts[thread]
            advance(self.game.params, self._blank, self._returns, listed, actions[begin:end], games)

        self._share(part)

    def _share(self, part: Callable[[int, int, int], None]) -> None:
        """part(thread, begin, end) for slices of about equal size, all at once."""
        if self.threads == 1:
            part(0, 0, self.size)
            return
        slices = enumerate(pairwise(self._cuts))
        at_once(self._pool, part, [(thread, begin, end) for thread, (begin, end) in slices])

    def _sliced(self) -> list[_Games]:
        """The arrays of each thread. As plain arrays: NumPy slices record arrays slowly."""
        games = _Games(
            self._words,
            np.asarray(self.states),
            np.asarray(self.ended),
            np.asarray(self._starts),
            self.to_act,
            self.legal,
            self._allowed,
            self.rewards,
            self.terminated,
        )
        return [  # without starts, their slices are empty too
            _Games(*(array[begin:end] for array in games)) for begin, end in pairwise(self._cuts)
        ]

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads - 1, "siegeworks-batch")

    def _why_illegal(self, at: int, action: int) -> str:
        """A sentence made from what the seat to act may know."""
        return f"Game {at} of the batch, {self.game.why_illegal(self.states[at], action)}"


def random_actions(legal: NDArray[np.bool_], rng: Rng) -> NDArray[np.int32]:
    """A uniformly random legal action for every game; `rng` is advanced.

    Args:
        legal: bool (games, actions), as `Batch.legal`.
        rng: a random generator.

    Raises:
        SiegeworksError: `legal` has another shape or type, a game has no legal action, or `rng` is
            not a random generator.

    Examples:
        >>> random_actions(np.array([[False, True], [True, False]]), new_rng(1)).tolist()
        [1, 0]
    """
    check_rng(rng)
    legal = np.asarray(legal)
    if legal.ndim != 2 or legal.dtype != np.bool_:
        raise SiegeworksError(
            f"Masks of shape {legal.shape} and type {legal.dtype}: what is legal is bool of shape "
            "(games, actions)."
        )
    chosen = np.zeros(len(legal), np.int32)
    empty = int(_choose(np.ascontiguousarray(legal), rng, chosen))
    if empty >= 0:
        raise SiegeworksError(f"Game {empty} has no legal action.")
    return chosen


def _starts(game: Game, size: int, positions: Sequence[State] | None) -> Any:
    """The records that the games begin from, one per game; empty: from the beginning."""
    if positions is None:
        return np.zeros(0, game.state_type).view(np.recarray)
    if len(positions) == 0:
        raise SiegeworksError("A batch begins from one position or more; None: from the beginning.")
    for number, state in enumerate(positions):
        game.check_state(state)
        if state.to_act == TERMINAL:
            raise SiegeworksError(f"Position {number}: {game.over_already(state)}")
    starts = np.zeros(size, game.state_type).view(np.recarray)
    for i in range(size):
        starts[i] = positions[i % len(positions)]
    return starts


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
    def advance(  # noqa: PLR0917
        params: Any, blank: Any, returns: Any, listed: Any, actions: Any, games: Any
    ) -> None:
        words, states, ended, starts, to_act, legal, allowed, rewards, terminated = games
        for i in range(len(actions)):
            if actions[i] == WAIT:
                rewards[i] = 0
                terminated[i] = False
                continue
            s = states[i]
            if actions[i] == RESTART:
                s.to_act = TERMINAL
            else:
                apply_action(params, s, actions[i])
            terminated[i] = s.to_act == TERMINAL
            if terminated[i] and actions[i] != RESTART:
                ended[i] = s
            for seat in range(returns.shape[1]):
                rewards[i, seat] = returns[s.winners, seat]  # nobody has won before the end
            while s.to_act < 0:
                if s.to_act == CHANCE:
                    case = random_below(words[i], num_cases(params, s))
                    apply_outcome(params, s, nth_case(params, s, case))
                elif len(starts) > 0:
                    states[i] = starts[i]
                else:
                    states[i] = blank[0]
                    set_up(params, s)
            to_act[i] = s.to_act
            for action in range(legal.shape[1]):
                legal[i, action] = False
            for word in range(allowed.shape[1]):
                allowed[i, word] = 0
            word, bits = 0, NONE  # actions ascend: a word is written once, when it is full
            for k in range(legal_actions(params, s, listed)):
                action = listed[k]
                legal[i, action] = True
                if action >> BITS_SHIFT != word:
                    allowed[i, word] |= bits
                    word, bits = action >> BITS_SHIFT, NONE
                bits |= bit(action & (BITS - 1))
            allowed[i, word] |= bits

    return advance


@cache
def _observing(rules: Rules, write: Callable[..., None]) -> Callable[..., None]:
    if rules.observe is None:

        @kernel
        def observe_all(params: Any, states: Any, seen: Any, planes: Any) -> None:
            for i in range(len(states)):
                planes[i] = 0
                write(params, states[i], planes[i])

        return observe_all

    observe = rules.observe

    @kernel
    def observe_own(params: Any, states: Any, seen: Any, planes: Any) -> None:
        # seen[0] is the observation, seen[1] the zeros that it is written into.
        for i in range(len(states)):
            seen[0] = seen[1]
            observe(params, states[i], states[i].to_act, seen[0])
            planes[i] = 0
            write(params, seen[0], planes[i])

    return observe_own


@kernel
def _first_illegal(allowed: Any, num_actions: int, actions: Any) -> int:
    """The first game whose action is neither legal nor WAIT, or −1."""
    for i in range(len(actions)):
        action = actions[i]
        if action == WAIT:
            continue
        if (
            action < 0
            or action >= num_actions
            or not has(allowed[i, action // BITS], action % BITS)
        ):
            return i
    return -1


@kernel
def _choose(legal: Any, rng: Any, chosen: Any) -> int:
    """Fill `chosen`; the first game without a legal action, or −1."""
    for i in range(len(legal)):
        n = 0
        for action in range(legal.shape[1]):
            n += legal[i, action]
        if n == 0:
            return i
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
    return -1
