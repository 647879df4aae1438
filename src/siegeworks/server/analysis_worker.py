"""The process of one analysis: `python -m siegeworks.server.analysis_worker`

It reads one line from standard input, searches, and writes a line for every position.
"""

from __future__ import annotations

import sys

import msgspec

from siegeworks.lab.analysis import AnalysedPosition, analyse, turns_to_analyse
from siegeworks.play.history import Turns
from siegeworks.play.record import parse_record, replay
from siegeworks.server import background_process

COMMAND = [sys.executable, "-m", "siegeworks.server.analysis_worker"]


class Assignment(msgspec.Struct):
    """What to analyse, and how much."""

    record: str  # of a finished game, with its land if that is not shipped
    positions: int  # at most
    simulations: int  # of each


class Report(msgspec.Struct):
    """One more position."""

    wanted: int  # in all
    position: AnalysedPosition


def main() -> None:
    """Read the assignment and analyse."""
    task = background_process.assignment(Assignment)
    table = replay(parse_record(task.record))
    turns = Turns(table)
    turns.update()
    after = turns_to_analyse(len(turns.starts), task.positions)
    for position in analyse(table, after, task.simulations):
        background_process.report(Report(len(after), position), sys.stdout.buffer)


if __name__ == "__main__":
    main()
