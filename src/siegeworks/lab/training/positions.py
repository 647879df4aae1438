"""What a network learns from: positions as features, each with what it is worth"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks.bots.mcts.evaluation import estimate_rule
from siegeworks.core.advice import Advice
from siegeworks.core.game import Game
from siegeworks.core.jit import kernel
from siegeworks.lab.datasets.self_play import PlayedGame
from siegeworks.lab.training.fitting import Floats, Positions
from siegeworks.lab.training.searched import ITSELF, SCALE, SearchedGame

LEAST_KEPT = 0.1  # of a win: with less, a result says nothing of what it was worth before
RATIO = 2  # about so many searched positions are learned from for one of a game that was played


class Valued(NamedTuple):
    """A position and what it is worth to the first seat."""

    state: bytes
    side: int  # the seat to act, or the first one
    share: float
    game: int


@cache
def describe_kernel(advice: Advice) -> Callable[..., None]:
    """describe(params, states, features, kept, by_hand): of each state, what the network is told,
    the part of a win that is left, and what the evaluation written by hand says."""
    write, estimate = advice.judgement.write, estimate_rule(advice)

    @kernel
    def describe(params, states, features, kept, by_hand):  # type: ignore[no-untyped-def]
        for k in range(len(states)):
            estimate(params, states[k], True, by_hand[k])
            kept[k] = write(params, states[k], features[k])

    return describe


class Described(NamedTuple):
    """Positions, one row each."""

    positions: Positions  # with what a win is worth before it is discounted for its time
    by_hand: NDArray[np.float64]  # what the evaluation written by hand gives the side
    is_judged: NDArray[np.bool_]  # by the network


def described(game: Game, valued: list[Valued]) -> Described:
    """What a network is told of positions of a game of two seats."""
    count, features = len(valued), len(game.advice.judgement.features)
    records = np.frombuffer(b"".join(each.state for each in valued), game.state_type)
    inputs = np.zeros((count, 2, features), np.float32)
    kept, by_hand = np.zeros(count), np.zeros((count, 2))
    states = records.copy().view(np.recarray)
    describe_kernel(game.advice)(game.params, states, inputs, kept, by_hand)
    sides = np.array([each.side for each in valued], np.int64)
    first = np.array([each.share for each in valued])
    own = np.where(sides == 0, first, 1 - first)
    own = np.clip((own - (1 - kept) / 2) / np.maximum(kept, LEAST_KEPT), 0, 1)
    rows = np.arange(count)
    x: Floats = inputs[rows, sides][:, None]
    shares = np.stack([own, 1 - own], axis=1).astype(np.float32)
    games = np.array([each.game for each in valued], np.int64)
    return Described(Positions(x, shares, games), by_hand[rows, sides], kept >= 0)


def positions_of(
    game: Game, played: Iterable[PlayedGame], searched: Iterable[SearchedGame]
) -> Positions:
    """What a network learns: how games ended, and what searches found."""
    parts = []
    for valued in (
        [each for k, record in enumerate(played) for each in ended(game, record, k)],
        [each for k, record in enumerate(searched) for each in _judged(game, record, k)],
    ):
        sample = described(game, valued)
        parts.append(sample.positions.where(sample.is_judged))
    ends, searches = parts
    repeats = max(1, round(RATIO * len(ends.games) / len(searches.games)))
    return Positions(
        *(np.concatenate([a, *[b] * repeats]) for a, b in zip(ends, searches, strict=True))
    )


def ended(game: Game, played: PlayedGame, number: int) -> Iterator[Valued]:
    """The positions of one game in which a bot chose, with how it ended."""
    state, acted = game.new_state(), 0
    seats = [seat for seat in range(2) if played.winners >> seat & 1]
    share = sum(seat == 0 for seat in seats) / len(seats)
    for actor, choice in zip(played.actors, played.choices, strict=True):
        if actor >= 0:
            if acted >= played.opening:
                yield Valued(_bytes(state), actor, share, number)
            acted += 1
        game.unchecked.apply(state, choice)


def _judged(game: Game, played: SearchedGame, number: int) -> Iterator[Valued]:
    """The positions of one game."""
    state, deciding = game.new_state(), iter(played.values)
    for choice in played.choices:
        if state.to_act >= 0:
            seat = int(state.to_act)
            pairs = next(deciding)
            for action, value in zip(pairs[::2], pairs[1::2], strict=True):
                share = value / SCALE if seat == 0 else 1 - value / SCALE
                if action == ITSELF:
                    yield Valued(_bytes(state), seat, share, number)
                else:
                    after = game.unchecked.child(state, action)
                    if after.to_act >= 0:
                        yield Valued(_bytes(after), int(after.to_act), share, number)
        game.unchecked.apply(state, choice)


def _bytes(state: Any) -> bytes:
    return np.array(state).tobytes()
