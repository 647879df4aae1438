"""`siegeworks arena GAME BOT BOT...`: bots against each other, paired, counted, kept."""

from __future__ import annotations

import datetime
import itertools
import json
import secrets
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from siegeworks.bots import BOTS
from siegeworks.cli.arena_report import as_object, show, write_rows
from siegeworks.cli.arguments import GameName, Maps, Options, Seed, examples, game_from
from siegeworks.cli.interrupts import interrupts_held
from siegeworks.cli.perft import plural
from siegeworks.cli.progress import progress
from siegeworks.core.game import Game, SiegeworksError, quote
from siegeworks.lab.arena import play_on, units_of, warm_up
from siegeworks.lab.baselines import YARDSTICKS
from siegeworks.lab.journal import Journal, kept_seed
from siegeworks.lab.match import Contest, Match
from siegeworks.play.autosave import games_folder
from siegeworks.play.files import open_to_write

EXAMPLES = examples(
    "siegeworks arena expansion greedy random",
    "siegeworks arena siege-by-number -o seats=4 level:4 greedy -n 800 --jobs 2",
    "siegeworks arena kings-ransom level:6 level:4 -n 10000 --stop 0,100 --out duel",
    "siegeworks arena siege-master greedy random -n 20 --seed 1 --records --json",
    "siegeworks arena expansion greedy random --csv games.csv",
)

STANDARD_OUTPUT = "-"
MOST_GAMES = 10**7
MOST_JOBS = 256
MOST_ELO = 2_000  # either way; a bot better by that wins all but one of 100,000 games
SCORES_SHOWN = 3  # in the line of progress


def command(
    game: GameName,
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT BOT...", help=", ".join([*BOTS, *YARDSTICKS])),
    ],
    *,
    games: Annotated[
        int,
        typer.Option("-n", "--games", metavar="N", help="How many, rounded up to whole units."),
    ] = 100,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="J", help="Processes; the games are the same.")
    ] = 1,
    seed: Seed = None,
    option: Options = None,
    maps: Maps = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Keep the games in this folder; go on with those that are there.  "
            "[default: a new folder among your games, which is named at the end]",
        ),
    ] = None,
    records: Annotated[
        bool, typer.Option("--records", help="Keep the record of every game played now there too.")
    ] = False,
    stop: Annotated[
        str | None,
        typer.Option(
            "--stop",
            metavar="ELO0,ELO1",
            help="Two bots: stop when it is clear by which of the two the first is better.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    as_csv: Annotated[
        Path | None,
        typer.Option(
            "--csv",
            metavar="FILE",
            help="Write a line for each game to this file, anew; - is standard output, in place of "
            "the tables.",
        ),
    ] = None,
) -> None:
    """Let bots play each other from all seats: who is stronger, by how much, how sure that is.

    Games come in units with the same deal, every bot in every seat alike. Two bots in a game of two
    seats play pairs; more bots play every other. With 3 or 4 seats name two bots, or one for each
    seat. A run that was broken off goes on with the same command and --out.
    """
    if not 1 <= games <= MOST_GAMES:
        raise SiegeworksError(f"-n {games}: play between 1 and {MOST_GAMES:,} games.")
    if not 1 <= jobs <= MOST_JOBS:
        raise SiegeworksError(f"--jobs {jobs}: use between 1 and {MOST_JOBS} processes.")
    _check_csv(as_csv, as_json)
    loaded = game_from(game, option, maps)
    if seed is None:
        seed = kept_seed(out) if out is not None else None
    seed = secrets.randbits(32) if seed is None else seed
    contest = Contest(loaded, tuple(bots), seed, None if stop is None else elos(stop), maps)
    match = Match(contest, units_of(contest, games))
    with Journal(out or new_folder(loaded), contest) as book:
        announce(match, games, book, records)
        interrupted = play_and_tell(match, jobs, book, records, as_json, as_csv)
    if interrupted:
        raise KeyboardInterrupt


def play_and_tell(  # noqa: PLR0917
    match: Match, jobs: int, book: Journal, records: bool, as_json: bool, as_csv: Path | None
) -> bool:
    """Play what is missing and tell how it went; whether Ctrl-C stopped it."""
    try:
        interrupted = play(match, jobs, book, records)
        if as_json:
            asked = {"jobs": jobs, "interrupted": interrupted, "folder": str(book.folder)}
            print(json.dumps(as_object(match, asked), ensure_ascii=False))
        elif str(as_csv) == STANDARD_OUTPUT:
            write_rows(match, sys.stdout)
        else:
            show(Console(highlight=False), match, interrupted)
        if as_csv is not None and str(as_csv) != STANDARD_OUTPUT:
            with open(as_csv, "w", encoding="utf-8", newline="", opener=open_to_write) as file:
                write_rows(match, file)
    finally:
        folder = shlex.quote(str(book.folder))
        say(f"The games are kept in {folder}; the same command with --out {folder} goes on.")
    return interrupted


def _check_csv(path: Path | None, as_json: bool) -> None:
    """Refuse before the games what could not be written after them."""
    if path is None:
        return
    if str(path) == STANDARD_OUTPUT:
        if as_json:
            raise SiegeworksError(
                "--csv - and --json both write to standard output: give --csv a file."
            )
    elif path.is_dir():
        raise SiegeworksError(f"--csv {path}: this is a folder; name a file in it.")
    elif not path.parent.is_dir():
        raise SiegeworksError(f"--csv {path}: there is no folder {path.parent}; make it first.")


def elos(text: str) -> tuple[float, float]:
    """The two hypotheses of `--stop`.

    Raises:
        SiegeworksError: not two numbers, the smaller first.
    """
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise SiegeworksError(
            f"--stop {quote(text)}: write two numbers, as in --stop 0,50."
        ) from None
    if not -MOST_ELO <= elo0 < elo1 <= MOST_ELO:
        raise SiegeworksError(
            f"--stop {quote(text)}: the first number must be the smaller, both from {-MOST_ELO} "
            f"to {MOST_ELO}."
        )
    return elo0, elo1


def new_folder(game: Game) -> Path:
    """A folder that is not there yet, where a user's games are kept."""
    kept = games_folder().parent / "arenas"
    stem = f"{game.name}-{datetime.datetime.now():%Y%m%d-%H%M%S}"
    names = itertools.chain([stem], (f"{stem}-{number}" for number in itertools.count(2)))
    return next(path for path in (kept / name for name in names) if not path.exists())


def play(match: Match, jobs: int, book: Journal, records: bool) -> bool:
    """Play what is missing, with progress; whether Ctrl-C stopped it."""
    title, wanted = match.contest.game.title, match.units_wanted * match.games_a_unit
    with progress() as display:
        task = display.add_task(f"{title}: preparing the bots", total=None)

        def show_score(match: Match) -> None:
            words, done = f"{title}: {score_so_far(match)}", min(wanted, len(match.games))
            display.update(task, description=words, completed=done, total=wanted)

        try:
            for played in book.played:
                match.add(played)
            if not match.over:
                with interrupts_held():
                    warm_up(match.contest)
            show_score(match)
            play_on(match, jobs, book, show_score, records)
        except KeyboardInterrupt:
            return True
    return False


def score_so_far(match: Match) -> str:
    """The games and the best scores, in a few words."""
    words = [plural(len(match.games), "game")]
    if match.units:
        scores = {name: match.score(name).share for name in match.contest.names}
        best = sorted(scores, key=lambda name: -scores[name])[:SCORES_SHOWN]
        words += [f"{name} {scores[name]:.1%}" for name in best]
    return ", ".join(words)


def say(sentence: str) -> None:
    """A line on standard error, beside the results."""
    Console(stderr=True, highlight=False, soft_wrap=True).print(sentence, markup=False)


def announce(match: Match, games: int, book: Journal, records: bool) -> None:
    """What differs from what may be expected: the number of games, games found, with or without
    a record."""
    wanted = match.units_wanted * match.games_a_unit
    if wanted != games:
        say(f"Playing {wanted:,} games for {games:,}: a unit has {match.games_a_unit}.")
    if book.played:
        say(f"Going on with {book.path}, which holds {plural(len(book.played), 'game')}.")
    without = book.without_record() if records else 0
    if without:
        say(f"{plural(without, 'game')} there, played without --records, will have no record.")
