"""Goes through a lesson at the terminal: shows what to do, and answers every try."""

from collections.abc import Callable

from siegeworks.core.game import Game
from siegeworks.core.scene import Scene
from siegeworks.play import summary
from siegeworks.play.rulebook import paragraphs, rules_text
from siegeworks.play.table import Table
from siegeworks.play.teaching.lessons import Exercise, Lesson, Progress
from siegeworks.tui.listing import legal_tokens
from siegeworks.tui.screen import TurnScreen
from siegeworks.tui.terminal import Left, Terminal

READ_ON = "Press Enter to continue. "
YOUR_MOVE = "Your move, or help: "
ONLY_READ = "There is nothing to do here but read."
HELP = """\
Type a move as ? lists it, or one of these words:
?       list the legal moves
board   show the position again
answer  show a move that is right
rules   read the rules about this
quit    stop; finished lessons stay finished"""
STOP = ("quit", "exit", "q")


def teach(terminal: Terminal, game: Game, lesson: Lesson) -> None:
    """Go through a lesson from its first step to its last; `game` has the lesson's options.

    Raises:
        Left: the learner stops.
        EOFError: the input has ended.
        LessonError: a step cannot be played.
    """
    progress = Progress(game, lesson)
    screen = None if progress.exercise is None else _asking(progress.exercise)
    while progress.exercise is not None and screen is not None:
        done = progress.exercise
        terminal.show(screen)
        token = _right_move(terminal, done) if done.step.moves else ""
        if not token:
            _read_on(terminal, done)
        progress.go_on(token)
        screen = _next_screen(terminal, done, token, progress.exercise)


def _next_screen(
    terminal: Terminal, done: Exercise, token: str, following: Exercise | None
) -> TurnScreen | None:
    """The screen of the next step, with what came of this one; None after the last.

    What cannot be seen there any more is shown first.
    """
    screen = None if following is None else _asking(following)
    if not token:
        return screen
    if screen is None or following is None or following.step.start:
        terminal.show(_screen(done, done.after(token), done.step.right, done.table))
        if following is not None:
            _read_on(terminal, done)
        return screen
    happened = summary.since(following.table, following.seat, len(done.table.steps) + 1)
    notices = [done.step.right, *(f"{turn.actor}: {turn.words}" for turn in happened)]
    return screen._replace(notices=notices)


def _right_move(terminal: Terminal, exercise: Exercise) -> str:
    """Ask until the learner finds a right move."""
    while True:
        token = _asked(terminal, exercise, YOUR_MOVE)
        if not token:
            continue
        answer = exercise.try_move(token)
        if answer.is_right:
            return token
        terminal.say(f"{answer.sentence.rstrip('.')}. Try again.")


def _read_on(terminal: Terminal, exercise: Exercise) -> None:
    """Wait until the learner has read."""
    while _asked(terminal, exercise, READ_ON):
        terminal.say(ONLY_READ)


def _asked(terminal: Terminal, exercise: Exercise, prompt: str) -> str:
    """What is typed, once it is not a command."""
    legal = legal_tokens(exercise.table)
    while True:
        typed = terminal.ask(prompt, exercise.lesson.seat, legal)
        word = typed.lower()
        if word in STOP:
            raise Left
        if word not in COMMANDS:
            return typed
        COMMANDS[word](terminal, exercise)


# Screens -----------------------------------------------------------------------------------------


def _asking(exercise: Exercise) -> TurnScreen:
    """What a step asks, with the cells that it is about."""
    screen = _screen(exercise, exercise.table, exercise.step.text)
    return screen._replace(look_at=frozenset(exercise.step.show))


def _screen(
    exercise: Exercise, table: Table, sentence: str, before: Table | None = None
) -> TurnScreen:
    lesson, number = exercise.lesson, exercise.number + 1
    return TurnScreen(
        f"{table.game.title}: {lesson.title} (step {number} of {len(lesson.steps)})",
        _scene(exercise, table),
        None if before is None else _scene(exercise, before),
        to_do=sentence,
    )


def _scene(exercise: Exercise, table: Table) -> Scene:
    """The position as the learner sees it; what to do is said by the lesson."""
    seen = table.view(exercise.seat)
    return table.game.scene(table.game.params, seen)._replace(task="")


# What can be typed beside moves ------------------------------------------------------------------


def _show_answer(terminal: Terminal, exercise: Exercise) -> None:
    answer = f"A right move is {exercise.answer}." if exercise.answer else ONLY_READ
    terminal.say(answer)


def _show_rules(terminal: Terminal, exercise: Exercise) -> None:
    known = paragraphs(rules_text(exercise.table.game.name))
    for name in exercise.step.rules:
        terminal.markdown(known[name])
    if not exercise.step.rules:
        terminal.say(f"All rules: siegeworks rules {exercise.table.game.name}")


COMMANDS: dict[str, Callable[[Terminal, Exercise], None]] = {
    "?": lambda terminal, exercise: terminal.list_moves(
        _asking(exercise), legal_tokens(exercise.table)
    ),
    "board": lambda terminal, exercise: terminal.show(_asking(exercise)),
    "answer": _show_answer,
    "rules": _show_rules,
    "help": lambda terminal, _: terminal.say(HELP),
}
