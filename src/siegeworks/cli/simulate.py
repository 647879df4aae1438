"""`siegeworks simulate GAME`: many random games and what they have in common."""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from siegeworks.cli.arguments import GameName, Maps, Options, Seed, examples, game_from
from siegeworks.cli.histogram import histogram
from siegeworks.cli.interrupts import interrupts_held
from siegeworks.cli.progress import progress
from siegeworks.cli.table_style import ruled
from siegeworks.core.game import Game, SiegeworksError
from siegeworks.lab.intervals import Share
from siegeworks.lab.simulate import Length, Statistics, Tally, statistics, tallies, warm_up

EXAMPLES = examples(
    "siegeworks simulate siege-master",
    "siegeworks simulate expansion -n 100000 --jobs 2 --seed 1",
    "siegeworks simulate siege-by-number -o seats=4 --json",
)

MOST_GAMES = 10**9  # days of play
MOST_JOBS = 256
ORDER = ("first", "second", "third", "fourth")
BAR_WIDTH = 40  # columns
LENGTH_ROWS = ("mean", "95% interval", "median", "middle half", "5% to 95%", "shortest to longest")


def command(
    game: GameName,
    *,
    games: Annotated[int, typer.Option("-n", "--games", metavar="N", help="How many.")] = 10_000,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="J", help="Threads; the result is the same.")
    ] = 1,
    seed: Seed = None,
    option: Options = None,
    maps: Maps = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Play many random games: who wins, how long they last, how they end, how fast."""
    if not 1 <= games <= MOST_GAMES:
        raise SiegeworksError(f"-n {games}: play between 1 and {MOST_GAMES:,} games.")
    if not 1 <= jobs <= MOST_JOBS:
        raise SiegeworksError(f"--jobs {jobs}: use between 1 and {MOST_JOBS} threads.")
    loaded = game_from(game, option, maps)
    seed = secrets.randbits(32) if seed is None else seed
    tally, interrupted = play_all(loaded, games, seed, jobs)
    if tally is not None:
        found = statistics(loaded, tally)
        asked = {"seed": seed, "jobs": jobs, "interrupted": interrupted}
        if as_json:
            print(json.dumps(as_object(loaded, found, asked), ensure_ascii=False))
        else:
            show(Console(highlight=False), loaded, found, tally, asked)
    if interrupted:
        raise KeyboardInterrupt


def play_all(game: Game, games: int, seed: int, jobs: int) -> tuple[Tally | None, bool]:
    """The tally of the games, with progress; and whether Ctrl-C stopped it before the last."""
    tally = None
    try:
        with progress() as display:
            task = display.add_task(f"{game.title}: preparing the rules", total=None)
            with interrupts_held():
                warm_up(game)
            display.update(task, description=f"{game.title}: playing", total=games)
            for tally in tallies(game, games, seed, jobs):
                display.update(task, completed=tally.games)
    except KeyboardInterrupt:
        return tally, True
    return tally, False


def as_object(game: Game, found: Statistics, asked: dict[str, Any]) -> dict[str, Any]:
    """The statistics as one JSON object."""
    return {
        "game": game.name,
        "options": dict(game.options),
        **asked,
        **asdict(found),
        "endings": {sentence: asdict(share) for sentence, share in found.endings},
        "games_per_second": found.games_per_second,
        "steps_per_second": found.steps_per_second,
    }


# For people --------------------------------------------------------------------------------------


def show(
    console: Console, game: Game, found: Statistics, tally: Tally, asked: dict[str, Any]
) -> None:
    """Tables, a histogram and sentences."""
    options = "".join(f" {key}={value}" for key, value in game.changed_options.items())
    threads = "1 thread" if asked["jobs"] == 1 else f"{asked['jobs']} threads"
    if asked["interrupted"]:
        console.print(f"interrupted after {found.games:,} games", style="bold")
    console.print(
        f"{game.title}{options}: {found.games:,} random games, seed {asked['seed']}, {threads}",
        style="bold",
        markup=False,
        soft_wrap=True,
    )
    console.print(wins_table(found))
    console.print(first_seat_sentence(found), soft_wrap=True)
    show_length(console, found, tally)
    console.print(endings_table(found))
    console.print(speed_sentence(found), soft_wrap=True)


def wins_table(found: Statistics) -> Table:
    """Who wins, by order of play and by seat; how often a win is shared."""
    table = Table("who wins", "share", "95% interval", box=ruled(), pad_edge=False)
    for order, share in enumerate(found.wins_by_order):
        table.add_row(f"{ORDER[order]} to play", *percents(share))
    table.add_section()
    for name, share in found.wins_by_seat.items():
        table.add_row(name, *percents(share))
    table.add_section()
    if len(found.wins_by_seat) > 2:
        table.add_row("shared by some seats", *percents(found.shared_wins))
    table.add_row("draw", *percents(found.draws))
    return table


def first_seat_sentence(found: Statistics) -> str:
    """What it is worth to play first, as far as these games tell."""
    first, fair = found.wins_by_order[0], 1 / len(found.wins_by_order)
    interval = f"{first.share:.2%} (95% interval {first.low:.2%} to {first.high:.2%})"
    points = f"{abs(first.share - fair) * 100:.2f} points"
    if first.low > fair:
        verdict = f"{points} more than an equal share: among random players it helps to play first."
    elif first.high < fair:
        verdict = f"{points} less than an equal share: among random players it hurts to play first."
    else:
        verdict = (
            "which an equal share could be: no measurable first-move advantage among random "
            "players; for good play use arena."
        )
    return f"Who plays first wins {interval}, {verdict}\n"


def show_length(console: Console, found: Statistics, tally: Tally) -> None:
    """How long games are and how much there is to choose, with a histogram."""
    console.print(length_table(found.length_in_plies, found.length_in_steps))
    console.print(f"Branching: {found.branching:.1f} legal actions a ply on average.\n")
    console.print("Plies a game")
    for line in histogram(tally.plies, BAR_WIDTH, console.options.ascii_only):
        console.print(f"  {line}", markup=False)


def length_table(plies: Length, steps: Length) -> Table:
    """How long games are, in plies and in steps."""
    table = Table("length", box=ruled(), pad_edge=False)
    table.add_column("plies", justify="right")
    table.add_column("steps", justify="right")
    for row in zip(LENGTH_ROWS, length_cells(plies), length_cells(steps), strict=True):
        table.add_row(*row)
    return table


def length_cells(length: Length) -> tuple[str, ...]:
    """The cells of LENGTH_ROWS."""
    return (
        f"{length.mean:.1f}",
        "unknown" if length.low is None else f"{length.low:.1f} to {length.high:.1f}",
        f"{length.median}",
        f"{length.percent_25} to {length.percent_75}",
        f"{length.percent_5} to {length.percent_95}",
        f"{length.shortest} to {length.longest}",
    )


def endings_table(found: Statistics) -> Table:
    """How the games ended, the most frequent ending first."""
    table = Table("how it ended", "share", "95% interval", box=ruled(), pad_edge=False)
    for sentence, share in sorted(found.endings, key=lambda ending: -ending[1].share):
        table.add_row(sentence, *percents(share))
    return table


def percents(share: Share) -> tuple[str, str]:
    """A share and its interval in percent."""
    return f"{share.share:.2%}", f"{share.low:.2%} to {share.high:.2%}"


def speed_sentence(found: Statistics) -> str:
    """How fast that was."""
    return (
        f"{found.steps:,} steps in {found.seconds:.2f} s: {found.steps_per_second:,.0f} steps and "
        f"{found.games_per_second:,.0f} games a second."
    )
