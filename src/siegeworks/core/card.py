"""The card of a game: what people are told of it before they know it

CARD = Card(seats=(2, 4), minutes=(30, 90), learning="long", luck="dice", hidden="tiles")
"""

from dataclasses import dataclass
from typing import Any, Literal, get_args

Learning = Literal["easy", "middling", "long"]
Luck = Literal["none", "set-up", "dice"]

FEWEST_SEATS, MOST_SEATS = 1, 8
LONGEST_HIDDEN = 30  # characters: it stands on a line of its own, beside a symbol


@dataclass(frozen=True, kw_only=True)
class Card:
    """Facts of a game.

    Raises:
        ValueError: one of them cannot be right; which, and what it may be.
    """

    seats: tuple[int, int]  # at least and at most
    minutes: tuple[int, int]  # between people who know the rules: mostly from … to …
    learning: Learning  # at once, in one game, in a few games
    luck: Luck  # in the set-up only, or during the game too; who begins does not count
    hidden: str = ""  # what is secret: "hidden tiles"; empty: nothing is

    def __post_init__(self) -> None:
        """Check them: authors of games write them by hand."""
        _check_range("seats", self.seats, FEWEST_SEATS, MOST_SEATS)
        _check_range("minutes", self.minutes, 1, 24 * 60)
        _check_word("learning", self.learning, get_args(Learning))
        _check_word("luck", self.luck, get_args(Luck))
        if not isinstance(self.hidden, str) or len(self.hidden) > LONGEST_HIDDEN:
            raise ValueError(
                f"CARD: hidden={self.hidden!r} must say in {LONGEST_HIDDEN} characters at most "
                "what is secret"
            )

    @property
    def seats_text(self) -> str:
        """How many play: "2", "2 to 4"."""
        least, most = self.seats
        return str(least) if least == most else f"{least} to {most}"


def _check_range(name: str, given: Any, least: int, most: int) -> None:
    is_pair = isinstance(given, tuple) and len(given) == 2
    if not is_pair or not all(type(number) is int for number in given):
        raise ValueError(f"CARD: {name}={given!r} must be two whole numbers, at least and at most")
    first, last = given
    if not least <= first <= last <= most:
        raise ValueError(f"CARD: {name}={given!r} must be in order, from {least} to {most}")


def _check_word(name: str, given: object, allowed: tuple[str, ...]) -> None:
    if given not in allowed:
        raise ValueError(f"CARD: {name}={given!r} must be one of {', '.join(allowed)}")
