"""King's Ransom, by Benson Wolfe: two hidden armies in ranks, and a King who may be bought back."""

from __future__ import annotations

from pathlib import Path

from siegeworks.core.game import TABLE_ENDINGS, Game, Option, OptionError, check_options, quote
from siegeworks.games.kings_ransom.advice import ADVICE, score
from siegeworks.games.kings_ransom.notation import LETTERS, NOTATION, turn_rule
from siegeworks.games.kings_ransom.notation import SEATS as SEAT_NAMES
from siegeworks.games.kings_ransom.params import make_params
from siegeworks.games.kings_ransom.rules import (
    ENDINGS,
    KING,
    MAX_LEGAL,
    NUM_ACTIONS,
    NUM_ACTIONS_SECRET,
    NUM_OUTCOMES,
    NUM_OUTCOMES_SECRET,
    NUM_SHOWN,
    RULES,
    STATE,
    TILES_OF,
    max_steps,
)
from siegeworks.games.kings_ransom.scene import scene
from siegeworks.games.kings_ransom.tensor import make_tensor

TITLE = "King's Ransom"
IN_A_SENTENCE = (
    "Attack, flee and spy out the hidden army before you: the most pips captured win, "
    "unless a captured King is not bought back."
)
CREDITS = (
    "King's Ransom by Benson Wolfe, from the Green Box of Games community wiki. "
    "Green Box art is CC BY-NC-SA; the symbols here are our own."
)
SEAT_COUNT = "2"
RULESET = 1

OPTIONS = (
    Option(
        "setup",
        "random",
        ("random", "secret"),
        "Who lays out the armies: chance, or each seat its own, hidden from the other.",
    ),
    Option(
        "columns",
        "4",
        ("4", "3", "2"),
        "In how many columns an army stands; fewer make a smaller game.",
    ),
    Option(
        "tiles",
        "full",
        (),
        "The tiles of an army: all sixteen, or the letters of fewer for a smaller game.",
        "full, or letters such as KECS",
    ),
)
WHOLE_ARMY = "".join(n * letter for n, letter in zip(TILES_OF, LETTERS, strict=True))
MOST_RANKS = 4


def make(given: dict[str, str], maps: Path | None = None) -> Game:
    """The game with these options.

    Raises:
        OptionError: for an option or a value that it does not know, or tiles that fill no ranks.
    """
    options = check_options(TITLE, OPTIONS, given)
    columns, tiles_of = int(options["columns"]), counted(options["tiles"])
    check_ranks(options["tiles"], columns, sum(tiles_of))
    secret = options["setup"] == "secret"
    return Game(
        name="kings-ransom",
        title=TITLE,
        ruleset=RULESET,
        options=options,
        known_options=OPTIONS,
        seats=SEAT_NAMES,
        params=make_params(secret, columns, tiles_of),
        state_type=STATE,
        rules=RULES,
        notation=NOTATION,
        scene=scene,
        score=score,
        endings=(*TABLE_ENDINGS, *ENDINGS),
        num_actions=NUM_ACTIONS_SECRET if secret else NUM_ACTIONS,
        num_outcomes=NUM_OUTCOMES_SECRET if secret else NUM_OUTCOMES,
        max_legal=MAX_LEGAL,
        max_steps=max_steps(sum(tiles_of)),
        turn_rule=turn_rule,
        table_rule="R7",
        num_shown=NUM_SHOWN,
        advice=ADVICE,
        tensor=make_tensor(sum(tiles_of) // columns, columns),
    )


def counted(tiles: str) -> list[int]:
    """How many tiles of each kind an army has (R1, R11).

    Raises:
        OptionError: for what is not written as R11 says.
    """
    letters = WHOLE_ARMY if tiles == "full" else tiles
    tiles_of = [letters.count(letter) for letter in LETTERS]
    wrong = ""
    if sum(tiles_of) < len(letters) or len(letters) > len(WHOLE_ARMY):
        wrong = f"the tiles are written as full, or as letters out of {WHOLE_ARMY}"
    elif tiles_of[KING] != 1 or len(letters) < 2:
        wrong = "an army is one King and one other tile or more"
    elif any(n > most for n, most in zip(tiles_of, TILES_OF.tolist(), strict=True)):
        wrong = f"an army has at most the tiles {WHOLE_ARMY}"
    elif "".join(sorted(letters, key=LETTERS.index)) != letters:
        wrong = f"it is written {''.join(sorted(letters, key=LETTERS.index))}"
    elif tiles == WHOLE_ARMY:
        wrong = "it is written full"
    if wrong:
        raise OptionError(f"tiles={quote(tiles)}: {wrong} (R11).")
    return tiles_of


def check_ranks(tiles: str, columns: int, number: int) -> None:
    """So many tiles fill one to four ranks of so many columns (R11).

    Raises:
        OptionError: they do not.
    """
    if number % columns or number > MOST_RANKS * columns:
        raise OptionError(
            f"tiles={tiles}: the {number} tiles must fill one to four ranks of {columns} columns: "
            "take other tiles, or another number of columns (R11)."
        )
