"""The results of an arena: tables and sentences for people, JSON for programs, CSV for
spreadsheets."""

from __future__ import annotations

import csv
from dataclasses import asdict
from math import isinf
from typing import Any, TextIO

from rich.console import Console
from rich.table import Table

from siegeworks.cli.console.result_tables import (
    ORDER,
    interval,
    length_table,
    print_line,
    results_table,
    share_cells,
    shares_table,
)
from siegeworks.core.bits import numbers_in
from siegeworks.core.game import Game
from siegeworks.core.text import counted
from siegeworks.lab.intervals import Share
from siegeworks.lab.match import NOT_KNOWN, BotScore, Match
from siegeworks.lab.ratings import Rating
from siegeworks.lab.sequential import BOUND, SequentialTest
from siegeworks.play.summary import title_with_options

COLUMNS = ("unit", "game", "counted", "first", "winners", "ending", "plies", "steps")
DIGITS = 1  # of percentages, after the point
MOST_IN_TABLE = 6  # bots; with more, their scores against each other do not fit beside the ratings


# For programs ------------------------------------------------------------------------------------


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
            name: {other: asdict(match.score(name, other)) for other in others(match, name)}
            for name in contest.names
        }
    if match.test is not None:
        verdict = match.test.verdict
        result["test"] = {"accepted": verdict.accepted, "llr": verdict.llr, "bound": BOUND}
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


def others(match: Match, name: str) -> list[str]:
    """All bots except this one."""
    return [other for other in match.contest.names if other != name]


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
    """The verdict of the sequential test."""
    verdict, (first, second) = test.verdict, match.contest.names
    what = {
        "H0": f"{first} is {test.elo0:+g} Elo against {second} rather than {test.elo1:+g} (H0)",
        "H1": f"{first} is {test.elo1:+g} Elo against {second} rather than {test.elo0:+g} (H1)",
        "undecided": f"undecided between {test.elo0:+g} (H0) and {test.elo1:+g} (H1) Elo",
    }[verdict.accepted]
    return (
        f"Test: {what}, after {counted(match.units, 'unit')} "
        f"(log-likelihood ratio {verdict.llr:.2f}, bounds ±{BOUND:.2f})."
    )
