"""One game between bots, from its first step to its last"""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import NamedTuple

from siegeworks.bots import Bot
from siegeworks.core.contract import TERMINAL, Action, Observation, Seat, State
from siegeworks.core.game import Game
from siegeworks.core.random import Rng
from siegeworks.lab.baselines import make_player, sees_state
from siegeworks.play.bot_choice import IllegalChoice, choose_action
from siegeworks.play.record import Record, players_note, replay_on
from siegeworks.play.table import Step

MAX_MESSAGE = 200  # characters of a bot's error message that are repeated


class Player(NamedTuple):
    """Who plays a seat."""

    bot: Bot
    sees_state: bool = False  # it is shown the true state: an upper bound to measure against


class Ply(NamedTuple):
    """The action of a seat."""

    seat: Seat
    action: Action
    legal: int  # how many actions were legal
    seconds: float  # that the player took


class OneGame(NamedTuple):
    """A game that was played to its end."""

    state: State  # the last one
    steps: list[Step]  # actions and outcomes
    plies: int  # actions only

    @property
    def winners(self) -> int:
        """One bit a seat."""
        return int(self.state.winners)

    @property
    def first(self) -> Seat:
        """The seat that began; -1 if the game ended before that was known."""
        return int(self.state.first)

    @property
    def ending(self) -> int:
        """Index into `Game.endings`."""
        return int(self.state.ending)


class PlayerFailed(Exception):
    """A player raised an error, which is the cause of this one, or chose an illegal action."""

    def __init__(self, seat: Seat, steps: list[Step], error: Exception) -> None:
        message = " ".join(str(error).split())
        is_illegal = isinstance(error, IllegalChoice)
        reason = message if is_illegal else f"failed with {type(error).__name__}: {message}"
        super().__init__(reason[:MAX_MESSAGE].rstrip("."))
        self.seat, self.steps, self.error = seat, steps, error


def player_of(spec: str, game: Game, rng: Rng) -> Player:
    """The player of a spec, as in `make_player`."""
    bot = make_player(spec, game, rng)
    return Player(bot, sees_state(spec, bot))


def play(
    game: Game,
    players: Sequence[Player],
    chance: Rng,
    watch: Callable[[State, Ply], None] | None = None,
) -> OneGame:
    """Play one game. Bots may remember: make new players, by seat, for each game.

    `watch` is called with each ply before it is taken and the state in which it is taken. The state
    changes afterwards: copy what is kept of it.

    Raises:
        PlayerFailed: a player raised an error or chose an illegal action.
    """
    state, steps, plies = game.new_state(), [], 0
    steps += _settled(game, state, chance)
    while state.to_act != TERMINAL:
        seat = int(state.to_act)
        bot, sees_all = players[seat]
        seen, legal = shown(game, state, sees_all), game.legal_actions(state)
        began = perf_counter()
        try:
            action = choose_action(bot, seen, legal)
        except Exception as error:
            raise PlayerFailed(seat, steps, error) from error
        seconds = perf_counter() - began
        if watch is not None:
            watch(state, Ply(seat, action, len(legal), seconds))
        plies += 1
        steps.append(Step(game.seats[seat], game.action_texts[action]))
        game.unchecked.apply(state, action)  # choose_action() has checked it
        steps += _settled(game, state, chance)
    return OneGame(state, steps, plies)


def _settled(game: Game, state: State, chance: Rng) -> list[Step]:
    """Let chance act in place until a seat is to act or the game is over; the steps it took."""
    return [Step("chance", game.outcome_texts[o]) for o in game.settle(state, chance)]


def shown(game: Game, state: State, all_of_it: bool) -> Observation:
    """What the player to act gets to see."""
    return game.open_view(state) if all_of_it else game.observe(state, int(state.to_act))


def record_of(
    game: Game, steps: list[Step], players: Sequence[str], notes: dict[str, str]
) -> Record:
    """The record of these steps, replayed by the referee, with the specs of the players by seat and
    other header lines."""
    table = replay_on(game, Record(game.name, steps=steps))
    seated = players_note(zip(game.seats, players, strict=True))
    return Record.of_table(table, {"players": seated, **notes})
