"""Puzzles: positions in which only one move wins, only one saves the game, or one wins most often

A game's puzzles are a file `puzzles.toml` in its folder, written by `siegeworks puzzles make` and
proven again by `siegeworks puzzles check`.

    [[puzzle]]
    name = "king-4"                      # progress is kept under it
    kind = "win"                         # or "save" or "odds"
    grade = 2                            # 1 to 3: the higher, the fewer bots find the solution
    theme = "Trap the King"
    seat = "south"                       # the learner's
    plies = 3                            # actions to the end at most, the solution included
    options = { columns = "3" }
    start = '''
    chance Sa1=5 Sb1=3                   # an actor and its tokens, as in a record
    south b2-b3
    '''
    solution = "b1xb1"
    line = '''                           # what follows if the others resist as long as they can
    north c2~
    '''
    proof = "solved to the end"
    text = "Why it works."
    found_by = { weak = 0.2, fair = 0.7, strong = 1.0 } # how often such bots play the solution

Where chance has dealt what is hidden, kind = "odds" asks for the move that wins in most deals:

    deals = 24                           # so many fit what the seat has seen, all equally likely
    worth = { "b1xb1" = 18, "c1~" = 14 } # in how many a move wins by force within `plies`
"""

from dataclasses import dataclass
from datetime import date as Date
from functools import cache
from typing import Literal, NamedTuple
from zlib import crc32

import msgspec

from siegeworks.core.contract import Seat
from siegeworks.core.errors import IllegalStep, SiegeworksError, quote
from siegeworks.core.game import Game
from siegeworks.core.text import capitalized, counted
from siegeworks.games import load, module
from siegeworks.play.summary import ending
from siegeworks.play.table import Step, Table
from siegeworks.play.teaching.data_files import has_file, read_toml, text_of
from siegeworks.play.teaching.lessons import play_steps
from siegeworks.proofs.forcing import Aim
from siegeworks.proofs.refutation import spoiling_step

FILE = "puzzles.toml"
GRADES = (1, 2, 3)
FEWEST_MOVES = {1: 5, 2: 3, 3: 3}  # legal ones, by grade: with fewer a puzzle teaches guessing

Kind = Literal["win", "save", "odds"]
KINDS: tuple[Kind, ...] = ("win", "save", "odds")
MARGIN = 0.05  # of the deals: by so many, at least, the best move of "odds" beats the second


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position with one right move, and what is proven of it."""

    name: str  # "king-4", unique in the game and stable: progress is kept under it
    kind: Kind  # the solution alone: "win" wins by force; "save" cannot be made to lose; "odds"
    #             wins in most of the deals that fit what the seat has seen
    grade: int  # 1 to 3
    theme: str  # in words that a player knows
    seat: str  # the learner's
    plies: int  # the actions within which the game is won (or any other move may lose), all seats'
    start: str  # the steps before the position
    solution: str  # the learner's move
    line: str  # the steps that follow it, chance included
    proof: str  # of what kind it is: "solved to the end", …
    text: str  # why it works
    found_by: dict[str, float] = {}  # by judge: the share of tries in which it plays the solution
    options: dict[str, str] = {}
    deals: int = 0  # of "odds": how many fit what the seat has seen
    worth: dict[str, int] = {}  # of "odds": in how many each move wins; none if it is not here

    @property
    def goal(self) -> str:
        """What to do, in a few words."""
        if self.kind == "odds":
            within = "at once" if self.plies == 1 else f"within {counted(self.plies, 'move')}"
            return (
                f"Which move wins most often {within}, over all deals that fit what you have seen?"
            )
        return "Find the only move that wins." if self.kind == "win" else "Save the game."

    def share_of(self, move: str) -> str:
        """In how many deals a move of "odds" wins: "in 18 of 24 deals (75%)"."""
        wins = self.worth.get(move, 0)
        return f"in {wins or 'none'} of {self.deals} deals ({round(100 * wins / self.deals)}%)"


class PuzzleError(SiegeworksError):
    """A file of puzzles is wrong; where, and what."""


class Collection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file holds."""

    puzzles: tuple[Puzzle, ...] = msgspec.field(name="puzzle", default=())
    themes: dict[str, str] = {}  # of new puzzles, by patterns of their solution: "b1x*|*~"


def has_puzzles(game: str) -> bool:
    """Does a game have puzzles? They are not read for it. Errors as in `puzzles`."""
    return has_file(game, FILE)


def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, those of grade 1 first; empty if it has none. Raises UnknownGame, or
    PuzzleError if the file cannot be read."""
    return tuple(sorted(collection(game).puzzles, key=lambda puzzle: puzzle.grade))


@cache
def collection(game: str) -> Collection:
    """The puzzles that come with a game, as its file has them. Errors as in `puzzles`."""
    text = text_of(game, FILE)
    return Collection() if text is None else read_collection(text, f"{FILE} of {game}")


def read_collection(text: str, source: str) -> Collection:
    """What such a text holds. Raises PuzzleError for something else, or two puzzles of one name."""
    collection = read_toml(text, Collection, source, PuzzleError)
    names: set[str] = set()
    for puzzle in collection.puzzles:
        if puzzle.name in names:
            raise PuzzleError(f"{source}: two puzzles are named {quote(puzzle.name)}.")
        names.add(puzzle.name)
    return collection


def puzzle_of(game: str, name: str) -> Puzzle:
    """The puzzle of this name. Raises PuzzleError if there is none."""
    known = puzzles(game)
    for puzzle in known:
        if puzzle.name == name:
            return puzzle
    some = f"one that it has is {known[0].name}" if known else "it has none yet"
    raise PuzzleError(f"{module(game).TITLE} has no puzzle {quote(name)}; {some}.")


def daily(game: str, date: Date) -> Puzzle:
    """The puzzle of a day, the same for everybody. A new puzzle changes few days. Raises
    PuzzleError if the game has none."""
    known = puzzles(game)
    if not known:
        raise PuzzleError(f"{module(game).TITLE} has no puzzles yet.")
    return max(known, key=lambda puzzle: (crc32(f"{date} {puzzle.name}".encode()), puzzle.name))


# Solving a puzzle --------------------------------------------------------------------------------


class Answer(NamedTuple):
    """What comes of a try."""

    is_right: bool
    sentence: str
    table: Table | None  # the position after the move and the reply; None: the move is illegal
    reply: tuple[Step, ...] = ()  # to a wrong move: what spoils it, if it is known

    @property
    def with_reply(self) -> str:
        """The sentence, with the reply as a token: for those who type their moves."""
        notes = (
            f"Chance can bring {token}."
            if actor == "chance"
            else f"{capitalized(actor)} can answer {token}."
            for actor, token in self.reply
        )
        return " ".join((self.sentence, *notes))


@dataclass(frozen=True)
class Setting:
    """A puzzle with its position. Nothing that is tried changes it."""

    puzzle: Puzzle
    table: Table

    @property
    def game(self) -> Game:
        """The game with the puzzle's options."""
        return self.table.game

    @property
    def seat(self) -> Seat:
        """The learner's seat."""
        return self.game.seats.index(self.puzzle.seat)

    def try_move(self, token: str) -> Answer:
        """Try a move: whether it is right, what is said to it, and the position after it."""
        after = self.table.branch()
        try:
            after.play(self.puzzle.seat, token)
        except IllegalStep as error:
            return Answer(False, str(error), None)
        if token == self.puzzle.solution:
            return Answer(True, self.puzzle.text, after)
        return self._refuted(after)

    def _refuted(self, after: Table) -> Answer:
        """What is said to a legal move that is not right, with what spoils it."""
        puzzle, game = self.puzzle, self.game
        if puzzle.kind == "odds":
            share = puzzle.share_of(after.steps[len(self.table.steps)].token)
            return Answer(False, f"That wins {share}; another move wins more often.", after)
        if after.over:
            return Answer(False, f"That ends the game: {ending(after)}", after)
        aim: Aim = "win" if puzzle.kind == "win" else "hold"
        step = spoiling_step(game, self.table.state, aim, after.choices[-1], puzzle.plies + 2)
        if step is None:
            return Answer(False, REFUTATIONS[puzzle.kind], after)
        actor, token = game.actor(after.state) or "", game.choice_to_text(after.state, step)
        after.play(actor, token)
        return Answer(False, REFUTATIONS[puzzle.kind], after, (Step(actor, token),))

    def solved(self) -> Table:
        """The position after the solution and the line that follows it. Raises PuzzleError for a
        step that cannot be played."""
        after = self.table.branch()
        try:
            _play_solution(after, self.puzzle)
            play_steps(after, self.puzzle.line, "line")
        except SiegeworksError as error:
            raise PuzzleError(f"{where(self.game.name, self.puzzle)}: {error}") from None
        return after


REFUTATIONS = {
    "win": "That does not win by force.",
    "save": "After that the game can be lost.",
}


def setting(game: str, puzzle: Puzzle) -> Setting:
    """The position of a puzzle of this game. Raises PuzzleError if its start, or then its solution,
    cannot be played."""
    try:
        table = Table(load(game, puzzle.options))
        play_steps(table, puzzle.start, "start")
        _play_solution(table.branch(), puzzle)
    except SiegeworksError as error:
        raise PuzzleError(f"{where(game, puzzle)}: {error}") from None
    return Setting(puzzle, table)


def _play_solution(table: Table, puzzle: Puzzle) -> None:
    seats = table.game.seats
    if puzzle.seat not in seats:
        raise PuzzleError(f"no seat is named {quote(puzzle.seat)}; there are {', '.join(seats)}.")
    try:
        table.play(puzzle.seat, puzzle.solution)
    except IllegalStep as error:
        raise PuzzleError(f"solution: {error}") from None


def where(game: str, puzzle: Puzzle) -> str:
    """The file and the puzzle, for a sentence."""
    return f"{FILE} of {game}, {puzzle.name}"
