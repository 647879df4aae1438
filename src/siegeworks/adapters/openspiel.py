"""The games for OpenSpiel: importing this module registers them as `siegeworks_siege_master` etc.

    import pyspiel
    import siegeworks.adapters.openspiel

    game = pyspiel.load_game("siegeworks_kings_ransom(setup=secret)")

A game's options are its parameters, including the number of seats: numbers if the default is a
number, True or False if an option is yes or no (on or off), otherwise text. OpenSpiel reads digits
as a number: if an option is text, put them in quotes, `siegeworks_expansion(values='532')`. If a
game has maps, the parameter `maps` is a folder with your own maps,
`pyspiel.load_game("siegeworks_siege_master", {"map": "island", "maps": "my_maps"})`; or the
parameter `map_rows` is the drawing of the map itself.

Chance is explicit. Seats that set up in secret choose one after the other, each step hidden from
the others. Only the rules are played: there is no resigning here. Registration holds for one
process; import this module before you unpickle a game or a state.

Games without secrets are declared to have perfect information, and games whose options leave
nothing to chance are declared deterministic. With perfect information an observation says
everything that matters, and information states have no tensor, as in OpenSpiel's own chess, so that
its learners take the observation. Bounds of lengths are those of the rules: no game has more steps,
decisions or chance nodes than `Game.max_steps`.
"""

from __future__ import annotations

from typing import Any, ClassVar

from siegeworks.adapters.history_state import GameSpec, HistoryState, game_of
from siegeworks.core.contract import CHANCE, TERMINAL, Observation
from siegeworks.core.errors import IllegalStep
from siegeworks.core.extras import how_to_install
from siegeworks.core.game import Game
from siegeworks.core.options import BOOLEANS, option_texts
from siegeworks.core.random import Rng, new_rng
from siegeworks.games import game_names, module

try:
    import pyspiel
except ImportError as missing:
    raise ImportError(
        f"The OpenSpiel adapter needs OpenSpiel: {how_to_install('open_spiel', 'research')}."
    ) from missing

from siegeworks.adapters.openspiel_observer import make_observer

__all__ = ["SpielGame", "SpielState", "short_name", "spiel_game", "state_of"]

SEEDS = 2**53  # distinct values of a float between 0 and 1
MAP = "map"  # the option of games that have maps
MAPS, MAP_ROWS = "maps", "map_rows"  # their parameters: a folder with maps, the drawing of a map

Parameter = str | int | bool


def short_name(name: str) -> str:
    """OpenSpiel's name of one of our games."""
    return "siegeworks_" + name.replace("-", "_")


def _parameters(name: str) -> dict[str, Parameter]:
    """A game's options with their defaults, as OpenSpiel's parameters."""
    options = module(name).OPTIONS
    parameters = {option.name: _parameter(option.default) for option in options}
    if any(option.name == MAP for option in options):
        parameters[MAPS] = parameters[MAP_ROWS] = ""
    return parameters


def _parameter(value: str) -> Parameter:
    """An option's value as a parameter of its natural type."""
    return int(value) if value.isdecimal() else BOOLEANS.get(value, value)


def _written(value: str, default: Parameter) -> Parameter:
    """An option's value as a parameter of the type that its default has."""
    if isinstance(default, str):
        return f"'{value}'" if value.isdecimal() else value
    return _parameter(value)


def _given(parameter: Parameter) -> Parameter:
    """A parameter without the quotes that digits are put in where an option is text."""
    return parameter.strip("'") if isinstance(parameter, str) else parameter


def _seat_counts(name: str) -> list[int]:
    """The possible numbers of seats."""
    values = [o.values for o in module(name).OPTIONS if o.name == "seats"]
    return [int(value) for value in values[0]] if values else [len(game_of(GameSpec(name)).seats)]


def _type(game: Game) -> Any:
    """The GameType of a game with its options."""
    kinds = pyspiel.GameType
    counts = _seat_counts(game.name)
    return kinds(
        short_name=short_name(game.name),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC
        if game.num_outcomes
        else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if game.has_secrets
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=game.has_secrets,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_parameters(game.name),
    )


def _info(game: Game) -> Any:
    """The GameInfo of a game."""
    seats = len(game.seats)
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_actions,
        max_chance_outcomes=game.num_outcomes,
        num_players=seats,
        min_utility=-1 / (seats - 1),
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=game.max_steps,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games as an OpenSpiel game. Made by `pyspiel.load_game`."""

    NAME: ClassVar[str]  # our name, "siege-master"

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        """The game with these parameters; others keep their defaults.

        Raises:
            OptionError: a parameter has a value that the game does not allow.
        """
        defaults = _parameters(self.NAME)
        given = {
            key: _given(value)
            for key, value in (parameters or {}).items()
            if value != defaults[key]
        }
        maps, map_rows = str(given.pop(MAPS, "")), str(given.pop(MAP_ROWS, ""))
        package = module(self.NAME)
        options = option_texts(package.TITLE, package.OPTIONS, given)
        spec = GameSpec(self.NAME, tuple(sorted(options.items())), maps, map_rows)
        self.rules = game_of(spec)
        self.initial_state = HistoryState.start(spec)
        changed = {
            key: _written(value, defaults[key]) for key, value in self.rules.changed_options.items()
        }
        if maps:
            changed[MAPS] = maps
        if map_rows:
            changed[MAP_ROWS] = map_rows
        super().__init__(_type(self.rules), _info(self.rules), changed)

    def __reduce__(self) -> tuple[Any, ...]:
        return _load_game, (str(self),)

    def new_initial_state(self) -> SpielState:
        """The state before anyone acts."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound."""
        return self.rules.max_steps if self.rules.num_outcomes else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """An observer; see adapters.openspiel_observer.

        Raises:
            ValueError: there is no such observer.
        """
        if params:
            raise ValueError(f"Observers of Siegeworks games take no parameters, but got {params}.")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return make_observer(self.rules, kind)


def _load_game(text: str) -> SpielGame:
    """Load a pickled game."""
    game: SpielGame = pyspiel.load_game(text)
    return game


def spiel_game(game: Game) -> SpielGame:
    """OpenSpiel's form of a game that can be loaded by its name, its options and its map."""
    defaults = _parameters(game.name)
    options = {key: _written(text, defaults[key]) for key, text in game.changed_options.items()}
    if game.map_rows:
        options[MAP_ROWS] = "\n".join(game.map_rows)
    loaded: SpielGame = pyspiel.load_game(short_name(game.name), options)
    return loaded


def state_of(game: SpielGame, seen: Observation, rng: Rng) -> SpielState:
    """A state that looks like an observation to the seat to act: for players that OpenSpiel has and
    that are told nothing else. Where something is hidden, it is drawn; `resample_from_infostate`
    draws others. Its `history()` is empty."""
    state: SpielState = game.new_initial_state()
    spec = state.history_state.spec
    state.history_state = HistoryState.of_observation(spec, seen, int(seen.to_act), rng)
    return state


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state as an OpenSpiel state. OpenSpiel copies all its attributes: there is only one."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.history_state = game.initial_state.copy()

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's constant for chance or the end."""
        to_act = self.history_state.to_act
        if to_act == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if to_act == TERMINAL else to_act

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.history_state.to_act == TERMINAL

    def returns(self) -> list[float]:
        """The utility of each seat at the end, 0 before."""
        game = self.history_state.game
        if self.history_state.to_act != TERMINAL:
            return [0.0] * len(game.seats)
        returns = game.returns(self.history_state.state)
        assert returns is not None
        return returns

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible outcomes with their probabilities; empty unless chance is to act."""
        return self.history_state.chance_outcomes()

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A state that `player` cannot tell from this one, drawn with the probabilities of chance.

        What the player knows stays the same: its information state as string and tensor, who is to
        act, what is legal. How the state came about is not resampled: its `history()` is empty, and
        the information states of other players begin with what they see in it
        (adapters.history_state.HistoryState.resample). `sampler()` is a number from 0 to 1.
        """
        if not self.history_state.game.has_secrets:
            return self.clone()  # type: ignore[no-any-return]
        sample: SpielState = self.get_game().new_initial_state()
        sample.history_state = self.history_state.resample(player, new_rng(int(sampler() * SEEDS)))
        return sample

    def _legal_actions(self, player: int) -> list[int]:
        return self.history_state.legal_actions() if player == self.history_state.to_act else []

    def _apply_action(self, action: int) -> None:
        # OpenSpiel checks no actions; an illegal one raises IllegalStep and changes nothing.
        self.history_state.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.history_state.game
        is_chance = player == pyspiel.PlayerId.CHANCE
        texts = game.outcome_texts if is_chance else game.action_texts
        if not 0 <= action < len(texts):
            kind = "outcome" if is_chance else "action"
            raise IllegalStep(f"There is no {kind} {action}; {kind}s are 0 to {len(texts) - 1}.")
        return texts[action]

    def __str__(self) -> str:
        return self.history_state.state_text()


def _register(name: str) -> None:
    """Register one of our games with OpenSpiel."""
    # OpenSpiel keeps this object until after Python has shut down. A class is never freed then; a
    # function or a partial would be, and the process would abort.
    cls = type(name.title().replace("-", ""), (SpielGame,), {"NAME": name})
    pyspiel.register_game(_type(game_of(GameSpec(name))), cls)


for _name in game_names():
    _register(_name)
