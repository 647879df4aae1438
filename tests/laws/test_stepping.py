"""A wrong limit harms nothing else; for all games see `siegeworks.testing.laws.stepping`."""

import subprocess
import sys

TOO_SMALL = """
from dataclasses import replace
import numpy as np
from siegeworks.adapters.episode import Episode
from siegeworks.bots.search import Budget, SearchBot
from siegeworks.core.traversal.batch import Batch, random_actions
from siegeworks.core.traversal.perft import perft
from siegeworks.core.traversal.perft import perft
from siegeworks.core.random import new_rng
from siegeworks.games import load

right = load("kings-ransom", {"setup": "secret", "columns": 3, "tiles": "KAI"})
wrong = replace(right, max_legal=0)
for game in (right, wrong):
    state, rng = game.new_state(), new_rng(1)
    found = [game.legal_actions(state), perft(game, state, 2)]
    batch = Batch(game, 3, 1)
    for _ in range(30):
        batch.step(random_actions(batch.legal, rng))
    episode = Episode(game)
    episode.start(rng)
    found += [batch.states.tobytes(), episode.observe(episode.to_act)[1].tobytes()]
    bot = SearchBot(game, new_rng(1), Budget(simulations=20))
    bot.run_plain()
    found += [bot.choose(game.observe(state, int(state.to_act)))]
    first = found if game is right else first
assert found == first
print("the same")
"""


def test_a_max_legal_that_is_too_small_writes_nowhere_else() -> None:
    """In a process of its own, which a write past the end of a buffer may end."""
    done = subprocess.run(
        [sys.executable, "-c", TOO_SMALL], capture_output=True, text=True, check=False
    )
    assert done.stdout == "the same\n", done.stderr
