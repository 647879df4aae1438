"""What a game's RULES.md must contain. This is the one place where it is said: `REQUIREMENTS`.

`python -m siegeworks.testing` lists them; the laws check each of them, and say which file
and which paragraph is wrong.
"""

import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.markdown import Markdown

from siegeworks.games import module
from siegeworks.play.rulebook import paragraphs as paragraphs_of
from siegeworks.play.rulebook import rules_text
from siegeworks.testing.facts import Facts
from siegeworks.testing.walks import loaded

NARROWEST = 80  # columns of a terminal
FEWEST = 3  # paragraphs
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

FROM_OUTSIDE = (
    "### Resigning and draws These steps come from outside the rules. They may be taken at any "
    "time before the end, in the set-up too, and a record writes them as steps of the `table`: "
    "`resign=SEAT`, the seat resigns; `time=SEAT`, its time has run out; `draw`, all seats agree "
    "on a draw. When a seat has resigned, or its time has run out, the other"
)


class Requirement(NamedTuple):
    """One thing that a RULES.md must contain."""

    sentence: str
    complaints: Callable[[Facts], Iterator[str]]  # what is wrong; none: nothing


def package(facts: Facts) -> Path:
    """The folder of the game's package."""
    return Path(str(module(facts.game).__file__)).parent


def rulebook(facts: Facts) -> str:
    """Where the rules are, for a sentence."""
    return str(package(facts) / "RULES.md")


def paragraphs(facts: Facts) -> list[str]:
    """The R-numbers that RULES.md has headings for, in their order."""
    return re.findall(r"^#+ (R\d+)\b", rules_text(facts.game), re.MULTILINE)


def head(facts: Facts) -> str:
    """What stands above R1, on one line."""
    return " ".join(rules_text(facts.game).split("## R1")[0].split())


def seats_in_words(seats: str) -> str:
    """`Two to four players.`"""
    words = " ".join(NUMBERS[int(word)] if word.isdigit() else word for word in seats.split())
    return f"{words.capitalize()} player{'' if seats == '1' else 's'}."


def examples(name: str) -> dict[str, list[str]]:
    """All examples of a game's rules: what is drawn in each, by its heading."""
    parts = re.split(r"^#{2,3} (.*)$", rules_text(name), flags=re.MULTILINE)
    titled = zip(parts[1::2], parts[2::2], strict=True)
    return {
        title: re.findall(r"^```\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
        for title, text in titled
        if title.startswith("Example")
    }


def example(name: str, title: str) -> list[str]:
    """The drawings below the heading `### title` of a game's rules, from the first to the last."""
    blocks = examples(name)[title]
    assert blocks, f"{title}: nothing is drawn"
    return blocks


# What is asked of it ------------------------------------------------------------------------------


def _title(facts: Facts) -> Iterator[str]:
    title = module(facts.game).TITLE
    if not rules_text(facts.game).startswith(f"# {title}\n"):
        yield f"{rulebook(facts)}: the first line is not `# {title}`."


def _rights(facts: Facts) -> Iterator[str]:
    if not re.search(r"rights|copyright|CC BY|license|permission", head(facts), re.IGNORECASE):
        yield f"{rulebook(facts)}: nothing above R1 says who has which rights in the game."


def _who_plays(facts: Facts) -> Iterator[str]:
    ruleset = loaded(facts.game, {}).ruleset
    seats = seats_in_words(module(facts.game).CARD.seats_text)
    sentence = f"These are the rules in our own words. Ruleset {ruleset}. {seats}"
    if sentence not in head(facts):
        yield f"{rulebook(facts)}: above R1 there is no `{sentence}`"


def _numbers(facts: Facts) -> Iterator[str]:
    numbers = paragraphs(facts)
    expected = [f"R{number}" for number in range(1, max(FEWEST, len(numbers)) + 1)]
    for number in expected:
        if number not in numbers:
            yield f"{rulebook(facts)}: there is no paragraph `## {number} …`."
    if sorted(numbers) == sorted(expected) and numbers != expected:
        yield f"{rulebook(facts)}: the paragraphs are not in order: {', '.join(numbers)}."


def _cited(facts: Facts) -> Iterator[str]:
    sources = "".join(path.read_text(encoding="utf-8") for path in package(facts).glob("*.py"))
    yield from _same_paragraphs(
        facts,
        set(re.findall(r"\bR\d+\b", sources)),
        f"no file in {package(facts)} cites it (`# R4`)",
        f"a file in {package(facts)} cites it",
    )


def _tested(facts: Facts) -> Iterator[str]:
    files = facts.folder.glob("test_*.py")
    sources = "".join(path.read_text(encoding="utf-8") for path in files)
    yield from _same_paragraphs(
        facts,
        set(re.findall(r"def test_(R\d+)_", sources)),
        f"no test in {facts.folder} is named after it (`def test_R4_…`)",
        f"a test in {facts.folder} is named after it",
    )


def _same_paragraphs(facts: Facts, numbers: set[str], lacking: str, extra: str) -> Iterator[str]:
    there = set(paragraphs(facts))
    for number in sorted(there - numbers, key=_number):
        yield f"{rulebook(facts)}, {number}: {lacking}."
    for number in sorted(numbers - there, key=_number):
        yield f"{rulebook(facts)} has no paragraph {number}, but {extra}."


def _number(paragraph: str) -> int:
    return int(paragraph[1:])


def _marks(facts: Facts) -> Iterator[str]:
    for mark in ("**(ruling)**", "**(ours)**"):
        if mark not in head(facts):
            yield f"{rulebook(facts)}: nothing above R1 says what is marked {mark}."


def _table_steps(facts: Facts) -> Iterator[str]:
    number = loaded(facts.game, {}).table_rule
    text = " ".join(paragraphs_of(rules_text(facts.game)).get(number, "").split())
    if FROM_OUTSIDE not in text:
        yield f"{rulebook(facts)}, {number}: this is missing, word for word: {FROM_OUTSIDE} …"
    elif "(ours)" in text[text.index(FROM_OUTSIDE) :]:
        yield f"{rulebook(facts)}, {number}: the steps of the table are not marked (ours)."


def _examples(facts: Facts) -> Iterator[str]:
    console = Console(width=NARROWEST, file=StringIO(), force_terminal=True, color_system=None)
    console.print(Markdown(rules_text(facts.game)))
    assert isinstance(console.file, StringIO)
    shown = {" ".join(line.split()) for line in console.file.getvalue().splitlines()}
    for title, drawings in examples(facts.game).items():
        for line in "".join(drawings).splitlines():
            if " ".join(line.split()) not in shown:
                yield f"{rulebook(facts)}, {title}: this line is drawn otherwise: {line}"


REQUIREMENTS: dict[str, Requirement] = {
    "title": Requirement("The first line is `# TITLE`, the game's title.", _title),
    "rights": Requirement(
        "Above R1: who designed the game, and who has which rights in it or its rules.", _rights
    ),
    "ruleset and players": Requirement(
        "Above R1: `These are the rules in our own words. Ruleset 1. Two players.`, with the "
        "ruleset of `make()` and the number of players of the package.",
        _who_plays,
    ),
    "marks": Requirement(
        "Above R1: what is marked **(ruling)**, decided by you where the designer's text leaves "
        "something open, and **(ours)**, a limit of the program and no rule of the game.",
        _marks,
    ),
    "numbers": Requirement(
        f"Paragraphs `## R1 Name`, `## R2 Name` … without a gap, {FEWEST} at least. Each rule is "
        "said once.",
        _numbers,
    ),
    "cited": Requirement(
        "The package's code cites every paragraph (`# R4`), and no other.", _cited
    ),
    "tested": Requirement(
        "Every paragraph has a test named after it, `def test_R4_…`, and no other has.", _tested
    ),
    "table steps": Requirement(
        "The paragraph `table_rule` of `make()` says how a game ends from outside the rules, in "
        "the words that all games share (`FROM_OUTSIDE`).",
        _table_steps,
    ),
    "examples": Requirement(
        "Below a heading `### Example: …`, positions drawn between lines of three backticks, at "
        f"most {NARROWEST} columns wide. Examples are optional.",
        _examples,
    ),
}
