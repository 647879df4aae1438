"""Conditional moves: what a seat plays if the others go on as it expects

Only where nothing is hidden and nothing is left to chance, and where a move has hours: otherwise
nobody could say in advance what is legal, or would have to.
"""

from __future__ import annotations

from typing import NamedTuple

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.play.clock import SLOW
from siegeworks.play.table import Table
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.rows import read_head
from siegeworks.server.tables.live_table import LiveTable


class Plan(NamedTuple):
    """The conditional moves of a seat."""

    after: int  # steps of the game
    tokens: tuple[str, ...]  # of all seats, in turn


def may_plan(live: LiveTable) -> bool:
    """Can seats of this table plan moves?"""
    settings, game = live.row.clock, live.game
    is_slow = settings is not None and settings.per_move >= SLOW
    return is_slow and not (game.has_secrets or game.has_chance or game.momentary is not None)


def checked_plan(live: LiveTable, seat: Seat, tokens: list[str]) -> Plan:
    """The plan of a seat.

    Raises:
        SiegeworksError: these moves cannot be planned; the sentence says why.
    """
    _, own = line_of(live, seat, tokens)
    if tokens and not own:
        raise SiegeworksError("Say what you play, after what the others play.")
    return Plan(len(live.table.steps), tuple(tokens))


def line_of(live: LiveTable, seat: Seat, tokens: list[str]) -> tuple[Table, bool]:
    """A table that begins now and plays these steps, and whether one of them is the seat's.

    Raises:
        SiegeworksError: these moves cannot be planned; the sentence says why.
    """
    if not may_plan(live):
        raise SiegeworksError(
            "Moves can be planned in games over days in which nothing is hidden and nothing is "
            "left to chance."
        )
    if live.table.over or not live.is_still_in([seat]):
        raise SiegeworksError("You are out of the game.")
    if live.to_act == seat:
        raise SiegeworksError("It is your turn: move. What comes next can be planned then.")
    copy = Table(live.game)
    copy.states = [live.table.state]
    own = False
    for token in tokens:
        actor = live.game.actor(copy.state)
        if actor is None:
            raise SiegeworksError(f"{token}: the game is over before that.")
        copy.play(actor, token)
        own = own or actor == live.name(seat)
    return copy, own


def rest_of(plan: Plan, table: Table) -> tuple[str, ...]:
    """What of a plan is still to come; nothing if the game went another way."""
    done = [step.token for step in table.steps[plan.after :]]
    is_followed = len(table.steps) >= plan.after and list(plan.tokens[: len(done)]) == done
    return plan.tokens[len(done) :] if is_followed else ()


def write_plan(db: Database, table: str, seat: Seat, plan: Plan | None) -> None:
    """Store the plan of a seat; None: forget it."""
    read_head(db, table)
    db.execute("DELETE FROM planned_line WHERE game_table = ? AND seat = ?", (table, seat))
    if plan is not None and plan.tokens:
        db.execute(
            "INSERT INTO planned_line (game_table, seat, after, tokens) VALUES (?, ?, ?, ?)",
            (table, seat, plan.after, " ".join(plan.tokens)),
        )


def read_plans(db: Database, table: str) -> dict[Seat, Plan]:
    """The plans of all seats of a table."""
    rows = db.execute("SELECT seat, after, tokens FROM planned_line WHERE game_table = ?", (table,))
    return {seat: Plan(after, tuple(tokens.split())) for seat, after, tokens in rows}
