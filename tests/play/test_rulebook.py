"""Rulebooks as text, by paragraph."""

from siegeworks.play.rulebook import paragraphs, rules_text
from tests.variants import every_game


@every_game
def test_every_rulebook_can_be_read_by_paragraph(name):
    by_number = paragraphs(rules_text(name))
    assert list(by_number) == [f"R{number}" for number in range(1, len(by_number) + 1)]
    assert all(text.startswith(f"## {number}") for number, text in by_number.items())
    assert not any("\n## " in text for text in by_number.values())
