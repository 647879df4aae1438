"""The HTTP API of the examples of a game's rules. They never change: each game's are made once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from starlette.requests import Request

from siegeworks.core.contract import Seat
from siegeworks.core.game import Game
from siegeworks.games import UnknownGame
from siegeworks.play.history import History, Turns
from siegeworks.play.table import Table
from siegeworks.play.teaching.rule_examples import RuleExample, played, rule_examples, seat_of
from siegeworks.server import messages as m
from siegeworks.server.http.addresses import address_of
from siegeworks.server.http.answers import missing
from siegeworks.server.http.api import Api, Routes, get
from siegeworks.server.http.teaching.puzzle_routes import LearnerViews
from siegeworks.server.jobs.fair_pool import SingleFlight
from siegeworks.server.jobs.preparation import scene_encoder


class RuleExampleRoutes(Routes):
    """Its work is done in the threads that load games."""

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
        examples = rule_examples(name)
        made = []
        for example in examples.examples if examples else ():
            assert examples is not None
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
    turns = list(_told(table, seat, before))
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


def _told(table: Table, seat: Seat, before: int) -> Iterator[tuple[str, int]]:
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
