"""Judge: each seat's probability of winning, as written by hand or as learned."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from siegeworks.bots.mcts.evaluation import estimate_rule, win_share
from siegeworks.core.advice import Advice
from siegeworks.core.contract import TERMINAL, has_left
from siegeworks.core.jit import rule


@rule
def score_of(layers, x, hidden):
    """What the network says of one seat with the features `x`; `hidden` is written to."""
    score = np.float32(0)
    width = len(hidden)
    for j in range(width):
        hidden[j] = layers.bias[j]
    for i in range(len(x)):
        value = x[i]
        if value != 0:
            score += layers.linear[i] * value
            for j in range(width):
                hidden[j] += layers.first[i, j] * value
    for j in range(width):
        if hidden[j] > 0:
            score += layers.second[j] * hidden[j]
    return score


@rule
def of_two(s, layers, features, hidden, probabilities):
    """Fill `probabilities` of two seats from the side of the one to act: half the work."""
    side = max(np.int64(s.to_act), 0)
    chance = 1 / (1 + np.exp(-score_of(layers, features[side], hidden)))
    probabilities[side] = chance
    probabilities[1 - side] = 1 - chance


@rule
def softmax(s, layers, features, hidden, probabilities):
    """Fill `probabilities` from the features of all seats; a seat that has left has none."""
    best = -np.inf
    for seat in range(len(probabilities)):
        if not has_left(s, seat):
            probabilities[seat] = score_of(layers, features[seat], hidden)
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
                    of_two(s, scratch.layers, features, scratch.hidden, scratch.win_probabilities)
                else:
                    softmax(s, scratch.layers, features, scratch.hidden, scratch.win_probabilities)
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
