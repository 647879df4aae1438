"""Over HTTP: lessons and puzzles."""

from typing import Annotated, Literal

from msgspec import Meta

from siegeworks.core.effects import Effects
from siegeworks.server.messages.base import MAX_LESSON_STEPS, Data, RequestBody, Token
from siegeworks.server.messages.drawing import Board, Scene, Step


class LessonInfo(Data):
    """A lesson."""

    name: str
    title: str
    steps: int


class Lessons(Data):
    """GET /api/games/{name}/lessons: the lessons of a game, in their order."""

    lessons: list[LessonInfo]


class LessonRequest(RequestBody):
    """POST /api/games/{name}/lessons/{lesson}: a step of a lesson, and what comes of a try.
    Answered by `LessonStep`."""

    # The right moves that were played in the steps before; "" where there was only text to read.
    moves: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=MAX_LESSON_STEPS)]
    tried: Token | None = None  # a move to try in this step


class LessonAnswer(Data):
    """What comes of a try."""

    is_right: bool
    sentence: str
    scene: Scene | None = None  # after the move; None: it is not legal
    changed: list[str] = []  # the places that look different then


class LessonStep(Data):
    """A step of a lesson: what to read or to do, as the learner's seat sees the position. After the
    last step everything is empty but the title."""

    title: str
    number: int  # from 1; 0: the lesson is over
    steps: int  # in the lesson
    text: str = ""
    seat: str = ""  # the learner's
    seats: list[str] = []
    board: Board | None = None
    scene: Scene | None = None
    changed: list[str] = []  # the places that look different since the step before
    moves: list[str] = []  # that are right; none: there is only text to read
    legal: list[str] = []  # moves that can be tried …
    effects: list[Effects] = []  # … and what they would do
    show: list[str] = []  # places to look at
    rules: list[str] = []  # paragraphs to read for more
    answer: LessonAnswer | None = None


class PuzzleInfo(Data):
    """A puzzle, without its position."""

    name: str  # progress is kept under it
    kind: Literal["win", "save", "odds"]  # find the only move that wins, the only one that does not
    #                                       lose, or the one that wins in most deals
    grade: int  # 1 to 3
    theme: str


class PuzzleGame(Data):
    """What puzzles a game has."""

    game: str
    title: str
    puzzles: int
    daily: str = ""  # the name of today's; empty if there is none


class PuzzleGames(Data):
    """GET /api/puzzles: the puzzles of all games."""

    games: list[PuzzleGame]
    today: str = ""  # the game whose daily puzzle is shown first; empty if no game has any


class Puzzles(Data):
    """GET /api/games/{name}/puzzles: the puzzles of a game, the easy ones first."""

    puzzles: list[PuzzleInfo]
    daily: str = ""  # the name of today's; empty if there is none


class PuzzlePosition(Data):
    """A position of a puzzle as the learner's seat sees it, and what led to it."""

    scene: Scene
    changed: list[str]  # the places that look different since the position before
    seat: str | None = None  # who acted; None: nobody
    sentence: str = ""  # what happened
    steps: list[Step] = []


class Puzzle(Data):
    """GET /api/games/{name}/puzzles/{puzzle}: a puzzle to solve. Its solution is not in it."""

    info: PuzzleInfo
    options: dict[str, str]
    seat: str  # the learner's
    seats: list[str]
    board: Board
    before: Scene | None  # the position before the last turn; None: there was none
    position: PuzzlePosition  # with the turn that led to it
    legal: list[str]  # moves that can be tried …
    effects: list[Effects]  # … and what they would do
    within: int  # actions of all seats in which "odds" counts the wins; 0 for the other kinds


class PuzzleTry(RequestBody):
    """POST /api/games/{name}/puzzles/{puzzle}: try a move, or ask for the solution. Answered by
    `PuzzleAnswer`."""

    tried: Token | None = None  # None: show the solution


class PuzzleSolution(Data):
    """What a puzzle keeps to itself until it is solved or the learner gives up."""

    text: str  # why it works
    proof: str  # how it was proven: "solved to the end"
    found_by: dict[str, float] = {}  # the share of tries in which bots find it: weak, fair, strong


class PuzzleAnswer(Data):
    """What comes of a try: the position after the move, and after each turn that follows it."""

    is_right: bool
    sentence: str = ""  # what a wrong move loses, or why it is illegal
    line: list[PuzzlePosition] = []  # none: the move is illegal
    solution: PuzzleSolution | None = None  # if it was right, or was asked for; `line` is its line


class OfflineStep(Data):
    """A step of a lesson, with what comes of each of its right moves."""

    lesson: str
    moves: list[str]  # that led here, as `LessonRequest` names them
    step: LessonStep
    answers: list[LessonAnswer]  # to each of the step's moves


class OfflinePuzzle(Data):
    """A puzzle with its solution."""

    puzzle: Puzzle
    solution: PuzzleAnswer


class OfflineCopy(Data):
    """GET /api/games/{name}/offline: what a page keeps of a game for when there is no
    connection: its lessons, and some of its puzzles."""

    steps: list[OfflineStep]
    puzzles: list[OfflinePuzzle]
