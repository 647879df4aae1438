"""The published descriptions of the API are valid, and name every path and message."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest
from starlette.routing import Route

from mkdocs_openapi import descriptions, routes
from siegeworks.server import messages as m
from siegeworks.server.http.api import ApiRoute
from tests.server.served import served

Json = dict[str, Any]


@pytest.fixture(scope="module")
def published() -> dict[str, Json]:
    """Both descriptions, by the names of their files."""
    return {name: json.loads(text) for name, text in descriptions().items()}


def references(part: Any) -> Iterator[str]:
    """All `$ref` in a part of a description."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "$ref":
                yield value
            else:
                yield from references(value)
    elif isinstance(part, list):
        for each in part:
            yield from references(each)


def at(document: Json, reference: str) -> Any:
    """What a `$ref` leads to; a KeyError if it leads nowhere."""
    part: Any = document
    for name in reference.removeprefix("#/").split("/"):
        part = part[name]
    return part


def test_all_schemas_are_valid_and_no_reference_leads_nowhere(published: dict[str, Json]) -> None:
    openapi, websocket = published["openapi.json"], published["websocket.schema.json"]
    jsonschema.Draft202012Validator.check_schema(websocket)
    for schema in openapi["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
    for document in published.values():
        for reference in references(document):
            assert at(document, reference)


def test_every_path_is_described(published: dict[str, Json]) -> None:
    paths, names = published["openapi.json"]["paths"], set()
    for route in routes():
        assert isinstance(route, ApiRoute), route
        operation = paths[route.path][route.method.lower()]
        names.add(operation["operationId"])
        assert operation["summary"].endswith("."), route.path
        parts = {each["name"] for each in operation["parameters"] if each["in"] == "path"}
        assert parts == set(re.findall(r"\{(\w+)\}", route.path))
        assert {"200", "204"} & operation["responses"].keys()
        # The one POST without JSON comes from programs for mail.
        if route.method == "POST" and "{receiver}" not in route.path:
            assert "requestBody" in operation, route.path
    assert len(names) == sum(map(len, paths.values())) == len(list(routes()))


def test_every_message_is_described(published: dict[str, Json]) -> None:
    defined = published["websocket.schema.json"]["$defs"]
    kinds = {kind.__name__ for kind in (*get_args(m.ClientMessage), *get_args(m.ServerMessage))}
    assert kinds <= defined.keys()


def test_a_server_serves_both_and_what_it_answers_is_as_described(
    published: dict[str, Json], tmp_path: Path
) -> None:
    with served(tmp_path) as client:
        for name, document in published.items():
            assert json.loads(client.ask("GET", f"/api/{name}", None)[2]) == document
        openapi = published["openapi.json"]
        for path in ("/api/games", "/api/lobby", "/healthz", "/api/account", "/api/puzzles"):
            answer = json.loads(client.ask("GET", path, None)[2])
            content = openapi["paths"][path]["get"]["responses"]["200"]["content"]
            schema = {**content["application/json"]["schema"], "components": openapi["components"]}
            jsonschema.Draft202012Validator(schema).validate(answer)


def test_only_described_paths_are_routes() -> None:
    assert all(type(route) is not Route for route in routes())
