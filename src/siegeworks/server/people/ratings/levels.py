"""How strong the eight levels of bots are, game by game: anchors that no game moves

`python bench/ratings.py` works these numbers out from the matches in docs/results.md and prints
them. Level 4 is 1500 in every game; the others follow from how often a level beats the one
below. They hold for a game with its own options, which the matches were played with.
"""

from __future__ import annotations

from siegeworks.bots import LEVELS
from siegeworks.server.people.ratings.model import Rating, rating_of

ANCHOR_UNCERTAINTY = 60  # points

# Those of Siege by Number are estimated from matches between bots with other simulations.
POINTS_OF_LEVELS: dict[str, tuple[int, ...]] = {
    "siege-by-number": (736, 1068, 1390, 1500, 1590, 1650, 1710, 1760),
    "nobles-and-peasants": (1222, 1284, 1354, 1500, 1630, 1801, 2018, 2276),
    "siege-master": (1185, 1276, 1311, 1500, 1760, 1968, 2326, 2619),
    "kings-ransom": (1181, 1295, 1475, 1500, 1525, 1588, 1665, 1713),
    "expansion": (1194, 1264, 1386, 1500, 1549, 1686, 1894, 2038),
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
