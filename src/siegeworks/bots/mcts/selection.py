"""Select: which of a node's legal edges a simulation follows."""

from collections.abc import Callable

import numpy as np

from siegeworks.bots.mcts.evaluation import win_share
from siegeworks.core.contract import Rules
from siegeworks.core.jit import inlined_rule, rule
from siegeworks.core.random import random_below

LOGARITHMS = np.log(np.maximum(1.0, np.arange(4096)))
UNTRIED = 1e9  # the score of an edge without visits: plain UCT tries each once before any twice
PROVEN_LOSS = -1e6
LOWEST = -1e18  # below every score


@inlined_rule
def log_of(n):
    """The natural logarithm of a whole number from 1 on; few numbers come again and again."""
    return LOGARITHMS[n] if n < len(LOGARITHMS) else np.log(n)


@inlined_rule
def edge_score(settings, edge, available, policy_sum):
    """How promising an edge without a proven result is: UCB1 or PUCT, with RAVE if it is on.

    `available` says how often the edge could be chosen, `policy_sum` adds up the policies of all
    edges that can be chosen now.
    """
    weight = settings.prior_weight
    visits = edge.visits + weight
    score = (edge.value + weight * edge.prior) / visits if visits > 0 else UNTRIED
    if settings.rave > 0 and edge.amaf_visits > 0:
        beta = np.sqrt(settings.rave / (3 * edge.visits + settings.rave))
        amaf = edge.amaf_value / edge.amaf_visits
        score = amaf if score == UNTRIED else (1 - beta) * score + beta * amaf
    if settings.policy > 0:
        policy = settings.policy * edge.policy / policy_sum
        score += policy * np.sqrt(available) / (1 + edge.visits)
    elif visits > 0:
        score += settings.exploration * np.sqrt(log_of(available) / visits)
    return score


def select_rule(rules: Rules) -> Callable[..., int]:
    """select(settings, tree, scratch, rng, n, visits, seat) -> edge: the one with the highest
    score among the first n of scratch.legal_edges; ties at random. `visits` counts the node's."""
    has_secrets = rules.observe is not None

    @rule
    def select(settings, tree, scratch, rng, n, visits, seat):
        edges = scratch.legal_edges
        policy_sum = 0.0
        for i in range(n):
            edge = tree.edges[edges[i]]
            edge.available += 1
            policy_sum += edge.policy
        best = LOWEST
        chosen = edges[0]
        ties = 1
        for i in range(n):
            edge = tree.edges[edges[i]]
            if edge.winners != 0:
                score = win_share(edge.winners, seat)
                if score == 0:
                    score = PROVEN_LOSS
            else:
                available = edge.available if has_secrets else visits
                score = edge_score(settings, edge, available, policy_sum)
            if score > best:
                best = score
                chosen = edges[i]
                ties = 1
            elif score == best:
                ties += 1
                if random_below(rng, ties) == 0:
                    chosen = edges[i]
        return chosen

    return select
