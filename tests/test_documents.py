"""The documents are true: their blocks run, their links lead somewhere, their targets exist."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.blocks import ROOT, BlockError, documents, run_document
from tests.code_map import MAP, SOURCES, listed, updated


@pytest.mark.parametrize("path", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_block_of_code_runs(path: Path, tmp_path: Path, prepared_games: None) -> None:
    run_document(path, tmp_path)


@pytest.mark.parametrize(
    "block",
    [
        "```\nno language\n```",
        "```python\nraise ValueError\n```",
        '```python\nprint(1)\n```\n\n```text title="output"\n2\n```',
        "```sh\nsiegeworks games --no-such-option\n```",
        "```sh\nmake nothing\n```",
        "```sh\nrm -rf folder\n```",
        "```console\n$ siegeworks --version\nanother program\n```",
    ],
)
def test_a_block_that_does_not_run_is_an_error(block: str, tmp_path: Path) -> None:
    path = ROOT / "docs" / "none.md"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "read_text", lambda self, encoding: block)
        with pytest.raises(BlockError, match=r"docs/none\.md:\d+"):
            run_document(path, tmp_path)


def test_every_make_target_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for path in documents():
        for target in re.findall(r"`make ([\w-]+)`", path.read_text(encoding="utf-8")):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"{path.name}: make {target}"


def test_links_between_documents_lead_somewhere() -> None:
    for path in [*documents(), ROOT / "CHANGELOG.md"]:
        for link in re.findall(r"\]\(([^)#:\s]+)", path.read_text(encoding="utf-8")):
            assert (path.parent / link).exists(), f"{path.relative_to(ROOT)}: {link}"


def test_decisions_name_files_that_exist() -> None:
    kept = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    for path in sorted((ROOT / "docs" / "decisions").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"`([\w./-]+\.(?:css|js|md|py|sql|svelte|toml|ts|txt))`", text):
            assert any(f"/{file}".endswith(f"/{name}") for file in kept), f"{path.name}: {name}"


def test_the_map_names_every_module() -> None:
    text = MAP.read_text(encoding="utf-8")
    folders = {path.parent.name for path in SOURCES.glob("*/__init__.py")}
    assert listed(text) == folders - {"games"}, "docs/map.md needs a table for each folder"
    assert updated(text) == text, "docs/map.md is out of date: python -m tests.code_map"
