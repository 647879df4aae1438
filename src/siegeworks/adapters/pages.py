"""How the adapters show a position: as lines of words, or as a picture."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from siegeworks.adapters.turns import Turns
from siegeworks.core.game import CHANCE, TERMINAL, Game, Observation
from siegeworks.tui.plain import lines

RENDER_MODES = ("human", "ansi", "rgb_array")
FINGERPRINT_BYTES = 8


def rendered(turns: Turns, mode: str | None) -> Any:
    """The position as the seat to act may know it, at the end as everybody may; None for "human",
    which prints it, and where no mode was chosen."""
    if mode is None:
        return None
    game, seen = turns.game, turns.seen()
    if mode == "rgb_array":
        from siegeworks.adapters.picture import picture  # noqa: PLC0415  (Pillow, where wanted)

        return picture(game.scene(game.params, seen))
    text = "\n".join([*lines(game.scene(game.params, seen)), headline(game, seen)])
    if mode == "human":
        print(text)
        return None
    return text


def headline(game: Game, seen: Observation) -> str:
    """Who is to act, or how the game ended."""
    if seen.to_act == TERMINAL:
        return f"over: {game.endings[seen.ending]}"
    return f"{'chance' if seen.to_act == CHANCE else game.seats[seen.to_act]} to act"


def page(game: Game, seen: Observation) -> str:
    """A state or an observation for people, a line for each kind of thing. Two of the same viewer
    have the same page exactly if they are the same: that is what the fingerprint is for."""
    return "\n".join(page_lines(game, seen))


def page_lines(game: Game, seen: Observation) -> list[str]:
    """The lines of the page: the board, what lies beside it, who is to act, the fingerprint."""
    scene = game.scene(game.params, seen)
    return [*lines(scene), headline(game, seen), f"position {fingerprint(seen)}"]


def fingerprint(seen: Observation) -> str:
    """Sixteen hex digits of all that a state or an observation holds, but for who looks on. The
    board alone does not show, say, which positions were there before."""
    same = seen.copy()
    same["viewer"] = 0
    return blake2b(same.tobytes(), digest_size=FINGERPRINT_BYTES).hexdigest()
