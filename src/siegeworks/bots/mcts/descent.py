"""From the root to a leaf: all trees are followed together, each by what its seat sees."""

from collections.abc import Callable

import numpy as np

from siegeworks.bots.mcts.digest import digest
from siegeworks.bots.mcts.evaluation import chance_rule, judged_win_rule
from siegeworks.bots.mcts.expansion import expand_rule, policy_of, uses_priors
from siegeworks.bots.mcts.labels import ACTION_MASK, CHANCE_STEP, HIDDEN_STEP, label_rules
from siegeworks.bots.mcts.scratch import (
    AT_ROOT,
    BLANK,
    CURRENT,
    LONGEST_PATH,
    ON_PATH,
    ROOT,
    SOME,
    TRIAL,
)
from siegeworks.bots.mcts.selection import select_rule
from siegeworks.bots.mcts.tree import NONE, child
from siegeworks.core.advice import Advice
from siegeworks.core.contract import CHANCE, REFEREE, TERMINAL, Rules
from siegeworks.core.jit import rule
from siegeworks.core.random import random_below

DIGEST_DEPTH = 12  # actions; the seat's next turn is hardly ever farther from the root


@rule
def no_determinization(params, rng, s):
    """Nothing is hidden."""


@rule
def nothing_observed(params, s, seat, seen):
    """Nothing needs to be observed where nothing is hidden."""


@rule
def is_leaf(tree, node, depth):
    """Does the descent end here? A node is visited once before it gets edges."""
    if node == NONE or tree.nodes[node].winners != 0:
        return True
    if tree.nodes[node].visits == 0 and depth > 0:
        tree.nodes[node].visits = 1
        return True
    return False


def start_rule(rules: Rules) -> Callable[..., None]:
    """start(params, scratch, tree, rng): a state that is consistent with the root becomes the
    current one, and every tree is at its root."""
    determinize = rules.determinize or no_determinization
    has_secrets = rules.observe is not None

    @rule
    def start(params, scratch, tree, rng):
        scratch.clock[0] += 1
        s = scratch.states[CURRENT]
        particles = scratch.particles
        if len(particles) > 0:
            scratch.states[CURRENT] = particles[random_below(rng, len(particles))]
        else:
            scratch.states[CURRENT] = scratch.states[ROOT]
            if has_secrets and s.viewer != REFEREE:
                determinize(params, rng, s)
        for t in range(len(scratch.nodes)):
            scratch.nodes[t] = tree.roots[t]
        scratch.known[ON_PATH] = scratch.known[AT_ROOT]

    return start


def digest_rule(rules: Rules) -> Callable[..., None]:
    """remember_digest(params, scratch, tree, s, node, seat): keep what the searching seat sees at
    this node, to find the node again at the seat's next turn."""
    observe = rules.observe or nothing_observed
    has_secrets = rules.observe is not None

    @rule
    def remember_digest(params, scratch, tree, s, node, seat):
        viewer = scratch.states[ROOT].viewer
        if has_secrets and viewer != REFEREE:
            if seat == viewer:
                scratch.states[TRIAL] = scratch.states[BLANK]
                observe(params, s, seat, scratch.states[TRIAL])
                tree.nodes[node].digest = digest(scratch.raw[TRIAL])
        else:
            tree.nodes[node].digest = digest(scratch.raw[CURRENT])

    return remember_digest


def follow_rule(rules: Rules, advice: Advice) -> Callable[..., None]:
    """follow(params, settings, tree, scratch, s, e): take the action of an edge; every tree goes to
    the child that stands for what its seat sees."""
    apply_action = rules.apply_action
    has_secrets = rules.observe is not None
    write_labels = label_rules(rules, advice).write_labels
    judged_win = judged_win_rule(advice)

    @rule
    def follow(params, settings, tree, scratch, s, e):
        nodes, labels = scratch.nodes, scratch.labels
        key = np.int64(tree.edges[e].key)
        seat = np.int64(s.to_act)
        write_labels(params, s, key, labels)
        apply_action(params, s, key & ACTION_MASK)
        for t in range(len(nodes)):
            nodes[t] = child(tree, nodes[t], labels[t])
            if labels[t] == HIDDEN_STEP:
                scratch.known[ON_PATH] = SOME
        if has_secrets and uses_priors(settings):
            # The prior was worked out in one determinization; average it over the others too.
            edge = tree.edges[e]
            after = judged_win(params, settings, scratch, s, seat)
            edge.prior += (after - edge.prior) / (edge.visits + 2)
            edge.policy = policy_of(settings, edge.prior)

    return follow


def descend_rule(rules: Rules, advice: Advice) -> Callable[..., tuple[int, int]]:
    """descend(params, settings, tree, scratch, rng, s) -> (depth, is_after_chance): select and
    expand down to a leaf; how many actions lead there, and 1 if chance acted after the last."""
    apply_chance = chance_rule(rules)
    expand = expand_rule(rules, advice)
    select = select_rule(rules)
    follow = follow_rule(rules, advice)
    remember_digest = digest_rule(rules)

    @rule
    def descend(params, settings, tree, scratch, rng, s):
        nodes, path = scratch.nodes, scratch.path
        depth = 0
        is_after_chance = 0
        while s.to_act != TERMINAL and depth < LONGEST_PATH:
            if s.to_act == CHANCE:
                outcome = apply_chance(params, s, rng)
                for t in range(len(nodes)):
                    nodes[t] = child(tree, nodes[t], CHANCE_STEP + outcome)
                is_after_chance = 1
                scratch.known[ON_PATH] = SOME  # not everybody may have seen the outcome
                continue
            seat = np.int64(s.to_act)
            node = nodes[seat if len(nodes) > 1 else 0]
            if is_leaf(tree, node, depth):
                break
            if tree.nodes[node].digest == 0 and depth < DIGEST_DEPTH:
                remember_digest(params, scratch, tree, s, node, seat)
            n = expand(params, settings, tree, scratch, s, node)
            if n == 0:  # no memory for its edges
                break
            e = select(settings, tree, scratch, rng, n, tree.nodes[node].visits + 1, seat)
            path[depth, 0] = node
            path[depth, 1] = e
            path[depth, 2] = seat
            path[depth, 3] = is_after_chance
            scratch.history[depth, 0] = seat
            scratch.history[depth, 1] = tree.edges[e].key & ACTION_MASK
            is_after_chance = 0
            depth += 1
            follow(params, settings, tree, scratch, s, e)
        return depth, is_after_chance

    return descend
