"""What a user has learned: finished lessons and solved puzzles, in a file of the user's own"""

from pathlib import Path

import msgspec
import platformdirs

from siegeworks.core.errors import SiegeworksError
from siegeworks.play.files import read_own_json, write_whole


class Learned(msgspec.Struct):
    """Which lessons are finished, and which puzzles solved."""

    lessons: dict[str, list[str]] = {}  # names of lessons by game, in the order of finishing them
    puzzles: dict[str, list[str]] = {}  # names of puzzles by game, in the order of solving them
    streak: int = 0  # puzzles solved at the first try since one was not

    def has(self, game: str, lesson: str) -> bool:
        """Is this lesson finished?"""
        return lesson in self.lessons.get(game, ())

    def add(self, game: str, lesson: str) -> None:
        """This lesson is finished."""
        if not self.has(game, lesson):
            self.lessons[game] = [*self.lessons.get(game, ()), lesson]

    def has_solved(self, game: str, puzzle: str) -> bool:
        """Is this puzzle solved?"""
        return puzzle in self.puzzles.get(game, ())

    def add_puzzle(self, game: str, puzzle: str, at_once: bool) -> None:
        """This puzzle is solved; `at_once`: without a wrong try or help."""
        if not self.has_solved(game, puzzle):
            self.puzzles[game] = [*self.puzzles.get(game, ()), puzzle]
            self.streak = self.streak + 1 if at_once else 0


def learned_file() -> Path:
    """The file of this user."""
    return platformdirs.user_data_path("siegeworks") / "learned.json"


def read_learned() -> Learned:
    """What is in the file; nothing if there is none. Raises SiegeworksError if it cannot be
    read."""
    path = learned_file()
    wrong = SiegeworksError(
        f"{path}: this is not a list of what was learned. Move the file away to start again."
    )
    return read_own_json(path, Learned, wrong) or Learned()


def write_learned(learned: Learned) -> None:
    """Write the file: all of it or, if that fails with an OSError, nothing."""
    path = learned_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, msgspec.json.format(msgspec.json.encode(learned)).decode())
