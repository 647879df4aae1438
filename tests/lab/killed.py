"""Work whose processes are killed; it imports little, because every new process imports it."""

import os
import signal
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Killed:
    """Work whose units are numbers; the process that runs one of these units is killed with -9 the
    first time that it does."""

    folder: str
    deadly: frozenset[int] = field(default_factory=frozenset)
    failing: int = -1

    result_type = int

    def configuration(self):
        return {"work": "numbers"}

    def prepare(self):
        return self.run_unit

    def run_unit(self, unit):
        marker = Path(self.folder) / str(unit.number)
        if unit.number in self.deadly and not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if unit.number == self.failing:
            raise ZeroDivisionError("no luck")
        return unit.seed
