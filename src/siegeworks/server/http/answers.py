"""Answers of the HTTP API: JSON that nobody caches."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from starlette.responses import Response

from siegeworks.core.errors import SiegeworksError
from siegeworks.server.http.logs import Reason
from siegeworks.server.messages import ErrorBody
from siegeworks.server.runtime.logs import request_id
from siegeworks.server.tables.table_messages import encode

NOT_FOUND = "Not found."


class HttpError(SiegeworksError):
    """An answer with this status, and with a reason if it goes into the refusal log."""

    def __init__(self, status: int, sentence: str, reason: Reason | None = None) -> None:
        super().__init__(sentence)
        self.status, self.reason = status, reason


@contextmanager
def missing(*kinds: type[SiegeworksError]) -> Iterator[None]:
    """Answer 404 if one of these is raised."""
    try:
        yield
    except kinds as error:
        raise HttpError(404, str(error)) from None


def json(message: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A message as an answer that is not cached."""
    more = {"cache-control": "no-store", **(headers or {})}
    return Response(encode(message), status, more, media_type="application/json")


def error_answer(sentence: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """Why a request was not answered, with its id, under which the log says more."""
    return json(ErrorBody(sentence, request_id.get()), status, headers)
