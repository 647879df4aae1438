"""Examples of the rules: real positions of a game, and what happens in them

A game's examples are a file `rule_examples.toml` in its folder, at least one for each numbered
paragraph of its rulebook. The laws in `siegeworks.testing` hold all of them against the engine.

    [[example]]
    paragraph = "R6"
    caption = "5 against 3: the 3 leaves the game."
    seat = "suns"                        # whose view it is; without it, that of spectators
    options = { setup = "random" }
    start = '''
    chance a1=5 b1=3                     # an actor and its tokens, as in a record
    '''
    moves = "suns a4-b4"                 # what is played to show the rule
    show = ["a4", "b4"]                  # cells to look at
    trays = ["Left the game"]            # titles of trays to show beside the board
    then = { pieces = { b4 = "suns 5" } }  # what the caption claims, as in lessons
"""

from functools import cache

import msgspec

from siegeworks.core.contract import SPECTATOR, Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.play.table import Table
from siegeworks.play.teaching.data_files import WithMaps, data_of
from siegeworks.play.teaching.lessons import Claim, play_steps, position

FILE = "rule_examples.toml"


class RuleExample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position that illustrates a paragraph, and the steps that are played from it."""

    paragraph: str  # "R6"
    caption: str
    seat: str = ""  # whose view it is; empty: that of spectators
    options: dict[str, str] = {}
    start: str = ""  # the steps before the position
    moves: str = ""  # the steps to show; none: only the position
    show: tuple[str, ...] = ()  # cells to look at
    trays: tuple[str, ...] = ()  # titles of trays to show beside the board
    then: Claim = Claim()  # true after the moves


class RuleExamples(WithMaps, frozen=True, forbid_unknown_fields=True):
    """All examples of a game."""

    examples: tuple[RuleExample, ...] = msgspec.field(name="example")


class RuleExampleError(SiegeworksError):
    """A file of examples is wrong; where, and what."""


@cache
def rule_examples(game: str) -> RuleExamples | None:
    """The examples of a game's rules; None if it has none. Raises UnknownGame, or RuleExampleError
    if the file cannot be read."""
    return data_of(game, FILE, RuleExamples, RuleExampleError)


def seat_of(game: Game, example: RuleExample) -> Seat:
    """Whose view an example is: a seat, or SPECTATOR."""
    return game.seats.index(example.seat) if example.seat else SPECTATOR


def played(game: Game, example: RuleExample) -> tuple[Table, int]:
    """An example after its moves, and how many steps came before them. Raises LessonError for a
    step that cannot be played."""
    where = f"{FILE} of {game.name}, {example.paragraph}"
    table = position(game, example.start, f"{where}: start")
    before = len(table.steps)
    play_steps(table, example.moves, f"{where}: moves")
    return table, before
