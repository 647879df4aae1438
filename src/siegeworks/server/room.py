"""Tables with people around them: who sits where, who looks on, and what each is told.

A room does one thing at a time (its lock): what is asked is tried on the table in memory, stored,
and only then answered and shown. Where storing fails the room is forgotten, and loaded again from
what is on disk.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from siegeworks.bots import LEVELS
from siegeworks.bots.hints import sentence
from siegeworks.bots.levels import SECONDS
from siegeworks.core.game import (
    SPECTATOR,
    Game,
    IllegalStep,
    Observation,
    Seat,
    SiegeworksError,
    quote,
)
from siegeworks.core.random import new_rng
from siegeworks.play.agreement import wins_by_agreement
from siegeworks.play.summary import ending
from siegeworks.play.table import NOTHING_TO_UNDO, TABLE
from siegeworks.server import messages as m
from siegeworks.server.error_log import note
from siegeworks.server.log import (
    ANSWER,
    NO,
    OFFER,
    STEP,
    TAKEBACK,
    UNDO,
    YES,
    Event,
    Log,
    Standing,
    Undone,
)
from siegeworks.server.preparing import scene_encoder
from siegeworks.server.seat_tokens import hash_of, new_token, proved, used_now
from siegeworks.server.store import MEANWHILE, Conflict, NotStored, SeatRow, TableRow
from siegeworks.server.tasks import begin
from siegeworks.server.views import Shown

if TYPE_CHECKING:
    from siegeworks.server.rooms import Rooms


MOST_SPECTATORS = 100  # at one table
SOON = 0.5  # seconds that a bot waits for its search to be ready before it goes without
ONLY_BOTS = "Only bots are left in this game, and they do not play on by themselves."
MOST_TEXTS = 32  # views of the newest version that are kept as they were sent

# What a table takes in memory, roughly, in bytes; measured with the longest games.
ROOM_BYTES, STEP_BYTES, EVENT_BYTES = 50_000, 500, 250

encode = msgspec.json.Encoder().encode


def text_of(message: m.ServerMessage) -> str:
    """A message as it is sent."""
    return encode(message).decode()


class Visitor(Protocol):
    """One connection, as a room sees it."""

    seats: frozenset[Seat]  # that it holds
    looks: Seat  # whose view it is sent, or SPECTATOR
    version: int  # of the last view that it was sent
    seen_as: Seat  # the audience of that view
    address: str  # where it comes from, as limits count it
    is_gone: bool  # its line was cut

    def send(self, text: str) -> None:
        """Send this message, in its turn."""

    def leave(self, sentence: str) -> None:
        """Hang up; the page comes back by itself."""


def request_of(name: str, message: Any) -> str:
    """How a request is kept: by whose it was and what it asked for too, for two pages may think of
    one id, and a page that uses one again for something else is not told that it is done."""
    return f"{name} {message.__struct_config__.tag} {message.id}"


class Room:
    """One table, who sits at it and who looks on."""

    def __init__(self, rooms: Rooms, row: TableRow, log: Log) -> None:
        self.rooms, self.store, self.thinkers = rooms, rooms.store, rooms.thinkers
        self.id, self.row, self.log = row.id, row, log
        self.game, self.table = log.game, log.table
        self.sitters = row.seats  # not a copy: who asks for the row is to see who sits now
        self.shown = Shown(self.table, scene_encoder(self.game))
        self.visitors: set[Visitor] = set()
        self.lock = asyncio.Lock()
        self.stored = log.version  # how much of the log is on disk
        self.is_forgotten = False  # loaded anew, or about to be; whoever is here has to come back
        self.trouble = ""  # why it does not go on
        self.left_at = time.monotonic()
        self._texts: dict[Any, str] = {}  # views as they were sent
        self._texts_of: Any = None  # the version, and what else they all show
        self.bots_at_work: asyncio.Task[None] | None = None

    # Coming and going ----------------------------------------------------------------------------

    def seats_of(self, tokens: Sequence[str]) -> frozenset[Seat]:
        """The seats that these tokens prove.

        Raises:
            SiegeworksError: one of them proves none.
        """
        rows = proved(self.sitters, tokens, time.time(), self.rooms.seat_days)
        return frozenset(row.seat for row in rows)

    async def note_use(self, tokens: Sequence[str]) -> None:
        """Somebody comes in with these tokens. A new token has now taken the place of the old one,
        and whoever came in with that one has to go.

        Raises:
            UnknownToken: one of them proves nothing any more.
            NotStored: a new token could not be stored.
        """
        if not tokens:
            return
        async with self.lock:
            now, changed = time.time(), list[SeatRow]()
            for token in tokens:
                (row,) = proved(self.sitters, [token], now, self.rooms.seat_days)
                after = used_now(row, token, now)
                changed += [after] if after != row else []
            held = {row.seat: row.token_hash for row in self.sitters}
            replaced = {row.seat for row in changed if row.token_hash != held[row.seat]}
            try:
                await self.keep_tokens(changed)
            except NotStored:  # when a token was used may get lost, a new one may not
                if replaced:
                    raise
            for visitor in [one for one in self.visitors if one.seats & replaced]:
                visitor.leave("This seat has a new token; yours counts no longer.")

    async def renew(self, tokens: Sequence[str]) -> list[m.YourSeat]:
        """New tokens for these seats. The old ones count until the new ones are used, for the
        answer to this may get lost.

        Raises:
            UnknownToken: one of the tokens proves nothing.
            NotStored: the new ones could not be stored.
        """
        async with self.lock:
            rows = proved(self.sitters, tokens, time.time(), self.rooms.seat_days)
            fresh = {row.seat: new_token() for row in rows}
            await self.keep_tokens(
                [row._replace(next_hash=hash_of(fresh[row.seat])) for row in rows]
            )
            return [m.YourSeat(self.game.seats[seat], token) for seat, token in fresh.items()]

    async def keep_tokens(self, changed: Sequence[SeatRow]) -> None:
        """Store what has changed about the tokens of these seats.

        Raises:
            NotStored: nothing is changed.
        """
        if changed:
            await self.store.keep_tokens(self.id, changed)
        for row in changed:
            self.sitters[row.seat] = row

    def check_space(self, seats: frozenset[Seat]) -> None:
        """May one more come in who holds these seats?

        Raises:
            SiegeworksError: all places to look on from are taken.
        """
        if not seats and sum(not visitor.seats for visitor in self.visitors) >= MOST_SPECTATORS:
            raise SiegeworksError("As many look on here as there is room for; come again later.")

    async def enter(self, visitor: Visitor, version: int) -> None:
        """Somebody comes in, or comes back with a view of that version."""
        async with self.lock:
            if visitor.is_gone:  # while it waited
                return
            if self.is_forgotten:
                visitor.leave("Come back in a moment.")
                return
            self.visitors.add(visitor)
            visitor.looks = SPECTATOR
            if len(visitor.seats) == 1:
                (visitor.looks,) = visitor.seats
            # Where it is not known as whom the page saw the steps that it has, all are sent again.
            is_opened = self.table.over and version < self.log.version
            hides = self.game.has_secrets or self.game.momentary is not None
            is_unsure = hides and (len(visitor.seats) > 1 or is_opened)
            visitor.version = 0 if is_unsure or version > self.log.version else version
            visitor.seen_as = self.shown.audience(visitor.looks)
            visitor.send(text_of(self.welcome(visitor)))
            self.tell_presence()
            self.trouble = ""  # it is tried again
            before = self.log.version
            await self.go_on()
            if self.log.version == before:
                self.show_to([visitor])

    def leave(self, visitor: Visitor) -> None:
        """Somebody's line is cut."""
        if visitor in self.visitors:
            self.visitors.remove(visitor)
            self.left_at = time.monotonic()
            self.tell_presence()
            self.rooms.forget_idle()

    @property
    def is_idle(self) -> bool:
        """Is nobody here, and nothing under way?"""
        return not self.visitors and not self.lock.locked()

    @property
    def size(self) -> int:
        """How many bytes of memory it takes, roughly."""
        step = self.game.state_type.itemsize + STEP_BYTES
        return ROOM_BYTES + step * len(self.table.steps) + EVENT_BYTES * self.log.version

    async def sit(self, row: SeatRow) -> None:
        """Somebody has sat down, which is stored already."""
        async with self.lock:
            if self.is_forgotten:  # it is read anew, with whoever sits there
                return
            self.sitters[row.seat] = row
            self.tell_presence()
            try:
                await self.go_on()
            except (
                SiegeworksError
            ) as error:  # whoever sits down is to get the seat's token all the same
                note(f"a table of {self.game.name} could not begin", error)
            else:
                self.show_to(self.visitors)

    def welcome(self, visitor: Visitor) -> m.Welcome:
        """What does not change any more."""
        game = self.game
        return m.Welcome(
            table=self.id,
            game=game.name,
            title=game.title,
            options=dict(game.changed_options),
            seats=list(game.seats),
            yours=[game.seats[seat] for seat in sorted(visitor.seats)],
            secrets=game.has_secrets,
            agreement=game.rules.agree is not None,
            board=self.shown.encoder.board,
        )

    def tell_presence(self) -> None:
        """Tell all who is there."""
        spectators = sum(not visitor.seats for visitor in self.visitors)
        self._send_all(self.visitors, text_of(m.Presence(self.seats(), spectators)))

    def seats(self) -> list[m.Sitter]:
        """Who sits where, and who of them is there."""
        here = {seat for visitor in self.visitors for seat in visitor.seats}
        return [sitter(self.game, row, row.seat in here) for row in self.sitters]

    def waiting_from(self) -> set[str]:
        """Where those come from who wait here for anybody to take a free seat: who has a seat, or,
        as long as nobody has one, who looks on. Empty where no seat is free."""
        if all(row.who != "open" for row in self.sitters):
            return set()
        people = any(row.who == "person" for row in self.sitters)
        return {visitor.address for visitor in self.visitors if visitor.seats or not people}

    @property
    def is_between_people(self) -> bool:
        """Is this a game that goes on between people, not all of them at one screen?"""
        people = {row.seat for row in self.sitters if row.who == "person"}
        return (
            len(people) > 1
            and not self.table.over
            and not any(visitor.seats >= people for visitor in self.visitors)
        )

    @property
    def is_full(self) -> bool:
        """Have all sat down?"""
        return all(row.who in ("person", "bot") for row in self.sitters)

    # What is asked for ---------------------------------------------------------------------------

    async def do(self, visitor: Visitor, message: Any) -> None:
        """Do what changes the table: try it, store it, answer, show it to all.

        Raises:
            SiegeworksError: a sentence; the table is as it was.
        """
        async with self.lock:
            if self.is_forgotten:
                raise SiegeworksError(MEANWHILE)
            version = self.done_before(visitor, message)
            if version is not None:  # sent again after a broken line
                visitor.send(text_of(m.Accepted(message.id, version)))
                return
            seat = self.speaker(visitor, message)
            request = request_of(self.game.seats[seat], message)
            if not self.is_full:
                raise SiegeworksError("Not all have sat down yet; the game begins when they have.")
            start = self.log.version
            events = DEEDS[type(message)](self, seat, message, request)
            await self.keep(start, events)
            self.trouble = ""  # it is another position now
            visitor.send(text_of(m.Accepted(message.id, self.log.done[request])))
            self.show_to(self.visitors)
            self.wake_bots()

    def done_before(self, visitor: Visitor, message: Any) -> int | None:
        """The version that a request of this visitor's has made already."""
        requests = (request_of(self.game.seats[seat], message) for seat in visitor.seats)
        return next((self.log.done[r] for r in requests if r in self.log.done), None)

    def speaker(self, visitor: Visitor, message: Any) -> Seat:
        """Which of a visitor's seats is speaking.

        Raises:
            SiegeworksError: none, or it is not clear which.
        """
        if not visitor.seats:
            raise SiegeworksError("You are looking on; only who has a seat can do that.")
        if isinstance(message, m.Undo) or getattr(message, "what", "") == TAKEBACK:
            return self.undoable(visitor)
        seat = self.seat_meant(visitor, message.seat)
        answers_tell = isinstance(message, m.Act | m.Explain | m.Hint)
        if answers_tell and self.game.has_secrets and visitor.looks != seat:
            raise SiegeworksError(f"Lift the curtain for {self.game.seats[seat]} first.")
        return seat

    def seat_meant(self, visitor: Visitor, named: str | None) -> Seat:
        """The seat of a visitor's that is named, or that can only be meant.

        Raises:
            SiegeworksError: it is not the visitor's, or it is not clear which is meant.
        """
        seats, to_act = self.game.seats, int(self.table.state.to_act)
        if named is not None:
            if named not in seats or seats.index(named) not in visitor.seats:
                raise SiegeworksError(f"The seat {quote(named)} is not yours.")
            return seats.index(named)
        if len(visitor.seats) == 1:
            return next(iter(visitor.seats))
        if to_act not in visitor.seats:
            raise SiegeworksError("You hold several seats: say for which of them this is meant.")
        return to_act

    def act(self, seat: Seat, message: m.Act, request: str) -> list[Event]:
        """A seat takes a step, and chance what follows."""
        self.check_version(message.version)
        event = Event(STEP, self.game.seats[seat], message.token, request)
        return [self.log.add(event), *self.deal()]

    def undo(self, seat: Seat, message: m.Undo, request: str) -> list[Event]:
        """A seat takes back its last action, at once where nobody else is to agree."""
        self.check_version(message.version)
        asked = self.asked_to_undo(seat)
        if asked:
            raise SiegeworksError(
                f"Ask first: {' and '.join(asked)} must agree before you take back a move."
            )
        return [self.take_back(self.game.seats[seat], request)]

    def take_back(self, name: str, request: str | None) -> Event:
        """A seat's last action is taken back."""
        event = self.log.add(Event(UNDO, name, "", request))
        self.shown.forget_pictures()
        return event

    def asked_to_undo(self, seat: Seat) -> list[str]:
        """The seats that must agree before this one takes back an action: those of other people who
        are still in the game."""
        seats, remaining = self.game.seats, self.log.remaining()
        own = {seat}.union(*(visitor.seats for visitor in self.visitors if seat in visitor.seats))
        return [
            seats[row.seat]
            for row in self.sitters
            if row.who == "person" and row.seat not in own and seats[row.seat] in remaining
        ]

    def resign(self, seat: Seat, message: m.Resign, request: str) -> list[Event]:
        """A seat gives up."""
        event = Event(STEP, TABLE, f"resign={self.game.seats[seat]}", request)
        return [self.log.add(event), *self.deal()]

    def offer(self, seat: Seat, message: m.OfferAgreement, request: str) -> list[Event]:
        """A seat offers something to all. Bots answer at once; to take back a move, so do the other
        seats of whoever asks."""
        name, people = self.game.seats[seat], self.asked_to_undo(seat)
        if message.what == TAKEBACK and not people:
            raise SiegeworksError("Nobody needs to be asked: take it back with undo.")
        events = [self.log.add(Event(OFFER, name, message.what, request))]
        for row in self.sitters:
            offer = self.log.offer
            if offer is None or self.game.seats[row.seat] not in offer.waiting_for:
                continue
            if message.what == TAKEBACK and self.game.seats[row.seat] not in people:
                events += self.answered(row.seat, True, None)
            elif row.who == "bot":
                events += self.answered(row.seat, self.bot_agrees(row.seat, message.what), None)
        return events

    def answer(self, seat: Seat, message: m.AnswerOffer, request: str) -> list[Event]:
        """A seat answers what is offered."""
        if self.log.offer is None or self.log.offer.version != message.offer:
            raise SiegeworksError("This offer does not stand any more.")
        return self.answered(seat, message.agrees, request)

    def answered(self, seat: Seat, agrees: bool, request: str | None) -> list[Event]:
        """Somebody says yes or no; when the last has said yes, it is done."""
        event = Event(ANSWER, self.game.seats[seat], YES if agrees else NO, request)
        events = [self.log.add(event)]
        offer = self.log.offer
        if offer is not None and not offer.waiting_for:
            events.append(
                self.take_back(offer.by, None)
                if offer.what == TAKEBACK
                else self.log.add(Event(STEP, TABLE, offer.what))
            )
        return events

    def bot_agrees(self, seat: Seat, what: str) -> bool:
        """Bots play on, unless they would win by stopping."""
        rng = new_rng(secrets.randbits(64))
        return what == "agree" and wins_by_agreement(self.table, seat, rng)

    def deal(self) -> list[Event]:
        """What chance does, from the system's own generator."""
        return self.log.deal(new_rng(secrets.randbits(64)))

    def check_version(self, version: int) -> None:
        """Has the page seen all that happened?

        Raises:
            SiegeworksError: it has not.
        """
        if version != self.log.version:
            raise Conflict(MEANWHILE)

    def undoable(self, visitor: Visitor) -> Seat:
        """Which of a visitor's seats could take back its last action.

        Raises:
            IllegalStep: none, and why.
        """
        if not visitor.seats:
            raise IllegalStep("undo: who looks on has nothing to take back.")
        steps, seats = self.table.steps, self.game.seats
        held = {seats[seat] for seat in visitor.seats}
        others = {seats[r.seat] for r in self.sitters if r.who == "person"} - held
        for step in reversed(steps):
            if step.actor in held:
                seat = seats.index(step.actor)
                self.log.check_undo(seat)
                return seat
            if step.actor in others:
                raise IllegalStep(f"undo: {step.actor} has acted since; that stands.")
        raise IllegalStep(NOTHING_TO_UNDO)

    async def explain(self, visitor: Visitor, message: m.Explain) -> None:
        """Say what a token would be now."""
        async with self.lock:
            seat = self.speaker(visitor, message)
            if self.table.state.to_act != seat:
                raise SiegeworksError("It is not your turn.")
            try:
                self.game.text_to_choice(self.table.view(seat), message.text)
            except IllegalStep as error:
                answer = m.Explained(message.id, False, str(error))
            else:
                answer = m.Explained(message.id, True, f"{message.text}: legal.")
            visitor.send(text_of(answer))

    async def hint(self, visitor: Visitor, message: m.Hint) -> None:
        """Name the best moves, from what the seat may know."""
        async with self.lock:
            seat = self.speaker(visitor, message)
            if self.table.state.to_act != seat or not self.is_full:
                raise SiegeworksError("It is not your turn.")
            if any(r.who == "person" and r.seat not in visitor.seats for r in self.sitters):
                raise SiegeworksError(
                    "Against people there are no hints; play a bot to learn from it."
                )
            self.rooms.check_no_contest(self.game, self.table.steps, but=self)
            seen, asked_at = self.table.view(seat), (self.log.version, visitor.looks)
        await self.rooms.preparation.ready(self.game, searching=True)
        found = await self.thinkers.hints(self.game, seen, visitor.address)
        moves = [
            m.HintMove(h.token, sentence(h), h.win_probability, h.proven, list(h.line))
            for h in found
        ]
        async with self.lock:  # another may be looking now, behind the same curtain
            if (self.log.version, visitor.looks) != asked_at:
                raise SiegeworksError(MEANWHILE)
            visitor.send(text_of(m.Hinted(message.id, moves)))

    async def look(self, visitor: Visitor, message: m.Look) -> None:
        """Lift the curtain for one of the visitor's seats, or let it fall."""
        async with self.lock:
            visitor.looks = SPECTATOR if message.seat is None else self.speaker(visitor, message)
            self.show_to([visitor])

    # Storing and showing -------------------------------------------------------------------------

    async def keep(self, start: int, events: list[Event]) -> None:
        """Store what was just added to the log, which was `start` events long.

        Raises:
            SiegeworksError: it could not be stored; the room is forgotten, since it knows more
                than the disk.
        """
        try:
            await self.store.append(self.id, start, events)
        except BaseException:
            self.rooms.forget(self)
            raise
        self.stored = start + len(events)

    async def go_on(self) -> None:
        """If all have sat down: let chance act, and wake the bots."""
        if self.is_full and not self.table.over:
            start = self.log.version
            events = self.deal()
            if events:
                await self.keep(start, events)
                self.show_to(self.visitors)
            self.wake_bots()

    def show_to(self, visitors: Sequence[Visitor] | set[Visitor]) -> None:
        """Send each the view that is meant for it, made once for all who see the same."""
        shows = self.log.version, self.is_full, self.trouble
        if shows != self._texts_of:
            self._texts, self._texts_of = {}, shows
        for visitor in visitors:
            audience = self.shown.audience(visitor.looks)
            key = audience, self.part_for(visitor), visitor.version, visitor.seen_as
            text = self._texts.get(key)
            if text is None:
                while len(self._texts) >= MOST_TEXTS:
                    del self._texts[next(iter(self._texts))]
                self._texts[key] = text = text_of(self.view(visitor))
            visitor.send(text)
            visitor.version, visitor.seen_as = self.log.version, audience

    async def show_again(self, visitor: Visitor) -> None:
        """Send the newest view to somebody who has missed something."""
        async with self.lock:
            self.show_to([visitor])

    def part_for(self, visitor: Visitor) -> tuple[Seat, Seat | None, str | None, tuple[str, ...]]:
        """What of a view is for this visitor alone: whose view it is, who of its seats is to act,
        whose action it can take back, and who must agree to that."""
        undo: str | None = None
        asked: tuple[str, ...] = ()
        with suppress(IllegalStep):
            if self.is_full:
                seat = self.undoable(visitor)
                undo, asked = self.game.seats[seat], tuple(self.asked_to_undo(seat))
        to_act = int(self.table.state.to_act)
        is_mine = self.is_full and to_act in visitor.seats
        sees = not self.game.has_secrets or visitor.looks == to_act
        return visitor.looks, to_act if is_mine and sees else None, undo, asked

    def view(self, visitor: Visitor) -> m.View:
        """All that this visitor may know of the table now."""
        table, shown, looks = self.table, self.shown, visitor.looks
        _, acts, undo, asked = self.part_for(visitor)
        start = shown.resend_from(self.log.kept_since(visitor.version))
        return m.View(
            version=self.log.version,
            seat=self.game.seats[looks] if looks >= 0 else None,
            steps_from=start,
            steps=shown.steps(looks, start),
            last=shown.last(looks, len(table.steps)),
            scene=shown.scene(looks, len(table.steps)),
            to_act=self.game.seats[table.state.to_act]
            if self.is_full and table.state.to_act >= 0
            else None,
            retold=shown.retold(visitor.seen_as, shown.audience(looks), start),
            legal=[] if acts is None else shown.legal(acts),
            undo=undo,
            undo_asks=list(asked),
            offer=offer_message(self.log.offer),
            declined=self.log.declined,
            declined_what=self.log.declined_what,
            taken_back=taken_back_message(self.log.undone, looks),
            may_agree=self.is_full and shown.may_agree(looks),
            result=table.result,
            ending=ending(table) if table.over else "",
            trouble=self.trouble or (ONLY_BOTS if self.is_left_to_bots else ""),
        )

    def _send_all(self, visitors: set[Visitor], text: str) -> None:
        for visitor in visitors:
            visitor.send(text)

    # Bots ----------------------------------------------------------------------------------------

    def wake_bots(self) -> None:
        """If it is a bot's turn and somebody is there who plays with it, let it think."""
        if self.bot_to_act() is None:
            return
        if self.bots_at_work is None or self.bots_at_work.done():
            self.bots_at_work = begin(self._play_bots(), "the bots of a table failed")

    def bot_to_act(self) -> SeatRow | None:
        """The bot whose turn it is."""
        to_act = int(self.table.state.to_act)
        if to_act < 0 or not self.is_full or self.trouble or self.player() is None:
            return None
        if self.log.offer is not None and self.log.offer.what == TAKEBACK:
            return None  # its move would withdraw the request: it waits for the answer
        row = self.sitters[to_act]
        return row if row.who == "bot" else None

    def player(self) -> Visitor | None:
        """Somebody who is here and still in the game; bots do not play on by themselves."""
        here = (visitor for visitor in self.visitors if self.still_in(visitor.seats))
        return min(here, key=lambda visitor: min(visitor.seats), default=None)

    def still_in(self, seats: Iterable[Seat]) -> bool:
        """Has one of these seats not left the game?"""
        out = int(self.table.state.resigned)
        return any(not out >> seat & 1 for seat in seats)

    @property
    def is_left_to_bots(self) -> bool:
        """Does the game go on without any person?"""
        people = [row.seat for row in self.sitters if row.who != "bot"]
        return self.is_full and not self.table.over and not self.still_in(people)

    async def _play_bots(self) -> None:
        """Let bots act as long as it is a bot's turn. What they thought of a position that is gone
        meanwhile is dropped."""
        while (row := self.bot_to_act()) is not None:
            turn = BotTurn(self, row)
            try:
                token = await self._chosen(turn)
            except Exception as error:
                if self.log.version != turn.version:
                    continue
                note(f"no bot could move at a table of {self.game.name}", error)
                self.trouble = f"The bot of {self.game.seats[row.seat]} cannot go on; take back."
                self.show_to(self.visitors)
                return
            async with self.lock:
                if self.is_forgotten:
                    return
                if token is None or self.log.version != turn.version:
                    continue
                events = [self.log.add(Event(STEP, self.game.seats[row.seat], token))]
                events += self.deal()
                try:
                    await self.keep(turn.version, events)
                except SiegeworksError as error:  # it moves again when somebody has come back
                    note(f"a bot's move at {self.game.name} was not stored", error)
                    return
                self.show_to(self.visitors)

    async def _chosen(self, turn: BotTurn) -> str | None:
        """What a bot plays; where there are secrets, not so fast that its haste tells one."""
        ready = self.rooms.preparation.prepare_soon(self.game, searching=True)
        await asyncio.wait({ready}, timeout=SOON)
        level, pace, player = turn.row.level, self.rooms.pace, self.player()
        if player is None:
            return None
        if ready.done():
            choice = self.thinkers.choose(self.id, level, self.game, turn.begin, player.address)
        else:
            choice = self.thinkers.choose_meanwhile(level, self.game, turn.begin, player.address)
            pace += SECONDS
        if not self.game.has_secrets:
            return await choice
        token, _ = await asyncio.gather(choice, asyncio.sleep(pace))
        return token


class BotTurn:
    """What a bot thinks of: the position when its turn to think has come."""

    def __init__(self, room: Room, row: SeatRow) -> None:
        self.room, self.row = room, row
        self.version = room.log.version

    def begin(self) -> Observation | None:
        """What the bot may know now; None if it is not to act any more."""
        room = self.room
        if room.is_forgotten or room.bot_to_act() is not self.row:
            return None
        self.version = room.log.version
        return room.table.view(self.row.seat)


Deed = Callable[[Room, Seat, Any, str], list[Event]]
DEEDS: dict[type[Any], Deed] = {
    m.Act: Room.act,
    m.Undo: Room.undo,
    m.Resign: Room.resign,
    m.OfferAgreement: Room.offer,
    m.AnswerOffer: Room.answer,
}


def sitter(game: Game, row: SeatRow, connected: bool) -> m.Sitter:
    """Who has a seat, for all to see."""
    is_bot = row.who == "bot"
    return m.Sitter(
        seat=game.seats[row.seat],
        who=row.who,
        name=LEVELS[row.level - 1].name if is_bot else row.name,
        level=row.level,
        color=row.color,
        connected=connected or is_bot,
    )


def offer_message(offer: Standing | None) -> m.Offer | None:
    """The offer that stands."""
    if offer is None:
        return None
    return m.Offer(offer.what, offer.by, list(offer.waiting_for), offer.version)


def taken_back_message(undone: Undone | None, looks: Seat) -> m.TakenBack | None:
    """What was taken back, as this seat or SPECTATOR saw it."""
    return None if undone is None else m.TakenBack(undone.by, undone.seen[looks])
