"""Siegeworks: five siege games, exact and fast.

    import siegeworks as sw

    game = sw.load("expansion")
    state, rng = game.new_state(), sw.new_rng(seed=1)
    bots = [sw.make_bot("level:3", game, rng) for _ in game.seats]
    game.settle(state, rng)  # chance acts until a seat is to act
    while state.to_act != sw.TERMINAL:
        seen = game.observe(state, state.to_act)  # what this seat may know
        game.apply(state, bots[state.to_act].choose(seen))
        game.settle(state, rng)
    print(game.returns(state))

Everything a user needs is here, by the names in `__all__`. A name is imported from its module when
it is first used, so that `import siegeworks` is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from siegeworks.bots import Bot, UnknownBot, make_bot
    from siegeworks.bots.hints import Hint, hints
    from siegeworks.bots.search import Budget
    from siegeworks.core.contract import (
        CHANCE,
        REFEREE,
        SPECTATOR,
        TERMINAL,
        Action,
        Observation,
        Outcome,
        Position,
        Seat,
        State,
    )
    from siegeworks.core.errors import IllegalStep, OptionError, RuleCompileError, SiegeworksError
    from siegeworks.core.game import Game
    from siegeworks.core.options import Option
    from siegeworks.core.random import Rng, new_rng, random_below
    from siegeworks.core.scene import Cell, Piece, Scene, Tray
    from siegeworks.core.tensor import Plane, Tensor
    from siegeworks.core.traversal.batch import Batch, random_actions
    from siegeworks.core.traversal.perft import perft
    from siegeworks.core.traversal.playouts import playouts
    from siegeworks.games import UnknownGame, game_names, load
    from siegeworks.lab.datasets.dataset import Dataset
    from siegeworks.lab.intervals import Share, wilson
    from siegeworks.play.record import Record, RecordError, parse_record, read_record, replay
    from siegeworks.play.table import Step, Table

_NAMES = {
    "bots": "Bot UnknownBot make_bot",
    "bots.hints": "Hint hints",
    "bots.search": "Budget",
    "core.traversal.batch": "Batch random_actions",
    "core.contract": "CHANCE REFEREE SPECTATOR TERMINAL Action Observation Outcome Position Seat "
    "State",
    "core.errors": "IllegalStep OptionError RuleCompileError SiegeworksError",
    "core.game": "Game",
    "core.options": "Option",
    "core.traversal.perft": "perft",
    "core.traversal.playouts": "playouts",
    "core.random": "Rng new_rng random_below",
    "core.scene": "Cell Piece Scene Tray",
    "core.tensor": "Plane Tensor",
    "games": "UnknownGame game_names load",
    "lab.datasets.dataset": "Dataset",
    "lab.intervals": "Share wilson",
    "play.record": "Record RecordError parse_record read_record replay",
    "play.table": "Step Table",
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [
    "CHANCE",
    "REFEREE",
    "SPECTATOR",
    "TERMINAL",
    "Action",
    "Batch",
    "Bot",
    "Budget",
    "Cell",
    "Dataset",
    "Game",
    "Hint",
    "IllegalStep",
    "Observation",
    "Option",
    "OptionError",
    "Outcome",
    "Piece",
    "Plane",
    "Position",
    "Record",
    "RecordError",
    "Rng",
    "RuleCompileError",
    "Scene",
    "Seat",
    "Share",
    "SiegeworksError",
    "State",
    "Step",
    "Table",
    "Tensor",
    "Tray",
    "UnknownBot",
    "UnknownGame",
    "__version__",
    "game_names",
    "hints",
    "load",
    "make_bot",
    "new_rng",
    "parse_record",
    "perft",
    "playouts",
    "random_actions",
    "random_below",
    "read_record",
    "replay",
    "wilson",
]


def __getattr__(name: str) -> object:
    """A public name, imported from its module on first use."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
