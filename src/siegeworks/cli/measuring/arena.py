"""`siegeworks arena GAME BOT BOT...`: play bots against each other and rate them."""

import csv
import json
import secrets
import shlex
import sys
from dataclasses import asdict
from io import StringIO
from math import isinf
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from rich.console import Console
from rich.table import Table

from siegeworks.bots import BOTS
from siegeworks.cli.console import arguments, executors
from siegeworks.cli.console.output import output, print_line, say
from siegeworks.cli.console.result_tables import (
    ORDER,
    interval,
    length_table,
    results_table,
    share_cells,
    shares_table,
)
from siegeworks.core.bits import numbers_in
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.core.game import Game
from siegeworks.core.text import counted
from siegeworks.lab.arena import ArenaFolder, play_on, stored_seed, units_of, warm_up
from siegeworks.lab.baselines import BASELINES
from siegeworks.lab.campaign import Executor
from siegeworks.lab.intervals import Share
from siegeworks.lab.match import NOT_KNOWN, BotScore, Contest, Match
from siegeworks.lab.ratings import Rating
from siegeworks.lab.sequential import BOUND, SequentialTest
from siegeworks.play.autosave import campaign_path
from siegeworks.play.files import write_whole
from siegeworks.play.summary import title_with_options

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
COLUMNS = ("unit", "game", "counted", "first", "winners", "ending", "plies", "steps")
DIGITS = 1  # of percentages, after the point
MOST_IN_TABLE = 6  # bots; with more, their scores against each other do not fit beside the ratings


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


# What is printed ---------------------------------------------------------------------------------


def as_object(match: Match, run_info: dict[str, Any]) -> dict[str, Any]:
    """The results as one JSON object; infinite and unknown values are null."""
    contest = match.contest
    result: dict[str, Any] = {
        **contest.configuration(),
        "options": dict(contest.game.options),
        **run_info,
        "games": match.counted,
        "units": match.units,
        "games_per_unit": match.games_per_unit,
        "games_not_counted": len(match.games) - match.counted,
    }
    if match.units:
        result["standings"] = [
            {"bot": name, **asdict(match.bot_score(name))} for name in contest.names
        ]
        result["order"] = [asdict(share) for share in match.by_order()]
        result["length_in_plies"] = asdict(match.length_in_plies())
        result["length_in_steps"] = asdict(match.length_in_steps())
        result["endings"] = {why: asdict(share) for why, share in match.endings().items()}
        result["elo"] = rating_object(match.elo()) if len(contest.names) == 2 else None
        result["ratings"] = [
            {"bot": name, **rating_object(rating)} for name, rating in match.ratings().items()
        ]
        result["against"] = {
            name: {
                other: asdict(match.score(name, other)) for other in contest.names if other != name
            }
            for name in contest.names
        }
    if match.test is not None:
        test = match.test
        result["test"] = {"accepted": test.accepted, "llr": test.llr, "bound": BOUND}
    return result


def write_rows(match: Match, file: TextIO) -> None:
    """Write one line of comma-separated values per finished game, in order."""
    contest = match.contest
    seats = contest.game.seats
    writer = csv.writer(file, lineterminator="\n")
    names = [f"{what}_{seat}" for what in ("bot", "plies", "seconds") for seat in seats]
    writer.writerow([*COLUMNS, *names])
    for (unit, number), played in sorted(match.games.items()):
        first = "" if played.first == NOT_KNOWN else seats[played.first]
        bots = [contest.bots[bot] for bot in contest.seatings[number]]
        writer.writerow(
            [
                unit,
                number,
                "yes" if unit < match.units else "no",
                first,
                "+".join(seats[seat] for seat in numbers_in(played.winners)),
                contest.game.endings[played.ending],
                played.plies,
                played.steps,
                *bots,
                *(times.plies for times in played.move_times),
                *(f"{times.seconds:.6f}" for times in played.move_times),
            ]
        )


def rating_object(rating: Rating) -> dict[str, float | None]:
    """A rating as JSON can represent it: null for infinity."""
    return {
        key: None if value is None or isinf(value) else value
        for key, value in asdict(rating).items()
    }


def show(console: Console, match: Match, interrupted: bool) -> None:
    """Print tables and sentences."""
    contest = match.contest
    if interrupted:
        console.print(f"interrupted after {counted(len(match.games), 'game')}", style="bold")
    games, units = counted(match.counted, "game"), counted(match.units, "unit")
    facts = f"{games}, {units} of {match.games_per_unit}, seed {contest.seed}"
    print_line(console, f"{title_with_options(contest.game)}: {facts}", "bold")
    not_counted = len(match.games) - match.counted
    if not_counted:
        console.print(
            f"{counted(not_counted, 'more game')} not counted: of incomplete units, or more than "
            "-n asks for.",
            soft_wrap=True,
        )
    if match.units:
        standings = {name: match.bot_score(name) for name in contest.names}
        console.print(score_table(standings))
        console.print(seat_table(contest.game, standings))
        show_games(console, match)
        console.print(pace_table(standings))
        if len(contest.names) == 2:
            console.print(elo_sentence(match), soft_wrap=True)
        else:
            console.print(rating_table(match))
    if match.test is not None:
        console.print(test_sentence(match, match.test), soft_wrap=True)


def show_games(console: Console, match: Match) -> None:
    """Print what the games were like: order of play, lengths, endings."""
    if order := match.by_order():
        console.print(order_table(order))
    console.print(length_table(match.length_in_plies(), match.length_in_steps()))
    console.print(shares_table("how it ended", match.endings().items(), DIGITS))


def order_table(order: tuple[Share, ...]) -> Table:
    """The scores by order of play."""
    table = results_table("by order of play", "score", "95% interval")
    for place, share in zip(ORDER, order, strict=False):
        table.add_row(f"{place} to play", *share_cells(share, DIGITS))
    table.caption = f"If the order of play does not matter, each scores {1 / len(order):.0%}."
    return table


def score_table(standings: dict[str, BotScore]) -> Table:
    """The scores of the bots."""
    table = results_table("bot", "games", "won", "shared", "lost", "score", "95% interval")
    for name, standing in standings.items():
        counts = (standing.games, standing.wins, standing.shared, standing.losses)
        table.add_row(name, *map(str, counts), *share_cells(standing.score, DIGITS))
    equal = {f"{standing.equal:.0%}" for standing in standings.values()}
    table.caption = f"Equal bots score {' or '.join(equal)}. A win shared by k seats counts 1/k."
    return table


def seat_table(game: Game, standings: dict[str, BotScore]) -> Table:
    """The score of each bot in each seat."""
    table = results_table("by seat", *game.seats)
    for name, standing in standings.items():
        cells = (f"{share.share:.1%} ({interval(share, 0)})" for share in standing.by_seat.values())
        table.add_row(name, *cells)
    equal = f"{1 / len(game.seats):.0%}"
    table.caption = f"Equal bots in equal seats score {equal} each. In brackets: 95% intervals."
    return table


def pace_table(standings: dict[str, BotScore]) -> Table:
    """How long each bot takes for a move."""
    table = results_table("seconds per ply", "mean", "median", "longest")
    for name, standing in standings.items():
        seconds = (standing.seconds, standing.median_seconds, standing.longest)
        table.add_row(name, *(f"{number:.4f}" for number in seconds))
    return table


def rating_table(match: Match) -> Table:
    """The ratings, best first, and the score of each bot against each other bot."""
    ratings = sorted(match.ratings().items(), key=lambda rating: -rating[1].elo)
    best = [name for name, _ in ratings]
    is_duel = len(match.contest.game.seats) == 2
    is_pairs = is_duel and len(best) <= MOST_IN_TABLE
    places = [str(place) for place in range(1, len(best) + 1)] if is_pairs else []
    table = results_table("rating", "Elo", "95% interval", *places)
    for place, (name, rating) in enumerate(ratings, 1):
        scores = [
            "" if name == other else f"{match.score(name, other).share:.0%}" for other in best
        ]
        table.add_row(
            f"{place} {name}",
            f"{rating.elo:+.0f}",
            "unknown" if rating.low is None else f"{rating.low:+.0f} to {rating.high:+.0f}",
            *(scores if is_pairs else []),
        )
    table.caption = "The mean rating is 0."
    if is_duel:
        pairs = "1, 2 …: the score against that bot." if is_pairs else "--json contains every pair."
        table.caption += f" {pairs}"
    return table


def elo_sentence(match: Match) -> str:
    """How much stronger the first bot is than the second."""
    (first, second), rating = match.contest.names, match.elo()
    low, high = rating.low or 0.0, rating.high or 0.0
    if isinf(rating.elo):
        word = "won" if rating.elo > 0 else "lost"
        sentence = f"{first} {word} every game against {second}"
        if low <= 0 <= high:
            return f"{sentence}: too few games to say by how much."
        sure = f"at least {low:+.0f}" if rating.elo > 0 else f"at most {high:+.0f}"
        return f"{sentence}: {sure} Elo (95% interval)."
    return (
        f"{first} against {second}: {rating.elo:+.0f} Elo (95% interval {low:+.0f} to {high:+.0f})."
    )


def test_sentence(match: Match, test: SequentialTest) -> str:
    """What the sequential test says."""
    first, second = match.contest.names
    what = {
        "H0": f"{first} is {test.elo0:+g} Elo against {second} rather than {test.elo1:+g} (H0)",
        "H1": f"{first} is {test.elo1:+g} Elo against {second} rather than {test.elo0:+g} (H1)",
        "undecided": f"undecided between {test.elo0:+g} (H0) and {test.elo1:+g} (H1) Elo",
    }[test.accepted]
    return (
        f"Test: {what}, after {counted(match.units, 'unit')} "
        f"(log-likelihood ratio {test.llr:.2f}, bounds ±{BOUND:.2f})."
    )
