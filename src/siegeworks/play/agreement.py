"""Agreeing on the end of a game: what would come of it."""

from __future__ import annotations

from siegeworks.core.game import Seat, State
from siegeworks.core.random import Rng
from siegeworks.play.table import TABLE, Table


def table_after_agreement(table: Table, what: str, state: State | None = None) -> Table:
    """A table at which all have just agreed on `what` ("draw" or "agree").

    Args:
        table: left as it is.
        what: the step of the table.
        state: where they agree; None: in the table's own.

    Raises:
        IllegalStep: they cannot, a sentence with the paragraph.
    """
    trial = Table(table.game)
    trial.states = [table.state.copy() if state is None else state]
    trial.play(TABLE, what)
    return trial


def wins_by_agreement(table: Table, seat: Seat, rng: Rng) -> bool:
    """Would this seat win if all stopped now, for all that it knows?"""
    imagined = table.game.determinize(table.view(seat), rng)
    return table.game.seats[seat] in table_after_agreement(table, "agree", imagined).winners
