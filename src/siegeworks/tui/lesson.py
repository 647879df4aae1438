"""Goes through a lesson at the terminal: shows what to do, and answers every try."""

from __future__ import annotations

from collections.abc import Callable

from siegeworks.core.game import Game
from siegeworks.core.scene import Scene
from siegeworks.play.lessons import Exercise, Lesson, Progress
from siegeworks.play.rulebook import paragraphs, rules_text
from siegeworks.play.table import Table
from siegeworks.tui.listing import natural_key
from siegeworks.tui.screen import TurnScreen
from siegeworks.tui.terminal import Terminal

READ_ON = "Press Enter to go on. "
YOUR_MOVE = "Your move: "
TRY_AGAIN = "Try again."
HELP = """\
Type a move, or one of these words:
?       list the legal moves
board   show the position again
answer  show a move that is right
rules   read the rules about this
quit    stop; finished lessons stay finished"""
STOP = ("quit", "exit", "q")


class LeftLesson(Exception):
    """The learner stops before the end of the lesson."""


def teach(terminal: Terminal, game: Game, lesson: Lesson) -> None:
    """Go through a lesson from its first step to its last; `game` has the lesson's options.

    Raises:
        LeftLesson: the learner stops.
        EOFError: the input has ended.
        LessonError: a step cannot be played.
    """
    progress = Progress(game, lesson)
    while progress.exercise is not None:
        exercise = progress.exercise
        _show(terminal, exercise)
        if exercise.step.moves:
            progress.go_on(_right_move(terminal, exercise))
        else:
            _asked(terminal, exercise, READ_ON, ends=lambda typed: not typed)
            progress.go_on()


def _right_move(terminal: Terminal, exercise: Exercise) -> str:
    """Ask until the learner finds a right move."""
    while True:
        token = _asked(terminal, exercise, YOUR_MOVE, ends=bool)
        answer = exercise.try_move(token)
        if answer.is_right:
            if answer.table is not None:
                terminal.show(_screen(exercise, answer.table, answer.sentence), clear=False)
            return token
        terminal.say(f"{answer.sentence.rstrip('.')}. {TRY_AGAIN}")


def _asked(terminal: Terminal, exercise: Exercise, prompt: str, ends: Callable[[str], bool]) -> str:
    """What is typed, once it is no command and `ends` the question."""
    legal = _legal(exercise)
    while True:
        typed = terminal.ask(prompt, exercise.lesson.seat, legal)
        word = typed.lower()
        if word in STOP:
            raise LeftLesson
        if word in COMMANDS:
            COMMANDS[word](terminal, exercise)
        elif ends(typed):
            return typed


def _legal(exercise: Exercise) -> list[str]:
    table = exercise.table
    return sorted(table.game.legal_texts(table.state), key=natural_key)


def _show(terminal: Terminal, exercise: Exercise) -> None:
    terminal.show(_screen(exercise, exercise.table, exercise.step.text), clear=False)


def _screen(exercise: Exercise, table: Table, sentence: str) -> TurnScreen:
    lesson, number = exercise.lesson, exercise.number + 1
    return TurnScreen(
        f"{table.game.title}: {lesson.title} ({number} of {len(lesson.steps)})",
        _scene(table, exercise),
        None,
        (),
        [sentence],
        lesson.seat,
        "",
    )


def _scene(table: Table, exercise: Exercise) -> Scene:
    seen = table.view(exercise.seat)
    return table.game.scene(table.game.params, seen)._replace(task="")


# What can be typed beside moves ------------------------------------------------------------------


def _list_moves(terminal: Terminal, exercise: Exercise) -> None:
    terminal.list_moves(_screen(exercise, exercise.table, ""), _legal(exercise))


def _show_answer(terminal: Terminal, exercise: Exercise) -> None:
    if exercise.step.moves:
        terminal.say(f"A right move is {exercise.step.moves[0]}.")
    else:
        terminal.say("There is nothing to do here but to read.")


def _show_rules(terminal: Terminal, exercise: Exercise) -> None:
    known = paragraphs(rules_text(exercise.table.game.name))
    for name in exercise.step.rules:
        terminal.markdown(known[name])
    if not exercise.step.rules:
        terminal.say(f"All rules: siegeworks rules {exercise.table.game.name}")


def _show_help(terminal: Terminal, exercise: Exercise) -> None:
    for line in HELP.splitlines():
        terminal.say(line)


COMMANDS: dict[str, Callable[[Terminal, Exercise], None]] = {
    "?": _list_moves,
    "board": _show,
    "answer": _show_answer,
    "rules": _show_rules,
    "help": _show_help,
}
