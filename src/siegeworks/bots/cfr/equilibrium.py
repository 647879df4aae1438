"""The policies of all seats in a small game, found by CFR+ and looked up by what a seat sees."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks.bots.cfr.listing import (
    ENTRY,
    INFORMATION_SET,
    POSITION,
    SEATS,
    Listing,
    listing_kernel,
)
from siegeworks.bots.cfr.regrets import Sums, minimize_regrets, weigh_average
from siegeworks.bots.mcts.tree import NONE, new_tree
from siegeworks.core.contract import CHANCE, TERMINAL, Action, Observation
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng, random_below

GAMES_KEPT = 4  # a game is solved once, not for each of its bots
GAMES_ESTIMATED = 64
PLAYS = 50  # random ones, from which the size of a game is estimated
CHUNK = 10  # iterations between two looks at the clock: of 20,000 positions a hundredth of a second
DOUBT = 3  # how many times too large a game must look to be taken for too large
RARE = 1e-9  # the least weight of an information set, even where nobody means to go

Policy = NDArray[np.float64]  # one probability for each entry


class GameTree:
    """A whole game of two seats: all positions, by depth, and the information sets."""

    def __init__(self, game: Game, listing: Listing) -> None:
        positions, sets, entries = (int(number) for number in listing.used)
        self.game = game
        self.states = listing.states[:positions].copy()
        self.positions = listing.positions[:positions].copy()
        self.sets = listing.sets[:sets].copy()
        self.entries = listing.entries[:entries].copy()

    def seen(self, number: int) -> Observation:
        """What the seat to act sees in an information set."""
        one = self.sets[number]
        return self.game.observe(self.states[one.position], int(one.seat))


def game_tree(game: Game, most: int) -> GameTree | None:
    """All of a game; None if it has more than two seats, or more than so many positions."""
    if not may_be_listed(game, most):
        return None
    choices = max(game.num_actions, game.num_outcomes)
    states = np.zeros(most + 1, game.state_type).view(np.recarray)
    listing = Listing(
        new_tree(SEATS, SEATS * (most + 1), 1),
        states,
        states.view(np.uint8).reshape(most + 1, -1).view(np.ndarray),
        np.zeros(most, POSITION).view(np.recarray),
        np.zeros(most, INFORMATION_SET).view(np.recarray),
        np.zeros(most, ENTRY).view(np.recarray),
        np.array([1, 0, 0], np.int64),
        np.zeros(choices, np.int32),
        np.zeros(choices),
        np.zeros(game.num_outcomes, np.int64),
    )
    states[0] = game.new_state()
    start = listing.positions[0]
    start.parent = start.entry = start.mover = NONE
    start.odds = 1.0
    start.memories[:] = listing.memories.roots
    blank = np.array([game.blank()]).view(np.recarray)
    fits = listing_kernel(game.rules)(game.params, blank, listing)
    return GameTree(game, listing) if fits else None


@lru_cache(GAMES_ESTIMATED)
def may_be_listed(game: Game, most: int) -> bool:
    """May a game have two seats and no more than so many positions? Nothing is compiled for it."""
    return len(game.seats) == SEATS and not _looks_larger(game.plain(), DOUBT * most)


def _looks_larger(game: Game, most: int) -> bool:
    """Has a game more than so many ends, judged by a few random plays? So nothing is compiled and
    listed for a game that is much too large (Knuth, "Estimating the efficiency of backtrack
    programs", 1975)."""
    rng, ends = new_rng(0), 0
    for _ in range(PLAYS):
        state, branches = game.new_state(), 1
        while state.to_act != TERMINAL:
            if state.to_act == CHANCE:
                choices = np.flatnonzero(game.unchecked.chance_weights(state)).tolist()
            else:
                choices = game.legal_actions(state)
            branches *= len(choices)
            if ends + branches > PLAYS * most:
                return True
            game.unchecked.apply(state, choices[random_below(rng, len(choices))])
        ends += branches
    return False


class Average(NamedTuple):
    """What CFR+ has found."""

    policy: Policy
    worths: Policy  # of each action, as far as the others and chance let it come about
    own: NDArray[np.float64]  # how likely each set is as far as its seat decides
    others: NDArray[np.float64]  # … as far as all others decide


class Minimization:
    """Regret minimization of a whole game, which can be stopped and continued."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.iterations = 0  # so far
        self._sums = Sums(*np.zeros((4, len(tree.entries))), *np.zeros((3, len(tree.positions))))

    def go_on(self, iterations: int) -> None:
        """Until there were so many iterations."""
        while self.iterations < iterations:
            self.iterations += 1
            minimize_regrets(self.tree.positions, self.tree.sets, self._sums, self.iterations)

    def average(self) -> Average:
        """The average policy so far."""
        positions, sets, sums = self.tree.positions, self.tree.sets, self._sums
        worths, own, others = np.zeros_like(sums.policy), np.zeros(len(sets)), np.zeros(len(sets))
        acting = positions.set != NONE
        for seat in range(SEATS):
            weigh_average(positions, sets, sums, seat)
            worths += sums.worths  # those of the other seat's actions are 0
            reached = np.bincount(positions.set[acting], sums.others[acting], len(sets))
            is_own = sets.seat == seat
            own[is_own], others[is_own] = sums.own[sets.position[is_own]], reached[is_own]
        return Average(sums.policy.copy(), worths, own, others)


def solve(tree: GameTree, iterations: int) -> Average:
    """The average policy of so many iterations of CFR+."""
    minimization = Minimization(tree)
    minimization.go_on(iterations)
    return minimization.average()


class Choice(NamedTuple):
    """An action as an equilibrium plays it."""

    action: Action
    probability: float
    win_probability: float  # after it


Choices = dict[int, tuple[Choice, ...]]


class Solution:
    """What the seats should do in a whole game, as far as it has been worked out. Bots share it."""

    def __init__(self, tree: GameTree) -> None:
        self._minimization = Minimization(tree)
        self._choices: Choices = {}
        self._lock = Lock()

    def choices(self, iterations: int, goes_on: Callable[[int], bool]) -> Choices:
        """What a seat should do, by the digest of what it sees.

        The same observation may come about in several ways. Then each counts as much as it is
        likely.

        Args:
            iterations: of CFR+, those of earlier calls included.
            goes_on: asked from time to time, after how many iterations: are there to be more?
        """
        with self._lock:
            minimization = self._minimization
            before = minimization.iterations
            while minimization.iterations < iterations:
                minimization.go_on(min(iterations, minimization.iterations + CHUNK))
                if not goes_on(minimization.iterations):
                    break
            if minimization.iterations > before:
                self._choices = _choices(minimization.tree, minimization.average())
            return self._choices

    @property
    def iterations(self) -> int:
        """How many there have been."""
        return self._minimization.iterations


@lru_cache(GAMES_KEPT)
def solution(game: Game, most: int, iterations: int) -> Solution | None:
    """The solution of a game with secrets, not begun yet; None if it has more than so many
    positions. There is one for each number of iterations that are wanted in the end, so that what
    one bot does changes nothing for another."""
    tree = game_tree(game, most)
    return None if tree is None else Solution(tree)


def _choices(tree: GameTree, average: Average) -> Choices:
    alike: dict[int, list[int]] = {}
    for number, seen in enumerate(tree.sets.digest.tolist()):
        alike.setdefault(seen, []).append(number)
    return {seen: _merged(tree, average, numbers) for seen, numbers in alike.items()}


def _merged(tree: GameTree, average: Average, numbers: list[int]) -> tuple[Choice, ...]:
    """The choices in information sets that look alike to the seat."""
    sets = tree.sets[numbers]
    own = np.maximum(average.own[numbers], RARE)
    likely = own * np.maximum(average.others[numbers], RARE)
    entries = sets.first[:, None] + np.arange(sets.actions[0])
    probabilities = likely @ average.policy[entries] / likely.sum()
    wins = (own @ average.worths[entries] / likely.sum() + 1) / 2
    actions = tree.entries.action[entries[0]]
    return tuple(map(Choice, actions.tolist(), probabilities.tolist(), wins.tolist()))
