"""`siegeworks replay FILE...`: show games step by step, as drawings, text or JSON lines."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from siegeworks.cli.console.arguments import Maps, Plain, Records, examples, option
from siegeworks.cli.console.interrupts import deferred_interrupts
from siegeworks.cli.console.output import compile_notice, print_error
from siegeworks.core.contract import CHANCE, REFEREE, TERMINAL, Observation, Seat
from siegeworks.core.effects import HIDDEN
from siegeworks.core.errors import SiegeworksError, quote
from siegeworks.core.game import Game
from siegeworks.core.scene import Scene
from siegeworks.core.text import counted
from siegeworks.play import summary
from siegeworks.play.precompile import precompile
from siegeworks.play.record import (
    LONGEST_FILE,
    Record,
    RecordError,
    check_length,
    load_game,
    parse_record,
    read_record,
    replay_on,
)
from siegeworks.play.table import Table
from siegeworks.tui.screen import TurnScreen
from siegeworks.tui.terminal import Terminal, open_terminal

EXAMPLES = examples(
    "siegeworks replay game.siege",
    "siegeworks replay game.siege --as south",
    "siegeworks replay --json *.siege > positions.jsonl",
    "siegeworks replay --json --as south game.siege",
    "siegeworks replay island-game.siege --maps my-maps",
)


def command(
    files: Records,
    as_seat: Annotated[
        str | None, option("--as", "SEAT", "Show only what this seat knew at the time.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per position.")
    ] = False,
    plain: Plain = False,
    maps: Maps = None,
) -> int:
    """Check the records of games and show them step by step."""
    status = 0
    for path in files:
        try:
            table = read_table(path, maps)
            seat = _seat_index(table.game, as_seat, path)
        except SiegeworksError as error:
            print_error(str(error))
            status = 2
            continue
        if as_json:
            if len(files) > 1:
                print(json.dumps({"file": str(path)}))
            sys.stdout.writelines(json.dumps(line) + "\n" for line in json_lines(table, seat))
        else:
            _show(table, seat, path, open_terminal(plain))
    return status


def read_table(path: Path, maps: Path | None) -> Table:
    """The game in a file (`-`: standard input), played to the end of the record.

    Raises:
        SiegeworksError: the file cannot be read, is not a record or contains an illegal step.
    """
    return open_record(path, maps)[1]


def open_record(path: Path, maps: Path | None) -> tuple[Record, Table]:
    """As `read_table`, with the record that it was made from."""
    record = _read_standard_input() if str(path) == "-" else read_record(path)
    game = load_game(record, maps)
    with compile_notice(f"the rules of {game.title}"), deferred_interrupts():
        precompile(game)
    return record, replay_on(game, record)


def _read_standard_input() -> Record:
    try:
        text = sys.stdin.read(LONGEST_FILE + 1) if sys.stdin else ""
    except UnicodeDecodeError:
        raise RecordError("standard input: this is not UTF-8 text.") from None
    check_length(len(text), "standard input")
    return parse_record(text, "standard input")


def _seat_index(game: Game, name: str | None, path: Path) -> int | None:
    if name is None:
        return None
    if name not in game.seats:
        seats = ", ".join(game.seats)
        raise SiegeworksError(
            f"--as {quote(name)}: {path} has no such seat; its seats are {seats}."
        )
    return game.seats.index(name)


def json_lines(table: Table, seat: int | None = None) -> Iterator[dict[str, Any]]:
    """Every position of a game, starting with the one before the first step; of a seat, only what
    it knew at the time, with `?` for the rest."""
    for number in range(len(table.states)):
        yield json_line(table, number, seat)


def json_line(table: Table, number: int, seat: int | None) -> dict[str, Any]:
    """One position: who is to act, the legal steps, their probabilities, the returns at the end."""
    game = table.game
    state = game.open_view(table.states[number]) if seat is None else table.view(seat, number)
    legal, chances = [HIDDEN], {HIDDEN: 1.0}
    if seat is None or _knows_choices(game, state, seat):
        weights = game.unchecked.chance_weights(state)
        chances = {
            game.outcome_texts[outcome]: round(float(weights[outcome] / weights.sum()), 6)
            for outcome in np.flatnonzero(weights)
        }
        legal = sorted(chances) or game.legal_texts(state)
    returns = game.returns(state)
    return {
        "step": number,
        "to_act": game.actor(state),
        "legal": legal,
        "probability": dict(sorted(chances.items())) if state.to_act == CHANCE else None,
        "returns": None if returns is None else dict(zip(game.seats, returns, strict=True)),
    }


def _knows_choices(game: Game, seen: Observation, seat: Seat) -> bool:
    """Whether a seat with this observation knows all possible next steps."""
    if seen.to_act == CHANCE:
        possible = np.flatnonzero(game.unchecked.chance_weights(seen)).tolist()
        return not any(game.unchecked.hides(seen, outcome, seat) for outcome in possible)
    return seen.to_act in (seat, TERMINAL) or game.open_choices(seen)


def _show(table: Table, seat: int | None, path: Path, terminal: Terminal) -> None:
    """Show the table after each action and after each run of chance outcomes."""
    viewer = REFEREE if seat is None else seat
    what = "with all secrets" if seat is None else f"as {table.game.seats[seat]} saw it"
    steps = counted(len(table.steps), "step")
    terminal.say(f"{path}: {table.game.title}, {steps}, {what}")
    last_index, last_scene = 0, None
    for index in _stops(table):
        scene, actor = _scene(table, viewer, index), table.game.actor(table.states[index])
        screen = TurnScreen(
            f"Step {index} of {len(table.steps)}",
            scene,
            last_scene,
            summary.between(table, viewer, last_index, index),
            turn=actor,
            status="to move" if actor else summary.ending(table),
        )
        terminal.show(screen, clear=False)
        last_index, last_scene = index, scene


def _stops(table: Table) -> list[int]:
    """The numbers of steps after which the table is shown: not between two chance outcomes."""
    steps = table.steps
    between = [
        index
        for index in range(1, len(steps))
        if steps[index - 1].actor != "chance" or steps[index].actor != "chance"
    ]
    return [0, *between, len(steps)] if steps else [0]


def _scene(table: Table, viewer: int, index: int) -> Scene:
    game, state = table.game, table.states[index]
    seen = game.open_view(state) if viewer == REFEREE else game.observe(state, viewer)
    return game.scene(game.params, seen)
