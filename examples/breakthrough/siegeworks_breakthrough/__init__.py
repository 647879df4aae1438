"""Breakthrough, by Dan Troyka, on a board of 6 × 6 squares: a game for Siegeworks in a package of
its own, found by the entry point `siegeworks.games`."""

from pathlib import Path

from siegeworks.core.card import Card
from siegeworks.core.contract import TABLE_ENDINGS
from siegeworks.core.game import Game
from siegeworks.core.options import Option, check_options
from siegeworks_breakthrough.advice import ADVICE, score
from siegeworks_breakthrough.notation import NOTATION, SEAT_NAMES, turn_rule
from siegeworks_breakthrough.params import ACTIONS, MOST_PLIES, make_params
from siegeworks_breakthrough.rules import ENDINGS, RULES, STATE
from siegeworks_breakthrough.scene import scene
from siegeworks_breakthrough.tensor import TENSOR

TITLE = "Breakthrough"
IN_A_SENTENCE = (
    "Move twelve pieces forward, capture diagonally, and reach the far side of the board first."
)
CREDITS = "Breakthrough by Dan Troyka, 2000, on a board of 6 × 6 squares."
# 42 moves between equal bots, each 10 to 20 seconds.
CARD = Card(seats=(2, 2), minutes=(5, 15), learning="easy", luck="none")
OPTIONS: tuple[Option, ...] = ()


def make(given: dict[str, str], maps: Path | None = None) -> Game:
    """The game, which has no options.

    Raises:
        OptionError: for any option.
    """
    return Game(
        name="breakthrough",
        title=TITLE,
        ruleset=1,
        options=check_options(TITLE, OPTIONS, given),
        known_options=OPTIONS,
        seats=SEAT_NAMES,
        params=make_params(),
        state_type=STATE,
        rules=RULES,
        notation=NOTATION,
        scene=scene,
        score=score,
        advice=ADVICE,
        endings=(*TABLE_ENDINGS, *ENDINGS),
        num_actions=ACTIONS,
        max_legal=36,
        max_steps=MOST_PLIES,
        turn_rule=turn_rule,
        table_rule="R7",
        tensor=TENSOR,
    )
