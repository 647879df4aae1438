"""The referee: illegal steps change nothing, secrets stay secret, undo reveals nothing."""

import pytest

from siegeworks.core.contract import REFEREE, SPECTATOR
from siegeworks.core.effects import HIDDEN
from siegeworks.core.errors import IllegalStep
from siegeworks.core.random import new_rng
from siegeworks.games import load
from siegeworks.play.table import Table


def table_after(name: str, options: dict[str, str], steps: str) -> Table:
    """A table at which these steps, one `actor token` per line, have been played."""
    table = Table(load(name, options))
    for line in steps.strip().splitlines():
        actor, token = line.split()
        table.play(actor, token)
    return table


PLACED = """
suns 5@a1
suns 4@b1
suns 3@a2
suns 2@b2
suns A@c1
suns 0@a3
moons 5@f6
moons 4@e6
moons 3@f5
moons 2@e5
moons A@d6
moons 0@f4
chance first=suns
"""


def test_an_illegal_step_leaves_the_table_unchanged() -> None:
    table = table_after("siege-master", {}, "red d4-d7")
    before = table.state.tobytes()
    for actor, token in [("blue", "d4-d7"), ("red", "e4-e7"), ("green", "swap"), ("chance", "x")]:
        with pytest.raises(IllegalStep):
            table.play(actor, token)
    assert table.state.tobytes() == before
    assert len(table.steps) == 1


def test_a_step_out_of_turn_says_whose_turn_it_is() -> None:
    table = Table(load("siege-master"))
    with pytest.raises(IllegalStep, match="it is the turn of red, not of blue"):
        table.play("blue", "d4-d7")


# Games, an actor who is not to act there, and the paragraph that says who is.
SET_OUT = "chance Sa1=K\nchance Sb1=A"
TINY_WAR = {"columns": "2", "tiles": "KA"}
TINY_SET_UP = "chance Sa1=K\nchance Sb1=A\nchance Na1=A\nchance Nb1=K"
BATTLE = """
chance Sa1=A
chance Sb1=K
chance Sa2=A
chance Sb2=A
chance Na1=A
chance Nb1=K
chance Na2=A
chance Nb2=A
chance first=south
south a1xa1
"""
OUT_OF_TURN = [
    ("expansion", {}, "", "moons 5@f6", "R3"),
    ("expansion", {"setup": "random"}, "", "suns 5@a1", "R3"),
    ("expansion", {}, PLACED.replace("chance first=suns", ""), "suns a3-a4", "R4"),
    ("expansion", {}, PLACED, "moons f4-f3", "R5"),
    ("kings-ransom", {}, SET_OUT, "north Sc1=A", "R3"),
    ("kings-ransom", {"setup": "secret"}, "", "chance Sa1=K", "R3"),
    ("kings-ransom", TINY_WAR, TINY_SET_UP, "south b1~", "R3"),
    ("kings-ransom", TINY_WAR, f"{TINY_SET_UP}\nchance first=south", "north a1~", "R4"),
    ("kings-ransom", {"columns": "2", "tiles": "KAAA"}, BATTLE, "south a2~", "R5"),
    ("nobles-and-peasants", {}, "", "blue T@d4", "R3"),
    ("siege-master", {"fortresses": "placed"}, "", "blue @c4", "R2"),
    ("siege-master", {"fortresses": "scattered"}, "", "red @c4", "R2"),
    ("siege-master", {}, "", "blue d4-d7", "R5"),
    ("siege-by-number", {}, "", "suns done", "R4"),
    ("siege-by-number", {}, "chance first=suns", "suns done", "R6"),
    ("siege-by-number", {}, "chance first=suns\nchance roll=3", "crowns done", "R7"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options", "steps", "step", "paragraph"), OUT_OF_TURN)
def test_a_wrong_actor_is_refused_with_the_paragraph_about_turns(
    name: str, options: dict[str, str], steps: str, step: str, paragraph: str
) -> None:
    table = table_after(name, options, steps)
    with pytest.raises(IllegalStep, match=rf"it is the turn of \w+, not of .*\({paragraph}\)\.$"):
        table.play(*step.split())


def test_after_the_end_every_step_is_refused() -> None:
    table = table_after("siege-master", {}, "table resign=blue")
    assert table.over and table.result == "red"
    for actor, token in [("red", "d4-d7"), ("table", "draw"), ("table", "resign=red")]:
        with pytest.raises(IllegalStep, match="the game is over"):
            table.play(actor, token)


def test_a_seat_resigns_out_of_turn_and_the_other_wins() -> None:
    table = table_after("siege-master", {}, "red d4-d7\ntable resign=red")
    assert table.game.returns(table.state) == [-1.0, 1.0]


def test_running_out_of_time_loses_as_resigning_does() -> None:
    table = table_after("expansion", {}, "suns 5@a1\ntable time=moons")
    assert table.result == "suns"
    assert "time" in table.game.endings[table.state.ending]


def test_a_draw_can_be_agreed_during_set_up_and_before_a_chance_step() -> None:
    assert table_after("expansion", {"setup": "random"}, "table draw").result == "draw"
    assert table_after("siege-by-number", {}, "table draw").result == "draw"


def test_a_resigned_seat_does_not_share_a_draw() -> None:
    table = table_after("siege-by-number", {"seats": "3"}, "table resign=moons\ntable draw")
    assert table.winners == ["suns", "crowns"]
    assert table.game.returns(table.state) == pytest.approx([0.25, -0.5, 0.25])
    assert table.result == "draw"


def test_a_seat_cannot_resign_twice() -> None:
    table = table_after("siege-by-number", {"seats": "3"}, "table resign=moons")
    with pytest.raises(IllegalStep, match="moons has already left the game"):
        table.play("table", "time=moons")


@pytest.mark.parametrize("token", ["resign", "resign=", "resign=nobody", "surrender=red", "Draw"])
def test_an_unknown_table_step_is_refused_with_the_known_ones(token: str) -> None:
    with pytest.raises(IllegalStep, match=r"table step is|no such seat"):
        Table(load("siege-master")).play("table", token)


def test_agreement_on_the_score_needs_a_game_with_scores() -> None:
    with pytest.raises(IllegalStep, match="does not end by agreement"):
        Table(load("siege-master")).play("table", "agree")
    table = table_after("expansion", {}, PLACED)
    with pytest.raises(IllegalStep, match="after the first move"):
        table.play("table", "agree")
    table.play("suns", "a3-a4")
    table.play("table", "agree")
    assert table.result == "moons"  # one tile each, no centre: the seat that did not begin


def test_undo_reverts_the_last_own_action_and_what_followed() -> None:
    table = table_after("siege-master", {}, "red d4-d7\nblue swap")
    assert [step.token for step in table.undo(0)] == ["d4-d7", "swap"]
    assert table.state.tobytes() == table.game.new_state().tobytes()


def test_undo_stops_at_a_roll() -> None:
    table = table_after("siege-by-number", {}, "chance first=suns\nchance roll=3\nsuns N-i10")
    with pytest.raises(IllegalStep, match=r"^You have not moved yet"):
        table.undo(1)  # although chance has acted: the moons have nothing to undo
    assert table.undo(0)[0].token == "N-i10"
    table = table_after(
        "siege-by-number", {}, "chance first=suns\nchance roll=3\nsuns done\nchance roll=2"
    )
    with pytest.raises(IllegalStep, match="chance has acted"):
        table.undo(0)


def test_undo_stops_at_a_reveal() -> None:
    table = table_after("kings-ransom", {"setup": "secret"}, "south Sa1=K")
    assert table.undo(0)[0].token == "Sa1=K"
    table = Table(load("kings-ransom"))
    table.deal(new_rng(1))
    seat = int(table.state.to_act)
    name = table.game.seats[seat]
    flee = next(text for text in table.game.legal_texts(table.state) if text.endswith("~"))
    table.play(name, flee)
    with pytest.raises(IllegalStep, match=r"revealed|chance"):
        table.undo(seat)


def test_a_secret_step_is_hidden_from_other_seats() -> None:
    table = table_after("expansion", {}, PLACED)
    assert table.token_seen_by(0, 0) == "5@a1"
    assert table.token_seen_by(1, 0) == HIDDEN
    assert table.token_seen_by(SPECTATOR, 7) == HIDDEN
    assert table.token_seen_by(1, 7) == "4@e6"
    assert table.token_seen_by(0, 12) == "first=suns"


def test_the_whole_state_is_visible_only_when_the_game_is_over() -> None:
    table = table_after("expansion", {}, PLACED)
    with pytest.raises(AssertionError):
        table.view(REFEREE)
    table.play("table", "resign=suns")
    assert table.view(REFEREE).tobytes() == table.state.tobytes()
