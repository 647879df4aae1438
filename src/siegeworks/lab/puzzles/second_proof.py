"""A puzzle proven again, another way: a plain walk through the whole tree, by the public API

It shares no code with the searches that found the puzzle (`proofs`): states are drawn until no
new one comes, nothing is remembered, and what the seat learns is what information states say.
"""

from collections import defaultdict
from math import log

from siegeworks.core.contract import CHANCE, TERMINAL, Seat, State
from siegeworks.core.game import Game
from siegeworks.core.information import Learned, learned
from siegeworks.core.random import new_rng
from siegeworks.play.teaching.puzzles import Puzzle, Setting, setting

MOST_STEPS = 300_000  # some ten seconds
CERTAIN = 25  # a state is overlooked with a probability of about e to the minus this

Worlds = dict[bytes, State]


class TooLong(Exception):
    """The walk would take more steps than allowed."""


def second_proof(setting: Setting, most_steps: int = MOST_STEPS) -> str:
    """What is wrong with a puzzle; empty if it is proven again.

    Raises:
        TooLong: not within that many steps.
    """
    puzzle, game, state = setting.puzzle, setting.game, setting.table.state
    believed = drawn(game, state, setting.seat)
    if puzzle.kind == "odds":
        return _flaw_of_odds(setting, list(believed.values()), most_steps)
    walk = _Walk(game, setting.seat, puzzle, most_steps)
    solution = game.text_to_choice(state, puzzle.solution)
    if not walk.does(believed, solution):
        return f"the solution {puzzle.solution} does not {_aims[puzzle.kind]}"
    for action in game.legal_actions(state):
        if action != solution and walk.does(believed, action):
            return f"{game.action_texts[action]} does {_aims[puzzle.kind]}, too"
    return ""


def is_proven_again(game: str, puzzle: Puzzle) -> bool:
    """Does the second proof agree, within its limit?"""
    try:
        return not second_proof(setting(game, puzzle))
    except TooLong:
        return False


_aims = {"win": "win by force", "save": "save the game"}


def drawn(game: Game, state: State, seat: Seat) -> Worlds:
    """The states that the seat cannot tell from this one, by drawing until no new one comes."""
    seen, rng, states = game.observe(state, seat), new_rng(1), {state.tobytes(): state}
    draws = 0
    while game.has_secrets and draws < len(states) * (log(len(states)) + CERTAIN):
        world = game.determinize(seen, rng)
        states[world.tobytes()] = world
        draws += 1
    return states


def _flaw_of_odds(setting: Setting, deals: list[State], most_steps: int) -> str:
    """What is wrong with the number of deals, or with those in which a move wins."""
    puzzle, game = setting.puzzle, setting.game
    if len(deals) != puzzle.deals:
        return f"deals = {puzzle.deals}, but {len(deals)} fit"
    walk = _DealWalk(game, setting.seat, puzzle, most_steps)
    here = list(enumerate(deals))
    for action in game.legal_actions(setting.table.state):
        token = game.action_texts[action]
        wins = len(deals) - min(map(len, walk.after_action(here, action, puzzle.plies)))
        claim = puzzle.worth.get(token, 0)
        if wins != claim:
            return f"{token} wins in {wins} of {len(deals)} deals, not in {claim}"
    return ""


class _Walk:
    def __init__(self, game: Game, seat: Seat, puzzle: Puzzle, most_steps: int) -> None:
        self.game, self.seat, self.left = game, seat, most_steps
        self.is_win, self.plies = puzzle.kind != "save", puzzle.plies

    def does(self, worlds: Worlds, action: int) -> bool:
        """Does this action of the seat do it?"""
        after = self.after(worlds, action)
        return all(self.forced(group, self.plies - 1) for group in after.values())

    def forced(self, worlds: Worlds, plies: int) -> bool:
        """Is it won within so many actions; or, to save the game, not lost?"""
        states = list(worlds.values())
        to_act = int(states[0]["to_act"])
        if to_act == TERMINAL:
            return all(self.is_good(state) for state in states)
        if to_act == CHANCE:
            return all(self.forced(group, plies) for group in self.after(worlds).values())
        if plies == 0:
            return not self.is_win
        if to_act != self.seat:
            return all(self.forced(group, plies - 1) for group in self.after(worlds).values())
        return any(
            all(self.forced(group, plies - 1) for group in self.after(worlds, action).values())
            for action in self.game.legal_actions(states[0])
        )

    def is_good(self, state: State) -> bool:
        """Is this end what the seat wants?"""
        returns = self.game.returns(state)
        assert returns is not None
        wanted = 1.0 if self.is_win else min(returns) + 1e-9
        return returns[self.seat] >= wanted or (len(set(returns)) == 1 and not self.is_win)

    def after(self, worlds: Worlds, action: int | None = None) -> dict[tuple[Learned, int], Worlds]:
        """What may be, by what the seat learns: after any step, or after this one."""
        game = self.game
        groups: defaultdict[tuple[Learned, int], Worlds] = defaultdict(dict)
        for state in worlds.values():
            if action is not None:
                choices = [action]
            elif state["to_act"] == CHANCE:
                choices = [outcome for outcome, _ in game.chance_outcomes(state)]
            else:
                choices = game.legal_actions(state)
            self.left -= len(choices)
            if self.left < 0:
                raise TooLong
            for choice in choices:
                child = game.unchecked.child(state, choice)  # the choices are the game's own
                key = self.learns(state, choice), int(child["to_act"])
                groups[key][child.tobytes()] = child
        return groups

    def learns(self, state: State, choice: int) -> Learned:
        """What the seat learns from a step: all of it, in a game without secrets."""
        if self.game.has_secrets:
            return learned(self.game, state, choice, self.seat)
        return Learned(choice, 0)


class _DealWalk(_Walk):
    """The same for many deals at once: in which of them the best plans lose."""

    def after_action(
        self, worlds: list[tuple[int, State]], action: int, plies: int
    ) -> set[frozenset[int]]:
        """After this action of the seat."""
        return self.whichever(self.steps(worlds, action), plies - 1)

    def losses(self, worlds: list[tuple[int, State]], plies: int) -> set[frozenset[int]]:
        """In which deals the best plans lose from here."""
        to_act = int(worlds[0][1]["to_act"])
        if to_act == TERMINAL:
            return {frozenset(deal for deal, state in worlds if not self.is_good(state))}
        if plies == 0:
            return {frozenset(deal for deal, _ in worlds)}
        if to_act != self.seat:
            return self.whichever(self.steps(worlds, None), plies - 1)
        actions = self.game.legal_actions(worlds[0][1])
        verdicts = (self.after_action(worlds, action, plies) for action in actions)
        return _least(set().union(*verdicts))

    def whichever(self, groups: list[list[tuple[int, State]]], plies: int) -> set[frozenset[int]]:
        """Where one loses that has a plan for each of these."""
        lost: set[frozenset[int]] = {frozenset()}
        for group in groups:
            lost = _least({loss | other for loss in lost for other in self.losses(group, plies)})
        return lost

    def steps(
        self, worlds: list[tuple[int, State]], action: int | None
    ) -> list[list[tuple[int, State]]]:
        """What may be, by what the seat learns: after any step, or after this one."""
        groups: defaultdict[tuple[Learned, int], list[tuple[int, State]]] = defaultdict(list)
        for deal, state in worlds:
            for key, after in self.after({b"": state}, action).items():
                groups[key] += [(deal, state) for state in after.values()]
        return list(groups.values())


def _least(lost: set[frozenset[int]]) -> set[frozenset[int]]:
    """Without those that contain another."""
    return {loss for loss in lost if not any(other < loss for other in lost)}
