"""Proximal policy optimization by self-play, over batches of games

Schulman et al., "Proximal Policy Optimization Algorithms" (2017): one network for all seats, which
sees what the seat to act may know, with illegal actions masked. Rewards are the returns at the
ends of games; of two seats one's gain is the other's loss, so that values and advantages change
their sign where the turn passes.
"""

from __future__ import annotations

from itertools import pairwise
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks.agents.policy_file import Policy
from siegeworks.core.game import Game
from siegeworks.core.traversal.batch import Batch
from siegeworks.lab.learners.recipe import check_trainable, layers_of, made_by, torch_of

GAMES, STEPS = 64, 64  # of a round: games at once, steps of each
HIDDEN = (128, 128)
EPOCHS, MINIBATCH = 3, 1024
RATE = 5e-4  # of Adam
CLIP = 0.2
DISCOUNT, TRACE = 0.997, 0.95  # γ and λ
ENTROPY, VALUE_WEIGHT = 0.01, 0.5
LONGEST_STEP = 0.5  # of a gradient's norm


class Round(NamedTuple):
    """What happened in a round: [step, game], and the planes and masks of each."""

    planes: NDArray[np.float32]
    legal: NDArray[np.bool_]
    actions: NDArray[np.int64]
    log_chances: NDArray[np.float32]  # of these actions
    values: NDArray[np.float32]
    seats: NDArray[np.int8]
    rewards: NDArray[np.float32]  # of the seat that acted
    ended: NDArray[np.bool_]


def advantages(
    played: Round, last_values: NDArray[np.float32], last_seats: NDArray[np.int8]
) -> NDArray[np.float32]:
    """How much better each action was than expected (generalized advantage estimation)."""
    result = np.zeros_like(played.values)
    following = np.zeros_like(last_values)
    values, seats = last_values, last_seats
    for t in reversed(range(len(result))):
        sign = np.where(played.seats[t] == seats, 1, -1) * ~played.ended[t]
        gain = played.rewards[t] + DISCOUNT * sign * values - played.values[t]
        following = gain + DISCOUNT * TRACE * sign * following
        result[t] = following
        values, seats = played.values[t], played.seats[t]
    return result


def train_ppo(game: Game, seconds: float, seed: int, command: str) -> Policy:
    """A policy that has learned for so many seconds, and its value.

    Args:
        game: of two seats, with planes.
        seconds: of a processor; another machine learns more or less in them.
        seed: of the games, of the first weights and of the draws.
        command: that asked for this; kept in the file.

    Raises:
        SiegeworksError: the game has more seats or no planes, or PyTorch is not installed.
    """
    check_trainable(game)
    torch = torch_of()
    torch.manual_seed(seed)
    network = _network(torch, game)
    optimizer = torch.optim.Adam(network.parameters(), RATE, eps=1e-5)
    batch = Batch(game, GAMES, seed)
    end, rounds = process_time() + seconds, 0
    while process_time() < end or rounds == 0:
        played, last = _play(torch, network, batch)
        gained = advantages(played, last, batch.to_act.copy())
        _learn(torch, network, optimizer, played, gained)
        rounds += 1
    made = made_by(game, "PPO", seconds, seed, command)
    made["actions"] = rounds * GAMES * STEPS
    return Policy((layers_of(network),), made)


def _network(torch: Any, game: Game) -> Any:
    assert game.tensor is not None
    sizes = (int(np.prod(game.tensor.shape)), *HIDDEN)
    parts: list[Any] = []
    for inputs, outputs in pairwise(sizes):
        parts += [torch.nn.Linear(inputs, outputs), torch.nn.ReLU()]
    last = torch.nn.Linear(HIDDEN[-1], game.num_actions + 1)
    with torch.no_grad():
        last.weight *= 0.01  # all actions alike at first
    return torch.nn.Sequential(*parts, last)


def _split(torch: Any, outputs: Any, legal: Any) -> tuple[Any, Any]:
    """The logarithms of the probabilities of actions, and the values."""
    scores = outputs[:, :-1].masked_fill(~legal, -1e9)
    return torch.log_softmax(scores, dim=1), outputs[:, -1]


def _play(torch: Any, network: Any, batch: Batch) -> tuple[Round, NDArray[np.float32]]:
    """A round, and the values of the positions after it."""
    shape = (STEPS, batch.size)
    planes = np.zeros((*shape, batch.observe()[0].size), np.float32)
    legal = np.zeros((*shape, batch.game.num_actions), np.bool_)
    actions, seats = np.zeros(shape, np.int64), np.zeros(shape, np.int8)
    chances, values, rewards = (np.zeros(shape, np.float32) for _ in range(3))
    ended = np.zeros(shape, np.bool_)
    every = np.arange(batch.size)
    with torch.no_grad():
        for t in range(STEPS):
            planes[t] = batch.observe().reshape(batch.size, -1)
            legal[t], seats[t] = batch.legal, batch.to_act
            outputs = network(torch.from_numpy(planes[t]))
            logs, value = _split(torch, outputs, torch.from_numpy(legal[t]))
            actions[t] = torch.multinomial(logs.exp(), 1)[:, 0].numpy()
            chances[t], values[t] = logs.numpy()[every, actions[t]], value.numpy()
            batch.step(actions[t])
            rewards[t], ended[t] = batch.rewards[every, seats[t]], batch.terminated
        last = network(torch.from_numpy(batch.observe().reshape(batch.size, -1)))[:, -1].numpy()
    return Round(planes, legal, actions, chances, values, seats, rewards, ended), last


def _learn(
    torch: Any, network: Any, optimizer: Any, played: Round, gained: NDArray[np.float32]
) -> None:
    """Some passes through a round, in random order."""
    flat = [torch.from_numpy(part.reshape(-1, *part.shape[2:])) for part in played[:4]]
    planes, legal, actions, before = flat
    gain = torch.from_numpy(gained.reshape(-1))
    wanted = gain + torch.from_numpy(played.values.reshape(-1))
    for _ in range(EPOCHS):
        for chosen in torch.randperm(len(gain)).split(MINIBATCH):
            logs, values = _split(torch, network(planes[chosen]), legal[chosen])
            now = logs.gather(1, actions[chosen][:, None])[:, 0]
            better = gain[chosen]
            better = (better - better.mean()) / (better.std() + 1e-8)
            ratio = (now - before[chosen]).exp()
            policy = torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better)
            entropy = -(logs.exp() * logs).sum(dim=1)
            error = (values - wanted[chosen]) ** 2
            loss = (VALUE_WEIGHT * error - policy - ENTROPY * entropy).mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), LONGEST_STEP)
            optimizer.step()
