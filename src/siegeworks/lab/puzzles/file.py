"""Writing a file of puzzles, as `siegeworks.play.teaching.puzzles` reads it"""

import json
import re
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from itertools import count

from msgspec.structs import replace

from siegeworks.play.teaching.puzzles import Kind, Puzzle

EASY_SHARE = 0.6  # at most, of all puzzles, are of grade 1 …
MOST_EASY = 100  # … unless they are no more than this
PLAIN_THEMES: dict[Kind, str] = {
    "win": "Win by force",
    "save": "Save the game",
    "odds": "The best odds",
}
HEAD = """\
# Puzzles, as siegeworks.play.teaching.puzzles reads them: written by `siegeworks puzzles make`,
# proven again by `siegeworks puzzles check`. What `themes` says is written by hand: by patterns of
# the solution, the first that fits, or none.
"""


def merged(
    known: Iterable[Puzzle], new: Iterable[Puzzle], themes: Mapping[str, str]
) -> list[Puzzle]:
    """All puzzles, each position once; those that are new get a theme and a name."""
    puzzles = list(known)
    positions = {puzzle.start for puzzle in puzzles}
    names = {puzzle.name for puzzle in puzzles}
    for puzzle in new:
        if puzzle.start not in positions:
            theme = theme_of(puzzle, themes)
            stem = re.sub(r"[^a-z0-9]+", "-", theme.lower()).strip("-")
            name = next(f"{stem}-{n}" for n in count(1) if f"{stem}-{n}" not in names)
            positions.add(puzzle.start)
            names.add(name)
            puzzles.append(replace(puzzle, name=name, theme=theme))
    return puzzles


def theme_of(puzzle: Puzzle, themes: Mapping[str, str]) -> str:
    """The theme by the game's patterns: of "win TOKEN", "save TOKEN" or "odds TOKEN"."""
    text = f"{puzzle.kind} {puzzle.solution}"
    for patterns, theme in themes.items():
        if any(fnmatchcase(text, f"* {p}") or fnmatchcase(text, p) for p in patterns.split("|")):
            return theme
    return PLAIN_THEMES[puzzle.kind]


def without_surplus(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Without puzzles of grade 1 beyond MOST_EASY, if they would be more than EASY_SHARE; those
    that take most moves stay, and of these the first."""
    puzzles = list(puzzles)
    easy = sorted(
        (puzzle for puzzle in puzzles if puzzle.grade == 1), key=lambda puzzle: -puzzle.plies
    )
    hard = len(puzzles) - len(easy)
    room = max(MOST_EASY, int(hard * EASY_SHARE / (1 - EASY_SHARE)))
    kept = {puzzle.name for puzzle in easy[:room]}
    return [puzzle for puzzle in puzzles if puzzle.grade > 1 or puzzle.name in kept]


def as_toml(puzzles: Iterable[Puzzle], themes: Mapping[str, str]) -> str:
    """The file."""
    parts = [HEAD]
    if themes:
        parts.append("\n[themes]\n")
        parts += [f"{_text(key)} = {_text(value)}\n" for key, value in themes.items()]
    parts += [_puzzle(puzzle) for puzzle in puzzles]
    return "".join(parts)


def _puzzle(puzzle: Puzzle) -> str:
    levels = ", ".join(f"{judge} = {share}" for judge, share in puzzle.found_by.items())
    worth = ", ".join(f"{_text(move)} = {wins}" for move, wins in puzzle.worth.items())
    options = ", ".join(f"{key} = {_text(value)}" for key, value in puzzle.options.items())
    lines = [
        "",
        "[[puzzle]]",
        f"name = {_text(puzzle.name)}",
        f"kind = {_text(puzzle.kind)}",
        f"grade = {puzzle.grade}",
        f"theme = {_text(puzzle.theme)}",
        f"seat = {_text(puzzle.seat)}",
        f"plies = {puzzle.plies}",
        *([f"options = {{ {options} }}"] if options else []),
        f"start = '''\n{puzzle.start}'''",
        f"solution = {_text(puzzle.solution)}",
        f"line = '''\n{puzzle.line}'''" if puzzle.line else 'line = ""',
        f"proof = {_text(puzzle.proof)}",
        f"text = {_text(puzzle.text)}",
        f"found_by = {{ {levels} }}",
        *([f"deals = {puzzle.deals}", f"worth = {{ {worth} }}"] if puzzle.deals else []),
    ]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """A basic string of TOML, which is one of JSON."""
    return json.dumps(text, ensure_ascii=False)
