"""Our games are OpenSpiel's games: names, parameters, kinds, copies, what each seat knows."""

import copy
import importlib
import pickle
import re
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import get_all_states
from open_spiel.python.observation import make_observation

from siegeworks.adapters.openspiel import short_name, spiel_game
from siegeworks.adapters.rendering import position_text
from siegeworks.core.errors import IllegalStep, OptionError, SiegeworksError
from siegeworks.core.information import layout
from siegeworks.games import NAMES, load
from tests.adapters.openspiel_games import GAMES, SHRUNK, WITH_SECRETS

PUBLIC = pyspiel.IIGObservationType(
    public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
)
PUBLIC_MEMORY = pyspiel.IIGObservationType(
    public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE
)
OWN = pyspiel.IIGObservationType(
    public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
)
BOTH = 0, 1
ISLAND = " . . . . .\n. . F . . .\n . . . . .\n. . . . . .\n"

every_secret_game = pytest.mark.parametrize("name", WITH_SECRETS)


def is_secret(name: str) -> bool:
    """Does this game have secrets?"""
    return any(word in name for word in ("ransom", "expansion"))


def random_states(name: str, seed: int) -> Iterator[Any]:
    """The states of one random game, each one before the next step; the same object."""
    rng = np.random.RandomState(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while True:
        yield state
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=shares))
        else:
            state.apply_action(rng.choice(state.legal_actions()))


def sampler(seed: int) -> Any:
    """What OpenSpiel gives to resample_from_infostate."""
    return pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0)


def test_every_game_is_registered() -> None:
    assert {short_name(name) for name in NAMES} <= set(pyspiel.registered_names())


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("siegeworks_siege_by_number(seats=3)")
    assert game.num_players() == 3
    assert str(game) == "siegeworks_siege_by_number(seats=3)"
    assert pyspiel.load_game("siegeworks_siege_by_number", {"seats": 4}).num_players() == 4
    assert game.get_type().parameter_specification.keys() == {"seats", "corners", "notes"}


def test_an_option_of_digits_that_is_text_is_put_in_quotes() -> None:
    game = pyspiel.load_game("siegeworks_expansion(board=3x1,values='52')")
    assert game.rules.options["values"] == "52"
    assert pyspiel.load_game(str(game)) == game


def test_an_option_that_is_yes_or_no_is_true_or_false() -> None:
    game = pyspiel.load_game("siegeworks_siege_master", {"free": True})
    assert game.rules.options["free"] == "yes"
    assert str(game) == "siegeworks_siege_master(free=True)"
    assert pyspiel.load_game(str(game)) == game
    silent = pyspiel.load_game("siegeworks_siege_by_number(notes=False)")
    assert silent.rules.options["notes"] == "off"


def test_maps_of_ones_own_can_be_played(tmp_path: Path) -> None:
    (tmp_path / "island.txt").write_text(ISLAND, encoding="utf-8")
    game = pyspiel.load_game("siegeworks_siege_master", {"map": "island", "maps": str(tmp_path)})
    assert game.rules.options["map"] == "island"
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    back = pickle.loads(pickle.dumps(state))
    assert (str(back), str(back.get_game())) == (str(state), str(game))
    assert str(tmp_path) in str(game)


def test_a_map_needs_no_folder(tmp_path: Path) -> None:
    drawing = tmp_path / "island.txt"
    drawing.write_text(ISLAND, encoding="utf-8")
    own = load("siege-master", {"map": "island"}, tmp_path)
    drawing.unlink()
    game = spiel_game(own)
    assert game.rules.map_rows == own.map_rows
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    back = pickle.loads(pickle.dumps(state))
    assert (str(back), back.get_game().rules.map_rows) == (str(state), own.map_rows)


def test_a_value_that_a_game_does_not_know_is_refused_with_its_sentence() -> None:
    with pytest.raises(OptionError, match="setup of King's Ransom is random or secret"):
        pyspiel.load_game("siegeworks_kings_ransom(setup=open)")


@pytest.mark.parametrize("name", GAMES)
def test_only_games_with_secrets_have_imperfect_information(name: str) -> None:
    information = pyspiel.load_game(name).get_type().information
    kinds = pyspiel.GameType.Information
    assert information == (
        kinds.IMPERFECT_INFORMATION if is_secret(name) else kinds.PERFECT_INFORMATION
    )


@pytest.mark.parametrize("name", GAMES)
def test_learners_are_given_information_states_exactly_where_there_are_secrets(name: str) -> None:
    game = pyspiel.load_game(name)
    has_secrets = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert game.get_type().provides_information_state_tensor == has_secrets
    assert game.get_type().provides_observation_tensor
    size = rl_environment.Environment(game).observation_spec()["info_state"]
    shape = game.information_state_tensor_size() if has_secrets else game.observation_tensor_size()
    assert np.prod(size) == shape


def test_chance_is_explicit_and_absent_where_the_options_leave_none() -> None:
    modes = pyspiel.GameType.ChanceMode
    as_mapped = pyspiel.load_game("siegeworks_siege_master")
    scattered = pyspiel.load_game("siegeworks_siege_master(fortresses=scattered)")
    assert as_mapped.get_type().chance_mode == modes.DETERMINISTIC
    assert as_mapped.max_chance_nodes_in_history() == 0
    assert scattered.get_type().chance_mode == modes.EXPLICIT_STOCHASTIC


@pytest.mark.parametrize(("seats", "least"), [(2, -1), (3, -1 / 2), (4, -1 / 3)])
def test_bounds_of_utility_follow_from_the_number_of_seats(seats: int, least: float) -> None:
    game = pyspiel.load_game("siegeworks_nobles_and_peasants", {"seats": seats})
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (least, 1.0, 0.0)


def test_a_copy_goes_its_own_way_and_shares_the_game() -> None:
    state = pyspiel.load_game("siegeworks_expansion").new_initial_state()
    before = str(state), state.information_state_string(0)
    sample = state.clone()
    sample.apply_action(sample.legal_actions()[0])
    assert (str(state), state.information_state_string(0)) == before
    assert sample.information_state_string(0) != before[1]
    assert list(state.__dict__) == ["history_state"]
    assert copy.deepcopy(state.history_state).game is state.history_state.game


@pytest.mark.parametrize("name", [*GAMES, *SHRUNK])
def test_a_pickled_state_comes_back_with_all_that_was_learned(name: str) -> None:
    *_, state = (state for state, _ in zip(random_states(name, 2), range(40), strict=False))
    back = pickle.loads(pickle.dumps(state))
    assert str(back) == str(state)
    assert back.history() == state.history()
    for seat in range(state.num_players()):
        assert back.information_state_string(seat) == state.information_state_string(seat)
        if state.get_game().get_type().provides_information_state_tensor:
            assert back.information_state_tensor(seat) == state.information_state_tensor(seat)


def test_a_pickled_game_comes_back_playable() -> None:
    game = pyspiel.load_game("siegeworks_kings_ransom(setup=secret)")
    back = pickle.loads(pickle.dumps(game))
    assert back == game
    assert str(back.new_initial_state()) == str(game.new_initial_state())


@pytest.mark.parametrize("name", GAMES)
def test_what_cannot_be_done_is_refused_and_nothing_happens(name: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            possible = [outcome for outcome, _ in state.chance_outcomes()]
            last = state.get_game().max_chance_outcomes()
        else:
            possible, last = state.legal_actions(), state.num_distinct_actions()
        before = str(state), state.history()
        for wrong in (5000, 2**62, *(a for a in (0, 1, last - 1) if a not in possible)):
            with pytest.raises(IllegalStep, match="Legal now: "):
                state.apply_action(wrong)
            assert (str(state), state.history()) == before
        if not state.is_chance_node() and state.move_number() > 2:
            break
        state.apply_action(possible[-1])
    with pytest.raises(pyspiel.SpielError):  # it is OpenSpiel's own word for "no action"
        state.apply_action(-1)
    for wrong in (-1, 10**9):
        with pytest.raises((IllegalStep, pyspiel.SpielError)):
            state.action_to_string(0, wrong)


def test_nothing_can_be_done_after_the_end() -> None:
    *_, over = random_states("siegeworks_kings_ransom(columns=2,tiles=KA)", 1)
    with pytest.raises(IllegalStep, match="the game is over"):
        over.history_state.apply(0)


def test_a_player_that_there_is_not_knows_nothing() -> None:
    state = pyspiel.load_game("siegeworks_kings_ransom").new_initial_state()
    for tell in (
        state.information_state_string,
        state.observation_string,
        state.observation_tensor,
    ):
        with pytest.raises((SiegeworksError, pyspiel.SpielError)):
            tell(7)


def test_a_state_is_written_for_people() -> None:
    state = pyspiel.load_game("siegeworks_kings_ransom(setup=secret)").new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    *drawing, acts, position = str(state).split("\n")
    assert "south king K5 face down: Sa1" in drawing
    assert "south, Still to lay out: archer A6, 3 engineer E4, 3 cavalry C3" in "\n".join(drawing)
    assert acts == "south to act"
    assert re.fullmatch(r"position [0-9a-f]{16}", position)
    assert "south tile unknown: Sa1 Sb1 Sc1" in state.observation_string(1)
    assert "south king" not in state.observation_string(1)


@every_secret_game
def test_what_a_seat_sees_is_written_alike_exactly_if_it_is_alike(name: str) -> None:
    """The words of a state hide fields, such as the boards before; its fingerprint does not."""
    words: tuple[dict[str, bytes], ...] = {}, {}
    for seed in range(3):
        for state in random_states(name, seed):
            for seat in BOTH:
                seen = state.history_state.game.observe(state.history_state.state, seat).tobytes()
                assert words[seat].setdefault(state.observation_string(seat), seen) == seen
    assert all(len(set(known.values())) == len(known) for known in words)


def test_an_information_tensor_has_a_one_for_each_step() -> None:
    game = pyspiel.load_game("siegeworks_kings_ransom(setup=secret,columns=3,tiles=KES)")
    state = game.new_initial_state()
    own, other = state.legal_actions()[0], 1 + state.legal_actions()[0]
    state.apply_action(own)
    shape = game.information_state_tensor_shape()
    rows, columns = shape
    assert rows == 1 + game.max_game_length()
    assert columns >= 1 + game.num_distinct_actions() + game.max_chance_outcomes()
    tensors = [np.reshape(state.information_state_tensor(seat), shape) for seat in BOTH]
    assert [np.flatnonzero(tensor[1]).tolist() for tensor in tensors] == [[other], [0]]
    assert all(set(np.unique(tensor[1:])) == {0, 1} for tensor in tensors)
    assert all(not tensor[2:].any() for tensor in tensors)
    for tensor in tensors:
        assert tensor[0, :4].tolist() == [1, 0, 0, 0]  # south, north, chance, the end


@every_secret_game
def test_information_states_have_the_same_tensor_exactly_if_they_are_the_same(name: str) -> None:
    words: dict[str, bytes] = {}
    for seed in range(3):
        for state, _ in zip(random_states(name, seed), range(40), strict=False):
            for seat in range(state.num_players()):
                tensor = state.history_state.tensor(seat)
                assert words.setdefault(state.information_state_string(seat), tensor.tobytes()) == (
                    tensor.tobytes()
                )
    assert len(set(words.values())) == len(words)


def test_an_information_tensor_of_a_long_game_has_a_one_for_each_of_two_digits() -> None:
    game = pyspiel.load_game("siegeworks_expansion")
    state = game.new_initial_state()
    code = 1 + state.legal_actions()[0]
    state.apply_action(code - 1)
    step = layout(game.rules).step
    assert step.number == 2
    assert np.flatnonzero(state.history_state.tensor(0)[1]).tolist() == [
        code // step.base,
        step.base + code % step.base,
    ]


def test_an_information_state_tells_the_steps_as_the_seat_saw_them() -> None:
    state = pyspiel.load_game("siegeworks_kings_ransom(setup=secret)").new_initial_state()
    first = state.legal_actions()[0]
    token = state.action_to_string(first)
    state.apply_action(first)
    assert state.information_state_string(0) == f"{token} south to act"
    assert state.information_state_string(1) == "? south to act"


@every_secret_game
def test_the_public_observer_sees_what_a_spectator_may(name: str) -> None:
    game = pyspiel.load_game(name)
    sees, remembers, own = (make_observation(game, kind) for kind in (PUBLIC, PUBLIC_MEMORY, OWN))
    differed = 0
    for state in random_states(name, 3):
        seen = {sees.string_from(state, seat) for seat in BOTH}
        assert len(seen) == 1
        assert remembers.string_from(state, 0) == remembers.string_from(state, 1)
        for seat in BOTH:
            parts = set(state.observation_string(seat).split("\n"))
            private = set(filter(None, own.string_from(state, seat).split("\n")))
            assert parts - set(next(iter(seen)).split("\n")) == private
            differed += bool(private)
    assert differed > 0


@pytest.mark.parametrize("name", [name for name in GAMES if not is_secret(name)])
def test_where_nothing_is_hidden_every_observation_is_the_state(name: str) -> None:
    for ply, state in enumerate(random_states(name, 4)):
        if ply % 20 == 0:
            game, record = state.history_state.game, state.history_state.state
            for seat in range(state.num_players()):
                assert state.observation_string(seat) == str(state)
                assert position_text(game, game.observe(record, seat)) == str(state)


def test_where_nothing_is_hidden_nothing_is_private() -> None:
    own = make_observation(pyspiel.load_game("siegeworks_siege_by_number"), OWN)
    states = random_states("siegeworks_siege_by_number", 4)
    assert not any(own.string_from(state, 0) for state in states)


@every_secret_game
def test_resampling_keeps_all_that_the_player_knows(name: str) -> None:
    """OpenSpiel's ResampleInfostateTest, which its Python does not have, at every ply."""
    numbers = count()
    for state in random_states(name, 5):
        for seat in BOTH:
            sample = state.resample_from_infostate(seat, sampler(next(numbers)))
            assert sample.information_state_string(seat) == state.information_state_string(seat)
            assert sample.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert sample.observation_string(seat) == state.observation_string(seat)
            assert sample.observation_tensor(seat) == state.observation_tensor(seat)
            assert sample.current_player() == state.current_player()
            if seat == state.current_player():
                assert sample.legal_actions() == state.legal_actions()


@every_secret_game
def test_resampling_imagines_what_the_player_does_not_know(name: str) -> None:
    numbers = count()
    most = 0
    for ply, state in enumerate(random_states(name, 6)):
        if ply % 3:
            continue
        samples = [state.resample_from_infostate(0, sampler(next(numbers))) for _ in range(12)]
        positions = [str(sample) for sample in samples]
        most = max(most, len(set(positions)))
        # Seat 1 knows its own secrets in each of them.
        known = [sample.information_state_string(1) for sample in samples]
        assert (
            len(set(zip(positions, known, strict=True))) == len(set(positions)) == len(set(known))
        )
    assert most > 1


@pytest.mark.parametrize("name", SHRUNK)
def test_resampling_draws_states_of_the_information_set_and_each_of_them(name: str) -> None:
    """Held against the whole tree."""
    sets: dict[str, dict[str, Any]] = {}
    for state in get_all_states.get_all_states(pyspiel.load_game(name), -1, False).values():
        sets.setdefault(state.information_state_string(), {})[str(state)] = state
    numbers = count()
    wide = [states for states in sets.values() if len(states) > 1]
    assert wide
    for states in wide[:: max(1, len(wide) // 30)]:
        state = next(iter(states.values()))
        seat = state.current_player()
        samples = [
            state.resample_from_infostate(seat, sampler(next(numbers)))
            for _ in range(30 * len(states))
        ]
        assert {str(sample) for sample in samples} == states.keys()


@every_secret_game
def test_a_resampled_state_can_be_played_to_its_end(name: str) -> None:
    rng = np.random.RandomState(7)
    for ply, state in enumerate(random_states(name, 7)):
        if ply % 5:
            continue
        sample = state.resample_from_infostate(ply % 2, sampler(ply))
        while not sample.is_terminal():
            sample.apply_action(rng.choice(sample.legal_actions()))
        assert sum(sample.returns()) == 0


def test_where_nothing_is_hidden_resampling_changes_nothing() -> None:
    state = pyspiel.load_game("siegeworks_siege_master").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    sample = state.resample_from_infostate(0, sampler(1))
    assert (str(sample), sample.history()) == (str(state), state.history())


def test_without_open_spiel_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "siegeworks.adapters.openspiel")
    with pytest.raises(ImportError, match=r"pip install 'siegeworks\[research\]'"):
        importlib.import_module("siegeworks.adapters.openspiel")
