"""README is true: its Python example runs, its commands exist, its links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from siegeworks.cli import run

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out.count("\n") == 2


def test_every_command_shown_exists(capsys: pytest.CaptureFixture[str]) -> None:
    verbs = set(re.findall(r"^siegeworks (\w+)", README, re.MULTILINE))
    assert len(verbs) >= 7
    for verb in verbs:
        assert run([verb, "--help"]) == 0
        options = re.findall(rf"^siegeworks {verb}.*?(--[a-z]+)", README, re.MULTILINE)
        shown = capsys.readouterr().out
        assert all(option in shown for option in options)


def test_every_make_target_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for document in ("README.md", "CONTRIBUTING.md"):
        text = (ROOT / document).read_text(encoding="utf-8")
        for target in re.findall(r"`make (\w+)`|^make (\w+)", text, re.MULTILINE):
            assert re.search(rf"^{''.join(target)}:", makefile, re.MULTILINE), target


def test_links_between_documents_lead_somewhere() -> None:
    for document in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / link).exists(), f"{document.name}: {link}"
