"""Rulebooks as text, by paragraph."""

from __future__ import annotations

from siegeworks.play.rulebook import paragraphs, rules_text
from tests.variants import every_game


@every_game
def test_every_rulebook_can_be_read_by_paragraph(name):
    found = paragraphs(rules_text(name))
    assert list(found) == [f"R{number}" for number in range(1, len(found) + 1)]
    assert all(text.startswith(f"## {number}") for number, text in found.items())
    assert not any("\n## " in text for text in found.values())
