"""Pairings of tournaments, held against slow implementations of their own."""

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from siegeworks.play.clock import ClockSettings
from siegeworks.server.people.tournaments.arena import pair_free
from siegeworks.server.people.tournaments.matching import Matching
from siegeworks.server.people.tournaments.round_robin import pair_groups, rounds_for_all, schedule
from siegeworks.server.people.tournaments.rounds import next_games, rounds_of
from siegeworks.server.people.tournaments.standings import (
    Entrant,
    Pairing,
    points_of,
    standings,
    total_points,
)
from siegeworks.server.people.tournaments.swiss import pair_round
from siegeworks.server.people.tournaments.tournament_rows import (
    Tournament,
    TournamentGame,
    Whole,
)

CUP = Tournament(
    *("cup", "Cup", "swiss", "kings-ransom", {}, 2, ClockSettings(300_000), True),
    *(0, 0, 300, "p1", 0.0),
)


def entrants(count: int, rng: random.Random) -> list[Entrant]:
    """So many, with random ratings."""
    return [Entrant(number, rng.gauss(1500, 300)) for number in range(count)]


def play(
    pairings: Sequence[Pairing], people: Sequence[Entrant], rng: random.Random
) -> list[Pairing]:
    """Random results, which ratings make more likely; some draws."""
    ratings = {entrant.number: entrant.rating for entrant in people}
    over = []
    for pairing in pairings:
        if pairing.points is None:
            results = [ratings[seat] + rng.gauss(0, 250) for seat in pairing.seats]
            best = max(results)
            winners = [seat for seat, result in enumerate(results) if best - result < 30]
            over.append(pairing._replace(points=points_of(len(pairing.seats), winners)))
        else:
            over.append(pairing)
    return over


# Swiss, by rules written down a second time -------------------------------------------------------


def all_pairs(left: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to make pairs of all."""
    if not left:
        yield []
        return
    for other in left[1:]:
        rest = [number for number in left[1:] if number != other]
        for pairs in all_pairs(rest):
            yield [(left[0], other), *pairs]


def slow_swiss(people: Sequence[Entrant], played: Sequence[Pairing]) -> set[frozenset[int]]:
    """The pairs of the next round, a single number for who sits out: of all ways that keep the
    strictest rule that can be kept, the one whose first pair is wished for most, then its second,
    and so on."""
    score = total_points(played)
    met, first, byes = set(), Counter[int](), Counter[int]()
    for game in played:
        if len(game.seats) == 1:
            byes[game.seats[0]] += 1
        else:
            met.add(frozenset(game.seats))
            first.update({game.seats[0]: 1, game.seats[1]: -1})
    here = [entrant for entrant in people if not entrant.is_gone]
    order = [
        entrant.number
        for entrant in sorted(here, key=lambda e: (-round(score[e.number], 6), -e.rating, e.number))
    ]

    def rank(pairs: list[tuple[int, int]]) -> list[tuple[int, ...]]:
        ranks: list[tuple[int, ...]] = []
        partner = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
        left = [number for number in order if number in partner]
        while left:
            top = left.pop(0)
            level = round(score[top], 6)
            alike = [number for number in left if round(score[number], 6) == level]
            half = max((len(alike) + 1) // 2 - 1, 0)
            chosen = partner[top]
            left.remove(chosen)
            if chosen not in alike:
                below = [number for number in order if number in left or number == chosen]
                ranks.append((1, 0, [o for o in below if o not in alike].index(chosen)))
                continue
            clash = int(first[top] * first[chosen] > 0)
            at = alike.index(chosen)
            ranks.append((0, clash, at - half if at >= half else len(alike) - at))
        return ranks

    def allowed(pairs: list[tuple[int, int]], strictness: int) -> bool:
        for a, b in pairs:
            if strictness >= 1 and frozenset((a, b)) in met:
                return False
            if strictness == 2 and (min(first[a], first[b]) >= 2 or max(first[a], first[b]) <= -2):
                return False
        return True

    for strictness in (2, 1, 0):
        for most in sorted({byes[number] for number in order}):
            out: list[int | None] = [None]
            if len(order) % 2:
                out = [number for number in reversed(order) if byes[number] <= most]
            for bye in out:
                ways = [
                    way
                    for way in all_pairs([n for n in order if n != bye])
                    if allowed(way, strictness)
                ]
                if ways:
                    best = min(ways, key=rank)
                    alone = set() if bye is None else {frozenset((bye,))}
                    return {frozenset(pair) for pair in best} | alone
    raise AssertionError


@pytest.mark.parametrize("seed", range(12))
def test_swiss_pairs_as_its_rules_written_down_a_second_time(seed: int) -> None:
    rng = random.Random(seed)
    people = entrants(rng.choice([2, 3, 4, 5, 6, 7, 8]), rng)
    played: list[Pairing] = []
    for _ in range(rng.randint(1, 7)):
        games = pair_round(people, played)
        assert {frozenset(game.seats) for game in games} == slow_swiss(people, played)
        played += play(games, people, rng)
        if rng.random() < 0.2:  # somebody leaves
            people[rng.randrange(len(people))] = people[0]._replace(number=99 + len(played))
            people = [
                entrant._replace(number=n) if entrant.number > 90 else entrant
                for n, entrant in enumerate(people)
            ]


@pytest.mark.parametrize("count", [2, 3, 5, 16, 33, 64, 200])
def test_swiss_keeps_its_promises_in_random_tournaments(count: int) -> None:
    rng = random.Random(count)
    people, played = entrants(count, rng), list[Pairing]()
    rounds = min(count // 2, 1 + math.ceil(math.log2(count)))
    for number in range(1, rounds + 1):
        games = pair_round(people, played)
        seated = [seat for game in games for seat in game.seats]
        here = [entrant.number for entrant in people if not entrant.is_gone]
        assert sorted(seated) == sorted(here)
        assert all(game.round == number for game in games)
        assert sum(game.is_bye for game in games) == len(here) % 2
        played += play(games, people, rng)
        if count > 30 and number in (2, 4):  # one leaves, one comes late
            gone = rng.randrange(len(people))
            people[gone] = people[gone]._replace(is_gone=True)
            people.append(Entrant(len(people), 1500))
    met = Counter(frozenset(game.seats) for game in played if not game.is_bye)
    assert max(met.values(), default=1) == 1
    byes = Counter(game.seats[0] for game in played if game.is_bye)
    assert max(byes.values(), default=1) == 1
    for entrant in people:
        seats = [
            game.seats.index(entrant.number)
            for game in played
            if entrant.number in game.seats and not game.is_bye
        ]
        assert abs(seats.count(0) - seats.count(1)) <= 2
    if count >= 16:  # points differ little between those who meet
        total = dict.fromkeys(range(len(people)), 0.0)
        far = 0
        for game in sorted(played, key=lambda game: game.round):
            if not game.is_bye:
                far += abs(total[game.seats[0]] - total[game.seats[1]]) > 1
            for seat, points in zip(game.seats, game.points or (), strict=True):
                total[seat] += points
        assert far <= len(played) / 20


def test_swiss_meets_again_only_if_there_is_no_other_way() -> None:
    people, played = entrants(4, random.Random(1)), list[Pairing]()
    rng = random.Random(2)
    for _ in range(3):
        played += play(pair_round(people, played), people, rng)
    assert len({frozenset(game.seats) for game in played}) == 6
    again = pair_round(people, played)
    assert len(again) == 2


def test_a_tournament_of_one_who_is_left_is_a_bye() -> None:
    people = [Entrant(0), Entrant(1, is_gone=True)]
    assert pair_round(people, []) == [Pairing(1, (0,), (1.0,))]
    assert pair_round([Entrant(0, is_gone=True)], []) == []


@pytest.mark.parametrize("seed", range(30))
def test_as_many_pairs_are_found_as_there_can_be(seed: int) -> None:
    rng = random.Random(seed)
    size = rng.randint(2, 9)
    edges = {pair for pair in combinations(range(size), 2) if rng.random() < rng.choice([0.2, 0.5])}

    def most(left: frozenset[int]) -> int:
        if len(left) < 2:
            return 0
        first = min(left)
        rest = left - {first}
        near = [other for other in rest if (first, other) in edges]
        return max([most(rest), *(1 + most(rest - {other}) for other in near)])

    matching = Matching(size, lambda first, other: (min(first, other), max(first, other)) in edges)
    is_perfect = matching.complete(range(size))
    pairs = sum(partner >= 0 for partner in matching.partner) // 2
    assert pairs == most(frozenset(range(size)))
    assert is_perfect == (2 * pairs == size)


# Round robin --------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 3, 4, 7, 12, 33, pytest.param(200, marks=pytest.mark.long)])
def test_a_round_robin_has_every_pair_once_and_balances_seats(count: int) -> None:
    games = schedule([Entrant(number) for number in range(count)])
    played = [game for game in games if not game.is_bye]
    pairs = Counter(frozenset(game.seats) for game in played)
    assert len(pairs) == count * (count - 1) // 2
    assert set(pairs.values()) == {1}
    for round_ in {game.round for game in games}:
        seats = [seat for game in games if game.round == round_ for seat in game.seats]
        assert sorted(seats) == list(range(count))
    for number in range(count):
        first = sum(game.seats[0] == number for game in played)
        assert abs(2 * first - (count - 1)) <= 1


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("count", [4, 9, 13, 16, 64])
def test_groups_are_balanced(seats: int, count: int) -> None:
    people, played = [Entrant(number) for number in range(count)], list[Pairing]()
    rng = random.Random(seats)
    rounds = rounds_for_all(count, seats) if count < 60 else 8
    for _ in range(rounds):
        games = pair_groups(people, played, seats)
        assert sorted(seat for game in games for seat in game.seats) == list(range(count))
        assert sum(game.is_bye for game in games) == count % seats
        played += play(games, people, rng)
    met = Counter(frozenset(p) for game in played for p in combinations(game.seats, 2))
    if count > 8:
        assert max(met.values()) <= 3
        assert len(met) >= 0.6 * min(count * (count - 1) / 2, met.total())
    byes = Counter(game.seats[0] for game in played if game.is_bye)
    times = [byes[number] for number in range(count)]
    assert max(times) - min(times) <= 1


@pytest.mark.parametrize("seats", [3, 4])
def test_in_a_round_robin_everybody_meets_everybody_at_larger_tables_too(seats: int) -> None:
    for count in range(5, 13):
        whole = Whole(
            CUP._replace(kind="round-robin", seats=seats, state="running"),
            [Entrant(number, 1500) for number in range(count)],
            [],
        )
        rounds = rounds_of(whole.tournament, count)
        assert rounds <= 8
        for number in range(1, rounds + 1):
            new = next_games(whole._replace(tournament=whole.tournament._replace(rounds=rounds)))
            over = play(new, whole.entrants, random.Random(number))
            whole.games.extend(TournamentGame(game, board) for board, game in enumerate(over))
            whole = whole._replace(tournament=whole.tournament._replace(round=number))
        met = {frozenset(pair) for game in whole.pairings for pair in combinations(game.seats, 2)}
        assert len(met) == count * (count - 1) // 2, (count, rounds)


# Arena --------------------------------------------------------------------------------------------


def test_an_arena_pairs_who_is_free_by_points_and_not_twice_in_a_row() -> None:
    people = [Entrant(number, 2000 - number) for number in range(5)]
    games = pair_free(people, [], {0, 1, 2, 3, 4}, 2)
    assert [game.seats for game in games] == [(0, 1), (2, 3)]
    over = [game._replace(points=(1.0, 0.0)) for game in games]
    again = pair_free(people, over, {0, 1, 2, 3, 4}, 2)
    assert [set(game.seats) for game in again] == [{0, 2}, {1, 4}]  # 4 has not played yet
    assert pair_free(people, over, {0, 1}, 2) == []  # they have just met; others are in the arena
    assert len(pair_free(people[:2], over[:1], {0, 1}, 2)) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_arena_never_stands_still_while_nobody_plays(seats: int) -> None:
    """However many come, and in whatever order they end or leave: a game follows."""
    for count in range(seats, 4 * seats + 1):
        rng = random.Random(count)
        people, games = entrants(count, rng), list[Pairing]()
        for _ in range(12):
            busy = {seat for game in games if game.points is None for seat in game.seats}
            games += pair_free(people, games, {entrant.number for entrant in people} - busy, seats)
            going = [game for game in games if game.points is None]
            assert going, (count, games)
            for game in rng.sample(going, rng.randint(1, len(going))):
                games[games.index(game)] = play([game], people, rng)[0]
            here = [at for at, entrant in enumerate(people) if not entrant.is_gone]
            if len(here) > seats and rng.random() < 0.1:
                leaving = rng.choice(here)
                people[leaving] = people[leaving]._replace(is_gone=True)


def test_an_arena_lets_people_wait_only_for_other_opponents() -> None:
    people = [Entrant(number, 2000 - number) for number in range(6)]
    games = pair_free(people, [], set(range(6)), 3)
    over = [game._replace(points=(1.0, 0.0, 0.0)) for game in games]
    going = [over[0], games[1]]
    # Of two games of three each, no group can be made of which two have not just met.
    assert [set(game.seats) for game in pair_free(people, going, {0, 1, 2}, 3)] == [{0, 1, 2}]
    more = [*people, Entrant(6, 100)]  # who waits, and is in no last game
    assert pair_free(more, going, {0, 1, 2, 6}, 3) == []  # until one of the others is free


def test_an_arena_leaves_nobody_seated_twice() -> None:
    rng = random.Random(3)
    people, games = entrants(40, rng), list[Pairing]()
    for _ in range(60):
        busy = {seat for game in games if game.points is None for seat in game.seats}
        new = pair_free(people, games, {entrant.number for entrant in people} - busy, 3)
        seats = [seat for game in new for seat in game.seats]
        assert len(seats) == len(set(seats))
        assert not busy.intersection(seats)
        games += new
        going = [game for game in games if game.points is None]
        for game in rng.sample(going, min(3, len(going))):
            games[games.index(game)] = play([game], people, rng)[0]
    played = Counter(seat for game in games for seat in game.seats)
    assert min(played[entrant.number] for entrant in people) >= 1


# Standings ----------------------------------------------------------------------------------------


def order(people: Sequence[Entrant], games: Sequence[Pairing], **how: bool) -> list[int]:
    """The entrants by place."""
    return [row.entrant.number for row in standings(people, games, **how)]


def test_points_decide_first_then_the_strength_of_opponents() -> None:
    people = [Entrant(number) for number in range(4)]
    games = [
        Pairing(1, (0, 1), (1.0, 0.0)),
        Pairing(1, (2, 3), (1.0, 0.0)),
        Pairing(2, (0, 2), (0.5, 0.5)),
        Pairing(2, (1, 3), (1.0, 0.0)),
    ]
    table = standings(people, games)
    assert [row.points for row in table] == [1.5, 1.5, 1.0, 0.0]
    assert [row.entrant.number for row in table[:2]] == [0, 2]  # 0 has beaten the stronger one
    assert [row.buchholz for row in table] == [2.5, 1.5, 1.5, 2.5]
    assert table[0].sonneborn_berger == 1 * 1.0 + 0.5 * 1.5


def test_head_to_head_decides_between_equals_then_the_rating_then_the_order_of_entry() -> None:
    people = [Entrant(0, 1500), Entrant(1, 1600), Entrant(2, 1500)]
    assert order(people, []) == [1, 0, 2]
    # Everything is equal but who won of the two.
    games = [
        Pairing(1, (0, 1), (1.0, 0.0)),
        Pairing(2, (1, 2), (1.0, 0.0)),
        Pairing(3, (2, 0), (1.0, 0.0)),
    ]
    assert order(people, games) == [1, 0, 2]
    two = [Entrant(0, 1500), Entrant(1, 1600)]
    bye = [Pairing(2, (0,), (0.0,)), Pairing(2, (1,), (1.0,)), Pairing(1, (0, 1), (1.0, 0.0))]
    table = standings(two, bye)
    assert {row.points for row in table} == {1.0}


def test_a_round_without_an_opponent_counts_as_one_against_an_equal() -> None:
    table = standings(
        [Entrant(0), Entrant(1)], [Pairing(1, (0,), (1.0,)), Pairing(1, (1,), (1.0,))]
    )
    assert [row.buchholz for row in table] == [1.0, 1.0]


def test_in_an_arena_fewer_games_for_as_many_points_are_better() -> None:
    people = [Entrant(number) for number in range(3)]
    games = [
        Pairing(1, (0, 2), (1.0, 0.0)),
        Pairing(2, (0, 2), (0.0, 1.0)),
        Pairing(3, (1, 2), (1.0, 0.0)),
    ]
    assert order(people, games, is_arena=True)[0] == 1


def test_a_game_that_is_not_over_counts_for_nobody() -> None:
    table = standings([Entrant(0), Entrant(1)], [Pairing(1, (0, 1))])
    assert [row.games for row in table] == [0, 0]


def test_winners_share_a_point() -> None:
    assert points_of(4, [1]) == (0.0, 1.0, 0.0, 0.0)
    assert points_of(3, [0, 2]) == (0.5, 0.0, 0.5)
