"""What bots may know beside the rules: a score, an evaluation, levels. Hints, never rules."""

from typing import Any

from siegeworks.core.advice import Advice, Judges, Settings, Strength
from siegeworks.core.contract import TERMINAL, Observation, Seat
from siegeworks.games.expansion.comments import comment, gains
from siegeworks.games.expansion.evaluation import evaluate, private
from siegeworks.games.expansion.judgement import JUDGEMENT
from siegeworks.games.expansion.state import FIVE

WIN = 10.0
A_MINION = 0.1  # in captured tiles
A_LEAD_ON_A_TILE = 0.05  # by one minion; with a lead of two it would be captured


def score(params: Any, seen: Observation, seat: Seat) -> float:
    """How many tiles the seat is ahead, plus a little for minions and for leads on free tiles."""
    own, other = int(seen.cells[seat]), int(seen.cells[1 - seat])
    tiles, others_tiles = int(seen.tiles[seat]), int(seen.tiles[1 - seat])
    total = float(tiles.bit_count() - others_tiles.bit_count())
    total += A_MINION * (own.bit_count() - other.bit_count())
    for tile in range(params.tiles):
        if not (tiles | others_tiles) >> tile & 1:
            on_tile = int(params.tile_cells[tile])
            lead = (own & on_tile).bit_count() - (other & on_tile).bit_count()
            total += A_LEAD_ON_A_TILE * lead
    if seen.to_act == TERMINAL:
        total += WIN * ((int(seen.winners) >> seat & 1) - (int(seen.winners) >> (1 - seat) & 1))
    return total


SETTINGS = Settings(exploration=0.0, policy=1.0, evaluation=1.0, playout_plies=0, prior_weight=1.0)

# Levels 7 and 8 judge positions by what was learned from games (network.json, docs/ledger.md).
LEARNED = SETTINGS._replace(learned=1.0)

ADVICE = Advice(
    evaluate=evaluate,
    private=private,
    num_private=FIVE + 1,
    settings=SETTINGS,
    levels=(  # set as docs/ledger.md says
        Strength(100, overlooks=0.949),
        Strength(100, overlooks=0.929),
        Strength(100, overlooks=0.891),
        Strength(100, overlooks=0.843),
        Strength(100, overlooks=0.73),
        Strength(200),
        Strength(1_000, settings=LEARNED),
        Strength(48_000, settings=LEARNED, proves=True),
    ),
    judges=Judges(Strength(40, 2.0), Strength(50, 0.5), Strength(12_000)),
    comment=comment,
    gains=gains,
    unit=("tile", "tiles"),
    judgement=JUDGEMENT,
)
