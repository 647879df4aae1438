"""R11: the same game with fewer tiles in fewer columns."""

from itertools import product
from typing import Any

import pytest

from siegeworks.core.contract import CHANCE, TERMINAL, State
from siegeworks.core.errors import IllegalStep, OptionError
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.games import load
from siegeworks.games.kings_ransom.params import is_finished, next_move_sideways
from siegeworks.play.table import Table
from tests.games.kings_ransom.positions import army, play, set_up_by
from tests.laws.test_oracle import walk_together
from tests.oracles import oracle_of
from tests.variants import random_walk

Heights = tuple[int, ...]

SMALLER = [
    {"columns": "2", "tiles": "KS"},
    {"columns": "3", "tiles": "KES"},
    {"columns": "3", "tiles": "KAS"},
    {"columns": "2", "tiles": "KECS"},
    {"tiles": "KAIS"},
    {"columns": "3", "tiles": "KAAEECCIS"},
    {"columns": "3", "tiles": "KAAEEECCCIIS"},
    {"tiles": "KAAEECCIISSS"},
]
SETUPS: tuple[dict[str, str], ...] = ({}, {"setup": "secret"})
every_smaller = pytest.mark.parametrize("given", SMALLER, ids=lambda given: str([*given.values()]))


def smaller(columns: str, tiles: str, **given: str) -> Game:
    return load("kings-ransom", {"columns": columns, "tiles": tiles, **given}).plain()


def laid_out(game: Game, tiles: str, then: str = "first=south") -> State:
    """Both armies laid out alike, with these letters place by place."""
    state = game.new_state()
    for army_letter in "SN":
        for kind in tiles:
            spot = game.legal_texts(state)[0][1:3]
            state = play(state, f"{army_letter}{spot}={kind}", game=game)
    return play(state, then, game=game)


def refusal(game: Game, state: State, text: str) -> str:
    with pytest.raises(IllegalStep) as refused:
        game.text_to_choice(state, text)
    sentence = str(refused.value)
    return sentence.partition("' " if sentence.startswith("'") else ": ")[2]


# Options -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given, why",
    [
        ({"columns": "5"}, "the option columns of King's Ransom is 4 or 3 or 2"),
        ({"columns": "3"}, "the 16 tiles must fill one to four ranks of 3 columns"),
        ({"columns": "2"}, "the 16 tiles must fill one to four ranks of 2 columns"),
        ({"tiles": "KES"}, "the 3 tiles must fill one to four ranks of 4 columns"),
        ({"tiles": ""}, "an army has one King and at least one other tile"),
        ({"tiles": "K"}, "an army has one King and at least one other tile"),
        ({"tiles": "EEES"}, "an army has one King and at least one other tile"),
        ({"tiles": "KKES"}, "an army has one King and at least one other tile"),
        ({"tiles": "KEEEE"}, "an army has at most the tiles KAAAEEECCCIIISSS"),
        ({"tiles": "SECK"}, "write it as KECS"),
        ({"tiles": "KAAAEEECCCIIISSS"}, "write it as full"),
        ({"tiles": "KEQS"}, "write full, or letters from KAAAEEE"),
        ({"tiles": "K" * 999}, "write full, or letters from KAAAEEE"),
    ],
)
def test_R11_what_makes_no_game_is_refused_with_a_sentence(given: Any, why: str) -> None:
    with pytest.raises(OptionError) as refused:
        load("kings-ransom", given)
    assert why in str(refused.value) and len(str(refused.value)) < 200
    with pytest.raises(ValueError):
        oracle_of("kings-ransom", given)


def test_R11_the_whole_game_in_four_columns_is_the_default() -> None:
    game = load("kings-ransom", {"columns": "4", "tiles": "full"})
    assert game.changed_options == {}
    assert game.params.tobytes() == load("kings-ransom").params.tobytes()


# Set-up and formation ----------------------------------------------------------------------------


@every_smaller
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_R11_only_the_places_that_there_are_are_laid_out(given: Any, setup: Any) -> None:
    game = load("kings-ransom", given | setup)
    number, columns = len(given["tiles"]), "abcd"[: int(given.get("columns", 4))]
    names = [f"{column}{rank}" for rank in range(1, 5) for column in columns][:number]
    spots, tiles = [], ""
    for state, choice in random_walk(game, seed=1):
        if choice >= 0 and state.laid < 32:
            text = game.choice_to_text(state, choice)
            spots.append(text[:3])
            tiles += text[4]
    assert spots == [seat + name for seat in "SN" for name in names]
    assert sorted(tiles) == sorted(2 * given["tiles"])


def test_R11_the_tensor_tells_the_spot_laid_out_next_and_not_how_many_are_laid_out() -> None:
    game = smaller("2", "KECS")
    assert game.tensor is not None
    plane = [plane.name for plane in game.tensor.planes].index("laid")
    spots, state = [], game.new_state()
    for _ in range(6):
        spots.append(set((32 * game.observation_tensor(game.observe(state, 0))[plane]).flat))
        state = play(state, game.legal_texts(state)[0], game=game)
    assert spots == [{0}, {1}, {4}, {5}, {16}, {17}]  # a1 b1 a2 b2, with four places in a rank


def test_R11_chance_deals_each_tile_left_equally_likely() -> None:
    game = smaller("3", "KAAEES")
    state = play(game.new_state(), "Sa1=A", game=game)
    chances = {game.outcome_texts[o]: 5 * p for o, p in game.chance_outcomes(state)}
    assert chances == {"Sb1=K": 1, "Sb1=A": 1, "Sb1=E": 2, "Sb1=S": 1}


def test_R11_only_the_places_that_there_are_are_drawn_and_the_fronts_face_each_other() -> None:
    game = smaller("3", "KAAEES")
    state = laid_out(game, "KAAEES")
    scene = game.scene(game.params, game.observe(state, 0))
    where = {cell.name: (cell.x, cell.y) for cell in scene.cells}
    assert set(where) == {f"{seat}{c}{rank}" for seat in "SN" for c in "abc" for rank in "12"}
    assert [where[name][1] for name in ("Nb2", "Nb1", "Sb1", "Sb2")] == [0, 1, 3, 4]
    left = next(tray for tray in scene.trays if tray.title == "Left the game")
    assert left.pieces == ()


# Close ranks -------------------------------------------------------------------------------------


def closed(heights: Heights) -> Heights:
    """Where R6 ends; fails if it does not."""
    for _ in range(40):
        move = next_move_sideways(heights)
        if move is None:
            return heights
        source, target, rank = move
        assert rank == heights[target] + 1 <= heights[source]
        heights = after(heights, source, target)
    raise AssertionError("no end")


def after(heights: Heights, source: int, target: int) -> Heights:
    return tuple(h + (c == target) - (c == source) for c, h in enumerate(heights))


@pytest.mark.parametrize("columns", [2, 3])
def test_R11_ranks_close_from_every_shape_in_fewer_columns(columns: int) -> None:
    for heights in product(range(5), repeat=columns):
        end = closed(heights)
        assert is_finished(end) and sum(end) == sum(heights)


def test_R11_two_columns_are_finished_when_they_differ_by_no_more_than_one() -> None:
    for left, right in product(range(5), repeat=2):
        assert is_finished((left, right)) == (abs(left - right) <= 1)


@pytest.mark.parametrize(
    "heights, move",
    [
        ((2, 0), (0, 1, 1)),  # a tile of the front rank moves over
        ((1, 3), (1, 0, 2)),
        ((1, 2), None),
        ((2, 1, 2), (0, 1, 2)),  # a and c are both outer ones: from a
        ((1, 1, 2), (2, 1, 2)),  # b alone is a middle one
        ((1, 3, 1), (1, 0, 2)),  # two outer places: the one nearest a
        ((2, 2, 1), None),
        ((2, 0, 0), (0, 1, 1)),
    ],
)
def test_R11_the_next_tile_that_moves_in_fewer_columns(heights: Heights, move: Any) -> None:
    assert next_move_sideways(heights) == move


def test_R11_a_tile_moves_from_a_when_a_and_c_are_equally_long() -> None:
    game = smaller("3", "KAAEES")
    state = play(laid_out(game, "SKAAEE"), "b2~", game=game)
    assert army(state, 0) == ["s k a .", ". a e ."]


# Play --------------------------------------------------------------------------------------------


@every_smaller
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_R11_engine_and_oracle_play_the_same_smaller_games(given: Any, setup: Any) -> None:
    for seed in range(12):
        table = Table(load("kings-ransom", given | setup))
        oracle = oracle_of("kings-ransom", given | setup)
        walk_together(table, oracle, new_rng(seed, stream=7), table_steps=seed % 4 == 3)


@every_smaller
def test_R11_no_game_has_more_than_2n_minus_3_turns(given: Any) -> None:
    game = load("kings-ransom", given)
    state, tiles = laid_out(game, given["tiles"]), len(given["tiles"])
    turns = 0
    while state.to_act != TERMINAL:
        flees = [text for text in game.legal_texts(state) if text.endswith("~")]
        state = play(state, flees[0], game=game)
        turns += 1
    assert turns == 2 * tiles - 3
    assert game.max_steps == 2 * tiles + 1 + turns - 1 + 2 + 1


# 6,186 histories, and all that a whole game has.
SMALLEST = {"columns": "3", "tiles": "KAS"}


def histories(game: Game, state: State) -> tuple[int, int, int]:
    """The sequences of steps that begin here and end at chance, at a seat and at the end."""
    here = (state.to_act == CHANCE, state.to_act >= 0, state.to_act == TERMINAL)
    chance, decisions, ends = map(int, here)
    steps: list[Any] = [o for o, _ in game.chance_outcomes(state)] or game.legal_actions(state)
    for step in steps:
        more = histories(game, game.child(state, step))
        chance, decisions, ends = chance + more[0], decisions + more[1], ends + more[2]
    return chance, decisions, ends


@pytest.mark.parametrize(
    "given, numbers",
    [
        (SMALLEST, (106, 2444, 3636)),
        (SMALLEST | {"setup": "secret"}, (36, 2514, 3636)),
        ({"columns": "3", "tiles": "KES"}, (106, 2058, 3230)),
        ({"columns": "2", "tiles": "KS"}, (13, 8, 24)),
    ],
    ids=str,
)
def test_R11_there_is_a_game_small_enough_to_solve(given: Any, numbers: Any) -> None:
    game = load("kings-ransom", given)
    assert histories(game, game.new_state()) == numbers


def test_R11_the_smallest_game_has_battles_calls_and_ransoms() -> None:
    game = load("kings-ransom", SMALLEST)
    kinds_of_step, kinds = ("x", "~", "?", "+", "stand", "pay=", "refuse"), set()
    for seed in range(200):
        for state, choice in random_walk(game, seed):
            if choice >= 0 and state.to_act >= 0:
                text = game.choice_to_text(state, choice)
                kinds |= {kind for kind in kinds_of_step if kind in text}
    assert kinds == set(kinds_of_step)


# Sentences ---------------------------------------------------------------------------------------

SIX = smaller("3", "KAEECS", setup="secret")
ROW = smaller("4", "KECS")


@pytest.mark.parametrize(
    "text, why",
    [
        ("Sa2=E", "the order is a1 b1 c1 a2 b2 c2; now comes Sc1 (R3)"),
        ("Sd1=E", "there is no place d1; the columns are a to c and the ranks 1 to 2 (R2)"),
        ("Sa3=E", "there is no place a3; the columns are a to c and the ranks 1 to 2 (R2)"),
        ("Sc1=I", "there is no tile I; the tiles are K A E C S (R1)"),
        ("Sc1=E", "both Engineers of south are already laid out (R3)"),
        ("a1~", "the tiles must be laid out first; now lay out Sc1, e.g. Sc1=K (R3)"),
    ],
)
def test_R11_sentences_of_the_set_up_know_the_smaller_army(text: str, why: str) -> None:
    state = play(SIX.new_state(), "Sa1=E", "Sb1=E", game=SIX)
    assert refusal(SIX, state, text) == why


def test_R11_a_kind_that_an_army_has_once_is_named_alone() -> None:
    state = play(ROW.new_state(), "Sa1=E", game=ROW)
    assert refusal(ROW, state, "Sb1=E") == "the Engineer of south is already laid out (R3)"
    assert refusal(ROW, state, "Sa2=S") == (
        "there is no place a2; the columns are a to d and the only rank is 1 (R2)"
    )


def test_R11_sentences_of_a_turn_know_the_smaller_formation() -> None:
    state = laid_out(SIX, "EECASK")
    for text in ("d1~", "a1xa3", "b2?d1", "+a4"):
        assert "the columns are a to c and the ranks 1 to 2 (R2)" in refusal(SIX, state, text)


def test_R11_the_whole_games_order_is_told_as_ever() -> None:
    state = set_up_by(load("kings-ransom"), "KAAA", "")
    assert "the order is a1 b1 c1 d1 a2 … d4" in refusal(load("kings-ransom"), state, "Sd4=E")
