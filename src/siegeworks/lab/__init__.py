"""Many games and what they tell: `report` and `compare` answer a designer's questions

    from siegeworks import lab

    found = lab.report("expansion", {"setup": "random"}, games=200, seed=1)
    print(*found.sentences, sep="\n")

Both need the extra `lab`. They are imported when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from siegeworks.lab.reports.build import report as report
    from siegeworks.lab.reports.comparison import compare as compare

_MODULE_OF = {"compare": "reports.comparison", "report": "reports.build"}

__all__ = ["compare", "report"]


def __getattr__(name: str) -> object:
    """A public name, imported from its module on first use."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value
