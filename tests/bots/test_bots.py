"""Bots play legally, know only what their seat may know, and the greedy one counts."""

from zlib import crc32

import numpy as np
import pytest

from siegeworks.bots import BOTS, UnknownBot, make_bot
from siegeworks.core.contract import TERMINAL
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.games import NAMES, load
from tests.bots.lookalikes import bytes_of, choices_in_lookalikes
from tests.variants import every_game, every_searched_game, random_walk

SPECS = (
    "random",
    "greedy",
    "level:1",
    "level:3",
    "search:simulations=15",
    "analysis:simulations=8,threads=2",
    "plain:simulations=15",
)
every_bot = pytest.mark.parametrize("bot", SPECS)

# Shorter games that show the same.
OPTIONS = {"nobles-and-peasants": {"stones": "8"}, "kings-ransom": {"setup": "secret"}}


def game_of(name: str) -> Game:
    return load(name, OPTIONS.get(name))


def played(game: Game, names: tuple[str, ...], seed: int) -> list[float]:
    """Returns of one game between bots, each given its observation."""
    chance = new_rng(seed)
    bots = [make_bot(name, game, new_rng(seed, 1 + seat)) for seat, name in enumerate(names)]
    state = game.new_state()
    game.settle(state, chance)
    while state.to_act != TERMINAL:
        seat = int(state.to_act)
        choice = bots[seat].choose(game.observe(state, seat))
        assert choice in game.legal_actions(state)
        game.apply(state, choice)
        game.settle(state, chance)
    returns = game.returns(state)
    assert returns is not None
    return returns


def test_an_unknown_bot_is_refused_with_a_list_of_those_there_are():
    with pytest.raises(UnknownBot, match=r"no bot 'deep-red'; the bots are random, greedy"):
        make_bot("deep-red", game_of(NAMES[0]), new_rng(0))


def test_every_kind_of_bot_is_tested_here():
    assert {spec.partition(":")[0] for spec in SPECS} == set(BOTS)


@every_bot
@every_searched_game
def test_a_bot_plays_a_whole_game_legally(name, bot):
    game = game_of(name)
    assert sum(played(game, (bot,) * len(game.seats), 1)) == pytest.approx(0)


@every_bot
@every_searched_game
def test_what_is_hidden_from_a_seat_and_other_randomness_change_no_choice(name, bot):
    game = game_of(name)
    for choice, other in choices_in_lookalikes(
        game,
        lambda: make_bot(bot, game, new_rng(3)),
        lambda state, _: game.observe(state, int(state.to_act)),
        turns=6,
    ):
        assert choice == other


class Peeks:
    """Chooses by every byte of its observation."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, seen):
        legal = self.game.legal_actions(seen)
        return legal[crc32(bytes_of(seen)) % len(legal)]


class Counts(Peeks):
    """Chooses by how often any bot of this process has chosen."""

    asked = 0

    def choose(self, seen):
        Counts.asked += 1
        legal = self.game.legal_actions(seen)
        return legal[Counts.asked % len(legal)]


@pytest.mark.parametrize("bot, is_shown_all", [(Peeks, True), (Counts, False)])
def test_a_bot_that_goes_by_anything_else_would_be_found_out(bot, is_shown_all):
    game = game_of("kings-ransom")

    def show(state, _):
        return state if is_shown_all else game.observe(state, int(state.to_act))

    chosen = choices_in_lookalikes(game, lambda: bot(game), show, turns=6)
    assert any(choice != other for choice, other in chosen)


@every_bot
@every_searched_game
def test_a_bot_leaves_what_it_is_shown_as_it_is(name, bot):
    game = game_of(name)
    player = make_bot(bot, game, new_rng(3))
    for state, choice in random_walk(game, 6, 40):
        if state.to_act < 0 or choice < 0:
            continue
        seen = game.observe(state, int(state.to_act))
        before = np.array(seen).tobytes()
        player.choose(seen)
        assert np.array(seen).tobytes() == before


@every_game
def test_greedy_beats_random_clearly(name):
    game = game_of(name)
    total = 0.0
    for seed in range(10):
        total += played(game, ("greedy", "random"), seed)[0]
        total += played(game, ("random", "greedy"), seed)[1]
        if total >= 6:
            return  # the games that are left cannot change the verdict
    pytest.fail(f"greedy made {total} of 20 against random")


@every_bot
def test_a_bot_takes_the_only_choice(bot):
    """The first placing of Expansion leaves the last minion one cell."""
    game = load("expansion")
    state = game.new_state()
    for token in ("5@a1", "4@b1", "3@a2", "2@b2", "A@c1"):
        state = game.child(state, game.text_to_choice(state, token))
    action = make_bot(bot, game, new_rng(1)).choose(game.observe(state, 0))
    assert game.action_texts[action] == "0@a3"


def test_greedy_takes_what_there_is_to_be_taken():
    """If some of the possible armies capture a fortress, it places one of them."""
    game = load("siege-master")

    def gain(state, action):
        after = game.open_view(game.child(state, action))
        return game.score(game.params, after, int(state.to_act))

    for state, _ in random_walk(game, 2):
        gains = [gain(state, action) for action in game.legal_actions(state)]
        if len(set(gains)) > 1:
            break
    chosen = make_bot("greedy", game, new_rng(1)).choose(game.observe(state, int(state.to_act)))
    assert gain(state, chosen) == max(gains) > min(gains)
