"""Lists of legal moves: grouped, sorted, and counted if there are hundreds."""

import pytest

from siegeworks.tui.listing import common_prefix, count_moves, group_moves, natural_key


def test_hundreds_of_moves_are_counted_by_their_beginning():
    assert count_moves(["-f3", "a5-a8", "a6-a9", "b3-b6"]) == [
        "4 legal moves, by beginning: - 1  a 2  b 1",
        "Type ? a to list those that begin with a, or ? all to list all of them.",
    ]
    assert count_moves(["5@a1", "5@a2", "5@b1"])[0] == "3 legal moves, by beginning: 5@a 2  5@b 1"


def test_d9_comes_before_d10():
    assert sorted(["d10-e1", "d9-e1", "done", "R>10", "R>2"], key=natural_key) == [
        "R>2",
        "R>10",
        "d9-e1",
        "d10-e1",
        "done",
    ]


@pytest.mark.parametrize(
    ("tokens", "start"),
    [
        (["5@a1", "5@a2"], "5@"),
        (["Sb1=K", "Sb1=A"], "Sb1="),
        (["Sd4=C"], "Sd4="),
        (["+c2", "stand"], ""),
        (["pass"], ""),
    ],
)
def test_the_common_beginning_ends_after_a_punctuation_mark(tokens, start):
    assert common_prefix(tokens) == start


def test_moves_are_grouped_by_their_first_place_or_word():
    moves = ["d1-e1", "d1-e2", "d10-e9", "d10-e10", "T@a1", "T@a2", "done"]
    assert group_moves(moves, ["d1", "d10", "e1"]) == [
        ["done"],
        ["d1-e1", "d1-e2"],
        ["d10-e9", "d10-e10"],
        ["T@a1", "T@a2"],
    ]


def test_hundreds_of_moves_are_grouped_by_their_first_letter():
    places = [f"{row}{number}" for row in "abcdefgh" for number in range(1, 9)]
    moves = [f"{place}-{target}" for place in places for target in ("a1", "a2")]
    groups = group_moves(moves, places)
    assert [group[0][0] for group in groups] == list("abcdefgh")
    assert sum(map(len, groups)) == len(moves)
