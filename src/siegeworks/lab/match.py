"""A match between bots: who plays whom, and the statistics of the games.

Games come in units. All games of a unit have the same deal, and together they put every bot in
every seat equally often, so that neither the deal nor the seat favours a bot. A unit is one
observation: intervals are computed over units, because the games of a unit are not independent.

Units are counted in order, from unit 0 up to the first incomplete one. So no count depends on the
number of processes or on which games happen to be short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import permutations
from statistics import median

import msgspec
import numpy as np
from numpy.typing import NDArray

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng
from siegeworks.lab.campaign import PickledByFields
from siegeworks.lab.intervals import Share, wilson
from siegeworks.lab.one_game import Player, player_of
from siegeworks.lab.ratings import Rating, elo_difference, ratings
from siegeworks.lab.sequential import DIGITS, SequentialTest
from siegeworks.lab.simulate import Length, length, win_values

STREAMS = 1 << 20  # random streams per unit: the deal's, then one per seat of each game
MAX_BOTS = 64
NOT_KNOWN = -1  # who began: the game ended before that

Seating = tuple[int, ...]  # the index in Contest.bots of the bot in each seat


def seatings(bots: int, seats: int) -> tuple[Seating, ...]:
    """Which bot sits where in the games of a unit.

    With two seats every bot meets every other bot twice, once in each seat. With more seats, either
    there are as many bots, which rotate through the seats, or two bots: each plays once in every
    seat against the other in all other seats.

    Raises:
        SiegeworksError: these bots cannot be seated equally.
    """
    if not 2 <= bots <= MAX_BOTS:
        raise SiegeworksError(f"An arena takes 2 to {MAX_BOTS} bots, not {bots}.")
    if seats == 2:
        return tuple(permutations(range(bots), 2))
    if bots == seats:
        return tuple(tuple((seat - turn) % seats for seat in range(seats)) for turn in range(seats))
    if bots == 2:
        return tuple(
            tuple(bot if seat == alone else 1 - bot for seat in range(seats))
            for bot in (0, 1)
            for alone in range(seats)
        )
    raise SiegeworksError(
        f"{bots} bots cannot share {seats} seats equally: name {seats}, who rotate through the "
        "seats, or 2, who play each other from every seat."
    )


@dataclass(frozen=True)
class Contest(PickledByFields):
    """Everything that decides how the games go.

    Raises:
        SiegeworksError: unknown bots, or bots that cannot be seated equally.
    """

    game: Game
    bots: tuple[str, ...]  # specs, as `make_player` takes them
    seed: int
    stop: tuple[float, float] | None = None  # Elo under H0 and H1 of the test that stops early
    seatings: tuple[Seating, ...] = field(init=False)  # of the games of a unit
    names: tuple[str, ...] = field(init=False)  # of the bots in results

    def __post_init__(self) -> None:
        if self.stop is not None and len(self.bots) != 2:
            raise SiegeworksError(
                "Only a match of two bots can be stopped early by a test of their strength."
            )
        object.__setattr__(self, "seatings", seatings(len(self.bots), len(self.game.seats)))
        object.__setattr__(self, "names", tuple(self._names()))

    def _names(self) -> Iterator[str]:
        before: Counter[str] = Counter()
        for spec in self.bots:
            before[spec] += 1
            name = spec if before[spec] == 1 else f"{spec} #{before[spec]}"
            player = player_of(spec, self.game, new_rng(0))
            yield f"{name} (sees all)" if player.sees_state else name

    def deal(self, unit: int) -> Rng:
        """The generator of chance, the same in every game of this unit."""
        return new_rng(self.seed, unit * STREAMS)

    def seated(self, number: int) -> tuple[str, ...]:
        """The specs of the bots in game `number` of a unit, by seat."""
        return tuple(self.bots[bot] for bot in self.seatings[number])

    def player(self, unit: int, number: int, seat: Seat) -> Player:
        """A new player for a seat of game `number` of a unit, with its own generator."""
        stream = unit * STREAMS + 1 + number * len(self.game.seats) + seat
        return player_of(self.seated(number)[seat], self.game, new_rng(self.seed, stream))

    def configuration(self) -> dict[str, object]:
        """What must be equal for games to belong to the same match, as JSON."""
        identity: dict[str, object] = {
            "game": self.game.name,
            "options": dict(self.game.changed_options),
            "bots": list(self.bots),
            "seed": self.seed,
            "stop": None if self.stop is None else list(self.stop),
            "ruleset": self.game.ruleset,
        }
        if "map" in self.game.options:  # a file, which may change under the same name
            identity["map_digest"] = sha256(self.game.params.tobytes()).hexdigest()[:16]
        return identity


@dataclass(frozen=True)
class MoveTimes:
    """How long one seat took for its plies in a game."""

    plies: int
    seconds: float
    median: float  # seconds per ply
    longest: float  # seconds

    @classmethod
    def of(cls, times: list[float]) -> MoveTimes:
        """The times of these plies."""
        return cls(len(times), sum(times), median(times or [0.0]), max(times, default=0.0))


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished game."""

    unit: int
    number: int  # of the game in its unit
    winners: int  # one bit per seat
    ending: int  # index into Game.endings
    steps: int
    move_times: tuple[MoveTimes, ...]  # by seat
    first: int = NOT_KNOWN  # the seat that began
    record: str = ""  # the whole record file, if it was asked for, until it is kept elsewhere

    @property
    def plies(self) -> int:
        """Actions of all seats."""
        return sum(times.plies for times in self.move_times)


@dataclass(frozen=True)
class BotScore:
    """How one bot did."""

    games: int
    wins: int  # games in which all winners were its seats
    shared: int
    losses: int
    score: Share
    equal: float  # the score to expect if all bots are equally strong
    by_seat: dict[str, Share]  # what it won of its games in each seat
    seconds: float  # mean per ply
    median_seconds: float  # the median over games of the median per ply
    longest: float  # seconds


class Match:
    """The games of a contest as they finish, and their statistics."""

    def __init__(self, contest: Contest, units: int) -> None:
        self.contest = contest
        self.units_wanted = units
        self.games: dict[tuple[int, int], GameResult] = {}  # each once, counted or not
        self.units = 0  # complete and counted
        self.won = np.zeros(len(contest.bots))  # wins in counted units; a shared win in parts
        self.test = SequentialTest(*contest.stop, len(contest.game.seats)) if contest.stop else None
        self._winners: list[list[int]] = []  # of the games of each counted unit
        self._part = win_values(len(contest.game.seats))

    # Adding games -----------------------------------------------------------------------------

    def add(self, played: GameResult) -> None:
        """Add a finished game; one that is already known changes nothing."""
        self.games.setdefault((played.unit, played.number), played)
        numbers = range(self.games_per_unit)
        while not self.over and all((self.units, number) in self.games for number in numbers):
            self._count([self.games[self.units, number].winners for number in numbers])

    def _count(self, winners: list[int]) -> None:
        """Count the next unit."""
        won = np.einsum("gs,gsb->b", self._part[winners], self._seated)
        self._winners.append(winners)
        self.units += 1
        self.won += won
        if self.test is not None:
            self.test.add(float(won[0]) / self.games_per_unit)

    @property
    def over(self) -> bool:
        """Are all units counted, or has the test decided?"""
        return self.units >= self.units_wanted or (self.test is not None and self.test.decided)

    @property
    def games_per_unit(self) -> int:
        """How many games there are in a unit."""
        return len(self.contest.seatings)

    @property
    def counted(self) -> int:
        """How many games have been counted."""
        return self.units * self.games_per_unit

    # Statistics ----------------------------------------------------------------------------------

    def score(self, bot: str | int, against: str | int | None = None) -> Share:
        """What a bot, named or by its index, won of its games, 0 to 1, with the 95% interval over
        units; or of its games against another one.

        The value of a unit is the mean over its games. It varies less than the values of single
        games if the games of a unit balance each other; `wilson` takes that into account.
        """
        index = self._index(bot)
        sits = self._lineups[:, index] > 0
        if against is not None:
            sits = sits & (self._lineups[:, self._index(against)] > 0)
        return _share(self._wins()[:, sits, index].mean(axis=1))

    def bot_score(self, bot: str | int) -> BotScore:
        """Everything about one bot."""
        index = self._index(bot)
        sits = self._lineups[:, index] > 0
        wins = self._wins()[:, sits, index].round(DIGITS)
        outright, lost = int((wins == 1).sum()), int((wins == 0).sum())
        move_times = list(self._paces(index))
        plies = sum(times.plies for times in move_times)
        return BotScore(
            games=wins.size,
            wins=outright,
            shared=wins.size - outright - lost,
            losses=lost,
            score=self.score(index),
            equal=float(self._lineups[sits, index].mean()) / len(self.contest.game.seats),
            by_seat=self._by_seat(index),
            seconds=sum(times.seconds for times in move_times) / max(1, plies),
            median_seconds=median([times.median for times in move_times] or [0.0]),
            longest=max((times.longest for times in move_times), default=0.0),
        )

    def by_order(self) -> tuple[Share, ...]:
        """What the seat that began won, what the next in turn order won … Empty if it is unknown
        who began in every unit. Which bots sat there does not matter: a unit seats all equally."""
        first = np.array(
            [[played.first for played in unit] for unit in self._counted_units()], np.int64
        ).reshape(self.units, self.games_per_unit)
        known = (first != NOT_KNOWN).all(axis=1)
        seats = len(self.contest.game.seats)
        turns = (first[known][:, :, None] + np.arange(seats)) % seats
        values = np.take_along_axis(self._shares()[known], turns, axis=2).mean(axis=1)
        return tuple(_share(column) for column in values.T) if len(values) else ()

    def length_in_plies(self) -> Length:
        """The lengths of the counted games in plies: actions of seats."""
        return length(np.bincount([played.plies for played in self.counted_games()]))

    def length_in_steps(self) -> Length:
        """The lengths of the counted games in steps: actions and chance outcomes."""
        return length(np.bincount([played.steps for played in self.counted_games()]))

    def endings(self) -> dict[str, Share]:
        """How the counted games ended, the most frequent ending first."""
        ended = np.array([[played.ending for played in unit] for unit in self._counted_units()])
        shares = {
            self.contest.game.endings[ending]: _share((ended == ending).mean(axis=1))
            for ending in np.unique(ended).tolist()
        }
        return dict(sorted(shares.items(), key=lambda ending: -ending[1].share))

    def counted_games(self) -> Iterator[GameResult]:
        """All games of the counted units, in order."""
        for unit in self._counted_units():
            yield from unit

    def _counted_units(self) -> Iterator[list[GameResult]]:
        for unit in range(self.units):
            yield [self.games[unit, number] for number in range(self.games_per_unit)]

    def elo(self) -> Rating:
        """How much better the first of two bots is than the second."""
        assert len(self.contest.bots) == 2
        return elo_difference(self.score(0), len(self.contest.game.seats))

    def ratings(self) -> dict[str, Rating]:
        """The rating of every bot; their mean is 0."""
        fitted = ratings(self._wins().sum(axis=1), self._lineups.astype(float))
        return dict(zip(self.contest.names, fitted, strict=True))

    def _index(self, bot: str | int) -> int:
        return bot if isinstance(bot, int) else self.contest.names.index(bot)

    @cached_property
    def _seated(self) -> NDArray[np.int64]:
        """[game of a unit, seat, bot]: 1 where this bot sits in this seat."""
        bots = np.arange(len(self.contest.bots))
        seated: NDArray[np.bool_] = np.array(self.contest.seatings)[:, :, None] == bots
        return seated.astype(np.int64)

    @cached_property
    def _lineups(self) -> NDArray[np.int64]:
        """[game of a unit, bot]: how many seats it has."""
        lineups: NDArray[np.int64] = self._seated.sum(axis=1)
        return lineups

    def _shares(self) -> NDArray[np.float64]:
        """[unit, game, seat]: what the seat won."""
        winners = np.array(self._winners, np.int64).reshape(self.units, self.games_per_unit)
        return self._part[winners]

    def _wins(self) -> NDArray[np.float64]:
        """[unit, game, bot]: what all seats of the bot won."""
        wins: NDArray[np.float64] = np.einsum("ugs,gsb->ugb", self._shares(), self._seated)
        return wins

    def _by_seat(self, index: int) -> dict[str, Share]:
        shares, sits = self._shares(), self._seated[:, :, index] > 0
        return {
            name: _share(shares[:, sits[:, seat], seat].mean(axis=1))
            for seat, name in enumerate(self.contest.game.seats)
        }

    def _paces(self, index: int) -> Iterator[MoveTimes]:
        for (unit, number), played in self.games.items():
            if unit < self.units:
                for bot, times in zip(
                    self.contest.seatings[number], played.move_times, strict=True
                ):
                    if bot == index and times.plies:
                        yield times


def _share(values: NDArray[np.float64]) -> Share:
    """The mean of units' values, each 0 to 1."""
    return wilson(float(values.sum()), len(values), float((values**2).sum()))
