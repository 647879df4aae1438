"""A branch: how a game could have gone from one of its positions, with nothing hidden"""

from __future__ import annotations

from collections.abc import Iterable

from siegeworks.core.contract import REFEREE
from siegeworks.core.errors import IllegalStep, quote
from siegeworks.core.random import Rng
from siegeworks.play.history import History, Turn, Turns
from siegeworks.play.table import Table


class Branch:
    """A game that goes its own way from a position of another one, which is not changed."""

    def __init__(self, game: Table, start: int) -> None:
        """A branch of another game, which may be over. It begins after `start` of that game's
        steps, and has none of its own yet."""
        self.start = start
        self.table = Table(game.game)
        self.table.steps = game.steps[:start]
        self.table.choices = game.choices[:start]
        self.table.states = game.states[: start + 1]

    def play(self, tokens: Iterable[str]) -> None:
        """Take steps, of seats and of chance alike. Raises IllegalStep if one of them is illegal;
        those before it are taken."""
        for token in tokens:
            actor = self.table.game.actor(self.table.state)
            if actor is None:
                raise IllegalStep(
                    f"{quote(token)}: {self.table.game.over_already(self.table.state)}"
                )
            self.table.play(actor, token)

    def deal(self, rng: Rng) -> None:
        """Let chance act, if it is to act."""
        self.table.deal(rng)

    def told(self) -> list[Turn]:
        """The turns from the one in which the branch begins, as somebody tells them who knows
        everything."""
        history = open_history(self.table)
        return history.since(history.turns.at(self.start))


def open_history(table: Table) -> History:
    """The history of a game that may be revealed, as somebody tells it who knows everything."""
    turns = Turns(table)
    turns.update()
    return History(turns, REFEREE, lambda _, index: table.game.open_view(table.states[index]))
