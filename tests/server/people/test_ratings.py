"""Ratings: the order of a population is found, and what is said to be uncertain is."""

import pytest

from siegeworks.games import NAMES, load, module
from siegeworks.play.clock import DAY, MINUTE, SECOND, ClockSettings, pace_of
from siegeworks.server.people.ratings.model import (
    START_SIGMA,
    Rating,
    after_days,
    after_game,
    rating_of,
)
from tests.server.people.population import simulate


@pytest.mark.parametrize(
    "seats", [2, *(pytest.param(seats, marks=pytest.mark.long) for seats in (3, 4))]
)
def test_the_order_is_found_and_intervals_are_true_in_nine_of_ten(seats: int) -> None:
    outcome = simulate(seats, 60, seed=26, players=500)
    assert outcome.order > 0.96
    assert 0.89 <= outcome.inside <= 0.97
    assert outcome.uncertainty < 130


def test_a_new_player_is_1500_and_says_how_uncertain_that_is() -> None:
    assert (Rating().points, Rating().uncertainty) == (1500, 576)
    assert not Rating().is_settled
    assert rating_of(1700, 90).points == 1700
    assert rating_of(1700, 90).uncertainty == 90


def test_a_win_raises_and_a_loss_lowers_as_much_between_equals() -> None:
    winner, loser = after_game([Rating(), Rating()], {0})
    assert winner.mu - 25 == pytest.approx(25 - loser.mu)
    assert winner.mu > 26
    assert winner.sigma == loser.sigma < START_SIGMA


def test_a_draw_between_equals_changes_nothing_but_what_is_known() -> None:
    first, second = after_game([Rating(), Rating()], {0, 1})
    assert first.mu == second.mu == pytest.approx(25)
    assert first.sigma < START_SIGMA


def test_losers_are_not_compared_with_each_other() -> None:
    before = [Rating(25, 3), Rating(35, 3), Rating(15, 3), Rating(25, 3)]
    after = after_game(before, {0})
    lost = [old.mu - new.mu for old, new in zip(before, after, strict=True)]
    assert lost[0] < 0
    # Who was expected to win loses most; the weakest, of whom nothing was expected, least.
    assert lost[1] > lost[3] > lost[2] > 0
    assert lost[2] < 0.05


def test_a_shared_win_lies_between_a_win_and_a_loss() -> None:
    before = [Rating(25, 3)] * 3
    alone, shared = after_game(before, {0}), after_game(before, {0, 1})
    assert alone[0].mu > shared[0].mu > 25
    assert shared[0].mu == pytest.approx(shared[1].mu)
    assert shared[2].mu < 25


def test_a_game_between_known_players_follows_elo() -> None:
    """400 points are ten wins for one: then nothing is gained on average."""
    strong, weak = rating_of(1700, 20), rating_of(1300, 20)
    won = after_game([strong, weak], {0})[0].mu - strong.mu
    lost = after_game([strong, weak], {1})[0].mu - strong.mu
    assert won * 10 + lost == pytest.approx(0, abs=0.01 * abs(lost))


def test_a_rating_becomes_less_certain_while_nobody_plays() -> None:
    settled = rating_of(1600, 90)
    assert after_days(settled, 0) == settled
    assert 90 < after_days(settled, 90).uncertainty < after_days(settled, 365).uncertainty < 576
    assert after_days(settled, 100_000).sigma == START_SIGMA
    assert after_days(settled, -5) == settled


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("pace", ["quick", "calm"])
def test_the_clocks_that_the_page_offers_have_the_pace_that_it_says(name: str, pace: str) -> None:
    minutes, seats = module(name).CARD.minutes, len(load(name).seats)
    increment = 5 * SECOND if pace == "quick" else 10 * SECOND  # as in `clock-choice.ts`
    everything = (minutes[0] if pace == "quick" else minutes[1]) * MINUTE
    reserve = round((everything - 2 * minutes[1] * increment) / seats / MINUTE) * MINUTE
    assert pace_of(ClockSettings(max(MINUTE, reserve), increment), minutes, seats) == pace


def test_an_hour_for_each_move_is_a_game_over_days() -> None:
    assert pace_of(ClockSettings(5 * DAY, 0, 2 * DAY), (10, 20), 2) == "days"
    assert pace_of(ClockSettings(per_move=10 * SECOND), (10, 20), 2) == "quick"
