"""Examples of the rules: every position is reached, every move is legal, every caption is true."""

from __future__ import annotations

from siegeworks.play.rulebook import paragraphs, rules_text
from siegeworks.play.teaching.rule_examples import (
    RuleExample,
    RuleExamples,
    played,
    rule_examples,
    seat_of,
)
from siegeworks.testing.facts import Facts
from siegeworks.testing.law import Laws
from siegeworks.testing.laws.lessons import LONGEST_SENTENCE, PARAGRAPH, check

NamedExample = tuple[str, RuleExamples, RuleExample]  # the game's name, and one of its examples


class RuleExampleLaws(Laws):
    """What `rule_examples.toml` says, held against the engine. A game without one has none to
    hold."""

    def test_every_paragraph_has_an_example(self, facts: Facts) -> None:
        """And every example has its paragraph."""
        examples = rule_examples(facts.game)
        if examples is not None:
            shown = {example.paragraph for example in examples.examples}
            assert shown == set(paragraphs(rules_text(facts.game)))

    def test_an_example_is_played_and_its_caption_is_true(self, example: NamedExample) -> None:
        """It is one sentence or a few, without numbers of paragraphs; what it claims is checked."""
        name, examples, one = example
        game = examples.game(name, one)
        table, before = played(game, one)
        assert bool(one.moves) == (len(table.steps) > before)
        seat = seat_of(game, one)
        scene = game.scene(game.params, table.view(seat))
        assert set(one.show) <= {cell.name for cell in scene.cells}
        assert set(one.trays) <= {tray.title for tray in scene.trays}
        check(table, seat, one.then)
        assert one.caption and not PARAGRAPH.search(one.caption)
        for sentence in one.caption.split(". "):
            assert len(sentence.split()) <= LONGEST_SENTENCE, sentence
