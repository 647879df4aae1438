"""Games that went the same way: how workers find them without knowing each other's tables."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache

from siegeworks.core.game import Game
from siegeworks.core.maps import MAP_OPTION
from siegeworks.play.table import Step

SHARED_STEPS = 4  # from which on two games that went the same way are taken for the same game


def went_the_same_way(steps: Sequence[Step], others: Sequence[Step]) -> bool:
    """Do these begin alike, as far as the shorter goes, and is that long enough to tell?"""
    common = min(len(steps), len(others))
    return common >= SHARED_STEPS and steps[:common] == others[:common]


def is_same_game(game: Game, other: Game) -> bool:
    """Have they the same board and the same rules? What a map is called does not matter."""
    return game is other or _rules_of(game) == _rules_of(other)


def opening_of(game: Game, steps: Sequence[Step]) -> str:
    """A digest of the rules and the first steps: equal for games that went the same way. Empty if
    that is too early to tell."""
    return "" if len(steps) < SHARED_STEPS else _digest(game, tuple(steps[:SHARED_STEPS]))


@lru_cache(1024)
def _digest(game: Game, steps: tuple[Step, ...]) -> str:
    name, options, params = _rules_of(game)
    text = repr((name, sorted(options.items()), [tuple(step) for step in steps]))
    return hashlib.sha256(text.encode() + params).hexdigest()[:32]


def _rules_of(game: Game) -> tuple[str, dict[str, str], bytes]:
    return game.name, {**game.options, MAP_OPTION: ""}, game.params.tobytes()
