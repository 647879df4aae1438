"""What happened in a game, in few words, as one seat saw it."""

from itertools import groupby
from typing import NamedTuple

from siegeworks.core.contract import Seat
from siegeworks.core.effects import HIDDEN
from siegeworks.core.game import Game
from siegeworks.core.text import capitalized, counted
from siegeworks.play.table import TABLE, Table

MOST_TOKENS = 12  # of one actor in a row; of more, only the first and the last are shown


class TurnSummary(NamedTuple):
    """What one actor did in a row."""

    actor: str  # empty: nobody alone
    words: str  # tokens, or a sentence about the actor

    @property
    def is_sentence(self) -> bool:
        """Do the words name the actor themselves?"""
        return not self.actor or self.words.startswith(capitalized(self.actor))


def since(table: Table, seat: Seat, start: int) -> list[TurnSummary]:
    """All steps from number `start` (from 0) on, as `seat` (or SPECTATOR) saw them."""
    return between(table, seat, start, len(table.steps))


def between(table: Table, seat: Seat, start: int, end: int) -> list[TurnSummary]:
    """The steps from number `start` up to but not including `end`, as `seat` saw them."""
    steps = [(table.steps[i].actor, _step_words(table, seat, i)) for i in range(start, end)]
    runs = groupby(steps, key=lambda step: step[0])
    return [TurnSummary(actor, _words(actor, [token for _, token in run])) for actor, run in runs]


def _step_words(table: Table, seat: Seat, index: int) -> str:
    """A token, and what the step revealed: `d2-f4 (5x0)`."""
    token, shown = table.token_seen_by(seat, index), table.shown_by(index)
    return f"{token} ({shown})" if shown else token


def last_own_step(table: Table, seat: Seat) -> int:
    """How many steps there are up to and including the last one by this seat; 0 if none."""
    name = table.game.seats[seat]
    ends = (i for i in range(len(table.steps), 0, -1) if table.steps[i - 1].actor == name)
    return next(ends, 0)


def _words(actor: str, tokens: list[str]) -> str:
    hidden = tokens.count(HIDDEN)
    seen = [token for token in tokens if token != HIDDEN]
    if actor == TABLE:
        return " ".join(map(table_sentence, seen))
    parts = []
    if hidden:
        parts.append(counted(hidden, "secret step"))
    if len(seen) > MOST_TOKENS:
        half = MOST_TOKENS // 2
        shown = f"{' '.join(seen[:half])} … {' '.join(seen[-half:])}"
        parts.append(f"{counted(len(seen), 'step')}: {shown}")
    elif seen:
        parts.append(" ".join(seen))
    return "; ".join(parts)


def table_sentence(token: str) -> str:
    """A step of the table in words."""
    word, _, seat = token.partition("=")
    sentences = {
        "resign": f"{capitalized(seat)} resigned.",
        "time": f"{capitalized(seat)} ran out of time.",
        "draw": "All agreed to a draw.",
        "agree": "All agreed to end the game.",
    }
    return sentences[word]


def ending(table: Table) -> str:
    """How a game ended, in a sentence."""
    why = table.game.endings[table.state.ending]
    if table.result == "draw":
        return f"A draw: {why}."
    together = " together" if len(table.winners) > 1 else ""
    return f"{' and '.join(table.winners)} won{together}: {why}."


def title_with_options(game: Game) -> str:
    """A game's title and the options that differ from their defaults: "Expansion setup=random"."""
    return " ".join(
        [game.title, *(f"{key}={value}" for key, value in game.changed_options.items())]
    )
