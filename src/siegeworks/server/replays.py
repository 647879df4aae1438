"""Records: those that clients send in are checked and shown; those of our tables are exported."""

from __future__ import annotations

import datetime
import hashlib
from collections import OrderedDict
from functools import partial
from pathlib import Path

from siegeworks.core.contract import REFEREE, Observation, Seat
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.core.game import Game
from siegeworks.core.maps import MAP_OPTION
from siegeworks.core.text import counted
from siegeworks.play.record import Record, load_game, parse_record, players_note, replay_on
from siegeworks.play.summary import ending
from siegeworks.server import messages as m
from siegeworks.server.fair_pool import SingleFlight
from siegeworks.server.preparation import check_land_length, land_text, scene_encoder
from siegeworks.server.room import Room
from siegeworks.server.rooms import Rooms
from siegeworks.server.views import AudienceViews

CHARACTERS_PER_REQUEST = 4096  # of a record that are as much work as an ordinary request
MAX_CACHED = 8  # replays that stay in memory while somebody looks at them


class OpenView(AudienceViews):
    """A record as its sender may see it: everything, since the text already contains everything."""

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


class Replays:
    """Records played again; the last ones stay in memory."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._loaders, self._games = rooms.loaders, rooms.games
        self._cached: OrderedDict[bytes, tuple[Record, OpenView]] = OrderedDict()
        self._playing: SingleFlight[bytes, tuple[Record, OpenView]] = SingleFlight()

    def cost(self, text: str) -> float:
        """How many ordinary requests this record is worth."""
        is_known = not text or _digest(text) in self._cached
        return 0.0 if is_known else len(text) / CHARACTERS_PER_REQUEST

    async def replay(self, request: m.ReplayRequest, address: str = "") -> m.Replay:
        """A record and some of its positions, everything revealed; on behalf of this address.

        Raises:
            SiegeworksError: the record is wrong: the line, and why.
        """
        record, view = await self.load(request.record, address)
        if request.start > len(record.steps):
            raise SiegeworksError(
                f"The record has {counted(len(record.steps), 'step')}; start at one of them."
            )
        return await self._loaders.run(address, partial(_replay_message, record, view, request))

    async def load(self, text: str, address: str) -> tuple[Record, OpenView]:
        """A record and its game, played to the end of the record.

        Raises:
            SiegeworksError: the record is wrong: the line, and why.
        """
        key = _digest(text)
        found = self._cached.pop(key, None)
        if found is None:
            found = await self._playing.get(key, lambda: self._play(text, address))
        self._cached[key] = found
        if len(self._cached) > MAX_CACHED:
            self._cached.popitem(last=False)
        return found

    async def _play(self, text: str, address: str) -> tuple[Record, OpenView]:
        record, parsed = await self._loaders.run(
            address, partial(_parse, text, self._games.maps_folder)
        )
        game = await self._games.get(
            parsed.name, parsed.changed_options, address, land_text(parsed)
        )
        await self._rooms.preparation.ready(game)
        table = await self._loaders.run(address, partial(replay_on, game, record))
        return record, OpenView(table, scene_encoder(game))


async def export(room: Room) -> tuple[str, str]:
    """A file name and the text of a table's record.

    Raises:
        SiegeworksError: it would reveal secrets, or help somebody in a game between people.
    """
    async with room.lock:
        game = room.game
        if room.is_between_people:
            raise SiegeworksError(
                "People are playing this game: its record is available when it is over. All steps "
                "are shown at the table."
            )
        if (game.has_secrets or game.momentary) and not room.table.over:
            raise SiegeworksError(
                "A record reveals everything, hidden things too: it is available when the game is "
                "over."
            )
        date = datetime.datetime.fromtimestamp(room.live.row.opened, datetime.UTC).date()
        notes = {"players": _players_note(room), "date": date.isoformat()}
        return f"{game.name}-{date}.siege", Record.of_table(room.table, notes).text()


def _players_note(room: Room) -> str:
    """Who played, as records write it."""
    return players_note(
        (room.game.seats[row.seat], f"level:{row.level}" if row.who == "bot" else row.name)
        for row in room.live.seats
    )


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def _parse(text: str, maps_folder: Path | None) -> tuple[Record, Game]:
    record = parse_record(text)
    check_land_length("\n".join(record.land), record.options.get(MAP_OPTION))
    return record, load_game(record, None if record.land else maps_folder)


def _replay_message(record: Record, view: OpenView, request: m.ReplayRequest) -> m.Replay:
    table, game = view.table, view.game
    end = min(request.start + request.count, len(table.states))
    return m.Replay(
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
        start=request.start,
        positions=[
            m.Position(view.scene(REFEREE, index), view.changed_at(index))
            for index in range(request.start, end)
        ],
        land=land_text(game),
    )
