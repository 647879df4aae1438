"""The bot that searches for a number of simulations or of seconds, and can report what it found."""

import time
from collections.abc import Iterator, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import ceil, inf
from numbers import Real
from typing import Any

import numpy as np

from siegeworks.bots.attention import Attention
from siegeworks.bots.beliefs import Beliefs
from siegeworks.bots.cfr.endgame import ITERATIONS, endgame_choices
from siegeworks.bots.cfr.equilibrium import Choice, LookUp, no_choices, solution
from siegeworks.bots.effort import Effort, OnProgress
from siegeworks.bots.mcts.digest import digest_of, digest_of_bytes
from siegeworks.bots.mcts.evaluation import win_share
from siegeworks.bots.mcts.kernel import search_kernel
from siegeworks.bots.mcts.labels import ACTION_MASK, CHANCE_STEP, HIDDEN_STEP, label_rules
from siegeworks.bots.mcts.scratch import (
    ALL_BY_EVERYBODY,
    ALL_BY_SEAT,
    AT_ROOT,
    BLANK,
    ROOT,
    SOME,
    Scratch,
    new_scratch,
)
from siegeworks.bots.mcts.sharing import give_back, new_ledger, share
from siegeworks.bots.mcts.tree import (
    NONE,
    Tree,
    add_node,
    copy_keys,
    edge_numbers,
    edges_of,
    find,
    forget,
    keep_below,
    new_tree,
    tree_bytes,
)
from siegeworks.core.advice import PLAIN, Network, Settings
from siegeworks.core.contract import REFEREE, Action, Observation, State
from siegeworks.core.errors import SiegeworksError, quote, whole_number
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng, next_word, random_below
from siegeworks.core.traversal.at_once import at_once
from siegeworks.proofs.certain import Line, sure_wins
from siegeworks.proofs.possible_states import TooMany, possible_states

# Memory is capped, for all threads of a bot together: about 50 megabytes for nodes with their hash
# table, 110 for edges, and 14 for moving the part of a tree that is kept. A full tree stops growing
# but goes on learning.
MAX_NODES = 600_000
MAX_EDGES = 3_000_000
MAX_THREADS = 64
EDGES_PER_SIMULATION = 80  # Nobles and Peasants needs most; with less memory the tree grows less
NODES_PER_SIMULATION = 6

# Between two calls of the kernel the bot checks the clock, and Ctrl-C takes effect.
FIRST_CHUNK = 8  # simulations of the first call
CHUNK_SECONDS = 0.02  # of the others

# Threads tell each other what they know after each part of a search. That takes a millisecond or
# more, so a part should not be short; and where only the clock counts, it is put off until it has
# taken no more than a small part of the time.
PARTS = 4, 64  # at least, at most
PART_SIMULATIONS = 500
PART_SECONDS = 0.01
SHARING = 0.03  # of the time

# How widely each thread explores, times what the settings say. Where nothing in a simulation is
# random, threads that explore alike would all make the same ones.
WIDTHS = 1.0, 1.5, 0.7, 2.0

# Positions of a game that strong bots solve: what they list and pass through in 1.5 seconds of
# processor time and in 200 megabytes.
MIXING = 300_000
# Positions of the end of a larger game that strong bots solve, at each of their choices: what can
# still follow from all that everybody sees, each counted twice (`cfr.endgame`).
ENDGAME = 30_000
# Iterations of regret minimization after which more would change next to nothing.
MOST_ITERATIONS = 1_000

LIKELY = 0.8  # chance of winning from which on certain wins are looked for: that takes time
WON = 0.9  # chance of winning from which on a player who overlooks moves takes care
GLANCE = 50  # simulations that tell it how the game stands before it has searched at all
DRAWN = 3  # states that are drawn before all that are possible are counted: mostly they differ
MIN_LINE_VISITS = 4  # an expected line ends before a move with fewer visits, if nothing is proven


@dataclass(frozen=True)
class Budget:
    """How long to search: until the first of these is spent.

    Examples:
        >>> import siegeworks as sw
        >>> sw.Budget(simulations=500)
        Budget(simulations=500, seconds=None)
    """

    simulations: int | None = None  # on each thread
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Raises SiegeworksError for what no search could keep to."""
        if self.simulations is None and self.seconds is None:
            raise SiegeworksError("A budget has a number of simulations, of seconds, or both.")
        if self.simulations is not None:
            whole_number("simulations", self.simulations, 0)
        if self.seconds is not None and not (isinstance(self.seconds, Real) and self.seconds >= 0):
            raise SiegeworksError(
                f"seconds={quote(repr(self.seconds))}: seconds is a number, 0 or more."
            )


@dataclass(frozen=True)
class ActionStatistics:
    """What a search found about one action."""

    action: Action
    visits: int
    win_probability: float  # after it, 0 … 1; a win shared by k seats counts as 1/k
    proven: bool  # the probability is certain, not estimated


class SearchBot:
    """Chooses by tree search from what its seat sees, and keeps its trees between its turns."""

    def __init__(
        self,
        game: Game,
        rng: Rng,
        budget: Budget,
        *,
        settings: Settings | None = None,
        use_advice: bool = True,
        temperature: float = 0.0,
        threads: int = 1,
        beliefs: int = 0,
        mixing: int = MIXING,
        endgame: int = 0,
        overlooks: float = 0.0,
        memory: int = 1,
        network: Network | None = None,
        proves: bool = False,
        spare: int = 0,
    ) -> None:
        """A bot for any seat of `game`.

        Args:
            game: what is played.
            rng: the bot's own generator; the same seed, budget in simulations and observations
                give the same choices.
            budget: for each choice.
            settings: those of the game's advice if left out; `PLAIN` without advice.
            use_advice: False for a search that knows only the rules.
            temperature: 0 chooses the action with most visits; otherwise an action is chosen with
                probability ∝ visits ** (1 / temperature).
            threads: each grows its own trees; their results are added up.
            beliefs: how many particles are weighted by how the others have played (`Beliefs`); 0:
                hidden facts are sampled by chance alone. No effect where nothing is hidden.
            mixing: a whole game with secrets of at most so many positions is not searched but
                solved: each simulation is an iteration of regret minimization, at most
                MOST_ITERATIONS (fewer of many positions), once for all of the game; and the action
                is drawn from the policy that they find, which `search` reports. 0: every game is
                searched. No effect with a temperature, where nothing is hidden, or for a player who
                overlooks moves.
            endgame: the same for what follows from all that everybody sees, at each choice, with a
                fixed number of iterations, if that is at most about so many positions. 0: it is
                searched. No effect where `mixing` has none.
            overlooks: the probability that a move far off is overlooked (`Attention`), except in a
                game that is taken for won. Such a bot searches on one thread.
            memory: how many times the usual memory its trees may take, all threads together.
            network: judges instead of the one that comes with the game, where the settings say
                `learned`.
            proves: where something is hidden or left to chance and the search expects to win, look
                for moves that win in every case that is possible (`proofs.certain`); that takes a
                few tenths of a second, beside the budget.
            spare: simulations beside the budget for which its trees have memory (`judge`).
        """
        self.game, self.rng, self.budget, self.temperature = game, rng, budget, temperature
        self.found: list[ActionStatistics] = []
        """What the last search found; empty after a choice that needed none."""
        self.on_progress: OnProgress | None = None
        """Called again and again with the part of the budget that is spent, 0 … 1, in the
        thread that searches."""
        self._is_stopped = False
        self._use_advice = use_advice
        self._layers = (network or game.advice.judgement).layers
        solves = game.has_secrets and temperature == 0 and overlooks == 0
        self._mixing, self._endgame = (mixing, endgame) if solves else (0, 0)
        self._proves = proves and (game.has_secrets or game.num_outcomes > 0)
        self._attention = Attention(game, overlooks) if overlooks else None
        self._estimate: float | None = None  # of winning, by the last search; None: none so far
        self._sure_lines: dict[Action, Line] = {}  # by what wins for sure, of the last search
        self._iterations = 0  # that the solution of the game has had
        self._last_end: tuple[int, tuple[Choice, ...]] = (0, ())  # what was seen, and its solution
        if settings is None:
            settings = game.advice.settings if use_advice else PLAIN
        self.settings = settings.record()
        self._run = search_kernel(game.rules, game.advice)
        self._labels = label_rules(game.rules, game.advice)
        self._trees = len(game.seats) if game.has_secrets else 1
        filters = beliefs > 0 and game.has_secrets
        self._beliefs = Beliefs(game, beliefs, rng, use_advice) if filters else None
        self._memories = [self._new_memory(threads, memory, spare) for _ in range(threads)]
        trees = [tree for tree, _ in self._memories]
        self._ledgers = [new_ledger(tree) for tree in trees] if threads > 1 else []
        tree = trees[0]
        self._moved = np.zeros(len(tree.nodes), np.int32), np.zeros(len(tree.edges), np.int32)

    def run_plain(self) -> None:
        """Search in plain Python from now on: hundreds of times slower, but nothing has to be
        compiled first. The same number of simulations gives the same choices, except that no game
        is solved (`mixing`) and nothing proven outside the tree (`proves`)."""
        self._mixing, self._endgame, self._proves = 0, 0, False
        self._run = getattr(self._run, "py_func", self._run)

    def _new_memory(self, threads: int, memory: int, spare: int) -> tuple[Tree, Scratch]:
        """The memory of one of so many threads; particles are shared by all."""
        max_nodes, max_edges = memory * MAX_NODES // threads, memory * MAX_EDGES // threads
        wanted = (self.budget.simulations or max_nodes) + spare
        nodes = min(max_nodes, NODES_PER_SIMULATION * wanted * self._trees + 1000)
        edges = min(max_edges, EDGES_PER_SIMULATION * wanted + 2 * self.game.max_legal)
        particles = None if self._beliefs is None else self._beliefs.particles
        scratch = new_scratch(self.game, self._trees, particles, self._use_advice, self._layers)
        return new_tree(self._trees, nodes, edges), scratch

    def stop(self) -> None:
        """End the running search, from another thread or from `on_progress`: it answers with
        what it has found."""
        self._is_stopped = True

    @property
    def tree_bytes(self) -> int:
        """How many bytes of its memory are in use; the rest was never touched."""
        return sum(tree_bytes(tree) for tree, _ in self._memories)

    def choose(self, seen: Observation) -> Action:
        """The best action; with a temperature, one of the good ones."""
        action = self._choose(seen)
        if self._beliefs is not None:
            self._beliefs.remember_action(action)
        if self._attention is not None:
            self._attention.remember_action(seen, action, self.rng)
        return action

    def _choose(self, seen: Observation) -> Action:
        legal = self.game.legal_actions(seen)
        if len(legal) == 1:
            if self._beliefs is not None:
                self._beliefs.update(seen)
            if self._attention is not None:
                self._attention.look(seen)
            self.found = []
            return legal[0]
        weights = self._weights(seen)
        return next(iter(weights)) if len(weights) == 1 else self._draw(weights)

    def probabilities(self, seen: Observation) -> dict[Action, float]:
        """How likely `choose` is to take each action, after thinking as `choose` does. Actions that
        it never takes may be missing."""
        weights = self._weights(seen)
        total = sum(weights.values())
        return {action: weight / total for action, weight in weights.items()}

    def _weights(self, seen: Observation) -> dict[Action, float]:
        """The probabilities, not yet divided by their sum."""
        self._is_stopped = False
        if mixed := self._mixed(seen):
            self._sure_lines = {}
            self.found = self._as_statistics(mixed)
            return {choice.action: choice.probability for choice in mixed}
        statistics = self.search(seen)
        if self.temperature == 0 or statistics[0].proven:
            return {statistics[0].action: 1.0}
        weights = np.array([stats.visits for stats in statistics], np.float64)
        if not weights.any():
            weights[:] = 1
        weights = (weights / weights.max()) ** (1 / self.temperature)
        return {stats.action: weight for stats, weight in zip(statistics, weights, strict=True)}

    def _draw(self, weights: dict[Action, float]) -> Action:
        """An action drawn by these weights."""
        shares = np.array(list(weights.values()))
        drawn = random_below(self.rng, 1 << 30) / (1 << 30) * shares.sum()
        return list(weights)[int(np.searchsorted(np.cumsum(shares), drawn, side="right"))]

    def _mixed(self, seen: Observation) -> tuple[Choice, ...]:
        """What the solution of the whole game says, or of its end; nothing if there is none. Of a
        state, in which all is known, it says nothing."""
        if seen.viewer == REFEREE:
            return ()
        choices, digest = self._solved() if self._mixing else no_choices, digest_of(seen)
        return choices(digest) or self._end(seen, digest)

    def _end(self, seen: Observation, digest: int) -> tuple[Choice, ...]:
        """What the solution of the end says, which is worked out once for each choice."""
        if not self._endgame:
            return ()
        if self._last_end[0] != digest:
            self._last_end = digest, endgame_choices(self.game, seen, self._endgame)
        if self._last_end[1]:
            self._iterations = ITERATIONS
        return self._last_end[1]

    def _solved(self) -> LookUp:
        """The solution as far as the budget allows; it goes on at the next choice."""
        wanted, seconds = min(self.budget.simulations or inf, MOST_ITERATIONS), self.budget.seconds
        solved = solution(self.game, self._mixing, int(wanted))
        if solved is None:
            return no_choices
        begin, wanted = time.perf_counter(), solved.wanted
        effort = Effort(wanted, begin, inf if seconds is None else seconds, self.on_progress)

        def goes_on(iterations: int) -> bool:
            now, effort.left = time.perf_counter(), wanted - iterations
            effort.report(now)
            return now < effort.end and not self._is_stopped

        look_up = solved.choices(goes_on)
        self._iterations = solved.iterations
        return look_up

    def _as_statistics(self, mixed: tuple[Choice, ...]) -> list[ActionStatistics]:
        """What a solution says: an action with a probability has as large a part of the visits.
        Its chance to win comes near the truth and is not proven."""
        statistics = [
            ActionStatistics(
                choice.action,
                round(choice.probability * self._iterations),
                choice.win_probability,
                False,
            )
            for choice in mixed
        ]
        return sorted(statistics, key=_rank, reverse=True)

    def search(self, seen: Observation) -> list[ActionStatistics]:
        """Search, and report what was found about every legal action, the best one first."""
        self._is_stopped = False
        self._sure_lines = {}
        if self._beliefs is not None:
            self._beliefs.update(seen)
        if mixed := self._mixed(seen):
            return self._keep(self._with_proofs(seen, self._as_statistics(mixed)))
        known = self._known(seen)
        for tree, scratch in self._memories:
            self._set_root(tree, scratch, seen)
            scratch.known[AT_ROOT] = known
        if overlooked := self._overlooked(seen):
            return self._keep(self._search_without(seen, overlooked))
        if len(self._memories) == 1:
            self._grow(*self._memories[0], self.rng, self._begin())
        else:
            self._grow_all()
        if self.on_progress is not None:
            self.on_progress(1.0)
        return self._keep(self._with_proofs(seen, self._statistics(seen)))

    def _keep(self, statistics: list[ActionStatistics]) -> list[ActionStatistics]:
        self.found, self._estimate = statistics, statistics[0].win_probability
        return statistics

    def _with_proofs(
        self, seen: Observation, statistics: list[ActionStatistics]
    ) -> list[ActionStatistics]:
        """The same, what wins for sure first, even if the search has overlooked it."""
        if not self._proves or statistics[0].proven or statistics[0].win_probability < LIKELY:
            return statistics
        wins = self._sure_lines = sure_wins(self.game, seen)
        proven = (
            replace(stats, win_probability=1.0, proven=True) if stats.action in wins else stats
            for stats in statistics
        )
        return sorted(proven, key=_rank, reverse=True)

    @np.errstate(over="ignore")  # as of _grow
    def _grow_all(self) -> None:
        """Let every thread grow its own trees; from time to time they tell each other what they
        have found."""
        trees = [tree for tree, _ in self._memories]
        own = self._root(int(self._memories[0][1].states[ROOT].to_act))
        parts = _parts(self.budget)
        widths = [_wider(self.settings, WIDTHS[n % len(WIDTHS)]) for n in range(len(trees))]
        is_counted = self.budget.simulations is not None  # the same simulations, the same choices
        with ThreadPoolExecutor(len(trees) - 1, thread_name_prefix="search") as pool:
            try:
                share(pool, trees, self._ledgers)
                effort = self._begin()
                rngs = [new_rng(int(next_word(self.rng))) for _ in trees]
                efforts, part, cost = [effort] * len(trees), 0, 0.0
                while part < parts:
                    if part:
                        begin = time.perf_counter()
                        share(pool, trees, self._ledgers)
                        cost = time.perf_counter() - begin
                    worth = 1 if is_counted else ceil(cost / SHARING / effort.seconds * parts)
                    after = min(parts, part + max(1, worth))
                    efforts = [
                        effort.part(part, after, parts, reports=n == 0, rate=last.rate)
                        for n, last in enumerate(efforts)
                    ]
                    columns = zip(self._memories, rngs, efforts, widths, strict=True)
                    at_once(pool, self._grow, [(*memory, *others) for memory, *others in columns])
                    roots = (tree.nodes[tree.roots[own]] for tree in trees)
                    if self._is_stopped or any(root.winners for root in roots):
                        break
                    part = after
            finally:
                self._is_stopped = True  # after Ctrl-C, for example: nobody waits for the others
                pool.shutdown()
                for tree, ledger in zip(trees, self._ledgers, strict=True):
                    give_back(tree, ledger)

    def _overlooked(self, seen: Observation) -> Set[Action]:
        """The legal actions that are not even thought of; at least one is left."""
        if self._attention is None:
            return frozenset()
        overlooked = self._attention.overlooked(seen, self.rng)  # even so, to have looked
        if self._estimate is None:
            self._estimate = self._first_estimate(seen)
        return frozenset() if self._estimate >= WON else overlooked

    @np.errstate(over="ignore")  # as of _grow
    def _first_estimate(self, seen: Observation) -> float:
        """How the game stands for a bot that has not searched before: it may be new in a game that
        has long begun."""
        tree, scratch = self._memories[0]
        simulations = min(self.budget.simulations or GLANCE, GLANCE)
        self._run(self.game.params, self.settings, tree, scratch, self.rng, simulations)
        return self._statistics(seen)[0].win_probability

    @np.errstate(over="ignore")  # as of _grow
    def _search_without(self, seen: Observation, out: Set[Action]) -> list[ActionStatistics]:
        """Search on one thread, and report about the other actions only."""
        tree, scratch = self._memories[0]
        self._run(self.game.params, self.settings, tree, scratch, self.rng, 1)  # makes the edges
        with self._lost(seen, out):
            self._grow(tree, scratch, self.rng, self._begin())
        return [stats for stats in self._statistics(seen) if stats.action not in out]

    @contextmanager
    def _lost(self, seen: Observation, actions: Set[Action]) -> Iterator[None]:
        """Meanwhile these actions count as lost for sure, so that the selection leaves them out."""
        tree, _ = self._memories[0]
        seat = int(seen.to_act)
        root = int(tree.roots[self._root(seat)])
        edges = np.array(edge_numbers(tree, root), np.int64)
        keys = np.array(list(actions), np.int64)
        edges = edges[np.isin(tree.edges.key[edges] & ACTION_MASK, keys)]
        known = tree.edges.winners[edges]
        tree.edges.winners[edges] = _not(seat)
        known_root, tree.nodes[root].winners = int(tree.nodes[root].winners), 0
        try:
            yield
        finally:
            tree.edges.winners[edges] = known
            tree.nodes[root].winners = known_root

    @np.errstate(over="ignore")  # as of _grow
    def judge(self, seen: Observation, action: Action, simulations: int) -> ActionStatistics:
        """What an action is worth if so many more simulations begin with it, however poor it looks;
        call `search(seen)` before. In a game that is solved the solution says it."""
        if self._mixed(seen):
            return next(stats for stats in self.found if stats.action == action)
        tree, scratch = self._memories[0]
        others = {other for other in self.game.legal_actions(seen) if other != action}
        with self._lost(seen, others):
            if not next(s for s in self._statistics(seen) if s.action == action).proven:
                self._run(self.game.params, self.settings, tree, scratch, self.rng, simulations)
        return next(stats for stats in self._statistics(seen) if stats.action == action)

    def _known(self, seen: Observation) -> int:
        """How much is known in this position, as the kernel takes it."""
        game, seat = self.game, int(seen.to_act)
        if not game.has_secrets or seen.viewer == REFEREE or not _is_certain(game, seen):
            return SOME
        state = game.determinize(seen, new_rng(0))
        others = [each for each in range(len(game.seats)) if each != seat]
        if all(_is_certain(game, game.observe(state, other)) for other in others):
            return ALL_BY_EVERYBODY
        return ALL_BY_SEAT

    def _root(self, seat: int) -> int:
        return seat if self._trees > 1 else 0

    def _set_root(self, tree: Tree, scratch: Scratch, seen: Observation) -> None:
        """Keep the part of the tree below this position if it has one, else begin a new tree."""
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

        Equal digests prove nothing. A node without edges cannot be wrong; any other must have
        exactly one edge per legal action. This holds in games with secrets, too: what a seat saw
        on the way to a node of its own tree decides what it may do there.
        """
        legal, known = self.game.legal_actions(seen), []
        for node in np.flatnonzero(tree.nodes.digest[: tree.used[0]] == digest):
            keys = np.zeros(tree.nodes.actions[node], np.int32)
            copy_keys(tree, node, keys)
            if len(keys) == 0 or sorted((keys & ACTION_MASK).tolist()) == legal:
                known.append(int(node))
        return known

    @np.errstate(over="ignore")  # run_plain: plain Python warns where words overflow
    def _begin(self) -> Effort:
        """The budget of a search that begins now."""
        tree, scratch = self._memories[0]
        self._run(self.game.params, self.settings, tree, scratch, self.rng, 0)  # not in its time
        now, budget = time.perf_counter(), self.budget
        return Effort(
            inf if budget.simulations is None else budget.simulations,
            now,
            inf if budget.seconds is None else budget.seconds,
            self.on_progress,
        )

    @np.errstate(over="ignore")  # as of _begin
    def _grow(
        self, tree: Tree, scratch: Scratch, rng: Rng, effort: Effort, settings: Any = None
    ) -> None:
        """Simulate until this is spent, the result is proven, or somebody stops it."""
        settings = self.settings if settings is None else settings
        arguments = (self.game.params, settings, tree, scratch, rng)
        now = time.perf_counter()
        chunk = effort.chunk(now, CHUNK_SECONDS) if effort.rate else FIRST_CHUNK
        while effort.left > 0 and now < effort.end and not self._is_stopped:
            start, asked = now, int(min(chunk, effort.left))
            if self._run(*arguments, asked) < asked:
                return
            effort.left -= asked
            now = time.perf_counter()
            effort.rate = asked / max(now - start, 1e-9)
            chunk = effort.chunk(now, CHUNK_SECONDS)
            effort.report(now)

    def _statistics(self, seen: Observation) -> list[ActionStatistics]:
        seat = int(seen.to_act)
        legal = self.game.legal_actions(seen)
        visits = dict.fromkeys(legal, 0)
        values = dict.fromkeys(legal, 0.0)
        proven: dict[Action, int] = {}
        for tree, _ in self._memories:
            # Column by column: record by record takes fifty times as long.
            edges = tree.edges[edge_numbers(tree, int(tree.roots[self._root(seat)]))]
            columns = edges.key & ACTION_MASK, edges.visits, edges.value, edges.winners
            for action, times, value, winners in zip(*(c.tolist() for c in columns), strict=True):
                if action in visits:
                    visits[action] += times
                    values[action] += value
                    if winners:
                        proven[action] = winners
        stats = []
        for action in legal:
            if action in proven:
                probability = float(win_share(proven[action], seat))
            else:
                probability = values[action] / visits[action] if visits[action] else 0.0
            stats.append(ActionStatistics(action, visits[action], probability, action in proven))
        return sorted(stats, key=_rank, reverse=True)

    def _action_of(self, edge: Any) -> Action:
        return int(edge.key) & ACTION_MASK

    @np.errstate(over="ignore")  # as of _grow
    def line(
        self, seen: Observation, action: Action, plies: int = 6, *, past_chance: bool = False
    ) -> list[int]:
        """The line expected after this action, which comes first; call `search(seen)` before.

        It follows the actions with most visits in one determinization, up to the next hidden step,
        and up to the next outcome of chance; or, past chance, through outcomes that are drawn, each
        of them a step of the line. What is proven keeps to its proof, and a win that is proven is
        told to its end however long it takes.
        """
        if action in self._sure_lines:
            return list(self._sure_lines[action])
        game, tree, seat = self.game, self._tree_of(seen, action), int(seen.to_act)
        state = game.determinize(seen, self.rng)
        nodes = [int(root) for root in tree.roots]
        line: list[int] = []
        while True:
            labels = self._labels_of(state, action)
            line.append(action)
            game.unchecked.apply(state, action)
            nodes = [find(tree, node, label) for node, label in zip(nodes, labels, strict=True)]
            outcomes = game.settle(state, self.rng) if past_chance else []
            for outcome in outcomes:
                nodes = [find(tree, node, CHANCE_STEP + outcome) for node in nodes]
            line += outcomes
            if state.to_act < 0 or HIDDEN_STEP in labels:
                return line
            node = nodes[self._root(int(state.to_act))]
            is_sure = node != NONE and int(tree.nodes[node].winners) == 1 << seat
            if len(line) >= plies and not is_sure:
                return line
            best = self._expected(tree, state, node)
            if best is None:
                return line
            action = best

    def _labels_of(self, state: State, action: Action) -> list[int]:
        """What each tree calls this step."""
        labels = np.zeros(self._trees, np.int64)
        params, key = self.game.params, action
        if self._use_advice:
            key = self._labels.edge_key(params, state, action)
        self._labels.write_labels(params, state, key, labels)
        return [int(label) for label in labels]

    def _tree_of(self, seen: Observation, action: Action) -> Tree:
        """The first tree; but that of the thread that has proven what an action comes to."""
        root = self._root(int(seen.to_act))
        trees = [tree for tree, _ in self._memories]
        for tree in trees:
            for edge in edges_of(tree, int(tree.roots[root])):
                if edge.winners and self._action_of(edge) == action:
                    return tree
        return trees[0]

    def _expected(self, tree: Tree, state: State, node: int) -> Action | None:
        """The legal action with most visits at a node, of those that come to what is proven of the
        node, None if none has enough; or the likeliest one of the solution."""
        if mixed := self._mixed(self.game.observe(state, int(state.to_act))):
            return max(mixed, key=lambda choice: choice.probability).action
        proven = int(tree.nodes[node].winners) if node != NONE else 0
        legal = set(self.game.legal_actions(state))
        best, most = None, -1 if proven else MIN_LINE_VISITS - 1
        for edge in edges_of(tree, node):
            fits = not proven or int(edge.winners) == proven
            if fits and edge.visits > most and self._action_of(edge) in legal:
                best, most = self._action_of(edge), int(edge.visits)
        return best


def _is_certain(game: Game, seen: Observation) -> bool:
    """Does an observation leave one possible state only?"""
    rng = new_rng(0)
    if len({game.determinize(seen, rng).tobytes() for _ in range(DRAWN)}) > 1:
        return False
    try:
        return len(possible_states(game, seen, DRAWN)) == 1
    except TooMany:
        return False


def _wider(settings: Any, factor: float) -> Any:
    """The same settings with so many times the exploration."""
    record = settings.copy()
    record.exploration *= factor
    record.policy *= factor
    return record


def _parts(budget: Budget) -> int:
    """In how many parts threads search."""
    least, most = PARTS
    if budget.simulations is not None:
        most = min(most, budget.simulations // PART_SIMULATIONS)
    if budget.seconds is not None:
        most = min(most, int(budget.seconds / PART_SECONDS))
    return max(least, most)


def _not(seat: int) -> int:
    """Winners without this seat: some other one."""
    return 1 << (1 if seat == 0 else 0)


def _rank(stats: ActionStatistics) -> tuple[float, float, float]:
    """Proven wins first, proven losses last; in between by visits, then by probability."""
    certain = 0.0
    if stats.proven:
        certain = {1.0: inf, 0.0: -inf}.get(stats.win_probability, 0.0)
    return certain, stats.visits, stats.win_probability
