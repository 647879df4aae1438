"""Standings of a tournament: points, and what decides between those who have as many.

In this order: points; Buchholz, the points of all opponents together; Sonneborn-Berger, the points
of each opponent times what was won against them; head to head, the points from games among those
who are still equal; the rating at the start; who entered first. In an arena, where some play more
games than others, fewer games come in the place of the first two.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple


class Entrant(NamedTuple):
    """One who plays in a tournament."""

    number: int  # by order of entry; names an entrant
    rating: float = 0.0  # at the start, in points
    is_gone: bool = False  # has withdrawn
    account: str = ""  # "" where it does not matter: for pairing


class Pairing(NamedTuple):
    """A game of a tournament, or a round without one."""

    round: int  # from 1 on
    seats: tuple[int, ...]  # entrants in turn order; a single one sits out
    points: tuple[float, ...] | None = None  # of each, 1 in all but for byes; None: not over yet

    @property
    def is_bye(self) -> bool:
        """Does an entrant sit out?"""
        return len(self.seats) == 1


class StandingsRow(NamedTuple):
    """How an entrant stands."""

    entrant: Entrant
    place: int  # from 1 on
    points: float
    games: int  # that are over, byes among them
    buchholz: float
    sonneborn_berger: float


def points_of(seats: int, winners: Sequence[int]) -> tuple[float, ...]:
    """What a game gives to its seats: one point, which the winners share."""
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))


def total_points(pairings: Iterable[Pairing]) -> defaultdict[int, float]:
    """The points of every entrant who has some."""
    total: defaultdict[int, float] = defaultdict(float)
    for pairing in pairings:
        for entrant, points in zip(pairing.seats, pairing.points or (), strict=False):
            total[entrant] += points
    return total


def best_first(entrants: Iterable[Entrant], pairings: Iterable[Pairing]) -> list[Entrant]:
    """Those who have not withdrawn, by points, then by rating."""
    total = total_points(pairings)
    here = (player for player in entrants if not player.is_gone)
    return sorted(here, key=lambda player: (-total[player.number], -player.rating, player.number))


def next_round(pairings: Iterable[Pairing]) -> int:
    """The number of the round that follows."""
    return 1 + max((pairing.round for pairing in pairings), default=0)


def meetings(pairings: Iterable[Pairing]) -> Counter[frozenset[int]]:
    """How often each two have met."""
    return Counter(frozenset(pair) for game in pairings for pair in combinations(game.seats, 2))


def in_turn_order(
    groups: Iterable[Sequence[int]], pairings: Iterable[Pairing]
) -> list[tuple[int, ...]]:
    """Groups in turn order: each seat goes to who has had it least."""
    had = Counter(place for game in pairings if not game.is_bye for place in enumerate(game.seats))
    ordered = []
    for group in groups:
        left, order = list(group), list[int]()
        for seat in range(len(group)):
            order.append(min(left, key=lambda number: had[seat, number]))
            left.remove(order[-1])
        ordered.append(tuple(order))
    return ordered


def standings(
    entrants: Sequence[Entrant], pairings: Sequence[Pairing], *, is_arena: bool = False
) -> list[StandingsRow]:
    """All entrants, the first first. A round that an entrant sat out counts as one against an
    opponent with as many points as the entrant."""
    over = [pairing for pairing in pairings if pairing.points is not None]
    total = total_points(over)
    games: defaultdict[int, int] = defaultdict(int)
    buchholz: defaultdict[int, float] = defaultdict(float)
    berger: defaultdict[int, float] = defaultdict(float)
    for pairing in over:
        for entrant, points in zip(pairing.seats, pairing.points or (), strict=True):
            games[entrant] += 1
            others = [other for other in pairing.seats if other != entrant] or [entrant]
            strength = sum(total[other] for other in others)
            buchholz[entrant] += strength
            berger[entrant] += points * strength

    def first(entrant: Entrant) -> tuple[float, ...]:
        number = entrant.number
        if is_arena:
            return (-total[number], games[number])
        return (-total[number], -round(buchholz[number], 6), -round(berger[number], 6))

    equal: defaultdict[tuple[float, ...], set[int]] = defaultdict(set)
    for player in entrants:
        equal[first(player)].add(player.number)
    mutual = {
        player.number: _among(over, player.number, equal[first(player)]) for player in entrants
    }
    ordered = sorted(
        entrants,
        key=lambda player: (*first(player), -mutual[player.number], -player.rating, player.number),
    )
    return [
        StandingsRow(
            *(player, place, total[player.number], games[player.number]),
            *(buchholz[player.number], berger[player.number]),
        )
        for place, player in enumerate(ordered, 1)
    ]


def _among(pairings: Iterable[Pairing], entrant: int, equal: set[int]) -> float:
    """The points of an entrant from games in which all are equal with it."""
    return sum(
        (pairing.points or ())[pairing.seats.index(entrant)]
        for pairing in pairings
        if not pairing.is_bye and entrant in pairing.seats and equal.issuperset(pairing.seats)
    )
