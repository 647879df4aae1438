"""`siegeworks simulate GAME`: statistics of many random games."""

import json
import secrets
from contextlib import closing
from dataclasses import asdict
from typing import Annotated, Any

import numpy as np
from rich.console import Console
from rich.table import Table

from siegeworks.cli.console import arguments, executors
from siegeworks.cli.console.charts import histogram
from siegeworks.cli.console.output import output, print_line
from siegeworks.cli.console.result_tables import (
    ORDER,
    interval,
    length_table,
    results_table,
    share_cells,
    shares_table,
)
from siegeworks.core.game import Game
from siegeworks.core.text import counted
from siegeworks.lab.campaign import Executor
from siegeworks.lab.simulate import PlayoutCounts, Statistics, running_counts, statistics, warm_up
from siegeworks.play.summary import title_with_options

EXAMPLES = arguments.examples(
    "siegeworks simulate siege-master",
    "siegeworks simulate expansion -n 100000 --jobs 2 --seed 1",
    "siegeworks simulate siege-by-number -o seats=4 --json",
)

MOST_GAMES = 10**9  # days of play
BAR_WIDTH = 40  # columns
DIGITS = 2  # of percentages, after the point


def command(
    game: arguments.GameName,
    *,
    games: Annotated[int, executors.games_option("How many games.")] = 10_000,
    jobs: executors.Jobs = None,
    on: executors.On = None,
    seed: arguments.Seed = None,
    option: arguments.Options = None,
    maps: arguments.Maps = None,
    as_json: arguments.AsJson = False,
) -> None:
    """Play many random games: who wins, how long they last, how they end, how fast they run."""
    executors.check_games(games, MOST_GAMES)
    loaded = arguments.game_from(game, option, maps)
    seed = secrets.randbits(32) if seed is None else seed
    with executors.executor(jobs, on) as where:
        tally, interrupted = play_all(loaded, games, seed, where)
    if tally is not None:
        result = statistics(loaded, tally)
        run_info = {"seed": seed, **executors.where_played(jobs, on), "interrupted": interrupted}
        if as_json:
            print(json.dumps(as_object(loaded, result, run_info), ensure_ascii=False))
        else:
            show(output(), loaded, result, tally, run_info)
    if interrupted:
        raise KeyboardInterrupt


def play_all(
    game: Game, games: int, seed: int, where: Executor
) -> tuple[PlayoutCounts | None, bool]:
    """Play all games with progress; return their tally, and whether Ctrl-C stopped them early."""
    tally = None
    try:
        with executors.CampaignProgress(games) as display:
            with display.preparing(f"{game.title}: preparing the rules"):
                warm_up(game)
            display.start(f"{game.title}: playing")
            with closing(running_counts(game, games, seed, where)) as counts:
                for tally in counts:
                    display.update(f"{game.title}: playing", tally.games)
    except KeyboardInterrupt:
        return tally, True
    return tally, False


def as_object(game: Game, result: Statistics, run_info: dict[str, Any]) -> dict[str, Any]:
    """The statistics as one JSON object."""
    return {
        "game": game.name,
        "options": dict(game.options),
        **run_info,
        **asdict(result),
        "endings": {sentence: asdict(share) for sentence, share in result.endings},
        "games_per_second": result.games_per_second,
        "steps_per_second": result.steps_per_second,
    }


# For people --------------------------------------------------------------------------------------


def show(
    console: Console, game: Game, result: Statistics, tally: PlayoutCounts, run_info: dict[str, Any]
) -> None:
    """Print tables, a histogram and sentences."""
    if run_info["interrupted"]:
        console.print(f"interrupted after {counted(result.games, 'game')}", style="bold")
    played = f"{counted(result.games, 'random game')}, seed {run_info['seed']}"
    print_line(console, f"{title_with_options(game)}: {played}, {place(run_info)}", "bold")
    console.print(wins_table(result))
    console.print(first_seat_sentence(result), soft_wrap=True)
    show_length(console, result, tally)
    endings = sorted(result.endings, key=lambda ending: -ending[1].share)
    console.print(shares_table("how it ended", endings, DIGITS))
    console.print(speed_sentence(result), soft_wrap=True)


def place(run_info: dict[str, Any]) -> str:
    """`2 processes`, or on which Ray."""
    if run_info["on"] is not None:
        return f"on {run_info['on']}"
    return counted(run_info["jobs"], "process", "processes")


def wins_table(result: Statistics) -> Table:
    """Who wins, by order of play and by seat; how often a win is shared."""
    table = results_table("who wins", "share", "95% interval")
    for order, share in enumerate(result.wins_by_order):
        table.add_row(f"{ORDER[order]} to play", *share_cells(share, DIGITS))
    table.add_section()
    for name, share in result.wins_by_seat.items():
        table.add_row(name, *share_cells(share, DIGITS))
    table.add_section()
    if len(result.wins_by_seat) > 2:
        table.add_row("shared by some seats", *share_cells(result.shared_wins, DIGITS))
    table.add_row("draw", *share_cells(result.draws, DIGITS))
    return table


def first_seat_sentence(result: Statistics) -> str:
    """What playing first is worth, as far as these games show."""
    first, fair = result.wins_by_order[0], 1 / len(result.wins_by_order)
    wins = f"{first.share:.2%} (95% interval {interval(first, DIGITS)})"
    points = f"{abs(first.share - fair) * 100:.2f} points"
    if first.low > fair:
        verdict = f"{points} above an equal share: among random players it helps to play first."
    elif first.high < fair:
        verdict = f"{points} below an equal share: among random players it hurts to play first."
    else:
        verdict = (
            "which is compatible with an equal share: no measurable first-move advantage among "
            "random players. For strong players, use arena."
        )
    return f"The first player wins {wins} of all games, {verdict}\n"


def show_length(console: Console, result: Statistics, tally: PlayoutCounts) -> None:
    """Print how long games are and how many choices they offer, with a histogram."""
    console.print(length_table(result.length_in_plies, result.length_in_steps))
    console.print(f"Branching: {result.branching:.1f} legal actions per ply on average.\n")
    console.print("Plies per game")
    for line in histogram(np.array(tally.plies), BAR_WIDTH, console.options.ascii_only):
        console.print(f"  {line}")


def speed_sentence(result: Statistics) -> str:
    """How fast the games were played."""
    return (
        f"{result.steps:,} steps in {result.seconds:.2f} s: {result.steps_per_second:,.0f} steps "
        f"and {result.games_per_second:,.0f} games per second."
    )
