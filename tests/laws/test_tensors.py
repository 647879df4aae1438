"""What holds for the tensors of every game, of observations and of information states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from siegeworks.core.game import CHANCE, SPECTATOR, TERMINAL, Game, SiegeworksError, State
from siegeworks.core.information import Learned, information_tensor, learned
from siegeworks.core.jit import kernel
from siegeworks.core.random import new_rng, random_below
from siegeworks.games import NAMES, load
from tests import tensors
from tests.variants import every_game, every_variant, label, random_walk, variants

SECRET_VARIANTS = [variant for variant in variants() if load(*variant).has_secrets]
every_secret_variant = pytest.mark.parametrize("variant", SECRET_VARIANTS, ids=label)

WALK = 120  # steps of a walk where every position is looked at in Python
POSITIONS = 100_000
AT_ONCE = 5_000  # positions that are walked through at once
PLANES_OF_SEATS = ("siege-by-number", "nobles-and-peasants")  # others end when a seat leaves
EARLY = 50  # steps after which games are broken off where memories are compared, which grow

# Games that are asked for 100,000 positions, in every shape that knowledge takes in them.
HUNDRED_THOUSAND = [
    ("siege-by-number", {"seats": "3"}),
    ("nobles-and-peasants", {"insert": "any"}),
    ("siege-master", {"fortresses": "placed"}),
    ("kings-ransom", {"setup": "secret"}),
    ("expansion", {}),
]
of_hundred_thousand = pytest.mark.parametrize("variant", HUNDRED_THOUSAND, ids=label)


def tensor_of(game: Game, state: State, seat: int) -> NDArray[np.float32]:
    """What a seat sees of a state, as planes."""
    if game.has_secrets:
        return game.observation_tensor(game.observe(state, seat))
    return game.observation_tensor(state, seat)


# Every variant ------------------------------------------------------------------------------------


@every_variant
def test_all_values_are_finite_and_between_minus_one_and_one(variant: Any) -> None:
    game = load(*variant)
    assert game.tensor is not None
    for state, _ in random_walk(game, seed=31):
        for seat in range(len(game.seats)):
            tensor = tensor_of(game, state, seat)
            assert tensor.shape == game.tensor.shape and tensor.dtype == np.float32
            assert np.isfinite(tensor).all() and np.abs(tensor).max() <= 1


@every_variant
def test_plain_and_compiled_tensors_are_equal(variant: Any) -> None:
    game = load(*variant)
    plain = game.plain()
    for state, _ in random_walk(game, seed=32, steps=WALK):
        for seat in range(len(game.seats)):
            assert np.array_equal(tensor_of(plain, state, seat), tensor_of(game, state, seat))


@every_secret_variant
def test_a_tensor_tells_nothing_that_is_hidden(variant: Any) -> None:
    game = load(*variant)
    rng = new_rng(33)
    for state, _ in random_walk(game, seed=33, steps=WALK):
        for seat in (*range(len(game.seats)), SPECTATOR):
            imagined = game.determinize(game.observe(state, seat), rng)
            assert np.array_equal(tensor_of(game, imagined, seat), tensor_of(game, state, seat))


@every_secret_variant
def test_what_is_hidden_is_marked_as_such(variant: Any) -> None:
    """There are as many places marked unknown as values or kinds that the viewer does not know."""
    game = load(*variant)
    assert game.tensor is not None
    unknown = [plane.name for plane in game.tensor.planes].index("unknown")
    for state, _ in random_walk(game, seed=34, steps=WALK):
        if state.first < 0:
            continue
        for seat in range(2):
            seen = game.observe(state, seat)
            marked = int(tensor_of(game, state, seat)[unknown].sum())
            if game.name == "kings-ransom":
                assert marked == seen.unseen[1 - seat].sum()
            else:
                assert marked == int(seen.cells[1 - seat] & ~seen.shown).bit_count()


def test_every_game_has_planes_with_names_of_their_own() -> None:
    for variant in variants():
        tensor = load(*variant).tensor
        assert tensor is not None
        names = [plane.name for plane in tensor.planes]
        assert len(set(names)) == len(names)
        assert all(plane.meaning for plane in tensor.planes)


@every_game
def test_a_tensor_of_an_open_game_is_written_from_the_side_that_is_asked_for(name: str) -> None:
    game = load(name)
    state = next(state for state, _ in random_walk(game, seed=35) if state.to_act == 1)
    if game.has_secrets:
        with pytest.raises(SiegeworksError, match="written from its viewer's side"):
            game.observation_tensor(game.observe(state, 0), seat=1)
    else:
        own = game.observation_tensor(state, seat=1)
        assert np.array_equal(game.observation_tensor(state), own)
        assert not np.array_equal(game.observation_tensor(state, seat=0), own)


@every_variant
def test_who_has_left_a_game_that_goes_on_is_in_the_tensor(variant: Any) -> None:
    game = load(*variant)
    for state, _ in random_walk(game, seed=39, steps=WALK):
        for seat in range(len(game.seats)):
            gone = state.copy()
            gone.resigned |= 1 << seat  # the table's step does more than this
            same = np.array_equal(tensor_of(game, state, 0), tensor_of(game, gone, 0))
            assert same == (len(game.seats) == 2 and game.name not in PLANES_OF_SEATS)


def test_the_page_about_tensors_is_current() -> None:
    assert tensors.DOCUMENT.read_text(encoding="utf-8") == tensors.document()


# Symmetry -----------------------------------------------------------------------------------------


def turned_seats(game: Game, state: State) -> State:
    """The state with every seat replaced by the next, as far as all games are alike."""
    seats = len(game.seats)
    other = game.copy(state)
    for field in ("to_act", "first", "turn"):
        if field in state.dtype.names and state[field] >= 0:
            other[field] = (state[field] + 1) % seats
    for field in ("winners", "resigned"):
        bits = int(state[field]) << 1
        other[field] = (bits | bits >> seats) & ((1 << seats) - 1)
    return other


def turned_expansion(game: Game, state: State) -> State:
    """By 180 degrees, with suns for moons."""
    other = turned_seats(game, state)
    other.cells[:] = [turned_bits(int(cells)) for cells in state.cells[::-1]]
    other.tiles[:] = [int(f"{int(tiles):09b}"[::-1], 2) for tiles in state.tiles[::-1]]
    other.fallen[:] = state.fallen[::-1]
    other.shown = turned_bits(int(state.shown))
    for place in range(48):
        if place % 8 < 6:
            other.value[45 - place] = state.value[place]
    for q in range(state.quiet + 1):
        digits = [int(state.boards[q]) // 3**i % 3 for i in range(36)]
        other.boards[q] = sum((0, 2, 1)[digit] * 3 ** (35 - i) for i, digit in enumerate(digits))
    return other


def turned_bits(cells: int) -> int:
    """The cells of Expansion's board turned by 180 degrees."""
    return sum(1 << 45 - place for place in range(48) if cells >> place & 1)


def turned_kings_ransom(game: Game, state: State) -> State:
    """South for north."""
    other = turned_seats(game, state)
    for field in ("army", "tally", "unseen"):
        other[field][:] = state[field][::-1]
    return other


def turned_siege_master(game: Game, state: State) -> State:
    """Red for blue; red is said to have begun in all states."""
    other = turned_seats(game, state)
    other.first = state.first
    other.owned[:] = state.owned[::-1]
    return other


def turned_siege_by_number(game: Game, state: State) -> State:
    """By as many quarter turns as bring each Home Base to the next."""
    quarters = int(game.params.arm[1] - game.params.arm[0])
    other = turned_seats(game, state)
    for field in ("commanders", "moved", "attacker", "defender"):
        other[field] = turned_grid(int(state[field]), quarters)
    seats = len(game.seats)
    for seat in range(seats):
        then = (seat + 1) % seats
        other.pieces[then] = turned_grid(int(state.pieces[seat]), quarters)
        for field in ("unshown", "returned", "shown"):
            other[field][then] = state[field][seat]
    for number, place in enumerate(game.params.bit_of):
        then = turned_grid(1 << int(place), quarters).bit_length() - 1
        other.value[game.params.space_at[then]] = state.value[number]
    return other


def turned_grid(spaces: int, quarters: int) -> int:
    """A set of places of the grid after some quarter turns clockwise."""
    for _ in range(quarters):
        places = [divmod(place, 8) for place in range(64) if spaces >> place & 1]
        spaces = sum(1 << 8 * (7 - right) + up for up, right in places)
    return spaces


def turned_nobles_and_peasants(game: Game, state: State) -> State:
    """Each seat's noble colour for the next one's."""
    other = turned_seats(game, state)
    seats = len(game.seats)
    nobles = [int(np.argmax(game.params.points[seat])) for seat in range(seats)]
    colours = list(range(5))
    for seat in range(seats):
        colours[nobles[seat]] = nobles[(seat + 1) % seats]
        for field in ("towers", "score", "hand"):
            other[field][(seat + 1) % seats] = state[field][seat]
    for colour, then in enumerate(colours):
        other.stones[then] = state.stones[colour]
        other.in_row[then] = state.in_row[colour]
    other.row[:] = [colours[stone] for stone in state.row]
    return other


TURNED: list[tuple[str, dict[str, str], Callable[[Game, State], State]]] = [
    ("expansion", {}, turned_expansion),
    ("kings-ransom", {}, turned_kings_ransom),
    ("siege-master", {"fortresses": "scattered"}, turned_siege_master),
    ("siege-by-number", {}, turned_siege_by_number),
    ("siege-by-number", {"seats": "4"}, turned_siege_by_number),
    *(("nobles-and-peasants", {"seats": n}, turned_nobles_and_peasants) for n in "234"),
]


@pytest.mark.parametrize(
    ("name", "options", "turned"), TURNED, ids=[label((name, o)) for name, o, _ in TURNED]
)
def test_the_next_seat_sees_the_same_in_the_turned_position(
    name: str, options: dict[str, str], turned: Callable[[Game, State], State]
) -> None:
    game = load(name, options)
    seats = len(game.seats)
    looked_at = 0
    for seed in (36, 37):
        for state, _ in random_walk(game, seed):
            if state.first < 0 or state.to_act == CHANCE:
                continue
            other = turned(game, state)
            looked_at += 1
            for seat in range(seats):
                after = tensor_of(game, other, (seat + 1) % seats)
                assert np.array_equal(tensor_of(game, state, seat), after)
    assert looked_at > 20


# One tensor, one meaning --------------------------------------------------------------------------


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
        taken = longest
        for i in range(len(states)):
            if taken == longest or s.to_act == TERMINAL:
                scratch[0] = scratch[1]
                set_up(params, s)
                taken = 0
            states[i] = s
            if s.to_act == CHANCE:
                choice = nth_case(params, s, random_below(rng, num_cases(params, s)))
                apply_outcome(params, s, choice)
            else:
                choice = nth_legal(params, s, random_below(rng, num_legal(params, s)))
                apply_action(params, s, choice)
            path[i, CHOICE] = choice
            path[i, STEP] = taken
            taken += 1

    return walk


CHOICE, STEP = 0, 1  # columns of a path: what was chosen, how many steps the game had before


def random_positions(game: Game, longest: int) -> Iterator[tuple[State, int, int]]:
    """Positions of random games without end, one after another, with the columns of a path.

    Args:
        game: what is played.
        longest: a game is broken off after so many steps.
    """
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


def identity(game: Game, seen: Any) -> bytes:
    """What tells one observation from another.

    Of Expansion's list of past boards only how often the present one was there before: a tensor has
    no room for the list, and nothing else of it matters to R8.
    """
    if game.name != "expansion":
        return bytes(seen.tobytes())
    quiet = int(seen.quiet)
    boards = seen["boards"]
    before = np.count_nonzero(boards[quiet & 1 : quiet : 2] == boards[quiet])
    seen = seen.copy()
    seen["boards"] = 0
    return bytes(seen.tobytes()) + bytes([before])


@of_hundred_thousand
def test_two_different_observations_of_a_seat_never_give_the_same_tensor(variant: Any) -> None:
    game = load(*variant)
    found: dict[tuple[int, int], int] = {}
    walk = random_positions(game, game.max_steps)
    for state, _, _ in islice((p for p in walk if p[0].to_act >= 0), POSITIONS):
        seat = int(state.to_act)
        seen = game.observe(state, seat)
        known = hash(identity(game, seen))
        tensor = game.observation_tensor(seen)
        assert found.setdefault((seat, hash(tensor.tobytes())), known) == known


@of_hundred_thousand
def test_two_different_information_states_never_give_the_same_tensor(variant: Any) -> None:
    game = load(*variant)
    seats = range(len(game.seats))
    memories: list[list[Learned]] = []
    found: dict[tuple[int, int], int] = {}
    for state, choice, step in islice(random_positions(game, EARLY), POSITIONS):
        if step == 0:
            memories = [[] for _ in seats]
        seat = max(0, int(state.to_act))
        known = hash((int(state.to_act), *memories[seat]))
        tensor = information_tensor(game, memories[seat], state)
        rows = tensor[: 1 + EARLY].tobytes()  # the others are rows of steps not taken yet
        assert found.setdefault((seat, hash(rows)), known) == known
        for other in seats:
            memories[other].append(learned(game, state, choice, other))


# Fields that are worked out from others, or tell only how a game ended.
OF_ALL_GAMES = {"viewer", "winners", "ending"}
DERIVED = {
    "siege-by-number": {"to_act", "reach"},  # from the turn and its phase
    "nobles-and-peasants": {"empty", "all_towers", "length"},
    "siege-master": {"free", "walls"},
    "kings-ransom": set[str](),
    "expansion": set[str](),
}


@of_hundred_thousand
def test_every_field_of_an_observation_makes_a_difference_to_the_tensor(variant: Any) -> None:
    """Random positions differ in many fields at once; here in one, taken from the next position."""
    game = load(*variant)
    varied, told = set(), set()
    before: Any = None
    for state, _, step in islice(random_positions(game, game.max_steps), 1_000):
        seen = game.observe(state, 0)
        if step > 0:
            for field in set(seen.dtype.names) - OF_ALL_GAMES - DERIVED[game.name]:
                if before[field].tobytes() != seen[field].tobytes():
                    varied.add(field)
                    other = before.copy()
                    other[field] = seen[field]
                    if not same_tensor(game, before, other):
                        told.add(field)
        before = seen
    assert varied == told


def same_tensor(game: Game, seen: Any, other: Any) -> bool:
    """Do these two observations of seat 0 give the same tensor?"""
    return np.array_equal(game.observation_tensor(seen, 0), game.observation_tensor(other, 0))


@of_hundred_thousand
def test_positions_one_step_apart_give_different_tensors(variant: Any) -> None:
    """All that can happen next, seen by each seat: it sees a difference where there is one."""
    game = load(*variant)
    for state, _, _ in islice(random_positions(game, game.max_steps), 0, 1_000, 10):
        choices = [o for o, _ in game.chance_outcomes(state)] or game.legal_actions(state)
        children = [game.child(state, choice) for choice in choices[:40]]
        for seat in range(2):
            found: dict[bytes, bytes] = {}
            for child in children:
                if child.to_act != TERMINAL:
                    known = identity(game, game.observe(child, seat))
                    tensor = tensor_of(game, child, seat).tobytes()
                    assert found.setdefault(tensor, known) == known


def test_every_game_is_asked_for_a_hundred_thousand_positions() -> None:
    assert {name for name, _ in HUNDRED_THOUSAND} == set(NAMES)
