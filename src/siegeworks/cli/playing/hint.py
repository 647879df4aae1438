"""`siegeworks hint FILE`: show the best moves in a position of a record."""

import json
import secrets
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Columns
from rich.text import Text

from siegeworks.bots.hints import Hint, hints, hints_of
from siegeworks.bots.search import Budget, SearchBot
from siegeworks.bots.spec import ANALYSIS_SECONDS, analysis_bot
from siegeworks.cli.console.arguments import AsJson, Maps, OneRecord, Seed, examples, option
from siegeworks.cli.console.interrupts import INTERRUPTED, deferred_interrupts
from siegeworks.cli.console.output import output, progress
from siegeworks.cli.playing.replay import read_table
from siegeworks.core.contract import CHANCE, SPECTATOR
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.random import new_rng
from siegeworks.core.text import counted
from siegeworks.play.table import Table
from siegeworks.tui.terminal import on_interrupt

EXAMPLES = examples(
    "siegeworks hint game.siege",
    "siegeworks hint game.siege --step 12 --seconds 5",
    "siegeworks hint game.siege --moves 10 --json",
    "siegeworks hint game.siege --analysis",
)

SECONDS = 2.0
MOST_SECONDS = 3600.0
MOST_MOVES = 1000


def command(
    file: OneRecord,
    *,
    step: Annotated[
        int | None, option("--step", "N", "Use the position after N steps, not the last one.")
    ] = None,
    moves: Annotated[int, option("--moves", "M", "How many moves to show.")] = 3,
    seconds: Annotated[
        float | None,
        option(
            "--seconds",
            "S",
            f"How long to search.  [default: {SECONDS:g}; with --analysis {ANALYSIS_SECONDS:g}]",
        ),
    ] = None,
    analysis: Annotated[
        bool, typer.Option("--analysis", help="Search longer, and on all cores.")
    ] = False,
    seed: Seed = None,
    maps: Maps = None,
    as_json: AsJson = False,
) -> int:
    """Show the best moves in a position, using only what the seat to act may know.

    Ctrl-C ends the search; what it has found is shown.
    """
    if seconds is None:
        seconds = ANALYSIS_SECONDS if analysis else SECONDS
    if not 0 < seconds <= MOST_SECONDS:
        raise SiegeworksError(
            f"--seconds {seconds:g}: give more than 0 and at most {MOST_SECONDS:g} seconds."
        )
    if not 1 <= moves <= MOST_MOVES:
        raise SiegeworksError(f"--moves {moves}: give a number between 1 and {MOST_MOVES}.")
    table = read_table(file, maps)
    index = len(table.steps) if step is None else step
    seat = _seat_to_act(table, index)
    rng = new_rng(secrets.randbits(64) if seed is None else seed)
    settings = table.game.advice.strongest(table.game.options)
    bot = SearchBot(table.game, rng, Budget(seconds=seconds), settings=settings, proves=True)
    if analysis:
        bot = analysis_bot(table.game, rng, f"seconds={seconds}")
    seen, is_stopped = table.view(seat, index), False

    def stop() -> None:
        nonlocal is_stopped
        is_stopped = True
        bot.stop()

    with progress() as display:
        task = display.add_task(f"{table.game.title}: preparing the search", total=None)
        with deferred_interrupts():
            hints(table.game, seen, new_rng(0), Budget(simulations=1))
        display.update(task, description=f"{table.game.title}: searching", total=1.0)
        bot.on_progress = lambda spent: display.update(task, completed=spent)
        with on_interrupt(stop):
            suggestions = hints_of(bot, seen, moves)
    name = table.game.seats[seat]
    if as_json:
        print(json.dumps({"step": index, "seat": name, "moves": [asdict(h) for h in suggestions]}))
    else:
        _show(output(), table, index, name, suggestions)
    return INTERRUPTED if is_stopped else 0


def _seat_to_act(table: Table, index: int) -> int:
    if not 0 <= index <= len(table.steps):
        raise SiegeworksError(
            f"--step {index}: the record has {counted(len(table.steps), 'step')}."
        )
    state, game = table.states[index], table.game
    if state.to_act == CHANCE:
        rule = game.turn_rule(game.params, game.observe(state, SPECTATOR))
        raise SiegeworksError(
            f"After step {index}, chance is to act ({rule}). Choose another --step."
        )
    if state.to_act < 0:
        raise SiegeworksError(
            f"After step {index}, {game.over_already(state)} Choose an earlier --step."
        )
    return int(state.to_act)


def _show(console: Console, table: Table, index: int, name: str, suggestions: list[Hint]) -> None:
    console.print(f"{table.game.title} after {counted(index, 'step')}, {name} to move:")
    columns = Columns(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    columns.add_column("move", no_wrap=True)
    columns.add_column("wins", justify="right", no_wrap=True)
    columns.add_column("searched", justify="right", no_wrap=True)
    columns.add_column("what it does, and what could follow")
    for hint in suggestions:
        mark = "!" if hint.proven else "?" if hint.is_less_sure else ""
        then = " ".join(hint.line[1:])
        does, after = hint.comment and f"{hint.comment}.", then and f"Then {then}."
        words = " ".join(part for part in (does, hint.reason.text, after) if part)
        wins = f"{hint.win_probability:.0%}{mark}"
        columns.add_row(Text(hint.token, "bold"), wins, f"{hint.share:.0%}", words)
    console.print(columns)
    if suggestions and (obvious := suggestions[0].obvious):
        console.print()
        console.print(Text(f"The obvious move, {obvious.token}, {obvious.promise}"))
    if any(hint.proven for hint in suggestions):
        console.print("! means certain, not estimated.")
    if any(hint.is_less_sure for hint in suggestions):
        console.print("? means less sure: the search has looked at this move less often.")
