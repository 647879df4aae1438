"""The report of `siegeworks bench`: tables for the terminal and for docs/results.md."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table

from siegeworks.cli.console.result_tables import ruled
from siegeworks.cli.console.results_file import markdown_table
from siegeworks.core.extras import how_to_install
from siegeworks.lab.speed import (
    BATCH,
    BATCHED,
    REFERENCE,
    BatchRate,
    FirstCall,
    Measurement,
    Memory,
    Rate,
    targets,
)


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
