"""Ratings are the model's most likely strengths, as choix finds them, with honest intervals."""

from itertools import permutations
from math import inf, log10

import choix
import numpy as np
import pytest

from siegeworks.lab.intervals import Share
from siegeworks.lab.ratings import (
    SCALE,
    elo_difference,
    elo_of,
    expected_share,
    fit_strengths,
    ratings,
)
from tests.present import present

every_table = pytest.mark.parametrize("seats", [2, 3, 4])


def lineups_of(seatings, bots):
    return np.array([[seating.count(bot) for bot in range(bots)] for seating in seatings], float)


def fitted_elo(won, lineups):
    """Ratings of one fit without anything imagined; `won` are wins in one unit of all lineups."""
    strengths = fit_strengths(won[None], lineups, np.ones((1, len(lineups))))
    return SCALE * np.log10(strengths[0])


# Two bots ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("elo, share", [(0, 0.5), (100, 0.6401), (200, 0.7597), (400, 10 / 11)])
def test_with_two_seats_the_expected_share_is_elos(elo, share):
    assert expected_share(elo, 2) == pytest.approx(share, abs=1e-4)
    assert expected_share(-elo, 2) == pytest.approx(1 - share, abs=1e-4)


@every_table
def test_equal_bots_share_a_unit_equally(seats):
    assert expected_share(0, seats) == pytest.approx(0.5)


@every_table
@pytest.mark.parametrize("elo", [-900, -50, -0.001, 0, 1, 350, 1200])
def test_the_difference_is_found_again_from_the_share(seats, elo):
    assert elo_of(expected_share(elo, seats), seats) == pytest.approx(elo, abs=1e-6)


def test_who_wins_everything_has_no_upper_limit_and_a_lower_one():
    rating = elo_difference(Share(1.0, 0.9, 1.0), 2)
    assert (rating.elo, rating.high) == (inf, inf)
    assert rating.low == pytest.approx(SCALE * log10(9))


@every_table
def test_the_difference_of_two_bots_is_that_of_the_fit_for_any_number(seats):
    """A unit as the arena seats it: each alone in every seat against the other in the rest."""
    share = 0.7
    lineups = np.array([[1, seats - 1]] * seats + [[seats - 1, 1]] * seats, float)
    games = len(lineups)
    first, second = fitted_elo(np.array([share * games, (1 - share) * games]), lineups)
    assert first - second == pytest.approx(elo_of(share, seats), abs=1e-4)


# Any number of bots ------------------------------------------------------------------------------


def test_pairs_are_rated_as_choix_rates_them():
    rng, bots = np.random.default_rng(1), 5
    truth = rng.normal(size=bots)
    pairs, duels = list(permutations(range(bots), 2)), []
    won = np.zeros(bots)
    for first, second in pairs * 30:
        chance = 1 / (1 + np.exp(truth[second] - truth[first]))
        winner, loser = (first, second) if rng.random() < chance else (second, first)
        duels.append((winner, loser))
        won[winner] += 1
    theirs = choix.mm_pairwise(bots, duels, tol=1e-12)
    ours = fitted_elo(won / 30, lineups_of(pairs, bots))
    assert ours == pytest.approx((theirs - theirs.mean()) * SCALE / np.log(10), abs=1e-4)


def test_first_places_among_several_are_rated_as_choix_rates_them():
    rng, bots = np.random.default_rng(2), 4
    tables = [(0, 1, 2), (1, 2, 3), (0, 2, 3), (0, 1, 2, 3)]
    won, firsts = np.zeros(bots), []
    for table in tables * 25:
        winner = int(rng.choice(table))
        firsts.append((winner, tuple(bot for bot in table if bot != winner)))
        won[winner] += 1
    theirs = choix.ilsr_top1(bots, firsts, max_iter=1_000, tol=1e-12)
    ours = fitted_elo(won / 25, lineups_of(tables, bots))
    assert ours == pytest.approx((theirs - theirs.mean()) * SCALE / np.log(10), abs=1e-4)


def test_a_shared_win_is_half_a_win_each():
    """choix knows no ties: there every game is given twice, a shared one once to either side."""
    outcomes = {(0, 1): (3, 4, 1), (1, 2): (2, 2, 4), (2, 0): (5, 1, 2)}  # wins, shared, losses
    won, duels = np.zeros(3), []
    for (winner, other), (wins, shared, losses) in outcomes.items():
        won[winner] += wins + shared / 2
        won[other] += losses + shared / 2
        duels += [(winner, other)] * (2 * wins + shared) + [(other, winner)] * (2 * losses + shared)
    theirs = choix.mm_pairwise(3, duels, tol=1e-12)
    ours = fitted_elo(won / 8, lineups_of(outcomes, 3))
    assert ours == pytest.approx((theirs - theirs.mean()) * SCALE / np.log(10), abs=1e-4)


def units_played(rng, strengths, lineups, units):
    """[unit, bot]: wins in games that the model itself plays."""
    won = np.zeros((units, len(strengths)))
    for lineup in lineups:
        chances = lineup * strengths
        winners = rng.choice(len(strengths), size=units, p=chances / chances.sum())
        won[np.arange(units), winners] += 1
    return won


@pytest.mark.parametrize(
    "elos, seatings",
    [([0, 100, 350], list(permutations(range(3), 2))), ([-80, 0, 200, 40], [(0, 1, 2, 3)] * 4)],
)
def test_the_intervals_hold_the_truth_as_often_as_they_say(elos, seatings):
    rng, matches = np.random.default_rng(5), 60
    truth = np.array(elos) - np.mean(elos)
    lineups = lineups_of(seatings, len(elos))
    held = 0
    for _ in range(matches):
        estimates = ratings(units_played(rng, 10 ** (truth / SCALE), lineups, 40), lineups)
        held += sum(r.low <= elo <= r.high for r, elo in zip(estimates, truth, strict=True))
    assert held >= 0.91 * matches * len(elos)


def test_to_what_was_played_one_imagined_win_over_all_others_is_added_for_each():
    pairs = list(permutations(range(3), 2))
    won = np.array([[4.0, 2.0, 0.0]] * 3)  # the first beats all, the second the third
    duels: list[tuple[int, tuple[int, ...]]] = []  # who won, and against whom
    duels += [(winner, (loser,)) for winner, loser in [(0, 1), (0, 2), (1, 2)] * 6]
    duels += [(0, (1, 2)), (1, (0, 2)), (2, (0, 1))]  # imagined
    theirs = choix.ilsr_top1(3, duels, max_iter=1_000, tol=1e-12)
    ours = [rating.elo for rating in ratings(won, lineups_of(pairs, 3))]
    assert ours == pytest.approx((theirs - theirs.mean()) * SCALE / np.log(10), abs=1e-3)


def test_the_order_of_the_games_does_not_matter():
    rng = np.random.default_rng(3)
    lineups = lineups_of(list(permutations(range(3), 2)), 3)
    won = units_played(rng, np.array([1.0, 2.0, 4.0]), lineups, 30)
    forwards, backwards = ratings(won, lineups), ratings(won[::-1], lineups)
    for rating, other in zip(forwards, backwards, strict=True):
        assert rating.elo == pytest.approx(other.elo, abs=1e-6)


def test_who_lost_every_game_is_rated_all_the_same_and_not_for_certain():
    lineups = lineups_of([(0, 1), (1, 0)], 2)
    best, worst = ratings(np.array([[2.0, 0.0]] * 50), lineups)
    assert best.elo == -worst.elo > 300
    assert present(best.low) < best.elo - 50 and present(best.high) > best.elo + 50


def test_a_few_units_have_no_interval():
    lineups = lineups_of([(0, 1), (1, 0)], 2)
    few, enough = (ratings(np.array([[1.5, 0.5]] * units), lineups)[0] for units in (9, 10))
    assert (few.low, few.high) == (None, None)
    assert present(enough.low) < enough.elo < present(enough.high)
