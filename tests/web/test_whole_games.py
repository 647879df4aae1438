"""A whole game of each kind, played by clicking what the page shows, against a bot."""

from __future__ import annotations

import random

import pytest

from tests.web.conftest import Guests
from tests.web.person import Shown, Taste

# Smaller games where whole ones are long.
GAMES = {
    "siege-master": {},
    "kings-ransom": {"columns": "2", "tiles": "KAECIS"},
    "expansion": {"board": "3x1", "values": "542A"},
    "siege-by-number": {"corners": "adjacent"},
    "nobles-and-peasants": {"stones": "8"},
}


def anything(user_rng: random.Random) -> Taste:
    """Click what comes."""
    return user_rng.choice


def eager_to_arrive(user_rng: random.Random) -> Taste:
    """In Siege by Number: towards the Home Base E, so that the game does not take all evening."""

    def away(place: str) -> int:
        return 0 if place == "E" else 1 + abs(ord(place[0]) - ord("j")) + abs(int(place[1:]) - 4)

    def choose(shown: list[Shown]) -> Shown:
        moves = [one for one in shown if one.kind != "button"] or shown
        goals = [one for one in moves if one.kind in ("go", "capture") and one.name not in "NSW"]
        near = min(goals, key=lambda one: away(one.name), default=moves[0])
        return near if goals and user_rng.random() < 0.8 else user_rng.choice(moves)

    return choose


TASTES = {"siege-by-number": eager_to_arrive}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_clicking(guests: Guests, game: str) -> None:
    person = guests.come()
    person.sits(guests.site.table(game, "me", "1", **GAMES[game]), game, 0)
    taste = TASTES.get(game, anything)
    assert person.plays_on(taste(random.Random(5))), "the game does not end"
    person.sees("See it again")
    person.pictures_itself(game)
