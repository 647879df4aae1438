"""Ending a game by agreement: whether that is possible, and who would win."""

from __future__ import annotations

from siegeworks.core.contract import Seat, State
from siegeworks.core.random import Rng
from siegeworks.play.table import TABLE, Table


def table_after_agreement(table: Table, step: str, state: State | None = None) -> Table:
    """A copy of the table at which all seats have just agreed on `step` ("draw" or "agree"), in its
    own position or in another one.

    Raises:
        IllegalStep: they cannot agree on this now; the message cites the paragraph.
    """
    trial = Table(table.game)
    trial.states = [table.state.copy() if state is None else state]
    trial.play(TABLE, step)
    return trial


def wins_by_agreement(table: Table, seat: Seat, rng: Rng) -> bool:
    """Whether this seat would win if all agreed to end the game now, as far as it knows."""
    imagined = table.game.determinize(table.view(seat), rng)
    return table.game.seats[seat] in table_after_agreement(table, "agree", imagined).winners
