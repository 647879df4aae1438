"""Codes of maps: what is encoded comes back, and a mutilated code is refused in a sentence."""

import random

import pytest

from siegeworks.core.errors import OptionError
from siegeworks.games.siege_master.map_making.map_code import LONGEST, decode, encode
from siegeworks.games.siege_master.map_making.map_collection import MAPS

EXAMPLE = (" . F .", ". .", "", ".")


def test_a_map_has_the_code_of_the_contract_with_the_page():
    assert encode(EXAMPLE) == "_1h1Fh1-h2--h1"
    assert encode((" . .   F . .     F",)) == "_1h2_2Fh2_4F"
    assert decode("_2h1Fh1-_1h2--_1h1") == EXAMPLE


@pytest.mark.parametrize("name", MAPS.names())
def test_every_shipped_map_comes_back_from_its_code(name):
    rows = MAPS.read(name).rows
    assert decode(encode(rows)) == rows
    assert len(encode(rows)) < LONGEST / 2


def test_gaps_wider_than_one_count_come_back_too():
    rows = ("F" + " " * 2999 + ". .",)
    assert decode(encode(rows)) == rows


@pytest.mark.parametrize(
    "code, why",
    [
        ("", "it has no hex"),
        ("--", "it has no hex"),
        ("h0", "'h0' cannot be read"),
        ("h1000", "'0' cannot be read"),
        ("h3x", "'x' cannot be read"),
        ("_h3", "'_h3' cannot be read"),
        ("h1-h1", "line 2, column 1: this hex is half a hex off"),
        ("h257", "it has 257 hexes; at most 256 fit"),
        ("h4" + "-" * 26 + "h4", "it has 27 rows"),
        ("h" * (LONGEST + 1), "it has 4,001 characters; the longest has 4,000"),
        ("\x00", "cannot be read"),
    ],
)
def test_a_wrong_code_is_refused_in_a_sentence(code, why):
    with pytest.raises(OptionError) as refused:
        decode(code)
    assert str(refused.value).startswith("The code of this map: ") and why in str(refused.value)


def test_10_000_mutilated_codes_are_read_or_refused_in_a_sentence():
    draw = random.Random(1)
    whole = encode(MAPS.read("hexagon").rows)
    for _ in range(10_000):
        code = list(whole)
        for _ in range(draw.randrange(1, 6)):
            at = draw.randrange(len(code))
            code[at : at + draw.randrange(3)] = draw.choices(
                "_hF-0123456789 x\n%é/", k=draw.randrange(3)
            )
        try:
            rows = decode("".join(code))
        except OptionError as refused:
            assert str(refused).endswith(".") and len(str(refused)) < 300
        else:
            assert decode(encode(rows)) == rows


def test_a_map_too_large_for_a_link_is_refused():
    with pytest.raises(OptionError, match="too large for a link"):
        encode(("F" + " F" * 80,) * 50)
