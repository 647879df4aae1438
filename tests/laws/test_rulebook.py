"""A RULES.md is complete: each paragraph has code that cites it and a test named after it; what
holds for all games is said in the same words."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.markdown import Markdown

from siegeworks.core.game import TERMINAL, IllegalStep
from siegeworks.games import load, module
from siegeworks.play.rulebook import paragraphs as texts_of_paragraphs
from siegeworks.play.rulebook import rules_text
from tests.games.examples import examples
from tests.variants import every_game, every_variant, random_walk

TESTS = Path(__file__).parents[1] / "games"


def folder(name: str) -> Path:
    return Path(str(module(name).__file__)).parent


def paragraphs(name: str) -> set[str]:
    """The R-numbers that RULES.md has headings for."""
    text = (folder(name) / "RULES.md").read_text(encoding="utf-8")
    return set(re.findall(r"^#+ (R\d+)\b", text, re.MULTILINE))


def cited(name: str) -> set[str]:
    """The R-numbers that the game's sources cite."""
    sources = "".join(path.read_text(encoding="utf-8") for path in folder(name).glob("*.py"))
    return set(re.findall(r"\bR\d+\b", sources))


def named_in_tests(name: str) -> set[str]:
    """The R-numbers that tests are named after."""
    files = (TESTS / name.replace("-", "_")).glob("test_*.py")
    sources = "".join(path.read_text(encoding="utf-8") for path in files)
    return set(re.findall(r"def test_(R\d+)_", sources))


@every_game
def test_the_paragraphs_are_numbered_without_a_gap(name: str) -> None:
    numbers = sorted(int(p[1:]) for p in paragraphs(name))
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 7


@every_game
def test_code_cites_every_paragraph(name: str) -> None:
    assert cited(name) == paragraphs(name)


@every_game
def test_every_paragraph_has_a_test_named_after_it(name: str) -> None:
    assert named_in_tests(name) == paragraphs(name)


@every_game
def test_the_rules_name_the_designer_and_mark_what_is_a_ruling_or_ours(name: str) -> None:
    text = (folder(name) / "RULES.md").read_text(encoding="utf-8")
    head = text.split("## R1")[0]
    assert re.search(r"rights|copyright|CC BY|permission", head, re.IGNORECASE)
    assert "(ruling)" in text


NARROWEST = 80  # columns of a terminal


@every_game
def test_examples_are_shown_as_they_are_drawn(name: str) -> None:
    """In the terminal line by line; the page shows the same blocks as they are."""
    console = Console(width=NARROWEST, file=StringIO(), force_terminal=True, color_system=None)
    console.print(Markdown(rules_text(name)))
    assert isinstance(console.file, StringIO)
    shown = {" ".join(line.split()) for line in console.file.getvalue().splitlines()}
    for drawings in examples(name).values():
        for line in "".join(drawings).splitlines():
            assert " ".join(line.split()) in shown


SEATS_IN_WORDS = {"2": "Two players.", "2 to 4": "Two to four players."}


@every_game
def test_the_rules_say_on_top_which_ruleset_it_is_and_how_many_play(name: str) -> None:
    head = " ".join(rules_text(name).split("## R1")[0].split())
    seats = SEATS_IN_WORDS[module(name).SEAT_COUNT]
    ruleset = load(name).ruleset
    assert f"These are the rules in our own words. Ruleset {ruleset}. {seats}" in head


@every_variant
def test_a_paragraph_says_who_acts_in_every_position(variant: Any) -> None:
    game = load(*variant)
    rules = texts_of_paragraphs(rules_text(game.name))
    for state, _ in random_walk(game, seed=22):
        if state.to_act != TERMINAL:
            assert game.turn_rule(game.params, state) in rules


# "1 stones", and the blank that is left where a word is missing.
SLIPS = re.compile(
    r"\b1 (coins|dice|fortresses|games|hexes|minions|moves|pieces|pips|places|points|ranks|steps|"
    r"stones|tiles|turns)\b|\S  +\S"
)


@every_variant
def test_no_sentence_has_a_wrong_number_or_a_hole(variant: Any) -> None:
    game = load(*variant)
    for state, _ in random_walk(game, seed=23):
        scene = game.scene(game.params, state)
        said = [*scene.notes, *(tray.note for tray in scene.trays)]
        if state.to_act != TERMINAL:
            legal = game.legal_texts(state)
            for token in {"", "pass", "L>99", "a1", "first=", "roll=", "@"}.difference(legal):
                with pytest.raises(IllegalStep) as refused:
                    game.text_to_choice(state, token)
                said.append(str(refused.value))
        assert not [sentence for sentence in said if SLIPS.search(sentence)]


FROM_OUTSIDE = (
    "### Resigning and draws These steps come from outside the rules. They may be taken at any "
    "time before the end, in the set-up too, and a record writes them as steps of the `table`: "
    "`resign=SEAT`, the seat resigns; `time=SEAT`, its time has run out; `draw`, all seats agree "
    "on a draw. When a seat has resigned, or its time has run out, the other"
)


@every_game
def test_the_paragraph_of_table_steps_says_the_same_in_all_games(name: str) -> None:
    paragraph = texts_of_paragraphs(rules_text(name))[load(name).table_rule]
    paragraph = " ".join(paragraph.split())
    assert FROM_OUTSIDE in paragraph
    assert "(ours)" not in paragraph[paragraph.index(FROM_OUTSIDE) :]
