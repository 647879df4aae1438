"""Findings of the laboratory: balance, map checks, analyses and searches of branches."""

from __future__ import annotations

from typing import Literal

import msgspec

from siegeworks.lab.analysis import AnalysedPosition, BranchFindings, SeatTotal, TurningPoint
from siegeworks.lab.map_findings import MapFindings
from siegeworks.lab.reports.balance import Balance
from siegeworks.server.messages.base import Data

JobState = Literal["waiting", "running", "done", "failed"]


class GameBalance(Data):
    """GET /api/games/NAME/balance: what many games between bots say of the game."""

    balance: Balance | None  # None: nothing was measured


class CheckProgress(Data):
    """GET /api/games/{name}/maps/check/{check}: how far it is. A check stops if nobody asks for
    half a minute; DELETE stops it at once. Results are forgotten after a while."""

    state: JobState
    games: int  # played so far
    wanted: int  # at most; a check also ends when its time is up
    sentence: str  # what it is doing, or why it failed
    result: MapFindings | None  # of the games so far


class AnalysisProgress(Data):
    """GET /api/analyses/{analysis}?known=N: how far it is, and its positions without the first N.
    The chances are those of a search that knows all that was hidden; errors are by what their seat
    knew. An analysis stops if nobody asks for half a minute; DELETE stops it at once. Results are
    forgotten after a while."""

    state: JobState
    seats: list[str]
    wanted: int  # positions in all; 0: not known yet
    simulations: int  # of the search, for each position
    sentence: str  # what it is doing, or why it failed
    positions: list[AnalysedPosition]
    turning_points: list[TurningPoint] = []  # those found so far, all of them; none before the rest
    totals: list[SeatTotal] = []  # of the positions so far, those known to the client too

    def after(self, known: int) -> AnalysisProgress:
        """The same for a client that has so many positions already."""
        return msgspec.structs.replace(self, positions=self.positions[known:])


class BranchSearch(Data):
    """GET /api/branches/search/{search}; DELETE stops it."""

    state: JobState
    sentence: str  # what it is doing, or why it failed
    found: BranchFindings | None = None


Progress = CheckProgress | AnalysisProgress | BranchSearch
