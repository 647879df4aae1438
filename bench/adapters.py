"""How fast the adapters are, beside peers in the same run: `python bench/adapters.py`.

PettingZoo: turns per second of random legal play with observation and mask, beside its own
connect_four. OpenSpiel: random games per second in the loop that its users write in Python, beside
its own games written in Python. Five alternating rounds, written to docs/results.md.
"""

import random
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.games import tic_tac_toe  # noqa: F401  (registers it)

import siegeworks.adapters.openspiel
from siegeworks.adapters import pettingzoo
from siegeworks.cli.console.output import progress
from siegeworks.cli.console.results_file import markdown_table, write_results
from siegeworks.cli.measuring.bench import with_range
from siegeworks.games import NAMES
from siegeworks.lab.speed import Measurement, Round, finish_in_python, machine_info

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its own deprecation
    from pettingzoo.classic import connect_four_v3

ROUNDS = 5
SECONDS = 1.0  # per player and round
WANTED_TURNS = 60_000
PEER_ZOO, PEER_SPIEL = "PettingZoo connect_four", "OpenSpiel python_tic_tac_toe"


def zoo_player(env: Any) -> Callable[[float], Round]:
    """Random legal play through `agent_iter`; a step is a turn."""

    def play(seconds: float) -> Round:
        env.reset()
        games = turns = 0
        start = time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                over = terminated or truncated
                legal = np.flatnonzero(observation["action_mask"])
                env.step(None if over else random.choice(legal.tolist()))
                turns += not over
            games += 1
            env.reset()
        return Round(games, turns, spent)

    return play


def spiel_player(name: str) -> Callable[[float], Round]:
    """Uniformly random games in the loop that users write; a step is an action or an outcome."""
    game, rng = pyspiel.load_game(name), random.Random(1)

    def play(seconds: float) -> Round:
        games = steps = 0
        start = time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            state = game.new_initial_state()
            finish_in_python(state, rng)
            steps += state.move_number()
            games += 1
        return Round(games, steps, spent)

    return play


def main() -> None:
    """Measure and write."""
    zoo = {PEER_ZOO: zoo_player(connect_four_v3.env())}  # type: ignore[no-untyped-call]
    zoo |= {name: zoo_player(pettingzoo.env(name)) for name in NAMES}
    spiel = {PEER_SPIEL: spiel_player("python_tic_tac_toe")}
    short_name = siegeworks.adapters.openspiel.short_name
    spiel |= {name: spiel_player(short_name(name)) for name in NAMES}
    players = [(table, name) for table in (zoo, spiel) for name in table]
    for table, name in players:
        table[name](0.1)  # compiles
    played: dict[tuple[int, str], list[Round]] = {}
    with progress() as display:
        task = display.add_task("playing", total=ROUNDS * len(players))
        for _ in range(ROUNDS):
            for table, name in players:
                played.setdefault((id(table), name), []).append(table[name](SECONDS))
                display.update(task, advance=1, description=name)
    zoo_rounds = {name: played[id(zoo), name] for name in zoo}
    spiel_rounds = {name: played[id(spiel), name] for name in spiel}
    body = report(zoo_rounds, spiel_rounds)
    print(body)
    write_results(Path("docs/results.md"), body, "adapters", "Speed of the adapters")


def report(zoo: dict[str, list[Round]], spiel: dict[str, list[Round]]) -> str:
    """The section in docs/results.md."""
    around = ", ".join(f"{key} {value}" for key, value in machine_info().items())
    turns = [
        (
            name,
            with_range(Measurement.of([r.steps / r.seconds for r in rounds])),
            with_range(
                Measurement.of(
                    [
                        (r.steps / r.seconds) / (p.steps / p.seconds)
                        for r, p in zip(rounds, zoo[PEER_ZOO], strict=True)
                    ]
                )
            ),
            "" if name == PEER_ZOO else f"{WANTED_TURNS:,} and 2",
        )
        for name, rounds in zoo.items()
    ]
    games = [
        (
            name,
            with_range(Measurement.of([r.games / r.seconds for r in rounds])),
            with_range(Measurement.of([r.steps / r.seconds for r in rounds])),
        )
        for name, rounds in spiel.items()
    ]
    return "\n\n".join(
        [
            f"Written by `python bench/adapters.py`: {around}.",
            f"Medians of {ROUNDS} alternating rounds (lowest to highest), one process. PettingZoo: "
            "random legal play with observation planes and mask; the peer in its usual wrappers.",
            markdown_table(("PettingZoo AEC", "turns/s", "x connect_four", "wanted"), turns),
            "OpenSpiel, random games in a Python loop:",
            markdown_table(("OpenSpiel adapter", "games/s", "steps/s"), games),
        ]
    )


if __name__ == "__main__":
    main()
