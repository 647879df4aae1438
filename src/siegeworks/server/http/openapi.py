"""The descriptions of the API for programs, made from the routes and the messages: OpenAPI 3.1 for
HTTP, JSON Schema for the WebSocket"""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from siegeworks._version import __version__
from siegeworks.server import messages as m
from siegeworks.server.http.api import Api, ApiRoute, Routes, get
from siegeworks.server.http.typescript import MESSAGE_UNIONS

SCHEMA_2020 = "https://json-schema.org/draft/2020-12/schema"
PART = re.compile(r"\{(\w+)\}")
PART_OF_PATH = {"in": "path", "required": True, "schema": {"type": "string"}}
NOT_LETTERS = re.compile(r"[^A-Za-z]+")
ANSWERED = {  # by the type that a handler gives: the media type of what it sends
    Response: "text/plain",
    StreamingResponse: "text/event-stream",
}
SUMMARY = (
    "Everything that the page of a Siegeworks server asks it, for other programs too. A POST needs "
    "the server's own address as Origin, or a personal token. Moves go over WebSockets at "
    "/ws/TABLE; websocket.schema.json has their messages."
)


class DescriptionRoutes(Routes):
    def __init__(self, api: Api, others: Sequence[ApiRoute]) -> None:
        """Describes the other paths, and its own."""
        super().__init__(api)
        self._others = others

    @cached_property
    def _openapi(self) -> bytes:
        return text_of(openapi([*self._others, *self.routes()])).encode()

    @get("/api/openapi.json", gives=dict)
    async def openapi(self, request: Request) -> Response:
        """This description, as OpenAPI 3.1."""
        return Response(self._openapi, media_type="application/json")

    @get("/api/websocket.schema.json", gives=dict)
    async def websocket(self, request: Request) -> Response:
        """The messages of the WebSocket, as JSON Schema."""
        return Response(text_of(websocket_schema()), media_type="application/json")


def openapi(routes: Sequence[ApiRoute]) -> dict[str, Any]:
    """The description of these paths."""
    bodies = (kind for route in routes for kind in (route.body, route.gives))
    kinds = list(dict.fromkeys([m.ErrorBody, *filter(_has_schema, bodies)]))
    schemas, components = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )
    schema_of = dict(zip(kinds, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Siegeworks",
            "version": __version__,
            "description": SUMMARY,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "jsonSchemaDialect": SCHEMA_2020,
        "paths": paths,
        "components": {
            "schemas": portable(components),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def websocket_schema() -> dict[str, Any]:
    """The messages of the WebSocket, both ways."""
    kinds = [kind for union in MESSAGE_UNIONS.values() for kind in get_args(union)]
    _, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    unions = {
        name: {"anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in get_args(union)]}
        for name, union in MESSAGE_UNIONS.items()
    }
    return {
        "$schema": SCHEMA_2020,
        "title": "Messages of the WebSocket at /ws/TABLE",
        "description": "`ClientMessage`: from the client; `ServerMessage`: from the server.",
        "$defs": {**unions, **portable(components)},
    }


def _operation(route: ApiRoute, schema_of: dict[Any, Any]) -> dict[str, Any]:
    name = NOT_LETTERS.sub("_", f"{route.method.lower()} {route.path}").strip("_")
    parts = PART.findall(route.path)
    operation: dict[str, Any] = {
        "operationId": name,
        "summary": route.sentence,
        "parameters": [*({"name": part, **PART_OF_PATH} for part in parts), *_query(route)],
    }
    if route.body is not None:
        body = {"application/json": {"schema": schema_of[route.body]}}
        operation["requestBody"] = {"required": True, "content": body}
    operation["responses"] = {
        **_answer(route, schema_of),
        "default": {
            "description": "Why not, in a sentence: 400 the request is wrong, 401 the token is "
            "unknown or has expired, 403 it may not be made, 404 there is nothing, 429 there were "
            "too many, 503 try again later.",
            "content": {"application/json": {"schema": schema_of[m.ErrorBody]}},
        },
    }
    if route.declared.scope is not None:
        operation["security"] = [{}, {"token": [route.declared.scope]}]
    return operation


def _answer(route: ApiRoute, schema_of: dict[Any, Any]) -> dict[str, Any]:
    kind = route.gives
    if route.method == "DELETE":
        return {"204": {"description": "It is done, or there was nothing to do."}}
    media = ANSWERED.get(kind, "application/json")
    schema = schema_of[kind] if _has_schema(kind) else {}
    return {"200": {"description": "The answer.", "content": {media: {"schema": schema}}}}


def _query(route: ApiRoute) -> list[dict[str, Any]]:
    any_options = {"type": "object", "additionalProperties": {"type": "string"}}
    return [
        {
            "name": "options" if name == "*" else name,
            "in": "query",
            "description": meaning,
            "schema": any_options if name == "*" else {"type": "string"},
        }
        for name, meaning in route.declared.asks.items()
    ]


def _has_schema(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def portable(schema: Any) -> Any:
    """A schema that is for all languages: Python alone writes the end of a text as \\\\Z, and only
    the first paragraph of a docstring is for everybody."""
    match schema:
        case {"pattern": str(pattern)}:
            schema = {**schema, "pattern": pattern.replace("\\Z", "$")}
        case {"description": str(text)}:
            schema = {**schema, "description": text.partition("\n\n")[0]}
    if isinstance(schema, dict):
        return {key: portable(value) for key, value in schema.items()}
    return [portable(part) for part in schema] if isinstance(schema, list) else schema


def text_of(schema: dict[str, Any]) -> str:
    """A description as it is published."""
    return msgspec.json.format(msgspec.json.encode(schema), indent=1).decode() + "\n"
