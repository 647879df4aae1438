"""The host's own maps, which a server offers to everybody"""

from __future__ import annotations

from pathlib import Path

from siegeworks.core.errors import OptionError, SiegeworksError
from siegeworks.games import game_names, maps_of
from siegeworks.server.jobs.preparation import check_map_length


def maps_left_out(folder: Path) -> list[str]:
    """A sentence for each map in this folder that cannot be used, sorted.

    Raises:
        SiegeworksError: there is no such folder.
    """
    if not folder.is_dir():
        raise SiegeworksError(f"There is no folder {folder} to look for maps in.")
    problems = set()
    for game in game_names():
        try:
            maps = maps_of(game)
        except OptionError:  # it has none
            continue
        for name in maps.names(folder):
            try:
                check_map_length("\n".join(maps.read(name, folder).rows), name)
            except SiegeworksError as problem:
                problems.add(str(problem))
    return sorted(problems)
