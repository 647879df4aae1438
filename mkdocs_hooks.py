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
    """Add the pages that are made."""
    made = {
        "rules/index.md": rules_index(),
        "reference/api.md": api(),
        "reference/protocol.md": protocol(),
    }
    made |= {f"rules/{name}.md": rulebook(name) for name in NAMES}
    for source, page in ABOVE.items():
        if page != "index.md":
            made[page] = relinked((ROOT / source).read_text(encoding="utf-8"), "", page)
    for page, text in made.items():
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links from docs/ to documents above it lead to their pages."""
    where = page.file.src_uri
    if where in ABOVE.values() and where != "index.md":
        return markdown  # done already
    return relinked(markdown, posixpath.dirname(posixpath.join("docs", where)), where)


def relinked(text: str, folder: str, page: str) -> str:
    """The text with its links between files made links between pages.

    Files of the repository that have no page are named without a link.
    """

    def link(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, match[2]))
        if target in ABOVE:
            target = f"docs/{ABOVE[target]}"
        if target == "docs/decisions":
            target += "/README.md"
        if not target.startswith("docs/"):
            return "](#)" if not (ROOT / target).exists() else "]{repository}"
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


def rules_index() -> str:
    """A page that names all games."""
    rows = [f"| [{title(name)}]({name}.md) | {len(load(name).seats)} | `{name}` |" for name in NAMES]
    head = "# The rulebooks\n\nEach rule is in one numbered paragraph. Error messages cite it: (R4).\n"
    return "\n".join([head, "| game | seats by default | name in commands |", "|---|---|---|", *rows])


# The Python API ----------------------------------------------------------------------------------


def api() -> str:
    """What `siegeworks` exports, from its docstrings."""
    lines = [
        "# Python API",
        "",
        "```python",
        "import siegeworks as sw",
        "```",
        "",
        "Everything on this page is public and keeps working within a major version. Names that are",
        "not listed here are private, even where they have no underscore.",
        "",
        inspect.getdoc(siegeworks) or "",
    ]
    for name in getattr(siegeworks, "__all__", []):
        value = getattr(siegeworks, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            lines += ["", f"::: {value.__module__}.{value.__qualname__}"]
        else:
            lines += ["", f"::: siegeworks.{name}"]
    return "\n".join(lines)


# The wire protocol -------------------------------------------------------------------------------


def protocol() -> str:
    """Every message and its fields, from `server/messages.py`."""
    source = Path(messages.__file__).read_text(encoding="utf-8")
    lines, tree = source.splitlines(), ast.parse(source)
    parts = ["# Wire protocol", "", ast.get_docstring(tree) or "", "", PROTOCOL]
    sections = {
        number: line.strip("# -") for number, line in enumerate(lines, 1) if re.match(r"# .* -{9}", line)
    }
    simple = []
    for node in tree.body:
        for number in [number for number in sections if number < node.lineno]:
            if simple:
                parts += ["", "## Values", "", "| name | type | |", "|---|---|---|", *simple]
                simple = []
            parts += ["", f"## {sections.pop(number)}"]
        if isinstance(node, ast.Assign):
            target = ast.unparse(node.targets[0])
            value = ast.unparse(node.value)
            simple.append(row(target, value, comment(lines[node.lineno - 1])))
        elif isinstance(node, ast.ClassDef) and node.name in vars(messages):
            parts += ["", *message(node, lines)]
            if simple:
                parts += simple and []
    return "\n".join(parts)


PROTOCOL = """\
The page and the server speak JSON: POST and GET under `/api/`, and one WebSocket a table at `/ws`.
Every message over the WebSocket has a field `type`, which is the name in code after its heading.
Fields with a default may be left out."""


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


def row(name: str, value: str, said: str) -> str:
    """A row of the table of simple values."""
    return f"| `{name}` | `{escaped(value)}` | {said} |"


def escaped(code: str) -> str:
    """Code within a table."""
    return code.replace("|", "\\|")


def comment(line: str) -> str:
    """What a line says after its code."""
    return escaped(line.partition("  # ")[2])
