"""`siegeworks map`: the commands for maps, each in a file of its own"""

from siegeworks.cli.console.arguments import examples
from siegeworks.cli.maps import check as map_check
from siegeworks.cli.maps import export as map_export
from siegeworks.cli.maps import import_ as map_import
from siegeworks.cli.maps import list as map_list
from siegeworks.cli.maps import new as map_new
from siegeworks.cli.maps import picture as map_picture
from siegeworks.cli.maps import show as map_show

HELP = "List, draw, check, make, import and export maps."
COMMANDS = {
    "list": map_list,
    "show": map_show,
    "check": map_check,
    "new": map_new,
    "import": map_import,
    "export": map_export,
    "picture": map_picture,
}
EXAMPLES = examples(
    "siegeworks map list",
    "siegeworks map show hexagon",
    "siegeworks map check hexagon",
    "siegeworks map new --shape archipelago --save",
)
