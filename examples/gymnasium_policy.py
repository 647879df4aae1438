"""A linear policy learns King's Ransom through Gymnasium, then plays a random opponent.

REINFORCE (R. J. Williams, "Simple statistical gradient-following algorithms for connectionist
reinforcement learning", 1992) in NumPy: the probability of an action is a softmax of its weights
times the planes, over the legal actions.

    pip install 'siegeworks[research]'
    python examples/gymnasium_policy.py
"""

import sys
from typing import Any

import gymnasium
import numpy as np

import siegeworks.adapters.gymnasium  # noqa: F401  (registers the ids)
from siegeworks import wilson

GAME = "Siegeworks/KingsRansom-v0"
TRAINING, GAMES = 4000, 500
RATE = 0.02


class Policy:
    """Weights of every action for every number of an observation, and a bias."""

    def __init__(self, env: gymnasium.Env[Any, Any], rng: np.random.Generator) -> None:
        size = int(np.prod(env.observation_space.shape)) + 1
        self.weights = np.zeros((env.action_space.n, size), np.float32)
        self.rng = rng

    def probabilities(self, observation: Any, mask: Any) -> tuple[Any, Any, Any]:
        """The legal actions, the probability of each, and the observation behind them."""
        legal = np.flatnonzero(mask)
        seen = np.append(observation.ravel(), np.float32(1))
        scores = self.weights[legal] @ seen
        probabilities = np.exp(scores - scores.max())
        return legal, probabilities / probabilities.sum(), seen

    def play(self, env: gymnasium.Env[Any, Any], seed: int) -> tuple[float, list[Any]]:
        """One game: its reward, and each choice that was made."""
        observation, info = env.reset(seed=seed)
        reward, over, choices = 0.0, False, []
        while not over:
            legal, probabilities, seen = self.probabilities(observation, info["action_mask"])
            chosen = int(self.rng.choice(len(legal), p=probabilities))
            choices.append((legal, probabilities, seen, chosen))
            observation, reward, over, _, info = env.step(legal[chosen])
        return float(reward), choices

    def learn(self, advantage: float, choices: list[Any]) -> None:
        """Make the choices more likely if the game went better than usual, else less likely."""
        for legal, probabilities, seen, chosen in choices:
            pull = -probabilities
            pull[chosen] += 1
            size = float(seen @ seen)
            self.weights[legal] += RATE * advantage * pull[:, None] * seen / np.sqrt(size)


def main(training: int = TRAINING, games: int = GAMES) -> None:
    """Train, then count wins with fresh games."""
    env = gymnasium.make(GAME, seat="any", opponent="random")
    policy, usual = Policy(env, np.random.default_rng(1)), 0.0
    for number in range(training):
        reward, choices = policy.play(env, number)
        policy.learn(reward - usual, choices)
        usual += 0.01 * (reward - usual)
    won = sum(policy.play(env, training + number)[0] > 0 for number in range(games))
    share = wilson(won, games)
    print(
        f"after {training} games the policy won {won} of {games} against random: {share.share:.0%} "
        f"(95% interval {share.low:.0%} to {share.high:.0%})"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
