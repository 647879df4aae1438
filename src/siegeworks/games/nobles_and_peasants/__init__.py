"""Nobles and Peasants, by Yehuda Berlinger: a row of stones and towers that look along lines."""

from pathlib import Path

from siegeworks.core.card import Card
from siegeworks.core.contract import TABLE_ENDINGS, Rules
from siegeworks.core.game import Game
from siegeworks.core.notation import Notation
from siegeworks.core.options import Option, check_options
from siegeworks.games.nobles_and_peasants import notation, rules
from siegeworks.games.nobles_and_peasants.advice import ADVICE, score
from siegeworks.games.nobles_and_peasants.history import NARRATION
from siegeworks.games.nobles_and_peasants.params import PEASANT_OF, make_params
from siegeworks.games.nobles_and_peasants.preview import preview, reaches
from siegeworks.games.nobles_and_peasants.scene import scene
from siegeworks.games.nobles_and_peasants.state import (
    CIRCLES,
    FIRST,
    NUM_ACTIONS,
    QUIET,
    QUIET_TURNS_A_SEAT,
    STATE,
)
from siegeworks.games.nobles_and_peasants.tensor import make_tensor

TITLE = "Nobles and Peasants"
IN_A_SENTENCE = (
    "Take stones from the ends of one row and place your nobles and peasants where your towers see "
    "them: the most points win."
)
CREDITS = (
    "Nobles and Peasants by Yehuda Berlinger, 2005, all rights reserved: a variant for SiegeStones "
    "by Patrick Matthews (Live Oak Games, trademark)."
)
# 109 turns in a game of two bots of levels 3 and 4, each 15 to 25 seconds.
CARD = Card(seats=(2, 4), minutes=(25, 45), learning="middling", luck="set-up")
OPTIONS = (
    Option("seats", "2", ("2", "3", "4"), "How many players there are."),
    Option(
        "stones",
        "20",
        tuple(str(stones) for stones in range(8, 21)),
        "How many stones of each colour the box holds; fewer make a shorter game.",
        "8 to 20",
    ),
    Option(
        "insert",
        "move",
        ("move", "any"),
        "When an end stone of the row may be moved elsewhere in it: after moving a tower, or also "
        "after placing or removing one.",
    ),
)

ENDINGS = (
    *TABLE_ENDINGS,
    "a colour is no longer in the row (R6)",
    "no circle is empty (R6)",
    f"{QUIET_TURNS_A_SEAT} turns per seat without a stone placed (R6)",
)

RULES = Rules.of(rules)


def make(given: dict[str, str], maps: Path | None = None) -> Game:
    """The game with these options. Raises OptionError for what it does not know or cannot take."""
    options = check_options(TITLE, OPTIONS, given)
    params = make_params(int(options["seats"]), int(options["stones"]), options["insert"])
    return Game(
        name="nobles-and-peasants",
        title=TITLE,
        ruleset=1,
        options=options,
        known_options=OPTIONS,
        seats=tuple(PEASANT_OF[int(params.seats)]),
        params=params,
        state_type=STATE,
        rules=RULES,
        notation=Notation.of(notation),
        scene=scene,
        score=score,
        advice=ADVICE,
        endings=ENDINGS,
        limit_endings=(QUIET,),
        num_actions=NUM_ACTIONS,
        num_outcomes=FIRST + int(params.seats),
        max_legal=most_legal(int(params.seats), int(params.towers), int(params.row_length)),
        max_steps=most_steps(int(params.seats), int(params.row_length)),
        turn_rule=notation.turn_rule,
        table_rule="R8",
        narration=NARRATION,
        preview=preview,
        reaches=reaches,
        tensor=make_tensor(int(params.seats)),
    )


def most_legal(seats: int, towers: int, row_length: int) -> int:
    """The most actions that a seat can have, in the row step or before it (R4)."""
    most = 2 * (row_length - 1) + 1
    for standing in range(towers + 1):
        empty = CIRCLES - (seats == 2) - standing
        placing = empty if standing < towers else 0
        most = max(most, placing + standing * empty + standing + 2 * empty)
    return most


def most_steps(seats: int, row_length: int) -> int:
    """The most steps of a game: quiet turns of two steps before each stone and after the last."""
    return row_length + 1 + 2 * QUIET_TURNS_A_SEAT * seats * (CIRCLES + 1)
