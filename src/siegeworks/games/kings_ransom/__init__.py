"""King's Ransom, by Benson Wolfe: two hidden armies in ranks, and a King who may be bought back."""

from pathlib import Path

from siegeworks.core.card import Card
from siegeworks.core.contract import TABLE_ENDINGS, Rules
from siegeworks.core.errors import OptionError, quote
from siegeworks.core.game import Game
from siegeworks.core.notation import Notation
from siegeworks.core.options import Option, check_options
from siegeworks.games.kings_ransom import knowledge, notation, rules
from siegeworks.games.kings_ransom.advice import ADVICE, score
from siegeworks.games.kings_ransom.history import NARRATION
from siegeworks.games.kings_ransom.notation import LETTERS
from siegeworks.games.kings_ransom.params import MAX_LEGAL, make_params, max_steps
from siegeworks.games.kings_ransom.preview import preview, reaches
from siegeworks.games.kings_ransom.scene import scene
from siegeworks.games.kings_ransom.state import (
    ENDINGS,
    KING,
    NUM_ACTIONS,
    NUM_ACTIONS_SECRET,
    NUM_OUTCOMES,
    NUM_OUTCOMES_SECRET,
    NUM_SHOWN,
    SEAT_NAMES,
    STATE,
    TILES_OF,
)
from siegeworks.games.kings_ransom.tensor import make_tensor

TITLE = "King's Ransom"
IN_A_SENTENCE = (
    "Attack, flee and spy out the hidden army in front of you: the most pips captured win, "
    "unless a captured King is not bought back."
)
CREDITS = (
    "King's Ransom by Benson Wolfe, from the Green Box of Games community wiki. "
    "Green Box art is CC BY-NC-SA; the symbols here are our own."
)
# 24 turns in a game between bots of levels 3 and 4, 29 at most, each 20 to 40 seconds.
CARD = Card(
    seats=(2, 2), minutes=(10, 15), learning="middling", luck="set-up", hidden="hidden tiles"
)
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
        "How many columns an army has; fewer make a smaller game.",
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

RULES = Rules.of(rules, knowledge)


def make(given: dict[str, str], maps: Path | None = None) -> Game:
    """The game with these options. Raises OptionError for what it does not know or cannot take."""
    options = check_options(TITLE, OPTIONS, given)
    columns = int(options["columns"])
    tiles_of = counted(options["tiles"], columns)
    secret = options["setup"] == "secret"
    return Game(
        name="kings-ransom",
        title=TITLE,
        ruleset=1,
        options=options,
        known_options=OPTIONS,
        seats=SEAT_NAMES,
        params=make_params(secret, columns, tiles_of),
        state_type=STATE,
        rules=RULES,
        notation=Notation.of(notation),
        scene=scene,
        score=score,
        endings=(*TABLE_ENDINGS, *ENDINGS),
        num_actions=NUM_ACTIONS_SECRET if secret else NUM_ACTIONS,
        num_outcomes=NUM_OUTCOMES_SECRET if secret else NUM_OUTCOMES,
        max_legal=MAX_LEGAL,
        max_steps=max_steps(sum(tiles_of)),
        turn_rule=notation.turn_rule,
        table_rule="R7",
        num_shown=NUM_SHOWN,
        advice=ADVICE,
        narration=NARRATION,
        preview=preview,
        reaches=reaches,
        tensor=make_tensor(sum(tiles_of) // columns, columns),
    )


def counted(tiles: str, columns: int) -> list[int]:
    """How many tiles of each kind an army has (R1, R11). Raises OptionError for tiles that are not
    written as R11 says, or do not fill one to four ranks."""
    letters = WHOLE_ARMY if tiles == "full" else tiles
    tiles_of = [letters.count(letter) for letter in LETTERS]
    wrong = ""
    if sum(tiles_of) < len(letters) or len(letters) > len(WHOLE_ARMY):
        wrong = f"write full, or letters from {WHOLE_ARMY}"
    elif tiles_of[KING] != 1 or len(letters) < 2:
        wrong = "an army has one King and at least one other tile"
    elif any(n > most for n, most in zip(tiles_of, TILES_OF.tolist(), strict=True)):
        wrong = f"an army has at most the tiles {WHOLE_ARMY}"
    elif "".join(sorted(letters, key=LETTERS.index)) != letters:
        wrong = f"write it as {''.join(sorted(letters, key=LETTERS.index))}"
    elif tiles == WHOLE_ARMY:
        wrong = "write it as full"
    if wrong:
        raise OptionError(f"tiles={quote(tiles)}: {wrong} (R11).")
    if len(letters) % columns or len(letters) > MOST_RANKS * columns:
        raise OptionError(
            f"tiles={tiles}: the {len(letters)} tiles must fill one to four ranks of {columns} "
            "columns: choose other tiles, or another number of columns (R11)."
        )
    return tiles_of
