"""`siegeworks puzzle [GAME] [NAME]`: solve puzzles at the terminal."""

import datetime
import json
from typing import Annotated

import typer

from siegeworks.cli.console.arguments import OptionalGame, Plain, check_one_of, examples, option
from siegeworks.cli.console.questions import ask_game
from siegeworks.cli.playing.learn import keep_learned
from siegeworks.core.errors import SiegeworksError
from siegeworks.games import game_names, module
from siegeworks.play.teaching.learned import Learned, read_learned
from siegeworks.play.teaching.puzzles import (
    GRADES,
    Puzzle,
    daily,
    has_puzzles,
    puzzle_of,
    puzzles,
    setting,
)
from siegeworks.tui.lesson import STOP
from siegeworks.tui.puzzle import Attempt, solve
from siegeworks.tui.terminal import Left, Terminal, open_terminal

EXAMPLES = examples(
    "siegeworks puzzle",
    "siegeworks puzzle kings-ransom",
    "siegeworks puzzle kings-ransom --daily",
    "siegeworks puzzle kings-ransom --grade 2",
    "siegeworks puzzle kings-ransom --list --json",
)
NEXT_PUZZLE = "Press Enter for the next puzzle, or type quit. "


def command(
    *,
    game: OptionalGame = None,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A puzzle's name; --list shows them.")
    ] = None,
    today: Annotated[bool, typer.Option("--daily", help="The puzzle of today.")] = False,
    grade: Annotated[int | None, option("--grade", "N", "Only of this grade, 1 to 3.")] = None,
    list_only: Annotated[
        bool, typer.Option("--list", help="List the puzzles, and which you have solved.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="With --list: one JSON object.")] = False,
    plain: Plain = False,
) -> None:
    """Solve puzzles: find the move that wins by force, saves the game or wins most often."""
    if grade is not None and grade not in GRADES:
        raise SiegeworksError(f"--grade {grade}: give a grade from 1 to {GRADES[-1]}.")
    if as_json and not list_only:
        raise SiegeworksError("--json goes with --list: siegeworks puzzle GAME --list --json")
    named = {"NAME": name is not None, "--daily": today}
    check_one_of({**named, "--grade": grade is not None})
    check_one_of({**named, "--list": list_only})
    terminal = open_terminal(plain)
    try:
        chosen = game
        if chosen is None:
            names = [name for name in game_names() if has_puzzles(name)]
            chosen = ask_game(terminal, "Puzzles for which game?", names, _counted)
        known = _puzzles(chosen)
        matches = [puzzle for puzzle in known if grade in (None, puzzle.grade)]
        if not (matches or as_json):
            grades = " and ".join(map(str, sorted({puzzle.grade for puzzle in known})))
            raise SiegeworksError(
                f"{module(chosen).TITLE} has no puzzle of grade {grade}, only of grade {grades}."
            )
        learned = read_learned()  # before anything is solved that could then not be kept
        if list_only:
            _list(terminal, chosen, matches, learned, as_json)
        elif today:
            _solve(terminal, chosen, [daily(chosen, datetime.date.today())])
        elif name is not None:
            _solve(terminal, chosen, [puzzle_of(chosen, name)])
        else:
            left = [puzzle for puzzle in matches if not learned.has_solved(chosen, puzzle.name)]
            _solve(terminal, chosen, left or matches)
    except EOFError:
        terminal.say("")


def _puzzles(game: str) -> tuple[Puzzle, ...]:
    known = puzzles(game)
    if not known:
        raise SiegeworksError(
            f"{module(game).TITLE} has no puzzles yet; to make some: siegeworks puzzles make {game}"
        )
    return known


def _counted(game: str) -> str:
    return f"{module(game).TITLE} ({len(puzzles(game))})"


def _list(
    terminal: Terminal, game: str, matches: list[Puzzle], learned: Learned, as_json: bool
) -> None:
    if as_json:
        listed = [
            {
                "name": puzzle.name,
                "kind": puzzle.kind,
                "grade": puzzle.grade,
                "theme": puzzle.theme,
                "proof": puzzle.proof,
                "solved": learned.has_solved(game, puzzle.name),
            }
            for puzzle in matches
        ]
        print(json.dumps({"game": game, "puzzles": listed}, ensure_ascii=False))
        return
    for puzzle in matches:
        solved = " (solved)" if learned.has_solved(game, puzzle.name) else ""
        terminal.say(f"{puzzle.name}: grade {puzzle.grade}. {puzzle.goal}{solved}")


def _solve(terminal: Terminal, game: str, left: list[Puzzle]) -> None:
    """One puzzle after another until the learner stops."""
    for number, puzzle in enumerate(left):
        try:
            attempt = solve(terminal, setting(game, puzzle))
        except Left:
            terminal.say(f"Stopped. To continue: siegeworks puzzle {game} {puzzle.name}")
            return
        _remember(terminal, game, attempt)
        if number + 1 < len(left) and terminal.ask(NEXT_PUZZLE).lower() in STOP:
            return


def _remember(terminal: Terminal, game: str, attempt: Attempt) -> None:
    """Keep that a puzzle is solved, if it is."""
    if attempt.given_up:
        return
    learned, name = read_learned(), attempt.setting.puzzle.name
    learned.add_puzzle(game, name, attempt.at_once)
    solved = sum(learned.has_solved(game, puzzle.name) for puzzle in puzzles(game))
    terminal.say(
        f"Solved: {solved} of {len(puzzles(game))}. In a row on the first try: {learned.streak}."
    )
    keep_learned(learned)
