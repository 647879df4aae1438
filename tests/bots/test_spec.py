"""Bots asked for by text: what is understood, and what is refused with a sentence."""

import pytest

from siegeworks.bots import LEVELS, SearchBot, UnknownBot, make_bot, spec
from siegeworks.bots.spec import RANGES, numbers
from siegeworks.core.advice import Settings
from siegeworks.core.random import new_rng
from siegeworks.games import load
from tests.variants import every_game

GAME = load("kings-ransom")


def made(spec: str) -> SearchBot:
    bot = make_bot(spec, GAME, new_rng(1))
    assert isinstance(bot, SearchBot)
    return bot


def test_arguments_set_the_budget_and_the_settings():
    bot = made("search:simulations=500,threads=2,exploration=0.25,playout_plies=3,temperature=0.5")
    assert bot.budget.simulations == 500
    assert bot.budget.seconds is None
    assert len(bot._memories) == 2
    assert bot.settings.exploration == 0.25
    assert bot.settings.playout_plies == 3
    assert bot.temperature == 0.5


def test_without_arguments_a_search_has_a_budget_all_the_same():
    assert made("search").budget.simulations == 1000
    assert made("search:seconds=0.5").budget.simulations is None


def test_a_plain_search_knows_only_the_rules():
    assert made("plain").settings == Settings().record()


def test_an_analysis_thinks_for_ten_seconds_on_all_cores(monkeypatch):
    monkeypatch.setattr(spec, "cores", lambda: 3)
    bot = made("analysis")
    assert (bot.budget.simulations, bot.budget.seconds, len(bot._memories)) == (None, 10.0, 3)
    bot = made("analysis:simulations=50,threads=2")
    assert (bot.budget.simulations, bot.budget.seconds, len(bot._memories)) == (50, None, 2)


def test_every_setting_has_a_range_and_may_be_at_its_ends():
    assert set(Settings._fields) < set(RANGES)
    for name, range_ in RANGES.items():
        assert numbers(f"{name}={range_.low}") == {name: range_.low}
        assert numbers(f"{name}={range_.high}") == {name: range_.high}


@every_game
def test_what_a_game_advises_lies_in_the_ranges(name):
    advice = load(name).advice
    for setting, value in (*advice.settings._asdict().items(), *Settings()._asdict().items()):
        assert RANGES[setting].holds(value), setting
    for level in advice.levels:
        assert RANGES["temperature"].holds(level.temperature)


@every_game
def test_levels_overlook_less_and_less_and_the_last_thinks_longest(name):
    levels = load(name).advice.levels
    assert len(levels) == len(LEVELS) == 8
    overlooks = [level.overlooks for level in levels]
    assert overlooks == sorted(overlooks, reverse=True)
    assert overlooks[0] > 0 == overlooks[-1]
    simulations = [level.simulations for level in levels]
    assert simulations == sorted(simulations) and simulations[-1] > simulations[-2]
    assert len(set(levels)) == 8


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("deep-red", "no bot 'deep-red'; the bots are random, greedy"),
        ("random:5", "Write only random, without :5."),
        ("level", "^Give a level: level:1 to level:8.$"),
        ("level:0", "There is no level 0. Give a level: level:1 to level:8."),
        ("level:9", "There is no level 9. Give a level: level:1 to level:8."),
        (
            "search:depth=3",
            "no setting 'depth'. A searching bot takes simulations, seconds",
        ),
        ("search:simulations=5,simulations=6", "simulations is given twice; give it once"),
        ("search:simulations", "give a whole number from 1 to 1,000,000,000"),
        ("search:simulations=0", "give a whole number from 1 to"),
        ("search:simulations=0.5", "give a whole number from 1 to"),
        ("search:seconds=-1", "give a number from 0.001 to 3,600"),
        ("search:seconds=1e9", "give a number from 0.001 to 3,600"),
        ("search:threads=10000", "give a whole number from 1 to 64"),
        ("search:threads=1.5", "give a whole number from 1 to 64"),
        ("search:rave=many", "give a number from 0 to 1,000,000"),
        ("search:rave=nan", "give a number from 0 to"),
        ("search:exploration=1e308", "give a number from 0 to 100"),
        ("search:playout_plies=1e30", "give a whole number from 0 to 1,073,741,824"),
        ("search:candidates=1e30", "give a whole number from 1 to 100"),
        ("search:candidates=1000000000", "give a whole number from 1 to 100"),
        ("search:policy_temperature=0", "give a number from 0.01 to 100"),
        ("search:evaluation=7", "give a number from 0 to 1"),
        ("plain:temperature=1e300", "give a number from 0 to 100"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(spec, sentence):
    with pytest.raises(UnknownBot, match=sentence):
        made(spec)
