"""Writes the golden files: `python -m tests.golden`, or `make golden`. Read the diff."""

from __future__ import annotations

from pathlib import Path

from siegeworks.core.game import Game, State
from siegeworks.core.perft import perft
from siegeworks.core.playthrough import playthrough
from siegeworks.games import NAMES, load
from tests.variants import label, option_sets, random_walk

GAMES = Path(__file__).parent / "games"
MOST = 20_000  # where a row of a perft table stops: about a million sequences at the end
DEEPEST = 6

# A game, its file, and the options it is played with.
PLAYTHROUGHS: list[tuple[str, str, dict[str, str]]] = [
    ("siege-by-number", "playthrough.txt", {}),
    ("siege-by-number", "playthrough_3.txt", {"seats": "3"}),
    ("nobles-and-peasants", "playthrough.txt", {"stones": "8"}),
    ("nobles-and-peasants", "playthrough_4.txt", {"seats": "4", "stones": "8"}),
    ("siege-master", "playthrough.txt", {}),
    ("siege-master", "playthrough_placed.txt", {"fortresses": "placed", "count": "5"}),
    ("kings-ransom", "playthrough.txt", {}),
    ("kings-ransom", "playthrough_secret.txt", {"setup": "secret"}),
    ("expansion", "playthrough.txt", {}),
    ("expansion", "playthrough_random.txt", {"setup": "random"}),
]


def perft_text(name: str) -> str:
    """Step sequences by length for every option set, from the start and from further on."""
    lines = ["# step sequences of each length, chance steps included: length=count"]
    for options in option_sets(name):
        game = load(name, options)
        who = label((name, options))
        lines.append(f"{who}, start: {_counts(game, game.new_state())}")
        states = [state for state, _ in random_walk(game, seed=1)]
        begun = next(i for i, state in enumerate(states) if state.first >= 0)
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


def playthrough_text(name: str, options: dict[str, str]) -> str:
    """One random game, seed 1, written out."""
    return playthrough(load(name, options), seed=1)


def main() -> None:
    """Write every golden file anew."""
    for name in NAMES:
        path = GAMES / name.replace("-", "_") / "perft.txt"
        path.write_text(perft_text(name), encoding="utf-8")
        print(path.relative_to(GAMES.parent.parent))
    for name, file, options in PLAYTHROUGHS:
        path = GAMES / name.replace("-", "_") / file
        path.write_text(playthrough_text(name, options), encoding="utf-8")
        print(path.relative_to(GAMES.parent.parent))


if __name__ == "__main__":
    main()
