"""All messages of the wire protocol as TypeScript, for the page.

python -m siegeworks.server.http.typescript > web/src/wire.ts
"""

import json
from collections.abc import Iterator
from typing import Any, get_args

from msgspec import NODEFAULT, inspect

from siegeworks.server import messages as m
from siegeworks.server.jobs import findings

HEAD = """\
// The wire protocol, generated from src/siegeworks/server/messages/. Do not edit; regenerate with
//   python -m siegeworks.server.http.typescript > web/src/wire.ts
// A field marked ? that is left out has the default in the comment.
"""
MESSAGE_UNIONS = {"ClientMessage": m.ClientMessage, "ServerMessage": m.ServerMessage}
BODIES = [  # of HTTP, and the parts of all messages
    kind
    for kind in (*vars(m).values(), *vars(findings).values())
    if isinstance(kind, type)
    and issubclass(kind, (m.RequestBody, m.Data))
    and kind not in (m.RequestBody, m.Data)
]
MAX_LINE = 120  # characters of an interface on one line; with defaults it takes a line a field


def typescript() -> str:
    """The whole file."""
    roots = [kind for union in MESSAGE_UNIONS.values() for kind in get_args(union)]
    infos = inspect.multi_type_info([*roots, *BODIES])
    types: dict[str, inspect.StructType] = {}
    for info in infos:
        _collect(info, types)
    parts = [HEAD, f"export const MAX_POSITIONS = {m.MAX_POSITIONS};", ""]
    parts += ["\n".join(_interface(struct)) for struct in types.values()]
    for name, union in MESSAGE_UNIONS.items():
        kinds = " | ".join(kind.__name__ for kind in get_args(union))
        parts.append(f"export type {name} = {kinds};")
    return "\n".join(parts) + "\n"


def _collect(info: inspect.Type, types: dict[str, inspect.StructType]) -> None:
    """All structs that a type is made of, the inner ones first."""
    if isinstance(info, inspect.StructType):
        if info.cls.__name__ in types:
            return
        for field in info.fields:
            _collect(field.type, types)
        types[info.cls.__name__] = info
    elif isinstance(info, inspect.UnionType):
        for part in info.types:
            _collect(part, types)
    elif isinstance(info, (inspect.ListType, inspect.VarTupleType)):
        _collect(info.item_type, types)


def _interface(struct: inspect.StructType) -> Iterator[str]:
    doc = " ".join((struct.cls.__doc__ or "").partition("\n\n")[0].split())
    yield f"/** {doc} */"
    head = f"export interface {struct.cls.__name__} {{"
    fields = [] if struct.tag is None else [f"{struct.tag_field}: {json.dumps(struct.tag)};"]
    for field in struct.fields:
        optional = "" if field.required else "?"
        default = "" if field.required else f" // {_default(field)}"
        fields.append(f"{field.encode_name}{optional}: {_type(field.type)};{default}")
    short = " ".join([head, *fields, "}"])
    if all(field.required for field in struct.fields) and len(short) <= MAX_LINE:
        yield short
    else:
        yield from (head, *(f"  {field}" for field in fields), "}")
    yield ""


def _default(field: inspect.Field) -> str:
    makes: Any = field.default_factory
    return json.dumps(field.default if makes is NODEFAULT else makes())


def _type(info: inspect.Type) -> str:
    match info:
        case inspect.StructType():
            return info.cls.__name__
        case inspect.UnionType():
            return " | ".join(_type(part) for part in info.types)
        case inspect.ListType() | inspect.VarTupleType():
            inner = _type(info.item_type)
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case inspect.TupleType():
            return f"[{', '.join(_type(part) for part in info.item_types)}]"
        case inspect.DictType():
            return f"Record<{_type(info.key_type)}, {_type(info.value_type)}>"
        case inspect.LiteralType():
            return " | ".join(json.dumps(value) for value in info.values)
        case inspect.NoneType():
            return "null"
        case inspect.BoolType():
            return "boolean"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.StrType():
            return "string"
        case inspect.AnyType():
            return "unknown"
    raise TypeError(f"no TypeScript for {info}")


if __name__ == "__main__":
    print(typescript(), end="")
