"""The HTTP API of lessons (a game's lessons, their steps, and what comes of a try), and of the
examples of its rules

Nothing is kept between requests: a client sends the moves that it has played in a lesson. Examples
never change: each game's are made once.
"""

from collections.abc import Iterator
from functools import partial

from starlette.requests import Request

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.games import UnknownGame
from siegeworks.play.history import History, Turns
from siegeworks.play.table import Table
from siegeworks.play.teaching.lessons import (
    Exercise,
    Lesson,
    LessonError,
    Progress,
    course,
    lesson_of,
)
from siegeworks.play.teaching.rule_examples import RuleExample, played, rule_examples, seat_of
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of
from siegeworks.server.http.answers import missing
from siegeworks.server.http.api import Api, Routes, get, post
from siegeworks.server.http.teaching.puzzle_routes import LearnerViews
from siegeworks.server.jobs.fair_pool import SingleFlight
from siegeworks.server.jobs.preparation import scene_encoder
from siegeworks.server.messages.scenes import previews_message


class LessonRoutes(Routes):
    """The work of these handlers is done in the threads that load games."""

    @get("/api/games/{name}/lessons", rate="lesson")
    async def lessons(self, request: Request, name: str) -> m.Lessons:
        """The lessons of a game; none if it has none."""
        with missing(UnknownGame):
            lessons = course(name)
        every = lessons.lessons if lessons else ()
        infos = [m.LessonInfo(lesson.name, lesson.title, len(lesson.steps)) for lesson in every]
        return m.Lessons(infos)

    @post("/api/games/{name}/lessons/{lesson}", rate="lesson", stores=False)
    async def step(
        self, request: Request, name: str, lesson: str, body: m.LessonRequest
    ) -> m.LessonStep:
        """A step of a lesson, and what comes of a try."""
        address = address_of(request)
        with missing(UnknownGame, LessonError):
            entry, lessons = lesson_of(name, lesson), course(name)
        assert lessons is not None
        map_rows = lessons.map_of(entry)
        game = await self._rooms.ready_game(name, entry.options, address, map_rows)
        work = partial(step_message, game, entry, body)
        return await self._rooms.loaders.run(address, work, quick=True)


def step_message(game: Game, lesson: Lesson, request: m.LessonRequest) -> m.LessonStep:
    """The step after these moves, and what comes of a try.

    Raises:
        SiegeworksError: the moves do not lead through the lesson, or a move is tried where there is
            nothing to do.
    """
    progress, before = Progress(game, lesson), None
    for number, token in enumerate(request.moves, 1):
        exercise = progress.exercise
        if exercise is None or token not in (exercise.step.moves or ("",)):
            raise SiegeworksError(
                f"Step {number} of this lesson continues with another move. Start it again."
            )
        before = exercise.table
        progress.go_on(token)
    if progress.exercise is None:
        return m.LessonStep(lesson.title, 0, len(lesson.steps))
    message = _shown(progress.exercise, before)
    if request.tried is not None:
        if not message.moves:
            raise SiegeworksError("There is nothing to do in this step but read.")
        message.answer = _tried(progress.exercise, request.tried)
    return message


def _shown(exercise: Exercise, before: Table | None) -> m.LessonStep:
    game, step, seat = exercise.table.game, exercise.step, exercise.seat
    scene = _scene(exercise.table, seat)
    is_same_board = before is not None and len(before.steps) < len(exercise.table.steps)
    return m.LessonStep(
        title=exercise.lesson.title,
        number=exercise.number + 1,
        steps=len(exercise.lesson.steps),
        text=step.text,
        seat=exercise.lesson.seat,
        seats=list(game.seats),
        board=scene_encoder(game).board,
        scene=scene,
        changed=_changed(before, scene, seat) if before is not None and is_same_board else [],
        moves=list(step.moves),
        legal=game.legal_texts(exercise.table.state) if step.moves else [],
        effects=previews_message(game, exercise.table.view(seat)) if step.moves else [],
        show=list(step.show),
        rules=list(step.rules),
    )


def _tried(exercise: Exercise, token: str) -> m.LessonAnswer:
    answer = exercise.try_move(token)
    if answer.table is None:
        return m.LessonAnswer(False, answer.sentence)
    scene = _scene(answer.table, exercise.seat)
    changed = _changed(exercise.table, scene, exercise.seat)
    return m.LessonAnswer(answer.is_right, answer.sentence, scene, changed)


def _scene(table: Table, seat: Seat) -> m.Scene:
    return scene_encoder(table.game).draw_with_reaches(table.view(seat))


def _changed(before: Table, after: m.Scene, seat: Seat) -> list[str]:
    return scene_encoder(before.game).changed(_scene(before, seat), after)


class RuleExampleRoutes(Routes):
    """The work of this handler is done in the threads that load games."""

    def __init__(self, api: Api) -> None:
        super().__init__(api)
        self._made: dict[str, m.RuleExamples] = {}
        self._making: SingleFlight[str, m.RuleExamples] = SingleFlight()

    @get("/api/games/{name}/rules/examples")
    async def examples(self, request: Request, name: str) -> m.RuleExamples:
        """The examples of a game's rules; none if it has none."""
        address = address_of(request)
        if name not in self._made:
            with missing(UnknownGame):
                rule_examples(name)
            self._made[name] = await self._making.get(name, lambda: self._make(name, address))
        return self._made[name]

    async def _make(self, name: str, address: str) -> m.RuleExamples:
        examples, made = rule_examples(name), list[m.RuleExample]()
        if examples is None:
            return m.RuleExamples(made)
        for example in examples.examples:
            map_rows = examples.map_of(example)
            game = await self._rooms.ready_game(name, example.options, address, map_rows)
            work = partial(example_message, game, example)
            made.append(await self._rooms.loaders.run(address, work, quick=True))
        return m.RuleExamples(made)


def example_message(game: Game, example: RuleExample) -> m.RuleExample:
    """An example with its positions, and what happens in words.

    Raises:
        LessonError: a step that cannot be played.
    """
    table, before = played(game, example)
    seat, encoder = seat_of(game, example), scene_encoder(game)
    scenes = [encoder.draw(table.view(seat, i)) for i in range(before, len(table.steps) + 1)]
    pairs = zip(scenes[:1] + scenes, scenes, strict=False)
    turns = list(_sentences(table, seat, before))
    return m.RuleExample(
        paragraph=example.paragraph,
        caption=example.caption,
        seat=example.seat or None,
        seats=list(game.seats),
        board=encoder.board,
        positions=[m.Position(after, encoder.changed(old, after)) for old, after in pairs],
        steps=LearnerViews(table, encoder).steps(seat, before),
        said=[sentence for sentence, _ in turns],
        turns=[max(0, start - before) for _, start in turns],
        show=list(example.show),
        trays=list(example.trays),
    )


def _sentences(table: Table, seat: Seat, before: int) -> Iterator[tuple[str, int]]:
    """For each step from number `before` on: what has happened in its turn, and how many steps came
    before that."""
    replay = Table(table.game)
    turns = Turns(replay)
    history = History(turns, seat, replay.view)
    for number, (actor, token) in enumerate(table.steps):
        replay.play(actor, token)
        turns.update()
        if number >= before:
            turn = history.since(len(turns.starts) - 1)[-1]
            yield turn.sentence, turn.start
