"""Arena: for a fixed time, those who are free play each other, with about as many points"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from siegeworks.server.people.tournaments.standings import Entrant, Pairing, total_points


def pair_free(
    entrants: Sequence[Entrant], pairings: Sequence[Pairing], free: Collection[int], seats: int
) -> list[Pairing]:
    """New games for those who are free, by points, then by rating; those who have played most
    are left over. Nobody plays those of the last game again, as long as others are in the arena.

    Args:
        entrants: all; those who have withdrawn are left out.
        pairings: all games so far, also those that are going on.
        free: the entrants who wait for a game.
        seats: of a table.
    """
    number = 1 + max((pairing.round for pairing in pairings), default=0)
    total, last = total_points(pairings), {}
    for pairing in pairings:
        for entrant in pairing.seats:
            last[entrant] = set(pairing.seats)
    here = [one for one in entrants if not one.is_gone]
    is_small = len(here) <= seats
    waiting = sorted(
        (one for one in here if one.number in free),
        key=lambda one: (-total[one.number], -one.rating, one.number),
    )
    games_of = Counter(entrant for pairing in pairings for entrant in pairing.seats)
    left_over = sorted(waiting[::-1], key=lambda one: -games_of[one.number])[: len(waiting) % seats]
    left = [one.number for one in waiting if one not in left_over]
    games: list[Pairing] = []
    while len(left) >= seats:
        group = [left.pop(0)]
        for other in list(left):
            again = last.get(other, set()).intersection(group)
            if len(group) < seats and (is_small or not again):
                group.append(other)
                left.remove(other)
        if len(group) == seats:
            games.append(Pairing(number, _seated(group, pairings)))
        # else the first waits until somebody else is free
    return games


def _seated(group: Sequence[int], pairings: Sequence[Pairing]) -> tuple[int, ...]:
    """A group in turn order: each seat goes to who has had it least."""
    left, order = list(group), []
    for seat in range(len(group)):
        entrant = min(
            left,
            key=lambda one: sum(
                len(game.seats) > seat and game.seats[seat] == one for game in pairings
            ),
        )
        left.remove(entrant)
        order.append(entrant)
    return tuple(order)
