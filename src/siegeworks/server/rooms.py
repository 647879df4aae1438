"""All tables of a server: opened, found, loaded from the log, forgotten when nobody is there."""

from __future__ import annotations

import asyncio
import datetime
import hashlib
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from siegeworks.core.game import CHANCE, REFEREE, Game, Observation, Seat, SiegeworksError, quote
from siegeworks.play.record import Record, load_game, parse_record, replay_on
from siegeworks.play.summary import ending
from siegeworks.play.table import Step
from siegeworks.server import messages as m
from siegeworks.server.doors import KEEPING, Limiter
from siegeworks.server.error_log import note
from siegeworks.server.log import STEP, Event
from siegeworks.server.preparing import Games, Preparation, scene_encoder
from siegeworks.server.restoring import restored
from siegeworks.server.room import Room, sitter
from siegeworks.server.seat_tokens import (
    DAY,
    SEAT_DAYS,
    UnknownSecret,
    hash_of,
    new_token,
    proved,
)
from siegeworks.server.store import TOUCH_SECONDS, NotStored, SeatRow, Store, TableRow
from siegeworks.server.tasks import begin
from siegeworks.server.thinking import Thinkers
from siegeworks.server.turns import Once, Turns
from siegeworks.server.views import Shown

IDLE_SECONDS = 60.0  # after which a table that nobody is at is kept on disk alone
MOST_IDLE_BYTES = 32 << 20  # of such tables that are kept in memory until then
MOST_BYTES_OF_ONE = 64 << 20  # of the tables that visitors from one address are at
LOADERS = 2  # records that are replayed at once; one address has one
SHORT = 500  # events of a table that is loaded in a small part of a second
PACE = 0.5  # seconds that a bot takes at least where its haste could tell a secret
RECORD_A_REQUEST = 4096  # characters of a record that are as much work as an ordinary request
MOST_REPLAYS = 8  # that are kept while somebody looks at them
MOST_IN_LOBBY = 50
SHARED_STEPS = 4  # from which on two games that went the same way are taken for one
CODE_SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that is easily taken for another
CODE_LENGTH = 12  # of these: 58 random bits
NOBODY = "Guest"


class Rooms:
    """The tables. What the network asks for is done here and in the rooms."""

    def __init__(self, store: Store, pace: float = PACE, seat_days: float = SEAT_DAYS) -> None:
        """Tables that are kept in this store.

        Args:
            store: where.
            pace: seconds that a bot takes at least in a game with secrets.
            seat_days: after which a seat's token that nobody used has expired; 0: never.
        """
        self.store, self.pace, self.seat_days = store, pace, seat_days
        self.thinkers, self.preparation = Thinkers(), Preparation()
        self.keeping = Limiter(KEEPING)  # what is written to the disk, by address
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._sitting: dict[bytes, asyncio.Task[m.SeatTaken]] = {}  # by request
        self._waiting: dict[str, float] = {}  # tables with a free seat, since when (monotonic)
        self._replays: OrderedDict[bytes, tuple[Record, Shown]] = OrderedDict()
        self._replaying: Once[bytes, tuple[Record, Shown]] = Once()
        self._loaders = Turns("loader", LOADERS, of_one=LOADERS // 2, quick=1)
        self.games = Games(self._loaders)

    async def close(self) -> None:
        """Stop thinking and loading, and write what waits to be written."""
        for room in list(self.rooms.values()):
            self.forget(room, "The server stops. Come back in a moment.")
        self.thinkers.close()
        await self.preparation.close()
        self._loaders.close()
        self.store.close()

    # Tables ------------------------------------------------------------------------------------

    async def row(self, table: str) -> TableRow:
        """What is known of a table. Its game is not looked at: that may be work.

        Raises:
            SiegeworksError: there is none of this name.
        """
        room = self.rooms.get(table)
        if room is not None:
            return room.row
        row = await self.store.table(table)
        if row is None:
            raise SiegeworksError("There is no such table here.")
        return row

    async def game_of(self, row: TableRow, address: str = "") -> Game:
        """What is played at a table.

        Args:
            row: the table.
            address: on whose behalf its board is made, if need be.

        Raises:
            SiegeworksError: it cannot be played any more.
        """
        room = self.rooms.get(row.id)
        if room is not None:
            return room.game
        game = await self.games.get(row.game, row.options, address)
        if game.ruleset != row.ruleset:
            raise SiegeworksError(
                f"This table is played under ruleset {row.ruleset} of {game.title}; this server "
                f"knows ruleset {game.ruleset} and does not guess."
            )
        return game

    async def get(self, table: str, address: str = "") -> Room:
        """A table, from memory or from its log.

        Args:
            table: its name.
            address: on whose behalf it is loaded, if need be.

        Raises:
            SiegeworksError: as `row` and `game_of`.
        """
        if table in self.rooms:
            return self.rooms[table]
        if table not in self._loading:
            task = begin(self._load(table, address), "loading a table failed")
            task.add_done_callback(lambda _: self._loading.pop(table, None))
            self._loading[table] = task
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str, address: str) -> Room:
        row = await self.row(table)
        game = await self.game_of(row, address)
        await self._touch(row)
        await self.preparation.ready(game)
        events = await self.store.events(table)
        work = partial(restored, game, events)
        try:
            log = await self._loaders.run(address, work, quick=len(events) <= SHORT)
        except SiegeworksError as error:  # its words would tell what was hidden
            note(f"a table of {game.name} cannot be read any more", error)
            raise self.store.quarantine(table, "its steps are against the rules") from None
        row = await self.row(table)  # as late as can be: somebody may have sat down
        if any(seat.who == "bot" for seat in row.seats):
            self.preparation.prepare_soon(game, searching=True)
        self.forget_idle()
        self.rooms[table] = room = Room(self, row, log)
        if any(seat.who == "open" for seat in row.seats):
            self._waiting[table] = time.monotonic()
        return room

    async def _touch(self, row: TableRow) -> None:
        """Somebody has come to a table, which is not abandoned then.

        Raises:
            SiegeworksError: it is being deleted.
        """
        if row.touched < time.time() - TOUCH_SECONDS:
            with suppress(NotStored):  # it may be looked at all the same
                if not await self.store.touch(row.id):
                    raise SiegeworksError("There is no such table here.")

    def forget(self, room: Room, why: str = "Something went wrong. Come back in a moment.") -> None:
        """Keep a table on disk alone; who is there comes back, and it is loaded again."""
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
            self._waiting.pop(room.id, None)
            self.thinkers.forget(room.id)
        room.is_forgotten = True
        if room.bots_at_work is not None:
            room.bots_at_work.cancel()
        for visitor in list(room.visitors):
            visitor.leave(why)

    def forget_idle(self) -> None:
        """Keep on disk alone what nobody has been at for a while, sooner where it is much."""
        oldest = time.monotonic() - IDLE_SECONDS
        idle = [room for room in self.rooms.values() if room.is_idle]
        left = sum(room.size for room in idle)
        for room in sorted(idle, key=lambda room: room.left_at):
            if room.left_at < oldest or left > MOST_IDLE_BYTES:
                left -= room.size
                self.forget(room)

    def check_memory(self, room: Room, address: str) -> None:
        """May one more come to this table from there?

        Raises:
            SiegeworksError: the tables that those from there are at take too much memory.
        """
        theirs = {r for r in self.rooms.values() if any(v.address == address for v in r.visitors)}
        if sum(other.size for other in theirs | {room}) > max(MOST_BYTES_OF_ONE, room.size):
            raise SiegeworksError("Too many long games are open at your address; leave one first.")

    async def open(self, asked: m.NewTable, address: str = "") -> m.TableOpened:
        """Open a table, on behalf of this address.

        Raises:
            SiegeworksError: what is wrong with what is asked for.
        """
        game, events = await self._beginning(asked, address)
        table = secrets.token_urlsafe(12)
        rows: list[SeatRow] = []
        yours, invitations = [], []
        for plan in planned(game, asked.seats):
            seat = game.seats.index(plan.seat)
            token, code = new_token(), new_code()
            if plan.who in ("me", "hot-seat"):
                name = clean_name(plan.name)
                digest, now = hash_of(token), time.time()
                rows.append(SeatRow(seat, "person", 0, name, asked.color, digest, used=now))
                yours.append(m.YourSeat(plan.seat, token))
            elif plan.who == "friend":
                rows.append(SeatRow(seat, "friend", code_hash=hash_of(plain_code(code))))
                invitations.append(m.Invitation(plan.seat, code))
            else:
                rows.append(SeatRow(seat, "bot" if plan.level else "open", plan.level))
        options = dict(game.changed_options)
        row = TableRow(table, game.name, options, game.ruleset, time.time(), rows)
        await self.store.create(row, events)
        return m.TableOpened(table, yours, invitations)

    async def _beginning(self, asked: m.NewTable, address: str) -> tuple[Game, list[Event]]:
        """The game, and the steps of the record that is played on from."""
        if not asked.record:
            return await self.games.get(asked.game, asked.options, address), []
        record, shown = await self._replay(asked.record, address)
        if record.game != asked.game or asked.options:
            raise SiegeworksError(
                "The game and its options are those of the record; ask for no others."
            )
        if shown.game.has_secrets and any(plan.who in ("friend", "open") for plan in asked.seats):
            raise SiegeworksError(
                "Whoever has the record knows what lies hidden: play on with bots, or several "
                "people at this screen, not with others."
            )
        if asked.step > len(record.steps):
            raise SiegeworksError(f"The record has {steps_in(record)}; choose one of them.")
        if shown.table.states[asked.step].to_act < CHANCE:
            raise SiegeworksError("The game is over there; play on from an earlier step.")
        self.check_no_contest(shown.game, shown.table.steps[: asked.step])
        return shown.game, [Event(STEP, *step) for step in record.steps[: asked.step]]

    # Sitting down --------------------------------------------------------------------------------

    async def lobby(self) -> m.Lobby:
        """The tables with a seat for anybody at which somebody is waiting. Each address has a fair
        share of them: its second table comes after the first of all others."""
        now = time.monotonic()
        newest = sorted(self._waiting, key=self._waiting.__getitem__, reverse=True)
        tables_of, ranks = Counter[str](), dict[str, int]()
        for table in newest:
            addresses = self.rooms[table].waiting_from()
            if addresses:  # nobody gives a table a worse rank by coming to it
                ranks[table] = min(tables_of[address] for address in addresses)
                tables_of.update(addresses)
        listed = set(sorted(ranks, key=ranks.__getitem__)[:MOST_IN_LOBBY])
        return m.Lobby(
            [
                m.LobbyTable(
                    room.id,
                    room.game.name,
                    room.game.title,
                    room.row.options,
                    room.seats(),
                    int(now - self._waiting[room.id]),
                )
                for room in (self.rooms[table] for table in newest if table in listed)
            ]
        )

    def _sitters(self, game: Game, row: TableRow) -> list[m.Sitter]:
        room = self.rooms.get(row.id)
        return room.seats() if room else [sitter(game, seat, False) for seat in row.seats]

    async def invited(self, code: str, address: str = "") -> m.Invited:
        """What an invitation is for.

        Raises:
            SiegeworksError: it is none, or was used.
        """
        row, seat = await self._invitation(code)
        unused(seat)
        game = await self.game_of(row, address)
        return m.Invited(
            row.id,
            game.seats[seat.seat],
            row.game,
            game.title,
            row.options,
            self._sitters(game, row),
        )

    async def _invitation(self, code: str) -> tuple[TableRow, SeatRow]:
        found = await self.store.invited(hash_of(plain_code(code)))
        if found is None:
            raise UnknownSecret("Nobody is invited with this code; is every sign of it right?")
        return found

    async def sit(self, asked: m.TakeSeat, address: str = "") -> m.SeatTaken:
        """Take a seat, by invitation or in the lobby; or be told again which one was taken.

        Raises:
            SiegeworksError: it is not free.
        """
        key = hash_of(asked.request)
        if key not in self._sitting:  # else it is asked twice at once, and answered once
            self._sitting[key] = task = begin(self._sit(asked, address), "sitting down failed")
            task.add_done_callback(lambda _: self._sitting.pop(key))
        return await asyncio.shield(self._sitting[key])

    async def _sit(self, asked: m.TakeSeat, address: str) -> m.SeatTaken:
        if asked.code:
            row, invited = await self._invitation(asked.code)
        elif asked.table is not None:
            row, invited = await self.row(asked.table), None
        else:
            raise SiegeworksError("Give the code of an invitation, or a table of the lobby.")
        game = await self.game_of(row, address)
        token, request = new_token(), hash_of(asked.request)
        seat = next((one for one in row.seats if one.request_hash == request), None)
        if seat is None:
            seat = unused(invited) if invited else free_seat(game, row, asked.seat)
        wanted = seat._replace(
            who="person",
            name=clean_name(asked.name),
            color=asked.color,
            token_hash=hash_of(token),
            used=time.time(),
            request_hash=request,
        )
        taken = await self._take(row, wanted)
        return m.SeatTaken(row.id, [m.YourSeat(game.seats[taken.seat], token)])

    async def renew(self, asked: m.RenewSeats, address: str = "") -> m.SeatTaken:
        """New tokens for seats, because somebody else may have the old ones.

        Raises:
            UnknownToken: one of the old ones proves nothing.
        """
        row = await self.row(asked.table)
        proved(row.seats, asked.tokens, time.time(), self.seat_days)  # before a table is loaded
        room = await self.get(asked.table, address)
        return m.SeatTaken(room.id, await room.renew(asked.tokens))

    async def note_presence(self) -> None:
        """Keep the tokens of those who are there from expiring."""
        now = time.time()
        for room in list(self.rooms.values()):
            here = {seat for visitor in room.visitors for seat in visitor.seats}
            old = [seat for seat in here if now - (room.sitters[seat].used or 0) > DAY]
            if old:
                async with room.lock:
                    rows = [room.sitters[seat]._replace(used=now) for seat in old]
                    with suppress(NotStored):  # it is tried again
                        await room.keep_tokens(rows)

    async def _take(self, row: TableRow, wanted: SeatRow) -> SeatRow:
        """Sit down, on the disk and in the room; where whoever asks twice at once sits already."""
        taken = await self.store.take_seat(row.id, wanted)
        if taken is None:
            raise SiegeworksError("Somebody sits there already; an invitation counts once.")
        if row.id in self.rooms:
            await self.rooms[row.id].sit(taken)
        elif row.id in self._loading:  # and may have read already who sits there
            begin(self._sit_when_loaded(row.id, taken), "sitting down failed")
        return taken

    async def _sit_when_loaded(self, table: str, row: SeatRow) -> None:
        room = await self.get(table)
        await room.sit(row)

    # Records -------------------------------------------------------------------------------------

    async def record(self, table: str, address: str = "") -> tuple[str, str]:
        """A name for the file and the text of a table's record.

        Raises:
            SiegeworksError: it would tell secrets, or help somebody in a game between people.
        """
        room = await self.get(table, address)
        async with room.lock:
            game = room.game
            if room.is_between_people:
                raise SiegeworksError(
                    "People are playing this game: its record can be had when it is over. All "
                    "steps are shown at the table."
                )
            if (game.has_secrets or game.momentary) and not room.table.over:
                raise SiegeworksError(
                    "A record tells everything, hidden things too: you can have it when the game "
                    "is over."
                )
            date = datetime.datetime.fromtimestamp(room.row.opened, datetime.UTC).date()
            notes = {"players": players_note(room), "date": date.isoformat()}
            return f"{game.name}-{date}.siege", Record.of_table(room.table, notes).text()

    def check_no_contest(self, game: Game, steps: Sequence[Step], but: Room | None = None) -> None:
        """Advice about a game that people are playing here now is for neither of them.

        Nobody can be kept from asking a bot elsewhere (SECURITY.md). Of games with secrets nobody
        has a record while they go on, and to compare them would tell what is hidden.

        Args:
            game: in which advice is wanted.
            steps: how it went so far.
            but: the table at which it is wanted.

        Raises:
            SiegeworksError: a game that goes on between people went the same way.
        """
        if game.has_secrets:
            return
        for room in self.rooms.values():
            is_same = (room.game.name, room.game.options) == (game.name, game.options)
            is_played_now = room.is_between_people and any(v.seats for v in room.visitors)
            if room is but or not is_same or not is_played_now:
                continue
            common = min(len(steps), len(room.table.steps))
            if common >= SHARED_STEPS and steps[:common] == room.table.steps[:common]:
                raise SiegeworksError(
                    "People are playing this very game here now, and bots give no advice on it; "
                    "ask again when it is over, or has gone another way."
                )

    async def replay(self, asked: m.AskReplay, address: str = "") -> m.Replay:
        """A record and some of its positions, everything turned up; on behalf of this address.

        Raises:
            SiegeworksError: it is none; the line and what is wrong with it.
        """
        record, shown = await self._replay(asked.record, address)
        if asked.start > len(record.steps):
            raise SiegeworksError(f"The record has {steps_in(record)}; start at one of them.")
        return await self._loaders.run(address, partial(_replay_message, record, shown, asked))

    def replay_cost(self, text: str) -> float:
        """How much more work this record is than an ordinary request."""
        is_known = not text or _digest(text) in self._replays
        return 0.0 if is_known else len(text) / RECORD_A_REQUEST

    async def _replay(self, text: str, address: str) -> tuple[Record, Shown]:
        key = _digest(text)
        found = self._replays.pop(key, None)
        if found is None:
            found = await self._replaying.get(key, lambda: self._replay_anew(text, address))
        self._replays[key] = found
        if len(self._replays) > MOST_REPLAYS:
            self._replays.popitem(last=False)
        return found

    async def _replay_anew(self, text: str, address: str) -> tuple[Record, Shown]:
        record, loaded = await self._loaders.run(address, partial(_parsed, text))
        game = await self.games.get(loaded.name, loaded.changed_options, address)
        await self.preparation.ready(game)
        table = await self._loaders.run(address, partial(replay_on, game, record))
        return record, Everything(table, scene_encoder(game))


class Everything(Shown):
    """A record as whoever sent it in may see it: the text tells all that there is."""

    def audience(self, seat: Seat) -> Seat:
        """Nobody who does not know all."""
        return REFEREE

    def seen(self, seat: Seat, index: int) -> Observation:
        """The whole state, though the game may not be over."""
        return self.game.open_view(self.table.states[index])


def planned(game: Game, plans: Sequence[m.SeatPlan]) -> Sequence[m.SeatPlan]:
    """The plans for the seats of a new table, in turn order.

    Raises:
        SiegeworksError: a seat without a plan or with two, a bot without a level, a table without
            people.
    """
    by_seat = {plan.seat: plan for plan in plans}
    if len(by_seat) != len(plans) or set(by_seat) != set(game.seats):
        raise SiegeworksError(f"Say of each seat once who is to have it: {', '.join(game.seats)}.")
    if all(plan.who == "bot" for plan in plans):
        raise SiegeworksError("Keep one seat at least for a person.")
    if any((plan.who == "bot") != (plan.level > 0) for plan in plans):
        raise SiegeworksError("A bot, and only a bot, has a level from 1 to 8.")
    return [by_seat[seat] for seat in game.seats]


def unused(invited: SeatRow) -> SeatRow:
    """The seat of an invitation.

    Raises:
        SiegeworksError: somebody sits there.
    """
    if invited.token_hash is not None:
        raise SiegeworksError("This invitation was used; it counts once. Ask for another.")
    return invited


def free_seat(game: Game, row: TableRow, wanted: str | None) -> SeatRow:
    """A seat for anybody, at a table of the lobby.

    Raises:
        SiegeworksError: there is none any more.
    """
    free = [seat for seat in row.seats if seat.who == "open"]
    for seat in free:
        if wanted in (None, game.seats[seat.seat]):
            return seat
    raise SiegeworksError("Somebody sits there already; choose another seat, or another table.")


def clean_name(name: str) -> str:
    """A name as it may be shown to others and stand in a record, where `level:8` is a bot."""
    shown = "".join(sign for sign in name if sign.isprintable() and sign not in "=#:")
    return " ".join(shown.split()) or NOBODY


def new_code() -> str:
    """The code of an invitation, in groups that are easy to read out."""
    signs = "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))
    return "-".join(signs[i : i + 4] for i in range(0, CODE_LENGTH, 4))


def plain_code(code: str) -> str:
    """A code however it was typed."""
    return "".join(sign for sign in code.upper() if sign.isalnum())


def players_note(room: Room) -> str:
    """Who played, as records write it."""
    names = (
        f"{room.game.seats[row.seat]}={f'level:{row.level}' if row.who == 'bot' else row.name}"
        for row in room.sitters
    )
    return " ".join(names)


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def _parsed(text: str) -> tuple[Record, Game]:
    record = parse_record(text)
    return record, load_game(record)


def _replay_message(record: Record, shown: Shown, asked: m.AskReplay) -> m.Replay:
    table, game = shown.table, shown.game
    end = min(asked.start + asked.count, len(table.states))
    return m.Replay(
        game=game.name,
        title=game.title,
        options=dict(game.changed_options),
        seats=list(game.seats),
        notes={quote(key): value for key, value in record.notes.items()},
        steps=shown.steps(0, 0),
        result=table.result,
        ending=ending(table) if table.over else "",
        board=shown.encoder.board,
        start=asked.start,
        positions=[
            m.Position(shown.scene(0, index), shown.last(0, index))
            for index in range(asked.start, end)
        ],
    )


def steps_in(record: Record) -> str:
    """How long a record is, in words."""
    return "1 step" if len(record.steps) == 1 else f"{len(record.steps)} steps"
