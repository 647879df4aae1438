"""`siegeworks bench`: measure random games and batches, and their peers in the same run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from siegeworks.cli.console.arguments import AsJson, examples, option
from siegeworks.cli.console.interrupts import deferred_interrupts
from siegeworks.cli.console.notices import progress
from siegeworks.cli.console.output import output
from siegeworks.cli.console.results_file import has_section, write_results
from siegeworks.cli.measuring.bench_report import Report, markdown, show, with_range
from siegeworks.core.errors import SiegeworksError
from siegeworks.games import NAMES, load
from siegeworks.lab.speed import (
    MIN_ROUNDS,
    PEERS,
    PGX,
    BatchRate,
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
