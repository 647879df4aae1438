"""The process of one analysis: `python -m siegeworks.server.jobs.analysis_worker`

It reads one line from standard input, searches, and writes a line for everything it finds: of a
finished game for every position and every turning point, of a branch a single one.
"""

from __future__ import annotations

import sys

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
from siegeworks.play.table import Table
from siegeworks.server.jobs import background_process

COMMAND = [sys.executable, "-m", "siegeworks.server.jobs.analysis_worker"]


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


def main() -> None:
    """Read the assignment and analyse."""
    task = background_process.assignment(Assignment)
    table = replay(parse_record(task.record))
    if task.branch is None:
        analyse_game(table, task)
    else:
        branch = Branch(table, task.branch.step)
        branch.play(task.branch.moves)
        findings = search_branch(branch, task.simulations)
        report(Report(1, branch=findings, is_last=True))


def analyse_game(table: Table, task: Assignment) -> None:
    """Report every position, then every turning point."""
    analysis = Analysis(table, task.simulations)
    after = turns_to_analyse(analysis.turns, task.positions)
    for position in analysis.positions(after):
        report(Report(len(after), position))
    for point in analysis.turning_points():
        report(Report(len(after), turning_point=point))
    report(Report(len(after), is_last=True))


def report(message: Report) -> None:
    """Tell the server."""
    background_process.report(message, sys.stdout.buffer)


if __name__ == "__main__":
    main()
