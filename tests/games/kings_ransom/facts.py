"""What the laws must know of King's Ransom beside its package."""

from pathlib import Path

from siegeworks.core.contract import Observation, Seat, State
from siegeworks.core.game import Game
from siegeworks.testing import ActionRange, Facts, Symmetry, next_seats


def columns() -> list[Symmetry]:
    """Column a becomes d, b becomes c."""
    ranks = range(1, 5)
    image = {f"{a}{r}": f"{d}{r}" for a, d in zip("abcd", "dcba", strict=True) for r in ranks}
    meaning = "both armies mirrored left to right, once all tiles are laid out"
    return [Symmetry(meaning, image, begins_after_set_up=True)]


def turned(game: Game, state: State) -> State:
    """South for north."""
    other = next_seats(game, state)
    for field in ("army", "tally", "unseen"):
        other[field][:] = state[field][::-1]
    return other


def unknown(seen: Observation, seat: Seat) -> int:
    """The enemy's tiles whose kind is unknown."""
    return int(seen.unseen[1 - seat].sum())


FACTS = Facts(
    "kings-ransom",
    Path(__file__).parent,
    values={"notes": ["on"], "tiles": ["full", "KAECIS", "KAEECCIS"]},
    playthroughs={"playthrough.txt": {}, "playthrough_secret.txt": {"setup": "secret"}},
    hardest={"setup": "secret"},
    shapes=({"columns": "2", "tiles": "KAECIS"}, {}),
    actions=(
        ActionRange("a1~", "flee: + the place, a1, b1, c1, d1, a2 … d4 of your own army"),
        ActionRange(
            "a1xa1", "attack: + 16 · (enemy rank − 1) + your own place; the column is the same"
        ),
        ActionRange("a1?a1", "spy: + 16 · your own place + the enemy's"),
        ActionRange("+a1", "call: + the place"),
        ActionRange("stand", "call nobody"),
        ActionRange("pay=6", "pay the ransom: + the payment, in the order of `rules.py`"),
        ActionRange("refuse", "do not pay"),
        ActionRange(
            "Sa1=K",
            "lay out: + 6 · the spot + the kind, K A E C I S; spots are south's places, then "
            "north's",
            {"setup": "secret"},
        ),
    ),
    symmetries=columns,
    turned=(({}, turned),),
    unknown=unknown,
    beliefs=(
        {"columns": "3", "tiles": "KEC"},  # which piece to call is asked or not (R5.4)
        {"columns": "3", "tiles": "KAI", "setup": "secret"},  # Kings are conquered
        {"columns": "3", "tiles": "KIS", "setup": "secret"},  # Spies
        {"columns": "3", "tiles": "KII"},  # two tiles of a kind
    ),
    beliefs_walked=({"columns": "2", "tiles": "KESS", "setup": "secret"},),
    beliefs_of_seats=(
        {"columns": "4", "tiles": "KECI"},
        {"columns": "2", "tiles": "KECS", "setup": "secret"},
    ),
)
