"""The examples of a RULES.md, as a player reads them: tests set up exactly what is drawn there."""

from __future__ import annotations

import re

from siegeworks.play.rulebook import rules_text


def example(game: str, title: str) -> list[str]:
    """The drawings below the heading "### title" of a game's rules, from the first to the last."""
    blocks = examples(game)[title]
    assert blocks, f"{title}: nothing is drawn"
    return blocks


def examples(game: str) -> dict[str, list[str]]:
    """All examples of a game's rules: what is drawn in each, by its heading."""
    parts = re.split(r"^#{2,3} (.*)$", rules_text(game), flags=re.MULTILINE)
    titled = zip(parts[1::2], parts[2::2], strict=True)
    return {
        title: re.findall(r"^```\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
        for title, text in titled
        if title.startswith("Example")
    }
