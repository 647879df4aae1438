"""`siegeworks` without a command, at a terminal: a menu of the commands."""

from collections.abc import Callable
from pathlib import Path

from siegeworks.cli.console.questions import Choice, ask_choice, ask_game
from siegeworks.games import game_names, module
from siegeworks.play.autosave import games_folder
from siegeworks.tui.terminal import Terminal, open_terminal

RunCommand = Callable[[list[str]], int]  # runs a command line, reports errors, returns its status

QUESTION = "What would you like to do? You can also type the name of a game to play it."
MOST_LISTED = 9  # saved games, the latest first
COMMANDS = (
    Choice("play: play a game in this terminal", ("play",)),
    Choice("learn: learn a game by short lessons", ("learn", "lessons")),
    Choice("puzzle: solve puzzles of a game", ("puzzle", "puzzles")),
    Choice("daily: solve the puzzle of today", ("daily", "today")),
    Choice("resume: continue a saved game", ("resume", "continue")),
    Choice("serve: play in the browser and invite friends", ("serve", "browser", "page")),
    Choice("replay: show a saved game step by step", ("replay",)),
    Choice("rules: read the rules of a game", ("rules",)),
    Choice("games: list the games with their seats and options", ("games", "options")),
    Choice("help: list all commands", ("help", "commands")),
    Choice("quit", ("quit", "exit", "bye")),
)
LINES = {  # of the commands that are not their name alone
    "serve": ["serve", "--open"],
    "daily": ["puzzle", "--daily"],
    "help": ["--help"],
}


def run_menu(run: RunCommand) -> None:
    """Ask for a command and run it, until the user quits or the input ends."""
    terminal = open_terminal(as_plain=False)
    terminal.say(f"Siegeworks: {', '.join(module(name).TITLE for name in game_names())}.")
    games = tuple(Choice("", (name, module(name).TITLE)) for name in game_names())
    while True:
        terminal.say("")
        try:
            index = ask_choice(terminal, QUESTION, [*COMMANDS, *games])
            if index >= len(COMMANDS):
                arguments = ["play", game_names()[index - len(COMMANDS)]]
            else:
                name = COMMANDS[index].names[0]
                if name == "quit":
                    return
                arguments = _arguments(terminal, name)
        except EOFError:
            return
        if arguments:
            run(arguments)


def _arguments(terminal: Terminal, name: str) -> list[str]:
    """The command line to run; empty if the user chose nothing."""
    if name == "rules":
        game = ask_game(terminal, "Which rules?", game_names(), lambda each: module(each).TITLE)
        return ["rules", game]
    if name in ("resume", "replay"):
        path = _ask_saved_game(terminal)
        if path is None:
            return []
        return ["replay", str(path)] if name == "replay" else ["play", "--resume", str(path)]
    return LINES.get(name, [name])


def _ask_saved_game(terminal: Terminal) -> Path | None:
    """Ask for a record: one of the latest saved games, or any file; None: none was chosen."""
    saved = sorted(games_folder().glob("*.siege"), key=_age)[:MOST_LISTED]
    if saved:
        terminal.say(f"Games saved in {games_folder()}, the latest first:")
    for number, path in enumerate(saved, 1):
        terminal.say(f"{number:>3}  {path.stem}")
    typed = terminal.ask(f"1 to {len(saved)}, or a file: " if saved else "Which file? ")
    if typed.isdecimal() and 1 <= int(typed) <= len(saved):
        return saved[int(typed) - 1]
    return Path(typed).expanduser() if typed else None


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:  # it has just been deleted
        return 0.0
