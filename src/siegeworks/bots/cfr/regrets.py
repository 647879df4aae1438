"""CFR+ on a list of positions: one pass down for how likely they are, one up for what they are
worth."""

from typing import Any, NamedTuple

from siegeworks.bots.cfr.listing import SEATS
from siegeworks.bots.mcts.tree import NONE
from siegeworks.core.jit import kernel, rule


class Sums(NamedTuple):
    """What the passes write to: float64, a number for each entry of a policy or each position."""

    regrets: Any  # of each entry: what it would have gained so far, at least 0
    average: Any  # of each entry: its probabilities so far, added up
    policy: Any  # of each entry: its probability now
    worths: Any  # of each entry: what it is worth, as far as others and chance let it come about
    own: Any  # of each position: how likely the seat's own choices lead there
    others: Any  # of each position: how likely those of all others and chance do
    values: Any  # of each position: its part of the seat's payoff


@rule
def normalize(sets, weights, policy):
    """Weights as probabilities; even ones in an information set where all are 0."""
    for i in range(len(sets)):
        first, last = sets[i].first, sets[i].first + sets[i].actions
        total = 0.0
        for entry in range(first, last):
            total += weights[entry]
        for entry in range(first, last):
            policy[entry] = weights[entry] / total if total > 0 else 1.0 / sets[i].actions


@rule
def walk_down(positions, sums, seat):
    """How likely a seat's choices, and all others', lead to each position."""
    own, others = sums.own, sums.others
    own[0] = others[0] = 1.0
    for i in range(1, len(positions)):
        position = positions[i]
        own[i] = own[position.parent]
        others[i] = others[position.parent] * position.odds
        if position.mover == seat:
            own[i] *= sums.policy[position.entry]
        elif position.mover != NONE:
            others[i] *= sums.policy[position.entry]


@rule
def walk_up(positions, sums, seat):
    """What each of a seat's actions is worth."""
    values, worths = sums.values, sums.worths
    sign = 1.0 if seat == 0 else -1.0
    for entry in range(len(worths)):
        worths[entry] = 0.0
    for i in range(len(positions)):
        values[i] = sign * positions[i].payoff * sums.others[i]
    for i in range(len(positions) - 1, 0, -1):
        position = positions[i]
        value = values[i]
        if position.mover == seat:
            worths[position.entry] += value
            value *= sums.policy[position.entry]
        values[position.parent] += value


@rule
def learn(sets, sums, seat, weight):
    """Add to a seat's regrets what each action would have gained, and its policy to the average."""
    for i in range(len(sets)):
        if sets[i].seat != seat:
            continue
        first, last = sets[i].first, sets[i].first + sets[i].actions
        own = weight * sums.own[sets[i].position]
        mean = 0.0
        for entry in range(first, last):
            mean += sums.policy[entry] * sums.worths[entry]
        for entry in range(first, last):
            sums.average[entry] += own * sums.policy[entry]
            sums.regrets[entry] = max(sums.regrets[entry] + sums.worths[entry] - mean, 0.0)


@kernel
def minimize_regrets(positions, sets, sums, iteration):
    """One more iteration, the seats one after the other; later ones count for more."""
    for seat in range(SEATS):
        normalize(sets, sums.regrets, sums.policy)
        walk_down(positions, sums, seat)
        walk_up(positions, sums, seat)
        learn(sets, sums, seat, iteration)


@kernel
def weigh_average(positions, sets, sums, seat):
    """The average as a policy, and for one seat how likely and what it is worth."""
    normalize(sets, sums.average, sums.policy)
    walk_down(positions, sums, seat)
    walk_up(positions, sums, seat)
