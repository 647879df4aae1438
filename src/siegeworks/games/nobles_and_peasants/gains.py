"""What a seat has got from one position to a later one, in words. Hints, never rules."""

from __future__ import annotations

from typing import Any

from siegeworks.core.advice import Gain
from siegeworks.core.bits import count_bits, holds
from siegeworks.core.contract import Observation, Seat
from siegeworks.core.text import counted
from siegeworks.games.nobles_and_peasants.comments import in_reach
from siegeworks.games.nobles_and_peasants.rules import first_towers, last_score

A_POINT = 1.0
A_LAST_POINT = 0.9  # the last score can still change
A_CIRCLE = 0.3  # that can score
A_TOWER = 0.5  # in the hand
A_NEXT_POINT = 0.2  # for a stone that can be placed next


def gains(params: Any, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """Points, points of the last score as it is now, circles that can score, and towers in hand."""
    points = int(after.score[seat]) - int(before.score[seat])
    last = int(last_score(params, after, seat)) - int(last_score(params, before, seat))
    circles = in_reach(params, after, seat) - in_reach(params, before, seat)
    towers = int(after.hand[seat]) - int(before.hand[seat])
    return [
        Gain("points", A_POINT * points, f"score {counted(points, 'point')}", str(points)),
        Gain(
            "last",
            A_LAST_POINT * last,
            f"add {counted(last, 'point')} to the last score",
            str(last),
        ),
        Gain(
            "circles",
            A_CIRCLE * circles,
            f"bring {counted(circles, 'more circle')} into sight of a tower",
            str(circles),
        ),
        Gain(
            "towers",
            A_TOWER * towers,
            f"take back {counted(towers, 'tower')}",
            str(towers),
        ),
        *next_stone(params, after, seat),
    ]


def next_stone(params: Any, after: Observation, seat: Seat) -> list[Gain]:
    """R5: the most that the seat to act can score with a stone from an end of the row."""
    if after.to_act != seat or after.row_step or after.length == 0:
        return []
    towers = max(
        (
            count_bits(first_towers(params, after, circle) & after.towers[seat])
            for circle in range(len(params.ray))
            if holds(after.empty, circle)
        ),
        default=0,
    )
    ends = (after.row[0], after.row[after.length - 1])
    most = max(int(params.points[seat, stone]) * int(towers) for stone in ends)
    words = f"score up to {counted(most, 'point')} with a stone"
    return [Gain("next stone", A_NEXT_POINT * most, words, f"up to {most}")]
