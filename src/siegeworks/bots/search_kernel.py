"""One tree search for every game, compiled once a game.

Open-loop information-set Monte Carlo tree search with one tree a seat (MO-ISMCTS: Cowling, Powley,
Whitehouse, "Information set Monte Carlo tree search", 2012). Each simulation draws a state that
looks like the observation, walks down all trees together, each along what its seat sees, and ends
in a playout or an evaluation; every seat goes after its own share of the win (max^n). Where nothing
is hidden one tree serves all seats, and this is UCT (Kocsis, Szepesvári, 2006); proven results are
then backed up as well (MCTS-Solver: Winands, Björnsson, Saito, 2008).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from siegeworks.bots.tree import NONE, add_edge, child
from siegeworks.core.advice import Advice
from siegeworks.core.contract import CHANCE, REFEREE, TERMINAL, Rules
from siegeworks.core.jit import kernel, rule
from siegeworks.core.random import GAMMA, MIX_1, MIX_2, random_below

LONGEST_PATH = 256  # actions of a simulation that are kept in trees

# What a seat sees of a step: the step's number, or one of these.
KEY_BITS = 20  # action and what is private of it; above them what was shown
OF_CHANCE = 1 << 38  # + outcome
HIDDEN_STEP = 1 << 39

# Working states of a simulation: the one that walks, the root, one to try an action in, zeros.
WALK, ROOT, TRIAL, BLANK = range(4)
WORKING_STATES = 4

DIGEST_DEPTH = 12  # actions; the seat's next turn is hardly ever farther from the root

LOGARITHMS = np.log(np.maximum(1.0, np.arange(4096)))
MOST_WEIGHT = 50.0  # exponent: no sum of weights overflows
UNTRIED = 1e9  # plain UCT tries every action once before it repeats one


class Scratch(NamedTuple):
    """What a search writes to and nobody reads afterwards."""

    states: Any  # WORKING_STATES records
    raw: Any  # the same bytes, uint8 of shape (WORKING_STATES, itemsize)
    legal: Any  # int32 (num_actions,)
    here: Any  # int32 (num_actions,): the edges that are legal now
    stamps: Any  # int64 (keys,): the visit in which an action was legal last
    clock: Any  # int64 (1,): visits so far
    path: Any  # int32 (LONGEST_PATH, 4): node, edge, seat, 1 if chance acted since the one before
    at: Any  # int64 (trees,): where each tree stands
    labels: Any  # int64 (trees,)
    values: Any  # float64 (seats,): each seat's share of the win
    win_probabilities: Any  # float64 (seats,)
    played: Any  # int32 (max_steps, 2): seat and action, from the root on
    worlds: Any  # records: states that could be the real one, likelier ones more often; or none
    played_at: Any  # int64 (seats, num_actions): the simulation in which it was played last


def new_scratch(game: Any, advice: Advice, trees: int, worlds: int = 0) -> Scratch:
    """Working memory for searches of one game, with room for so many worlds to draw from."""
    states = np.zeros(WORKING_STATES, game.state_type).view(np.recarray)
    seats = len(game.seats)
    return Scratch(
        states,
        states.view(np.uint8).reshape(WORKING_STATES, -1).view(np.ndarray),
        np.zeros(game.num_actions, np.int32),
        np.zeros(game.num_actions, np.int32),
        np.zeros(game.num_actions * advice.num_private, np.int64),
        np.zeros(1, np.int64),
        np.zeros((LONGEST_PATH, 4), np.int32),
        np.zeros(trees, np.int64),
        np.zeros(trees, np.int64),
        np.zeros(seats, np.float64),
        np.zeros(seats, np.float64),
        np.zeros((game.max_steps + 1, 2), np.int32),
        np.zeros(worlds, game.state_type).view(np.recarray),
        np.zeros((seats, game.num_actions), np.int64),
    )


@rule
def no_determinization(params, rng, s):
    """Nothing is hidden."""


@rule
def nothing_observed(params, s, seat, seen):
    """Nothing needs to be observed where nothing is hidden."""


@rule
def never_hidden(params, s, choice, seat):
    """Every step is seen by all."""
    return False


@rule
def nothing_shown(params, s, action):
    """No action turns anything up."""
    return 0


@rule
def log_of(n):
    """The natural logarithm of a whole number from 1 on; few numbers come again and again."""
    return LOGARITHMS[n] if n < len(LOGARITHMS) else np.log(n)


@rule
def share(winners, seat):
    """A seat's part of a win: a win shared by k seats counts as 1/k for each."""
    if not winners >> seat & 1:
        return 0.0
    won_by = 0
    for other in range(8):
        won_by += winners >> other & 1
    return 1.0 / won_by


@rule
def mixed(word):
    """SplitMix64's finalizer (Steele, Lea, Flood, 2014): every bit of the word changes about half
    of all bits."""
    word = (word ^ word >> np.uint64(30)) * np.uint64(MIX_1)
    word = (word ^ word >> np.uint64(27)) * np.uint64(MIX_2)
    return word ^ word >> np.uint64(31)


@rule
def digest(raw):
    """A number for these bytes that is not 0, eight of them mixed in at a time.

    Positions of a game differ in a few bits of a few words. A lighter mixing (one multiplication,
    one fold) sent dozens of them to the same number: docs/ledger.md.
    """
    value = np.uint64(len(raw))
    for start in range(0, len(raw), 8):
        word = np.uint64(0)
        for i in range(start, min(start + 8, len(raw))):
            word = word << np.uint64(8) | np.uint64(raw[i])
        value = mixed((value ^ word) + np.uint64(GAMMA))
    return value if value != np.uint64(0) else np.uint64(1)


@kernel
def digest_of_bytes(raw):
    """The digest of a record's bytes, uint8."""
    return digest(raw)


@rule
def settle(tree, node, seat):
    """MCTS-Solver: who wins at a node where `seat` chooses, once that follows from its edges; 0
    while it does not. Of several best shares with different winners none is sure to be chosen."""
    best = -1.0
    winners = 0
    e = tree.nodes[node].edges
    open_left = False
    while e != NONE:
        edge = tree.edges[e]
        if edge.winners == 1 << seat:
            tree.nodes[node].winners = edge.winners
            return np.int64(edge.winners)
        if edge.winners == 0:
            open_left = True
        else:
            value = share(edge.winners, seat)
            if value > best:
                best = value
                winners = np.int64(edge.winners)
            elif value == best and edge.winners != winners:
                open_left = True
        e = edge.next
    if open_left:
        return 0
    tree.nodes[node].winners = winners
    return winners


@cache
def search_kernel(rules: Rules, advice: Advice) -> Callable[..., int]:
    """The search of one game as a kernel.

    run(params, settings, tree, scratch, rng, simulations) -> int: how many simulations were
    made, fewer where the root was proven on the way. The root state or observation stands in
    scratch.states[ROOT].
    """
    legal_actions, apply_action = rules.legal_actions, rules.apply_action
    num_legal, nth_legal = rules.num_legal, rules.nth_legal
    num_cases, nth_case, apply_outcome = rules.num_cases, rules.nth_case, rules.apply_outcome
    determinize = rules.determinize or no_determinization
    hides = rules.hides or never_hidden
    shows = rules.shows or nothing_shown
    has_secrets = rules.observe is not None
    observe = rules.observe or nothing_observed
    evaluate, urgency, private = advice.evaluate, advice.urgency, advice.private
    num_private = advice.num_private

    @rule
    def prepare(params, settings, tree, scratch, s, node):
        """The edges of a node that are legal now, made if need be, in scratch.here; how many."""
        here, stamps = scratch.here, scratch.stamps
        if not has_secrets and tree.nodes[node].actions > 0:
            n = 0
            e = tree.nodes[node].edges
            while e != NONE:
                here[n] = e
                n += 1
                e = tree.edges[e].next
            return n
        scratch.clock[0] += 1
        now = scratch.clock[0]
        legal = scratch.legal
        n = legal_actions(params, s, legal)
        for i in range(n):
            legal[i] = legal[i] * num_private + private(params, s, legal[i])
            stamps[legal[i]] = now
        known = 0
        e = tree.nodes[node].edges
        while e != NONE:
            edge = tree.edges[e]
            if stamps[edge.key] == now:
                stamps[edge.key] = 0
                here[known] = e
                known += 1
            e = edge.next
        if known < n and tree.used[1] + n <= len(tree.edges):
            for i in range(n):
                if stamps[legal[i]] == now:
                    e = add_edge(tree, node, legal[i])
                    first_look(params, settings, tree, scratch, s, e)
                    here[known] = e
                    known += 1
        return known

    @rule
    def first_look(params, settings, tree, scratch, s, e):
        """What the evaluation after an action says of it."""
        if settings.prior_weight == 0 and settings.policy == 0:
            return
        edge = tree.edges[e]
        action = edge.key // num_private
        seat = s.to_act
        edge.prior = urgency(params, s, action)
        scratch.states[TRIAL] = s
        after = scratch.states[TRIAL]
        apply_action(params, after, action)
        edge.prior += chance_of(params, scratch, after, seat)
        edge.policy = weight_of(settings, edge.prior)

    @rule
    def weight_of(settings, prior):
        """An action's part in the softmax of the priors, not yet divided by their sum."""
        return np.exp(min((prior - 0.5) / settings.policy_temperature, MOST_WEIGHT))

    @rule
    def chance_of(params, scratch, s, seat):
        """A seat's chance of winning, by evaluation."""
        if s.to_act == TERMINAL:
            return share(s.winners, seat)
        evaluate(params, s, scratch.win_probabilities)
        return scratch.win_probabilities[seat]

    @rule
    def select(settings, tree, scratch, rng, n, visits, seat):
        """The edge to follow among the n that are legal now."""
        here = scratch.here
        total = 0.0
        for i in range(n):
            edge = tree.edges[here[i]]
            edge.available += 1
            total += edge.policy
        best = -1e18
        chosen = here[0]
        ties = 1
        w = settings.prior_weight
        for i in range(n):
            edge = tree.edges[here[i]]
            if edge.winners != 0:
                score = share(edge.winners, seat)
                if score == 0:
                    score = -1e6
            else:
                available = edge.available if has_secrets else visits
                n_seen = edge.visits + w
                score = (edge.value + w * edge.prior) / n_seen if n_seen > 0 else UNTRIED
                if settings.rave > 0 and edge.amaf_visits > 0:
                    beta = np.sqrt(settings.rave / (3 * edge.visits + settings.rave))
                    amaf = edge.amaf_value / edge.amaf_visits
                    score = amaf if score == UNTRIED else (1 - beta) * score + beta * amaf
                if settings.policy > 0:
                    weight = settings.policy * edge.policy / total
                    score += weight * np.sqrt(available) / (1 + edge.visits)
                elif n_seen > 0:
                    score += settings.exploration * np.sqrt(log_of(available) / n_seen)
            if score > best:
                best = score
                chosen = here[i]
                ties = 1
            elif score == best:
                ties += 1
                if random_below(rng, ties) == 0:
                    chosen = here[i]
        return chosen

    @rule
    def pick(params, settings, rng, s):
        """A playout's action: the most urgent of a few random ones."""
        n = num_legal(params, s)
        action = nth_legal(params, s, random_below(rng, n))
        if settings.candidates > 1 and n > 1:
            best = urgency(params, s, action)
            for _ in range(settings.candidates - 1):
                other = nth_legal(params, s, random_below(rng, n))
                value = urgency(params, s, other)
                if value > best:
                    best = value
                    action = other
        return action

    @rule
    def chance_acts(params, s, rng):
        outcome = nth_case(params, s, random_below(rng, num_cases(params, s)))
        apply_outcome(params, s, outcome)
        return outcome

    @rule
    def value_of(params, settings, scratch, rng, s, played):
        """Every seat's share of the win from a leaf on, into scratch.values; how many actions are
        noted in scratch.played then."""
        values = scratch.values
        mixed = settings.evaluation > 0 and s.to_act != TERMINAL
        if mixed:
            evaluate(params, s, scratch.win_probabilities)
            for seat in range(len(values)):
                values[seat] = scratch.win_probabilities[seat]
            if settings.evaluation >= 1:
                return played
        plies = 0
        while s.to_act != TERMINAL and plies < settings.playout_plies:
            if s.to_act == CHANCE:
                chance_acts(params, s, rng)
            else:
                action = pick(params, settings, rng, s)
                scratch.played[played, 0] = s.to_act
                scratch.played[played, 1] = action
                played += 1
                apply_action(params, s, action)
                plies += 1
        over = s.to_act == TERMINAL
        if not over:
            evaluate(params, s, scratch.win_probabilities)
        for seat in range(len(values)):
            value = share(s.winners, seat) if over else scratch.win_probabilities[seat]
            if mixed:
                value = settings.evaluation * values[seat] + (1 - settings.evaluation) * value
            values[seat] = value
        return played

    @rule
    def back_up(settings, tree, scratch, depth, played, proven, simulation):
        """Tell every node on the way how it ended."""
        path, values = scratch.path, scratch.values
        rave = settings.rave > 0
        if rave:
            for i in range(depth, played):
                scratch.played_at[scratch.played[i, 0], scratch.played[i, 1]] = simulation
        for i in range(depth - 1, -1, -1):
            node, e, seat = path[i, 0], path[i, 1], path[i, 2]
            tree.nodes[node].visits += 1
            edge = tree.edges[e]
            edge.visits += 1
            edge.value += values[seat]
            if proven != 0:
                edge.winners = proven
                proven = settle(tree, node, seat)
            if path[i, 3] != 0:
                proven = 0
            if rave:
                scratch.played_at[seat, edge.key // num_private] = simulation
                e = tree.nodes[node].edges
                while e != NONE:
                    other = tree.edges[e]
                    if scratch.played_at[seat, other.key // num_private] == simulation:
                        other.amaf_visits += 1
                        other.amaf_value += values[seat]
                    e = other.next

    @rule
    def begin(params, scratch, tree, rng):
        """A state that looks like the root, and every tree at its root."""
        scratch.clock[0] += 1
        s = scratch.states[WALK]
        if len(scratch.worlds) > 0:
            scratch.states[WALK] = scratch.worlds[random_below(rng, len(scratch.worlds))]
        else:
            scratch.states[WALK] = scratch.states[ROOT]
            if has_secrets and s.viewer != REFEREE:
                determinize(params, rng, s)
        for t in range(len(scratch.at)):
            scratch.at[t] = tree.roots[t]

    @rule
    def note_digest(params, scratch, tree, s, node, seat):
        """Remember what the searching seat sees here, to find the node again at its next turn."""
        viewer = scratch.states[ROOT].viewer
        if has_secrets and viewer != REFEREE:
            if seat == viewer:
                scratch.states[TRIAL] = scratch.states[BLANK]
                observe(params, s, seat, scratch.states[TRIAL])
                tree.nodes[node].digest = digest(scratch.raw[TRIAL])
        else:
            tree.nodes[node].digest = digest(scratch.raw[WALK])

    @rule
    def follow(params, settings, tree, scratch, s, e):
        """Take the action of an edge, and go along in every tree by what its seat sees."""
        at, labels = scratch.at, scratch.labels
        key = np.int64(tree.edges[e].key)
        action = key // num_private
        seat = np.int64(s.to_act)
        shown = np.int64(shows(params, s, action)) << KEY_BITS
        for t in range(len(at)):
            if len(at) == 1 or t == seat:
                labels[t] = shown | key
            elif hides(params, s, action, t):
                labels[t] = HIDDEN_STEP
            else:
                labels[t] = shown | action * num_private
        apply_action(params, s, action)
        for t in range(len(at)):
            at[t] = child(tree, at[t], labels[t])
        if has_secrets and (settings.prior_weight > 0 or settings.policy > 0):
            # What was evaluated in one world only is evaluated in others too.
            edge = tree.edges[e]
            edge.prior += (chance_of(params, scratch, s, seat) - edge.prior) / (edge.visits + 2)
            edge.policy = weight_of(settings, edge.prior)

    @rule
    def is_leaf(tree, node, depth):
        """Does the way down end here? A node is first visited, and only then gets edges."""
        if node == NONE or tree.nodes[node].winners != 0:
            return True
        if tree.nodes[node].visits == 0 and depth > 0:
            tree.nodes[node].visits = 1
            return True
        return False

    @rule
    def walk_down(params, settings, tree, scratch, rng, s):
        """Down all trees to a leaf: how many actions that takes, and whether chance acted after the
        last of them."""
        at, path = scratch.at, scratch.path
        depth = 0
        by_chance = 0
        while s.to_act != TERMINAL and depth < LONGEST_PATH:
            if s.to_act == CHANCE:
                outcome = chance_acts(params, s, rng)
                for t in range(len(at)):
                    at[t] = child(tree, at[t], OF_CHANCE + outcome)
                by_chance = 1
                continue
            seat = np.int64(s.to_act)
            node = at[seat if len(at) > 1 else 0]
            if is_leaf(tree, node, depth):
                break
            if tree.nodes[node].digest == 0 and depth < DIGEST_DEPTH:
                note_digest(params, scratch, tree, s, node, seat)
            n = prepare(params, settings, tree, scratch, s, node)
            if n == 0:  # no memory for its edges
                break
            e = select(settings, tree, scratch, rng, n, tree.nodes[node].visits + 1, seat)
            path[depth, 0] = node
            path[depth, 1] = e
            path[depth, 2] = seat
            path[depth, 3] = by_chance
            scratch.played[depth, 0] = seat
            scratch.played[depth, 1] = tree.edges[e].key // num_private
            by_chance = 0
            depth += 1
            follow(params, settings, tree, scratch, s, e)
        return depth, by_chance

    @rule
    def proven_at(tree, scratch, s):
        """Who wins from this leaf on, if that is sure; else 0."""
        if has_secrets:
            return 0
        if s.to_act == TERMINAL:
            return np.int64(s.winners)
        node = scratch.at[0]
        return 0 if node == NONE else np.int64(tree.nodes[node].winners)

    @kernel
    def run(params, settings, tree, scratch, rng, simulations):
        s = scratch.states[WALK]
        for simulation in range(simulations):
            if tree.nodes[tree.roots[0]].winners != 0:
                return simulation
            begin(params, scratch, tree, rng)
            depth, by_chance = walk_down(params, settings, tree, scratch, rng, s)
            proven = proven_at(tree, scratch, s)
            played = depth
            if proven != 0:
                for seat in range(len(scratch.values)):
                    scratch.values[seat] = share(proven, seat)
            else:
                played = value_of(params, settings, scratch, rng, s, depth)
            if by_chance != 0:
                proven = 0
            back_up(settings, tree, scratch, depth, played, proven, scratch.clock[0])
        return simulations

    return run
