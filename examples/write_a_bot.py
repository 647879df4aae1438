"""A bot of one's own against the built-in greedy one, fifty games of Expansion.

It never attacks with what it does not know to win, and it is given observations only.

    python examples/write_a_bot.py
"""

from siegeworks.bots import make_bot
from siegeworks.core.game import Action, Game, Observation
from siegeworks.core.random import Rng, new_rng, random_below
from siegeworks.games import load
from siegeworks.play.table import Table

GAMES = 50
WORLDS = 8  # determinizations that an action is tried in


class Careful:
    """Takes the action that leaves the best score in the worst of a few imagined worlds."""

    def __init__(self, game: Game, rng: Rng) -> None:
        self.game, self.rng = game, rng

    def choose(self, seen: Observation) -> Action:
        """The action; of equally good ones any."""
        game, seat = self.game, int(seen.to_act)
        worlds = [game.determinize(seen, self.rng) for _ in range(WORLDS)]
        legal = game.legal_actions(seen)
        worst = [
            min(
                game.score(game.params, game.unchecked.child(world, action), seat)
                for world in worlds
            )
            for action in legal
        ]
        best = [action for action, value in zip(legal, worst, strict=True) if value == max(worst)]
        return best[random_below(self.rng, len(best))]


def main() -> None:
    """Play both ways round and count."""
    game = load("expansion", {"setup": "random"})
    won = 0
    for number in range(GAMES):
        careful = number % 2
        bots = [make_bot("greedy", game, new_rng(number, seat)) for seat in range(2)]
        players = [
            Careful(game, new_rng(number, 2)) if seat == careful else bots[seat]
            for seat in range(2)
        ]
        table, dice = Table(game), new_rng(number, 3)
        table.deal(dice)
        while not table.over:
            seat = int(table.state.to_act)
            action = players[seat].choose(table.view(seat))
            table.play(game.seats[seat], game.action_texts[action])
        won += game.seats[careful] in table.winners
    print(f"careful won {won} of {GAMES} games against greedy")


if __name__ == "__main__":
    main()
