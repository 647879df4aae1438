"""What a seat can force from one state that hides nothing from it: an exact search, compiled

It answers what `proofs.forcing` answers, of a single state, about 100 times as fast, and
remembers the positions that it has met.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.contract import CHANCE, TERMINAL, Rules, Seat, State
from siegeworks.core.game import Game
from siegeworks.core.jit import kernel, rule

DEEPEST = 64  # steps, those of chance included
REMEMBERED = 1 << 15  # positions


class Solver:
    """Searches what one seat can force in one game; positions are remembered from call to call."""

    def __init__(self, game: Game, seat: Seat, *, is_win: bool, most_steps: int) -> None:
        """`is_win`: to win alone, else not to lose. `most_steps`: of all calls together."""
        self.game, self.seat, self.is_win = game, seat, is_win
        self.left = most_steps
        self.met_chance = False  # has an outcome of chance been tried?
        self._run = solver(game.rules)
        words, self._states = _states_as_words(game)
        self._nodes = np.zeros((DEEPEST, NUMBERS), np.int64)
        self._room = (  # as `solve` takes it
            self._states,
            words,
            np.zeros((DEEPEST, max(game.num_actions, game.num_outcomes)), np.int32),  # choices
            self._nodes,
            np.zeros(max(1, game.num_outcomes), np.int64),  # weights
            np.zeros((REMEMBERED, words.shape[1]), np.uint64),  # table
            np.full((REMEMBERED, 2), -1, np.int64),  # notes
        )

    def verdict(self, state: State, plies: int) -> int:
        """Can the seat force its aim from this state within so many actions of all seats?

        Returns:
            NO, OPEN or YES; WALL if that takes too many steps; SECRET if a step on the way is
            hidden from the seat.
        """
        report = np.zeros(2, np.int64)
        self._states[0] = state
        self._nodes[0, LEFT] = plies
        verdict = int(
            self._run(self.game.params, self.seat, self.is_win, self.left, *self._room, report)
        )
        self.left -= int(report[STEPS])
        self.met_chance = self.met_chance or bool(report[MET_CHANCE])
        return verdict


def _states_as_words(game: Game) -> tuple[NDArray[np.uint64], Any]:
    """Room for states, seen as words of eight bytes (the last one filled with zeros) and as
    records."""
    size = game.state_type.itemsize
    words = np.zeros((DEEPEST, -(-size // 8)), np.uint64)
    rest = words.itemsize * words.shape[1] - size
    padded = np.dtype([("state", game.state_type), ("rest", f"V{rest}")])
    return words, words.view(padded).ravel()["state"].view(np.recarray)


# The compiled part --------------------------------------------------------------------------------

NO, OPEN, YES = 0, 1, 2  # verdicts: never; not within so many actions; within so many
WALL, SECRET = -1, -2  # in place of a verdict: it takes too long, or a step is hidden
UNKNOWN = -3

# A node is a row of numbers beside its state: LISTED choices, the NEXT of them, the BEST verdict so
# far, and how many actions are LEFT.
LISTED, NEXT, BEST, LEFT = range(4)
NUMBERS = 4
STEPS, MET_CHANCE = range(2)  # what a search tells beside its verdict

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2**64 divided by the golden ratio, for hashing
SHIFT = np.uint64(29)


@rule
def never(params: Any, s: Any, choice: Any, seat: Any) -> bool:
    return False


@rule
def slot_of(words, slots):
    """Where a position is remembered."""
    mixed = np.uint64(len(words))
    for word in words:
        mixed = (mixed ^ word) * MULTIPLIER
        mixed ^= mixed >> SHIFT
    return np.int64(mixed % np.uint64(slots))


@rule
def recalled(words, left, table, notes):
    """What is remembered of a position with so many actions left. What was certain with fewer left
    is certain now."""
    slot = slot_of(words, len(table))
    kept, verdict = notes[slot, 0], notes[slot, 1]
    if kept < 0 or kept > left or (kept < left and verdict == OPEN):
        return UNKNOWN
    for i in range(len(words)):
        if table[slot, i] != words[i]:
            return UNKNOWN
    return verdict


@rule
def remember(words, left, verdict, table, notes):
    """Keep a verdict in place of what was there."""
    slot = slot_of(words, len(table))
    for i in range(len(words)):
        table[slot, i] = words[i]
    notes[slot, 0] = left
    notes[slot, 1] = verdict


@rule
def verdict_at_once(state, left, seat, is_win):
    """Of a game that is over, or where no action is left."""
    if state.to_act == TERMINAL:
        mine = np.int64(1) << seat
        is_good = state.winners == mine if is_win else state.winners & mine != 0
        return YES if is_good else NO
    if left == 0 and state.to_act != CHANCE:
        return OPEN
    return UNKNOWN


@rule
def is_settled(node, is_mine, is_win):
    """Can no other choice change what comes of this node?"""
    if node[NEXT] == node[LISTED]:
        return True
    if is_mine:
        return node[BEST] >= (YES if is_win else OPEN)
    return node[BEST] <= (OPEN if is_win else NO)


@cache
def solver(rules: Rules) -> Callable[..., int]:
    """The search of a game, as a kernel."""
    legal_actions, apply_action = rules.legal_actions, rules.apply_action
    chance_weights, apply_outcome = rules.chance_weights, rules.apply_outcome
    hides = rules.hides or never

    @rule
    def list_choices(params, state, choices, weights):
        if state.to_act != CHANCE:
            return legal_actions(params, state, choices)
        weights[:] = 0
        chance_weights(params, state, weights)
        n = 0
        for outcome in range(len(weights) - 1, -1, -1):  # high dice, which do more, come last
            if weights[outcome] > 0:
                choices[n] = outcome
                n += 1
        return n

    @rule
    def take(params, state, choice, node, after, node_after):
        is_chance = state.to_act == CHANCE
        node_after[LEFT] = node[LEFT] if is_chance else node[LEFT] - 1
        if is_chance:
            apply_outcome(params, after, choice)
        else:
            apply_action(params, after, choice)

    @kernel
    def solve(
        params, seat, is_win, most, states, words, choices, nodes, weights, table, notes, report
    ):
        depth, is_new, verdict = 0, True, UNKNOWN
        while True:
            state, node = states[depth], nodes[depth]
            is_mine = state.to_act == seat
            if is_new:
                verdict = verdict_at_once(state, node[LEFT], seat, is_win)
                if verdict == UNKNOWN:
                    verdict = recalled(words[depth], node[LEFT], table, notes)
                if verdict == UNKNOWN:
                    report[MET_CHANCE] |= state.to_act == CHANCE
                    node[LISTED] = list_choices(params, state, choices[depth], weights)
                    node[NEXT] = 0
                    node[BEST] = NO if is_mine else YES
            else:  # one of its choices has its verdict
                node[BEST] = max(node[BEST], verdict) if is_mine else min(node[BEST], verdict)
                verdict = UNKNOWN
            if verdict == UNKNOWN and is_settled(node, is_mine, is_win):
                verdict = node[BEST]
                remember(words[depth], node[LEFT], verdict, table, notes)
            if verdict != UNKNOWN:
                if depth == 0:
                    return verdict
                depth -= 1
                is_new = False
                continue
            choice = np.int64(choices[depth, node[NEXT]])
            if depth + 1 == len(states) or report[STEPS] == most:
                return WALL
            if hides(params, state, choice, seat):
                return SECRET
            node[NEXT] += 1
            report[STEPS] += 1
            states[depth + 1] = state
            take(params, state, choice, node, states[depth + 1], nodes[depth + 1])
            depth += 1
            is_new = True

    return solve
