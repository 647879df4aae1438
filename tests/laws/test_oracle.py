"""The engine against slow reference implementations that other hands wrote from the same pages.

Step by step through random games: who is to act, what is legal, how likely, what each seat got;
with table steps (resign, time, draw, agree) thrown in at any moment.
"""

from pathlib import Path
from typing import Any

import pytest

from siegeworks.core.errors import IllegalStep
from siegeworks.core.random import Rng, new_rng, random_below
from siegeworks.games import load
from siegeworks.play.table import Table
from tests.oracles import oracle_of
from tests.variants import EVERY_SET, VARIANTS, label, long_where

GAMES = 2  # with each map and each of the fewer option sets, each with another seed

# Small maps of our own with what can go wrong on a map: islands, holes, crumbs, shifted rows.
MAPS = {
    "islands": """
. . . . .   F . . . .
 . F . . .   . . . .
. . . . .     . . . .

  . . F . .
   . . . .
""",
    "ring": """
    . . . . .
   . . . . . .
  . . F . . . .
 . . .     . . .
. . .       . . .
 . F .     . . .
  . . . . . F .
   . . . . . .
    . . . . .
""",
    "crumbs": """
 . .   . . . . . . .
. . . .   . F . . . .
 . . . . . . . . . .
.   . . . . . . . .
""",
}


def walk_together(table: Table, oracle: Any, rng: Rng, table_steps: bool) -> None:
    """Play both to the end, comparing every position."""
    while True:
        compare(table, oracle)
        if oracle.to_act() is None:
            return
        actor, token = oracle.to_act(), None
        if table_steps and random_below(rng, 40) == 0:
            seats = oracle.seats
            steps = [f"resign={seats[random_below(rng, len(seats))]}"] * 6
            steps += [f"time={seats[random_below(rng, len(seats))]}"] * 4 + ["draw", "agree"]
            actor, token = "table", steps[random_below(rng, len(steps))]
        else:
            legal = oracle.legal()
            token = legal[random_below(rng, len(legal))]
        try:
            oracle.apply(actor, token)
        except ValueError:
            with pytest.raises(IllegalStep):
                table.play(actor, token)
        else:
            table.play(actor, token)


def compare(table: Table, oracle: Any) -> None:
    game, state = table.game, table.state
    where = f"{game.name} {dict(game.changed_options)} after {[tuple(s) for s in table.steps[-5:]]}"
    assert game.actor(state) == oracle.to_act(), where
    assert game.legal_texts(state) == oracle.legal(), where
    chances = {game.outcome_texts[o]: p for o, p in game.chance_outcomes(state)}
    assert chances == (oracle.probability() or {}), where
    returns, expected = game.returns(state), oracle.returns()
    assert (returns is None) == (expected is None), where
    if returns is not None:
        named = dict(zip(game.seats, returns, strict=True))
        assert named == pytest.approx(expected, abs=1e-12), where


@pytest.mark.parametrize(
    "variant",  # the fewer have any two values together
    long_where(EVERY_SET, lambda variant: variant not in VARIANTS),
    ids=label,
)
def test_engine_and_oracle_play_the_same_games(variant: Any) -> None:
    name, given = variant
    for seed in range(GAMES) if variant in VARIANTS else [1]:
        rng = new_rng(seed, stream=101)
        table = Table(load(name, given))
        walk_together(table, oracle_of(name, given), rng, table_steps=seed % 2 == 1)


@pytest.mark.parametrize("map_name", MAPS)
@pytest.mark.parametrize("fortresses", ["map", "scattered", "placed"])
@pytest.mark.parametrize("variant", ["", "free", "pacifist"])
def test_engine_and_oracle_agree_on_maps_of_ones_own(
    map_name: str, fortresses: str, variant: str, tmp_path: Path
) -> None:
    (tmp_path / f"{map_name}.txt").write_text(MAPS[map_name])
    given = {"map": map_name} | ({variant: "yes"} if variant else {})
    if fortresses != "map":
        given |= {"fortresses": fortresses, "count": "5"}
    for seed in range(GAMES):
        rng = new_rng(seed, stream=102)
        table = Table(load("siege-master", given, tmp_path))
        oracle = oracle_of("siege-master", given, MAPS[map_name])
        walk_together(table, oracle, rng, table_steps=False)
