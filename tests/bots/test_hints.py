"""Hints: the best moves first, as text, and only from what the seat may know."""

import re
from collections import Counter
from dataclasses import replace
from itertools import count, islice

import pytest

from siegeworks.bots import Budget, SearchBot, make_bot
from siegeworks.bots.hints import Hint, ObviousMove, hints, promise, sentence
from siegeworks.bots.reasons import Kind, Reason
from siegeworks.bots.review import review
from siegeworks.core.advice import no_comment, no_gains
from siegeworks.core.random import new_rng
from siegeworks.games import load
from siegeworks.lab.analysis import Analysis, search_branch
from siegeworks.play.record import read_record, replay
from tests.bots.lookalikes import bytes_of, lookalike_of
from tests.games.siege_master.positions import game as drawn_game
from tests.games.siege_master.positions import play
from tests.samples import sample
from tests.variants import every_searched_game, random_walk

BUDGET = Budget(simulations=80)


@every_searched_game
def test_hints_are_legal_different_and_begin_their_own_line(name):
    game = load(name)
    for state, _ in random_walk(game, 3, 120):
        if state.to_act < 0:
            continue
        legal = game.legal_texts(state)
        if len(legal) < 2:
            continue
        suggestions = hints(game, game.observe(state, int(state.to_act)), new_rng(1), BUDGET)
        tokens = [hint.token for hint in suggestions]
        assert tokens
        assert set(tokens) <= set(legal)
        assert len(set(tokens)) == len(tokens) <= 3
        for hint in suggestions:
            assert hint.line[0] == hint.token
            assert 0 <= hint.win_probability <= 1
        break


@every_searched_game
def test_of_the_only_legal_move_a_hint_says_that_it_is(name):
    game, cases = load(name), 0
    for state in (state for seed in range(20, 30) for state, _ in random_walk(game, seed)):
        if state.to_act < 0 or len(game.legal_actions(state)) > 1:
            continue
        (hint,) = hints(game, game.observe(state, int(state.to_act)), new_rng(1), BUDGET)
        assert hint.reason == Reason(Kind.SAME, "It is the only legal move.")
        assert hint.obvious is None
        cases += 1
        if cases == 3:
            break
    assert cases or name != "siege-by-number"  # where it is frequent


@every_searched_game
def test_a_better_chance_than_that_of_the_best_move_is_less_sure_and_rare(name):
    """What seems to be better is looked at as often, so that little of this is left."""
    game, shown, less_sure = load(name), 0, 0
    for state in islice((state for state, _ in random_walk(game, 3)), 0, 80, 4):
        if state.to_act < 0 or len(game.legal_actions(state)) < 3:
            continue
        best, *others = hints(game, game.observe(state, int(state.to_act)), new_rng(1), BUDGET)
        for hint in others:
            is_higher = round(100 * hint.win_probability) > round(100 * best.win_probability)
            assert hint.is_less_sure == (is_higher and not hint.proven)
            shown, less_sure = shown + 1, less_sure + hint.is_less_sure
    assert less_sure <= shown / 10


def test_after_the_best_move_the_others_come_by_their_chance_to_win():
    game = load("kings-ransom")
    states = (state for state, _ in random_walk(game, 3) if state.to_act >= 0)
    for state in islice((s for s in states if len(game.legal_actions(s)) > 2), 8):
        _, *others = hints(game, game.observe(state, int(state.to_act)), new_rng(1), BUDGET, most=4)
        chances = [hint.win_probability for hint in others]
        assert chances == sorted(chances, reverse=True)


@every_searched_game
def test_hints_are_the_same_in_all_states_that_look_alike(name):
    """For two states that look alike to the seat, the same seed gives the same hints."""
    game = load(name)
    tried = 0
    for state, _ in random_walk(game, 8):
        if state.to_act < 0 or len(game.legal_actions(state)) < 2 or tried == 3:
            continue
        seat, lookalike = int(state.to_act), lookalike_of(game, state, 77)
        if game.has_secrets and bytes_of(lookalike) == bytes_of(state):
            continue
        tried += 1
        looks = (game.observe(state, seat), game.observe(lookalike, seat))
        first, other = (hints(game, seen, new_rng(2), BUDGET) for seen in looks)
        assert first == other
    assert tried == 3


def test_the_line_is_what_is_expected_to_be_played():
    """Who holds most of the seven fortresses loses. Red's only way is to fill the far end of a row:
    beside that army nothing is left for Blue but to capture the fortress at the near end."""
    rows = [". . . . . . . . F"] * 7 + [". . . ."] * 2
    game = drawn_game("\n\n".join(rows), pacifist="yes")
    state = play(game, game.new_state(), "o1-o4 q1-q4")  # after this nobody can swap
    line = hints(game, game.open_view(state), new_rng(1), Budget(simulations=20_000))[0].line
    filled = [token[0] for token in line[::2]]
    assert len(set(filled)) == len(filled) > 2  # to the win, which is proven
    assert line == tuple(token for row in filled for token in (f"{row}1-{row}4", f"{row}5-{row}8"))


def test_a_sure_win_is_called_sure():
    reason = Reason(Kind.CERTAIN, "No other move is known to win for sure.")
    text = sentence(Hint("a1-a4", 1.0, True, 0.9, ("a1-a4",), "captures 2 fortresses", reason))
    assert text == (
        "a1-a4: wins for sure; captures 2 fortresses. No other move is known to win for sure."
    )


def test_a_chance_is_called_a_chance_and_the_line_follows():
    reason = Reason(Kind.GAIN, "This move lets you find the King.")
    text = sentence(Hint("b2~", 0.4251, False, 0.9, ("b2~", "c1xc1", "stand"), "", reason))
    assert text == (
        "b2~: wins about 43%. This move lets you find the King. Then perhaps c1xc1 stand."
    )


def test_a_chance_above_that_of_the_best_move_is_said_to_be_less_sure():
    reason = Reason(Kind.GAIN, "This move lets you find the King.")
    hint = Hint("b2~", 0.52, False, 0.1, ("b2~",), "moves up", reason, is_less_sure=True)
    text = "wins about 52%, but that is less sure; moves up. This move lets you find the King."
    assert hint.promise == text
    assert sentence(hint) == f"b2~: {text}"


@pytest.mark.parametrize(
    ("chance", "text"),
    [(0.0, "less than 1%"), (0.0101, "about 1%"), (0.9899, "about 99%"), (1.0, "more than 99%")],
)
def test_no_estimate_is_said_to_be_certain(chance: float, text: str) -> None:
    assert promise(chance, False, "") == f"wins {text}."


def test_a_hint_tells_why_it_is_not_the_obvious_move():
    obvious = ObviousMove("b2-b5", "wins about 12%; lets Blue capture a fortress.")
    reason = Reason(Kind.THREAT, "The next best move lets Blue capture 1 fortress.")
    text = sentence(Hint("a1-a4", 0.6, False, 0.9, ("a1-a4",), "walls off b5", reason, obvious))
    assert text == (
        "a1-a4: wins about 60%; walls off b5. The next best move lets Blue capture 1 fortress. "
        "The obvious move, b2-b5, wins about 12%; lets Blue capture a fortress."
    )


def test_the_obvious_move_is_named_if_the_best_move_is_clearly_better():
    """Who holds most fortresses loses, yet the score counts them: greed captures."""
    named = 0
    for state, _ in random_walk(game := load("siege-master"), 5):
        if state.to_act < 0 or len(game.legal_actions(state)) < 2:
            continue
        seen = game.open_view(state)
        best, *others = hints(game, seen, new_rng(1), Budget(simulations=300))
        assert not any(hint.obvious for hint in others)
        if best.obvious:
            named += 1
            assert best.obvious.token != best.token
            assert best.obvious.token in game.legal_texts(state)
    assert named


def positions_with_a_choice(game, most, simulations=30):
    """The best hint in so many positions of random games."""
    seen = 0
    for seed in count(20):
        for state, _ in random_walk(game, seed):
            if seen == most:
                return
            if state.to_act >= 0 and len(game.legal_actions(state)) > 1:
                seen += 1
                looks = game.observe(state, int(state.to_act))
                yield hints(game, looks, new_rng(seen), Budget(simulations=simulations), most=1)[0]


@pytest.mark.parametrize("most", [15, pytest.param(1_000, marks=pytest.mark.long)])
@every_searched_game
def test_a_hint_names_a_gain_a_threat_or_a_certain_end(name, most):
    kinds: Counter[Kind] = Counter()
    for hint in positions_with_a_choice(load(name), most, simulations=200):
        kinds[hint.reason.kind] += 1
        assert re.fullmatch(r"[A-Z0-9].*\.", hint.reason.text)
        if hint.reason.kind == Kind.SAME:
            assert re.match(
                r"(Both moves|All \d+ moves|\d+ other moves?) wins? "
                r"(about as often, \d+% to \d+%|just as often, (about|less than|more than) \d+%)",
                hint.reason.text,
            )
    assert not kinds[Kind.EVEN]
    assert kinds[Kind.GAIN] and kinds.total() == most


@pytest.mark.long
def test_a_game_without_words_of_its_own_goes_by_its_score():
    game = load("siege-master")
    plain = game.advice._replace(comment=no_comment, gains=no_gains)
    advised = positions_with_a_choice(replace(game, advice=plain), 20, 200)
    texts = [hint.reason.text for hint in advised]
    assert any(re.search(r"lets you gain \d+ fortress(es)?", text) for text in texts)
    assert any(re.search(r"(lets|Red|Blue) .*gain \d+ fortress(es)?", text) for text in texts)


@pytest.mark.parametrize("judged", ["hint", "review", "curve", "branch", "analysis"])
def test_all_that_judges_a_game_judges_as_the_strongest_level_does(judged, monkeypatch):
    """By what was learned, where the options are those that it was learned with."""
    asked, table = [], replay(read_record(sample("siege-master-0")))
    search = SearchBot.search

    def noted(bot, seen):
        asked.append(float(bot.settings["learned"]))
        bot.budget = Budget(simulations=2)
        return search(bot, seen)

    monkeypatch.setattr(SearchBot, "search", noted)
    game, seen = table.game, table.view(0, 20)
    if judged == "hint":
        hints(game, seen, new_rng(1), Budget(simulations=2))
    elif judged == "review":
        review(game, seen, table.choices[20], new_rng(1), seconds=0.1)
    elif judged == "curve":
        list(Analysis(table, simulations=2).positions([10]))
    elif judged == "branch":
        search_branch(table.branch(20), 20, simulations=2)
    else:
        bot = make_bot("analysis:simulations=2", game, new_rng(1))
        assert isinstance(bot, SearchBot)
        bot.search(seen)
    assert asked and set(asked) == {1.0}
    other = load("siege-master", {"pacifist": "yes"})
    assert other.advice.strongest(other.options).learned == 0
