"""What a seat may believe, worked out exactly in two independent ways.

A `Belief` is Bayes' rule: every state that a seat cannot tell from the real one, with its
probability. `drawn` lists what `determinize` makes of one observation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from siegeworks.core.contract import CHANCE, Observation, Seat, State
from siegeworks.core.game import Game
from siegeworks.core.information import Learned, learned
from siegeworks.core.random import Rng, random_below
from siegeworks.proofs.possible_states import weighted_states

Distribution = dict[bytes, Fraction]  # a state's bytes, and its probability
Evidence = tuple[Learned, int]  # a step as a seat saw it, and who is to act then
MANY = 10**9  # states: more than any game is tried with


class Belief(NamedTuple):
    """The states that `seat` (or SPECTATOR) takes for possible, by all that it has learned.

    Evidence is weighed by chance alone: that an opponent chose a step tells nothing, that the
    opponent could choose it does. What an opponent lays out unseen is nobody's chance, but as
    nothing is known of the opponent each complete set-up counts as equally likely.
    """

    game: Game
    seat: Seat
    worlds: list[tuple[State, Fraction]]  # no state twice; probabilities that sum to 1

    def distribution(self) -> Distribution:
        """How likely each state is."""
        return {world.tobytes(): weight for world, weight in self.worlds}

    def branches(self) -> dict[Evidence, Belief]:
        """What the seat may learn from the next step, and what it then believes."""
        states: dict[bytes, State] = {}
        weights: defaultdict[Evidence, defaultdict[bytes, Fraction]]
        weights = defaultdict(lambda: defaultdict(Fraction))
        for world, weight in self.worlds:
            for choice, likely in weighted_steps(self.game, world, self.seat):
                after = self.game.child(world, choice)
                evidence = learned(self.game, world, choice, self.seat), int(after.to_act)
                key = after.tobytes()
                states[key] = after
                weights[evidence][key] += weight * likely
        return {evidence: self._given(states, w) for evidence, w in weights.items()}

    def _given(self, states: dict[bytes, State], weights: dict[bytes, Fraction]) -> Belief:
        total = sum(weights.values())
        worlds = [(states[key], weight / total) for key, weight in weights.items()]
        return Belief(self.game, self.seat, worlds)


def weighted_steps(game: Game, world: State, seat: Seat) -> list[tuple[int, Fraction]]:
    """Everything that may happen next, with its weight as evidence for `seat`."""
    if world.to_act == CHANCE:
        return game.chance_outcomes(world)
    actions = game.legal_actions(world)
    if not actions or not game.hides(world, actions[0], seat):
        return [(action, Fraction(1)) for action in actions]
    ways = [set_ups(game, game.child(world, action), world.to_act) for action in actions]
    return [(action, Fraction(n, sum(ways))) for action, n in zip(actions, ways, strict=True)]


def set_ups(game: Game, state: State, seat: Seat) -> int:
    """In how many ways `seat` can lay out what it has still to lay out."""
    if state.to_act != seat:
        return 1
    return sum(set_ups(game, game.child(state, a), seat) for a in game.legal_actions(state))


def first_belief(game: Game, seat: Seat) -> Belief:
    """Before anyone acts."""
    return Belief(game, seat, [(game.new_state(), Fraction(1))])


def every_belief(belief: Belief) -> Iterator[Belief]:
    """This belief and all that a seat can come to from here, whatever happens."""
    yield belief
    for after in belief.branches().values():
        yield from every_belief(after)


def believed_on_the_way(belief: Belief, rng: Rng) -> Iterator[Belief]:
    """This belief and those after it in one random game; whatever may be learned is equally
    likely to be."""
    yield belief
    while branches := list(belief.branches().values()):
        belief = branches[random_below(rng, len(branches))]
        yield belief


def believed_after(game: Game, seat: Seat, tokens: str) -> Belief:
    """What `seat` believes when these steps have really been taken, separated by spaces."""
    state, belief = game.new_state(), first_belief(game, seat)
    for token in tokens.split():
        choice = game.text_to_choice(state, token)
        seen = learned(game, state, choice, seat)
        state = game.child(state, choice)
        belief = belief.branches()[seen, int(state.to_act)]
    return belief


def drawn(game: Game, seen: Observation) -> Distribution:
    """All states that `determinize` can draw from this observation, with their probabilities."""
    return {state.tobytes(): weight for state, weight in weighted_states(game, seen, MANY)}
