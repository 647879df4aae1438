"""What the units of a report add up to"""

from __future__ import annotations

import os
from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappush, heappushpop
from itertools import islice
from math import isnan, nan
from tempfile import SpooledTemporaryFile
from threading import Lock
from weakref import finalize

import msgspec
import numpy as np
from numpy.typing import NDArray

from siegeworks.core.bits import numbers_in
from siegeworks.core.game import Game
from siegeworks.core.text import capitalized
from siegeworks.lab.intervals import wilson
from siegeworks.lab.one_game import record_of
from siegeworks.lab.reports.model import DramaticGame, Estimate, GameRow
from siegeworks.lab.reports.sample.flow import COMEBACK
from siegeworks.lab.reports.sample.games import GAMES, NO_MATCH, KeptGame, KeptUnit, ReportGames
from siegeworks.lab.reports.statistics import Ratio
from siegeworks.lab.simulate import win_values
from siegeworks.play.table import Step

DRAMATIC = 10  # games whose records are kept


@dataclass(slots=True)
class Use:
    """How often something was used, and how that went."""

    plies: int = 0
    wins: Ratio = field(default_factory=Ratio)  # plies by seats that won, per ply
    beyond: Ratio = field(default_factory=Ratio)  # the same, less their chances before the ply


@dataclass(slots=True)
class Opening:
    """How a first move went."""

    games: int = 0
    won: float = 0.0
    squares: float = 0.0

    def add(self, won: float) -> None:
        """A game of which the seat that made it won this much."""
        self.games += 1
        self.won += won
        self.squares += won * won

    def share(self) -> Estimate:
        """What it won, with Wilson's interval."""
        estimate = wilson(self.won, self.games, self.squares)
        return Estimate(estimate.share, estimate.low, estimate.high, self.games)


class Tally:
    """The units so far, added in their order.

    In memory a unit leaves 8 bytes for each figure, from which medians and intervals are computed:
    about 20 figures, the plies of each game and the 21 points of its curve. With two seats that is
    350 bytes a unit, or 175 a game, and less than half where players don't search. Of a match that
    is played beside the games it leaves 8 bytes, and 8 for each seat. Rows are on the disk; of
    moves, openings and endings there are sums; records are kept of the most dramatic games only.
    """

    def __init__(self, work: ReportGames) -> None:
        self.work = work
        self.units = 0
        self._rows = RowFile()
        self.firsts: set[int] = set()  # seats that began
        self.lengths = array("d")  # plies, by game
        self.endings: Counter[int] = Counter()
        self.uses: dict[str, dict[str, Use]] = defaultdict(lambda: defaultdict(Use))
        self.openings: dict[int, Opening] = defaultdict(Opening)
        self.offered = self.played = 0  # bits of actions
        self.matches: dict[int, array[float]] = defaultdict(lambda: array("d"))
        self.match_seats: dict[int, list[array[float]]] = {}
        self.curves = array("d")  # of each unit in which a game was won, `flow.POINTS` numbers
        self.dramatic: list[tuple[float, int, int, int, tuple[str, ...]]] = []  # a heap
        self._values: dict[str, array[float]] = {}
        self._part = win_values(len(work.game.seats))

    @property
    def games(self) -> int:
        """Games between equal bots."""
        return len(self.lengths)

    @property
    def rows(self) -> GameRows:
        """The rows of the games so far."""
        return GameRows(self._rows, self.games)

    def values(self, key: str) -> NDArray[np.float64]:
        """The value of each unit; NaN where it has none."""
        return np.array(self._values.get(key, ()), np.float64)

    @property
    def keys(self) -> tuple[str, ...]:
        """Of all values."""
        return tuple(self._values)

    def wins_by_game(self, seat: int) -> NDArray[np.float64]:
        """[unit, game]: what a seat won."""
        return np.array([self.values(f"game{game}.{seat}") for game in range(GAMES)]).T

    def add(self, unit: KeptUnit) -> None:
        """Add the next unit."""
        sums = defaultdict(list)
        for number, game_played in enumerate(unit.games):
            self._add_game(number, game_played)
            for key, value in self._of_game(number, game_played).items():
                sums[key].append(value)
        self._keep({key: float(np.mean(values)) for key, values in sums.items()})
        curves = [kept.flow.points for kept in unit.games if kept.flow is not None]
        if curves:
            self.curves.extend(np.mean(curves, axis=0).tolist())
        self._add_uses(unit)
        self._add_match(unit)
        self.units += 1

    def _keep(self, values: dict[str, float]) -> None:
        """Every key has one value a unit, also one that first appears late or not in this unit."""
        for key in dict.fromkeys((*self._values, *values)):  # in the same order in every process
            if key not in self._values:
                self._values[key] = array("d", [nan] * self.units)
            self._values[key].append(values.get(key, nan))

    def _of_game(self, number: int, kept: KeptGame) -> dict[str, float]:
        game, part = self.work.game, self._part[kept.winners]
        seats = len(game.seats)
        values = {f"wins.{name}": part[seat] for seat, name in enumerate(game.seats)}
        values |= {f"game{number}.{seat}": part[seat] for seat in range(seats)}
        if kept.first >= 0:
            values |= {f"order.{turn}": part[(kept.first + turn) % seats] for turn in range(seats)}
        for seat, corner in enumerate(kept.corners):
            if corner:
                values[f"corner.{corner}"] = part[seat]
        values["draws"] = float(kept.winners.bit_count() == seats)
        if game.limit_endings:
            values["limit"] = float(kept.ending in game.limit_endings)
        values["plies"] = float(kept.plies)
        values["branching"] = kept.legal / max(1, kept.plies)
        values["forced"] = kept.forced / max(1, kept.plies)
        values["idle"] = kept.idle / max(1, kept.plies)
        values["longest_idle"] = float(kept.longest_idle)
        if kept.flow is not None:
            values["drama"] = kept.flow.drama
            values["lead_changes"] = float(kept.flow.lead_changes)
            values["decided"] = kept.flow.decided
            values["comebacks"] = float(kept.flow.lowest < COMEBACK / seats)
        return values

    def _add_game(self, number: int, kept: KeptGame) -> None:
        game, seen = self.work.game, kept.flow
        seats = game.seats
        self._rows.append(
            GameRow(
                self.units,
                number,
                (self.work.players,) * len(seats),
                seats[kept.first] if kept.first >= 0 else "",
                tuple(seats[seat] for seat in numbers_in(kept.winners)),
                game.endings[kept.ending],
                len(kept.steps),
                kept.plies,
                None if seen is None else round(seen.drama, 4),
                None if seen is None else seen.lead_changes,
                None if seen is None else round(seen.decided, 4),
            )
        )
        self.lengths.append(float(kept.plies))
        if kept.first >= 0:
            self.firsts.add(kept.first)
        self.endings[kept.ending] += 1
        if kept.opening >= 0 and kept.first >= 0:
            self.openings[kept.opening].add(float(self._part[kept.winners, kept.first]))
        if seen is not None and seen.drama > 0:
            entry = (seen.drama, -self.units, -number, kept.winners, kept.steps)
            keep = heappush if len(self.dramatic) < DRAMATIC else heappushpop
            keep(self.dramatic, entry)

    def _add_uses(self, unit: KeptUnit) -> None:
        for family, names in unit.uses.items():
            for name, (plies, won, expected) in names.items():
                use = self.uses[family][name]
                use.plies += plies
                use.wins.add(plies, won)
                if not isnan(expected):
                    use.beyond.add(plies, won - expected)
        self.offered |= int(unit.offered, 16)
        self.played |= int(unit.played, 16)

    def _add_match(self, unit: KeptUnit) -> None:
        if unit.match == NO_MATCH:
            return
        self.matches[unit.match].append(float(np.mean(unit.shares)))
        seats = self.match_seats.setdefault(unit.match, [array("d") for _ in unit.seats])
        for kept, value in zip(seats, unit.seats, strict=True):
            kept.append(value)


# Rows of games, kept in a temporary file so that memory does not grow with them ------------------

MOST_IN_MEMORY = 1 << 18  # bytes; beyond that the rows go to the disk
BLOCK = 1 << 16  # bytes that are read at a time


class RowFile:
    """An unnamed file that grows by rows and is gone with the last who uses it. Rows can be read
    while others are added: an interrupted report is written while its last games end."""

    def __init__(self) -> None:
        """An empty file."""
        self._file = SpooledTemporaryFile(MOST_IN_MEMORY)  # noqa: SIM115
        finalize(self, self._file.close)
        self._decode = msgspec.json.Decoder(GameRow).decode
        self._lock = Lock()

    def append(self, row: GameRow) -> None:
        """Add a row.

        Raises:
            OSError: the disk is full or broken.
        """
        with self._lock:
            self._file.seek(0, os.SEEK_END)
            self._file.write(msgspec.json.encode(row) + b"\n")

    def __iter__(self) -> Iterator[GameRow]:
        at = 0
        while True:
            with self._lock:
                self._file.seek(at)
                lines = self._file.readlines(BLOCK)
                at = self._file.tell()
            if not lines:
                return
            yield from map(self._decode, lines)


class GameRows(Collection[GameRow]):
    """The first rows of a file, however many follow. Each loop reads them again."""

    def __init__(self, file: RowFile, games: int) -> None:
        self._file, self._games = file, games

    def __len__(self) -> int:
        return self._games

    def __iter__(self) -> Iterator[GameRow]:
        return islice(self._file, self._games)

    def __contains__(self, row: object) -> bool:
        return any(row == kept for kept in self)


# Records of dramatic games ------------------------------------------------------------------------


def dramatic_games(tally: Tally) -> Iterator[DramaticGame]:
    """The most dramatic games so far, the most dramatic first (`flow.drama`)."""
    game, players = tally.work.game, tally.work.players
    for drama, unit, number, winners, tokens in sorted(tally.dramatic, reverse=True):
        steps = steps_of(game, tokens)
        won = " and ".join(capitalized(game.seats[seat]) for seat in numbers_in(winners))
        notes = {"drama": f"{drama:.2f}", "deal": str(-unit), "number": str(-number)}
        record = record_of(game, steps, [players] * len(game.seats), notes)
        yield DramaticGame(drama, f"Deal {-unit}, game {-number}: {won} won", record.text())


def steps_of(game: Game, tokens: Sequence[str]) -> list[Step]:
    """The steps of a game from their tokens alone."""
    state, steps = game.new_state(), []
    for token in tokens:
        steps.append(Step(game.actor(state) or "", token))
        game.unchecked.apply(state, game.text_to_choice(state, token))
    return steps
