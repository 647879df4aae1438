"""What learners have in common: what they need, and what their files say of how they were made"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from siegeworks import __version__
from siegeworks.agents.policy_file import Layer
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.extras import how_to_install
from siegeworks.core.game import Game

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
        "siegeworks": __version__,
        "game": game.name,
        "options": dict(game.options),
        "ruleset": game.ruleset,
        "learner": learner,
        "command": command,
        "seconds": seconds,
        "seed": seed,
        "date": datetime.now(UTC).date().isoformat(),
    }
