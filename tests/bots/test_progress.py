"""Who leads goes for the win: no search waits, turn after turn, in a position that it is winning.

Each position was drawn so that what brings the win nearer is far better than anything else; what
is asserted holds for every seed, not for a lucky one.
"""

from typing import Any

import pytest

from siegeworks.bots import Budget, SearchBot
from siegeworks.bots.search import ActionStatistics
from siegeworks.core.contract import State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.games import load
from tests.games.nobles_and_peasants.positions import position as tower_position
from tests.games.siege_by_number.positions import position as dice_position

DICE, TOWERS = load("siege-by-number"), load("nobles-and-peasants")
BUDGET = Budget(simulations=1_000)

every_seed = pytest.mark.parametrize("seed", range(3))


def best(game: Game, state: State, seed: int) -> tuple[str, ActionStatistics]:
    """What a search of the game's own advice thinks best."""
    stats = SearchBot(game, new_rng(seed), BUDGET).search(game.open_view(state))[0]
    return game.action_texts[stats.action], stats


# Siege by Number ----------------------------------------------------------------------------------

# The Home Base of crowns is empty, nothing comes to it any more, and suns' Commander is near.
NEAR = """
     8  .. .. .. .. .. c5
     7  .. .. .. .. .. c2
     6  .. .. .. .. cC
     5  .. .. s3 s4
     4  {}
     3  .. {}
"""


def near(commander: str, **situation: Any) -> State:
    """Suns is to move, its Commander here."""
    rank_4, rank_3 = {"d4": (".. sC", ".."), "d3": ("..", "sC")}[commander]
    return dice_position(DICE, NEAR.format(rank_4, rank_3), suns="-", crowns="-", **situation)


@every_seed
@pytest.mark.parametrize(
    "commander, dice, wins",
    [("d4", "02", "d4-S"), ("d4", "A3", "d4-S"), ("d3", "A", "d3-S"), ("d3", "045", "d3-S")],
)
def test_a_commander_enters_an_empty_home_as_soon_as_a_die_carries_him(commander, dice, wins, seed):
    token, stats = best(DICE, near(commander, dice=dice), seed)
    assert token == wins
    assert stats.proven and stats.win_probability == 1


@every_seed
def test_a_commander_two_steps_from_an_empty_home_goes_nearer_when_no_die_carries_him(seed):
    token, _ = best(DICE, near("d4", dice="A"), seed)
    assert token == "d4-d3"


# Crowns can win only if an Army that beats the 4 on N gets past its Commander, who is beside it.
IN_THE_WAY = """
    10  .. .. .. .. .. c5 cC s4
     8  .. .. .. c4
     5  .. .. c0
     4  .. .. c2
     3  cA c3
"""


@every_seed
def test_a_commander_makes_room_at_a_held_home_for_the_army_that_takes_it(seed):
    state = dice_position(
        DICE, IN_THE_WAY, dice="2455", turn="crowns", suns="-52A03", crowns="-", turns=100
    )
    token, _ = best(DICE, state, seed)
    assert token in {"i10-i9", "i10-h9", "i10-h8"}


# The 5 on h9 beats the 4 on N, but its own side bars its way to i10.
BARRED = """
    10  .. .. .. .. .. cC .. s4
     9  .. .. .. .. .. c5 c4
     8  .. .. .. c0 .. c?
     7  .. .. c?
     4  .. c?
"""


@every_seed
def test_pieces_that_bar_the_way_of_the_army_that_wins_make_room(seed):
    """All seemed ready, so the search waited."""
    state = dice_position(
        DICE, BARRED, dice="0245", turn="crowns", suns="-52A30", crowns="-", turns=100
    )
    token, _ = best(DICE, state, seed)
    assert token.partition("-")[0] in {"h9", "i9", "h10"}


# Crowns cannot come in any more: its Home Base is held. Suns needs room for its last Army.
SHUT_OUT = """
    10  .. .. .. .. .. .. s? s?
     9  .. .. .. .. .. s?
     5  .. .. s5
     3  s3
"""


@every_seed
def test_the_last_army_is_brought_out_when_the_enemy_is_shut_out(seed):
    state = dice_position(DICE, SHUT_OUT, dice="2334", suns="A", crowns="230A", turns=100)
    token, _ = best(DICE, state, seed)
    assert token.startswith("i10-")  # then the Army on N can leave it


# Nobles and Peasants ------------------------------------------------------------------------------

# Two circles are empty, and all towers are on the board.
NEARLY_FULL = """
      y b r B
     y y b g r
    b r y B g y
   r g B N y r g
    b y G r b G
     g r G B .
      r y . G
"""


@pytest.mark.long
@every_seed
@pytest.mark.parametrize("to_act", ["blue", "green"])
def test_a_seat_far_ahead_fills_the_board_and_does_not_walk_about(to_act, seed):
    state = tower_position(TOWERS, NEARLY_FULL, to_act, "BYRG" * 4)
    state.score[TOWERS.seats.index(to_act)] = 60
    token, _ = best(TOWERS, state, seed)
    assert token[:2] in {"L@", "R@"}
