"""The memory of a search: nodes and edges in flat arrays, one tree per seat.

A node stands for what a seat has seen since the root. An edge of a node is one action of the tree's
seat, with its statistics. A hash table for all trees says which node a step leads to: the same
action may lead to several, depending on what it reveals.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from siegeworks.core.jit import kernel, rule
from siegeworks.core.random import GAMMA

NODE = np.dtype(
    [
        ("parent", "i4"),  # NONE at a root
        ("edges", "i4"),  # the first, or NONE
        ("visits", "i4"),  # simulations in which the tree's seat was to act here
        ("actions", "i4"),  # how many edges
        ("winners", "u1"),  # one bit per seat: who wins with best play, once that is proven; else 0
        ("label", "i8"),  # of the step that leads here from the parent
        ("digest", "u8"),  # of what the seat sees here; 0: not computed
    ]
)

EDGE = np.dtype(
    [
        ("key", "i4"),  # the action with what only its seat knows of it (labels.edge_key)
        ("next", "i4"),  # the node's next edge, or NONE
        ("visits", "i4"),
        ("available", "i4"),  # visits of the node in which this action was legal
        # Sum over visits of the acting seat's share of the win. With four bytes, from 500,000
        # visits on, 0.97 would count as 1.
        ("value", "f8"),
        ("prior", "f4"),  # the acting seat's probability of winning after it, by evaluation
        ("policy", "f4"),  # exp(prior / policy_temperature): not yet divided by the sum
        ("amaf_visits", "f4"),  # simulations in which the seat took the action here or later
        ("amaf_value", "f4"),  # sum over these
        ("winners", "u1"),  # as of a node
    ]
)

# Of the hash table. Key and node are neighbours: a lookup costs one access to memory.
SLOT = np.dtype([("key", "u8"), ("node", "i4")])  # parent and label, plus 1 (0: free); the child

NONE = -1
LABEL_BITS = 40
SLOTS_PER_NODE = 2  # of the hash table, at least
FIRST_SLOTS = 1 << 10  # of an empty table; it doubles whenever it is half full


class Tree(NamedTuple):
    """All arrays of a search."""

    nodes: Any  # NODE (nodes,)
    edges: Any  # EDGE (edges,)
    slots: Any  # SLOT (a power of two, at least SLOTS_PER_NODE · nodes)
    used: Any  # int64 (3,): the numbers of nodes, of edges and of slots
    roots: Any  # int32 (trees,): the root of each


def new_tree(trees: int, nodes: int, edges: int) -> Tree:
    """An empty memory with its roots. Pages are touched only as the trees grow."""
    slots = max(FIRST_SLOTS, 1 << (SLOTS_PER_NODE * nodes - 1).bit_length())
    tree = Tree(
        np.zeros(nodes, NODE).view(np.recarray),
        np.zeros(edges, EDGE).view(np.recarray),
        np.zeros(slots, SLOT).view(np.recarray),
        np.zeros(3, np.int64),
        np.zeros(trees, np.int32),
    )
    forget(tree)
    return tree


def forget(tree: Tree) -> None:
    """Empty the memory; only new roots are left."""
    tree.used[:] = 0, 0, FIRST_SLOTS
    tree.slots.key[:FIRST_SLOTS] = 0
    for i in range(len(tree.roots)):
        tree.roots[i] = add_node(tree, NONE, 0)


def tree_bytes(tree: Tree) -> int:
    """How many bytes of nodes, edges and slots are in use."""
    arrays = zip((tree.nodes, tree.edges, tree.slots), tree.used, strict=True)
    return sum(array.dtype.itemsize * int(used) for array, used in arrays)


@rule
def add_node(tree: Any, parent: Any, label: Any) -> int:
    """A new node without edges; NONE if the memory is full."""
    number = tree.used[0]
    if number == len(tree.nodes):
        return NONE
    node = tree.nodes[number]
    node.parent = parent
    node.edges = NONE
    node.visits = 0
    node.actions = 0
    node.winners = 0
    node.label = label
    node.digest = 0
    tree.used[0] = number + 1
    return int(number)


@rule
def add_edge(tree: Any, node: Any, key: Any) -> int:
    """A new edge of a node; NONE if the memory is full."""
    number = tree.used[1]
    if number == len(tree.edges):
        return NONE
    edge = tree.edges[number]
    edge.key = key
    edge.next = tree.nodes[node].edges
    edge.visits = 0
    edge.available = 0
    edge.value = 0
    edge.prior = 0
    edge.policy = 1
    edge.amaf_visits = 0
    edge.amaf_value = 0
    edge.winners = 0
    tree.nodes[node].edges = number
    tree.nodes[node].actions += 1
    tree.used[1] = number + 1
    return int(number)


@rule
def slot_of(tree: Any, parent: Any, label: Any) -> int:
    """The slot of the child that this label leads to, or the free slot for it."""
    key = slot_key(parent, label)
    mask = np.uint64(tree.used[2] - 1)
    mixed = key * np.uint64(GAMMA)
    slot = (mixed ^ (mixed >> np.uint64(32))) & mask
    while tree.slots[slot].key != 0 and tree.slots[slot].key != key:
        slot = (slot + np.uint64(1)) & mask
    return int(slot)


@rule
def slot_key(parent: Any, label: Any) -> Any:
    """Parent and label in one word that is not 0."""
    return ((np.uint64(parent) << np.uint64(LABEL_BITS)) | np.uint64(label)) + np.uint64(1)


@rule
def put(tree: Any, number: Any) -> None:
    """Enter a node into the hash table."""
    node = tree.nodes[number]
    slot = tree.slots[slot_of(tree, np.int64(node.parent), node.label)]
    slot.key = slot_key(node.parent, node.label)
    slot.node = number


@kernel
def fill_slots(tree: Any, slots: Any) -> None:
    """Rebuild the hash table with this number of slots. A small table stays in the processor's
    caches."""
    tree.used[2] = slots
    for slot in range(slots):
        tree.slots[slot].key = 0
    for number in range(tree.used[0]):
        if tree.nodes[number].parent != NONE:
            put(tree, number)


@rule
def child(tree: Any, parent: Any, label: Any) -> int:
    """The node that a step leads to, new if necessary; NONE from NONE and if memory is full."""
    if parent == NONE:
        return NONE
    slot = slot_of(tree, parent, label)
    if tree.slots[slot].key != 0:
        return int(tree.slots[slot].node)
    number = add_node(tree, parent, label)
    if number == NONE:
        return NONE
    if SLOTS_PER_NODE * tree.used[0] > tree.used[2]:
        fill_slots(tree, 2 * tree.used[2])
    else:
        put(tree, number)
    return number


@kernel
def find(tree: Any, parent: Any, label: Any) -> int:
    """The node that a step leads to, or NONE if it was never taken."""
    if parent == NONE:
        return NONE
    slot = slot_of(tree, parent, label)
    return int(tree.slots[slot].node) if tree.slots[slot].key != 0 else NONE


def edges_of(tree: Tree, node: int) -> Iterator[Any]:
    """The edges of a node; none of NONE."""
    for e in edge_numbers(tree, node):
        yield tree.edges[e]


def edge_numbers(tree: Tree, node: int) -> list[int]:
    """Where the edges of a node are; those of NONE are nowhere."""
    following, numbers = tree.edges.view(np.ndarray)["next"], []
    e = int(tree.nodes[node].edges) if node != NONE else NONE
    while e != NONE:
        numbers.append(e)
        e = int(following[e])
    return numbers


@kernel
def copy_keys(tree: Any, node: Any, keys: Any) -> None:
    """Write the keys of a node's edges into `keys`, int32, one entry per edge."""
    e = tree.nodes[node].edges
    for i in range(len(keys)):
        keys[i] = tree.edges[e].key
        e = tree.edges[e].next


@kernel
def keep_below(tree: Any, root: Any, moved: Any, moved_edges: Any) -> None:
    """Keep only what is below `root`, which becomes the root of the first tree, node 0.

    Children come after their parents, so everything that is kept moves to the front.

    Args:
        tree: changed in place.
        root: a node.
        moved: int32, scratch, one entry per node.
        moved_edges: int32, scratch, one entry per edge.
    """
    nodes, edges = tree.nodes, tree.edges
    old_nodes, old_edges = tree.used[0], tree.used[1]
    moved_edges[:old_edges] = NONE
    tree.used[:2] = 0
    for old in range(old_nodes):
        moved[old] = NONE
        parent = NONE if old == root else nodes[old].parent
        if old != root and (parent == NONE or moved[parent] == NONE):
            continue
        new = tree.used[0]
        moved[old] = new
        tree.used[0] += 1
        nodes[new] = nodes[old]
        nodes[new].parent = NONE if old == root else moved[parent]
        e = nodes[new].edges
        while e != NONE:
            moved_edges[e] = e
            e = edges[e].next
    for old in range(old_edges):
        if moved_edges[old] != NONE:
            moved_edges[old] = tree.used[1]
            edges[tree.used[1]] = edges[old]
            tree.used[1] += 1
    for e in range(tree.used[1]):
        edges[e].next = place_of(moved_edges, edges[e].next)
    for number in range(tree.used[0]):
        nodes[number].edges = place_of(moved_edges, nodes[number].edges)
    slots = FIRST_SLOTS
    while slots < SLOTS_PER_NODE * tree.used[0]:
        slots *= 2
    fill_slots(tree, slots)


@rule
def place_of(moved_edges: Any, e: Any) -> int:
    """The new number of an edge."""
    return NONE if e == NONE else int(moved_edges[e])
