"""`siegeworks bench`: measure random games and batches, and their peers in the same run."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from siegeworks.cli.console.arguments import AsJson, examples, option
from siegeworks.cli.console.interrupts import deferred_interrupts
from siegeworks.cli.console.output import output, progress
from siegeworks.cli.console.result_tables import ruled
from siegeworks.cli.console.results_file import has_section, markdown_table, write_results
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.extras import how_to_install
from siegeworks.games import NAMES, load
from siegeworks.lab.speed import (
    BATCH,
    BATCHED,
    MIN_ROUNDS,
    PEERS,
    PGX,
    REFERENCE,
    BatchRate,
    FirstCall,
    Measurement,
    Memory,
    Player,
    Rate,
    Round,
    alternate,
    batch_player,
    first_calls,
    machine_info,
    memory,
    our_player,
    peer_player,
    pgx_player,
    targets,
)

EXAMPLES = examples(
    "siegeworks bench",
    "siegeworks bench --rounds 15 --no-write",
    "siegeworks bench --playouts siege-master --json",
)

RESULTS = Path("docs/results.md")
SECTION = "bench"
TITLE = "Speed of random games"
ALONE, WITH_TENSORS = "steps", "steps with tensors"
MOST_ROUNDS = 1_000
LONGEST_TURN = 60.0  # seconds


def command(
    *,
    playouts: Annotated[str | None, option("--playouts", "GAME", "Measure only this game.")] = None,
    rounds: Annotated[int, option("--rounds", "N", f"How many rounds; at least {MIN_ROUNDS}.")] = 7,
    seconds: Annotated[
        float, option("--seconds", "S", "How long each game runs in each round.")
    ] = 0.7,
    write: Annotated[
        bool | None,
        typer.Option(
            "--write/--no-write",
            help=f"Write the tables to {RESULTS}.  [default: only if it has a section for them]",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure random games per second on one core, next to OpenSpiel's in the same run."""
    if not MIN_ROUNDS <= rounds <= MOST_ROUNDS:
        raise SiegeworksError(
            f"--rounds {rounds}: give a number from {MIN_ROUNDS} to {MOST_ROUNDS}."
        )
    if not 0 < seconds <= LONGEST_TURN:
        raise SiegeworksError(
            f"--seconds {seconds}: give more than 0 and at most {LONGEST_TURN:.0f} seconds."
        )
    if playouts is not None:
        one_game(playouts, rounds, seconds, as_json)
        return
    report = measure_all(rounds, seconds)
    if as_json:
        print(json.dumps(asdict(report)))
    else:
        show(output(), report)
    if has_section(RESULTS, SECTION) if write is None else write:
        write_results(RESULTS, markdown(report), SECTION, TITLE)


def one_game(name: str, rounds: int, seconds: float, as_json: bool) -> None:
    """Measure one game and print its speed as a sentence or as JSON."""
    game = load(name)
    with progress() as display:
        task = display.add_task(f"{game.title}: preparing the rules", total=None)
        with deferred_interrupts():
            player = our_player(game)
        display.update(task, description=f"{game.title}: playing", total=rounds)
        played = []
        for _, sample in alternate({name: player}, rounds, seconds):
            played.append(sample)
            display.advance(task)
    rate = Rate.of(name, played)
    if as_json:
        print(json.dumps(one_object(rate, rounds, seconds)))
        return
    print(
        f"{game.title}: {with_range(rate.games_per_second)} random games and "
        f"{with_range(rate.steps_per_second)} steps per second on one core, "
        f"median of {rounds} rounds (least to greatest)."
    )


def one_object(rate: Rate, rounds: int, seconds: float) -> dict[str, Any]:
    """The speed of one game as a JSON object."""
    return {
        "game": rate.name,
        "playouts_per_second": rate.games_per_second.median,
        "steps_per_second": rate.steps_per_second.median,
        "spread": {
            "playouts_per_second": rate.games_per_second[1:],
            "steps_per_second": rate.steps_per_second[1:],
        },
        "rounds": rounds,
        "seconds_per_round": seconds,
    }


# All of it ---------------------------------------------------------------------------------------


def measure_all(rounds: int, seconds: float) -> Report:
    """Measure speed, first calls and memory of all games, with progress."""
    where = machine_info()
    players: dict[str, Player] = {}
    with progress() as display:
        task = display.add_task("", total=len(PEERS) + 2 * len(NAMES))
        for spec in PEERS:
            display.update(task, advance=1, description=f"preparing {spec}")
            with suppress(ImportError):
                players.update([peer_player(spec)])
        baseline = next(iter(players), None)
        calls = {}
        for name in NAMES:
            display.update(task, advance=1, description=f"compiling {name} without the cache")
            calls[name] = first_calls(name)
        for name in NAMES:
            display.update(task, advance=1, description=f"preparing {name}")
            with deferred_interrupts():
                players[name] = our_player(load(name))
    played = play_in_turns(players, rounds, seconds)
    beside = played[baseline] if baseline else None
    return Report(
        f"siegeworks bench --rounds {rounds} --seconds {seconds:g}",
        where,
        [Rate.of(name, mine, beside) for name, mine in played.items()],
        calls,
        {name: memory(load(name)) for name in NAMES},
        measure_batches(rounds, seconds),
    )


def measure_batches(rounds: int, seconds: float) -> list[BatchRate]:
    """Measure batches of all games without and with tensors, and of Pgx where it is installed."""
    players: dict[str, Player] = {}
    names = list(NAMES)
    with progress() as display:
        task = display.add_task("", total=1 + len(NAMES))
        display.update(task, advance=1, description=f"preparing Pgx {PGX}")
        with suppress(ImportError):
            name, player = pgx_player()
            names.insert(0, name)
            players[f"{name}: {WITH_TENSORS}"] = player
        for name in NAMES:
            display.update(task, advance=1, description=f"preparing a batch of {name}")
            with deferred_interrupts():
                game = load(name)
                players[f"{name}: {ALONE}"] = batch_player(game, tensors=False)
                if game.tensor is not None:
                    players[f"{name}: {WITH_TENSORS}"] = batch_player(game, tensors=True)
    played = play_in_turns(players, rounds, seconds)
    return [
        BatchRate.of(name, played.get(f"{name}: {ALONE}"), played.get(f"{name}: {WITH_TENSORS}"))
        for name in names
    ]


def play_in_turns(
    players: Mapping[str, Player], rounds: int, seconds: float
) -> dict[str, list[Round]]:
    """The rounds of every player, with progress."""
    played: dict[str, list[Round]] = {name: [] for name in players}
    with progress() as display:
        task = display.add_task("playing", total=rounds * len(players))
        for name, sample in alternate(players, rounds, seconds):
            played[name].append(sample)
            display.update(task, advance=1, description=f"played {name}")
    return played


# What is printed ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Report:
    """Everything that one run measured."""

    command: str
    machine_info: dict[str, str]
    rates: list[Rate]
    first_calls: dict[str, tuple[FirstCall, FirstCall]]  # with an empty cache, with a full one
    memory: dict[str, Memory]
    batches: list[BatchRate] = field(default_factory=list)


SPEED_COLUMNS = ("game", "games/s", "steps/s", "x hex(15)", "wanted")
CALL_COLUMNS = ("game", "compiled, s", "from the cache, s", "whole process, s")
BATCH_COLUMNS = ("game", "steps/s", "with tensors", "wanted")
MEMORY_COLUMNS = ("game", "bytes per state", "wanted", "bytes of tables")


def speed_rows(report: Report, spread: Callable[[Measurement], str]) -> list[tuple[str, ...]]:
    """The speed of each game; `spread` formats the measured numbers."""
    return [
        (
            rate.name,
            spread(rate.games_per_second),
            spread(rate.steps_per_second),
            spread(rate.multiple) if rate.multiple else "",
            f"{rate.wanted:g}" if rate.wanted else "",
        )
        for rate in report.rates
    ]


def call_rows(report: Report) -> list[tuple[str, ...]]:
    """The time until a new process has played its first random game."""
    return [
        (name, f"{fresh.playout:.1f}", f"{cached.playout:.2f}", f"{cached.process:.2f}")
        for name, (fresh, cached) in report.first_calls.items()
    ]


def batch_rows(report: Report, spread: Callable[[Measurement], str]) -> list[tuple[str, ...]]:
    """The speed of batches."""
    return [
        (
            rate.name,
            spread(rate.alone) if rate.alone else "",
            spread(rate.with_tensors) if rate.with_tensors else "",
            f"{rate.wanted:,}" if rate.wanted else "",
        )
        for rate in report.batches
    ]


def memory_rows(report: Report) -> list[tuple[str, ...]]:
    """The memory that each game needs."""
    return [
        (name, f"{m.state:.0f}", str(targets(name).state_bytes or ""), f"{m.tables:,}")
        for name, m in report.memory.items()
    ]


def with_range(spread: Measurement) -> str:
    """A median with minimum and maximum: "7,650 (7,500 to 7,800)"."""
    return f"{short(spread.median)} ({short(spread.low)} to {short(spread.high)})"


def with_percent(spread: Measurement) -> str:
    """A median with the largest deviation from it: "7,650 ±2%"."""
    furthest = max(spread.high - spread.median, spread.median - spread.low)
    return f"{short(spread.median)} ±{furthest / spread.median:.0%}"


def short(number: float) -> str:
    """Three significant digits, or all digits before the point."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def show(console: Console, report: Report) -> None:
    """Print the tables on the terminal."""
    for title, columns, rows in (
        (
            "Random games on one core, median ± largest deviation",
            SPEED_COLUMNS,
            speed_rows(report, with_percent),
        ),
        (
            f"Batches of {BATCHED:,} games on one core, steps of seats per second",
            BATCH_COLUMNS,
            batch_rows(report, with_percent),
        ),
        ("Time to the first random game of a process", CALL_COLUMNS, call_rows(report)),
        (f"Memory of a batch of {BATCH:,} states", MEMORY_COLUMNS, memory_rows(report)),
    ):
        table = Table(title=title, title_justify="left", box=ruled(), pad_edge=False)
        table.add_column(columns[0], overflow="fold")
        for column in columns[1:]:
            table.add_column(column, justify="right", no_wrap=True)
        for row in rows:
            table.add_row(*row)
        console.print(table)
    for sentence in filter(None, (no_open_spiel(report), no_pgx(report))):
        console.print(sentence)


def no_open_spiel(report: Report) -> str:
    """What to do without OpenSpiel; empty if it was measured."""
    if any(rate.multiple for rate in report.rates):
        return ""
    how = how_to_install("open_spiel", "bench")
    return f"OpenSpiel is not installed; to compare with it: {how}."


def no_pgx(report: Report) -> str:
    """What to do without Pgx; empty if it was measured."""
    if any(rate.name.startswith("Pgx") for rate in report.batches):
        return ""
    how = how_to_install("pgx", "pgx")
    return f"Pgx is not installed; to compare batches with it: {how}."


def after_space(sentence: str) -> str:
    return f" {sentence}" if sentence else ""


def markdown(report: Report) -> str:
    """The tables for docs/results.md."""
    where = ", ".join(f"{key} {value}" for key, value in report.machine_info.items())
    parts = [
        f"Written by `{report.command}`: {where}.",
        "Complete uniformly random games on one core, all games alternating in one run. Each "
        "number is the median of the rounds (minimum to maximum). The multiple is that of the "
        f"games/s of OpenSpiel's `{REFERENCE}` in the same round. See docs/measuring.md."
        + after_space(no_open_spiel(report)),
        markdown_table(SPEED_COLUMNS, speed_rows(report, with_range)),
        f"Batches of {BATCHED:,} games on one core and one thread, alternating in the same run: "
        "steps of seats per second, including action checks, chance, masks, rewards and new games "
        "for those that ended; in the second column also the tensors of all observations. Actions "
        "are chosen at random from the masks while the clock is stopped. Pgx always writes "
        "observations." + after_space(no_pgx(report)),
        markdown_table(BATCH_COLUMNS, batch_rows(report, with_range)),
        "The time to the first random game of a new process, first with an empty cache (wanted: "
        "15 s), then from the cache (wanted: 1 s). The whole process includes starting Python and "
        "importing.",
        markdown_table(CALL_COLUMNS, call_rows(report)),
        f"Memory of a batch of {BATCH:,} states. The tables exist once for all of them.",
        markdown_table(MEMORY_COLUMNS, memory_rows(report)),
    ]
    return "\n\n".join(parts)
