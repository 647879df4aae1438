"""Siege by Number: armies of unknown strength cross a pinwheel to let their Commander in."""

from pathlib import Path
from typing import Any

from siegeworks.core.card import Card
from siegeworks.core.contract import CHANCE, Rules, State
from siegeworks.core.errors import OptionError
from siegeworks.core.game import Game
from siegeworks.core.notation import Notation
from siegeworks.core.options import Option, check_options
from siegeworks.games.siege_by_number import notation, rules
from siegeworks.games.siege_by_number.advice import ADVICE, score
from siegeworks.games.siege_by_number.history import NARRATION
from siegeworks.games.siege_by_number.params import make_params
from siegeworks.games.siege_by_number.preview import preview, reaches
from siegeworks.games.siege_by_number.scene import scene
from siegeworks.games.siege_by_number.state import (
    ACTIONS,
    COINS,
    ENDINGS,
    MOST_DICE,
    OUTCOMES,
    PIECES,
    SEAT_NAMES,
    SHOW,
    SPACES,
    STATE,
    TURNS,
    TURNS_OVER,
)
from siegeworks.games.siege_by_number.tensor import make_tensor

TITLE = "Siege by Number"
IN_A_SENTENCE = "Bring your Commander onto an enemy's empty Home Base to win."
CREDITS = (
    "Designed by Matt Worden, 2003; his rules may be freely distributed, he keeps the copyright. "
    "Played with a piecepack, designed by James Kyle (public domain)."
)
# As at a real table, says the author of the rules.
CARD = Card(seats=(2, 4), minutes=(30, 90), learning="long", luck="dice", hidden="hidden numbers")
OPTIONS = (
    Option("seats", "2", ("2", "3", "4"), "How many players there are."),
    Option(
        "corners",
        "opposite",
        ("opposite", "adjacent"),
        "With 2 seats: whether suns play against crowns (opposite) or moons (adjacent).",
    ),
    Option(
        "notes",
        "on",
        ("on", "off"),
        "Whether the page shows what battles have shown, or only what lies face up.",
    ),
)

# R2: the arms in play where there are two seats, in turn order: 0 north … 3 west.
ARMS_OF_TWO = {"opposite": (0, 2), "adjacent": (0, 1)}

# Seven pieces reach at most the 29 empty spaces; six Armies may stay; or done.
MAX_LEGAL = PIECES * (SPACES - PIECES) + COINS + 1


RULES = Rules.of(rules)


def make(given: dict[str, str], maps: Path | None) -> Game:
    """The game with these options. Raises OptionError for what it does not know or cannot take."""
    options = check_options(TITLE, OPTIONS, given)
    if "corners" in given and options["seats"] != "2":
        raise OptionError(
            f"corners={given['corners']}: the option corners is for 2 seats only, and this game "
            f"has {options['seats']}; leave it out or play with seats=2 (R2)."
        )
    seats = int(options["seats"])
    arms = ARMS_OF_TWO[options["corners"]] if seats == 2 else tuple(range(seats))
    return Game(
        name="siege-by-number",
        title=TITLE,
        ruleset=1,
        options=options,
        known_options=OPTIONS,
        seats=tuple(SEAT_NAMES[arm] for arm in arms),
        params=make_params(arms, options["notes"] == "on"),
        state_type=STATE,
        rules=RULES,
        notation=Notation.of(notation),
        scene=scene,
        score=score,
        endings=ENDINGS,
        limit_endings=(TURNS_OVER,),
        num_actions=ACTIONS,
        num_outcomes=OUTCOMES,
        max_legal=MAX_LEGAL,
        narration=NARRATION,
        preview=preview,
        reaches=reaches,
        tensor=make_tensor(len(arms)),
        # Who begins; in each turn the roll, and a move and a battle per die; each coin once.
        max_steps=1 + TURNS * (1 + 2 * MOST_DICE) + COINS * len(arms),
        turn_rule=notation.turn_rule,
        table_rule="R11",
        advice=ADVICE,
        momentary=shows_coin if options["notes"] == "off" else None,
    )


def shows_coin(params: Any, state: State, outcome: int) -> bool:
    """R8, R9: a coin that a battle shows is turned face down again on its square."""
    return bool(state.to_act == CHANCE and outcome >= SHOW)
