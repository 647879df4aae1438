"""Our games for OpenSpiel: importing this registers them, `siegeworks_siege_master` and so on.

    import pyspiel
    import siegeworks.adapters.openspiel

    game = pyspiel.load_game("siegeworks_kings_ransom(setup=secret)")

A game's options are its parameters, the number of seats among them: numbers where the default is
one, True or False where an option is yes or no, on or off, else text. OpenSpiel takes digits for a
number: where an option is text, they are put in quotes, `siegeworks_expansion(values='532')`. Where
a game has maps, the parameter `maps` is a folder with maps of one's own,
`pyspiel.load_game("siegeworks_siege_master", {"map": "island", "maps": "my_maps"})`.

Chance is explicit; what seats lay out in secret is chosen one after the other, each step hidden
from the others. Only the rules are played: nobody resigns here. Registration holds for one
process; import this before a game or a state is unpickled.

A game without secrets is declared to have perfect information, and one whose options leave
nothing to chance to be deterministic. With perfect information an observation tells all that
matters, and information states have no tensor, as in OpenSpiel's own chess: so its learners take
the observation. Bounds of lengths are those of the rules: no game has more
steps, decisions or chance nodes than `Game.max_steps`.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from siegeworks.adapters.moment import Moment, Origin, loaded
from siegeworks.core.game import BOOLEANS, CHANCE, TERMINAL, Game, IllegalStep, option_texts
from siegeworks.core.random import new_rng
from siegeworks.games import game_names, module

try:
    import pyspiel
except ImportError as missing:
    raise ImportError(
        "The OpenSpiel adapter needs OpenSpiel: pip install 'siegeworks[research]'."
    ) from missing

from siegeworks.adapters.openspiel_observer import make_observer

__all__ = ["SpielGame", "SpielState", "short_name"]

SEEDS = 2**53  # numbers that a float between 0 and 1 tells apart
MAP, MAPS = "map", "maps"  # the option of games that have maps; the parameter with their folder

Parameter = str | int | bool


def short_name(name: str) -> str:
    """What OpenSpiel calls a game of ours."""
    return "siegeworks_" + name.replace("-", "_")


def _parameters(name: str) -> dict[str, Parameter]:
    """A game's options at their default, as OpenSpiel's parameters."""
    options = module(name).OPTIONS
    parameters = {option.name: _parameter(option.default) for option in options}
    if any(option.name == MAP for option in options):
        parameters[MAPS] = ""
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
    """How many may play."""
    values = [o.values for o in module(name).OPTIONS if o.name == "seats"]
    return [int(value) for value in values[0]] if values else [len(loaded(Origin(name)).seats)]


def _type(game: Game) -> Any:
    """A game's GameType: of the game with its options."""
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
    """A game's GameInfo."""
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
    """One of our games, as OpenSpiel knows games. Made by `pyspiel.load_game`."""

    NAME: ClassVar[str]  # what we call it

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        """The game with these parameters; what they leave out stays at its default.

        Raises:
            OptionError: for a parameter that the game cannot take.
        """
        defaults = _parameters(self.NAME)
        given = {
            key: _given(value)
            for key, value in (parameters or {}).items()
            if value != defaults[key]
        }
        maps = str(given.pop(MAPS, ""))
        package = module(self.NAME)
        options = option_texts(package.TITLE, package.OPTIONS, given)
        origin = Origin(self.NAME, tuple(sorted(options.items())), maps)
        self.rules = loaded(origin)
        self.start = Moment.start(origin)
        changed = {
            key: _written(value, defaults[key]) for key, value in self.rules.changed_options.items()
        }
        if maps:
            changed[MAPS] = maps
        super().__init__(_type(self.rules), _info(self.rules), changed)

    def __reduce__(self) -> tuple[Any, ...]:
        return _load_game, (str(self),)

    def new_initial_state(self) -> SpielState:
        """The state before anyone acts."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No history has more."""
        return self.rules.max_steps if self.rules.num_outcomes else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """An observer, see adapters.openspiel_observer.

        Raises:
            ValueError: for one that there is not.
        """
        if params:
            raise ValueError(f"Observers of our games have no parameters; given were {params}.")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return make_observer(self.rules, kind)


def _load_game(text: str) -> SpielGame:
    """The game, in a process that has only now imported this."""
    game: SpielGame = pyspiel.load_game(text)
    return game


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state as OpenSpiel knows states. OpenSpiel copies all that hangs on it: `moment` only."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.moment = game.start.copy()

    def current_player(self) -> int:
        """The seat to act, or what OpenSpiel has for chance and for the end."""
        to_act = self.moment.to_act
        if to_act == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if to_act == TERMINAL else to_act

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self.moment.to_act == TERMINAL

    def returns(self) -> list[float]:
        """Utility per seat at the end, before that 0."""
        game = self.moment.game
        if self.moment.to_act != TERMINAL:
            return [0.0] * len(game.seats)
        returns = game.returns(self.moment.state)
        assert returns is not None
        return returns

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes that can happen with their probabilities; none unless chance is to act."""
        weights = self.moment.game.chance_weights(self.moment.state)
        outcomes = np.flatnonzero(weights)
        shares = weights[outcomes] / max(1, weights.sum())
        return list(zip(outcomes.tolist(), shares.tolist(), strict=True))

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A state that `player` cannot tell from this one, drawn by chance's own proportions.

        What the player knows stays: its information state as string and tensor, who is to act, what
        is legal. How it came to that is not imagined: the history of the new state begins here
        (`history()` is empty), and information states of the other players begin with what they see
        in it (adapters.moment.Moment.imagined).

        Args:
            player: whose information state.
            sampler: called, gives a number from 0 to 1.
        """
        if not self.moment.game.has_secrets:
            return self.clone()  # type: ignore[no-any-return]
        twin: SpielState = self.get_game().new_initial_state()
        twin.moment = self.moment.imagined(player, new_rng(int(sampler() * SEEDS)))
        return twin

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.legal_actions() if player == self.moment.to_act else []

    def _apply_action(self, action: int) -> None:
        # OpenSpiel does not check what it is told to do. Raises IllegalStep, and nothing is done.
        self.moment.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.moment.game
        is_chance = player == pyspiel.PlayerId.CHANCE
        texts = game.outcome_texts if is_chance else game.action_texts
        if not 0 <= action < len(texts):
            kind = "outcome" if is_chance else "action"
            raise IllegalStep(f"There is no {kind} {action}; they go from 0 to {len(texts) - 1}.")
        return texts[action]

    def __str__(self) -> str:
        return self.moment.state_text()


def _register(name: str) -> None:
    """Make a game of ours known to OpenSpiel."""
    # OpenSpiel keeps what it is given till after Python has ended. A class is never freed; a
    # function or a partial would be, without Python, and the process would abort.
    cls = type(name.title().replace("-", ""), (SpielGame,), {"NAME": name})
    pyspiel.register_game(_type(loaded(Origin(name))), cls)


for _name in game_names():
    _register(_name)
