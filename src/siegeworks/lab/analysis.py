"""How a game went: each seat's chance to win after every turn, what its errors cost, what luck did,
and the turns at which a better move was missed, by the search that gives hints

The curve is searched with everything revealed (`Game.open_view`): all that is hidden during a game
is known once it is over, and one seat's knowledge would make the curve jump from turn to turn. So
it says who stood better, not what anybody could have known then.

An error is what a move lost by what its seat knew: moves are compared in the seat's observation of
the position in which one of them was chosen. Luck is the rest of what changed on the curve up to
the next decision: dice, hidden values that came to light, and knowing less than the curve does.
So the books balance: what a seat's chance changed by is its luck, less its errors, plus the errors
of the other seat. docs/decisions/play/0020-errors-and-luck.md says why.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from siegeworks.bots.mcts.evaluation import win_share
from siegeworks.bots.reasons import Names, Reasons, advised, in_sentence
from siegeworks.bots.search import ActionStatistics, Budget, SearchBot
from siegeworks.core.contract import TERMINAL, Action, Observation, Seat
from siegeworks.core.random import new_rng
from siegeworks.play.history import Turns, open_history
from siegeworks.play.table import NO_CHOICE, TABLE, Table

MOST_TURNING_POINTS = 5  # as many as one remembers of a game
MIN_LOSS = 0.1  # of the winning chance: what a turning point lost
# 19 of 20 pairs of searches of a position, with 1000 simulations each, differ by less than 0.01 in
# four games, and by less than 0.035 in Siege Master: what lost this much in two searches was worse.
MIN_ERROR = 0.03
MIN_SHARE = 0.1  # of the simulations; a move that got fewer is searched again on its own
PLIES = 6  # of a line


class AnalysedPosition(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position, what it was worth, and what led to it from the position before."""

    turns: int  # so many were over
    seat: str | None  # that was to act; None: the game was over
    chances: list[float | None]  # of the seats to win; None: not known here, of more than two seats
    errors: list[float] = []  # what each seat lost by errors since; empty: no position before
    # What luck added to each seat's chance since. None: the first position; no luck in this game;
    # more than two seats; turns left out; a seat resigned or the like, which is neither.
    luck: list[float] | None = None


class SeatTotal(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the errors and the luck of a seat add up to over all positions searched."""

    seat: str
    errors: float  # lost by them, ≥ 0
    luck: float | None = None  # None: not known, or there is none in this game


class TurningPoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move after which its seat was much less likely to win than after a better one, by what it
    knew."""

    turn: int  # its number in the history; the first is 1
    step: int  # the move came after this many steps
    seat: str
    played: str  # the move, as a token
    chance: float  # of the seat to win after it, by what it knew
    better: str
    better_chance: float
    line: list[str]  # what could follow: the better move, then the strongest moves
    answer: list[str]  # the same of the move that was played
    told: str  # the turn as it went, in words
    line_told: list[str]  # the turns of the line; the first is the one that went otherwise
    luck: float | None = None  # added to the seat's chance up to the next decision; None: not known
    # What each of the two moves does at once, by what its seat knew, in the words of hints; may be
    # empty. Then what speaks for the better one: "The move played lets Blue capture 1 fortress."
    played_does: str = ""
    better_does: str = ""
    why: str = ""


class BranchFindings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the search says of a position that was not part of the game."""

    chances: list[float | None]  # of the seats to win, as in `AnalysedPosition`
    seat: str | None  # that is to act
    mover: str | None = None  # who moved last on the branch …
    mover_chance: float | None = None  # … and its chance after that move
    reply: list[str] = []  # what the search would play for the seat to act, to the end of its turn


@dataclass(frozen=True)
class _Node:
    """A position of the game and its worth."""

    index: int  # of its state
    turns: int
    seat: Seat  # to act; negative: none
    chances: list[float | None]


@dataclass(frozen=True)
class _Error:
    """A move that was worse than another, by what its seat knew."""

    index: int
    seat: Seat
    better: Action
    better_chance: float
    chance: float
    luck: float | None = None

    @property
    def cost(self) -> float:
        return round(self.better_chance - self.chance, 4)


class _Search:
    """A search of the positions of a game as somebody sees them; it keeps the last result."""

    def __init__(self, bot: SearchBot, seen: Callable[[int], Observation]) -> None:
        self.bot, self.seen = bot, seen
        self._index = -1
        self._statistics: list[ActionStatistics] = []

    def statistics(self, index: int) -> list[ActionStatistics]:
        if index != self._index:
            self._statistics, self._index = self.bot.search(self.seen(index)), index
        return self._statistics


def turns_to_analyse(turns: int, most: int) -> list[int]:
    """After how many of `turns` turns to look: all, or so many of them at equal distances; the
    first and the last position are always there."""
    if turns < most:
        return list(range(turns + 1))
    return [round(i * turns / (most - 1)) for i in range(most)]


def totals(seats: Sequence[str], positions: Sequence[AnalysedPosition]) -> list[SeatTotal]:
    """What the errors and the luck of each seat add up to."""
    points = []
    for number, seat in enumerate(seats):
        errors = sum(position.errors[number] for position in positions if position.errors)
        luck = [position.luck[number] for position in positions if position.luck is not None]
        points.append(SeatTotal(seat, round(errors, 4), round(sum(luck), 4) if luck else None))
    return points


class Analysis:
    """The analysis of one game."""

    def __init__(self, table: Table, simulations: int, seed: int = 0, threads: int = 1) -> None:
        """The analysis of a game that may be revealed, of which nothing is searched yet. The same
        seed gives the same analysis by as many threads, which share a position's simulations."""
        self._table, self._simulations, self._threads = table, simulations, threads
        self._turns = Turns(table)
        self._turns.update()
        self._open = _Search(self._bot(seed), self._open_view)
        self._known = self._open
        if table.game.has_secrets:
            self._known = _Search(self._bot(seed), self._observation)
        self._again = self._bot(seed + 1)
        self._errors: dict[int, _Error] = {}  # by turn: the largest
        self._has_luck = _has_luck(table)

    @property
    def turns(self) -> int:
        """How many there were."""
        return len(self._turns.starts)

    def positions(self, after: Sequence[int]) -> Iterator[AnalysedPosition]:
        """Search the positions after so many turns, one after another, and compare the moves of the
        turns that follow.

        Where chance is to act after a turn, the position after it is searched: the dice lie there.
        The search says how good a position is for the seat to act. Of two seats the other has the
        rest; of more, the others are not known there. A win shared by k seats counts as 1/k.
        """
        before = None
        for number in after:
            errors, luck, at = self._since(before, number)
            seat = self._table.game.seats[at.seat] if at.seat >= 0 else None
            yield AnalysedPosition(number, seat, at.chances, errors, luck)
            before = at

    def turning_points(self, most: int = MOST_TURNING_POINTS) -> Iterator[TurningPoint]:
        """The turns of the positions searched with the largest errors, the largest first."""
        errors = sorted(self._errors.items(), key=lambda item: -item[1].cost)
        for number, error in errors[:most]:
            if error.cost >= MIN_LOSS:
                yield self._turning_point(number, error)

    # Positions ------------------------------------------------------------------------------------

    def _bot(self, seed: int) -> SearchBot:
        game = self._table.game
        budget = Budget(simulations=max(1, self._simulations // self._threads))
        settings = game.advice.strongest(game.options)
        return SearchBot(game, new_rng(seed), budget, settings=settings, threads=self._threads)

    def _open_view(self, index: int) -> Observation:
        return self._table.game.open_view(self._table.states[index])

    def _observation(self, index: int) -> Observation:
        state = self._table.states[index]
        return self._table.game.observe(state, int(state.to_act))

    def _after(self, turns: int) -> _Node:
        """The position after so many turns; the first decision from there on."""
        table = self._table
        index = self._turns.end(turns - 1) if turns else 0
        while table.states[index].to_act < 0 and index < len(table.steps):
            index += 1
        return self._node(index, turns)

    def _node(self, index: int, turns: int) -> _Node:
        table = self._table
        seat = int(table.states[index].to_act)
        if seat < 0:
            return _Node(index, turns, seat, _shares(table, index))
        best = self._open.statistics(index)[0].win_probability
        return _Node(index, turns, seat, _chances(len(table.game.seats), seat, best))

    # Errors and luck ------------------------------------------------------------------------------

    def _since(
        self, before: _Node | None, turns: int
    ) -> tuple[list[float], list[float] | None, _Node]:
        """What errors and luck did from one position to the next one searched, and that one.

        Of turns left out nothing is known: only the moves of the first turn are compared.
        """
        if before is None:
            return [], None, self._after(turns)
        errors, lucks = [0.0] * len(self._table.game.seats), []
        node, later = before, self._decisions(before.turns, before.index + 1)
        for index in (*later, None):
            error = self._error(node)
            after = self._after(turns) if index is None else self._node(index, before.turns)
            cost = error.cost if error else 0.0
            luck = self._luck(node, after, cost)
            if error:
                errors[node.seat] += cost
                self._note(before.turns, error, luck)
            lucks.append(luck)
            node = after
        return [round(cost, 4) for cost in errors], _sums(lucks), node

    def _decisions(self, number: int, start: int) -> list[int]:
        """Where a seat could choose in a turn, from this index of the game on."""
        begin, end = max(self._turns.starts[number], start), self._turns.end(number)
        return [index for index in range(begin, end) if self._is_choice(index)]

    def _is_choice(self, index: int) -> bool:
        table = self._table
        state = table.states[index]
        if state.to_act < 0 or table.choices[index] == NO_CHOICE:
            return False
        return len(table.game.legal_actions(table.game.open_view(state))) > 1

    def _error(self, node: _Node) -> _Error | None:
        """How the move played in a position was worse than another one; None if it was not, or by
        less than the search can tell.

        What seems to be an error is searched again: of many comparisons the largest are those in
        which the chance of the search had a hand.
        """
        index = node.index
        if index >= self._turns.end(node.turns) or not self._is_choice(index):
            return None
        if self._loss(index) < MIN_ERROR:
            return None
        seen, action, bot = self._known.seen(index), self._table.choices[index], self._again
        better = advised(bot, seen, bot.search(seen))[0].action
        judged = [bot.judge(seen, choice, self._simulations) for choice in (better, action)]
        error = _Error(
            index, node.seat, better, *(round(stats.win_probability, 4) for stats in judged)
        )
        return error if better != action and error.cost >= MIN_ERROR else None

    def _loss(self, index: int) -> float:
        """How much a move lost, at first sight."""
        statistics, action = self._known.statistics(index), self._table.choices[index]
        played = next(stats for stats in statistics if stats.action == action)
        if played is statistics[0]:
            return 0.0
        few = max(1, round(MIN_SHARE * self._simulations))
        if played.visits < few and not played.proven:
            played = self._known.bot.judge(self._known.seen(index), action, few)
        return statistics[0].win_probability - played.win_probability

    def _luck(self, node: _Node, after: _Node, cost: float) -> list[float] | None:
        """What luck added to each seat's chance from one decision to the next, if that is known."""
        is_whole = after.turns <= node.turns + 1
        steps = self._table.steps[node.index : after.index]
        first, last = node.chances[0], after.chances[0]
        if not self._has_luck or not is_whole or first is None or last is None:
            return None
        if any(step.actor == TABLE for step in steps):
            return None
        luck = last - first + (cost if node.seat == 0 else -cost)
        return [luck, -luck]

    def _note(self, turn: int, error: _Error, luck: list[float] | None) -> None:
        """Keep the largest error of a turn."""
        if turn not in self._errors or error.cost > self._errors[turn].cost:
            known = None if luck is None else round(luck[error.seat], 4)
            self._errors[turn] = replace(error, luck=known)

    def _turning_point(self, number: int, error: _Error) -> TurningPoint:
        """What was better, with what could have followed where everything was as it was."""
        table, game, bot = self._table, self._table.game, self._again
        seen, action = self._open_view(error.index), table.choices[error.index]
        bot.search(seen)
        lines = []
        for choice in (error.better, action):
            bot.judge(seen, choice, self._simulations)
            lines.append([game.action_texts[each] for each in bot.line(seen, choice, PLIES)])
        return TurningPoint(
            turn=number + 1,
            step=error.index,
            seat=game.seats[error.seat],
            played=game.action_texts[action],
            chance=error.chance,
            better=game.action_texts[error.better],
            better_chance=error.better_chance,
            line=lines[0],
            answer=lines[1],
            told=open_history(table).turn(number).sentence,
            line_told=sentences_of(table, error.index, lines[0]),
            luck=error.luck,
            played_does=self._comment(error, action),
            better_does=self._comment(error, error.better),
            why=self._why(error, action),
        )

    def _why(self, error: _Error, action: Action) -> str:
        """What spoke for the better move, by what its seat knew."""
        bot, seen = self._again, self._known.seen(error.index)
        reasons = Reasons(bot, seen, bot.search(seen))
        seat = in_sentence(self._table.game, error.seat)
        names = Names("the better move", "the move played", seat)
        return reasons.against(error.better, action, names).text

    def _comment(self, error: _Error, action: Action) -> str:
        """What a move does, as hints say it."""
        game = self._table.game
        seen = game.observe(self._table.states[error.index], error.seat)
        return game.advice.comment(game.params, seen, action)


def _has_luck(table: Table) -> bool:
    """Whether the curve of a game of two seats can change without an error: something is hidden, or
    chance acts after the first decision."""
    game = table.game
    acted = [step.actor for step in table.steps]
    first = next((i for i, actor in enumerate(acted) if actor in game.seats), len(acted))
    return len(game.seats) == 2 and (game.has_secrets or "chance" in acted[first:])


def _sums(lucks: Sequence[list[float] | None]) -> list[float] | None:
    """The luck of each seat over some decisions; None if that of one is not known."""
    known = [luck for luck in lucks if luck is not None]
    if len(known) < len(lucks):
        return None
    return [round(sum(column), 4) for column in zip(*known, strict=True)]


def sentences_of(table: Table, start: int, tokens: Sequence[str]) -> list[str]:
    """What these steps do after this many steps of a game, a sentence a turn."""
    branch = table.branch(start)
    branch.play_all(tokens)
    history = open_history(branch)
    return [turn.sentence for turn in history.since(history.turns.at(start))]


def search_branch(table: Table, start: int, simulations: int) -> BranchFindings:
    """The chances at the end of a branch of a game that may be revealed, where chance is not to
    act, and how the search would go on. `start`: the steps before the branch; `simulations`: for
    each position."""
    game = table.game
    settings = game.advice.strongest(game.options)
    bot = SearchBot(game, new_rng(0), Budget(simulations=simulations), settings=settings)
    own = [i for i in range(start, len(table.steps)) if table.steps[i].actor in game.seats]
    mover, mover_chance = None, None
    if own:
        mover, seen = table.steps[own[-1]].actor, game.open_view(table.states[own[-1]])
        bot.search(seen)
        judged = bot.judge(seen, table.choices[own[-1]], simulations)
        mover_chance = round(judged.win_probability, 4)
    seat = int(table.state.to_act)
    if seat < 0:
        return BranchFindings(_shares(table, len(table.steps)), None, mover, mover_chance)
    best = bot.search(game.open_view(table.state))[0]
    chances = _chances(len(game.seats), seat, best.win_probability)
    reply = table.branch()
    while True:
        reply.play(game.seats[seat], game.action_texts[best.action])
        if reply.state.to_act != seat:
            break
        best = bot.search(game.open_view(reply.state))[0]
    tokens = [step.token for step in reply.steps[len(table.steps) :]]
    return BranchFindings(chances, game.seats[seat], mover, mover_chance, tokens)


def _shares(table: Table, index: int) -> list[float | None]:
    """What each seat has of the win; nothing is known if the game is not over."""
    state, seats = table.states[index], range(len(table.game.seats))
    if state.to_act != TERMINAL:
        return [None for _ in seats]
    return [float(win_share(int(state.winners), seat)) for seat in seats]


def _chances(seats: int, seat: Seat, chance: float) -> list[float | None]:
    rest = round(1 - chance, 4) if seats == 2 else None
    return [round(chance, 4) if each == seat else rest for each in range(seats)]
