"""Evaluate: what a leaf is worth to each seat, by a playout, by a judgement, or by both"""

from collections.abc import Callable
from functools import cache

import numpy as np

from siegeworks.core.advice import Advice, no_evaluation
from siegeworks.core.contract import CHANCE, TERMINAL, Rules, has_left
from siegeworks.core.jit import rule
from siegeworks.core.random import random_below

MOST_SEATS = 8  # bits of `winners`


@rule
def win_share(winners, seat):
    """A seat's part of a win: a win shared by k seats counts as 1/k for each."""
    if not winners >> seat & 1:
        return 0.0
    won_by = 0
    for other in range(MOST_SEATS):
        won_by += winners >> other & 1
    return 1.0 / won_by


@cache
def estimate_rule(advice: Advice) -> Callable[..., None]:
    """estimate(params, s, is_advised, probabilities): fill `probabilities` (float64, one per seat)
    with each seat's probability of winning in a state that is not the end, by the game's
    evaluation; without advice all are alike."""
    evaluate = advice.evaluate

    @rule
    def estimate(params, s, is_advised, probabilities):
        if is_advised:
            evaluate(params, s, probabilities)
        else:
            no_evaluation(params, s, probabilities)

    return estimate


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
    probability of winning in a state that is not the end, as written by hand or as learned."""
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


@cache
def chance_rule(rules: Rules) -> Callable[..., int]:
    """apply_chance(params, s, rng) -> outcome: draw an outcome and apply it."""
    num_cases, nth_case, apply_outcome = rules.num_cases, rules.nth_case, rules.apply_outcome

    @rule
    def apply_chance(params, s, rng):
        outcome = nth_case(params, s, random_below(rng, num_cases(params, s)))
        apply_outcome(params, s, outcome)
        return outcome

    return apply_chance


def evaluate_rule(rules: Rules, advice: Advice) -> Callable[..., int]:
    """evaluate(params, settings, scratch, rng, s, depth) -> depth: every seat's share of the win
    from a leaf on, into scratch.values. `depth` actions lead from the root to the leaf; those of
    the playout are added to scratch.history, and the number of all of them is returned."""
    num_legal, nth_legal, apply_action = rules.num_legal, rules.nth_legal, rules.apply_action
    urgency = advice.urgency
    apply_chance, judge = chance_rule(rules), judge_rule(advice)

    @rule
    def playout_action(params, settings, rng, s, is_advised):
        """The most urgent of a few random actions."""
        n = num_legal(params, s)
        action = nth_legal(params, s, random_below(rng, n))
        if settings.candidates > 1 and n > 1:
            best = urgency(params, s, action) if is_advised else 0.0
            for _ in range(settings.candidates - 1):
                other = nth_legal(params, s, random_below(rng, n))
                value = urgency(params, s, other) if is_advised else 0.0
                if value > best:
                    best = value
                    action = other
        return action

    @rule
    def play_out(params, settings, scratch, rng, s, depth):
        """Play on to the end, or as far as the settings say."""
        plies = 0
        while s.to_act != TERMINAL and plies < settings.playout_plies:
            if s.to_act == CHANCE:
                apply_chance(params, s, rng)
            else:
                action = playout_action(params, settings, rng, s, scratch.is_advised)
                scratch.history[depth, 0] = s.to_act
                scratch.history[depth, 1] = action
                depth += 1
                apply_action(params, s, action)
                plies += 1
        return depth

    @rule
    def evaluate(params, settings, scratch, rng, s, depth):
        values = scratch.values
        is_mixed = settings.evaluation > 0 and s.to_act != TERMINAL
        if is_mixed:
            judge(params, settings, scratch, s)
            for seat in range(len(values)):
                values[seat] = scratch.win_probabilities[seat]
            if settings.evaluation >= 1:
                return depth
        depth = play_out(params, settings, scratch, rng, s, depth)
        is_over = s.to_act == TERMINAL
        if not is_over:
            judge(params, settings, scratch, s)
        for seat in range(len(values)):
            value = win_share(s.winners, seat) if is_over else scratch.win_probabilities[seat]
            if is_mixed:
                value = settings.evaluation * values[seat] + (1 - settings.evaluation) * value
            values[seat] = value
        return depth

    return evaluate
