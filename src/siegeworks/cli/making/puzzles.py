"""`siegeworks puzzles`: the commands for makers of puzzles, each in a file of its own"""

from siegeworks.cli.console.arguments import examples
from siegeworks.cli.making import puzzles_check, puzzles_make

HELP = "Make puzzles from games between bots, and prove them again."
COMMANDS = {"make": puzzles_make, "check": puzzles_check}
EXAMPLES = examples(
    "siegeworks puzzles make kings-ransom -n 20",
    "siegeworks puzzles check kings-ransom",
)
