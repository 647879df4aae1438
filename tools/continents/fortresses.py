"""Finds places for the fortresses of a map, by bots that play on many layouts.

    PYTHONPATH=src python tools/continents/fortresses.py search africa --seed 1
    PYTHONPATH=src python tools/continents/fortresses.py measure africa --games 400 --seed 2

`search` scatters fortresses under R3 many times, keeps the layouts that are spread best over the
land and lets weak bots play on those; it writes the best into the map's file. `measure` plays equal
strong bots on a map as it is. `scatter` only scatters and spreads. None is part of the product.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from statistics import mean, median

from siegeworks.bots import make_bot
from siegeworks.core.contract import TERMINAL
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.games import load
from siegeworks.lab.intervals import wilson

MAPS = Path("src/siegeworks/games/siege_master/maps")
TRIED = Path("build/continents")  # the layouts that were played on
COUNT = 15
APART = 3  # steps between fortresses (R3)
SMALL = 12  # no fortress on islands of fewer hexes: the first army there takes it
OPEN = (
    11  # hexes of land within two steps of a fortress, at least: in narrow parts all fall at once
)
WEAK, STRONG = "search:simulations=400", "level:6"
SCATTERED = 60  # layouts for each one that is played on; of these the best sixth is drawn from
GAMES = 40  # on each layout by weak bots
DULL = 0.04  # a fortress that never matters is as bad as this much of the first seat's share
NEVER, ALWAYS = 0.1, 0.8  # shares of games

Hex = tuple[int, int]


@dataclass
class Play:
    """What happened in some games on one layout."""

    wins: int = 0  # by the first seat
    swaps: int = 0
    lengths: list[int] = field(default_factory=list)
    fell: Counter[int] = field(default_factory=Counter)  # games in which a fortress fell, by hex
    together: Counter[tuple[int, int]] = field(default_factory=Counter)  # in the same turn
    both: Counter[tuple[int, int]] = field(default_factory=Counter)  # in the same game

    def dull(self, fortresses: list[int]) -> list[str]:
        """Fortresses that hardly ever fall, and pairs that always fall together."""
        games = len(self.lengths)
        rarely = [f"{f} rarely falls" for f in fortresses if self.fell[f] < NEVER * games]
        pairs = [
            f"{a} and {b} fall together"
            for (a, b), both in self.both.items()
            if both >= games / 5 and self.together[a, b] > ALWAYS * both
        ]
        return rarely + pairs

    def __str__(self) -> str:
        games = len(self.lengths)
        share = wilson(self.wins, games)
        return (
            f"{games} games, first seat {share.share:.1%} ({share.low:.1%} to {share.high:.1%}), "
            f"swap {self.swaps / games:.0%}, median {median(self.lengths):g} turns"
        )


def play(game: Game, bot: str, games: range, seed: int, total: Play | None = None) -> Play:
    """Equal bots play these games."""
    total = total or Play()
    swap = game.action_texts.index("swap")
    for number in games:
        players = [make_bot(bot, game, new_rng(seed, 2 * number + seat)) for seat in (0, 1)]
        state, steps = game.new_state(), 0
        game.settle(state, new_rng(seed))
        when: dict[int, int] = {}
        while state.to_act != TERMINAL:
            seat = int(state.to_act)
            action = players[seat].choose(game.observe(state, seat))
            before = set_of(state.neutral)
            game.unchecked.apply(state, action)
            steps += 1
            total.swaps += action == swap
            when.update(dict.fromkeys(before - set_of(state.neutral), steps))
        total.wins += int(state.winners) == 1
        total.lengths.append(steps)
        total.fell.update(when)
        for a, b in combinations(sorted(when), 2):
            total.both[a, b] += 1
            total.together[a, b] += when[a] == when[b]
    return total


def set_of(words: Iterable[int]) -> set[int]:
    """The members of a set of hexes."""
    return {
        64 * i + bit
        for i, word in enumerate(map(int, words))
        for bit in range(64)
        if word >> bit & 1
    }


# Layouts -----------------------------------------------------------------------------------------


def distance(a: Hex, b: Hex) -> int:
    """Steps between two hexes, over sea too."""
    down, right = abs(a[0] - b[0]), abs(a[1] - b[1])
    return down + max(0, right - down) // 2


def read(path: Path) -> list[Hex]:
    """The hexes of a map file."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return [(r, c) for r, line in enumerate(lines) for c, mark in enumerate(line) if mark in ".F"]


def write(path: Path, hexes: list[Hex], fortresses: list[Hex]) -> None:
    """A map file with these fortresses."""
    rows = [[" "] * (1 + max(c for _, c in hexes)) for _ in range(1 + max(r for r, _ in hexes))]
    for row, column in hexes:
        rows[row][column] = "F" if (row, column) in fortresses else "."
    path.write_text("".join("".join(row).rstrip() + "\n" for row in rows), encoding="utf-8")


def allowed(hexes: list[Hex]) -> list[Hex]:
    """Where fortresses may stand: neither on small islands nor in narrow parts."""
    left, places = set(hexes), []
    while left:
        part = [left.pop()]
        for row, column in part:
            for step in ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)):
                place = (row + step[0], column + step[1])
                if place in left:
                    left.remove(place)
                    part.append(place)
        if len(part) >= SMALL:
            places += part
    return sorted(a for a in places if sum(distance(a, b) <= 2 for b in hexes) >= OPEN)


def scatter(places: list[Hex], rng: random.Random) -> list[Hex] | None:
    """Fortresses at distance 3 or more from one another, or None where chance left no room."""
    free, chosen = list(places), []
    while len(chosen) < COUNT:
        if not free:
            return None
        chosen.append(rng.choice(free))
        free = [place for place in free if distance(place, chosen[-1]) >= APART]
    return chosen


def spread(places: list[Hex], chosen: list[Hex]) -> float:
    """The mean square of the steps from a hex to its nearest fortress: small is well spread."""
    return mean(min(distance(place, f) for f in chosen) ** 2 for place in places)


# Commands ----------------------------------------------------------------------------------------


def search(name: str, seed: int, layouts: int) -> None:
    """Write the best layout that this seed finds into the map's file."""
    path, rng = MAPS / f"{name}.txt", random.Random(seed)
    hexes = read(path)
    places = allowed(hexes)
    scattered = [s for _ in range(SCATTERED * layouts) if (s := scatter(places, rng))]
    scattered.sort(key=lambda s: spread(places, s))
    best: tuple[float, list[Hex]] | None = None
    for i, chosen in enumerate(scattered[: len(scattered) // 6 : len(scattered) // 6 // layouts]):
        tried = f"{name}-{seed}-{i}"
        write(TRIED / f"{tried}.txt", hexes, chosen)
        game = load("siege-master", {"map": tried}, TRIED)
        played = play(game, WEAK, range(GAMES), seed)
        dull = played.dull([hexes.index(f) for f in chosen])
        fault = abs(played.wins / GAMES - 0.5) + DULL * (len(dull) + 5 * played.swaps / GAMES)
        print(f"{tried}: {played}; {', '.join(dull) or 'none dull'}", flush=True)
        if best is None or fault < best[0]:
            best = (fault, chosen)
    assert best is not None
    write(path, hexes, best[1])


def scatter_only(name: str, seed: int) -> None:
    """Write a layout that is spread well into the map's file, without any games."""
    path, rng = MAPS / f"{name}.txt", random.Random(seed)
    hexes = read(path)
    places = allowed(hexes)
    tries = [s for _ in range(400) if (s := scatter(places, rng))]
    write(path, hexes, min(tries, key=lambda s: spread(places, s)))


def measure(name: str, seed: int, games: int) -> None:
    """Equal strong bots on the map as it is."""
    folder = TRIED if (TRIED / f"{name}.txt").exists() else MAPS
    hexes = read(folder / f"{name}.txt")
    game = load("siege-master", {"map": name}, folder)
    played = Play()
    for first in range(0, games, 20):
        play(game, STRONG, range(first, min(first + 20, games)), seed, played)
        print(f"{name}: {played}", flush=True)
    fortresses = sorted(played.fell | dict.fromkeys(set_of(game.new_state().neutral), 0))
    print(f"{name}: {len(hexes)} hexes; {', '.join(played.dull(fortresses)) or 'none dull'}")


def main() -> None:
    """Read the command line."""
    reader = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    reader.add_argument("command", choices=("search", "measure", "scatter"))
    reader.add_argument("names", nargs="+", metavar="NAME")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--games", type=int, default=400)
    reader.add_argument("--layouts", type=int, default=8)
    given = reader.parse_args()
    TRIED.mkdir(parents=True, exist_ok=True)
    for name in given.names:
        if given.command == "search":
            search(name, given.seed, given.layouts)
        elif given.command == "measure":
            measure(name, given.seed, given.games)
        else:
            scatter_only(name, given.seed)


if __name__ == "__main__":
    sys.exit(main())
