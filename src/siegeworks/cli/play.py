"""`siegeworks play [GAME]`: a game at this terminal, against people and bots."""

from __future__ import annotations

import datetime
import secrets
import shlex
import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from siegeworks.bots import BOTS, LEVELS, SearchBot, UnknownBot, make_bot
from siegeworks.cli.arguments import GAME_LIST, Maps, Options, Seed, examples, game_from
from siegeworks.cli.interrupts import interrupts_held
from siegeworks.cli.preparing import preparing
from siegeworks.cli.questions import Answer, ask
from siegeworks.core.game import Game, SiegeworksError, quote
from siegeworks.core.random import Rng, new_rng
from siegeworks.games import game_names, module
from siegeworks.play.autosave import Autosave
from siegeworks.play.prepare import MeanwhileBot, SearchInPreparation, prepare
from siegeworks.play.record import Record, read_record, replay
from siegeworks.play.table import Table
from siegeworks.tui.terminal import LineTerminal, Terminal, is_screen, open_terminal
from siegeworks.tui.terminal_game import Stopped, TerminalGame

EXAMPLES = examples(
    "siegeworks play",
    "siegeworks play siege-master",
    "siegeworks play expansion --seat suns=you --seat moons=level:5",
    "siegeworks play nobles-and-peasants -o seats=3 --seat blue=you --seat yellow=you",
    "siegeworks play kings-ransom --record duel.siege --plain",
    "siegeworks play --resume duel.siege",
)

YOU = "you"
OPPONENTS = tuple(f"level:{number}" for number in range(1, len(LEVELS) + 1))
OPPONENT = "level:3"  # who sits where nobody is named
OK, INTERRUPTED = 0, 130
COMPILING = (
    "The bots' search is being compiled, this first time only. Until that is done bots with a "
    "limit of time play with a slower search, and so weaker; others, and hint, wait for it."
)
COMPILING_FOR_HINTS = "The search is being compiled, this first time only; hint waits for it."


def command(
    *,
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help=GAME_LIST)] = None,
    options: Options = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="SEAT=WHO",
            help=f"Who plays a seat: {YOU}, {OPPONENTS[0]} to {OPPONENTS[-1]}, or another bot "
            f"({', '.join(BOTS)}). Else the first is you, others {OPPONENT}.",
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Keep the game in this new file."),
    ] = None,
    seed: Seed = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Speak in lines: for screen readers and pipes.")
    ] = False,
    maps: Maps = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a kept game.")
    ] = None,
) -> int:
    """Play a game: you against a bot, several people in turn, or bots among themselves."""
    terminal = open_terminal(plain)
    if resume is not None:
        if game is not None or options:
            raise SiegeworksError(
                "--resume takes the game and its options from the record; leave them out."
            )
        if record is not None and record.absolute() != resume.absolute():
            _check_new_file(record)
        kept = read_record(resume)
        table = _unfinished(kept, resume, maps)
        players = _players(table.game, kept, seat or [])
        notes = {**kept.notes, "players": _players_note(table.game, players)}
        autosave = Autosave(record or resume, notes, kept.remarks, terminal.say)
    else:
        _check_new_file(record)
        is_asked = game is None
        if game is None:
            game, options = _ask_game(terminal, options or [])
        table = Table(game_from(game, options, maps))
        players = _players(table.game, None, seat or [])
        if is_asked and seat is None and is_screen(sys.stdin):
            players = _ask_players(terminal, table.game)
        notes = {"players": _players_note(table.game, players), "date": _today()}
        autosave = Autosave(record, notes, {}, terminal.say)
    counts_up = not isinstance(terminal, LineTerminal)
    with preparing(f"the rules of {table.game.title}", counts_up), interrupts_held():
        prepare(table.game)
    waiting = partial(preparing, f"the search of {table.game.title}", counts_up)
    search = SearchInPreparation(table.game, waiting)
    try:
        if seed is not None or YOU not in players:
            search.wait()  # what the seconds allow in plain Python is never the same twice
        autosave.begin(table)
        terminal_game = _terminal_game(table, players, seed, terminal, autosave, search)
        return _play(terminal_game, f" --maps {shlex.quote(str(maps))}" if maps else "")
    finally:
        search.stop()


def _today() -> str:
    return f"{datetime.date.today():%Y-%m-%d}"


def _check_new_file(path: Path | None) -> None:
    if path is not None and path.is_dir():
        raise SiegeworksError(
            f"{path}: this is a folder; name a file in it, as in {path / 'game.siege'}."
        )
    if path is not None and path.exists():
        raise SiegeworksError(
            f"{path}: there is such a file already. Name a new one, or go on with the game in it: "
            f"siegeworks play --resume {shlex.quote(str(path))}"
        )


def _unfinished(kept: Record, path: Path, maps: Path | None) -> Table:
    """The table as the record left it."""
    table = replay(kept, maps)
    if table.over:
        raise SiegeworksError(
            f"{path}: this game is over ({table.result}). "
            f"Look at it: siegeworks replay {shlex.quote(str(path))}"
        )
    return table


# Who plays -------------------------------------------------------------------------------------


def _players(game: Game, kept: Record | None, given: list[str]) -> list[str]:
    """Who plays, seat by seat: as given, else as in the record; whoever is no bot is a person."""
    known = dict.fromkeys(game.seats, "")
    if kept is not None:
        pairs = (pair.partition("=") for pair in kept.notes.get("players", "").split())
        known |= {seat: who for seat, _, who in pairs}
    for text in given:
        seat, equals, who = text.partition("=")
        if not equals or not who:
            raise SiegeworksError(
                f"--seat {quote(text)}: write it as seat=who, as in {game.seats[0]}=you."
            )
        if seat not in game.seats:
            seats = ", ".join(game.seats)
            raise SiegeworksError(
                f"--seat {quote(text)}: {game.title} has no such seat; it has {seats}."
            )
        if who != YOU:
            _check_bot(text, seat, who, game)
        known[seat] = who
    if not known[game.seats[0]] and YOU not in known.values():
        known[game.seats[0]] = YOU
    return [known[seat] or OPPONENT for seat in game.seats]


def _check_bot(text: str, seat: str, who: str, game: Game) -> None:
    try:
        make_bot(who, game, new_rng(0))
    except UnknownBot as error:
        raise SiegeworksError(
            f"In --seat {quote(text)!r}: {error} For a person write {seat}={YOU}."
        ) from None


def _is_bot(who: str) -> bool:
    return who.partition(":")[0] in BOTS


def _players_note(game: Game, players: list[str]) -> str:
    return " ".join(f"{seat}={who}" for seat, who in zip(game.seats, players, strict=True))


# Questions without arguments ---------------------------------------------------------------------


def _ask_game(terminal: Terminal, options: list[str]) -> tuple[str, list[str]]:
    """Which game, and with how many seats where that may be chosen."""
    games = [module(name) for name in game_names()]
    answers = [
        Answer(f"{game.TITLE}. {game.IN_A_SENTENCE}", (name, game.TITLE))
        for name, game in zip(game_names(), games, strict=True)
    ]
    chosen = ask(terminal, "Which game?", answers)
    seats = next((option for option in games[chosen].OPTIONS if option.name == "seats"), None)
    if seats and is_screen(sys.stdin) and not any(text.startswith("seats=") for text in options):
        numbers = [Answer("seats", (value,)) for value in seats.values]
        number = ask(terminal, "How many seats?", numbers)
        options = [*options, f"seats={seats.values[number]}"]
    return game_names()[chosen], options


def _ask_players(terminal: Terminal, game: Game) -> list[str]:
    """Who plays against the person who is asked."""
    first, *others = game.seats
    bots = [
        Answer(f"{level.name}, {level.description}", (level.name, spec))
        for level, spec in zip(LEVELS, OPPONENTS, strict=True)
    ]
    people = Answer("people at this screen, in turn", ("people", YOU))
    question = f"You are {first}. Who plays {' and '.join(others)}?"
    chosen = ask(terminal, question, [*bots, people], OPPONENTS.index(OPPONENT))
    return [YOU] + [[*OPPONENTS, YOU][chosen]] * len(others)


# Playing -----------------------------------------------------------------------------------------


def _terminal_game(  # noqa: PLR0917
    table: Table,
    players: list[str],
    seed: int | None,
    terminal: Terminal,
    autosave: Autosave,
    search: SearchInPreparation,
) -> TerminalGame:
    """Everybody at the table, each with dice of their own."""
    chance, user_rng, *streams = _generators(seed, 2 + len(players))
    bots = {
        seat: make_bot(who, table.game, streams[seat])
        for seat, who in enumerate(players)
        if _is_bot(who)
    }
    waiting = [seat for seat, bot in bots.items() if isinstance(bot, SearchBot)]
    if not search.is_ready:
        for seat in waiting:
            bots[seat] = MeanwhileBot(
                partial(_search_bot, players[seat], table.game, streams[seat]), search
            )
    terminal_game = TerminalGame(
        table,
        bots,
        names=players,
        chance=chance,
        user_rng=user_rng,
        terminal=terminal,
        autosave=autosave,
        search=search,
    )
    if not search.is_ready:
        terminal_game.announce(COMPILING if waiting else COMPILING_FOR_HINTS)
    return terminal_game


def _search_bot(who: str, game: Game, rng: Rng) -> SearchBot:
    bot = make_bot(who, game, rng)
    assert isinstance(bot, SearchBot)
    return bot


def _generators(seed: int | None, number: int) -> list[Rng]:
    """Random generators that know nothing of each other; from the system unless `seed` is given."""
    if seed is None:
        return [new_rng(secrets.randbits(64)) for _ in range(number)]
    return [new_rng(seed, stream) for stream in range(number)]


def _play(terminal_game: TerminalGame, maps: str) -> int:
    """Play to the end or until somebody stops; the exit status."""
    how, status = "The game is kept", OK
    try:
        terminal_game.play()
    except (Stopped, EOFError):
        how = "Stopped"
    except KeyboardInterrupt:
        how, status = "Interrupted", INTERRUPTED
    autosave, say = terminal_game.autosave, terminal_game.terminal.say
    verb = (
        "See it again: siegeworks replay"
        if terminal_game.table.over
        else "Go on: siegeworks play --resume"
    )
    if autosave.is_kept:
        say(f"{how}. {verb} {shlex.quote(str(autosave.path))}{maps}")
    else:
        say(f"{how}, but the game could not be recorded.")
    return status
