"""The bot that searches: thinks for a number of simulations or of seconds, and can say what it
thought."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf

import numpy as np

from siegeworks.bots.beliefs import Beliefs
from siegeworks.bots.search_kernel import (
    BLANK,
    HIDDEN_STEP,
    KEY_BITS,
    ROOT,
    Scratch,
    digest_of_bytes,
    new_scratch,
    search_kernel,
    share,
)
from siegeworks.bots.tree import (
    NONE,
    Tree,
    add_node,
    copy_keys,
    find,
    forget,
    keep_below,
    new_tree,
    tree_bytes,
)
from siegeworks.core.advice import Advice, Settings
from siegeworks.core.game import Action, Game, Observation, State
from siegeworks.core.random import Rng, new_rng, next_word, random_below

# Memory is capped, for all threads of a bot together: about 50 megabytes of nodes with their hash
# table, 110 of edges, and 14 of their numbers while they move to the front. A full tree grows no
# more, but goes on learning.
MOST_NODES = 600_000
MOST_EDGES = 3_000_000
MOST_THREADS = 64
EDGES_A_SIMULATION = 80  # Nobles and Peasants needs most; with less memory the tree grows less
NODES_A_SIMULATION = 6

# Between two calls of the kernel the clock is looked at, and Ctrl-C is heard.
FIRST_CHUNK = 8  # simulations of the first call
CHUNK_SECONDS = 0.02  # of the others

WELL_KNOWN = 4  # visits after which a move is worth being expected


@dataclass(frozen=True)
class Budget:
    """How long to think: until the first of these is spent."""

    simulations: int | None = None  # on each thread
    seconds: float | None = None

    def __post_init__(self) -> None:
        assert self.simulations is not None or self.seconds is not None


@dataclass(frozen=True)
class ActionStatistics:
    """What a search found out about one action."""

    action: Action
    visits: int
    win_probability: float  # of winning after it, 0 … 1; a win shared by k seats counts as 1/k
    proven: bool  # the chance is certain, not estimated


class SearchBot:
    """Chooses by tree search on what it has seen; keeps its trees between its turns."""

    def __init__(
        self,
        game: Game,
        rng: Rng,
        budget: Budget,
        *,
        advice: Advice | None = None,
        settings: Settings | None = None,
        temperature: float = 0.0,
        threads: int = 1,
        beliefs: int = 0,
    ) -> None:
        """A bot for any seat of `game`.

        Args:
            game: what is played.
            rng: the bot's own; the same seed, budget in simulations and observations give the same
                choices.
            budget: for each choice.
            advice: the game's own if left out; `Advice()` is a search that knows only the rules.
            settings: the advice's own if left out.
            temperature: 0 chooses the action visited most; else each is chosen with probability
                ∝ visits ** (1 / temperature).
            beliefs: how many worlds are weighted by how the others have played (Beliefs); 0: all
                that could be are equally likely, but for chance. Only where something is hidden.
            threads: each grows trees of its own; what they found is added up.
        """
        self.game, self.rng, self.budget, self.temperature = game, rng, budget, temperature
        self.advice = game.advice if advice is None else advice
        self.settings = (self.advice.settings if settings is None else settings).record()
        self._run = search_kernel(game.rules, self.advice)
        self._trees = len(game.seats) if game.has_secrets else 1
        weighs = beliefs > 0 and game.has_secrets
        self._beliefs = Beliefs(game, self.advice, beliefs, rng) if weighs else None
        self._memories = [self._new_memory(threads) for _ in range(threads)]
        tree, _ = self._memories[0]
        self._moved = np.zeros(len(tree.nodes), np.int32), np.zeros(len(tree.edges), np.int32)

    def run_plain(self) -> None:
        """Search in plain Python from now on: hundreds of times slower, with the same choices for
        the same simulations, and nothing has to be compiled first."""
        self._run = getattr(self._run, "py_func", self._run)

    def _new_memory(self, threads: int) -> tuple[Tree, Scratch]:
        """The memory of one of so many threads; what they only read they share."""
        most_nodes, most_edges = MOST_NODES // threads, MOST_EDGES // threads
        wanted = self.budget.simulations or most_nodes
        nodes = min(most_nodes, NODES_A_SIMULATION * wanted * self._trees + 1000)
        edges = min(most_edges, EDGES_A_SIMULATION * wanted + 2 * self.game.max_legal)
        scratch = new_scratch(self.game, self.advice, self._trees)
        if self._beliefs is not None:
            scratch = scratch._replace(worlds=self._beliefs.worlds)
        return new_tree(self._trees, nodes, edges), scratch

    @property
    def tree_bytes(self) -> int:
        """How much of its memory is filled; the rest was never touched."""
        return sum(tree_bytes(tree) for tree, _ in self._memories)

    def choose(self, seen: Observation) -> Action:
        """The action thought best, or, with a temperature, one of the good ones."""
        action = self._choose(seen)
        if self._beliefs is not None:
            self._beliefs.acted(action)
        return action

    def _choose(self, seen: Observation) -> Action:
        legal = self.game.legal_actions(seen)
        if len(legal) == 1:
            if self._beliefs is not None:
                self._beliefs.update(seen)
            return legal[0]
        statistics = self.search(seen)
        if self.temperature == 0 or statistics[0].proven:
            return statistics[0].action
        return self._drawn(statistics)

    def _drawn(self, statistics: list[ActionStatistics]) -> Action:
        """An action by its visits, softened; any of them where none was visited."""
        weights = np.array([stats.visits for stats in statistics], np.float64)
        if not weights.any():
            weights[:] = 1
        weights = (weights / weights.max()) ** (1 / self.temperature)
        drawn = random_below(self.rng, 1 << 30) / (1 << 30) * weights.sum()
        return statistics[int(np.searchsorted(np.cumsum(weights), drawn, side="right"))].action

    def search(self, seen: Observation) -> list[ActionStatistics]:
        """Search, and say of every legal action what was found out, the best one first."""
        if self._beliefs is not None:
            self._beliefs.update(seen)
        for tree, scratch in self._memories:
            self._set_root(tree, scratch, seen)
        if len(self._memories) == 1:
            self._grow(*self._memories[0], self.rng)
        else:
            seeds = [int(next_word(self.rng)) for _ in self._memories]
            with ThreadPoolExecutor(len(self._memories), thread_name_prefix="search") as pool:
                grown = [
                    pool.submit(self._grow, tree, scratch, new_rng(seed))
                    for (tree, scratch), seed in zip(self._memories, seeds, strict=True)
                ]
                for future in grown:
                    future.result()
        return self._statistics(seen)

    def _root(self, seat: int) -> int:
        return seat if self._trees > 1 else 0

    def _set_root(self, tree: Tree, scratch: Scratch, seen: Observation) -> None:
        """Go on in the tree where it has this position, else begin a new one."""
        scratch.states[ROOT] = seen
        scratch.states[BLANK] = self.game.blank()
        known = self._known_nodes(tree, digest_of_bytes(scratch.raw[ROOT]), seen)
        own = self._root(int(seen.to_act))
        if not known:
            forget(tree)
        else:
            best = max(known, key=lambda node: int(tree.nodes.visits[node]))
            keep_below(tree, best, *self._moved)
            tree.roots[own] = 0
            for other in range(self._trees):
                if other != own:
                    tree.roots[other] = add_node(tree, NONE, 0)

    def _known_nodes(self, tree: Tree, digest: int, seen: Observation) -> list[int]:
        """The nodes where the seat saw this position.

        A digest is no proof. A node without edges holds nothing wrong; any other must have an edge
        for each legal action and no more. That holds where something is hidden, too: what a seat
        saw on the way to a node of its own tree decides what it may do there.
        """
        legal, known = self.game.legal_actions(seen), []
        for node in np.flatnonzero(tree.nodes.digest[: tree.used[0]] == digest):
            keys = np.zeros(tree.nodes.actions[node], np.int32)
            copy_keys(tree, node, keys)
            if len(keys) == 0 or sorted((keys // self.advice.num_private).tolist()) == legal:
                known.append(int(node))
        return known

    @np.errstate(over="ignore")  # run_plain: plain Python warns where words wrap round
    def _grow(self, tree: Tree, scratch: Scratch, rng: Rng) -> None:
        """Simulate until the budget is spent or the result is proven."""
        arguments = (self.game.params, self.settings, tree, scratch, rng)
        left: float = inf if self.budget.simulations is None else self.budget.simulations
        self._run(*arguments, 0)  # compiled or loaded before the clock runs
        now = time.perf_counter()
        end = now + (inf if self.budget.seconds is None else self.budget.seconds)
        chunk = FIRST_CHUNK
        while left > 0 and now < end:
            start, asked = now, int(min(chunk, left))
            if self._run(*arguments, asked) < asked:
                return
            left -= asked
            now = time.perf_counter()
            rate = asked / max(now - start, 1e-9)
            chunk = max(1, int(rate * min(CHUNK_SECONDS, end - now)))

    def _statistics(self, seen: Observation) -> list[ActionStatistics]:
        seat = int(seen.to_act)
        legal = self.game.legal_actions(seen)
        visits = dict.fromkeys(legal, 0)
        values = dict.fromkeys(legal, 0.0)
        proven: dict[Action, int] = {}
        for tree, _ in self._memories:
            e = int(tree.nodes[tree.roots[self._root(seat)]].edges)
            while e != NONE:
                edge = tree.edges[e]
                action = int(edge.key) // self.advice.num_private
                if action in visits:
                    visits[action] += int(edge.visits)
                    values[action] += float(edge.value)
                    if edge.winners:
                        proven[action] = int(edge.winners)
                e = int(edge.next)
        found = []
        for action in legal:
            if action in proven:
                chance = float(share(proven[action], seat))
            else:
                chance = values[action] / visits[action] if visits[action] else 0.0
            found.append(ActionStatistics(action, visits[action], chance, action in proven))
        return sorted(found, key=_rank, reverse=True)

    def line(self, seen: Observation, action: Action, plies: int = 6) -> list[Action]:
        """The actions expected from this one on, after `search(seen)`: those visited most, in one
        state that could be the real one; up to the next chance outcome or hidden step."""
        game, (tree, _) = self.game, self._memories[0]
        state = game.determinize(seen, self.rng)
        at = [int(root) for root in tree.roots]
        found: list[Action] = []
        while True:
            labels = self._labels(state, action)
            found.append(action)
            game.unchecked.apply(state, action)
            at = [find(tree, node, label) for node, label in zip(at, labels, strict=True)]
            if state.to_act < 0 or len(found) == plies or HIDDEN_STEP in labels:
                return found
            best = self._most_visited(state, at[self._root(int(state.to_act))])
            if best is None:
                return found
            action = best

    def _labels(self, state: State, action: Action) -> list[int]:
        """What leads on in each tree, as the kernel labels it."""
        shown = self.game.unchecked.shows(state, action) << KEY_BITS
        num_private = self.advice.num_private
        key = action * num_private + int(self.advice.private(self.game.params, state, action))
        labels = []
        for t in range(self._trees):
            if self._trees == 1 or t == state.to_act:
                labels.append(shown | key)
            elif self.game.unchecked.hides(state, action, t):
                labels.append(HIDDEN_STEP)
            else:
                labels.append(shown | action * num_private)
        return labels

    def _most_visited(self, state: State, node: int) -> Action | None:
        """The legal action that was followed most at a node; None if none is well known."""
        tree, _ = self._memories[0]
        legal = set(self.game.legal_actions(state))
        best, most = None, WELL_KNOWN - 1
        e = int(tree.nodes[node].edges) if node != NONE else NONE
        while e != NONE:
            edge = tree.edges[e]
            action = int(edge.key) // self.advice.num_private
            if edge.visits > most and action in legal:
                best, most = action, int(edge.visits)
            e = int(edge.next)
        return best


def _rank(stats: ActionStatistics) -> tuple[float, float, float]:
    """Sure wins first, sure losses last; in between by visits, then by chance."""
    sure = 0.0
    if stats.proven:
        sure = {1.0: inf, 0.0: -inf}.get(stats.win_probability, 0.0)
    return sure, stats.visits, stats.win_probability
