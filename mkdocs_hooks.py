"""The pages of the documentation that are made, not written, and the links between all of them.

Made are: the rulebooks of all installed games, the Python API, the wire protocol, and copies of the
documents that stand above docs/. mkdocs calls the functions that begin with `on_`.
"""

from __future__ import annotations

import ast
import inspect
import posixpath
import re
from importlib import import_module, resources
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

import siegeworks
from siegeworks.games import NAMES, load
from siegeworks.server import messages

ROOT = Path(__file__).parent
ABOVE = {  # documents above docs/, and where they are in the site
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "NOTICE.md": "notice.md",
}
BOOK = re.compile(r"src/siegeworks/games/(\w+)/RULES\.md")
LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)\s]*)?\))")


def on_config(config: Any) -> Any:
    """Fill in the parts of the table of contents that grow by themselves."""
    rules = [{title(name): f"rules/{name}.md"} for name in NAMES]
    decisions = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
    for section in config.nav:
        if "Rules" in section:
            section["Rules"] = ["rules/index.md", *rules]
        for entry in section.get("Project", []):
            if "Decisions" in entry:
                entry["Decisions"] = [
                    "decisions/README.md",
                    *(f"decisions/{path.name}" for path in decisions),
                ]
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the rulebooks, and the documents that stand above docs/."""
    made = {f"rules/{name}.md": rulebook(name) for name in NAMES}
    for source, page in ABOVE.items():
        if page != "index.md":
            made[page] = relinked((ROOT / source).read_text(encoding="utf-8"), "", page)
    for page, text in made.items():
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Fill in what is made, and let links to documents above docs/ lead to their pages."""
    where = page.file.src_uri
    if page.file.generated_by is not None:
        return markdown  # done already
    for name, make in {"rules": rules_table, "api": api, "protocol": protocol}.items():
        mark = f"<!-- made: {name} -->"
        if mark in markdown:
            before = re.sub(
                r"In the repository, this page ends here: [^.]*\.[^.]*\.\n", "", markdown
            )
            return before.replace(mark, make())
    return relinked(markdown, posixpath.dirname(posixpath.join("docs", where)), where)


def relinked(text: str, folder: str, page: str) -> str:
    """The text with its links between files made links between pages.

    Files of the repository that have no page are named without a link.
    """

    def link(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, match[2]))
        if target in ABOVE:
            target = f"docs/{ABOVE[target]}"
        if book := BOOK.fullmatch(target):
            target = f"docs/rules/{book[1].replace('_', '-')}.md"
        if not target.startswith("docs/"):
            return "]{repository}"
        return match[1] + posixpath.relpath(target[5:], posixpath.dirname(page) or ".") + match[3]

    return re.sub(r"\[([^\]]*)\]\{repository\}", r"\1", LINK.sub(link, text))


# The rulebooks -----------------------------------------------------------------------------------


def title(name: str) -> str:
    """What people call a game."""
    return load(name).title


def rulebook(name: str) -> str:
    """The rulebook of a game, wherever it is installed."""
    module = inspect.getmodule(load(name).rules.apply_action)
    assert module is not None
    package = module.__name__.rpartition(".")[0]
    return resources.files(package).joinpath("RULES.md").read_text(encoding="utf-8")


def rules_table() -> str:
    """A table of all games."""
    rows = [f"| [{title(name)}]({name}.md) | `{name}` |" for name in NAMES]
    return "\n".join(["| game | name in commands |", "|---|---|", *rows])


# The Python API ----------------------------------------------------------------------------------


def api() -> str:
    """What `siegeworks` exports, from its docstrings."""
    lines = []
    for name in getattr(siegeworks, "__all__", []):
        value = getattr(siegeworks, name)
        is_code = inspect.isclass(value) or inspect.isfunction(value)
        lines.append(
            f"::: {value.__module__}.{value.__qualname__}" if is_code else f"::: siegeworks.{name}"
        )
    return "\n\n".join(lines)


# The wire protocol -------------------------------------------------------------------------------


def protocol() -> str:
    """Every message and its fields, from `server/messages.py`."""
    source = Path(messages.__file__).read_text(encoding="utf-8")
    lines, tree = source.splitlines(), ast.parse(source)
    sections = {
        number: line.strip("# -")
        for number, line in enumerate(lines, 1)
        if re.match(r"# .* -{9}", line)
    }
    values, parts = [], []
    for node in tree.body:
        for number in [number for number in sections if number < node.lineno]:
            parts += ["", f"## {sections.pop(number)}"]
        if isinstance(node, ast.Assign):
            said = comment(lines[node.lineno - 1])
            values.append(
                f"| `{ast.unparse(node.targets[0])}` | `{escaped(ast.unparse(node.value))}` | {said} |"
            )
        elif isinstance(node, ast.ClassDef) and node.bases and _is_message(node):
            parts += ["", *message(node, lines)]
    return "\n".join(
        [*parts, "", "## Types and limits", "", "| name | type | |", "|---|---|---|", *values]
    )


def _is_message(node: ast.ClassDef) -> bool:
    """Is this a message or a part of one, not a base class of them?"""
    return not any(isinstance(base, ast.Name) and base.id == "Struct" for base in node.bases)


def message(node: ast.ClassDef, lines: list[str]) -> list[str]:
    """The section of one message."""
    tags = [word.value.value for word in node.keywords if word.arg == "tag"]
    heading = f"### {node.name}" + (f" `{tags[0]}`" if tags else "")
    rows = []
    for field in node.body:
        if isinstance(field, ast.AnnAssign):
            kind, default = ast.unparse(field.annotation), ""
            if field.value is not None:
                default = f" = `{ast.unparse(field.value)}`"
            said = " ".join(comment(line) for line in lines[field.lineno - 1 : field.end_lineno])
            rows.append(f"| `{ast.unparse(field.target)}` | `{escaped(kind)}`{default} | {said} |")
    if rows:
        rows = ["", "| field | type | |", "|---|---|---|", *rows]
    return [heading, "", ast.get_docstring(node) or "", *rows]


def escaped(code: str) -> str:
    """Code within a table."""
    return code.replace("|", "\\|")


def comment(line: str) -> str:
    """What a line says after its code."""
    return escaped(line.partition("  # ")[2])
