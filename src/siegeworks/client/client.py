"""A client of a server: opens tables, takes seats, enters tables, and plays again"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Literal
from urllib.parse import quote as quoted
from urllib.parse import urlencode

import msgspec

from siegeworks.client.addresses import Address, address
from siegeworks.client.answers import Refused, Unreachable
from siegeworks.client.session import FIRST_WAIT, LONGEST_WAIT, Session
from siegeworks.server import messages as m

NONCE_BYTES = 16  # 22 characters
TRIES = 3  # of a request that may be sent again

Player = Literal["me", "friend", "open"] | str  # or a bot's level, "level:6"


class Seats(msgspec.Struct, frozen=True):
    """Seats at a table, with the keys that prove them. Keep it: who has it has the seats."""

    table: str
    keys: dict[str, str]  # by seat
    invitations: dict[str, str] = {}  # codes, by the seat that they are for

    @classmethod
    def of(cls, answer: m.TableOpened | m.SeatTaken) -> Seats:
        """The seats that an answer of the server brings."""
        invited = answer.invitations if isinstance(answer, m.TableOpened) else []
        return cls(
            answer.table,
            {seat.seat: seat.key for seat in answer.yours},
            {invitation.seat: invitation.code for invitation in invited},
        )


class Client:
    """A client of one server."""

    def __init__(self, link: str, *, name: str = "", token: str = "", is_bot: bool = False) -> None:
        """Nothing is sent yet.

        Args:
            link: the server's address, or a link to one of its tables.
            name: under which one plays; empty: a guest.
            token: a personal token of an account; empty: play as a guest.
            is_bot: a program plays; everybody at the table is shown that.

        Raises:
            SiegeworksError: the link leads to no server.
        """
        # Its library takes a twentieth of a second to load, which most commands do not need.
        from siegeworks.client.http import Http  # noqa: PLC0415

        self.address: Address = address(link)
        self.name, self.is_bot = name, is_bot
        self._http = Http(self.address.server, token)

    async def games(self) -> m.Games:
        """All games, and the levels of the server's bots."""
        return await self._http.ask(m.Games, "GET", "/api/games")

    async def game(
        self, game: str, options: Mapping[str, str] | None = None, map_rows: str = ""
    ) -> m.GameDetails:
        """A game with these options: its seats and its board."""
        path = f"/api/games/{quoted(game, safe='')}"
        if map_rows:
            query = m.GameQuery(dict(options or {}), map_rows)
            return await self._http.ask(m.GameDetails, "POST", f"{path}/details", query)
        text = urlencode(options or {})
        return await self._http.ask(m.GameDetails, "GET", f"{path}?{text}" if text else path)

    async def lobby(self) -> list[m.LobbyTable]:
        """The tables where somebody is waiting for an opponent."""
        return (await self._http.ask(m.Lobby, "GET", "/api/lobby")).tables

    async def open_table(
        self,
        game: str,
        seats: Sequence[Player] = (),
        options: Mapping[str, str] | None = None,
        *,
        clock: m.ClockTimes | None = None,
        map_rows: str = "",
    ) -> Seats:
        """Open a table.

        Args:
            game: "siege-master".
            seats: who gets which, in turn order: `me`, `friend` (by invitation), `open` (for
                anybody in the lobby) or a bot's level, `level:6`. Left out: you and open seats.
            options: of the game.
            clock: the time of every seat; None: no clock.
            map_rows: the drawing of the map that the options name.

        Raises:
            Refused: the server says what is wrong.
        """
        shape = await self.game(game, options, map_rows)
        players = list(seats) or ["me", *["open"] * (len(shape.seats) - 1)]
        if len(players) != len(shape.seats):
            raise Refused(f"Say for each seat who gets it: {', '.join(shape.seats)}.")
        plans = [self._plan(*pair) for pair in zip(shape.seats, players, strict=True)]
        body = m.NewTable(game, plans, dict(options or {}), map_rows, clock=clock)
        return Seats.of(await self._http.ask(m.TableOpened, "POST", "/api/tables", body))

    def _plan(self, seat: str, player: Player) -> m.SeatPlan:
        if player == "me":
            return m.SeatPlan(seat, "me", name=self.name, is_bot=self.is_bot)
        if player in ("friend", "open"):
            return m.SeatPlan(seat, "friend" if player == "friend" else "open")
        level = player.removeprefix("level:")
        if not level.isdecimal() or not 1 <= int(level) <= m.STRONGEST:
            raise Refused(
                f"{seat}: give me, friend, open or a bot's level, from level:1 to "
                f"level:{m.STRONGEST}."
            )
        return m.SeatPlan(seat, "bot", int(level))

    async def invitation(self, code: str) -> m.InvitationInfo:
        """What an invitation is for. It stays valid."""
        body = m.InvitationRequest(code)
        return await self._http.ask(m.InvitationInfo, "POST", "/api/invitation", body)

    async def take_seat(
        self,
        *,
        code: str = "",
        table: str = "",
        seat: str | None = None,
        after: m.MyTable | None = None,
    ) -> Seats:
        """Take a seat, by invitation, at a table of the lobby, or in a rematch. If the answer is
        lost, it is asked for again.

        Args:
            code: of an invitation; empty: at the table of the link, or of its code.
            table: of the lobby.
            seat: which of its open seats; None: any.
            after: my seats in a game that is over: take part in its rematch, where I had `seat`.

        Raises:
            Refused: it is not free.
        """
        code = code or ("" if table or after else self.address.code)
        body = m.TakeSeat(
            secrets.token_urlsafe(NONCE_BYTES),
            self.name,
            code=code,
            table=None if code or after else table or self.address.table or None,
            seat=seat,
            after=after,
            is_bot=self.is_bot,
        )
        take = partial(self._http.ask, m.SeatTaken, "POST", "/api/seats", body)
        for _ in range(TRIES - 1):
            with suppress(Unreachable):
                return Seats.of(await take())
        return Seats.of(await take())

    async def tables(self, *seats: Seats) -> list[m.TableStatus]:
        """How tables stand where one has seats."""
        body = _my_tables(seats)
        return (await self._http.ask(m.TableStatuses, "POST", "/api/tables/mine", body)).tables

    async def events(self, *seats: Seats) -> AsyncGenerator[m.TableStatus, None]:
        """How tables stand now, and again whenever one changes: those of the token's account, or
        those of these seats. A lost connection is opened again.

        Raises:
            Refused: the token or a key proves nothing.
            Unreachable: the server has never answered.
        """
        wait, has_answered = FIRST_WAIT, False
        while True:
            stream = (
                self._http.events(m.TableStatus, "POST", "/api/tables/events", _my_tables(seats))
                if seats
                else self._http.events(m.TableStatus, "GET", "/api/account/tables/events")
            )
            try:
                async for status in stream:
                    wait, has_answered = FIRST_WAIT, True
                    yield status
            except Unreachable:
                if not has_answered:
                    raise
            except Refused as refusal:  # a proxy may answer while the server starts again
                if not has_answered or refusal.status < 500:
                    raise
            await asyncio.sleep(wait * random.uniform(0.5, 1.0))
            wait = min(2 * wait, LONGEST_WAIT)

    async def record(self, table: str) -> str:
        """The record of a finished game, or of one without secrets."""
        return (await self._http.text("GET", f"/api/tables/{table}/record")).decode()

    def enter(self, seats: Seats) -> Session:
        """A table with your seats, for `async with`."""
        entropy = secrets.token_hex(NONCE_BYTES)
        return Session(self.address, seats.table, list(seats.keys.values()), entropy)

    def watch(self, table: str = "") -> Session:
        """A table as a spectator, for `async with`; empty: that of the link."""
        return Session(self.address, table or self.address.table)


def _my_tables(seats: Iterable[Seats]) -> m.MyTables:
    return m.MyTables([m.MyTable(each.table, list(each.keys.values())) for each in seats])


# The same game again: the same options, clock and players, one seat further, as on the page -------


async def play_again(client: Client, session: Session) -> Seats:
    """One's own seats in a rematch of this session's game, which is over: in the one that somebody
    offers, or else in a new one, which is offered to the others.

    Raises:
        Refused: the game is rated, or not over; or the server says why not.
    """
    assert session.welcome is not None and session.view is not None
    if not session.is_over:
        raise Refused("You can play again once the game is over.")
    if session.welcome.rated:
        raise Refused("A rematch of a rated game is rated too. Ask for it on the page.")
    offered = session.view.rematch
    return await (_offer(client, session) if offered is None else _accept(client, session, offered))


def players_again(infos: list[m.SeatInfo], mine: list[str]) -> list[Player]:
    """Who gets which seat: everybody moves on by one, and the last takes the first seat."""
    return [_player(infos[number - 1], mine) for number in range(len(infos))]


def _player(before: m.SeatInfo, mine: list[str]) -> Player:
    if before.who == "bot":
        return f"level:{before.level}"
    return "me" if before.seat in mine else "friend"


async def _offer(client: Client, session: Session) -> Seats:
    welcome, presence = session.welcome, session.presence
    assert welcome is not None and presence is not None
    opened = await client.open_table(
        welcome.game,
        players_again(presence.seats, session.seats),
        welcome.options,
        clock=welcome.clock,
        map_rows=welcome.map_rows,
    )
    if opened.invitations:
        invitations = [
            m.RematchInvitation(welcome.seats[welcome.seats.index(seat) - 1], code)
            for seat, code in opened.invitations.items()
        ]
        message = m.OfferRematch("", opened.table, invitations, session.seats[0])
        await session.ask(message, m.Accepted)
    return opened


async def _accept(client: Client, session: Session, offered: m.Rematch) -> Seats:
    if not offered.invited:
        raise Refused("You have offered a rematch already, on the page or in another terminal.")
    before, keys = m.MyTable(session.table, session.keys), dict[str, str]()
    for seat in offered.invited:
        keys |= (await client.take_seat(after=before, seat=seat)).keys
    return Seats(offered.table, keys)
