"""Drama, lead changes and the moment of decision, on curves drawn by hand."""

import numpy as np
import pytest

from siegeworks.lab.reports.sample.flow import POINTS, Opinions, decided, drama, flow, lead_changes
from tests.present import present


def curve(*first):
    """The chances of seat 0 of two, then the result."""
    return np.array([(chance, 1 - chance) for chance in first])


def test_drama_is_the_mean_root_of_how_far_the_winner_is_behind():
    # Behind by 0.36 and by 0.16 in two plies, ahead in one: √ is 0.6 and 0.4.
    assert drama(curve(0.32, 0.42, 0.7, 1), [0]) == pytest.approx(0.5)
    assert drama(curve(0.6, 0.9, 1), [0]) == 0


def test_of_winners_who_share_a_win_the_best_placed_counts():
    chances = np.array([[0.5, 0.14, 0.36], [0.5, 0.5, 0]])
    assert drama(chances, [1, 2]) == pytest.approx(0.14**0.5)


def test_a_lead_changes_hands_only_by_more_than_five_points():
    assert lead_changes(curve(0.6, 0.4, 0.6, 1)) == 2
    assert lead_changes(curve(0.6, 0.49, 0.6, 0.49, 0.6, 1)) == 0
    assert lead_changes(curve(0.5, 0.5, 1)) == 0


def test_a_game_is_decided_when_the_winners_chance_last_left_80_percent():
    assert decided(np.array([0.5, 0.9, 0.7, 0.85, 1])) == 0.75
    assert decided(np.array([0.9, 0.9, 1])) == 0
    assert decided(np.array([0.9, 0.2, 1])) == 1


def test_a_game_that_everybody_won_has_no_flow():
    assert flow(curve(0.5, 0.5), [0, 1]) is None
    seen = present(flow(curve(0.2, 0.6, 1), [0]))
    assert len(seen.points) == POINTS and seen.points[0] == 0.2 and seen.points[-1] == 1
    assert seen.lowest == 0.2


def test_a_point_is_the_mean_of_what_the_seats_judged_last():
    opinions = Opinions(2)
    opinions.judge(0, 0.8)
    opinions.judge(1, 0.6)
    opinions.judge(0, None)  # it had no choice and did not look
    points = opinions.curve([0])
    assert points[:, 0] == pytest.approx([0.8, 0.6, 0.6, 1])
    assert points.sum(axis=1) == pytest.approx(1)


def test_of_more_seats_the_others_share_the_rest():
    opinions = Opinions(3)
    opinions.judge(1, 0.5)
    assert opinions.expected(0) == opinions.expected(2) == 0.25
