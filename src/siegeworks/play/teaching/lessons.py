"""Lessons: positions of a game in which the learner makes the move, with what is said about it

A game's lessons are a file `lessons.toml` in its folder. Each step of a lesson names the moves that
are right, answers every other one, and may state what is then true; the laws in
`siegeworks.testing` hold all of it against the engine.

    [[lesson]]
    name = "capture"
    title = "Take a tile"
    seat = "south"                       # the learner's
    start = '''
    chance Sa1=5 Sb1=3                   # an actor and its tokens, as in a record
    south b2-b3
    '''

    [[lesson.step]]
    text = "Your Archer stands beside an unknown tile. Attack it."
    moves = ["b3xb4"]                    # any of these is right; none: there is only text to read
    right = "5 against 3: the tile is yours."
    wrong = { "b2-* b4-*" = "That tile does not reach it.", "*" = "Attack with the Archer." }
    reply = "north e4-e3"                # what happens next
"""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import NamedTuple

import msgspec

from siegeworks.core.contract import Seat
from siegeworks.core.errors import IllegalStep, SiegeworksError, quote
from siegeworks.core.game import Game
from siegeworks.games import module
from siegeworks.play.table import Table
from siegeworks.play.teaching.data_files import WithMaps, data_of, has_file

FILE = "lessons.toml"


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is true after a step, as its sentences say. What is not named is not claimed."""

    winners: tuple[str, ...] | None = None  # () while the game goes on
    goal: str | None = None  # a part of the line that says how the game stands
    pieces: dict[str, str] = {}  # by cell: "south 5", a seat's piece and label; "" if none
    trays: dict[str, str] = {}  # by "south Captured": the note, or how many pieces lie there
    legal: tuple[str, ...] = ()  # some of the moves that the seat to act then has
    illegal: tuple[str, ...] = ()  # moves that it does not have


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to read or to do."""

    text: str
    moves: tuple[str, ...] = ()  # tokens that are right; none: there is only text to read
    right: str = ""  # what is said to a right move
    wrong: dict[str, str] = {}  # what is said to another move, by patterns; the first that fits
    reply: str = ""  # steps that follow, as `Lesson.start`
    start: str = ""  # another position than that after the step before, from the start of the game
    show: tuple[str, ...] = ()  # cells to look at
    rules: tuple[str, ...] = ()  # paragraphs to read for more: "R5"
    evidence: str = ""  # the command and the figure behind a claim about what is good
    then: Claim = Claim()


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A few steps that teach one thing."""

    name: str  # "capture", stable: progress is kept under it
    title: str
    seat: str  # the learner's
    steps: tuple[Step, ...] = msgspec.field(name="step")
    options: dict[str, str] = {}
    start: str = ""  # the steps before the first position


class Course(WithMaps, frozen=True, forbid_unknown_fields=True):
    """All lessons of a game."""

    lessons: tuple[Lesson, ...] = msgspec.field(name="lesson")


class LessonError(SiegeworksError):
    """A file of lessons is wrong; where, and what."""


def has_lessons(game: str) -> bool:
    """Does a game have lessons? They are not read for it. Errors as in `course`."""
    return has_file(game, FILE)


@cache
def course(game: str) -> Course | None:
    """The lessons of a game; None if it has none. Raises UnknownGame, or LessonError if the file
    cannot be read."""
    return data_of(game, FILE, Course, LessonError)


def lesson_of(game: str, name: str) -> Lesson:
    """The lesson of this name. Raises LessonError if there is none, with those that there are."""
    known = course(game)
    lessons = known.lessons if known else ()
    for lesson in lessons:
        if lesson.name == name:
            return lesson
    names = ", ".join(lesson.name for lesson in lessons) or "none yet"
    raise LessonError(f"{module(game).TITLE} has no lesson {quote(name)}; its lessons: {names}.")


# Playing a lesson --------------------------------------------------------------------------------


class Answer(NamedTuple):
    """What comes of a try."""

    is_right: bool
    sentence: str
    table: Table | None  # the position after the move; None: the move is illegal


@dataclass(frozen=True)
class Exercise:
    """One step of a lesson with its position. Nothing that is tried changes it."""

    lesson: Lesson
    number: int  # of the step, from 0
    table: Table

    @property
    def step(self) -> Step:
        """What to read or to do."""
        return self.lesson.steps[self.number]

    @property
    def seat(self) -> Seat:
        """The learner's seat."""
        return self.table.game.seats.index(self.lesson.seat)

    def try_move(self, token: str) -> Answer:
        """Try a move: whether it is right, what is said to it, and the position after it."""
        after = self.table.branch()
        try:
            after.play(self.lesson.seat, token)
        except IllegalStep as error:
            return Answer(False, str(error), None)
        if token in self.step.moves:
            return Answer(True, self.step.right, after)
        return Answer(False, self.explained(token), after)

    @property
    def answer(self) -> str:
        """A right move; empty if there is nothing to do."""
        return self.step.moves[0] if self.step.moves else ""

    def explained(self, token: str) -> str:
        """What is said to a legal move that is not right; empty if nothing is."""
        for patterns, explanation in self.step.wrong.items():
            if any(fnmatchcase(token, pattern) for pattern in patterns.split()):
                return explanation
        return ""

    def after(self, token: str = "") -> Table:
        """The position after the step: after this right move, and what follows it."""
        table = self.table.branch()
        if token:
            table.play(self.lesson.seat, token)
        play_steps(table, self.step.reply, f"{self._where} reply")
        return table

    @property
    def _where(self) -> str:
        return f"{FILE} of {self.table.game.name}, {self.lesson.name}, step {self.number + 1}:"


class Progress:
    """Going through a lesson, step by step."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        """At the first step; `game` is that of the lesson (`Course.game`).

        Raises:
            LessonError: a step that cannot be played.
        """
        self.lesson, self._game = lesson, game
        where = f"{FILE} of {game.name}, {lesson.name}: start"
        self._table = position(game, lesson.start, where)
        self._number = -1
        self.exercise: Exercise | None = None  # None: the lesson is over
        self._next()

    def go_on(self, token: str = "") -> None:
        """Go on after this right move, or after a step that is only read."""
        assert self.exercise is not None
        self._table = self.exercise.after(token)
        self._next()

    def _next(self) -> None:
        self._number += 1
        if self._number == len(self.lesson.steps):
            self.exercise = None
            return
        step = self.lesson.steps[self._number]
        if step.start:
            where = f"{FILE} of {self._game.name}, {self.lesson.name}, step {self._number + 1}:"
            self._table = position(self._game, step.start, f"{where} start")
        self.exercise = Exercise(self.lesson, self._number, self._table)


def position(game: Game, steps: str, where: str) -> Table:
    """The position after these steps, each an actor with its tokens. Errors as in `play_steps`."""
    table = Table(game)
    play_steps(table, steps, where)
    return table


def play_steps(table: Table, steps: str, where: str) -> None:
    """Play the steps of lines of an actor and its tokens; what follows a # is a comment. Raises
    LessonError for a step that cannot be played."""
    for line in steps.splitlines():
        actor, *tokens = line.partition("#")[0].split() or [""]
        for token in tokens:
            try:
                table.play(actor, token)
            except IllegalStep as error:
                raise LessonError(f"{where}: {actor} {error}") from None
