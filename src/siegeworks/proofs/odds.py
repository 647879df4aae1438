"""In how many deals of what is hidden a move wins by force: an exact search for the best plan

A deal is a state that fits all that the seat has seen. A plan says what the seat does after
whatever it may learn; in some of the deals it wins whatever the others do, who know everything.
The search goes through sets of states, each with the deal that it comes from, and keeps the plans
that lose in the fewest deals: none that loses wherever another one does, and elsewhere too.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.contract import CHANCE, TERMINAL, Action, Seat, State
from siegeworks.core.game import Game
from siegeworks.proofs.forcing import Forcing, Wall, together, told_apart
from siegeworks.proofs.possible_states import weighted_states

MOST_PLANS = 200  # that are kept for one set of states
Deals = int  # a set of deals, as bits


class Unequal(Exception):
    """The deals are not equally likely."""


class Odds(NamedTuple):
    """In how many deals each action of the seat wins."""

    deals: int  # how many there are, all equally likely
    wins: dict[Action, int]  # by action

    def percent(self, action: Action) -> int:
        """In how many of a hundred."""
        return round(100 * self.wins[action] / self.deals)


def deals_of(game: Game, state: State, seat: Seat, most: int) -> list[State]:
    """The deals that fit what this seat has seen, all equally likely. Raises TooMany if there are
    more than `most`, Unequal if some are likelier than others."""
    weighted = weighted_states(game, game.observe(state, seat), most)
    if len({weight for _, weight in weighted}) > 1:
        raise Unequal
    return [deal for deal, _ in weighted]


def odds(game: Game, seat: Seat, deals: list[State], plies: int, most_steps: int) -> Odds:
    """In how many deals each action of the seat, which is to act, wins within so many actions of
    all seats, this one included. Raises Wall if that takes too many steps or plans, or if chance
    has a part in it."""
    plans = _Plans(game, seat, most_steps)
    ways = plans.by_action(together(deals), np.arange(len(deals)), plies)
    n = len(deals)
    return Odds(n, {action: n - min(map(int.bit_count, lost)) for action, lost in ways.items()})


class _Plans:
    def __init__(self, game: Game, seat: Seat, most_steps: int) -> None:
        self.seat = seat
        self.search = Forcing(game, seat, "win", most_steps)
        self.known: dict[tuple[int, bytes, bytes], list[Deals]] = {}

    def by_action(
        self, states: Any, deals: NDArray[np.int64], plies: int
    ) -> dict[Action, list[Deals]]:
        """After each action of the seat, in which deals the best plans lose: from states that it
        cannot tell apart, each with the number of its deal, with so many actions left."""
        after, learned = self.search.steps(states)
        ways: dict[Action, list[Deals]] = {}
        for rows in told_apart(learned):
            action = int(learned[rows[0], 0])
            lost = self.losses(after[rows], deals[learned[rows, 4]], plies - 1)
            ways[action] = _both(ways.get(action, [0]), lost)
        return ways

    def losses(self, states: Any, deals: NDArray[np.int64], plies: int) -> list[Deals]:
        """In which deals the best plans lose from here."""
        to_act = int(states[0]["to_act"])
        if to_act == CHANCE:
            raise Wall
        if to_act == TERMINAL:
            return [_bits(deals[states["winners"] != 1 << self.seat])]
        if plies == 0:
            return [_bits(deals)]
        key = plies, states.tobytes(), deals.tobytes()
        if key not in self.known:
            self.known[key] = self.searched(states, deals, plies)
        return self.known[key]

    def searched(self, states: Any, deals: NDArray[np.int64], plies: int) -> list[Deals]:
        if int(states[0]["to_act"]) == self.seat:
            ways = self.by_action(states, deals, plies).values()
            return _fewest([lost for lists in ways for lost in lists])
        after, learned = self.search.steps(states)
        lost = [0]
        for rows in told_apart(learned):
            lost = _both(lost, self.losses(after[rows], deals[learned[rows, 4]], plies - 1))
        return lost


def _bits(deals: NDArray[np.int64]) -> Deals:
    wins = 0
    for deal in deals.tolist():
        wins |= 1 << deal
    return wins


def _both(some: list[Deals], others: list[Deals]) -> list[Deals]:
    """Where one loses that follows a plan of each list."""
    return _fewest([deal | other for deal in some for other in others])


def _fewest(losses: list[Deals]) -> list[Deals]:
    """Without those that lose where another one does, and elsewhere too."""
    kept: list[Deals] = []
    for lost in sorted(set(losses), key=int.bit_count):
        if not any(deal & ~lost == 0 for deal in kept):
            kept.append(lost)
    if len(kept) > MOST_PLANS:
        raise Wall
    return kept
