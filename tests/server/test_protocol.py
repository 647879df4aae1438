"""The wire protocol: its messages and the generated TypeScript."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from siegeworks.server import messages as m
from siegeworks.server.http.typescript import BODIES, typescript
from siegeworks.server.http.websocket import decode

WIRE = Path(__file__).parents[2] / "web" / "src" / "wire.ts"
TABLE, KEY = "t" * 16, "k" * 22


def test_wire_ts_is_generated_from_the_messages() -> None:
    assert WIRE.read_text(encoding="utf-8") == typescript(), (
        "regenerate it: python -m siegeworks.server.http.typescript > web/src/wire.ts"
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"type":"ping","loud":true}', "unknown field"),
        ('{"type":"shout"}', "Invalid value"),
        ('{"type":"hello","table":"../../etc"}', "regex"),
        (f'{{"type":"hello","table":"{TABLE}","keys":["short"]}}', "regex"),
        (f'{{"type":"hello","table":"{TABLE}","keys":{[KEY] * 9}}}'.replace("'", '"'), "<= 8"),
        (f'{{"type":"act","id":"{"x" * 37}","version":1,"token":"a"}}', "<= 36"),
        (f'{{"type":"act","id":"1","version":1,"token":"{"x" * 41}"}}', "<= 40"),
        ('{"type":"act","id":"1","version":-1,"token":"a"}', ">= 0"),
        ('{"type":"act","id":"1","version":1.5,"token":"a"}', "int"),
        ('{"type":"act","id":"1","version":1}', "missing required field"),
        ('{"type":"offer","id":"1","what":"peace"}', "Invalid enum value"),
        ("[]", "Expected `object`"),
        ("", "truncated"),
        ('{"type":"explain","id":"1","text":"\\ud800"}', "truncated"),
    ],
)
def test_an_invalid_message_is_refused(text: str, problem: str) -> None:
    with pytest.raises(msgspec.MsgspecError, match=problem):
        decode(text)


def test_every_message_has_its_own_tag() -> None:
    kinds = [*get_args(m.ClientMessage), *get_args(m.ServerMessage)]
    tags = [kind.__struct_config__.tag for kind in kinds]
    assert len(set(tags)) == len(tags)


def test_every_message_from_a_client_refuses_unknown_fields() -> None:
    bodies = [kind for kind in BODIES if issubclass(kind, m.RequestBody)]
    for kind in (*get_args(m.ClientMessage), *bodies):
        assert kind.__struct_config__.forbid_unknown_fields, kind
