"""The view of an installed game is served from its package, and nothing else of the package."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from siegeworks import games
from siegeworks.games import NAMES
from siegeworks.server.http.game_routes import game_info
from siegeworks.server.http.static_files import Page

EXAMPLE = Path(__file__).parents[3] / "examples" / "breakthrough"
PACKAGE = EXAMPLE / "siegeworks_breakthrough"
NAME = "viewed-game"  # not its own, under which it may really be installed


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Breakthrough, as if it were installed."""
    info = tmp_path / "siegeworks_breakthrough-1.0.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: siegeworks-breakthrough\nVersion: 1.0.0\n")
    (info / "entry_points.txt").write_text(
        f"[siegeworks.games]\n{NAME} = siegeworks_breakthrough\n"
    )
    monkeypatch.syspath_prepend(str(EXAMPLE))
    monkeypatch.syspath_prepend(str(tmp_path))
    games.look_again()
    yield
    games.look_again()


def answer(path: str, **headers: str) -> Response:
    """What the server answers to a GET of this path."""
    raw = [(key.replace("_", "-").encode(), value.encode()) for key, value in headers.items()]
    scope = {"type": "http", "path_params": {"name": path.removeprefix("/")}, "headers": raw}
    return asyncio.run(Page().answer(Request(scope)))


def test_the_view_is_where_the_list_of_games_says() -> None:
    address = game_info(NAME).view
    assert address == f"/games/{NAME}/view.js"
    response = answer(address)
    assert response.status_code == 200
    assert response.body == (PACKAGE / "view.js").read_bytes()
    assert response.media_type in ("text/javascript", "application/javascript")
    assert response.headers["cache-control"] == "no-cache"
    assert answer(address, if_none_match=response.headers["etag"]).status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        "rules.py",
        "RULES.md",
        "../siegeworks_breakthrough/rules.py",
        "../../../pyproject.toml",
        "view.js/../rules.py",
        "%2e%2e/view.js",
        "",
    ],
)
def test_nothing_else_of_the_package_is_served(path: str) -> None:
    with pytest.raises(HTTPException) as refused:
        answer(f"/games/{NAME}/{path}")
    assert refused.value.status_code == 404


def test_a_game_without_a_view_says_so_and_has_none() -> None:
    for name in NAMES:
        assert game_info(name).view is None
        with pytest.raises(HTTPException):
            answer(f"/games/{name}/view.js")
