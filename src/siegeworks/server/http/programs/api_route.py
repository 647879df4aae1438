"""A path of the HTTP API with what it takes and gives, of which its description is made"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, get_type_hints

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from siegeworks.server.messages import Scope

Handler = Callable[..., Awaitable[Any]]


class ApiRoute(Route):
    """A path, its handler and what programs must know of both."""

    def __init__(
        self,
        method: str,
        path: str,
        endpoint: Callable[[Request], Awaitable[Response]],
        *,
        handler: Handler,
        takes: type | None = None,
        gives: type | None = None,
        asks: Mapping[str, str] | None = None,
        scope: Scope | None = None,
    ) -> None:
        """A path.

        Args:
            method: "GET", "POST" or "DELETE".
            path: with the names of its parts in braces.
            endpoint: answers a request.
            handler: whose docstring says what it does.
            takes: the type of the body; None: there is none.
            gives: the type of the answer's body; None: what the annotation says.
            asks: what may stand after the ?, by name.
            scope: that a personal token needs for it; None: nothing depends on an account.
        """
        super().__init__(path, endpoint, methods=[method])
        self.method, self.handler, self.scope = method, handler, scope
        self.takes, self.asks, self._gives = takes, dict(asks or {}), gives

    @property
    def gives(self) -> Any:
        """The type of the answer's body."""
        return self._gives or get_type_hints(self.handler)["return"]

    @property
    def sentence(self) -> str:
        """What it does."""
        doc = inspect.getdoc(self.handler) or ""
        return " ".join(doc.split("\n\n")[0].split())
