"""`siegeworks join URL`: play or watch at a table of a server, in the terminal"""

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from siegeworks.cli.console.arguments import Plain, check_target, examples, option
from siegeworks.cli.console.questions import Choice, ask_choice
from siegeworks.cli.network import arriving
from siegeworks.cli.network.line_readers import LineReader, reader_for
from siegeworks.cli.network.remote_commands import COMMANDS, Again, Command, obey
from siegeworks.cli.network.remote_game import RemoteGame
from siegeworks.client import Client, Refused, Seats, Session
from siegeworks.client.kept_seats import keep, kept_at
from siegeworks.core.errors import SiegeworksError
from siegeworks.play.files import write_whole
from siegeworks.server import messages as m
from siegeworks.tui.terminal import Left, ScreenTerminal, Terminal, is_terminal, open_terminal

EXAMPLES = examples(
    "siegeworks join http://localhost:7373",
    "siegeworks join http://localhost:7373/#/join/ABCD-EFGH-JKLM --name Ada",
    "siegeworks join https://play.example.org/#/table/Kx3aW9dPq0LmZt7v --watch",
    "siegeworks join http://localhost:7373 --plain",
)


def command(
    url: arriving.Link,
    *,
    name: arriving.Name = "",
    token: arriving.Token = "",
    code: arriving.Code = "",
    seat: arriving.Seat = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Watch as a spectator; take no seat.")
    ] = False,
    record: Annotated[
        Path | None,
        option("--record", "FILE", "Save the game in this new file at its end; not its rematches."),
    ] = None,
    plain: Plain = False,
) -> None:
    """Play or watch at a table of a server, together with people at its page.

    With a server's address alone you choose a table of its lobby. Your seats are kept: the same
    command comes back to them.
    """
    if record is not None:
        check_target(record, f"--record {record}")
        if record.exists():
            raise SiegeworksError(
                f"--record {record}: this file already exists. Choose another name."
            )
    terminal, client = open_terminal(plain), Client(url, name=name, token=token)
    asyncio.run(Visit(client, terminal, record).run(code, seat, watch))


class Visit:
    """One person at one table, and at those of its rematches."""

    def __init__(self, client: Client, terminal: Terminal, record: Path | None) -> None:
        self.client, self.terminal, self.record = client, terminal, record

    async def run(self, code: str, seat: str | None, watch: bool) -> None:
        """Find the table, take a seat if there is one, and play or watch; then its rematches."""
        session = await self._session(code, seat, watch)
        lines = reader_for(self.terminal)
        if lines.has_toolbar and isinstance(self.terminal, ScreenTerminal):
            self.terminal.lines_below = 1
        while session is not None:
            async with session:
                if not (watch or session.seats):
                    self.terminal.say("No seat is free at this table; you are watching.")
                again = await self._visit(session, lines)
            session = None if again is None else self._next_session(again)

    async def _visit(self, session: Session, lines: LineReader) -> Seats | None:
        """Play or watch to the end; the seats in a rematch, or None: the person leaves."""
        game = RemoteGame(self.client, session, self.terminal)
        try:
            await _talk(game, lines, None, to_the_end=True)
            await self._save(session.table)
            if session.seats:
                await _talk(game, lines, _state(session), to_the_end=False)
        except Again as again:
            return again.seats
        except Left:
            if not session.is_over:
                self.terminal.say(
                    f"You have left. To come back: siegeworks join "
                    f"'{arriving.table_link(self.client, session.table)}'"
                )
        return None

    async def _save(self, table: str) -> None:
        """Save the game, if that was asked for: the first one, and not its rematches."""
        if self.record is not None:
            write_whole(self.record, await self.client.record(table))
            self.terminal.say(f"Saved in {self.record}.")
            self.record = None

    def _next_session(self, seats: Seats) -> Session:
        """At the table of a rematch."""
        self.client.address = self.client.address._replace(table=seats.table, code="")
        keep(self.client.address, seats)
        return self.client.enter(seats)

    async def _session(self, code: str, seat: str | None, watch: bool) -> Session | None:
        address = self.client.address
        if not (code or address.code or address.table):
            offered = await self._choose()
            if offered is None:
                return None
            address = self.client.address = address._replace(table=offered.table)
        if watch:
            invited = address.table or (await self.client.invitation(code or address.code)).table
            return self.client.watch(invited)
        return await self._seated(code, seat)

    async def _seated(self, code: str, seat: str | None) -> Session:
        """With a seat or, at a table without a free one, as a spectator."""
        try:
            seats: Seats = await arriving.seats_at(self.client, code, seat)
        except Refused:
            address = self.client.address
            if not address.table or seat is not None or kept_at(address) is not None:
                raise
            return self.client.watch()
        keep(self.client.address, seats, code or self.client.address.code)
        return self.client.enter(seats)

    async def _choose(self) -> m.LobbyTable | None:
        """A table of the lobby; None: there is none, or nobody to ask."""
        tables = await self.client.lobby()
        if not tables:
            self.terminal.say(
                f"Nobody is waiting at {self.client.address.server}. Open a table there, or let a "
                f"bot wait: siegeworks bot connect {self.client.address.server} --game expansion"
            )
            return None
        choices = [Choice(_described(table), (table.table,)) for table in tables]
        if not is_terminal(sys.stdin):
            for table, choice in zip(tables, choices, strict=True):
                self.terminal.say(f"{arriving.table_link(self.client, table.table)}  {choice.text}")
            self.terminal.say("Join one of them with: siegeworks join LINK")
            return None
        chosen = await asyncio.to_thread(ask_choice, self.terminal, "Which table?", choices)
        return tables[chosen]


def _described(table: m.LobbyTable) -> str:
    options = " ".join(f"{key}={value}" for key, value in table.options.items())
    clock = ", with a clock" if table.clock else ""
    seats = ", ".join(map(arriving.player, table.seats))
    return f"{table.title}{f' {options}' if options else ''}{clock}: {seats}"


async def _talk(
    game: RemoteGame, lines: LineReader, shown: tuple[object, ...] | None, *, to_the_end: bool
) -> None:
    """Show what happens and do what is typed: `to_the_end` of the game or, after it, until the
    person leaves.

    Raises:
        Left: the person leaves.
        Again: the person goes on in a rematch.
    """
    session = game.session
    asked: Command | None = None  # waits for yes or no
    while True:
        game.say_who_is_there()
        state = _state(session)
        if state != shown:
            shown = state
            game.show_news()
        if to_the_end and session.is_over:
            return
        line = await _next_line(game, lines, asked)
        if line is None:
            continue
        try:
            if asked is not None:
                confirmed, asked = asked, None
                if line.lower() in ("y", "yes"):
                    await confirmed.run(game, [])
            else:
                asked = await obey(game, line)
        except SiegeworksError as error:
            if session.failure is not None:
                raise
            game.terminal.say(str(error))
            # What a list or a refusal has printed stays until something happens.
        shown = shown if _state(session) == shown else None


def _state(session: Session) -> tuple[object, ...]:
    """What a new screen is drawn for."""
    return session.view, session.presence and session.presence.seats


async def _next_line(game: RemoteGame, lines: LineReader, asked: Command | None) -> str | None:
    """The next line; None: something has happened first.

    Raises:
        Left: the input has ended.
    """
    session = game.session
    state = _state(session)
    news = asyncio.create_task(session.until(lambda: _state(session) != state))
    is_due = session.is_my_turn or game.is_asked or asked is not None or session.is_over
    if lines.waits_for_turn and not is_due:
        await news
        return None
    prompt = f"{asked.is_asked} [y/N] " if asked else f"{' '.join(session.seats) or 'watching'}> "
    completions = [*game.legal_tokens(), *COMMANDS]
    typing = asyncio.create_task(lines.read(prompt, completions, game.toolbar))
    try:
        await asyncio.wait({news, typing}, return_when=asyncio.FIRST_COMPLETED)
        if typing.done():
            line = typing.result()
            if line is None:
                raise Left
            return line
        await news
        return None
    finally:
        for task in (news, typing):
            task.cancel()
        await asyncio.gather(news, typing, return_exceptions=True)
