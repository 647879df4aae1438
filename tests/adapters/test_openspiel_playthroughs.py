"""OpenSpiel's playthroughs: whole games that it has written out, kept and replayed by it.

Of long lines, such as a tensor or a list of all legal moves, the file keeps the beginning and a
digest; of a tensor drawn in circles, only the digest. To write the files again:
SIEGEWORKS_WRITE=1 pytest tests/adapters/test_openspiel_playthroughs.py
"""

import hashlib
import os
from itertools import groupby
from pathlib import Path

import pyspiel
import pytest
from absl import flags

from tests.adapters.openspiel_games import SHRUNK
from tests.variants import long_where, random_walk

FILES = Path(__file__).parent / "playthroughs"
LONGEST_LINE = 120
CIRCLES = set("◯◉ ")
SEED = 2  # a short game of Nobles and Peasants
SHORT_GAMES = {"siegeworks_siege_by_number": 4856}  # seeds: the shortest of 20,000 random games
NAMES = [
    "siegeworks_siege_by_number",
    "siegeworks_nobles_and_peasants(stones=8)",
    "siegeworks_siege_master",
    "siegeworks_kings_ransom(setup=secret)",
    "siegeworks_expansion(quiet=4)",
    *SHRUNK,
]
LONGEST = "siegeworks_kings_ransom(setup=secret)"


def shortened(text: str) -> str:
    """The same text with a digest for the end of each long line, and for each drawing."""
    lines = []
    for is_drawn, block in groupby(
        text.splitlines(), lambda line: set(line) & CIRCLES == set(line)
    ):
        kept = list(block)
        if is_drawn and len(kept) > 1:
            lines.append(f"{len(kept)} lines, sha256 {digest(''.join(kept))}")
        else:
            lines += [_shortened(line) for line in kept]
    return "".join(f"{line}\n" for line in lines)


def _shortened(line: str) -> str:
    if len(line) <= LONGEST_LINE:
        return line
    return f"{line[: LONGEST_LINE // 2]} … {len(line)} characters, sha256 {digest(line)}"


def digest(text: str) -> str:
    """Other texts have other digests."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def steps_of(name: str) -> list[int] | None:
    """The steps of a short game where most are too long to be written out; else OpenSpiel's own."""
    if name not in SHORT_GAMES:
        return None
    walk = random_walk(pyspiel.load_game(name).rules, SHORT_GAMES[name])
    return [choice for _, choice in walk if choice >= 0]


def path_of(name: str) -> Path:
    """Where its playthrough is kept."""
    letters = (letter if letter.isalnum() else " " for letter in name)
    return FILES / ("_".join("".join(letters).split()) + ".txt")


# OpenSpiel lines up numbers with a class that NumPy 2.5 calls deprecated.
@pytest.mark.filterwarnings("ignore:The chararray class is deprecated:DeprecationWarning")
@pytest.mark.parametrize("name", long_where(NAMES, lambda name: name == LONGEST))
def test_a_kept_playthrough_is_played_again_line_by_line(name: str) -> None:
    from open_spiel.python.algorithms import (  # noqa: PLC0415  (heavy)
        generate_playthrough,
    )

    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["tests"])
    path = path_of(name)
    if os.environ.get("SIEGEWORKS_WRITE"):
        text = generate_playthrough.playthrough(name, steps_of(name), seed=SEED)
        path.write_text(shortened(text), encoding="utf-8")
    expected, actual = generate_playthrough.replay(str(path))
    assert shortened(actual).splitlines() == expected.splitlines()


def test_every_kept_playthrough_is_played() -> None:
    assert {path_of(name) for name in NAMES} == set(FILES.glob("*.txt"))
