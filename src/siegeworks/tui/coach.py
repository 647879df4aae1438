"""The coach at the terminal: before a move what matters in it, after a poor one what was better"""

from __future__ import annotations

from siegeworks.bots.review import review
from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.random import Rng
from siegeworks.play.precompile import SearchCompilation
from siegeworks.play.table import Table
from siegeworks.play.teaching.coach import advice_on, decisions

REVIEW_SECONDS = 0.5  # before the bots answer
NEEDS_BOTS = (
    "--coach is for one person against bots; let bots play the other seats, or leave it out."
)


class Coach:
    """The coach of the only person at a table."""

    def __init__(self, table: Table, people: list[Seat], rng: Rng, search: SearchCompilation):
        """A coach whose search for better moves has an `rng` of its own. While the search is being
        compiled, moves are not reviewed: nobody waits for a coach.

        Raises:
            SiegeworksError: several people play, or none.
        """
        if len(people) != 1:
            raise SiegeworksError(NEEDS_BOTS)
        (self._seat,) = people
        self._table, self._rng, self._search = table, rng, search

    def before_move(self) -> str:
        """What matters in the move that is due; empty if there is nothing new to say."""
        sentence = advice_on(self._table.game, decisions(self._table, self._seat))
        return f"Coach: {sentence.text}" if sentence else ""

    def after_move(self) -> str:
        """What was better than the last step, if it is the person's and was poor; else empty."""
        table, last = self._table, len(self._table.steps) - 1
        if table.over or not self._search.is_ready:
            return ""
        if last < 0 or table.steps[last].actor != table.game.seats[self._seat]:
            return ""
        seen = table.view(self._seat, last)
        verdict = review(table.game, seen, table.choices[last], self._rng, REVIEW_SECONDS)
        if verdict is None:
            return ""
        return f"Coach: Better than {verdict.played} was {verdict.better}. {verdict.why}"
