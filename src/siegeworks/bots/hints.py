"""What a strong player would advise the seat to act, from what that seat may know."""

from __future__ import annotations

from dataclasses import dataclass

from siegeworks.bots.search import Budget, SearchBot
from siegeworks.core.contract import Observation
from siegeworks.core.game import Game
from siegeworks.core.random import Rng


@dataclass(frozen=True)
class Hint:
    """One of the best moves."""

    token: str
    win_probability: float  # after it, 0 … 1; a win shared by k seats counts as 1/k
    proven: bool  # the probability is certain, not estimated
    share: float  # of the simulations that began with it
    line: tuple[str, ...]  # the expected moves, this one first
    comment: str  # what it does, in the game's words; empty where there is nothing to say


def hints(game: Game, seen: Observation, rng: Rng, budget: Budget, most: int = 3) -> list[Hint]:
    """Up to `most` moves for the seat to act, the best first.

    Examples:
        >>> from siegeworks import load, new_rng
        >>> game = load("siege-master")
        >>> seen = game.observe(game.new_state(), seat=0)
        >>> len(hints(game, seen, new_rng(1), Budget(simulations=50), most=2))
        2
    """
    bot = SearchBot(game, rng, budget)
    statistics = bot.search(seen)
    total = max(1, sum(stats.visits for stats in statistics))
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
                game.advice.comment(game.params, seen, stats.action),
            )
        )
    return suggestions


def sentence(hint: Hint) -> str:
    """A hint as a sentence: `d3-d6  wins 61%  captures 2 fortresses. Then e4-e7 …`."""
    then = f" Then perhaps {' '.join(hint.line[1:])}" if len(hint.line) > 1 else ""
    return f"{hint.token}: {promise(hint.win_probability, hint.proven, hint.comment)}{then}"


def promise(win_probability: float, proven: bool, comment: str) -> str:
    """What a move promises, without notation: `wins about 61%; captures 2 fortresses.`"""
    chance = f"wins about {win_probability:.0%}"
    if proven:
        chance = {1.0: "wins for sure", 0.0: "loses against best play"}.get(
            win_probability, "shares the win for sure"
        )
    return f"{chance}; {comment}." if comment else f"{chance}."
