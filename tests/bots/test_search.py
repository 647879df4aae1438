"""The search: exact where a game can be solved, honest about its budget, kept between turns."""

import time
from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np
import pytest

from siegeworks.bots import Budget, SearchBot, search
from siegeworks.bots.mcts import tree
from siegeworks.bots.mcts.backup import back_up
from siegeworks.bots.mcts.digest import digest_of_bytes
from siegeworks.bots.mcts.scratch import new_scratch
from siegeworks.bots.search import WIDTHS, ActionStatistics
from siegeworks.core.contract import TERMINAL, Position, State
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.jit import kernel
from siegeworks.core.random import new_rng
from siegeworks.games import NAMES, load
from tests.bots.lookalikes import bytes_of
from tests.games.siege_by_number.positions import position as dice_position
from tests.games.siege_master.positions import game as drawn_game
from tests.games.siege_master.positions import play as play_tokens
from tests.variants import every_searched_game, random_walk

LONG = Budget(simulations=20_000)
SIEGE = load("siege-master")


def plain_bot(game: Game, budget: Budget, seed: int = 1, threads: int = 1) -> SearchBot:
    """A search that knows only the rules."""
    return SearchBot(game, new_rng(seed), budget, use_advice=False, threads=threads)


@pytest.mark.parametrize(
    "simulations, seconds, match",
    [
        (None, None, "A budget has a number of simulations"),
        (-1, None, "simulations=-1"),
        (1.5, None, "simulations=1.5"),
        (None, float("nan"), "seconds=nan"),
        (None, -1, "seconds=-1"),
        (None, "1", "seconds='1'"),
    ],
)
def test_a_budget_that_no_search_can_keep_to_is_refused(
    simulations: Any, seconds: Any, match: str
) -> None:
    with pytest.raises(SiegeworksError, match=match):
        Budget(simulations, seconds)


def after_chance(game: Game, seed: int = 4) -> State:
    """The first position in which a seat has a choice."""
    for state, _ in random_walk(game, seed):
        if state.to_act >= 0 and len(game.legal_actions(state)) > 1:
            return state
    raise AssertionError("no seat ever had a choice")


# Where nothing is hidden --------------------------------------------------------------------------

# A hexagon of 19 hexes, and a strip where who moves first may run out of room.
SOLVABLE = {
    "hexagon": "  . F .\n . . . .\n. . F . .\n . . . .\n  . F .",
    "strip": ". . . . . . F . .\n . . . . . . .\nF . . . . . . F .",
}


def value_for(game: Game, state: State, seat: int) -> bool:
    """Does `seat` win with best play on both sides? By trying everything (two seats, no draws)."""
    known: dict[bytes, int] = {}

    def winner(state: State) -> int:
        if state.to_act == TERMINAL:
            return int(state.winners).bit_length() - 1
        key = np.array(state).tobytes()
        if key not in known:
            mover = int(state.to_act)
            children = (game.child(state, action) for action in game.legal_actions(state))
            known[key] = mover if any(winner(c) == mover for c in children) else 1 - mover
        return known[key]

    return winner(state) == seat


@pytest.mark.parametrize("drawing", SOLVABLE.values(), ids=SOLVABLE)
def test_a_solved_position_gets_the_result_that_trying_everything_gives(drawing):
    game = drawn_game(drawing)
    solved = 0
    for seed in range(6):
        for state, _ in random_walk(game, seed):
            if state.to_act == TERMINAL:
                break
            statistics = plain_bot(game, LONG).search(game.open_view(state))
            mover = int(state.to_act)
            for stats in statistics:
                if stats.proven:
                    solved += 1
                    child = game.child(state, stats.action)
                    assert value_for(game, child, mover) == (stats.win_probability == 1.0)
            if len(statistics) > 1:
                wins = value_for(game, state, mover)
                assert statistics[0].proven
                assert (statistics[0].win_probability == 1.0) == wins
    assert solved > 20


def test_a_search_stops_when_everything_is_proven():
    game = drawn_game(SOLVABLE["hexagon"])
    statistics = plain_bot(game, Budget(simulations=10**9)).search(game.open_view(game.new_state()))
    assert statistics[0].proven


def test_a_proof_ends_where_chance_comes():
    """Crowns is three steps from an empty Home Base: a roll of 3 or more wins there, and nothing
    that suns does before is proven to lose. With the dice on the table the win is proven."""
    game = load("siege-by-number")
    picture = "     9  .. .. .. .. .. cC\n     7  .. .. sC"
    for turn, dice in (("suns", "A"), ("crowns", "3")):
        state = dice_position(game, picture, turn=turn, dice=dice, turns=290, suns="-", crowns="-")
        statistics = plain_bot(game, Budget(simulations=3_000)).search(game.open_view(state))
        assert len(statistics) > 1
        if turn == "crowns":
            assert statistics[0].proven and statistics[0].win_probability == 1
        else:
            assert not any(stats.proven for stats in statistics)
            assert all(0 < stats.win_probability < 1 for stats in statistics)


# The budget ---------------------------------------------------------------------------------------


@every_searched_game
def test_a_budget_of_simulations_is_spent_exactly(name):
    game = load(name)
    seen = game.observe(after_chance(game), int(after_chance(game).to_act))
    statistics = plain_bot(game, Budget(simulations=137)).search(seen)
    assert sum(stats.visits for stats in statistics) == 137
    assert sorted(stats.action for stats in statistics) == game.legal_actions(seen)


@every_searched_game
def test_the_same_seed_gives_the_same_thoughts(name):
    game = load(name)
    state = after_chance(game)
    seen = game.observe(state, int(state.to_act))
    budget = Budget(simulations=60)
    first, again = (plain_bot(game, budget).search(seen) for _ in range(2))
    assert first == again
    assert first != plain_bot(game, budget, seed=2).search(seen)


@every_searched_game
def test_in_plain_python_the_same_is_thought(name):
    game, budget = load(name), Budget(simulations=12)
    state = after_chance(game)
    seen = game.observe(state, int(state.to_act))
    compiled, plain = (SearchBot(game, new_rng(5), budget) for _ in range(2))
    plain.run_plain()
    assert [t.visits for t in plain.search(seen)] == [t.visits for t in compiled.search(seen)]
    assert not hasattr(plain._run, "py_func")


def test_threads_add_up_and_are_repeatable():
    game = load("expansion", {"setup": "random"})
    state = after_chance(game)
    seen = game.observe(state, int(state.to_act))
    two = [plain_bot(game, Budget(simulations=50), threads=2).search(seen) for _ in range(2)]
    assert two[0] == two[1]
    assert sum(stats.visits for stats in two[0]) == 100


def test_each_thread_searches_with_random_numbers_of_its_own():
    game = load("expansion", {"setup": "random"})
    state = after_chance(game)
    bot = plain_bot(game, Budget(simulations=50), threads=2 * len(WIDTHS))
    bot.search(game.observe(state, int(state.to_act)))
    trees = [tree.edges.tobytes() for tree, _ in bot._memories]
    for first, second in zip(trees, trees[len(WIDTHS) :], strict=False):  # equally wide
        assert first != second


def test_a_bot_of_threads_searches_with_other_random_numbers_each_time():
    game = load("expansion", {"setup": "random"})
    state = after_chance(game)
    seen = game.observe(state, int(state.to_act))
    again = plain_bot(game, Budget(simulations=50), threads=2)
    other = plain_bot(game, Budget(simulations=50), threads=2, seed=2)
    results = [again.search(seen), other.search(seen)]
    assert results[0] != results[1]


def test_a_budget_of_seconds_ends_and_answers():
    game = load("siege-master")
    statistics = plain_bot(game, Budget(seconds=0.05)).search(game.open_view(game.new_state()))
    assert sum(stats.visits for stats in statistics) > 0


def test_of_two_budgets_the_one_spent_first_counts():
    seen = SIEGE.open_view(SIEGE.new_state())
    statistics = plain_bot(SIEGE, Budget(simulations=20, seconds=3600)).search(seen)
    assert sum(stats.visits for stats in statistics) == 20


def test_the_clock_runs_from_when_the_search_is_compiled(monkeypatch):
    """Else the first choice of a bot would be made after hardly any thought."""
    bot = plain_bot(SIEGE, Budget(simulations=20, seconds=1))
    now, is_compiled = 0.0, False
    search_once = bot._run

    def run(*arguments: Any) -> int:
        nonlocal now, is_compiled
        now += 0.001 if is_compiled else 60
        is_compiled = True
        return search_once(*arguments)

    monkeypatch.setattr(bot, "_run", run)
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    statistics = bot.search(SIEGE.open_view(SIEGE.new_state()))
    assert sum(stats.visits for stats in statistics) == 20


@every_searched_game
def test_a_search_with_hardly_any_memory_still_answers(name, monkeypatch):
    monkeypatch.setattr(search, "MAX_NODES", 12)
    monkeypatch.setattr(search, "MAX_EDGES", 600)
    game = load(name)
    state = after_chance(game)
    bot = plain_bot(game, Budget(simulations=400))
    statistics = bot.search(game.observe(state, int(state.to_act)))
    assert sum(stats.visits for stats in statistics) == 400


def test_however_many_threads_a_bot_has_no_more_memory_than_one():
    budget = Budget(seconds=1)
    sizes = []
    for threads in (1, 3, search.MAX_THREADS):
        trees = [memory for memory, _ in plain_bot(SIEGE, budget, threads=threads)._memories]
        assert len(trees) == threads
        sizes.append((sum(len(t.nodes) for t in trees), sum(len(t.edges) for t in trees)))
    assert sizes[0] == (search.MAX_NODES, search.MAX_EDGES)
    for size in sizes:
        assert all(0.99 * most < held <= most for held, most in zip(size, sizes[0], strict=True))


# Trees kept between turns -------------------------------------------------------------------------


def played_on(game: Game, bot: SearchBot, rounds: int) -> list[int]:
    """How many visits the bot already knew of its position at each of its choices, up to the first
    time that it knew any."""
    rng, known = new_rng(5), list[int]()
    state = after_chance(game)
    seat = int(state.to_act)
    while len(known) < rounds and not any(known) and state.to_act != TERMINAL:
        seen = game.observe(state, int(state.to_act))
        statistics = (
            bot.search(seen)
            if state.to_act == seat
            else plain_bot(game, Budget(simulations=100), seed=8).search(seen)
        )
        if state.to_act == seat:
            assert bot.budget.simulations is not None
            known.append(sum(t.visits for t in statistics) - bot.budget.simulations)
        game.apply(state, statistics[0].action)
        game.settle(state, rng)
    return known


@every_searched_game
def test_what_was_learned_of_a_position_is_kept(name):
    game = load(name)
    known = played_on(game, plain_bot(game, Budget(simulations=10_000)), 9)
    assert known[0] == 0
    assert max(known[1:]) > 0


# An island of 62 hexes.
ISLAND = """
     . . . . . .
    . F . . F . .
   . . . . . . . .
  . . . F . . F . .
 . F . . . . . . .
. . . . F . . F .
 . . . . . . . .
  . F . . . F .
   . . . . . .
"""


def digests(positions: Sequence[Position]) -> list[int]:
    """What the search finds each of these positions by."""
    rows = np.array([np.array(position) for position in positions])
    return [int(digest_of_bytes(raw)) for raw in rows.view(np.uint8).reshape(len(rows), -1)]


def assert_told_apart(states: list[State]) -> None:
    """Positions that differ have different digests."""
    different = {bytes_of(state): state for state in states}
    assert len(set(digests(list(different.values())))) == len(different)


def after(game: Game, states: list[State], actions: int) -> list[State]:
    """All positions that so many actions lead to, chance and the end of the game apart."""
    for _ in range(actions):
        playing = [state for state in states if state.to_act >= 0]
        states = [game.child(s, action) for s in playing for action in game.legal_actions(s)]
    return states


def test_all_openings_of_two_armies_have_digests_of_their_own():
    """With and without a swap between them."""
    first = after(SIEGE, [SIEGE.new_state()], 1)
    second = after(SIEGE, first, 1)
    swapped = [play_tokens(SIEGE, state, "swap") for state in first]
    assert len(second) > 10_000
    assert_told_apart(second + after(SIEGE, swapped, 1))


def test_two_orders_of_the_same_armies_have_digests_of_their_own():
    """Both seats hold what the other holds after the other order: the digests were equal once."""
    island = drawn_game(ISLAND)
    ways = ("i3-i6 swap f1-i2", "f1-i2 i3-i6")
    states = [play_tokens(island, island.new_state(), way) for way in ways]
    assert len(set(digests(states))) == 2


def middle_of(game: Game) -> State:
    """The thirteenth choice of a random game."""
    return next(islice((s for s, _ in random_walk(game, 0) if s.to_act >= 0), 12, None))


def test_what_follows_from_a_position_with_secrets_has_digests_of_its_own():
    game = load("kings-ransom")
    states = after(game, [middle_of(game)], 3)
    assert len(states) > 1_000
    assert_told_apart(states)


@every_searched_game
def test_a_tree_of_another_position_is_forgotten(name):
    """Should two positions have one digest, the moves of the one must not be taken for those of
    the other."""
    game, budget = load(name), Budget(simulations=40)
    states = [
        state
        for state, _ in random_walk(game, 4)
        if state.to_act >= 0 and len(game.legal_actions(state)) > 1
    ]
    first = states[0]
    other = next(
        state
        for state in states
        if state.to_act == first.to_act and game.legal_actions(state) != game.legal_actions(first)
    )
    seen, other_seen = (game.observe(state, int(state.to_act)) for state in (first, other))
    bot = plain_bot(game, budget)
    bot.search(seen)
    memory, root = bot._memories[0][0], bot._root(int(first.to_act))
    memory.nodes.digest[: memory.used[0]] = 0
    memory.nodes.digest[memory.roots[root]] = digests([other_seen])[0]
    statistics = bot.search(other_seen)
    assert sorted(stats.action for stats in statistics) == game.legal_actions(other_seen)
    assert sum(stats.visits for stats in statistics) == 40


@kernel
def child(memory, parent, label):
    return tree.child(memory, parent, label)


def test_a_tree_that_is_kept_holds_what_it_held():
    memory = tree.new_tree(1, 50, 50)
    other = child(memory, 0, 7)
    kept = child(memory, 0, 9)
    below = child(memory, kept, 3)
    for node, keys in ((other, (1, 2)), (kept, (3, 4, 5)), (below, (6,))):
        for key in keys:
            memory.edges[tree.add_edge(memory, node, key)].visits = 10 * key
    memory.nodes[below].visits = 11

    tree.keep_below(memory, kept, np.zeros(50, np.int32), np.zeros(50, np.int32))
    assert list(memory.used[:2]) == [2, 4]
    assert edges_of(memory, 0) == {3: 30, 4: 40, 5: 50}
    assert tree.find(memory, 0, 9) == tree.NONE
    below_it = tree.find(memory, 0, 3)
    assert memory.nodes[below_it].visits == 11
    assert edges_of(memory, below_it) == {6: 60}


def test_after_a_million_visits_a_value_still_counts_in_full():
    memory = tree.new_tree(1, 5, 5)
    edge = memory.edges[tree.add_edge(memory, 0, 1)]
    edge.visits, edge.value = 1_000_000, 970_000
    scratch = new_scratch(SIEGE, 1, None, True, SIEGE.advice.judgement.layers)
    scratch.values[0] = 0.97
    back_up(SIEGE.advice.settings.record(), memory, scratch, 1, 1, 0, 1)
    assert edge.visits == 1_000_001
    assert float(edge.value) == pytest.approx(970_000.97, abs=1e-6)  # else counted in four bytes


def test_the_table_of_children_grows_and_still_finds_them_all():
    memory = tree.new_tree(1, 5_000, 10)
    nodes = [child(memory, 0, label) for label in range(3_000)]
    assert [tree.find(memory, 0, label) for label in range(3_000)] == nodes
    assert memory.used[2] > tree.FIRST_SLOTS


def edges_of(memory: tree.Tree, node: int) -> dict[int, int]:
    """Visits by key."""
    visits, e = {}, memory.nodes[node].edges
    while e != tree.NONE:
        visits[int(memory.edges[e].key)] = int(memory.edges[e].visits)
        e = memory.edges[e].next
    return visits


# Where something is hidden ------------------------------------------------------------------------


def test_availability_counts_the_worlds_in_which_an_action_was_legal():
    """Only an Archer reaches far, and the other seat may have none in front."""
    game = load("kings-ransom")
    state = after_chance(game)
    bot = plain_bot(game, Budget(simulations=3000))
    bot.search(game.observe(state, int(state.to_act)))
    memory, _ = bot._memories[0]
    used = memory.edges[: memory.used[1]]
    assert (used.visits <= used.available).all()
    rare = [
        node
        for node in memory.nodes[: memory.used[0]]
        if node.visits > 50 and any(a < node.visits - 1 for a in available(memory, node))
    ]
    assert rare, "every action was legal in every world"


def available(memory: tree.Tree, node) -> list[int]:
    counts, e = [], node.edges
    while e != tree.NONE:
        counts.append(int(memory.edges[e].available))
        e = memory.edges[e].next
    return counts


def test_one_tree_a_seat_where_something_is_hidden_and_one_for_all_elsewhere():
    roots = {name: len(plain_bot(load(name), LONG)._memories[0][0].roots) for name in NAMES}
    assert roots == {
        "siege-by-number": 1,
        "nobles-and-peasants": 1,
        "siege-master": 1,
        "kings-ransom": 2,
        "expansion": 2,
    }


# Bots as people write them ------------------------------------------------------------------------


def sampling_bot(seed: int, temperature: float) -> SearchBot:
    return SearchBot(SIEGE, new_rng(seed), Budget(simulations=30), temperature=temperature)


def test_a_temperature_chooses_other_good_moves_too_and_none_only_the_best():
    seen, best_ones = SIEGE.open_view(SIEGE.new_state()), 0
    for seed in range(12):
        best = max(sampling_bot(seed, 0.0).search(seen), key=lambda stats: stats.visits)
        assert sampling_bot(seed, 0.0).choose(seen) == best.action
        best_ones += sampling_bot(seed, 1.0).choose(seen) == best.action
    assert best_ones < 12
    assert len({sampling_bot(seed, 1.0).choose(seen) for seed in range(12)}) > 3


def test_a_choice_among_moves_that_were_never_visited_is_a_legal_one(monkeypatch):
    """Whatever kept the search from looking, no sum of visits is divided by."""
    state = SIEGE.new_state()
    legal = SIEGE.legal_actions(state)
    statistics = [ActionStatistics(action, 0, 0.0, False) for action in legal]
    chosen = set()
    for seed in range(8):
        bot = sampling_bot(seed, 1.0)
        monkeypatch.setattr(bot, "search", lambda seen: statistics)
        chosen.add(bot.choose(SIEGE.open_view(state)))
    assert chosen <= set(legal) and len(chosen) > 1
