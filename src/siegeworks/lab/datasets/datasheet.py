"""The datasheet of a data set: what it is, how it was made, and what it is good for

Its sections follow Gebru et al., "Datasheets for Datasets" (2021).
"""

from collections.abc import Iterable, Iterator

import numpy as np

from siegeworks.core.text import counted
from siegeworks.lab.datasets.dataset import ARRAYS, Dataset
from siegeworks.lab.intervals import wilson
from siegeworks.play.summary import title_with_options

DATASHEET = "datasheet.md"
OPENING_STEPS = 10  # games that agree in these are called alike


def datasheet(data: Dataset, command: str) -> str:
    """The datasheet as Markdown; `command`: that made the data set, whose arrays are there."""
    game, index = data.game, data.index
    games, bots, lengths = counted(len(data), "game"), index["bots"], np.diff(data.array("offsets"))
    players = f"{', '.join(bots)} play; in game k they sit k seats further on"
    if len(bots) == 1:
        players = f"{bots[0]} plays every seat"
    parts = (
        f"# {title_with_options(game)}: {games}",
        "## Motivation",
        "Games between bots, for learning policies and values from them, and for comparing methods "
        "on the same games.",
        "## Composition",
        f"{games} with {counted(int(lengths.sum()), 'step')}, "
        "chance included; no people took part. A game has "
        f"{int(np.median(lengths))} steps in the median ({lengths.min()} to {lengths.max()}). "
        f"{_alike(data):.1%} of the games begin with the same {OPENING_STEPS} steps as another "
        "one.",
        _table("| file | type | content |", "|---|---|---|", _contents()),
        _table(
            "| seat | wins, shared ones included | 95% interval |", "|---|--:|--:|", _wins(data)
        ),
        _table("| how it ended | games |", "|---|--:|", _endings(data)),
        "## Collection",
        f"Made by `{command}` with siegeworks {index['siegeworks']} (version {index['ruleset']} of "
        f"the rules). Of the bots, {players}. Each game begins with 0 to "
        f"{counted(index['random_actions'], 'random action')}, equally likely, so that games "
        "differ; `opening.npy` says how many: those are not what the bots would do. The same "
        "command makes the same files, unless a bot has a limit in seconds.",
        "## Uses",
        "The arrays hold what really happened, secrets included. A policy may be given what its "
        "seat knew, and nothing else: `Game.observe(state, seat)` of the states that "
        "`siegeworks.Dataset(folder).decisions(k)` yields. The bots do not play perfectly: what "
        "they never do is not in the data.",
        "## Distribution and maintenance",
        "`dataset.json` has the SHA-256 of every file. Files of another version of the rules are "
        "refused: make them again.",
    )
    return "\n\n".join(parts) + "\n"


def _table(head: str, rule: str, rows: Iterable[str]) -> str:
    return "\n".join((head, rule, *rows))


def _contents() -> Iterator[str]:
    for name, (kind, content) in ARRAYS.items():
        yield f"| `{name}.npy` | {kind} | {content} |"


def _wins(data: Dataset) -> Iterator[str]:
    for seat, name in enumerate(data.game.seats):
        share = wilson(int((data.array("winners") >> seat & 1).sum()), len(data))
        yield f"| {name} | {share.share:.1%} | {share.low:.1%} to {share.high:.1%} |"


def _endings(data: Dataset) -> Iterator[str]:
    kinds, counts = np.unique(data.array("ending"), return_counts=True)
    for kind, count in sorted(zip(kinds, counts, strict=True), key=lambda pair: -pair[1]):
        yield f"| {data.game.endings[int(kind)]} | {count:,} |"


def _alike(data: Dataset) -> float:
    """The share of games that begin as another one does."""
    openings = [tuple(list(data.steps(k))[:OPENING_STEPS]) for k in range(len(data))]
    _, counts = np.unique([hash(opening) for opening in openings], return_counts=True)
    return float(counts[counts > 1].sum() / len(data))
