"""What bots may know beside the rules: a score, an evaluation, levels. Hints, never rules."""

from typing import Any

from siegeworks.core.advice import Advice, Judges, Settings, Strength
from siegeworks.core.contract import TERMINAL, Observation, Seat, has_left
from siegeworks.games.siege_by_number.comments import comment, gains
from siegeworks.games.siege_by_number.evaluation import evaluate, steps_to
from siegeworks.games.siege_by_number.judgement import JUDGEMENT

WON = 1000.0
FARTHEST = 15  # more than any way on the board

# How to win: all Armies must leave the stack before the Commander enters; then he must walk.
ARMY = 1.0  # on the board, not in the stack
HOME_LEFT = 0.6  # own Home Base is empty, so that the next piece can enter
ADVANCE = 0.02  # of an Army, a step nearer to an enemy home
COMMANDER = 3.0  # on the board
APPROACH = 0.5  # of the Commander, likewise


def score(params: Any, seen: Observation, seat: Seat) -> float:
    """How far `seat` is on its way to a win, minus the best of its opponents."""
    if seen.to_act == TERMINAL:
        winners = int(seen.winners)
        if not winners >> seat & 1:
            return -WON
        return WON if winners.bit_count() == 1 else 0.0
    others = [s for s in range(params.seats) if s != seat and not has_left(seen, s)]
    best = max((progress(params, seen, other) for other in others), default=0.0)
    return progress(params, seen, seat) - best


def progress(params: Any, seen: Observation, seat: Seat) -> float:
    """How far this seat alone has come."""
    pieces, home = int(seen.pieces[seat]), int(params.home[seat])
    commander = pieces & int(seen.commanders)
    distance = steps_to(int(params.spaces), int(params.homes) & ~home)
    armies = pieces & ~commander
    worth = ARMY * armies.bit_count()
    worth += ADVANCE * sum(FARTHEST - distance[bit] for bit in distance if armies >> bit & 1)
    if commander:
        worth += COMMANDER + APPROACH * (FARTHEST - distance[commander.bit_length() - 1])
    elif not pieces & home:
        worth += HOME_LEFT
    return worth


# A weak policy and heavy priors keep games from drifting to the turn limit (docs/ledger.md). Dice
# come after every turn, so the search sees little beyond its own turn; temperature sets the levels.
SETTINGS = Settings(
    exploration=0.0,
    policy=0.1,
    policy_temperature=0.1,
    prior_weight=5.0,
    playout_plies=0,
    evaluation=1.0,
)

# Level 8 judges positions by corrections of the evaluation (network.json, docs/ledger.md).
LEARNED = SETTINGS._replace(learned=1.0)

ADVICE = Advice(
    evaluate=evaluate,
    settings=SETTINGS,
    # Set as docs/ledger.md says. Many games against `greedy` are drawn, so the steps go by the
    # levels against each other.
    levels=(
        Strength(120, overlooks=0.962),
        Strength(120, overlooks=0.94),
        Strength(120, overlooks=0.9155),
        Strength(120, overlooks=0.853),
        Strength(120, overlooks=0.716),
        Strength(300),
        Strength(5_500),
        Strength(24_000, settings=LEARNED, proves=True),
    ),
    judges=Judges(Strength(30, 3.0), Strength(60, 0.85), Strength(6_000)),
    comment=comment,
    gains=gains,
    unit=("", ""),
    judgement=JUDGEMENT,
)
