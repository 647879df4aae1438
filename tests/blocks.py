"""Runs the code blocks of our documents, so that none of them goes stale.

| block | what is done with it |
|---|---|
| `python` | executed; the blocks of a document share their names |
| `text title="output"` after it | is what it prints |
| `sh` | each line is a command that succeeds |
| `console` | lines after `$` are commands; then come what they print and what is typed at `seat>` |
| any other language with a `title` | is written to the file of that name, for the blocks after it |
| any other language | nothing: the language says that it is not ours to run |

A block without a language is an error. In output, `…` alone on a line stands for any lines, and at
the end of a line for the rest of it. All files are made in an empty folder.

    python -m tests.blocks             # run all documents
    python -m tests.blocks --update    # write what the commands print now into `console` blocks
"""

import contextlib
import io
import os
import re
import shlex
import socket
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest import mock

import uvicorn
from sybil import Document
from sybil.parsers.markdown.lexers import RawFencedCodeBlockLexer

from siegeworks.cli import run
from siegeworks.server.http import serving
from tests.unavailable import needs_what_cannot_be_had

ROOT = Path(__file__).parents[1]
INFO = re.compile(r"(?P<language>[\w-]*)(?P<info>[^\n]*)\n")
TITLE = re.compile(r'title="([^"]+)"')
TYPED = re.compile(r"^[\w ]+> (.*)$", re.MULTILINE)  # at the prompt of a seat
ANYTHING = "…"


class BlockError(AssertionError):
    """A block does not do what its document says."""


def documents() -> list[Path]:
    """All documents with blocks that we promise to run."""
    above = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "NOTICE.md")]
    examples = sorted((ROOT / "examples").glob("*/README.md"))  # not those of pytest's caches
    return [*above, *sorted((ROOT / "docs").rglob("*.md")), *examples]


def main(arguments: list[str]) -> int:
    """Run all documents; with `--update` write down what commands print now."""
    failed = 0
    for path in documents():
        with tempfile.TemporaryDirectory() as folder:
            try:
                run_document(path, Path(folder), update="--update" in arguments)
            except BlockError as error:
                print(error)
                failed += 1
    return 1 if failed else 0


def run_document(path: Path, folder: Path, update: bool = False) -> int:
    """Run the blocks of a document in an empty folder; how many ran.

    Raises:
        BlockError: with the file, the line and what is wrong.
    """
    text = path.read_text(encoding="utf-8")
    names: dict[str, Any] = {"__name__": "__document__"}
    ran, printed, changes = 0, "", []
    left_out = 0  # up to this line: the rest of a section of what this Python cannot have
    for line, region in _regions(path, text):
        language, info = region.lexemes["language"], region.lexemes["info"]
        source, title = str(region.lexemes["source"]), TITLE.search(info)
        if language == "python" and needs_what_cannot_be_had(source):
            left_out = _end_of_section(text, line)
        if line < left_out:
            continue
        with _at(path, line), _in(folder):
            if language == "python":
                printed = _run_python(path, line, source, names)
            elif language == "sh":
                for command in _commands(source):
                    _run_command(command, "")
            elif language == "console":
                shown = _run_console(source, update)
                if shown != source:
                    changes.append((source, shown))
            elif not language:
                raise BlockError("a block needs a language; one that is not run is `text`.")
            elif title is not None and title[1] == "output":
                _compare(source, printed)
            elif title is not None:
                Path(title[1]).write_text(source, encoding="utf-8")
            else:
                continue
        ran += 1
    for old, new in changes:
        text = text.replace(f"```console\n{old}```", f"```console\n{new}```")
    if changes:
        path.write_text(text, encoding="utf-8")
    return ran


def _end_of_section(text: str, line: int) -> int:
    """The line of the next heading, or the one after the last."""
    lines = text.splitlines()
    headings = (i for i in range(line, len(lines)) if lines[i].startswith("## "))
    return next(headings, len(lines)) + 1


def _regions(path: Path, text: str) -> Iterator[tuple[int, Any]]:
    for region in RawFencedCodeBlockLexer(INFO)(Document(text, str(path))):
        yield text.count("\n", 0, region.start) + 1, region


@contextlib.contextmanager
def _at(path: Path, line: int) -> Iterator[None]:
    """Errors say where they are."""
    try:
        yield
    except Exception as error:
        where = f"{path.relative_to(ROOT)}:{line}"
        raise BlockError(f"{where}: {type(error).__name__}: {error}") from error


@contextlib.contextmanager
def _in(folder: Path) -> Iterator[None]:
    """In this folder, with a terminal of one width and no files of the user's."""
    settings = {"XDG_DATA_HOME": str(folder / ".data"), "COLUMNS": "100", "BROWSER": "true"}
    before = Path.cwd()
    with mock.patch.dict(os.environ, settings):
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def _run_python(path: Path, line: int, source: str, names: dict[str, Any]) -> str:
    """Execute a block; what it printed."""
    code = compile("\n" * line + source, str(path), "exec")
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, names)
    return out.getvalue()


def _commands(source: str) -> Iterator[str]:
    """The commands of a block, a line each; a line that ends with \\ goes on in the next."""
    for line in source.replace("\\\n", " ").splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            yield line


def _run_console(source: str, update: bool) -> str:
    """Run the commands of a console block; the block with what they print now."""
    parts = re.split(r"^\$ (.*)\n", source, flags=re.MULTILINE)
    if parts[0]:
        raise BlockError("a console block begins with a command: $ siegeworks …")
    shown = ""
    for command, expected in zip(parts[1::2], parts[2::2], strict=True):
        typed = "".join(f"{text}\n" for text in TYPED.findall(expected))
        printed = _run_command(command, typed)
        now = expected
        if update and not _matches(expected, printed):
            now = "\n".join(line.rstrip() for line in printed.strip("\n").split("\n")) + "\n"
        _compare(now, printed)
        shown += f"$ {command}\n{now}"
    return shown


def _run_command(command: str, typed: str) -> str:
    """Run a command that succeeds; what it printed."""
    words = shlex.split(command, comments=True)
    target = None
    if ">" in words:
        target, words = Path(words[-1]), words[: words.index(">")]
    if words[0] == "make":
        _check_targets(words[1:])
        return ""
    if words[:2] == ["siegeworks", "serve"] and not {"--help", "--port"} & set(words):
        return _serve(words[2:])
    if words[0] != "siegeworks":
        raise BlockError(f"{command}: only siegeworks and make are run; mark the block `text`.")
    if words[1:2] == ["play"] and not typed:
        typed = "quit\n"
    typed_in = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.object(sys, "stdin", typed_in),
    ):
        status = run(words[1:])
    if status != 0:
        raise BlockError(f"{command}: exit status {status}\n{out.getvalue()}{err.getvalue()}")
    if target is not None:
        target.write_text(out.getvalue(), encoding="utf-8")
        return ""
    return out.getvalue()


def _check_targets(targets: list[str]) -> None:
    """Is there such a target of the Makefile?"""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in targets:
        if not re.search(rf"^{target}:.*##", makefile, re.MULTILINE):
            raise BlockError(f"make {target}: the Makefile has no such target.")


def _serve(options: list[str]) -> str:
    """What a server prints that starts at any free port, tells its health and stops."""

    def serve(app: Any, listening: socket.socket, on_start: Callable[[], None], *_: Any) -> None:
        server = serving.make_server(app)
        on_start()
        with ThreadPoolExecutor(1) as pool:
            status = pool.submit(_health, serving.address_of(listening), server)
            server.run(sockets=[listening])
        if status.result() != 200:
            raise BlockError(f"/healthz answered {status.result()}")

    before = os.umask(0o077)
    try:
        with mock.patch.object(serving, "serve", serve):
            return _run_command("siegeworks serve --port 0 " + shlex.join(options), "")
    finally:
        os.umask(before)


def _health(address: str, server: uvicorn.Server) -> int:
    """What a server that is starting says of its health; then it stops."""
    try:
        with urllib.request.urlopen(f"{address}healthz") as answer:
            return int(answer.status)
    finally:
        server.should_exit = True


def _compare(expected: str, printed: str) -> None:
    if not _matches(expected, printed):
        raise BlockError(f"expected:\n{expected}\nprinted:\n{printed}")


def _matches(expected: str, printed: str) -> bool:
    """Are these the same lines, but for what `…` stands for?"""
    pattern = ""
    for line in expected.strip("\n").split("\n"):
        if line.strip() == ANYTHING:
            pattern += r"(?:.*\n)*?"
        elif line.endswith(ANYTHING):
            pattern += re.escape(line[:-1].rstrip()) + r".*\n"
        else:
            pattern += re.escape(line.rstrip()) + r"[ ]*\n"
    return re.fullmatch(pattern, printed.strip("\n") + "\n") is not None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
