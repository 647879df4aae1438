"""OpenSpiel's observers of our games: strings, and tensors that are filled in place.

An observer has `tensor` (flat), `dict` (the same memory by name, with its shape), `set_from` and
`string_from`. What an observer shows depends on what OpenSpiel asks for:

| asked for | what it shows |
|---|---|
| perfect recall, public and own | the information state of a seat; a tensor in games with secrets |
| perfect recall, public | the information state of a spectator; likewise |
| public and own | the observation of a seat |
| public | the observation of a spectator |
| own | how a seat's observation differs from a spectator's; no tensor |
"""

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from siegeworks.adapters.rendering import position_lines, position_text
from siegeworks.core.contract import SPECTATOR, Seat
from siegeworks.core.game import Game
from siegeworks.core.information import information_shape

Shape = tuple[int, ...]


class _Observer:
    """What all have in common: one tensor or none."""

    def __init__(self, name: str, shape: Shape | None) -> None:
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if shape is not None:
            self.tensor = np.zeros(int(np.prod(shape)), np.float32)
            self.dict[name] = self.tensor.reshape(shape)


class InformationStateObserver(_Observer):
    """The information state: everything that a seat, or a spectator, has learned."""

    def __init__(self, game: Game, of_seat: bool) -> None:
        super().__init__("info_state", information_shape(game) if game.has_secrets else None)
        self._of_seat = of_seat

    def set_from(self, state: Any, player: Seat) -> None:
        """Fill the tensor if there is one."""
        if self.tensor is not None:
            viewer = player if self._of_seat else SPECTATOR
            self.dict["info_state"][:] = state.history_state.tensor(viewer)

    def string_from(self, state: Any, player: Seat) -> str:
        """As text."""
        text: str = state.history_state.text(player if self._of_seat else SPECTATOR)
        return text


class ObservationObserver(_Observer):
    """The observation: what a seat, or a spectator, sees now."""

    def __init__(self, game: Game, of_seat: bool) -> None:
        shape = (game.state_type.itemsize,) if game.tensor is None else game.tensor.shape
        super().__init__("observation", shape)
        self._game, self._of_seat = game, of_seat

    def set_from(self, state: Any, player: Seat) -> None:
        """Fill the tensor."""
        seen, out = self._seen(state, player), self.dict["observation"]
        if self._game.tensor is None:
            out[:] = np.frombuffer(seen.tobytes(), np.uint8) / 255
        else:
            out[:] = self._game.observation_tensor(seen, player if self._of_seat else None)

    def string_from(self, state: Any, player: Seat) -> str:
        """As text."""
        if not self._game.has_secrets:  # everybody sees the state, whose text is kept
            text: str = state.history_state.state_text()
            return text
        return position_text(self._game, self._seen(state, player))

    def _seen(self, state: Any, player: Seat) -> Any:
        return self._game.observe(state.history_state.state, player if self._of_seat else SPECTATOR)


class PrivateObserver(_Observer):
    """What a seat sees and a spectator does not see, or sees differently; "" if nothing."""

    def __init__(self, game: Game) -> None:
        super().__init__("", None)
        self._game = game

    def set_from(self, state: Any, player: Seat) -> None:
        """Nothing to fill: there is no tensor."""

    def string_from(self, state: Any, player: Seat) -> str:
        """As text."""
        if not self._game.has_secrets:
            return ""
        record = state.history_state.state
        public = set(position_lines(self._game, self._game.observe(record, SPECTATOR)))
        own = position_lines(self._game, self._game.observe(record, player))
        return "\n".join(line for line in own if line not in public)


def make_observer(game: Game, kind: Any) -> _Observer:
    """The observer of this kind, a pyspiel.IIGObservationType.

    Raises:
        ValueError: there is no such observer.
    """
    own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
    if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
        raise ValueError("No observer sees all seats' secrets; str(state) shows the whole state.")
    if kind.public_info:
        return (
            InformationStateObserver(game, own)
            if kind.perfect_recall
            else ObservationObserver(game, own)
        )
    if kind.perfect_recall:
        raise ValueError("No observer remembers private information only; set public_info too.")
    return PrivateObserver(game)
