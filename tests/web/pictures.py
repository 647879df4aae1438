"""Write web/public/pictures/, the positions on the home page: `python -m tests.web.pictures`.

The folder of a game's view, src/siegeworks/games/<game>/view/, has a recorded game,
`pictures.siege`, and `pictures.json`, which selects positions of it.
"""

from pathlib import Path
from typing import Any

import msgspec

from siegeworks.core.contract import REFEREE, SPECTATOR, Seat
from siegeworks.core.effects import Effects, SeenStep
from siegeworks.games import NAMES, module
from siegeworks.play.record import read_record, replay
from siegeworks.play.table import Table
from siegeworks.server.messages.scenes import SceneEncoder

WEB = Path(__file__).parents[2] / "web"
WRITTEN = WEB / "public" / "pictures"


def folder(name: str) -> Path:
    """The folder of a game's view."""
    return Path(*module(name).__path__, "view")


def pictures(name: str) -> bytes:
    """The empty board of a game and its selected positions, as JSON."""
    table = replay(read_record(folder(name) / "pictures.siege"))
    encoder = SceneEncoder(table.game)
    selected: list[dict[str, Any]] = msgspec.json.decode(
        (folder(name) / "pictures.json").read_bytes()
    )
    drawn = []
    for picture in selected:
        step, seat = picture["step"], SPECTATOR
        if "seat" in picture:
            seat = table.game.seats.index(picture["seat"])
        elif table.over:
            seat = REFEREE
        now = encoder.draw(table.view(seat, step))
        before = encoder.draw(table.view(seat, step - 1))
        drawn.append(
            {
                "name": picture["name"],
                "actor": table.steps[step - 1].actor,
                "token": table.token_seen_by(seat, step - 1),
                "seat": picture.get("seat"),
                "scene": now,
                "last": encoder.changed(before, now),
                **open_battle(table, seat, step - 1),
            }
        )
    return msgspec.json.encode({"board": encoder.board, "pictures": drawn})


def open_battle(table: Table, seat: Seat, index: int) -> dict[str, Any]:
    """The battle of an attack that waits for its answer, which has an arrow."""
    narration = table.game.narration
    assert narration is not None and narration.effects is not None
    step = SeenStep(
        table.steps[index].actor,
        table.token_seen_by(seat, index),
        table.shown_by(index),
        table.view(seat, index),
        table.view(seat, index + 1),
    )
    effects = narration.effects(table.game.params, step)
    is_open = effects.battle is not None and not effects.battle.outcome
    return {"effects": Effects(battle=effects.battle)} if is_open else {}


def main() -> None:
    """Write the pictures of all games."""
    WRITTEN.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        (WRITTEN / f"{name}.json").write_bytes(pictures(name) + b"\n")


if __name__ == "__main__":
    main()
