"""What a strong player would advise the seat to act, from what that seat may know."""

from dataclasses import dataclass

from siegeworks.bots.reasons import (
    CLEARLY,
    LOOKED_AT,
    MOST_CLOSER,
    Names,
    Reason,
    Reasons,
    advised,
    seems_better,
    wins_about,
)
from siegeworks.bots.search import Budget, SearchBot
from siegeworks.bots.simple import GreedyBot
from siegeworks.core.contract import Action, Observation
from siegeworks.core.game import Game
from siegeworks.core.random import Rng


@dataclass(frozen=True)
class ObviousMove:
    """The move that comes to mind first."""

    token: str
    promise: str  # "wins about 12%; lets Blue capture a fortress."


@dataclass(frozen=True)
class Hint:
    """One of the best moves.

    Examples:
        >>> import siegeworks as sw
        >>> game = sw.load("siege-master")
        >>> seen = game.observe(game.new_state(), seat=0)
        >>> best, *others = sw.hints(game, seen, sw.new_rng(1), sw.Budget(simulations=50))
        >>> best.token in game.legal_texts(seen), 0 < best.win_probability < 1
        (True, True)
    """

    token: str
    win_probability: float  # after it, 0 … 1; a win shared by k seats counts as 1/k
    proven: bool  # the probability is certain, not estimated
    share: float  # of the simulations that began with it
    line: tuple[str, ...]  # the expected moves, this one first
    comment: str  # what it does at once, in the game's words; may be empty
    reason: Reason  # why it is better than others, or why it is not
    obvious: ObviousMove | None = None  # of the first hint, if that move is clearly better
    is_less_sure: bool = False  # the estimate is above that of the best move, by fewer simulations

    @property
    def promise(self) -> str:
        """What the move promises, and why, without notation."""
        doubt = ", but that is less sure" if self.is_less_sure else ""
        return promise(self.win_probability, self.proven, self.comment, self.reason, doubt)


def hints(game: Game, seen: Observation, rng: Rng, budget: Budget, most: int = 3) -> list[Hint]:
    """Up to `most` moves for the seat to act, the best first (`reasons.advised`).

    Examples:
        >>> from siegeworks import load, new_rng
        >>> game = load("siege-master")
        >>> seen = game.observe(game.new_state(), seat=0)
        >>> len(hints(game, seen, new_rng(1), Budget(simulations=50), most=2))
        2
    """
    settings = game.advice.strongest(game.options)
    bot = SearchBot(game, rng, budget, settings=settings, proves=True, spare=MOST_CLOSER)
    return hints_of(bot, seen, most)


def hints_of(bot: SearchBot, seen: Observation, most: int = 3) -> list[Hint]:
    """The same from this bot, after it has searched."""
    game, searched = bot.game, advised(bot, seen, bot.search(seen))
    visits = {stats.action: stats.visits for stats in searched}
    total = max(1, sum(visits.values()))
    reasons = Reasons(bot, seen, searched)
    likely = GreedyBot(game, bot.rng).choose(seen)
    why_best = reasons.for_best(likely)
    best, *others = reasons.found
    suggestions: list[Hint] = []
    others = [stats for stats in others[: most - 1] if visits[stats.action] or stats.proven]
    others.sort(key=lambda stats: stats.win_probability, reverse=True)
    for stats in [best, *others]:
        is_best = stats is best
        reason = why_best if is_best else reasons.for_other(stats)
        line = bot.line(seen, stats.action)
        suggestions.append(
            Hint(
                game.action_texts[stats.action],
                stats.win_probability,
                stats.proven,
                visits[stats.action] / total,
                tuple(game.action_texts[action] for action in line),
                game.advice.comment(game.params, seen, stats.action),
                reason,
                _obvious(game, seen, likely, reasons, why_best) if is_best else None,
                not is_best and seems_better(stats, best),
            )
        )
    return suggestions


def _obvious(
    game: Game, seen: Observation, likely: Action, reasons: Reasons, why_best: Reason
) -> ObviousMove | None:
    """What gains most at first sight, if the best move is clearly better. What the reason of that
    says of it is not said again."""
    best = reasons.found[0]
    stats = reasons.looked_at(likely)
    gap = best.win_probability - stats.win_probability
    if gap < CLEARLY or not (stats.proven or stats.visits >= LOOKED_AT):
        return None
    comment = game.advice.comment(game.params, seen, likely)
    names = Names("the best move", "the obvious one", told=("the obvious one",))
    is_told = reasons.rival == likely
    reason = None if is_told else reasons.compared(best.action, likely, names)
    if is_told and comment in why_best.text:
        comment = ""
    text = promise(stats.win_probability, stats.proven, comment, reason)
    return ObviousMove(game.action_texts[likely], text)


def sentence(hint: Hint) -> str:
    """A hint as a sentence: `d3-d6  wins 61%  captures 2 fortresses. Then e4-e7 …`."""
    then = f" Then perhaps {' '.join(hint.line[1:])}." if len(hint.line) > 1 else ""
    text = hint.promise
    instead = ""
    if hint.obvious:
        instead = f" The obvious move, {hint.obvious.token}, {hint.obvious.promise}"
    return f"{hint.token}: {text}{then}{instead}"


def promise(
    win_probability: float,
    proven: bool,
    comment: str,
    reason: Reason | None = None,
    doubt: str = "",
) -> str:
    """What a move promises, and why, without notation: `wins about 61%; captures 2 fortresses. The
    next best move lets Blue capture a fortress.`"""
    chance = wins_about(win_probability) + doubt
    if proven:
        chance = {1.0: "wins for sure", 0.0: "loses against best play"}.get(
            win_probability, "shares the win for sure"
        )
    text = f"{chance}; {comment}." if comment else f"{chance}."
    return f"{text} {reason.text}" if reason and reason.text else text
