"""The HTTP API of puzzles: a game's puzzles, their positions, and what comes of a try

Nothing is kept between requests. The solution, its line and its explanation leave the server only
in the answer to a right move, or when they are asked for.
"""

import datetime
from functools import partial

from starlette.requests import Request

from siegeworks.core.contract import SPECTATOR, Seat
from siegeworks.core.game import Game
from siegeworks.games import UnknownGame, game_names, module
from siegeworks.play.table import Table
from siegeworks.play.teaching.lessons import position
from siegeworks.play.teaching.puzzles import (
    Puzzle,
    PuzzleError,
    Setting,
    daily,
    has_puzzles,
    puzzle_of,
    puzzles,
)
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of
from siegeworks.server.http.answers import missing
from siegeworks.server.http.api import Routes, get, post
from siegeworks.server.jobs.preparation import scene_encoder
from siegeworks.server.messages.scenes import previews_message
from siegeworks.server.messages.views import AudienceViews


class PuzzleRoutes(Routes):
    """The work of these handlers is done in the threads that load games."""

    @get("/api/puzzles")
    async def games(self, request: Request) -> m.PuzzleGames:
        """The games with puzzles: how many each has, and its puzzle of the day."""
        matches = [
            m.PuzzleGame(name, module(name).TITLE, len(puzzles(name)), _daily(name))
            for name in game_names()
            if has_puzzles(name)
        ]
        offered = [puzzle.game for puzzle in matches if puzzle.daily]
        today = offered[_today().toordinal() % len(offered)] if offered else ""
        return m.PuzzleGames(matches, today)

    @get("/api/games/{name}/puzzles")
    async def puzzles(self, request: Request, name: str) -> m.Puzzles:
        """The puzzles of a game; none if it has none."""
        with missing(UnknownGame):
            return m.Puzzles([_info(puzzle) for puzzle in puzzles(name)], _daily(name))

    @get("/api/games/{name}/puzzles/{puzzle}", rate="puzzle")
    async def puzzle(self, request: Request, name: str, puzzle: str) -> m.Puzzle:
        """A puzzle to solve."""
        entry, game = await self._puzzle(request, name, puzzle)
        work = partial(puzzle_message, game, entry)
        return await self._rooms.loaders.run(address_of(request), work, quick=True)

    @post("/api/games/{name}/puzzles/{puzzle}", rate="puzzle", stores=False)
    async def answer(
        self, request: Request, name: str, puzzle: str, body: m.PuzzleTry
    ) -> m.PuzzleAnswer:
        """What comes of a try, or the solution."""
        entry, game = await self._puzzle(request, name, puzzle)
        is_wrong = body.tried not in (None, entry.solution)
        if is_wrong:  # what spoils the move is searched, in compiled code
            await self._rooms.preparation.ready(game, searching=True)
        work = partial(answer_message, game, entry, body)
        return await self._rooms.loaders.run(address_of(request), work, quick=not is_wrong)

    async def _puzzle(self, request: Request, name: str, puzzle: str) -> tuple[Puzzle, Game]:
        """The puzzle of this name, and its game, ready to be played."""
        with missing(UnknownGame, PuzzleError):
            entry = puzzle_of(name, puzzle)
        return entry, await self._rooms.ready_game(name, entry.options, address_of(request))


class LearnerViews(AudienceViews):
    """A puzzle or an example as its seat sees it: a line that ends the game reveals nothing before
    its end."""

    draws_all_turns = True
    tells_reaches = True

    def resolve(self, audience: Seat) -> Seat:
        """Whose knowledge an audience gets."""
        return audience if self.game.has_secrets else SPECTATOR


def puzzle_message(game: Game, puzzle: Puzzle) -> m.Puzzle:
    """A puzzle to solve, with the turn that led to it."""
    start = _setting(game, puzzle)
    views, seat, end = _views(start.table), start.seat, len(start.table.steps)
    views.turns.update()
    last = views.turns.starts[-1] if views.turns.starts else 0
    has_turn = last < end and views.turns.seats[-1] is not None
    return m.Puzzle(
        info=_info(puzzle),
        options=dict(game.changed_options),
        seat=puzzle.seat,
        seats=list(game.seats),
        board=views.encoder.board,
        before=views.scene(seat, last) if has_turn else None,
        position=_position(views, seat, last, _last_turn(views, seat))
        if has_turn
        else m.PuzzlePosition(views.scene(seat, end), []),
        legal=views.legal(seat),
        effects=previews_message(game, start.table.view(seat)),
        within=puzzle.plies if puzzle.kind == "odds" else 0,
    )


def answer_message(game: Game, puzzle: Puzzle, request: m.PuzzleTry) -> m.PuzzleAnswer:
    """What comes of a try, or the solution if none is tried."""
    start = _setting(game, puzzle)
    if request.tried is None or request.tried == puzzle.solution:
        solution = m.PuzzleSolution(puzzle.text, puzzle.proof, puzzle.found_by)
        is_right = request.tried is not None
        return m.PuzzleAnswer(is_right, "", _line(start, start.solved()), solution)
    answer = start.try_move(request.tried)
    line = _line(start, answer.table) if answer.table is not None else []
    return m.PuzzleAnswer(False, answer.sentence, line)


def _setting(game: Game, puzzle: Puzzle) -> Setting:
    return Setting(puzzle, position(game, puzzle.start, f"{puzzle.name}: start"))


def _line(start: Setting, after: Table) -> list[m.PuzzlePosition]:
    """The position after the learner's move, and after each turn that follows it. A turn that goes
    on after the move is told twice: as far as the move led, and whole."""
    seat, first = start.seat, len(start.table.steps)
    views = _views(after)
    views.turns.update()
    number = views.turns.at(first)
    last = _last_turn(_views(after.branch(first + 1)), seat)
    turns = [last, *(turn for turn in views.history(seat, number) if turn.end > last.end)]
    starts = [first, *(turn.end for turn in turns)]
    return [_position(views, seat, start, turn) for start, turn in zip(starts, turns, strict=False)]


def _position(views: AudienceViews, seat: Seat, start: int, turn: m.Turn) -> m.PuzzlePosition:
    """The position after a turn, of which the steps from `start` on are new."""
    return m.PuzzlePosition(
        views.scene(seat, turn.end),
        views.changed_since(seat, start, turn.end),
        turn.seat,
        turn.sentence,
        views.steps(seat, start)[: turn.end - start],
    )


def _last_turn(views: AudienceViews, seat: Seat) -> m.Turn:
    views.turns.update()
    return views.history(seat, len(views.turns.starts) - 1)[-1]


def _views(table: Table) -> LearnerViews:
    return LearnerViews(table, scene_encoder(table.game))


def _info(puzzle: Puzzle) -> m.PuzzleInfo:
    return m.PuzzleInfo(puzzle.name, puzzle.kind, puzzle.grade, puzzle.theme)


def _daily(name: str) -> str:
    return daily(name, _today()).name if puzzles(name) else ""


def _today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()
