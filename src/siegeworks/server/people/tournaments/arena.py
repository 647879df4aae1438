"""Arena: for a fixed time, those who are free play each other, with about as many points"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from siegeworks.server.people.tournaments.standings import (
    Entrant,
    Pairing,
    best_first,
    in_turn_order,
    meetings,
    next_round,
)

MayMeet = Callable[[int, int], bool]


def pair_free(
    entrants: Sequence[Entrant], pairings: Sequence[Pairing], free: Collection[int], seats: int
) -> list[Pairing]:
    """New games for those who are free, by points, then by rating; those who have played most are
    left over if that leaves a game to the others. Nobody plays those of the last game again, unless
    they would wait for nothing: not even if everybody were free could they play others. `pairings`
    are all games so far, also those that are going on."""
    here = [entrant.number for entrant in best_first(entrants, pairings)]
    waiting = [number for number in here if number in free]
    rested, may_meet = _rested(waiting, pairings, seats), _not_again(pairings)
    groups = _groups(rested, seats, may_meet) or _groups(waiting, seats, may_meet)
    if not groups and not _groups(here, seats, may_meet):
        groups = _groups_again(rested, pairings, seats)
    number = next_round(pairings)
    return [Pairing(number, group) for group in in_turn_order(groups, pairings)]


def _rested(waiting: Sequence[int], pairings: Sequence[Pairing], seats: int) -> list[int]:
    """As many as fill tables: without those who have played most."""
    games_of = Counter(entrant for pairing in pairings for entrant in pairing.seats)
    by_games = sorted(reversed(waiting), key=lambda number: -games_of[number])
    left_over = by_games[: len(waiting) % seats]
    return [number for number in waiting if number not in left_over]


def _not_again(pairings: Sequence[Pairing]) -> MayMeet:
    """May two meet: was their game together the last of neither?"""
    last: Mapping[int, tuple[int, ...]] = {
        entrant: pairing.seats for pairing in pairings for entrant in pairing.seats
    }
    return lambda own, other: other not in last.get(own, ()) and own not in last.get(other, ())


def _groups(ordered: Sequence[int], seats: int, may_meet: MayMeet) -> list[list[int]]:
    """Groups from the top down, each of the first who may all meet; who finds no others waits."""
    left, groups = list(ordered), []
    while len(left) >= seats:
        group = _first_group(left[:1], left[1:], seats, may_meet)
        left = [number for number in left[1:] if number not in group]
        if group:
            groups.append(group)
    return groups


def _first_group(
    group: list[int], others: Sequence[int], seats: int, may_meet: MayMeet
) -> list[int]:
    """A group filled up with the first of the others who may all meet; empty: there is none."""
    if len(group) == seats:
        return group
    for place, other in enumerate(others):
        if all(may_meet(member, other) for member in group):
            full = _first_group([*group, other], others[place + 1 :], seats, may_meet)
            if full:
                return full
    return []


def _groups_again(
    ordered: Sequence[int], pairings: Sequence[Pairing], seats: int
) -> list[list[int]]:
    """Groups from the top down, each with those whom its members have met least often."""
    met = meetings(pairings)
    left, groups = list(ordered), []
    while len(left) >= seats:
        group = [left.pop(0)]
        while len(group) < seats:
            often = {own: sum(met[frozenset((own, other))] for other in group) for own in left}
            group.append(min(left, key=often.__getitem__))
            left.remove(group[-1])
        groups.append(group)
    return groups
