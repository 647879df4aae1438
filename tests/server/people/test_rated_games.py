"""Which games count for ratings, and that each counts once."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from siegeworks.core.errors import IllegalStep, SiegeworksError
from siegeworks.play.clock import SECOND, ClockSettings
from siegeworks.play.openings import SHARED_STEPS
from siegeworks.server import messages as m
from siegeworks.server.people.accounts.seats import claim
from siegeworks.server.people.ratings.levels import POINTS_OF_LEVELS
from siegeworks.server.people.ratings.model import rating_of
from siegeworks.server.people.ratings.rated_games import (
    DAMAGED,
    NEVER_MOVED,
    Rater,
    count,
    pace_at,
    rated_game,
    register,
)
from siegeworks.server.people.ratings.ratings import (
    StoredRating,
    best,
    ratings_of,
    write_ratings,
)
from siegeworks.server.people.ratings.running import running_games
from siegeworks.server.storage.database import Database
from siegeworks.server.storage.opening import open_store
from siegeworks.server.storage.rows import TableRow
from siegeworks.server.tables.record_export import export
from siegeworks.server.tables.room import Room
from siegeworks.server.tables.table_server import TableServer
from tests.server.helpers import Greedy, act, do, enter, run_with_server, until
from tests.server.people.helpers import add_account
from tests.server.tables.test_clocks import open_timed, watched

GAME = "siege-master"


def own(db: Database, table: str, owners: dict[int, str]) -> None:
    """These accounts have these seats."""
    for seat, account in owners.items():
        add_account(db, account)
        claim(db, account, table, [seat], counts=True)


async def rated_room(
    server: TableServer, *whos: str, owners: dict[int, str], **options: str
) -> Room:
    """A rated table."""

    def beside(db: Database, table: TableRow) -> None:
        register(db, table.id, pace_at(GAME, table.clock, len(table.seats)))
        own(db, table.id, owners)

    more: dict[str, Any] = dict(options)
    return await open_timed(server, *whos, beside=beside, **more)


async def resign(room: Room, seat: int) -> None:
    """A seat resigns, after its first moves."""
    name, page = room.live.name(seat), await enter(room, *room.live.people())
    while not any(step.actor == name for step in room.table.steps):
        await act(room, page, page.view["legal"][0])
    await room.resign(page, m.Resign("resign", name))
    room.leave(page)


def points(ratings: list[StoredRating]) -> list[int]:
    return [stored.rating.points for stored in ratings]


@pytest.mark.races
def test_a_game_counts_once_whoever_looks(tmp_path: Path, database: str | None) -> None:
    async def play(server: TableServer) -> None:
        store, raters = server.store, [Rater(server.store), Rater(server.store)]
        room = await rated_room(server, "me", "hot-seat", owners={0: "ann", 1: "bob"})
        assert await raters[0].look() == 0  # it is not over
        await resign(room, 1)
        await asyncio.gather(*(rater.look() for rater in raters))
        await store.write(partial(count, table=room.id))
        ann, bob = [await store.read(partial(ratings_of, account=who)) for who in ("ann", "bob")]
        assert [stored.games for stored in ann + bob] == [1, 1]
        assert points(ann)[0] > 1500 > points(bob)[0]
        assert (ann[0].game, ann[0].pace) == (GAME, "quick")
        assert await raters[0].look() == 0

    run_with_server(tmp_path, play, database=database)


@pytest.mark.parametrize(
    ("whos", "owners", "options"),
    [
        (("me", "hot-seat"), {0: "ann"}, {}),  # a guest
        (("me", "hot-seat"), {0: "ann", 1: "ann"}, {}),  # one person at both seats
        (("me", "4"), {}, {}),
        (("me", "4"), {0: "ann"}, {"free": "yes"}),  # how strong bots are there is not known
    ],
)
def test_these_games_do_not_count(
    tmp_path: Path, whos: tuple[str, ...], owners: dict[int, str], options: dict[str, str]
) -> None:
    async def play(server: TableServer) -> None:
        room = await rated_room(server, *whos, owners=owners, **options)
        await resign(room, 0)
        assert await Rater(server.store).look() == 1
        assert await server.store.read(partial(ratings_of, account="ann")) == []
        assert await Rater(server.store).look() == 0

    run_with_server(tmp_path, play)


def test_rated_games_that_are_played_are_listed_the_strongest_first(
    tmp_path: Path, database: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With those at the table who are known; not before it has begun, and not once it is over."""

    async def play(server: TableServer) -> None:
        async def listed() -> list[m.RunningGame]:
            return await server.store.read(running_games)

        monkeypatch.setattr("siegeworks.server.jobs.bot_worker.make_bot", Greedy)
        weak = await rated_room(server, "me", "hot-seat", owners={0: "ann", 1: "bob"})
        strong = await rated_room(server, "me", "8", owners={0: "cleo"})
        assert await listed() == []  # none has begun
        both = await enter(weak, 0, 1)
        await act(weak, both, "d3-d6")
        await act(strong, await enter(strong, 0), "d3-d6")
        await until(lambda: len(strong.table.steps) > 1)
        first, second = await listed()
        assert (first.table, second.table) == (strong.id, weak.id)
        assert [(player.name, player.level) for player in first.seats] == [("cleo", 0), ("", 8)]
        assert [player.points for player in second.seats] == [1500, 1500]
        assert first.seats[1].points == POINTS_OF_LEVELS[GAME].points[7]
        assert (second.turns, second.pace) == (1, "quick")
        assert [player.seat for player in second.seats] == ["red", "blue"]
        await weak.resign(both, m.Resign("resign", "blue"))
        assert [game.table for game in await listed()] == [strong.id]
        await server.store.write(lambda db: db.execute("UPDATE status SET moved = moved - 301"))
        assert await listed() == []  # nobody plays any more

    run_with_server(tmp_path, play, database=database)


def test_nobody_takes_a_move_back_in_a_rated_game(tmp_path: Path) -> None:
    """Else who is about to lose would undo, and the game would not count."""

    async def play(server: TableServer) -> None:
        room = await rated_room(server, "me", "hot-seat", owners={0: "ann", 1: "bob"})
        ann, bob = await enter(room, 0), await enter(room, 1)
        await act(room, ann, "d3-d6")
        assert ann.view.get("undo") is None
        with pytest.raises(IllegalStep, match="rated: nobody takes a move back"):
            await room.offer(ann, m.OfferAgreement("ask", "takeback"))
        room.leave(bob)
        alone = await rated_room(server, "me", "4", owners={0: "ann"})
        ann = await enter(alone, 0)
        assert ann.heard("welcome")[-1]["rated"] is True
        await act(alone, ann, "d3-d6")
        with pytest.raises(IllegalStep, match="rated: nobody takes a move back"):
            await alone.undo(ann, m.Undo("undo", ann.view["version"]))

    run_with_server(tmp_path, play)


def test_nobody_gets_advice_on_a_rated_game_before_it_is_over(tmp_path: Path) -> None:
    """Not at its table, and not by a record or a branch of it."""

    async def play(server: TableServer) -> None:
        room = await rated_room(server, "me", "hot-seat", owners={0: "ann", 1: "bob"})
        both = await enter(room, 0, 1)
        while len(room.table.steps) < SHARED_STEPS:
            await act(room, both, both.view["legal"][0])
        seat = both.view["to_act"]
        for ask in (m.Hint("ask", seat), m.Coach("ask", seat), m.Review("ask", seat)):
            with pytest.raises(SiegeworksError, match="rated: there are no hints and no coach"):
                await do(room, both, ask)
        with pytest.raises(SiegeworksError, match="bots give no advice"):
            await server.rooms.check_not_in_play(room.game, room.table.steps)
        with pytest.raises(SiegeworksError, match="record is available when it is over"):
            await export(room)
        await room.resign(both, m.Resign("resign", seat))
        assert (await export(room))[1].startswith("siege-record 1")
        await server.rooms.check_not_in_play(room.game, room.table.steps)

    run_with_server(tmp_path, play)


def test_a_game_in_which_a_move_was_taken_back_does_not_count(tmp_path: Path) -> None:
    """As could be done once."""

    async def play(server: TableServer) -> None:
        room = await rated_room(server, "me", "hot-seat", owners={0: "ann", 1: "bob"})
        room.live.is_rated = False
        both = await enter(room, 0, 1)
        await act(room, both, "d3-d6")
        await room.undo(both, m.Undo("undo", both.view["version"]))
        await resign(room, 1)
        await Rater(server.store).look()
        assert await server.store.read(partial(ratings_of, account="ann")) == []

    run_with_server(tmp_path, play)


@pytest.mark.parametrize(("moves", "counts"), [((), False), ((0,), False), ((0, 1), True)])
def test_a_game_counts_by_time_if_the_loser_has_moved(
    tmp_path: Path, moves: tuple[int, ...], counts: bool
) -> None:
    async def play(server: TableServer) -> None:
        watch = watched(server)
        room = await rated_room(server, "me", "hot-seat", owners={0: "ann", 1: "bob"})
        pages = [await enter(room, 0), await enter(room, 1)]
        for seat in moves:
            await act(room, pages[seat], pages[seat].view["legal"][0])
        await watch.wait(server, 600)
        assert room.table.over
        await Rater(server.store).look()
        rated = await server.store.read(partial(ratings_of, account="ann"))
        assert bool(rated) is counts

    run_with_server(tmp_path, play)


@pytest.mark.parametrize(("moves", "counts"), [((), False), ((0,), False), ((0, 1), True)])
def test_a_game_counts_by_resignation_if_who_resigns_has_moved(
    tmp_path: Path, moves: tuple[int, ...], counts: bool
) -> None:
    async def play(server: TableServer) -> None:
        room = await rated_room(server, "me", "hot-seat", owners={0: "ann", 1: "bob"})
        pages = [await enter(room, 0), await enter(room, 1)]
        for seat in moves:
            await act(room, pages[seat], pages[seat].view["legal"][0])
        await room.resign(pages[1], m.Resign("resign", room.live.name(1)))
        refusal = await server.store.write(partial(count, table=room.id))
        assert refusal == (None if counts else NEVER_MOVED)
        rated = await server.store.read(partial(ratings_of, account="ann"))
        assert bool(rated) is counts

    run_with_server(tmp_path, play)


def test_a_damaged_table_never_counts_and_is_asked_for_once(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        store, rater = server.store, Rater(server.store)
        room = await rated_room(server, "me", "hot-seat", owners={0: "ann", 1: "bob"})
        await resign(room, 1)
        damage = "UPDATE game_table SET options = '?' WHERE id = ?"
        await store.write(lambda db: db.execute(damage, (room.id,)).rowcount)
        assert [await rater.look(), await rater.look()] == [1, 0]
        game = await store.read(partial(rated_game, table=room.id))
        assert game == m.TableRating(rated=True, counted=True, refusal=DAMAGED)
        assert await store.read(partial(ratings_of, account="ann")) == []

    run_with_server(tmp_path, play)


def test_a_level_of_bots_is_an_anchor(tmp_path: Path) -> None:
    async def play(server: TableServer) -> None:
        room = await rated_room(server, "me", "8", owners={0: "ann"})
        await resign(room, 0)
        await Rater(server.store).look()
        (ann,) = await server.store.read(partial(ratings_of, account="ann"))
        assert 1300 < ann.rating.points < 1500  # a loss against 2509 points says little
        assert ann.games == 1

    run_with_server(tmp_path, play)


def test_a_rated_game_needs_a_clock() -> None:
    with pytest.raises(SiegeworksError, match="needs a clock"):
        pace_at(GAME, None, 2)
    assert pace_at(GAME, ClockSettings(60 * SECOND, SECOND), 2) == "quick"


def test_a_list_has_those_who_are_known_well_the_strongest_first(
    tmp_path: Path, database: str | None
) -> None:
    async def play() -> None:
        store = open_store(tmp_path, database)
        try:
            strengths = {"ann": (1600, 90), "bob": (1800, 100), "new": (2000, 400)}
            rows = [
                StoredRating(name, GAME, "calm", rating_of(*of), 20)
                for name, of in strengths.items()
            ]
            await store.write(lambda db: write_ratings(db, rows))
            listed = await store.read(lambda db: best(db, GAME, "calm"))
            assert [stored.account for stored in listed] == ["bob", "ann"]
            assert points(listed) == [1800, 1600]
            assert await store.read(lambda db: best(db, GAME, "quick")) == []
        finally:
            store.close()

    asyncio.run(play())


def test_levels_become_stronger_in_every_game() -> None:
    for game, levels in POINTS_OF_LEVELS.items():
        assert len(levels.points) == len(levels.uncertainty) == 8, game
        assert list(levels.points) == sorted(levels.points), game
        assert levels.points[3] == 1500, game


def test_who_has_left_has_no_part_in_a_draw_of_the_others(
    tmp_path: Path, database: str | None
) -> None:
    async def play(server: TableServer) -> None:
        owners = {0: "ann", 1: "bob", 2: "cid"}
        whos = ("me", "hot-seat", "hot-seat")
        options = {"game": "nobles-and-peasants", "seats": "3"}
        room = await rated_room(server, *whos, owners=owners, **options)
        ann, bob = await enter(room, 0), await enter(room, 1)
        await resign(room, 2)
        await room.offer(ann, m.OfferAgreement("offer", "draw", room.live.name(0)))
        assert room.log.offer is not None
        yes = m.AnswerOffer("yes", room.log.offer.version, True, room.live.name(1))
        await room.answer(bob, yes)
        assert room.table.result == "draw"
        assert await Rater(server.store).look() == 1
        ann_has, bob_has, cid_has = [
            points(await server.store.read(partial(ratings_of, account=who)))[0]
            for who in ("ann", "bob", "cid")
        ]
        assert ann_has == bob_has > 1500 > cid_has

    run_with_server(tmp_path, play, database=database)
