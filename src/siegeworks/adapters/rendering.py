"""How the adapters show a position: as lines of text, or as a picture."""

from functools import lru_cache
from hashlib import blake2b
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from siegeworks.adapters.episode import Episode
from siegeworks.core.contract import CHANCE, TERMINAL, Observation
from siegeworks.core.extras import how_to_install
from siegeworks.core.game import Game
from siegeworks.core.records import record_in
from siegeworks.drawing.picture import Picture
from siegeworks.drawing.plain import lines
from siegeworks.drawing.scene_picture import scene_picture

RENDER_MODES = ("human", "ansi", "rgb_array")
FINGERPRINT_BYTES = 8
KEPT = 1024  # positions whose text is kept


def render(episode: Episode, mode: str | None) -> Any:
    """The position as the seat to act may know it, or at the end as everybody may.

    None without a mode, and in the mode "human", which prints the position.
    """
    if mode is None:
        return None
    game, seen = episode.game, episode.observation()
    if mode == "rgb_array":
        return pixels(scene_picture(game.scene(game.params, seen)))
    text = "\n".join([*lines(game.scene(game.params, seen)), headline(game, seen)])
    if mode == "human":
        print(text)
        return None
    return text


def pixels(picture: Picture) -> NDArray[np.uint8]:
    """The picture as an array, height × width × 3.

    Raises:
        ImportError: Pillow is not installed.
        SiegeworksError: resvg-py is not installed.
    """
    try:
        from PIL import Image  # noqa: PLC0415  (only where needed)
    except ImportError as missing:
        how = how_to_install("pillow", "research")
        raise ImportError(f"Pictures need Pillow: {how}.") from missing
    with Image.open(BytesIO(picture.png())) as image:
        return np.asarray(image.convert("RGB"))


def headline(game: Game, seen: Observation) -> str:
    """Who is to act, or how the game ended."""
    if seen.to_act == TERMINAL:
        return f"over: {game.endings[seen.ending]}"
    return f"{'chance' if seen.to_act == CHANCE else game.seats[seen.to_act]} to act"


def position_text(game: Game, seen: Observation) -> str:
    """A state or an observation as text for people.

    Two observations of one viewer have the same text exactly if they are equal: the fingerprint
    makes sure of that.
    """
    return "\n".join(position_lines(game, seen))


def position_lines(game: Game, seen: Observation) -> tuple[str, ...]:
    """The lines of that text: the board, what is beside it, who is to act, the fingerprint."""
    return _lines_of(game, seen.tobytes())


@lru_cache(KEPT)  # frameworks ask for the text of a position again and again
def _lines_of(game: Game, data: bytes) -> tuple[str, ...]:
    seen: Observation = record_in(data, game.state_type)
    scene = game.scene(game.params, seen)
    return (*lines(scene), headline(game, seen), f"position {fingerprint(seen)}")


def fingerprint(seen: Observation) -> str:
    """Sixteen hex digits of everything in a state or an observation except its viewer. The board
    alone does not show which positions were there before, for example."""
    same = seen.copy()
    same["viewer"] = 0
    return blake2b(same.tobytes(), digest_size=FINGERPRINT_BYTES).hexdigest()
