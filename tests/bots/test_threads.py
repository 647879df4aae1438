"""Threads: their trees tell each other what they find, and keep what is their own."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from siegeworks.bots import Budget, SearchBot, search
from siegeworks.bots.effort import Effort
from siegeworks.bots.mcts.sharing import give_back, share
from siegeworks.bots.mcts.tree import Tree, edges_of
from siegeworks.core.contract import Observation
from siegeworks.core.random import new_rng
from siegeworks.games import load
from tests.variants import random_walk

GAMES = ("siege-master", "expansion")  # open, and with secrets


def searched(name: str, threads: int, simulations: int = 2_000) -> tuple[SearchBot, Observation]:
    """A bot after its first search, and what it saw."""
    game = load(name)
    state = next(
        state
        for state, _ in random_walk(game, 4)
        if state.to_act >= 0 and len(game.legal_actions(state)) > 1
    )
    seen = game.observe(state, int(state.to_act))
    bot = SearchBot(game, new_rng(3), Budget(simulations=simulations), threads=threads)
    bot.search(seen)
    return bot, seen


def visits(tree: Tree, root: int) -> dict[int, int]:
    """Of the edges of a node, by key."""
    return {int(edge.key): int(edge.visits) for edge in edges_of(tree, root)}


def counted(tree: Tree) -> list[Any]:
    """All that a tree has counted."""
    nodes, edges = tree.nodes[: tree.used[0]], tree.edges[: tree.used[1]]
    return [nodes.visits.tolist(), *(edges[name].tolist() for name in ("visits", "available"))]


@pytest.mark.parametrize("name", GAMES)
def test_threads_tell_each_other_and_take_home_what_is_their_own(name: str) -> None:
    bot, seen = searched(name, 3)
    trees = [tree for tree, _ in bot._memories]
    roots = [int(tree.roots[bot._root(int(seen.to_act))]) for tree in trees]
    own = [visits(tree, root) for tree, root in zip(trees, roots, strict=True)]
    before, values = [counted(tree) for tree in trees], [tree.edges.value.copy() for tree in trees]
    with ThreadPoolExecutor(1) as pool:
        share(pool, trees, bot._ledgers)
        shared = [visits(tree, root) for tree, root in zip(trees, roots, strict=True)]
        share(pool, trees, bot._ledgers)
    again = [visits(tree, root) for tree, root in zip(trees, roots, strict=True)]
    together = {key: sum(each.get(key, 0) for each in own) for key in own[0]}
    assert shared == again == [together] * 3  # telling it twice changes nothing
    assert sum(counted(trees[1])[1]) > sum(before[1][1]) + sum(
        own[0].values()
    )  # below the root, too
    for tree, ledger in zip(trees, bot._ledgers, strict=True):
        give_back(tree, ledger)
    assert [counted(tree) for tree in trees] == before
    for tree, value in zip(trees, values, strict=True):
        assert abs(tree.edges.value - value).max() < 1e-6


@pytest.mark.parametrize("name", GAMES)
def test_threads_are_repeatable_and_make_all_simulations(name: str) -> None:
    first, again = searched(name, 2)[0].found, searched(name, 2)[0].found
    assert first == again
    assert sum(stats.visits for stats in first) == 4_000


def test_what_a_thread_is_told_guides_it(monkeypatch: pytest.MonkeyPatch) -> None:
    sharing, _ = searched("siege-master", 2)
    monkeypatch.setattr(search, "share", lambda pool, trees, ledgers: None)
    alone, _ = searched("siege-master", 2)
    assert alone.found != sharing.found


@pytest.mark.long
def test_threads_do_not_all_make_the_same_simulations_where_nothing_is_random(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "share", lambda pool, trees, ledgers: None)
    monkeypatch.setattr(search, "next_word", lambda rng: 5)
    bot, _ = searched("nobles-and-peasants", 2, 300)
    first, second = (visits(tree, 0) for tree, _ in bot._memories)
    assert first != second and first.keys() == second.keys()


# Progress and stopping ----------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("budget", [Budget(simulations=3_000), Budget(seconds=0.2)])
def test_progress_rises_to_the_end(threads: int, budget: Budget) -> None:
    bot, seen = searched("siege-master", threads, 10)
    progress: list[float] = []
    bot.budget, bot.on_progress = budget, progress.append
    bot.search(seen)
    assert progress == sorted(progress)
    assert 0 < progress[0] < 1 == progress[-1]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_that_is_stopped_answers_with_what_it_has_found(threads: int) -> None:
    bot, seen = searched("siege-master", threads, 10)
    bot.budget, bot.on_progress = Budget(seconds=3600), lambda spent: bot.stop()
    statistics = bot.search(seen)
    assert sum(stats.visits for stats in statistics) > 0
    bot.budget, bot.on_progress = Budget(simulations=100), None
    before = sum(stats.visits for stats in statistics)
    assert sum(stats.visits for stats in bot.search(seen)) == before + 100 * threads


def test_an_error_in_the_middle_leaves_every_tree_its_own() -> None:
    bot, seen = searched("siege-master", 2)

    def interrupt(spent: float) -> None:
        if spent > 0.5:
            raise KeyboardInterrupt

    bot.on_progress = interrupt
    with pytest.raises(KeyboardInterrupt):
        bot.search(seen)
    assert not any(ledger.nodes.any() or ledger.edges.visits.any() for ledger in bot._ledgers)


def test_the_parts_of_a_budget_make_the_whole() -> None:
    whole = Effort(1_001, 5.0, 2.0)
    parts = [whole.part(0, 3, 7), *(whole.part(number, number + 1, 7) for number in range(3, 7))]
    assert sum(part.simulations for part in parts) == 1_001
    assert parts[0].begin == 5.0 and parts[-1].end == pytest.approx(7.0)
