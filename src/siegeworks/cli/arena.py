"""`siegeworks arena GAME BOT BOT...`: bots against each other, paired, counted, kept."""

from __future__ import annotations

import datetime
import itertools
import json
import secrets
import shlex
from dataclasses import asdict
from math import isinf
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from siegeworks.bots import BOTS
from siegeworks.cli.arguments import GameName, Maps, Options, Seed, examples, game_from
from siegeworks.cli.interrupts import interrupts_held
from siegeworks.cli.progress import progress
from siegeworks.core.game import Game, Refused, quote
from siegeworks.lab.arena import play_on, units_of, warm_up
from siegeworks.lab.intervals import Share
from siegeworks.lab.journal import Journal, kept_seed
from siegeworks.lab.match import Contest, Match, Standing
from siegeworks.lab.ratings import Rating
from siegeworks.lab.sequential import BOUND, SequentialTest
from siegeworks.lab.yardsticks import YARDSTICKS

EXAMPLES = examples(
    "siegeworks arena expansion greedy random",
    "siegeworks arena siege-by-number -o seats=4 level:4 greedy -n 800 --jobs 2",
    "siegeworks arena kings-ransom level:6 level:4 -n 10000 --stop 0,100 --out duel",
    "siegeworks arena siege-master greedy random -n 20 --seed 1 --records --json",
)

MOST_GAMES = 10**7
MOST_JOBS = 256
MOST_ELO = 2_000  # either way; a bot better by that wins all but one of 100,000 games
MOST_IN_TABLE = 6  # bots whose scores against each other fit beside their ratings
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
            "[default: a new folder here]",
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
) -> None:
    """Let bots play each other from all seats: who is stronger, by how much, how sure that is.

    Games come in units with the same deal, every bot in every seat alike. Two bots in a game of two
    seats play pairs; more bots play every other. With 3 or 4 seats name two bots, or one for each
    seat. A run that was broken off goes on with the same command and --out.
    """
    if not 1 <= games <= MOST_GAMES:
        raise Refused(f"-n {games}: play between 1 and {MOST_GAMES:,} games.")
    if not 1 <= jobs <= MOST_JOBS:
        raise Refused(f"--jobs {jobs}: use between 1 and {MOST_JOBS} processes.")
    loaded = game_from(game, option, maps)
    if seed is None:
        seed = kept_seed(out) if out is not None else None
    seed = secrets.randbits(32) if seed is None else seed
    contest = Contest(loaded, tuple(bots), seed, None if stop is None else elos(stop), maps)
    match = Match(contest, units_of(contest, games))
    with Journal(out or new_folder(loaded), contest) as book:
        announce(match, games, book, records)
        interrupted = play_and_tell(match, jobs, book, records, as_json)
    if interrupted:
        raise KeyboardInterrupt


def play_and_tell(match: Match, jobs: int, book: Journal, records: bool, as_json: bool) -> bool:
    """Play what is missing and tell how it went; whether Ctrl-C stopped it."""
    try:
        interrupted = play(match, jobs, book, records)
        if as_json:
            asked = {"jobs": jobs, "interrupted": interrupted, "folder": str(book.folder)}
            print(json.dumps(as_object(match, asked), ensure_ascii=False))
        else:
            show(Console(highlight=False), match, interrupted)
    finally:
        folder = shlex.quote(str(book.folder))
        say(f"The games are kept in {folder}; the same command with --out {folder} goes on.")
    return interrupted


def elos(text: str) -> tuple[float, float]:
    """The two hypotheses of `--stop`.

    Raises:
        Refused: not two numbers, the smaller first.
    """
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise Refused(f"--stop {quote(text)}: write two numbers, as in --stop 0,50.") from None
    if not -MOST_ELO <= elo0 < elo1 <= MOST_ELO:
        raise Refused(
            f"--stop {quote(text)}: the first number must be the smaller, both from {-MOST_ELO} "
            f"to {MOST_ELO}."
        )
    return elo0, elo1


def new_folder(game: Game) -> Path:
    """A folder under the current one that is not there yet."""
    stem = f"arena-{game.name}-{datetime.datetime.now():%Y%m%d-%H%M%S}"
    names = itertools.chain([stem], (f"{stem}-{number}" for number in itertools.count(2)))
    return next(path for path in map(Path, names) if not path.exists())


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


# For programs ------------------------------------------------------------------------------------


def as_object(match: Match, asked: dict[str, Any]) -> dict[str, Any]:
    """The results as one JSON object; what is infinite or unknown is null."""
    contest = match.contest
    found: dict[str, Any] = {
        **contest.configuration(),
        "options": dict(contest.game.options),
        **asked,
        "games": match.counted,
        "units": match.units,
        "games_a_unit": match.games_a_unit,
        "games_not_counted": len(match.games) - match.counted,
    }
    if match.units:
        found["standings"] = [
            {"bot": name, **asdict(match.standing(name))} for name in contest.names
        ]
        found["elo"] = rating_object(match.elo()) if len(contest.names) == 2 else None
        found["ratings"] = [
            {"bot": name, **rating_object(rating)} for name, rating in match.ratings().items()
        ]
        found["against"] = {
            name: {other: asdict(match.score(name, other)) for other in others(match, name)}
            for name in contest.names
        }
    if match.test is not None:
        verdict = match.test.verdict
        found["test"] = {"accepted": verdict.accepted, "llr": verdict.llr, "bound": BOUND}
    return found


def rating_object(rating: Rating) -> dict[str, float | None]:
    """A rating as JSON can hold it."""
    return {
        key: None if value is None or isinf(value) else value
        for key, value in asdict(rating).items()
    }


def others(match: Match, name: str) -> list[str]:
    """All bots but this one."""
    return [other for other in match.contest.names if other != name]


# For people --------------------------------------------------------------------------------------


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


def show(console: Console, match: Match, interrupted: bool) -> None:
    """Tables and sentences."""
    contest = match.contest
    options = "".join(f" {key}={value}" for key, value in contest.game.changed_options.items())
    if interrupted:
        console.print(f"interrupted after {plural(len(match.games), 'game')}", style="bold")
    console.print(
        f"{contest.game.title}{options}: {plural(match.counted, 'game')}, "
        f"{plural(match.units, 'unit')} of {match.games_a_unit}, seed {contest.seed}",
        style="bold",
        markup=False,
        soft_wrap=True,
    )
    not_counted = len(match.games) - match.counted
    if not_counted:
        console.print(f"{plural(not_counted, 'more game')} not counted, of units not complete.")
    if match.units:
        standings = {name: match.standing(name) for name in contest.names}
        console.print(score_table(standings))
        console.print(seat_table(contest.game, standings))
        console.print(pace_table(standings))
        if len(contest.names) == 2:
            console.print(elo_sentence(match), soft_wrap=True, markup=False)
        else:
            console.print(rating_table(match))
    if match.test is not None:
        console.print(test_sentence(match, match.test), soft_wrap=True)


def score_table(standings: dict[str, Standing]) -> Table:
    """Who won how much."""
    table = results_table("bot", "games", "won", "shared", "lost", "score", "95% interval")
    for name, standing in standings.items():
        counts = (standing.games, standing.wins, standing.shared, standing.losses)
        table.add_row(escape(name), *map(str, counts), *percents(standing.score))
    equal = {f"{standing.equal:.0%}" for standing in standings.values()}
    table.caption = f"Equal bots score {' or '.join(equal)}. A win shared by k seats counts 1/k."
    return table


def seat_table(game: Game, standings: dict[str, Standing]) -> Table:
    """What each bot won in each seat."""
    table = results_table("by seat", *game.seats)
    for name, standing in standings.items():
        cells = (f"{share.share:.1%} ({interval(share)})" for share in standing.by_seat.values())
        table.add_row(escape(name), *cells)
    table.caption = f"In equal seats equal bots score {1 / len(game.seats):.0%} each."
    return table


def pace_table(standings: dict[str, Standing]) -> Table:
    """How long each bot thinks."""
    table = results_table("seconds a ply", "mean", "median", "longest")
    for name, standing in standings.items():
        seconds = (standing.seconds, standing.median_seconds, standing.longest)
        table.add_row(escape(name), *(f"{number:.4f}" for number in seconds))
    return table


def rating_table(match: Match) -> Table:
    """Ratings, the best first, and what each bot won against each of the others."""
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
            escape(f"{place} {name}"),
            f"{rating.elo:+.0f}",
            "unknown" if rating.low is None else f"{rating.low:+.0f} to {rating.high:+.0f}",
            *(scores if is_pairs else []),
        )
    table.caption = "The mean rating is 0."
    if is_duel:
        pairs = "1, 2 …: the score against that bot." if is_pairs else "--json tells of each pair."
        table.caption += f" {pairs}"
    return table


def results_table(first: str, *columns: str) -> Table:
    """An empty table whose first column is text and whose others are numbers."""
    table = Table(first, box=box.SIMPLE_HEAD, pad_edge=False, caption_justify="left")
    for column in columns:
        table.add_column(column, justify="right")
    return table


def elo_sentence(match: Match) -> str:
    """How much stronger the first bot is."""
    (first, second), rating = match.contest.names, match.elo()
    low, high = rating.low or 0.0, rating.high or 0.0
    if isinf(rating.elo):
        sure = f"at least {low:+.0f}" if rating.elo > 0 else f"at most {high:+.0f}"
        word = "won" if rating.elo > 0 else "lost"
        return f"{first} {word} every game against {second}: {sure} Elo (95% interval)."
    return (
        f"{first} against {second}: {rating.elo:+.0f} Elo (95% interval {low:+.0f} to {high:+.0f})."
    )


def test_sentence(match: Match, test: SequentialTest) -> str:
    """What the sequential test says."""
    verdict, (first, second) = test.verdict, map(escape, match.contest.names)
    what = {
        "H0": f"{first} is {test.elo0:+g} Elo against {second} rather than {test.elo1:+g} (H0)",
        "H1": f"{first} is {test.elo1:+g} Elo against {second} rather than {test.elo0:+g} (H1)",
        "undecided": f"undecided between {test.elo0:+g} (H0) and {test.elo1:+g} (H1) Elo",
    }[verdict.accepted]
    return (
        f"Test: {what}, after {plural(match.units, 'unit')} "
        f"(log-likelihood ratio {verdict.llr:.2f}, bounds ±{BOUND:.2f})."
    )


def percents(share: Share) -> tuple[str, str]:
    """A share and its interval."""
    return f"{share.share:.1%}", f"{share.low:.1%} to {share.high:.1%}"


def interval(share: Share) -> str:
    """An interval in short."""
    return f"{share.low * 100:.0f} to {share.high * 100:.0f}"


def plural(number: int, noun: str) -> str:
    """ "1 game", "2,000 games"."""
    return f"{number:,} {noun}{'s' if number != 1 else ''}"
