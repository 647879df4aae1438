"""`siegeworks learn [GAME] [LESSON]`: learn a game by playing positions of it."""

from collections.abc import Sequence
from typing import Annotated

import typer

from siegeworks.cli.console.arguments import OptionalGame, Plain, check_one_of, examples
from siegeworks.cli.console.output import print_error
from siegeworks.cli.console.questions import Choice, ask_choice, ask_game, introduced
from siegeworks.core.errors import SiegeworksError
from siegeworks.games import game_names, module
from siegeworks.play.teaching.learned import Learned, learned_file, read_learned, write_learned
from siegeworks.play.teaching.lessons import Course, Lesson, course, has_lessons, lesson_of
from siegeworks.tui.lesson import STOP, teach
from siegeworks.tui.terminal import Left, Terminal, open_terminal

EXAMPLES = examples(
    "siegeworks learn",
    "siegeworks learn siege-master",
    "siegeworks learn kings-ransom battle",
    "siegeworks learn expansion --list",
)
NEXT_LESSON = "Press Enter for the next lesson, or type quit. "


def command(
    *,
    game: OptionalGame = None,
    lesson: Annotated[
        str | None, typer.Argument(metavar="LESSON", help="A lesson's name; --list shows them.")
    ] = None,
    list_only: Annotated[
        bool, typer.Option("--list", help="List the lessons, and which you have finished.")
    ] = False,
    plain: Plain = False,
) -> None:
    """Learn a game: short lessons, in which you make the moves and every try is answered."""
    check_one_of({"LESSON": lesson is not None, "--list": list_only})
    terminal = open_terminal(plain)
    try:
        name = game
        if name is None:
            names = [each for each in game_names() if has_lessons(each)]
            name = ask_game(terminal, "Which game do you want to learn?", names, introduced)
        lessons = _course(name)
        learned = read_learned()  # before anything is learned that could then not be kept
        if list_only:
            _list(terminal, name, lessons, learned)
        elif lesson is not None:
            _teach(terminal, name, [lesson_of(name, lesson)])
        else:
            first = _ask_lesson(terminal, name, lessons, learned)
            _teach(terminal, name, lessons.lessons[first:])
    except EOFError:
        terminal.say("")


def _course(name: str) -> Course:
    lessons = course(name)
    if lessons is None:
        raise SiegeworksError(
            f"{module(name).TITLE} has no lessons yet; its rules: siegeworks rules {name}"
        )
    return lessons


def _ask_lesson(terminal: Terminal, name: str, lessons: Course, learned: Learned) -> int:
    """Which lesson to begin with; by default the first one that is not finished."""
    finished = [learned.has(name, lesson.name) for lesson in lessons.lessons]
    choices = [
        Choice(_line(lesson, is_done), (lesson.name, lesson.title))
        for lesson, is_done in zip(lessons.lessons, finished, strict=True)
    ]
    default = finished.index(False) if False in finished else 0
    return ask_choice(terminal, f"{module(name).TITLE}: which lesson?", choices, default)


def _list(terminal: Terminal, name: str, lessons: Course, learned: Learned) -> None:
    for lesson in lessons.lessons:
        terminal.say(f"{lesson.name}: {_line(lesson, learned.has(name, lesson.name))}")


def _line(lesson: Lesson, is_done: bool) -> str:
    return f"{lesson.title} (finished)" if is_done else lesson.title


def _teach(terminal: Terminal, name: str, lessons: Sequence[Lesson]) -> None:
    """Teach one lesson after another until the learner stops."""
    for number, lesson in enumerate(lessons):
        try:
            teach(terminal, _course(name).game(name, lesson), lesson)
        except Left:
            terminal.say(f"Stopped. To continue: siegeworks learn {name} {lesson.name}")
            return
        learned = read_learned()
        learned.add(name, lesson.name)
        keep_learned(learned)
        terminal.say(f"You have finished the lesson “{lesson.title}”.")
        is_last = number + 1 == len(lessons)
        if is_last or terminal.ask(NEXT_LESSON).lower() in STOP:
            _say_what_is_next(terminal, name, lesson)
            return


def _say_what_is_next(terminal: Terminal, name: str, done: Lesson) -> None:
    """What to do after this lesson."""
    known = _course(name).lessons
    following = known[known.index(done) + 1 :]
    if following:
        terminal.say(f"The next lesson: siegeworks learn {name} {following[0].name}")
    else:
        terminal.say(f"That was the last lesson. Now play: siegeworks play {name}")


def keep_learned(learned: Learned) -> None:
    """Keep what is learned; a lesson or a puzzle is not lost because the disk is full."""
    try:
        write_learned(learned)
    except OSError as error:
        print_error(f"{learned_file()}: {error.strerror or error}. Your progress is not saved.")
