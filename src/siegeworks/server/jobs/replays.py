"""Records that clients send in: they are checked, played again and shown."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.maps import MAP_OPTION
from siegeworks.core.text import counted
from siegeworks.games import game_names
from siegeworks.play.record import Record, load_game, parse_record
from siegeworks.server import messages as m
from siegeworks.server.jobs import replay_worker as worker
from siegeworks.server.jobs.fair_pool import FairPool, SingleFlight
from siegeworks.server.jobs.preparation import GameCache, Preparation, check_map_length, map_text
from siegeworks.server.jobs.replay_process import ReplayProcess
from siegeworks.server.jobs.replay_worker import Played, Source
from siegeworks.server.runtime.tasks import start_task

CHARACTERS_PER_REQUEST = 4096  # of a record that are as much work as an ordinary request
T = TypeVar("T")


class PlayedRecord(NamedTuple):
    """A record that was played to its end."""

    record: Record
    game: Game
    source: Source  # for the process that has its positions
    played: Played


class Replays:
    """Records played again, in a process of their own; the last ones stay in memory."""

    def __init__(self, loaders: FairPool, games: GameCache, preparation: Preparation) -> None:
        """No record yet.

        Args:
            loaders: threads that read records.
            games: those that records are of.
            preparation: of these games.
        """
        self._loaders, self._games, self.preparation = loaders, games, preparation
        self._cached: OrderedDict[bytes, PlayedRecord] = OrderedDict()
        self._playing: SingleFlight[bytes, PlayedRecord] = SingleFlight()
        self._turns = FairPool("replay", 1, per_address=1)
        self.process = ReplayProcess()
        self._loading: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Let the process load all games once the server has, before anybody asks."""
        self._loading = start_task(self._load_games(), "the process of replays failed")

    def close(self) -> None:
        """End the process."""
        if self._loading is not None:
            self._loading.cancel()
        self._turns.close()
        self.process.close()

    def cost(self, text: str) -> float:
        """How many ordinary requests this record is worth."""
        is_known = not text or _digest(text) in self._cached
        return 0.0 if is_known else len(text) / CHARACTERS_PER_REQUEST

    async def replay(self, request: m.ReplayRequest, address: str = "") -> m.Replay:
        """A record and some of its positions, everything revealed; on behalf of this address.

        Raises:
            SiegeworksError: the record is wrong: the line, and why.
        """
        record, _, source, _ = await self.load(request.record, address)
        if request.start > len(record.steps):
            raise SiegeworksError(
                f"The record has {counted(len(record.steps), 'step')}; start at one of them."
            )
        work = partial(worker.replayed, source, request.start, request.count)
        return await self.ask(address, m.Replay, work)

    async def load(self, text: str, address: str) -> PlayedRecord:
        """A record, played to its end.

        Raises:
            SiegeworksError: the record is wrong: the line, and why.
        """
        key = _digest(text)
        played = self._cached.pop(key, None)
        if played is None:
            played = await self._playing.get(key, lambda: self._play(text, address))
        self._cached[key] = played
        if len(self._cached) > worker.MAX_CACHED:
            self._cached.popitem(last=False)
        return played

    async def ask(self, address: str, kind: type[T], work: Callable[[], bytes]) -> T:
        """What a function of `replay_worker` answers in its process; addresses take turns.

        Args:
            address: on whose behalf.
            kind: of the answer.
            work: the function with its arguments.
        """
        return await self._turns.run(
            address, lambda: msgspec.json.decode(self.process.run(work), type=kind)
        )

    async def _play(self, text: str, address: str) -> PlayedRecord:
        record, parsed = await self._loaders.run(
            address, partial(_parse, text, self._games.maps_folder)
        )
        options, map_rows = parsed.changed_options, map_text(parsed)
        game = await self._games.get(parsed.name, options, address, map_rows)
        await self.preparation.ready(game)
        source = Source(text, game.name, tuple(sorted(options.items())), map_rows)
        played = await self.ask(address, Played, partial(worker.played, source))
        return PlayedRecord(record, game, source, played)

    async def _load_games(self) -> None:
        await self.preparation.all_ready()
        for name in game_names():
            load = partial(worker.warm_up, name)
            await self._turns.run("", partial(self.process.run, load))


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def _parse(text: str, maps_folder: Path | None) -> tuple[Record, Game]:
    record = parse_record(text)
    check_map_length("\n".join(record.map_rows), record.options.get(MAP_OPTION))
    return record, load_game(record, None if record.map_rows else maps_folder)
