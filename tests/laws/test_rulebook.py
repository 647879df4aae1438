"""Every numbered paragraph of a RULES.md has code that cites it and a test named after it."""

from __future__ import annotations

import re
from pathlib import Path

from siegeworks.games import module
from tests.variants import every_game

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
