"""What the tests of the page need to know of each game. A game whose tests have a `web.py`
(`tests/games/<game>/web.py`) can name options for a short game, `SHORT`, and a policy that keeps
it short, `policy(rng)`."""

import random
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from siegeworks.play.record import read_record
from tests.samples import sample
from tests.web.user import ClickPolicy


def facts(game: str) -> ModuleType | None:
    """The game's `web.py`, if it has one."""
    name = f"tests.games.{game.replace('-', '_')}.web"
    return import_module(name) if find_spec(name) else None


def short_options(game: str) -> dict[str, str]:
    """Options for a short game."""
    return dict(getattr(facts(game), "SHORT", {}))


def policy(game: str, rng: random.Random) -> ClickPolicy:
    """What to click so that the game ends soon; anything at all, by default."""
    own = getattr(facts(game), "policy", None)
    return rng.choice if own is None else own(rng)


def sample_record(game: str) -> Path:
    """The game's first sample record."""
    return sample(f"{game}-0")


def middle(game: str, number: int = 0) -> tuple[str, int]:
    """A sample record, and a step in its middle where a seat acts after another action."""
    path = sample(f"{game}-{number}")
    steps = read_record(path).steps
    actors = [step.actor in ("chance", "table") for step in steps]
    half = len(steps) // 2
    positions = [at for at in range(1, len(steps)) if not actors[at - 1] and not actors[at]]
    return path.stem, min(positions, key=lambda at: abs(at - half))
