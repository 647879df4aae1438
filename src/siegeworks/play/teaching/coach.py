"""What a coach says before each of the first moves: what the rules make of the position now

The sentences of a game are a file `coach.toml` in its folder, in the order in which they are worth
hearing. At each of its decisions a seat hears the first one whose conditions hold and that it has
not heard in this game. Conditions see what the seat sees, its scene and its legal moves; the laws
in `siegeworks.testing` hold every sentence against games of the engine.

    [[advice]]
    name = "beside"
    text = "The last army captured nothing, so yours must touch it."
    moves = ["*-*"]                      # some legal move fits one of these patterns
    only = ["*-*", "swap"]               # every legal move fits one
    task = "captured nothing"            # a part of what the seat is asked to do
    pieces = ["own tower"]               # kinds that stand on the board: "own …" or "enemy …"
    times = 2                            # how often it may be said in a game: once, if left out
"""

from collections import Counter
from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import cache

import msgspec

from siegeworks.core.contract import Observation, Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.scene import Scene
from siegeworks.play.table import Table
from siegeworks.play.teaching.data_files import data_of

FILE = "coach.toml"
FIRST_DECISIONS = 40  # of a seat; later there is nothing new to say


class CoachError(SiegeworksError):
    """A file of coach sentences is wrong; where, and what."""


class Advice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence or two, and when they matter. A condition that is left out always holds."""

    name: str  # of its own in this game
    text: str
    moves: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    task: str = ""
    pieces: tuple[str, ...] = ()
    times: int = 1
    evidence: str = ""  # the command and the figure behind a claim about what is good

    def matters(self, seat: str, scene: Scene, legal: Sequence[str]) -> bool:
        """Whether all conditions hold for this seat."""
        standing = {
            f"{'own' if cell.piece.seat == seat else 'enemy'} {cell.piece.kind}"
            for cell in scene.cells
            if cell.piece is not None and cell.piece.seat is not None
        }
        return (
            (not self.moves or any(fits(token, self.moves) for token in legal))
            and (not self.only or all(fits(token, self.only) for token in legal))
            and self.task in scene.task
            and standing.issuperset(self.pieces)
        )


class Sentences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that the coach of a game says."""

    advice: tuple[Advice, ...]


def fits(token: str, patterns: Sequence[str]) -> bool:
    """Whether a token fits one of these patterns."""
    return any(fnmatchcase(token, pattern) for pattern in patterns)


@cache
def advice_of(game: str) -> tuple[Advice, ...]:
    """What the coach of a game says; nothing if the game has no such file. Raises UnknownGame, or
    CoachError if the file cannot be read."""
    sentences = data_of(game, FILE, Sentences, CoachError)
    return sentences.advice if sentences else ()


def decisions(table: Table, seat: Seat) -> list[Observation]:
    """What the seat saw at each of its decisions so far, and sees at the one that is due, if any.
    What it learned later is not in it."""
    name = table.game.seats[seat]
    made = [index for index, step in enumerate(table.steps) if step.actor == name]
    due = [len(table.steps)] if table.state.to_act == seat else []
    return [table.view(seat, index) for index in (*made, *due)]


class Listener:
    """A seat that goes from decision to decision: what it hears, each sentence so often only."""

    def __init__(self, game: Game) -> None:
        self._game, self._known = game, advice_of(game.name)
        self._heard: Counter[str] = Counter()
        self._decisions = 0

    def hear(self, seen: Observation) -> Advice | None:
        """What is said at the seat's next decision, in this position; None: nothing."""
        game = self._game
        fresh = [advice for advice in self._known if self._heard[advice.name] < advice.times]
        self._decisions += 1
        if not fresh or self._decisions > FIRST_DECISIONS:
            return None
        scene, legal = game.scene(game.params, seen), game.legal_texts(seen)
        seat = game.seats[int(seen.to_act)]
        news = next((advice for advice in fresh if advice.matters(seat, scene, legal)), None)
        if news is not None:
            self._heard[news.name] += 1
        return news


def advice_on(game: Game, seen: Sequence[Observation]) -> Advice | None:
    """What is said at the last of a seat's decisions, of which it saw these positions; None:
    nothing."""
    listener = Listener(game)
    last: Advice | None = None
    for position in seen:
        last = listener.hear(position)
    return last
