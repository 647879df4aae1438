"""What weak players overlook: what lies far from where something has just happened"""

from collections.abc import Set

import numpy as np

from siegeworks.core.contract import SPECTATOR, TERMINAL, Action, Observation, State
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, random_below
from siegeworks.core.scene import PLACE, Scene, cell_called

REACH = 2.5  # board units away, a place draws a third of the attention
MEMORY = 4.0  # turns of the player later, it draws a third of the attention
CARE = 3.0  # how much better a player sees what is in front than what is far off


class Attention:
    """What one player looks at during one play: its own observations and nothing else."""

    def __init__(self, game: Game, overlooks: float) -> None:
        """Attention of a player.

        Args:
            game: what is played.
            overlooks: the probability, 0 … 1, that a move far off is overlooked.
        """
        self.game, self.overlooks = game, overlooks
        self._places: dict[Action, tuple[str, ...]] = {}
        self._names: dict[str, str | None] = {}  # of the cell that the player calls so
        self._before: Scene | None = None
        self._distances = np.zeros((0, 0))  # between all cells, in REACH
        self._ages = np.zeros(0)  # turns of the player since each cell changed
        self._turn_goes_on = False

    def overlooked(self, seen: Observation, rng: Rng) -> Set[Action]:
        """The legal actions that the player does not think of; at least one is left.

        A move that touches no place (a die, a pass) is seen, and so is one that wins at once.
        """
        scene = self.look(seen)
        legal = self.game.legal_actions(seen)
        chances = self._chances(legal, scene, self.game.seats[int(seen.to_act)])
        draws = {action: random_below(rng, 1 << 30) / (1 << 30) for action in legal}
        state = self.game.determinize(seen, rng)
        out = {a for a in legal if draws[a] < chances[a] and not self._wins_now(state, a)}
        if len(out) == len(legal):
            out.remove(min(legal, key=lambda action: chances[action] - draws[action]))
        return out

    def remember_action(self, seen: Observation, action: Action, rng: Rng) -> None:
        """The player takes this action; its turn goes on if it is to act again at once."""
        game = self.game
        after = game.unchecked.child(game.determinize(seen, rng), action)
        self._turn_goes_on = after.to_act == seen.to_act and (
            game.narration is None
            or game.narration.turn_of(game.params, game.observe(after, SPECTATOR)) is None
        )

    def look(self, seen: Observation) -> Scene:
        """Note what has changed since the player last looked."""
        scene = self.game.scene(self.game.params, seen)
        if self._before is None or len(self._before.cells) != len(scene.cells):
            places = np.array([(cell.x, cell.y) for cell in scene.cells])
            self._distances = np.linalg.norm(places[:, None] - places[None], axis=2) / REACH
            self._ages = np.zeros(len(places))
        else:
            pairs = zip(scene.cells, self._before.cells, strict=True)
            turns = 0 if self._turn_goes_on else 1
            self._ages = np.where([now == then for now, then in pairs], self._ages + turns, 0)
        self._before, self._turn_goes_on = scene, False
        return scene

    def _chances(self, legal: list[Action], scene: Scene, seat: str) -> dict[Action, float]:
        """How likely each action is to be overlooked."""
        near = np.exp(-(self._distances + self._ages / MEMORY).min(axis=1))
        nearness = dict(zip((cell.name for cell in scene.cells), near, strict=True))
        chances = dict.fromkeys(legal, 0.0)
        for action in legal:
            names = [self._name(place, scene, seat) for place in self._places_of(action)]
            if values := [nearness[name] for name in names if name is not None]:
                chances[action] = float(self.overlooks ** (1 + CARE * max(values)))
        return chances

    def _places_of(self, action: Action) -> tuple[str, ...]:
        if action not in self._places:
            self._places[action] = tuple(PLACE.findall(self.game.action_texts[action]))
        return self._places[action]

    def _name(self, place: str, scene: Scene, seat: str) -> str | None:
        if place not in self._names:
            cell = cell_called(scene, place, seat)
            self._names[place] = None if cell is None else cell.name
        return self._names[place]

    def _wins_now(self, state: State, action: Action) -> bool:
        after = self.game.unchecked.child(state, action)
        return after.to_act == TERMINAL and bool(after.winners >> int(state.to_act) & 1)
