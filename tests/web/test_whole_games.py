"""A whole game of each kind, played against a bot by clicking what the page shows."""

import random

import pytest

from siegeworks.games import NAMES
from tests.variants import long_where
from tests.web.conftest import Users
from tests.web.games import policy, short_options

LONGEST = "siege-by-number"


@pytest.mark.parametrize("game", long_where(NAMES, lambda name: name == LONGEST))
def test_a_whole_game_can_be_played_by_clicking(users: Users, game: str) -> None:
    user = users.add()
    user.join(users.site.table(game, "me", "1", **short_options(game)), game, 0)
    user.play_to_the_end(policy(game, random.Random(5)))
    user.expect_text("Replay the game")
    user.screenshot(game)
