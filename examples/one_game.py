"""One random game of King's Ransom, step by step, as south sees it.

python examples/one_game.py
"""

import siegeworks as sw

SOUTH = 0


def main() -> None:
    """Play and print."""
    game = sw.load("kings-ransom")
    table, rng = sw.Table(game), sw.new_rng(seed=7)
    table.deal(rng)  # chance lays out the tiles and says who begins
    while not table.over:
        legal = game.legal_texts(table.state)
        name = game.actor(table.state) or ""
        table.play(name, legal[sw.random_below(rng, len(legal))])
        print(f"{name}: {table.token_seen_by(SOUTH, len(table.steps) - 1)}")
    print(f"{table.result}: {game.endings[table.state.ending]}")


if __name__ == "__main__":
    main()
