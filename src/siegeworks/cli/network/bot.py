"""`siegeworks bot connect URL`: a bot of this machine plays at the tables of a server."""

import asyncio
import re
import shlex
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Annotated

from rich.status import Status

from siegeworks.bots import BOTS, LEVELS, SearchBot, make_bot
from siegeworks.cli.console.arguments import (
    GAME_LIST,
    Options,
    check_number,
    examples,
    option,
    options_from,
)
from siegeworks.cli.console.interrupts import deferred_interrupts
from siegeworks.cli.console.output import compile_notice, output
from siegeworks.cli.network import arriving
from siegeworks.client import Client, Seats, Session
from siegeworks.client.bots import BotPlayer, game_at
from siegeworks.client.kept_seats import keep
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.core.text import counted
from siegeworks.games import load
from siegeworks.play.clock import DAY, MINUTE, SECOND
from siegeworks.play.precompile import SearchCompilation, precompile
from siegeworks.server import messages as m

MOST_GAMES = 1_000_000
CLOCK = re.compile(r"([0-9]{1,4})\+([0-9]{1,4})|([0-9]{1,4})([sd])")
HELP = "Let a bot on this machine play at the tables of a server."
EXAMPLES = examples(
    "siegeworks bot connect http://localhost:7373/#/join/ABCD-EFGH-JKLM --bot level:6",
    "siegeworks bot connect https://play.example.org --bot level:8 --game expansion",
    "siegeworks bot connect http://localhost:7373 --game siege-by-number -o seats=3 "
    "--seats open,me,level:2 --games 1",
)


def connect(
    url: arriving.Link,
    *,
    bot: Annotated[
        str,
        option(
            "--bot",
            "BOT",
            f"Which bot plays: level:1 to level:{len(LEVELS)}, or another ({', '.join(BOTS)}).",
        ),
    ] = "level:6",
    name: arriving.Name = "",
    token: arriving.Token = "",
    code: arriving.Code = "",
    seat: arriving.Seat = None,
    game: Annotated[
        str | None, option("--game", "GAME", f"The game to wait for in the lobby: {GAME_LIST}.")
    ] = None,
    options: Options = None,
    seats: Annotated[
        str,
        option(
            "--seats",
            "WHO,WHO…",
            "Who gets which seat there, in turn order: me (this bot), open, friend (by an "
            "invitation that is printed) or a bot of the server, level:3.  "
            "[default: me, and the others open]",
        ),
    ] = "",
    clock: Annotated[
        str,
        option(
            "--clock",
            "TIME",
            "The clock of every seat there: 5+3 for five minutes and three seconds more for "
            "each move, 30s or 2d for half a minute or two days a move.  [default: none]",
        ),
    ] = "",
    games: Annotated[
        int, option("--games", "N", "Stop after N games in the lobby; 0: only after Ctrl-C.")
    ] = 0,
) -> None:
    """A bot of this machine plays at a table of a server, or waits in its lobby.

    Everybody at the table sees that it is a bot. It learns what its seat may know, and no more.

    At a link it plays one game. With --game it opens a table in the lobby and, after each game,
    another one. It plays no rematch that somebody offers; for another game at a link, give it
    another invitation.

    Ctrl-C leaves; the seat stays its own, and the command that is then printed comes back to it.
    """
    times = _clock(clock)
    client = Client(url, name=name or bot.replace(":", " "), token=token, is_bot=True)
    make_bot(bot, load(game or "siege-master"), new_rng(0))  # are there this bot and this game?
    host = BotHost(client, bot)
    check_number("--games", games, 0, MOST_GAMES)
    at_a_table = {"--code": bool(code), "--seat": seat is not None}
    in_the_lobby = {
        "-o": bool(options),
        "--seats": bool(seats),
        "--clock": bool(clock),
        "--games": bool(games),
    }
    if game is None:
        if not (code or client.address.code or client.address.table):
            raise arriving.no_table(client)
        if misplaced := _given(in_the_lobby):
            raise SiegeworksError(
                f"{misplaced} is for tables that the bot opens with --game, and this one is there "
                f"already. Leave {misplaced} out."
            )
        asyncio.run(host.play_at(partial(arriving.seats_at, client, code, seat)))
        return
    if misplaced := _given(at_a_table):
        raise SiegeworksError(
            f"{misplaced} is for a table that is there already, and --game opens one. Leave one of "
            "them out."
        )
    if client.address.code or client.address.table:
        raise SiegeworksError(
            "The link is of a table that is there already, and --game opens one. Leave --game out, "
            f"or give only the address of the server: {client.address.server}"
        )
    chosen = options_from(options)
    who = [name.strip() for name in seats.split(",")] if seats else []
    if who and "me" not in who:
        raise SiegeworksError(f"--seats {quote(seats)}: one of them must be me, this bot.")
    played = 0
    while not games or played < games:
        asyncio.run(host.play_at(partial(host.open, game, who, chosen, times)))
        played += 1


COMMANDS = {"connect": connect}


def _given(options: Mapping[str, bool]) -> str:
    """The first of these options that is given; empty: none is."""
    return next((name for name, is_given in options.items() if is_given), "")


def _clock(text: str) -> m.ClockTimes | None:
    """The clock that `--clock` describes; None: none."""
    if not text:
        return None
    match = CLOCK.fullmatch(text)
    if match is None:
        raise SiegeworksError(
            f"--clock {quote(text)}: write MINUTES+SECONDS, as in 5+3, or the time for a move, as "
            "in 30s or 2d."
        )
    minutes, seconds, number, unit = match.groups()
    if minutes:
        return m.ClockTimes(reserve=int(minutes) * MINUTE, increment=int(seconds) * SECOND)
    return m.ClockTimes(per_move=int(number) * (DAY if unit == "d" else SECOND))


class BotHost:
    """Plays one table after another, and says how it goes."""

    def __init__(self, client: Client, bot: str) -> None:
        self.client, self.bot = client, bot
        self.console = output(soft_wrap=True)

    async def open(
        self, game: str, who: list[str], options: dict[str, str], clock: m.ClockTimes | None
    ) -> Seats:
        """Open a table and wait there."""
        opened = await self.client.open_table(game, who, options, clock=clock)
        keep(self.client.address, opened, is_bot=True)
        for seat, code in opened.invitations.items():
            self.say(f"Invitation to {seat}: {arriving.invitation_link(self.client, code)}")
        return opened

    async def play_at(self, arrive: Callable[[], Awaitable[Seats]]) -> None:
        """Play one table to its end."""
        seats = await arrive()
        self.say(
            f"At {arriving.table_link(self.client, seats.table)} as {' and '.join(seats.keys)}."
        )
        async with self.client.enter(seats) as session:
            assert session.welcome is not None
            game = game_at(session.welcome)
            await asyncio.to_thread(self._compile, game)
            with self._progress() as status:
                showing = asyncio.create_task(self._show(session, status))
                try:
                    on_move = partial(self._moved, session, status)
                    last = await BotPlayer(session, self.bot, game).play(on_move)
                except asyncio.CancelledError:
                    link = arriving.table_link(self.client, seats.table)
                    command = ["siegeworks", "bot", "connect", link, "--bot", self.bot]
                    self.say(
                        f"The bot has left. Its seat is kept. To come back: {shlex.join(command)}"
                    )
                    raise
                finally:
                    showing.cancel()
        self.say(last.ending)

    def say(self, sentence: str) -> None:
        """Print a line, also above the progress."""
        self.console.print(sentence)

    def _compile(self, game: Game) -> None:
        """Compile what this bot needs: a search, if it searches."""
        if not isinstance(make_bot(self.bot, game, new_rng(0)), SearchBot):
            with compile_notice(f"the rules of {game.title}"), deferred_interrupts():
                precompile(game)
            return
        compiling = SearchCompilation(game)
        with compile_notice(f"the search of {game.title}"), deferred_interrupts():
            try:
                precompile(game)  # the rules, while other processes compile the search
                compiling.wait()
            finally:
                compiling.stop()

    @contextmanager
    def _progress(self) -> Iterator[Status | None]:
        if not self.console.is_terminal:
            yield None
            return
        with self.console.status("Waiting …") as status:
            yield status

    def _moved(self, session: Session, status: Status | None, token: str) -> None:
        if status is None:
            self.say(f"{len(session.steps):4} {token}")

    async def _show(self, session: Session, status: Status | None) -> None:
        """Say who came, and on a terminal how far the game is."""
        last = ""
        while True:
            who = arriving.players(session.presence)
            if who != last:
                self.say(f"Seats: {who}.")
                last = who
            if status is not None:
                status.update(_state(session))
            seen = session.view, session.presence, session.is_connected
            await session.until(
                lambda seen=seen: (session.view, session.presence, session.is_connected) != seen  # type: ignore[misc]
            )


def _state(session: Session) -> str:
    if not session.is_connected:
        return "The connection was lost; trying again …"
    view = session.view
    if view is None or view.to_act is None:
        return "Waiting for the others to join …"
    doing = "Thinking" if session.is_my_turn else f"Waiting for {view.to_act}"
    return f"{counted(len(session.history), 'turn')}. {doing} …"
