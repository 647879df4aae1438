"""Names of accounts, of which no two can be mistaken for each other"""

import unicodedata
from functools import cache
from typing import Any

from siegeworks.core.errors import SiegeworksError

SHORTEST, LONGEST = 2, 20  # characters
SEPARATORS = "_-."
# Look-alikes among the signs that everybody has: what is written as what.
ALIKE = {"0": "o", "1": "l", "i": "l", "|": "l", "rn": "m", "vv": "w"}
WRITTEN_TOGETHER = (  # scripts of one language
    {"HAN", "HIRAGANA", "KATAKANA"},
    {"HAN", "BOPOMOFO"},
    {"HAN", "HANGUL"},
)
RESERVED = (
    *("admin", "administrator", "host", "moderator", "root", "server", "siegeworks", "system"),
    *("anonymous", "bot", "chance", "guest", "nobody", "somebody", "spectator", "table"),
)


class UnusableName(SiegeworksError):
    """A name that no account can have."""


def checked_name(name: str) -> str:
    """A name as it is shown.

    Raises:
        UnusableName: it is too short or too long, or has signs that names cannot have.
    """
    import precis_i18n  # noqa: PLC0415  (only who chooses a name needs it)

    name = unicodedata.normalize("NFC", name.strip())
    if not SHORTEST <= len(name) <= LONGEST:
        raise UnusableName(f"Choose a name of {SHORTEST} to {LONGEST} characters.")
    try:
        shown = str(precis_i18n.get_profile("UsernameCasePreserved").enforce(name))
    except UnicodeError:
        shown = ""
    if not shown or not all(_is_allowed(sign) for sign in shown):
        raise UnusableName("A name has letters, digits, and - _ . between them, but no spaces.")
    if shown[0] in SEPARATORS or shown[-1] in SEPARATORS:
        raise UnusableName("A name begins and ends with a letter or a digit.")
    if _is_mixed(shown):
        raise UnusableName(
            "Write a name in the letters of one script, so that everybody can tell it from others."
        )
    if skeleton(shown) in _reserved():
        raise UnusableName("This name is reserved. Choose another.")
    return shown


def skeleton(name: str) -> str:
    """A name as it looks, whatever its letters are: the same for names that can be mistaken for
    each other."""
    decomposed = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name).casefold())
    text = "".join(_looks_like(sign) for sign in decomposed if sign not in SEPARATORS)
    for part, whole in ALIKE.items():
        text = text.replace(part, whole)
    return text


def _is_allowed(sign: str) -> bool:
    return sign in SEPARATORS or unicodedata.category(sign)[0] in "LMN"


def _is_mixed(name: str) -> bool:
    scripts = set(_confusables().unique_aliases(name)) - {"COMMON", "INHERITED"}
    return len(scripts) > 1 and not any(scripts <= together for together in WRITTEN_TOGETHER)


@cache
def _reserved() -> frozenset[str]:
    return frozenset(skeleton(name) for name in RESERVED)


@cache
def _looks_like(sign: str) -> str:
    """The ASCII letter or digit that a sign or its capital looks like; itself, if there is none."""
    if sign.isascii():
        return sign
    for form in (sign, sign.upper()):
        alike = (entry["c"] for entry in _confusables().confusables_data.get(form, []))
        plain = sorted({text.casefold() for text in alike if text.isascii() and text.isalnum()})
        if plain and len(plain[-1]) == 1:
            return str(plain[-1])
    return sign


@cache
def _confusables() -> Any:
    from confusable_homoglyphs import confusables  # noqa: PLC0415  (its tables take a while)

    return confusables
