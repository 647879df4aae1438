"""The examples of a RULES.md, as a player reads them: tests set up exactly what is drawn there."""

from siegeworks.testing.rulebook import example, examples

__all__ = ["example", "examples"]
