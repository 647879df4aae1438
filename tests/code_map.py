"""Keeps docs/map.md true: its tables of files are the first sentences of the modules.

python -m tests.code_map    # write the tables again
"""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
MAP = ROOT / "docs" / "map.md"
SOURCES = ROOT / "src" / "siegeworks"
MARK = re.compile(r"(<!-- files: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)


def main() -> None:
    """Write the tables again."""
    MAP.write_text(updated(MAP.read_text(encoding="utf-8")), encoding="utf-8")


def updated(text: str) -> str:
    """The map with its tables as the modules are now."""
    return MARK.sub(lambda match: f"{match[1]}{table(match[2])}{match[3]}", text)


def listed(text: str) -> set[str]:
    """The folders with a table."""
    return {match[2] for match in MARK.finditer(text)}


def table(folder: str) -> str:
    """A row for each module of a folder, and of the folders in it."""
    rows = ["| file | what it is |", "|---|---|"]
    for path in modules(folder):
        name = path.relative_to(SOURCES / folder).as_posix()
        rows.append(f"| `{name}` | {first_sentence(path)} |")
    return "\n".join(rows) + "\n"


def modules(folder: str) -> list[Path]:
    """The modules of a folder that hold something."""
    paths = sorted((SOURCES / folder).rglob("*.py"))
    return [path for path in paths if first_sentence(path) and path.name != "__main__.py"]


@cache
def first_sentence(path: Path) -> str:
    """What a module says of itself, up to the first full stop; empty where it says nothing."""
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    first = " ".join(doc.split("\n\n")[0].split())
    return re.split(r"(?<=[.!?])\s", first)[0].rstrip(".").replace("|", "\\|")


if __name__ == "__main__":
    main()
