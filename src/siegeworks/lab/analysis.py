"""How a game went: each seat's chance to win after every turn, and the turns at which a better move
was missed, by the search that gives hints

A position is searched with everything revealed (`Game.open_view`): all that is hidden during a game
is known once it is over, and one seat's knowledge would make the curve jump from turn to turn. So
it says who stood better, not what anybody could have known then.

Moves are compared in the position in which one of them was chosen: what dice, or tiles turned over
later, did to the curve is nobody's mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from siegeworks.bots.mcts.evaluation import win_share
from siegeworks.bots.search import ActionStatistics, Budget, SearchBot
from siegeworks.core.contract import TERMINAL, Observation, Seat
from siegeworks.core.random import new_rng
from siegeworks.play.branch import Branch, open_history
from siegeworks.play.history import Turns
from siegeworks.play.table import NO_CHOICE, Table

MOST_TURNING_POINTS = 5  # as many as one remembers of a game
# Of the winning chance. 19 of 20 pairs of searches of a position, with 1000 simulations each,
# differ by less than 0.02 in each of the five games: what lost this much loses it again.
MIN_LOSS = 0.1
MIN_SHARE = 0.1  # of the simulations; a move that got fewer is searched again on its own
PLIES = 6  # of a line


class AnalysedPosition(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position and what it was worth."""

    turns: int  # so many were over
    seat: str | None  # that was to act; None: the game was over
    chances: list[float | None]  # of the seats to win; None: not known here, of more than two seats


class TurningPoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move after which its seat was much less likely to win than after a better one."""

    turn: int  # its number in the history; the first is 1
    step: int  # the move came after this many steps
    seat: str
    played: str  # the move, as a token
    chance: float  # of the seat to win after it
    better: str
    better_chance: float
    line: list[str]  # what could follow: the better move, then the strongest moves
    answer: list[str]  # the same of the move that was played
    told: str  # the turn as it went, in words
    line_told: list[str]  # the turns of the line; the first is the one that went otherwise
    was_visible: bool | None = None  # also from what the seat knew? None: nothing is hidden


class BranchFindings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the search says of a position that was not part of the game."""

    chances: list[float | None]  # of the seats to win, as in `AnalysedPosition`
    seat: str | None  # that is to act
    mover: str | None = None  # who moved last on the branch …
    mover_chance: float | None = None  # … and its chance after that move
    reply: list[str] = []  # what the search would play for the seat to act, to the end of its turn


def turns_to_analyse(turns: int, most: int) -> list[int]:
    """After how many of `turns` turns to look: all, or so many of them at equal distances; the
    first and the last position are always there."""
    if turns < most:
        return list(range(turns + 1))
    return [round(i * turns / (most - 1)) for i in range(most)]


class Analysis:
    """The analysis of one game."""

    def __init__(self, table: Table, simulations: int, seed: int = 0) -> None:
        """Nothing is searched yet.

        Args:
            table: of a game that may be revealed.
            simulations: for each position.
            seed: of the search; the same seed gives the same analysis.
        """
        self._table, self._simulations = table, simulations
        self._turns = Turns(table)
        self._turns.update()
        self._bot = SearchBot(table.game, new_rng(seed), Budget(simulations=simulations))
        self._searched = -1  # the index of the position that was searched last …
        self._found: list[ActionStatistics] = []  # … and what was found
        self._losses: dict[int, tuple[float, int]] = {}  # by turn: the largest, and at which step

    @property
    def turns(self) -> int:
        """How many there were."""
        return len(self._turns.starts)

    def positions(self, after: Sequence[int]) -> Iterator[AnalysedPosition]:
        """Search positions, one after another, and compare the moves of the turns that follow.

        Where chance is to act after a turn, the position after it is searched: the dice lie there.
        The search says how good a position is for the seat to act. Of two seats the other has the
        rest; of more, the others are not known there. A win shared by k seats counts as 1/k.

        Args:
            after: how many turns were over in each position.
        """
        for number in after:
            yield self._position(number)
            if number < self.turns:
                self._compare(number)

    def turning_points(self, most: int = MOST_TURNING_POINTS) -> Iterator[TurningPoint]:
        """The turns of the positions searched at which a seat lost most, the largest loss first.

        Each is searched again: of many comparisons the largest are those in which chance had a
        hand.
        """
        bot = SearchBot(
            self._table.game, new_rng(self.turns), Budget(simulations=self._simulations)
        )
        suspected = sorted(self._losses.items(), key=lambda item: -item[1][0])
        found = 0
        for number, (loss, index) in suspected[: 2 * most]:
            point = self._turning_point(bot, number, index) if loss >= MIN_LOSS else None
            if point is not None:
                found += 1
                yield point
            if found == most:
                return

    def _position(self, number: int) -> AnalysedPosition:
        table, game = self._table, self._table.game
        index = self._turns.end(number - 1) if number else 0
        while table.states[index].to_act < 0 and index < len(table.steps):
            index += 1
        seat = int(table.states[index].to_act)
        if seat < 0:
            return AnalysedPosition(number, None, _shares(table, index))
        best = self._search(index)[0].win_probability
        return AnalysedPosition(number, game.seats[seat], _chances(len(game.seats), seat, best))

    def _compare(self, number: int) -> None:
        """Note the move of a turn that lost most."""
        indices = range(self._turns.starts[number], self._turns.end(number))
        losses = [(self._loss(index), index) for index in indices if self._is_choice(index)]
        if losses:
            self._losses[number] = max(losses)

    def _is_choice(self, index: int) -> bool:
        table = self._table
        state = table.states[index]
        if state.to_act < 0 or table.choices[index] == NO_CHOICE:
            return False
        return len(table.game.legal_actions(table.game.open_view(state))) > 1

    def _search(self, index: int) -> list[ActionStatistics]:
        if index != self._searched:
            self._found = self._bot.search(self._seen(index))
            self._searched = index
        return self._found

    def _seen(self, index: int) -> Observation:
        return self._table.game.open_view(self._table.states[index])

    def _loss(self, index: int) -> float:
        """How much the move at this step lost, at first sight."""
        found, action = self._search(index), self._table.choices[index]
        played = next(stats for stats in found if stats.action == action)
        if played is found[0]:
            return 0.0
        few = max(1, round(MIN_SHARE * self._simulations))
        if played.visits < few and not played.proven:
            played = self._bot.judge(self._seen(index), action, few)
        return found[0].win_probability - played.win_probability

    def _turning_point(self, bot: SearchBot, number: int, index: int) -> TurningPoint | None:
        """What was better at this step; None if a second search finds that little was lost."""
        table, game, seen = self._table, self._table.game, self._seen(index)
        action, seat = table.choices[index], int(table.states[index].to_act)
        better = bot.search(seen)[0].action
        if better == action:
            return None
        chances = [self._chance(bot, seen, one) for one in (better, action)]
        if chances[0] - chances[1] < MIN_LOSS:
            return None
        lines = [bot.line(seen, one, PLIES) for one in (better, action)]
        line, answer = ([game.action_texts[one] for one in actions] for actions in lines)
        was_visible = None
        if game.has_secrets:
            own = table.game.observe(table.states[index], seat)
            bot.search(own)
            gain = self._chance(bot, own, better) - self._chance(bot, own, action)
            was_visible = gain >= MIN_LOSS / 2
        return TurningPoint(
            turn=number + 1,
            step=index,
            seat=game.seats[seat],
            played=game.action_texts[action],
            chance=chances[1],
            better=game.action_texts[better],
            better_chance=chances[0],
            line=line,
            answer=answer,
            told=open_history(table).turn(number).sentence,
            line_told=told(table, index, line),
            was_visible=was_visible,
        )

    def _chance(self, bot: SearchBot, seen: Observation, action: int) -> float:
        return round(bot.judge(seen, action, self._simulations).win_probability, 4)


def told(table: Table, start: int, tokens: Sequence[str]) -> list[str]:
    """What these steps do after this many steps of a game, a sentence a turn."""
    branch = Branch(table, start)
    branch.play(tokens)
    return [turn.sentence for turn in branch.told()]


def search_branch(branch: Branch, simulations: int, seed: int = 0) -> BranchFindings:
    """The chances at the end of a branch, and how the search would go on.

    Args:
        branch: of a game that may be revealed; chance is not to act.
        simulations: for each position.
        seed: of the search.
    """
    table, game = branch.table, branch.table.game
    bot = SearchBot(game, new_rng(seed), Budget(simulations=simulations))
    own = [i for i in range(branch.start, len(table.steps)) if table.steps[i].actor in game.seats]
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
    reply = Branch(table, len(table.steps))
    while True:
        reply.play([game.action_texts[best.action]])
        if reply.table.state.to_act != seat:
            break
        best = bot.search(game.open_view(reply.table.state))[0]
    tokens = [step.token for step in reply.table.steps[reply.start :]]
    return BranchFindings(chances, game.seats[seat], mover, mover_chance, tokens)


def _shares(table: Table, index: int) -> list[float | None]:
    """What each seat has of the win; nothing is known if the game is not over."""
    state, seats = table.states[index], range(len(table.game.seats))
    if state.to_act != TERMINAL:
        return [None for _ in seats]
    return [float(win_share(int(state.winners), seat)) for seat in seats]


def _chances(seats: int, seat: Seat, chance: float) -> list[float | None]:
    rest = round(1 - chance, 4) if seats == 2 else None
    return [round(chance, 4) if one == seat else rest for one in range(seats)]
