"""The HTTP API of what a page keeps for when there is no connection

Asked for one by one, the steps of all lessons would be hundreds of requests, and take a minute at
the rate that one address has. They never change, so each game's are made and packed once: to a
twentieth, since boards come again and again.
"""

import gzip
from collections.abc import Sequence
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from siegeworks.core.game import Game
from siegeworks.games import UnknownGame
from siegeworks.play.teaching.lessons import Lesson, course
from siegeworks.play.teaching.puzzles import Puzzle, puzzles
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of
from siegeworks.server.http.answers import missing
from siegeworks.server.http.api import Api, Routes, get
from siegeworks.server.http.teaching.lesson_routes import step_message
from siegeworks.server.http.teaching.puzzle_routes import answer_message, puzzle_message
from siegeworks.server.jobs.fair_pool import SingleFlight
from siegeworks.server.tables.table_messages import encode

PUZZLES = 12  # of each game, the easy ones first


class OfflineRoutes(Routes):
    """The work of this handler is done in the threads that load games."""

    def __init__(self, api: Api) -> None:
        super().__init__(api)
        self._packed: dict[str, bytes] = {}
        self._packing: SingleFlight[str, bytes] = SingleFlight()

    @get("/api/games/{name}/offline", rate="offline", gives=m.OfflineCopy)
    async def copy(self, request: Request, name: str) -> Response:
        """The lessons of a game and some of its puzzles, with their answers."""
        address = address_of(request)
        if name not in self._packed:
            with missing(UnknownGame):
                course(name)
            self._packed[name] = await self._packing.get(name, lambda: self._pack(name, address))
        headers, answer = {"cache-control": "no-store"}, self._packed[name]
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
        else:
            answer = gzip.decompress(answer)
        return Response(answer, 200, headers, "application/json")

    async def _pack(self, name: str, address: str) -> bytes:
        steps = list[m.OfflineStep]()
        if lessons := course(name):
            for lesson in lessons.lessons:
                map_rows = lessons.map_of(lesson)
                game = await self._rooms.ready_game(name, lesson.options, address, map_rows)
                work = partial(lesson_messages, game, lesson)
                steps += await self._rooms.loaders.run(address, work)
        solved = list[m.OfflinePuzzle]()
        for puzzle in puzzles(name)[:PUZZLES]:
            game = await self._rooms.ready_game(name, puzzle.options, address)
            solved.append(
                await self._rooms.loaders.run(address, partial(solved_message, game, puzzle))
            )
        copy = m.OfflineCopy(steps, solved)
        return await self._rooms.loaders.run(address, lambda: gzip.compress(encode(copy)))


def lesson_messages(game: Game, lesson: Lesson, moves: Sequence[str] = ()) -> list[m.OfflineStep]:
    """All steps of a lesson after these moves, whichever right moves lead there, and its end."""
    step = step_message(game, lesson, m.LessonRequest([*moves]))
    answers = list[m.LessonAnswer]()  # to each of the step's moves, in their order
    for token in step.moves:
        answer = step_message(game, lesson, m.LessonRequest([*moves], token)).answer
        assert answer is not None, "a move was tried"
        answers.append(answer)
    steps = [m.OfflineStep(lesson.name, [*moves], step, answers)]
    if step.number:
        for token in step.moves or [""]:
            steps += lesson_messages(game, lesson, [*moves, token])
    return steps


def solved_message(game: Game, puzzle: Puzzle) -> m.OfflinePuzzle:
    """A puzzle with its solution."""
    solution = answer_message(game, puzzle, m.PuzzleTry())
    return m.OfflinePuzzle(puzzle_message(game, puzzle), solution)
