"""Statistics of many random games: who wins, how long games last, how they end.

Games are played in chunks of a fixed size, the units of a campaign: chunk k with random stream k of
the seed. Only integer counts are kept of them: the result depends on the seed and the number of
games, not on where they were played. N games are always the first N of a longer run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from itertools import zip_longest
from math import sqrt
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from siegeworks.core.contract import FIRST_ENDING
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.core.traversal.playouts import PLAYOUT, playouts
from siegeworks.lab.campaign import (
    Campaign,
    Executor,
    PickledByFields,
    Unit,
    arriving,
    in_order,
    named,
)
from siegeworks.lab.intervals import Share, Z, wilson
from siegeworks.lab.process_pool import ProcessPool

CHUNK = 2_000  # games; another number would change what a seed means

Counts = NDArray[np.int64]


class PlayoutCounts(msgspec.Struct, frozen=True, omit_defaults=True):
    """Counts over some games, as they are sent. They can be added up in any order."""

    results: list[list[int]]  # [first + 1][winners]: games that `first` began and these seats won
    endings: list[int]  # [ending]: games that ended this way
    steps: list[int]  # [k]: games of k steps, chance included
    plies: list[int]  # [k]: games of k plies
    choices: int  # legal actions, summed over all plies
    seconds: float = 0.0  # wall-clock time; 0 in a sum until it is set

    @classmethod
    def of(cls, game: Game, played: Any) -> PlayoutCounts:
        """Count these games, an array of dtype PLAYOUT."""
        seats = len(game.seats)
        rows = played["first"].astype(np.int64) + 1
        results = np.bincount((rows << seats) + played["winners"], minlength=(seats + 1) << seats)
        return cls(
            results.reshape(seats + 1, 1 << seats).tolist(),
            np.bincount(played["ending"], minlength=len(game.endings)).tolist(),
            np.bincount(played["steps"]).tolist(),
            np.bincount(played["plies"]).tolist(),
            int(played["choices"].sum()),
        )

    def __add__(self, other: PlayoutCounts) -> PlayoutCounts:
        return PlayoutCounts(
            [_sums(*rows) for rows in zip(self.results, other.results, strict=True)],
            _sums(self.endings, other.endings),
            _sums(self.steps, other.steps),
            _sums(self.plies, other.plies),
            self.choices + other.choices,
        )

    @property
    def games(self) -> int:
        """How many games were counted."""
        return sum(map(sum, self.results))


def _sums(a: list[int], b: list[int]) -> list[int]:
    return [x + y for x, y in zip_longest(a, b, fillvalue=0)]


@dataclass(frozen=True)
class Length:
    """How long games are, in steps or in plies."""

    mean: float
    low: float | None  # 95% interval of the mean, by the normal distribution; None for one game
    high: float | None
    shortest: int
    percent_5: int
    percent_25: int
    median: int
    percent_75: int
    percent_95: int
    longest: int


@dataclass(frozen=True)
class Statistics:
    """Statistics of many games. A win shared by k seats counts as 1/k for each of them."""

    games: int
    steps: int
    plies: int
    seconds: float  # wall-clock time without compiling
    wins_by_seat: dict[str, Share]
    wins_by_order: tuple[Share, ...]  # of the seat that began, the next in turn order …
    shared_wins: Share  # games won by several seats, but not by all
    draws: Share  # games won by all seats
    length_in_steps: Length
    length_in_plies: Length
    branching: float  # mean number of legal actions per ply
    endings: tuple[tuple[str, Share], ...]  # the game's own endings

    @property
    def games_per_second(self) -> float:
        """Games per second of wall-clock time."""
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def steps_per_second(self) -> float:
        """Steps per second of wall-clock time."""
        return self.steps / self.seconds if self.seconds else 0.0


@dataclass(frozen=True)
class RandomGames(PickledByFields):
    """The work of random games: a unit is a chunk of them, the last one perhaps a shorter one."""

    game: Game
    games: int

    result_type = PlayoutCounts

    @property
    def units(self) -> int:
        """How many chunks there are."""
        return -(-self.games // CHUNK)

    def configuration(self) -> dict[str, object]:
        return {
            "work": "random games",
            **named(self.game),
            "games": self.games,
        }

    def prepare(self) -> Callable[[Unit], PlayoutCounts]:
        """As `Work.prepare`: compile the playouts, or load them."""
        playouts(self.game, new_rng(0), 1)
        return self._play_chunk

    def _play_chunk(self, unit: Unit) -> PlayoutCounts:
        size = min(CHUNK, self.games - unit.number * CHUNK)
        played = playouts(self.game, new_rng(unit.campaign_seed, unit.number), size)
        return PlayoutCounts.of(self.game, played)


def running_counts(
    game: Game, games: int, seed: int, executor: Executor | None = None
) -> Generator[PlayoutCounts]:
    """Play random games, one at least, and yield the counts so far after each chunk, in order.

    Without an executor they are played in this process. Closing the generator stops the chunks that
    are running. The game is compiled first if necessary; call `warm_up` to do that separately.

    Raises:
        UnitFailed, OSError: as `Executor.run`.
    """
    work = RandomGames(game, games)
    executor = executor or ProcessPool(1)
    warm_up(game)
    start = time.perf_counter()
    total = PlayoutCounts.of(game, np.zeros(0, PLAYOUT))
    with closing(arriving(Campaign(work, work.units, seed), executor)) as units:
        for chunk in in_order(units):
            seconds = time.perf_counter() - start
            total = msgspec.structs.replace(total + chunk, seconds=seconds)
            yield total


def warm_up(game: Game) -> None:
    """Compile what random games need, or load it from the cache, so that it is not measured."""
    playouts(game, new_rng(0), 1)


def statistics(game: Game, counts: PlayoutCounts) -> Statistics:
    """Shares, intervals, means and quantiles from the counts."""
    seats, games = len(game.seats), counts.games
    part = win_values(seats)
    results, steps, plies = (
        np.array(each, np.int64) for each in (counts.results, counts.steps, counts.plies)
    )
    by_winners = results.sum(axis=0)
    # In each row the seat that begins comes first, then the next in turn order …
    in_order = [np.roll(part, -first, axis=1) for first in range(seats)]
    begun = results[1:]  # games in which it was known who begins
    winners = np.array([mask.bit_count() for mask in range(1 << seats)])
    all_plies = _sum_of(plies)
    return Statistics(
        games=games,
        steps=_sum_of(steps),
        plies=all_plies,
        seconds=counts.seconds,
        wins_by_seat=dict(zip(game.seats, win_shares(by_winners[None], part[None]), strict=True)),
        wins_by_order=tuple(win_shares(begun, np.array(in_order))),
        shared_wins=wilson(int(by_winners[(winners > 1) & (winners < seats)].sum()), games),
        draws=wilson(int(by_winners[winners == seats].sum()), games),
        length_in_steps=length(steps),
        length_in_plies=length(plies),
        branching=counts.choices / all_plies if all_plies else 0.0,
        endings=tuple(
            (sentence, wilson(counts.endings[ending], games))
            for ending, sentence in enumerate(game.endings)
            if ending >= FIRST_ENDING
        ),
    )


def win_values(seats: int) -> NDArray[np.float64]:
    """[winners, seat]: what a win by these seats is worth to this seat."""
    return np.array(
        [
            [(mask >> seat & 1) / max(1, mask.bit_count()) for seat in range(seats)]
            for mask in range(1 << seats)
        ]
    )


def win_shares(games: Counts, part: NDArray[np.float64]) -> list[Share]:
    """The share of wins of each column, where `games[i, winners]` are worth `part[i, winners]`."""
    won = np.einsum("iw,iwc->c", games, part)
    squares = np.einsum("iw,iwc->c", games, part**2)
    n = int(games.sum())
    return [wilson(a, n, b) for a, b in zip(won.tolist(), squares.tolist(), strict=True)]


def length(counts: Counts) -> Length:
    """Mean and quantiles of lengths, of one game at least; `counts[k]` games had length k."""
    n = int(counts.sum())
    mean = _sum_of(counts) / n
    squares = float(counts @ (np.arange(len(counts)) - mean) ** 2)
    reach = Z * sqrt(squares / (n - 1) / n) if n > 1 else None
    up_to = np.cumsum(counts)

    def percentile(percent: int) -> int:
        # The shortest length that at least this percentage of games does not exceed.
        return int(np.searchsorted(up_to * 100, percent * n))

    present = np.flatnonzero(counts)
    return Length(
        mean,
        None if reach is None else mean - reach,
        None if reach is None else mean + reach,
        int(present[0]),
        percentile(5),
        percentile(25),
        percentile(50),
        percentile(75),
        percentile(95),
        int(present[-1]),
    )


def _sum_of(counts: Counts) -> int:
    return int(counts @ np.arange(len(counts)))
