"""A campaign: numbered units of work, each with its own seed, with the same results on any executor

A unit's result depends on the campaign's work and seed and on the unit's number, and on nothing
else: not on the process that ran it, on the units before it or on an interruption.
"""

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass, fields
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from siegeworks._version import __version__
from siegeworks.core.errors import SiegeworksError
from siegeworks.core.game import Game
from siegeworks.core.random import new_rng, next_word

R = TypeVar("R")
R_co = TypeVar(
    "R_co", covariant=True
)  # the result of a unit: anything that msgspec writes as JSON and reads again


class UnitFailed(SiegeworksError):
    """A unit raised an error; the message says which and what. Work may raise its own kind."""


class Unit(NamedTuple):
    """A unit of a campaign: all that its result may depend on, apart from the work."""

    number: int  # from 0
    campaign_seed: int

    @property
    def seed(self) -> int:
        """The unit's own seed, 64 bits."""
        return int(next_word(new_rng(self.campaign_seed, self.number)))


class Work(Protocol[R_co]):
    """What the units of a campaign do. Other processes get a pickled copy."""

    @property
    def result_type(self) -> type[R_co]:
        """The type of a unit's result, as msgspec reads it."""

    def configuration(self) -> dict[str, object]:
        """What must be equal for units to belong to the same campaign, as JSON."""

    def prepare(self) -> Callable[[Unit], R_co]:
        """Do once what all units need, such as loading kernels, and return what runs a unit. Called
        once in each process."""


@dataclass(frozen=True)
class Campaign(Generic[R]):
    """Units 0 … units − 1 of this work. More units of the same seed leave the first ones alike."""

    work: Work[R]
    units: int
    seed: int

    def unit(self, number: int) -> Unit:
        """The unit of this number."""
        return Unit(number, self.seed)


class Executor(Protocol):
    """Where units run."""

    def run(self, campaign: Campaign[R], units: Iterable[int]) -> Generator[tuple[int, bytes]]:
        """Run these units and yield each with its result as JSON, in any order, each once.

        Closing the generator stops the units that are running. Results are JSON everywhere, so that
        it makes no difference whether one came from this process, another one or a file.

        Raises:
            UnitFailed: a unit raised an error.
            OSError: units cannot be run here.
        """


class Results(Protocol):
    """Results that are kept, so that an interrupted campaign goes on (`lab.campaign_journal`)."""

    def finished(self) -> Iterable[tuple[int, bytes]]:
        """The units that were finished before, each with its result as JSON."""

    def add(self, unit: int, result: bytes) -> None:
        """Keep the result of a unit."""


def result_of(campaign: Campaign[R], run_unit: Callable[[Unit], R], unit: int) -> bytes:
    """The result of a unit as JSON.

    Raises:
        UnitFailed: it raised an error.
    """
    try:
        return msgspec.json.encode(run_unit(campaign.unit(unit)))
    except UnitFailed:
        raise
    except Exception as error:
        message = " ".join(str(error).split()).rstrip(".")
        kind = "" if isinstance(error, SiegeworksError) else f"{type(error).__name__}: "
        raise UnitFailed(f"Unit {unit} of seed {campaign.seed} failed: {kind}{message}.") from error


class UnitNumbers:
    """A set of units' numbers that takes a bit for each: a campaign can have millions."""

    BLOCK = 1024  # units

    def __init__(self) -> None:
        self._bits: defaultdict[int, int] = defaultdict(int)  # by block
        self._count = 0

    def add(self, unit: int) -> None:
        """Add a number, if it is not there."""
        if unit not in self:
            self._bits[unit // self.BLOCK] |= 1 << unit % self.BLOCK
            self._count += 1

    def __contains__(self, unit: int) -> bool:
        return bool(self._bits.get(unit // self.BLOCK, 0) >> unit % self.BLOCK & 1)

    def __len__(self) -> int:
        return self._count


def arriving(
    campaign: Campaign[R], executor: Executor, kept: Results | None = None
) -> Generator[tuple[int, R]]:
    """Run what is missing of a campaign; all units with their results as they arrive, kept ones
    first, which are not run again. Closing the generator stops what is running.

    Raises:
        UnitFailed, OSError: as `Executor.run`; what was finished before is kept.
    """
    decode = msgspec.json.Decoder(campaign.work.result_type).decode
    there = UnitNumbers()
    for unit, result in kept.finished() if kept is not None else ():
        if unit < campaign.units:
            there.add(unit)
            yield unit, decode(result)
    if len(there) == campaign.units:
        return
    missing = (unit for unit in range(campaign.units) if unit not in there)
    with closing(executor.run(campaign, missing)) as running:
        for unit, result in running:
            if kept is not None:
                kept.add(unit, result)
            yield unit, decode(result)


def in_order(units: Iterable[tuple[int, R]]) -> Generator[R]:
    """The results in the order of the units, from unit 0 on; those that arrive early wait. So what
    is counted after an interruption does not depend on which units were quick."""
    waiting: dict[int, R] = {}
    following = 0
    for unit, result in units:
        waiting[unit] = result
        while following in waiting:
            yield waiting.pop(following)
            following += 1


# How games travel to other processes, and into journals -------------------------------------------


def named(game: Game) -> dict[str, object]:
    """A game as the configuration of a campaign has it: all that it depends on. Maps need no
    folder, as their rows come along."""
    return {
        "game": game.name,
        "options": dict(game.changed_options),
        "map_rows": list(game.map_rows),
        "ruleset": game.ruleset,
    }


def made_for(game: Game) -> dict[str, Any]:
    """What the file of a network says of its game, and by which version it was made."""
    return {
        "siegeworks": __version__,
        "game": game.name,
        "options": dict(game.options),
        "ruleset": game.ruleset,
    }


class PickledByFields:
    """A dataclass that is pickled as what it was made from, without what it worked out since."""

    def __reduce__(self) -> tuple[object, ...]:
        given = [field.name for field in fields(self) if field.init]  # type: ignore[arg-type]
        return type(self), tuple(getattr(self, name) for name in given)
