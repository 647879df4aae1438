"""What holds for the tensors of games that have one, of observations and of information states."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from siegeworks.core.contract import CHANCE, SPECTATOR, TERMINAL, State
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.information import Learned, information_tensor, learned
from siegeworks.core.jit import kernel
from siegeworks.core.random import new_rng, random_below
from siegeworks.testing.facts import Facts, Options
from siegeworks.testing.law import Cases, Hardest, Laws, law
from siegeworks.testing.walks import loaded, random_walk

WALK = 120  # steps of a walk where every position is looked at in Python
POSITIONS = 10_000
AT_ONCE = 5_000  # positions that are walked through at once
EARLY = 50  # steps after which games are broken off where memories are compared, which grow
SAMPLED = 8  # positions of a game, where each is drawn several times
ENOUGH = 20  # positions that are compared with their turned ones

# Fields that every game's observations have and no tensor: who sees it, and how the game ended.
OF_ALL_GAMES = {"viewer", "winners", "ending"}


def tensor_of(game: Game, state: State, seat: int) -> NDArray[np.float32]:
    """What a seat sees of a state, as planes."""
    if game.has_secrets:
        return game.observation_tensor(game.observe(state, seat))
    seen: Any = state  # nobody's observation: it is the state
    return game.observation_tensor(seen, seat)


@cache
def walker(game: Game) -> Callable[..., None]:
    """A compiled loop that plays random games and writes down where it comes by."""
    rules = game.rules
    set_up = rules.set_up
    num_legal, nth_legal, apply_action = rules.num_legal, rules.nth_legal, rules.apply_action
    num_cases, nth_case, apply_outcome = rules.num_cases, rules.nth_case, rules.apply_outcome

    @kernel
    def walk(params, scratch, rng, states, path):  # type: ignore[no-untyped-def]
        s = scratch[0]
        longest = path[0, STEP]
        age = longest
        for i in range(len(states)):
            if age == longest or s.to_act == TERMINAL:
                scratch[0] = scratch[1]
                set_up(params, s)
                age = 0
            states[i] = s
            if s.to_act == CHANCE:
                choice = nth_case(params, s, random_below(rng, num_cases(params, s)))
                apply_outcome(params, s, choice)
            else:
                choice = nth_legal(params, s, random_below(rng, num_legal(params, s)))
                apply_action(params, s, choice)
            path[i, CHOICE] = choice
            path[i, STEP] = age
            age += 1

    return walk


CHOICE, STEP = 0, 1  # columns of a path: what was chosen, how many steps the game had before


def random_positions(game: Game, longest: int) -> Iterator[tuple[State, int, int]]:
    """Positions of random games without end, one after another, with the columns of a path. A game
    is broken off after `longest` steps."""
    states = np.zeros(AT_ONCE, game.state_type).view(np.recarray)
    path = np.zeros((AT_ONCE, 2), np.int64)
    scratch = np.zeros(2, game.state_type).view(np.recarray)
    scratch[1] = game.blank_start()
    rng = new_rng(38)
    while True:
        path[0, STEP] = longest
        walker(game)(game.params, scratch, rng, states, path)
        for i, state in enumerate(states):
            yield state, int(path[i, CHOICE]), int(path[i, STEP])


class TensorLaws(Laws):
    """A tensor holds all that its viewer may know, and nothing else."""

    @law
    def test_all_values_are_finite_and_between_minus_one_and_one(
        self, tensor_game: Game, cases: Cases
    ) -> None:
        game = tensor_game
        assert game.tensor is not None
        for state, _ in random_walk(game, seed=31):
            for seat in range(len(game.seats)):
                tensor = tensor_of(game, state, seat)
                assert tensor.shape == game.tensor.shape and tensor.dtype == np.float32
                assert np.isfinite(tensor).all() and np.abs(tensor).max() <= 1
                cases.add(bool(tensor.any()))

    @law
    def test_plain_and_compiled_tensors_are_equal(self, tensor_game: Game, cases: Cases) -> None:
        plain = tensor_game.plain()
        for state, _ in random_walk(tensor_game, seed=32, steps=WALK):
            for seat in range(len(tensor_game.seats)):
                tensor = tensor_of(tensor_game, state, seat)
                assert np.array_equal(tensor_of(plain, state, seat), tensor)
                cases.add(bool(tensor.any()))

    @law
    def test_planes_have_names_of_their_own(self, tensor_game: Game, cases: Cases) -> None:
        assert tensor_game.tensor is not None
        names = [plane.name for plane in tensor_game.tensor.planes]
        assert len(set(names)) == len(names)
        assert all(plane.meaning for plane in tensor_game.tensor.planes)
        cases.add(len(names))

    @law
    def test_a_tensor_tells_nothing_that_is_hidden(self, secret_game: Game, cases: Cases) -> None:
        game, rng = secret_game, new_rng(33)
        assert game.tensor is not None, "a game with secrets whose tensor is not checked"
        for state, _ in random_walk(game, seed=33, steps=WALK):
            for seat in (*range(len(game.seats)), SPECTATOR):
                imagined = game.determinize(game.observe(state, seat), rng)
                tensor = tensor_of(game, state, seat)
                assert np.array_equal(tensor_of(game, imagined, seat), tensor)
                cases.add(imagined.tobytes() != state.tobytes())

    @law
    def test_what_is_hidden_is_marked_as_such(self, hardest_marked: Hardest, cases: Cases) -> None:
        """There are as many places marked unknown as values or kinds that the viewer does not
        know."""
        facts, game = hardest_marked
        where = f"{facts.folder}/facts.py"
        assert game.tensor is not None
        assert facts.unknown is not None, f"{where}: `unknown` is missing: how much is hidden."
        names = [plane.name for plane in game.tensor.planes]
        assert "unknown" in names, f"{where}: `unknown` is said, but no plane has this name."
        for seed in (34, 35):
            for state, _ in random_walk(game, seed, steps=WALK):
                if not game.has_begun(state):
                    continue
                for seat in range(len(game.seats)):
                    marked = int(tensor_of(game, state, seat)[names.index("unknown")].sum())
                    assert marked == facts.unknown(game.observe(state, seat), seat)
                    cases.add(marked)

    @law
    def test_a_tensor_of_an_open_game_is_written_from_the_side_that_is_asked_for(
        self, hardest_tensor: Hardest, cases: Cases
    ) -> None:
        _, game = hardest_tensor
        state = next(state for state, _ in random_walk(game, seed=35) if state.to_act == 1)
        if game.has_secrets:
            with pytest.raises(SiegeworksError, match="written from its viewer's side"):
                game.observation_tensor(game.observe(state, 0), seat=1)
        else:
            own = tensor_of(game, state, 1)
            seen: Any = state
            assert np.array_equal(game.observation_tensor(seen), own)
            assert not np.array_equal(tensor_of(game, state, 0), own)
        cases.add()

    @law
    def test_who_has_left_a_game_that_goes_on_is_in_the_tensor(
        self, hardest_tensor: Hardest, cases: Cases
    ) -> None:
        """A game of two ends when a seat leaves, so that its tensor need not tell."""
        facts, _ = hardest_tensor
        for options in facts.shapes:
            game = loaded(facts.game, options)
            tells = len(game.seats) > 2 or facts.shows_leavers
            for state, _ in random_walk(game, seed=39, steps=WALK):
                for seat in range(len(game.seats)):
                    gone = game.copy(state)
                    gone.resigned |= 1 << seat  # the table's step does more than this
                    same = np.array_equal(tensor_of(game, state, 0), tensor_of(game, gone, 0))
                    assert same != tells
                    cases.add()

    @law
    def test_the_next_seat_sees_the_same_in_the_turned_position(
        self,
        turned: tuple[Facts, tuple[Options, Callable[[Game, State], State]]],
        cases: Cases,
    ) -> None:
        facts, (options, turn) = turned
        game = loaded(facts.game, options)
        seats, looked_at = len(game.seats), 0
        for seed in (36, 37):
            for state, _ in random_walk(game, seed):
                if not game.has_begun(state) or state.to_act == CHANCE:
                    continue
                other = turn(game, state)
                looked_at += 1
                for seat in range(seats):
                    after = tensor_of(game, other, (seat + 1) % seats)
                    assert np.array_equal(tensor_of(game, state, seat), after)
        assert looked_at > ENOUGH
        cases.add(looked_at)

    # One tensor, one meaning ----------------------------------------------------------------------

    @law
    def test_two_different_observations_of_a_seat_never_give_the_same_tensor(
        self, hardest_tensor: Hardest, cases: Cases
    ) -> None:
        facts, game = hardest_tensor
        planes: dict[tuple[int, int], int] = {}
        walk = random_positions(game, game.max_steps)
        for state, _, _ in islice((p for p in walk if p[0].to_act >= 0), POSITIONS):
            seat = int(state.to_act)
            seen = game.observe(state, seat)
            known = hash(facts.identity(game, seen))
            tensor = game.observation_tensor(seen)
            assert planes.setdefault((seat, hash(tensor.tobytes())), known) == known
        cases.add(len(planes))

    @law
    def test_two_different_information_states_never_give_the_same_tensor(
        self, hardest: Hardest, cases: Cases
    ) -> None:
        _, game = hardest
        seats = range(len(game.seats))
        memories: list[list[Learned]] = []
        planes: dict[tuple[int, int], int] = {}
        for state, choice, step in islice(random_positions(game, EARLY), POSITIONS):
            if step == 0:
                memories = [[] for _ in seats]
            to_act = int(state["to_act"])
            seat = max(0, to_act)
            known = hash((to_act, *memories[seat]))
            tensor = information_tensor(game, memories[seat], state)
            rows = tensor[: 1 + EARLY].tobytes()  # the others are rows of steps not taken yet
            assert planes.setdefault((seat, hash(rows)), known) == known
            for other in seats:
                memories[other].append(learned(game, state, choice, other))
        cases.add(len(planes))

    @law
    def test_every_field_of_an_observation_makes_a_difference_to_the_tensor(
        self, hardest_tensor: Hardest, cases: Cases
    ) -> None:
        """Random positions differ in many fields at once; here in one, taken from the next
        position."""
        facts, game = hardest_tensor
        varied, in_planes = set(), set()
        before: Any = None
        for state, _, step in islice(random_positions(game, game.max_steps), 1_000):
            seen: Any = game.observe(state, 0)
            if step > 0:
                for field in set(seen.dtype.names) - OF_ALL_GAMES - facts.derived:
                    if before[field].tobytes() != seen[field].tobytes():
                        varied.add(field)
                        other = before.copy()
                        other[field] = seen[field]
                        old, new = (game.observation_tensor(each, 0) for each in (before, other))
                        if not np.array_equal(old, new):
                            in_planes.add(field)
            before = seen
        assert varied == in_planes, (
            f"no plane shows {', '.join(sorted(varied - in_planes))}; if that follows from other "
            f"fields, say so in {facts.folder}/facts.py: `derived`"
        )
        cases.add(len(varied))

    @law
    def test_no_plane_shows_how_a_game_ended(self, hardest_tensor: Hardest, cases: Cases) -> None:
        """All fields that no plane may show are changed at once, in every position and at the end:
        a plane may show one of them only where another has a certain value."""
        facts, game = hardest_tensor
        unseen = {"winners", "ending"}
        if len(game.seats) == 2 and not facts.shows_leavers:
            unseen.add("resigned")
        for seed in (40, 41):
            walk = [state for state, _ in random_walk(game, seed)]
            for state in (*islice(walk, 0, None, 1 + len(walk) // SAMPLED), walk[-1]):
                for seat in range(len(game.seats)):
                    seen: Any = game.observe(state, seat)
                    for value in (1, 2):
                        other = seen.copy()
                        for field in unseen:
                            other[field] = value
                        asked = None if game.has_secrets else seat
                        assert np.array_equal(
                            game.observation_tensor(seen, asked),
                            game.observation_tensor(other, asked),
                        ), f"a plane shows {', '.join(sorted(unseen))}"
                        cases.add()

    @law
    def test_positions_one_step_apart_give_different_tensors(
        self, hardest_tensor: Hardest, cases: Cases
    ) -> None:
        """All that can happen next, seen by each seat: it sees a difference where there is one."""
        facts, game = hardest_tensor
        for state, _, _ in islice(random_positions(game, game.max_steps), 0, 1_000, 10):
            choices = [o for o, _ in game.chance_outcomes(state)] or game.legal_actions(state)
            children = [game.child(state, choice) for choice in choices[:40]]
            for seat in range(2):
                seen: dict[bytes, bytes] = {}
                for child in children:
                    if child.to_act != TERMINAL:
                        known = facts.identity(game, game.observe(child, seat))
                        tensor = tensor_of(game, child, seat).tobytes()
                        assert seen.setdefault(tensor, known) == known
                        cases.add()
