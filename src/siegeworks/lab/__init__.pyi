"""The public names, for `lazy_loader` and for type checkers."""

from .reports.build import report as report
from .reports.comparison import compare as compare

__all__: list[str]
