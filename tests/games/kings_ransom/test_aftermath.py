"""What steps have done, as pages draw it: who fought, which tiles left, where tiles slid to."""

from collections import Counter
from itertools import pairwise

import pytest

from siegeworks.core.bits import numbers_in
from siegeworks.core.contract import SPECTATOR, State
from siegeworks.core.effects import Effects, SeenStep
from siegeworks.core.random import new_rng
from siegeworks.games import load
from siegeworks.games.kings_ransom.history import done
from siegeworks.games.kings_ransom.notation import KIND_NAMES, PLACE_NAMES
from siegeworks.games.kings_ransom.rules import kind_at
from siegeworks.games.kings_ransom.state import PLACES, RANSOM, SEAT_NAMES, TILES
from siegeworks.play.table import Table
from siegeworks.testing.laws.history import played
from tests.games.kings_ransom.positions import GAME, position


def step_seen(table: Table, index: int, audience: int) -> SeenStep:
    """A step as this audience saw it."""
    token, shown = table.token_seen_by(audience, index), table.shown_by(index)
    views = table.view(audience, index), table.view(audience, index + 1)
    return SeenStep(table.steps[index].actor, token, shown, *views)


def done_by(state: State, *tokens: str) -> Effects:
    """What the last of these steps has done, as a spectator saw it."""
    table = Table(GAME)
    table.states = [state]
    for token in tokens:
        table.play(str(GAME.actor(table.state)), token)
    return done(GAME.params, step_seen(table, len(tokens) - 1, SPECTATOR))


def losses(effects: Effects) -> list[str]:
    """Which tiles left, and who scored them: "north's A6: south"."""
    return [f"{loss.piece.seat}'s {loss.piece.text}: {loss.scorer}" for loss in effects.losses]


def slides(effects: Effects) -> list[str]:
    """Which tiles went where: "Sa2-Sa1"."""
    return [f"{slide.start}-{slide.place}" for slide in effects.slides]


NORTH_BEFORE = ". . . .\na k . .\n-\n"


def test_nobody_scores_a_tile_that_flees_or_a_spy() -> None:  # R4
    state = position(f"{NORTH_BEFORE}a e . .\ns i . .\n")
    assert losses(done_by(state, "b1~")) == ["south's E4: None"]
    assert losses(done_by(state, "a2?b1")) == ["south's S1: None"]


def test_the_winner_scores_the_tiles_of_the_loser_and_the_one_that_helped() -> None:  # R5.5
    state = position(f"{NORTH_BEFORE}i C e .\nk . . .\n", to_act="north")
    waiting = done_by(state, "a1xa1")
    assert waiting.battle is not None and waiting.battle.outcome == "" and not waiting.losses
    helped = done_by(state, "a1xa1", "+b1")
    assert helped.battle is not None and helped.battle.helper is not None
    assert (helped.battle.outcome, helped.battle.helper.text) == ("attacker", "C3")
    assert losses(helped) == ["north's A6: None", "south's I2: north", "south's C3: north"]
    assert losses(done_by(state, "a1xa1", "stand")) == ["north's A6: None", "south's I2: north"]


@pytest.mark.parametrize(
    ("north", "south", "outcome", "lost"),
    [
        ("a k . .", "s i . .", "defender", ["north's A6: south", "south's S1: None"]),  # R5.1
        ("c k . .", "a i . .", "defender", ["north's C3: south", "south's A6: None"]),  # R5.2
        ("c k . .", "k i . .", "defender", ["north's C3: south"]),  # a King who defends stays
        ("a k . .", "k i . .", "attacker", ["north's A6: None", "south's K5: north"]),  # R5.3
        ("e k . .", "e . i .", "fall", ["north's E4: None", "south's E4: None"]),  # R5.6
    ],
)
def test_who_wins_an_attack_that_is_decided_at_once(
    north: str, south: str, outcome: str, lost: list[str]
) -> None:
    effects = done_by(position(f"{north}\n-\n{south}\n", to_act="north"), "a1xa1")
    assert effects.battle is not None and effects.battle.outcome == outcome
    assert losses(effects) == lost


def test_tiles_that_are_paid_change_hands() -> None:  # R9
    state = position("K . . .\n-\n. . . .\n", to_act="south", tallies=("EEES", "K"))
    state.phase = RANSOM
    assert losses(done_by(state, "pay=41")) == ["south's E4: north", "south's S1: north"]
    assert done_by(state, "refuse") == Effects()


def test_ranks_close_from_behind_and_from_the_side() -> None:  # R6
    state = position("k e c i\n-\na e c i\ns s . .\n")
    assert slides(done_by(state, "a1~")) == ["Sa2-Sa1"]
    assert sorted(slides(done_by(state, "c1~"))) == ["Sa2-Sb2", "Sb1-Sc1", "Sb2-Sb1"]


@pytest.mark.parametrize("options", [{}, {"setup": "secret"}, {"columns": "3", "tiles": "KAEECC"}])
def test_what_steps_have_done_is_what_became_of_every_tile(options: dict[str, str]) -> None:
    """In random games, and alike for everybody."""
    game, checked = load("kings-ransom", options), Counter[str]()
    for seed in range(4):
        table = played(game, new_rng(seed), game.max_steps)
        for index, (before, after) in enumerate(pairwise(table.states)):
            effects = done(game.params, step_seen(table, index, SPECTATOR))
            others = [done(game.params, step_seen(table, index, seat)) for seat in (0, 1)]
            assert all(other == effects for other in others)
            if before.laid < 2 * PLACES or not before.army.any():
                assert not effects.slides
            elif after.army.any():  # or else the tiles left are counted, too
                assert_told(before, after, effects)
                checked.update(losses=len(effects.losses), slides=len(effects.slides))
    assert min(checked.values()) > 10


def assert_told(before: State, after: State, effects: Effects) -> None:
    """Every tile has stayed, has slid to its place, or is lost; tallies have what was scored."""
    start_of = {slide.place: slide.start for slide in effects.slides}
    for seat, name in enumerate(SEAT_NAMES):
        stood, stands = tiles_of(before, seat), tiles_of(after, seat)
        for place, kind in stands.items():
            assert stood.pop(start_of.get(place, place)) == kind
        lost = Counter(loss.piece.kind for loss in effects.losses if loss.piece.seat == name)
        assert lost == Counter(KIND_NAMES[kind].lower() for kind in stood.values())
        scored = Counter(loss.piece.kind for loss in effects.losses if loss.scorer == name)
        gains = after.tally[seat].astype(int) - before.tally[seat]
        assert scored == Counter({KIND_NAMES[k].lower(): int(n) for k, n in enumerate(gains) if n})


def tiles_of(state: State, seat: int) -> dict[str, int]:
    """The kinds of the tiles of an army, by their places."""
    return {
        f"{'SN'[seat]}{PLACE_NAMES[place]}": int(kind_at(state, seat, place))
        for place in numbers_in(state.army[seat, TILES])
    }
