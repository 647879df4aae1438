"""Writing tables to a results file such as docs/results.md."""

from collections.abc import Collection, Sequence
from pathlib import Path

from siegeworks.core.errors import SiegeworksError


def markdown_table(columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A Markdown table with its numbers aligned to the right."""
    lines = [columns, ("---", *("--:" for _ in columns[1:])), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def markers(name: str) -> tuple[str, str]:
    """The comments before and after the section of this name."""
    return f"<!-- {name}:begin -->", f"<!-- {name}:end -->"


def has_section(path: Path, name: str) -> bool:
    """Whether this file has a section of this name."""
    first, _ = markers(name)
    return path.is_file() and first in path.read_text(encoding="utf-8", errors="replace")


def rows_about(path: Path, name: str, subjects: Collection[str]) -> list[tuple[str, ...]]:
    """The rows of a section's table that begin with one of these; none where there is no such file
    or section."""
    first, last = markers(name)
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    section = text.partition(first)[2].partition(last)[0]
    rows = [tuple(map(str.strip, line.strip("| ").split(" | "))) for line in section.splitlines()]
    return [row for row in rows if row[0] in subjects]


def replace_rows(
    rows: Sequence[tuple[str, ...]], new: Sequence[tuple[str, ...]], order: Sequence[str]
) -> list[tuple[str, ...]]:
    """The rows, with new ones in place of those that begin with the same subject, in the order of
    the subjects; rows about the same one stay in their order."""
    subjects = {row[0] for row in new}
    kept = [row for row in rows if row[0] not in subjects]
    return sorted([*kept, *new], key=lambda row: order.index(row[0]))


def write_results(path: Path, body: str, name: str, title: str) -> None:
    """Replace the text between the markers of a section; the rest of the file is unchanged. A
    missing file is created, a missing section is added at its end, under a title.

    Raises:
        SiegeworksError: the file has only one of the two markers, or they are in the wrong order.
        OSError: the folder does not exist or the file cannot be written.
    """
    first, last = markers(name)
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if first not in text and last not in text:
        text = f"{text.strip() or '# Results'}\n\n## {title}\n\n{first}\n{last}\n"
    before, begin, rest = text.partition(first)
    _, end, after = rest.partition(last)
    if not (begin and end):
        raise SiegeworksError(
            f"{path}: not written: the file should contain {first} and, further down, {last}."
        )
    path.write_text(f"{before}{first}\n{body}\n{last}{after}", encoding="utf-8")
