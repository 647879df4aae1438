"""What bots may know beside the rules: a score, an evaluation, levels. Hints, never rules."""

from typing import Any

from siegeworks.core.advice import Advice, Judges, Settings, Strength
from siegeworks.core.contract import TERMINAL, Observation, Seat, has_left
from siegeworks.core.jit import kernel, rule
from siegeworks.games.nobles_and_peasants.comments import comment, gains
from siegeworks.games.nobles_and_peasants.evaluation import evaluate, urgency
from siegeworks.games.nobles_and_peasants.judgement import JUDGEMENT
from siegeworks.games.nobles_and_peasants.rules import last_score


def score(params: Any, seen: Observation, seat: Seat) -> float:
    """Points ahead of the best opponent if the game ended now, including the last score.

    A one-step bot that ignores the last score loses nearly every game to one that counts it.
    """
    return float(_lead(params, seen, seat))


@kernel
def _lead(params: Any, seen: Any, seat: Any) -> Any:
    # Compiled because a bot asks about every action: fifty times as fast as plain.
    best = 0
    for other in range(params.seats):
        if other != seat and not has_left(seen, other):
            best = max(best, points(params, seen, other))
    return points(params, seen, seat) - best


@rule
def points(params: Any, seen: Any, seat: Any) -> Any:
    """The seat's score including the last score (R7), which the rules add at the end."""
    return seen.score[seat] + (0 if seen.to_act == TERMINAL else last_score(params, seen, seat))


SETTINGS = Settings(
    exploration=0.0,
    policy=1.0,
    policy_temperature=0.1,
    prior_weight=1.0,
    playout_plies=0,
    evaluation=1.0,
)

# Level 8 judges positions by weights learned from games (network.json).
LEARNED = SETTINGS._replace(learned=1.0)

ADVICE = Advice(
    evaluate=evaluate,
    urgency=urgency,
    settings=SETTINGS,
    levels=(  # set as docs/ledger.md says
        Strength(160, overlooks=0.9755),
        Strength(160, overlooks=0.966),
        Strength(160, overlooks=0.954),
        Strength(160, overlooks=0.928),
        Strength(160, overlooks=0.862),
        Strength(160, overlooks=0.61),
        Strength(900),
        Strength(30_000, settings=LEARNED),
    ),
    judges=Judges(Strength(60, 8.0), Strength(100, 0.5), Strength(5_000)),
    comment=comment,
    gains=gains,
    judgement=JUDGEMENT,
)
