"""The HTTP API of lessons: a game's lessons, their steps, and what comes of a try

Nothing is kept between requests: a client sends the moves that it has played in a lesson.
"""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.routing import Route

from siegeworks.core.contract import Seat
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.games import UnknownGame
from siegeworks.play.table import Table
from siegeworks.play.teaching.lessons import (
    Exercise,
    Lesson,
    LessonError,
    Progress,
    course,
    lesson_of,
)
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of
from siegeworks.server.http.api import Api, HttpError, check_rate
from siegeworks.server.jobs.preparation import scene_encoder
from siegeworks.server.messages.previews import previews_message
from siegeworks.server.runtime.limits import Limiter


class LessonRoutes:
    """The handlers, each for one path. Their work is done in the threads that load games."""

    def __init__(self, api: Api) -> None:
        """Answers with the help of the other handlers."""
        self._api, self._rooms = api, api.server.rooms
        self._rate = Limiter(api.settings.lesson_rate)

    def routes(self) -> list[Route]:
        """All paths."""
        path = "/api/games/{name}/lessons"
        return [
            self._api.route("GET", path, self.lessons),
            self._api.route("POST", f"{path}/{{lesson}}", self.step, takes=m.LessonRequest),
        ]

    async def lessons(self, request: Request) -> m.Lessons:
        """The lessons of a game; none if it has none."""
        check_rate(self._rate, request)
        try:
            lessons = course(request.path_params["name"])
        except UnknownGame as error:
            raise HttpError(404, str(error)) from None
        return m.Lessons(
            [
                m.LessonInfo(lesson.name, lesson.title, len(lesson.steps))
                for lesson in (lessons.lessons if lessons else ())
            ]
        )

    async def step(self, request: Request) -> m.LessonStep:
        """A step of a lesson, and what comes of a try."""
        body = await self._api.body(request, m.LessonRequest, self._rate, stores=False)
        name, address = request.path_params["name"], address_of(request)
        try:
            lesson = lesson_of(name, request.path_params["lesson"])
            lessons = course(name)
        except (UnknownGame, LessonError) as error:
            raise HttpError(404, str(error)) from None
        assert lessons is not None
        map_rows = lessons.map_of(lesson)
        game = await self._rooms.ready_game(name, lesson.options, address, map_rows)
        work = partial(step_message, game, lesson, body)
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
