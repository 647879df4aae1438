"""What teaches a game is true: lessons, examples of the rules, and what a coach says"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from siegeworks.core.contract import Seat
from siegeworks.core.game import Game
from siegeworks.core.random import Rng, new_rng
from siegeworks.core.traversal.playouts import random_choice
from siegeworks.play.rulebook import paragraphs, rules_text
from siegeworks.play.table import Table
from siegeworks.play.teaching.coach import FIRST_DECISIONS, Advice, Listener, advice_of
from siegeworks.play.teaching.lessons import Claim, Exercise, Lesson, Progress, course, lesson_of
from siegeworks.play.teaching.rule_examples import (
    RuleExample,
    RuleExamples,
    played,
    rule_examples,
    seat_of,
)
from siegeworks.testing.facts import Facts
from siegeworks.testing.law import Cases, Laws, law
from siegeworks.testing.walks import law_sets, loaded
from siegeworks.tui.draw import Viewport
from siegeworks.tui.lesson import READ_ON, teach
from siegeworks.tui.screen import TurnScreen, render
from siegeworks.tui.terminal import PlainTerminal

LONGEST_SENTENCE = 28  # words
PARAGRAPH = re.compile(r"\bR[0-9]+\b")
STRATEGY = re.compile(r"\b(better|best|strong|weak|worth|plan|too early|usually|often)\b")

NamedLesson = tuple[str, Lesson]  # the game's name, and one of its lessons


def exercises(game: str, lesson: Lesson) -> Iterator[Exercise]:
    """All steps, each with its position, after the first right move of those before."""
    lessons = course(game)
    assert lessons is not None
    progress = Progress(lessons.game(game, lesson), lesson)
    while progress.exercise is not None:
        yield progress.exercise
        progress.go_on(progress.exercise.answer)


def check(table: Table, seat: Seat, claim: Claim) -> None:
    """Hold a claim against the position, as the learner sees it."""
    scene = table.game.scene(table.game.params, table.view(seat))
    cells = {cell.name: cell.piece for cell in scene.cells}
    if claim.winners is not None:
        assert tuple(table.winners) == claim.winners
    if claim.goal is not None:
        assert claim.goal in scene.goal
    for name, expected in claim.pieces.items():
        piece = cells[name]
        assert ("" if piece is None else f"{piece.seat} {piece.text}".strip()) == expected, name
    notes = {f"{tray.seat} {tray.title}": tray for tray in scene.trays}
    for name, expected in claim.trays.items():
        assert expected in (notes[name].note, str(len(notes[name].pieces))), notes[name]
    legal = table.game.legal_texts(table.state)
    assert set(claim.legal) <= set(legal)
    assert not set(claim.illegal) & set(legal)


class _Learner(PlainTerminal):
    """A terminal at which the first right move is typed at each step; it keeps all screens."""

    def __init__(self, lesson: Lesson) -> None:
        self.screens: list[TurnScreen] = []
        self._moves = (step.moves[0] for step in lesson.steps if step.moves)

    def show(self, screen: TurnScreen, clear: bool = True) -> None:
        """Keep it."""
        self.screens.append(screen)

    def ask(self, prompt: str, seat: str = "", completions: Sequence[str] = ()) -> str:
        """The next right move."""
        token = "" if prompt == READ_ON else next(self._moves, None)
        assert token is not None, "a right move is not taken"
        return token


class LessonLaws(Laws):
    """What `lessons.toml` says, held against the engine. A game without lessons has none to hold.

    `lesson` is a game's name and one of its lessons.
    """

    def test_lessons_have_names_of_their_own(self, facts: Facts) -> None:
        """Progress is kept under them."""
        lessons = course(facts.game)
        names = [lesson.name for lesson in lessons.lessons] if lessons else []
        assert len(set(names)) == len(names)
        assert all(lesson_of(facts.game, name).name == name for name in names)

    @law
    def test_every_right_move_is_legal_and_the_lesson_goes_on_after_each(
        self, lesson: NamedLesson, cases: Cases
    ) -> None:
        """A lesson in which there is nothing to do is none."""
        for exercise in exercises(*lesson):
            for token in exercise.step.moves:
                answer = exercise.try_move(token)
                assert answer.is_right, f"{token}: {answer.sentence}"
                assert answer.sentence
                exercise.after(token)
                cases.add()

    def test_every_legal_try_that_is_not_right_is_explained(self, lesson: NamedLesson) -> None:
        """And nothing is explained that nobody can try."""
        for exercise in exercises(*lesson):
            step, table = exercise.step, exercise.table
            if not step.moves:
                assert not step.wrong and not step.right, "nothing is asked"
                continue
            assert table.game.actor(table.state) == exercise.lesson.seat
            others = [
                move for move in table.game.legal_texts(table.state) if move not in step.moves
            ]
            explanations = {token: exercise.explained(token) for token in others}
            assert all(explanations.values()), (
                f"not explained: {[t for t, s in explanations.items() if not s]}"
            )
            unused = set(step.wrong.values()) - set(explanations.values())
            assert not unused, f"never said: {unused}"

    @law
    def test_what_a_lesson_claims_is_true(self, lesson: NamedLesson, cases: Cases) -> None:
        """After every right move."""
        for exercise in exercises(*lesson):
            for token in exercise.step.moves or ("",):
                check(exercise.after(token), exercise.seat, exercise.step.then)
                cases.add()

    def test_a_lesson_points_at_cells_and_paragraphs_that_there_are(
        self, lesson: NamedLesson
    ) -> None:
        """What to look at, and what to read for more."""
        known = paragraphs(rules_text(lesson[0]))
        for exercise in exercises(*lesson):
            table = exercise.table
            scene = table.game.scene(table.game.params, table.view(exercise.seat))
            assert set(exercise.step.show) <= {cell.name for cell in scene.cells}
            assert set(exercise.step.rules) <= set(known)

    def test_sentences_are_short_and_name_no_paragraphs(self, lesson: NamedLesson) -> None:
        """They are read aloud; rules are linked, not numbered."""
        for step in lesson[1].steps:
            for text in (step.text, step.right, *step.wrong.values()):
                assert not PARAGRAPH.search(text)
                for sentence in re.split(r"(?<=[.!?:])\s", text):
                    assert len(sentence.split()) <= LONGEST_SENTENCE, sentence

    def test_advice_is_backed_by_a_figure(self, lesson: NamedLesson) -> None:
        """Words of strategy need a command and what it said."""
        for step in lesson[1].steps:
            words = " ".join((step.text, step.right, *step.wrong.values()))
            if STRATEGY.search(words):
                assert "siegeworks " in step.evidence, f"no figure for: {STRATEGY.findall(words)}"
                assert re.search(r"[0-9]", step.evidence)

    def test_every_screen_of_a_lesson_fits_a_terminal(self, lesson: NamedLesson) -> None:
        """Of 80 columns and 24 lines, the prompt included."""
        name, content = lesson
        lessons = course(name)
        assert lessons is not None
        learner = _Learner(content)
        teach(learner, lessons.game(name, content), content)
        for screen in learner.screens:
            lines = render(screen, Viewport(80, 24)).plain.split("\n")
            assert len(lines) < 24, "\n".join(lines)

    def test_an_illegal_try_is_answered_by_the_rule_that_forbids_it(
        self, lesson: NamedLesson
    ) -> None:
        """Never by the lesson."""
        exercise = next(exercise for exercise in exercises(*lesson) if exercise.step.moves)
        answer = exercise.try_move("nonsense")
        assert not answer.is_right and answer.table is None
        assert PARAGRAPH.search(answer.sentence)


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
        name, examples, content = example
        game = examples.game(name, content)
        table, before = played(game, content)
        assert bool(content.moves) == (len(table.steps) > before)
        seat = seat_of(game, content)
        scene = game.scene(game.params, table.view(seat))
        assert set(content.show) <= {cell.name for cell in scene.cells}
        assert set(content.trays) <= {tray.title for tray in scene.trays}
        check(table, seat, content.then)
        assert content.caption and not PARAGRAPH.search(content.caption)
        for sentence in content.caption.split(". "):
            assert len(sentence.split()) <= LONGEST_SENTENCE, sentence


LONGEST = 110  # characters: two lines of a phone
FIRST_MOVES = 3  # of a seat: before each something is said
WALKS = 2  # through the games of each set of options, at most


def heard(game: Game, rng: Rng, most: int = FIRST_DECISIONS) -> Iterator[Advice | None]:
    """What the seats hear at their first decisions in a random game: so many of each."""
    table, decisions = Table(game), Counter[int]()
    listeners = [Listener(game) for _ in game.seats]
    while not table.over:
        seat = int(table.state.to_act)
        if seat >= 0:
            decisions[seat] += 1
            if decisions[seat] <= most:
                yield listeners[seat].hear(table.view(seat))
        if len(decisions) == len(game.seats) and min(decisions.values()) >= most:
            return
        choice = random_choice(game, table.state, rng)
        table.play(str(game.actor(table.state)), game.choice_to_text(table.state, choice))


class CoachLaws(Laws):
    """What `coach.toml` says. A game without one has nothing to hold."""

    def test_sentences_have_names_of_their_own(self, facts: Facts) -> None:
        """By which it is known what was said already."""
        names = [advice.name for advice in advice_of(facts.game)]
        assert len(set(names)) == len(names)

    def test_a_coach_says_one_or_two_short_sentences_without_paragraphs(self, facts: Facts) -> None:
        """They are read aloud, and fit under the board of a phone."""
        for advice in advice_of(facts.game):
            sentences = re.split(r"(?<=[.!?])\s", advice.text)
            assert 1 <= len(sentences) <= 2, advice.name
            assert all(len(sentence.split()) <= LONGEST_SENTENCE for sentence in sentences), (
                advice.name
            )
            assert len(advice.text) <= LONGEST, f"{advice.name}: {len(advice.text)} characters"
            assert not PARAGRAPH.search(advice.text), advice.name

    def test_what_a_coach_calls_good_is_backed_by_a_figure(self, facts: Facts) -> None:
        """Words of strategy need a command and what it said."""
        for advice in advice_of(facts.game):
            if STRATEGY.search(advice.text):
                assert "siegeworks " in advice.evidence, f"no figure for {advice.name}"
                assert re.search(r"[0-9]", advice.evidence), advice.name

    def test_every_sentence_is_said_in_some_game(self, facts: Facts) -> None:
        """What no position calls for would never be heard."""
        rng, missing = new_rng(5), {advice.name for advice in advice_of(facts.game)}
        for options in law_sets(facts) * WALKS:
            for advice in heard(loaded(facts.game, options), rng):
                missing.discard(advice.name if advice else "")
                if not missing:
                    return
        assert not missing, f"never said: {missing}"

    def test_something_is_said_before_each_of_the_first_moves(self, facts: Facts) -> None:
        """Of every seat, with the options that most people play."""
        if not advice_of(facts.game):
            return
        for seed in range(3):
            sentences = heard(loaded(facts.game, {}), new_rng(seed), FIRST_MOVES)
            assert all(sentence is not None for sentence in sentences)
