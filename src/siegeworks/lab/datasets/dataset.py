"""A data set of games as NumPy files in a folder, and how to read it again"""

import json
from array import array
from collections.abc import Iterable, Iterator
from hashlib import file_digest
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks._version import __version__
from siegeworks.core.contract import Action, Seat, State
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.games import load
from siegeworks.lab.datasets.self_play import CHANCE_STEP, PlayedGame, SelfPlay
from siegeworks.play.files import write_whole

FORMAT = 1
KEYS = {"format", "game", "options", "map_rows", "ruleset", "bots", "random_actions", "sha256"}
INDEX = "dataset.json"
ARRAYS = {  # by file: what it holds, for the datasheet
    "offsets": ("int64", "game k has the steps offsets[k] to offsets[k + 1] − 1"),
    "actors": ("int8", "of each step: the seat that acted, or −1 for chance"),
    "choices": ("int32", "of each step: the action, or the outcome of chance"),
    "winners": ("uint8", "of each game: one bit a seat"),
    "ending": ("uint8", "of each game: index into the game's endings"),
    "first": ("int8", "of each game: the seat that began"),
    "opening": ("int16", "of each game: how many of its first actions were random"),
}


class Decision(NamedTuple):
    """A seat that acted, in one game of a data set."""

    state: State  # the true one; `Game.observe(state, seat)` is what the seat knew
    seat: Seat
    action: Action
    is_random: bool  # one of the random actions at the beginning


class Dataset:
    """The games in a folder that `siegeworks dataset` has made; nothing is read before it is used.

    Examples:
        >>> import siegeworks as sw
        >>> from siegeworks.cli import run
        >>> command = ["dataset", "expansion", "-n", "10", "--bot", "random", "--out", "games"]
        >>> status = run(command)
        10 games in games; datasheet.md describes them.
        >>> data = sw.Dataset("games")
        >>> state, seat, action, is_random = next(data.decisions(0))
        >>> action in data.game.legal_actions(data.game.observe(state, seat))
        True
    """

    def __init__(self, folder: Path | str) -> None:
        """Open a folder.

        Raises:
            SiegeworksError: it holds no data set, or one of another version of the rules.
            OSError: it cannot be read.
        """
        self.folder = Path(folder)
        self.index = _read_index(self.folder / INDEX)
        name, ruleset = self.index["game"], self.index["ruleset"]
        self.game: Game = load(name, self.index["options"], None, self.index["map_rows"])
        if self.game.ruleset != ruleset:
            raise SiegeworksError(
                f"{self.folder}: made with version {ruleset} of the rules of {self.game.title}; "
                f"they are at version {self.game.ruleset} now."
            )
        self._arrays: dict[str, NDArray[Any]] = {}

    def array(self, name: str) -> NDArray[Any]:
        """One of ARRAYS, not loaded into memory.

        Raises:
            SiegeworksError: the file is missing or no array.
        """
        if name not in self._arrays:
            path = self.folder / f"{name}.npy"
            try:
                self._arrays[name] = np.load(path, mmap_mode="r", allow_pickle=False)
            except (FileNotFoundError, ValueError, EOFError):
                raise SiegeworksError(
                    f"{path}: missing or damaged; make the data set again."
                ) from None
        return self._arrays[name]

    def __len__(self) -> int:
        return len(self.array("winners"))

    def steps(self, k: int) -> Iterator[tuple[int, int]]:
        """The steps of game k: actor (a seat, or −1 for chance) and choice."""
        start, end = (int(n) for n in self.array("offsets")[k : k + 2])
        actors, choices = self.array("actors")[start:end], self.array("choices")[start:end]
        return zip(actors.tolist(), choices.tolist(), strict=True)

    def decisions(self, k: int) -> Iterator[Decision]:
        """Every action of game k, with the state in which it was taken."""
        state, acted = self.game.new_state(), 0
        opening = int(self.array("opening")[k])
        for actor, choice in self.steps(k):
            if actor != CHANCE_STEP:
                yield Decision(self.game.copy(state), actor, choice, acted < opening)
                acted += 1
            self.game.unchecked.apply(state, choice)

    def returns(self) -> NDArray[np.float64]:
        """[game, seat], −1 to 1: what `Game.returns` gives at the end of each game."""
        seats = len(self.game.seats)
        won = (self.array("winners")[:, None] >> np.arange(seats) & 1).astype(bool)
        winners = won.sum(axis=1, keepdims=True)
        return np.where(won, (seats / winners - 1) / (seats - 1), -1 / (seats - 1))

    def damaged(self) -> list[str]:
        """The files whose content is not what was written."""
        digests: dict[str, str] = self.index["sha256"]
        return [name for name, digest in digests.items() if digest_of(self.folder / name) != digest]


def _read_index(path: Path) -> dict[str, Any]:
    try:
        index = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SiegeworksError(
            f"{path.parent}: there is no data set here: {INDEX} is missing."
        ) from None
    except ValueError:
        index = None
    if not isinstance(index, dict) or not set(index) >= KEYS:
        raise SiegeworksError(f"{path}: this is not the index of a data set.")
    if index["format"] != FORMAT:
        raise SiegeworksError(f"{path}: format {index['format']}; this version reads {FORMAT}.")
    return index


def digest_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits; "" if it is missing."""
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def write_arrays(folder: Path, games: Iterable[PlayedGame]) -> None:
    """Write the arrays of these games.

    Raises:
        OSError: they cannot be written.
    """
    offsets, actors, choices = array("q", [0]), array("b"), array("i")
    winners, ending, first, opening = array("B"), array("B"), array("b"), array("h")
    for game in games:
        actors.extend(game.actors)
        choices.extend(game.choices)
        offsets.append(len(choices))
        winners.append(game.winners)
        ending.append(game.ending)
        first.append(game.first)
        opening.append(game.opening)
    columns = (offsets, actors, choices, winners, ending, first, opening)
    for (name, (kind, _)), column in zip(ARRAYS.items(), columns, strict=True):
        np.save(folder / f"{name}.npy", np.frombuffer(column, column.typecode).astype(kind))


def write_index(folder: Path, work: SelfPlay, seed: int, games: int) -> None:
    """Write the index, after the arrays: a folder with an index is whole.

    Raises:
        OSError: it cannot be written.
    """
    index = {
        "format": FORMAT,
        "siegeworks": __version__,
        **work.configuration(),
        "seed": seed,
        "games": games,
        "sha256": {f"{name}.npy": digest_of(folder / f"{name}.npy") for name in ARRAYS},
    }
    write_whole(folder / INDEX, json.dumps(index, indent=1) + "\n")
