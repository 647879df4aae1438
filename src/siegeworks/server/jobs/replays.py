"""Records that clients send in: they are checked, played again and shown."""

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
from siegeworks.play.record import Record, load_game, parse_record
from siegeworks.server import messages as m
from siegeworks.server.jobs import replay_worker as worker
from siegeworks.server.jobs.fair_pool import FairPool, SingleFlight
from siegeworks.server.jobs.job_pool import JobPool
from siegeworks.server.jobs.preparation import GameCache, Preparation, check_map_length, key_of
from siegeworks.server.jobs.replay_worker import Played, Source

CHARACTERS_PER_REQUEST = 4096  # of a record that are as much work as an ordinary request
T = TypeVar("T")


class PlayedRecord(NamedTuple):
    """A record that was played to its end."""

    record: Record
    game: Game
    source: Source  # for the process that has its positions
    played: Played


class Replays:
    """Records played again, in another process; the last ones stay in memory there."""

    def __init__(
        self, pool: JobPool, loaders: FairPool, games: GameCache, preparation: Preparation
    ) -> None:
        """No record yet: the loaders read them, and the pool plays them."""
        self._pool, self._loaders = pool, loaders
        self._games, self.preparation = games, preparation
        self._cached: OrderedDict[bytes, PlayedRecord] = OrderedDict()
        self._playing: SingleFlight[bytes, PlayedRecord] = SingleFlight()

    def cost(self, text: str) -> float:
        """How many ordinary requests this record is worth."""
        is_known = not text or _digest(text) in self._cached
        return 0.0 if is_known else len(text) / CHARACTERS_PER_REQUEST

    async def replay(self, request: m.ReplayRequest, address: str = "") -> msgspec.Raw:
        """A record and some of its positions, everything revealed; on behalf of this address. This
        is the JSON of an `m.Replay` of up to a megabyte, which the server only passes on.

        Raises:
            SiegeworksError: the record is wrong: the line, and why.
        """
        record, _, source, _ = await self.load(request.record, address)
        if request.start > len(record.steps):
            raise SiegeworksError(
                f"The record has {counted(len(record.steps), 'step')}; start at one of them."
            )
        work = partial(worker.replayed, source, request.start, request.count)
        return msgspec.Raw(await self._answer(address, source, work))

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

    async def ask(
        self, address: str, source: Source, kind: type[T], work: Callable[[], bytes]
    ) -> T:
        """What a function of `replay_worker` answers about a record; addresses take turns."""
        return msgspec.json.decode(await self._answer(address, source, work), type=kind)

    async def _answer(self, address: str, source: Source, work: Callable[[], bytes]) -> bytes:
        return await self._pool.run(address, work, key=_digest(source.text))

    async def _play(self, text: str, address: str) -> PlayedRecord:
        parse = partial(_parse, text, self._games.maps_folder)
        record, parsed = await self._loaders.run(address, parse)
        name, options, map_rows = key = key_of(parsed)
        game = await self._games.get(name, dict(options), address, map_rows)
        await self.preparation.ready(game)
        source = Source(text, key)
        played = await self.ask(address, source, Played, partial(worker.played, source))
        return PlayedRecord(record, game, source, played)


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def _parse(text: str, maps_folder: Path | None) -> tuple[Record, Game]:
    record = parse_record(text)
    check_map_length("\n".join(record.map_rows), record.options.get(MAP_OPTION))
    return record, load_game(record, None if record.map_rows else maps_folder)
