"""The laws of coaches find what is wrong with a sentence, and the five games have coaches"""

from typing import Any

import msgspec
import pytest

from siegeworks.games import NAMES, load
from siegeworks.play.table import Table
from siegeworks.play.teaching import coach
from siegeworks.play.teaching.coach import Advice, advice_of, advice_on, decisions
from siegeworks.testing.facts import Facts
from siegeworks.testing.laws.teaching import CoachLaws
from tests.variants import all_facts

GAME = "siege-master"
LAWS = [law for name, law in vars(CoachLaws).items() if name.startswith("test_")]
FACTS = next(facts for facts in all_facts() if facts.game == GAME)


@pytest.mark.parametrize("game", NAMES)
def test_a_game_has_a_coach(game: str) -> None:
    assert len(advice_of(game)) >= 5


def broken_laws(monkeypatch: pytest.MonkeyPatch, facts: Facts, *advice: Advice) -> set[str]:
    """Which laws these sentences break, if they are all that the coach of a game says."""
    monkeypatch.setattr(coach, "advice_of", lambda game: advice)
    monkeypatch.setattr("siegeworks.testing.laws.teaching.advice_of", lambda game: advice)
    monkeypatch.setattr("siegeworks.testing.laws.teaching.law_sets", lambda facts: ({},))
    broken = set()
    for law in LAWS:
        try:
            law(CoachLaws(), facts)
        except AssertionError:
            broken.add(law.__name__.removeprefix("test_"))
    return broken


ALWAYS = Advice("always", "An army is a wall.", times=5)


@pytest.mark.parametrize(
    ("changes", "law"),
    [
        ({}, ""),
        ({"text": "An army is a wall. It stays. So look."}, "a_coach_says_one_or_two_short"),
        ({"text": "An army is a wall (R4)."}, "a_coach_says_one_or_two_short"),
        ({"text": "very " * 25 + "."}, "a_coach_says_one_or_two_short"),
        ({"text": "The middle is best."}, "what_a_coach_calls_good_is_backed"),
        ({"moves": ("x9-*",)}, "every_sentence_is_said_in_some_game"),
        ({"task": "dance"}, "every_sentence_is_said_in_some_game"),
        ({"pieces": ("own dragon",)}, "every_sentence_is_said_in_some_game"),
        ({"times": 1}, "something_is_said_before_each_of_the_first_moves"),
    ],
)
def test_the_laws_find_what_is_wrong_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], law: str
) -> None:
    broken = broken_laws(monkeypatch, FACTS, msgspec.structs.replace(ALWAYS, **changes))
    assert any(name.startswith(law) for name in broken) if law else not broken


def test_two_sentences_of_one_name_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "sentences_have_names_of_their_own" in broken_laws(monkeypatch, FACTS, ALWAYS, ALWAYS)


def test_a_sentence_is_said_once_and_again_after_its_move_is_undone() -> None:
    game = load(GAME, {})
    table = Table(game)

    def heard() -> str:
        advice = advice_on(game, decisions(table, int(table.state.to_act)))
        return advice.name if advice else ""

    assert heard() == "first"
    table.play("red", game.legal_texts(table.state)[0])
    assert heard() == "swap"
    table.play("blue", game.legal_texts(table.state)[0])
    assert heard() != "first"
    table.undo(0)
    assert heard() == "first"


def test_a_game_without_a_file_has_nothing_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "FILE", "no-such-file.toml")
    advice_of.cache_clear()
    table = Table(load(GAME, {}))
    assert advice_on(table.game, decisions(table, 0)) is None
    advice_of.cache_clear()


def test_a_file_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "FILE", "lessons.toml")
    advice_of.cache_clear()
    with pytest.raises(coach.CoachError, match=r"^lessons.toml of siege-master: "):
        advice_of(GAME)
    advice_of.cache_clear()
