"""Swiss: in every round one plays somebody with about as many points, and nobody twice.

The rules, from the top down by points and rating. Who is next plays the first of those who are
left, in this order: those with as many points, beginning in the middle of them, so that the upper
half meets the lower; then those with fewer points, the most first. Among those with as many points,
they come later if both have had the same seat too often. A wish that would make it impossible to
pair all others is passed over. If the number is odd, the last who has not done so yet sits out.

No two meet twice, and no two meet of whom one would have had the same seat three times more often
than the other, unless there is no other way.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from siegeworks.server.people.tournaments.matching import Matching
from siegeworks.server.people.tournaments.standings import (
    Entrant,
    Pairing,
    best_first,
    next_round,
    total_points,
)

MOST_AHEAD = 2  # times that one may have had one of the two seats more often than the other


class Candidate(NamedTuple):
    """An entrant who plays in the next round."""

    number: int
    points: float
    met: frozenset[int]
    ahead: int  # how many times more often in the first seat than in the second
    last: int  # seat in the last game; -1: none
    byes: int


MayMeet = Callable[[Candidate, Candidate], bool]


def pair_round(entrants: Sequence[Entrant], played: Sequence[Pairing]) -> list[Pairing]:
    """The next round, once all games before are over, without those who have withdrawn."""
    number = next_round(played)
    players = _candidates(entrants, played)
    if len(players) < 2:
        return [Pairing(number, (player.number,), (1.0,)) for player in players]
    rules = (_may_meet_evenly, _may_meet, _may_always_meet)
    for may_meet, most_byes in product(rules, sorted({player.byes for player in players})):
        pairs = _pairs(players, may_meet, most_byes)
        if pairs is None:
            continue
        games = [
            Pairing(number, _seated(players[place], players[other], board))
            for board, (place, other) in enumerate(pairs)
        ]
        paired = {seat for game in games for seat in game.seats}
        out = [player.number for player in players if player.number not in paired]
        return games + [Pairing(number, (player,), (1.0,)) for player in out]
    raise AssertionError("anybody may meet anybody in the end")


def _candidates(entrants: Sequence[Entrant], played: Sequence[Pairing]) -> list[Candidate]:
    """Who plays, the best first."""
    total, players = total_points(played), []
    for entrant in best_first(entrants, played):
        own = [pairing for pairing in played if entrant.number in pairing.seats]
        seats = [game.seats.index(entrant.number) for game in own if not game.is_bye]
        met = {seat for game in own for seat in game.seats} - {entrant.number}
        players.append(
            Candidate(
                *(entrant.number, total[entrant.number], frozenset(met)),
                seats.count(0) - seats.count(1),
                seats[-1] if seats else -1,
                sum(game.is_bye for game in own),
            )
        )
    return players


def _may_meet_evenly(player: Candidate, other: Candidate) -> bool:
    ahead = min(player.ahead, other.ahead), max(player.ahead, other.ahead)
    return _may_meet(player, other) and ahead[0] < MOST_AHEAD and ahead[1] > -MOST_AHEAD


def _may_meet(player: Candidate, other: Candidate) -> bool:
    return other.number not in player.met


def _may_always_meet(player: Candidate, other: Candidate) -> bool:
    return True


def _pairs(
    players: Sequence[Candidate], may_meet: MayMeet, most_byes: int
) -> list[tuple[int, int]] | None:
    """Pairs by place, from the top down; None: there is no way."""
    matching = Matching(len(players), lambda place, other: may_meet(players[place], players[other]))
    left = list(range(len(players)))
    if len(left) % 2:
        for place in reversed(range(len(players))):
            others = [other for other in left if other != place]
            if players[place].byes <= most_byes and matching.complete(others):
                left = others
                break
        else:
            return None
    elif not matching.complete(left):
        return None
    pairs = []
    while left:
        first = left[0]
        other = next(other for other in _wishes(players, left) if matching.take(first, other))
        pairs.append((first, other))
        left = [place for place in left if place not in (first, other)]
    return pairs


def _wishes(players: Sequence[Candidate], left: Sequence[int]) -> Iterator[int]:
    """Whom the first of those who are left should meet, the best first."""
    place, *others = left
    first = players[place]
    alike = [other for other in others if players[other].points == first.points]
    middle = max(0, (len(alike) + 1) // 2 - 1)
    wishes = alike[middle:] + alike[:middle][::-1]
    yield from sorted(wishes, key=lambda other: first.ahead * players[other].ahead > 0)
    yield from others[len(alike) :]


def _seated(player: Candidate, other: Candidate, board: int) -> tuple[int, int]:
    """Who of two has the first seat: who has had it less often; then who did not have it last;
    then the better on every second board."""
    is_first = player.ahead < other.ahead
    if player.ahead == other.ahead:
        is_first = player.last > other.last if player.last != other.last else board % 2 == 0
    return (player.number, other.number) if is_first else (other.number, player.number)
