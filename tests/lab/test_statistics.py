"""What is said of many random games is true of them and depends on nothing but the seed."""

import msgspec
import numpy as np
import pytest

from siegeworks.core.contract import FIRST_ENDING
from siegeworks.core.random import new_rng
from siegeworks.core.traversal.playouts import PLAYOUT, playouts
from siegeworks.games import load
from siegeworks.lab.intervals import wilson
from siegeworks.lab.process_pool import ProcessPool
from siegeworks.lab.simulate import (
    CHUNK,
    PlayoutCounts,
    length,
    running_counts,
    statistics,
)

EXPANSION = load("expansion")  # quick games of two seats, where chance draws who begins
THREE = load("nobles-and-peasants", {"seats": "3"})


def games(*rows):
    """Games written by hand: (winners, ending, first, steps, plies, choices)."""
    return np.array(list(rows), PLAYOUT)


def without_time(counts):
    """All but how long it took."""
    return msgspec.structs.replace(counts, seconds=0.0)


# Counting ----------------------------------------------------------------------------------------


def test_a_shared_win_counts_in_part_for_each_winner():
    played = games(
        (0b001, FIRST_ENDING, 0, 1, 1, 1),
        (0b011, FIRST_ENDING, 0, 1, 1, 1),
        (0b111, FIRST_ENDING, 0, 1, 1, 1),
        (0b100, FIRST_ENDING, 0, 1, 1, 1),
    )
    result = statistics(THREE, PlayoutCounts.of(THREE, played))
    shares = [result.wins_by_seat[seat].share for seat in THREE.seats]
    assert shares == pytest.approx([(1 + 1 / 2 + 1 / 3) / 4, (1 / 2 + 1 / 3) / 4, (1 + 1 / 3) / 4])
    assert (result.shared_wins.share, result.draws.share) == (1 / 4, 1 / 4)


def test_order_of_play_runs_on_from_the_seat_that_begins():
    played = games(
        (0b001, FIRST_ENDING, 0, 1, 1, 1),  # begun by seat 0, won by it: first
        (0b001, FIRST_ENDING, 1, 1, 1, 1),  # begun by seat 1: seat 0 plays third
        (0b001, FIRST_ENDING, 2, 1, 1, 1),  # begun by seat 2: seat 0 plays second
        (0b100, FIRST_ENDING, 1, 1, 1, 1),  # begun by seat 1: seat 2 plays second
    )
    result = statistics(THREE, PlayoutCounts.of(THREE, played))
    assert [order.share for order in result.wins_by_order] == [1 / 4, 2 / 4, 1 / 4]
    assert [result.wins_by_seat[seat].share for seat in THREE.seats] == [3 / 4, 0, 1 / 4]


def test_a_game_that_ends_before_it_is_known_who_begins_has_no_order_of_play():
    played = games((0b001, FIRST_ENDING, -1, 1, 1, 1), (0b010, FIRST_ENDING, 0, 1, 1, 1))
    result = statistics(THREE, PlayoutCounts.of(THREE, played))
    assert result.wins_by_order[1] == wilson(1, 1)


def test_every_ending_of_the_rules_is_listed_with_its_share():
    played = games(
        *[(1, FIRST_ENDING, 0, 1, 1, 1)] * 3,
        (1, FIRST_ENDING + 1, 0, 1, 1, 1),
    )
    result = statistics(EXPANSION, PlayoutCounts.of(EXPANSION, played))
    assert [sentence for sentence, _ in result.endings] == list(EXPANSION.endings[FIRST_ENDING:])
    assert [share.share for _, share in result.endings][:2] == [3 / 4, 1 / 4]
    assert sum(share.share for _, share in result.endings) == 1


def test_branching_is_the_mean_over_plies_not_over_games():
    played = games((1, FIRST_ENDING, 0, 9, 1, 10), (1, FIRST_ENDING, 0, 9, 9, 18))
    assert statistics(EXPANSION, PlayoutCounts.of(EXPANSION, played)).branching == 28 / 10


def test_lengths_from_1_to_100_have_the_quantiles_of_a_ruler():
    lengths = length(np.array([0] + [1] * 100))
    assert (lengths.shortest, lengths.longest, lengths.mean) == (1, 100, 50.5)
    assert (lengths.percent_5, lengths.percent_25, lengths.median) == (5, 25, 50)
    assert (lengths.percent_75, lengths.percent_95) == (75, 95)


def test_the_mean_length_has_the_normal_interval():
    lengths = length(np.array([50, 0, 50]))  # mean 1, deviation 1.005, 100 games
    assert (lengths.low, lengths.high) == pytest.approx((1 - 0.197, 1 + 0.197), abs=1e-4)


def test_one_game_does_not_pretend_to_know_the_mean():
    lengths = length(np.array([0, 0, 1]))
    assert (lengths.mean, lengths.low, lengths.high) == (2, None, None)


def test_the_parts_add_up_to_the_whole():
    played = playouts(EXPANSION, new_rng(5), 300)
    whole = PlayoutCounts.of(EXPANSION, played)
    parts = PlayoutCounts.of(EXPANSION, played[:1]) + PlayoutCounts.of(EXPANSION, played[1:])
    assert without_time(parts) == without_time(whole)
    assert whole.games == 300


# Playing -----------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_result_does_not_depend_on_the_number_of_processes():
    n = 2 * CHUNK + 7
    (*_, alone), (*_, together) = (
        running_counts(EXPANSION, n, 3, ProcessPool(jobs)) for jobs in (1, 2)
    )
    assert without_time(alone) == without_time(together)
    assert alone.games == n


def test_fewer_games_are_the_first_of_more():
    first, *_ = running_counts(EXPANSION, 2 * CHUNK, seed=3)
    (alone,) = running_counts(EXPANSION, CHUNK, seed=3)
    assert without_time(first) == without_time(alone)


def test_each_unit_plays_games_of_its_own():
    first, both = running_counts(EXPANSION, 2 * CHUNK, seed=3)
    assert without_time(both) != without_time(first + first)


def test_another_seed_plays_other_games():
    (first,), (second,) = (running_counts(EXPANSION, 50, seed) for seed in (1, 2))
    assert first.steps != second.steps


@pytest.mark.long
def test_stopping_early_leaves_the_tally_of_whole_chunks():
    running = running_counts(EXPANSION, 10**9, 3, ProcessPool(2))
    assert next(running).games == CHUNK
    running.close()
