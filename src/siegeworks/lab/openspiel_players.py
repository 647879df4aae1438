"""OpenSpiel's tree searches as players of the arena: they are told what their seat sees, no more

MCTS plays games without secrets, IS-MCTS those with secrets. Both are OpenSpiel's own, written in
Python, with uniform playouts to the end of the game; a limit in seconds ends their loops.
"""

from time import perf_counter
from typing import Any

import numpy as np

from siegeworks.bots.spec import UnknownBot, numbers
from siegeworks.core.contract import Action, Observation
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.extras import how_to_install
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, next_word

EXPLORATION = 2.0  # UCT's constant, as in OpenSpiel's own examples; returns are −1 to 1
TAKEN = ("simulations", "seconds", "exploration")
UNLIMITED = 10**9
FEWEST = 2  # simulations of any search: the first one only makes the root


class _Over(Exception):
    """The time of a search is up."""


class _Clock:
    """Ends a search after so many seconds, but not before it has found something."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds, self.end, self.simulations = seconds, 0.0, 0

    def start(self) -> None:
        """A search begins."""
        self.simulations = 0
        self.end = perf_counter() + (self.seconds or 0)

    def tick(self) -> None:
        """A simulation begins.

        Raises:
            _Over: the time is up.
        """
        if self.seconds is not None and self.simulations >= FEWEST and perf_counter() > self.end:
            raise _Over
        self.simulations += 1


class OpenSpielPlayer:
    """One of OpenSpiel's searches, given an observation at a time."""

    def __init__(self, game: Game, rng: Rng, search: Any, loaded: Any) -> None:
        self.game, self.rng = game, rng
        self._search, self._loaded = search, loaded

    def choose(self, seen: Observation) -> Action:
        """What the search finds in a state that looks like this observation."""
        from siegeworks.adapters.openspiel import state_of  # noqa: PLC0415  (the extra)

        legal = self.game.legal_actions(seen)
        if len(legal) == 1:
            return legal[0]
        return int(self._search.step(state_of(self._loaded, seen, self.rng)))


def openspiel_mcts(game: Game, rng: Rng, arguments: str) -> OpenSpielPlayer:
    """`openspiel-mcts:seconds=0.1`, or `simulations=500`; `exploration=2` is UCT's constant.

    Raises:
        UnknownBot: other arguments, or a game with secrets.
        SiegeworksError: OpenSpiel is not installed.
    """
    if game.has_secrets:
        raise UnknownBot(
            f"{game.title} has secrets, and OpenSpiel's MCTS would look at them; take "
            "openspiel-ismcts."
        )
    given, clock = _arguments("openspiel-mcts", arguments)
    loaded = _loaded(game)
    from open_spiel.python.algorithms import mcts  # noqa: PLC0415  (the extra)

    class Search(mcts.MCTSBot):
        """OpenSpiel's, with a clock."""

        def mcts_search(self, state: Any) -> Any:
            clock.start()
            try:
                return super().mcts_search(state)  # type: ignore[no-untyped-call]
            except _Over:
                return self.root

        def _apply_tree_policy(self, root: Any, state: Any) -> Any:
            self.root = root
            clock.tick()
            return super()._apply_tree_policy(root, state)  # type: ignore[no-untyped-call]

    random = _random(rng)
    search = Search(
        loaded,
        given["exploration"],
        given["simulations"],
        mcts.RandomRolloutEvaluator(1, random),
        random_state=random,
    )
    return OpenSpielPlayer(game, rng, search, loaded)


def openspiel_ismcts(game: Game, rng: Rng, arguments: str) -> OpenSpielPlayer:
    """`openspiel-ismcts:seconds=0.1`, or `simulations=500`; `exploration=2` is UCT's constant.

    Raises:
        UnknownBot: other arguments, or a game without secrets.
        SiegeworksError: OpenSpiel is not installed.
    """
    if not game.has_secrets:
        raise UnknownBot(
            f"{game.title} has no secrets, and OpenSpiel's IS-MCTS plays only games with secrets; "
            "take openspiel-mcts."
        )
    given, clock = _arguments("openspiel-ismcts", arguments)
    loaded = _loaded(game)
    from open_spiel.python.algorithms import ismcts, mcts  # noqa: PLC0415  (the extra)

    class Search(ismcts.ISMCTSBot):
        """OpenSpiel's, with a clock."""

        def run_search(self, state: Any) -> Any:
            clock.start()
            try:
                return super().run_search(state)  # type: ignore[no-untyped-call]
            except _Over:
                return self.get_final_policy(state, self._root_node)

        def sample_root_state(self, state: Any) -> Any:
            clock.tick()
            return super().sample_root_state(state)  # type: ignore[no-untyped-call]

    random = _random(rng)
    search = Search(
        loaded,
        mcts.RandomRolloutEvaluator(1, random),
        given["exploration"],
        given["simulations"],
        random_state=random,
    )
    search.set_resampler(
        lambda state, seat: state.resample_from_infostate(seat, random.random_sample)
    )
    return OpenSpielPlayer(game, rng, search, loaded)


def _arguments(name: str, arguments: str) -> tuple[dict[str, Any], _Clock]:
    """What is given, with what is left out, and the clock.

    Raises:
        UnknownBot: it takes no such argument.
    """
    given = numbers(arguments)
    if others := given.keys() - set(TAKEN):
        raise UnknownBot(f"{name} takes {', '.join(TAKEN)}, not {min(others)}.")
    simulations, seconds = given.get("simulations"), given.get("seconds")
    if simulations is None and seconds is None:
        raise UnknownBot(f"Say how long it may search: {name}:seconds=0.1 or simulations=500.")
    filled = {
        "simulations": UNLIMITED if simulations is None else max(FEWEST, simulations),
        "exploration": given.get("exploration", EXPLORATION),
    }
    return filled, _Clock(seconds)


def _loaded(game: Game) -> Any:
    """OpenSpiel's form of a game.

    Raises:
        SiegeworksError: OpenSpiel is not installed.
    """
    try:
        from siegeworks.adapters.openspiel import spiel_game  # noqa: PLC0415  (the extra)
    except ImportError:
        how = how_to_install("open_spiel", "research")
        raise SiegeworksError(f"This player needs OpenSpiel: {how}.") from None
    return spiel_game(game)


def _random(rng: Rng) -> np.random.RandomState:
    return np.random.RandomState(int(next_word(rng)) % 2**32)
