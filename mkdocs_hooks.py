"""The pages of the documentation that are made, not written, and the links between all of them.

Made are: the rulebooks of all installed games, the Python API, the wire protocol, the descriptions
of the server's API, and copies of the documents that stand above docs/. mkdocs calls the functions
that begin with `on_`.
"""

import ast
import inspect
import posixpath
import re
from collections.abc import Iterator
from importlib import import_module, resources
from pathlib import Path
from types import ModuleType
from typing import Any

from mkdocs.structure.files import File, Files
from msgspec import Struct

import siegeworks
from mkdocs_errors import listed
from mkdocs_openapi import descriptions
from siegeworks.core import effects, scene
from siegeworks.games import game_names, load
from siegeworks.lab import map_findings
from siegeworks.server.jobs import findings as job_findings
from siegeworks.server.messages import (
    accounts,
    base,
    drawing,
    from_client,
    from_server,
    games,
    learning,
    notifications,
    replays,
    tables,
)

ROOT = Path(__file__).parent
ABOVE = {  # documents above docs/, and where they are in the site
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "NOTICE.md": "notice.md",
}
BOOK = re.compile(r"src/siegeworks/games/(\w+)/RULES\.md")
MARK = r"<!-- made: (\w+)(?: ([\w -]+))? -->"
ENDS_HERE = r"In the repository, this page (?:ends here:|has only).*?\n\n"
LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)\s]*)?\))")


def on_config(config: Any) -> Any:
    """Fill in the parts of the table of contents that grow by themselves."""
    rules = [{title(name): f"rules/{name}.md"} for name in game_names()]
    for section in config.nav:
        if "Rules" in section:
            section["Rules"] = ["rules/index.md", *rules]
        for entry in section.get("Project", []):
            if "Decisions" in entry:
                entry["Decisions"] = ["decisions/README.md", *decisions()]
    return config


def decisions() -> Iterator[dict[str, list[str]]]:
    """The decisions under the headings of their list, which is in README.md."""
    text = (ROOT / "docs" / "decisions" / "README.md").read_text(encoding="utf-8")
    for part in text.split("\n## ")[1:]:
        heading = part.partition("\n")[0]
        yield {heading: [f"decisions/{page}" for page in re.findall(r"\]\(([^)]+)\)", part)]}


def on_files(files: Files, config: Any) -> Files:
    """Add the rulebooks, and the documents that stand above docs/."""
    made = {f"rules/{name}.md": rulebook(name) for name in game_names()}
    for source, page in ABOVE.items():
        if page != "index.md":
            made[page] = relinked((ROOT / source).read_text(encoding="utf-8"), "", page)
    made |= {f"reference/{name}": text for name, text in descriptions().items()}
    for page, text in made.items():
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Fill in what is made, and let links to documents above docs/ lead to their pages."""
    where = page.file.src_uri
    if page.file.generated_by is not None:
        return markdown  # done already
    text = relinked(markdown, posixpath.dirname(posixpath.join("docs", where)), where)
    if re.search(MARK, text):
        text = re.sub(ENDS_HERE, "", text, flags=re.DOTALL)
    return re.sub(MARK, lambda mark: MADE[mark[1]](*filter(None, [mark[2]])), text)


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
    text = resources.files(package).joinpath("RULES.md").read_text(encoding="utf-8")
    heading, blank, rest = text.partition("\n\n")
    reader = f"For players: the rules of {title(name)}, in numbered paragraphs."
    return f"{heading}\n\n{reader}{blank}{rest}"


def rules_table() -> str:
    """A table of all games."""
    rows = [f"| [{title(name)}]({name}.md) | `{name}` |" for name in game_names()]
    return "\n".join(["| game | name in commands |", "|---|---|", *rows])


# The Python API ----------------------------------------------------------------------------------


AUTHORS = (
    "core.contract",
    "core.jit",
    "core.options",
    "core.notation",
    "core.scene",
    "core.effects",
    "core.tensor",
    "core.advice",
    "core.bits",
    "core.random",
    "testing",
)
GROUPS = {  # names that this table does not list come last
    "Games": "load game_names Game Option",
    "Positions": "State Observation Position Seat Action Outcome CHANCE TERMINAL SPECTATOR REFEREE",
    "Chance": "new_rng random_below Rng",
    "The referee and records": "Table Step Record read_record parse_record replay",
    "Bots": "Bot make_bot Budget hints Hint",
    "Many games": "Batch random_actions playouts perft wilson Share",
    "Drawing and learning": "Scene Cell Piece Tray Tensor Plane",
    "Errors": "SiegeworksError IllegalStep OptionError UnknownGame UnknownBot RecordError "
    "RuleCompileError",
}
# What the rest of the package needs of a class, and those who write games, but users don't.
HIDDEN = {"Game": "blank blank_start turn_rule momentary"}


def api() -> str:
    """What `siegeworks` exports, from its docstrings."""
    defined_in = exports()
    groups = {title: names.split() for title, names in GROUPS.items()}
    listed = {name for names in groups.values() for name in names}
    groups["More"] = [name for name in defined_in if name not in listed]
    lines = []
    for title, names in groups.items():
        known = [name for name in names if name in defined_in]
        values = {name: value(defined_in[name], name) for name in known}
        rows = [f"| `{name}` | {row} |" for name, row in values.items() if row]
        table = ["\n".join(["| name | value | |", "|---|---|---|", *rows])] if rows else []
        code = [block(defined_in[name], name) for name, row in values.items() if not row]
        lines += [f"## {title}", *table, *code] if known else []
    return "\n\n".join(lines)


def laboratory() -> str:
    """The functions that make reports, and the types that these consist of."""
    functions = [block("siegeworks.lab.reports.build", "report")]
    functions.append(block("siegeworks.lab.reports.comparison", "compare"))
    types = "::: siegeworks.lab.reports.model\n    options:\n      show_root_heading: false"
    return "\n\n".join(["### Functions", *functions, "### Types", types])


def block(module: str, name: str) -> str:
    """What mkdocstrings replaces by the documentation of a class or function."""
    lines = [f"::: {module}.{name}"]
    if name in HIDDEN:
        hidden = "|".join(HIDDEN[name].split())
        lines += ["    options:", f'      filters: ["!^_", "!^({hidden})$"]']
    return "\n".join(lines)


def authors() -> str:
    """What packages with games import, module by module, without what the other page has."""
    exported = exports()
    parts = []
    for name in AUTHORS:
        module = f"siegeworks.{name}"
        other = [f"!^{each}$" for each, place in exported.items() if place == module]
        filters = ", ".join(f'"{pattern}"' for pattern in ["!^_", *other])
        options = f"    options:\n      show_root_heading: false\n      filters: [{filters}]"
        parts += [f"## {name}", f"::: {module}\n{options}"]
    return "\n\n".join(parts)


def value(module: str, name: str) -> str:
    """The value of a constant or type and what its line says of it; empty: it is code."""
    source = Path(import_module(module).__file__ or "").read_text(encoding="utf-8")
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign):
            target = node.targets[0]
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            for each, given in zip(names, values, strict=False):
                if isinstance(each, ast.Name) and each.id == name:
                    said = comment(source.splitlines()[node.lineno - 1])
                    return f"`{ast.unparse(given)}` | {said}"
    return ""


def exports() -> dict[str, str]:
    """The public names, and the module that defines each."""
    tree = ast.parse(Path(siegeworks.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    imported = {
        alias.name: f"siegeworks.{node.module}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module is not None
        for alias in node.names
    }
    return {name: imported[name] for name in siegeworks.__all__ if name in imported}


# The wire protocol -------------------------------------------------------------------------------


OVER_HTTP = (games, tables, notifications, accounts, learning, replays, job_findings)


def protocol() -> str:
    """Every message and its fields, from `server/messages/`, and parts that other rooms make."""
    values, parts = [], []
    for module in (base, drawing, from_client, from_server, *OVER_HTTP):
        lines = Path(module.__file__).read_text(encoding="utf-8").splitlines()
        tree = ast.parse("\n".join(lines))
        if module is not base:
            parts += ["", f"## {(module.__doc__ or '').partition('.')[0]}"]
        for node in tree.body:
            if isinstance(node, ast.Assign):
                name, kind = ast.unparse(node.targets[0]), ast.unparse(node.value)
                values.append(f"| `{name}` | `{kind}` | {comment(lines[node.lineno - 1])} |")
            elif isinstance(node, ast.ClassDef) and node.bases and _is_message(node):
                parts += ["", *message(node, lines)]
    parts += ["", "## Pieces, trays and effects", *parts_in(scene), *parts_in(effects)]
    parts += ["", "## What a check of a map finds", *parts_in(map_findings)]
    return "\n".join(
        [*parts, "", "## Types and limits", "", "| name | type | |", "|---|---|---|", *values]
    )


def described() -> str:
    """Links to both descriptions, which `on_files` has made."""
    links = " and ".join(f"[{name}]({name})" for name in ("openapi.json", "websocket.schema.json"))
    return f"As of this version: {links}."


def parts_in(module: ModuleType) -> Iterator[str]:
    """The parts of messages that are in a module of another package."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    for node in ast.parse(source).body:
        kind = getattr(module, node.name) if isinstance(node, ast.ClassDef) else None
        if isinstance(node, ast.ClassDef) and issubclass(kind, Struct) and kind.__struct_fields__:
            yield from ("", *message(node, source.splitlines()))


def _is_message(node: ast.ClassDef) -> bool:
    """Is this a message or a part of one, not a base class of them?"""
    return not any(isinstance(base, ast.Name) and base.id == "Struct" for base in node.bases)


def message(node: ast.ClassDef, lines: list[str]) -> list[str]:
    """The section of one message."""
    tags = [word.value.value for word in node.keywords if word.arg == "tag"]
    rows = [f'| `type` | `"{tag}"` | |' for tag in tags]
    for field in node.body:
        if isinstance(field, ast.AnnAssign):
            kind, default = ast.unparse(field.annotation), ""
            if field.value is not None:
                default = f" = `{ast.unparse(field.value)}`"
            start = field.lineno - 1
            while re.match(r" {4}# \S", lines[start - 1]):  # a comment above it
                start -= 1
            said = " ".join(map(comment, lines[start : field.end_lineno]))
            rows.append(f"| `{ast.unparse(field.target)}` | `{kind}`{default} | {said} |")
    if rows:
        rows = ["", "| field | type | |", "|---|---|---|", *rows]
    first_paragraph = (ast.get_docstring(node) or "").partition("\n\n")[0]
    return [f"### {node.name}", "", first_paragraph, *rows]


def comment(line: str) -> str:
    """What a line says after its code."""
    return line.partition("  # ")[2].replace("|", "&#124;")


MADE = {
    "rules": rules_table,
    "api": api,
    "authors": authors,
    "protocol": protocol,
    "descriptions": described,
    "report": laboratory,
    "errors": listed,
}
