"""`siegeworks replay FILE...`: games step by step, as pictures or as JSON lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from siegeworks.cli.arguments import Maps, examples
from siegeworks.cli.complain import complain
from siegeworks.cli.interrupts import interrupts_held
from siegeworks.cli.preparing import preparing
from siegeworks.core.game import (
    CHANCE,
    REFEREE,
    TERMINAL,
    Game,
    Observation,
    Seat,
    SiegeworksError,
    quote,
)
from siegeworks.core.scene import Scene
from siegeworks.play import summary
from siegeworks.play.prepare import prepare
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
from siegeworks.play.summary import ending
from siegeworks.play.table import HIDDEN, Table
from siegeworks.tui import draw
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
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help=".siege files; - is standard input.")
    ],
    as_seat: Annotated[
        str | None,
        typer.Option("--as", metavar="SEAT", help="Show only what this seat knew at the time."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object a position, for programs.")
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="In lines of words, nothing drawn.")
    ] = False,
    maps: Maps = None,
) -> int:
    """Check records of games and show them step by step."""
    status = 0
    for path in files:
        try:
            table = read_table(path, maps)
            seat = _seat(table.game, as_seat, path)
        except SiegeworksError as error:
            complain(str(error))
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
    """The game in a file, `-` for standard input, played to where the record ends.

    Raises:
        SiegeworksError: no such file, no record, a step that is not legal.
    """
    record = _read_standard_input() if str(path) == "-" else read_record(path)
    game = load_game(record, maps)
    with preparing(f"the rules of {game.title}"), interrupts_held():
        prepare(game)
    return replay_on(game, record)


def _read_standard_input() -> Record:
    try:
        text = sys.stdin.read(LONGEST_FILE + 1) if sys.stdin else ""
    except UnicodeDecodeError:
        raise RecordError("standard input: not UTF-8 text.") from None
    check_length(len(text), "standard input")
    return parse_record(text, "standard input")


def _seat(game: Game, name: str | None, path: Path) -> int | None:
    if name is None:
        return None
    if name not in game.seats:
        seats = ", ".join(game.seats)
        raise SiegeworksError(
            f"--as {quote(name)}: {path} has no such seat; its seats are {seats}."
        )
    return game.seats.index(name)


def json_lines(table: Table, seat: int | None = None) -> Iterator[dict[str, Any]]:
    """Every position of a game, from before the first step on, as rules/README describes them:
    everything, or what `seat` knew at the time; what it did not know is `?`."""
    for number in range(len(table.states)):
        yield json_line(table, number, seat)


def json_line(table: Table, number: int, seat: int | None) -> dict[str, Any]:
    """One position: who is to act, what is legal, how likely, what each seat got at the end."""
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
    """Does this seat, which sees this, know what may be done next?"""
    if seen.to_act == CHANCE:
        possible = np.flatnonzero(game.unchecked.chance_weights(seen)).tolist()
        return not any(game.unchecked.hides(seen, outcome, seat) for outcome in possible)
    return seen.to_act in (seat, TERMINAL) or game.open_choices(seen)


def _show(table: Table, seat: int | None, path: Path, terminal: Terminal) -> None:
    """Print a game: the table after each action, and after what chance did in a row."""
    watcher = REFEREE if seat is None else seat
    viewer = "everything" if seat is None else f"what {table.game.seats[seat]} knew"
    steps = "1 step" if len(table.steps) == 1 else f"{len(table.steps)} steps"
    terminal.say(f"{path}: {table.game.title}, {steps}, {viewer}")
    scenes = [_scene(table, watcher, index) for index in _stops(table)]
    shown = _stops(table)
    for number, (index, scene) in enumerate(zip(shown, scenes, strict=True)):
        before = shown[number - 1] if number else 0
        terminal.show(
            TurnScreen(
                f"Step {index} of {len(table.steps)}",
                scene,
                draw.changes(scenes[number - 1], scene) if number else frozenset(),
                summary.between(table, watcher, before, index),
                (),
                table.game.actor(table.states[index]),
                "is to act" if index < len(table.steps) or not table.over else ending(table),
            ),
            fresh=False,
        )


def _stops(table: Table) -> list[int]:
    """After how many steps the table is shown: not between two outcomes of chance."""
    steps = table.steps
    between = [
        index
        for index in range(1, len(steps))
        if steps[index - 1].actor != "chance" or steps[index].actor != "chance"
    ]
    return [0, *between, len(steps)] if steps else [0]


def _scene(table: Table, watcher: int, index: int) -> Scene:
    game, state = table.game, table.states[index]
    seen = game.open_view(state) if watcher == REFEREE else game.observe(state, watcher)
    return game.scene(game.params, seen)
