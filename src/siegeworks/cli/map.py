"""`siegeworks map`: the commands for maps, each in a file of its own"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType, ModuleType

from siegeworks.cli import (
    map_check,
    map_export,
    map_import,
    map_list,
    map_new,
    map_picture,
    map_show,
)
from siegeworks.cli.arguments import examples

HELP = "List, draw, check, make, import and export maps."
COMMANDS: Mapping[str, ModuleType] = MappingProxyType(
    {
        "list": map_list,
        "show": map_show,
        "check": map_check,
        "new": map_new,
        "import": map_import,
        "export": map_export,
        "picture": map_picture,
    }
)
EXAMPLES = examples(
    "siegeworks map list",
    "siegeworks map show hexagon",
    "siegeworks map check hexagon",
    "siegeworks map new --shape archipelago --save",
)
