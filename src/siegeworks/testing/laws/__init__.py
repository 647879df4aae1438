"""The laws, by what they are about."""

from siegeworks.testing.laws.batches import BatchLaws
from siegeworks.testing.laws.history import HistoryLaws
from siegeworks.testing.laws.knowledge import KnowledgeLaws
from siegeworks.testing.laws.options import CardLaws, OptionLaws
from siegeworks.testing.laws.previews import PreviewLaws
from siegeworks.testing.laws.puzzles import PuzzleLaws
from siegeworks.testing.laws.records import RecordLaws
from siegeworks.testing.laws.rulebook import RulebookLaws
from siegeworks.testing.laws.rules import RuleLaws
from siegeworks.testing.laws.stepping import SteppingLaws
from siegeworks.testing.laws.symmetries import SymmetryLaws
from siegeworks.testing.laws.teaching import CoachLaws, LessonLaws, RuleExampleLaws
from siegeworks.testing.laws.tensors import TensorLaws


class GameLaws(
    RuleLaws,
    KnowledgeLaws,
    HistoryLaws,
    PreviewLaws,
    SteppingLaws,
    BatchLaws,
    TensorLaws,
    SymmetryLaws,
    CardLaws,
    OptionLaws,
    RulebookLaws,
    RecordLaws,
    CoachLaws,
    LessonLaws,
    PuzzleLaws,
    RuleExampleLaws,
):
    """All laws."""
