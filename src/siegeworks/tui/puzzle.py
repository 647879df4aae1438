"""A puzzle at the terminal: shows the position, and answers every try."""

from collections.abc import Callable
from dataclasses import dataclass

from siegeworks.core.text import counted
from siegeworks.play import summary
from siegeworks.play.table import Table
from siegeworks.play.teaching.puzzles import Setting
from siegeworks.tui.lesson import STOP, YOUR_MOVE
from siegeworks.tui.listing import legal_tokens
from siegeworks.tui.screen import TurnScreen
from siegeworks.tui.terminal import Left, Terminal

HELP = """\
Type a move as ? lists it, or one of these words:
?       list the legal moves
board   show the position again
hint    say within how many moves, and what it is about
answer  show the solution
quit    stop; solved puzzles stay solved"""


@dataclass
class Attempt:
    """How it goes."""

    setting: Setting
    at_once: bool = True  # no wrong try and no help so far
    is_over: bool = False  # solved or given up
    given_up: bool = False


def solve(terminal: Terminal, setting: Setting) -> Attempt:
    """Ask until the puzzle is solved or given up, then show the line and say why it works.

    Raises:
        Left: the learner stops.
        EOFError: the input has ended.
    """
    attempt = Attempt(setting)
    terminal.show(_asking(setting))
    while not attempt.is_over:
        typed = terminal.ask(YOUR_MOVE, setting.puzzle.seat, legal_tokens(setting.table))
        word = typed.lower()
        if word in STOP:
            raise Left
        if word in COMMANDS:
            COMMANDS[word](terminal, attempt)
        elif typed:
            _try(terminal, attempt, typed)
    _show_line(terminal, setting)
    return attempt


def _try(terminal: Terminal, attempt: Attempt, token: str) -> None:
    setting = attempt.setting
    answer = setting.try_move(token)
    if answer.is_right:
        attempt.is_over = True
        terminal.say("Right!")
        return
    attempt.at_once = attempt.at_once and answer.table is None  # an illegal one does not count
    terminal.say(f"{answer.with_reply} Try again.")
    if answer.reply and answer.table is not None:
        terminal.show(_screen(setting, answer.table, "This is what could happen."), clear=False)


def _show_line(terminal: Terminal, setting: Setting) -> None:
    puzzle, after = setting.puzzle, setting.solved()
    happened = summary.since(after, setting.seat, len(setting.table.steps))
    notices = [f"{turn.actor}: {turn.words}" for turn in happened]
    terminal.show(_screen(setting, after, puzzle.text)._replace(notices=notices))
    terminal.say(f"How this is known: {puzzle.proof}.")


def _asking(setting: Setting) -> TurnScreen:
    """What the puzzle asks."""
    return _screen(setting, setting.table, setting.puzzle.goal)


def _screen(setting: Setting, table: Table, sentence: str) -> TurnScreen:
    puzzle = setting.puzzle
    scene = table.game.scene(table.game.params, table.view(setting.seat))._replace(task="")
    title = (
        f"{table.game.title}: puzzle {puzzle.name} (grade {puzzle.grade}), you are {puzzle.seat}"
    )
    return TurnScreen(title, scene, to_do=sentence)


# What can be typed beside moves ------------------------------------------------------------------


def _give_hint(terminal: Terminal, attempt: Attempt) -> None:
    puzzle = attempt.setting.puzzle
    attempt.at_once = False
    within = counted(puzzle.plies, "move")
    what = f"It wins within {within}, both sides counted."
    if puzzle.kind == "save":
        what = f"After any other move the game can be lost within {within}, both sides counted."
    if puzzle.kind == "odds":
        worth = sorted(puzzle.worth.values(), reverse=True)
        what = f"The best move wins in {worth[0]} of {puzzle.deals} deals, the next in {worth[1]}."
    terminal.say(f"{puzzle.theme}. {what}")


def _give_up(terminal: Terminal, attempt: Attempt) -> None:
    attempt.is_over, attempt.given_up, attempt.at_once = True, True, False
    terminal.say(f"The solution is {attempt.setting.puzzle.solution}.")


COMMANDS: dict[str, Callable[[Terminal, Attempt], None]] = {
    "?": lambda terminal, attempt: terminal.list_moves(
        _asking(attempt.setting), legal_tokens(attempt.setting.table)
    ),
    "board": lambda terminal, attempt: terminal.show(_asking(attempt.setting)),
    "hint": _give_hint,
    "answer": _give_up,
    "help": lambda terminal, _: terminal.say(HELP),
}
