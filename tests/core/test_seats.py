"""Seats are told apart by letter and by colour, and their text is readable."""

from siegeworks.core.palette import LOOKS, brightness, look_of


def test_seats_of_one_game_differ_in_letter_and_colour():
    tables = [("red", "blue", "yellow", "green"), ("suns", "moons", "crowns", "arms")]
    for seats in [*tables, ("south", "north")]:
        assert len({look_of(seat).letter for seat in seats}) == len(seats)
        assert len({look_of(seat).color for seat in seats}) == len(seats)


def test_text_on_a_seats_colour_has_contrast():
    for look in LOOKS.values():
        assert abs(brightness(look.color) - brightness(look.ink)) > 0.25


def test_an_unknown_seat_gets_a_letter_and_a_stable_colour():
    assert look_of("purples").letter == "P"
    assert look_of("purples") == look_of("purples")
