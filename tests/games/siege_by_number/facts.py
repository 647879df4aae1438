"""What the laws must know of Siege by Number beside its package."""

from pathlib import Path

from siegeworks.core.contract import State
from siegeworks.core.game import Game
from siegeworks.games import load
from siegeworks.testing import ActionRange, Facts, Symmetry, next_seats

HOMES = {"S": (0, 0), "E": (7, 0), "N": (7, 7), "W": (0, 7)}  # file and rank, counted from c3
PLACE = r"[a-q]\d+|(?<![A-Za-wyz])[NESW](?![A-Za-z])"


def quarter_turns() -> list[Symmetry]:
    """Home Bases lie beside the corners like the arms of a pinwheel."""
    names = {(ord(f) - ord("c"), r - 3): f"{f}{r}" for f in "cdefghij" for r in range(3, 11)}
    names |= {place: home for home, place in HOMES.items()}

    def turned(place: tuple[int, int], quarters: int) -> tuple[int, int]:
        for _ in range(quarters):
            place = 7 - place[1], place[0]
        return place

    def image(quarters: int) -> dict[str, str]:
        return {name: names[turned(place, quarters)] for place, name in names.items()}

    order = load("siege-by-number", {"seats": "4"}).seats
    return [
        Symmetry(
            "turned by a quarter, every seat becoming the one before it in turn order",
            image(1),
            {"seats": "4"},
            {seat: order[number - 1] for number, seat in enumerate(order)},
            place=PLACE,
        ),
        Symmetry(
            "turned by half, the two seats changing places",
            image(2),
            seats={"suns": "crowns", "crowns": "suns"},
            place=PLACE,
        ),
    ]


def turned(game: Game, state: State) -> State:
    """By as many quarter turns as bring each Home Base to the next."""
    quarters = int(game.params.arm[1] - game.params.arm[0])
    other = next_seats(game, state)
    for field in ("commanders", "moved", "attacker", "defender"):
        other[field] = turned_grid(int(state[field]), quarters)
    seats = len(game.seats)
    for seat in range(seats):
        then = (seat + 1) % seats
        other.pieces[then] = turned_grid(int(state.pieces[seat]), quarters)
        for field in ("unshown", "returned", "shown"):
            other[field][then] = state[field][seat]
    for number, place in enumerate(game.params.bit_of):
        then = turned_grid(1 << int(place), quarters).bit_length() - 1
        other.value[game.params.space_at[then]] = state.value[number]
    return other


def turned_grid(spaces: int, quarters: int) -> int:
    """A set of places of the grid after some quarter turns clockwise."""
    for _ in range(quarters):
        places = [divmod(place, 8) for place in range(64) if spaces >> place & 1]
        spaces = sum(1 << 8 * (7 - right) + up for up, right in places)
    return spaces


def spaces(game: Game) -> str:
    """The order of the spaces."""
    names = [text.removeprefix("x") for text in game.action_texts if text.startswith("x")]
    return f"The spaces from 0 on: {', '.join(names)}."


FACTS = Facts(
    "siege-by-number",
    Path(__file__).parent,
    values={"notes": ["on"]},  # changes nothing but the page
    playthroughs={"playthrough.txt": {}, "playthrough_3.txt": {"seats": "3"}},
    hardest={"seats": "3"},
    shapes=({}, {"seats": "3"}, {"seats": "4"}),
    actions=(
        ActionRange(
            "S-S", "from-to: 36 · from + to, both numbered as the spaces below; to = from: stay"
        ),
        ActionRange("xS", "attack the piece on a space: + its number"),
        ActionRange("hold", "do not attack"),
        ActionRange("done", "move nothing more this turn"),
    ),
    actions_note=spaces,
    symmetries=quarter_turns,
    turned=(({}, turned), ({"seats": "4"}, turned)),
    derived=frozenset({"to_act", "reach"}),  # from the turn and its phase
    shows_leavers=True,
)
