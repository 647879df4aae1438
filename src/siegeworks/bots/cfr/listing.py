"""All positions of a small game, listed depth by depth, with what each seat can tell apart."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from siegeworks.bots.mcts.descent import nothing_observed
from siegeworks.bots.mcts.digest import digest
from siegeworks.bots.mcts.evaluation import win_share
from siegeworks.bots.mcts.labels import (
    CHANCE_STEP,
    HIDDEN_STEP,
    KEY_BITS,
    never_hidden,
    nothing_shown,
)
from siegeworks.bots.mcts.tree import NONE, child, new_tree
from siegeworks.core.contract import CHANCE, TERMINAL, Rules
from siegeworks.core.game import Game
from siegeworks.core.jit import kernel, rule

SEATS = 2  # with more, regret minimization promises nothing

POSITION = np.dtype(
    [
        ("parent", "i4"),  # NONE at the start
        ("entry", "i4"),  # of a policy, that leads here; NONE: chance does
        ("mover", "i4"),  # whose choice led here; NONE: chance
        ("set", "i4"),  # the information set of the seat to act; NONE: no seat is
        ("odds", "f8"),  # how likely chance leads here from the parent; 1 after an action
        ("payoff", "f8"),  # what the first seat gets at the end, -1 … 1; before it 0
        ("depth", "i4"),  # steps from the start
        ("memories", "i4", (SEATS,)),  # what each seat has seen so far: a node of its tree
    ]
)

# All positions that a seat cannot tell apart. They lie at the same depth: a seat's memory has one
# step for every step of the game, seen or hidden.
INFORMATION_SET = np.dtype(
    [
        ("seat", "i4"),  # who is to act
        ("first", "i4"),  # of a policy: where the probabilities of its actions begin
        ("actions", "i4"),  # how many there are
        ("position", "i4"),  # one of them
        ("digest", "u8"),  # of what the seat sees there
    ]
)

ENTRY = np.dtype([("action", "i4"), ("set", "i4")])  # of a policy


class Listing(NamedTuple):
    """What a list of positions is written into."""

    memories: Any  # a tree for each seat; a node's `edges` is the number of its information set
    states: Any  # records, one per position, and at the end one to observe into
    raw: Any  # their bytes
    positions: Any  # POSITION
    sets: Any  # INFORMATION_SET
    entries: Any  # ENTRY
    used: Any  # int64 (3,): how many positions, sets and entries there are
    choices: Any  # int32, room for all actions or outcomes
    odds: Any  # float64, as many
    weights: Any  # int64 (num_outcomes,)


def new_listing(game: Game, most: int) -> Listing:
    """Room for so many positions. Memory is touched only as it is used."""
    choices = max(game.num_actions, game.num_outcomes)
    states = np.zeros(most + 1, game.state_type).view(np.recarray)
    return Listing(
        new_tree(SEATS, SEATS * (most + 1), 1),
        states,
        states.view(np.uint8).reshape(most + 1, -1).view(np.ndarray),
        np.zeros(most, POSITION).view(np.recarray),
        np.zeros(most, INFORMATION_SET).view(np.recarray),
        np.zeros(most, ENTRY).view(np.recarray),
        np.zeros(3, np.int64),
        np.zeros(choices, np.int32),
        np.zeros(choices),
        np.zeros(game.num_outcomes, np.int64),
    )


@cache
def listing_kernel(rules: Rules) -> Callable[..., bool]:
    """list_positions(params, blank, listing, begin) -> whether there is room for all: every
    position that follows from those listed from `begin` on, depth by depth."""
    legal_actions, apply_action = rules.legal_actions, rules.apply_action
    chance_weights, apply_outcome = rules.chance_weights, rules.apply_outcome
    hides, shows = rules.hides or never_hidden, rules.shows or nothing_shown
    observe = rules.observe or nothing_observed

    @rule
    def set_of(params, blank, listing, i, n):
        """The information set of position i with n legal actions, new if nothing like it came
        before."""
        states, used = listing.states, listing.used
        seat = np.int64(states[i].to_act)
        node = listing.memories.nodes[listing.positions[i].memories[seat]]
        if node.edges == NONE:
            node.edges = used[1]
            new = listing.sets[used[1]]
            new.seat = seat
            new.first = used[2]
            new.actions = n
            new.position = i
            last = len(states) - 1
            states[last] = blank[0]
            observe(params, states[i], seat, states[last])
            new.digest = digest(listing.raw[last])
            used[1] += 1
            used[2] += n
        return np.int64(node.edges)

    @rule
    def add(params, listing, i, choice, first, k):
        """The position that the k-th choice leads to from position i: chance's, or entry first + k
        of a policy."""
        memories, states, positions = listing.memories, listing.states, listing.positions
        j = listing.used[0]
        states[j] = states[i]
        s, new = states[j], positions[j]
        step = CHANCE_STEP + np.int64(choice)
        if first != NONE:
            step = np.int64(shows(params, s, choice)) << KEY_BITS | np.int64(choice)
        for seat in range(SEATS):
            label = HIDDEN_STEP if hides(params, s, choice, seat) else step
            new.memories[seat] = child(memories, positions[i].memories[seat], label)
        new.parent = i
        new.depth = positions[i].depth + 1
        new.entry = NONE
        new.odds = listing.odds[k]
        new.mover = NONE
        if first == NONE:
            apply_outcome(params, s, choice)
        else:
            new.entry = first + k
            new.mover = s.to_act
            apply_action(params, s, choice)
        listing.used[0] = j + 1

    @rule
    def list_outcomes(params, listing, i):
        """Write what chance can do in position i, and how likely it is; how many outcomes."""
        weights = listing.weights
        for outcome in range(len(weights)):
            weights[outcome] = 0
        chance_weights(params, listing.states[i], weights)
        n = 0
        total = 0
        for outcome in range(len(weights)):
            if weights[outcome] > 0:
                listing.choices[n] = outcome
                total += weights[outcome]
                n += 1
        for k in range(n):
            listing.odds[k] = weights[listing.choices[k]] / total
        return n

    @kernel
    def list_positions(params, blank, listing, begin):
        used = listing.used
        i = np.int64(begin)
        while i < used[0]:
            s, position = listing.states[i], listing.positions[i]
            position.set = NONE
            position.payoff = 0.0
            first = np.int64(NONE)
            n = np.int64(0)
            if s.to_act == TERMINAL:
                position.payoff = 2 * win_share(s.winners, 0) - 1
            elif s.to_act == CHANCE:
                n = np.int64(list_outcomes(params, listing, i))
            else:
                n = np.int64(legal_actions(params, s, listing.choices))
                if used[2] + n > len(listing.entries):
                    return False
                position.set = set_of(params, blank, listing, i, n)
                first = np.int64(listing.sets[position.set].first)
            if used[0] + n > len(listing.positions):
                return False
            for k in range(n):
                choice = np.int64(listing.choices[k])
                if first != NONE:
                    listing.odds[k] = 1.0
                    listing.entries[first + k].action = choice
                    listing.entries[first + k].set = position.set
                add(params, listing, i, choice, first, k)
            i += 1
        return True

    return list_positions
