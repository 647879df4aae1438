"""Seats have the same colours in the terminal and on the page."""

from pathlib import Path

from siegeworks.core.palette import LOOKS, SEAT_COLORS, typescript
from siegeworks.games import load
from tests.variants import every_game, option_sets

PAGE = Path(__file__).parents[1] / "web" / "src"


def test_the_page_has_the_colours_of_the_palette() -> None:
    assert (PAGE / "look" / "seat-colors.ts").read_text(encoding="utf-8") == typescript(), (
        "run python -m siegeworks.core.palette > web/src/look/seat-colors.ts"
    )
    looks = (PAGE / "game-api" / "seats.ts").read_text(encoding="utf-8")
    for name, color in SEAT_COLORS.items():
        assert f"SEAT_COLORS.{name}" in looks
        assert color not in looks


def test_the_terminal_has_the_colours_of_the_palette() -> None:
    assert {name: look.color for name, look in LOOKS.items()} == SEAT_COLORS


@every_game
def test_every_seat_of_the_games_here_has_a_colour(name: str) -> None:
    for options in option_sets(name):
        assert set(load(name, options).seats) <= set(SEAT_COLORS)
