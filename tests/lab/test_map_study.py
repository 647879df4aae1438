"""A map study counts games between equal bots, and says what they show."""

import random

import pytest

from siegeworks.bots import SearchBot, make_bot
from siegeworks.core.random import new_rng
from siegeworks.games import load
from siegeworks.lab.campaign import Campaign, arriving
from siegeworks.lab.campaign_journal import CampaignJournal
from siegeworks.lab.intervals import Share
from siegeworks.lab.map_findings import findings, games_needed, verdict
from siegeworks.lab.map_study import (
    FortressFound,
    MapGames,
    MapStudy,
    NeverSwaps,
    PlayedGame,
    PlayedPair,
    bot_of_level,
    play_pair,
    units_of,
)
from siegeworks.lab.process_pool import ProcessPool

ISLAND = (
    "  . . . . .",
    " . F . . F .",
    ". . . . . . .",
    " . . . F . .",
    "  . . . . .",
    "",
    "    . . . .",  # an island of its own, beside the map
)
OPTIONS = {"map": "island"}
WORK = MapGames(load("siege-master", OPTIONS, map_rows=ISLAND), level=1)
RED, BLUE = 1, 2  # winners, as bits


@pytest.fixture(autouse=True, scope="module")
def prepared(prepared_searches):
    """Nothing is compiled in the tests."""


def study_of_played(games, jobs=1, kept=None):
    """A study of real games."""
    study = MapStudy(WORK.game, WORK.level)
    campaign = Campaign(WORK, units_of(WORK.game, games), 3)
    for unit, pair in arriving(campaign, ProcessPool(jobs), kept):
        study.add(unit, pair)
    return study


@pytest.fixture(scope="module")
def played():
    """A study of real games."""
    return study_of_played(30)


def game(winners=RED, swapped=False, plies=10, captures=(), built=((), ())):
    """A game written by hand."""
    return PlayedGame(winners, 0, plies, swapped, built, tuple(captures))


def study_of(*games):
    """Pairs of games written by hand; nobody swapped."""
    study = MapStudy(WORK.game, 1)
    for unit in range(0, len(games), 2):
        pair = games[unit : unit + 2]
        study.add(unit // 2, PlayedPair(tuple(pair), (None,) * len(pair)))
    return study


def cell(name):
    names = [hexagon.name for hexagon in MapStudy(WORK.game, 1).cells.cells]
    return names.index(name)


# Playing -----------------------------------------------------------------------------------------


def test_a_game_depends_on_the_seed_alone_and_its_pair_exchanges_the_bots():
    pair, again, other = (play_pair(WORK.game, 1, seed) for seed in (4, 4, 5))
    assert pair == again != other
    assert pair.games[0] != pair.games[1]


@pytest.mark.long
def test_studies_are_equal_for_any_number_of_processes_and_any_interruption(tmp_path, played):
    assert findings(study_of_played(30, jobs=2)) == findings(played)
    for games in (8, 30):
        with CampaignJournal(tmp_path / "games", Campaign(WORK, games // 2, 3)) as kept:
            resumed = study_of_played(games, kept=kept)
    assert findings(resumed) == findings(played)


def test_pairs_may_arrive_in_any_order(played):
    shuffled = MapStudy(played.game, played.level)
    units = list(played.pairs)
    random.Random(1).shuffle(units)
    for unit in units:
        shuffled.add(unit, played.pairs[unit])
    assert findings(shuffled) == findings(played)


def test_bots_have_no_clock_and_play_their_level():
    game = WORK.game
    for level, strength in enumerate(game.advice.levels, 1):
        bot = bot_of_level(game, level, 1, 1)
        assert bot.budget.seconds is None and bot.budget.simulations == strength.simulations
        same = make_bot(f"level:{level}", game, new_rng(1))
        assert isinstance(same, SearchBot) and bot.temperature == same.temperature


def test_a_bot_that_never_swaps_makes_its_best_other_move():
    game = load("siege-master", OPTIONS, map_rows=ISLAND)
    swap = game.tokens.actions["swap"]
    for opening in game.legal_actions(game.new_state()):
        state = game.child(game.new_state(), opening)
        seen = game.observe(state, int(state.to_act))
        ranked = [stats.action for stats in bot_of_level(game, 6, 1, 1).search(seen)]
        chosen = NeverSwaps(bot_of_level(game, 6, 1, 1), swap).choose(seen)
        assert chosen == next(action for action in ranked if action != swap)
        if ranked[0] == swap:
            break
    else:
        pytest.fail("no opening is worth swapping")


def test_a_swapped_game_has_a_counterpart_without_a_swap_and_only_that(played):
    for pair in played.in_order():
        for game, other in zip(pair.games, pair.unswapped, strict=True):
            assert (other is not None) == game.swapped
            assert other is None or not other.swapped
    swaps = sum(game.swapped for game in played.played())
    assert 0 < swaps < played.games and played.swaps().share == swaps / played.games


def test_what_is_kept_of_a_game_is_what_the_last_position_shows(played):
    game = WORK.game
    fortresses = played.fortresses()
    assert len(fortresses) == sum(row.count("F") for row in ISLAND)
    for kept in played.played():
        armies = sum(len(cells) for cells in kept.built)
        plies = kept.plies - kept.swapped
        assert armies == 4 * plies
        held = [seat for _, seat, _ in kept.taken]
        assert max(held.count(0), held.count(1)) > len(fortresses) // 2
        assert kept.winners == 1 << max((0, 1), key=held.count)
        assert len({place for *_, place in kept.taken}) == len(kept.taken)
        assert {place for cells in kept.built for place in cells}.isdisjoint(
            place for *_, place in kept.taken
        )
    assert game.seats == ("red", "blue")


# Counting ----------------------------------------------------------------------------------------


def test_shares_have_intervals_over_pairs():
    even = study_of(*[game(RED), game(BLUE)] * 50)
    assert even.first_wins().share == 0.5
    assert (
        even.first_wins().high < study_of(*[game(RED)] * 50, *[game(BLUE)] * 50).first_wins().high
    )


def test_captures_are_counted_by_tenths_of_a_game():
    late = [(0, 0, cell("b2")), (9, 0, cell("b5"))]
    study = study_of(game(captures=late), game(captures=late))
    over_time = study.captures_over_time()
    assert over_time[0] == over_time[8] == pytest.approx(1 / 3)
    assert over_time[9] == pytest.approx(2 / 3)


def test_fortresses_that_fall_together_or_never_are_named():
    b2, b5 = cell("b2"), cell("b5")
    same = game(captures=[(3, 0, b2), (3, 0, b5)])
    study = study_of(*[same] * 40)
    (pair,) = study.always_together()
    assert (pair.fortresses, pair.together, pair.games) == (["b2", "b5"], 40, 40)
    assert study.never_matter() == [FortressFound("d4", [0, 0])]
    assert study.fortresses()[0] == FortressFound("b2", [40, 0])
    apart = game(captures=[(3, 0, b2), (4, 1, b5)])
    assert not study_of(*[same] * 36, *[apart] * 4).always_together()
    assert len(study_of(*[same] * 38, *[apart] * 2).always_together()) == 1


def test_a_few_games_say_nothing_about_single_fortresses():
    study = study_of(game(), game())
    assert not study.never_matter() and not study.always_together()
    assert "20 games or more" in findings(study).sentences[-1]


def test_hexes_are_counted_by_the_seat_that_has_built_on_them():
    study = study_of(game(built=((0, 1), (2,))), game(built=((0,), (1,))))
    assert [hexagon.built for hexagon in study.hexes()[:4]] == [[2, 0], [1, 1], [0, 1], [0, 0]]
    assert [each.name for each in study.hexes()] == [each.name for each in study.cells.cells]


# The verdict -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "low, share, high, says",
    [
        (0.44, 0.48, 0.53, "fair"),
        (0.51, 0.55, 0.59, "fair"),
        (0.51, 0.57, 0.63, "favours"),
        (0.30, 0.35, 0.40, "favours"),
        (0.45, 0.53, 0.61, "open"),
        (0.39, 0.50, 0.61, "open"),
    ],
)
def test_the_verdict_follows_from_the_interval(low, share, high, says):
    assert verdict(Share(share, low, high)) == says


def sentences_of(red, blue):
    return findings(study_of(*[game(RED)] * red, *[game(BLUE)] * blue)).sentences


def test_the_verdict_is_a_plain_sentence():
    assert sentences_of(192, 208)[0] == (
        "Red, who begins, wins 48% (41 to 55%) of 400 games: no clear advantage."
    )
    assert sentences_of(100, 0)[0].endswith("of 100 games: Red has an advantage.")
    assert sentences_of(20, 80)[0].endswith("of 100 games: Blue has an advantage.")
    assert sentences_of(1200, 1000)[0].endswith("games: Red has a slight advantage.")
    assert sentences_of(6, 4)[0].endswith("not enough games to say; about 200 more would do.")


@pytest.mark.parametrize("red, blue", [(6, 6), (12, 8), (30, 24), (60, 70)])
def test_as_many_games_as_are_said_to_do_are_enough(red, blue):
    study = study_of(*[game(RED)] * red, *[game(BLUE)] * blue)
    games, more = red + blue, games_needed(study)
    assert more > 0 and more % 20 == 0
    assert verdict(study.first_wins((games + more) // 2)) != "open"
    assert verdict(study.first_wins((games + more - 20) // 2)) == "open"


def test_without_games_there_is_nothing_to_say():
    empty = findings(MapStudy(WORK.game, 1))
    assert empty.sentences == ["No game has been played yet."] and empty.length is None
    assert empty.first == "red" and empty.verdict == "open" and empty.games_needed > 0


def test_a_map_with_the_same_drawing_is_the_same_work_whatever_is_its_name():
    other = MapGames(load("siege-master", {"map": "other"}, map_rows=ISLAND), level=1)
    assert other.configuration()["map_digest"] == WORK.configuration()["map_digest"]
    rows = (ISLAND[0].replace(". .", ".  ", 1), *ISLAND[1:])
    moved = MapGames(load("siege-master", OPTIONS, map_rows=rows), level=1)
    assert moved.configuration()["map_digest"] != WORK.configuration()["map_digest"]
