"""The documentation is one that `make docs` builds: whole, and without anything from elsewhere."""

import json
import os
import re
from pathlib import Path

import pytest
from filelock import FileLock
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

import siegeworks
from siegeworks.core.effects import Effects
from siegeworks.core.scene import Piece
from siegeworks.games import NAMES
from siegeworks.lab import map_findings
from siegeworks.server import messages

pytestmark = pytest.mark.long  # building takes ten seconds

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` does, once for all workers: a broken link fails."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with FileLock(shared / "site.lock"):
        if not (shared / "site").exists():
            build_site(shared / "unfinished").rename(shared / "site")
    return shared / "site"


def build_site(folder: Path) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        patch.setenv("NO_MKDOCS_2_WARNING", "1")
        try:
            build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder)))
        except Abort as error:
            pytest.fail(str(error))
    return folder


def pages_of(site: Path) -> list[Path]:
    """The pages that mkdocs makes. Shipped reports load nothing (tests/lab/reports/)."""
    shipped = [*(ROOT / "docs").rglob("*.html")]
    copies = {site / path.relative_to(ROOT / "docs") for path in shipped}
    return [path for path in site.rglob("*.html") if path not in copies]


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    pages = pages_of(site)
    assert len(pages) > 40
    for page in pages:
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r'<(?:script|img|iframe|source)[^>]*src="([^"]+)"', text)
        loaded += re.findall(
            r'<link[^>]*rel="(?:stylesheet|icon|preconnect)"[^>]*href="([^"]+)"', text
        )
        loaded += re.findall(
            r'<link[^>]*href="([^"]+)"[^>]*rel="(?:stylesheet|icon|preconnect)"', text
        )
        assert loaded
        assert not [address for address in loaded if re.match(r"(https?:)?//", address)], page.name
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(https?:)?//", sheet.read_text(encoding="utf-8")), sheet


def test_every_page_has_the_search_that_works_in_files(site: Path) -> None:
    assert (
        (site / "search" / "search_index.js").read_text(encoding="utf-8").startswith("var __index")
    )
    for page in pages_of(site):
        assert "iframe-worker.js" in page.read_text(encoding="utf-8"), page.name


def test_every_rulebook_is_there(site: Path) -> None:
    for name in NAMES:
        assert 'id="r1' in (site / "rules" / f"{name}.html").read_text(encoding="utf-8")


def test_every_public_name_is_documented(site: Path) -> None:
    page = (site / "reference" / "api.html").read_text(encoding="utf-8")
    for name in siegeworks.__all__:
        if name != "__version__":
            assert re.search(rf'id="[\w.]*\b{name}"|<code>{name}</code>', page), name


def test_every_message_is_documented(site: Path) -> None:
    page = (site / "reference" / "protocol.html").read_text(encoding="utf-8")
    for union in (messages.ClientMessage, messages.ServerMessage):
        for message in union.__args__:
            tag = message.__struct_config__.tag
            section = page.partition(f">{message.__name__}<a")[2].partition("<h3")[0]
            assert f'<code>"{tag}"</code>' in section, message.__name__


def test_parts_of_messages_from_elsewhere_are_documented(site: Path) -> None:
    page = (site / "reference" / "protocol.html").read_text(encoding="utf-8")
    for part in (Piece, Effects, map_findings.Estimate, map_findings.MapFindings):
        section = page.partition(f">{part.__name__}<a")[2].partition("<h3")[0]
        assert all(f"<code>{name}</code>" in section for name in part.__struct_fields__)


def test_every_page_says_first_for_whom_it_is(site: Path) -> None:
    for page in pages_of(site):
        if page.name != "404.html":
            first = page.read_text(encoding="utf-8").partition("</h1>")[2].lstrip()
            assert re.match(
                r"<p>For (everybody|players|hosts|designers|researchers|contributors)", first
            ), page.relative_to(site)


@pytest.mark.parametrize(
    "message",
    [
        "from d4 to d6 is 3 hexes; an army covers four (R4)",
        "the very first move of the game is a walk; jumps come later (R5)",
        "There is no invitation with this code. Check the code.",
        "game.siege: the line --- that ends the header is missing.",
        "island.txt: it has 4 fortresses (F), but their number must be odd (R2)",
        "--seat blue: write SEAT=WHO, e.g. red=you.",
        "Port 7373 is taken by another program, perhaps by a server that is already running.",
    ],
)
def test_a_search_for_an_error_message_finds_the_page_that_explains_it(
    site: Path, message: str
) -> None:
    index = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    entries = json.loads(index.removeprefix("var __index = "))["docs"]

    def share_of_words(entry: dict[str, str]) -> float:
        known = set(re.findall(r"\w+", entry["text"].casefold()))
        words = re.findall(r"\w+", message.casefold())
        return sum(word in known for word in words) / len(words)

    pages = {
        entry["location"].partition("#")[0] for entry in entries if share_of_words(entry) > 0.7
    }
    assert "reference/errors.html" in pages
