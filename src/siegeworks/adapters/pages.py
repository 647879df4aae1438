"""How an environment shows a position: lines of words, or a picture."""

from __future__ import annotations

from typing import Any

from siegeworks.adapters.turns import Turns
from siegeworks.core.game import TERMINAL
from siegeworks.tui.plain import lines

RENDER_MODES = ("human", "ansi", "rgb_array")


def rendered(turns: Turns, mode: str | None) -> Any:
    """The position as the seat to act may know it, at the end as everybody may; None for "human",
    which prints it, and where no mode was chosen."""
    if mode is None:
        return None
    scene = turns.game.scene(turns.game.board, turns.seen())
    if mode == "rgb_array":
        from siegeworks.adapters.picture import picture  # noqa: PLC0415  (Pillow, where wanted)

        return picture(scene)
    text = "\n".join([*lines(scene), headline(turns)])
    if mode == "human":
        print(text)
        return None
    return text


def headline(turns: Turns) -> str:
    """Who is to act, or how the game ended."""
    game = turns.game
    if turns.to_act == TERMINAL:
        return f"over: {game.endings[turns.state.ending]}"
    return f"{game.seats[turns.to_act]} to act"
