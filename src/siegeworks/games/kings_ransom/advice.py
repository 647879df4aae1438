"""What bots may know beside the rules: a score, an evaluation, levels. Hints, never rules."""

from typing import Any

from siegeworks.core.advice import Advice, Judges, Settings, Strength
from siegeworks.core.contract import Observation, Seat
from siegeworks.games.kings_ransom.comments import comment, gains, lead, tiles
from siegeworks.games.kings_ransom.evaluation import KINGS_RANSOM, evaluate, private
from siegeworks.games.kings_ransom.judgement import JUDGEMENT
from siegeworks.games.kings_ransom.rules import kind_at
from siegeworks.games.kings_ransom.state import BATTLE, KINDS, KING, PIPS

WON = 1000.0  # more than any difference of pips


def score(params: Any, seen: Observation, seat: Seat) -> float:
    """How many pips ahead the seat would be if all remaining tiles joined the tallies now (R8).

    A captured King counts for his ransom too (R9). Exact even while tiles are face down: everybody
    knows how many of each kind an army still has.
    """
    other = 1 - seat
    ahead = lead(seen, seat) + KINGS_RANSOM * (tiles(seen, seat, KING) - tiles(seen, other, KING))
    if seen.phase == BATTLE:
        ahead += if_nobody_is_called(seen) * (1 if seen.to_act == seat else -1)
    if seen.winners in (1 << seat, 1 << other):
        return ahead + (WON if seen.winners == 1 << seat else -WON)
    return float(ahead)


def if_nobody_is_called(seen: Observation) -> int:
    """What the current battle brings to its defender if it stands (R5)."""
    attack = int(PIPS[kind_at(seen, 1 - seen.to_act, int(seen.attacker))])
    defence = int(PIPS[kind_at(seen, seen.to_act, int(seen.defender))])
    # Both tiles go, and the attacker's side keeps the defender unless they are equal.
    return attack - defence - (defence if attack > defence else 0)


# These settings won the most games: UCB1 over evaluations with little exploration, where an action
# starts as if it had been visited 12 times with the evaluation after it. Playouts (whole or cut
# off), PUCT and RAVE did worse or no better (docs/ledger.md).
SETTINGS = Settings(exploration=0.3, prior_weight=12.0, playout_plies=0, evaluation=1.0)

# Temperature makes two judges weak, since with this evaluation even 20 simulations play well. They
# explore more widely: an action that is never visited is never chosen.
WIDE = SETTINGS._replace(exploration=0.6, prior_weight=4.0)

ADVICE = Advice(
    evaluate=evaluate,
    private=private,
    num_private=KINDS,
    settings=SETTINGS,
    levels=(  # set as docs/ledger.md says; more simulations would help little
        Strength(250, overlooks=0.98),
        Strength(250, overlooks=0.948),
        Strength(250, overlooks=0.87),
        Strength(250, overlooks=0.83),
        Strength(250, overlooks=0.758),
        Strength(250, overlooks=0.64),
        Strength(250, overlooks=0.415),
        Strength(600, proves=True),
    ),
    judges=Judges(
        Strength(200, 30.0, WIDE._replace(exploration=1.0)),
        Strength(200, 1.25, WIDE),
        Strength(600),
    ),
    comment=comment,
    gains=gains,
    unit=("pip", "pips"),
    judgement=JUDGEMENT,
)
