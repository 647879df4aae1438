"""What a move did and what one would do: drawn on the board, and in words."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, expect

from tests.samples import sample
from tests.web.conftest import Users
from tests.web.user import User

Opens = Callable[[str, dict[str, Any]], dict[str, Any]]

EXPANSION = sample("expansion-0").read_text(encoding="utf-8").splitlines()[3:]
SIEGE_BY_NUMBER = (
    "chance first=crowns", "chance roll=3", "crowns S-d3", "chance roll=0", "suns done",
    "chance roll=A3", "crowns d3-e5", "crowns S-d3", "chance roll=2", "suns N-h10",
    "chance roll=044", "crowns e5-g7", "crowns d3-e6", "crowns done", "chance roll=33",
)  # fmt: skip


def recorded(name: str, steps: int) -> tuple[str, dict[str, Any]]:
    """A sample game, and how a table begins after some of its steps."""
    text = sample(name).read_text(encoding="utf-8")
    return name.rpartition("-")[0], {"record": text, "step": steps}


def written(game: str, *lines: str) -> tuple[str, dict[str, Any]]:
    """A game of these steps, and how a table begins after them."""
    record = "\n".join(["siege-record 1", f"game: {game}", "---", *lines, ""])
    return game, {"record": record, "step": len(lines)}


def aftermath(user: User, what: str) -> Locator:
    """What the board still tells of the last turns."""
    return user.page.locator(f"[data-aftermath] {what}")


def expect_sentence(user: User, pattern: str) -> None:
    """The same is told in a sentence."""
    expect(user.page.locator(".told p").filter(has_text=re.compile(pattern))).to_have_count(1)


def act(user: User, token: str) -> None:
    """Type a move once it is one's turn."""
    field = user.page.get_by_label("Type a move")
    field.fill(token)
    field.press("Enter")


class TurnEvent(NamedTuple):
    """What an opponent does, and how it is shown and told."""

    game: str
    how: dict[str, Any]
    mine: int
    theirs: str  # tokens
    shown: list[str]
    sentence: str
    own: str  # one's own next move


class Preview(NamedTuple):
    """A move that is picked, and how its consequences are shown and told."""

    game: str
    how: dict[str, Any]
    mine: int
    picks: list[str]
    drawn: str
    words: str


EVENTS = [
        ("nobles-and-peasants", TurnEvent(
            *recorded("nobles-and-peasants-0", 105), 1, "L@b3",
            ['[data-badge="+1"][data-seat="blue"]', '[data-badge="+2"][data-seat="green"]'],
            "scoring 1 for Blue and 2 for Green", "-a2",
        )),
        ("siege-by-number", TurnEvent(
            *written("siege-by-number", *SIEGE_BY_NUMBER[:11]), 0, "e5-g7 d3-e6 done",
            ['[data-way="d3 e3 e4 e5 e6"] [data-die="4"]', '[data-way^="e5"][data-way$="g7"]'],
            "Army walks .*e5.*g7", "done",
        )),
        ("siege-master", TurnEvent(
            *recorded("siege-master-0", 11), 0, "g14-j15",
            ['[data-captured="f13"][data-seat="blue"]', '[data-closed="4"]', '[data-army="blue"]'],
            "walls in f13 from g14 to j15", "k4-k7",
        )),
        ("expansion", TurnEvent(
            *written("expansion", *EXPANSION[:20]), 0, "f6-d4",
            ['[data-way="f6 d4"]', '[data-over="e5"]'],
            "jump", "a2-c4",
        )),
        ("tiles", TurnEvent(
            *written("expansion", *EXPANSION[:47]), 1, "d3-d5",
            ['[data-tile][data-seat="suns"]', '[data-tile][data-seat="moons"]'],
            "Suns capture tile c5 and Moons capture tile c3", "e5-f5",
        )),
        ("combat", TurnEvent(
            *written("expansion", *EXPANSION[:21]), 1, "a2-c4", ["[data-fallen]"],
            "attack the", "f5-f6",
        )),
]  # fmt: skip


@pytest.fixture
def opened(users: Users) -> Iterator[Opens]:
    """Opens tables for two; their games end with the test: none is offered twice at a time."""
    tables: list[dict[str, Any]] = []

    def opens(game: str, how: dict[str, Any]) -> dict[str, Any]:
        tables.append(users.site.opened(game, ["me", "hot-seat"], how))
        return tables[-1]

    yield opens
    for table in tables:
        player = users.site.at(table, 0)
        player.say(type="resign", id="end", seat=player.view["seat"])
        assert player.hear("accepted", "refused")["type"] == "accepted"


@pytest.mark.long
@pytest.mark.parametrize(
    "event",
    [
        pytest.param(event, id=name, marks=[pytest.mark.long] * (name in ("tiles", "combat")))
        for name, event in EVENTS
    ],
)
def test_what_the_opponent_did_stays_on_the_board_until_ones_own_next_move(
    users: Users, opened: Opens, event: TurnEvent
) -> None:
    table, mine = opened(event.game, event.how), event.mine
    enemy = users.site.at(table, 1 - mine)
    user = users.add()
    user.join(table, event.game, mine)
    user.expect_prompt(re.compile("Waiting"))
    while not enemy.view.get("legal"):
        enemy.hear("view")  # a draw waits until both are here
    for token in event.theirs.split():
        assert enemy.act(token)["type"] == "accepted"
        enemy.wait_for(enemy.view["version"] + 1)
    for what in event.shown:
        expect(aftermath(user, what).first).to_be_attached()
    expect_sentence(user, event.sentence)
    user.page.reload()  # a page that is opened later shows it too
    for what in event.shown:
        expect(aftermath(user, what).first).to_be_attached()
    act(user, event.own)
    for what in event.shown:
        expect(aftermath(user, what)).to_have_count(0)


PREVIEWS = [
    ("nobles-and-peasants", Preview(
        *recorded("nobles-and-peasants-0", 106), 1, ["the row", "b2"],
        '[data-preview] [data-badge="+2"][data-seat="green"]', "This scores 2 for Green.",
    )),
    ("siege-by-number", Preview(
        *written("siege-by-number", *SIEGE_BY_NUMBER), 0, ["h10", "g8"],
        '[data-preview="g8"] [data-die="3"]', "3 steps, which spends the die 3",
    )),
    ("attack", Preview(
        *written("siege-by-number", *SIEGE_BY_NUMBER, "suns h10-g8"), 0, ["g7"],
        '[data-versus="? ?"]', "attacks the Crowns’ Army of unknown value.",
    )),
    ("siege-master", Preview(
        *recorded("siege-master-0", 11), 1, ["g14"],
        '[data-preview="g14-j15"] [data-captured="f13"]', "This army captures f13",
    )),
    ("expansion", Preview(
        *written("expansion", *EXPANSION[:21]), 0, ["a2", "c4"],
        '[data-preview="a2-c4"] [data-versus="2 ?"]', "Your 2 against a hidden value.",
    )),
]  # fmt: skip


@pytest.mark.parametrize(
    "preview",
    [
        pytest.param(preview, id=name, marks=[pytest.mark.long] * (name != "attack"))
        for name, preview in PREVIEWS
    ],
)
def test_what_a_move_would_do_is_shown_and_spoken_before_it_is_played(
    users: Users, opened: Opens, preview: Preview
) -> None:
    game, how, mine, picks, drawn, words = preview
    table = opened(game, how)
    users.site.at(table, 1 - mine)
    user = users.add(confirm_moves=True)
    user.join(table, game, mine)
    user.expect_prompt(re.compile("Your turn"))
    for number, pick in enumerate(picks):
        if pick == "the row":
            user.page.get_by_role("button", name=re.compile("^place 0:")).click()
            continue
        user.page.locator(f'[data-place="{pick}"]').focus()
        if number < len(picks) - 1:
            user.page.keyboard.press("Enter")
    # The keyboard's focus shows and says it …
    spoken = user.page.locator("p[aria-live]").filter(has_text=words)
    expect(user.page.locator(drawn)).not_to_have_count(0)
    expect(user.page.locator("p.preview")).to_contain_text(words)
    expect(spoken).to_have_count(1)
    # … and it is part of what is confirmed.
    user.page.keyboard.press("Enter")
    expect(user.page.locator(".confirming .primary")).to_be_enabled()
    expect(spoken).to_contain_text("To play: ")
    user.page.keyboard.press("Escape")
    expect(user.page.locator(".confirming .primary")).to_have_count(0)


@pytest.mark.long
def test_buttons_say_what_they_do(users: Users, opened: Opens) -> None:
    game, how = written("siege-master", "red o10-o13")
    user = users.add(confirm_moves=True)
    user.join(opened(game, how), game, 1)
    meaning = "Red’s army becomes yours, and Red moves again."
    expect(user.button("Swap sides")).to_have_attribute("title", meaning)
    expect(user.page.locator("p.task")).to_contain_text("Place an army")  # the whole choice first
    user.button("Swap sides").click()
    expect(user.page.locator("p.preview")).to_have_text(meaning)
