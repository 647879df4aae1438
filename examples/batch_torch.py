"""A network learns King's Ransom by playing against itself in a batch of games.

Policy gradients in PyTorch over `siegeworks.Batch`: many games per step. In each, the seat to act
chooses with the same network, which sees what that seat may know. Then it plays random opponents.

    pip install 'siegeworks[research]'
    python examples/batch_torch.py
"""

import sys
from typing import Any

import numpy as np
import torch
from torch import nn

from siegeworks import Batch, Game, load, new_rng, random_actions, wilson

GAMES = 128  # at once
ROUNDS, STEPS = 60, 48  # of training; steps of every game per round
TEST_STEPS = 200


class Policy(nn.Module):
    """Planes in, the logarithm of each legal action's probability out."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        assert game.tensor is not None
        size = int(np.prod(game.tensor.shape))
        self.layers = nn.Sequential(
            nn.Flatten(), nn.Linear(size, 64), nn.ReLU(), nn.Linear(64, game.num_actions)
        )

    def forward(self, planes: Any, legal: Any) -> Any:
        """Log probabilities, minus infinity for illegal actions."""
        scores = self.layers(planes).masked_fill(~legal, -torch.inf)
        return torch.log_softmax(scores, dim=1)


def seen(batch: Batch) -> tuple[Any, Any]:
    """What the seats to act see and may do; copies, because the batch overwrites its arrays."""
    return torch.from_numpy(batch.observe()).clone(), torch.from_numpy(batch.legal).clone()


def play_round(batch: Batch, policy: Policy) -> list[Any]:
    """A few steps of every game: what was seen, what was done and by whom, and the rewards."""
    steps = []
    for _ in range(STEPS):
        planes, legal = seen(batch)
        with torch.no_grad():
            actions = torch.multinomial(policy(planes, legal).exp(), 1)[:, 0]
        seats = batch.to_act.astype(np.int64)
        batch.step(actions.numpy())
        steps.append((planes, legal, actions, seats, batch.rewards.copy(), batch.terminated.copy()))
    return steps


def learn(steps: list[Any], policy: Policy, optimizer: Any) -> None:
    """Make what led to wins more likely. Unfinished games teach nothing."""
    size, seats = steps[0][4].shape
    outcome, is_known = np.zeros((size, seats), np.float32), np.zeros(size, bool)
    loss, count = torch.zeros(()), 0
    for planes, legal, actions, seat, rewards, terminated in reversed(steps):
        outcome[terminated] = rewards[terminated]
        is_known |= terminated
        known = np.flatnonzero(is_known)
        if len(known) == 0:
            continue
        chosen = policy(planes[known], legal[known])[np.arange(len(known)), actions[known]]
        loss = loss - (torch.from_numpy(outcome[known, seat[known]]) * chosen).sum()
        count += len(known)
    optimizer.zero_grad()
    (loss / max(1, count)).backward()
    optimizer.step()


def against_random(game: Game, policy: Policy) -> tuple[int, int]:
    """Games won and played; the policy has seat 0 in half of them and seat 1 in the others."""
    batch, rng = Batch(game, GAMES, seed=2), new_rng(3)
    own = np.arange(GAMES) % 2
    won = played = 0
    for _ in range(TEST_STEPS):
        with torch.no_grad():
            chosen = torch.multinomial(policy(*seen(batch)).exp(), 1)[:, 0].numpy()
        batch.step(np.where(batch.to_act == own, chosen, random_actions(batch.legal, rng)))
        rewards = batch.rewards[np.arange(GAMES), own][batch.terminated]
        won += int((rewards > 0).sum())
        played += len(rewards)
    return won, played


def main(rounds: int = ROUNDS) -> None:
    """Train, then count wins."""
    torch.manual_seed(1)
    game = load("kings-ransom")
    policy, batch = Policy(game), Batch(game, GAMES, seed=1)
    optimizer = torch.optim.Adam(policy.parameters(), lr=0.005)
    for _ in range(rounds):
        learn(play_round(batch, policy), policy, optimizer)
    won, played = against_random(game, policy)
    share = wilson(won, played)
    print(
        f"after {rounds * STEPS * GAMES:,} actions the network won {won} of {played} games against "
        f"random: {share.share:.0%} (95% interval {share.low:.0%} to {share.high:.0%})"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
