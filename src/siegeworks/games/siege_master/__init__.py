"""Siege Master, by Phil Leduc: armies wall fortresses in until no more armies fit."""

from pathlib import Path
from typing import Any

from siegeworks.core.card import Card
from siegeworks.core.contract import TABLE_ENDINGS, Rules
from siegeworks.core.errors import OptionError
from siegeworks.core.game import Game
from siegeworks.core.notation import Notation
from siegeworks.core.options import Option, check_options
from siegeworks.games.siege_master import notation, rules
from siegeworks.games.siege_master.advice import ADVICE, score
from siegeworks.games.siege_master.history import NARRATION
from siegeworks.games.siege_master.map_making.map_collection import MAPS as MAPS
from siegeworks.games.siege_master.map_making.map_inspection import areas_on, layout_problems
from siegeworks.games.siege_master.maps import Map, choose_map, game_map
from siegeworks.games.siege_master.params import make_params, members
from siegeworks.games.siege_master.preview import preview, reaches
from siegeworks.games.siege_master.scene import scene
from siegeworks.games.siege_master.state import (
    BY_CHANCE,
    BY_MAP,
    BY_SEATS,
    ENDINGS,
    SEAT_NAMES,
    STATE,
)
from siegeworks.games.siege_master.tensor import tensor_of

TITLE = "Siege Master"
IN_A_SENTENCE = (
    "Place armies on a map until no more fit around a fortress: the army that leaves no room takes "
    "it, and more than half of the fortresses win."
)
CREDITS = (
    "Siege Master by Phil Leduc, 2011. Its rules may be copied unaltered with full credit; anyone "
    "who programs or sells the game is asked to contact the author for permission first."
)
# 34 armies in a game between bots of levels 3 and 4, each 20 to 40 seconds.
CARD = Card(seats=(2, 2), minutes=(10, 25), learning="easy", luck="none")
PLACED_BY = {"map": BY_MAP, "scattered": BY_CHANCE, "placed": BY_SEATS}
COUNTS = tuple(str(count) for count in range(1, 32, 2))

OPTIONS = (
    Option(
        "map",
        "hexagon",
        (),
        "The map: a shipped one, or your own file NAME.txt.",
        "NAME",
    ),
    Option(
        "fortresses",
        "map",
        tuple(PLACED_BY),
        "Where the fortresses stand: as on the map, scattered by chance, or placed in turn.",
    ),
    Option(
        "count",
        "15",
        COUNTS,
        "How many fortresses are scattered or placed.",
        "odd, 1 to 31",
    ),
    Option("free", "no", ("no", "yes"), "Whether armies need not touch the one placed before."),
    Option(
        "pacifist",
        "no",
        ("no", "yes"),
        "Whether the seat that holds more than half of the fortresses loses.",
    ),
)

RULES = Rules.of(rules)


def make(given: dict[str, str], maps: Path | None = None, map_rows: str | None = None) -> Game:
    """The game with these options, on the map drawn in `map_rows`, or else on a shipped one or one
    from the folder `maps`. Raises OptionError for an option, a value or a map that cannot be
    played."""
    options = check_options(TITLE, OPTIONS, given)
    placed_by = PLACED_BY[options["fortresses"]]
    if placed_by == BY_MAP and "count" in given:
        raise OptionError(
            "count says how many fortresses are scattered or placed, but here the map has them: "
            "leave count out, or play with fortresses=scattered or fortresses=placed (R2)."
        )
    drawn = choose_map(options["map"], maps, map_rows)
    count = len(drawn.fortresses) if placed_by == BY_MAP else int(options["count"])
    params = make_params(
        drawn, placed_by, count, options["free"] == "yes", options["pacifist"] == "yes"
    )
    if placed_by == BY_MAP:
        check_layout(drawn, options["map"])
    else:
        check_room(params, options["map"])
    hexes, placements = int(params.hexes), int(params.placements)
    return Game(
        name="siege-master",
        title=TITLE,
        ruleset=1,
        options=options,
        known_options=OPTIONS,
        seats=SEAT_NAMES,
        params=params,
        state_type=STATE,
        rules=RULES,
        notation=Notation.of(notation),
        scene=scene,
        score=score,
        advice=ADVICE,
        endings=(*TABLE_ENDINGS, *ENDINGS),
        num_actions=placements + 1 + (hexes if placed_by == BY_SEATS else 0),
        num_outcomes=hexes if placed_by == BY_CHANCE else 0,
        max_legal=max(placements + 1, hexes),
        max_steps=count + hexes // 4 + 1,
        turn_rule=notation.turn_rule,
        table_rule="R8",
        narration=NARRATION,
        preview=preview,
        reaches=reaches,
        tensor=tensor_of(params),
        map_rows=() if game_map(options["map"], drawn.rows).is_shipped else drawn.rows,
    )


def check_layout(drawn: Map, name: str) -> None:
    """Raises OptionError unless the map has an odd number of fortresses with room for an army in
    the area of each (R2)."""
    for problem in layout_problems(drawn, areas_on(drawn)):
        raise OptionError(f"map={name}: {problem.sentence}")


def check_room(params: Any, name: str) -> None:
    """Raises OptionError unless there is room for all fortresses to be placed (R3)."""
    room = sum(len(members(params.area_hexes[i])) - 4 for i in range(params.areas))
    if params.fortresses > room:
        number = f"{room or 'no'} {'fortress' if room < 2 else 'fortresses'}"
        raise OptionError(
            f"count={params.fortresses}: there is room for {number} on map={name}, because "
            "an army must still fit into every area with a fortress (R3)."
        )
