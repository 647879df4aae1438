"""What happened: steps as one seat saw them, in few words."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from siegeworks.core.game import Seat
from siegeworks.play.table import HIDDEN, TABLE, Table

LONGEST = 12  # tokens of one actor that are told in full


class TurnSummary(NamedTuple):
    """What one actor did in a row."""

    actor: str
    words: str


def since(table: Table, seat: Seat, start: int) -> list[TurnSummary]:
    """All steps from number `start` on, as `seat` (or SPECTATOR) saw them."""
    return between(table, seat, start, len(table.steps))


def between(table: Table, seat: Seat, start: int, end: int) -> list[TurnSummary]:
    """The steps from number `start` up to `end`, as `seat` (or SPECTATOR) saw them."""
    steps = [(table.steps[i].actor, _told(table, seat, i)) for i in range(start, end)]
    runs = groupby(steps, key=lambda step: step[0])
    return [TurnSummary(actor, _words(actor, [token for _, token in run])) for actor, run in runs]


def _told(table: Table, seat: Seat, index: int) -> str:
    """A token, and what the step turned up: `d2-f4 (5x0)`."""
    token, shown = table.token_seen_by(seat, index), table.shown_by(index)
    return f"{token} ({shown})" if shown else token


def last_own_step(table: Table, seat: Seat) -> int:
    """The number of steps up to and with the last one by this seat; 0 if there is none."""
    name = table.game.seats[seat]
    ends = (i for i in range(len(table.steps), 0, -1) if table.steps[i - 1].actor == name)
    return next(ends, 0)


def _words(actor: str, tokens: list[str]) -> str:
    hidden = tokens.count(HIDDEN)
    seen = [token for token in tokens if token != HIDDEN]
    parts = []
    if hidden:
        parts.append("a step in secret" if hidden == 1 else f"{hidden} steps in secret")
    if len(seen) > LONGEST:
        half = LONGEST // 2
        shown = f"{' '.join(seen[:half])} … {' '.join(seen[-half:])}"
        parts.append(f"{len(seen)} steps, {shown}")
    elif seen:
        parts.append(" ".join(seen))
    if actor == TABLE:
        parts = [_table_words(token) for token in seen]
    return "; ".join(parts)


def _table_words(token: str) -> str:
    word, _, seat = token.partition("=")
    told = {
        "resign": f"{seat} resigns",
        "time": f"{seat} is out of time",
        "draw": "a draw is agreed",
        "agree": "all agree that the game is over",
    }
    return told.get(word, token)


def ending(table: Table) -> str:
    """How a game ended, in a sentence."""
    why = table.game.endings[table.state.ending]
    if table.result == "draw":
        return f"A draw: {why}."
    together = " together" if len(table.winners) > 1 else ""
    return f"{' and '.join(table.winners)} won{together}: {why}."
