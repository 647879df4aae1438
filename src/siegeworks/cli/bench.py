"""`siegeworks bench`: how fast random games and batches are, beside their peers in the same run."""

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

from siegeworks.cli.arguments import examples
from siegeworks.cli.interrupts import interrupts_held
from siegeworks.cli.progress import progress
from siegeworks.cli.table_style import ruled
from siegeworks.core.game import SiegeworksError
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
)
from siegeworks.lab.targets import targets

EXAMPLES = examples(
    "siegeworks bench",
    "siegeworks bench --rounds 15 --no-write",
    "siegeworks bench --playouts siege-master --json",
)

RESULTS = Path("docs/results.md")
BEGIN, END = "<!-- bench:begin -->", "<!-- bench:end -->"
TITLE = "Speed of random games"
NO_PEER = "OpenSpiel is not here to compare with: `pip install siegeworks[bench]`."
NO_PGX = "Pgx is not here to compare batches with: `pip install siegeworks[pgx]`."
ALONE, WITH_TENSORS = "steps", "steps with tensors"
MOST_ROUNDS = 1_000
LONGEST_TURN = 60.0  # seconds


@dataclass(frozen=True)
class Report:
    """All that one run measured."""

    command: str
    surroundings: dict[str, str]
    rates: list[Rate]
    first_calls: dict[str, tuple[FirstCall, FirstCall]]  # with an empty cache, with a full one
    memory: dict[str, Memory]
    batches: list[BatchRate] = field(default_factory=list)


def command(
    *,
    playouts: Annotated[
        str | None, typer.Option("--playouts", metavar="GAME", help="Only this game of ours.")
    ] = None,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", help=f"How often; at least {MIN_ROUNDS}.")
    ] = 7,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", help="How long each game, each round.")
    ] = 0.7,
    write: Annotated[
        bool | None,
        typer.Option(
            "--write/--no-write",
            help=f"Write {RESULTS} or leave it.  [default: write it if it has the markers]",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Measure random games a second on one core, ours and OpenSpiel's in turns."""
    if not MIN_ROUNDS <= rounds <= MOST_ROUNDS:
        raise SiegeworksError(f"--rounds {rounds}: measure {MIN_ROUNDS} to {MOST_ROUNDS} rounds.")
    if not 0 < seconds <= LONGEST_TURN:
        raise SiegeworksError(f"--seconds {seconds}: above 0 and at most {LONGEST_TURN:.0f}.")
    if playouts is not None:
        one_game(playouts, rounds, seconds, as_json)
        return
    report = measure_all(rounds, seconds)
    if as_json:
        print(json.dumps(asdict(report)))
    else:
        show(Console(highlight=False), report)
    if has_place(RESULTS) if write is None else write:
        write_results(RESULTS, markdown(report))


def one_game(name: str, rounds: int, seconds: float, as_json: bool) -> None:
    """Measure one of our games and say it in a sentence or as JSON."""
    game = load(name)
    with progress() as display:
        task = display.add_task(f"{game.title}: preparing the rules", total=None)
        with interrupts_held():
            player = our_player(game)
        display.update(task, description=f"{game.title}: playing", total=rounds)
        played = []
        for _, one in alternate({name: player}, rounds, seconds):
            played.append(one)
            display.advance(task)
    rate = Rate.of(name, played)
    if as_json:
        print(json.dumps(one_object(rate, rounds, seconds)))
        return
    print(
        f"{game.title}: {with_range(rate.games_per_second)} random games and "
        f"{with_range(rate.steps_per_second)} steps a second on one core, "
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
            display.update(task, advance=1, description=f"compiling {name} afresh")
            calls[name] = first_calls(name)
        for name in NAMES:
            display.update(task, advance=1, description=f"preparing {name}")
            with interrupts_held():
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
            with interrupts_held():
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
        for name, one in alternate(players, rounds, seconds):
            played[name].append(one)
            display.update(task, advance=1, description=f"played {name}")
    return played


# For people --------------------------------------------------------------------------------------

SPEED_COLUMNS = ("game", "games/s", "steps/s", "x hex(15)", "wanted")
CALL_COLUMNS = ("game", "compiled, s", "from the cache, s", "whole process, s")
BATCH_COLUMNS = ("game", "steps/s", "with tensors", "wanted")
MEMORY_COLUMNS = ("game", "bytes a state", "wanted", "bytes of tables")


def speed_rows(report: Report, spread: Callable[[Measurement], str]) -> list[tuple[str, ...]]:
    """How fast each game is; `spread` writes the measured numbers."""
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
    """How long a new process waits for its first random game."""
    return [
        (name, f"{fresh.playout:.1f}", f"{cached.playout:.2f}", f"{cached.process:.2f}")
        for name, (fresh, cached) in report.first_calls.items()
    ]


def batch_rows(report: Report, spread: Callable[[Measurement], str]) -> list[tuple[str, ...]]:
    """How fast batches are."""
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
    """What each game takes in memory."""
    return [
        (name, f"{m.state:.0f}", str(targets(name).state_bytes or ""), f"{m.tables:,}")
        for name, m in report.memory.items()
    ]


def with_range(spread: Measurement) -> str:
    """A median with the least and the greatest: "7,650 (7,500 to 7,800)"."""
    return f"{short(spread.median)} ({short(spread.low)} to {short(spread.high)})"


def with_percent(spread: Measurement) -> str:
    """A median and how far the furthest lies from it: "7,650 ±2%"."""
    furthest = max(spread.high - spread.median, spread.median - spread.low)
    return f"{short(spread.median)} ±{furthest / spread.median:.0%}"


def short(number: float) -> str:
    """Three digits that count, or all before the point."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def show(console: Console, report: Report) -> None:
    """The tables on the terminal."""
    for title, columns, rows in (
        (
            "Random games on one core, median ± the furthest round",
            SPEED_COLUMNS,
            speed_rows(report, with_percent),
        ),
        (
            f"Batches of {BATCHED:,} games on one core, steps of seats",
            BATCH_COLUMNS,
            batch_rows(report, with_percent),
        ),
        ("First random game of a process", CALL_COLUMNS, call_rows(report)),
        (f"Memory of a batch of {BATCH:,} states", MEMORY_COLUMNS, memory_rows(report)),
    ):
        table = Table(title=title, title_justify="left", box=ruled(), pad_edge=False)
        table.add_column(columns[0], overflow="fold")
        for column in columns[1:]:
            table.add_column(column, justify="right", no_wrap=True)
        for row in rows:
            table.add_row(*row)
        console.print(table)
    if not has_peer(report):
        console.print(NO_PEER, markup=False)
    if not has_pgx(report):
        console.print(NO_PGX, markup=False)


def has_peer(report: Report) -> bool:
    """Was OpenSpiel there to compare with?"""
    return any(rate.multiple for rate in report.rates)


def has_pgx(report: Report) -> bool:
    """Was Pgx there to compare with?"""
    return any(rate.name.startswith("Pgx") for rate in report.batches)


def markdown(report: Report) -> str:
    """The tables for docs/results.md."""
    where = ", ".join(f"{key} {value}" for key, value in report.surroundings.items())
    parts = [
        f"Written by `{report.command}`: {where}.",
        "Complete uniformly random games on one core, all games in turns in one run; each number "
        "is the median of the rounds (least to greatest). The multiple is taken round by round "
        f"of the games/s of OpenSpiel's `{REFERENCE}`. How: docs/measuring.md."
        + ("" if has_peer(report) else f" {NO_PEER}"),
        markdown_table(SPEED_COLUMNS, speed_rows(report, with_range)),
        f"Batches of {BATCHED:,} games on one core and one thread, in turns in the same run: steps "
        "of seats a second, with checked actions, chance, masks, rewards and new games in place of "
        "those that ended; in the second column also with the tensors of all observations. "
        "Actions are chosen at random from the masks while the clock stands still. Pgx's steps "
        "always write their observations." + ("" if has_pgx(report) else f" {NO_PGX}"),
        markdown_table(BATCH_COLUMNS, batch_rows(report, with_range)),
        "The first random game of a new process, once with an empty cache (wanted: 15 s) and then "
        "from the cache (wanted: 1 s); the whole process includes starting Python and the imports.",
        markdown_table(CALL_COLUMNS, call_rows(report)),
        f"Memory of a batch of {BATCH:,} states; the tables are there once for all of them.",
        markdown_table(MEMORY_COLUMNS, memory_rows(report)),
    ]
    return "\n\n".join(parts)


def markdown_table(columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table, numbers to the right."""
    lines = [columns, ("---", *("--:" for _ in columns[1:])), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def has_place(path: Path) -> bool:
    """Does this file wait for our tables?"""
    return path.is_file() and BEGIN in path.read_text(encoding="utf-8", errors="replace")


def write_results(path: Path, body: str, name: str = "bench", title: str = TITLE) -> None:
    """Put tables between the markers of this name; whatever else stands in the file stays.

    Raises:
        SiegeworksError: only one of the two markers is there.
        OSError: the folder is not there or the file cannot be written.
    """
    first, last = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if first not in text and last not in text:
        text = f"{text.strip() or '# Results'}\n\n## {title}\n\n{first}\n{last}\n"
    before, begin, rest = text.partition(first)
    _, end, after = rest.partition(last)
    if not (begin and end):
        raise SiegeworksError(
            f"{path}: not written: it should hold {first} and, further down, {last}."
        )
    path.write_text(f"{before}{first}\n{body}\n{last}{after}", encoding="utf-8")
