"""The documents are true: their blocks run, their links lead somewhere, their targets exist."""

import re
import subprocess
from pathlib import Path

import pytest

from mkdocs_errors import FAMILIES, error_classes, sentences, sentences_of
from siegeworks.core.contract import Rules
from tests.blocks import ROOT, BlockError, documents, run_document
from tests.code_map import MAP, SOURCES, listed, updated

# Their blocks play games and measure, for one to two seconds each.
PLAY_GAMES = (
    "start/designer.md",
    "start/researcher.md",
    "tutorials/designer.md",
    "tutorials/researcher.md",
    "reference/report.md",
)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(
            path,
            id=str(path.relative_to(ROOT)),
            marks=[pytest.mark.long] * any(map(path.match, PLAY_GAMES)),
        )
        for path in documents()
    ],
)
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
    for path in sorted((ROOT / "docs" / "decisions").rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"`([\w./-]+\.(?:css|js|md|py|sql|svelte|toml|ts|txt))`", text):
            assert any(f"/{file}".endswith(f"/{name}") for file in kept), f"{path.name}: {name}"


def test_the_list_of_decisions_has_all_of_them_in_order() -> None:
    folder = ROOT / "docs" / "decisions"
    for part in (folder / "README.md").read_text(encoding="utf-8").split("\n## ")[1:]:
        pages = re.findall(r"^\| \[(\d+)\]\((\w+)/(\1-[\w-]+\.md)\) \| (.+) \|$", part, re.M)
        (topic,) = {topic for _, topic, _, _ in pages}
        assert [name for _, _, name, _ in pages] == sorted(
            path.name for path in (folder / topic).iterdir()
        )
        for number, _, name, title in pages:
            assert (folder / topic / name).read_text().startswith(f"# {number} {title}\n"), name
    assert [path.name for path in folder.glob("*.md")] == ["README.md"]


def test_the_map_names_every_module() -> None:
    text = MAP.read_text(encoding="utf-8")
    folders = {path.parent.name for path in SOURCES.glob("*/__init__.py")}
    assert listed(text) == folders - {"games"}, "docs/map.md needs a table for each folder"
    assert updated(text) == text, "docs/map.md is out of date: python -m tests.code_map"


def test_the_map_names_every_folder_of_the_page() -> None:
    page = MAP.read_text(encoding="utf-8").split("\n## The page\n", 1)[1].split("\n## ", 1)[0]
    folders = {path.name for path in (ROOT / "web" / "src").iterdir() if path.is_dir()}
    assert set(re.findall(r"`([\w-]+)/`", page)) == folders


def test_the_walks_of_the_map_name_functions_where_they_are() -> None:
    walks = MAP.read_text(encoding="utf-8").split("## Five walks", 1)[1].split("\n## ", 1)[0]
    steps = re.findall(r"^\d\. .*$", walks, re.M)
    assert len(steps) == 5 * 5
    for step in steps:
        functions = re.findall(r"`([\w.]+)` in `([\w./-]+\.(?:py|ts))`", step)
        assert functions, step
        for name, path in functions:
            source = (ROOT if path.startswith("web/") else SOURCES) / path
            text = source.read_text(encoding="utf-8")
            for part in name.split("."):
                defined = rf"\b(def|class|function) {part}\b|^  (private )?(async )?{part}\("
                assert re.search(defined, text, re.M), f"{path} has no {name}"


def test_the_tutorial_calls_the_rules_of_a_game_by_their_names() -> None:
    text = (ROOT / "docs" / "tutorials" / "contributor.md").read_text(encoding="utf-8")
    cells = re.findall(r"^\| (`.+?) \|", text, re.M)
    named = {name for cell in cells for name in re.findall(r"`(\w+)", cell)}
    needed = set(Rules._fields) - Rules._field_defaults.keys()
    assert needed <= named <= set(Rules._fields)


READER = re.compile(
    r"For (everybody|players|hosts|designers|researchers|contributors)\b[^:\n]*: .+\.\n"
)


@pytest.mark.parametrize(
    "path",
    [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("[CSN]*.md"))],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_every_page_says_in_its_first_line_for_whom_it_is(path: Path) -> None:
    title, blank, rest = path.read_text(encoding="utf-8").split("\n", 2)
    assert title.startswith("# ") and not blank
    assert READER.match(rest), f"write under the title for whom {path.name} is: `For hosts: …`"


# The page of error messages ----------------------------------------------------------------------

ERRORS = ROOT / "docs" / "reference" / "errors.md"


@pytest.mark.long
def test_every_error_message_that_is_explained_is_one_that_the_program_says() -> None:
    explained = re.findall(r"^\| (?!message|---)(.+?) \| .+ \|$", ERRORS.read_text("utf-8"), re.M)
    assert len(explained) > 30
    messages = {text for family in sentences().values() for text in family}
    assert [text for text in explained if text not in messages] == []


@pytest.mark.long
def test_the_page_of_error_messages_lists_every_family() -> None:
    lists = re.findall(r"<!-- made: errors ([\w -]+) -->", ERRORS.read_text(encoding="utf-8"))
    assert sorted(lists) == sorted(FAMILIES)
    for family, texts in sentences().items():
        assert texts, f"{family}: no sentence was found in the source"


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ('raise SiegeworksError("There is no such table here.")', "There is no such table here."),
        ('raise HttpError(404, f"There is no game {name}.")', "There is no game …."),
        ('BUSY = "Wait a little longer."\nraise HttpError(429, BUSY)', "Wait a little longer."),
        (
            "def why(x):\n    return f'{x}: this is not text.'\nraise RecordError(why(1))",
            "…: this is not text.",
        ),
        ('raise OptionError("one two three" if x else "four five six")', "four five six"),
    ],
)
def test_an_error_message_is_found_however_it_is_raised(
    source: str, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "module.py"
    path.write_text(source, encoding="utf-8")
    assert sentence in sentences_of(path, error_classes())
