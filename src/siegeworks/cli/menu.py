"""`siegeworks` without a verb, at a terminal: a menu that leads to the verbs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from siegeworks.cli.questions import Answer, ask
from siegeworks.games import game_names, module
from siegeworks.play.autosave import games_folder
from siegeworks.tui.terminal import Terminal, open_terminal

Run = Callable[[list[str]], int]  # runs one command and says what is wrong with it

QUESTION = "What would you like to do? The name of a game plays it."
MOST_KEPT = 9  # games that are listed, the latest first
VERBS = (
    Answer("play a game in this terminal", ("play",)),
    Answer("resume: go on with a kept game", ("resume", "continue")),
    Answer("serve: play in the browser, and let friends join", ("serve", "browser", "page")),
    Answer("replay: see a kept game again, step by step", ("replay",)),
    Answer("rules: read the rules of a game", ("rules",)),
    Answer("games: their seats and options", ("games", "options")),
    Answer("help: all commands", ("help", "commands")),
    Answer("quit", ("quit", "exit", "bye")),
)


def offer_menu(run: Run) -> None:
    """Ask what to do and do it, until somebody quits or there is nobody any more."""
    terminal = open_terminal(as_lines=False)
    terminal.say(f"Siegeworks: {', '.join(module(name).TITLE for name in game_names())}.")
    by_name = tuple(  # typed: it is played
        Answer("", (name, module(name).TITLE)) for name in game_names()
    )
    while True:
        terminal.say("")
        try:
            place = ask(
                terminal,
                "What would you like to do? The name of a game plays it.",
                [*VERBS, *by_name],
            )
            if place >= len(VERBS):
                arguments = ["play", game_names()[place - len(VERBS)]]
            else:
                verb = VERBS[place].names[0]
                if verb == "quit":
                    return
                arguments = _arguments(terminal, verb)
        except EOFError:
            return
        if arguments:
            run(arguments)


def _arguments(terminal: Terminal, verb: str) -> list[str]:
    """What to run; nothing where there is nothing to be chosen from."""
    if verb == "rules":
        games = [Answer(module(name).TITLE, (name, module(name).TITLE)) for name in game_names()]
        return ["rules", game_names()[ask(terminal, "Which rules?", games)]]
    if verb in ("resume", "replay"):
        path = _kept_game(terminal)
        if path is None:
            return []
        return ["replay", str(path)] if verb == "replay" else ["play", "--resume", str(path)]
    return {"serve": ["serve", "--open"], "help": ["--help"]}.get(verb, [verb])


def _kept_game(terminal: Terminal) -> Path | None:
    """The record that is chosen: of the latest that are kept, or any that is named."""
    kept = sorted(games_folder().glob("*.siege"), key=_age)[:MOST_KEPT]
    if kept:
        terminal.say(f"Games kept in {games_folder()}, the latest first:")
    for number, path in enumerate(kept, 1):
        terminal.say(f"{number:>3}  {path.stem}")
    many = f"1 to {len(kept)}, or a file: " if kept else "Which file? "
    typed = terminal.ask(many)
    if typed.isdecimal() and 1 <= int(typed) <= len(kept):
        return kept[int(typed) - 1]
    return Path(typed).expanduser() if typed else None


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:  # it has just gone
        return 0.0
