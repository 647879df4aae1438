"""`siegeworks play [GAME]`: play a game at this terminal, against people and bots."""

import datetime
import secrets
import shlex
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from siegeworks.bots import BOTS, LEVELS, SearchBot, UnknownBot, make_bot
from siegeworks.cli.console import arguments
from siegeworks.cli.console.interrupts import INTERRUPTED, deferred_interrupts
from siegeworks.cli.console.output import compile_notice
from siegeworks.cli.console.questions import Choice, ask_choice, ask_game, introduced
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.core.game import Game
from siegeworks.core.maps import MAP_OPTION
from siegeworks.core.random import Rng, new_rng
from siegeworks.games import game_names, maps_of, module
from siegeworks.play.autosave import Autosave
from siegeworks.play.precompile import FallbackBot, SearchCompilation, precompile
from siegeworks.play.record import Record, players_note, players_of, read_record, replay
from siegeworks.play.table import Table
from siegeworks.tui import game_loop
from siegeworks.tui.terminal import Left, PlainTerminal, Terminal, is_terminal, open_terminal
from siegeworks.tui.terminal_game import Coach, TerminalGame

EXAMPLES = arguments.examples(
    "siegeworks play",
    "siegeworks play siege-master",
    "siegeworks play siege-master --coach --seat blue=level:1",
    "siegeworks play expansion --seat suns=you --seat moons=level:5",
    "siegeworks play nobles-and-peasants -o seats=3 --seat blue=you --seat yellow=you",
    "siegeworks play kings-ransom --record duel.siege --plain",
    "siegeworks play --resume duel.siege",
)

YOU = "you"
OPPONENTS = tuple(f"level:{number}" for number in range(1, len(LEVELS) + 1))
DEFAULT_OPPONENT = "level:3"

COMPILING = (
    "The bots' search is being compiled; this happens only once. Until then, bots with a time "
    "limit use a slower search and play weaker; other bots, and hint, wait for it."
)
COMPILING_FOR_HINTS = (
    "The search is being compiled; this happens only once. Until then, hint waits for it."
)


class Setup(NamedTuple):
    """A game about to be played."""

    table: Table
    players: list[str]  # of each seat
    autosave: Autosave


def command(
    *,
    game: arguments.OptionalGame = None,
    options: arguments.Options = None,
    seat: Annotated[
        list[str] | None,
        arguments.option(
            "--seat",
            "SEAT=WHO",
            f"Who plays a seat: {YOU}, {OPPONENTS[0]} to {OPPONENTS[-1]}, or another bot "
            f"({', '.join(BOTS)}). Can be repeated. By default you play the first seat, and "
            f"{DEFAULT_OPPONENT} plays the others.",
        ),
    ] = None,
    record: Annotated[
        Path | None, arguments.option("--record", "FILE", "Save the game in this new file.")
    ] = None,
    seed: arguments.Seed = None,
    plain: arguments.Plain = False,
    maps: arguments.Maps = None,
    resume: Annotated[
        Path | None, arguments.option("--resume", "FILE", "Continue a saved game.")
    ] = None,
    coach: Annotated[
        bool,
        typer.Option(
            "--coach",
            help="Before your first moves, say what matters; after a poor move, what was better. "
            "For one person against bots.",
        ),
    ] = False,
) -> int:
    """Play a game: you against bots, several people in turn, or bots against each other."""
    terminal = open_terminal(plain)
    if resume is None:
        setup = _new_game(terminal, game, options, seat, record, maps)
    else:
        if game is not None or options:
            raise SiegeworksError(
                "--resume takes the game and its options from the record; remove GAME and -o."
            )
        setup = _saved_game(terminal, resume, seat, record, maps)
    loaded = setup.table.game
    shows_seconds = not isinstance(terminal, PlainTerminal)
    waiting = partial(compile_notice, f"the search of {loaded.title}", shows_seconds)
    search = SearchCompilation(loaded, waiting)
    try:
        with compile_notice(f"the rules of {loaded.title}", shows_seconds), deferred_interrupts():
            precompile(loaded)
        if seed is not None or YOU not in setup.players:
            search.wait()  # what plain Python searches in a time limit is never the same twice
        taught = None
        if coach:
            people = [seat for seat, who in enumerate(setup.players) if not is_bot(who)]
            taught = Coach(setup.table, people, new_rng(secrets.randbits(64)), search)
        setup.autosave.start(setup.table)
        session = _session(setup, seed, terminal, search, taught)
        return _play(session)
    finally:
        search.stop()


# Setting up --------------------------------------------------------------------------------------


def _new_game(  # noqa: PLR0917
    terminal: Terminal,
    name: str | None,
    options: list[str] | None,
    seat: list[str] | None,
    record: Path | None,
    maps: Path | None,
) -> Setup:
    """A new game; what the command line leaves open is asked if there is a person to answer."""
    _check_new_file(record)
    is_asked = name is None
    if name is None:
        name, options = _ask_game(terminal, options or [], maps)
    table = Table(arguments.game_from(name, options, maps))
    players = parse_players(table.game, seat or [], {})
    if is_asked and seat is None and is_terminal(sys.stdin):
        players = ask_players(terminal, table.game)
    date = f"{datetime.date.today():%Y-%m-%d}"
    notes = {"players": _players_note(table.game, players), "date": date}
    return Setup(table, players, Autosave(record, notes, {}, terminal.say))


def _saved_game(
    terminal: Terminal,
    path: Path,
    seat: list[str] | None,
    record: Path | None,
    maps: Path | None,
) -> Setup:
    """A game to be continued, as its record left it."""
    if record is not None and record.absolute() != path.absolute():
        _check_new_file(record)
    saved = read_record(path)
    table = _unfinished(saved, path, maps)
    players = parse_players(table.game, seat or [], players_of(saved))
    notes = {**saved.notes, "players": _players_note(table.game, players)}
    return Setup(table, players, Autosave(record or path, notes, saved.comments, terminal.say))


def _players_note(game: Game, players: list[str]) -> str:
    return players_note(zip(game.seats, players, strict=True))


def _check_new_file(path: Path | None) -> None:
    if path is not None and path.is_dir():
        raise SiegeworksError(
            f"{path}: this is a folder; give a file in it, e.g. {path / 'game.siege'}."
        )
    if path is not None and path.exists():
        raise SiegeworksError(
            f"{path}: this file already exists. Choose another name, or continue the game in it: "
            f"siegeworks play --resume {shlex.quote(str(path))}"
        )


def _unfinished(saved: Record, path: Path, maps: Path | None) -> Table:
    """The table as the record left it.

    Raises:
        SiegeworksError: the game is over, or the record cannot be played.
    """
    table = replay(saved, maps)
    if table.over:
        raise SiegeworksError(
            f"{path}: this game is over ({table.result}). "
            f"To see it again: siegeworks replay {shlex.quote(str(path))}"
        )
    return table


def _ask_game(terminal: Terminal, options: list[str], maps: Path | None) -> tuple[str, list[str]]:
    """Ask which game to play and, if the game lets you choose, with how many seats or on which
    map."""
    name = ask_game(terminal, "Which game?", game_names(), introduced)
    given = {text.partition("=")[0] for text in options}
    for option in module(name).OPTIONS if is_terminal(sys.stdin) else ():
        if option.name == "seats" and option.name not in given:
            numbers = [Choice("seats", (value,)) for value in option.values]
            number = ask_choice(terminal, "How many seats?", numbers)
            options = [*options, f"seats={option.values[number]}"]
        elif option.name == MAP_OPTION and option.name not in given:
            known = maps_of(name)
            names = known.names(maps)
            choices = [Choice(known.title(name), (name, known.title(name))) for name in names]
            number = ask_choice(terminal, "On which map?", choices, names.index(option.default))
            options = [*options, f"{MAP_OPTION}={names[number]}"]
    return name, options


# Who plays which seat ----------------------------------------------------------------------------


def parse_players(game: Game, given: Sequence[str], recorded: Mapping[str, str]) -> list[str]:
    """The player of each seat: as given by `--seat`, "SEAT=WHO", else as recorded in a game that is
    continued, else the default.

    Raises:
        SiegeworksError: a malformed option, an unknown seat, one given twice, or an unknown bot.
    """
    players, chosen = dict(recorded), set[str]()
    for text in given:
        seat, equals, who = text.partition("=")
        if not equals or not who:
            example = f"{game.seats[0]}={YOU}"
            raise SiegeworksError(f"--seat {quote(text)}: write SEAT=WHO, e.g. {example}.")
        if seat not in game.seats:
            seats = ", ".join(game.seats)
            raise SiegeworksError(
                f"--seat {quote(text)}: {game.title} has no such seat; its seats are {seats}."
            )
        if seat in chosen:
            raise SiegeworksError(f"--seat {quote(text)}: the seat {seat} is given twice.")
        chosen.add(seat)
        if who != YOU:
            _check_bot(text, seat, who, game)
        players[seat] = who
    if game.seats[0] not in players and YOU not in players.values():
        players[game.seats[0]] = YOU
    return [players.get(seat, DEFAULT_OPPONENT) for seat in game.seats]


def _check_bot(text: str, seat: str, who: str, game: Game) -> None:
    try:
        make_bot(who, game, new_rng(0))
    except UnknownBot as error:
        raise SiegeworksError(
            f"--seat {quote(text)}: {error} For a person, write {seat}={YOU}."
        ) from None


def is_bot(player: str) -> bool:
    """Whether this names a bot; every other name is a person's."""
    return player.partition(":")[0] in BOTS


def ask_players(terminal: Terminal, game: Game) -> list[str]:
    """Ask who plays against the person at the terminal."""
    first, *others = game.seats
    bots = [
        Choice(f"{level.name}: {level.description}", (level.name, spec))
        for level, spec in zip(LEVELS, OPPONENTS, strict=True)
    ]
    people = Choice("people at this terminal, in turn", ("people", YOU))
    question = f"You are {first}. Who plays {' and '.join(others)}?"
    chosen = ask_choice(terminal, question, [*bots, people], OPPONENTS.index(DEFAULT_OPPONENT))
    return [YOU] + [[*OPPONENTS, YOU][chosen]] * len(others)


# Playing -----------------------------------------------------------------------------------------


def _session(
    setup: Setup,
    seed: int | None,
    terminal: Terminal,
    search: SearchCompilation,
    coach: Coach | None,
) -> TerminalGame:
    """The game with its bots, each with its own random generator."""
    game, players = setup.table.game, setup.players
    chance, user_rng, *streams = _generators(seed, 2 + len(players))
    bots = {
        seat: make_bot(who, game, streams[seat]) for seat, who in enumerate(players) if is_bot(who)
    }
    searching = [seat for seat, bot in bots.items() if isinstance(bot, SearchBot)]
    if not search.is_ready:
        for seat in searching:
            bots[seat] = FallbackBot(
                partial(_search_bot, players[seat], game, streams[seat]), search
            )
    session = TerminalGame(
        setup.table,
        bots,
        names=players,
        chance=chance,
        user_rng=user_rng,
        terminal=terminal,
        autosave=setup.autosave,
        search=search,
        coach=coach,
    )
    if not search.is_ready:
        session.announce(COMPILING if searching else COMPILING_FOR_HINTS)
    return session


def _search_bot(who: str, game: Game, rng: Rng) -> SearchBot:
    bot = make_bot(who, game, rng)
    assert isinstance(bot, SearchBot)
    return bot


def _generators(seed: int | None, number: int) -> list[Rng]:
    """Independent random generators, seeded by the system unless a seed is given."""
    if seed is None:
        return [new_rng(secrets.randbits(64)) for _ in range(number)]
    return [new_rng(seed, stream) for stream in range(number)]


def _play(session: TerminalGame) -> int:
    """Play until the game is over or somebody stops; the exit status."""
    how, status = "The game is saved", 0
    try:
        game_loop.play(session)
    except (Left, EOFError):
        how = "Stopped"
    except KeyboardInterrupt:
        how, status = "Interrupted", INTERRUPTED
    autosave, say = session.autosave, session.terminal.say
    if not autosave.is_saved:
        say(f"{how}. The game could not be saved.")
        return status
    path = shlex.quote(str(autosave.path))
    if session.table.over:
        say(f"{how}. To see it again: siegeworks replay {path}")
    else:
        say(f"{how}. To continue: siegeworks play --resume {path}")
    return status
