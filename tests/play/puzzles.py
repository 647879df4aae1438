"""Puzzles of a small King's Ransom, for tests of what reads, proves and shows them."""

from siegeworks.play.teaching.puzzles import Puzzle

SMALL = {"columns": "3", "tiles": "KAECIS"}
FLEE = Puzzle(
    name="flee",
    kind="win",
    grade=2,
    theme="Flee in time",
    seat="south",
    plies=4,
    start="""\
chance Sa1=I Sb1=C Sc1=S Sa2=E Sb2=A Sc2=K Na1=C Nb1=A Nc1=I Na2=K Nb2=S Nc2=E first=south
south c1?a2
north a1xa2
south b1xb1
north c1xc1
""",
    solution="a1~",
    line="north c1?b1\nsouth b1xb1\n",
    proof="every hidden value tried, solved to the end",
    text="Why it works.",
    found_by={"weak": 0.2, "fair": 0.6, "strong": 1.0},
    options=SMALL,
)
WEIGH = Puzzle(
    name="weigh",
    kind="odds",
    grade=3,
    theme="The best odds",
    seat="north",
    plies=3,
    start="""\
chance Sa1=C Sb1=E Sc1=I Sa2=K Sb2=A Sc2=S Na1=I Nb1=A Nc1=S Na2=C Nb2=E Nc2=K first=north
north b2xb1
south +a1 b2?b2
""",
    solution="a1xa1",
    line="",
    proof="every deal and every reply tried, 3 moves deep",
    text="Why it works.",
    found_by={"weak": 0.08, "fair": 0.25, "strong": 1.0},
    options=SMALL,
    deals=6,
    worth={"a1xa1": 3, "b2xb1": 1},
)
