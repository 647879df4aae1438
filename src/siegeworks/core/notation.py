"""Steps as people write them, and the sentence for one that cannot be taken."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from types import ModuleType
from typing import Any

from siegeworks.core.contract import Action, Observation, Outcome, State
from siegeworks.core.errors import quote

NOT_A_MOVE = "is not a move."  # begins a clause about text that is not a token; an example follows
LONGEST_TEXT = 40  # more than any token, however it is spelled; longer text is rejected unread
TABLE_STEP = re.compile("(resign|time)(=.*)?|draw|agree", re.DOTALL)  # in any game


def _no_outcome_text(params: Any, outcome: Outcome) -> str:
    raise AssertionError("a game with chance outcomes has texts for them")


@dataclass(frozen=True, kw_only=True)
class Notation:
    """Steps as people write them. A token names the same action in every state of a game."""

    action_to_text: Callable[[Any, Action], str]  # (params, action): one text per action
    explain: Callable[[Any, Observation, str], str]
    """explain(params, seen, text): why `text` is not legal for the seat to act in `seen`, as a
    clause that ends with the paragraph: "hex e4 is under an army (R4)". For text that is not a
    token at all: NOT_A_MOVE and how a token is written."""

    outcome_to_text: Callable[[Any, Outcome], str] = _no_outcome_text
    """outcome_to_text(params, outcome): one text per outcome. A game without chance has none."""
    explain_outcome: Callable[[Any, State, str], str] | None = None
    """explain_outcome(params, s, text): as `explain`, where chance is to act. None: an example of
    what may happen."""

    kind_of: Callable[[Any, Action], str] | None = None
    """kind_of(params, action): what kind of move this is, in the rulebook's words: "attack". None:
    reports go by the signs in its token."""
    shown_to_text: Callable[[Any, int], str] | None = None
    """shown_to_text(params, code): what `Rules.shows` says, "5x3"; one text per code, "" for 0."""

    @classmethod
    def of(cls, module: ModuleType) -> Notation:
        """The functions of this module that are named as the fields here."""
        names = (field.name for field in fields(cls) if hasattr(module, field.name))
        return cls(**{name: getattr(module, name) for name in names})


@dataclass(frozen=True, eq=False)
class Tokens:
    """The tokens of one game: of all its actions and of all outcomes of chance."""

    notation: Notation
    params: Any
    num_actions: int
    num_outcomes: int

    @cached_property
    def of_actions(self) -> tuple[str, ...]:
        """The token of every action."""
        return tuple(self.notation.action_to_text(self.params, a) for a in range(self.num_actions))

    @cached_property
    def of_outcomes(self) -> tuple[str, ...]:
        """The token of every outcome of chance."""
        return tuple(
            self.notation.outcome_to_text(self.params, o) for o in range(self.num_outcomes)
        )

    def __contains__(self, text: str) -> bool:
        """Is this the token of an action or of an outcome?"""
        return text in self.actions or text in self.outcomes

    @cached_property
    def actions(self) -> dict[str, Action]:
        """The action of every token."""
        return {text: action for action, text in enumerate(self.of_actions)}

    @cached_property
    def outcomes(self) -> dict[str, Outcome]:
        """The outcome of every token."""
        return {text: outcome for outcome, text in enumerate(self.of_outcomes)}


def spelled_otherwise(
    text: str, tokens: Mapping[str, str], paragraph: Callable[[str], str]
) -> str | None:
    """That this text is a token apart from case and spaces; None if it is not. `tokens` has every
    token by its lower-case form, `paragraph` says which one a token belongs to."""
    if len(text) > LONGEST_TEXT:
        return None
    token = tokens.get("".join(text.split()).casefold(), text)
    if token == text:
        return None
    return f"upper and lower case and spaces matter: write {token} ({paragraph(token)})"


def refusal(text: str, why: str, is_token: bool) -> str:
    """The sentence that says why `text` cannot be played, from the clause of a `Notation`. A token
    that is not legal now is a move all the same, whatever the clause says."""
    if not why.startswith(NOT_A_MOVE):
        return f"{quote(text)}: {why}"
    rest = why.removeprefix(NOT_A_MOVE).strip()
    if is_token:
        return f"{quote(text)}: {rest}"
    first, blank, rest = rest.partition(" ")
    first = first.capitalize() if first.isalpha() else first  # but b2 and L>4 stay as they are
    return f"'{quote(text)}' {NOT_A_MOVE} {first}{blank}{rest}."
