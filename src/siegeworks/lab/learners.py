"""Learners that others use, as baselines: PPO and NFSP, from nothing, in so many seconds"""

from datetime import UTC, datetime
from itertools import pairwise
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from siegeworks.agents.policy import Layer, Policy
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.extras import how_to_install
from siegeworks.core.game import Game
from siegeworks.core.traversal.batch import Batch
from siegeworks.lab.campaign import made_for

HIDDEN = (128, 128)
THREADS = 1  # of a processor: as any other player, and so that a seed means the same


def check_trainable(game: Game) -> None:
    """Raises:
    SiegeworksError: this game is not one for the learners.
    """
    if len(game.seats) != 2:
        raise SiegeworksError("These learners take games of two seats.")
    if game.tensor is None:
        raise SiegeworksError(f"{game.title} has no planes, which these learners need.")


def torch_of() -> Any:
    """PyTorch, on one thread.

    Raises:
        SiegeworksError: it is not installed.
    """
    try:
        import torch  # noqa: PLC0415  (the extra)
    except ImportError:
        how = how_to_install("torch", "research")
        raise SiegeworksError(f"Learners need PyTorch: {how}.") from None
    torch.set_num_threads(THREADS)
    return torch


def layers_of(network: Any) -> tuple[Layer, ...]:
    """The layers of a PyTorch network of linear ones with max(0, x) between them."""
    linear = [part for part in network.modules() if hasattr(part, "in_features")]
    return tuple(
        Layer(part.weight.detach().numpy().T.copy(), part.bias.detach().numpy().copy())
        for part in linear
    )


def made_by(game: Game, learner: str, seconds: float, seed: int, command: str) -> dict[str, Any]:
    """What the file of a policy says of how it was made."""
    return {
        **made_for(game),
        "learner": learner,
        "command": command,
        "seconds": seconds,
        "seed": seed,
        "date": datetime.now(UTC).date().isoformat(),
    }


# PPO ----------------------------------------------------------------------------------------------


GAMES, STEPS = 64, 64  # of a round: games at once, steps of each
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
    """Proximal policy optimization: a policy that has learned for so many seconds, and its value.

    Schulman et al., "Proximal Policy Optimization Algorithms" (2017), by self-play over batches of
    games: one network for all seats, which sees what the seat to act may know, with illegal actions
    masked. Rewards are the returns at the ends of games; of two seats one's gain is the other's
    loss, so that values and advantages change their sign where the turn passes.

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


# NFSP ---------------------------------------------------------------------------------------------


RESERVOIR, REPLAY = 20_000, 10_000  # decisions that are kept
ANTICIPATORY = 0.1  # the share of games in which a seat plays its reply
EPSILON_DECAY = 50_000  # decisions until the reply explores little


def train_nfsp(game: Game, seconds: float, seed: int, command: str) -> Policy:
    """Neural fictitious self-play, OpenSpiel's: the average policy of each seat after so many
    seconds. Arguments and errors as those of `train_ppo`; it needs OpenSpiel too.

    Heinrich, Silver, "Deep Reinforcement Learning from Self-Play in Imperfect-Information Games"
    (2016): each seat learns a reply to the others and, by imitation, the average of its replies,
    which is what is kept. It sees the planes of an observation, not an information state: those
    have thousands of numbers, and observations say all that matters
    (docs/decisions/engine/0006-observation-is-a-state.md).
    """
    check_trainable(game)
    torch_of()
    try:
        from open_spiel.python import rl_environment  # noqa: PLC0415  (the extra)
        from open_spiel.python.pytorch import nfsp  # noqa: PLC0415

        from siegeworks.adapters.openspiel import spiel_game  # noqa: PLC0415
    except ImportError:
        how = how_to_install("open_spiel", "research")
        raise SiegeworksError(f"NFSP needs OpenSpiel: {how}.") from None
    kind = rl_environment.ObservationType.OBSERVATION
    env = rl_environment.Environment(spiel_game(game), observation_type=kind)
    env.seed(seed)
    agents = [
        nfsp.NFSP(
            seat,
            env.observation_spec()["info_state"][0],
            env.action_spec()["num_actions"],
            list(HIDDEN),
            RESERVOIR,
            ANTICIPATORY,
            batch_size=128,
            rl_learning_rate=1e-3,
            sl_learning_rate=1e-3,
            optimizer_str="adam",
            replay_buffer_capacity=REPLAY,
            epsilon_start=0.06,
            epsilon_end=0.001,
            epsilon_decay_duration=EPSILON_DECAY,
            seed=seed + 10 * seat,
        )
        for seat in range(2)
    ]
    end, decisions, games = process_time() + seconds, 0, 0
    while process_time() < end or games == 0:
        now = env.reset()
        while not now.last() and (process_time() < end or games == 0):
            seat = now.observations["current_player"]
            now = env.step([agents[seat].step(now).action])
            decisions += 1
        if now.last():
            for agent in agents:
                agent.step(now)
            games += 1
    made = made_by(game, "NFSP", seconds, seed, command)
    made["actions"], made["games"] = decisions, games
    return Policy(tuple(layers_of(agent._avg_network) for agent in agents), made)
