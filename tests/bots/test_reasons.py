"""Reasons: what they name is true in the position, and they cost next to nothing."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from siegeworks.bots import Budget, SearchBot
from siegeworks.bots.hints import Hint, hints, hints_of
from siegeworks.bots.reasons import (
    LOOKED_AT,
    MOST_CLOSER,
    PLAYED_ON,
    Kind,
    Names,
    Reason,
    Reasons,
    advised,
    gains_of,
    in_sentence,
    seems_better,
)
from siegeworks.bots.search import ActionStatistics
from siegeworks.core.advice import Gain
from siegeworks.core.contract import CHANCE, TERMINAL, Seat, State
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng
from siegeworks.games import load
from siegeworks.games.kings_ransom.rules import places
from siegeworks.games.kings_ransom.state import KING, RANSOM
from siegeworks.games.siege_master.rules import held
from siegeworks.play.record import read_record, replay
from siegeworks.play.teaching.puzzles import puzzles, setting
from tests.samples import sample
from tests.variants import every_game, random_walk

SIMULATIONS = 400


def choices(game: Game, seeds: range) -> Iterator[State]:
    """Positions of random games in which a seat can choose."""
    for seed in seeds:
        for state, _ in random_walk(game, seed):
            if state.to_act >= 0 and len(game.legal_actions(state)) > 1:
                yield state


def hinted(game: Game, state: State) -> list[Hint]:
    """The hints to the seat to act."""
    seen = game.observe(state, int(state.to_act))
    return hints(game, seen, new_rng(1), Budget(simulations=SIMULATIONS))


def gained(game: Game, before: State, after: State, seat: Seat) -> list[Gain]:
    """What a seat has got, as the seat to act before sees it."""
    viewer = int(before.to_act)
    return gains_of(game, game.observe(before, viewer), game.observe(after, viewer), seat)


def most_captured(game: Game, state: State, seat: Seat) -> int:
    """The most fortresses that a seat can capture with the next army: all are tried."""
    before = int(held(state, seat))
    afters = (game.child(state, action) for action in game.legal_actions(state))
    return max((int(held(after, seat)) - before for after in afters), default=0)


@pytest.mark.long
def test_a_threat_that_a_hint_names_can_be_carried_out_after_the_other_move() -> None:
    """Siege Master: each fortress that another move is said to give away can be captured."""
    game, named = load("siege-master"), 0
    pattern = re.compile(r"Your move lets (Red|Blue) capture (\d+) fortress(es)?\b(?! within)")
    for state in list(choices(game, range(20, 24)))[5::4]:
        bot = SearchBot(game, new_rng(1), Budget(simulations=SIMULATIONS))
        seen = game.observe(state, int(state.to_act))
        best, *_, worst = searched = bot.search(seen)
        names = Names("the better move", "your move")
        reason = Reasons(bot, seen, searched).against(best.action, worst.action, names)
        match = pattern.match(reason.text)
        if match is None:
            continue
        named += 1
        assert reason.kind == Kind.THREAT
        other = game.seats.index(match[1].lower())
        after = game.child(state, worst.action)
        assert most_captured(game, after, other) >= int(match[2])
    assert named


def test_a_move_that_wins_for_sure_is_said_to_be_the_only_one_or_one_of_several() -> None:
    game, texts = load("siege-master"), set()
    for seed in range(20, 28):
        for state in list(choices(game, range(seed, seed + 1)))[-3:]:
            best = hinted(game, state)[0]
            if best.proven and best.win_probability == 1:
                assert best.reason.kind == Kind.CERTAIN
                texts.add(best.reason.text)
    only = "No other move is known to win for sure."
    assert only in texts
    assert all(
        re.fullmatch(r"\d+ other moves? wins? for sure, too\.", text) for text in texts - {only}
    )


@pytest.mark.parametrize("name", ["kings-ransom", "expansion"])
def test_against_a_sure_win_another_move_is_said_not_to_win(name: str) -> None:
    puzzle = next(each for each in puzzles(name) if each.kind == "win" and each.plies <= 3)
    position = setting(name, puzzle)
    game, seen = position.table.game, position.table.view(position.seat)
    bot = SearchBot(game, new_rng(1), Budget(simulations=SIMULATIONS), proves=True)
    reasons = Reasons(bot, seen, bot.search(seen))
    solution = game.action_texts.index(puzzle.solution)
    other = next(each for each in game.legal_actions(seen) if each != solution)
    reason = reasons.against(solution, other, Names("the better move", "your move"))
    assert re.match(r"The better move (probably )?lets you win the game.*; your move", reason.text)


def at_choice(game: Game, number: int) -> State:
    """The position of this number in random games, from 0 on."""
    return next(islice(choices(game, range(20, 60)), number, None))


def counting(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many simulations each closer look at a move gets from now on."""
    asked: list[int] = []
    judge = SearchBot.judge

    def counted(bot: SearchBot, seen: object, action: int, simulations: int) -> object:
        asked.append(simulations)
        return judge(bot, seen, action, simulations)  # type: ignore[arg-type]

    monkeypatch.setattr(SearchBot, "judge", counted)
    return asked


@pytest.mark.long
@pytest.mark.parametrize(("name", "number"), [("nobles-and-peasants", 69), ("expansion", 614)])
def test_where_the_lines_end_before_anything_shows_the_search_looks_closer(
    name: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Positions in which 200 simulations show no reason, and a closer look does."""
    game = load(name)
    seen = game.observe(state := at_choice(game, number), int(state.to_act))
    asked = counting(monkeypatch)
    best = hints(game, seen, new_rng(number), Budget(simulations=200), most=1)[0]
    assert best.reason.kind in (Kind.GAIN, Kind.THREAT)
    assert best.token == best.line[0]
    glances = len(game.legal_actions(seen)) * LOOKED_AT
    assert 0 < sum(asked) <= 200 / 10 + MOST_CLOSER + glances
    monkeypatch.setattr("siegeworks.bots.reasons.CLOSER", ())
    plain = hints(game, seen, new_rng(number), Budget(simulations=200), most=1)[0]
    assert plain.reason.kind in (Kind.EVEN, Kind.SAME)


@pytest.mark.long
def test_where_no_line_shows_anything_a_short_search_plays_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Siege by Number: the lines end at the next dice, and the tree is thin there."""
    game, number = load("siege-by-number"), 870
    seen = game.observe(state := at_choice(game, number), int(state.to_act))
    best = hints(game, seen, new_rng(number), Budget(simulations=200), most=1)[0]
    assert best.reason.kind == Kind.GAIN
    assert re.match(r"This move (probably )?lets you defeat \d+ Armies", best.reason.text)
    monkeypatch.setattr("siegeworks.bots.reasons.PLAYED_ON", 0)
    plain = hints(game, seen, new_rng(number), Budget(simulations=200), most=1)[0]
    assert plain.token == best.token
    assert plain.reason.kind in (Kind.EVEN, Kind.SAME)


def test_what_a_poor_move_lets_others_do_is_told_though_the_line_of_the_search_ends_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Expansion: the Moons leave tile a5, which the Suns capture and win. What the Suns hold is
    hidden, and so the search has looked at each of their replies a few times only."""
    table = replay(read_record(sample("expansion-1")))
    game, moons = table.game, table.game.seats.index("moons")
    index = max(i for i, step in enumerate(table.steps) if step.actor == "moons")
    seen = table.view(moons, index)
    better, played = game.text_to_choice(seen, "c4-a6"), table.choices[index]
    names = Names("the better move", "the move played", "the Moons")
    comparisons = []
    for simulations in (PLAYED_ON, 0):
        monkeypatch.setattr("siegeworks.bots.reasons.PLAYED_ON", simulations)
        bot = SearchBot(game, new_rng(1), Budget(simulations=100))
        reasons = Reasons(bot, seen, bot.search(seen))
        comparisons.append(reasons.against(better, played, names))
    assert comparisons[0] == Reason(Kind.THREAT, "The move played lets the Suns win the game.")
    assert comparisons[1].kind == Kind.GAIN  # it tells only what the moves themselves do


def test_where_only_estimates_tell_moves_apart_a_hint_names_those_that_are_as_good() -> None:
    """Expansion: one move is worse by what the search estimates alone, another one is as good."""
    game, number = load("expansion"), 203
    seen = game.observe(state := at_choice(game, number), int(state.to_act))
    best = hints(game, seen, new_rng(number), Budget(simulations=200), most=1)[0]
    assert best.reason.kind == Kind.SAME
    assert re.fullmatch(r"1 other move wins just as often, about \d+%\.", best.reason.text)
    assert len(game.legal_actions(seen)) == 3


def test_where_no_move_saves_the_game_a_hint_says_so_and_every_move_loses() -> None:
    """King's Ransom: whatever is hidden, the game ends with either move and is lost."""
    game = load("kings-ransom")
    state = at_choice(game, 50)
    seat = int(state.to_act)
    seen = game.observe(state, seat)
    best = hints(game, seen, new_rng(50), Budget(simulations=200), most=1)[0]
    assert best.reason.kind == Kind.SAME
    assert best.reason.text == (
        "Both moves win just as often, less than 1%; whatever you do, South can win the game."
    )
    for seed in range(20):
        possible = game.determinize(seen, new_rng(seed))
        for action in game.legal_actions(seen):
            after = game.child(possible, action)
            assert after.to_act == TERMINAL
            assert after.winners == 1 << game.seats.index("south") != 1 << seat


class SecondLook:
    """A search bot whose second looks at a move find this chance."""

    def __init__(self, chance: float, seconds: float | None = None) -> None:
        self.budget = Budget(simulations=1_000, seconds=seconds)
        self.chance = chance
        self.visits = {0: 800, 1: 150, 2: 50}

    def judge(self, seen: object, action: int, simulations: int) -> ActionStatistics:
        self.visits[action] += simulations
        return ActionStatistics(action, self.visits[action], self.chance, False)


@pytest.mark.parametrize(
    ("chance", "seconds", "advised_move", "visits"),
    [
        (0.51, None, 1, 800),
        (0.47, None, 0, 800),
        (0.51, 1.0, 0, 150 + 1_000 // 4),  # a quarter of the search is not enough to be sure
    ],
)
def test_a_move_that_seems_better_is_advised_only_after_it_was_looked_at_as_often(
    chance: float, seconds: float | None, advised_move: int, visits: int
) -> None:
    game = load("siege-master")
    seen = game.observe(game.new_state(), 0)
    bot: Any = SecondLook(chance, seconds)
    searched = [
        ActionStatistics(0, 800, 0.49, False),
        ActionStatistics(1, 150, 0.52, False),
        ActionStatistics(2, 50, 0.41, False),
    ]
    best, *others = advised(bot, seen, searched)
    assert best.action == advised_move
    assert bot.visits == {0: 800, 1: visits, 2: 50}
    assert {best.action, *(stats.action for stats in others)} == {0, 1, 2}
    assert seems_better(others[0], best) == (seconds is not None)


def test_a_move_that_turns_out_to_be_better_is_the_one_that_is_advised() -> None:
    """Looked at closer, another of the best moves may be clearly better: then it comes first."""
    game = load("expansion")
    seen = game.observe(state := at_choice(game, 242), int(state.to_act))
    settings = game.advice.strongest(game.options)
    bot = SearchBot(
        game, new_rng(242), Budget(simulations=200), settings=settings, spare=MOST_CLOSER
    )
    first, *_ = searched = bot.search(seen)
    reasons = Reasons(bot, seen, searched)
    reasons.for_best(first.action)
    best = reasons.found[0]
    assert best.action != first.action
    known = {stats.action: stats for stats in reasons.found}
    assert best.win_probability > known[first.action].win_probability
    assert sorted(known) == sorted(stats.action for stats in searched)


@pytest.mark.long
@every_game
def test_reasons_take_a_tenth_of_the_simulations_but_where_nothing_shows(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load(name)
    asked: list[int] = []
    closer: list[int] = []
    judge = SearchBot.judge

    def counted(bot: SearchBot, seen: object, action: int, simulations: int) -> object:
        asked[-1] += simulations
        return judge(bot, seen, action, simulations)  # type: ignore[arg-type]

    monkeypatch.setattr(SearchBot, "judge", counted)
    searches = 0
    search = SearchBot.search

    def noted(bot: SearchBot, seen: object) -> object:
        nonlocal searches
        searches += 1
        return search(bot, seen)  # type: ignore[arg-type]

    monkeypatch.setattr(SearchBot, "search", noted)
    for state in list(choices(game, range(20, 21)))[::9][:10]:
        asked.append(0)
        bot = SearchBot(game, new_rng(1), Budget(simulations=SIMULATIONS))
        hints_of(bot, game.observe(state, int(state.to_act)))
        if asked[-1] > SIMULATIONS / 10:
            closer.append(asked.pop())
    assert len(closer) <= len(asked) / 4
    assert max(closer, default=0) <= MOST_CLOSER + SIMULATIONS / 10
    assert searches == len(asked) + len(closer)


@pytest.mark.long
def test_a_closer_look_takes_half_of_the_search_where_somebody_waits_by_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load("nobles-and-peasants")
    seen = game.observe(state := at_choice(game, 69), int(state.to_act))
    asked = counting(monkeypatch)
    settings = game.advice.strongest(game.options)
    for seconds, closer in ((None, MOST_CLOSER), (1_000.0, 200 / 2)):
        asked.clear()
        budget = Budget(simulations=200, seconds=seconds)
        bot = SearchBot(game, new_rng(69), budget, settings=settings, spare=MOST_CLOSER)
        hints_of(bot, seen, most=1)
        glances = len(game.legal_actions(seen)) * LOOKED_AT
        assert 0 < sum(asked) <= 200 / 10 + closer + glances
        assert (max(asked) >= 300) == (seconds is None)


def test_where_dice_end_a_turn_the_lines_go_on_through_drawn_ones() -> None:
    """Siege by Number: past chance, the line is one of legal steps; the dice are steps of it."""
    game, drawn = load("siege-by-number"), 0
    for state in islice(choices(game, range(20, 24)), 5, 60, 9):
        seen = game.observe(state, int(state.to_act))
        bot = SearchBot(game, new_rng(1), Budget(simulations=SIMULATIONS))
        best = bot.search(seen)[0].action
        known = bot.rng.copy()
        short = bot.line(seen, best, 16)
        bot.rng[0] = known[0]
        line = bot.line(seen, best, 16, past_chance=True)
        assert line[: len(short)] == short
        after = game.determinize(seen, known)
        for step in line:
            drawn += after.to_act == CHANCE
            game.apply(after, step)
        assert after.to_act != CHANCE
    assert drawn


@pytest.mark.long
def test_what_is_told_of_another_seat_names_its_home() -> None:
    """The analysis speaks of everybody by name, where a hint says "your Home Base"."""
    names = Names("the better move", "the move played", "the Suns")
    sentence = "The move played lets the Crowns find an open way into your Home Base."
    assert names.of_seat(sentence) == sentence.replace("your", "the Suns'")
    assert replace(names, you="you").of_seat(sentence) == sentence
    game, seats = load("siege-by-number"), set()
    for state in islice(choices(game, range(30, 40)), 0, 400, 8):
        seen = game.observe(state, int(state.to_act))
        bot = SearchBot(game, new_rng(1), Budget(simulations=SIMULATIONS))
        best, *_, worst = searched = bot.search(seen)
        seat = in_sentence(game, int(state.to_act))
        names = Names("the better move", "the move played", seat)
        reason = Reasons(bot, seen, searched).against(best.action, worst.action, names)
        assert "your" not in reason.text
        seats |= set(re.findall(r"the (\w+)' Home Base", reason.text))
    assert seats <= {"Suns", "Crowns"} and seats


def test_who_gets_less_in_return_cannot_get_as_much() -> None:
    """Siege Master: where an army is said to be answered by less, no reply captures more."""
    game, checked = load("siege-master"), 0
    for state in list(choices(game, range(20, 24)))[5::4]:
        seat, other = int(state.to_act), 1 - int(state.to_act)
        for hint in hinted(game, state):
            if not re.match(r"(Red|Blue) gets less in return", hint.reason.text):
                continue
            after = game.child(state, game.text_to_choice(state, hint.line[0]))
            captured = int(held(after, seat)) - int(held(state, seat))
            if len(hint.line) > 1:
                reply = game.child(after, game.text_to_choice(after, hint.line[1]))
                checked += 1
                assert int(held(reply, other)) - int(held(after, other)) <= captured
    assert checked


def test_what_the_comment_says_of_a_move_is_not_said_again_with_the_turns_that_follow() -> None:
    """Siege Master: "captures 2 fortresses" needs no "lets you capture 2 fortresses" after it."""
    game = load("siege-master")
    state = list(choices(game, range(20, 32)))[116]
    bot = SearchBot(game, new_rng(1), Budget(simulations=SIMULATIONS))
    seen = game.observe(state, int(state.to_act))
    searched = bot.search(seen)
    best, played = searched[0].action, searched[-1].action
    assert game.advice.comment(game.params, seen, best) == "captures 2 fortresses"
    names = Names("the better move", "your move", told=("the better move",))
    reason = Reasons(bot, seen, searched).against(best, played, names)
    assert reason.text == "Your move does not, even within 2 turns."
    reason = Reasons(bot, seen, searched).against(best, played, replace(names, told=()))
    assert re.match(r"The better move lets you capture 2 fortresses within 2 turns", reason.text)


# What games say that a seat has got ---------------------------------------------------------------


@every_game
def test_what_a_seat_gets_is_told_from_what_it_sees_and_is_worth_something(name: str) -> None:
    game, checked = load(name), 0
    for state in list(choices(game, range(30, 33)))[::9]:
        seat = int(state.to_act)
        before = game.observe(state, seat)
        known = before.tobytes()
        for action in game.legal_actions(state)[::7]:
            after = state.copy()
            game.apply(after, action)
            game.settle(after, new_rng(1))
            seen = game.observe(after, seat)
            for who in range(len(game.seats)):
                for gain in gains_of(game, before, seen, who):
                    checked += 1
                    assert gain.worth > 0
                    assert re.fullmatch(r"[a-z]+ .*[^.]", f"{gain.words} ")
        assert before.tobytes() == known
    assert checked


def test_fortresses_points_and_tiles_are_counted_as_the_rules_count_them() -> None:
    counts = {
        "siege-master": ("fortresses", lambda state, seat: int(held(state, seat)), 1.0),
        "nobles-and-peasants": ("points", lambda state, seat: int(state.score[seat]), 1.0),
        "expansion": ("tiles", lambda state, seat: int(state.tiles[seat]).bit_count(), 1.0),
    }
    for name, (kind, count, worth) in counts.items():
        game, increases = load(name), 0
        for state in list(choices(game, range(30, 34)))[::6]:
            seat = int(state.to_act)
            for action in game.legal_actions(state)[::5]:
                after = game.child(state, action)
                if after.to_act < 0:
                    continue
                gains = {gain.kind: gain for gain in gained(game, state, after, seat)}
                more = count(after, seat) - count(state, seat)
                assert (kind in gains) == (more > 0)
                if more > 0:
                    increases += 1
                    assert gains[kind].worth == worth * more
        assert increases, name


def test_pips_are_won_on_balance_and_a_found_king_is_named() -> None:
    game, kinds = load("kings-ransom"), set()
    for state in choices(game, range(30, 36)):
        seat = int(state.to_act)
        for action in game.legal_actions(state)[::3]:
            after = game.child(state, action)
            if after.to_act < 0 or after.phase == state.phase == 2:
                continue
            gains = {gain.kind: gain for gain in gained(game, state, after, seat)}
            kinds |= set(gains)
            if after.phase == RANSOM:  # all is turned up, and the King who was not captured counts
                assert {"suspects", "known"}.isdisjoint(gains)
            loses = places(state, 1 - seat, KING) and not places(after, 1 - seat, KING)
            if loses and (after.phase != RANSOM or after.to_act != seat):
                assert gains["King"].words == "capture the King"
                continue
            assert "King" not in gains
            if gains.get("pips"):
                theirs = {gain.kind for gain in gained(game, state, after, 1 - seat)}
                assert "pips" not in theirs
    assert kinds >= {"pips", "suspects", "known"}


def test_a_defeated_army_is_counted_though_another_one_has_come() -> None:
    game, defeats = load("siege-by-number"), 0
    for state in list(choices(game, range(30, 33)))[::12]:
        seat = int(state.to_act)
        for action in game.legal_actions(state):
            after = state.copy()
            game.apply(after, action)
            game.settle(after, new_rng(1))
            if after.to_act < 0:
                continue
            other = 1 - seat
            gone = int(state.pieces[other]) & ~int(state.commanders) & ~int(after.pieces[other])
            gains = {gain.kind for gain in gained(game, state, after, seat)}
            assert ("Armies" in gains) == bool(gone)
            defeats += bool(gone)
    assert defeats


@pytest.mark.long
def test_who_guards_the_way_home_is_told_so_and_the_others_where_it_is_left() -> None:
    """Siege by Number: only d3 leads to the home at the south, only i10 to that at the north."""
    game, changes = load("siege-by-number"), set()
    gates = {"crowns": {"S", "d3"}, "suns": {"N", "i10"}}

    def is_guarded(state: State, seat: Seat) -> bool:
        name = game.seats[seat]
        cells = game.scene(game.params, game.observe(state, seat)).cells
        return any(
            cell.piece.seat == name for cell in cells if cell.piece and cell.name in gates[name]
        )

    for state in list(choices(game, range(30, 33)))[::27]:
        seat = int(state.to_act)
        for action in game.legal_actions(state):
            after = game.child(state, action)
            if after.to_act == TERMINAL:
                continue
            before, later = is_guarded(state, seat), is_guarded(after, seat)
            own, others = (
                {gain.words for gain in gained(game, state, after, who)} for who in (seat, 1 - seat)
            )
            assert ("guard the way into your Home Base" in own) == (later > before)
            assert ("find an open way into your Home Base" in others) == (before > later)
            changes.add(later - before)
    assert changes == {-1, 0, 1}


@pytest.mark.long
def test_a_hint_says_nothing_twice_of_the_obvious_move() -> None:
    """Where its comment says what it lets the other seat capture, the reason compares only."""
    game, checked = load("siege-master"), 0
    for state in list(choices(game, range(20, 24)))[5::4]:
        if obvious := hinted(game, state)[0].obvious:
            captures = re.findall(r"lets (?:Red|Blue) capture \d+ fortress(?:es)?", obvious.promise)
            assert len(captures) == len(set(captures)), obvious.promise
            checked += bool(captures)
    assert checked


@pytest.mark.parametrize("number", [72, 75, 117])
def test_what_the_best_move_is_better_for_is_not_said_again_of_the_obvious_one(number: int) -> None:
    """Siege Master: the best move is compared with the obvious one, which lets more be captured."""
    game = load("siege-master")
    seen = game.observe(state := at_choice(game, number), int(state.to_act))
    best = hints(game, seen, new_rng(1), Budget(simulations=400), most=1)[0]
    match = re.match(
        r"The obvious move (lets (?:Red|Blue) capture \d fortresses)", best.reason.text
    )
    assert match and best.obvious
    assert match[1] not in best.obvious.promise
    assert "bvious one" not in best.obvious.promise
