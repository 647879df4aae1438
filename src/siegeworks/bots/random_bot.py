"""The bot that plays at random."""

from __future__ import annotations

from siegeworks.core.contract import Action, Observation
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, random_below


class RandomBot:
    """Chooses each legal action with the same probability."""

    def __init__(self, game: Game, rng: Rng) -> None:
        self.game, self.rng = game, rng

    def choose(self, seen: Observation) -> Action:
        """Any legal action."""
        legal = self.game.legal_actions(seen)
        return legal[random_below(self.rng, len(legal))]
