"""Neural fictitious self-play: OpenSpiel's, through our adapter

Heinrich, Silver, "Deep Reinforcement Learning from Self-Play in Imperfect-Information Games"
(2016): each seat learns a reply to the others and, by imitation, the average of its replies, which
is what is kept. It sees the planes of an observation, not an information state: those have
thousands of numbers, and observations say all that matters
(docs/decisions/engine/0006-observation-is-a-state.md).
"""

from __future__ import annotations

from time import process_time

from siegeworks.agents.policy_file import Policy
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.extras import how_to_install
from siegeworks.core.game import Game
from siegeworks.lab.learners.recipe import check_trainable, layers_of, made_by, torch_of

HIDDEN = [128, 128]
RESERVOIR, REPLAY = 20_000, 10_000  # decisions that are kept
ANTICIPATORY = 0.1  # the share of games in which a seat plays its reply
EPSILON_DECAY = 50_000  # decisions until the reply explores little


def train_nfsp(game: Game, seconds: float, seed: int, command: str) -> Policy:
    """The average policy of each seat after so many seconds. Arguments and errors as those of
    `train_ppo`; it needs OpenSpiel too."""
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
            HIDDEN,
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
