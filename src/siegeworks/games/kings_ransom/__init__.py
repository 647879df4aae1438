"""King's Ransom, by Benson Wolfe: two hidden armies in ranks, and a King who may be bought back."""

from __future__ import annotations

from pathlib import Path

from siegeworks.core.game import TABLE_ENDINGS, Game, Option, check_options
from siegeworks.games.kings_ransom.advice import score
from siegeworks.games.kings_ransom.board import make_board
from siegeworks.games.kings_ransom.notation import NOTATION
from siegeworks.games.kings_ransom.notation import SEATS as SEAT_NAMES
from siegeworks.games.kings_ransom.rules import (
    ENDINGS,
    MAX_LEGAL,
    MAX_STEPS,
    NUM_ACTIONS,
    NUM_ACTIONS_SECRET,
    NUM_OUTCOMES,
    NUM_OUTCOMES_SECRET,
    RULES,
    STATE,
)
from siegeworks.games.kings_ransom.scene import scene

TITLE = "King's Ransom"
IN_A_SENTENCE = (
    "Attack, flee and spy out the hidden army before you: the most pips captured win, "
    "unless a captured King is not bought back."
)
CREDITS = (
    "King's Ransom by Benson Wolfe, from the Green Box of Games community wiki. "
    "Green Box art is CC BY-NC-SA; the symbols here are our own."
)
SEATS = "2"
RULESET = 1

OPTIONS = (
    Option(
        "setup",
        "random",
        ("random", "secret"),
        "Who lays out the armies: chance, or each seat its own, hidden from the other.",
    ),
)


def make(given: dict[str, str], maps: Path | None = None) -> Game:
    """The game with these options.

    Raises:
        OptionError: for an option or a value that it does not know.
    """
    options = check_options(TITLE, OPTIONS, given)
    defaults = {option.name: option.default for option in OPTIONS}
    secret = options["setup"] == "secret"
    return Game(
        name="kings-ransom",
        title=TITLE,
        ruleset=RULESET,
        options=options,
        changed_options={name: v for name, v in options.items() if v != defaults[name]},
        seats=SEAT_NAMES,
        board=make_board(secret),
        state_type=STATE,
        rules=RULES,
        notation=NOTATION,
        scene=scene,
        score=score,
        endings=(*TABLE_ENDINGS, *ENDINGS),
        num_actions=NUM_ACTIONS_SECRET if secret else NUM_ACTIONS,
        num_outcomes=NUM_OUTCOMES_SECRET if secret else NUM_OUTCOMES,
        max_legal=MAX_LEGAL,
        max_steps=MAX_STEPS,
    )
