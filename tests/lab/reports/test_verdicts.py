"""The verdicts of a report are true of games whose truth is known."""

import time
from typing import Any

import numpy as np
import pytest

from siegeworks.lab.process_pool import ProcessPool
from siegeworks.lab.reports.build import ask
from siegeworks.lab.reports.campaigns import FIRST_LOOK, Plan, Rounds, plan_of
from siegeworks.lab.reports.formatting import wins
from siegeworks.lab.reports.questions import fairness, liveliness, skill
from siegeworks.lab.reports.sample.games import GAMES, Match, ReportGames
from siegeworks.lab.reports.statistics import ALPHA, evenness
from tests.lab.reports.tiny import no_report, tiny
from tests.present import present

MATCH = (Match("greedy", "random"),)  # greedy plays perfectly
ALL = (fairness.KEY, skill.KEY, liveliness.KEY)


def played(game, matches=(), units=150, stops_early=False, sections=ALL):
    """The tally and the verdicts of a campaign."""
    rounds = Rounds(
        Plan(units, stops_early=stops_early),
        lambda tally, alpha: ask(tally, alpha, sections),
        no_report,
        "",
        time.monotonic(),
    )
    tally, verdicts = rounds.run(ReportGames(game, "random", matches), 1, ProcessPool(1))
    return tally, {verdict.key: verdict for verdict in verdicts}


@pytest.mark.parametrize(
    "name, phrase",
    [
        ("South", "South wins"),
        ("Suns", "Suns win"),
        ("The seat that begins", "The seat that begins wins"),
        ("the seat that begins in the north-west", "the seat that begins in the north-west wins"),
    ],
)
def test_a_seat_has_the_verb_of_its_number(name, phrase):
    assert wins(name) == phrase


def test_yes_to_a_question_of_fairness_means_fair():
    for game, units in ((tiny(head_start=1), 100), (tiny(turns=1), 600)):
        tally, verdicts = played(game, units=units, sections=(fairness.KEY,))
        assert set(verdicts) == set(fairness.questions(tally)) == {"fair.seats", "fair.first"}
        for verdict in verdicts.values():
            word = {"yes": "Fair: ", "no": "Not fair: "}.get(verdict.answer, "Not enough games")
            assert verdict.sentence.startswith(word)
            assert verdict.question.startswith(("Do all seats win equally", "Is the order"))


def test_a_game_in_which_one_seat_moves_twice_once_is_unfair():
    _, verdicts = played(tiny(head_start=1), units=100)
    assert verdicts["fair.seats"].answer == "no"
    assert "favours S0 by" in verdicts["fair.seats"].sentence


def test_with_three_seats_too():
    _, verdicts = played(tiny(head_start=1, seats=3), units=100)
    assert verdicts["fair.seats"].answer == "no"
    assert "favours S0 by" in verdicts["fair.seats"].sentence


def test_the_same_game_without_it_is_fair():
    _, verdicts = played(tiny(turns=1), units=600)
    assert verdicts["fair.seats"].answer == "yes", verdicts
    assert verdicts["fair.first"].answer == "yes", verdicts


def test_few_games_are_not_enough_to_say_and_the_report_says_how_many_are():
    _, verdicts = played(tiny(), units=20)
    verdict = verdicts["fair.seats"]
    assert verdict.answer == "unclear"
    # SciPy's normal quantiles: units of two independent fair games vary by 1/8 each
    expected = (1.645 + 1.282) ** 2 * 0.125 / fairness.MARGIN**2 * GAMES
    assert expected / 2 < verdict.games_needed < 10 * expected


def test_a_coin_flip_is_all_luck():
    coin = tiny(turns=1, coin=True)
    tally, verdicts = played(coin, MATCH, units=100)
    assert verdicts["skill.play"].answer == "no"
    assert verdicts["skill.play"].sentence.startswith("All luck: the greedy bot wins ")
    deal = skill.deal_share(tally)
    assert deal.value == 1 and present(deal.low) > 0.95


def test_perfect_play_against_random_moves_is_all_skill():
    tally, verdicts = played(tiny(), MATCH, units=50)
    assert verdicts["skill.play"].answer == "yes"
    assert verdicts["skill.play"].sentence.startswith("All skill: the greedy bot wins ")
    assert skill.deal_share(tally).value < 0.3


def test_games_that_end_by_themselves_do_not_stall():
    _, verdicts = played(tiny(turns=1), units=150)
    assert verdicts["alive.ends"].answer == "yes"


class Shares:
    """As much of a tally as verdicts about seats read: units of two games, and what each seat but
    the last won of them."""

    def __init__(self, values, *others):
        self.work = type("Work", (), {"game": tiny(seats=2 + len(others))})
        won = [values, *others]
        self._values = {f"wins.s{i}": share for i, share in enumerate([*won, 1 - sum(won)])}
        self.keys, self.firsts, self.games = tuple(self._values), set(), GAMES * len(values)

    def values(self, key):
        return self._values[key]


def judged(values, *others, alpha=ALPHA):
    """The verdicts about these shares."""
    tally: Any = Shares(values, *others)
    return fairness.verdicts(tally, alpha)


def units(wins):
    """How often somebody won all games of a unit, of a thousand units, in no order."""
    return np.random.default_rng(3).permutation(np.repeat([1.0, 0.0], [wins, 1000 - wins]))


@pytest.mark.parametrize("wins, seat", [(650, "S0"), (350, "S1")])
def test_whichever_of_two_seats_wins_more_is_favoured(wins, seat):
    (verdict,) = judged(units(wins))
    assert verdict.answer == "no"
    assert verdict.sentence.startswith(f"Not fair: it favours {seat} by 12 to 18 points over")


def test_three_seats_are_fair_only_if_each_wins_its_share():
    third = np.tile([1.0, 0.0, 0.0], 2000)
    assert judged(third, np.roll(third, 1))[0].answer == "yes"
    more = third.copy()
    more[2::6] = 1  # half of what the last seat would have
    (verdict,) = judged(more, np.roll(third, 1))
    assert verdict.answer == "no" and "favours S0 by" in verdict.sentence


def test_of_three_seats_each_must_pass_at_a_third_of_the_level():
    third, level = np.tile([1.0, 0.0, 0.0], 2000), {}
    for units in range(300, 6000, 30):
        level[units] = evenness(third[:units], 1 / 3, fairness.MARGIN).p_value
        answer = judged(third[:units], np.roll(third, 1)[:units])[0].answer
        assert answer == ("yes" if level[units] < ALPHA / 3 else "unclear")
    assert any(ALPHA / 3 < p_value < ALPHA for p_value in level.values())


def looked_at(plan, values):
    """The answers at each look, as far as a campaign would go."""
    for units in plan.looks:
        alpha = plan.alpha(units, is_last=units == plan.units)
        (verdict,) = judged(values[:units], alpha=alpha)
        yield verdict.answer
        if verdict.answer != "unclear":
            return


@pytest.mark.parametrize("stops_early", [True, False])
def test_a_fair_coin_is_called_unfair_in_at_most_5_percent_of_200_campaigns(stops_early):
    plan, rng = Plan(800, stops_early=stops_early), np.random.default_rng(2026)
    answers = [
        [*looked_at(plan, rng.integers(0, 2, (800, GAMES)).mean(axis=1))][-1] for _ in range(200)
    ]
    assert answers.count("no") <= 10
    assert answers.count("yes") > 100


def test_an_unfair_coin_is_called_unfair_soon():
    plan, rng = Plan(1600, stops_early=True), np.random.default_rng(1)
    answers = [*looked_at(plan, (rng.random((1600, GAMES)) < 0.8).mean(axis=1))]
    assert answers == ["no"]


def test_all_looks_together_spend_what_verdicts_may_be_wrong():
    plan = plan_of(None, None)
    spent = [plan.alpha(units, is_last=units == plan.units) for units in plan.looks]
    assert plan.looks[0] == FIRST_LOOK and len(spent) > 4
    assert sum(spent) == pytest.approx(ALPHA)
    # Time may end it between looks: the last look spends what is left.
    assert plan.alpha(50, is_last=False) + plan.alpha(70, is_last=True) == pytest.approx(ALPHA)


def test_a_campaign_stops_once_all_verdicts_are_settled():
    tally, verdicts = played(tiny(), MATCH, 400, stops_early=True, sections=(skill.KEY,))
    assert verdicts["skill.play"].answer == "yes"
    assert tally.units == FIRST_LOOK
