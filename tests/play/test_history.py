"""The history of a table: what is told again, and what is told no more."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from siegeworks.core.contract import SPECTATOR
from siegeworks.core.effects import Narration, SeenStep
from siegeworks.core.game import Game
from siegeworks.games import NAMES, load
from siegeworks.play.history import History, Turns
from siegeworks.play.record import load_game, read_record
from siegeworks.play.table import NO_CHOICE, Table
from siegeworks.server.messages.scenes import SceneEncoder
from siegeworks.server.messages.views import AudienceViews
from tests.samples import sample


def steps_of(name: str, most: int = 400) -> tuple[Game, list[Any]]:
    """A sample game, and its first steps."""
    record = read_record(sample(f"{name}-0"))
    return load_game(record), record.steps[:most]


@pytest.mark.parametrize("name", NAMES)
def test_each_turn_is_told_once_for_all_who_see_the_same(name: str) -> None:
    game, steps = steps_of(name)
    assert game.narration is not None
    calls, (turn_of, tell, _) = [0], game.narration

    def counting(params: Any, seen: Sequence[SeenStep]) -> str:
        calls[0] += 1
        return tell(params, seen)

    game = replace(game, narration=Narration(turn_of, counting))
    table = Table(game)
    views = AudienceViews(table, SceneEncoder(game))
    audiences = [*range(len(game.seats)), SPECTATOR, SPECTATOR]
    knowledge = {views.resolve(audience) for audience in audiences}
    for actor, token in steps:
        table.play(actor, token)
        for audience in audiences:
            views.history(audience, 0)
    before = calls[0]
    assert before <= len(table.steps) * len(knowledge) + len(views.turns.starts)
    for audience in audiences:
        views.history(audience, 0)
    assert calls[0] == before


@pytest.mark.parametrize("name", ["siege-by-number", "expansion"])
def test_what_was_turned_down_again_is_told_without_it(name: str) -> None:
    noted, steps = steps_of(name)
    game = load(name, {**noted.changed_options, "notes": "off"})
    assert game.momentary is not None
    momentary, table = game.momentary, Table(game)

    def is_forgotten(index: int) -> bool:
        choice = table.choices[index]
        return choice != NO_CHOICE and momentary(game.params, table.states[index], choice)

    def new() -> History:
        return History(Turns(table), SPECTATOR, table_view, is_forgotten)

    def table_view(audience: int, index: int) -> Any:
        return game.observe(table.states[index], audience)

    grown, differ = new(), 0
    for actor, token in steps:
        table.play(actor, token)
        fresh = next((i for i in reversed(range(len(table.steps))) if is_forgotten(i)), None)
        turns = grown.since(0, fresh)
        if len(table.steps) % 12 == 0 or len(table.steps) == len(steps):  # it takes long
            assert turns == new().since(0, fresh)
            differ += fresh is not None and turns != new().since(0)
    assert differ > 3
