"""What a strong player would advise the seat to act, from what that seat may know."""

from __future__ import annotations

from dataclasses import dataclass

from siegeworks.bots.greedy import GreedyBot
from siegeworks.bots.search import ActionStatistics, Budget, SearchBot
from siegeworks.core.contract import Observation
from siegeworks.core.game import Game
from siegeworks.core.random import Rng
from siegeworks.core.text import counted

CLEARLY = 0.05  # of the chance to win: so much better must the best move be to compare it
LOOKED_AT = 10  # simulations, with fewer the estimate says little


@dataclass(frozen=True)
class ObviousMove:
    """The move that comes to mind first."""

    token: str
    promise: str  # "wins about 12%; lets Blue capture a fortress."


@dataclass(frozen=True)
class Hint:
    """One of the best moves."""

    token: str
    win_probability: float  # after it, 0 … 1; a win shared by k seats counts as 1/k
    proven: bool  # the probability is certain, not estimated
    share: float  # of the simulations that began with it
    line: tuple[str, ...]  # the expected moves, this one first
    comment: str  # what it does, in the game's words, or what it gains; never empty
    obvious: ObviousMove | None = None  # of the first hint, if that move is clearly better


def hints(game: Game, seen: Observation, rng: Rng, budget: Budget, most: int = 3) -> list[Hint]:
    """Up to `most` moves for the seat to act, the best first.

    Examples:
        >>> from siegeworks import load, new_rng
        >>> game = load("siege-master")
        >>> seen = game.observe(game.new_state(), seat=0)
        >>> len(hints(game, seen, new_rng(1), Budget(simulations=50), most=2))
        2
    """
    settings = game.advice.strongest(game.options)
    return hints_of(SearchBot(game, rng, budget, settings=settings, proves=True), seen, most)


def hints_of(bot: SearchBot, seen: Observation, most: int = 3) -> list[Hint]:
    """The same from this bot, after it has searched."""
    game, statistics = bot.game, bot.search(seen)
    total = max(1, sum(stats.visits for stats in statistics))
    obvious = _obvious(game, seen, statistics, bot.rng)
    suggestions: list[Hint] = []
    for stats in statistics[:most]:
        if suggestions and not (stats.visits or stats.proven):
            break  # nothing is known about it
        line = bot.line(seen, stats.action)
        suggestions.append(
            Hint(
                game.action_texts[stats.action],
                stats.win_probability,
                stats.proven,
                stats.visits / total,
                tuple(game.action_texts[action] for action in line),
                _comment(game, seen, stats, statistics),
                None if suggestions else obvious,
            )
        )
    return suggestions


def _comment(
    game: Game, seen: Observation, stats: ActionStatistics, all_moves: list[ActionStatistics]
) -> str:
    """What a move does; if the game has no words for it, what it gains over the other moves."""
    if comment := game.advice.comment(game.params, seen, stats.action):
        return comment
    others = [other.win_probability for other in all_moves if other.action != stats.action]
    gain = stats.win_probability - max(others, default=0.0)
    if others and gain >= 0.01:
        return f"{counted(round(100 * gain), 'point')} more than any other move"
    return "as good as any other move" if gain > -0.01 else "nearly as good as the best"


def _obvious(
    game: Game, seen: Observation, searched: list[ActionStatistics], rng: Rng
) -> ObviousMove | None:
    """What gains most at first sight, if the best move is clearly better."""
    action = GreedyBot(game, rng).choose(seen)
    stats = next(stats for stats in searched if stats.action == action)
    gap = searched[0].win_probability - stats.win_probability
    if gap < CLEARLY or not (stats.proven or stats.visits >= LOOKED_AT):
        return None
    comment = game.advice.comment(game.params, seen, action)
    text = promise(stats.win_probability, stats.proven, comment)
    return ObviousMove(game.action_texts[action], text)


def sentence(hint: Hint) -> str:
    """A hint as a sentence: `d3-d6  wins 61%  captures 2 fortresses. Then e4-e7 …`."""
    then = f" Then perhaps {' '.join(hint.line[1:])}." if len(hint.line) > 1 else ""
    text = promise(hint.win_probability, hint.proven, hint.comment)
    instead = ""
    if hint.obvious:
        instead = f" The obvious move, {hint.obvious.token}, {hint.obvious.promise}"
    return f"{hint.token}: {text}{then}{instead}"


def promise(win_probability: float, proven: bool, comment: str) -> str:
    """What a move promises, without notation: `wins about 61%; captures 2 fortresses.`"""
    chance = f"wins about {win_probability:.0%}"
    if proven:
        chance = {1.0: "wins for sure", 0.0: "loses against best play"}.get(
            win_probability, "shares the win for sure"
        )
    return f"{chance}; {comment}." if comment else f"{chance}."
