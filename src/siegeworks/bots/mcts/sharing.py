"""What the trees of several threads tell each other while they grow

Each thread has trees of its own. At intervals all their visits are added up, and every tree goes on
as if it had made those of the others, too, in the nodes that are in all of them and visited often.
What is borrowed in this way is given back at the end, so that a tree that is kept holds its own.
(The name in the literature is slow tree parallelization: Bourki and others, "Scalability and
Parallelization of Monte-Carlo Tree Search", 2010.)
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Any, NamedTuple

import numpy as np

from siegeworks.bots.mcts.tree import NONE, Tree, slot_of
from siegeworks.core.jit import kernel, rule
from siegeworks.core.traversal.at_once import at_once

LEAST_SHARE = 1 / 256  # of all visits: what a node has that is shared
LEAST_VISITS = 8
MOST_NODES = 30_000  # that are looked at: those that were made first are visited most

# What is added up of an edge, and of a node the visits.
COUNTS = np.dtype([("visits", "i4"), ("available", "i4"), ("value", "f8")])


class Ledger(NamedTuple):
    """What one tree has borrowed."""

    nodes: Any  # int32 (nodes,): visits
    in_debt: Any  # bool (nodes,): whether anything was borrowed for a node or its edges
    edges: Any  # COUNTS (edges,)
    same: Any  # int32 (MOST_NODES,): the node of this tree that stands for a node of the first
    sums: Any  # COUNTS (edges,): in the first tree, what all have found


def new_ledger(tree: Tree) -> Ledger:
    """Nothing is borrowed. Pages are touched only as the tree grows."""
    nodes, edges = len(tree.nodes), len(tree.edges)
    return Ledger(
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.bool_),
        np.zeros(edges, COUNTS).view(np.recarray),
        np.zeros(MOST_NODES, np.int32),
        np.zeros(edges, COUNTS).view(np.recarray),
    )


def share(pool: Executor, trees: Sequence[Tree], ledgers: Sequence[Ledger]) -> None:
    """Let every tree count what all have found so far."""
    first = trees[0]
    roots = sum(int(first.nodes.visits[root]) for root in first.roots)
    least = max(LEAST_VISITS, int(LEAST_SHARE * roots))
    nodes = np.zeros(min(first.used[0], MOST_NODES), np.int32)
    edges = ledgers[0].sums  # kept: new memory takes as long to touch as all the rest
    pairs = list(zip(trees, ledgers, strict=True))
    at_once(pool, match, [(first, tree, ledger.same, least) for tree, ledger in pairs])
    for tree, ledger in pairs:
        add_own(first, tree, ledger, nodes, edges, tree is first)
    at_once(pool, borrow, [(first, tree, ledger, nodes, edges) for tree, ledger in pairs])


@kernel
def match(first: Any, tree: Any, same: Any, least: Any) -> None:
    """Find the nodes of this tree that stand for nodes of the first one, among those that have so
    many visits there, and what leads to them."""
    for node in range(min(first.used[0], MOST_NODES)):
        parent = first.nodes[node].parent
        same[node] = NONE
        if parent == NONE:
            for t in range(len(first.roots)):
                if first.roots[t] == node:
                    same[node] = tree.roots[t]
        elif same[parent] != NONE and 0 < first.nodes[node].visits < least:
            continue
        elif same[parent] != NONE:
            slot = tree.slots[slot_of(tree, same[parent], first.nodes[node].label)]
            if slot.key != 0:
                same[node] = slot.node


@rule
def edge_with(tree: Any, node: Any, last: Any, key: Any) -> int:
    """The edge of a node with this key, or NONE. Mostly it comes after the last one found."""
    e = last if last == NONE else tree.edges[last].next
    while e != NONE and tree.edges[e].key != key:
        e = tree.edges[e].next
    if e == NONE:
        e = tree.nodes[node].edges
        while e != NONE and tree.edges[e].key != key:
            e = tree.edges[e].next
    return int(e)


@kernel
def add_own(first: Any, tree: Any, ledger: Any, nodes: Any, edges: Any, begins: bool) -> None:
    """Add what this tree has found itself; the first one begins the sums."""
    for node in range(min(first.used[0], MOST_NODES)):
        other = ledger.same[node]
        if other == NONE or tree.nodes[other].edges == NONE:
            continue
        nodes[node] += tree.nodes[other].visits - ledger.nodes[other]
        e, mine = NONE, first.nodes[node].edges
        while mine != NONE:
            if begins:
                edges[mine].visits = 0
                edges[mine].available = 0
                edges[mine].value = 0
            e = edge_with(tree, other, e, first.edges[mine].key)
            if e != NONE:
                edge, borrowed = tree.edges[e], ledger.edges[e]
                edges[mine].visits += edge.visits - borrowed.visits
                edges[mine].available += edge.available - borrowed.available
                edges[mine].value += edge.value - borrowed.value
            mine = first.edges[mine].next


@kernel
def borrow(first: Any, tree: Any, ledger: Any, nodes: Any, edges: Any) -> None:
    """Count in this tree what all have found."""
    for node in range(min(first.used[0], MOST_NODES)):
        other = ledger.same[node]
        if other == NONE or tree.nodes[other].edges == NONE:
            continue
        ledger.in_debt[other] = True
        ledger.nodes[other] += nodes[node] - tree.nodes[other].visits
        tree.nodes[other].visits = nodes[node]
        e, mine = NONE, first.nodes[node].edges
        while mine != NONE:
            e = edge_with(tree, other, e, first.edges[mine].key)
            if e != NONE:
                edge, borrowed, total = tree.edges[e], ledger.edges[e], edges[mine]
                borrowed.visits += total.visits - edge.visits
                borrowed.available += total.available - edge.available
                borrowed.value += total.value - edge.value
                edge.visits = total.visits
                edge.available = total.available
                edge.value = total.value
            mine = first.edges[mine].next


@kernel
def give_back(tree: Any, ledger: Any) -> None:
    """Let the tree count only what it has found itself."""
    for node in range(tree.used[0]):
        if not ledger.in_debt[node]:
            continue
        ledger.in_debt[node] = False
        tree.nodes[node].visits -= ledger.nodes[node]
        ledger.nodes[node] = 0
        e = tree.nodes[node].edges
        while e != NONE:
            edge, borrowed = tree.edges[e], ledger.edges[e]
            edge.visits -= borrowed.visits
            edge.available -= borrowed.available
            edge.value -= borrowed.value
            borrowed.visits = 0
            borrowed.available = 0
            borrowed.value = 0
            e = edge.next
