"""What an action does, and what a seat has got from it, in words. Hints, never rules."""

from typing import Any

from siegeworks.core.advice import Gain
from siegeworks.core.bits import count_bits, has, holds
from siegeworks.core.contract import TERMINAL, Observation, Seat
from siegeworks.core.text import capitalized, counted, listed
from siegeworks.games.nobles_and_peasants.notation import seat_names
from siegeworks.games.nobles_and_peasants.params import COLOUR_NAMES
from siegeworks.games.nobles_and_peasants.rules import apply_action, first_towers, last_score
from siegeworks.games.nobles_and_peasants.state import LEFT_STONE, LEFT_TO, RIGHT_STONE


def comment(params: Any, seen: Observation, action: int) -> str:
    """What the action scores, how it changes the last score, and whether it ends the game."""
    after = seen.copy()
    apply_action(params, after, action)
    clauses = list(_points_now(params, seen, action))
    if after.to_act == TERMINAL:
        clauses.append(_ending(params, after, int(seen.to_act)))
    elif action < LEFT_STONE:
        clauses += _last_scores(params, seen, after) or _circles_in_reach(params, seen, after)
    elif action >= LEFT_TO:
        clauses += _ends_of_row(params, seen, after)
    return ", ".join(clauses)


def _points_now(params: Any, seen: Observation, action: int) -> list[str]:
    """What a stone scores at once."""
    if not LEFT_STONE <= action < LEFT_TO:
        return []
    from_left = action < RIGHT_STONE
    circle = action - (LEFT_STONE if from_left else RIGHT_STONE)
    points = points_of(params, seen, from_left, circle)
    gains = [f"{won} for {_name(params, seen, seat)}" for seat, won in points.items() if won]
    return [f"scores {listed(gains)}"] if gains else []


def points_of(params: Any, seen: Observation, from_left: bool, circle: int) -> dict[Seat, int]:
    """What an end stone of the row brings to each seat on this circle (R5); the seat to act comes
    first."""
    stone = seen.row[0] if from_left else seen.row[seen.length - 1]
    towers = first_towers(params, seen, circle)
    return {
        seat: int(params.points[seat, stone] * count_bits(towers & seen.towers[seat]))
        for seat in _order(params, int(seen.to_act))
    }


def _last_scores(params: Any, seen: Observation, after: Observation) -> list[str]:
    """How a tower changes the last score as it is now."""
    comments = []
    for seat in _order(params, int(seen.to_act)):
        more = last_score(params, after, seat) - last_score(params, seen, seat)
        if more != 0:
            change = f"adds {more} for" if more > 0 else f"takes {-more} from"
            comments.append(f"{change} {_name(params, seen, seat)}")
    return [f"{listed(comments)} in the last score"] if comments else []


def _circles_in_reach(params: Any, seen: Observation, after: Observation) -> list[str]:
    """On how many more empty circles a stone would score for the seat that has set a tower (R5)."""
    seat = int(seen.to_act)
    more = in_reach(params, after, seat) - in_reach(params, seen, seat)
    if more > 0:
        return [f"brings {counted(more, 'more circle')} into sight of your towers"]
    if more < 0:
        return [f"gives up {counted(-more, 'circle')} that could score for you"]
    less = {
        other: in_reach(params, seen, other) - in_reach(params, after, other)
        for other in _order(params, int(seen.to_act))[1:]
    }
    circles = [
        f"{counted(n, 'circle')} from {_name(params, seen, other)}"
        for other, n in less.items()
        if n > 0
    ]
    return [f"takes {listed(circles)}"] if circles else ["keeps what can score for you"]


def in_reach(params: Any, seen: Observation, seat: Seat) -> int:
    """How many empty circles have a tower of the seat as the first in some direction."""
    return sum(
        bool(first_towers(params, seen, circle) & seen.towers[seat])
        for circle in range(len(params.ray))
        if has(seen.empty, circle)
    )


def _ends_of_row(params: Any, seen: Observation, after: Observation) -> list[str]:
    """Which stones the next seat finds at the ends of the row, if they have changed."""
    if _ends(seen) == _ends(after):
        return []
    left, right = _ends(after)
    seat = capitalized(seat_names(params)[after.to_act])
    return [f"leaves {seat} {left} and {right} at the ends of the row"]


def _ends(seen: Observation) -> tuple[str, str]:
    return COLOUR_NAMES[seen.row[0]], COLOUR_NAMES[seen.row[seen.length - 1]]


def _ending(params: Any, after: Observation, seat: Seat) -> str:
    totals = " to ".join(str(after.score[other]) for other in _order(params, seat))
    if not after.winners >> seat & 1:
        return f"ends the game and loses, {totals}"
    shared = after.winners != 1 << seat
    return f"{'ends the game with a shared win' if shared else 'wins at once'}, {totals}"


def _order(params: Any, seat: Seat) -> list[int]:
    """All seats, this one first."""
    return [(seat + i) % int(params.seats) for i in range(int(params.seats))]


def _name(params: Any, seen: Observation, seat: Seat) -> str:
    return "you" if seat == seen.to_act else capitalized(seat_names(params)[seat])


# What a seat has got ------------------------------------------------------------------------------

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
        Gain("towers", A_TOWER * towers, f"take back {counted(towers, 'tower')}", str(towers)),
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
