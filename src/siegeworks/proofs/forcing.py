"""What a seat can force, whatever the others do and whatever chance does: an exact search

The search goes through sets of states that the seat cannot tell apart. Its action must be the same
in all of them; the others know everything, and every outcome of chance counts. Where only one state
is possible, `proofs.solving` takes over.
"""

from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import cache
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.contract import CHANCE, TERMINAL, Action, Rules, Seat, State
from siegeworks.core.game import Game
from siegeworks.core.jit import kernel, rule
from siegeworks.proofs.solving import NO, OPEN, SECRET, WALL, YES, Solver, never

Aim = Literal["win", "hold"]  # to win alone; not to lose, a shared win included

ROWS = 1024  # of the table of steps at first; it grows
SOLVER_STEPS = 10  # for each step through sets of states


class Verdict(IntEnum):
    """Can the aim be forced?"""

    NO = NO  # the others, with chance, can prevent it
    OPEN = OPEN  # not within so many actions
    YES = YES


class Wall(Exception):
    """The search would take longer than allowed."""


class Branch(NamedTuple):
    """What the seat may learn from one step, and the states that are then possible."""

    choice: int  # one of those that lead here
    states: Any  # records, shape (n,)
    verdict: Verdict | None  # None: to be searched


@rule
def _nothing(params: Any, s: Any, action: Any) -> int:
    return 0


@cache
def step_kernel(rules: Rules) -> Callable[..., int]:
    """All steps from all of these states; how many, or −1 if there is no room for them."""
    legal_actions, apply_action = rules.legal_actions, rules.apply_action
    chance_weights, apply_outcome = rules.chance_weights, rules.apply_outcome
    hides, shows = rules.hides or never, rules.shows or _nothing

    @kernel
    def steps(  # type: ignore[no-untyped-def]  # noqa: PLR0917
        params, states, seat, listed, weights, after, learned
    ):
        # learned[k]: the choice, what the seat sees of it (0: nothing), what it shows, who acts;
        # and the number of the state that it is a step from.
        row = 0
        for i in range(len(states)):
            is_chance = states[i].to_act == CHANCE
            if is_chance:
                weights[:] = 0
                chance_weights(params, states[i], weights)
                n = 0
                for outcome in range(len(weights)):
                    if weights[outcome] > 0:
                        listed[n] = outcome
                        n += 1
            else:
                n = legal_actions(params, states[i], listed)
            if row + n > len(after):
                return -1
            for k in range(n):
                choice = np.int64(listed[k])
                learned[row, 0] = choice
                learned[row, 1] = 0
                learned[row, 2] = 0
                if not hides(params, states[i], choice, seat):
                    learned[row, 1] = 1 + choice
                    if not is_chance:
                        learned[row, 2] = shows(params, states[i], choice)
                after[row] = states[i]
                if is_chance:
                    apply_outcome(params, after[row], choice)
                else:
                    apply_action(params, after[row], choice)
                learned[row, 3] = after[row].to_act
                learned[row, 4] = i
                row += 1
        return row

    return steps


class Forcing:
    """Searches what one seat can force in one game; what it found is kept from call to call. Every
    method raises Wall where it would take too many steps."""

    def __init__(self, game: Game, seat: Seat, aim: Aim, most_steps: int) -> None:
        """`most_steps`: the wall, how many steps through sets of states all searches together may
        take, and SOLVER_STEPS times as many through single states."""
        self.game, self.seat, self.aim = game, seat, aim
        self.left = most_steps
        self.met_chance = False  # has an outcome of chance been tried?
        self._known: dict[tuple[int, bytes], Verdict] = {}
        self._solver: Solver | None = Solver(
            game, seat, is_win=aim == "win", most_steps=SOLVER_STEPS * most_steps
        )
        self._run = step_kernel(game.rules)
        self._listed = np.zeros(max(game.num_actions, game.num_outcomes), np.int32)
        self._weights = np.zeros(max(1, game.num_outcomes), np.int64)
        self._resize(ROWS)

    def after_each(self, states: Any, plies: int) -> dict[Action, Verdict]:
        """For each action of the seat, which is to act: can it force its aim after it, within so
        many actions of all seats, this one included?"""
        return {
            action: self.whichever(branches, plies - 1)
            for action, branches in self.by_action(states, plies).items()
        }

    def by_action(self, states: Any, plies: int) -> dict[Action, list[Branch]]:
        """What the seat, which is to act, may learn from each of its actions."""
        branches: dict[Action, list[Branch]] = {}
        for branch in self.branches(states, plies):
            branches.setdefault(branch.choice, []).append(branch)
        return branches

    def branches(self, states: Any, plies: int) -> list[Branch]:
        """What the seat may learn from the next step, with so many actions left."""
        after, learned = self.steps(states)
        is_chance = int(states[0]["to_act"]) == CHANCE
        self.met_chance = self.met_chance or is_chance
        left = plies if is_chance else plies - 1
        verdicts = self._verdicts(after, learned[:, 3], left)
        if len(states) == 1 and self.game.rules.hides is None:
            groups: Sequence[Any] = [[row] for row in range(len(after))]
        else:
            groups = told_apart(learned)
        branches = []
        for group in groups:
            each = verdicts[group]
            verdict = None if each[0] < 0 else Verdict(int(each.min()))
            branches.append(Branch(int(learned[group[0], 0]), after[group], verdict))
        return branches

    def steps(self, states: Any) -> tuple[Any, NDArray[np.int64]]:
        """All steps from these states: the states after them, and of each its choice, what the seat
        sees of it, what it shows, who acts then, and the number of the state before it."""
        while True:
            rows = int(
                self._run(
                    self.game.params,
                    states,
                    self.seat,
                    self._listed,
                    self._weights,
                    self._after,
                    self._learned,
                )
            )
            if rows >= 0:
                break
            if len(self._after) > self.left:
                raise Wall
            self._resize(4 * len(self._after))
        self.left -= rows
        if self.left < 0:
            raise Wall
        return self._after[:rows].copy(), self._learned[:rows].copy()

    def can(self, states: Any, plies: int) -> Verdict:
        """Can the seat force its aim from these states, which it cannot tell apart?"""
        to_act = int(states[0]["to_act"])
        if to_act == TERMINAL:
            return Verdict(int(self._verdicts(states, states["to_act"], 0).min()))
        if plies == 0 and to_act != CHANCE:
            return Verdict.OPEN
        if len(states) == 1 and (single := self._of_one(states[0], plies)) is not None:
            return single
        key = plies, b"".join(sorted({state.tobytes() for state in states}))
        known = self._known.get(key)
        if known is None:
            known = self._searched(states, to_act, plies)
            self._known[key] = known
        return known

    def length(self, branch: Branch, most: int) -> int:
        """Within how many actions it is won; more than `most` if that is not certain."""
        for plies in range(most + 1):
            if self.can(branch.states, plies) == Verdict.YES:
                return plies
        return most + 1

    def _of_one(self, state: State, plies: int) -> Verdict | None:
        """The same of a single state; None if something on the way is hidden from the seat."""
        if self._solver is None:
            return None
        verdict = self._solver.verdict(state, plies)
        if verdict == WALL:
            raise Wall
        if verdict == SECRET:
            self._solver = None
            return None
        self.met_chance = self.met_chance or self._solver.met_chance
        return Verdict(verdict)

    def _searched(self, states: Any, to_act: int, plies: int) -> Verdict:
        if to_act != self.seat:
            left = plies if to_act == CHANCE else plies - 1
            return self.whichever(self.branches(states, plies), left)
        best = Verdict.NO
        enough = Verdict.YES if self.aim == "win" else Verdict.OPEN
        actions = self.by_action(states, plies).values()
        for branches in sorted(actions, key=_known_first, reverse=True):
            best = max(best, self.whichever(branches, plies - 1))
            if best >= enough:
                break
        return best

    def whichever(self, branches: list[Branch], plies: int) -> Verdict:
        """Can the seat force its aim whichever of these comes, with so many actions left?"""
        worst = Verdict.YES
        enough = Verdict.OPEN if self.aim == "win" else Verdict.NO
        for branch in sorted(branches, key=_known_last):
            known = branch.verdict
            worst = min(worst, self.can(branch.states, plies) if known is None else known)
            if worst <= enough:
                break
        return worst

    def _verdicts(self, after: Any, to_act: NDArray[Any], plies: int) -> NDArray[np.int64]:
        """Of single states: −1 where it has to be searched."""
        winners = after["winners"].astype(np.int64)
        mine = 1 << self.seat
        is_good = winners == mine if self.aim == "win" else winners & mine != 0
        verdicts = np.where(is_good, Verdict.YES, Verdict.NO)
        on = -1 if plies > 0 else int(Verdict.OPEN)
        verdicts = np.where(to_act == TERMINAL, verdicts, on)
        return np.where(to_act == CHANCE, -1, verdicts)

    def _resize(self, rows: int) -> None:
        self._after = np.zeros(rows, self.game.state_type).view(np.recarray)
        self._learned = np.zeros((rows, 5), np.int64)


def told_apart(learned: NDArray[np.int64]) -> list[NDArray[np.intp]]:
    """The numbers of steps, those together after which the seat knows the same."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for row, known in enumerate(learned[:, 1:4].tolist()):
        groups.setdefault(tuple(known), []).append(row)
    return [np.array(groups[known], np.intp) for known in sorted(groups)]


def _known_first(branches: list[Branch]) -> int:
    return min(1 if branch.verdict is None else 2 * branch.verdict for branch in branches)


def _known_last(branch: Branch) -> tuple[int, int]:
    return (9, len(branch.states)) if branch.verdict is None else (int(branch.verdict), 0)


def together(states: Sequence[State]) -> Any:
    """States as one array of records."""
    return np.array(states).view(np.recarray)
