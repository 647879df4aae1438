"""`siegeworks analyse FILE`: who stood better in a finished game, what errors cost and luck did"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table as Columns

from siegeworks.bots.search import MAX_THREADS
from siegeworks.cli.console.arguments import AsJson, Maps, OneRecord, Seed, examples, option
from siegeworks.cli.console.charts import curve
from siegeworks.cli.console.interrupts import INTERRUPTED, run_interruptible
from siegeworks.cli.console.output import output, progress
from siegeworks.cli.playing.replay import read_table
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.text import capitalized, counted
from siegeworks.lab.analysis import AnalysedPosition, Analysis, SeatTotal, TurningPoint, totals
from siegeworks.play.history import open_history
from siegeworks.play.summary import ending
from siegeworks.play.table import Table

EXAMPLES = examples(
    "siegeworks analyse game.siege",
    "siegeworks analyse game.siege --turns",
    "siegeworks analyse game.siege --simulations 20000 --threads 2",
    "siegeworks analyse game.siege --json | jq '.turning_points[].better'",
    "siegeworks analyse game.siege --json | jq '.totals'",
)

SIMULATIONS = 1000  # as the page uses
MOST_SIMULATIONS = 100_000
PLOT_WIDTH = 72


@dataclass
class _Findings:
    """What is known so far."""

    table: Table
    turns: int
    simulations: int
    positions: list[AnalysedPosition] = field(default_factory=list)
    points: list[TurningPoint] = field(default_factory=list)
    is_complete: bool = False


def command(
    file: OneRecord,
    *,
    simulations: Annotated[
        int, option("--simulations", "N", "How long to search each position.")
    ] = SIMULATIONS,
    threads: Annotated[
        int, option("--threads", "N", "On how many cores to search a position.")
    ] = 1,
    turns: Annotated[
        bool, typer.Option("--turns", help="Also list every turn with the chances after it.")
    ] = False,
    seed: Seed = None,
    maps: Maps = None,
    as_json: AsJson = False,
) -> int:
    """Show who stood better in a finished game, what errors cost each seat, and what luck did.

    The curve knows everything that was hidden; an error is what a move lost by what its seat knew.
    Luck is the rest: dice, and hidden values. Ctrl-C stops the search; what is known is shown.
    """
    if not 1 <= simulations <= MOST_SIMULATIONS:
        raise SiegeworksError(
            f"--simulations {simulations}: give a number between 1 and {MOST_SIMULATIONS}."
        )
    if not 1 <= threads <= MAX_THREADS:
        raise SiegeworksError(f"--threads {threads}: give a number between 1 and {MAX_THREADS}.")
    table = read_table(file, maps)
    if not table.over:
        raise SiegeworksError(
            f"{file}: this game is not over, and only finished games are analysed. For the best "
            f"moves of its last position: siegeworks hint {file}"
        )
    analysis = Analysis(table, simulations, 0 if seed is None else seed, threads)
    findings = _Findings(table, analysis.turns, simulations)
    _search(analysis, findings)
    if as_json:
        print(json.dumps(_json(findings)))
    else:
        _show(output(), findings, turns)
    return 0 if findings.is_complete else INTERRUPTED


def _search(analysis: Analysis, findings: _Findings) -> None:
    """Search until everything is known or Ctrl-C is pressed."""
    with progress() as display:
        title = findings.table.game.title
        task = display.add_task(f"{title}: preparing the search", total=analysis.turns + 1)

        def work() -> None:
            for position in analysis.positions(range(analysis.turns + 1)):
                findings.positions.append(position)
                display.update(task, description=f"{title}: searching", advance=1)
            display.update(task, description=f"{title}: looking for better moves")
            for point in analysis.turning_points():
                findings.points.append(point)
            findings.is_complete = True

        try:
            run_interruptible(work)
        except KeyboardInterrupt:
            if not findings.positions:
                raise
            # Copies: the work goes on in its thread.
            findings.positions, findings.points = findings.positions[:], findings.points[:]


def _json(findings: _Findings) -> dict[str, object]:
    return {
        "game": findings.table.game.name,
        "seats": list(findings.table.game.seats),
        "result": findings.table.result,
        "turns": findings.turns,
        "simulations": findings.simulations,
        "complete": findings.is_complete,
        "positions": msgspec.to_builtins(findings.positions),
        "totals": msgspec.to_builtins(_totals(findings)),
        "turning_points": msgspec.to_builtins(_in_order(findings)),
    }


def _totals(findings: _Findings) -> list[SeatTotal]:
    return totals(findings.table.game.seats, findings.positions)


def _in_order(findings: _Findings) -> list[TurningPoint]:
    return sorted(findings.points, key=lambda point: point.turn)


def _show(console: Console, findings: _Findings, with_turns: bool) -> None:
    game = findings.table.game
    console.print(
        f"{game.title}, {counted(findings.turns, 'turn')}. {capitalized(ending(findings.table))}",
        soft_wrap=True,
    )
    hidden = " It sees everything that was hidden." if game.has_secrets else ""
    knew = ", judged by what its seat knew" if game.has_secrets else ""
    has_luck = any(total.luck is not None for total in _totals(findings))
    luck = "; luck is the rest of the change" if has_luck else ""
    searched = counted(findings.simulations, "simulation")
    console.print(
        f"Winning chances by a search of {searched} per position.{hidden} An error is what a move "
        f"cost{knew}{luck}. A point is 1% of the winning chance.\n",
        soft_wrap=True,
    )
    if not findings.is_complete:
        console.print(
            f"Stopped after {len(findings.positions)} of {findings.turns + 1} positions.\n"
        )
    marks = {point.turn for point in findings.points}
    seats = game.seats[:1] if len(game.seats) == 2 else game.seats
    width = min(PLOT_WIDTH, max(20, console.width - 6))
    plain = console.options.ascii_only
    for line in curve(findings.positions, seats, findings.turns, marks, width=width, plain=plain):
        console.print(line)
    if len(game.seats) == 2:
        console.print(f"The rest, up to 100%, is {capitalized(game.seats[1])}’s chance.")
    console.print()
    for total in _totals(findings):
        console.print(total_text(total), soft_wrap=True)
    console.print()
    _show_points(console, findings)
    if with_turns:
        console.print()
        console.print(_turn_table(findings, marks))


def _show_points(console: Console, findings: _Findings) -> None:
    points = _in_order(findings)
    if not points:
        if findings.is_complete:
            console.print("No turn lost much: the search found no clearly better move.")
        return
    console.print("Turning points: the turns at which a better move was missed")
    for point in points:
        console.print()
        for line in point_text(point):
            console.print(line, soft_wrap=True)


def total_text(total: SeatTotal) -> str:
    """What errors and luck did to a seat over the game, in a sentence."""
    errors = _points(total.errors)
    lost = f"{capitalized(total.seat)} lost {counted(errors, 'point') if errors else 'nothing'}"
    luck = "" if total.luck is None else f" and had {_luck_text(total.luck)}"
    return f"{lost} to errors{luck}."


def point_text(point: TurningPoint) -> list[str]:
    """A turning point in words, a line each for its cost, what was played, and what was better."""
    chance, better = _points(point.chance), _points(point.better_chance)
    seat, error, first, *rest = capitalized(point.seat), better - chance, *point.line_told
    lines = [
        f"Turn {point.turn}: {seat} lost {counted(error, 'point')} to an error.",
        f"  {better}% with the better move, {chance}% as played.",
    ]
    if point.luck is not None:
        total = _points(point.luck) - error
        whole = f"{counted(abs(total), 'point')} {'lost' if total < 0 else 'gained'}"
        lines[-1] = (
            f"  From what {seat} knew: {lines[-1].strip()} Then {seat} had "
            f"{_luck_text(point.luck)}: {whole if total else 'nothing lost'} in all."
        )
    lines += [
        f"  Played: {point.told}{_hint(seat, point.played_does)}",
        f"  Better: {first}{_hint(seat, point.better_does)}",
    ]
    if point.why:
        lines.append(f"  Why: {point.why}")
    if rest:
        lines.append(f"  Then perhaps: {' '.join(rest)}")
    return lines


def _hint(seat: str, does: str) -> str:
    """What a hint would have said to this seat about a move; it may say "you"."""
    return f" Hint for {seat}: {does}." if does else ""


def _points(chance: float) -> int:
    return round(100 * chance)


def _luck_text(luck: float) -> str:
    points = _points(luck)
    if points == 0:
        return "no luck, good or bad"
    return f"{counted(abs(points), 'point')} of {'good' if points > 0 else 'bad'} luck"


def _turn_table(findings: _Findings, marks: set[int]) -> Columns:
    table = findings.table
    columns = Columns(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    columns.add_column("turn", justify="right", no_wrap=True)
    for seat in table.game.seats:
        columns.add_column(seat, justify="right", no_wrap=True)
    columns.add_column("errors", no_wrap=True)
    if has_luck := any(position.luck is not None for position in findings.positions):
        columns.add_column("good luck", no_wrap=True)
    columns.add_column("what happened; ? marks a turning point")
    history = open_history(table)
    for position in findings.positions:
        turn = history.turn(position.turns - 1).sentence if position.turns else "The start."
        mark = "? " if position.turns in marks else ""
        shares = ["–" if share is None else f"{share:.0%}" for share in position.chances]
        gains = [position.errors, position.luck or []] if has_luck else [position.errors]
        who = [_points_of(table.game.seats, gain) for gain in gains]
        columns.add_row(str(position.turns), *shares, *who, f"{mark}{turn}")
    return columns


def _points_of(seats: Sequence[str], shares: Sequence[float]) -> str:
    """Who has how many points; those who have none are left out."""
    known = zip(seats, map(_points, shares), strict=False)
    return ", ".join(f"{seat} {points}" for seat, points in known if points > 0) or "–"
