"""Mixed play late in a larger game: what follows from all that everybody sees is listed and solved.

Hidden are then the states of both seats: what the seat to act does must suit what else it could
hold, or it would give away what it holds. How likely each state is depends on how the seats came
there, which an observation does not tell. So with even odds the opponent holds what is likely by
chance, or what it chooses, as if it had planned for this end. If it chooses, it wins only what is
beyond an estimate for what it holds: what it would get if both saw everything. So the solution
leaves it little, whatever it holds (Moravcik et al., "Refining subgames in large imperfect
information games", 2016). Our own states are as likely as by chance. What else was tried:
docs/ledger.md.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks.bots.cfr.equilibrium import (
    DOUBT,
    Choice,
    Choices,
    GameTree,
    completed,
    looks_larger,
    new_sums,
    solve,
    weighed,
)
from siegeworks.bots.cfr.listing import SEATS, Listing, new_listing
from siegeworks.bots.mcts.digest import digest_of
from siegeworks.bots.mcts.tree import NONE, child
from siegeworks.core.contract import SPECTATOR, TERMINAL, Observation, Seat, State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.proofs.possible_states import TooMany, ways_to_draw, weighted_states

MOST_STATES = 600  # hidden states of both seats together
MOST_WAYS = 2 * MOST_STATES  # in which they are drawn: some are drawn in several ways
CHOSEN = 0.5  # how likely the opponent chooses what it holds
ITERATIONS = 100  # of CFR+

Numbers = NDArray[np.int64]
Values = NDArray[np.float64]


def endgame_choices(game: Game, seen: Observation, most: int) -> tuple[Choice, ...]:
    """What the seat to act should do if at most so many positions are to be listed; nothing if
    there are more, or if nothing is hidden from anybody."""
    deals = _deals(game, seen, most)
    if deals is None:
        return ()
    endgame = _listed(game, deals, most)
    return () if endgame is None else _solution(endgame, deals).of(digest_of(seen))


class Deals(NamedTuple):
    """All states that look alike to everybody, and how a list of positions begins with them.

    Position 0 is chance, which deals a state or lets the opponent choose what it holds. Then come
    that choice, the states that chance deals, and those among which the opponent chooses.
    """

    states: list[State]
    odds: Values  # of each by chance
    opponent: Seat
    holdings: tuple[Numbers, ...]  # for each seat: what it holds in each state

    @property
    def dealt(self) -> slice:
        """The positions of the states if chance deals them."""
        return slice(CHOICE + 1, CHOICE + 1 + len(self.states))

    @property
    def chosen(self) -> slice:
        """The positions of the states if the opponent chooses what it holds."""
        return slice(self.dealt.stop, self.dealt.stop + len(self.states))

    @property
    def held(self) -> Numbers:
        """What the opponent holds in each state."""
        return self.holdings[self.opponent]

    @property
    def likely(self) -> Values:
        """How likely by chance the opponent holds what."""
        return np.bincount(self.held, self.odds).astype(np.float64)


CHOICE = 1  # the position in which the opponent chooses


def _deals(game: Game, seen: Observation, most: int) -> Deals | None:
    """Those of what everybody sees; None if only one state is possible, or if there are too many or
    too much follows."""
    public = game.observe(game.determinize(seen, new_rng(0)), SPECTATOR)
    if len(game.seats) != SEATS or not 1 < ways_to_draw(game, public) <= MOST_WAYS:
        return None
    try:
        weighted = weighted_states(game, public, MOST_STATES)
    except TooMany:
        return None
    states, odds = [state for state, _ in weighted], [float(odds) for _, odds in weighted]
    if len(states) == 1 or looks_larger(game, states[0], DOUBT * most / len(states)):
        return None
    holdings = tuple(_numbered(game, states, seat) for seat in range(SEATS))
    return Deals(states, np.array(odds), 1 - int(seen.to_act), holdings)


def _numbered(game: Game, states: list[State], seat: Seat) -> Numbers:
    """A number for each state: equal where the seat sees the same."""
    known: dict[bytes, int] = {}
    seen = (game.observe(state, seat).tobytes() for state in states)
    return np.array([known.setdefault(each, len(known)) for each in seen])


def _listed(game: Game, deals: Deals, most: int) -> GameTree | None:
    """All that follows from these states; None if there is no room."""
    dealt, chosen, likely = deals.dealt, deals.chosen, deals.likely
    if chosen.stop > most:
        return None
    listing = new_listing(game, most)
    begun = listing.positions[: chosen.stop]
    begun.parent, begun.entry, begun.mover, begun.set = 0, NONE, NONE, NONE
    begun.parent[0], begun.odds[0] = NONE, 1.0
    begun.set[CHOICE], begun.depth[CHOICE], begun.odds[CHOICE] = 0, 1, CHOSEN
    begun.depth[dealt], begun.odds[dealt] = 1, (1 - CHOSEN) * deals.odds
    begun.depth[chosen], begun.odds[chosen] = 2, deals.odds / likely[deals.held]
    begun.parent[chosen], begun.mover[chosen] = CHOICE, deals.opponent
    begun.entry[chosen] = deals.held
    for place in dealt, chosen:
        listing.states[place] = deals.states
        begun.memories[place] = _memories(listing, deals, place is chosen)
    listing.sets[0] = deals.opponent, 0, len(likely), CHOICE, 0
    listing.used[:] = chosen.stop, 1, len(likely)
    return completed(game, listing, dealt.start)


@np.errstate(over="ignore")  # `child` is plain Python here, which warns where words overflow
def _memories(listing: Listing, deals: Deals, is_chosen: bool) -> Numbers:
    """What each seat knows in each state: what it holds, and the opponent whether it chose that."""
    known = np.zeros((len(deals.states), SEATS), np.int64)
    for seat, held in enumerate(deals.holdings):
        label = 1 + (is_chosen and seat == deals.opponent) * len(held)
        above = listing.memories.roots[seat]
        nodes = [child(listing.memories, above, label + kind) for kind in range(held.max() + 1)]
        known[:, seat] = np.array(nodes)[held]
    return known


def _solution(endgame: GameTree, deals: Deals) -> Choices:
    """The policies in which the opponent, if it chooses, wins nothing beyond what is estimated for
    what it holds. They say of actions what they are worth if it chooses what is likely."""
    positions, payoffs = endgame.positions, endgame.positions.payoff.copy()
    fair = _open_values(endgame)[deals.dealt]
    estimates = np.bincount(deals.held, deals.odds * fair) / deals.likely
    positions.payoff -= _below(endgame, deals.chosen, estimates[deals.held])
    average = solve(endgame, ITERATIONS)
    positions.payoff = payoffs
    sums = new_sums(endgame)
    sums.average[:] = average.policy
    sums.average[: len(estimates)] = deals.likely
    return Choices(endgame, weighed(endgame, sums))


def _below(endgame: GameTree, roots: slice, values: Values) -> Values:
    """At all ends that follow from some positions the value of that position, elsewhere 0."""
    below = np.zeros(len(endgame.positions))
    below[roots] = values
    for depth in _depths(endgame)[2:]:
        below[depth] += below[endgame.positions.parent[depth]]
    below[endgame.states.to_act != TERMINAL] = 0
    return below


def _open_values(endgame: GameTree) -> Values:
    """What the first seat gets in each position if both see everything."""
    positions, to_act = endgame.positions, endgame.states.to_act
    values: Values = positions.payoff.copy()
    for depth in reversed(_depths(endgame)[2:]):
        parents, first = np.unique(positions.parent[depth], return_index=True)
        after = values[depth]
        by_chance = np.add.reduceat(after * positions.odds[depth], first)
        best = np.maximum.reduceat(after, first), np.minimum.reduceat(after, first)
        values[parents] = np.select(
            [to_act[parents] == seat for seat in range(SEATS)], best, by_chance
        )
    return values


def _depths(endgame: GameTree) -> list[slice]:
    """The positions of each depth, which lie together."""
    depth = endgame.positions.depth
    bounds = np.searchsorted(depth, np.arange(depth[-1] + 2))
    return [slice(*pair) for pair in pairwise(bounds)]
