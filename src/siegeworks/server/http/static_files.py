"""The files of the page, as its build left them in static/."""

import hashlib
import mimetypes
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from siegeworks.games import game_names, module

STATIC = Path(__file__).parents[1] / "static"
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # the one liked best first
mimetypes.add_type("application/manifest+json", ".webmanifest")  # unknown to some systems
VIEW = "view.js"  # the file of a game's package that draws it
FOREVER = "public, max-age=31536000, immutable"  # the name has a digest of the contents

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>siegeworks</title>
<h1>The page was not built</h1>
<p>The server runs, but the files of its page are missing. In a copy of the sources run
<code>make play</code>; in an installation, install siegeworks again.</p>
<p>In the terminal you can play at once: <code>siegeworks play</code></p></html>
"""


class File(NamedTuple):
    """A file's contents, and the tag by which a browser says that it has them."""

    contents: bytes
    tag: str


def read(path: Traversable) -> File:
    """A file of the page."""
    contents = path.read_bytes()
    return File(contents, f'"{hashlib.sha256(contents).hexdigest()[:16]}"')


def view_of(game: str) -> Traversable:
    """Where a game's package has its own view for the page, if it has one."""
    return files(module(game)) / VIEW


def view_address(game: str) -> str | None:
    """Where the page finds a game's own view; None: the page draws the game by itself."""
    return f"/games/{game}/{VIEW}" if view_of(game).is_file() else None


def views() -> dict[str, File]:
    """The views of all installed games, by their names below the server's address. Nothing else of
    a package is served."""
    views = ((view_address(name), view_of(name)) for name in game_names())
    return {address[1:]: read(path) for address, path in views if address is not None}


class Page:
    """All files, read once: who opens the page asks for a dozen at the same time, and reading them
    in threads took more than twice as long. Compressed where the browser knows how."""

    def __init__(self, folder: Path = STATIC) -> None:
        paths = (path for path in folder.rglob("*") if path.is_file())
        self.files = {path.relative_to(folder).as_posix(): read(path) for path in paths}
        self.files |= views()

    async def answer(self, request: Request) -> Response:
        """The file, that the browser has it already, or a page that says what is missing."""
        name = request.path_params["name"] or "index.html"
        if name not in self.files:
            if name == "index.html":
                return HTMLResponse(NOT_BUILT, 503)
            raise HTTPException(404)
        encoding = self._encoding(name, request.headers.get("accept-encoding", ""))
        file = self.files[name + ENCODINGS.get(encoding, "")]
        headers = {
            "cache-control": FOREVER if name.startswith("assets/") else "no-cache",
            "etag": file.tag,
            "vary": "accept-encoding",
        }
        if file.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if encoding:
            headers["content-encoding"] = encoding
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return Response(file.contents, headers=headers, media_type=kind)

    def _encoding(self, name: str, accepted: str) -> str:
        """The best one in which there is this file and which the browser accepts; "" for none."""
        known = set()
        for part in accepted.lower().replace(" ", "").split(","):
            encoding, _, weight = part.partition(";q=")
            if weight.strip("0.") or not weight:  # with a weight of 0 it is not wanted
                known.add(encoding)
        packed = (
            encoding
            for encoding in ENCODINGS
            if encoding in known and name + ENCODINGS[encoding] in self.files
        )
        return next(packed, "")
