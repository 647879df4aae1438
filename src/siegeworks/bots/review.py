"""Whether a move was poor, and what would have been better: from what the seat knew when it moved

The search that gives hints looks at the position before the move. Where it prefers another move,
both are looked at again, equally long: after each of them play goes on, by search, until the seat
is to act again. A move is called poor only if both looks say so.
"""

from dataclasses import dataclass, replace

from siegeworks.bots.hints import promise
from siegeworks.bots.mcts.evaluation import win_share
from siegeworks.bots.reasons import Names, Reasons, advised
from siegeworks.bots.search import ActionStatistics, Budget, SearchBot
from siegeworks.core.contract import TERMINAL, Action, Observation, State
from siegeworks.core.game import Game
from siegeworks.core.random import Rng

POOR = 0.1  # a move is poor that gives away at least this chance to win
LOOKS = 3  # at each of the two moves: chance and what is hidden differ from one to the next
PARTS = 2  # of a look: the reply, and the position after it; a reply of more steps takes longer


@dataclass(frozen=True)
class Review:
    """A poor move and a better one."""

    played: str  # tokens
    better: str
    promise_of_better: str  # "wins about 61%; captures 2 fortresses."
    promise_of_played: str
    reason: str  # "Your move lets Blue capture a fortress."; empty if the promises say it

    @property
    def why(self) -> str:
        """Why the other move was better, without notation."""
        return (
            f"It {self.promise_of_better} Your move {self.promise_of_played} {self.reason}".rstrip()
        )


def review(
    game: Game, seen: Observation, action: Action, rng: Rng, seconds: float
) -> Review | None:
    """What was better than an action; None if it was not poor, or that is not clear.

    Args:
        game: what is played.
        seen: what the seat saw when it was to act. Nothing else is known to the search.
        action: what it did.
        rng: of the search.
        seconds: for all of it, roughly; half of them only if the move looks poor at first.
    """
    if len(game.legal_actions(seen)) == 1:
        return None
    settings = game.advice.strongest(game.options)
    budget = Budget(seconds=seconds / 2)
    bot = SearchBot(game, rng, budget, settings=settings, proves=True)
    searched = advised(bot, seen, bot.search(seen))
    best = searched[0]
    played = next(stats for stats in searched if stats.action == action)
    if best.action == action or _gap(best, played) < POOR:
        return None
    if not (best.proven and played.proven):
        second = _SecondLook(game, seen, rng, seconds / 2)
        best, played = second.at(best), second.at(played)
        if _gap(best, played) < POOR:
            return None
    better, mine = (_promise(game, seen, stats) for stats in (best, played))
    names = Names("the better move", "your move", told=("the better move", "your move"))
    reason = Reasons(bot, seen, searched).against(best.action, played.action, names)
    texts = game.action_texts
    return Review(texts[played.action], texts[best.action], better, mine, reason.text)


def _gap(best: ActionStatistics, played: ActionStatistics) -> float:
    return best.win_probability - played.win_probability


def _promise(game: Game, seen: Observation, stats: ActionStatistics) -> str:
    comment = game.advice.comment(game.params, seen, stats.action)
    return promise(stats.win_probability, stats.proven, comment)


class _SecondLook:
    """Looks at what comes after a move, until the seat is to act again."""

    def __init__(self, game: Game, seen: Observation, rng: Rng, seconds: float) -> None:
        self._game, self._seen = game, seen
        settings = game.advice.strongest(game.options)
        budget = Budget(seconds=seconds / 2 / LOOKS / PARTS)
        self._bot = SearchBot(game, rng, budget, settings=settings)

    def at(self, stats: ActionStatistics) -> ActionStatistics:
        """The same move with the chance to win that this look gives it; what is proven stays."""
        if stats.proven:
            return stats
        game, rng = self._game, self._bot.rng
        total = 0.0
        for _ in range(LOOKS):
            state = game.determinize(self._seen, rng)
            game.unchecked.apply(state, stats.action)
            total += self._chance(state)
        return replace(stats, win_probability=total / LOOKS)

    def _chance(self, state: State) -> float:
        """The seat's chance to win; the others play what the search finds."""
        game, bot, seat = self._game, self._bot, int(self._seen.to_act)
        for _ in range(game.max_steps):
            game.settle(state, bot.rng)
            if state.to_act == TERMINAL:
                break
            best = bot.search(game.observe(state, int(state.to_act)))[0]
            if state.to_act == seat:
                return best.win_probability
            game.unchecked.apply(state, best.action)
        return float(win_share(int(state.winners), seat))
