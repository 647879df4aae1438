"""Weak levels overlook what lies far from where something has just happened, and nothing else."""

from collections import Counter
from itertools import islice

import pytest

from siegeworks.bots.attention import Attention
from siegeworks.bots.search import Budget, SearchBot
from siegeworks.core.contract import TERMINAL, Observation
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.games import load
from siegeworks.play.teaching.puzzles import puzzle_of, setting
from tests.games.nobles_and_peasants.positions import play, position
from tests.games.siege_by_number.positions import game as dice_game
from tests.games.siege_by_number.positions import position as dice_position
from tests.games.siege_master.positions import hexagon
from tests.variants import random_walk

NOBLES = load("nobles-and-peasants")
PLAYERS = 60


def overlooked(table: Game, overlooks: float, *looks: Observation) -> Counter[str]:
    """How often players who saw these observations in turn overlook each move at the last."""
    times: Counter[str] = Counter()
    for seed in range(PLAYERS):
        attention, rng = Attention(table, overlooks), new_rng(seed)
        last = [attention.overlooked(seen, rng) for seen in looks][-1]
        times.update(table.action_texts[action] for action in last)
    return times


def seen_by_yellow(tokens: str) -> Observation:
    return NOBLES.observe(play(NOBLES, position(NOBLES), tokens), 1)


def test_what_lies_far_from_the_last_move_is_overlooked_more_often():
    times = overlooked(NOBLES, 0.8, *[seen_by_yellow("")] * 10, seen_by_yellow("T@a1"))
    assert (times["T@a2"] + times["T@b1"]) / 2 + PLAYERS / 8 < (times["T@g3"] + times["T@g4"]) / 2


def test_what_was_long_ago_is_overlooked_more_often():
    before, after = seen_by_yellow(""), seen_by_yellow("T@a1")
    at_once = overlooked(NOBLES, 0.8, before, after)
    later = overlooked(NOBLES, 0.8, before, *[after] * 10)
    assert at_once["T@a2"] + PLAYERS / 10 < later["T@a2"]


def test_a_player_who_overlooks_everything_still_finds_a_move():
    table = NOBLES
    seen = table.observe(position(table), 0)
    legal = set(table.legal_actions(seen))
    out = Attention(table, 1.0).overlooked(seen, new_rng(0))
    assert out < legal and len(out) >= len(legal) - 1


def test_a_move_that_touches_no_place_is_seen():
    """A pass: there is nothing on the board to look at."""
    table = dice_game()
    state = dice_position(table, "    10  ..                   s?\n     8  .. .. .. sC", dice="4")
    seen = table.observe(state, 0)
    texts = {table.action_texts[action] for action in table.legal_actions(seen)}
    assert "done" in texts and len(texts) > 1
    assert set(overlooked(table, 0.999, seen)) == texts - {"done"}


def test_a_move_that_wins_at_once_is_never_overlooked():
    table = hexagon()
    winning = 0
    for state, choice in random_walk(table, 0):
        if state.to_act < 0 or choice < 0:
            continue
        seat = int(state.to_act)
        wins = {
            action
            for action in table.legal_actions(state)
            if (child := table.child(state, action)).to_act == TERMINAL
            and int(child.winners) >> seat & 1
        }
        winning += 0 < len(wins) < len(table.legal_actions(state))
        seen = table.observe(state, seat)
        for seed in range(10 if wins else 0):
            assert not wins & Attention(table, 0.999).overlooked(seen, new_rng(seed))
    assert winning  # the walk has come to such positions


def careless_bot(table: Game) -> SearchBot:
    return SearchBot(table, new_rng(0), Budget(simulations=150), overlooks=1.0)


def won_position() -> tuple[Game, Observation]:
    """Siege Master, three actions before a win that can be forced."""
    puzzle = puzzle_of("siege-master", "the-army-that-decides-8")
    solved = setting("siege-master", puzzle)
    return solved.game, solved.table.view(solved.seat)


@pytest.mark.long
def test_nothing_is_overlooked_in_a_game_that_is_taken_for_won_not_even_by_a_new_bot():
    for (table, seen), overlooks in (
        ((NOBLES, NOBLES.observe(position(NOBLES), 0)), True),
        (won_position(), False),
    ):
        bot = careless_bot(table)
        bot.choose(seen)
        assert (len(bot.found) < len(table.legal_actions(seen))) == overlooks


def test_a_forced_move_does_not_make_a_player_forget_that_the_game_is_won():
    table, seen = won_position()
    forced = next(
        state
        for state, _ in random_walk(table, 0)
        if state.to_act >= 0 and len(table.legal_actions(state)) == 1
    )
    bot = careless_bot(table)
    bot.choose(seen)
    bot.choose(table.observe(forced, int(forced.to_act)))
    assert not bot.found and not bot._overlooked(seen)


def test_a_memory_fades_by_turns_and_not_by_choices():
    """In Siege by Number one player chooses several times, and then the next one rolls."""
    table, rng = dice_game(), new_rng(1)
    attentions = [Attention(table, 0.5) for _ in table.seats]
    oldest: list[list[float]] = [[] for _ in table.seats]
    turns, choices, last = [0 for _ in table.seats], 0, -1
    for state, choice in islice(random_walk(table, 1), 60):
        seat = int(state.to_act)
        if seat >= 0:
            seen = table.observe(state, seat)
            attentions[seat].look(seen)
            attentions[seat].remember_action(seen, choice, rng)
            turns[seat] += last < 0
            choices += 1
            oldest[seat].append(float(attentions[seat]._ages.max()))
        last = seat
    assert choices > sum(turns) + 5
    assert [int(ages[-1]) for ages in oldest] == [number - 1 for number in turns]
