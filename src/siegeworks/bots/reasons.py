"""Why a move is better than others: what the lines bring that the search expects after it.

The lines are followed in some of the states that are possible for the seat, and what they bring is
told from its observations: so a reason says no more than the seat may know.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from math import ceil, inf, sqrt
from time import perf_counter
from typing import NamedTuple

from siegeworks.bots.mcts.evaluation import win_share
from siegeworks.bots.search import ActionStatistics, Budget, SearchBot
from siegeworks.core.advice import Gain, no_gains
from siegeworks.core.contract import CHANCE, TERMINAL, Action, Observation, Seat, State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng, random_below
from siegeworks.core.text import capitalized, counted

PLIES = 6  # of a line, at most
FAR = 16  # plies of a line where nothing shows in so many
CLOSER = (6, 300), (2, 3_000)  # how many moves get how many simulations more, look by look
MOST_CLOSER = sum((moves + 2) * more for moves, more in CLOSER)  # simulations, all of them
PLAYED_ON = 50  # simulations for each ply after the end of a line, where nothing shows even so
A_LOOK = 0.25  # of the search: what a look gets at most where somebody waits by the clock
DEALS = 8  # of what is hidden or left to chance, in which lines are followed
A_WIN = 1000.0  # what winning the game is worth; all other gains together are worth less
CLEARLY = 0.05  # of the chance to win: the move that comes to mind is named if so much worse
SHOWN = 3  # moves: which of them is the best is looked at again, if it is not clear
SURE = 2.0  # standard deviations by which an estimate may err
NOISE = 0.02  # differences of estimates that say nothing, however long the search
LOOKED_AT = 10  # simulations, with fewer an estimate says little
EXTRA = 30  # a move that got less than this part of the simulations, one in so many, gets the rest
SURELY, PROBABLY = 0.9, 0.5  # parts of the deals
COMPARED = 6  # moves, where none is clearly worse
WEAKER = 12  # moves, where those say nothing either: taken evenly from the rest
DEAR = 0.5  # of what a move brings: what others get in return is told from here on
ALIKE = 0.05  # of the chance to win: moves are worth as much if no two are further apart
LEAST_TOLD = 0.01  # of the chance to win: an estimate is never said to be nought or certain
STEM = 4  # letters that words of one kind share


class Kind(StrEnum):
    """What a reason names."""

    GAIN = "gain"  # what the move brings
    THREAT = "threat"  # what it prevents
    CERTAIN = "certain"  # how the game ends
    SAME = "same"  # that all moves win as often, or some, and how often
    EVEN = "even"  # nothing: no move is better, and none brings anything


@dataclass(frozen=True)
class Reason:
    """Why a move is better than another."""

    kind: Kind
    text: str  # a sentence without notation; empty: the comments on the moves have said it


@dataclass(frozen=True)
class Names:
    """What the two moves that are compared are called in a sentence."""

    this: str
    other: str
    you: str = "you"  # the seat that moves
    told: tuple[str, ...] = ()  # whose comments come before: what those say is not said again

    def of_seat(self, text: str) -> str:
        """The same text with the name of the seat where games say "your"."""
        if self.you == "you":
            return text
        owner = f"{self.you}'" if self.you.endswith("s") else f"{self.you}'s"
        return text.replace(" your ", f" {owner} ")


class _Prospect(NamedTuple):
    """What one seat gets of one kind."""

    worth: float  # on average
    part: float  # of the deals in which it gets any
    words: str  # of the most frequent gain
    amount: str  # of the same one
    worth_named: float  # what that gain is worth


NOTHING = _Prospect(0.0, 0.0, "", "", 0.0)
_Prospects = dict[tuple[Seat, str], _Prospect]


@dataclass(frozen=True)
class _Line:
    """What the seat sees after each ply of a line, after which of them the others have replied,
    whether they have at all, and whether chance has acted."""

    seen: tuple[Observation, ...]
    rounds: tuple[int, ...]
    has_reply: bool
    has_chance: bool


class Outlook:
    """Where the lines lead that begin with one move."""

    def __init__(
        self,
        bot: SearchBot,
        seen: Observation,
        action: Action,
        seed: int,
        plies: int = PLIES,
        *,
        player: SearchBot | None = None,
    ) -> None:
        """Follow them.

        Args:
            bot: has searched `seen`.
            seen: what the seat to act may know.
            action: the move.
            seed: of the deals: lines of the same seed begin with the same ones.
            plies: of each line, at most.
            player: plays on for all seats where a line ends before that.
        """
        self.game, self.seen, self.seat = bot.game, seen, int(seen.to_act)
        self._action, self._plies, self._player = action, plies, player
        self._gains: dict[tuple[int, int], list[list[Gain]]] = {}  # by deal and ply: of each seat
        self.lines: list[_Line] = []
        known = bot.rng[0]
        for deal in range(DEALS):
            if self.lines and not (self.game.has_secrets or self.lines[0].has_chance):
                self.lines.append(self.lines[0])
                continue
            bot.rng[0] = seed + deal
            self.lines.append(self._line(bot, action))
        bot.rng[0] = known

    @cached_property
    def comment(self) -> str:
        """What the game says of the move itself."""
        return self.game.advice.comment(self.game.params, self.seen, self._action)

    def _line(self, bot: SearchBot, action: Action) -> _Line:
        game, rng = self.game, bot.rng.copy()
        state = game.determinize(self.seen, rng)  # the one that the bot draws, too
        far = self._plies > PLIES
        steps = deque(bot.line(self.seen, action, self._plies, past_chance=far))
        seen: list[Observation] = []
        rounds: list[int] = []
        others_acted, has_reply, has_chance = False, False, False
        end_of_turn = 0  # where chance ends it; 0: nowhere
        while steps or (self._player and len(seen) < self._plies and state.to_act != TERMINAL):
            step = steps.popleft() if steps else self._played_on(state)
            others_acted |= state.to_act not in (CHANCE, self.seat)
            has_reply |= others_acted
            game.unchecked.apply(state, step)
            has_chance |= state.to_act == CHANCE
            if state.to_act == CHANCE and steps:
                continue  # the outcome comes next
            is_turn_over = state.to_act < 0
            game.settle(state, rng)
            seen.append(game.observe(state, self.seat))
            replied = others_acted and seen[-1].to_act == self.seat
            if replied or (is_turn_over and seen[-1].to_act != self.seat):
                rounds.append(len(seen))
                others_acted = False
            elif has_chance and not end_of_turn and seen[-1].to_act != self.seat:
                end_of_turn = len(seen)
        if end_of_turn and not rounds:
            rounds.append(end_of_turn)
        return _Line(tuple(seen), tuple(rounds), has_reply, has_chance)

    def _played_on(self, state: State) -> Action:
        """What is played where the line has ended, by what the seat to act may know."""
        assert self._player is not None
        return self._player.search(self.game.observe(state, int(state.to_act)))[0].action

    @property
    def has_reply(self) -> bool:
        """Do the lines go on until the others have replied?"""
        return all(line.has_reply for line in self.lines)

    @property
    def ends(self) -> list[int]:
        """After how many plies the others have last replied in each line, if they have at all."""
        return self._before_end(1)

    @property
    def before_ends(self) -> Iterator[list[int]]:
        """The same for earlier replies, and at last for the move itself."""
        for back in range(2, 1 + max(len(line.rounds) for line in self.lines)):
            yield self._before_end(back)
        yield [1] * len(self.lines)

    def _before_end(self, back: int) -> list[int]:
        """After how many plies the others have replied for the last time, or so many replies from
        the end, in each line; all of its plies where they never do."""
        return [
            line.rounds[max(0, len(line.rounds) - back)] if line.rounds else len(line.seen)
            for line in self.lines
        ]

    def own_turns(self, plies: Sequence[int]) -> int:
        """How many turns of its own the seat has, at most, within so many plies of each line."""
        pairs = zip(self.lines, plies, strict=True)
        return 1 + max(sum(end < ply for end in line.rounds) for line, ply in pairs)

    def prospects(self, plies: Sequence[int]) -> _Prospects:
        """What each seat gets within so many plies of each line."""
        by_kind: dict[tuple[Seat, str], list[Gain]] = {}
        for deal, ply in enumerate(plies):
            for seat, gains in enumerate(self._gained(deal, ply)):
                for gain in gains:
                    by_kind.setdefault((seat, gain.kind), []).append(gain)
        return {key: self._prospect(gains) for key, gains in by_kind.items()}

    def _gained(self, deal: int, ply: int) -> list[list[Gain]]:
        """What each seat has got after so many plies of one line."""
        if deal and self.lines[deal] is self.lines[0]:
            return self._gained(0, ply)
        if (deal, ply) not in self._gains:
            after, seats = self.lines[deal].seen[ply - 1], range(len(self.game.seats))
            gains = [gains_of(self.game, self.seen, after, seat) for seat in seats]
            self._gains[deal, ply] = gains
        return self._gains[deal, ply]

    def _prospect(self, gains: list[Gain]) -> _Prospect:
        """The mean, and in words so much as is worth most for how often it is reached."""
        deals = len(self.lines)

        def part(gain: Gain) -> float:
            return sum(other.worth >= gain.worth for other in gains) / deals

        best = max(gains, key=lambda gain: gain.worth * part(gain))
        mean = sum(gain.worth for gain in gains) / deals
        return _Prospect(mean, part(best), best.words, best.amount, best.worth)


def gains_of(game: Game, before: Observation, after: Observation, seat: Seat) -> list[Gain]:
    """What a seat has got between two positions, the most important first."""
    if after.to_act == TERMINAL:
        won = float(win_share(int(after.winners), seat)) == 1.0
        return [Gain("win", A_WIN, "win the game", "in some cases")] if won else []
    if game.advice.gains is not no_gains:
        gains = game.advice.gains(game.params, before, after, seat)
        return [gain for gain in gains if gain.worth > 0]
    more = game.score(game.params, after, seat) - game.score(game.params, before, seat)
    amount = round(more, 1)
    return (
        [Gain("points", more, f"gain {_points(game, amount)}", f"{amount:g}")] if amount > 0 else []
    )


def _points(game: Game, amount: float) -> str:
    """So much of what the score counts."""
    unit, units = game.advice.unit if all(game.advice.unit) else ("point", "points")
    return f"{amount:g} {unit if amount == 1 else units}"


@dataclass(frozen=True)
class _Difference:
    """What one seat gets more of by one of two moves, or less."""

    seat: Seat
    favours: float  # the first move by so much
    this: _Prospect
    other: _Prospect


class Comparison:
    """What one move brings that another does not."""

    def __init__(self, this: Outlook, other: Outlook, pairs: Sequence[tuple[int, int]]) -> None:
        """Compare where their lines lead.

        Args:
            this: the first move.
            other: the second.
            pairs: after how many plies of each line of the first and of the second.
        """
        plies = [first for first, _ in pairs]
        mine, theirs = this.prospects(plies), other.prospects([second for _, second in pairs])
        self._game, self._seat = this.game, this.seat
        self._comments = this.comment, other.comment
        self._turns = this.own_turns(plies)
        self._differences = sorted(
            self._all_differences(mine, theirs), key=lambda difference: -difference.favours
        )

    def _all_differences(self, mine: _Prospects, theirs: _Prospects) -> Iterator[_Difference]:
        for seat, kind in dict.fromkeys([*mine, *theirs]):
            this, other = (prospects.get((seat, kind), NOTHING) for prospects in (mine, theirs))
            more = this.worth - other.worth
            yield _Difference(seat, more if seat == self._seat else -more, this, other)

    @property
    def favours(self) -> float:
        """By how much what can be named speaks for the first move."""
        return sum(difference.favours for difference in self._differences)

    def reason(self, names: Names) -> Reason | None:
        """What speaks most for the first move; None if nothing does."""
        if not self._differences or self._differences[0].favours <= 0:
            return None
        best = self._differences[0]
        if best.seat == self._seat:
            return Reason(Kind.GAIN, self._gain(best.this, best.other, names))
        return Reason(Kind.THREAT, self._threat(best, names))

    def _gain(self, this: _Prospect, other: _Prospect, names: Names) -> str:
        mine, theirs = map(_own_part, self._comments)
        is_all = this.part >= SURELY and _tells_all(mine, this.words)  # though turns follow
        is_told = names.this in names.told and (is_all or self._is_told(this, mine))
        if is_told and not other.words and not _tells(theirs, this.words):
            if names.other in names.told:
                return ""
            even = ", even" if self._turns > 1 else ""
            return f"{capitalized(names.other)} does not{even}{_within(self._turns)}."
        more = f"{capitalized(names.this)} {_lets(this)} {names.you} {this.words}"
        more += _within(self._turns)
        if not other.words:
            return f"{more}; {names.other} does not."
        if this.worth_named <= other.worth_named:
            return f"{more}; {names.other} is less likely to."
        return f"{more}, {names.other} only {other.amount}."

    def _threat(self, difference: _Difference, names: Names) -> str:
        seat = in_sentence(self._game, difference.seat)
        this, other = difference.this, difference.other
        is_less = other.worth_named > this.worth_named
        theirs = _part_of_others(self._comments[1])
        if names.other in names.told and self._is_told(other, theirs):
            if not this.words and names.this in names.told:
                return ""
            if not this.words:
                return f"{capitalized(names.this)} avoids that."
            less = f"{seat} can only {this.words}" if is_less else "that is less likely"
            return f"With {names.this}, {less}."
        lets = f"{capitalized(names.other)} {_lets(other)} {seat} {other.words}"
        lets += _within(self._turns)
        if not this.words:
            return f"{lets}."
        less = f"only {this.amount}" if is_less else "is less likely to"
        return f"{lets}{',' if is_less else ';'} {names.this} {less}."

    def _is_told(self, gain: _Prospect, comment: str) -> bool:
        """Is this what follows at once, as the comment on a move says?"""
        return self._turns == 1 and gain.part >= SURELY and _tells(comment, gain.words)


def _in_step(lines: list[tuple[_Line, _Line]]) -> Iterator[list[tuple[int, int]]]:
    """After how many plies of two lines to compare them, for each pair: after as many replies, the
    last ones first; if one of them ends before that, after as many plies; and after the moves."""
    replies = [min(len(line.rounds), len(other.rounds)) for line, other in lines]
    ends = [(min(len(line.seen), len(other.seen)),) * 2 for line, other in lines]
    for most in range(max(replies), 0, -1):
        yield [
            (line.rounds[min(most, both) - 1], other.rounds[min(most, both) - 1]) if both else end
            for (line, other), both, end in zip(lines, replies, ends, strict=True)
        ]
    if not all(replies):
        yield ends
    yield [(1, 1)] * len(lines)


class _Balance:
    """What the lines of one move bring its seat, and what they bring the others."""

    def __init__(self, outlook: Outlook, plies: Sequence[int] | None = None) -> None:
        """After so many plies of each line; None: at their ends."""
        plies = outlook.ends if plies is None else plies
        prospects = outlook.prospects(plies)
        self._outlook, self._turns = outlook, outlook.own_turns(plies)
        self._gain = max(
            (prospect for (seat, _), prospect in prospects.items() if seat == outlook.seat),
            key=lambda prospect: prospect.worth,
            default=NOTHING,
        )
        self._price, self._payer = max(
            ((prospect, seat) for (seat, _), prospect in prospects.items() if seat != outlook.seat),
            key=lambda pair: pair[0].worth,
            default=(NOTHING, outlook.seat),
        )

    @property
    def brings(self) -> bool:
        """Does the move bring anything?"""
        return bool(self._gain.words)

    def gain(self, name: str, you: str = "you") -> str:
        """What the move brings most; empty if it brings nothing."""
        if not self.brings:
            return ""
        return f"{name} {_lets(self._gain)} {you} {self._gain.words}{_within(self._turns)}"

    def clauses(self, name: str = "this move", you: str = "you") -> list[str]:
        """What the move brings, unless its comment says so, and what it lets others do."""
        if not self.brings:
            return []
        gain = self.gain(name, you)
        clauses = [] if _tells(_own_part(self._outlook.comment), self._gain.words) else [gain]
        if self._gain.worth >= A_WIN / DEALS:  # then nobody asks for the price
            return [gain]
        is_dear = self._price.worth >= DEAR * self._gain.worth
        if is_dear and not _tells(_part_of_others(self._outlook.comment), self._price.words):
            payer = in_sentence(self._outlook.game, self._payer)
            clauses.append(f"{payer} {_can(self._price)} {self._price.words}")
        if not clauses and not is_dear and self._outlook.has_reply:
            clauses.append(self._less_in_return)
        return clauses

    def passing(self) -> list[str]:
        """What the move itself brings, though nothing of it is left at the ends of the lines."""
        if not self.brings:
            return []
        if _tells(_own_part(self._outlook.comment), self._gain.words):
            return ["that does not last"]
        gain = f"at first this move {_lets(self._gain)} you {self._gain.words}"
        return [f"{gain}{_within(self._turns)}"]

    @property
    def price(self) -> str:
        """What the others get, if they surely get anything: "Blue can defeat an Army"."""
        if self._price.part < SURELY:
            return ""
        return f"{in_sentence(self._outlook.game, self._payer)} can {self._price.words}"

    @property
    def _less_in_return(self) -> str:
        """That what others get is worth less than what the move brings."""
        outlook = self._outlook
        if len(outlook.game.seats) > 2:
            return "the others get less in return"
        other = in_sentence(outlook.game, 1 - outlook.seat)
        return f"{other} {'get' if other.endswith('s') else 'gets'} less in return"


def _tells(comment: str, gain: str) -> bool:
    """Does a comment say what a gain says? If it shares the verb, or two other words."""
    stems = {_stem(word) for word in comment.split()}
    verb, *others = gain.split()
    shared = {_stem(word) for word in others if len(word) >= STEM} & stems
    return _stem(verb) in stems or len(shared) >= 2


def _tells_all(comment: str, gain: str) -> bool:
    """Does a comment say all that a gain says? If it has all its words."""
    return {_stem(word) for word in gain.split()} <= {_stem(word) for word in comment.split()}


def _own_part(comment: str) -> str:
    """What a comment says of the seat that moves, not of what it lets others do."""
    return comment.partition("lets ")[0]


def _part_of_others(comment: str) -> str:
    """What a comment says that others can do then."""
    return comment.partition("lets ")[2]


def _stem(word: str) -> str:
    """What a word shares with its other forms: "wins" and "win", "captured" and "capture"."""
    return word.lower().removesuffix("s")[:STEM]


def _sentence(clauses: list[str]) -> str:
    return f"{capitalized('; '.join(clauses))}."


def _lets(prospect: _Prospect) -> str:
    if prospect.part >= SURELY:
        return "lets"
    return "probably lets" if prospect.part >= PROBABLY else "may let"


def _can(prospect: _Prospect) -> str:
    """What another seat can do in return."""
    if prospect.part >= SURELY:
        return "can then"
    return "can then probably" if prospect.part >= PROBABLY else "may then"


def _within(turns: int) -> str:
    return f" within {counted(turns, 'turn')}" if turns > 1 else ""


def in_sentence(game: Game, seat: Seat) -> str:
    """A seat in a sentence: "the Suns", "Red"."""
    name = capitalized(game.seats[seat])
    return f"the {name}" if name.endswith("s") else name


def wins_about(win_probability: float) -> str:
    """An estimate in words: none of them is certain."""
    if win_probability < LEAST_TOLD:
        return f"wins less than {LEAST_TOLD:.0%}"
    if win_probability > 1 - LEAST_TOLD:
        return f"wins more than {1 - LEAST_TOLD:.0%}"
    return f"wins about {win_probability:.0%}"


def _as_often(least: float, most: float) -> str:
    """Two estimates in words: "about as often, 16% to 18%", "just as often, about 16%"."""
    if most < LEAST_TOLD or least > 1 - LEAST_TOLD or f"{least:.0%}" == f"{most:.0%}":
        return f"just as often, {wins_about(most).removeprefix('wins ')}"
    return f"about as often, {max(least, LEAST_TOLD):.0%} to {min(most, 1 - LEAST_TOLD):.0%}"


def advised(
    bot: SearchBot, seen: Observation, statistics: Sequence[ActionStatistics]
) -> list[ActionStatistics]:
    """What a search has found, the move to advise first. That is the one with most simulations, or
    another one that wins more often if it is looked at as often: so what is said of moves with few
    simulations misleads nobody."""
    ranked, best = list(statistics), statistics[0]
    most = _most_in_a_look(bot, statistics)
    for place, stats in enumerate(statistics[1:SHOWN], 1):
        if seems_better(stats, best):
            missing = max(0, best.visits - stats.visits)
            ranked[place] = bot.judge(seen, stats.action, min(missing, most))
    known = [stats for stats in ranked[:SHOWN] if stats.proven or stats.visits >= best.visits]
    top = max(known, key=lambda stats: stats.win_probability)
    ranked.remove(top)
    return [top, *ranked]


def _most_in_a_look(bot: SearchBot, statistics: Sequence[ActionStatistics]) -> int:
    """How many simulations a closer look gets at most."""
    searched = sum(stats.visits for stats in statistics)
    return max(MOST_CLOSER, searched) if bot.budget.seconds is None else int(A_LOOK * searched)


def seems_better(stats: ActionStatistics, best: ActionStatistics) -> bool:
    """Does a move win more often than the best one, as far as percentages tell, but by fewer
    simulations, so that this is less sure?"""
    higher = round(100 * stats.win_probability) > round(100 * best.win_probability)
    return higher and not stats.proven and (best.proven or stats.visits < best.visits)


def is_clearly_worse(stats: ActionStatistics, best: ActionStatistics) -> bool:
    """Whether a move is worse than the best one by more than the search may err."""
    gap = best.win_probability - stats.win_probability
    if stats.proven and best.proven:
        return gap > 0
    return gap > max(NOISE, SURE * sqrt(_variance(stats) + _variance(best)))


def _variance(stats: ActionStatistics) -> float:
    """Of an estimate, as if each simulation were won or lost."""
    if stats.proven:
        return 0.0
    chance = min(max(stats.win_probability, 0.05), 0.95)
    return chance * (1 - chance) / max(1, stats.visits)


class Reasons:
    """The reasons for and against the moves of one search."""

    def __init__(self, bot: SearchBot, seen: Observation, moves: list[ActionStatistics]) -> None:
        """Nothing is compared yet.

        Args:
            bot: has just searched `seen`.
            seen: what the seat to act may know.
            moves: what the bot has found, the best move first (`advised`).
        """
        self._bot, self._seen = bot, seen
        self.found = list(moves)
        """What is known by now about all moves, the best one first."""
        self._seed = random_below(bot.rng, 1 << 30)
        searched = sum(stats.visits for stats in moves)
        self._enough = searched // EXTRA
        seconds = bot.budget.seconds
        self._a_look = _most_in_a_look(bot, moves)
        self._last_look = inf if seconds is None else perf_counter() + A_LOOK * seconds
        self.rival: Action | None = None
        """The move with which the best one was compared; None: with no single one."""
        self._outlooks: dict[Action, Outlook] = {}
        self._plies = PLIES
        self._player: SearchBot | None = None  # plays on where lines end

    def looked_at(self, action: Action) -> ActionStatistics:
        """What the search says of a move, after another look if it has hardly looked at it."""
        stats = next(stats for stats in self.found if stats.action == action)
        missing = self._enough - stats.visits
        if stats.proven or missing <= 0:
            return stats
        judged = self._bot.judge(self._seen, action, missing)
        self.found = [judged if move is stats else move for move in self.found]
        return judged

    def compared(self, this: Action, other: Action, names: Names) -> Reason | None:
        """What speaks most for one of two moves; None if what can be named speaks for the other."""
        first, second = self._outlook(this), self._outlook(other)
        lines = list(zip(first.lines, second.lines, strict=True))
        for pairs in _in_step(lines):
            comparison = Comparison(first, second, pairs)
            if comparison.favours > 0 and (reason := comparison.reason(names)):
                return reason
        return None

    def against(self, better: Action, played: Action, names: Names) -> Reason:
        """Why one of two moves is better than the other."""
        for action in (better, played):
            self.looked_at(action)
        reason = self._against(better, played, names)
        outlooks = self._outlook(better), self._outlook(played)
        is_short = not all(outlook.has_reply for outlook in outlooks)
        if is_short and self._play_on(PLIES):
            reason = self._against(better, played, names) or reason
        if reason is None and self._play_on():
            reason = self._against(better, played, names)
        if reason is None:
            return Reason(Kind.EVEN, "The difference shows only later in the game.")
        return replace(reason, text=names.of_seat(reason.text))

    def _against(self, better: Action, played: Action, names: Names) -> Reason | None:
        if reason := self.compared(better, played, names):
            return reason
        clauses = _Balance(self._outlook(better)).clauses(names.this, names.you)
        return Reason(Kind.GAIN, _sentence(clauses)) if clauses else None

    def for_best(self, likely: Action) -> Reason:
        """Why the best move is the best.

        Args:
            likely: the move that comes to mind first.
        """
        reason = self._why_best(likely)
        for moves, simulations in CLOSER:
            if reason.kind not in (Kind.EVEN, Kind.SAME):
                break
            if perf_counter() > self._last_look:
                break
            self._look_closer(likely, moves, min(simulations, self._a_look // (moves + 2)))
            reason = self._why_best(likely)
        if reason.kind is Kind.EVEN and self._play_on():
            reason = self._why_best(likely)
        if reason.kind is Kind.EVEN and (alike := self._alike()):
            return alike
        return reason

    def _why_best(self, likely: Action) -> Reason:
        if len(self.found) == 1:
            return Reason(Kind.SAME, "It is the only legal move.")
        best = self.looked_at(self.found[0].action)
        if best.proven:
            return self._certain(best)
        rival = self._rival(likely)
        if rival is None:
            return self._best_of_many(best.action)
        self.rival = rival.action
        name = "the next best move" if rival.action == self.found[1].action else "a weaker move"
        if rival.action == likely and best.win_probability - rival.win_probability >= CLEARLY:
            name = "the obvious move"
        reason = self.compared(
            best.action, rival.action, Names("this move", name, told=("this move",))
        )
        return reason or self._by_chance(best, rival, name)

    def for_other(self, stats: ActionStatistics) -> Reason:
        """What a move brings, or why it is not the best."""
        best = self.found[0]
        if is_clearly_worse(stats, best):
            names = Names("the best move", "this move", told=("this move",))
            if reason := self.compared(best.action, stats.action, names):
                return reason
        if stats.proven:
            return Reason(Kind.CERTAIN, _sure_end(stats, best))
        balance = _Balance(self._outlook(stats.action))
        clauses = balance.clauses()
        if not clauses and best.win_probability - stats.win_probability > NOISE:
            clauses = [f"the best move {wins_about(best.win_probability)}"]
        elif not clauses:
            may_be = "may be" if seems_better(stats, best) else "is"
            clauses = [f"it {may_be} as good as the best move"]
        return Reason(Kind.GAIN if balance.brings else Kind.EVEN, _sentence(clauses))

    def _look_closer(self, likely: Action, moves: int, simulations: int) -> None:
        """Search more of what follows after the best moves and those that they are compared with,
        and follow all lines further from now on: where nothing shows, the lines often end before
        anything happens. All other moves are looked at, too. A move that turns out to be clearly
        better is the best one from then on."""
        rival = self._rival(likely)
        near = {likely, *(stats.action for stats in self.found[:moves])}
        near |= {rival.action} if rival else set()
        glance = LOOKED_AT if LOOKED_AT * len(self.found) <= self._a_look else 0
        for place, stats in enumerate(self.found):
            more = simulations if stats.action in near else glance - stats.visits
            if more > 0 and not stats.proven:
                self.found[place] = self._bot.judge(self._seen, stats.action, more)
        top = max(self.found, key=lambda stats: (stats.action in near, stats.win_probability))
        if is_clearly_worse(self.found[0], top):
            self.found.remove(top)
            self.found.insert(0, top)
        self.found = advised(self._bot, self._seen, self.found)
        self._outlooks.clear()
        self._plies = FAR

    def _play_on(self, plies: int = FAR) -> bool:
        """From now on let a short search play on where lines end; False if there is no time for
        that. After dice or a hidden step no line is looked at often enough to go on for long."""
        simulations = min(PLAYED_ON, self._a_look // (2 * DEALS * plies))
        if simulations < LOOKED_AT or perf_counter() > self._last_look:
            return False
        game = self._bot.game
        settings = game.advice.strongest(game.options)
        budget = Budget(simulations=simulations)
        self._player = SearchBot(game, new_rng(self._seed), budget, settings=settings)
        self._outlooks.clear()
        self._plies = plies
        return True

    def _outlook(self, action: Action) -> Outlook:
        if action not in self._outlooks:
            of_lines = self._seed, self._plies
            outlook = Outlook(self._bot, self._seen, action, *of_lines, player=self._player)
            self._outlooks[action] = outlook
        return self._outlooks[action]

    def _rival(self, likely: Action) -> ActionStatistics | None:
        """The best of the moves that are clearly worse: the likely one, if no other is known."""
        best, *others = self.found
        for stats in others:
            if (stats.proven or stats.visits >= LOOKED_AT) and is_clearly_worse(stats, best):
                return self.looked_at(stats.action)
        stats = self.looked_at(likely)
        return stats if stats.action != best.action and is_clearly_worse(stats, best) else None

    def _certain(self, best: ActionStatistics) -> Reason:
        """How sure the end is, and which other moves lead to it."""
        value = best.win_probability
        same = sum(stats.proven and stats.win_probability == value for stats in self.found) - 1
        if value == 0:
            return Reason(Kind.CERTAIN, "All other moves lose, too.")
        if same:
            singular, plural = ("wins", "win") if value == 1 else ("does", "do")
            as_well = "for sure, too" if value == 1 else "as well"
            moves = f"{counted(same, 'other move')} {singular if same == 1 else plural}"
            return Reason(Kind.CERTAIN, f"{moves} {as_well}.")
        better = "win for sure" if value == 1 else "do as well"
        return Reason(Kind.CERTAIN, f"No other move is known to {better}.")

    def _by_chance(self, best: ActionStatistics, rival: ActionStatistics, name: str) -> Reason:
        """For a difference that the lines do not show."""
        wins = f"{name} wins only about {rival.win_probability:.0%}"
        clauses = _Balance(self._outlook(best.action)).clauses()
        if not clauses and (reason := self._beside_others(best.action)):
            return reason
        tempts = "" if clauses else _Balance(self._outlook(rival.action)).gain(name)
        if tempts:
            wins = f"{tempts}, but {wins.removeprefix(f'{name} ')}"
        return Reason(Kind.GAIN if clauses else Kind.EVEN, _sentence([*clauses, wins]))

    def _best_of_many(self, action: Action) -> Reason:
        """What the best move brings where others are as good for all that the search can tell."""
        balance = _Balance(self._outlook(action))
        if balance.brings:
            clauses = balance.clauses()
            if not clauses or self.found[1].visits >= LOOKED_AT:
                clauses.append("other moves are about as good")
            return Reason(Kind.GAIN, _sentence(clauses))
        if reason := self._beside_others(action):
            return reason
        outlook = self._outlook(action)
        for plies in outlook.before_ends:
            if clauses := _Balance(outlook, plies).passing():
                return Reason(Kind.GAIN, _sentence([*clauses, "other moves are about as good"]))
        return self._alike() or _standing(self._bot.game, self._seen)

    def _alike(self) -> Reason | None:
        """How often the moves win that win as often as the best one, and what no move stops."""
        best = self.found[0]
        alike = [
            stats.win_probability
            for stats in self.found
            if abs(stats.win_probability - best.win_probability) <= ALIKE
            and not is_clearly_worse(stats, best)
            and (stats.proven or stats.visits >= LOOKED_AT)
        ]
        if len(alike) < 2:
            return None
        how_often = f"win {_as_often(min(alike), max(alike))}"
        if len(alike) < len(self.found):
            others = counted(len(alike) - 1, "other move")
            how_often = how_often if len(alike) > 2 else how_often.replace("win", "wins", 1)
            return Reason(Kind.SAME, _sentence([f"{others} {how_often}"]))
        moves = "both moves" if len(alike) == 2 else f"all {len(alike)} moves"
        clauses = [f"{moves} {how_often}"]
        if len(alike) <= COMPARED + WEAKER and (unstopped := self._unstopped()):
            clauses.append(f"whatever you do, {unstopped}")
        return Reason(Kind.SAME, _sentence(clauses))

    def _unstopped(self) -> str:
        """What follows for the others from every move; empty if it is not the same."""
        prices = {_Balance(self._outlook(stats.action)).price for stats in self.found}
        return prices.pop() if len(prices) == 1 else ""

    def _beside_others(self, action: Action) -> Reason | None:
        """What a move brings that one of the others does not: first those that are as good."""
        rest = self.found[COMPARED:]
        evenly = rest[:: max(1, ceil(len(rest) / WEAKER))]
        good = [(stats, "another good move") for stats in self.found[1:COMPARED]]
        weaker = [(stats, "another move") for stats in reversed(evenly)]
        for stats, name in good + weaker:
            names = Names("this move", name, told=("this move",))
            if reason := self.compared(action, stats.action, names):
                return reason
        return None


def _standing(game: Game, seen: Observation) -> Reason:
    """What all moves keep, where none is better and none brings anything."""
    ahead = round(game.score(game.params, seen, int(seen.to_act)))
    if ahead > 0:
        by = _units(game, ahead)
        kept = f"all of them keep your lead{by and f' of {by}'}"
        return Reason(Kind.GAIN, f"Other moves are about as good; {kept}.")
    stay = f"{_units(game, -ahead)} behind".strip() if ahead < 0 else "level"
    return Reason(Kind.EVEN, f"Other moves are about as good; with all of them you stay {stay}.")


def _units(game: Game, number: int) -> str:
    """So many of what the game's score counts; empty where that has no name."""
    unit, units = game.advice.unit
    return counted(number, unit, units) if unit else ""


def _sure_end(stats: ActionStatistics, best: ActionStatistics) -> str:
    """About a move whose end is certain, beside the best one."""
    if stats.win_probability == 1:
        return "No reply changes that."
    if is_clearly_worse(stats, best):
        return "The best move does better."
    return "The best move does no better."
