"""How strong the eight levels of bots are, game by game: anchors that no game moves

`python bench/ratings.py` works these numbers out from the matches in docs/results.md and writes
levels.json. Level 4 is 1500 in every game; the others follow from how often a level beats the one
below, and are the less certain the more matches lie between them and level 4. They hold for a game
with its own options, which the matches were played with.
"""

from importlib.resources import files

import msgspec

from siegeworks.bots import LEVELS
from siegeworks.server.people.ratings.model import Rating, rating_of

FILE = "levels.json"


class LevelPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The levels of one game, the weakest first."""

    points: tuple[int, ...]
    uncertainty: tuple[int, ...]  # in nine of ten cases the true number differs by less
    estimated: bool = False  # from matches of other bots; its levels were not all measured


POINTS_OF_LEVELS = msgspec.json.decode(
    files(__package__).joinpath(FILE).read_bytes(), type=dict[str, LevelPoints]
)


def level_rating(game: str, level: int) -> Rating | None:
    """How strong a level from 1 to 8 is; None: it was not measured in this game."""
    known = POINTS_OF_LEVELS.get(game)
    if known is None or not 1 <= level <= len(LEVELS):
        return None
    return rating_of(known.points[level - 1], known.uncertainty[level - 1])


def is_estimated(game: str) -> bool:
    """Are the numbers of this game's levels estimates?"""
    return game in POINTS_OF_LEVELS and POINTS_OF_LEVELS[game].estimated
