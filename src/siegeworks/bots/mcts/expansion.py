"""Expand: a node gets an edge for each action that is legal, with a prior from the advice."""

from collections.abc import Callable

import numpy as np

from siegeworks.bots.mcts.evaluation import judged_win_rule
from siegeworks.bots.mcts.labels import ACTION_MASK, label_rules
from siegeworks.bots.mcts.scratch import TRIAL
from siegeworks.bots.mcts.tree import NONE, add_edge
from siegeworks.core.advice import Advice
from siegeworks.core.contract import Rules
from siegeworks.core.jit import rule

LARGEST_EXPONENT = 50.0  # no sum of policies overflows


@rule
def uses_priors(settings):
    """Do the settings make any use of an edge's prior?"""
    return settings.prior_weight > 0 or settings.policy > 0


@rule
def policy_of(settings, prior):
    """An action's part in the softmax of the priors, not yet divided by their sum."""
    return np.exp(min((prior - 0.5) / settings.policy_temperature, LARGEST_EXPONENT))


@rule
def all_edges(tree, scratch, node):
    """Write a node's edges into scratch.legal_edges; how many there are."""
    n = 0
    e = tree.nodes[node].edges
    while e != NONE:
        scratch.legal_edges[n] = e
        n += 1
        e = tree.edges[e].next
    return n


@rule
def stamped_edges(tree, scratch, node, now):
    """The same with the edges whose key is stamped `now`; their stamps are taken away."""
    n = 0
    e = tree.nodes[node].edges
    while e != NONE:
        edge = tree.edges[e]
        if scratch.stamps[edge.key] == now:
            scratch.stamps[edge.key] = 0
            scratch.legal_edges[n] = e
            n += 1
        e = edge.next
    return n


def expand_rule(rules: Rules, advice: Advice) -> Callable[..., int]:
    """expand(params, settings, tree, scratch, s, node) -> n: write the edges of a node that are
    legal now into scratch.legal_edges and add those that are missing, as far as there is memory."""
    legal_actions, apply_action = rules.legal_actions, rules.apply_action
    urgency = advice.urgency
    has_secrets = rules.observe is not None
    edge_key = label_rules(rules, advice).edge_key
    judged_win = judged_win_rule(advice)

    @rule
    def set_prior(params, settings, tree, scratch, s, e):
        """What the evaluation after an action says about it."""
        edge = tree.edges[e]
        action = edge.key & ACTION_MASK
        seat = s.to_act
        edge.prior = urgency(params, s, action) if scratch.is_advised else 0.0
        scratch.states[TRIAL] = s
        after = scratch.states[TRIAL]
        apply_action(params, after, action)
        edge.prior += judged_win(params, settings, scratch, after, seat)
        edge.policy = policy_of(settings, edge.prior)

    @rule
    def expand(params, settings, tree, scratch, s, node):
        if not has_secrets and tree.nodes[node].actions > 0:
            return all_edges(tree, scratch, node)  # the same actions are legal at every visit
        scratch.clock[0] += 1
        now = scratch.clock[0]
        keys, stamps = scratch.legal, scratch.stamps
        n = legal_actions(params, s, keys)
        if scratch.is_advised:
            for i in range(n):
                keys[i] = edge_key(params, s, keys[i])
        for i in range(n):
            stamps[keys[i]] = now
        known = stamped_edges(tree, scratch, node, now)
        if known < n and tree.used[1] + n <= len(tree.edges):
            for i in range(n):
                if stamps[keys[i]] == now:
                    e = add_edge(tree, node, keys[i])
                    if uses_priors(settings):
                        set_prior(params, settings, tree, scratch, s, e)
                    scratch.legal_edges[known] = e
                    known += 1
        return known

    return expand
