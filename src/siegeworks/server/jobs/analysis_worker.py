"""What a process does for an analysis, or for the search of a branch"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from siegeworks.lab.analysis import (
    AnalysedPosition,
    Analysis,
    BranchFindings,
    TurningPoint,
    search_branch,
    turns_to_analyse,
)
from siegeworks.play.branch import Branch
from siegeworks.play.record import parse_record, replay


class Fork(msgspec.Struct):
    """Where a branch leaves the game, and its own steps."""

    step: int  # after this many steps of the game
    moves: list[str]


class Assignment(msgspec.Struct):
    """What to analyse, and how much."""

    record: str  # of a finished game, with its map if that is not shipped
    positions: int  # at most
    simulations: int  # of each
    branch: Fork | None = None  # analyse this branch, not the game


class Report(msgspec.Struct, omit_defaults=True):
    """What was found."""

    wanted: int  # positions in all
    position: AnalysedPosition | None = None
    turning_point: TurningPoint | None = None
    branch: BranchFindings | None = None
    is_last: bool = False


def analysed(task: Assignment) -> Iterator[Report]:
    """What there is to find: of a branch a single thing, of a finished game every position, then
    every turning point."""
    table = replay(parse_record(task.record))
    if task.branch is not None:
        branch = Branch(table, task.branch.step)
        branch.play(task.branch.moves)
        yield Report(1, branch=search_branch(branch, task.simulations), is_last=True)
        return
    analysis = Analysis(table, task.simulations)
    after = turns_to_analyse(analysis.turns, task.positions)
    for position in analysis.positions(after):
        yield Report(len(after), position)
    for point in analysis.turning_points():
        yield Report(len(after), turning_point=point)
    yield Report(len(after), is_last=True)
