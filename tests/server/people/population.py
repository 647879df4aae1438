"""A simulated population whose strengths are known, to hold ratings against.

Nothing here comes from the model of the ratings: each player has a true strength in points, and
wins a game if strength and a random performance together are highest.
"""

from typing import NamedTuple

import numpy as np

from siegeworks.server.people.ratings.model import INTERVAL, POINTS, Rating, after_game

PLAYERS = 2_000
SPREAD = 300.0  # standard deviation of the strengths, in points
SCALE = 400 / np.log(10)  # of a performance, Gumbel: 400 points more win ten of eleven games
CHECKED = 20  # opponents among which a player finds one about as strong


class Outcome(NamedTuple):
    """How ratings compare with the truth."""

    games: int  # that each player played
    order: float  # Spearman's rank correlation of ratings and strengths
    inside: float  # how many strengths lie in the interval of nine of ten
    uncertainty: float  # half the interval of a typical player, in points
    error: float  # the typical distance from the truth, in points


def simulate(seats: int, rounds: int, seed: int, players: int = PLAYERS) -> Outcome:
    """Play so many rounds in which everybody plays once. Half of them are between players of
    about the same rating, half between any."""
    rng = np.random.default_rng(seed)
    strengths = 1500 + SPREAD * rng.standard_normal(players)
    ratings = [Rating()] * players
    for turn in range(rounds):
        order = rng.permutation(players)
        if turn % 2:  # near each other, not just beside
            shown = np.array([rating.mu for rating in ratings]) * POINTS
            order = np.argsort(shown + rng.normal(0, CHECKED, players))
        for table in order[: players - players % seats].reshape(-1, seats):
            seated = rng.permutation(table)
            performances = strengths[seated] + rng.gumbel(0, SCALE, seats)
            after = after_game(
                [ratings[player] for player in seated], {int(np.argmax(performances))}
            )
            for player, rating in zip(seated, after, strict=True):
                ratings[player] = rating
    points = np.array([1500 + POINTS * (rating.mu - 25) for rating in ratings])
    half = np.array([INTERVAL * POINTS * rating.sigma for rating in ratings])
    rated, true = (np.argsort(np.argsort(values)) for values in (points, strengths))
    errors = np.abs(points - strengths)
    return Outcome(
        rounds,
        float(np.corrcoef(rated, true)[0, 1]),
        float((errors <= half).mean()),
        float(np.median(half)),
        float(np.median(errors)),
    )
