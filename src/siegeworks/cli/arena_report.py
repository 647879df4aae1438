"""What an arena tells of a match: tables and sentences for people, an object for programs, rows for
spreadsheets."""

from __future__ import annotations

import csv
from dataclasses import asdict
from math import isinf
from typing import Any, TextIO

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from siegeworks.cli.perft import plural
from siegeworks.cli.result_tables import ruled
from siegeworks.cli.simulate import ORDER, length_table
from siegeworks.core.game import Game, seat_bits
from siegeworks.lab.intervals import Share
from siegeworks.lab.match import NOT_KNOWN, Match, Standing
from siegeworks.lab.ratings import Rating
from siegeworks.lab.sequential import BOUND, SequentialTest

COLUMNS = ("unit", "game", "counted", "first", "winners", "ending", "plies", "steps")
MOST_IN_TABLE = 6  # bots whose scores against each other fit beside their ratings


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
        found["order"] = [asdict(share) for share in match.by_order()]
        found["length_in_plies"] = asdict(match.length_in_plies())
        found["length_in_steps"] = asdict(match.length_in_steps())
        found["endings"] = {why: asdict(share) for why, share in match.endings().items()}
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


def write_rows(match: Match, file: TextIO) -> None:
    """A line for each finished game, in order, as comma-separated values."""
    contest = match.contest
    seats = contest.game.seats
    writer = csv.writer(file, lineterminator="\n")
    names = [f"{what}_{seat}" for what in ("bot", "plies", "seconds") for seat in seats]
    writer.writerow(
        ["unit", "game", "counted", "first", "winners", "ending", "plies", "steps", *names]
    )
    for (unit, number), played in sorted(match.games.items()):
        first = "" if played.first == NOT_KNOWN else seats[played.first]
        bots = [contest.bots[bot] for bot in contest.seatings[number]]
        writer.writerow(
            [
                unit,
                number,
                "yes" if unit < match.units else "no",
                first,
                "+".join(seats[seat] for seat in seat_bits(played.winners)),
                contest.game.endings[played.ending],
                played.plies,
                played.steps,
                *bots,
                *(pace.plies for pace in played.paces),
                *(f"{pace.seconds:.6f}" for pace in played.paces),
            ]
        )


def rating_object(rating: Rating) -> dict[str, float | None]:
    """A rating as JSON can hold it."""
    return {
        key: None if value is None or isinf(value) else value
        for key, value in asdict(rating).items()
    }


def others(match: Match, name: str) -> list[str]:
    """All bots but this one."""
    return [other for other in match.contest.names if other != name]


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
        show_games(console, match)
        console.print(pace_table(standings))
        if len(contest.names) == 2:
            console.print(elo_sentence(match), soft_wrap=True, markup=False)
        else:
            console.print(rating_table(match))
    if match.test is not None:
        console.print(test_sentence(match, match.test), soft_wrap=True)


def show_games(console: Console, match: Match) -> None:
    """What the games were like, whoever played them: order of play, lengths, endings."""
    if order := match.by_order():
        console.print(order_table(order))
    console.print(length_table(match.length_in_plies(), match.length_in_steps()))
    endings = results_table("how it ended", "share", "95% interval")
    for sentence, share in match.endings().items():
        endings.add_row(sentence, *percents(share))
    console.print(endings)


def order_table(order: tuple[Share, ...]) -> Table:
    """What it was worth to begin."""
    table = results_table("by order of play", "score", "95% interval")
    for place, share in zip(ORDER, order, strict=False):
        table.add_row(f"{place} to play", *percents(share))
    table.caption = f"If it does not matter who begins, each scores {1 / len(order):.0%}."
    return table


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
    table = Table(first, box=ruled(), pad_edge=False, caption_justify="left")
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
