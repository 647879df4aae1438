"""The sentences with which the program refuses something, as its source has them.

`docs/reference/errors.md` explains the common ones by hand and lists all of them, so that a search
for a sentence finds its explanation. What is filled in while the program runs is written `…`.
"""

import ast
import html
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent / "src" / "siegeworks"
HOLE = "…"
# Where one meets a sentence: the name of a list on the page, and the modules whose sentences it
# has. The first that fits counts.
FAMILIES: dict[str, tuple[str, ...]] = {
    **{
        f"moves {game.parent.name.replace('_', '-')}": (f"games/{game.parent.name}/notation.py",)
        for game in sorted(PACKAGE.glob("games/*/notation.py"))
    },
    "maps": (
        "core/maps.py",
        "games/*/map*.py",
        "games/*/map*/*.py",
        "cli/maps/*.py",
        "drawing/picture.py",
        "server/**map*.py",
    ),
    "records": ("play/record.py", "cli/playing/replay.py"),
    "options": ("core/options.py", "games/**.py", "bots/**.py"),
    "learning": (
        "play/teaching/lessons.py",
        "play/teaching/learned.py",
        "play/teaching/puzzles.py",
        "play/teaching/coach.py",
        "play/teaching/rule_examples.py",
        "play/teaching/data_files.py",
        "lab/puzzles/*.py",
        "cli/playing/learn.py",
        "cli/*/puzzle*.py",
        "tui/lesson.py",
        "tui/puzzle.py",
        "server/**lesson*.py",
        "server/**puzzle*.py",
    ),
    "server": ("server/**.py", "client/*.py", "cli/hosting/*.py"),
    "table": ("play/**.py", "tui/**.py", "core/game.py"),
    "commands": ("cli/**.py",),
    "statistics": ("lab/**.py",),
    "python": ("agents/**.py", "core/**.py", "testing/**.py", "adapters/**.py"),
}
SHORTEST = 3  # words; what is shorter is a name or a sign, not a sentence


@cache
def sentences() -> dict[str, dict[str, None]]:
    """The sentences of every family, in the order of the source and once each."""
    found: dict[str, dict[str, None]] = {family: {} for family in FAMILIES}
    errors = error_classes()
    for path in sorted(PACKAGE.rglob("*.py")):
        texts = list(sentences_of(path, errors))
        if texts:
            found[family_of(path)].update(dict.fromkeys(texts))
    return found


def family_of(path: Path) -> str:
    """The family of a module."""
    name = path.relative_to(PACKAGE).as_posix()
    for family, patterns in FAMILIES.items():
        for pattern in patterns:
            expression = re.escape(pattern).replace(r"\*\*", ".*").replace(r"\*", "[^/]*")
            if re.fullmatch(expression, name):
                return family
    raise LookupError(f"{name} refuses something: name it in a family of mkdocs_errors.py.")


@cache
def error_classes() -> frozenset[str]:
    """The names of all exceptions whose message is a sentence for people."""
    bases = {
        node.name: {ast.unparse(base).rpartition(".")[2] for base in node.bases}
        for path in PACKAGE.rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    }
    known = {"SiegeworksError", "NotAFile", "BadParameter", "MapProblem"}
    while more := {name for name, its in bases.items() if its & known} - known:
        known |= more
    return frozenset(known)


def sentences_of(path: Path, errors: frozenset[str]) -> Iterator[str]:
    """The sentences with which one module refuses something."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if path.name == "notation.py":
        yield from clauses_of(tree)
        return
    named = constants(tree)
    nodes = list(ast.walk(tree))
    makers = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        called = name_of(node.func)
        if called not in errors and called not in ("_refuse", "print_error"):
            continue
        for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
            yield from filter(is_sentence, texts(argument, named))
            if isinstance(argument, ast.Call) and isinstance(argument.func, ast.Name):
                maker = makers.get(argument.func.id)
                for part in ast.walk(maker) if maker is not None else ():
                    if isinstance(part, ast.Return) and part.value is not None:
                        yield from filter(is_sentence, texts(part.value, named))


def name_of(called: ast.expr) -> str | None:
    """The last name of what is called: `error` of `module.error(…)`."""
    if isinstance(called, ast.Attribute):
        return called.attr
    return called.id if isinstance(called, ast.Name) else None


def clauses_of(tree: ast.Module) -> Iterator[str]:
    """The clauses of a game's notation that say why a token is not legal: they cite a paragraph."""
    for node in parts_outside_docstrings(tree):
        for text in texts(node, {}):
            if re.search(r"\((R\d[^()]*|…)\)$|; …$", text) and is_sentence(text):
                yield text


def parts_outside_docstrings(tree: ast.AST) -> Iterator[ast.AST]:
    """All texts in the order of the source: no docstring, and no part of a text already given."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.Constant | ast.JoinedStr):
            yield node
        else:
            yield from parts_outside_docstrings(node)


def constants(tree: ast.Module) -> dict[str, ast.expr]:
    """The named texts of a module."""
    return {
        ast.unparse(node.targets[0]): node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant | ast.JoinedStr)
    }


def texts(node: ast.AST, named: dict[str, ast.expr]) -> Iterator[str]:
    """What an expression may say, with `…` for what is filled in while the program runs."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield node.value
    elif isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else HOLE for part in node.values]
        yield re.sub(f"{HOLE}+", HOLE, "".join(map(str, parts)))
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body, named)
        yield from texts(node.orelse, named)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        for first in list(texts(node.left, named)) or [HOLE]:
            for second in list(texts(node.right, named)) or [HOLE]:
                yield first + second
    elif isinstance(node, ast.Name) and node.id in named:
        yield from texts(named[node.id], named)


def is_sentence(text: str) -> bool:
    """Is this something to read, and not only a name or a sign?"""
    return len(re.findall(r"[a-z]{2,}", text, re.IGNORECASE)) >= SHORTEST


def listed(family: str) -> str:
    """The sentences of a family as a list, folded until somebody wants to see them."""
    known = sentences()[family]
    rows = "".join(f"<li>{html.escape(text)}</li>\n" for text in known)
    return f"<details><summary>All {len(known)} sentences</summary>\n<ul>\n{rows}</ul>\n</details>"
