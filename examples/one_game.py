"""One random game of King's Ransom, told step by step as south sees it.

python examples/one_game.py
"""

from siegeworks.core.random import new_rng, random_below
from siegeworks.games import load
from siegeworks.play.table import Table

SOUTH = 0


def main() -> None:
    """Play and print."""
    game = load("kings-ransom")
    table, rng = Table(game), new_rng(seed=7)
    table.deal(rng)  # chance lays out the tiles and says who begins
    while not table.over:
        legal = game.legal_texts(table.state)
        name = game.actor(table.state) or ""
        table.play(name, legal[random_below(rng, len(legal))])
        print(f"{name}: {table.token_seen_by(SOUTH, len(table.steps) - 1)}")
    print(f"{table.result}: {game.endings[table.state.ending]}")


if __name__ == "__main__":
    main()
