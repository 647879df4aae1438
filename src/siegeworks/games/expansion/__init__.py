"""Expansion, by team JYB: minions of hidden value spread over nine tiles."""

from __future__ import annotations

from pathlib import Path

from siegeworks.core.game import TABLE_ENDINGS, Game, Option, check_options
from siegeworks.games.expansion.advice import score
from siegeworks.games.expansion.board import make_board
from siegeworks.games.expansion.notation import NOTATION
from siegeworks.games.expansion.rules import (
    MAX_LEGAL,
    MAX_STEPS,
    NUM_ACTIONS,
    NUM_OUTCOMES,
    RULES,
    STATE,
)
from siegeworks.games.expansion.rules import SEATS as SEAT_NAMES
from siegeworks.games.expansion.scene import scene

TITLE = "Expansion"
IN_A_SENTENCE = (
    "Walk and jump with six minions of hidden value until you have two more than the enemy on a "
    "tile: whoever captures most tiles wins."
)
CREDITS = (
    "Expansion by Lu Bolin, Teng Yan Zhen and Julia Kwek (team JYB), 2025; a later edition of its "
    "rules is CC BY 4.0. Played with a piecepack (James Kyle, public domain)."
)
SEATS = "2"
RULESET = 1

OPTIONS = (
    Option(
        "setup",
        "secret",
        ("secret", "random"),
        "Who says which minion stands where: each seat in secret, or chance.",
    ),
    Option(
        "notes",
        "on",
        ("on", "off"),
        "Whether the page shows a player the values it knows, or only what lies face up.",
    ),
)

ENDINGS = (
    *TABLE_ENDINGS,
    "four tiles captured besides the corner (R8)",
    "both seats have fewer than two minions (R8)",
    "the same board for the third time (R8)",
    "100 moves without combat or capture (R8)",
    "both agreed that nothing more can be captured (R8)",
)


def make(given: dict[str, str], maps: Path | None = None) -> Game:
    """The game with these options.

    Raises:
        OptionError: for an option or a value that it does not know.
    """
    options = check_options(TITLE, OPTIONS, given)
    defaults = {option.name: option.default for option in OPTIONS}
    return Game(
        name="expansion",
        title=TITLE,
        ruleset=RULESET,
        options=options,
        changed_options={name: v for name, v in options.items() if v != defaults[name]},
        seats=SEAT_NAMES,
        board=make_board(random=options["setup"] == "random", notes=options["notes"] == "on"),
        state_type=STATE,
        rules=RULES,
        notation=NOTATION,
        scene=scene,
        score=score,
        endings=ENDINGS,
        num_actions=NUM_ACTIONS,
        num_outcomes=NUM_OUTCOMES,
        max_legal=MAX_LEGAL,
        max_steps=MAX_STEPS,
    )
