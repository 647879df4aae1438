"""What a process does that plays records again

Each function takes plain values and answers in JSON: another process sends them, and reading JSON
costs it a fraction of the time that unpickling as many objects would. The positions of the last
records stay in memory.
"""

import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from siegeworks.core.contract import REFEREE, Observation, Seat
from siegeworks.core.errors import quote
from siegeworks.core.random import new_rng
from siegeworks.play.record import Record, parse_record, replay_on
from siegeworks.play.summary import ending
from siegeworks.play.table import Step, Table
from siegeworks.server import messages as m
from siegeworks.server.jobs.preparation import (
    GameKey,
    game_of,
    map_text,
    scene_encoder,
    warm_up_rules,
)
from siegeworks.server.messages.scenes import previews_message
from siegeworks.server.messages.views import AudienceViews

MAX_CACHED = 8  # records whose positions stay in memory while somebody looks at them


class Source(NamedTuple):
    """A record, and what loads its game."""

    text: str
    game: GameKey


class Played(msgspec.Struct):
    """What a record, or a branch of it, comes to."""

    steps: list[Step]
    is_over: bool
    record: str  # the same steps without notes: equal games are equal texts


class ShownBranch(msgspec.Struct):
    """A branch, and how its game went up to there."""

    steps: list[Step]  # before chance acted at its end
    branch: msgspec.Raw  # an `m.Branch` of up to a megabyte, which the server only passes on


class OpenView(AudienceViews):
    """A record as its sender may see it: everything, since the text already contains everything."""

    draws_all_turns = True

    def resolve(self, audience: Seat) -> Seat:
        """Always the referee, who knows everything."""
        return REFEREE

    def observation(self, audience: Seat, index: int) -> Observation:
        """The whole state, even if the game is not over."""
        return self.game.open_view(self.table.states[index])

    def changed_at(self, index: int) -> list[str]:
        """The names of the places that look different after `index` steps than when the turn of the
        last one began."""
        self.turns.update()
        start = self.turns.starts[self.turns.at(index - 1)] if index else 0
        return self.changed_since(REFEREE, start, index)


class BranchView(OpenView):
    """A branch of a record: its pieces can be inspected."""

    tells_reaches = True


def warm_up(game: GameKey) -> None:
    """Load the compiled rules of a game before anybody needs them."""
    warm_up_rules(game_of(game))


def played(source: Source) -> bytes:
    """What a record comes to, as `Played`.

    Raises:
        RecordError: a step of it is illegal: the line, and why.
    """
    return _played(_opened(source)[1].table)


def replayed(source: Source, start: int, count: int) -> bytes:
    """Everything about a record and some of its positions, as `m.Replay`."""
    record, view = _opened(source)
    table, game = view.table, view.game
    end = min(start + count, len(table.states))
    replay = m.Replay(
        game=game.name,
        title=game.title,
        options=dict(game.changed_options),
        seats=list(game.seats),
        notes={quote(key): value for key, value in record.notes.items()},
        steps=view.steps(REFEREE, 0),
        history=view.history(REFEREE, 0),
        result=table.result,
        ending=ending(table) if table.over else "",
        board=view.encoder.board,
        start=start,
        positions=[
            m.Position(view.scene(REFEREE, index), view.changed_at(index))
            for index in range(start, end)
        ],
        map_rows=map_text(game),
    )
    return msgspec.json.encode(replay)


def branch_played(source: Source, step: int, moves: Sequence[str]) -> bytes:
    """What a branch that leaves the game there comes to, as `Played`.

    Raises:
        IllegalStep: one of its moves is illegal.
    """
    return _played(_branch(source, step, moves))


def branch_shown(source: Source, step: int, moves: Sequence[str], known: int) -> bytes:
    """A branch without the positions that are known, as `ShownBranch`. Where chance
    is to act at its end, it acts.

    Raises:
        IllegalStep: one of its moves is illegal.
    """
    table = _branch(source, step, moves)
    before = list(table.steps)
    table.deal(new_rng(secrets.randbits(64)))
    game = table.game
    shown = BranchView(table, scene_encoder(game))
    shown.turns.update()
    first = shown.turns.at(step)
    message = m.Branch(
        steps=shown.steps(REFEREE, step),
        history=shown.history(REFEREE, first),
        first_turn=first,
        positions=[
            m.Position(shown.scene(REFEREE, index), shown.changed_at(index))
            for index in range(step + known, len(table.states))
        ],
        to_act=game.actor(table.state),
        legal=[] if table.over else game.legal_texts(table.state),
        effects=[] if table.over else previews_message(game, game.open_view(table.state)),
        result=table.result,
        ending=ending(table) if table.over else "",
    )
    return msgspec.json.encode(ShownBranch(before, msgspec.Raw(msgspec.json.encode(message))))


def _played(table: Table) -> bytes:
    record = Record.of_table(table).text()
    return msgspec.json.encode(Played(table.steps, table.over, record))


def _branch(source: Source, step: int, moves: Sequence[str]) -> Table:
    table = _opened(source)[1].table.branch(step)
    table.play_all(moves)
    return table


@lru_cache(MAX_CACHED)
def _opened(source: Source) -> tuple[Record, OpenView]:
    record = parse_record(source.text)
    game = game_of(source.game)
    return record, OpenView(replay_on(game, record), scene_encoder(game))
