"""The working memory of a search."""

from typing import Any, NamedTuple

import numpy as np

from siegeworks.bots.mcts.labels import ACTION_BITS, KEY_BITS
from siegeworks.core.advice import Layers
from siegeworks.core.game import Game

LONGEST_PATH = 256  # actions of a simulation that are kept in trees

# Working states of a simulation: the current one, the root, one to try an action in, zeros.
CURRENT, ROOT, TRIAL, BLANK = range(4)
WORKING_STATES = 4

# How much is known: something is hidden from the searching seat; nothing is hidden from it; nothing
# is hidden from anybody. It says so of the root, and of the path as far as it has been followed.
SOME, ALL_BY_SEAT, ALL_BY_EVERYBODY = range(3)
AT_ROOT, ON_PATH = range(2)


class Scratch(NamedTuple):
    """What a search writes to and nobody reads afterwards; and whether it uses the advice."""

    states: Any  # WORKING_STATES records
    raw: Any  # the same bytes, uint8 of shape (WORKING_STATES, itemsize)
    legal: Any  # int32 (num_actions,)
    legal_edges: Any  # int32 (num_actions,): the edges that are legal now
    stamps: Any  # int64, one per key: the last visit in which it was legal
    clock: Any  # int64 (1,): visits so far
    path: Any  # int32 (LONGEST_PATH, 4): node, edge, seat, 1 if chance acted since the one before
    nodes: Any  # int64 (trees,): the current node of each tree, or NONE
    labels: Any  # int64 (trees,)
    known: Any  # int64 (2,): how much is known AT_ROOT and ON_PATH, in a game with secrets
    values: Any  # float64 (seats,): each seat's share of the win
    win_probabilities: Any  # float64 (seats,)
    history: Any  # int32 (max_steps + 1, 2): seat and action, from the root on
    particles: Any  # records: states that could be the real one, likelier ones more often; or none
    last_played: Any  # int64 (seats, num_actions): the last simulation in which it was played
    is_advised: bool  # False: the search knows only the rules
    layers: Any  # of the network that has learned to judge
    features: Any  # float32 (seats, features): what it is given
    hidden: Any  # float32: its hidden units


def new_scratch(
    game: Game, trees: int, particles: Any, is_advised: bool, layers: Layers
) -> Scratch:
    """Working memory for searches of one game.

    Args:
        game: what is played.
        trees: how many trees there are.
        particles: states to sample from, kept by somebody else; None: every simulation
            determinizes the root.
        is_advised: whether the search uses the advice.
        layers: of the network that judges.
    """
    assert game.num_actions <= 1 << ACTION_BITS
    assert game.advice.num_private <= 1 << KEY_BITS - ACTION_BITS
    states = np.zeros(WORKING_STATES, game.state_type).view(np.recarray)
    seats = len(game.seats)
    return Scratch(
        states=states,
        raw=states.view(np.uint8).reshape(WORKING_STATES, -1).view(np.ndarray),
        legal=np.zeros(game.num_actions, np.int32),
        legal_edges=np.zeros(game.num_actions, np.int32),
        stamps=np.zeros(game.advice.num_private << ACTION_BITS, np.int64),
        clock=np.zeros(1, np.int64),
        path=np.zeros((LONGEST_PATH, 4), np.int32),
        nodes=np.zeros(trees, np.int64),
        labels=np.zeros(trees, np.int64),
        known=np.zeros(2, np.int64),
        values=np.zeros(seats, np.float64),
        win_probabilities=np.zeros(seats, np.float64),
        history=np.zeros((game.max_steps + 1, 2), np.int32),
        particles=(
            np.zeros(0, game.state_type).view(np.recarray) if particles is None else particles
        ),
        last_played=np.zeros((seats, game.num_actions), np.int64),
        is_advised=is_advised,
        layers=layers,
        features=np.zeros((seats, len(layers.linear)), np.float32),
        hidden=np.zeros(len(layers.bias), np.float32),
    )
