"""A short game for the tests of the page."""

import random

from tests.web.user import Clickable, ClickPolicy

SHORT = {"corners": "adjacent"}


def policy(rng: random.Random) -> ClickPolicy:
    """Move towards the Home Base E most of the time, so that the game ends soon."""

    def distance(place: str) -> int:
        return 0 if place == "E" else 1 + abs(ord(place[0]) - ord("j")) + abs(int(place[1:]) - 4)

    def choose(shown: list[Clickable]) -> Clickable:
        moves = [clickable for clickable in shown if clickable.kind != "button"] or shown
        goals = [
            clickable
            for clickable in moves
            if clickable.kind in ("go", "capture") and clickable.name not in "NSW"
        ]
        nearest = min(goals, key=lambda clickable: distance(clickable.name), default=moves[0])
        return nearest if goals and rng.random() < 0.8 else rng.choice(moves)

    return choose
