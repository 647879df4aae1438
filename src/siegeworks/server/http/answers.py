"""Answers of the HTTP API: JSON that nobody caches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from siegeworks.server.messages import ErrorBody
from siegeworks.server.runtime.logs import request_id
from siegeworks.server.tables.table_messages import encode


def json(message: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A message as an answer that is not cached."""
    more = {"cache-control": "no-store", **(headers or {})}
    return Response(encode(message), status, more, media_type="application/json")


def error_answer(sentence: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """Why a request was not answered, with its id, under which the log says more."""
    return json(ErrorBody(sentence, request_id.get()), status, headers)
