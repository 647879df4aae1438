"""`siegeworks perft GAME --depth D`: count all sequences of D steps."""

import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from siegeworks.cli.console.arguments import GameName, Maps, Options, examples, game_from, option
from siegeworks.cli.console.interrupts import deferred_interrupts, run_interruptible
from siegeworks.cli.console.output import progress
from siegeworks.core.contract import State
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.text import counted
from siegeworks.core.traversal.perft import perft
from siegeworks.play.record import read_record, replay

EXAMPLES = examples(
    "siegeworks perft siege-master --depth 2",
    "siegeworks perft expansion --depth 4 --no-divide",
    "siegeworks perft kings-ransom --depth 3 --record game.siege",
)

MOST_STEPS = 12  # 3 choices per step make half a million sequences of 12 steps; 10 choices, 10**12
CLOCK = 0.01  # seconds; shorter runs say nothing about speed


def command(
    game: GameName,
    *,
    depth: Annotated[int, option("--depth", "D", "The number of steps in a sequence.")],
    option: Options = None,
    maps: Maps = None,
    record: Annotated[
        Path | None, option("--record", "FILE", "Start from the last position of this record.")
    ] = None,
    divide: Annotated[
        bool, typer.Option("--divide/--no-divide", help="Also show the count for each first step.")
    ] = True,
) -> None:
    """Count all sequences of D steps, including chance outcomes, to compare with other engines."""
    if not 0 <= depth <= MOST_STEPS:
        raise SiegeworksError(f"--depth {depth}: give a number of steps from 0 to {MOST_STEPS}.")
    loaded, state = start_position(game, option, maps, record)
    counting: dict[str, int] = {}
    with progress() as display:
        task = display.add_task(f"{loaded.title}: preparing the rules", total=None)
        with deferred_interrupts():
            texts = loaded.legal_texts(state) if depth else []
            children = [loaded.child(state, loaded.text_to_choice(state, text)) for text in texts]
            perft(loaded, state, 1)
        display.update(task, description=f"{loaded.title}: counting", total=len(texts))

        def count() -> None:
            for text, child in zip(texts, children, strict=True):
                counting[text] = perft(loaded, child, depth - 1)
                display.advance(task)

        began = time.perf_counter()
        with suppress(KeyboardInterrupt):
            run_interruptible(count)
        seconds = time.perf_counter() - began
        counts = counting.copy()  # an interrupted count may still be running
    widest = max(map(len, counts), default=0)
    for text, number in counts.items() if divide else ():
        print(f"{text:<{widest}}  {number}")
    total = sum(counts.values()) if depth else 1
    if len(counts) < len(texts):
        print(f"interrupted: {total:,} after {len(counts)} of {len(texts)} first steps.")
        raise KeyboardInterrupt
    speed = f": {total / seconds:,.0f} per second" if seconds >= CLOCK else ""
    print(
        f"{counted(total, 'sequence')} of {counted(depth, 'step')} from "
        f"{'the start' if record is None else f'the end of {record}'}, in {seconds:.2f} s{speed}."
    )


def start_position(
    name: str, option: list[str] | None, maps: Path | None, record: Path | None
) -> tuple[Game, State]:
    """The game and the position to start from.

    Raises:
        SiegeworksError: a bad option or record, or a record of another game.
    """
    if record is None:
        game = game_from(name, option, maps)
        return game, game.new_state()
    if option:
        raise SiegeworksError(
            f"-o {option[0]}: the record already contains the options; remove -o or --record."
        )
    read = read_record(record)
    if read.game != name:
        raise SiegeworksError(f"{record}: this is a record of {read.game}, not of {name}.")
    table = replay(read, maps)
    return table.game, table.state
