"""Back up: every node on the path of a simulation learns how it ended."""

import numpy as np

from siegeworks.bots.mcts.evaluation import win_share
from siegeworks.bots.mcts.labels import ACTION_MASK
from siegeworks.bots.mcts.tree import NONE
from siegeworks.core.jit import rule


@rule
def prove(tree, node, seat):
    """MCTS-Solver: who wins at a node where `seat` chooses, once that follows from its edges; 0
    while it does not. Of several best shares with different winners none is sure to be chosen."""
    best = -1.0
    winners = 0
    e = tree.nodes[node].edges
    is_open = False
    while e != NONE:
        edge = tree.edges[e]
        if edge.winners == 1 << seat:
            tree.nodes[node].winners = edge.winners
            return np.int64(edge.winners)
        if edge.winners == 0:
            is_open = True
        else:
            value = win_share(edge.winners, seat)
            if value > best:
                best = value
                winners = np.int64(edge.winners)
            elif value == best and edge.winners != winners:
                is_open = True
        e = edge.next
    if is_open:
        return 0
    tree.nodes[node].winners = winners
    return winners


@rule
def update_amaf(tree, scratch, node, seat, value, simulation):
    """All moves as first (RAVE): every edge whose action the seat played later on."""
    e = tree.nodes[node].edges
    while e != NONE:
        edge = tree.edges[e]
        if scratch.last_played[seat, edge.key & ACTION_MASK] == simulation:
            edge.amaf_visits += 1
            edge.amaf_value += value
        e = edge.next


@rule
def back_up(settings, tree, scratch, depth, length, proven, simulation):
    """Add scratch.values to the edges of the path, and take proven winners up as far as they hold.

    `depth` actions are on the path; `length` were played in this simulation, the playout's
    included. `proven` says who wins from the leaf on, if that is certain; else it is 0.
    """
    path, values = scratch.path, scratch.values
    rave = settings.rave > 0
    if rave:
        for i in range(depth, length):
            scratch.last_played[scratch.history[i, 0], scratch.history[i, 1]] = simulation
    for i in range(depth - 1, -1, -1):
        node, e, seat = path[i, 0], path[i, 1], path[i, 2]
        tree.nodes[node].visits += 1
        edge = tree.edges[e]
        edge.visits += 1
        edge.value += values[seat]
        if proven != 0:
            edge.winners = proven
            proven = prove(tree, node, seat)
        if path[i, 3] != 0:
            proven = 0
        if rave:
            scratch.last_played[seat, edge.key & ACTION_MASK] = simulation
            update_amaf(tree, scratch, node, seat, values[seat], simulation)
