"""Who plays which seat: people and bots, as `--seat` names them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from siegeworks.bots import BOTS, LEVELS, UnknownBot, make_bot
from siegeworks.cli.console.questions import Choice, ask_choice
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.tui.terminal import Terminal

YOU = "you"
OPPONENTS = tuple(f"level:{number}" for number in range(1, len(LEVELS) + 1))
DEFAULT_OPPONENT = "level:3"


def parse_players(game: Game, given: Sequence[str], recorded: Mapping[str, str]) -> list[str]:
    """The player of each seat: as given by `--seat`, "SEAT=WHO", else as recorded in a game that is
    continued, else the default.

    Raises:
        SiegeworksError: a malformed option, an unknown seat, one given twice, or an unknown bot.
    """
    players, chosen = dict(recorded), set[str]()
    for text in given:
        seat, equals, who = text.partition("=")
        if not equals or not who:
            example = f"{game.seats[0]}={YOU}"
            raise SiegeworksError(f"--seat {quote(text)}: write SEAT=WHO, e.g. {example}.")
        if seat not in game.seats:
            seats = ", ".join(game.seats)
            raise SiegeworksError(
                f"--seat {quote(text)}: {game.title} has no such seat; its seats are {seats}."
            )
        if seat in chosen:
            raise SiegeworksError(f"--seat {quote(text)}: the seat {seat} is given twice.")
        chosen.add(seat)
        if who != YOU:
            _check_bot(text, seat, who, game)
        players[seat] = who
    if game.seats[0] not in players and YOU not in players.values():
        players[game.seats[0]] = YOU
    return [players.get(seat, DEFAULT_OPPONENT) for seat in game.seats]


def _check_bot(text: str, seat: str, who: str, game: Game) -> None:
    try:
        make_bot(who, game, new_rng(0))
    except UnknownBot as error:
        raise SiegeworksError(
            f"--seat {quote(text)}: {error} For a person, write {seat}={YOU}."
        ) from None


def is_bot(player: str) -> bool:
    """Whether this names a bot; every other name is a person's."""
    return player.partition(":")[0] in BOTS


def ask_players(terminal: Terminal, game: Game) -> list[str]:
    """Ask who plays against the person at the terminal."""
    first, *others = game.seats
    bots = [
        Choice(f"{level.name}: {level.description}", (level.name, spec))
        for level, spec in zip(LEVELS, OPPONENTS, strict=True)
    ]
    people = Choice("people at this terminal, in turn", ("people", YOU))
    question = f"You are {first}. Who plays {' and '.join(others)}?"
    chosen = ask_choice(terminal, question, [*bots, people], OPPONENTS.index(DEFAULT_OPPONENT))
    return [YOU] + [[*OPPONENTS, YOU][chosen]] * len(others)
