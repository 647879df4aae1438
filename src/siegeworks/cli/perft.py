"""`siegeworks perft GAME --depth D`: count all sequences of steps."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from siegeworks.cli.arguments import GameName, Maps, Options, examples, game_from
from siegeworks.cli.interrupts import interruptible, interrupts_held
from siegeworks.cli.progress import progress
from siegeworks.core.game import Game, SiegeworksError, State
from siegeworks.core.perft import perft
from siegeworks.play.record import read_record, replay

EXAMPLES = examples(
    "siegeworks perft siege-master --depth 2",
    "siegeworks perft expansion --depth 4 --no-divide",
    "siegeworks perft kings-ransom --depth 3 --record game.siege",
)

MOST_STEPS = 12  # three choices a step make half a million sequences of that; ten, 10**12
CLOCK = 0.01  # seconds; what takes less says nothing about speed


def command(
    game: GameName,
    *,
    depth: Annotated[int, typer.Option("--depth", metavar="D", help="Steps of a sequence.")],
    option: Options = None,
    maps: Maps = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Count from the end of this record."),
    ] = None,
    divide: Annotated[
        bool, typer.Option("--divide/--no-divide", help="Split the count by the first step.")
    ] = True,
) -> None:
    """Count all sequences of D steps, chance included: numbers that any engine can be held to."""
    if not 0 <= depth <= MOST_STEPS:
        raise SiegeworksError(
            f"--depth {depth}: sequences of 0 to {MOST_STEPS} steps can be counted."
        )
    loaded, state = start(game, option, maps, record)
    counting: dict[str, int] = {}
    with progress() as display:
        task = display.add_task(f"{loaded.title}: preparing the rules", total=None)
        with interrupts_held():
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
            interruptible(count)
        seconds = time.perf_counter() - began
        counts = counting.copy()  # what was interrupted may still be counting
    if divide:
        print_counts(counts)
    found = sum(counts.values()) if depth else 1
    if len(counts) < len(texts):
        print(f"interrupted: {found:,} behind {len(counts)} of {len(texts)} first steps.")
        raise KeyboardInterrupt
    speed = f": {found / seconds:,.0f} a second" if seconds >= CLOCK else ""
    print(
        f"{plural(found, 'sequence')} of {plural(depth, 'step')} from "
        f"{'the start' if record is None else f'the end of {record}'}, in {seconds:.2f} s{speed}."
    )


def plural(number: int, noun: str) -> str:
    """ "1 step", "2,000 steps"."""
    return f"{number:,} {noun}{'s' if number != 1 else ''}"


def print_counts(counts: dict[str, int]) -> None:
    """A line for each first step: its token and the count behind it."""
    widest = max(map(len, counts), default=0)
    for text, count in counts.items():
        print(f"{text:<{widest}}  {count}")


def start(
    name: str, option: list[str] | None, maps: Path | None, record: Path | None
) -> tuple[Game, State]:
    """The game and the position to count from.

    Raises:
        SiegeworksError: a bad option or record, or a record of another game.
    """
    if record is None:
        game = game_from(name, option, maps)
        return game, game.new_state()
    if option:
        raise SiegeworksError(
            f"-o {option[0]}: the options stand in the record; leave -o or --record out."
        )
    read = read_record(record)
    if read.game != name:
        raise SiegeworksError(f"{record}: a record of {read.game}, not of {name}.")
    table = replay(read, maps)
    return table.game, table.state
