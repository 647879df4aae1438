"""Hints that say what is certain, where what is hidden or chance keeps the search from it

A search samples what it cannot see, so it calls nothing certain in such games. The search that
proves puzzles goes through everything that is possible instead, for a few moves.
"""

from __future__ import annotations

from dataclasses import replace

from siegeworks.bots.hints import Hint, hints_of
from siegeworks.bots.search import Budget, SearchBot
from siegeworks.core.contract import Action, Observation
from siegeworks.core.game import Game
from siegeworks.core.random import Rng
from siegeworks.play.proofs.forcing import Forcing, Verdict, Wall, together
from siegeworks.play.proofs.possible_states import TooMany, possible_states
from siegeworks.play.teaching.puzzles import has_puzzles

LIKELY = 0.8  # only where the search expects the seat to win: proofs take time
MOST_STATES = 200
MOST_STEPS = 20_000  # as in `Forcing`: a tenth of a second or so
LONGEST = 5  # actions of all seats until the win


def sure_wins(game: Game, seen: Observation) -> frozenset[Action]:
    """The actions after which the seat to act can win alone as soon as that is possible, whatever
    is hidden, whatever chance brings and the others do; none if that cannot be said within the
    limits above."""
    search = Forcing(game, int(seen.to_act), "win", MOST_STEPS)
    try:
        states = together(possible_states(game, seen, MOST_STATES))
        for plies in range(1, LONGEST + 1):
            verdicts = search.after_each(states, plies)
            wins = frozenset(a for a, verdict in verdicts.items() if verdict == Verdict.YES)
            if wins:
                return wins
    except (TooMany, Wall):
        pass  # too much to go through: nothing is said
    return frozenset()


def proven_hints(
    game: Game, seen: Observation, rng: Rng, budget: Budget, most: int = 3
) -> list[Hint]:
    """The hints of the search; what wins for sure is said to and comes first.

    Arguments as of `bots.hints.hints`; the proof takes a tenth of a second more.
    """
    return proven_hints_of(SearchBot(game, rng, budget), seen, most)


def proven_hints_of(bot: SearchBot, seen: Observation, most: int = 3) -> list[Hint]:
    """The same from this bot, after it has searched."""
    return with_proofs(bot.game, seen, hints_of(bot, seen, most))


def with_proofs(game: Game, seen: Observation, hints: list[Hint]) -> list[Hint]:
    """The same hints, the best first, with what can be proven. Only games with puzzles have the
    search that proves compiled."""
    is_sampled = game.has_secrets or game.num_outcomes > 0
    is_likely = bool(hints) and hints[0].win_probability >= LIKELY and not hints[0].proven
    if not (is_sampled and is_likely and has_puzzles(game.name)):
        return hints
    wins = sure_wins(game, seen)
    texts = {game.action_texts[action] for action in wins}
    sure = [
        replace(hint, win_probability=1.0, proven=True) for hint in hints if hint.token in texts
    ]
    if wins and not sure:  # the search has overlooked them all
        sure = [_overlooked(game, seen, min(wins))]
    return [*sure, *(hint for hint in hints if hint.token not in texts)][: len(hints)]


def _overlooked(game: Game, seen: Observation, action: Action) -> Hint:
    token = game.action_texts[action]
    comment = game.advice.comment(game.params, seen, action) or "nothing can prevent it"
    return Hint(token, 1.0, True, 0.0, (token,), comment)
