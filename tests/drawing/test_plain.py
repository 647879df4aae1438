"""Scenes described in plain lines are complete."""

import re

from siegeworks.core.scene import Cell, Piece, Scene, Tray
from siegeworks.drawing.plain import lines
from siegeworks.games import load
from tests.drawing import scenes
from tests.variants import every_game, random_walk


def test_armies_are_described_by_their_ends_and_fortresses_by_their_owner():
    assert lines(scenes.hexes(), {"c3"}) == [
        "red army: a1-a4",
        "fortress, nobody's: b2",
        "fortress of blue: c3",
        "empty: a5 a6 b1 b3 b4 b5 b6 c1 c2 c4 c5 c6",
        "changed: c3",
        "blue, Fortresses: fortress; 1 of 2",
        "Blue places an army (R4)",
    ]


def test_barred_places_are_named():
    assert "of these, barred now: b1 c1" in lines(scenes.hexes_with_barred())


def test_pieces_are_described_with_value_and_side():
    assert lines(scenes.tiles()) == [
        "moons minion unknown: b2",
        "suns minion 5 face down: a1",
        "suns minion A: b1",
        "tile of suns: a2 b2 a1 b1",
        "empty: a4 b4 c4 d4 a3 b3 c3 d3 a2 c2 d2 c1 d1",
    ]


def test_an_ace_is_described_with_its_value():
    """Its letter is also that of its kind."""
    cells = (
        Cell("a1", 0.0, 0.0, "square", piece=Piece("army", "suns", "A")),
        Cell("b1", 1.0, 0.0, "square", piece=Piece("commander", "suns")),
    )
    descriptions = ["suns army A: a1", "suns commander: b1", "empty: none"]
    assert lines(Scene("squares", cells)) == descriptions


@every_game
def test_no_piece_shows_the_letter_of_its_kind_instead_of_a_value(name):
    """In every game what is written on a piece is a value, or the letter of its colour."""
    game = load(name)
    for number, (state, _) in enumerate(random_walk(game, 8)):
        if number % 25 == 0:
            scene = game.scene(game.params, game.open_view(state))
            pieces = [piece for tray in scene.trays for piece in tray.pieces]
            pieces += [cell.piece for cell in scene.cells if cell.piece]
            named = {p.kind for p in pieces if p.text == p.kind[:1].upper() and not p.color}
            assert named <= {"army"}  # an ace


def test_long_rows_are_written_in_letters_and_runs_are_counted():
    assert lines(scenes.circles())[-1] == "Row: " + " ".join("RGB" * 9)
    hand = Tray("Hand", (Piece("tower", "blue"),) * 3, "blue", "7 points")
    descriptions = lines(scenes.circles()._replace(trays=(hand,)))
    assert descriptions[-1] == "blue, Hand: 3 tower; 7 points"


@every_game
def test_every_piece_of_every_game_is_described(name):
    game = load(name)
    for number, (state, _) in enumerate(random_walk(game, 8)):
        if number % 25:
            continue
        scene = game.scene(game.params, game.observe(state, 0))
        descriptions = lines(scene)
        assert all(line.isprintable() for line in descriptions)
        chained = {hex_name for chain in scene.chains for hex_name in chain}
        words = set(re.findall(r"\w+", "\n".join(descriptions)))
        for cell in scene.cells:
            if cell.piece and cell.name not in chained:
                assert cell.name in words
