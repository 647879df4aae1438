"""Round robin: everybody plays everybody; at tables of three and four, in balanced groups"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise

from siegeworks.server.people.tournaments.standings import (
    Entrant,
    Pairing,
    best_first,
    in_turn_order,
    meetings,
    next_round,
)

BYE = -1
MOST_FULL = 24  # players at tables of three or four of whom all meet; of more only most do
AGAIN = 10  # what it costs that two meet again; more than any few meetings of others save


def schedule(entrants: Sequence[Entrant]) -> list[Pairing]:
    """All rounds of a round robin at tables of two, by the circle method: one stays, the others
    move around. Each has the first seat as often as the second, or once more or less."""
    circle = [entrant.number for entrant in entrants]
    if len(circle) < 2:
        return []
    stays, *ring = [BYE] * (len(circle) % 2) + circle
    games: list[Pairing] = []
    for number in range(1, len(ring) + 1):
        # Those who face each other along the ring; the one that stays alternates.
        pairs = [(stays, ring[0]) if number % 2 else (ring[0], stays)]
        for index in range(1, (len(ring) + 1) // 2):
            pair = ring[index], ring[-index]
            pairs.append(pair if index % 2 else pair[::-1])
        games += [_game(number, pair) for pair in pairs]
        ring = [*ring[1:], ring[0]]
    return games


def _game(number: int, pair: tuple[int, int]) -> Pairing:
    present = tuple(entrant for entrant in pair if entrant != BYE)
    return Pairing(number, present, (0.0,) if len(present) == 1 else None)


def rounds_for_all(entrants: int, seats: int) -> int:
    """After how many rounds at tables of so many seats everybody can have met everybody."""
    return max(1, -(-(entrants - 1) // (seats - 1)))


@cache
def rounds_until_met(entrants: int, seats: int) -> int:
    """After how many rounds of `pair_groups` everybody has met everybody, if nobody withdraws. Of
    more than `MOST_FULL`, after how many that could be, in the best case."""
    if entrants > MOST_FULL:
        return rounds_for_all(entrants, seats)
    people, played = [Entrant(number) for number in range(entrants)], list[Pairing]()
    left = {frozenset(pair) for pair in combinations(range(entrants), 2)}
    rounds = 0
    while left:
        games = pair_groups(people, played, seats)
        played += games
        left -= {frozenset(pair) for game in games for pair in combinations(game.seats, 2)}
        rounds += 1
    return rounds


def pair_groups(
    entrants: Sequence[Entrant], played: Sequence[Pairing], seats: int, *, by_points: bool = False
) -> list[Pairing]:
    """The next round at tables of three or four: groups of those who have met least or, as in a
    Swiss, have about as many points. Those who have withdrawn are left out. Those who are left over
    sit out, who has done so least first, for an average of points."""
    number, met = next_round(played), meetings(played)
    byes = Counter(pairing.seats[0] for pairing in played if pairing.is_bye)
    ordered = best_first(entrants, played) if by_points else entrants
    here = [entrant.number for entrant in ordered if not entrant.is_gone]
    out = sorted(here, key=lambda player: (byes[player], -player))[: len(here) % seats]
    left = [player for player in here if player not in out]
    grouped = _groups_by_points if by_points else _groups
    groups = grouped(left, met, seats)
    games = [Pairing(number, group) for group in in_turn_order(groups, played)]
    return games + [Pairing(number, (player,), (1 / seats,)) for player in out]


def _groups(here: list[int], met: Counter[frozenset[int]], seats: int) -> list[list[int]]:
    """Groups in which few have met: made one after the other, then two at a time exchange members
    as long as that helps."""
    left, groups = list(here), []
    while left:
        group = [left.pop(0)]
        while len(group) < seats:
            best = min(left, key=lambda player: _meetings(player, group, met))
            left.remove(best)
            group.append(best)
        groups.append(group)
    is_better = True
    while is_better:
        is_better = False
        for group, other in combinations(groups, 2):
            is_better = _exchange(group, other, met) or is_better
    return groups


def _groups_by_points(
    ordered: Sequence[int], met: Counter[frozenset[int]], seats: int
) -> list[list[int]]:
    """Groups from the top down; those next to each other exchange members who have met."""
    groups = [list(ordered[at : at + seats]) for at in range(0, len(ordered), seats)]
    for _ in groups:
        if not any([_exchange(group, other, met) for group, other in pairwise(groups)]):
            break
    return groups


def _meetings(entrant: int, group: Sequence[int], met: Counter[frozenset[int]]) -> int:
    """What it costs that an entrant meets a group: the fewer of it were met before, the less; times
    are squared, so that nobody is met again and again."""
    times = (met[frozenset((entrant, other))] for other in group if other != entrant)
    return sum(AGAIN + often**2 for often in times if often)


def _exchange(own: list[int], other: list[int], met: Counter[frozenset[int]]) -> bool:
    """Exchange two members of groups if fewer have met then."""
    for left in range(len(own)):
        for right in range(len(other)):
            a, b = own[left], other[right]
            now = _meetings(a, own, met) + _meetings(b, other, met)
            rest_own, rest_other = own[:left] + own[left + 1 :], other[:right] + other[right + 1 :]
            if _meetings(b, rest_own, met) + _meetings(a, rest_other, met) < now:
                own[left], other[right] = b, a
                return True
    return False
