"""Judge: each seat's probability of winning, as written by hand or as learned."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from siegeworks.bots.mcts.evaluation import estimate_rule, win_share
from siegeworks.core.advice import Advice, Layers
from siegeworks.core.contract import TERMINAL, has_left
from siegeworks.core.jit import rule

BLOCK = 16  # hidden units that are worked out together


class Blocks(NamedTuple):
    """The weights of a network as the kernel reads them: `core.advice.Layers` with its hidden units
    in blocks, the last one filled up with units that say nothing."""

    linear: Any  # (features,)
    first: Any  # (blocks, features, BLOCK)
    bias: Any  # (blocks, BLOCK)
    second: Any  # (blocks, BLOCK)


def in_blocks(layers: Layers) -> Blocks:
    """These weights in blocks."""
    units = len(layers.bias)
    count = -(-units // BLOCK)
    first = np.zeros((len(layers.linear), count * BLOCK), np.float32)
    bias, second = np.zeros((2, count * BLOCK), np.float32)
    first[:, :units], bias[:units], second[:units] = layers.first, layers.bias, layers.second
    return Blocks(
        layers.linear,
        np.ascontiguousarray(first.reshape(len(first), count, BLOCK).transpose(1, 0, 2)),
        bias.reshape(count, BLOCK),
        second.reshape(count, BLOCK),
    )


@rule
def block_score(layers, x, b):
    """What the hidden units of a block add to the score of a seat with the features `x`."""
    # One name for each unit of BLOCK: they stay in registers, and are added to by vectors. A loop
    # over an array takes four times as long.
    h0 = layers.bias[b, 0]
    h1 = layers.bias[b, 1]
    h2 = layers.bias[b, 2]
    h3 = layers.bias[b, 3]
    h4 = layers.bias[b, 4]
    h5 = layers.bias[b, 5]
    h6 = layers.bias[b, 6]
    h7 = layers.bias[b, 7]
    h8 = layers.bias[b, 8]
    h9 = layers.bias[b, 9]
    h10 = layers.bias[b, 10]
    h11 = layers.bias[b, 11]
    h12 = layers.bias[b, 12]
    h13 = layers.bias[b, 13]
    h14 = layers.bias[b, 14]
    h15 = layers.bias[b, 15]
    for k in range(len(x)):
        i = np.uint64(k)
        value = x[i]
        h0 += layers.first[b, i, 0] * value
        h1 += layers.first[b, i, 1] * value
        h2 += layers.first[b, i, 2] * value
        h3 += layers.first[b, i, 3] * value
        h4 += layers.first[b, i, 4] * value
        h5 += layers.first[b, i, 5] * value
        h6 += layers.first[b, i, 6] * value
        h7 += layers.first[b, i, 7] * value
        h8 += layers.first[b, i, 8] * value
        h9 += layers.first[b, i, 9] * value
        h10 += layers.first[b, i, 10] * value
        h11 += layers.first[b, i, 11] * value
        h12 += layers.first[b, i, 12] * value
        h13 += layers.first[b, i, 13] * value
        h14 += layers.first[b, i, 14] * value
        h15 += layers.first[b, i, 15] * value
    nothing, score = np.float32(0), np.float32(0)
    score += layers.second[b, 0] * max(h0, nothing)
    score += layers.second[b, 1] * max(h1, nothing)
    score += layers.second[b, 2] * max(h2, nothing)
    score += layers.second[b, 3] * max(h3, nothing)
    score += layers.second[b, 4] * max(h4, nothing)
    score += layers.second[b, 5] * max(h5, nothing)
    score += layers.second[b, 6] * max(h6, nothing)
    score += layers.second[b, 7] * max(h7, nothing)
    score += layers.second[b, 8] * max(h8, nothing)
    score += layers.second[b, 9] * max(h9, nothing)
    score += layers.second[b, 10] * max(h10, nothing)
    score += layers.second[b, 11] * max(h11, nothing)
    score += layers.second[b, 12] * max(h12, nothing)
    score += layers.second[b, 13] * max(h13, nothing)
    score += layers.second[b, 14] * max(h14, nothing)
    score += layers.second[b, 15] * max(h15, nothing)
    return score


@rule
def score_of(layers, x):
    """What the network says of one seat with the features `x`."""
    score = np.float32(0)
    for i in range(len(x)):
        score += layers.linear[i] * x[i]
    for b in range(len(layers.bias)):
        score += block_score(layers, x, np.uint64(b))
    return score


@rule
def of_two(s, layers, features, probabilities):
    """Fill `probabilities` of two seats from the side of the one to act: half the work."""
    side = max(np.int64(s.to_act), 0)
    chance = 1 / (1 + np.exp(-score_of(layers, features[side])))
    probabilities[side] = chance
    probabilities[1 - side] = 1 - chance


@rule
def softmax(s, layers, features, probabilities):
    """Fill `probabilities` from the features of all seats; a seat that has left has none."""
    best = -np.inf
    for seat in range(len(probabilities)):
        if not has_left(s, seat):
            probabilities[seat] = score_of(layers, features[seat])
            best = max(best, probabilities[seat])
    total = 0.0
    for seat in range(len(probabilities)):
        if has_left(s, seat):
            probabilities[seat] = 0.0
        else:
            probabilities[seat] = np.exp(probabilities[seat] - best)
            total += probabilities[seat]
    for seat in range(len(probabilities)):
        probabilities[seat] /= total


@rule
def discount(s, kept, probabilities):
    """Share the part of a win that is not kept among the seats still in the game."""
    if kept < 1:
        playing = 0
        for seat in range(len(probabilities)):
            playing += 1 - has_left(s, seat)
        for seat in range(len(probabilities)):
            if not has_left(s, seat):
                probabilities[seat] = kept * probabilities[seat] + (1 - kept) / playing


@cache  # once for all that judge, or it is compiled once for each of them
def judge_rule(advice: Advice) -> Callable[..., None]:
    """judge(params, settings, scratch, s): fill scratch.win_probabilities with each seat's
    probability of winning in a state that is not the end."""
    estimate = estimate_rule(advice)
    write = advice.judgement.write

    @rule
    def judge(params, settings, scratch, s):
        if settings.learned > 0 and scratch.is_advised:
            features = scratch.features
            for seat in range(features.shape[0]):
                for i in range(features.shape[1]):
                    features[seat, i] = 0
            kept = write(params, s, features)
            if kept >= 0:
                if features.shape[0] == 2:
                    of_two(s, scratch.layers, features, scratch.win_probabilities)
                else:
                    softmax(s, scratch.layers, features, scratch.win_probabilities)
                discount(s, kept, scratch.win_probabilities)
                return
        estimate(params, s, scratch.is_advised, scratch.win_probabilities)

    return judge


@cache
def judged_win_rule(advice: Advice) -> Callable[..., float]:
    """judged_win(params, settings, scratch, s, seat): a seat's probability of winning in any
    state; scratch.win_probabilities is written to."""
    judge = judge_rule(advice)

    @rule
    def judged_win(params, settings, scratch, s, seat):
        if s.to_act == TERMINAL:
            return win_share(s.winners, seat)
        judge(params, settings, scratch, s)
        return scratch.win_probabilities[seat]

    return judged_win
