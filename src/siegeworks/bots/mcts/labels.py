"""How trees name a step: an edge by its key, the way from a node to its child by a label.

A key is an action together with what only the seat to act knows of it. A label is what the seat
that owns the tree sees of a step; two steps with the same label lead to the same node.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from siegeworks.core.advice import Advice
from siegeworks.core.contract import Rules
from siegeworks.core.jit import rule

ACTION_BITS = 16  # of a key: the action; what only its seat knows of it is above them
ACTION_MASK = (1 << ACTION_BITS) - 1
KEY_BITS = 20  # of a label: the key; what the step reveals to everybody is above them
CHANCE_STEP = 1 << 38  # + outcome
HIDDEN_STEP = 1 << 39


class Labels(NamedTuple):
    """The rules that name the steps of one game."""

    edge_key: Callable[..., int]
    """edge_key(params, s, action) -> the key of an action that is about to be taken, by the advice.
    Without advice the key is the action."""

    write_labels: Callable[..., None]
    """write_labels(params, s, key, labels): fill `labels` (int64, one per tree) with what the owner
    of each tree sees of the edge `key`, which is about to be taken."""


@rule
def never_hidden(params, s, choice, seat):
    """Everybody sees every step."""
    return False


@rule
def nothing_shown(params, s, action):
    """No action reveals anything."""
    return 0


@cache
def label_rules(rules: Rules, advice: Advice) -> Labels:
    """How the steps of a game are named."""
    private = advice.private
    hides = rules.hides or never_hidden
    shows = rules.shows or nothing_shown

    @rule
    def edge_key(params, s, action):
        return action | np.int64(private(params, s, action)) << ACTION_BITS

    @rule
    def write_labels(params, s, key, labels):
        action = key & ACTION_MASK
        seat = np.int64(s.to_act)
        shown = np.int64(shows(params, s, action)) << KEY_BITS
        for t in range(len(labels)):
            if len(labels) == 1 or t == seat:
                labels[t] = shown | key
            elif hides(params, s, action, t):
                labels[t] = HIDDEN_STEP
            else:
                labels[t] = shown | action

    return Labels(edge_key, write_labels)
