"""The examples of RULES.md are what the engine plays."""

from tests.games.examples import example
from tests.games.siege_by_number.positions import game, play, position, spaces_of

TABLE = game()


def winner(attacker: str, defender: str) -> str:
    """The sign that the table has for this battle."""
    picture = f"        c  d  e  f\n     6  .. .. s{attacker} c{defender}"
    state = play(TABLE, position(TABLE, picture, dice="55"), "e6-e6", "xf6")
    stay = spaces_of(TABLE, state, "suns"), spaces_of(TABLE, state, "crowns")
    return {(True, True): "=", (True, False): "+", (False, True): "-"}[
        "e6" in stay[0], "f6" in stay[1]
    ]


def test_R8_the_table_of_battles() -> None:
    (table,) = example("siege-by-number", "Example: who wins")
    _, head, *rows = (line.split() for line in table.splitlines())
    defenders = [name[0] for name in head[1:]]
    assert defenders == ["0", "A", "2", "3", "4", "5", "C"]
    assert [row[0] for row in rows] == defenders[:-1]
    for attacker, *signs in rows:
        assert signs == [winner(attacker, defender) for defender in defenders]
