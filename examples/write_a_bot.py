"""Your own bot against the built-in greedy one: fifty games of Expansion.

It judges each action by the worst of a few imagined worlds, so it never attacks if it could lose.
It gets observations only.

    python examples/write_a_bot.py
"""

import siegeworks as sw

GAMES = 50
WORLDS = 8  # determinizations in which an action is tried


class Careful:
    """Takes the action that leaves the best score in the worst of a few imagined worlds."""

    def __init__(self, game: sw.Game, rng: sw.Rng) -> None:
        self.game, self.rng = game, rng

    def choose(self, seen: sw.Observation) -> sw.Action:
        """The action; of equally good ones, any."""
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
        return best[sw.random_below(self.rng, len(best))]


def main() -> None:
    """Play from both seats and count."""
    game = sw.load("expansion", {"setup": "random"})
    won = 0
    for number in range(GAMES):
        careful = number % 2
        players: list[sw.Bot] = [
            sw.make_bot("greedy", game, sw.new_rng(number, seat)) for seat in range(2)
        ]
        players[careful] = Careful(game, sw.new_rng(number, 2))
        table, dice = sw.Table(game), sw.new_rng(number, 3)
        table.deal(dice)
        while not table.over:
            seat = int(table.state.to_act)
            action = players[seat].choose(table.view(seat))
            table.play(game.seats[seat], game.action_texts[action])
        won += game.seats[careful] in table.winners
    print(f"careful won {won} of {GAMES} games against greedy")


if __name__ == "__main__":
    main()
