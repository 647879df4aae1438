"""How strong the eight levels of bots are, game by game: anchors that no game moves

`python bench/ratings.py` works these numbers out from the matches in docs/results.md and prints
them. Level 4 is 1500 in every game; the others follow from how often a level beats the one
below. They hold for a game with its own options, which the matches were played with.
"""

from __future__ import annotations

from siegeworks.bots import LEVELS
from siegeworks.server.people.ratings.model import Rating, rating_of

ANCHOR_UNCERTAINTY = 60  # points

POINTS_OF_LEVELS: dict[str, tuple[int, ...]] = {
    "siege-by-number": (1240, 1313, 1437, 1500, 1618, 1744, 1806, 1961),
    "nobles-and-peasants": (1075, 1100, 1283, 1500, 1525, 1668, 1710, 1820),
    "siege-master": (773, 798, 1118, 1500, 1820, 2004, 2072, 2509),
    "kings-ransom": (1219, 1332, 1413, 1500, 1586, 1668, 1762, 1836),
    "expansion": (1193, 1287, 1357, 1500, 1609, 1704, 1837, 1889),
}


def level_rating(game: str, level: int) -> Rating | None:
    """How strong a level is; None: it was not measured in this game.

    Args:
        game: its name.
        level: from 1 to 8.
    """
    points = POINTS_OF_LEVELS.get(game)
    if points is None or not 1 <= level <= len(LEVELS):
        return None
    return rating_of(points[level - 1], ANCHOR_UNCERTAINTY)
