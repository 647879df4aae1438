"""Perft tables and playthroughs: files that people read and laws compare.

`python -m siegeworks.testing tests/facts.py` writes those of one game again. Read the diff.
"""

import json
from pathlib import Path

from siegeworks.cli.playing.replay import json_lines
from siegeworks.core.contract import State
from siegeworks.core.game import Game
from siegeworks.core.traversal.perft import perft
from siegeworks.core.traversal.playthrough import playthrough
from siegeworks.play.record import read_record, replay
from siegeworks.testing.facts import Facts, Options
from siegeworks.testing.walks import label, loaded, option_sets, random_walk, steps_of_set_up

DEEPEST = 6
MOST = 20_000  # where a row of the table stops: about a million sequences at the end


def perft_text(facts: Facts) -> str:
    """Step sequences by length for every option set, from the start and from further on."""
    lines = ["# step sequences of each length, chance steps included: length=count"]
    for options in option_sets(facts):
        game = loaded(facts.game, options)
        who = label((facts.game, options))
        lines.append(f"{who}, start: {_counts(game, game.new_state())}")
        states = [state for state, _ in random_walk(game, seed=1)]
        begun = steps_of_set_up(game, states)
        for further in (0, 10):
            at = min(begun + further, len(states) - 2)
            if at == 0:
                continue  # nothing is set up: that is the start
            lines.append(f"{who}, seed 1, step {at}: {_counts(game, states[at])}")
    return "\n".join(lines) + "\n"


def _counts(game: Game, state: State) -> str:
    counts, depth, count = [], 0, 1
    while depth < DEEPEST and 0 < count < MOST:
        depth += 1
        count = perft(game, state, depth)
        counts.append(f"{depth}={count}")
    return " ".join(counts)


def playthrough_text(name: str, options: Options) -> str:
    """One random game, seed 1, written out."""
    return playthrough(loaded(name, options), seed=1)


def positions_text(record: Path) -> str:
    """Every position of a record, a line of JSON each."""
    return "".join(f"{json.dumps(line)}\n" for line in json_lines(replay(read_record(record))))


def golden_files(facts: Facts) -> dict[Path, str]:
    """Every golden file of a game and what it should hold."""
    files = {facts.folder / "perft.txt": perft_text(facts)}
    for file, options in facts.playthroughs.items():
        files[facts.folder / file] = playthrough_text(facts.game, options)
    for record in sorted((facts.folder / "records").glob("*.siege")):
        files[record.with_suffix(".jsonl")] = positions_text(record)
    return files


def write_golden_files(facts: Facts) -> None:
    """Write every golden file of a game again."""
    for path, text in golden_files(facts).items():
        path.write_text(text, encoding="utf-8")
        print(path)
