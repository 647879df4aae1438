"""What our words must not say, and what to say instead: one table for sentences, one for names.

    python -m tests.english            # every hit, with its file and line
    python -m tests.english --table    # the tables themselves, in Markdown

Sentences are docstrings, comments and strings of Python files, whole files of the page, and the
documents. Names are the identifiers of Python and TypeScript, and the names of files. A search in a
list cannot tell good English from bad; it keeps out the phrases that a native reader stumbled over.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Rule(NamedTuple):
    """A pattern, and what to say instead."""

    pattern: str  # a regular expression; case counts in names, not in phrases
    instead: str


# An entry may be wrong in a rare sentence: then say the sentence otherwise, it will be clearer too.
PHRASES = [
    # People and places
    Rule(r"look(s|ing|ed)? on\b(?!to)", "spectator, to watch"),
    Rule(r"onlookers?", "spectator"),
    Rule(r"who looks", "a spectator"),
    Rule(r"whoever|whosoever|whomever", "the player who, anyone who, the one that"),
    Rule(r"who(ever)? (has|is|can|may|wants) [\w ]{1,30} (can|may|must)", "anyone who …, if you …"),
    Rule(r"as many \w+( \w+)? as there is room", "there is no room for more …"),
    Rule(r"(of|on) one's own", "your own, its own"),
    Rule(
        r"(of|by) (ours|theirs)",
        "our, your (“a page of ours” → “our page”)",
    ),
    Rule(r"(by |another |an)other hands?\b", "independently, someone else"),
    Rule(r"doors?", "limit, way in, shortcut"),
    Rule(r"deeds?", "turn, action, handler"),
    Rule(r"(a|the|this|one|each|every|whole|of) sittings?", "terminal game, session"),
    Rule(r"sitters?", "player"),
    Rule(r"draughts(man|men)", "renderer, scene encoder"),
    Rule(r"visitors?", "client, connection"),
    Rule(r"(slow |other )?twins?", "reference implementation, counterpart"),
    Rule(r"yardsticks?", "baseline"),
    Rule(r"whims?", "at random, user seed"),
    Rule(r"softness", "temperature"),
    Rule(r"curtain (falls|rises)|(let|lets) the curtain", "the screen is covered, uncovered"),
    # Calques
    Rule(r"takes? nothing( of)?", "cannot write to …, reads nothing"),
    Rule(
        r"(?<!there )\b(is|are|was|were|be) no (?!(longer|more|better|worse|greater|larger|fewer"
        r"|less|one|need|smaller|people|or)\b|\d)\w+",
        "is not a …",
    ),
    Rule(r"that is not so", "false, that is wrong"),
    Rule(r"must be had", "you need …"),
    Rule(r"(can|may) be had\b", "is available, can be installed"),
    Rule(r"move, as [a-h]\d-[a-h]\d", "e.g. a2-a3"),
    Rule(r"(sign|signs) of it", "check the code"),
    Rule(r"is (the|your|this) \w+ (whole|right)\?", "Check the address. Check the code."),
    Rule(
        r"is the line alive|line is (alive|cut|broken)|broken line",
        "the connection is open, was lost",
    ),
    Rule(
        r"stands? (in|on top of|at the end of|beside) "
        r"(\[|`|the (file|folder|table|documentation|readme|log))",
        "is in, see",
    ),
    Rule(r"what (happened|was tried) stands", "see"),
    Rule(r"anew", "again, from scratch"),
    Rule(
        r"thereof|therein|thereby|hereby|whence|thence|henceforth|hither|whither|lest|albeit",
        "the plain word",
    ),
    Rule(r"at (the )?pleasure|with pleasure", "as you like"),
    Rule(r"before everybody's eyes|before all eyes", "publicly"),
    Rule(r"lies? open", "is public, face up"),
    Rule(r"so much (of|as) ", "so many, as much"),
    Rule(r"keep so many of", "keep the first n of"),
    Rule(r"after so many of|so many (games|steps|moves)", "after this many …, that many …"),
    Rule(
        r"(does|do|did|can|could|may|must|will|would|has|have|is|are)(n't| not) \w+ any more",
        "no longer",
    ),
    Rule(r"this is a fault of", "a bug in"),
    Rule(r"faults? of (the program|the server|siegeworks)", "bug"),
    Rule(r"for all to see", "public"),
    Rule(r"goes? (further|farther) (on|than)", "continues"),
    Rule(r"goes? on by itself", "continues on its own"),
    Rule(r"go(es)? on (with|where|from|trying|running)", "continue, keep trying"),
    Rule(r"mend(s|ed|ing)?", "fix"),
    Rule(r"are come|is come|be come", "have come"),
    Rule(r"at (one|once) (and|or) the same", "the same"),
    Rule(r"(judge|judges|judged) (on|over|of) ", "check, test (“the suites that check …”)"),
    Rule(r"is not yet there|are not yet there", "does not exist yet"),
    Rule(r"of (that|this|the same) name,? whose", "named"),
    Rule(r"make(s)? (it )?(known|acquainted)", "tell, register"),
    Rule(r"comes? to word|to speak of", "the plain word"),
    Rule(r"a number without its circumstances|is a rumour", "say it plainly"),
    Rule(r"(leave|leaves|left) one's|at one's|with one's|in one's", "your, its, the player's"),
    Rule(r"as (he|she|one) (likes|wishes|pleases)", "as you like"),
    Rule(r"in turns? (round by round)", "alternately, round by round"),
    Rule(r"the last but one", "the second to last"),
    Rule(r"(by|in) (far )?the most cases", "in most cases"),
    Rule(r"until now(?! )", "so far"),
    Rule(r"(is|are) to be (seen|had|found|got)", "can be seen, found"),
    Rule(r"has to do with", "concerns"),
    Rule(r"(tell|tells|told|say|says) of (it|them|the|a) ", "report, mention"),
    Rule(r"nobody came to", "unused"),
    Rule(r"some (seconds|minutes|hundreds?|thousands?|\d+)", "a few seconds, about 200"),
    Rule(r"quick (doors?|ways?) ", "fast path, shortcut"),
    Rule(r"(by|to|of|for) (all|both) hands", "the plain word"),
    Rule(r"made worthless", "revoked"),
    Rule(
        r"ordinary blanks?|one blank|no blank|by a blank|without blanks|each blank|blanks between",
        "space",
    ),
    # Units
    Rule(
        r"(messages?|requests?|steps?|games?|moves?|playouts?|simulations?|lines?|times?|frames?"
        r"|bytes?|connections?|tables|positions|calls|\d|them|made|once|one|than|answers?) "
        r"(a|each) second",
        "per second",
    ),
    Rule(
        r"(simulations?|seconds?|ms|time|milliseconds) a (move|decision)", "per move, per decision"
    ),
    Rule(
        r"(bytes|memory) a (state|game|table)|(steps|plies|actions) a game"
        r"|games a (unit|pair|match)|trees? a seat",
        "per state, per game",
    ),
]

# Names: exact words of the code. `declared` names are too common to forbid everywhere; what is
# forbidden is to call a module, class, function or exported variable so.
NAMES = [
    Rule(r"the_draughtsman|Draughtsman|draughtsman", "scene_encoder, SceneEncoder"),
    Rule(r"the_game", "cached_game"),
    Rule(r"Shown|Everything", "audience view, turn screen, open view"),
    Rule(r"Deed|Deeds|DEEDS|deeds|deed", "handlers, turn summary"),
    Rule(r"Keeper|keeper", "Autosave"),
    Rule(r"Sitting|sitting", "TerminalGame"),
    Rule(r"Story|story", "summary"),
    Rule(r"Visitor|Visitors|visitor|visitors", "client, connection"),
    Rule(r"Door|Doors|doors|door", "limits, protocols"),
    Rule(r"Moment|moment", "history state, move context"),
    Rule(r"Thought|Thoughts|thought|thoughts|softness", "ActionStatistics, temperature"),
    Rule(r"Yardstick|YARDSTICKS|yardstick|yardsticks", "baselines"),
    Rule(r"whim|whims|hurry", "user_rng, prepare_soon"),
    Rule(r"twin|twins|Twin", "reference, counterpart"),
    Rule(r"Sitter|Sitters", "the seat's player"),
]
# Names of variables and parameters that say how they came about and not what they are.
UNTELLING = {"found", "one", "said", "taken", "told"}
DECLARED = [
    Rule(r"think|Standing|Spread|spread|Line|Lines", "search, or the thing's own name"),
]
DECLARED_ON_THE_PAGE = [
    Rule(r"Face|Grammar|Fault|News|Hand", "game view, move grammar, error message, status"),
    Rule(r"here|me|early|hand", "route, preferences, preload, move input"),
    Rule(r"Who|Ask|Thing|Ghost", "what it shows"),
]
FILES = [
    Rule(r"words\.py", "contract.py"),
    Rule(r"board\.py", "params.py"),
    Rule(r"yardsticks\.py|worlds\.py", "baselines.py"),
    Rule(
        r"story\.py|keeper\.py|sitting\.py|doors\.py",
        "summary.py, autosave.py, terminal_game.py, limits.py",
    ),
    Rule(
        r"moment\.py|page\.py|pages\.py|complain\.py",
        "the thing's name: screen.py, static_files.py",
    ),
    Rule(r"lock\.py", "filelock does it"),
    Rule(
        r"hand\.svelte\.ts|here\.svelte\.ts|me\.svelte\.ts|early\.ts",
        "move-input, route, preferences, preload",
    ),
    Rule(
        r"faces?\.ts|Face\.svelte|Fault\.svelte|News\.svelte", "game-view.ts, ErrorMessage, Status"
    ),
    Rule(r"Who\.svelte|Ask\.svelte|Thing\.svelte|Ghost\.svelte", "what it shows"),
]

DOCUMENTS = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "NOTICE.md", "CHANGELOG.md")
DECLARATION = r"\b(?:class|def|function|interface|type|export const|export let)\s+"
GENERATED = {"wire.ts", "results.md"}  # from messages.py; by the benchmarks
OURSELVES = {"english.py", "test_english.py"}


Sentence = tuple[str, Callable[[int], int]]  # text, and the line of each place in it


class Hit(NamedTuple):
    """Something to say otherwise."""

    path: str
    line: int
    found: str
    instead: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.found!r} → {self.instead}"


def main(arguments: list[str]) -> int:
    """Print the tables or the hits; 1 where there are hits."""
    if "--table" in arguments:
        print(table())
        return 0
    hits = [hit for hit in every_hit() if not arguments or hit.path.startswith(tuple(arguments))]
    for hit in hits:
        print(hit)
    print(f"{len(hits)} hits")
    return 1 if hits else 0


def every_hit() -> Iterator[Hit]:
    """All hits of the project, file by file."""
    for path in files():
        name = path.relative_to(ROOT).as_posix()
        for rule in FILES:
            if name.startswith(("src/", "web/")) and re.fullmatch(rule.pattern, path.name):
                yield Hit(name, 1, path.name, rule.instead)
        yield from hits_in(name, path.read_text(encoding="utf-8"))


def hits_in(name: str, text: str) -> Iterator[Hit]:
    """The hits of one file."""
    sentences, code = split(name, text)
    declared = DECLARED if name.endswith(".py") else DECLARED_ON_THE_PAGE
    for words, line_of in sentences:
        for match, rule in _matches(words, PHRASES):
            yield Hit(name, line_of(match.start()), match[0], rule.instead)
    for line, words in code:
        for match, rule in _matches(words, NAMES):
            yield Hit(name, line, match[0], rule.instead)
        for match, rule in _matches(words, declared, prefix=DECLARATION):
            yield Hit(name, line, match[0], rule.instead)
    variables = _variables(ast.parse(text)) if name.endswith(".py") else _untelling(code)
    for line, variable in variables:
        if variable in UNTELLING:
            yield Hit(name, line, variable, "what it is: match, piece, sentence")


def _variables(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The variables and parameters of a file, but not the fields of classes."""
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    parts = [part for node in classes for part in node.body if isinstance(part, ast.AnnAssign)]
    fields = {part.target for part in parts}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in fields:
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg


def _untelling(code: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The variables and parameters of a file of the page whose names do not say what they are.

    A name before a colon is a property, unless it is a parameter with its type.
    """
    text = "\n".join(words for _, words in code).split("<style>")[0]
    names = "|".join(UNTELLING)
    for match in re.finditer(
        rf"(?:\b(?:const|let|function|as)\s+|\((?:[^(){{}}]*,)?\s*(?:\.\.\.)?)({names})\b"
        rf"|(?:[\[,:]\s*|\{{[ \t]*)(?:\.\.\.)?({names})\b(?!\s*\??:)",
        text,
    ):
        yield text.count("\n", 0, match.end()) + 1, match[1] or match[2]


def _matches(
    text: str, rules: list[Rule], prefix: str = ""
) -> Iterator[tuple[re.Match[str], Rule]]:
    """Where rules match whole words."""
    if _pattern("|".join(rule.pattern for rule in rules), prefix, rules is PHRASES).search(text):
        for rule in rules:
            for match in _pattern(rule.pattern, prefix, rules is PHRASES).finditer(text):
                yield match, rule


@cache
def _pattern(pattern: str, prefix: str, ignores_case: bool) -> re.Pattern[str]:
    return re.compile(
        rf"{prefix}(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE if ignores_case else 0
    )


def files() -> Iterator[Path]:
    """The files that people read."""
    for name in DOCUMENTS:
        yield ROOT / name
    yield from sorted((ROOT / "web").glob("*.[mjt]*s"))  # how the page is built
    for folder, endings in (
        ("src", (".py", ".md", ".ts", ".svelte")),
        ("web/src", (".ts", ".svelte", ".css")),
        ("docs", (".md",)),
        ("examples", (".py", ".md", ".js", ".ts", ".svelte")),
        ("bench", (".py",)),
        ("tests", (".py",)),
    ):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in endings and path.name not in OURSELVES and path.name not in GENERATED:
                yield path


# What is a sentence, and what is code ------------------------------------------------------------


def split(name: str, text: str) -> tuple[list[Sentence], list[tuple[int, str]]]:
    """The sentences of a file with the line of each place in them, and its lines of code."""
    if name.endswith(".py"):
        return _split_python(text)
    sentences = [_unwrapped(text)]
    if name.endswith(".md"):
        return sentences, []
    blank = re.sub(
        r"/\*.*?\*/|<!--.*?-->|(?<!:)//[^\n]*|'[^'\n]*'|\"[^\"\n]*\"|`[^`]*`",
        lambda match: re.sub(r"[^\n]", " ", match[0]),
        text,
        flags=re.DOTALL,
    )
    return sentences, list(enumerate(blank.splitlines(), 1))


def _split_python(text: str) -> tuple[list[Sentence], list[tuple[int, str]]]:
    sentences, code = [], list(text.splitlines())
    kind, words, lines = None, "", list[int]()

    def finish() -> None:
        nonlocal words, lines
        if words:
            known = lines
            sentences.append((words, lambda at: known[min(at, len(known) - 1)]))
        words, lines = "", []

    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.NL, tokenize.INDENT, tokenize.DEDENT):
            continue
        now = _kind(token)
        if now is None:
            finish()
            kind = None
            continue
        if now != kind:
            finish()
        part, starts = _plain(token, now)
        if now == "comment" and words:
            part, starts = " " + part, [starts[0] if starts else token.start[0], *starts]
        words += part
        lines += starts
        kind = now
        _wipe(code, token)
    finish()
    return sentences, list(enumerate(code, 1))


def _kind(token: tokenize.TokenInfo) -> str | None:
    if token.type == tokenize.COMMENT:
        return "comment"
    if token.type == tokenize.STRING or tokenize.tok_name[token.type].startswith("FSTRING"):
        return "string"
    return None


def _plain(token: tokenize.TokenInfo, kind: str) -> tuple[str, list[int]]:
    """A token as running text, and the line of each of its characters."""
    text = token.string
    if kind == "comment":
        text = text.lstrip("# ").rstrip()
        return text, [token.start[0]] * len(text)
    text = re.sub(r"^[A-Za-z]*(\"\"\"|'''|\"|')|(\"\"\"|'''|\"|')$", "", text)
    words, line_of = _unwrapped(text)
    return words, [token.start[0] - 1 + line_of(at) for at in range(len(words))]


def _unwrapped(text: str) -> Sentence:
    """Text without its line breaks within a paragraph, and the line of each of its characters."""
    words, lines, line = [], [], 1
    for match in re.finditer(r"\n[ \t]*\n|\n[ \t]*(?:\*(?!/)|//|#:?)?[ \t]*|[ \t]+|[^\s]", text):
        part = match[0]
        if not part.isspace() and not part.startswith("\n"):
            words.append(part)
            lines.append(line)
        else:
            words.append("\n" if part.count("\n") > 1 else " ")
            lines.append(line)
            line += part.count("\n")
    return "".join(words), lambda at: lines[min(at, len(lines) - 1)] if lines else 1


def _wipe(code: list[str], token: tokenize.TokenInfo) -> None:
    """Blank out a token, so that what is left is code."""
    (first, begin), (last, end) = token.start, token.end
    for line in range(first, last + 1):
        old = code[line - 1]
        start, stop = begin if line == first else 0, end if line == last else len(old)
        code[line - 1] = old[:start] + " " * (stop - start) + old[stop:]


def table() -> str:
    """The tables in Markdown."""
    parts = []
    for title, rules in (
        ("Phrases (docstrings, comments, strings, the page, documents)", PHRASES),
        ("Names (identifiers)", NAMES),
        ("Names of classes and functions (Python)", DECLARED),
        ("Names of types, functions, exported variables (page)", DECLARED_ON_THE_PAGE),
        ("Names of files", FILES),
    ):
        rows = [
            f"| `{rule.pattern.replace('|', chr(92) + '|')}` | {rule.instead} |" for rule in rules
        ]
        parts.append(
            "\n".join([f"## {title}", "", "| pattern | say instead |", "|---|---|", *rows])
        )
    return "\n\n".join(parts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
