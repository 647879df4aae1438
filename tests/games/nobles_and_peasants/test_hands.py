"""What the hands of Nobles and Peasants say, which the page reads."""

import pytest

from siegeworks.core.contract import SPECTATOR
from siegeworks.games import load
from siegeworks.games.nobles_and_peasants.params import PEASANT_OF


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_R2_a_hand_says_what_stones_of_each_colour_are_worth_to_its_seat(seats: int) -> None:
    game = load("nobles-and-peasants", {"seats": str(seats)}).plain()
    scene = game.scene(game.params, game.observe(game.new_state(), SPECTATOR))
    notes = [tray.note for tray in scene.trays if tray.title == "Hand"]
    expected = [
        f"0 points; {noble} 4, {peasant} 2, others 1"
        for noble, peasant in PEASANT_OF[seats].items()
    ]
    assert notes == expected
