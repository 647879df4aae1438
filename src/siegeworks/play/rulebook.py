"""The rulebook of a game as text: all of it, or by paragraph."""

import re
from importlib.resources import files

from siegeworks.games import module

HEADING = re.compile(r"^## (\S+)", re.MULTILINE)


def rules_text(game: str) -> str:
    return files(module(game).__name__).joinpath("RULES.md").read_text(encoding="utf-8")


def paragraphs(text: str) -> dict[str, str]:
    """The numbered paragraphs of a rulebook by their numbers, e.g. "R4"."""
    starts = list(HEADING.finditer(text))
    ends = [start.start() for start in starts[1:]] + [len(text)]
    texts = {s[1]: text[s.start() : end].strip() for s, end in zip(starts, ends, strict=True)}
    return {name: text for name, text in texts.items() if re.fullmatch("R[0-9]+", name)}


SECTION = re.compile(r"^## ", re.MULTILINE)


def sections_with(text: str, words: str) -> list[str]:
    """The sections of a rulebook that contain all of these words, in any order and case."""
    wanted = words.lower().replace("’", "'").split()
    sections = [f"## {section}".strip() for section in SECTION.split(text)[1:]]
    return [section for section in sections if all(word in section.lower() for word in wanted)]
