"""The search of one game, compiled: simulations made of the four phases."""

from collections.abc import Callable
from functools import cache

import numpy as np

from siegeworks.bots.mcts.backup import back_up
from siegeworks.bots.mcts.descent import descend_rule, start_rule
from siegeworks.bots.mcts.evaluation import evaluate_rule, win_share
from siegeworks.bots.mcts.scratch import ALL_BY_SEAT, CURRENT, ON_PATH, ROOT, SOME
from siegeworks.bots.mcts.tree import NONE
from siegeworks.core.advice import Advice
from siegeworks.core.contract import CHANCE, TERMINAL, Rules
from siegeworks.core.jit import kernel, rule


@cache
def search_kernel(rules: Rules, advice: Advice) -> Callable[..., int]:
    """The search of one game as a kernel.

    run(params, settings, tree, scratch, rng, simulations) -> int: how many simulations were
    made, fewer if the root was proven on the way. The root state or observation is
    scratch.states[ROOT].
    """
    has_secrets = rules.observe is not None
    start = start_rule(rules)
    descend = descend_rule(rules, advice)
    evaluate = evaluate_rule(rules, advice)

    @rule
    def proven_winners(tree, scratch, s):
        """Who wins from this leaf on, if that is certain; else 0.

        Where the others do not know everything, the search lets them act as if they did: what the
        seat wins all the same is certain, and nothing else.
        """
        known = scratch.known[ON_PATH]
        if has_secrets and (known == SOME or s.to_act == CHANCE):
            return 0
        if s.to_act == TERMINAL:
            winners = np.int64(s.winners)
        else:
            node = scratch.nodes[s.to_act if has_secrets else 0]
            winners = np.int64(0) if node == NONE else np.int64(tree.nodes[node].winners)
        if has_secrets and known == ALL_BY_SEAT:
            return winners if winners == 1 << scratch.states[ROOT].viewer else np.int64(0)
        return winners

    @kernel
    def run(params, settings, tree, scratch, rng, simulations):
        s = scratch.states[CURRENT]
        own = scratch.states[ROOT].to_act if has_secrets else 0
        for simulation in range(simulations):
            if tree.nodes[tree.roots[own]].winners != 0:
                return simulation
            start(params, scratch, tree, rng)
            depth, is_after_chance = descend(params, settings, tree, scratch, rng, s)
            proven = proven_winners(tree, scratch, s)
            length = depth
            if proven != 0:
                for seat in range(len(scratch.values)):
                    scratch.values[seat] = win_share(proven, seat)
            else:
                length = evaluate(params, settings, scratch, rng, s, depth)
            if is_after_chance != 0:
                proven = 0
            back_up(settings, tree, scratch, depth, length, proven, scratch.clock[0])
        return simulations

    return run
