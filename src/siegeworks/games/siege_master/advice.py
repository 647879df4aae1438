"""What bots may know beside the rules: a score, an evaluation, levels. Hints, never rules."""

from typing import Any

from siegeworks.core.advice import Advice, Judges, Settings, Strength
from siegeworks.core.contract import Observation, Seat
from siegeworks.games.siege_master.comments import comment, gains
from siegeworks.games.siege_master.evaluation import evaluate
from siegeworks.games.siege_master.judgement import JUDGEMENT
from siegeworks.games.siege_master.rules import held


def score(params: Any, seen: Observation, seat: Seat) -> float:
    """How many fortresses the seat is ahead, or behind if holding most loses (R9)."""
    ahead = int(held(seen, seat)) - int(held(seen, 1 - seat))
    return float(-ahead if params.pacifist else ahead)


SETTINGS = Settings(exploration=0.15, prior_weight=2, playout_plies=4, evaluation=0.7)

# Level 8 judges positions by what was learned from games (network.json, docs/ledger.md).
LEARNED = SETTINGS._replace(learned=1.0)

ADVICE = Advice(
    evaluate=evaluate,
    settings=SETTINGS,
    levels=(  # set as docs/ledger.md says
        Strength(150, overlooks=0.905),
        Strength(150, overlooks=0.86),
        Strength(150, overlooks=0.8),
        Strength(150, overlooks=0.55),
        Strength(540),
        Strength(2_600),
        Strength(20_000),
        Strength(60_000, settings=LEARNED),
    ),
    judges=Judges(Strength(8, 1.5), Strength(150, 0.3), Strength(20_000)),
    comment=comment,
    gains=gains,
    unit=("fortress", "fortresses"),
    judgement=JUDGEMENT,
)
