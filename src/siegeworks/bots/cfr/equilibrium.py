"""The policies of all seats in a small game, found by CFR+ and looked up by what a seat sees."""

from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks.bots.cfr.listing import (
    SEATS,
    Listing,
    listing_kernel,
    new_listing,
)
from siegeworks.bots.cfr.regrets import Sums, minimize_regrets, weigh_average
from siegeworks.bots.mcts.tree import NONE
from siegeworks.core.contract import CHANCE, TERMINAL, Action, Observation, State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng, random_below

GAMES_KEPT = 4  # a game is solved once, not for each of its bots
GAMES_ESTIMATED = 64
PLAYS = 50  # random ones, from which the size of a game is estimated
CHUNK_VISITS = 200_000  # of positions between two looks at the clock: a few milliseconds
DOUBT = 3  # how many times too large a game must look to be taken for too large
# Positions that all iterations together pass through: about a second of processor time. Of 300,000
# positions they are a hundred iterations, after which nobody wins 0.01 against their average.
MOST_VISITS = 30_000_000
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
        row = self.sets[number]
        return self.game.observe(self.states[row.position], int(row.seat))


def game_tree(game: Game, most: int) -> GameTree | None:
    """All of a game; None if it has more than two seats, or more than so many positions."""
    if not may_be_listed(game, most):
        return None
    return completed(game, _begun(game, most), 0)


def _begun(game: Game, most: int) -> Listing:
    """A listing of the first position of a game."""
    listing = new_listing(game, most)
    listing.states[0] = game.new_state()
    start = listing.positions[0]
    start.parent = start.entry = start.mover = NONE
    start.odds = 1.0
    start.memories[:] = listing.memories.roots
    listing.used[0] = 1
    return listing


def completed(game: Game, listing: Listing, first: int) -> GameTree | None:
    """All that follows from the positions of a listing, of which those from `first` on are not yet
    played on; None if there is no room."""
    blank = np.array([game.blank()]).view(np.recarray)
    fits = listing_kernel(game.rules)(game.params, blank, listing, np.int64(first))
    return GameTree(game, listing) if fits else None


@lru_cache(GAMES_ESTIMATED)
def may_be_listed(game: Game, most: int) -> bool:
    """May a game have two seats and no more than so many positions? Nothing is compiled for it."""
    return len(game.seats) == SEATS and not looks_larger(
        game.plain(), game.new_state(), DOUBT * most
    )


def looks_larger(game: Game, start: State, most: float) -> bool:
    """Has a game more than so many ends from a state on, judged by a few random plays? So nothing
    is compiled and listed for what is much too large (Knuth, "Estimating the efficiency of
    backtrack programs", 1975)."""
    rng, ends = new_rng(0), 0
    for _ in range(PLAYS):
        state, branches = game.copy(start), 1
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


def new_sums(tree: GameTree) -> Sums:
    """All of them 0."""
    return Sums(*np.zeros((4, len(tree.entries))), *np.zeros((3, len(tree.positions))))


def weighed(tree: GameTree, sums: Sums) -> Average:
    """The average policy of these sums, with how likely and what it is worth."""
    positions, sets = tree.positions, tree.sets
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
    sums = new_sums(tree)
    for iteration in range(1, iterations + 1):
        minimize_regrets(tree.positions, tree.sets, sums, iteration)
    return weighed(tree, sums)


def is_solvable(game: Game) -> bool:
    """May the whole game, or its end, be solved?"""
    return game.has_secrets and len(game.seats) == SEATS


def solve_nothing(game: Game) -> None:
    """Call all kernels that solving a game calls, so that they are compiled."""
    listing = _begun(game, 1)
    completed(game, listing, 0)  # there is no room for a second position
    listing.used[:] = 1, 0, 0
    listing.positions[0].set = NONE
    solve(GameTree(game, listing), 1)


class Choice(NamedTuple):
    """An action as an equilibrium plays it."""

    action: Action
    probability: float
    win_probability: float  # after it


LookUp = Callable[[int], tuple[Choice, ...]]  # what a seat should do, by the digest of what it sees


def no_choices(_: int) -> tuple[Choice, ...]:
    """Of a game that is not solved."""
    return ()


class Choices:
    """What a seat should do in a solved game, by the digest of what it sees.

    Only what is looked up becomes objects: a large game has tens of thousands of information sets.
    """

    def __init__(self, tree: GameTree, average: Average) -> None:
        self._sets, self._actions, self._average = tree.sets, tree.entries.action.copy(), average
        self._order = np.argsort(tree.sets.digest, kind="stable")
        self._digests = tree.sets.digest[self._order]

    def of(self, digest: int) -> tuple[Choice, ...]:
        """The choices of a seat that sees this; nothing if no seat ever does.

        The same observation may come about in several ways. Then each counts as much as it is
        likely.
        """
        first, last = (
            np.searchsorted(self._digests, np.uint64(digest), side) for side in ("left", "right")
        )
        return self._merged(self._order[first:last]) if first < last else ()

    def _merged(self, numbers: NDArray[np.int64]) -> tuple[Choice, ...]:
        """The choices in information sets that look alike to the seat."""
        sets, average = self._sets[numbers], self._average
        own = np.maximum(average.own[numbers], RARE)
        likely = own * np.maximum(average.others[numbers], RARE)
        entries = sets.first[:, None] + np.arange(sets.actions[0])
        probabilities = likely @ average.policy[entries] / likely.sum()
        wins = (own @ average.worths[entries] / likely.sum() + 1) / 2
        actions = self._actions[entries[0]]
        return tuple(map(Choice, actions.tolist(), probabilities.tolist(), wins.tolist()))


class Solution:
    """What the seats should do in a whole game, as far as it has been worked out. Bots share it."""

    def __init__(self, tree: GameTree, iterations: int) -> None:
        """Not begun yet.

        Args:
            tree: the game.
            iterations: of CFR+ that are wanted in the end.
        """
        self.iterations = 0  # there have been
        self.wanted = iterations
        self._begun: tuple[GameTree, Sums] | None = tree, new_sums(tree)
        self._choices: LookUp = no_choices
        self._lock = Lock()

    def choices(self, goes_on: Callable[[int], bool]) -> LookUp:
        """What a seat should do, by the digest of what it sees.

        Args:
            goes_on: asked from time to time, after how many iterations: are there to be more?
        """
        with self._lock:
            if self._begun is not None:
                self._work_out(*self._begun, goes_on)
            return self._choices

    def _work_out(self, tree: GameTree, sums: Sums, goes_on: Callable[[int], bool]) -> None:
        chunk = max(1, CHUNK_VISITS // len(tree.positions))
        while self.iterations < self.wanted:
            after = min(self.wanted, self.iterations + chunk)
            while self.iterations < after:
                self.iterations += 1
                minimize_regrets(tree.positions, tree.sets, sums, self.iterations)
            if not goes_on(after):
                break
        self._choices = Choices(tree, weighed(tree, sums)).of
        if self.iterations == self.wanted:
            self._begun = None  # the list of positions takes much memory


@lru_cache(GAMES_KEPT)
def solution(game: Game, most: int, iterations: int) -> Solution | None:
    """The solution of a game with secrets, not begun yet; None if it has more than so many
    positions. There is one for each number of iterations that are wanted in the end, so that what
    one bot does changes nothing for another."""
    tree = game_tree(game, most)
    return None if tree is None else Solution(tree, min(iterations, affordable_iterations(tree)))


def affordable_iterations(tree: GameTree) -> int:
    """How many iterations a player can wait for."""
    return max(1, MOST_VISITS // len(tree.positions))
