"""The files of the page, as its build left them in static/."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent / "static"
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # the one liked best first
FOREVER = "public, max-age=31536000, immutable"  # the name has a digest of the contents

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>siegeworks</title>
<h1>The page was not built</h1>
<p>The server runs, but the files of its page are missing. In a copy of the sources run
<code>make play</code>; in an installation, install siegeworks again.</p>
<p>In the terminal you can play at once: <code>siegeworks play</code></p></html>
"""


class Page(StaticFiles):
    """Static files; compressed where the build did that and the browser knows it."""

    def __init__(self, folder: Path = STATIC) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)
        self.folder = folder
        self.config_checked = True  # without files, a page says what to do

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or a page that says what is missing."""
        name = "index.html" if path == "." else path
        if name == "index.html" and not (self.folder / name).is_file():
            return HTMLResponse(NOT_BUILT, 503)
        response = await self._packed(name, scope) or await super().get_response(path, scope)
        is_named_by_digest = name.startswith("assets/")
        response.headers["cache-control"] = FOREVER if is_named_by_digest else "no-cache"
        response.headers.add_vary_header("accept-encoding")
        return response

    async def _packed(self, name: str, scope: Scope) -> Response | None:
        """The file in an encoding that the browser accepts."""
        accepted = dict(scope["headers"]).get(b"accept-encoding", b"").decode("latin-1").lower()
        known = {part.partition(";")[0].strip() for part in accepted.split(",")}
        for encoding, suffix in ENCODINGS.items():
            if encoding not in known:
                continue
            try:
                response = await super().get_response(name + suffix, scope)
            except HTTPException:
                continue
            response.headers["content-encoding"] = encoding
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            response.headers["content-type"] = f"{kind}; charset=utf-8" if "text" in kind else kind
            return response
        return None
