"""Expansion, by team JYB: minions of hidden value capture nine tiles."""

from pathlib import Path
from typing import Any

from siegeworks.core.card import Card
from siegeworks.core.contract import TABLE_ENDINGS, Rules, State
from siegeworks.core.errors import OptionError, quote
from siegeworks.core.game import Game
from siegeworks.core.notation import Notation
from siegeworks.core.options import Option, check_options
from siegeworks.core.text import counted
from siegeworks.games.expansion import knowledge, notation, rules
from siegeworks.games.expansion.advice import ADVICE, score
from siegeworks.games.expansion.history import NARRATION
from siegeworks.games.expansion.knowledge import reveals
from siegeworks.games.expansion.notation import NUMBER_WORDS
from siegeworks.games.expansion.params import (
    ALL_VALUES,
    make_params,
    max_legal,
    max_steps,
    num_actions,
    num_outcomes,
)
from siegeworks.games.expansion.preview import preview, reaches
from siegeworks.games.expansion.scene import scene
from siegeworks.games.expansion.state import (
    NUM_SHOWN,
    QUIET,
    QUIET_TO_END,
    SAME_BOARD,
    SEAT_NAMES,
    STATE,
)
from siegeworks.games.expansion.tensor import make_tensor

TITLE = "Expansion"
IN_A_SENTENCE = (
    "Walk and jump with six minions of hidden value until you have two more than the enemy on a "
    "tile: the seat that captures the most tiles wins."
)
CREDITS = (
    "Expansion by Lu Bolin, Teng Yan Zhen and Julia Kwek (team JYB), 2025; a later edition of its "
    "rules is CC BY 4.0. Played with a piecepack (James Kyle, public domain)."
)
# 32 turns in half of all games between bots of levels 3 and 4, 68 on average, of 20 to 30 seconds.
CARD = Card(
    seats=(2, 2), minutes=(15, 35), learning="middling", luck="none", hidden="hidden values"
)

OPTIONS = (
    Option(
        "setup",
        "secret",
        ("secret", "random"),
        "Who decides which minion stands where: each seat in secret, or chance.",
    ),
    Option(
        "notes",
        "on",
        ("on", "off"),
        "Whether the page shows players the values they know, or only what lies face up.",
    ),
    Option(
        "board",
        "3x3",
        ("3x3", "2x2", "3x1"),
        "How many tiles the board has, across and up; fewer make a smaller game.",
    ),
    Option(
        "values",
        ALL_VALUES,
        (),
        "The values of a seat's minions; fewer make a smaller game.",
        f"two or more of {ALL_VALUES}, in this order",
    ),
    Option(
        "quiet",
        str(QUIET_TO_END),
        tuple(str(moves) for moves in range(1, QUIET_TO_END + 1)),
        "How many moves in a row without combat and without capture end the game.",
        f"1 to {QUIET_TO_END}",
    ),
)

RULES = Rules.of(rules, knowledge)


def make(given: dict[str, str], maps: Path | None = None) -> Game:
    """The game with these options. Raises OptionError for what it does not know or cannot take."""
    options = check_options(TITLE, OPTIONS, given)
    check_values(options["values"])
    wide, high = options["board"].split("x")
    params = make_params(
        random=options["setup"] == "random",
        notes=options["notes"] == "on",
        tiles=(int(wide), int(high)),
        values=options["values"],
        quiet=int(options["quiet"]),
    )
    return Game(
        name="expansion",
        title=TITLE,
        ruleset=2 if options["board"] == "2x2" else 1,  # there R8.6 can end a game
        options=options,
        known_options=OPTIONS,
        seats=SEAT_NAMES,
        params=params,
        state_type=STATE,
        rules=RULES,
        notation=Notation.of(notation),
        scene=scene,
        score=score,
        advice=ADVICE,
        endings=endings(params),
        limit_endings=(SAME_BOARD, QUIET),
        num_actions=num_actions(params),
        num_outcomes=num_outcomes(params),
        max_legal=max_legal(params),
        max_steps=max_steps(params),
        turn_rule=notation.turn_rule,
        table_rule="R8",
        num_shown=NUM_SHOWN,
        narration=NARRATION,
        preview=preview,
        reaches=reaches,
        tensor=make_tensor(int(params.ranks), int(params.files)),
        momentary=shows_values if options["notes"] == "off" else None,
    )


def shows_values(params: Any, state: State, choice: int) -> bool:
    """R6: the values that a combat shows are turned face down again."""
    return bool(state.to_act >= 0 and reveals(params, state, choice))


def endings(params: Any) -> tuple[str, ...]:
    """Why a game ended, in the order of state.MOST_TILES to state.ALL_TILES."""
    tiles, moves = int(params.tiles_to_end) - 1, int(params.quiet_to_end)
    tile_or_tiles = "tile" if tiles == 1 else "tiles"
    return (
        *TABLE_ENDINGS,
        f"{NUMBER_WORDS[tiles]} {tile_or_tiles} captured besides the corner (R8)",
        "both seats have fewer than two minions (R8)",
        "the same board for the third time (R8)",
        f"{counted(moves, 'move')} without combat or capture (R8)",
        "both agreed that nothing more can be captured (R8)",
        "all tiles are captured (R8)",
    )


def check_values(values: str) -> None:
    """Raises OptionError unless there are two values or more, each at most once, in the order of
    placing (R10)."""
    in_order = "".join(value for value in ALL_VALUES if value in values)
    if len(values) < 2 or values != in_order:
        raise OptionError(
            f"values={quote(values)}: a seat's minions have two or more of the values "
            f"{ALL_VALUES}, written in this order (R10)."
        )
