"""`siegeworks arena GAME BOT BOT...`: play bots against each other and rate them."""

from __future__ import annotations

import json
import secrets
import shlex
import sys
from io import StringIO
from pathlib import Path
from typing import Annotated

import typer

from siegeworks.bots import BOTS
from siegeworks.cli.console import arguments, executors
from siegeworks.cli.console.notices import say
from siegeworks.cli.console.output import output
from siegeworks.cli.measuring.arena_report import as_object, show, write_rows
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.core.text import counted
from siegeworks.lab.arena import ArenaFolder, play_on, stored_seed, units_of, warm_up
from siegeworks.lab.baselines import BASELINES
from siegeworks.lab.campaign import Executor
from siegeworks.lab.match import Contest, Match
from siegeworks.play.autosave import campaign_path
from siegeworks.play.files import write_whole

EXAMPLES = arguments.examples(
    "siegeworks arena expansion greedy random",
    "siegeworks arena siege-by-number -o seats=4 level:4 greedy -n 800 --jobs 2",
    "siegeworks arena kings-ransom level:6 level:4 -n 10000 --stop 0,100 --out duel",
    "siegeworks arena siege-master level:8 level:7 -n 1000 --on ray://HOST:10001",
    "siegeworks arena siege-master greedy random -n 20 --seed 1 --records --json",
    "siegeworks arena expansion greedy random --csv games.csv",
)

STANDARD_OUTPUT = "-"
MOST_GAMES = 10**7
MOST_ELO = 2_000  # either way; a bot that much better loses one game in 100,000
SCORES_SHOWN = 3  # in the progress line


def command(
    game: arguments.GameName,
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT BOT...", help=", ".join([*BOTS, *BASELINES])),
    ],
    *,
    games: Annotated[
        int, executors.games_option("How many games, rounded up to whole units.")
    ] = 100,
    jobs: executors.Jobs = None,
    on: executors.On = None,
    seed: arguments.Seed = None,
    option: arguments.Options = None,
    maps: arguments.Maps = None,
    out: Annotated[
        Path | None,
        arguments.option(
            "--out",
            "DIR",
            "Save the games in this folder, and continue those that are already there.  "
            "[default: a new folder in your games folder; its path is printed]",
        ),
    ] = None,
    records: Annotated[
        bool, typer.Option("--records", help="Also save the record of every game in that folder.")
    ] = False,
    stop: Annotated[
        str | None,
        arguments.option(
            "--stop",
            "ELO0,ELO1",
            "With two bots: stop as soon as the games show by which of these two Elo "
            "differences the first bot is better.",
        ),
    ] = None,
    as_json: arguments.AsJson = False,
    as_csv: Annotated[
        Path | None,
        arguments.option(
            "--csv",
            "FILE",
            "Write one line per game to this file, replacing it; - means standard output, "
            "instead of the tables.",
        ),
    ] = None,
) -> None:
    """Play bots against each other from all seats: which is stronger, and by how much.

    Games are played in units that share the same chance, with every bot in every seat equally
    often. Two bots in a game of two seats play pairs of games; several bots all play each other.
    With 3 or 4 seats, name two bots or one for each seat. To continue an interrupted run, repeat
    its command with --out.
    """
    executors.check_games(games, MOST_GAMES)
    executors.check_jobs(jobs)
    _check_csv(as_csv, as_json)
    loaded = arguments.game_from(game, option, maps)
    if seed is None:
        seed = stored_seed(out) if out is not None else None
    seed = secrets.randbits(32) if seed is None else seed
    contest = Contest(loaded, tuple(bots), seed, None if stop is None else elos(stop))
    match = Match(contest, units_of(contest, games))
    with (
        executors.executor(jobs, on) as where,
        ArenaFolder(out or campaign_path("arenas", loaded.name), contest) as folder,
    ):
        announce(match, games, folder, records)
        run_info = executors.where_played(jobs, on)
        interrupted = play_and_report(
            match, where, folder, run_info, records=records, as_json=as_json, as_csv=as_csv
        )
    if interrupted:
        raise KeyboardInterrupt


def play_and_report(
    match: Match,
    where: Executor,
    folder: ArenaFolder,
    run_info: dict[str, object],
    *,
    records: bool,
    as_json: bool,
    as_csv: Path | None,
) -> bool:
    """Play the missing games and report the results; return whether Ctrl-C stopped them."""
    try:
        interrupted = play(match, where, folder, records)
        if as_json:
            result = {**run_info, "interrupted": interrupted, "folder": str(folder.folder)}
            print(json.dumps(as_object(match, result), ensure_ascii=False))
        elif str(as_csv) == STANDARD_OUTPUT:
            write_rows(match, sys.stdout)
        else:
            show(output(), match, interrupted)
        if as_csv is not None and str(as_csv) != STANDARD_OUTPUT:
            rows = StringIO(newline="")
            write_rows(match, rows)
            write_whole(as_csv, rows.getvalue())
    finally:
        kept = shlex.quote(str(folder.folder))
        say(f"The games are saved in {kept}. To continue: the same command with --out {kept}")
    return interrupted


def _check_csv(path: Path | None, as_json: bool) -> None:
    """Refuse a file that could not be written after the games before playing them."""
    if path is None:
        return
    if str(path) == STANDARD_OUTPUT:
        if as_json:
            raise SiegeworksError(
                "--csv - and --json both write to standard output: give --csv a file."
            )
    else:
        arguments.check_target(path, f"--csv {path}")


def elos(text: str) -> tuple[float, float]:
    """The two hypotheses of `--stop`.

    Raises:
        SiegeworksError: not two numbers, the smaller first.
    """
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise SiegeworksError(
            f"--stop {quote(text)}: write two numbers, e.g. --stop 0,50."
        ) from None
    if not -MOST_ELO <= elo0 < elo1 <= MOST_ELO:
        raise SiegeworksError(
            f"--stop {quote(text)}: the first number must be smaller than the second, and "
            f"both from {-MOST_ELO} to {MOST_ELO}."
        )
    return elo0, elo1


def play(match: Match, where: Executor, folder: ArenaFolder, records: bool) -> bool:
    """Play the missing games with progress; return whether Ctrl-C stopped them."""
    title, wanted = match.contest.game.title, match.units_wanted * match.games_per_unit
    with executors.CampaignProgress(wanted) as display:

        def show_score(match: Match) -> None:
            if display.is_due():
                display.update(f"{title}: {score_so_far(match)}", len(match.games))

        try:
            for played in folder.played:
                match.add(played)
            if not match.over:
                with display.preparing(f"{title}: preparing the bots"):
                    warm_up(match.contest)
            display.start(f"{title}: {score_so_far(match)}", len(match.games))
            play_on(match, where, folder, show_score, records)
        except KeyboardInterrupt:
            return True
    return False


def score_so_far(match: Match) -> str:
    """The number of games and the best scores, in a few words."""
    words = [counted(len(match.games), "game")]
    if match.units:
        scores = {name: match.score(name).share for name in match.contest.names}
        best = sorted(scores, key=lambda name: -scores[name])[:SCORES_SHOWN]
        words += [f"{name} {scores[name]:.1%}" for name in best]
    return ", ".join(words)


def announce(match: Match, games: int, folder: ArenaFolder, records: bool) -> None:
    """Say what a user may not expect: more games than asked for, games played before, and games
    without a record."""
    wanted = match.units_wanted * match.games_per_unit
    if wanted != games:
        say(f"Playing {wanted:,} games instead of {games:,}: a unit has {match.games_per_unit}.")
    if folder.played:
        say(f"Continuing {folder.path} with {counted(len(folder.played), 'game')} played.")
    without = folder.without_record() if records else 0
    if without:
        say(f"There is no record of {counted(without, 'game')} played without --records.")
