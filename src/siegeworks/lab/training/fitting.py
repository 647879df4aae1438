"""Fitting the weights of a network to what became of positions

The loss is the cross-entropy between the softmax of the seats' scores and what each seat won. All
numbers come from the seed: the same positions and the same seed give the same weights, on one
machine and version of NumPy to the last bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks.core.advice import Layers

Floats = NDArray[np.float32]

BATCH = 512  # positions
EPOCHS = 40
PATIENCE = 6  # epochs without a better network
RATE = 2e-3  # of Adam (Kingma, Ba, 2015), falling to nothing
DECAY = 1e-4  # of the weights (Loshchilov, Hutter, 2019)
BETA_1, BETA_2, TINY = 0.9, 0.999, 1e-8
VALIDATION = 10  # every such game says when to stop


class Positions(NamedTuple):
    """Positions of games, and what became of them."""

    features: Floats  # (positions, scored seats, features): of two seats, one
    shares: Floats  # (positions, seats): the part of the win of each, scored ones first; together 1
    games: NDArray[np.int64]  # (positions,): the number of the game

    def where(self, chosen: NDArray[np.bool_]) -> Positions:
        """Some of them."""
        return Positions(self.features[chosen], self.shares[chosen], self.games[chosen])


def probabilities(layers: Layers, x: Floats) -> Floats:
    """(positions, seats): the seats' probabilities of winning, as the search works them out."""
    hidden = np.maximum(x @ layers.first + layers.bias, 0)
    return _softmax(x @ layers.linear + hidden @ layers.second)


def _softmax(scores: Floats) -> Floats:
    if scores.shape[1] == 1:  # of two seats the other one counts 0
        scores = np.concatenate([scores, np.zeros_like(scores)], axis=1)
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    result: Floats = scores / scores.sum(axis=1, keepdims=True)
    return result


def log_loss(chances: NDArray[np.floating], shares: Floats) -> float:
    """The mean cross-entropy in nats; log 2 for knowing nothing of two seats."""
    return float(-(shares * np.log(np.maximum(chances, 1e-6))).sum(axis=1).mean())


def brier(chances: NDArray[np.floating], shares: Floats) -> float:
    """The mean squared error of the probability in the first column."""
    return float(((chances[:, 0] - shares[:, 0]) ** 2).mean())


def fit(
    positions: Positions,
    hidden: int,
    seed: int,
    on_epoch: Callable[[int], None] = lambda epoch: None,
    by_hand: Sequence[float] = (),
) -> Layers:
    """A network with so many hidden units (0: a linear model).

    It learns from these positions; those of every tenth game say when to stop. The seed is that of
    the first weights and of the order of the positions. `on_epoch` is called with the number of
    each pass through all positions; `by_hand` are linear weights to begin with, as of `Judgement`.
    """
    rng = np.random.default_rng(seed)
    held = positions.games % VALIDATION == 0
    learned, checked = positions.where(~held), positions.where(held)
    size = positions.features.shape[2]
    scale = 1 / np.maximum(learned.features.std(axis=(0, 1)), 0.02).astype(np.float32)
    parts = [
        np.array(by_hand or np.zeros(size), np.float32) / scale,
        (rng.standard_normal((size, hidden)) / np.sqrt(size)).astype(np.float32),
        np.zeros(hidden, np.float32),
        (rng.standard_normal(hidden) * 0.1).astype(np.float32),
    ]
    means, squares = ([np.zeros_like(part) for part in parts] for _ in range(2))
    x_checked = checked.features * scale
    best, waited, step = Layers(*(part.copy() for part in parts)), 0, 0
    best_loss = log_loss(probabilities(best, x_checked), checked.shares)
    batches = -(-len(learned.games) // BATCH)
    for epoch in range(EPOCHS):
        for chosen in _batches(rng, len(learned.games)):
            step += 1
            rate = RATE * (1 - step / (EPOCHS * batches + 1))
            slopes = _slopes(parts, learned.features[chosen] * scale, learned.shares[chosen])
            for k, slope in enumerate(slopes):
                means[k] += (1 - BETA_1) * (slope - means[k])
                squares[k] += (1 - BETA_2) * (slope * slope - squares[k])
                change = means[k] / (1 - BETA_1**step)
                change /= np.sqrt(squares[k] / (1 - BETA_2**step)) + TINY
                parts[k] = parts[k] - rate * (change + DECAY * parts[k])
        loss = log_loss(probabilities(Layers(*parts), x_checked), checked.shares)
        on_epoch(epoch + 1)
        if loss < best_loss:
            best, best_loss, waited = Layers(*(part.copy() for part in parts)), loss, 0
        else:
            waited += 1
            if waited == PATIENCE:
                break
    return Layers(best.linear * scale, best.first * scale[:, None], best.bias, best.second)


def _batches(rng: np.random.Generator, count: int) -> Iterator[NDArray[np.int64]]:
    order = rng.permutation(count)
    for start in range(0, count, BATCH):
        yield order[start : start + BATCH]


def _slopes(parts: list[Floats], x: Floats, shares: Floats) -> list[Floats]:
    """The gradient of the mean loss of a batch."""
    layers = Layers(*parts)
    before = x @ layers.first + layers.bias
    hidden = np.maximum(before, 0)
    chances = _softmax(x @ layers.linear + hidden @ layers.second)
    error = ((chances - shares) / np.float32(len(x)))[:, : x.shape[1]]
    flat, rows = error.reshape(-1), x.reshape(-1, x.shape[2])
    back = flat[:, None] * layers.second * (before.reshape(len(flat), -1) > 0)
    return [
        rows.T @ flat,
        rows.T @ back,
        back.sum(axis=0),
        hidden.reshape(len(flat), -1).T @ flat,
    ]
