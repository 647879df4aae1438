"""What a seat learns: the steps that it sees and what they show, no more and no less."""

from collections import defaultdict
from collections.abc import Iterator

import pytest

from siegeworks.core.contract import CHANCE, SPECTATOR, TERMINAL, State
from siegeworks.core.game import Game
from siegeworks.core.information import Learned, learned
from siegeworks.core.random import new_rng
from siegeworks.games import load
from siegeworks.games.expansion.state import MOONS, SUNS
from tests.variants import Options, random_walk

SEATS = (SUNS, MOONS, SPECTATOR)
GAMES = 4
LOOKALIKES = 4  # states imagined at each step

every_size = pytest.mark.parametrize(
    "options",
    [
        {},
        {"setup": "random"},
        {"board": "2x2"},
        {"board": "2x2", "values": "54A", "setup": "random"},
        {"board": "3x1"},
        {"board": "3x1", "values": "320", "quiet": "12"},
    ],
    ids=lambda options: " ".join(f"{key}={value}" for key, value in options.items()) or "default",
)

# A whole tree each: every game that can be played.
every_small_tree = pytest.mark.parametrize(
    "options",
    [
        {"board": "3x1", "values": "20", "quiet": "4"},
        {"board": "3x1", "values": "20", "quiet": "4", "setup": "random"},
        {"board": "2x2", "values": "5A", "quiet": "3"},
    ],
    ids=lambda options: " ".join(f"{key}={value}" for key, value in options.items()),
)


def lookalikes(game: Game, options: Options) -> Iterator[tuple[State, State, int, int]]:
    """Two states that look alike to a seat, an action of both, and the seat."""
    rng = new_rng(20)
    for seed in range(GAMES):
        for state, choice in random_walk(game, seed):
            if choice < 0 or state.to_act == CHANCE:
                continue
            for seat in SEATS:
                if game.hides(state, choice, seat):
                    continue
                seen = game.observe(state, seat)
                for _ in range(LOOKALIKES):
                    other = game.determinize(seen, rng)
                    if choice in game.legal_actions(other):
                        yield state, other, choice, seat


@every_size
def test_states_that_look_alike_do_so_after_a_step_that_shows_the_same(options: Options) -> None:
    game = load("expansion", options)
    alike, different = 0, 0
    for state, other, action, seat in lookalikes(game, options):
        after = game.observe(game.child(state, action), seat).tobytes()
        other_after = game.observe(game.child(other, action), seat).tobytes()
        shown = game.shows(state, action)
        if shown == game.shows(other, action):
            alike += shown > 0
            assert after == other_after
        else:
            different += 1
            assert after != other_after
    assert alike > 0 and different > 0


@every_size
def test_a_step_shows_something_exactly_if_it_reveals(options: Options) -> None:
    game = load("expansion", options)
    plain = game.plain()
    for state, choice in random_walk(game, seed=21):
        if choice >= 0 and state.to_act != CHANCE:
            for action in game.legal_actions(state):
                code = game.shows(state, action)
                assert 0 <= code < game.num_shown
                assert (code > 0) == game.reveals(state, action)
                assert code == plain.shows(state, action)


def tree(game: Game) -> Iterator[tuple[State, tuple[tuple[Learned, ...], ...]]]:
    """Every history of the game: where it stands, and what each of SEATS has learned."""
    stack: list[tuple[State, tuple[tuple[Learned, ...], ...]]] = [(game.new_state(), ((), (), ()))]
    while stack:
        state, memories = stack.pop()
        yield state, memories
        choices = [o for o, _ in game.chance_outcomes(state)] or game.legal_actions(state)
        for choice in choices:
            after = tuple(
                (*memory, learned(game, state, choice, seat))
                for seat, memory in zip(SEATS, memories, strict=True)
            )
            stack.append((game.child(state, choice), after))


@every_small_tree
def test_what_a_seat_sees_follows_from_what_it_has_learned(options: Options) -> None:
    game = load("expansion", options)
    seen = defaultdict(set)
    for state, memories in tree(game):
        for seat, memory in zip(SEATS, memories, strict=True):
            seen[seat, memory].add(game.observe(state, seat).tobytes())
    assert all(len(observations) == 1 for observations in seen.values())


# Histories at which chance and seats act, and which are over.
COUNTS = {"secret": (4, 2595, 7806), "random": (13, 2586, 7806)}


@pytest.mark.parametrize("setup", COUNTS)
def test_a_small_game_is_small_enough_to_be_solved(setup: str) -> None:
    game = load("expansion", {"board": "3x1", "values": "20", "quiet": "4", "setup": setup})
    chance, decisions, ends, shown = 0, 0, 0, 0
    endings = set()
    for state, _ in tree(game):
        chance += state.to_act == CHANCE
        decisions += state.to_act >= 0
        if state.to_act == TERMINAL:
            ends += 1
            endings.add(game.endings[state.ending])
            shown += state.fallen.any()
    assert (chance, decisions, ends) == COUNTS[setup]
    assert shown > 100 and len(endings) == 3
